//! What the tests of `herma check` share: starting the binary, judging in process.

#![allow(dead_code, reason = "each test file takes what it needs")]

use herma_core::world::TableWorld;
use herma_core::{Decision, Policy, ToolCall, Verdict};
use serde_json::Value;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A home and a folder that exist nowhere: what lies on the machine that runs the tests must not matter.
pub const HOME: &str = "/home/dev";
pub const CWD: &str = "/home/dev/src/app";

/// Whoever takes longer is killed: one hanging text must not hide the others.
const PATIENCE: Duration = Duration::from_secs(6);

/// What came of one start of the binary.
#[derive(Debug)]
pub struct Run {
    /// `None`: killed by a signal, which is a crash.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub time: Duration,
}

impl Run {
    /// The one JSON line it printed.
    pub fn json(&self) -> Value {
        let mut lines = self.stdout.lines();
        let line = lines.next().unwrap_or_else(|| panic!("no output: {self:?}"));
        assert_eq!(lines.next(), None, "more than one line: {self:?}");
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_herma"));
    command
        .env("HOME", HOME)
        .env_remove("HERMA_HOME")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("TERM", "xterm-256color");
    command
}

/// `herma ARGS… < stdin`.
pub fn herma<S: AsRef<OsStr>>(args: &[S], stdin: &[u8]) -> Run {
    finish(command().args(args), stdin)
}

pub fn finish(command: &mut Command, stdin: &[u8]) -> Run {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut pipe = child.stdin.take().expect("stdin is piped");
    let input = stdin.to_vec();
    // In threads of their own: the binary may answer before it has read everything, or read nothing at all.
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(&input);
    });
    // Both readers hold a sender: when the last one is gone, the binary has closed its output.
    let (open, closed) = mpsc::channel();
    let stdout = drain(child.stdout.take().expect("stdout is piped"), open.clone());
    let stderr = drain(child.stderr.take().expect("stderr is piped"), open);
    if closed.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
        child.kill().expect("the binary can be killed");
    }
    let status = child.wait().expect("the binary can be waited for");
    let time = start.elapsed();
    writer.join().expect("the writer ends");
    let stdout = stdout.join().expect("the reader ends");
    let stderr = stderr.join().expect("the reader ends");
    Run {
        code: status.code(),
        stdout: String::from_utf8(stdout).expect("stdout is UTF-8"),
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
        time,
    }
}

fn drain(mut pipe: impl Read + Send + 'static, open: Sender<()>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let _open = open;
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// `herma check --batch` over these lines; the answers, one per line.
pub fn batch(input: &str) -> Vec<Value> {
    let run = herma(&["check", "--batch"], input.as_bytes());
    assert_eq!(run.code, Some(0), "all lines were answered: {}", run.stderr);
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

/// Judges a command in process, in the table of a developer's machine.
pub fn judge(command: &str) -> Verdict {
    judge_call(&ToolCall::shell(command))
}

pub fn judge_call(call: &ToolCall) -> Verdict {
    herma_core::judge(call, &TableWorld::developer(), &Policy::default())
}

/// Asserts one decision for a whole table, and names every row that got another.
#[track_caller]
pub fn all_are<S: AsRef<str>>(rows: impl IntoIterator<Item = S>, want: Decision) {
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows {
        count += 1;
        let verdict = judge(row.as_ref());
        if verdict.decision != want {
            wrong.push(format!("{:5} {:?}  ({})", verdict.decision.as_str(), row.as_ref(), verdict.reason()));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count} are not decided {}:\n{}",
        wrong.len(),
        want.as_str(),
        wrong.join("\n")
    );
}

/// All fields of the contract, with what they may hold.
#[track_caller]
pub fn assert_contract(v: &Value) {
    let one_of = |key: &str, all: &[&str]| {
        let text = v[key].as_str().unwrap_or_else(|| panic!("`{key}` is no text: {v}"));
        assert!(all.contains(&text), "`{key}` is `{text}`, which is none of {all:?}");
    };
    let is_share = |n: &Value| n.as_f64().is_some_and(|n| (0.0..=1.0).contains(&n));
    assert_eq!(v["version"], 1);
    assert!(v.as_object().unwrap().contains_key("id"));
    one_of("decision", &["allow", "ask", "deny"]);
    one_of("class", &["read_only", "local_reversible", "external", "critical"]);
    one_of("tier", &["safe", "low", "medium", "high", "critical"]);
    one_of("pattern", &["pre_execution_gate", "post_execution_review", "confidence_threshold"]);
    for key in ["hardline", "requires_human", "reversible", "crisis_sensitive", "outbound"] {
        assert!(v[key].is_boolean(), "`{key}` is no boolean: {v}");
    }
    for key in ["risk_score", "confidence"] {
        assert!(is_share(&v[key]), "`{key}` is not within 0 to 1: {v}");
    }
    for key in ["class", "target", "reversibility", "human_impact", "certainty"] {
        assert!(is_share(&v["factors"][key]), "factor `{key}`: {v}");
    }
    assert!(v["tool_name"].is_string());
    assert!(v["approvers"].as_array().unwrap().iter().all(|a| a == "human" || a == "llm"), "{v}");
    assert!(v["timeout_s"].is_null() || v["timeout_s"].is_u64(), "{v}");
    assert_eq!(v["timeout_s"].is_null(), !v["requires_human"].as_bool().unwrap(), "{v}");
    assert_eq!(v.get("request_id"), Some(&Value::Null), "`request_id` is there, and null: {v}");
    assert!(v.get("crisis_card").is_some_and(|card| card.is_null() || card.is_string()), "{v}");
    let digest = v["digest"].as_str().unwrap().strip_prefix("sha256:").unwrap();
    assert_eq!(digest.len(), 64);
    assert!(v["elapsed_us"].is_u64(), "{v}");
    let by = v["decided_by"].as_str().unwrap();
    let known = ["hardline", "crisis", "tier", "bound"].contains(&by)
        || ["policy:", "grant:", "mode:"].iter().any(|start| by.starts_with(start));
    assert!(known, "decided_by `{by}`");
    for reason in v["reasons"].as_array().unwrap() {
        for key in ["rule", "text", "effect"] {
            assert!(reason[key].is_string(), "reason's `{key}`: {v}");
        }
        assert!(reason["target"].is_null() || reason["target"].is_string());
        let span: Vec<u64> = reason["span"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        assert!(span.len() == 2 && span[0] <= span[1], "span {span:?}");
    }
}
