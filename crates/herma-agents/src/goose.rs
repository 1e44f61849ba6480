//! The dialect of Goose, and the hooks of its plugin folder.

use crate::agent::{Agent, Reply};
use crate::settings::{events, matcher, note_of};
use crate::text::reason_or_default;
use serde_json::json;

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"decision":"block","reason":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`"}"#
);

pub(crate) fn render(_: &Agent, reply: &Reply) -> String {
    match reply {
        Reply::Silence => String::new(),
        Reply::Allow(_) => json!({"decision": "allow"}).to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            json!({"decision": "block", "reason": reason_or_default(reason)}).to_string()
        }
    }
}

pub(crate) fn hooks(agent: &Agent, command: &str) -> String {
    let rule = |event: &'static str| {
        let decides = event == agent.event;
        let command = if decides { command.to_owned() } else { note_of(command) };
        let timeout = agent.timeout_in_settings(event);
        let mut hook = json!({"type": "command", "command": command, "timeout": timeout});
        if decides {
            hook["on_failure"] = "block".into();
        }
        let mut rule = json!({"hooks": [hook]});
        if let Some(matcher) = matcher(agent, event) {
            rule["matcher"] = matcher.into();
        }
        (event.to_owned(), json!([rule]))
    };
    let rules: serde_json::Map<_, _> = events(agent).map(rule).collect();
    format!("{:#}\n", json!({"hooks": rules}))
}
