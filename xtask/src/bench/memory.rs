//! Peak memory of one check, as the kernel counts it (`VmHWM`).
//!
//! `wait4` would tell the larger of ours and the child's, since the child starts inside our memory. So we read
//! the child's own count, while it waits: its standard output is a pipe that we have filled to the brim, and
//! its verdict does not go in until we let it.

use super::report::Report;
use super::samples;
use crate::failure::Failure;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Linux's capacity of a new pipe.
const PIPE: usize = 64 * 1024;
const PATIENCE: Duration = Duration::from_secs(5);
/// The leanest guard we know of takes 9 MB (facts/peers.md).
const PEAK_MB: f64 = 9.0;

pub fn measure(report: &mut Report, binary: &Path) -> Result<(), Failure> {
    report.part("peak memory of one check");
    for (name, text) in [("git status", "git status"), ("2 KB script", samples::SCRIPT)] {
        let mb = peak(binary, text)? as f64 / 1024.0;
        report.target(
            &format!("check {name}"),
            &format!("{mb:.1} MB"),
            &format!("below {PEAK_MB} MB"),
            mb < PEAK_MB,
        );
    }
    Ok(())
}

/// In KiB.
fn peak(binary: &Path, text: &str) -> Result<u64, Failure> {
    let (mut reader, mut writer) = std::io::pipe().map_err(Failure::of("pipe"))?;
    writer.write_all(&[b'\n'; PIPE]).map_err(Failure::of("pipe"))?;
    let mut child = Command::new(binary)
        .args(["check", text])
        .stdin(Stdio::null())
        .stdout(writer)
        .spawn()
        .map_err(Failure::of(binary.display()))?;
    let peak = wait_until_it_writes(child.id());
    // The command still held our end of the pipe; it is gone by now, so reading ends when the child does.
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest).map_err(Failure::of("pipe"))?;
    child.wait().map_err(Failure::of(binary.display()))?;
    peak
}

/// `VmHWM`, once the process sleeps in two looks on end with the same count.
fn wait_until_it_writes(pid: u32) -> Result<u64, Failure> {
    let start = Instant::now();
    let mut before = None;
    while start.elapsed() < PATIENCE {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))
            .map_err(Failure::of("/proc (Linux only)"))?;
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let asleep = field("State:").is_some_and(|state| state.starts_with('S'));
        let peak = field("VmHWM:").and_then(|text| text.split(' ').next()).and_then(|n| n.parse().ok());
        if asleep && peak.is_some() && peak == before {
            return peak.ok_or_else(|| Failure::new("no VmHWM"));
        }
        before = if asleep { peak } else { None };
        std::thread::sleep(Duration::from_millis(10));
    }
    Err(Failure::new("the check did not come to its answer"))
}
