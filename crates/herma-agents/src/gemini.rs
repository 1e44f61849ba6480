//! The dialect of Gemini CLI. It reads stderr when stdout is empty, so silence must be silent on both.

use crate::agent::{Agent, Reply};
use crate::text::reason_or_default;
use serde_json::json;

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"decision":"deny","reason":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`"}"#
);

pub(crate) fn render(_: &Agent, reply: &Reply) -> String {
    let (decision, reason) = match reply {
        Reply::Silence => return String::new(),
        Reply::Allow(reason) => ("allow", reason),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => ("deny", reason),
    };
    json!({"decision": decision, "reason": reason_or_default(reason)}).to_string()
}
