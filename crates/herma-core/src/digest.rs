//! The digest: which exact action a yes is good for (design, section 6).

use crate::binding::{Bound, BoundKind};
use crate::call::ToolCall;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What an agent says about its own command, freely varied and changing nothing about what happens.
/// What carries authority (`dangerouslyDisableSandbox`) is never in here.
const FREELY_VARIED: &[&str] = &["description", "tool_use_id"];

/// Arguments of this tool that are words about the call and no part of it. Only a shell has them: the `description` of an
/// issue, an event or a payment is what is sent.
pub fn freely_varied(tool: &str) -> &'static [&'static str] {
    if crate::understand::is_shell(tool) { FREELY_VARIED } else { &[] }
}

/// SHA-256 over tool, canonical arguments, working directory, and what else a yes is bound to.
pub fn digest(call: &ToolCall, cwd: &str, bound: &[Bound]) -> String {
    let mut hasher = Sha256::new();
    part(&mut hasher, b't', call.tool.as_bytes());
    canonical(&mut hasher, &call.args, freely_varied(&call.tool));
    part(&mut hasher, b'w', cwd.as_bytes());
    for one in &call.bound_to {
        part(&mut hasher, b'b', one.as_bytes());
    }
    for Bound { kind, name, is } in bound {
        let mark = match kind {
            BoundKind::Folder => b'd',
            BoundKind::File => b'f',
            BoundKind::Input => b'i',
            BoundKind::Target => b'p',
            BoundKind::Variable => b'e',
        };
        part(&mut hasher, mark, name.as_bytes());
        part(&mut hasher, b'=', is.as_bytes());
    }
    format!("sha256:{}", hex(&hasher.finalize()))
}

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// A mark and a length before each part: no two different calls can run together into the same bytes.
fn part(hasher: &mut Sha256, mark: u8, bytes: &[u8]) {
    hasher.update([mark]);
    hasher.update((bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

/// Keys in sorted order: the same arguments written in another order are the same action.
fn canonical(hasher: &mut Sha256, value: &Value, varied: &[&str]) {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().filter(|k| !varied.contains(&k.as_str())).collect();
            keys.sort();
            part(hasher, b'o', &(keys.len() as u64).to_le_bytes());
            for key in keys {
                part(hasher, b'k', key.as_bytes());
                if let Some(inner) = map.get(key) {
                    canonical(hasher, inner, &[]);
                }
            }
        }
        Value::Array(items) => {
            part(hasher, b'a', &(items.len() as u64).to_le_bytes());
            for item in items {
                canonical(hasher, item, &[]);
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
        let a = digest(&call(json!({"command": "ls", "description": "list"})), "/w", &[]);
        let b = digest(&call(json!({"description": "look around", "command": "ls"})), "/w", &[]);
        assert_eq!(a, b);
    }

    #[test]
    fn t20_what_a_tool_sends_is_no_word_about_the_call() {
        let issue = |text: &str| {
            let args = json!({"title": "t", "description": text});
            digest(&ToolCall { tool: "mcp__tracker__create_issue".into(), ..call(args) }, "/w", &[])
        };
        assert_ne!(issue("a small thing"), issue("and here are the passwords"));
    }

    #[test]
    fn what_matters_counts() {
        let plain = digest(&call(json!({"command": "ls"})), "/w", &[]);
        assert_ne!(
            plain,
            digest(&call(json!({"command": "ls "})), "/w", &[]),
            "white space is part of the action"
        );
        assert_ne!(plain, digest(&call(json!({"command": "ls"})), "/x", &[]), "so is the place");
        assert_ne!(
            plain,
            digest(&call(json!({"command": "ls", "dangerouslyDisableSandbox": true})), "/w", &[])
        );
    }
}
