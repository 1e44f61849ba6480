//! Somebody's screen, keyboard and mouse. What a click or a key does there nobody can read; what is typed can be a
//! command.

use super::does::Does;
use super::{arguments, name};
use crate::call::ToolCall;
use crate::effect::Scale;
use crate::understand::walk::Walker;
use serde_json::Value as Json;

/// Words of an action that looks, or moves about without pressing anything.
const LOOKS: &[&str] =
    &["screenshot", "cursor", "wait", "zoom", "scroll", "screen", "windows", "displays", "snapshot"];
/// Words of one that presses or types.
const PRESSES: &[&str] = &[
    "click",
    "key",
    "keys",
    "type",
    "press",
    "drag",
    "down",
    "up",
    "hotkey",
    "hold",
    "paste",
    "write",
    "input",
    "tap",
    "keyboard",
    "text",
    "string",
    "keystroke",
    "keystrokes",
    "launch",
    "open",
];
/// Words that make a tool that nobody listed one of the desktop.
const DEVICES: &[&str] = &["keyboard", "mouse", "desktop", "keystroke", "keystrokes", "hotkey", "xdotool"];

impl Walker<'_> {
    pub(super) fn desktop_tool(&mut self, call: &ToolCall) {
        let action = ["action", "type", "command", "operation"]
            .iter()
            .find_map(|key| call.args.get(key).and_then(Json::as_str));
        let words = name::words(action.unwrap_or(name::split(&call.tool).1));
        let has = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
        // `mouse_move`, `move`: the pointer, and nothing under it.
        let looks = (has(LOOKS) || words.last().is_some_and(|w| w == "move")) && !has(PRESSES);
        let (does, text) = match looks {
            true => (Does::Looks, "looks at the screen, or moves about on it"),
            false => (Does::Changes, "presses or types something on the screen, and nobody sees where"),
        };
        self.deed(call, does, "tool/desktop", (None, text), Scale::One, 0.85);
        self.typed_commands(&call.args);
    }

    /// What is typed into whatever has the focus: a command, if that is a terminal.
    pub(super) fn typed_commands(&mut self, args: &Json) {
        let Some(map) = args.as_object() else { return };
        for text in map.values().filter_map(Json::as_str).filter(|text| arguments::looks_like_command(text)) {
            let clean: String =
                text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
            self.speculate(true, |w| w.top_level(&clean));
        }
    }
}

/// A tool that nobody listed, with the name of a keyboard or a mouse.
pub(super) fn is_desktop(words: &[String], does: Does) -> bool {
    matches!(does, Does::Drives | Does::Looks | Does::Thing | Does::Makes)
        && words.iter().any(|w| DEVICES.contains(&w.as_str()))
}
