//! The TypeScript client: compiled, and tried by Node against this very binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

use std::path::Path;
use std::process::Command;

#[test]
fn the_client_asks_and_fails_closed() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../typescript").canonicalize().unwrap();
    let compiler = source.join("node_modules/.bin/tsc");
    assert!(compiler.exists(), "TypeScript is not installed: run `cargo xtask test --install`");
    let run = |program: &Path, args: &[&str]| {
        let output = Command::new(program)
            .args(args)
            .current_dir(&source)
            .env("HERMA_BIN", env!("CARGO_BIN_EXE_herma"))
            .env_remove("HERMA_HOME")
            .output()
            .unwrap_or_else(|e| panic!("{}: {e}", program.display()));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
        said
    };
    run(&compiler, &[]);
    let said = run(Path::new("node"), &["--test", "test/"]);
    assert!(said.contains("pass 8"), "{said}");
}
