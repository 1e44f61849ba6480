//! `docs/man/`: what `herma man` prints, one page a command, so that a package can take them as they are.

use super::{AGAIN, files};
use crate::failure::Failure;
use crate::test::workspace_root;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const PAGES: &str = "docs/man";

pub(super) fn write() -> Result<(), Failure> {
    let folder = workspace_root().join(PAGES);
    fs::create_dir_all(&folder).map_err(Failure::of(folder.display()))?;
    let (pages, there) = (render()?, files(&folder, "1")?);
    for name in there.keys().filter(|name| !pages.contains_key(*name)) {
        fs::remove_file(folder.join(name)).map_err(Failure::of(name))?;
        println!("  {PAGES}/{name} removed: there is no such command");
    }
    for (name, text) in pages.iter().filter(|(name, text)| there.get(*name) != Some(*text)) {
        fs::write(folder.join(name), text).map_err(Failure::of(name))?;
        println!("  {PAGES}/{name} written");
    }
    println!("xtask: {} pages in {PAGES}/", pages.len());
    Ok(())
}

pub(super) fn check() -> Result<(), Failure> {
    let folder = workspace_root().join(PAGES);
    let there = if folder.exists() { files(&folder, "1")? } else { BTreeMap::new() };
    let pages = render()?;
    if pages == there {
        println!("  {} pages in {PAGES}/ are what `herma man` prints", pages.len());
        return Ok(());
    }
    let stale = pages.iter().filter(|(name, text)| there.get(*name) != Some(*text)).map(|(name, _)| name);
    let gone = there.keys().filter(|name| !pages.contains_key(*name));
    let names: Vec<&str> = stale.chain(gone).map(String::as_str).collect();
    Err(Failure::new(format!("{PAGES}/ is not what `herma man` prints ({}); {AGAIN}", names.join(", "))))
}

/// Every page by its file name, as the binary of this checkout prints it.
fn render() -> Result<BTreeMap<String, String>, Failure> {
    let binary = built()?;
    let man = |args: &[&str]| {
        let said = Command::new(&binary).arg("man").args(args).output().map_err(Failure::of("herma man"))?;
        match said.status.success() {
            true => String::from_utf8(said.stdout).map_err(Failure::of("herma man")),
            false => Err(Failure::new(format!("herma man {}: {}", args.join(" "), said.status))),
        }
    };
    let all = man(&[])?;
    let mut pages = BTreeMap::new();
    for name in all.lines().filter_map(|line| line.strip_prefix(".SS herma ")) {
        pages.insert(format!("herma-{name}.1"), man(&[name])?);
    }
    pages.insert("herma.1".to_owned(), all);
    Ok(pages)
}

fn built() -> Result<PathBuf, Failure> {
    let root = workspace_root();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "-q", "-p", "herma", "--bin", "herma"]).current_dir(&root);
    let status = command.status().map_err(Failure::of("cargo build"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    match status.success() {
        true => Ok(target.join("debug/herma")),
        false => Err(Failure::new("herma does not build")),
    }
}
