//! `cargo xtask crisis train`: the weights of the crisis reader, out of the half of the examples that may be read.
//!
//! First a logistic regression on each message's heaviest sentence, held close to the guesses of `priors.rs`: the data says
//! where they are wrong, and cannot talk them away. Then the tone (`tone.rs`). No randomness: the same files give the same
//! weights. `cargo xtask crisis across` leaves out one author at a time and reads that one: what a stranger may expect.

mod tone;

use crate::failure::Failure;
use crate::test::workspace_root;
use herma_core::crisis::signs::{EXTRA, FEATURES, RISKS, SIGNS, STRONG};
use herma_core::crisis::{Features, SURE, features, parts, priors};
use serde_json::Value;
use std::fmt::Write;
use tone::{Message, Tone};

/// How strongly a weight is held to its guess. Of 0.5, 2 and 8 this one did best in four-fold cross-validation.
const HELD: f64 = 8.0;
/// How far below the gate a weaker sign stays that stands alone.
const ALONE: f64 = 0.5;
/// What is left of the lexicon's sum where its authors have read along.
const READ: f64 = 0.6;
const STEPS: usize = 3000;
const RATE: f64 = 0.002;

const WEIGHTS: &str = "crates/herma-core/src/crisis/weights.rs";
const TONE: &str = "crates/herma-core/src/crisis/tone.tsv";
/// From this sum on the reader gates: the odds of 0.4.
const GATE: f64 = -0.405;

struct Row {
    /// Who wrote it.
    author: String,
    stratum: String,
    crisis: bool,
    sentences: Vec<Features>,
    parts: Vec<String>,
}

/// All that is trained.
struct Model {
    weights: [f64; FEATURES],
    bias: f64,
    tone: Tone,
}

pub fn run(args: &[String]) -> Result<(), Failure> {
    let way = match args {
        [train] if train == "train" => Way::Train,
        [train, check] if train == "train" && check == "--check" => Way::Check,
        [across, ..] if across == "across" => Way::Across,
        [misses, files @ ..] if misses == "misses" && !files.is_empty() => return misread(files),
        _ => {
            return Err(Failure::usage(
                "crisis: say `train`, `train --check`, `across [AUTHOR…]` or `misses FILE…`",
            ));
        }
    };
    let root = workspace_root();
    let mut rows = Vec::new();
    for name in ["crisis", "crisis-2", "crisis-3", "crisis-4", "crisis-5", "crisis-6"] {
        rows.extend(read(&root.join(format!("tests/cases/tuned/{name}.jsonl")))?);
    }
    if way == Way::Across {
        across(&rows, args.get(1..).unwrap_or_default());
        return Ok(());
    }
    let model = Model::of(&rows.iter().collect::<Vec<_>>());
    println!("{} words and pairs; on the half that was trained on: {}", model.tone.len(), model.count(&rows));
    for (path, text) in [(WEIGHTS, written(&model.weights, model.bias)), (TONE, model.tone.written())] {
        let file = root.join(path);
        let old = std::fs::read_to_string(&file).map_err(Failure::of(path))?;
        match (old == text, way) {
            (true, _) => {}
            (false, Way::Check) => {
                return Err(Failure::new(format!("{path} is not what `cargo xtask crisis train` gives")));
            }
            (false, _) => std::fs::write(&file, text).map_err(Failure::of(path))?,
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Train,
    Check,
    Across,
}

/// Each author as somebody who was never seen.
fn across(rows: &[Row], only: &[String]) {
    let mut authors: Vec<&str> = rows.iter().map(|row| row.author.as_str()).collect();
    authors.sort_unstable();
    authors.dedup();
    authors.retain(|author| only.is_empty() || only.iter().any(|one| one == author));
    for author in authors {
        let (own, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.author == author);
        println!("{author:12} {}", Model::of(&others).count(own));
    }
}

impl Model {
    fn of(rows: &[&Row]) -> Model {
        let (weights, bias) = train(rows);
        let signs = |row: &Row| signs(row, &weights, bias);
        let messages: Vec<Message> = rows
            .iter()
            .map(|row| Message { parts: &row.parts, signs: signs(row) * known(row), crisis: row.crisis })
            .collect();
        Model { weights, bias, tone: tone::train(&messages) }
    }

    fn gates(&self, row: &Row) -> bool {
        signs(row, &self.weights, self.bias) + self.tone.of(&row.parts) >= GATE
    }

    fn count<'a>(&self, rows: impl IntoIterator<Item = &'a Row>) -> String {
        let (mut crises, mut others, mut distress, mut software) = ((0, 0), (0, 0), (0, 0), (0, 0));
        for row in rows {
            let gated = usize::from(self.gates(row));
            let add = |to: &mut (usize, usize)| *to = (to.0 + gated, to.1 + 1);
            match (row.crisis, row.stratum.as_str()) {
                (true, _) => add(&mut crises),
                (false, stratum) => {
                    add(&mut others);
                    match stratum {
                        "distress" => add(&mut distress),
                        "software" => add(&mut software),
                        _ => {}
                    }
                }
            }
        }
        let share = |(some, all): (usize, usize)| {
            format!("{some} of {all} ({:.1} %)", 100.0 * some as f64 / (all.max(1)) as f64)
        };
        format!(
            "crises {}, others {}, of them distress {}, software {}",
            share(crises),
            share(others),
            share(distress),
            share(software)
        )
    }
}

/// How much of the lexicon's sum the tone is told. Who widened the lexicon read the misses among the older messages, so it
/// knows them better than a stranger's, and would leave nothing to learn.
fn known(row: &Row) -> f64 {
    if row.author.starts_with("crisis-6") { 1.0 } else { READ }
}

/// What the lexicon says of a message.
fn signs(row: &Row, weights: &[f64; FEATURES], bias: f64) -> f64 {
    let sure = f64::from(SURE);
    heaviest(row, weights).map_or(-sure, |features| (sum(features, weights) + bias).clamp(-sure, sure))
}

fn read(path: &std::path::Path) -> Result<Vec<Row>, Failure> {
    let text = std::fs::read_to_string(path).map_err(Failure::of(path.display()))?;
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).map_err(Failure::of(path.display()))?;
        let said = row["text"].as_str().unwrap_or_default();
        Ok(Row {
            author: author(row["source"].as_str().unwrap_or_default()),
            stratum: row["stratum"].as_str().unwrap_or_default().to_owned(),
            crisis: row["label"] == "crisis",
            sentences: features(said),
            parts: parts(said).into_iter().collect(),
        })
    };
    text.lines().map(row).collect()
}

/// The first author's files name the language.
fn author(source: &str) -> String {
    if source.starts_with("own_") { "first".to_owned() } else { source.to_owned() }
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

fn train(rows: &[&Row]) -> ([f64; FEATURES], f64) {
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
