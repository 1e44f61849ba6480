//! A world that remembers what it was asked.

use crate::redact::{Redactor, secret_value};
use herma_core::world::{Entry, Process, Tracked};
use herma_core::{Answer, Question, World};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::cell::{Cell, RefCell};

/// Questions whose answers are kept. A long script asks a few dozen.
const QUESTIONS_MAX: usize = 96;
/// Bytes of answers that are kept.
const ANSWERS_MAX: usize = 12 << 10;
/// A file this short that holds only digits is a pid file: kept as it is.
const NUMBER_MAX: usize = 32;
/// The process table of a machine with more is not kept.
const PROCESSES_MAX: usize = 300;

/// Passes questions on, and keeps what replay needs of the answers.
pub struct Recorder<'a> {
    world: &'a dyn World,
    kept: RefCell<Vec<(&'static str, String, Answer)>>,
    /// What was read is only told by its hash.
    hashes: RefCell<Vec<(String, usize)>>,
    binding: Cell<bool>,
    overflow: Cell<bool>,
}

impl<'a> Recorder<'a> {
    pub fn new(world: &'a dyn World) -> Self {
        Recorder {
            world,
            kept: RefCell::default(),
            hashes: RefCell::default(),
            binding: Cell::new(false),
            overflow: Cell::new(false),
        }
    }

    fn keep(&self, question: Question<'_>, answer: &Answer) {
        let (code, key) = key(question);
        let mut kept = self.kept.borrow_mut();
        if kept.iter().any(|(other, name, _)| *other == code && name == key) {
            return;
        }
        // Variables are asked for by the dozen, and most are not set.
        if code == "env" && *answer == Answer::Missing {
            return;
        }
        if kept.len() >= QUESTIONS_MAX {
            self.overflow.set(true);
            return;
        }
        let answer = match answer {
            Answer::Bytes(bytes) if !is_number(bytes) => {
                let mut hashes = self.hashes.borrow_mut();
                hashes.push((hex(&Sha256::digest(bytes)), bytes.len()));
                // Points at the hash; the content is not ours to keep.
                Answer::Bytes((hashes.len() - 1).to_le_bytes().to_vec())
            }
            other => other.clone(),
        };
        kept.push((code, key.to_owned(), answer));
    }

    /// The answers, redacted, and whether these are all.
    pub(super) fn kept(&self, redactor: &Redactor) -> (Value, bool) {
        let (mut all, mut size) = (!self.overflow.get(), 0);
        let mut out = Vec::new();
        for (code, key, answer) in self.kept.borrow().iter() {
            let value = match answer {
                Answer::Bytes(bytes) if !is_number(bytes) => {
                    let index = bytes.as_slice().try_into().map_or(usize::MAX, usize::from_le_bytes);
                    let hashes = self.hashes.borrow();
                    hashes
                        .get(index)
                        .map_or(Value::Null, |(hash, size)| json!({"sha256": hash, "size": size}))
                }
                other => encoded(code, key, other, redactor),
            };
            let entry = match key.is_empty() {
                true => json!([code, value]),
                false => json!([code, redactor.text(key), value]),
            };
            size += key.len() + length(&value);
            if size > ANSWERS_MAX {
                all = false;
                break;
            }
            out.push(entry);
        }
        (out.into(), all)
    }
}

impl World for Recorder<'_> {
    fn ask(&self, question: Question<'_>) -> Answer {
        let answer = self.world.ask(question);
        // INVARIANT: only what a yes is bound to asks for identities, and that comes last: from there on the answers go into
        // the digest and decide nothing (`binding.rs`).
        if matches!(question, Question::Identity(_) | Question::Stamp(_)) {
            self.binding.set(true);
        }
        if !self.binding.get() {
            self.keep(question, &answer);
        }
        answer
    }
}

/// What a question is kept under.
pub(super) fn key<'a>(question: Question<'a>) -> (&'static str, &'a str) {
    match question {
        Question::Home => ("home", ""),
        Question::Cwd => ("cwd", ""),
        Question::User => ("user", ""),
        Question::Env(name) => ("env", name),
        Question::Look(path) => ("look", path),
        Question::RealPath(path) => ("real", path),
        Question::Tracked(path) => ("tracked", path),
        Question::WorkTree(path) => ("tree", path),
        Question::Read(path, _) => ("read", path),
        Question::Processes => ("processes", ""),
        Question::Which(name) => ("which", name),
        Question::Identity(path) => ("identity", path),
        Question::Stamp(path) => ("stamp", path),
    }
}

fn encoded(code: &str, key: &str, answer: &Answer, redactor: &Redactor) -> Value {
    match answer {
        Answer::Unknown => Value::Null,
        Answer::Missing => false.into(),
        Answer::Text(text) if text == key => true.into(),
        Answer::Text(text) => match secret_value(key, text).filter(|_| code == "env") {
            Some(redacted) => redacted.into(),
            None => redactor.text(text).into_owned().into(),
        },
        Answer::Entry(entry) => match entry {
            Entry::File { size, executable } => json!({"file": size, "runs": executable}),
            Entry::Directory => json!({"entry": "folder"}),
            Entry::Link => json!({"entry": "link"}),
            Entry::BlockDevice => json!({"entry": "block"}),
            Entry::Other => json!({"entry": "other"}),
        },
        Answer::Tracked(tracked) => json!({"git": match tracked {
            Tracked::Clean => "clean",
            Tracked::Modified => "modified",
            Tracked::Untracked => "untracked",
            Tracked::NoRepository => "none",
        }}),
        Answer::Bytes(bytes) => json!({"number": String::from_utf8_lossy(bytes)}),
        Answer::Processes(table) if table.len() > PROCESSES_MAX => Value::Null,
        Answer::Processes(table) => table.iter().map(|one| process(one, redactor)).collect(),
    }
}

fn process(one: &Process, redactor: &Redactor) -> Value {
    let Process { pid, parent, group, name, command, uid, host, myself } = one;
    let command: String = redactor.text(command).chars().take(80).collect();
    json!([pid, parent, group, redactor.text(name), command, uid, host, myself])
}

fn is_number(bytes: &[u8]) -> bool {
    !bytes.is_empty()
        && bytes.len() <= NUMBER_MAX
        && bytes.iter().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace())
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// About how long this is as text.
fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(|item| 4 + length(item)).sum(),
        Value::Object(_) => 80,
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}
