//! Half of a compound command: `while read dir`, `do sleep 5`, `done`.
//!
//! Agents whose own permission rules are split at `;` send such halves, and so do people who type a loop line by line. Bash
//! refuses one by itself and runs nothing of it. It is completed here and then read like any other text: every word of
//! it is judged, and what the missing half would say (a variable, an input) stays unknown.

use super::parser::Parser;
use super::syntax::Script;
use super::{ParseError, Parsed};
use crate::effect::Span;

/// Longer texts are no halves of a loop, and each is read several times.
const MAX_FRAGMENT: usize = 4 * 1024;

/// What may be missing before a text that begins with this word.
const BEFORE: &[(&str, &str)] = &[
    ("do", "while :; "),
    ("done", "while :; do :; "),
    ("then", "if :; "),
    ("elif", "if :; then :; "),
    ("else", "if :; then :; "),
    ("fi", "if :; then :; "),
    ("esac", "case x in x) :;; "),
];

/// What may be missing behind a text.
const BEHIND: &[&str] = &["", "do :; done", "then :; fi", "done", "fi", ":; done", ":; fi", "esac"];

/// The text with its other half, if it is one half of a compound command and nothing else is wrong with it.
pub fn complete(text: &str, error: ParseError) -> Option<Script> {
    let half = matches!(error, ParseError::Unterminated("a compound command") | ParseError::Unexpected(_));
    if !half || text.len() > MAX_FRAGMENT {
        return None;
    }
    let start = text.trim_start();
    let first = start.split([' ', '\t', '\n', ';', '|', '&', '<', '>', ')']).next().unwrap_or("");
    let before = BEFORE.iter().find(|(word, _)| *word == first).map_or("", |(_, before)| before);
    // An unexpected word somewhere else is a mistake, not a half.
    if before.is_empty() && matches!(error, ParseError::Unexpected(_)) {
        return None;
    }
    let span = Span::new(0, text.len());
    BEHIND.iter().find_map(|behind| {
        let whole = format!("{before}{text}\n{behind}");
        match Parser::new(&whole, Some(span)).read_all() {
            Parsed { script, error: None } => Some(script),
            Parsed { error: Some(_), .. } => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::complete;
    use crate::shell::read;

    fn completes(text: &str) -> bool {
        read(text, None).error.is_some_and(|error| complete(text, error).is_some())
    }

    #[test]
    fn halves_of_loops_and_branches_are_completed() {
        for text in [
            "while read dir",
            "for f in a b c",
            "if [ ! -d venv ]",
            "do sleep 5",
            "do",
            "done",
            "done < list.txt",
            "then python3 -m venv venv",
            "else make",
            "fi",
            "for f in *; do echo $f",
            "if true; then make; else make x",
        ] {
            assert!(completes(text), "{text}");
        }
    }

    #[test]
    fn other_mistakes_are_not() {
        for text in [
            "echo 'x",
            "echo \"x",
            "ls )",
            "cat <<E\nx",
            "ls; done; rm x",
            "(ls",
            "for f (*) rm $f",
            "if true; then ls; done",
        ] {
            assert!(!completes(text), "{text}");
        }
    }
}
