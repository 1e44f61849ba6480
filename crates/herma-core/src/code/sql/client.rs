//! Commands of the clients themselves: psql's and mysql's backslashes, sqlite's dots.

use super::{SqlAct, SqlReading};

pub(super) fn read(line: &str, out: &mut SqlReading) {
    let line = line.trim();
    match line.strip_prefix('\\') {
        Some(rest) => backslash(rest, out),
        None => match line.strip_prefix('.') {
            Some(rest) => dot(rest, out),
            None => word(line, out),
        },
    }
}

/// The first word and the rest.
fn cut(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).map_or((text, ""), |(a, b)| (a, b.trim()))
}

fn unquote(text: &str) -> String {
    text.trim().trim_end_matches(';').trim_matches(['\'', '"']).to_owned()
}

fn run(command: &str) -> SqlAct {
    let command = command.trim();
    SqlAct::RunProgram { command: (!command.is_empty()).then(|| command.to_owned()) }
}

/// A place for output: a program behind `|`, else a file.
fn output(target: &str, out: &mut SqlReading) {
    let target = target.trim();
    match target.trim_matches(['\'', '"']).strip_prefix('|') {
        Some(command) => out.add(run(command)),
        None if target.is_empty() || matches!(target, "stdout" | "off") => out.add(SqlAct::Read),
        None => out.add(SqlAct::WriteFile { path: unquote(target) }),
    }
}

fn backslash(rest: &str, out: &mut SqlReading) {
    if let Some(command) = rest.strip_prefix('!') {
        return out.add(run(command));
    }
    // mysql's one-letter commands may stand right before their argument.
    let (name, argument) = cut(rest);
    match name {
        "copy" => copy(argument, out),
        "o" | "out" | "w" | "write" | "T" => output(argument, out),
        "g" if !argument.is_empty() => output(argument, out),
        "i" | "ir" | "include" | "include_relative" | "." => {
            out.add(SqlAct::RunFile { path: unquote(argument) })
        }
        "password" => out.add(SqlAct::ChangeRights),
        "lo_import" => out.add(SqlAct::ReadFile { path: unquote(cut(argument).0) }),
        "lo_export" => out.add(SqlAct::WriteFile { path: unquote(cut(argument).1) }),
        "lo_unlink" => out.add(SqlAct::Drop { what: "large object".into(), name: argument.to_owned() }),
        // Runs whatever a query gives back, or opens an editor on it.
        "gexec" | "e" | "ef" | "ev" | "edit" => out.complete = false,
        _ => out.add(SqlAct::Read),
    }
    // `\set x `command`` and `\pset pager 'command'`.
    if let Some((_, inside)) = argument.split_once('`') {
        out.add(run(inside.split('`').next().unwrap_or_default()));
    }
}

/// `\copy table from 'file'`, `\copy (query) to program 'command'`.
fn copy(argument: &str, out: &mut SqlReading) {
    let words = super::split::Words::of(argument);
    let from = words.find("from").filter(|n| words.text_after(*n).is_some() || words.find("to").is_none());
    let to = words.find("to");
    let table = words.name(0).to_owned();
    // A query in brackets has a `from` of its own; its direction is `to`.
    let (at, writes) = match (from, to) {
        (_, Some(n)) if argument.trim_start().starts_with('(') => (n, false),
        (Some(n), _) => (n, true),
        (_, Some(n)) => (n, false),
        _ => {
            out.complete = false;
            return;
        }
    };
    let target = match words.text_after(at) {
        Some(text) => text.to_owned(),
        None => words.name(at + 1).to_owned(),
    };
    if words.find("program").is_some() {
        out.add(run(&target));
    } else if matches!(target.as_str(), "stdin" | "stdout" | "pstdin" | "pstdout") {
        out.add(SqlAct::Read);
    } else if writes {
        out.add(SqlAct::ReadFile { path: target });
    } else {
        out.add(SqlAct::WriteFile { path: target });
    }
    if writes {
        out.add(SqlAct::WriteRows { table });
    }
}

fn dot(rest: &str, out: &mut SqlReading) {
    let (name, argument) = cut(rest);
    // sqlite takes any abbreviation.
    let is = |full: &str, least: usize| name.len() >= least && full.starts_with(name);
    let last = argument.split_whitespace().last().unwrap_or_default();
    if is("shell", 2) || is("system", 2) {
        out.add(run(argument));
    } else if is("output", 1) || is("once", 2) || is("log", 2) {
        output(argument, out);
    } else if is("read", 3) {
        match argument.trim_matches(['\'', '"']).strip_prefix('|') {
            Some(command) => out.add(run(command)),
            None => out.add(SqlAct::RunFile { path: unquote(argument) }),
        }
    } else if is("import", 1) {
        let mut words = argument.split_whitespace().filter(|w| !w.starts_with("--"));
        let file = words.next().unwrap_or_default();
        match argument.find('|') {
            Some(n) => out.add(run(argument.get(n + 1..).unwrap_or_default().trim_matches(['\'', '"']))),
            None => out.add(SqlAct::ReadFile { path: unquote(file) }),
        }
        out.add(SqlAct::WriteRows { table: unquote(last) });
    } else if is("backup", 3) || is("save", 2) || is("clone", 2) {
        out.add(SqlAct::WriteFile { path: unquote(last) });
    } else if is("restore", 3) {
        out.add(SqlAct::ReadFile { path: unquote(last) });
        out.add(SqlAct::Drop { what: "database".into(), name: "main".into() });
    } else if is("load", 4) {
        out.add(SqlAct::RunProgram { command: None });
    } else if is("open", 2) {
        out.add(SqlAct::ReadFile { path: unquote(last) });
    } else if is("archive", 2) && argument.contains('x') {
        out.add(SqlAct::WriteFile { path: ".".into() });
    } else {
        out.add(SqlAct::Read);
    }
}

fn word(line: &str, out: &mut SqlReading) {
    let (name, argument) = cut(line);
    match name.to_ascii_lowercase().as_str() {
        "system" => out.add(run(argument.trim_end_matches(';'))),
        "source" => out.add(SqlAct::RunFile { path: unquote(argument) }),
        "tee" => output(argument.trim_end_matches(';'), out),
        "pager" => out.add(run(argument.trim_end_matches(';'))),
        // From here on other signs end a statement than those we look for.
        "delimiter" => out.complete = false,
        _ => out.add(SqlAct::Read),
    }
}
