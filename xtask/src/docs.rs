//! `cargo xtask docs`: the tables in `knowledge/` as pages that a person can read, in `docs/knowledge/`, and the manual in
//! `docs/man/`, the agents in the README, and the channels in `docs/channels.md`.
//!
//! The pages are committed, so that they can be read where the code is read. `--check` fails when they are not what the
//! tables say; `cargo xtask test` runs it.

mod agents;
mod channels;
mod index;
mod manual;
mod markdown;
mod page;
mod parts;
mod tools;
mod words;

// One schema: what the build reads is what the pages show.
#[allow(dead_code, unreachable_pub, reason = "the build uses more of it")]
#[path = "../../crates/herma-core/build/format.rs"]
mod format;
#[allow(dead_code, unreachable_pub, reason = "the build uses more of it")]
#[path = "../../crates/herma-core/build/tool_format.rs"]
mod tool_format;

use crate::failure::Failure;
use crate::test::workspace_root;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const TABLES: &str = "knowledge";
const PAGES: &str = "docs/knowledge";
/// Pages that are rendered in part.
const PARTS: &[parts::Page] = &[agents::PAGE, channels::PAGE];
const AGAIN: &str = "`cargo xtask docs` renders them again";

pub fn run(args: &[String]) -> Result<(), Failure> {
    match args {
        [] => {
            write()?;
            PARTS.iter().try_for_each(parts::Page::write)?;
            manual::write()
        }
        [one] if one == "--check" => check(),
        [other, ..] => Err(Failure::usage(format!("docs: no option `{other}`; see `cargo xtask help`"))),
    }
}

/// A table in `knowledge/`.
struct Family {
    /// The name of its file, without the ending.
    name: String,
    /// What its file says first, as a comment.
    about: Option<String>,
    programs: Vec<format::Program>,
}

fn write() -> Result<(), Failure> {
    let folder = workspace_root().join(PAGES);
    fs::create_dir_all(&folder).map_err(Failure::of(folder.display()))?;
    let pages = render(&families()?, &tool_families()?);
    let there = committed(&folder)?;
    for name in there.keys().filter(|name| !pages.contains_key(*name)) {
        fs::remove_file(folder.join(name)).map_err(Failure::of(name))?;
        println!("  {PAGES}/{name} removed: its table is gone");
    }
    for (name, text) in pages.iter().filter(|(name, text)| there.get(*name) != Some(*text)) {
        fs::write(folder.join(name), text).map_err(Failure::of(name))?;
        println!("  {PAGES}/{name} written");
    }
    println!("xtask: {} pages in {PAGES}/", pages.len());
    Ok(())
}

pub fn check() -> Result<(), Failure> {
    PARTS.iter().try_for_each(parts::Page::check)?;
    manual::check()?;
    let pages = render(&families()?, &tool_families()?);
    let there = committed(&workspace_root().join(PAGES))?;
    let mut stale: Vec<&str> = Vec::new();
    stale
        .extend(pages.iter().filter(|(name, text)| there.get(*name) != Some(*text)).map(|(n, _)| n.as_str()));
    stale.extend(there.keys().filter(|name| !pages.contains_key(*name)).map(String::as_str));
    if stale.is_empty() {
        println!("  {} pages in {PAGES}/ are what the tables say", pages.len());
        Ok(())
    } else {
        Err(Failure::new(format!("{PAGES}/ is not what the tables say ({}); {AGAIN}", stale.join(", "))))
    }
}

/// Every page by its file name.
fn render(families: &[Family], tools: &[tools::ToolFamily]) -> BTreeMap<String, String> {
    let mut pages: BTreeMap<String, String> =
        families.iter().map(|f| (format!("{}.md", f.name), page::render(f))).collect();
    pages.extend(tools.iter().map(|f| (f.page(), tools::render(f))));
    pages.insert("README.md".to_owned(), index::render(families, &tools::index(tools)));
    pages
}

fn families() -> Result<Vec<Family>, Failure> {
    let folder = workspace_root().join(TABLES);
    let mut families = Vec::new();
    for (file, text) in files(&folder, "toml")? {
        let parsed: format::File = toml::from_str(&herma_specs::with_agents(&text))
            .map_err(Failure::of(format!("{TABLES}/{file}")))?;
        families.push(Family {
            name: file.trim_end_matches(".toml").to_owned(),
            about: text.lines().next().and_then(|l| l.strip_prefix("# ")).map(str::to_owned),
            programs: parsed.program.into_iter().map(toml::Spanned::into_inner).collect(),
        });
    }
    Ok(families)
}

fn tool_families() -> Result<Vec<tools::ToolFamily>, Failure> {
    let folder = workspace_root().join(TABLES).join("tools");
    let mut families = Vec::new();
    for (file, text) in files(&folder, "toml")? {
        families.push(tools::ToolFamily {
            name: file.trim_end_matches(".toml").to_owned(),
            about: text.lines().next().and_then(|l| l.strip_prefix("# ")).map(str::to_owned),
            file: toml::from_str(&text).map_err(Failure::of(format!("{TABLES}/tools/{file}")))?,
        });
    }
    Ok(families)
}

fn committed(folder: &Path) -> Result<BTreeMap<String, String>, Failure> {
    if folder.exists() { files(folder, "md") } else { Ok(BTreeMap::new()) }
}

/// The texts in a folder, by file name: sorted, so that the same tables always give the same pages.
fn files(folder: &Path, ending: &str) -> Result<BTreeMap<String, String>, Failure> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(Failure::of(folder.display()))? {
        let path = entry.map_err(Failure::of(folder.display()))?.path();
        if path.extension().is_some_and(|e| e == ending) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.insert(name, fs::read_to_string(&path).map_err(Failure::of(path.display()))?);
        }
    }
    Ok(files)
}
