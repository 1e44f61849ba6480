//! Who is in crisis: that it is so, until when, and how often. Never what was said.

use crate::paths::{FILE_MODE, Paths, make_folder};
use herma_core::crisis::lane::STANDS_MS;
use herma_core::{ToolCall, Verdict};
use herma_store::Millis;
use sha2::{Digest, Sha256};
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

/// One byte an event: `p` a person, `c` a card, `h` a message held. Appending a byte cannot tear.
const COUNTS: &str = "counts";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub people: usize,
    pub cards: usize,
    pub held: usize,
}

fn folder(paths: &Paths) -> PathBuf {
    paths.data.join("crisis")
}

/// The conversation, unreadable: nobody learns from the name of a file who it was.
fn mark(paths: &Paths, agent: &str, session: &str) -> PathBuf {
    let name: String = Sha256::digest(format!("{agent}\n{session}"))
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    folder(paths).join(name)
}

/// Lets a call know that somebody in its conversation is in crisis. An unreadable mark stands.
pub fn recall(paths: &Paths, call: &mut ToolCall, agent: &str, session: &str, now: Millis) {
    call.context.crisis |= stands(paths, agent, session, now);
}

fn stands(paths: &Paths, agent: &str, session: &str, now: Millis) -> bool {
    match std::fs::read_to_string(mark(paths, agent, session)) {
        Ok(text) => text.trim().parse::<Millis>().map_or(true, |until| now < until),
        // It is there, and kept from us. A home that is no folder holds no mark.
        Err(error) => error.kind() == std::io::ErrorKind::PermissionDenied,
    }
}

/// Keeps that a person is in crisis, and counts. That it cannot be written down changes nothing for the person.
pub fn note(paths: &Paths, verdict: &Verdict, agent: &str, session: &str, now: Millis) {
    if verdict.crisis_card.is_none() {
        return;
    }
    let _ = make_folder(&folder(paths));
    let mut events = String::from("c");
    if verdict.crisis_now {
        if !stands(paths, agent, session, now) {
            events.push('p');
        }
        let until = now.saturating_add(STANDS_MS);
        let path = mark(paths, agent, session);
        let _ = crate::paths::write_atomically(&path, until.to_string().as_bytes(), Some(FILE_MODE));
    }
    if verdict.assessment.crisis_sensitive {
        events.push('h');
    }
    let file = OpenOptions::new().append(true).create(true).mode(FILE_MODE).open(folder(paths).join(COUNTS));
    let _ = file.and_then(|mut file| file.write_all(events.as_bytes()));
}

pub fn counts(paths: &Paths) -> Counts {
    let bytes = std::fs::read(folder(paths).join(COUNTS)).unwrap_or_default();
    let of = |event: u8| bytes.iter().filter(|byte| **byte == event).count();
    Counts { people: of(b'p'), cards: of(b'c'), held: of(b'h') }
}
