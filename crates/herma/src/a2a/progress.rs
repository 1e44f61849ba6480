//! How a task goes, for a person: one line with its state and the time, rewritten in place at a terminal.

use herma_a2a::protocol::{State, member, text_of};
use herma_a2a::server::crisis_card;
use herma_core::text::shown;
use serde_json::Value;
use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::Instant;

/// A line is not wider than a terminal.
const WIDTH: usize = 76;

pub struct Progress {
    started: Instant,
    live: bool,
    quiet: bool,
    last: String,
    /// The card of a person in crisis is shown once.
    card: Cell<Option<String>>,
}

impl Progress {
    /// Nothing is shown to machines.
    pub fn new(quiet: bool) -> Self {
        Progress {
            started: Instant::now(),
            live: std::io::stderr().is_terminal(),
            quiet,
            last: String::new(),
            card: Cell::new(None),
        }
    }

    /// A state, with what is said about it.
    pub fn state(&mut self, status: &Value) {
        let name = member(status, "state").and_then(Value::as_str).unwrap_or("?");
        let plain = State::named(name).map_or(name, |state| state.plain());
        if let Some(card) = member(status, "message").and_then(crisis_card) {
            self.card(card);
        }
        let words = member(status, "message").map(text_of).unwrap_or_default();
        let text = if words.is_empty() { plain.to_owned() } else { format!("{plain}: {words}") };
        let text = shown(&text.replace('\n', " "));
        let said = std::mem::replace(&mut self.last, text);
        match self.live {
            true => self.draw(),
            // Whoever reads it from a file wants each state once.
            false if !self.quiet && said != self.last => eprintln!("{}", self.last),
            false => {}
        }
    }

    /// What a person in crisis is shown, whole and at once; to machines too, since somebody may read it.
    pub fn card(&self, card: &str) {
        if self.card.take().as_deref() != Some(card) {
            self.clear();
            eprintln!("{}", card.lines().map(shown).collect::<Vec<_>>().join("\n"));
        }
        self.card.set(Some(card.to_owned()));
    }

    /// Time has passed.
    pub fn draw(&self) {
        if !self.live || self.quiet {
            return;
        }
        let line = format!("{:>4} s  {}", self.started.elapsed().as_secs(), self.last);
        let line: String = line.chars().take(WIDTH).collect();
        let mut out = std::io::stderr().lock();
        // Nobody may be looking any more.
        let _ = write!(out, "\r\x1b[K{line}").and_then(|()| out.flush());
    }

    /// Before something else is written.
    pub fn clear(&self) {
        if self.live && !self.quiet {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
