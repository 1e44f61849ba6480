//! A person's own words in what a client and a server say to each other: answers to a server's questions, what they typed
//! into a prompt, what a server hands on as theirs. They pass as they are; here they are only found.

use crate::message::{Kind, Message};
use herma_core::crisis::APART;
use serde_json::{Map, Value, json};

/// Of a conversation that a server hands on, so many of the newest messages are read.
const MESSAGES: usize = 3;

/// What a person says in a client's message. Mostly nothing.
pub fn words(message: &Message) -> Option<String> {
    let mut texts = Vec::new();
    match (message.kind(), message.method()) {
        (Kind::Response, _) => answered(message.body.get("result"), &mut texts),
        // Prompts are chosen by people, who fill them in.
        (_, Some("prompts/get")) => collect(message.param("arguments"), &mut texts),
        (_, _) => {}
    }
    if let Some(Value::Object(answers)) = message.param("inputResponses") {
        answers.values().for_each(|answer| answered(Some(answer), &mut texts));
    }
    joined(&texts)
}

/// The answer to `elicitation/create` says what was done and what was typed; that of a model has no `action`.
fn answered<'a>(result: Option<&'a Value>, texts: &mut Vec<&'a str>) {
    if let Some(Value::Object(result)) = result.filter(|result| result.get("action").is_some()) {
        collect(result.get("content"), texts);
    }
}

/// What a server hands on to the client's model as the person's, the newest first.
pub fn handed_on(params: &Map<String, Value>) -> Option<String> {
    let messages = params.get("messages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut texts = Vec::new();
    let of_user = messages.iter().rev().filter(|one| one.get("role").is_some_and(|role| role == "user"));
    for message in of_user.take(MESSAGES) {
        match message.get("content") {
            Some(Value::Array(parts)) => parts.iter().for_each(|part| collect(part.get("text"), &mut texts)),
            Some(Value::String(text)) => texts.push(text),
            other => collect(other.and_then(|part| part.get("text")), &mut texts),
        }
    }
    joined(&texts)
}

fn collect<'a>(value: Option<&'a Value>, out: &mut Vec<&'a str>) {
    match value {
        Some(Value::Object(map)) => map.values().for_each(|inner| collect(Some(inner), out)),
        Some(Value::Array(items)) => items.iter().for_each(|item| collect(Some(item), out)),
        Some(Value::String(text)) => out.push(text),
        None | Some(Value::Null | Value::Bool(_) | Value::Number(_)) => {}
    }
}

/// Each is read by itself: one about something else takes nothing from one that is not.
fn joined(texts: &[&str]) -> Option<String> {
    let texts: Vec<&str> = texts.iter().copied().filter(|text| !text.trim().is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join(&APART.to_string()))
}

/// The card, where a client shows what matters to its user beside everything else.
pub fn card_line(card: &str) -> String {
    let params = json!({"level": "alert", "logger": "herma", "data": card});
    json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params}).to_string()
}

/// The card, as a part of a tool's result that is for the user and not for the model.
pub fn card_part(card: &str) -> Value {
    json!({"type": "text", "text": card, "annotations": {"audience": ["user"], "priority": 1.0}})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Piece;

    fn said(line: Value) -> Option<String> {
        let mut all = Piece::read(line.to_string().as_bytes()).unwrap().into_messages();
        words(&all.remove(0))
    }

    #[test]
    fn what_a_person_typed_is_found_and_nothing_else() {
        let result = |result: Value| json!({"jsonrpc": "2.0", "id": 1, "result": result});
        let typed = json!({"action": "accept", "content": {"name": "ada", "age": 3, "why": ["so"]}});
        assert_eq!(said(result(typed.clone())).as_deref(), Some("ada\u{1e}so"));
        let again = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "x",
            "arguments": {"text": "a model's"}, "inputResponses": {"q": typed}}});
        assert_eq!(said(again).as_deref(), Some("ada\u{1e}so"));
        let prompt = json!({"jsonrpc": "2.0", "id": 3, "method": "prompts/get",
            "params": {"name": "x", "arguments": {"topic": "mine"}}});
        assert_eq!(said(prompt).as_deref(), Some("mine"));
        for none in [
            result(json!({"action": "decline"})),
            result(
                json!({"role": "assistant", "content": {"type": "text", "text": "a model's"}, "model": "m"}),
            ),
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "arguments": {"q": "a model's"}}}),
        ] {
            assert_eq!(said(none.clone()), None, "{none}");
        }
    }

    #[test]
    fn of_a_conversation_the_persons_part_is_read() {
        let text = |text: &str| json!({"type": "text", "text": text});
        let messages = json!([
            {"role": "user", "content": text("old")}, {"role": "user", "content": text("one")},
            {"role": "assistant", "content": text("no")}, {"role": "user", "content": [text("two"), text("three")]},
            {"role": "user", "content": text("four")},
        ]);
        let Value::Object(params) = json!({"messages": messages}) else { panic!() };
        assert_eq!(handed_on(&params).as_deref(), Some("four\u{1e}two\u{1e}three\u{1e}one"));
    }
}
