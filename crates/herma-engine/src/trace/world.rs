//! A world that remembers what it was asked.

use crate::redact::{Redactor, secret_value};
use herma_core::text::Quoted;
use herma_core::world::{Entry, Process, Tracked};
use herma_core::{Answer, Question, World};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::cell::{Cell, RefCell};
use std::fmt::Write;

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

    /// Writes the answers, redacted, as an array; says whether these are all.
    pub(super) fn write(&self, out: &mut String, redactor: &Redactor) -> bool {
        let start = out.len();
        out.push('[');
        for (at, (code, key, answer)) in self.kept.borrow().iter().enumerate() {
            if out.len() - start > ANSWERS_MAX {
                out.push(']');
                return false;
            }
            let _ = write!(out, "{}[\"{code}\",", if at > 0 { "," } else { "" });
            if !key.is_empty() {
                let _ = write!(out, "{},", Quoted(&redactor.text(key)));
            }
            match answer {
                Answer::Unknown => out.push_str("null"),
                Answer::Missing => out.push_str("false"),
                Answer::Text(text) if text == key => out.push_str("true"),
                Answer::Text(text) => {
                    let secret = secret_value(key, text).filter(|_| *code == "env");
                    let _ = match secret {
                        Some(redacted) => write!(out, "{}", Quoted(&redacted)),
                        None => write!(out, "{}", Quoted(&redactor.text(text))),
                    };
                }
                Answer::Bytes(bytes) if !is_number(bytes) => {
                    let index = bytes.as_slice().try_into().map_or(usize::MAX, usize::from_le_bytes);
                    let hashes = self.hashes.borrow();
                    let (hash, size) =
                        hashes.get(index).map_or(("", 0), |(hash, size)| (hash.as_str(), *size));
                    let _ = write!(out, "{{\"sha256\":\"{hash}\",\"size\":{size}}}");
                }
                other => {
                    let _ = write!(out, "{}", encoded(other, redactor));
                }
            }
            out.push(']');
        }
        out.push(']');
        !self.overflow.get()
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
        // Mostly there is nothing: then nothing is kept, and replay says so.
        let idle = question == Question::Guarded && answer == Answer::Missing;
        if !self.binding.get() && !idle {
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
        Question::List(path) => ("list", path),
        Question::Processes => ("processes", ""),
        Question::Port(port) => ("port", port),
        Question::Which(name) => ("which", name),
        Question::Identity(path) => ("identity", path),
        Question::Stamp(path) => ("stamp", path),
        Question::Guarded => ("guarded", ""),
    }
}

fn encoded(answer: &Answer, redactor: &Redactor) -> Value {
    match answer {
        Answer::Unknown | Answer::Missing | Answer::Text(_) => Value::Null,
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
