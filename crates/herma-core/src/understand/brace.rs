//! Brace expansion: `{rm,-rf,/}`, `/{bin,usr}`, `{1..5}`. Purely textual, before anything else.

use crate::shell::syntax::{Segment, Word};

/// Words that one word may become. More is past any honest use on a command line that is judged.
const MAX_WORDS: usize = 256;

/// Words that braces may make in one call. Every reader looks at each of them.
pub(super) const MAX_IN_CALL: usize = 4_096;

/// Words of ranges that are taken for a pattern. More would fill the memory.
const MAX_FOLDED: u64 = 1_000_000;

/// Digits that a range of numbers is filled up to.
const MAX_WIDTH: usize = 20;

/// Opening braces in one word. Nobody writes more by hand, and unclosed ones cost their square.
const MAX_BRACES: usize = 64;

/// What making one word of them costs, in units of work.
const SPLIT: usize = 16;

/// How the items of a range become words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ranges {
    /// One by one.
    All,
    /// The first and the last one, and a pattern that fits all of them.
    Ends,
    /// The pattern alone.
    Pattern,
}

/// All words that braces make of this one. Of a range with too many, the ends and a pattern for what is between: numbers
/// and letters differ in nothing that matters. `None` when there are too many nevertheless.
pub(super) fn expand(word: &Word) -> Option<Vec<Vec<Segment>>> {
    let braces: usize =
        word.segments.iter().map(|s| if let Segment::Text(t) = s { t.matches('{').count() } else { 0 }).sum();
    if braces > MAX_BRACES || crate::work::is_spent() {
        return None;
    }
    let size = size_of_ranges(word);
    if size > MAX_FOLDED {
        return None;
    }
    // What is surely too many is not tried one by one.
    let ways = [Ranges::All, Ranges::Ends, Ranges::Pattern].into_iter();
    ways.skip(usize::from(size > MAX_WORDS as u64)).find_map(|ranges| expand_as(word, ranges))
}

/// How many words the ranges make together, if they are multiplied.
fn size_of_ranges(word: &Word) -> u64 {
    let mut size: u64 = 1;
    for segment in &word.segments {
        let Segment::Text(text) = segment else { continue };
        for inner in text.split('{').skip(1) {
            let mut ends = inner.split('}').next().unwrap_or("").split("..");
            let (Some(from), Some(to)) = (ends.next(), ends.next()) else { continue };
            let length = match (from.parse::<i64>(), to.parse::<i64>()) {
                (Ok(a), Ok(b)) => a.abs_diff(b).saturating_add(1),
                _ => 26,
            };
            size = size.saturating_mul(length);
        }
    }
    size
}

fn expand_as(word: &Word, ranges: Ranges) -> Option<Vec<Vec<Segment>>> {
    let mut done = Vec::new();
    let mut work = vec![word.segments.clone()];
    while let Some(segments) = work.pop() {
        if !crate::work::charge(SPLIT) {
            return None;
        }
        match split(&segments, ranges) {
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
fn split(segments: &[Segment], ranges: Ranges) -> Option<Vec<Vec<Segment>>> {
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
                match range(inner, ranges) {
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
fn range(inner: &[Atom], ranges: Ranges) -> Option<Vec<Vec<Atom>>> {
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
        let word = |n: i64| format!("{n:0width$}").chars().map(Atom::Char).collect();
        let pattern = if a < 0 || b < 0 { "[-0-9]*" } else { "[0-9]*" };
        return Some(match ends(a, b, step) {
            Some(both) if ranges != Ranges::All => folded(ranges, both.map(word), pattern),
            _ => count(a, b, step).map(word).collect(),
        });
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
    let (from, to) = (i64::from(u32::from(a)), i64::from(u32::from(b)));
    let word = |n: i64| u32::try_from(n).ok().and_then(char::from_u32).map(Atom::Char).into_iter().collect();
    let pattern = if a.is_ascii_uppercase() { "[A-Z]" } else { "[a-z]" };
    Some(match ends(from, to, step) {
        Some(both) if ranges != Ranges::All => folded(ranges, both.map(word), pattern),
        _ => count(from, to, step).map(word).collect(),
    })
}

/// The first and the last item of a range that has more than a few.
fn ends(from: i64, to: i64, step: i64) -> Option<[i64; 2]> {
    let length = from.abs_diff(to) / step.unsigned_abs();
    let way = i64::try_from(length).ok()?.checked_mul(step)?;
    let last = if from > to { from.checked_sub(way)? } else { from.checked_add(way)? };
    (length > 3).then_some([from, last])
}

fn folded(ranges: Ranges, [first, last]: [Vec<Atom>; 2], pattern: &str) -> Vec<Vec<Atom>> {
    let pattern = pattern.chars().map(Atom::Char).collect();
    if ranges == Ranges::Pattern { vec![pattern] } else { vec![first, pattern, last] }
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
    fn a_long_range_is_its_ends_and_a_pattern() {
        assert_eq!(words("f{1..99999}"), ["f1", "f[0-9]*", "f99999"]);
        assert_eq!(words("{001..999}"), ["001", "[0-9]*", "999"]);
        assert_eq!(words("{900..-7..3}"), ["900", "[-0-9]*", "-6"]);
        assert_eq!(words("{a..z}{0..9}").len(), 9);
        assert_eq!(words("{0..9}{0..9}{0..9}{0..9}{0..9}{0..9}"), ["[0-9]*".repeat(6)]);
        assert_eq!(words("{1..3}{a,b}"), ["1a", "1b", "2a", "2b", "3a", "3b"]);
    }

    #[test]
    fn a_flood_of_words_is_refused() {
        for text in
            ["echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "echo {A..z}", "echo {1..99999999}"]
        {
            let script = crate::shell::parse(text).unwrap();
            let Command::Simple(simple) = &script.items[0].first.commands[0] else { panic!() };
            assert!(expand(&simple.words[1]).is_none(), "{text}");
        }
    }
}
