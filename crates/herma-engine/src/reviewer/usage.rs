//! What the reviewer cost: a line for each call of a provider, failed ones too, and their sums for `herma stats --tokens`.

use crate::approvals::now;
use crate::paths::{Paths, make_folder};
use herma_core::text::shown;
use herma_reviewer::Usage;
use herma_store::Millis;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;

const FILE: &str = "reviewer-usage.jsonl";
/// Beyond this the older half goes.
const MOST: u64 = 8 << 20;

pub fn note(paths: &Paths, usage: &[Usage]) {
    let lines: String = usage
        .iter()
        .map(|one| {
            let line = json!({"at": now(), "provider": one.provider, "model": one.model, "input": one.input,
                "output": one.output, "failed": one.failed.map(herma_reviewer::Kind::as_str)});
            format!("{line}\n")
        })
        .collect();
    if lines.is_empty() || make_folder(&paths.data).is_err() {
        return;
    }
    let path = paths.data.join(FILE);
    if fs::metadata(&path).is_ok_and(|file| file.len() > MOST) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let half = text.get(text.ceil_char_boundary(text.len() / 2)..).unwrap_or_default();
        let whole = half.split_once('\n').map_or("", |(_, rest)| rest);
        let _ = crate::paths::write_atomically(&path, whole.as_bytes(), Some(0o600));
    }
    // That something could not be counted changes nothing about what was decided.
    let file = OpenOptions::new().append(true).create(true).mode(0o600).open(path);
    let _ = file.and_then(|mut file| file.write_all(lines.as_bytes()));
}

/// The sums for one model.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Sum {
    pub calls: u64,
    pub failed: u64,
    pub input: u64,
    pub output: u64,
}

/// By provider and model, since a moment.
pub fn sums(paths: &Paths, since: Millis) -> BTreeMap<(String, String), Sum> {
    let mut sums: BTreeMap<(String, String), Sum> = BTreeMap::new();
    let text = fs::read_to_string(paths.data.join(FILE)).unwrap_or_default();
    for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        if line["at"].as_i64().is_none_or(|at| at < since) {
            continue;
        }
        let name = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        let sum = sums.entry((name("provider"), name("model"))).or_default();
        sum.calls += 1;
        sum.failed += u64::from(line["failed"].is_string());
        sum.input += line["input"].as_u64().unwrap_or_default();
        sum.output += line["output"].as_u64().unwrap_or_default();
    }
    sums
}

/// For a person.
pub fn text(sums: &BTreeMap<(String, String), Sum>) -> String {
    if sums.is_empty() {
        return "no model was asked; `[reviewer]` in policy.toml sets one up (docs/reviewer.md)\n".to_owned();
    }
    let mut out = format!(
        "{:<16} {:<24} {:>7} {:>7} {:>10} {:>10}\n",
        "provider", "model", "calls", "failed", "tokens in", "out"
    );
    for ((provider, model), sum) in sums {
        let (provider, model) = (shown(provider), shown(model));
        let Sum { calls, failed, input, output } = sum;
        out += &format!("{provider:<16} {model:<24} {calls:>7} {failed:>7} {input:>10} {output:>10}\n");
    }
    out
}

/// For a program.
pub fn json(sums: &BTreeMap<(String, String), Sum>) -> Value {
    let all = sums.iter().map(|((provider, model), sum)| {
        json!({"provider": provider, "model": model, "calls": sum.calls, "failed": sum.failed,
            "input_tokens": sum.input, "output_tokens": sum.output})
    });
    Value::from(all.collect::<Vec<_>>())
}
