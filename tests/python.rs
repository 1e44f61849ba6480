//! The Python client's own tests, against this binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod support;

use std::path::Path;
use std::process::Stdio;
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
