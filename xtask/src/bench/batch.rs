//! `herma check --batch`: many lines, all cores.

use super::report::Report;
use super::samples;
use crate::failure::Failure;
use serde_json::json;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LINES: usize = 100_000;
/// Issue 17: as many as before it.
const PER_SECOND: f64 = 65_000.0;
const RUNS: usize = 3;

pub fn measure(report: &mut Report, binary: &Path) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    report.part(&format!("--batch: {LINES} lines, {cores} cores"));
    if !has_batch(binary)? {
        report.note("check --batch", "not in this binary yet: not measured");
        return Ok(());
    }
    let input = Input::new(&lines())?;
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let stdin = File::open(&input.0).map_err(Failure::of(input.0.display()))?;
        let start = Instant::now();
        let status = Command::new(binary)
            .args(["check", "--batch"])
            .stdin(stdin)
            .stdout(Stdio::null())
            .status()
            .map_err(Failure::of("herma check --batch"))?;
        best = best.min(start.elapsed());
        if !status.success() {
            return Err(Failure::new(format!("herma check --batch: {status}")));
        }
    }
    let rate = LINES as f64 / best.as_secs_f64();
    let figure = format!("{rate:.0} commands a second, {:.2} s (best of {RUNS})", best.as_secs_f64());
    report.target("check --batch", &figure, &format!("{PER_SECOND:.0} a second"), rate >= PER_SECOND);
    Ok(())
}

fn has_batch(binary: &Path) -> Result<bool, Failure> {
    let status = Command::new(binary)
        .args(["check", "--batch"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(Failure::of("herma check --batch"))?;
    Ok(status.success())
}

/// The built-in commands over and over, each time a little different: no cache of verdicts can help.
fn lines() -> String {
    let mut text = String::new();
    for (id, command) in samples::COMMANDS.iter().cycle().take(LINES).enumerate() {
        let line = json!({"id": id, "command": format!("{command} # {id}"),
                          "cwd": "/home/dev/src/app", "home": "/home/dev"});
        let _ = writeln!(text, "{line}");
    }
    text
}

/// A file of our own, gone afterwards.
struct Input(PathBuf);

impl Input {
    fn new(text: &str) -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("herma-bench-{}.jsonl", std::process::id()));
        std::fs::write(&path, text).map_err(Failure::of(path.display()))?;
        Ok(Input(path))
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
