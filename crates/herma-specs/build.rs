//! Compiles `knowledge/agents/*.toml` into static data. A mistake in a table fails the build with its file.

// The names that a table may say are those of the very enums that it becomes.
#[allow(dead_code, unreachable_pub)]
#[path = "src/dialect.rs"]
mod dialect;

#[path = "build/format.rs"]
mod format;
#[path = "build/guard.rs"]
mod guard;
#[path = "build/write.rs"]
mod write;

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = here.join("../../knowledge/agents");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/dialect.rs");

    let mut specs = Vec::new();
    let mut problems = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match format::read(&name, &fs::read_to_string(&path)?) {
            Ok(spec) => specs.push(spec),
            Err(found) => problems.extend(found.iter().map(|p| format!("knowledge/agents/{name}.toml: {p}"))),
        }
    }
    // Those that can be connected first, in the order that they ask for.
    specs.sort_by_key(|spec| (spec.table.hook.is_none(), spec.table.rank, spec.name.clone()));
    problems.extend(write::clashes(&specs));
    if !problems.is_empty() {
        problems.iter().for_each(|problem| println!("cargo::error={problem}"));
        return Ok(());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("agents.rs"), write::agents(&specs))
}
