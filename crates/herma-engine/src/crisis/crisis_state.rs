//! How often somebody was in crisis. That it stands is in the notes of the session (`notes`); what was said is nowhere.

use crate::paths::{FILE_MODE, Paths, make_folder};
use crate::session_state::{self, SessionKey};
use herma_core::Verdict;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

/// One byte an event: `p` a person, `c` a card. Appending a byte cannot tear. (What was held is in the store.)
const COUNTS: &str = "counts";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub people: usize,
    pub cards: usize,
}

fn folder(paths: &Paths) -> PathBuf {
    paths.data.join("crisis")
}

/// Keeps that a person is in crisis, and counts. That it cannot be written down changes nothing for the person.
pub fn note(paths: &Paths, verdict: &Verdict, whose: SessionKey<'_>) {
    if verdict.crisis_card.is_none() {
        return;
    }
    match verdict.crisis_now {
        true => said(paths, whose, "crisis"),
        false => count(paths, "c"),
    }
}

/// A person has shown signs of it in what they said. They are shown the card; whoever says it again is the same person.
pub fn said(paths: &Paths, whose: SessionKey<'_>, band: &str) {
    let is_new = session_state::crisis(paths, whose, band).unwrap_or(true);
    count(paths, if is_new { "cp" } else { "c" });
}

fn count(paths: &Paths, events: &str) {
    let _ = make_folder(&folder(paths));
    let file = OpenOptions::new().append(true).create(true).mode(FILE_MODE).open(folder(paths).join(COUNTS));
    let _ = file.and_then(|mut file| file.write_all(events.as_bytes()));
}

pub fn counts(paths: &Paths) -> Counts {
    let bytes = std::fs::read(folder(paths).join(COUNTS)).unwrap_or_default();
    let of = |event: u8| bytes.iter().filter(|byte| **byte == event).count();
    Counts { people: of(b'p'), cards: of(b'c') }
}
