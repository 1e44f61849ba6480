//! `cargo xtask crisis train`: the weights of the crisis reader, out of the half of the examples that may be read.
//!
//! A logistic regression on each message's heaviest sentence, held close to the guesses of `priors.rs`: the data says where
//! they are wrong, and cannot talk them away. No randomness: the same files give the same weights.

use crate::failure::Failure;
use crate::test::workspace_root;
use herma_core::crisis::signs::{EXTRA, FEATURES, RISKS, SIGNS, STRONG};
use herma_core::crisis::{Features, features, priors};
use serde_json::Value;
use std::fmt::Write;

/// How strongly a weight is held to its guess. Of 0.5, 2 and 8 this one did best in four-fold cross-validation.
const HELD: f64 = 8.0;
/// How far below the gate a weaker sign stays that stands alone.
const ALONE: f64 = 0.5;
const STEPS: usize = 3000;
const RATE: f64 = 0.002;

const WEIGHTS: &str = "crates/herma-core/src/crisis/weights.rs";

struct Row {
    crisis: bool,
    sentences: Vec<Features>,
}

pub fn run(args: &[String]) -> Result<(), Failure> {
    let check = match args {
        [train] if train == "train" => false,
        [train, check] if train == "train" && check == "--check" => true,
        [misses, files @ ..] if misses == "misses" && !files.is_empty() => return misread(files),
        _ => return Err(Failure::usage("crisis: say `train`, `train --check` or `misses FILE…`")),
    };
    let root = workspace_root();
    let mut rows = Vec::new();
    for name in ["crisis", "crisis-2", "crisis-3", "crisis-4"] {
        rows.extend(read(&root.join(format!("tests/cases/tuned/{name}.jsonl")))?);
    }
    let (weights, bias) = train(&rows);
    let text = written(&weights, bias);
    let path = root.join(WEIGHTS);
    let old = std::fs::read_to_string(&path).map_err(Failure::of(WEIGHTS))?;
    let (caught, all, wrongly, others) = count(&rows, &weights, bias);
    println!("{caught} of {all} crises gated, {wrongly} of {others} others, on the half that was trained on");
    match (old == text, check) {
        (true, _) => Ok(()),
        (false, true) => Err(Failure::new(format!("{WEIGHTS} is not what `cargo xtask crisis train` gives"))),
        (false, false) => std::fs::write(&path, text).map_err(Failure::of(WEIGHTS)),
    }
}

fn read(path: &std::path::Path) -> Result<Vec<Row>, Failure> {
    let text = std::fs::read_to_string(path).map_err(Failure::of(path.display()))?;
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).map_err(Failure::of(path.display()))?;
        let said = row["text"].as_str().unwrap_or_default();
        Ok(Row { crisis: row["label"] == "crisis", sentences: features(said) })
    };
    text.lines().map(row).collect()
}

/// The rows that are read otherwise than labelled, with the words that counted. What is held back is never shown.
fn misread(files: &[String]) -> Result<(), Failure> {
    for file in files {
        if !file.contains("tuned/") {
            return Err(Failure::usage(format!("crisis misses: `{file}` is not among tests/cases/tuned")));
        }
        for line in std::fs::read_to_string(file).map_err(Failure::of(file))?.lines() {
            let row: Value = serde_json::from_str(line).map_err(Failure::of(file))?;
            let said = row["text"].as_str().unwrap_or_default();
            let reading = herma_core::crisis::read(said);
            if reading.band.gates() == (row["label"] == "crisis") {
                continue;
            }
            let words: Vec<String> = reading
                .words
                .iter()
                .map(|w| format!("{}:{}", w.sign, said.get(w.span.clone()).unwrap_or_default()))
                .collect();
            println!(
                "{:.2} {} {} {said}\n     {}",
                reading.score,
                row["label"],
                row["stratum"],
                words.join(", ")
            );
        }
    }
    Ok(())
}

fn sum(features: &Features, weights: &[f64; FEATURES]) -> f64 {
    features.iter().zip(weights).map(|(f, w)| f64::from(*f) * w).sum()
}

fn heaviest<'a>(row: &'a Row, weights: &[f64; FEATURES]) -> Option<&'a Features> {
    row.sentences.iter().max_by(|a, b| sum(a, weights).total_cmp(&sum(b, weights)))
}

fn train(rows: &[Row]) -> ([f64; FEATURES], f64) {
    let prior = priors::WEIGHTS.map(f64::from);
    let first = f64::from(priors::BIAS);
    let (mut weights, mut bias) = (prior, first);
    for _ in 0..STEPS {
        let mut slope = [0.0; FEATURES];
        for ((slope, weight), prior) in slope.iter_mut().zip(&weights).zip(&prior) {
            *slope = HELD * (weight - prior);
        }
        // What a message without signs starts from stays where it is: one weaker sign alone must not gate.
        let mut bias_slope = 50.0 * HELD * (bias - first);
        for row in rows {
            let Some(features) = heaviest(row, &weights) else { continue };
            let score = 1.0 / (1.0 + (-(sum(features, &weights) + bias)).exp());
            let error = score - if row.crisis { 1.0 } else { 0.0 };
            for (slope, feature) in slope.iter_mut().zip(features) {
                *slope += error * f64::from(*feature);
            }
            bias_slope += error;
        }
        for (weight, slope) in weights.iter_mut().zip(&slope) {
            *weight -= RATE * slope;
        }
        bias -= RATE * bias_slope;
        for weight in weights.iter_mut().take(RISKS).skip(STRONG + 1) {
            *weight = weight.min(-bias - ALONE);
        }
    }
    (weights, bias)
}

fn count(rows: &[Row], weights: &[f64; FEATURES], bias: f64) -> (usize, usize, usize, usize) {
    let mut out = (0, 0, 0, 0);
    for row in rows {
        let gated = heaviest(row, weights).is_some_and(|features| sum(features, weights) + bias >= 0.0);
        match row.crisis {
            true => (out.0, out.1) = (out.0 + usize::from(gated), out.1 + 1),
            false => (out.2, out.3) = (out.2 + usize::from(gated), out.3 + 1),
        }
    }
    out
}

fn written(weights: &[f64; FEATURES], bias: f64) -> String {
    let mut out = String::from(
        "//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in\n\
         //! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.\n\n\
         use super::signs::FEATURES;\n\n",
    );
    let _ = writeln!(
        out,
        "pub const BIAS: f32 = {bias:.2};\n\n#[rustfmt::skip]\npub const WEIGHTS: [f32; FEATURES] = ["
    );
    for (weight, (name, _)) in weights.iter().zip(SIGNS.iter().chain(EXTRA)) {
        // No minus in front of nothing.
        let rounded = (weight * 100.0).round() / 100.0 + 0.0;
        let _ = writeln!(out, "    {rounded:.2}, // {name}");
    }
    out.push_str("];\n");
    out
}
