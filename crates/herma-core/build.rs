//! Compiles `knowledge/**/*.toml` into static tables (see `build/mod.rs`). A mistake in a table fails the build with
//! its file and line.

#[path = "build/mod.rs"]
mod tables;

// The table's effect words are checked against the very enums that the tables are made of.
#[allow(dead_code, unreachable_pub)]
#[path = "src/effect.rs"]
mod effect;

use tables::blob;

#[path = "build/lexicon.rs"]
mod lexicon;
#[path = "build/tone.rs"]
mod tone;

// A phrase and what a person types are folded by the same code.
#[allow(dead_code, unreachable_pub)]
#[path = "src/crisis/fold.rs"]
mod fold;

#[allow(dead_code, unreachable_pub)]
#[path = "src/crisis/signs.rs"]
mod signs;
// What names, words and deeds of tools are, the crate and its tables must agree upon.
#[allow(dead_code)]
#[path = "src/understand/tool/does.rs"]
mod does;
#[allow(dead_code)]
#[path = "src/understand/tool/name.rs"]
mod name;
#[allow(dead_code)]
#[path = "src/understand/tool/senses.rs"]
mod senses;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = here.join("../../knowledge");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/effect.rs");
    println!("cargo::rerun-if-changed=src/understand/tool");

    crisis(&folder.join("crisis"))?;
    crisis_tone(&here.join("src/crisis/tone.tsv"))?;

    let mut compiler = tables::Compiler::default();
    for path in sorted(&folder, "toml")? {
        println!("cargo::rerun-if-changed={}", path.display());
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        compiler.file(&file, &herma_specs::with_agents(&fs::read_to_string(&path)?));
    }
    for (below, take) in [
        ("tools", tables::Compiler::tools as fn(&mut tables::Compiler, &str, &str)),
        ("words", tables::Compiler::words),
    ] {
        println!("cargo::rerun-if-changed={}", folder.join(below).display());
        for path in sorted(&folder.join(below), "toml")? {
            println!("cargo::rerun-if-changed={}", path.display());
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            take(&mut compiler, &file, &fs::read_to_string(&path)?);
        }
    }
    compiler.shells(herma_specs::lists::SHELL_TOOLS);
    match compiler.finish() {
        Ok(made) => {
            let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
            fs::write(out.join("records.txt"), made.records)?;
            fs::write(out.join("tables.rs"), made.tables)?;
            compiled(&out, "tools.rs", &made.tools)?;
            fs::write(out.join("tool_examples.rs"), made.tool_examples)?;
            fs::write(out.join("words.rs"), made.words)?;
            fs::write(out.join("examples.rs"), made.examples)
        }
        Err(problems) => {
            for problem in problems {
                println!("cargo::error={problem}");
            }
            Ok(())
        }
    }
}

/// The lexicon of signs of a crisis.
fn crisis(folder: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=src/crisis/fold.rs");
    println!("cargo::rerun-if-changed=src/crisis/signs.rs");
    let names: Vec<&str> = signs::SIGNS.iter().map(|(name, _)| *name).collect();
    let mut lexicon = lexicon::Lexicon::new(&names);
    for path in sorted(folder, "lex")? {
        println!("cargo::rerun-if-changed={}", path.display());
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        lexicon.file(&file, &fs::read_to_string(&path)?);
    }
    match lexicon.finish() {
        Ok(tables) => {
            let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
            compiled(&out, "crisis.rs", &tables)
        }
        Err(problems) => {
            problems.iter().for_each(|problem| println!("cargo::error={problem}"));
            Ok(())
        }
    }
}

/// The words of a message in crisis, as they were weighed.
fn crisis_tone(path: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", path.display());
    match tone::table(&fs::read_to_string(path)?) {
        Ok(table) => {
            let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
            compiled(&out, "tone.rs", &table)
        }
        Err(problem) => {
            println!("cargo::error={problem}");
            Ok(())
        }
    }
}

/// A table's bytes, and the Rust that reads them.
fn compiled(out: &Path, rust: &str, made: &blob::Compiled) -> io::Result<()> {
    fs::write(out.join(made.file), &made.bytes)?;
    fs::write(out.join(rust), &made.rust)
}

/// Sorted, so that the same tables always give the same bytes.
fn sorted(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
