//! What a command may say, one JSON object a line:
//!
//! ```json
//! {"status": "working", "text": "halfway"}
//! {"artifact": {"name": "report", "parts": [{"text": "…"}]}, "append": false, "lastChunk": true}
//! {"status": "completed", "text": "done"}          or input-required, rejected, failed
//! {"message": {"parts": [{"text": "…"}]}}          an answer that is no task
//! ```

use super::Ending;
use crate::protocol::{Artifact, State, member};
use serde_json::{Value, json};

/// One line, read.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    Progress(Option<Value>),
    Artifact(Artifact),
    End(Ending),
}

/// Reads a line. `number` names an artifact that has no name of its own.
pub fn line(text: &str, number: usize) -> Result<Said, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
    if let Some(artifact) = value.get("artifact") {
        let flag = |name: &str| member(&value, name).and_then(Value::as_bool).unwrap_or(false);
        let mut artifact = artifact.clone();
        let map = artifact.as_object_mut().ok_or("an artifact is an object")?;
        if map.get("parts").and_then(Value::as_array).is_none_or(Vec::is_empty) {
            return Err("an artifact has parts".to_owned());
        }
        if !map.contains_key("artifactId") {
            map.insert("artifactId".to_owned(), format!("artifact-{number}").into());
        }
        return Ok(Said::Artifact(Artifact {
            value: artifact,
            append: flag("append"),
            last: flag("lastChunk"),
        }));
    }
    if let Some(status) = value.get("status").and_then(Value::as_str) {
        let said = parts(&value);
        let or = |words: &str| said.clone().unwrap_or_else(|| json!([{"text": words}]));
        return match State::named(status) {
            Some(State::Working | State::Submitted) => Ok(Said::Progress(said)),
            Some(State::Completed) => Ok(Said::End(Ending::Completed(said))),
            Some(State::InputRequired) => Ok(Said::End(Ending::InputRequired(or("something is missing")))),
            Some(State::Rejected) => Ok(Said::End(Ending::Rejected(or("rejected")))),
            Some(State::Failed) => {
                let words = said.as_ref().map(|parts| crate::protocol::text_of(&json!({"parts": parts})));
                Ok(Said::End(Ending::Failed(words.unwrap_or_else(|| "failed".to_owned()))))
            }
            Some(State::Canceled) => Ok(Said::End(Ending::Canceled)),
            // Only a person's gate says that, not whoever runs behind it.
            Some(State::AuthRequired) | None => Err(format!("`{status}` is no status of an executor")),
        };
    }
    if let Some(message) = value.get("message") {
        let parts = parts(message).or_else(|| parts(&value)).ok_or("a message has parts")?;
        return Ok(Said::End(Ending::Message(parts)));
    }
    match parts(&value) {
        Some(said) => Ok(Said::Progress(Some(said))),
        None => Err("neither status nor artifact nor message".to_owned()),
    }
}

/// `parts`, or `text` as the only one; a `message` beside a status may be either.
fn parts(value: &Value) -> Option<Value> {
    if let Some(parts) =
        value.get("parts").filter(|parts| parts.as_array().is_some_and(|all| !all.is_empty()))
    {
        return Some(parts.clone());
    }
    if let Some(text) = value.get("text").and_then(Value::as_str) {
        return Some(json!([{"text": text}]));
    }
    match value.get("message") {
        Some(Value::String(text)) => Some(json!([{"text": text}])),
        Some(inner @ Value::Object(_)) => parts(inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = |words: &str| json!([{"text": words}]);
        assert_eq!(line(r#"{"status":"working","text":"a"}"#, 1), Ok(Said::Progress(Some(text("a")))));
        assert_eq!(line(r#"{"status":"completed"}"#, 1), Ok(Said::End(Ending::Completed(None))));
        assert_eq!(
            line(r#"{"status":"input_required","message":"which?"}"#, 1),
            Ok(Said::End(Ending::InputRequired(text("which?"))))
        );
        assert_eq!(
            line(r#"{"message":{"parts":[{"text":"hi"}]}}"#, 1),
            Ok(Said::End(Ending::Message(text("hi"))))
        );
        let Ok(Said::Artifact(artifact)) = line(r#"{"artifact":{"parts":[{"text":"x"}]},"append":true}"#, 3)
        else {
            panic!("no artifact")
        };
        assert_eq!(artifact.value.get("artifactId"), Some(&json!("artifact-3")));
        assert!(artifact.append && !artifact.last);
        for bad in ["", "x", "[]", r#"{"artifact":{}}"#, r#"{"status":"auth-required"}"#, r#"{"a":1}"#] {
            assert!(line(bad, 1).is_err(), "{bad}");
        }
    }
}
