//! The digest: which exact action a yes is good for (design, section 6).

use crate::call::ToolCall;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Arguments that models vary freely and that change nothing about what happens.
/// What carries authority (`dangerouslyDisableSandbox`) is never in here.
pub const FREELY_VARIED: &[&str] = &["description", "tool_use_id"];

/// SHA-256 over tool, canonical arguments and working directory.
pub fn digest(call: &ToolCall, cwd: &str) -> String {
    let mut hasher = Sha256::new();
    part(&mut hasher, b't', call.tool.as_bytes());
    canonical(&mut hasher, &call.args, true);
    part(&mut hasher, b'w', cwd.as_bytes());
    let mut out = String::with_capacity(71);
    out.push_str("sha256:");
    for byte in hasher.finalize() {
        out.extend([byte >> 4, byte & 15].map(|half| char::from_digit(u32::from(half), 16).unwrap_or('0')));
    }
    out
}

/// A mark and a length before each part: no two different calls can run together into the same bytes.
fn part(hasher: &mut Sha256, mark: u8, bytes: &[u8]) {
    hasher.update([mark]);
    hasher.update((bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

/// Keys in sorted order: the same arguments written in another order are the same action.
fn canonical(hasher: &mut Sha256, value: &Value, top: bool) {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> =
                map.keys().filter(|k| !(top && FREELY_VARIED.contains(&k.as_str()))).collect();
            keys.sort();
            part(hasher, b'o', &(keys.len() as u64).to_le_bytes());
            for key in keys {
                part(hasher, b'k', key.as_bytes());
                if let Some(inner) = map.get(key) {
                    canonical(hasher, inner, false);
                }
            }
        }
        Value::Array(items) => {
            part(hasher, b'a', &(items.len() as u64).to_le_bytes());
            for item in items {
                canonical(hasher, item, false);
            }
        }
        Value::String(text) => part(hasher, b's', text.as_bytes()),
        Value::Null | Value::Bool(_) | Value::Number(_) => part(hasher, b'v', value.to_string().as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(args: Value) -> ToolCall {
        ToolCall { tool: "Bash".into(), args, ..ToolCall::default() }
    }

    #[test]
    fn what_models_vary_freely_does_not_count() {
        let a = digest(&call(json!({"command": "ls", "description": "list"})), "/w");
        let b = digest(&call(json!({"description": "look around", "command": "ls"})), "/w");
        assert_eq!(a, b);
    }

    #[test]
    fn what_matters_counts() {
        let plain = digest(&call(json!({"command": "ls"})), "/w");
        assert_ne!(
            plain,
            digest(&call(json!({"command": "ls "})), "/w"),
            "white space is part of the action"
        );
        assert_ne!(plain, digest(&call(json!({"command": "ls"})), "/x"), "so is the place");
        assert_ne!(plain, digest(&call(json!({"command": "ls", "dangerouslyDisableSandbox": true})), "/w"));
    }
}
