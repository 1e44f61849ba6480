//! How often somebody was in crisis. That it stands is in the notes of the session (`notes`); what was said is nowhere.

use crate::notes::{self, Whose};
use crate::paths::{FILE_MODE, Paths, make_folder};
use herma_core::Verdict;
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

/// Keeps that a person is in crisis, and counts. That it cannot be written down changes nothing for the person.
pub fn note(paths: &Paths, verdict: &Verdict, whose: Whose<'_>) {
    if verdict.crisis_card.is_none() {
        return;
    }
    let mut events = String::from("c");
    if verdict.crisis_now {
        if !notes::context(paths, whose).crisis {
            events.push('p');
        }
        let _ = notes::crisis(paths, whose, "crisis");
    }
    if verdict.assessment.crisis_sensitive {
        events.push('h');
    }
    count(paths, &events);
}

/// A person has shown signs of it in what they said to the agent, before any call. They are shown the card.
pub fn said(paths: &Paths, whose: Whose<'_>, band: &str) {
    count(paths, if notes::context(paths, whose).crisis { "c" } else { "cp" });
    let _ = notes::crisis(paths, whose, band);
}

/// Somebody has spoken to one of our own channels, and was shown the card there.
pub fn shown(paths: &Paths) {
    count(paths, "pc");
}

fn count(paths: &Paths, events: &str) {
    let _ = make_folder(&folder(paths));
    let file = OpenOptions::new().append(true).create(true).mode(FILE_MODE).open(folder(paths).join(COUNTS));
    let _ = file.and_then(|mut file| file.write_all(events.as_bytes()));
}

pub fn counts(paths: &Paths) -> Counts {
    let bytes = std::fs::read(folder(paths).join(COUNTS)).unwrap_or_default();
    let of = |event: u8| bytes.iter().filter(|byte| **byte == event).count();
    Counts { people: of(b'p'), cards: of(b'c'), held: of(b'h') }
}
