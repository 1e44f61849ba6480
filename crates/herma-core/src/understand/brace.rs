//! Brace expansion: `{rm,-rf,/}`, `/{bin,usr}`, `{1..5}`. Purely textual, before anything else.

use crate::shell::syntax::{Segment, Word};

/// Words that one word may become. More is past any honest use on a command line that is judged.
const MAX_WORDS: usize = 256;

/// Digits that a range of numbers is filled up to.
const MAX_WIDTH: usize = 20;

/// Opening braces in one word. Nobody writes more by hand, and unclosed ones cost their square.
const MAX_BRACES: usize = 64;

/// All words that braces make of this one. `None` when there are too many.
pub(super) fn expand(word: &Word) -> Option<Vec<Vec<Segment>>> {
    let braces: usize =
        word.segments.iter().map(|s| if let Segment::Text(t) = s { t.matches('{').count() } else { 0 }).sum();
    if braces > MAX_BRACES {
        return None;
    }
    let mut done = Vec::new();
    let mut work = vec![word.segments.clone()];
    while let Some(segments) = work.pop() {
        match split(&segments) {
            Some(alternatives) => {
                for alternative in alternatives.into_iter().rev() {
                    work.push(alternative);
                }
            }
            None => done.push(segments),
        }
        if work.len() + done.len() > MAX_WORDS {
            return None;
        }
    }
    Some(done)
}

pub(super) fn may_expand(word: &Word) -> bool {
    word.segments.iter().any(|s| matches!(s, Segment::Text(t) if t.contains('{')))
}

/// A flat view: single characters of live text, everything else opaque.
#[derive(Clone)]
enum Atom {
    Char(char),
    Other(Segment),
}

/// Splits at the first brace group that is one; `None` if there is none.
fn split(segments: &[Segment]) -> Option<Vec<Vec<Segment>>> {
    let atoms: Vec<Atom> = segments
        .iter()
        .flat_map(|s| match s {
            Segment::Text(text) => text.chars().map(Atom::Char).collect::<Vec<_>>(),
            other => vec![Atom::Other(other.clone())],
        })
        .collect();
    let mut open = 0;
    loop {
        open += atoms.get(open..)?.iter().position(|a| matches!(a, Atom::Char('{')))?;
        if let Some((close, commas)) = group(&atoms, open) {
            let inner = atoms.get(open + 1..close)?;
            let choices: Vec<Vec<Atom>> = if commas.is_empty() {
                match range(inner) {
                    Some(range) => range,
                    None => {
                        open += 1;
                        continue;
                    }
                }
            } else {
                let mut from = open + 1;
                let mut out = Vec::new();
                for at in commas.into_iter().chain([close]) {
                    out.push(atoms.get(from..at)?.to_vec());
                    from = at + 1;
                }
                out
            };
            let (before, after) = (atoms.get(..open)?, atoms.get(close + 1..)?);
            let choices =
                if choices.iter().any(|c| names_grow(before, c, after)) { flood() } else { choices };
            return Some(choices.into_iter().map(|c| join(before, &c, after)).collect());
        }
        open += 1;
    }
}

/// Whether a variable's name would go on behind it: `$x{a,b}` is `$xa $xb`.
fn names_grow(before: &[Atom], choice: &[Atom], after: &[Atom]) -> bool {
    let plain = |a: &Atom| {
        matches!(a, Atom::Other(Segment::Parameter(p)) if p.op.is_none() && p.subscript.is_none() && !p.length
            && p.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
    };
    let goes_on = |a: &Atom| matches!(a, Atom::Char(c) if c.is_ascii_alphanumeric() || *c == '_');
    let grows =
        |left: Option<&Atom>, right: Option<&Atom>| left.is_some_and(plain) && right.is_some_and(goes_on);
    grows(before.last(), choice.first().or(after.first()))
        || grows(choice.last().or(before.last()), after.first())
}

/// The closing brace of the group at `open`, and its commas at that level.
fn group(atoms: &[Atom], open: usize) -> Option<(usize, Vec<usize>)> {
    let mut depth = 0usize;
    let mut commas = Vec::new();
    for (at, atom) in atoms.iter().enumerate().skip(open) {
        match atom {
            Atom::Char('{') => depth += 1,
            Atom::Char('}') => {
                depth -= 1;
                if depth == 0 {
                    return Some((at, commas));
                }
            }
            Atom::Char(',') if depth == 1 => commas.push(at),
            Atom::Char(_) | Atom::Other(_) => {}
        }
    }
    None
}

/// `a..e`, `1..9`, `01..10`, with an optional step.
fn range(inner: &[Atom]) -> Option<Vec<Vec<Atom>>> {
    let text: String =
        inner.iter().map(|a| if let Atom::Char(c) = a { Some(*c) } else { None }).collect::<Option<_>>()?;
    let mut pieces = text.split("..");
    let (from, to, step) = (pieces.next()?, pieces.next()?, pieces.next());
    if pieces.next().is_some() {
        return None;
    }
    let step: i64 = step.map_or(Some(1), |s| s.parse().ok())?;
    let step = step.abs().max(1);
    if let (Ok(a), Ok(b)) = (from.parse::<i64>(), to.parse::<i64>()) {
        let padded =
            |n: &str| n.trim_start_matches('-').strip_prefix('0').is_some_and(|rest| !rest.is_empty());
        let width = if padded(from) || padded(to) { from.len().max(to.len()) } else { 0 };
        if width > MAX_WIDTH {
            return Some(flood());
        }
        return Some(
            count(a, b, step).map(|n| format!("{n:0width$}").chars().map(Atom::Char).collect()).collect(),
        );
    }
    let one = |s: &str| {
        let mut chars = s.chars();
        chars.next().filter(|c| chars.next().is_none() && c.is_ascii_alphabetic())
    };
    let (a, b) = (one(from)?, one(to)?);
    if a.is_ascii_uppercase() != b.is_ascii_uppercase() {
        // It goes through the marks between the alphabets, which then quote and match: nobody means that.
        return Some(flood());
    }
    let letters = count(i64::from(u32::from(a)), i64::from(u32::from(b)), step);
    Some(
        letters
            .filter_map(|n| u32::try_from(n).ok().and_then(char::from_u32))
            .map(|c| vec![Atom::Char(c)])
            .collect(),
    )
}

/// More words than are followed, so that it is asked about.
fn flood() -> Vec<Vec<Atom>> {
    vec![Vec::new(); MAX_WORDS + 1]
}

fn count(from: i64, to: i64, step: i64) -> impl Iterator<Item = i64> {
    let down = from > to;
    let length = from.abs_diff(to) / step.unsigned_abs();
    (0..=length.min(MAX_WORDS as u64 + 1)).map(move |n| {
        let offset = step.saturating_mul(i64::try_from(n).unwrap_or(i64::MAX));
        if down { from.saturating_sub(offset) } else { from.saturating_add(offset) }
    })
}

fn join(before: &[Atom], choice: &[Atom], after: &[Atom]) -> Vec<Segment> {
    let mut out: Vec<Segment> = Vec::new();
    for atom in before.iter().chain(choice).chain(after) {
        match atom {
            Atom::Char(c) => {
                if let Some(Segment::Text(text)) = out.last_mut() {
                    text.push(*c);
                } else {
                    out.push(Segment::Text(c.to_string()));
                }
            }
            Atom::Other(segment) => out.push(segment.clone()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::syntax::Command;

    fn words(text: &str) -> Vec<String> {
        let script = crate::shell::parse(text).unwrap();
        let Command::Simple(simple) = &script.items[0].first.commands[0] else { panic!() };
        simple
            .words
            .iter()
            .flat_map(|w| expand(w).unwrap())
            .map(|segments| {
                segments
                    .iter()
                    .map(|s| if let Segment::Text(t) = s { t.clone() } else { "'".into() })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn braces_become_words() {
        assert_eq!(words("{rm,-rf,/}"), ["rm", "-rf", "/"]);
        assert_eq!(words("/{bin,lib{32,64}}"), ["/bin", "/lib32", "/lib64"]);
        assert_eq!(words("a{1..3}b"), ["a1b", "a2b", "a3b"]);
        assert_eq!(words("{c..a}"), ["c", "b", "a"]);
        assert_eq!(words("{} {x} a{b"), ["{}", "{x}", "a{b"]);
        assert_eq!(words("{a,}"), ["a", ""]);
    }

    #[test]
    fn a_flood_of_words_is_refused() {
        let script = crate::shell::parse("echo {1..99999999}").unwrap();
        let Command::Simple(simple) = &script.items[0].first.commands[0] else { panic!() };
        assert!(expand(&simple.words[1]).is_none());
    }
}
