//! Linear in the input: 1, 2, 4 … 64 KiB of several shapes.

use super::report::{Report, ms};
use super::shapes;
use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall, judge};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES_KIB: &[usize] = &[1, 2, 4, 8, 16, 32, 64];
/// Issue 2: the largest text that is read.
const LARGEST_MS: f64 = 25.0;
/// Twice the text may take this many times as long: two, and room for caches and allocation.
const DOUBLING: f64 = 3.0;
/// Below this a doubling says more about the clock than about the code.
const TOO_FAST: Duration = Duration::from_micros(100);
const RUNS: usize = 7;

pub fn measure(report: &mut Report) {
    report.part("linear: time for 1, 2, 4, 8, 16, 32, 64 KiB, and the worst growth per doubling");
    for (name, shape) in shapes::ALL {
        let times: Vec<Duration> = SIZES_KIB.iter().map(|kib| best(&shape(kib * 1024))).collect();
        let growth = times
            .windows(2)
            .filter(|pair| pair[0] >= TOO_FAST)
            .map(|pair| pair[1].as_secs_f64() / pair[0].as_secs_f64())
            .fold(0.0_f64, f64::max);
        let largest = times.last().copied().map_or(0.0, ms);
        let list: Vec<String> = times.iter().map(|time| format!("{:.2}", ms(*time))).collect();
        let figure = format!("{} ms, growth x{growth:.1}", list.join(" "));
        let target = format!("{LARGEST_MS} ms, x{DOUBLING}");
        report.target(name, &figure, &target, largest <= LARGEST_MS && growth <= DOUBLING);
    }
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
    }
    best
}
