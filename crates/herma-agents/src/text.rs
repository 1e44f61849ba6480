//! What reaches an agent or a terminal as text: nothing in it can move a cursor, hide, or turn around.

use herma_core::text::is_deceptive;
use std::fmt::Write;

/// A reason longer than this is cut, and says so. With JSON's own escapes, the frame and the mark, an answer
/// stays below 4096 bytes: a pipe takes that in one piece, so nobody ever reads half an answer.
pub const REASON_MAX: usize = 1500;

/// The text with control characters, bidirectional controls and invisible characters written as escapes, on
/// one line, and cut after [`REASON_MAX`] bytes.
#[must_use]
pub fn plain_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(REASON_MAX + 32));
    for (at, c) in text.char_indices() {
        if out.len() >= REASON_MAX {
            let rest = text.get(at..).map_or(0, |rest| rest.chars().count());
            let _ = write!(out, "… ({rest} more characters)");
            break;
        }
        push_visible(&mut out, c);
    }
    out
}

/// The text with everything a terminal could obey written as escapes; line ends stay.
#[must_use]
pub fn plain_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(c),
            c => push_visible(&mut out, c),
        }
    }
    out
}

fn push_visible(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        c if is_deceptive(c) => {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
        c => out.push(c),
    }
}

/// No dialect accepts a deny without a reason, and Codex runs the command then.
pub(crate) fn reason_or_default(reason: &str) -> String {
    let line = plain_line(reason);
    match line.trim() {
        "" => "herma: no reason was given".to_owned(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor_or_hides() {
        assert_eq!(
            plain_line("a\x1b[2Jb\r\nc\u{202e}d\u{200b}"),
            "a\\u{1b}[2Jb\\u{d}\\nc\\u{202e}d\\u{200b}"
        );
        assert_eq!(plain_line("grüße, 世界"), "grüße, 世界");
    }

    #[test]
    fn a_long_reason_is_cut_and_says_so() {
        let line = plain_line(&"\u{1b}\"\\".repeat(5000));
        assert!(line.ends_with("more characters)"), "{line}");
        let json = serde_json::Value::String(line).to_string();
        assert!(json.len() < 3500, "{}", json.len());
    }
}
