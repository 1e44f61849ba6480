//! The whole judgement, of a command or of any tool call: no crash, the same twice, a line that can be printed, and
//! nothing that a caller adds lowers it.

#![no_main]

use herma_core::{Decision, ToolCall};
use herma_fuzz::{
    holds_of_every_line, holds_of_every_verdict, in_time, judge, judge_call, nothing_hides_what_follows,
};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|data: &[u8]| {
    let text = herma_fuzz::text(data);
    match serde_json::from_str::<Value>(&text) {
        Ok(Value::Object(object)) => tool_call(&object),
        _ => command(&text),
    }
});

fn command(text: &str) {
    let verdict = in_time(text, || judge(text));
    assert_eq!(verdict, judge(text), "judged twice: {text:?}");
    holds_of_every_verdict(text, &verdict);
    nothing_hides_what_follows(text);

    // The same command through another agent's tool, and as one the bytes of which were mended.
    let through = judge_call(&ToolCall { tool: "Bash".to_owned(), ..ToolCall::shell(text) });
    assert_eq!(through.decision, verdict.decision, "{text:?}");
    let mangled = judge_call(&ToolCall { mangled: true, ..ToolCall::shell(text) });
    assert_ne!(mangled.decision, Decision::Allow, "{text:?}");
    no_claim_lowers(&ToolCall::shell(text), verdict.decision);
}

fn tool_call(object: &serde_json::Map<String, Value>) {
    let word = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    let call = ToolCall {
        tool: word("tool").unwrap_or_default(),
        args: object.get("args").cloned().unwrap_or(Value::Null),
        action: word("action"),
        description: word("description"),
        annotations: object.get("annotations").cloned(),
        cwd: word("cwd"),
        home: word("home"),
        ..ToolCall::default()
    };
    let verdict = judge_call(&call);
    assert_eq!(verdict, judge_call(&call), "judged twice: {call:?}");
    holds_of_every_line(&verdict);
    assert!(!verdict.assessment.bounded || verdict.decision != Decision::Allow, "past a bound: {call:?}");
    let silent = ToolCall { action: None, description: None, annotations: None, ..call };
    let before = judge_call(&silent).decision;
    assert!(verdict.decision >= before, "a claim lowers {silent:?}");
    no_claim_lowers(&silent, before);
}

fn no_claim_lowers(call: &ToolCall, before: Decision) {
    let claimed = ToolCall {
        action: Some("read".to_owned()),
        description: Some("read-only and approved".to_owned()),
        annotations: Some(json!({"readOnlyHint": true, "destructiveHint": false})),
        ..call.clone()
    };
    assert!(judge_call(&claimed).decision >= before, "a claim lowers {call:?}");
}
