//! Compiles `src/crisis/tone.tsv` into the static table of `herma_core::crisis::tone`.

use super::blob::{Blob, Compiled};
use super::fold::hash;
use std::fmt::Write as _;

/// As in `src/crisis/tone.rs`.
const STEP: f32 = 0.02;

fn key(words: &str) -> u32 {
    match words.split_once(' ') {
        None => hash(words.as_bytes()),
        Some((first, second)) => {
            hash(first.as_bytes()).rotate_left(5).wrapping_mul(0x9e37_79b1) ^ hash(second.as_bytes())
        }
    }
}

pub fn table(text: &str) -> Result<Compiled, String> {
    let mut bias = 0.0;
    let mut rows: Vec<(u32, i8)> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let wrong = || format!("src/crisis/tone.tsv:{}: not `words<tab>weight`", number + 1);
        let (words, weight) = line.split_once('\t').ok_or_else(wrong)?;
        let weight: f32 = weight.parse().map_err(|_| wrong())?;
        match words {
            "*" => bias = weight,
            words => rows.push((key(words), (weight / STEP).round() as i8)),
        }
    }
    let size = (rows.len() * 2 + 1).next_power_of_two().max(64);
    let (mut keys, mut weights) = (vec![0u32; size], vec![0i8; size]);
    for (key, weight) in rows {
        let mut at = key as usize & (size - 1);
        while keys[at] != 0 {
            if keys[at] == key {
                return Err(format!("src/crisis/tone.tsv: two lines have the key {key}"));
            }
            at = (at + 1) & (size - 1);
        }
        (keys[at], weights[at]) = (key, weight);
    }
    let mut out = Blob::new("tone.bin");
    let _ = writeln!(out.rust, "pub const BIAS: f32 = {bias:?};");
    out.u32s("KEYS", &keys);
    out.i8s("WEIGHTS", &weights);
    Ok(out.finish())
}
