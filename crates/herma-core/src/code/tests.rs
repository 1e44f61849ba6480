//! Tables: a text, and what it must be found to do. `?` is an unknown part, `*` is each of a listing, `!` after
//! `delete` and `mode` means down the tree. An empty right side: nothing at all was found.

mod awk;
mod fresh;
mod hard;
mod javascript;
mod lua;
mod perl;
mod php;
mod python;
mod ruby;
mod sed;

mod robust;

use super::{Act, CodePart, CodeText, Reading, read};
use crate::knowledge::Lang;

fn text(t: &CodeText) -> String {
    let part = |p: &CodePart| match p {
        CodePart::Text(t) => t.clone(),
        CodePart::Unknown => "?".into(),
        CodePart::Env(name) => format!("${name}"),
        CodePart::Each => "*".into(),
    };
    t.parts.iter().map(part).collect()
}

fn act(a: &Act) -> String {
    let bang = |deep: bool| if deep { "!" } else { "" };
    match a {
        Act::Shell(t) => format!("shell {}", text(t)),
        Act::Argv(words) => format!("argv {}", words.iter().map(text).collect::<Vec<_>>().join(" ")),
        Act::Delete { path, deep } => format!("delete{} {}", bang(*deep), text(path)),
        Act::Write { path } => format!("write {}", text(path)),
        Act::Read { path } => format!("read {}", text(path)),
        Act::Link { target, name } => format!("link {} {}", text(target), text(name)),
        Act::Move { from, to } => format!("move {} {}", text(from), text(to)),
        Act::ChangeMode { path, deep } => format!("mode{} {}", bang(*deep), text(path)),
        Act::SetUid { path } => format!("set-uid {}", text(path)),
        Act::Store { path, from } => format!("store {} {}", text(path), text(from)),
        Act::Carry { to, what, signs } => format!("carry{} {} {}", bang(*signs), text(what), text(to)),
        Act::Send { to } => format!("send {}", text(to)),
        Act::Fetch { to } => format!("fetch {}", text(to)),
        Act::Connect { to } => format!("connect {}", text(to)),
        Act::Listen { host: Some(host) } => format!("listen {}", text(host)),
        Act::Listen { host: None } => "listen".into(),
        Act::Kill { pid } => format!("kill {}", text(pid)),
        Act::Sql(t) => format!("sql {}", text(t)),
        Act::EvalUnknown { downloaded: true } => "eval downloaded".into(),
        Act::EvalUnknown { downloaded: false } => "eval".into(),
        Act::LoadLibrary { path } => format!("library {}", text(path)),
        Act::RunFile { path } => format!("runfile {}", text(path)),
        Act::Deserialize { path, .. } => format!("deserialize {}", text(path)),
        Act::LeaksInName { to } => format!("leaks {}", text(to)),
        Act::Put { path, .. } => format!("put {}", text(path)),
        Act::ShellFile { path } => format!("shellfile {}", text(path)),
    }
}

pub(super) fn show(reading: &Reading) -> String {
    let mut out: Vec<String> = reading
        .findings
        .iter()
        // What is written is told by what runs it; these rows are about which file.
        .filter(|f| !matches!(f.act, Act::Put { .. }))
        .map(|f| match &f.cwd {
            Some(cwd) => format!("{} in {}", act(&f.act), text(cwd)),
            None => act(&f.act),
        })
        .collect();
    if !reading.complete {
        out.push("INCOMPLETE".into());
    }
    out.join("; ")
}

/// All rows that differ, at once.
pub(super) fn check(lang: Lang, rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(source, want)| {
            let got = show(&read(lang, source));
            (got != *want).then(|| format!("\n--- {source}\n  want: {want}\n  got:  {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} rows differ{}", wrong.len(), rows.len(), wrong.concat());
}
