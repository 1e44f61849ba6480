//! The digest: which exact action a yes is good for (design, section 6).

use crate::call::ToolCall;
use crate::text::Quoted;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Arguments that models vary freely and that change nothing about what happens.
/// What carries authority (`dangerouslyDisableSandbox`) is never in here.
const FREELY_VARIED: &[&str] = &["description", "tool_use_id"];

/// SHA-256 over tool, canonical arguments and working directory.
pub fn digest(call: &ToolCall, cwd: &str) -> String {
    let mut canonical = String::new();
    write_canonical(&mut canonical, &call.args, true);
    let mut hasher = Sha256::new();
    // A length before each part: no two different calls can run together into the same bytes.
    for part in [call.tool.as_str(), &canonical, cwd] {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut out = String::with_capacity(71);
    out.push_str("sha256:");
    for byte in hasher.finalize() {
        out.extend([byte >> 4, byte & 15].map(|half| char::from_digit(u32::from(half), 16).unwrap_or('0')));
    }
    out
}

/// Sorted keys, no white space: the same arguments in another order are the same action.
fn write_canonical(out: &mut String, value: &Value, top: bool) {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> =
                map.keys().filter(|k| !(top && FREELY_VARIED.contains(&k.as_str()))).collect();
            keys.sort();
            out.push('{');
            for (i, key) in keys.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                let _ = write!(out, "{}:", Quoted(key));
                if let Some(inner) = map.get(key) {
                    write_canonical(out, inner, false);
                }
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_canonical(out, item, false);
            }
            out.push(']');
        }
        Value::String(text) => {
            let _ = write!(out, "{}", Quoted(text));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            let _ = write!(out, "{value}");
        }
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
