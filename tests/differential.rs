//! Our parser against three others: `bash -n` on what is a command at all, brush-parser and tree-sitter-bash on which
//! commands a text holds. All are oracles, not authorities: where they are known to differ, the difference is named here.

#[path = "differential/names.rs"]
mod names;
#[path = "differential/samples.rs"]
mod samples;
#[path = "differential/tree.rs"]
mod tree;
#[path = "differential/tree_sitter.rs"]
mod tree_sitter_names;

use crate::reading::{carriers, look_alikes, places, spellings};
use herma_core::shell::{MAX_TEXT, parse};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Of the corpus' lines, at most this share may be refused although bash takes them: each is a needless question.
const FALSE_REJECTS: f64 = 0.005;
/// And taken although bash refuses them: harmless one by one, but a sign of a parser that has gone astray.
const FALSE_ACCEPTS: f64 = 0.005;
/// Of those that both parsers take, at most this share may hold other commands.
const OTHER_NAMES: f64 = 0.003;

/// What bash thinks of a text. `None`: not to be compared.
fn bash_accepts(text: &str) -> Option<bool> {
    let mut child = Command::new("bash")
        .args(["--norc", "--noprofile", "-n"])
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let out = child.wait_with_output().ok()?;
    let said = String::from_utf8_lossy(&out.stderr);
    // Bash warns and goes on; we refuse, since the text may have been cut.
    if said.contains("delimited by end-of-file") {
        return None;
    }
    Some(out.status.success())
}

/// Why a difference is right, where one is.
fn known(text: &str) -> bool {
    samples::LENIENT.contains(&text)
        // `bash -n` does not look into backticks.
        || text.contains('`')
        // Extended globs are off in a plain bash, so that it refuses `!(a)`; agents' shells may have them on.
        || ["!(", "?(", "*(", "+(", "@("].iter().any(|glob| text.contains(glob))
}

struct Difference {
    false_rejects: Vec<String>,
    false_accepts: Vec<String>,
    compared: usize,
}

fn against_bash<'a>(texts: impl Iterator<Item = &'a str>) -> Difference {
    let mut difference = Difference { false_rejects: Vec::new(), false_accepts: Vec::new(), compared: 0 };
    for text in texts.filter(|text| text.len() <= MAX_TEXT) {
        let Some(accepts) = bash_accepts(text) else { continue };
        difference.compared += 1;
        match (accepts, parse(text)) {
            (true, Err(error)) if !known(text) => difference.false_rejects.push(format!("{text:?}: {error}")),
            (false, Ok(_)) if !known(text) => difference.false_accepts.push(format!("{text:?}")),
            _ => {}
        }
    }
    difference
}

fn built_in() -> impl Iterator<Item = &'static str> {
    [samples::VALID, places::ALL, spellings::ALL, carriers::ALL, look_alikes::ALL]
        .into_iter()
        .flatten()
        .copied()
}

fn no_bash() -> bool {
    let missing = Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_err();
    if missing {
        println!("skipped: no bash");
    }
    missing
}

#[test]
fn bash_takes_what_we_take() {
    if no_bash() {
        return;
    }
    let difference = against_bash(built_in().chain(samples::INVALID.iter().chain(samples::LENIENT).copied()));
    assert!(
        difference.false_rejects.is_empty() && difference.false_accepts.is_empty(),
        "of {}:\nbash takes, we refuse:\n{}\nbash refuses, we take:\n{}",
        difference.compared,
        difference.false_rejects.join("\n"),
        difference.false_accepts.join("\n")
    );
}

/// The samples are what they say they are; else the tests above compare nothing.
#[test]
fn bash_agrees_with_the_samples() {
    if no_bash() {
        return;
    }
    let wrong: Vec<&str> =
        built_in().filter(|text| bash_accepts(text) == Some(false) && !known(text)).collect();
    assert!(wrong.is_empty(), "bash refuses: {wrong:#?}");
    let wrong: Vec<&&str> = samples::INVALID
        .iter()
        .chain(samples::LENIENT)
        .filter(|text| bash_accepts(text) != Some(false))
        .collect();
    assert!(wrong.is_empty(), "bash takes: {wrong:#?}");
}

#[test]
fn bash_takes_what_we_take_of_the_corpus() {
    let Some(texts) = corpus() else {
        println!("skipped: no corpus");
        return;
    };
    if no_bash() {
        return;
    }
    let difference = against_bash(texts.iter().map(String::as_str));
    println!("{} compared", difference.compared);
    for text in &difference.false_rejects {
        println!("bash takes, we refuse: {text}");
    }
    for text in &difference.false_accepts {
        println!("bash refuses, we take: {text}");
    }
    let limit = |share: f64| (share * difference.compared as f64) as usize;
    assert!(
        difference.false_rejects.len() <= limit(FALSE_REJECTS),
        "{} refused",
        difference.false_rejects.len()
    );
    assert!(
        difference.false_accepts.len() <= limit(FALSE_ACCEPTS),
        "{} taken",
        difference.false_accepts.len()
    );
}

#[test]
fn brush_finds_the_same_commands() {
    let other = against_brush(built_in().filter(|text| !samples::BRUSH_IS_WRONG.contains(text)));
    assert!(other.is_empty(), "{} differ:\n{}", other.len(), other.join("\n"));
}

#[test]
fn brush_finds_the_same_commands_in_the_corpus() {
    let Some(texts) = corpus() else {
        println!("skipped: no corpus");
        return;
    };
    let other = against_brush(texts.iter().map(String::as_str));
    for text in &other {
        println!("{text}");
    }
    let limit = (OTHER_NAMES * texts.len() as f64) as usize;
    assert!(other.len() <= limit, "{} of {} differ; at most {limit} may", other.len(), texts.len());
}

#[test]
fn tree_sitter_finds_no_other_commands() {
    let texts = built_in().filter(|text| !samples::TREE_SITTER_IS_WRONG.contains(text));
    let (missed, compared) = against_tree_sitter(texts);
    assert!(missed.is_empty(), "{} of {compared} differ:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn tree_sitter_finds_no_other_commands_in_the_corpus() {
    let Some(texts) = corpus() else {
        println!("skipped: no corpus");
        return;
    };
    let (missed, compared) = against_tree_sitter(texts.iter().map(String::as_str));
    for text in &missed {
        println!("{text}");
    }
    let limit = (OTHER_NAMES * compared as f64) as usize;
    assert!(missed.len() <= limit, "{} of {compared} differ; at most {limit} may", missed.len());
}

/// Texts in which tree-sitter sees a command that we do not see, and how many it takes at all.
fn against_tree_sitter<'a>(texts: impl Iterator<Item = &'a str>) -> (Vec<String>, usize) {
    let (mut missed, mut compared) = (Vec::new(), 0);
    for text in texts {
        if let (Ok(script), Some(theirs)) = (parse(text), tree_sitter_names::of(text)) {
            compared += 1;
            let ours = tree::names(&script);
            let unseen: Vec<&String> = theirs.iter().filter(|name| !ours.contains(name)).collect();
            if !unseen.is_empty() {
                missed.push(format!("{text:?}:\n  ours {ours:?}\n  not seen {unseen:?}"));
            }
        }
    }
    (missed, compared)
}

/// Texts that both take and in which they see other commands.
fn against_brush<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut other = Vec::new();
    for text in texts {
        if let (Ok(script), Some(theirs)) = (parse(text), names::brush(text)) {
            let ours = names::ours(&script, text);
            if ours != theirs {
                other.push(format!("{text:?}:\n  ours  {ours:?}\n  brush {theirs:?}"));
            }
        }
    }
    other
}

fn corpus() -> Option<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let given = std::env::var_os("HERMA_CORPUS").map(PathBuf::from);
    let folder = given.into_iter().chain([root.join("../shared/corpus")]).find(|path| path.is_dir())?;
    let mut texts = Vec::new();
    for name in ["shell.jsonl", "workday.jsonl"] {
        for line in std::fs::read_to_string(folder.join(name)).ok()?.lines() {
            let row: Value = serde_json::from_str(line).ok()?;
            texts.extend(row["command"].as_str().map(str::to_owned));
        }
    }
    Some(texts)
}
