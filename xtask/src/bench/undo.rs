//! The way back: what a hook takes with review off, and with it on, for calls that change nothing, one file, and many.

use super::report::{Report, Times, ms};
use crate::failure::Failure;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const STARTS: usize = 200;
/// Files of the folder that is deleted, 4 KiB each.
const FILES: usize = 200;
const KEEP: &str = "version = 1\n[review]\nchanges = \"keep\"\ndeletes = \"allow\"\n";

pub fn measure(report: &mut Report, binary: &Path) -> Result<(), Failure> {
    report.part("undo: one hook, median; nothing that it allows is run");
    let scratch = Scratch::new()?;
    let work = scratch.0.join("work");
    fs::create_dir_all(work.join("many")).map_err(Failure::of("work"))?;
    for name in std::iter::once("one.txt".to_owned()).chain((0..FILES).map(|n| format!("many/{n}"))) {
        fs::write(work.join(name), [b'x'; 4096]).map_err(Failure::of("work"))?;
    }
    let homes = [("off", "version = 1\n"), ("on", KEEP)].map(|(name, policy)| (scratch.0.join(name), policy));
    for (home, policy) in &homes {
        fs::create_dir_all(home).map_err(Failure::of(home.display()))?;
        fs::write(home.join("policy.toml"), policy).map_err(Failure::of("policy"))?;
    }
    for (name, command, starts) in [
        ("git status", "git status", STARTS),
        ("one file overwritten", "echo x > one.txt", STARTS),
        ("one file deleted", "rm one.txt", STARTS / 4),
        ("200 files deleted", "rm -r many", STARTS / 10),
    ] {
        let [(off, _), (on, _)] = &homes;
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..starts {
            // Without review a deletion is asked about, which is another matter.
            if !command.starts_with("rm") {
                without.push(hook(binary, off, &work, command)?);
            }
            with.push(hook(binary, on, &work, command)?);
        }
        if command.starts_with("rm") {
            let said = Command::new(binary).arg("review").arg("--home").arg(on).output();
            let said = said.map_err(Failure::of("review"))?;
            if !String::from_utf8_lossy(&said.stdout).contains(command) {
                return Err(Failure::new(format!(
                    "`{command}` left no way back: there is nothing to measure"
                )));
            }
        }
        let with = ms(Times::new(with).median());
        let figure = match without.is_empty() {
            true => format!("{with:.2} ms"),
            false => format!("{with:.2} ms, off {:.2} ms", ms(Times::new(without).median())),
        };
        report.note(name, &figure);
    }
    Ok(())
}

fn hook(binary: &Path, home: &Path, work: &Path, command: &str) -> Result<Duration, Failure> {
    let call = json!({"session_id": "bench", "cwd": work, "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}});
    let start = Instant::now();
    let mut child = Command::new(binary)
        .args(["hook", "codex", "--deadline", "1", "--home"])
        .arg(home)
        .env("HERMA_HOME", home)
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

/// Not below /tmp: what lies there is scratch, and has no way back.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, Failure> {
        // Not below `target`: what is built there is kept for nobody, and the figure would be of nothing.
        let path = crate::test::workspace_root().join(format!("bench-undo-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(Failure::of(path.display()))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
