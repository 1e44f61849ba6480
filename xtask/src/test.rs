//! `cargo xtask test`: looks for what the tests need, then runs them all.

use crate::docs;
use crate::failure::Failure;
use crate::needs::{self, Need};
use crate::picture;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// With `--long`: cases of each property, and seconds of each fuzz target.
const LONG_CASES: &str = "4096";
const LONG_FUZZ: &str = "300";

pub fn run(args: &[String]) -> Result<(), Failure> {
    let (own, for_nextest) = match args.iter().position(|a| a == "--") {
        Some(at) => (&args[..at], &args[at + 1..]),
        None => (args, &[] as &[String]),
    };
    let (mut install, mut long) = (false, false);
    for arg in own {
        match arg.as_str() {
            "--install" => install = true,
            "--long" => long = true,
            other => {
                return Err(Failure::usage(format!("test: no option `{other}`; see `cargo xtask help`")));
            }
        }
    }
    let root = workspace_root();
    let start = Instant::now();

    say(1, "what the tests need");
    let missing = look(&root);
    if install {
        for need in missing {
            need.install(&root)?;
        }
    } else if !missing.is_empty() {
        let names: Vec<&str> = missing.iter().map(|need| need.name).collect();
        return Err(Failure::usage(format!(
            "missing: {}; `cargo xtask test --install` installs them",
            names.join(", ")
        )));
    }

    say(2, "tests, with cargo-nextest");
    let path = needs::search_path();
    let mut nextest = Command::new(cargo());
    nextest.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
    if long {
        nextest.args(["--profile", "long"]).env("PROPTEST_CASES", LONG_CASES);
    }
    nextest.args(for_nextest);
    let tests = status(nextest.current_dir(&root).env("PATH", &path))?;

    // A narrowed run is after one test, not after the documentation.
    let (examples, pages) = if for_nextest.is_empty() {
        say(3, "examples in the documentation (cargo-nextest does not run those)");
        let mut doc = Command::new(cargo());
        doc.args(["test", "--quiet", "--doc", "--workspace"]).current_dir(&root).env("PATH", &path);
        let examples = status(&mut doc)?;
        say(4, "pages that are made out of the tables, and the picture of the prompt");
        (examples, docs::check().and_then(|()| picture::check()))
    } else {
        (true, Ok(()))
    };

    let fuzz = match long && for_nextest.is_empty() {
        true => {
            println!("xtask: [long] random texts, from another seed than last time");
            crate::fuzz::run(&["--seconds".to_owned(), LONG_FUZZ.to_owned()])
        }
        false => Ok(()),
    };

    println!("xtask: {} s", start.elapsed().as_secs());
    if tests && examples { pages.and(fuzz) } else { Err(Failure::new("tests failed; the summary is above")) }
}

/// Prints a line for each need; gives those that are missing.
fn look(root: &Path) -> Vec<&'static Need> {
    let mut missing = Vec::new();
    for need in needs::ALL {
        let state = match need.found(root) {
            needs::Found::Yes(version) => version,
            needs::Found::NotYet(why) => why,
            needs::Found::No(why) => {
                missing.push(need);
                format!("MISSING ({why}); from {}", need.source())
            }
        };
        println!("  {:<14} {state}\n  {:<14}   for: {}", need.name, "", need.why);
    }
    missing
}

fn say(step: usize, what: &str) {
    println!("xtask: [{step}/4] {what}");
}

fn status(command: &mut Command) -> Result<bool, Failure> {
    let shown = needs::shown(command);
    Ok(command.status().map_err(Failure::of(shown))?.success())
}

/// The cargo that started us, so that a toolchain override holds for what we start.
pub fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// The folder above `xtask/`.
pub fn workspace_root() -> std::path::PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
