//! The Python client's own tests, against this binary.

use crate::support;

use std::path::Path;
use std::process::Stdio;
use support::held::Held;
use support::{HERMA, Scratch, command, finish};

#[test]
fn the_client_fails_closed_and_passes_on_what_herma_says() {
    let scratch = Scratch::new();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/tests/test_client.py");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut python = command("python3", scratch.path());
    python.arg("-B").arg(tests).env("HERMA_BIN", HERMA).env("PATH", path).env("TMPDIR", scratch.path());
    python.stdin(Stdio::null());
    let said = finish(python.spawn().expect("python3: `cargo xtask test --install` brings it"));
    assert_eq!(said.code(), Some(0), "{}", said.stderr);
    assert!(said.stderr.contains("OK"), "{}", said.stderr);
}

/// What a person has made of a call is what the function is called with: a plain one, a coroutine, and whoever asks itself.
#[test]
fn t22_an_edited_call_runs_with_what_a_person_made_of_it() {
    const LOOP: &str = r#"
import asyncio, herma, sys

@herma.guarded(name="mcp__bank__create_transfer", session="s")
def pay(amount, to, *notes, fast=True):
    return ["function", amount, to, list(notes), fast]

@herma.guarded(name="mcp__bank__create_transfer", session="s")
async def pay_later(amount, to):
    return ["coroutine", amount, to]

which = sys.argv[1]
if which == "function":
    print(pay(500, ("ada", "bo"), "rent", fast=True))
elif which == "coroutine":
    print(asyncio.run(pay_later(500, "ada")))
else:
    print(["guard", herma.guard("mcp__bank__create_transfer", {"amount": 500}, session="s", edits=which == "edits").args])
"#;
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python");
    let path = std::env::var("PATH").unwrap_or_default();
    for (which, sed, printed) in [
        ("function", "s/500/5/; s/rent/gift/", "['function', 5, ('ada', 'bo'), ['gift'], True]"),
        ("coroutine", "s/500/5/", "['coroutine', 5, 'ada']"),
        ("edits", "s/500/5/", "['guard', {'amount': 5}]"),
        // Whoever did not say so would run its own.
        ("none", "s/500/5/", ""),
        // No function takes what it has no name for.
        ("coroutine", "s/\"to\"/\"from\"/", ""),
    ] {
        let held = Held::new();
        let mut python = command("python3", held.scratch.path());
        python.args(["-B", "-c", LOOP, which]).env("PYTHONPATH", &package).env("PATH", &path);
        python.env("HERMA_BIN", HERMA).env("HERMA_HOME", held.home()).stdin(Stdio::null());
        let child = python.spawn().expect("python3: `cargo xtask test --install` brings it");
        held.approve_edited(&held.wait_for_calls(1).ticket, sed);
        let said = finish(child);
        assert_eq!(said.stdout.trim(), printed, "{which}: {said:?}");
        assert_eq!(said.code(), Some(i32::from(printed.is_empty())), "{which}: {said:?}");
    }
}
