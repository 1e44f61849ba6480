//! The person in front of the agent: what they said last, and what they are shown.
//!
//! A hook hears of a tool call, not of the conversation. The agents name their transcript, and its end holds it. It is read
//! for calls that reach somebody or cannot be taken back, and for no other: everything else costs nothing.

use crate::effective_policy::EffectivePolicy;
use crate::world::DisklessWorld;
use herma_agents::Request;
use herma_core::ToolCall;
use herma_core::policy::Assessor;
use herma_core::verdict::Reviewer;
use herma_engine::enforce::matters;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The end of a transcript: several turns, tool results included. A longer one where nobody is heard in it: a single result
/// may be that long.
const TAILS: [u64; 3] = [256 << 10, 1 << 20, 4 << 20];
/// Messages that are read, the newest first: who says one thing and then another is in crisis all the same.
const MESSAGES: usize = 3;

/// Each message is read by itself (`herma_core::crisis::APART`): one about work takes nothing from one that is not.
const APART: &str = "\u{1e}";

/// Where the generic dialect holds the card.
const OWN_PLACE: &str = "crisis_card";

/// Puts what the person said into the call. Whether there was something to hear.
pub(super) fn listen(call: &mut ToolCall, transcript: Option<&str>) -> bool {
    let words = transcript.and_then(said);
    let heard = words.is_some();
    if heard {
        call.conversation.human = true;
        call.conversation.last_message = words;
    }
    heard
}

/// The same before a call is judged, where somebody else reads the transcript.
pub(crate) fn listen_by(
    request: &mut Request,
    state: &EffectivePolicy,
    said: impl FnOnce(&str) -> Option<String>,
) {
    let Some(transcript) = request.transcript.clone() else { return };
    let verdict = state.judge(&request.call, &DisklessWorld);
    // An assessor or the reviewer may yet make it matter.
    let reviewed = verdict.reviewer == Reviewer::Looks;
    let raises = |one: &Assessor| one.looks_at(&request.call, &verdict.assessment);
    if !matters(&request.call, &verdict) && !reviewed && !state.policy().assessors.iter().any(raises) {
        return;
    }
    if let Some(words) = said(&transcript) {
        request.call.conversation.human = true;
        request.call.conversation.last_message = Some(words);
    }
}

pub(crate) fn said(transcript: &str) -> Option<String> {
    let mut file = File::open(transcript).ok()?;
    let length = file.metadata().ok().filter(|m| m.is_file())?.len();
    for tail in TAILS {
        let messages = at_the_end(&mut file, length, tail).ok()?;
        if !messages.is_empty() {
            return Some(messages.join(APART));
        }
        if tail >= length {
            break;
        }
    }
    None
}

fn at_the_end(file: &mut File, length: u64, tail: u64) -> io::Result<Vec<String>> {
    file.seek(SeekFrom::Start(length.saturating_sub(tail)))?;
    let mut bytes = Vec::new();
    file.take(tail).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.lines().rev().filter_map(of_person).take(MESSAGES).collect())
}

/// One line of a transcript, if a person wrote it. Claude Code: `{"type":"user","message":{"content":…}}`; Codex:
/// `{"type":"event_msg","payload":{"type":"user_message","message":…}}`; Gemini: `{"type":"user","content":…}`.
fn of_person(line: &str) -> Option<String> {
    let row: Value = serde_json::from_str(line).ok()?;
    if row["isMeta"] == true {
        return None;
    }
    if row["payload"]["type"] == "user_message" {
        return row["payload"]["message"].as_str().map(str::to_owned);
    }
    if row["type"] != "user" {
        return None;
    }
    let content = row["message"].get("content").or(row.get("content"))?;
    let text = match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")
        }
        _ => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}

/// The agent's answer with the card where the agent shows text to the person. Claude Code, Codex and Gemini all show
/// `systemMessage`; where an answer is none of theirs, it stays as it is.
pub(crate) fn with_card(line: &str, card: &str) -> String {
    let mut answer = match line.trim() {
        "" => json!({}),
        text => match serde_json::from_str(text) {
            Ok(answer) => answer,
            Err(_) => return line.to_owned(),
        },
    };
    match answer.as_object_mut() {
        Some(members) => {
            // The dialect for everybody has a place of its own for it.
            let place = if members.contains_key(OWN_PLACE) { OWN_PLACE } else { "systemMessage" };
            members.insert(place.to_owned(), card.into());
            answer.to_string()
        }
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_person_wrote_is_heard() {
        let own = r#"{"type":"user","message":{"role":"user","content":"hello there"}}"#;
        let parts = r#"{"type":"user","message":{"content":[{"type":"text","text":"in parts"}]}}"#;
        let result = r#"{"type":"user","message":{"content":[{"type":"tool_result","content":"x"}]}}"#;
        let codex = r#"{"type":"event_msg","payload":{"type":"user_message","message":"hi codex"}}"#;
        assert_eq!(of_person(own).as_deref(), Some("hello there"));
        assert_eq!(of_person(parts).as_deref(), Some("in parts"));
        assert_eq!(of_person(codex).as_deref(), Some("hi codex"));
        for other in [result, r#"{"type":"assistant","message":{"content":"x"}}"#, "{", ""] {
            assert_eq!(of_person(other), None, "{other}");
        }
    }

    #[test]
    fn a_long_result_does_not_drown_the_person() {
        let own = r#"{"type":"user","message":{"content":"hello there"}}"#;
        let result = |length: usize| json!({"type": "user", "message": {"content": [{"type": "tool_result", "content": "x".repeat(length)}]}});
        let file = std::env::temp_dir().join(format!("herma-person-{}.jsonl", std::process::id()));
        for length in [0, 300 << 10, 3 << 20] {
            std::fs::write(&file, format!("{own}\n{}\n", result(length))).unwrap();
            assert_eq!(said(file.to_str().unwrap()).as_deref(), Some("hello there"), "{length}");
        }
        std::fs::write(&file, format!("{own}\n{}\n", result(5 << 20))).unwrap();
        assert_eq!(said(file.to_str().unwrap()), None, "there is an end to it");
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn the_card_stands_beside_the_answer_and_changes_nothing_in_it() {
        let line = r#"{"hookSpecificOutput":{"permissionDecision":"deny"}}"#;
        let with: Value = serde_json::from_str(&with_card(line, "call")).unwrap();
        assert_eq!(with["systemMessage"], "call");
        assert_eq!(with["hookSpecificOutput"]["permissionDecision"], "deny");
        assert_eq!(with_card("", "call"), r#"{"systemMessage":"call"}"#);
        assert_eq!(with_card("garbage", "call"), "garbage");
        assert_eq!(with_card(r#"{"crisis_card":null}"#, "call"), r#"{"crisis_card":"call"}"#);
    }
}
