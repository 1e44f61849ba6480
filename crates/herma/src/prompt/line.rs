//! A line of the screen: pieces of text, each with a look.
//!
//! Nothing here knows a terminal. The last guard of T06 is [`Line::push`]: no control character passes it, whatever
//! the code before it did, so the only escapes that reach a terminal are those that we write ourselves.

use super::visible::{Atom, Look};
use unicode_width::UnicodeWidthStr;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    pub look: Look,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    pieces: Vec<Piece>,
}

impl Line {
    pub fn of(text: &str, look: Look) -> Line {
        let mut line = Line::default();
        line.push(text, look);
        line
    }

    pub fn push(&mut self, text: &str, look: Look) {
        // INVARIANT: no control character is ever in a line.
        let clean = text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c });
        match self.pieces.last_mut() {
            Some(last) if last.look == look => last.text.extend(clean),
            _ => self.pieces.push(Piece { text: clean.collect(), look }),
        }
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    pub fn width(&self) -> usize {
        self.pieces.iter().map(|piece| piece.text.width()).sum()
    }
}

/// One row of wrapped text.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    pub atoms: &'a [Atom],
    /// It goes on from the row before: the text itself has no line break here.
    pub continued: bool,
}

/// Breaks atoms into rows of at most `width` columns, after a blank if there is one in the second half of the row.
/// Nothing is dropped: a blank at a break stays at the end of its row.
pub fn wrap(atoms: &[Atom], width: usize) -> Vec<Row<'_>> {
    let width = width.max(1);
    let mut rows = Vec::new();
    for line in atoms.split_inclusive(|atom| atom.breaks) {
        let mut rest = line;
        let mut continued = false;
        loop {
            let fits = fitting(rest, width);
            let (row, later) = rest.split_at_checked(fits).unwrap_or((rest, &[]));
            rows.push(Row { atoms: row, continued });
            if later.is_empty() {
                break;
            }
            rest = later;
            continued = true;
        }
    }
    rows
}

/// How many atoms go into one row; at least one, or a narrow screen would never end.
fn fitting(atoms: &[Atom], width: usize) -> usize {
    let mut used = 0;
    let mut after_blank = None;
    for (at, atom) in atoms.iter().enumerate() {
        if used + atom.width > width {
            return after_blank.unwrap_or(at).max(1);
        }
        used += atom.width;
        if atom.text == " " && used * 2 > width {
            after_blank = Some(at + 1);
        }
    }
    atoms.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::visible::visible;

    fn rows(text: &str, width: usize) -> Vec<String> {
        let shown = visible(text.as_bytes(), &[]);
        wrap(&shown.atoms, width)
            .iter()
            .map(|row| row.atoms.iter().map(|a| a.text.as_ref()).collect())
            .collect()
    }

    #[test]
    fn nothing_is_lost_at_a_break() {
        for (text, width, want) in [
            ("echo hello world", 8, vec!["echo ", "hello ", "world"]),
            ("aaaaaaaaaa", 4, vec!["aaaa", "aaaa", "aa"]),
            ("one\ntwo", 20, vec!["one", "two"]),
            // Two columns each: three of them do not fit into five.
            ("文字列表", 5, vec!["文字", "列表"]),
            ("文", 1, vec!["文"]),
        ] {
            assert_eq!(rows(text, width), want, "{text:?} at {width}");
        }
    }

    #[test]
    fn t06_a_line_takes_no_control_character() {
        let line = Line::of("a\x1b[2Jb\x07\u{9b}c", Look::Plain);
        assert!(!line.text().contains(char::is_control), "{:?}", line.text());
    }
}
