//! The dialect of Crush.

use crate::agent::{Agent, Reply};
use crate::text::reason_or_default;
use serde_json::json;

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"version":1,"decision":"deny","reason":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`"}"#
);

pub(crate) fn render(_: &Agent, reply: &Reply) -> String {
    match reply {
        Reply::Silence => String::new(),
        Reply::Allow(reason) => json!({"version": 1, "decision": "allow", "reason": reason}).to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            json!({"version": 1, "decision": "deny", "reason": reason_or_default(reason)}).to_string()
        }
    }
}
