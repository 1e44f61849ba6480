//! The dialect of Claude Code: <https://docs.claude.com/en/docs/claude-code/hooks>.

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
    let (decision, reason) = match reply {
        Reply::Silence => return String::new(),
        Reply::Allow(reason) => ("allow", reason),
        Reply::AllowInstead { reason, .. } => ("allow", reason),
        Reply::Ask(reason) => ("ask", reason),
        Reply::Deny(reason) => ("deny", reason),
    };
    let mut answer = json!({"hookSpecificOutput": {
        "hookEventName": agent.event,
        "permissionDecision": decision,
        "permissionDecisionReason": reason_or_default(reason),
    }});
    if let Reply::AllowInstead { args, .. } = reply {
        answer["hookSpecificOutput"]["updatedInput"] = args.clone();
    }
    answer.to_string()
}
