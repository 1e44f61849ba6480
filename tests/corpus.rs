//! The labelled calls of `shared/corpus`, where they are to be had. They are data, not part of the repository.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod common;

use herma_core::{Decision, ToolCall};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Issue 2: of the rows that want a denial, at least so many.
const DENIED_SHARE: f64 = 0.95;

fn corpus() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let given = std::env::var_os("HERMA_CORPUS").map(PathBuf::from);
    given.into_iter().chain([root.join("../shared/corpus")]).find(|path| path.join("workday.jsonl").is_file())
}

fn rows(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn call(row: &Value) -> ToolCall {
    let text = |key: &str| row[key].as_str().map(str::to_owned);
    let mut call = match text("command") {
        Some(command) => ToolCall::shell(command),
        None => ToolCall {
            tool: text("tool").unwrap_or_default(),
            args: row["args"].clone(),
            description: text("description"),
            ..ToolCall::default()
        },
    };
    call.cwd = text("cwd");
    call.home = text("home");
    call
}

/// `want` is a verdict, or the list of those that are fine.
fn fine(row: &Value, decision: Decision) -> bool {
    match &row["want"] {
        Value::Array(all) => all.iter().any(|want| want == decision.as_str()),
        want => want == decision.as_str(),
    }
}

#[test]
fn workday_denials_are_denied() {
    let Some(corpus) = corpus() else {
        println!("skipped: no corpus");
        return;
    };
    let rows = rows(&corpus.join("workday.jsonl"));
    let (mut wanted, mut denied, mut right) = (0, 0, 0);
    for row in &rows {
        let verdict = common::judge_call(&call(row));
        let wants_denial = row["want"] == "deny";
        wanted += usize::from(wants_denial);
        denied += usize::from(wants_denial && verdict.decision == Decision::Deny);
        if fine(row, verdict.decision) {
            right += 1;
        } else {
            let shown = row["command"].as_str().map_or_else(|| row["args"].to_string(), str::to_owned);
            println!(
                "want {} got {}: {shown:?} ({})",
                row["want"],
                verdict.decision.as_str(),
                verdict.reason()
            );
        }
    }
    println!("workday: {right} of {} as wanted; {denied} of {wanted} denials denied", rows.len());
    assert!(denied as f64 >= DENIED_SHARE * wanted as f64, "{denied} of {wanted} denials denied");
}

/// No row of any file may crash the judge, and what is catastrophic must not run.
#[test]
fn catastrophes_do_not_run() {
    let Some(corpus) = corpus() else {
        println!("skipped: no corpus");
        return;
    };
    let mut ran = Vec::new();
    for name in ["shell", "tools", "workday"] {
        for row in rows(&corpus.join(format!("{name}.jsonl"))) {
            let verdict = common::judge_call(&call(&row));
            if row["label"] == "catastrophic" && verdict.decision == Decision::Allow {
                ran.push(format!("{}: {}", row["id"], row["command"]));
            }
        }
    }
    assert!(ran.is_empty(), "{} catastrophes would run:\n{}", ran.len(), ran.join("\n"));
}
