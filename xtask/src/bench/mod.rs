//! `cargo xtask bench`: the figures that the issues ask for, each beside its target.
//!
//! Everything is measured in the profile that is packaged (`dist`): the chore builds the binary and itself that way, then
//! starts its own build of it over (`HERMA_BENCH_BINARY` tells it that it is the second one, and what to measure).

mod a2a;
mod batch;
mod cold;
mod crisis;
mod gateway;
mod judge;
mod linear;
pub mod mcp;
mod memory;
mod paint;
mod policy;
mod project;
mod report;
mod samples;
mod shapes;
mod store;
mod traces;
mod undo;

use crate::failure::Failure;
use crate::test::{cargo, workspace_root};
use report::Report;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const BINARY: &str = "HERMA_BENCH_BINARY";
const PARTS: &[&str] = &[
    "cold", "judge", "linear", "batch", "memory", "store", "policy", "traces", "undo", "crisis", "mcp",
    "a2a", "gateway",
];
/// Enough for a p99 that four runs decide, and done within seconds.
const RUNS: usize = 400;

struct Options {
    parts: Vec<&'static str>,
    strict: bool,
    runs: usize,
}

pub fn run(args: &[String]) -> Result<(), Failure> {
    let options = parse(args)?;
    if let Ok(shape) = std::env::var(linear::SHAPE) {
        return linear::measure_one(&shape);
    }
    match std::env::var_os(BINARY) {
        Some(binary) => measure(&options, Path::new(&binary)),
        None => build_and_restart(args),
    }
}

fn parse(args: &[String]) -> Result<Options, Failure> {
    let mut options = Options { parts: Vec::new(), strict: false, runs: RUNS };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--strict" => options.strict = true,
            "--runs" => {
                options.runs = args
                    .next()
                    .and_then(|n| n.parse().ok())
                    .filter(|n| *n > 0)
                    .ok_or_else(|| Failure::usage("bench: `--runs` wants a number above 0"))?;
            }
            name => match PARTS.iter().find(|part| **part == name) {
                Some(part) => options.parts.push(part),
                None => {
                    return Err(Failure::usage(format!("bench: no part `{name}`; see `cargo xtask help`")));
                }
            },
        }
    }
    if options.parts.is_empty() {
        options.parts = PARTS.to_vec();
    }
    Ok(options)
}

fn build_and_restart(args: &[String]) -> Result<(), Failure> {
    let root = workspace_root();
    println!("xtask: building herma and xtask in the dist profile");
    let built = Command::new(cargo())
        .args(["build", "--profile", "dist", "--package", "herma", "--package", "xtask"])
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(&root)
        .stderr(Stdio::inherit())
        .output()
        .map_err(Failure::of("cargo build"))?;
    if !built.status.success() {
        return Err(Failure::new("the dist build failed"));
    }
    let herma = executable(&built.stdout, "herma")?;
    let xtask = executable(&built.stdout, "xtask")?;
    let status = Command::new(&xtask)
        .arg("bench")
        .args(args)
        .env(BINARY, &herma)
        .current_dir(&root)
        .status()
        .map_err(Failure::of(xtask.display()))?;
    if status.success() { Ok(()) } else { Err(Failure::new("a target was missed, or could not be measured")) }
}

/// Cargo says where it put a binary; a target folder or a target triple may have moved it.
fn executable(messages: &[u8], name: &str) -> Result<PathBuf, Failure> {
    String::from_utf8_lossy(messages)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| Failure::new(format!("cargo built no binary `{name}`")))
}

fn measure(options: &Options, binary: &Path) -> Result<(), Failure> {
    let mut report = Report::default();
    for part in &options.parts {
        match *part {
            "cold" => cold::measure(&mut report, binary, options.runs)?,
            "judge" => judge::measure(&mut report)?,
            "linear" => linear::measure(&mut report)?,
            "batch" => batch::measure(&mut report, binary)?,
            "memory" => memory::measure(&mut report, binary)?,
            "policy" => policy::measure(&mut report)?,
            "store" => store::measure(&mut report)?,
            "a2a" => a2a::measure(&mut report, binary)?,
            "mcp" => mcp::measure(&mut report, binary)?,
            "crisis" => crisis::measure(&mut report)?,
            "undo" => undo::measure(&mut report, binary)?,
            "gateway" => gateway::measure(&mut report, binary)?,
            _ => traces::measure(&mut report, binary)?,
        }
    }
    let missed = report.summary();
    if missed > 0 && options.strict {
        return Err(Failure::new(format!("{missed} targets missed")));
    }
    Ok(())
}
