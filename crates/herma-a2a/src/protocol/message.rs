//! A message: what a peer wants, in parts.

use super::Fault;
use serde_json::{Map, Value, json};

/// Input that an executor can be given.
pub const INPUT_MODES: &[&str] = &["text/plain", "application/json", "text/markdown"];
/// What one part may hold, exactly one of them.
const CONTENTS: &[&str] = &["text", "raw", "url", "data"];

/// Which media an executor can be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Those of [`INPUT_MODES`].
    Text,
    /// It gets the message whole, and makes of it what it can.
    Anything,
}

impl Takes {
    /// As a card says it.
    pub fn modes(self) -> Vec<&'static str> {
        let anything = (self == Takes::Anything).then_some("*/*");
        INPUT_MODES.iter().copied().chain(anything).collect()
    }
}

/// A message that was found to be well-formed.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    /// As it came, in 1.0's form.
    pub value: Value,
    pub task: Option<String>,
    pub context: Option<String>,
}

/// A member by its name in JSON (`historyLength`), or by that in the protocol's own file (`history_length`): both are
/// ProtoJSON. Null is absent.
pub fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let snake = || {
        let spelled = name.chars().fold(String::new(), |mut out, c| {
            if c.is_ascii_uppercase() {
                out.push('_');
            }
            out.push(c.to_ascii_lowercase());
            out
        });
        value.get(spelled)
    };
    value.get(name).or_else(snake).filter(|value| !value.is_null())
}

fn text_member(value: &Value, name: &str) -> Result<Option<String>, Fault> {
    match member(value, name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone()).filter(|text| !text.is_empty())),
        Some(_) => Err(Fault::params(format!("`{name}` is no text"))),
    }
}

/// Reads the message of a request.
pub fn read_message(params: &Value, takes: Takes) -> Result<Incoming, Fault> {
    let message = member(params, "message").ok_or_else(|| Fault::params("`message` is missing"))?;
    if !message.is_object() {
        return Err(Fault::params("`message` is no object"));
    }
    if text_member(message, "messageId")?.is_none() {
        return Err(Fault::params("`message.messageId` is missing"));
    }
    match member(message, "role").and_then(Value::as_str) {
        Some("ROLE_USER") => {}
        Some(other) => {
            let other: String = other.chars().take(40).collect();
            return Err(Fault::params(format!("`{other}` is no role that a caller may have; ROLE_USER is")));
        }
        None => return Err(Fault::params("`message.role` is missing")),
    }
    let parts = member(message, "parts").and_then(Value::as_array);
    let parts = parts.filter(|parts| !parts.is_empty());
    for part in parts.ok_or_else(|| Fault::params("`message.parts` is missing or empty"))? {
        check_part(part, takes)?;
    }
    for (name, is) in [("metadata", Value::is_object as fn(&Value) -> bool), ("extensions", Value::is_array)]
    {
        if member(message, name).is_some_and(|value| !is(value)) {
            return Err(Fault::params(format!("`message.{name}` has the wrong form")));
        }
    }
    Ok(Incoming {
        task: text_member(message, "taskId")?,
        context: text_member(message, "contextId")?,
        value: message.clone(),
    })
}

fn check_part(part: &Value, takes: Takes) -> Result<(), Fault> {
    let held: Vec<&str> = CONTENTS.iter().copied().filter(|name| member(part, name).is_some()).collect();
    let [content] = held.as_slice() else {
        return Err(Fault::params("a part holds exactly one of text, raw, url and data"));
    };
    if *content != "data" && !member(part, content).is_some_and(Value::is_string) {
        return Err(Fault::params(format!("`{content}` of a part is no text")));
    }
    let default = match *content {
        "text" => "text/plain",
        "data" => "application/json",
        _ => "application/octet-stream",
    };
    let media = text_member(part, "mediaType")?.unwrap_or_else(|| default.to_owned());
    let plain = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match takes == Takes::Anything || INPUT_MODES.contains(&plain.as_str()) {
        true => Ok(()),
        false => {
            let media: String = plain.chars().take(80).collect();
            Err(Fault::content_type(format!("`{media}` is not taken; {} are", INPUT_MODES.join(", "))))
        }
    }
}

/// The words of a message: its text parts, and what else it holds as JSON. All that an executor gets to see stands in it.
pub fn text_of(message: &Value) -> String {
    let parts = member(message, "parts").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let one = |part: &Value| match member(part, "text").and_then(Value::as_str) {
        Some(text) => text.to_owned(),
        None => part.to_string(),
    };
    parts.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// A message of ours.
pub fn agent_message(id: &str, task: &str, context: &str, parts: Value) -> Value {
    let mut all = Map::new();
    all.insert("messageId".to_owned(), id.into());
    all.insert("role".to_owned(), "ROLE_AGENT".into());
    all.insert("parts".to_owned(), parts);
    if !task.is_empty() {
        all.insert("taskId".to_owned(), task.into());
    }
    if !context.is_empty() {
        all.insert("contextId".to_owned(), context.into());
    }
    json!(all)
}
