//! Tools by which an agent changes its own settings. Switching hooks or permissions off is no look at settings.

use super::name;
use crate::call::ToolCall;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::walk::Walker;
use serde_json::Value as Json;

/// Words that say that a tool is about settings.
const SETTINGS: &[&str] = &["config", "configuration", "preferences", "setting", "settings"];
/// Verbs that change them, and that only look.
const CHANGES: &[&str] =
    &["change", "disable", "edit", "enable", "modify", "patch", "set", "toggle", "update", "write"];
const LOOKS: &[&str] = &[
    "check", "describe", "diff", "explain", "find", "get", "list", "read", "search", "show", "validate",
    "view",
];
/// Arguments that hold a new value.
const VALUES: &[&str] =
    &["value", "new_value", "newValue", "settings", "config", "updates", "patch", "enabled", "values"];
/// What guards an agent, in small letters: in any agent's settings, and in those of nobody else.
const GUARDS: &[&str] = &[
    "allowedtools",
    "approval_policy",
    "approvalmode",
    "autoapprove",
    "defaultmode",
    "hooks",
    "permission",
    "sandbox",
    "trustedfolders",
    "yolo",
];
const HOOKS: &[&str] = &["bypasspermissions", "disableallhooks", "pretooluse", "dangerously", "beforetool"];

/// Values of the arguments that are looked at.
const MAX_VALUES: usize = 256;

impl Walker<'_> {
    pub(super) fn settings_tool(&mut self, call: &ToolCall) {
        let (server, own) = name::split(&call.tool);
        let words = name::words(own);
        let has = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
        if !has(SETTINGS) || words.first().is_some_and(|w| LOOKS.contains(&w.as_str())) {
            return;
        }
        let valued = VALUES.iter().any(|key| call.args.get(key).is_some_and(|v| !v.is_null()));
        if !valued && !has(CHANGES) {
            return;
        }
        let said = said(&call.args);
        let names = |list: &[&str]| said.iter().any(|text| list.iter().any(|word| text.contains(word)));
        if names(HOOKS) || server.is_none() && names(GUARDS) {
            self.hardline(
                Kind::DisableGuard,
                Span::default(),
                "tool/guard-settings",
                "changes the hooks or permissions by which this agent is guarded",
            );
        } else if server.is_none() {
            self.effect(
                Kind::ChangeConfig,
                None,
                Span::default(),
                "tool/settings",
                "changes the agent's own settings",
                Tier::High,
                Reach::User,
                Undo::Hard,
            );
        }
    }
}

/// Keys and texts of the arguments, in small letters.
fn said(args: &Json) -> Vec<String> {
    let mut out = Vec::new();
    let mut stack = vec![args];
    while let Some(value) = stack.pop() {
        if out.len() >= MAX_VALUES {
            break;
        }
        match value {
            Json::String(text) if text.len() <= 4096 => out.push(text.to_ascii_lowercase()),
            Json::Array(items) => stack.extend(items),
            Json::Object(map) => {
                for (key, value) in map {
                    out.push(key.to_ascii_lowercase());
                    stack.push(value);
                }
            }
            _ => {}
        }
    }
    out
}
