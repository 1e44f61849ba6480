//! The world as it was: what was answered then is answered again.

use super::world::{hex, key};
use crate::redact::filled;
use herma_core::call::{Origin, Surface};
use herma_core::world::{Entry, Process, Tracked};
use herma_core::{Answer, Question, ToolCall, World};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;

/// The contents of files that are still what they were, by their hash. Shared by the calls of one worker.
#[derive(Debug, Default)]
pub struct Files(RefCell<HashMap<String, Option<Vec<u8>>>>);

impl Files {
    /// Only if it is still the same: another content was never judged.
    fn content(&self, path: &str, hash: &str, size: usize) -> Option<Vec<u8>> {
        let mut known = self.0.borrow_mut();
        let read = || {
            let file = File::open(path).ok()?;
            if !file.metadata().ok()?.is_file() {
                return None;
            }
            let mut bytes = Vec::new();
            file.take(size as u64).read_to_end(&mut bytes).ok()?;
            (hex(&Sha256::digest(&bytes)) == hash).then_some(bytes)
        };
        known.entry(format!("{hash} {path}")).or_insert_with(read).clone()
    }
}

/// Answers out of a trace. What was not recorded is unknown.
pub struct RecordedWorld<'a> {
    answers: Vec<(String, String, Value)>,
    files: &'a Files,
    /// The recorder was past its bound, or the call was not kept whole.
    lost: Cell<bool>,
    binding: Cell<bool>,
}

impl RecordedWorld<'_> {
    /// Whether something was asked that nobody recorded: then the verdict is about another world.
    pub fn is_lost(&self) -> bool {
        self.lost.get()
    }
}

/// A recorded call and its world. `None` if there is no call left to judge.
pub fn recorded<'a>(
    call: &mut Value,
    session: &str,
    files: &'a Files,
) -> Option<(ToolCall, RecordedWorld<'a>)> {
    let args = fill(call.get_mut("args")?.take());
    let text = |key: &str| Some(whole(call.get(key)?.as_str()?));
    let surface = match call.get("origin").and_then(Value::as_str) {
        Some("interactive") => Surface::Interactive,
        Some("cron") => Surface::Cron,
        _ => Surface::Headless,
    };
    let judged = ToolCall {
        tool: text("tool")?,
        args,
        action: text("action"),
        cwd: text("cwd"),
        home: text("home"),
        origin: Origin {
            agent: text("agent"),
            session: Some(session.to_owned()).filter(|session| !session.is_empty()),
            sub_agent: text("sub_agent"),
            surface,
        },
        context: super::context::read(call),
        ..ToolCall::default()
    };
    let cut = call.get("cut").is_some();
    let answers = match call.get_mut("world").map(Value::take) {
        Some(Value::Array(answers)) => answers.into_iter().filter_map(answer).collect(),
        _ => Vec::new(),
    };
    let world = RecordedWorld { answers, files, lost: Cell::new(cut), binding: Cell::new(false) };
    Some((judged, world))
}

fn answer(entry: Value) -> Option<(String, String, Value)> {
    let Value::Array(mut parts) = entry else { return None };
    let value = parts.pop()?;
    let key = if parts.len() > 1 { whole(parts.pop()?.as_str()?) } else { String::new() };
    Some((parts.pop()?.as_str()?.to_owned(), key, value))
}

fn whole(text: &str) -> String {
    filled(text).unwrap_or_else(|| text.to_owned())
}

fn fill(value: Value) -> Value {
    match value {
        Value::String(text) => filled(&text).unwrap_or(text).into(),
        Value::Array(items) => items.into_iter().map(fill).collect(),
        Value::Object(map) => map.into_iter().map(|(name, inner)| (name, fill(inner))).collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other,
    }
}

impl World for RecordedWorld<'_> {
    fn ask(&self, question: Question<'_>) -> Answer {
        if matches!(question, Question::Identity(_)) {
            self.binding.set(true);
        }
        let (code, name) = key(question);
        let kept = self.answers.iter().find(|(other, key, _)| other == code && key == name);
        match (kept, question) {
            (Some((_, _, value)), _) => self.decoded(name, value),
            (None, Question::Env(_) | Question::Guarded) => Answer::Missing,
            (None, _) => {
                // What a yes would be bound to decides nothing.
                self.lost.set(self.lost.get() || !self.binding.get());
                Answer::Unknown
            }
        }
    }
}

impl RecordedWorld<'_> {
    fn decoded(&self, key: &str, value: &Value) -> Answer {
        match value {
            Value::Null | Value::Number(_) => Answer::Unknown,
            Value::Bool(true) => Answer::Text(key.to_owned()),
            Value::Bool(false) => Answer::Missing,
            Value::String(text) => Answer::Text(whole(text)),
            Value::Array(table) => Answer::Processes(table.iter().filter_map(process).collect()),
            Value::Object(map) => {
                let word = |name: &str| map.get(name).and_then(Value::as_str);
                if let Some(size) = map.get("file").and_then(Value::as_u64) {
                    let executable = map.get("runs").and_then(Value::as_bool).unwrap_or(true);
                    return Answer::Entry(Entry::File { size, executable });
                }
                match (word("entry"), word("git"), word("number"), word("sha256")) {
                    (Some("folder"), ..) => Answer::Entry(Entry::Directory),
                    (Some("link"), ..) => Answer::Entry(Entry::Link),
                    (Some("block"), ..) => Answer::Entry(Entry::BlockDevice),
                    (Some(_), ..) => Answer::Entry(Entry::Other),
                    (_, Some("clean"), ..) => Answer::Tracked(Tracked::Clean),
                    (_, Some("modified"), ..) => Answer::Tracked(Tracked::Modified),
                    (_, Some("untracked"), ..) => Answer::Tracked(Tracked::Untracked),
                    (_, Some(_), ..) => Answer::Tracked(Tracked::NoRepository),
                    (_, _, Some(number), _) => Answer::Bytes(number.as_bytes().to_vec()),
                    (_, _, _, Some(hash)) => {
                        let size = map.get("size").and_then(Value::as_u64).unwrap_or(0);
                        match self.files.content(key, hash, usize::try_from(size).unwrap_or(0)) {
                            Some(bytes) => Answer::Bytes(bytes),
                            None => {
                                self.lost.set(true);
                                Answer::Unknown
                            }
                        }
                    }
                    (None, None, None, None) => Answer::Unknown,
                }
            }
        }
    }
}

fn process(one: &Value) -> Option<Process> {
    let number = |at: usize| one.get(at)?.as_i64();
    let text = |at: usize| one.get(at)?.as_str().map(str::to_owned);
    Some(Process {
        pid: i32::try_from(number(0)?).ok()?,
        parent: i32::try_from(number(1)?).ok()?,
        group: i32::try_from(number(2)?).ok()?,
        name: text(3)?,
        command: text(4)?,
        uid: u32::try_from(number(5)?).ok()?,
        host: one.get(6)?.as_bool()?,
        myself: one.get(7)?.as_bool()?,
    })
}
