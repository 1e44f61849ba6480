//! The dialect of Cline: `cancel`, which ends the whole run; and the file that is its hook.

use crate::agent::{Agent, Reply};
use crate::settings::{NOTE, note_of};
use crate::text::reason_or_default;
use serde_json::json;

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"cancel":true,"errorMessage":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`"}"#
);

pub(crate) fn render(_: &Agent, reply: &Reply) -> String {
    match reply {
        Reply::Silence | Reply::Allow(_) => json!({"cancel": false}).to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            json!({"cancel": true, "errorMessage": reason_or_default(reason)}).to_string()
        }
    }
}

pub(crate) fn file(agent: &Agent, command: &str) -> String {
    let name = agent.name;
    let note = note_of(command);
    format!(
        "#!/bin/sh\n# Written by `herma connect {name}`; `herma disconnect {name}` takes it away. Do not edit.\n\
         if [ \"${{1-}}\" = {NOTE} ]; then {note}; exit 0; fi\n{command}\n"
    )
}
