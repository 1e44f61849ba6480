//! The tone of a message: what its words, and its pairs of words, say together for and against a danger.
//!
//! The lexicon finds what somebody thought of. People say it in words that nobody thought of, and those stand among others
//! that are like theirs. Each word counts a little and once; `tone.tsv` holds them all, and can be read.

use super::find::Found;
use super::fold::hash;

mod table {
    use crate::blob::{i8s, u32s};
    include!(concat!(env!("OUT_DIR"), "/tone.rs"));
}
use table::{BIAS, KEYS, WEIGHTS};

/// What one step of the table's weights counts.
const STEP: f32 = 0.02;
/// How much a tone can take from what the lexicon found: a cheerful frame does not hide a plain sentence.
const LEAST: f32 = -1.5;
const MOST: f32 = 6.0;
const SLOTS: usize = KEYS.len();

/// One word, or two that stand together, as the table knows it.
fn pair(first: u32, second: u32) -> u32 {
    first.rotate_left(5).wrapping_mul(0x9e37_79b1) ^ second
}

fn slot(key: u32) -> Option<usize> {
    let mut at = key as usize & (SLOTS - 1);
    // There is always a free slot: the table is at most half full.
    loop {
        match KEYS.get(at) {
            Some(&known) if known == key => return Some(at),
            Some(0) | None => return None,
            Some(_) => at = (at + 1) & (SLOTS - 1),
        }
    }
}

/// Calls back with the words `from..to` of each known word and pair, once, and what it counts.
fn each(found: &Found, mut take: impl FnMut(usize, usize, f32)) {
    let mut seen = [0u64; SLOTS.div_ceil(64)];
    let mut once = |key: u32, from: usize, to: usize| {
        let Some(at) = slot(key) else { return };
        let (Some(bits), Some(weight)) = (seen.get_mut(at / 64), WEIGHTS.get(at)) else { return };
        if *bits & (1 << (at % 64)) == 0 {
            *bits |= 1 << (at % 64);
            take(from, to, f32::from(*weight) * STEP);
        }
    };
    let mut previous = None;
    for at in 0..found.tokens.len() {
        let word = hash(found.word(at).as_bytes());
        once(word, at, at + 1);
        if let Some(previous) = previous {
            once(pair(previous, word), at - 1, at + 1);
        }
        previous = Some(word);
    }
}

/// What all of them come to.
pub fn tone(found: &Found) -> f32 {
    let mut sum = BIAS;
    each(found, |_, _, weight| sum += weight);
    sum.clamp(LEAST, MOST)
}

/// Those that count for something alone.
pub fn heavy(found: &Found, least: f32) -> Vec<(usize, usize, f32)> {
    let mut out = Vec::new();
    each(found, |from, to, weight| {
        if weight.abs() >= least {
            out.push((from, to, weight));
        }
    });
    out
}
