//! The tone's words, weighed: a logistic regression on top of what the lexicon says of a message.
//!
//! The lexicon's sum is given and only the rest is learned, so that words which the lexicon knows anyway stay small. No
//! randomness, and a step that cannot overshoot: the same files give the same bytes.

use herma_core::crisis::SURE;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How strongly a weight is held to nothing. Of 0.3, 1 and 3 this one did best with one author left out.
const HELD: f64 = 1.0;
/// A word that fewer messages have says nothing of others.
const MESSAGES: usize = 4;
const STEPS: usize = 400;
/// As `tone.rs` of the reader counts.
const UNIT: f64 = 0.02;
const MOST: f64 = 127.0 * UNIT;
/// What counts for less is left out.
const LEAST: f64 = 0.05;
const BOUNDS: (f64, f64) = (-1.5, 6.0);

/// One message: its words and pairs, and what the lexicon says of it.
pub struct Message<'a> {
    pub parts: &'a [String],
    pub signs: f64,
    pub crisis: bool,
}

/// What training came to.
pub struct Tone {
    weights: BTreeMap<String, f64>,
    bias: f64,
}

impl Tone {
    /// What is added for a message.
    pub fn of(&self, parts: &[String]) -> f64 {
        let sum: f64 = parts.iter().filter_map(|part| self.weights.get(part)).sum();
        (sum + self.bias).clamp(BOUNDS.0, BOUNDS.1)
    }

    pub fn written(&self) -> String {
        let mut out = String::from(
            "# Written by `cargo xtask crisis train`: what a word, or two that stand together, adds to the log of the odds.\n",
        );
        let _ = writeln!(out, "*\t{:.2}", self.bias);
        for (part, weight) in &self.weights {
            let _ = writeln!(out, "{part}\t{weight:.2}");
        }
        out
    }

    pub fn len(&self) -> usize {
        self.weights.len()
    }
}

pub fn train(messages: &[Message]) -> Tone {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for part in messages.iter().flat_map(|message| message.parts) {
        *counts.entry(part).or_default() += 1;
    }
    let known: Vec<&str> = counts.into_iter().filter(|(_, n)| *n >= MESSAGES).map(|(part, _)| part).collect();
    let number = |part: &String| known.binary_search(&part.as_str()).ok();
    let rows: Vec<Vec<usize>> =
        messages.iter().map(|message| message.parts.iter().filter_map(number).collect()).collect();
    // How far one step may go for each word, whatever the others do.
    let mut reach = vec![HELD; known.len()];
    let mut bias_reach = 0.0;
    for row in &rows {
        let size = 0.25 * (row.len() + 1) as f64;
        row.iter().for_each(|at| reach[*at] += size);
        bias_reach += size;
    }
    let (mut weights, mut bias) = (vec![0.0; known.len()], 0.0);
    // Where the next step starts from: a little ahead of where the last one ended.
    let (mut ahead, mut bias_ahead) = (weights.clone(), bias);
    for step in 0..STEPS {
        let mut slope: Vec<f64> = ahead.iter().map(|weight| HELD * weight).collect();
        let mut bias_slope = 0.0;
        for (row, message) in rows.iter().zip(messages) {
            let signs = message.signs.clamp(-f64::from(SURE), f64::from(SURE));
            let sum = signs + bias_ahead + row.iter().map(|at| ahead[*at]).sum::<f64>();
            let error = 1.0 / (1.0 + (-sum).exp()) - if message.crisis { 1.0 } else { 0.0 };
            row.iter().for_each(|at| slope[*at] += error);
            bias_slope += error;
        }
        let momentum = step as f64 / (step as f64 + 3.0);
        for (((weight, ahead), slope), reach) in weights.iter_mut().zip(&mut ahead).zip(&slope).zip(&reach) {
            let next = *ahead - slope / reach;
            *ahead = next + momentum * (next - *weight);
            *weight = next;
        }
        let next = bias_ahead - bias_slope / bias_reach;
        bias_ahead = next + momentum * (next - bias);
        bias = next;
    }
    let rounded = |weight: f64| (weight.clamp(-MOST, MOST) / UNIT).round() * UNIT;
    let kept = known.iter().zip(&weights).filter(|(_, weight)| weight.abs() >= LEAST);
    let weights = kept.map(|(part, weight)| ((*part).to_owned(), rounded(*weight))).collect();
    Tone { weights, bias: (bias * 100.0).round() / 100.0 }
}
