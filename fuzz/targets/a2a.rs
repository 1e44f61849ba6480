//! JSON-RPC of A2A, in both versions: no crash; what is judged is all that an executor of text gets to see; and the words of
//! 0.3 are those of 1.0.

#![no_main]

#[allow(dead_code, unused_imports, unreachable_pub, reason = "a part of another crate")]
#[path = "../../crates/herma-a2a/src/protocol/mod.rs"]
mod protocol;

use herma_core::ToolCall;
use herma_fuzz::{holds_of_every_line, judge_call};
use libfuzzer_sys::fuzz_target;
use protocol::{Takes, legacy, member, read_message, text_of, when};
use serde_json::{Value, json};

const METHODS: &[&str] =
    &["message/send", "message/stream", "tasks/get", "tasks/pushNotificationConfig/set", "SendMessage"];

fuzz_target!(|data: &[u8]| {
    let text = herma_fuzz::text(data);
    let strict = herma_core::json::value(&text);
    if let (Ok(value), Ok(loose)) = (&strict, serde_json::from_str::<Value>(&text)) {
        assert_eq!(*value, loose, "read in two ways");
    }
    let Ok(value) = strict else { return };
    let params = value.get("params").unwrap_or(&value);
    for method in METHODS {
        let in_new =
            legacy::method(method).map_or_else(|| params.clone(), |name| legacy::params(name, params));
        taken(&in_new);
    }
    for name in ["GetTask", "SendMessage", "ListTaskPushNotificationConfigs", "GetExtendedAgentCard"] {
        let _ = legacy::result(name, params);
    }
    if let Some(time) = value.as_str().and_then(when::parse) {
        assert_eq!(when::parse(&when::text(time)), Some(time), "{text:?}");
    }
});

fn taken(params: &Value) {
    for takes in [Takes::Text, Takes::Anything] {
        let Ok(message) = read_message(params, takes) else { continue };
        let words = text_of(&message.value);
        let parts = member(&message.value, "parts").and_then(Value::as_array).unwrap();
        for part in parts {
            // Word for word, or as the JSON that it is: nothing of it is out of sight.
            let seen = match member(part, "text").and_then(Value::as_str) {
                Some(text) => text.to_owned(),
                None => part.to_string(),
            };
            assert!(words.contains(&seen), "{seen:?} is not in {words:?}");
        }
        let metadata = message.value.get("metadata").cloned().unwrap_or_default();
        let call = ToolCall {
            tool: "a2a_task".to_owned(),
            args: json!({"text": words, "metadata": metadata}),
            ..ToolCall::default()
        };
        holds_of_every_line(&judge_call(&call));
    }
}
