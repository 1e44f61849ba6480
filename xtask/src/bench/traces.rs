//! Traces: what leaving one costs, and how long it takes to look back on a million.

use super::report::{Report, Times, us};
use super::samples;
use crate::failure::Failure;
use herma_store::{NewTrace, SqliteStore, Store};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, UNIX_EPOCH};

/// Issue 5.
const TRACES: usize = 1_000_000;
const LIMIT_S: f64 = 3.0;
const LEAVING_US: f64 = 100.0;
/// Agents repeat themselves: of ten calls one is new.
const DISTINCT: usize = 100_000;
/// Traces of one transaction.
const CHUNK: usize = 10_000;
const STARTS: usize = 300;

pub fn measure(report: &mut Report, binary: &Path) -> Result<(), Failure> {
    report.part(&format!("traces: {TRACES}, of {DISTINCT} different calls"));
    let scratch = Scratch::new()?;
    leaving(report, binary, &scratch.0)?;
    let home = scratch.0.join("million");
    fill(binary, &home)?;
    let size = fs::metadata(home.join("herma.db")).map_or(0, |file| file.len());
    report.note("store", &format!("{} MB, {} bytes a trace", size >> 20, size / TRACES as u64));
    let policy = scratch.0.join("new.toml");
    fs::write(&policy, "version = 1\n[mode]\nshell = \"observe\"\n")
        .map_err(Failure::of(policy.display()))?;
    let policy = policy.display().to_string();
    for (name, args) in [
        ("list", vec!["trace", "list"]),
        ("stats", vec!["stats", "--json"]),
        ("replay", vec!["replay", "--json", "--policy", &policy]),
    ] {
        let start = Instant::now();
        let out =
            Command::new(binary).args(args).arg("--home").arg(&home).output().map_err(Failure::of(name))?;
        let time = start.elapsed().as_secs_f64();
        if !matches!(out.status.code(), Some(0 | 3 | 4)) || out.stdout.is_empty() {
            return Err(Failure::new(format!("{name}: {}", String::from_utf8_lossy(&out.stderr))));
        }
        report.target(name, &format!("{time:.2} s"), &format!("{LIMIT_S} s"), time <= LIMIT_S);
    }
    Ok(())
}

/// Hooks with a spool, and hooks whose spool cannot be written, in turns: the same binary, with and without the writing.
/// What it takes to make the line is in both.
fn leaving(report: &mut Report, binary: &Path, folder: &Path) -> Result<(), Failure> {
    let (with, without) = (folder.join("with"), folder.join("without"));
    for home in [&with, &without] {
        fs::create_dir_all(home).map_err(Failure::of(home.display()))?;
    }
    fs::write(without.join("spool"), "no folder").map_err(Failure::of("spool"))?;
    let (mut traced, mut untraced) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        traced.push(hook(binary, &with, "git status")?);
        untraced.push(hook(binary, &without, "git status")?);
    }
    let (traced, untraced) = (us(Times::new(traced).median()), us(Times::new(untraced).median()));
    let more = traced - untraced;
    let figure = format!("{more:.0} µs (hook with {traced:.0} µs, without {untraced:.0} µs)");
    report.target("writing one, median", &figure, &format!("{LEAVING_US} µs"), more <= LEAVING_US);
    Ok(())
}

fn hook(binary: &Path, home: &Path, command: &str) -> Result<Duration, Failure> {
    let call = json!({
        "session_id": "bench", "transcript_path": "/dev/null", "cwd": "/tmp", "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}
    });
    let start = Instant::now();
    let mut child = Command::new(binary)
        .args(["hook", "claude-code", "--deadline", "5", "--home"])
        .arg(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(Failure::of("hook"))?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(call.to_string().as_bytes()).map_err(Failure::of("hook"))?;
    }
    child.wait_with_output().map_err(Failure::of("hook"))?;
    Ok(start.elapsed())
}

/// Real lines of a hook, a million times over: each call in so many variants that there are enough different ones.
fn fill(binary: &Path, home: &Path) -> Result<(), Failure> {
    fs::create_dir_all(home).map_err(Failure::of(home.display()))?;
    fs::write(home.join("policy.toml"), "version = 1\n[hook]\nask = \"deny\"\n")
        .map_err(Failure::of("policy"))?;
    let mut patterns = Vec::new();
    for command in samples::COMMANDS {
        hook(binary, home, command)?;
        let spool = home.join("spool/traces.jsonl");
        let text = fs::read_to_string(&spool).map_err(Failure::of(spool.display()))?;
        let last =
            text.lines().rfind(|line| !line.is_empty()).and_then(|line| NewTrace::parse(line.as_bytes()));
        patterns.push(last.ok_or_else(|| Failure::new("a hook left a line that is no trace"))?);
    }
    let store = SqliteStore::open(&home.join("herma.db")).map_err(Failure::of("store"))?;
    let now = UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as i64);
    for start in (0..TRACES).step_by(CHUNK) {
        let traces: Vec<NewTrace> =
            (start..start + CHUNK).filter_map(|n| variant(&patterns, n, now)).collect();
        let from = (start / CHUNK) as u64;
        let _ = store.ingest_traces("bench", from, from + 1, &traces, 0).map_err(Failure::of("ingest"))?;
    }
    Ok(())
}

fn variant(patterns: &[NewTrace], n: usize, now: i64) -> Option<NewTrace> {
    let which = n % DISTINCT;
    let mut trace = patterns.get(which % patterns.len())?.clone();
    if let Ok(mut call) = serde_json::from_str::<Value>(&trace.call)
        && let Some(command) = call["args"]["command"].as_str()
    {
        call["args"]["command"] = format!("{command} # {which}").into();
        trace.call = call.to_string();
    }
    // Over the last twenty days.
    trace.at = now - (TRACES - n) as i64 * 1_700;
    trace.session = format!("session-{}", n / 500);
    trace.request = None;
    Some(trace)
}

struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Failure> {
        let myself = std::env::current_exe().map_err(Failure::of("own path"))?;
        let below = myself.parent().unwrap_or(Path::new("."));
        let path = below.join(format!("herma-bench-traces-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(Failure::of(path.display()))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
