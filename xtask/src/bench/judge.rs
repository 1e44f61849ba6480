//! In process: one judgement, without starting anything.

use super::report::{Report, Times, us};
use super::{project, samples};
use crate::failure::Failure;
use crate::test::workspace_root;
use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall, judge};
use serde_json::Value;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const MEDIAN_US: f64 = 20.0;
/// Issue 17: what an agent does all day.
const WORKDAY_US: f64 = 15.0;
/// A call that runs files of its folder: each is read as a call is.
const READING_US: f64 = 200.0;
/// Issue 6: a structured tool has a description to be read, too.
const TOOL_MEDIAN_US: f64 = 30.0;
/// Each command is judged this often.
const ROUNDS: usize = 200;
const CORPUS_ROUNDS: usize = 5;

pub fn measure(report: &mut Report) -> Result<(), Failure> {
    report.part("in process: one judgement");
    let calls: Vec<ToolCall> = samples::COMMANDS.iter().map(|text| ToolCall::shell(*text)).collect();
    let developer = TableWorld::developer();
    line(report, "built-in commands", (&calls, &developer), ROUNDS, MEDIAN_US);
    let tools: Vec<ToolCall> = samples::TOOLS
        .iter()
        .map(|line| serde_json::from_str(line))
        .filter_map(Result::ok)
        .filter_map(call)
        .collect();
    line(report, "built-in tool calls", (&tools, &developer), ROUNDS, TOOL_MEDIAN_US);
    let project = project::in_table();
    for text in project::CALLS {
        let calls = [ToolCall::shell(*text)];
        line(report, &format!("{text}, files read"), (&calls, &project), ROUNDS, READING_US);
    }
    for (name, target) in [("workday", WORKDAY_US), ("shell", MEDIAN_US), ("tools", TOOL_MEDIAN_US)] {
        let file = corpus().join(format!("{name}.jsonl"));
        match std::fs::read_to_string(&file) {
            Ok(text) => {
                line(report, &format!("{name}.jsonl"), (&read(&text), &developer), CORPUS_ROUNDS, target)
            }
            Err(_) => report.note(&format!("{name}.jsonl"), "skipped: no corpus"),
        }
    }
    Ok(())
}

fn line(report: &mut Report, name: &str, what: (&[ToolCall], &TableWorld), rounds: usize, target: f64) {
    let (calls, world) = what;
    let times = time(calls, world, rounds);
    let (median, p99) = (us(times.median()), us(times.p99()));
    let figure = format!("median {median:.1} µs, p99 {p99:.1} µs ({} calls x {rounds})", calls.len());
    report.target(name, &figure, &format!("median {target} µs"), median <= target);
}

fn time(calls: &[ToolCall], world: &TableWorld, rounds: usize) -> Times {
    let policy = Policy::default();
    let mut times: Vec<Duration> = Vec::with_capacity(calls.len() * rounds);
    for round in 0..=rounds {
        for call in calls {
            let start = Instant::now();
            let verdict = judge(black_box(call), world, &policy);
            let time = start.elapsed();
            let _ = black_box(verdict);
            // The first round fills the caches.
            if round > 0 {
                times.push(time);
            }
        }
    }
    Times::new(times)
}

/// `$HERMA_CORPUS`, or `shared/corpus` beside the workspace.
fn corpus() -> PathBuf {
    match std::env::var_os("HERMA_CORPUS") {
        Some(path) => PathBuf::from(path),
        None => workspace_root().join("../shared/corpus"),
    }
}

fn read(text: &str) -> Vec<ToolCall> {
    text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).filter_map(call).collect()
}

fn call(row: Value) -> Option<ToolCall> {
    let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut call = match text("command") {
        Some(command) => ToolCall::shell(command),
        None => ToolCall { tool: text("tool")?, args: row.get("args")?.clone(), ..ToolCall::default() },
    };
    call.cwd = text("cwd");
    call.home = text("home");
    call.description = text("description");
    Some(call)
}
