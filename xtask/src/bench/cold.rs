//! Cold start: a new process from start to verdict, against `/bin/true`.
//!
//! The candidates take turns (A B C … A B C …), so that whatever else the machine does falls on all alike.

use super::report::{Report, Times, ms};
use super::{project, samples};
use crate::failure::Failure;
use serde_json::json;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const FLOOR: &str = "/bin/true";
/// Issue 2: at most this much above `/bin/true`.
const ABOVE_FLOOR_MS: f64 = 1.0;
/// Issue 17: the same for a script of 66 lines.
const SCRIPT_MS: f64 = 1.2;
/// And for a call whose recipes, scripts and modules are read.
const READING_MS: f64 = 1.5;
/// Not counted: caches fill, the processor finds its clock.
const WARM_UP: usize = 20;

struct Candidate {
    name: String,
    command: Command,
    /// At most this much above the floor.
    target: f64,
    /// Fed from a file: a pipe would measure our own writing.
    stdin: Option<PathBuf>,
    times: Vec<Duration>,
}

pub fn measure(report: &mut Report, binary: &Path, runs: usize) -> Result<(), Failure> {
    report.part("cold start: spawn to exit, alternating");
    let scratch = Scratch::new()?;
    let mut candidates = candidates(binary, &scratch)?;
    for round in 0..WARM_UP + runs {
        for candidate in &mut candidates {
            let time = candidate.run()?;
            if round >= WARM_UP {
                candidate.times.push(time);
            }
        }
    }
    let mut floor = None;
    for candidate in candidates {
        let times = Times::new(candidate.times);
        let (median, p99) = (ms(times.median()), ms(times.p99()));
        match floor {
            None => {
                floor = Some(median);
                report
                    .note(&candidate.name, &format!("median {median:.3} ms, p99 {p99:.3} ms ({runs} runs)"));
            }
            Some(floor) => {
                let above = median - floor;
                let figure =
                    format!("median {median:.3} ms, p99 {p99:.3} ms, {above:+.3} ms, x{:.2}", median / floor);
                let target = format!("+{} ms", candidate.target);
                report.target(&candidate.name, &figure, &target, above <= candidate.target);
            }
        }
    }
    Ok(())
}

fn candidates(binary: &Path, scratch: &Scratch) -> Result<Vec<Candidate>, Failure> {
    let mut all = vec![Candidate::new(FLOOR, Command::new(FLOOR), None, 0.0)];
    let texts = [
        ("git status", "git status", ABOVE_FLOOR_MS),
        ("rm -rf /", "rm -rf /", ABOVE_FLOOR_MS),
        ("2 KB script", samples::SCRIPT, SCRIPT_MS),
    ];
    for (name, text, target) in texts {
        let mut command = Command::new(binary);
        command.args(["check", text]);
        all.push(Candidate::new(format!("check {name}"), command, None, target));
    }
    if !has_hook(binary) {
        println!("  (no `herma hook` in this binary yet: not measured)");
        return Ok(all);
    }
    let project = scratch.0.join("project");
    project::on_disk(&project)?;
    let texts = texts.into_iter().map(|(name, text, target)| (name, text, target, Path::new("/tmp")));
    let reading = project::CALLS.iter().map(|text| (*text, *text, READING_MS, project.as_path()));
    for (at, (name, text, target, cwd)) in texts.chain(reading).enumerate() {
        let call = json!({
            "session_id": "bench", "transcript_path": "/dev/null", "cwd": cwd, "permission_mode": "default",
            "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": text}
        });
        let file = scratch.0.join(format!("hook-{at}.json"));
        std::fs::write(&file, call.to_string()).map_err(Failure::of(file.display()))?;
        let mut command = Command::new(binary);
        command.args(["hook", "claude-code"]).env("HERMA_HOME", scratch.0.join("home"));
        let files = if cwd == project { ", files read" } else { "" };
        all.push(Candidate::new(format!("hook {name}{files}"), command, Some(file), target));
    }
    Ok(all)
}

/// Whether this build answers a hook at all: a known subcommand never exits with the code for wrong usage.
fn has_hook(binary: &Path) -> bool {
    let status = Command::new(binary)
        .args(["hook", "claude-code"])
        .stdin(Stdio::null())
        // A hook whose answer goes nowhere blocks: it must have somebody to talk to.
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .output();
    status.is_ok_and(|out| out.status.success())
}

impl Candidate {
    fn new(name: impl Into<String>, command: Command, stdin: Option<PathBuf>, target: f64) -> Self {
        Candidate { name: name.into(), command, target, stdin, times: Vec::new() }
    }

    fn run(&mut self) -> Result<Duration, Failure> {
        let stdin = match &self.stdin {
            Some(file) => Stdio::from(File::open(file).map_err(Failure::of(file.display()))?),
            None => Stdio::null(),
        };
        self.command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::null());
        let start = Instant::now();
        // The exit code is the verdict, not a failure.
        let status = self.command.output().map_err(Failure::of(&self.name))?.status;
        let time = start.elapsed();
        match status.code() {
            Some(0 | 10 | 20) => Ok(time),
            _ => Err(Failure::new(format!("{}: {status}", self.name))),
        }
    }
}

/// A folder of our own, gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("herma-bench-{}", std::process::id()));
        std::fs::create_dir_all(path.join("home")).map_err(Failure::of(path.display()))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
