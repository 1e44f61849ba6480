//! The arguments of an agent's own tool beyond those that it is known for. A table says what the tool is; what else is
//! handed to it is read all the same: nobody knows which of its arguments it takes.

use super::does::Does;
use super::keys::Key;
use super::personal;
use crate::call::ToolCall;
use crate::effect::{Kind, Reach, Scale, Span, Tier, Undo};
use crate::understand::field::Value;
use crate::understand::network::{host_of, is_loopback};
use crate::understand::walk::Walker;
use serde_json::Value as Json;

/// Values that are looked at.
const MAX_VALUES: usize = 2_048;
/// What goes along with a request.
const BODIES: &[&str] = &["body", "data", "json", "form", "payload", "form_data", "files"];

impl Walker<'_> {
    /// Addresses, commands and places in the arguments of a tool that reads, writes or fetches.
    pub(super) fn also(&mut self, call: &ToolCall, does: Does) {
        let fetches = does == Does::Fetches;
        let (mut secret, mut sends, mut leaves) = (false, false, fetches);
        let mut left = MAX_VALUES;
        let mut stack: Vec<(&str, &Json, usize)> = vec![("", &call.args, 0)];
        while let Some((key, value, depth)) = stack.pop() {
            if left == 0 {
                self.too_complex();
                break;
            }
            left -= 1;
            sends |= fetches && BODIES.contains(&key) && !is_empty(value);
            match value {
                Json::Array(items) => stack.extend(items.iter().rev().map(|item| (key, item, depth))),
                Json::Object(map) => {
                    stack.extend(map.iter().rev().map(|(k, v)| (k.as_str(), v, depth + 1)));
                }
                Json::String(text) => {
                    let kind = Key::of(key);
                    let method = text.to_ascii_uppercase();
                    if fetches && matches!(method.as_str(), "POST" | "PUT" | "PATCH" | "DELETE") {
                        sends |= kind == Key::Deed;
                    } else if is_web(text) && kind != Key::Prose {
                        // The one that the tool is known for has been said.
                        if !(fetches && key == "url" && depth == 1) {
                            self.fetches(
                                &Value::text(text.as_str()),
                                Span::default(),
                                "tool/address-argument",
                            );
                        }
                        leaves &= !is_loopback(host_of(text));
                    } else if fetches {
                        secret |= personal::has_secret(text);
                    } else if kind == Key::Command && text.trim().contains(char::is_whitespace) {
                        self.speculate(false, |w| w.top_level(text));
                    } else {
                        self.also_path(does, kind, text, depth);
                    }
                }
                Json::Null | Json::Bool(_) | Json::Number(_) => {}
            }
        }
        if secret && leaves {
            self.say(
                Kind::Send,
                "tool/secret-leaves",
                "takes a secret along",
                Tier::High,
                Reach::Person,
                Undo::None,
            );
        }
        if sends && leaves {
            self.deed(
                call,
                Does::Changes,
                "tool/action-argument",
                (None, "sends something along with its request"),
                Scale::One,
                0.85,
            );
        }
    }

    /// A place that stands deeper than the tool's own, or under another name.
    fn also_path(&mut self, does: Does, kind: Key, text: &str, depth: usize) {
        let (act, says) = match does {
            Does::Reads => (Kind::Read, "reads {}"),
            Does::Writes | Does::Patches => (Kind::Write, "writes {}"),
            Does::Relocates => (Kind::Move, "moves {}"),
            Does::Deletes => (Kind::Delete, "deletes {}"),
            _ => return,
        };
        let deeper = kind == Key::Path && depth > 1;
        let elsewhere = does == Does::Reads && kind == Key::Other && super::arguments::is_path(text);
        if deeper || elsewhere {
            self.tool_path(act, text, "tool/path-argument", says, act == Kind::Delete);
        }
    }
}

pub(super) fn is_web(text: &str) -> bool {
    text.get(..8).or(text.get(..7)).is_some_and(|start| {
        let lower = start.to_ascii_lowercase();
        lower.starts_with("http://") || lower.starts_with("https://")
    })
}

fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(map) => map.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}
