//! Bytes as a person may see them: nothing hidden, nothing that moves the cursor, nothing pushed out of view.
//!
//! What is shown is made from the bytes that will run, one atom after the other, and every byte belongs to an atom
//! (T03). Control characters, invisible ones, those that turn the reading order, blanks that are no blanks, and letters
//! that look like others become escapes, and are warned about (T06, T07). White space is visible where it could be
//! overlooked (T05). Long runs of it are folded into a count (T08).

use super::look_alike;
use herma_core::effect::Span;
use herma_core::text::is_deceptive;
use std::borrow::Cow;
use std::collections::BTreeMap;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Deeper indentation than this is not written by hand; it pushes something out of view.
const MAX_BLANKS: usize = 16;
/// Between paragraphs of a script there are one or two.
const MAX_BLANK_LINES: usize = 3;
/// Marks on one letter. Scripts that use them have two at most; more are there to paint over the neighbours.
const MAX_MARKS: usize = 2;
/// How many different characters a warning names.
const MAX_NAMED: usize = 4;

/// How something is meant to look; which colours that are is decided where it is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Plain,
    Strong,
    Faint,
    Good,
    Warn,
    Danger,
    /// The part of a command that matters: underlined.
    Marked,
    /// Stands for something that could not be shown as it is.
    Escaped,
}

/// The smallest thing that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom {
    pub text: Cow<'static, str>,
    pub width: usize,
    pub look: Look,
    /// Lies inside a mark, whatever it looks like.
    pub marked: bool,
    /// The text has a line break here.
    pub breaks: bool,
}

/// Text that can be shown, and what is to be said about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visible {
    pub atoms: Vec<Atom>,
    pub warnings: Warnings,
}

/// What a reader would not have noticed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Warnings {
    hidden: BTreeMap<String, usize>,
    look_alikes: BTreeMap<String, usize>,
    spaces: usize,
    lines: usize,
}

impl Warnings {
    pub fn add(&mut self, other: &Warnings) {
        for (all, more) in [(&mut self.hidden, &other.hidden), (&mut self.look_alikes, &other.look_alikes)] {
            for (name, count) in more {
                *all.entry(name.clone()).or_default() += count;
            }
        }
        self.spaces += other.spaces;
        self.lines += other.lines;
    }

    /// One sentence each, for a person.
    pub fn sentences(&self) -> Vec<String> {
        let mut out = Vec::new();
        if let Some((count, names)) = named(&self.hidden) {
            out.push(format!("{} shown as escapes: {names}", counted(count, "hidden character")));
        }
        if let Some((count, names)) = named(&self.look_alikes) {
            out.push(format!("{} like another: {names}", look(count)));
        }
        if self.lines > 0 {
            out.push(format!("{} folded", counted(self.lines, "blank line")));
        }
        if self.spaces > 0 {
            out.push(format!("{} folded", counted(self.spaces, "blank")));
        }
        out
    }
}

fn look(count: usize) -> String {
    format!("{} look{}", counted(count, "character"), if count == 1 { "s" } else { "" })
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn named(all: &BTreeMap<String, usize>) -> Option<(usize, String)> {
    let count: usize = all.values().sum();
    let mut names: Vec<&str> = all.keys().take(MAX_NAMED).map(String::as_str).collect();
    if all.len() > MAX_NAMED {
        names.push("…");
    }
    (count > 0).then(|| (count, names.join(", ")))
}

/// A byte offset, and what stands there: a character, or a byte that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    at: usize,
    what: Result<char, u8>,
}

impl Unit {
    pub fn char(self) -> Option<char> {
        self.what.ok()
    }
}

/// Makes these bytes visible; what lies inside `marks` looks marked.
pub fn visible(bytes: &[u8], marks: &[Span]) -> Visible {
    let units = units(bytes);
    let doubles = look_alike::find(&units);
    let marks = merged(marks);
    let mut maker = Maker { units: &units, doubles: &doubles, marks: &marks, out: Visible::default() };
    let mut at = 0;
    while at < units.len() {
        at += maker.take(at);
    }
    maker.out
}

/// Text of somebody else's, for a place in one line: line breaks are escapes too.
pub fn visible_line(text: &str) -> Visible {
    let mut out = visible(text.as_bytes(), &[]);
    for atom in &mut out.atoms {
        if atom.breaks {
            *atom = Atom { breaks: false, ..escape('\n') };
        }
    }
    out
}

/// In order, and none inside another: a script has thousands of effects.
pub fn merged(marks: &[Span]) -> Vec<Span> {
    let mut sorted = marks.to_vec();
    sorted.sort_by_key(|mark| (mark.start, mark.end));
    let mut out: Vec<Span> = Vec::new();
    for mark in sorted {
        match out.last_mut() {
            Some(last) if mark.start <= last.end => *last = last.to(mark),
            _ => out.push(mark),
        }
    }
    out
}

fn units(bytes: &[u8]) -> Vec<Unit> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        out.extend(chunk.valid().char_indices().map(|(i, c)| Unit { at: at + i, what: Ok(c) }));
        at += chunk.valid().len();
        out.extend(chunk.invalid().iter().enumerate().map(|(i, b)| Unit { at: at + i, what: Err(*b) }));
        at += chunk.invalid().len();
    }
    out
}

struct Maker<'a> {
    units: &'a [Unit],
    /// For each unit, the plain character it looks like.
    doubles: &'a [Option<char>],
    /// In order, and apart from each other.
    marks: &'a [Span],
    out: Visible,
}

impl Maker<'_> {
    /// Shows what stands at `at`; gives how many units that were.
    fn take(&mut self, at: usize) -> usize {
        if self.starts_line(at)
            && let Some(used) = self.fold_lines(at)
        {
            return used;
        }
        match self.units.get(at).map(|unit| unit.what) {
            Some(Ok('\n')) => self.newline(at),
            Some(Ok(c @ (' ' | '\t'))) => self.blanks(at, c),
            Some(Ok(c)) => self.character(at, c),
            Some(Err(byte)) => {
                let text = format!("\\x{byte:02x}");
                *self.out.warnings.hidden.entry(text.clone()).or_default() += 1;
                self.push(at, text.into(), Look::Escaped);
                1
            }
            None => 1,
        }
    }

    fn at(&self, at: usize) -> Option<char> {
        self.units.get(at).and_then(|unit| unit.char())
    }

    fn starts_line(&self, at: usize) -> bool {
        at == 0 || self.at(at - 1) == Some('\n')
    }

    /// Folds lines with nothing in them but blanks, if there are too many.
    fn fold_lines(&mut self, at: usize) -> Option<usize> {
        let (mut lines, mut blanks, mut end) = (0, 0, at);
        loop {
            let inside = self.run(end, |c| c == ' ' || c == '\t');
            if self.at(end + inside) != Some('\n') {
                break;
            }
            lines += 1;
            blanks += inside;
            end += inside + 1;
        }
        if lines <= MAX_BLANK_LINES {
            return None;
        }
        self.out.warnings.lines += lines;
        self.out.warnings.spaces += blanks;
        let text = match blanks {
            0 => format!("‹{}›", counted(lines, "blank line")),
            _ => format!("‹{}, {} in them›", counted(lines, "blank line"), counted(blanks, "blank")),
        };
        self.push(at, text.into(), Look::Escaped);
        self.line_break();
        Some(end - at)
    }

    fn run(&self, from: usize, wanted: impl Fn(char) -> bool) -> usize {
        self.units.iter().skip(from).take_while(|unit| unit.char().is_some_and(&wanted)).count()
    }

    fn newline(&mut self, at: usize) -> usize {
        // A break that nothing follows would not be seen.
        if at + 1 == self.units.len() {
            self.push(at, "⏎".into(), Look::Escaped);
        } else {
            self.line_break();
        }
        1
    }

    fn blanks(&mut self, at: usize, c: char) -> usize {
        let count = self.run(at, |other| other == c);
        let name = if c == ' ' { "space" } else { "tab" };
        if count > MAX_BLANKS {
            self.out.warnings.spaces += count;
            self.push(at, format!("‹{}›", counted(count, name)).into(), Look::Escaped);
            return count;
        }
        let end = at + count;
        let at_an_end = at == 0 || matches!(self.at(end), None | Some('\n'));
        for i in at..end {
            match c {
                '\t' => self.push(i, "→   ".into(), Look::Escaped),
                _ if at_an_end => self.push(i, "·".into(), Look::Escaped),
                _ => self.push(i, " ".into(), Look::Plain),
            }
        }
        count
    }

    fn character(&mut self, at: usize, c: char) -> usize {
        if let Some(plain) = self.doubles.get(at).copied().flatten() {
            let text = escape(c).text;
            *self.out.warnings.look_alikes.entry(format!("{text} is no `{plain}`")).or_default() += 1;
            self.push(at, text, Look::Escaped);
            return 1;
        }
        if is_hidden(c) {
            let text = escape(c).text;
            *self.out.warnings.hidden.entry(text.to_string()).or_default() += 1;
            self.push(at, text, Look::Escaped);
            return 1;
        }
        let marks = self.marks_on(at);
        let text: String = self.units.iter().skip(at).take(1 + marks).filter_map(|u| u.char()).collect();
        self.push(at, text.into(), Look::Plain);
        1 + marks
    }

    /// How many combining marks may stay on this letter. On plain letters there are none that a program would mean.
    fn marks_on(&self, at: usize) -> usize {
        let takes_marks = self.at(at).is_some_and(|c| !c.is_ascii() && c.is_alphabetic());
        let marks = self.run(at + 1, |c| c.width() == Some(0) && !is_deceptive(c) && !is_blank(c));
        if takes_marks && marks <= MAX_MARKS { marks } else { 0 }
    }

    fn push(&mut self, at: usize, text: Cow<'static, str>, look: Look) {
        let offset = self.units.get(at).map_or(u32::MAX, |u| u32::try_from(u.at).unwrap_or(u32::MAX));
        let before = self.marks.partition_point(|mark| mark.start <= offset);
        let marked = before.checked_sub(1).and_then(|i| self.marks.get(i)).is_some_and(|m| offset < m.end);
        let look = if marked && look == Look::Plain { Look::Marked } else { look };
        let width = text.width();
        self.out.atoms.push(Atom { text, width, look, marked, breaks: false });
    }

    fn line_break(&mut self) {
        self.out.atoms.push(Atom {
            text: "".into(),
            width: 0,
            look: Look::Plain,
            marked: false,
            breaks: true,
        });
    }
}

fn escape(c: char) -> Atom {
    let text = format!("\\u{{{:x}}}", u32::from(c));
    Atom { width: text.len(), text: text.into(), look: Look::Escaped, marked: false, breaks: false }
}

fn is_hidden(c: char) -> bool {
    is_deceptive(c) || is_blank(c) || is_private(c) || c.width().unwrap_or(0) == 0
}

/// Shows nothing, or looks like a space without being one.
fn is_blank(c: char) -> bool {
    (c.is_whitespace() && !matches!(c, ' ' | '\t' | '\n'))
        || matches!(u32::from(c),
            0x034f | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f | 0x2800 | 0x3164 | 0xffa0
            | 0xfe00..=0xfe0f | 0x1d173..=0x1d17a | 0xe0100..=0xe01ef)
}

/// What it looks like depends on the font.
fn is_private(c: char) -> bool {
    matches!(u32::from(c), 0xe000..=0xf8ff | 0xf0000..=0x10ffff)
}

#[cfg(test)]
#[path = "visible_tests.rs"]
mod tests;
