//! Phrases of the lexicon among the words of a message.

use super::code;
use super::fold::{Folded, Token, fold};
use super::lexicon::{self, GAP, OPTIONAL, UNKNOWN};

/// A phrase that was found: a sign over words `from..to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub sign: u8,
    pub from: u32,
    pub to: u32,
}

#[derive(Debug, Default)]
pub struct Found {
    text: String,
    pub tokens: Vec<Token>,
    /// In the order of their sentences.
    pub marks: Vec<Mark>,
    /// The same by their places.
    pub places: Places,
    /// Words written as only code is.
    pub code: usize,
}

/// Marks by where they begin: those at some words are found without looking at all of them, so that reading a long message
/// takes no more time per word than reading a short one.
#[derive(Debug, Default)]
pub struct Places {
    marks: Vec<Mark>,
    longest: u32,
}

impl Places {
    pub fn of(marks: impl Iterator<Item = Mark>) -> Places {
        let mut marks: Vec<Mark> = marks.collect();
        marks.sort_by_key(|mark| mark.from);
        let longest = marks.iter().map(|mark| mark.to.saturating_sub(mark.from)).max().unwrap_or_default();
        Places { marks, longest }
    }

    /// All that may lie over the words `from..to`, and few others.
    pub fn around(&self, from: u32, to: u32) -> &[Mark] {
        let start = self.marks.partition_point(|mark| mark.from < from.saturating_sub(self.longest));
        let end = self.marks.partition_point(|mark| mark.from < to);
        self.marks.get(start..end).unwrap_or_default()
    }
}

impl Found {
    /// A word as it was folded.
    pub fn word(&self, at: usize) -> &str {
        let range = self.tokens.get(at).map(|token| token.at.0 as usize..token.at.1 as usize);
        range.and_then(|range| self.text.get(range)).unwrap_or_default()
    }
}

/// More than this in one message says nothing new.
const MAX_MARKS: usize = 4000;

pub fn find(message: &str) -> Found {
    let folded = fold(message);
    let (tokens, words) = numbered(&folded);
    let mut marks = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if *word == UNKNOWN {
            continue;
        }
        for id in lexicon::anchored(*word) {
            let Some(pattern) = lexicon::pattern(*id) else { continue };
            let elements = lexicon::elements(pattern);
            let anchor = usize::from(pattern.anchor);
            let (left, right) = elements.split_at_checked(anchor).unwrap_or_default();
            let reader = Reader { words: &words, tokens: &tokens };
            let Some(to) = reader.forward(right.get(1..).unwrap_or_default(), at + 1, at) else { continue };
            let Some(from) = reader.backward(left, at) else { continue };
            // A strong sign is never one too many.
            if marks.len() < MAX_MARKS || usize::from(pattern.sign) < super::signs::STRONG {
                let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                marks.push(Mark { sign: pattern.sign, from: small(from), to: small(to) });
            }
        }
    }
    // A phrase ends with its sentence, so they come in this order already.
    marks.sort_by_key(|mark: &Mark| tokens.get(mark.from as usize).map(|token| token.sentence));
    let places = Places::of(marks.iter().copied());
    Found { text: folded.text, tokens, marks, places, code: code::marks(message) }
}

/// The words' numbers. Letters that stood apart are cut into words here, since only the lexicon knows words.
fn numbered(folded: &Folded) -> (Vec<Token>, Vec<u16>) {
    let mut tokens = Vec::with_capacity(folded.tokens.len());
    let mut words = Vec::with_capacity(folded.tokens.len());
    for (at, token) in folded.tokens.iter().enumerate() {
        let word = folded.word(token);
        if matches!(word, "self" | "selves")
            && let Some(whole) = own_self(folded, at)
            && let (Some(before), Some(number)) = (tokens.last_mut(), words.last_mut())
        {
            let before: &mut Token = before;
            (before.at.1, before.span.1, *number) = (token.at.1, token.span.1, lexicon::exact(whole));
        } else if token.spaced {
            for piece in pieces(word) {
                tokens.push(*token);
                words.push(lexicon::exact(piece));
            }
        } else {
            tokens.push(*token);
            words.push(lexicon::number(word));
        }
    }
    (tokens, words)
}

/// "Kill my self" is oneself; "my self esteem" is not.
fn own_self(folded: &Folded, at: usize) -> Option<&'static str> {
    const OF_SELF: &[&str] = &[
        "esteem",
        "worth",
        "confidence",
        "harm",
        "harming",
        "image",
        "respect",
        "control",
        "care",
        "hatred",
        "hate",
        "loathing",
        "doubt",
        "pity",
        "help",
        "employed",
        "employment",
        "service",
        "assessment",
        "portrait",
        "hosted",
        "sabotage",
        "awareness",
        "injury",
        "talk",
        "is",
        "was",
    ];
    let token = |at: usize| folded.tokens.get(at);
    let (before, own) = (token(at.checked_sub(1)?)?, token(at)?);
    let behind = token(at + 1).map(|token| folded.word(token)).unwrap_or_default();
    if before.sentence != own.sentence || OF_SELF.contains(&behind) {
        return None;
    }
    match folded.word(before) {
        "my" => Some("myself"),
        "him" => Some("himself"),
        "her" => Some("herself"),
        "them" => Some("themselves"),
        _ => None,
    }
}

/// The longest letters that are still read as words: nobody spaces out a page.
const SPACED_MAX: usize = 80;

/// As few words of the lexicon as cover it, or itself.
fn pieces(word: &str) -> Vec<&str> {
    let bytes = word.len();
    if bytes > SPACED_MAX || !word.is_ascii() {
        return vec![word];
    }
    // best[i]: fewest words for the first i letters, and where the last of them starts.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; bytes + 1];
    if let Some(start) = best.first_mut() {
        *start = Some((0, 0));
    }
    for end in 1..=bytes {
        for start in end.saturating_sub(16)..end {
            let Some(Some((count, _))) = best.get(start).copied() else { continue };
            let known = word.get(start..end).is_some_and(|w| lexicon::exact(w) != UNKNOWN);
            let better = best.get(end).copied().flatten().is_none_or(|(now, _)| count + 1 < now);
            if known
                && better
                && let Some(slot) = best.get_mut(end)
            {
                *slot = Some((count + 1, start));
            }
        }
    }
    let mut out = Vec::new();
    let mut end = bytes;
    while end > 0 {
        let Some(Some((_, start))) = best.get(end).copied() else { return vec![word] };
        out.extend(word.get(start..end));
        end = start;
    }
    out.reverse();
    out
}

/// Gaps wider than this end at a "not" or a "but".
const NARROW: usize = 3;

struct Reader<'a> {
    words: &'a [u16],
    tokens: &'a [Token],
}

impl Reader<'_> {
    /// Whether the words from `at` on fit; then where they end.
    fn forward(&self, elements: &[u16], at: usize, before: usize) -> Option<usize> {
        let Some((first, rest)) = elements.split_first() else { return Some(at) };
        if let Some(words) = gap(*first) {
            return (0..=words)
                .take_while(|skipped| *skipped == 0 || self.bridges(words, before, at + skipped - 1))
                .find_map(|skipped| self.forward(rest, at + skipped, before));
        }
        if self.same_sentence(before, at)
            && self.fits(*first, at)
            && let Some(end) = self.forward(rest, at + 1, at)
        {
            return Some(end);
        }
        if first & OPTIONAL != 0 { self.forward(rest, at, before) } else { None }
    }

    /// Whether the words before `at` fit; then where they start.
    fn backward(&self, elements: &[u16], at: usize) -> Option<usize> {
        let Some((last, rest)) = elements.split_last() else { return Some(at) };
        if let Some(words) = gap(*last) {
            return (0..=words.min(at))
                .take_while(|skipped| *skipped == 0 || self.bridges(words, at, at - skipped))
                .find_map(|skipped| self.backward(rest, at - skipped));
        }
        if at > 0
            && self.same_sentence(at, at - 1)
            && self.fits(*last, at - 1)
            && let Some(start) = self.backward(rest, at - 1)
        {
            return Some(start);
        }
        if last & OPTIONAL != 0 { self.backward(rest, at) } else { None }
    }

    fn fits(&self, element: u16, at: usize) -> bool {
        match self.words.get(at) {
            None | Some(&UNKNOWN) => false,
            Some(&word) => lexicon::in_set(element & !OPTIONAL, word),
        }
    }

    /// Whether a gap may have this word in it.
    fn bridges(&self, words: usize, from: usize, over: usize) -> bool {
        let stopped = words > NARROW && self.words.get(over).is_some_and(|word| lexicon::stops(*word));
        !stopped && self.same_sentence(from, over)
    }

    fn same_sentence(&self, a: usize, b: usize) -> bool {
        match (self.tokens.get(a), self.tokens.get(b)) {
            (Some(a), Some(b)) => a.sentence == b.sentence,
            _ => false,
        }
    }
}

/// How many words may stand in its place, if it is a gap.
fn gap(element: u16) -> Option<usize> {
    let words = (element & !OPTIONAL).checked_sub(GAP)?;
    Some(usize::from(words))
}
