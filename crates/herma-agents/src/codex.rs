//! The dialect of Codex, which knows one answer, deny. `allow` and `ask` are "unsupported", which marks the hook failed and
//! runs the command: so an allow is silence, and an ask is a deny.

use crate::agent::{Agent, Reply};
use crate::text::reason_or_default;
use serde_json::json;

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"hookSpecificOutput":{"hookEventName":"@EVENT@","permissionDecision":"deny","#,
    r#""permissionDecisionReason":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`"}}"#
);

pub(crate) fn render(agent: &Agent, reply: &Reply) -> String {
    match reply {
        Reply::Silence | Reply::Allow(_) => String::new(),
        // The one allow that it knows.
        Reply::AllowInstead { args, .. } => json!({"hookSpecificOutput": {
            "hookEventName": agent.event,
            "permissionDecision": "allow",
            "updatedInput": args,
        }})
        .to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) => json!({"hookSpecificOutput": {
            "hookEventName": agent.event,
            "permissionDecision": "deny",
            "permissionDecisionReason": reason_or_default(reason),
        }})
        .to_string(),
    }
}
