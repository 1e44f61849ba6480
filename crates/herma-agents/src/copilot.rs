//! The dialect of GitHub Copilot CLI, and its file of hooks.

use crate::agent::{Agent, Reply};
use crate::settings::note_of;
use crate::text::reason_or_default;
use serde_json::{Map, json};

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"permissionDecision":"deny","permissionDecisionReason":"herma: the hook came to no answer, so this was "#,
    r#"not run; a person can look into it with `herma doctor`"}"#
);

pub(crate) fn render(_: &Agent, reply: &Reply) -> String {
    let (decision, reason) = match reply {
        Reply::Silence => return String::new(),
        Reply::Allow(reason) => ("allow", reason),
        Reply::AllowInstead { reason, args } => {
            return json!({"permissionDecision": "allow", "permissionDecisionReason": reason_or_default(reason),
                "modifiedArgs": args})
            .to_string();
        }
        Reply::Ask(reason) | Reply::Deny(reason) => ("deny", reason),
    };
    json!({"permissionDecision": decision, "permissionDecisionReason": reason_or_default(reason)}).to_string()
}

pub(crate) fn file(agent: &Agent, command: &str) -> String {
    let mut hooks = Map::new();
    for event in [agent.event].into_iter().chain(agent.noted_events()) {
        let command = if event == agent.event { command.to_owned() } else { note_of(command) };
        let timeout = agent.timeout_in_settings(event);
        hooks.insert(event.to_owned(), json!([{"type": "command", "bash": command, "timeoutSec": timeout}]));
    }
    format!("{:#}\n", json!({"version": 1, "hooks": hooks}))
}
