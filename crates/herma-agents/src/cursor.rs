//! The dialect of Cursor.

use crate::agent::{Agent, Reply};
use crate::text::reason_or_default;
use serde_json::json;

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"permission":"deny","user_message":"herma: the hook came to no answer, so this was not run","#,
    r#""agent_message":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`"}"#
);

pub(crate) fn render(_: &Agent, reply: &Reply) -> String {
    match reply {
        Reply::Silence => String::new(),
        Reply::Allow(_) => json!({"permission": "allow"}).to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            let reason = reason_or_default(reason);
            json!({"permission": "deny", "user_message": reason, "agent_message": reason}).to_string()
        }
    }
}
