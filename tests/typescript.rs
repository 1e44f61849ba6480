//! The TypeScript client: compiled, and tried by Node against this very binary.

use crate::support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::held::Held;
use support::{HERMA, command, finish};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../typescript").canonicalize().unwrap()
}

#[test]
fn the_client_asks_and_fails_closed() {
    let source = source();
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

#[test]
fn t22_an_edited_call_runs_with_what_a_person_made_of_it() {
    let held = Held::new();
    // Compiled into a folder of its own: another test does the same.
    let compiler = source().join("node_modules/.bin/tsc");
    let compiled = held.scratch.path().join("dist");
    let done = Command::new(compiler).current_dir(source()).arg("--outDir").arg(&compiled).status().unwrap();
    assert!(done.success(), "TypeScript: `cargo xtask test --install` brings it");
    held.scratch.write("dist/package.json", r#"{"type": "module"}"#);
    let program = r#"
import { guard, guarded } from "./dist/index.js"
const pay = guarded("mcp__bank__create_transfer", (args) => args, { session: "s" })
const asked = { amount: 500, to: ["ada"] }
console.log(JSON.stringify([await pay(asked), (await guard("mcp__bank__create_transfer", asked, { session: "s" })).args]))
"#;
    held.scratch.write("pay.mjs", program);
    let mut node = command("node", held.scratch.path());
    node.arg("pay.mjs").env("HERMA_BIN", HERMA).env("HERMA_HOME", held.home()).stdin(Stdio::null());
    node.env("PATH", std::env::var("PATH").unwrap_or_default());
    let child = node.spawn().unwrap();
    held.approve_edited(&held.wait_for_calls(1).ticket, "s/500/5/");
    held.approve_edited(&held.wait_for_calls(3).ticket, "s/500/6/");
    let said = finish(child);
    assert_eq!(said.stdout.trim(), r#"[{"amount":5,"to":["ada"]},{"amount":6,"to":["ada"]}]"#, "{said:?}");
}
