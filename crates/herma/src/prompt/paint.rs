//! Lines as a terminal takes them: the only place where escapes are written.
//!
//! By hand: what is needed of a terminal are eight codes that every one of them knows.

use super::line::Line;
use super::visible::{Look, visible_line};
use std::env::var_os;

/// Cursor off while it is not needed; pastes marked as such, so that a pasted digit is no answer.
pub const BEGIN: &str = "\x1b[?25l\x1b[?2004h\r";
/// Undoes that.
pub const END: &str = "\x1b[?25h\x1b[?2004l";
/// A screen of its own, and the one before comes back at the end.
pub const BEGIN_SCREEN: &str = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[2J\x1b[H";
pub const END_SCREEN: &str = "\x1b[0m\x1b[?2004l\x1b[?25h\x1b[?1049l";
pub const HIDE_CURSOR: &str = "\x1b[?25l";
pub const SHOW_CURSOR: &str = "\x1b[?25h";
pub const CLEAR_SCREEN: &str = "\x1b[?25l\x1b[2J\x1b[H";

/// Whether colours are wanted: <https://no-color.org>.
pub fn colour_is_wanted() -> bool {
    var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A terminal that can only print.
pub fn is_simple_terminal() -> bool {
    var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb")
}

/// To the start of a drawing whose cursor is this many rows below it, with nothing left behind.
pub fn back(rows: usize) -> String {
    format!("\x1b[?25l{}\r\x1b[J", up(rows))
}

/// Shows the cursor so many rows up, in this column (from 0); or leaves it hidden.
pub fn cursor(at: Option<(usize, usize)>) -> String {
    at.map_or_else(String::new, |(rows, column)| format!("{}\x1b[{}G\x1b[?25h", up(rows), column + 1))
}

/// The cursor to this row and column, both from 0.
pub fn at(row: usize, column: usize) -> String {
    format!("\x1b[{};{}H", row + 1, column + 1)
}

/// From here on it looks like this, and like nothing else.
pub fn look(codes: &[u8]) -> String {
    codes.iter().fold("\x1b[0".to_owned(), |text, code| format!("{text};{code}")) + "m"
}

fn up(rows: usize) -> String {
    // No row is not 0 rows: a terminal takes a 0 for a 1.
    if rows == 0 { String::new() } else { format!("\x1b[{rows}A") }
}

/// Rows of a drawing, the last one without an end.
pub fn lines(lines: &[Line], colour: bool) -> String {
    lines.iter().map(|l| line(l, colour)).collect::<Vec<_>>().join("\r\n")
}

pub fn line(line: &Line, colour: bool) -> String {
    line.pieces()
        .iter()
        .map(|piece| match code(piece.look).filter(|_| colour) {
            Some(code) => format!("\x1b[{code}m{}\x1b[0m", piece.text),
            None => piece.text.clone(),
        })
        .collect()
}

fn code(look: Look) -> Option<&'static str> {
    match look {
        Look::Plain => None,
        Look::Strong => Some("1"),
        Look::Faint => Some("2"),
        Look::Good => Some("32"),
        Look::Warn => Some("33"),
        Look::Danger => Some("31;1"),
        Look::Marked => Some("31;1;4"),
        Look::Escaped => Some("33;7"),
    }
}

/// Text for a terminal that only prints. Nothing in it is obeyed but the ends of lines.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// What was said on another surface.
pub fn told(text: &str) -> Line {
    let mut line = Line::of("herma: ", Look::Warn);
    visible_line(text).atoms.iter().for_each(|atom| line.push(&atom.text, Look::Warn));
    line
}
