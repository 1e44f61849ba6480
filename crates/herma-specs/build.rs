//! Compiles `knowledge/agents/*.toml` and `knowledge/channels/*.toml` into static data. A mistake in a table fails the build
//! with its file.

// The names that a table may say are those of the very enums that it becomes.
#[allow(dead_code, unreachable_pub)]
#[path = "src/channel_dialect.rs"]
mod channel_dialect;
#[allow(dead_code, unreachable_pub)]
#[path = "src/dialect.rs"]
mod dialect;

#[path = "build/channel_format.rs"]
mod channel_format;
#[path = "build/channel_write.rs"]
mod channel_write;
#[path = "build/format.rs"]
mod format;
#[path = "build/guard.rs"]
mod guard;
#[path = "build/write.rs"]
mod write;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    for path in ["build", "src/dialect.rs", "src/channel_dialect.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let mut problems = Vec::new();
    let mut agents = tables("agents", format::read, &mut problems)?;
    // Those that can be connected first, in the order that they ask for.
    agents.sort_by_key(|spec| (spec.table.hook.is_none(), spec.table.rank, spec.name.clone()));
    problems.extend(write::clashes(&agents));
    let mut channels = tables("channels", channel_format::read, &mut problems)?;
    channels.sort_by_key(|file| (file.table.rank, file.name.clone()));
    if !problems.is_empty() {
        problems.iter().for_each(|problem| println!("cargo::error={problem}"));
        return Ok(());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("agents.rs"), write::agents(&agents))?;
    fs::write(out.join("channels.rs"), channel_write::channels(&channels))
}

/// What the tables in a folder of `knowledge/` say.
fn tables<T>(
    folder: &str,
    read: fn(&str, &str) -> Result<T, Vec<String>>,
    problems: &mut Vec<String>,
) -> io::Result<Vec<T>> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let all = here.join("../../knowledge").join(folder);
    println!("cargo::rerun-if-changed={}", all.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(&all)? {
        let path = entry?.path();
        if path.extension() != Some("toml".as_ref()) {
            continue;
        }
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().map(Path::new).unwrap_or(&path).display().to_string();
        match read(&name, &fs::read_to_string(&path)?) {
            Ok(table) => found.push(table),
            Err(all) => problems.extend(all.iter().map(|p| format!("knowledge/{folder}/{name}.toml: {p}"))),
        }
    }
    Ok(found)
}
