//! The project's chores. `cargo xtask test [--install]` runs every test there is.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let status = Command::new("cargo").args(["nextest", "run", "--workspace", "--no-fail-fast"]).status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
