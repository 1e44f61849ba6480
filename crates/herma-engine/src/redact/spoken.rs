//! Secrets that follow their name as a word, and those that are handed to a program that asks for one.

use super::is_plain;
use std::ops::Range;

/// A shorter value is a word of the language.
const SHORTEST: usize = 4;
/// No password in a sentence is longer, and nobody looks further.
const LOOK: usize = 200;

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    let has = |part: &str| text.contains(part);
    if has("assw") || has("ASSW") || has("dentified") || has("DENTIFIED") {
        // Of one length with the text: only ASCII letters change.
        let lower = text.to_ascii_lowercase();
        let sql =
            ["alter user", "create user", "alter role", "create role"].iter().any(|one| lower.contains(one));
        let netrc = lower.contains("login ");
        for name in ["password ", "passwort ", "passphrase ", "identified by "] {
            for (at, _) in lower.match_indices(name) {
                let start = at + name.len();
                let quoted_only = name == "identified by " || sql;
                found.extend(value(text, &lower, start, quoted_only, netrc));
            }
        }
    }
    for asks in ["sudo", "chpasswd"] {
        for (at, _) in text.match_indices(asks) {
            found.extend(handed(text, at, asks));
        }
    }
}

/// What stands at `start`, if it is said to be the value.
fn value(text: &str, lower: &str, start: usize, sql: bool, netrc: bool) -> Option<Range<usize>> {
    let rest = window(text, start);
    if sql && let Some(inner) = rest.strip_prefix('\'') {
        let inner = inner.get(..inner.find('\'')?)?;
        return good(inner, start + 1);
    }
    let said =
        ["is ", "ist ", "is: ", "will be "].iter().find(|word| window(lower, start).starts_with(**word));
    let start = match said {
        Some(word) => start + word.len(),
        None if netrc => start,
        None => return None,
    };
    let rest = window(text, start);
    if let Some(quote @ ('"' | '\'' | '`')) = rest.chars().next() {
        let inner = rest.get(1..)?;
        let inner = inner.get(..inner.find(quote)?)?;
        return good(inner, start + 1).filter(|_| !inner.contains(char::is_whitespace));
    }
    let word = rest.split(|c: char| c.is_whitespace() || "\"'`;|&<>(),".contains(c)).next()?;
    let word = word.trim_end_matches(['.', '!', '?', ':']);
    // "the password is wrong" is a sentence.
    word.bytes().any(|b| b.is_ascii_digit()).then(|| good(word, start))?
}

/// `echo x | sudo -S …`, `echo name:x | chpasswd`: what is echoed to who asks for a password, at `at`.
fn handed(text: &str, at: usize, asks: &str) -> Option<Range<usize>> {
    let before = text.get(text.ceil_char_boundary(at.saturating_sub(LOOK))..at)?;
    let from = at - before.len();
    let (echo, between) = before.rsplit_once('|')?;
    let between = between.trim();
    if !(between.is_empty() || between == "sudo" && asks == "chpasswd") {
        return None;
    }
    if asks == "sudo" {
        let options = window(text, at + asks.len());
        let mut words = options.split_whitespace().take_while(|word| word.starts_with('-'));
        let reads = |word: &str| word == "--stdin" || !word.starts_with("--") && word.contains('S');
        if !words.any(reads) {
            return None;
        }
    }
    let line = echo.rfind(['\n', ';', '|', '&', '(']).map_or(0, |at| at + 1);
    let command = echo.get(line..)?;
    let words = command.trim_start();
    let words = words.strip_prefix("echo ").or_else(|| words.strip_prefix("printf "))?;
    let other = |word: &&str| word.starts_with('-') || word.contains("%s");
    let word = words.split_whitespace().find(|word| !other(word))?;
    let start = from + line + (command.len() - words.len()) + words.find(word)?;
    let bare = word.trim_start_matches(['"', '\'']);
    let mut start = start + (word.len() - bare.len());
    let mut bare = bare.trim_end_matches(['"', '\'']).trim_end_matches("\\n");
    if asks == "chpasswd" {
        let colon = bare.find(':')? + 1;
        (start, bare) = (start + colon, bare.get(colon..)?);
    }
    good(bare, start)
}

fn window(text: &str, start: usize) -> &str {
    text.get(start..text.floor_char_boundary(start.saturating_add(LOOK))).unwrap_or_default()
}

fn good(value: &str, start: usize) -> Option<Range<usize>> {
    (value.len() >= SHORTEST && is_plain(value)).then(|| start..start + value.len())
}
