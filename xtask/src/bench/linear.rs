//! Linear in the input: 1, 2, 4 … 64 KiB of several shapes.
//!
//! Each shape is measured in a process of its own, with little memory: one that unfolds without bound must not
//! take the machine, or the other shapes' figures, with it.

use super::report::{Report, ms};
use super::shapes;
use crate::failure::Failure;
use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall, judge};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

/// Set for the process that measures one shape; its value is the shape's name.
pub const SHAPE: &str = "HERMA_BENCH_SHAPE";
const SIZES_KIB: &[usize] = &[1, 2, 4, 8, 16, 32, 64];
/// Issue 2: the largest text that is read.
const LARGEST_MS: f64 = 25.0;
/// A byte of the largest text may cost this many times what a byte of a small one does: one, and room for caches.
/// Over all sizes rather than from one to the next, since a neighbour's burst of work doubles any single figure.
const DEARER: f64 = 3.0;
/// Below this a figure says more about the clock than about the code.
const TOO_FAST: Duration = Duration::from_micros(100);
/// Nothing is learned from waiting longer.
const TOO_SLOW: Duration = Duration::from_millis(500);
const RUNS: usize = 7;
/// Address space of the process that measures, in KiB.
const MEMORY: &str = "ulimit -v 2097152 && exec \"$0\" bench linear";

pub fn measure(report: &mut Report) -> Result<(), Failure> {
    report.part("linear: time for 1, 2, 4, 8, 16, 32, 64 KiB; how much dearer a byte gets");
    let myself = std::env::current_exe().map_err(Failure::of("own path"))?;
    for (name, _) in shapes::ALL {
        let out = Command::new("sh")
            .args(["-c", MEMORY])
            .arg(&myself)
            .env(SHAPE, name)
            .output()
            .map_err(Failure::of("sh"))?;
        let target = format!("{LARGEST_MS} ms, x{DEARER}");
        if !out.status.success() {
            report.target(name, &format!("died: {}", out.status), &target, false);
            continue;
        }
        let text = String::from_utf8_lossy(&out.stdout);
        let times: Vec<Duration> = text.split_whitespace().filter_map(nanoseconds).collect();
        line(report, name, &times, &target);
    }
    Ok(())
}

fn line(report: &mut Report, name: &str, times: &[Duration], target: &str) {
    let per_byte = times.iter().zip(SIZES_KIB).map(|(time, kib)| time.as_secs_f64() / *kib as f64);
    let mut measured =
        times.iter().zip(per_byte).filter(|(time, _)| **time >= TOO_FAST).map(|(_, cost)| cost);
    let dearer = match (measured.next(), measured.next_back()) {
        (Some(small), Some(large)) => large / small,
        _ => 1.0,
    };
    let list: Vec<String> = times.iter().map(|time| format!("{:.2}", ms(*time))).collect();
    let complete = times.len() == SIZES_KIB.len();
    let end = if complete { "" } else { " (given up)" };
    let figure = format!("{} ms{end}, x{dearer:.1} a byte", list.join(" "));
    let largest = times.last().copied().map_or(f64::MAX, ms);
    report.target(name, &figure, target, complete && largest <= LARGEST_MS && dearer <= DEARER);
}

fn nanoseconds(text: &str) -> Option<Duration> {
    text.parse().ok().map(Duration::from_nanos)
}

/// In the process of its own: prints the time for each size.
pub fn measure_one(name: &str) -> Result<(), Failure> {
    let (_, shape) = shapes::ALL
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| Failure::usage(format!("no shape `{name}`")))?;
    for kib in SIZES_KIB {
        let time = best(&shape(kib * 1024));
        println!("{}", time.as_nanos());
        if time > TOO_SLOW {
            break;
        }
    }
    Ok(())
}

/// The fastest of a few runs: what the code takes when nothing else disturbs it.
fn best(text: &str) -> Duration {
    let world = TableWorld::developer();
    let policy = Policy::default();
    let call = ToolCall::shell(text);
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        let _ = black_box(judge(black_box(&call), &world, &policy));
        best = best.min(start.elapsed());
        if best > TOO_SLOW {
            break;
        }
    }
    best
}
