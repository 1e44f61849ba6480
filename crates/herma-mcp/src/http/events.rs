//! A stream of server-sent events, taken apart as its reader would, and passed on event by event.

use crate::message::MESSAGE_MAX;
use crate::sieve::{Facts, Sieve};

/// An event above this passes while it comes, if it is an answer.
pub const PASSES_ABOVE: usize = 1 << 20;
/// Names of fields are short.
const NAME_MAX: usize = 16;

/// What came of some bytes of the stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Part {
    /// Pass these on as they are.
    Pass(Vec<u8>),
    /// An event that somebody has to read.
    Read(Event),
    /// It cannot be passed on, and half of it may be out already.
    Cut,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Event {
    pub raw: Vec<u8>,
    pub data: Vec<u8>,
    /// All fields but the data, as they came.
    pub head: Vec<u8>,
    pub name: Vec<u8>,
}

#[derive(Debug, Default)]
pub struct Events {
    event: Event,
    line: Vec<u8>,
    field: Field,
    sieve: Sieve,
    after_return: bool,
    /// The beginning of this event is out already.
    passing: bool,
    line_is_empty: bool,
    has_data: bool,
    started: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Field {
    #[default]
    Name,
    /// Right behind the colon: one blank does not count.
    DataStart,
    Data,
    Other,
}

/// A byte-order mark in front of the stream does not count.
fn is_data(name: &[u8]) -> bool {
    name.strip_prefix(b"\xef\xbb\xbf").unwrap_or(name) == b"data"
}

impl Events {
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Part> {
        let mut parts = Vec::new();
        for byte in bytes {
            self.step(*byte, &mut parts);
        }
        if self.passing {
            if !self.facts().may_pass() {
                return vec![Part::Cut];
            }
        } else if self.event.raw.len() > PASSES_ABOVE && self.facts().may_pass() {
            self.passing = true;
            self.event.data = Vec::new();
        }
        if self.passing && !self.event.raw.is_empty() {
            parts.push(Part::Pass(std::mem::take(&mut self.event.raw)));
        } else if self.event.raw.len() > MESSAGE_MAX {
            parts.push(Part::Cut);
        }
        parts
    }

    /// Whether an event of somebody else may come next: none is out in part.
    pub fn is_between(&self) -> bool {
        !self.passing
    }

    fn facts(&self) -> Facts {
        self.sieve.facts()
    }

    fn step(&mut self, byte: u8, parts: &mut Vec<Part>) {
        if !self.started {
            self.started = true;
            self.line_is_empty = true;
        }
        let is_second = byte == b'\n' && std::mem::take(&mut self.after_return);
        self.after_return = byte == b'\r';
        self.event.raw.push(byte);
        if is_second {
            // The line has ended with the return; if the event has too, this is still its last byte.
            if let (1, Some(Part::Pass(last))) = (self.event.raw.len(), parts.last_mut()) {
                last.push(byte);
                self.event.raw.clear();
            }
            return;
        }
        if matches!(byte, b'\n' | b'\r') {
            self.end_line(parts);
            return;
        }
        self.line_is_empty = false;
        match self.field {
            Field::Name if byte == b':' => {
                self.field = if is_data(&self.line) { Field::DataStart } else { Field::Other };
                if self.field == Field::DataStart {
                    self.begin_data();
                }
                self.line.push(byte);
            }
            Field::Name if self.line.len() < NAME_MAX => self.line.push(byte),
            Field::Name => self.field = Field::Other,
            Field::DataStart => {
                self.field = Field::Data;
                if byte != b' ' {
                    self.data(byte);
                }
            }
            Field::Data => self.data(byte),
            Field::Other if self.line.len() < PASSES_ABOVE => self.line.push(byte),
            Field::Other => {}
        }
    }

    fn begin_data(&mut self) {
        if std::mem::replace(&mut self.has_data, true) {
            self.data(b'\n');
        }
    }

    fn data(&mut self, byte: u8) {
        self.sieve.feed(&[byte]);
        if !self.passing {
            self.event.data.push(byte);
        }
    }

    fn end_line(&mut self, parts: &mut Vec<Part>) {
        let line = std::mem::take(&mut self.line);
        match self.field {
            // A field without a colon has an empty value.
            Field::Name if is_data(&line) => self.begin_data(),
            Field::Data | Field::DataStart => {}
            Field::Name | Field::Other if self.passing => {}
            Field::Name | Field::Other => {
                if let Some(name) = line.strip_prefix(b"event:") {
                    self.event.name = name.strip_prefix(b" ").unwrap_or(name).to_vec();
                }
                self.event.head.extend_from_slice(&line);
                if !line.is_empty() {
                    self.event.head.push(b'\n');
                }
            }
        }
        self.field = Field::Name;
        if std::mem::replace(&mut self.line_is_empty, true) {
            self.end_event(parts);
        }
    }

    fn end_event(&mut self, parts: &mut Vec<Part>) {
        let (facts, event) = (self.facts(), std::mem::take(&mut self.event));
        let passes = facts.may_pass() && facts.is_complete;
        let is_empty = event.data.trim_ascii().is_empty() && !self.passing;
        parts.push(match self.passing {
            true if !passes => Part::Cut,
            _ if passes || is_empty => Part::Pass(event.raw),
            _ => Part::Read(event),
        });
        let after_return = self.after_return;
        *self = Events { after_return, started: true, line_is_empty: true, ..Events::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<Part> {
        let mut whole = Events::default();
        let parts = whole.feed(text.as_bytes());
        let passed = |parts: &[Part]| -> Vec<u8> {
            let one = |part: &Part| match part {
                Part::Pass(bytes) => bytes.clone(),
                Part::Read(event) => event.data.clone(),
                Part::Cut => b"cut".to_vec(),
            };
            parts.iter().flat_map(one).filter(|byte| *byte != b'\r' && *byte != b'\n').collect()
        };
        // It must not matter how the bytes arrive.
        let mut single = Events::default();
        let one_by_one: Vec<Part> = text.bytes().flat_map(|byte| single.feed(&[byte])).collect();
        assert_eq!(passed(&parts), passed(&one_by_one), "{text:?}");
        parts
    }

    const ANSWER: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    const REQUEST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create"}"#;

    #[test]
    fn answers_pass_as_they_are() {
        for text in [
            format!("event: message\ndata: {ANSWER}\n\n"),
            format!("id: 7\r\ndata:{ANSWER}\r\n\r\n"),
            format!("data: {ANSWER}\r\r"),
            ": comment\n\n".to_owned(),
            "id: 1\ndata: \n\n".to_owned(),
            "retry: 100\n\n".to_owned(),
        ] {
            assert_eq!(parts(&text), [Part::Pass(text.clone().into_bytes())], "{text:?}");
        }
    }

    #[test]
    fn requests_are_read_however_they_are_cut_into_lines() {
        let two = REQUEST.split_once(',').unwrap();
        for text in [
            format!("event: message\nid: 3\ndata: {REQUEST}\n\n"),
            format!("data: {},\ndata: {}\n\n", two.0, two.1),
            format!("data:{},\rdata:{}\r\r", two.0, two.1),
        ] {
            let all = parts(&text);
            let [Part::Read(event)] = all.as_slice() else { panic!("{text:?}: {all:?}") };
            let value: serde_json::Value = serde_json::from_slice(&event.data).unwrap();
            assert_eq!(value["method"], "elicitation/create");
        }
    }

    #[test]
    fn a_large_answer_passes_while_it_comes_and_is_cut_if_it_is_none() {
        let start = r#"data: {"id":1,"result":{"content":""#;
        for (end, ok) in [("\"}}\n\n", true), ("\"},\"method\":\"sampling/createMessage\"}\n\n", false)] {
            let mut events = Events::default();
            let mut all = events.feed(start.as_bytes());
            for _ in 0..40 {
                all.extend(events.feed(&vec![b'x'; 64 << 10]));
                assert!(events.event.raw.len() <= PASSES_ABOVE + (64 << 10), "memory stays");
            }
            assert!(all.iter().any(|part| matches!(part, Part::Pass(_))));
            all.extend(events.feed(end.as_bytes()));
            assert_eq!(!all.contains(&Part::Cut), ok);
        }
    }
}
