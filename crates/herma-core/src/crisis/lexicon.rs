//! The compiled lexicon (`knowledge/crisis/*.lex`, `build/lexicon.rs`): words to numbers, numbers to phrases.

use super::fold::hash;
use crate::blob::u32_at;

#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    pub sign: u8,
    pub at: u32,
    pub len: u8,
    /// The element that it is found by.
    pub anchor: u8,
}

mod tables {
    use super::{Pattern, patterns};
    use crate::blob::{u16s, u32s};
    include!(concat!(env!("OUT_DIR"), "/crisis.rs"));
}
use tables::*;

/// Seven bytes each, as `build/lexicon.rs` wrote them.
#[allow(clippy::indexing_slicing, reason = "worked out by the compiler")]
const fn patterns<const N: usize>(bytes: &[u8], from: usize) -> [Pattern; N] {
    let mut out = [Pattern { sign: 0, at: 0, len: 0, anchor: 0 }; N];
    let mut i = 0;
    while i < N {
        let at = from + 7 * i;
        let [sign, len, anchor] = [bytes[at + 4], bytes[at + 5], bytes[at + 6]];
        out[i] = Pattern { sign, at: u32_at(bytes, at), len, anchor };
        i += 1;
    }
    out
}

pub const OPTIONAL: u16 = 0x8000;
/// Above it, the number of words that may stand between.
pub const GAP: u16 = 0x7f00;
/// A word that the lexicon does not have.
pub const UNKNOWN: u16 = u16::MAX;

/// Shorter words have too many neighbours to be read as a misspelling.
const NEAR_MIN: usize = 5;
const NEAR_MAX: usize = 12;

/// The number of a folded word, by its spelling, its beginning, or one misspelling.
pub fn number(word: &str) -> u16 {
    let known = exact(word);
    if known != UNKNOWN {
        return known;
    }
    if let Some(single) = undoubled(word) {
        let known = exact(&single);
        if known != UNKNOWN {
            return known;
        }
    }
    let bytes = word.as_bytes();
    for length in PREFIX_LENGTHS {
        let Some(start) = bytes.get(..length).filter(|_| bytes.len() > length) else { continue };
        let h = (hash(start) ^ u32::from(b'*')).wrapping_mul(0x0100_0193);
        let found = probe(&SLOTS, h, |id| {
            at(WORDS, &WORD_AT, id)
                .is_some_and(|w| w.strip_suffix('*').is_some_and(|w| w.as_bytes() == start))
        });
        if found != UNKNOWN {
            return found;
        }
    }
    misspelt(word)
}

pub fn exact(word: &str) -> u16 {
    probe(&SLOTS, hash(word.as_bytes()), |id| at(WORDS, &WORD_AT, id) == Some(word))
}

/// `diee`, `killl`: letters that were drawn out, taken as one.
fn undoubled(word: &str) -> Option<String> {
    let bytes = word.as_bytes();
    if !bytes.windows(2).any(|pair| pair.first() == pair.last()) {
        return None;
    }
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        if !out.ends_with(c) {
            out.push(c);
        }
    }
    Some(out)
}

/// One letter missing, one too many, one wrong, or two swapped: then the word without one of its letters is the
/// other without one of its own.
fn misspelt(word: &str) -> u16 {
    if !(NEAR_MIN..=NEAR_MAX).contains(&word.len()) || !word.is_ascii() {
        return UNKNOWN;
    }
    let near = |less: &[u8]| {
        let slot =
            probe(&NEAR_SLOTS, hash(less), |id| at(NEAR, &NEAR_AT, id).is_some_and(|w| w.as_bytes() == less));
        NEAR_ID.get(usize::from(slot)).copied().unwrap_or(UNKNOWN)
    };
    let bytes = word.as_bytes();
    let whole = near(bytes);
    if whole != UNKNOWN {
        return whole;
    }
    let mut less = [0u8; NEAR_MAX];
    for gone in 0..bytes.len() {
        let mut to = 0;
        for (i, b) in bytes.iter().enumerate().filter(|(i, _)| *i != gone) {
            let _ = i;
            if let Some(slot) = less.get_mut(to) {
                *slot = *b;
                to += 1;
            }
        }
        let id = near(less.get(..to).unwrap_or_default());
        if id != UNKNOWN {
            return id;
        }
    }
    UNKNOWN
}

fn probe(slots: &[u16], h: u32, is_it: impl Fn(u16) -> bool) -> u16 {
    let mask = slots.len() - 1;
    let mut slot = h as usize & mask;
    // There is always a free slot: the tables are at most half full.
    while let Some(&id) = slots.get(slot) {
        if id == u16::MAX || is_it(id) {
            return id;
        }
        slot = (slot + 1) & mask;
    }
    UNKNOWN
}

fn at<'a>(blob: &'a str, offsets: &[u32], id: u16) -> Option<&'a str> {
    let from = *offsets.get(usize::from(id))? as usize;
    let to = *offsets.get(usize::from(id) + 1)? as usize;
    blob.get(from..to)
}

/// The patterns that are found by this word.
pub fn anchored(word: u16) -> &'static [u16] {
    slice(&ANCHOR_PATTERNS, &ANCHOR_AT, word)
}

pub fn pattern(id: u16) -> Option<&'static Pattern> {
    PATTERNS.get(usize::from(id))
}

pub fn elements(pattern: &Pattern) -> &'static [u16] {
    let from = pattern.at as usize;
    ELEMENTS.get(from..from + usize::from(pattern.len)).unwrap_or_default()
}

/// Whether a wide gap ends before this word: "not", "but".
pub fn stops(word: u16) -> bool {
    STOPS.binary_search(&word).is_ok()
}

pub fn in_set(set: u16, word: u16) -> bool {
    let words = slice(&SET_WORDS, &SET_AT, set);
    match words {
        [one] => *one == word,
        few if few.len() <= 8 => few.contains(&word),
        many => many.binary_search(&word).is_ok(),
    }
}

fn slice(values: &'static [u16], offsets: &[u32], id: u16) -> &'static [u16] {
    let id = usize::from(id);
    match (offsets.get(id), offsets.get(id + 1)) {
        (Some(from), Some(to)) => values.get(*from as usize..*to as usize).unwrap_or_default(),
        _ => &[],
    }
}
