//! One family, one page.

use super::Family;
use super::format::{Example, Program};
use super::markdown::{anchor, cell, code, codes, list, sentence};
use super::words::{self, Options};
use std::fmt::Write as _;

/// A family that is named after a program is written like it.
pub fn title(family: &Family) -> String {
    let name = family.name.as_str();
    match name {
        "macos" => "macOS".to_owned(),
        _ if family.programs.iter().any(|p| p.names.get_ref().iter().any(|n| n == name)) => code(name),
        _ => sentence(&name.replace('-', " ")),
    }
}

/// The name that heads its section, and its anchor.
pub fn heading(program: &Program) -> (&str, String) {
    let name = program.names.get_ref().first().map_or("", String::as_str);
    (name, anchor(name))
}

pub fn render(family: &Family) -> String {
    let title = title(family);
    // A heading that is the program's own name would take its anchor.
    let mut out =
        if title.starts_with('`') { format!("# The {title} family\n\n") } else { format!("# {title}\n\n") };
    let _ = writeln!(
        out,
        "<!-- Made by `cargo xtask docs` out of knowledge/{}.toml: change that file, not this one. -->\n",
        family.name
    );
    if let Some(about) = &family.about {
        let _ = writeln!(out, "{about}\n");
    }
    let _ = writeln!(
        out,
        "Out of [`knowledge/{0}.toml`](../../knowledge/{0}.toml). [How to read this page](README.md#how-to-read-a-page).",
        family.name
    );
    for program in &family.programs {
        let (name, _) = heading(program);
        let _ = write!(out, "\n## `{name}`\n");
        about(&mut out, program);
        body(&mut out, program, &Section { top: name, path: name.to_owned(), outer: Options::default() });
    }
    out
}

/// Where a program or subcommand stands.
struct Section<'a> {
    /// The name of the program: verdicts name rules by it.
    top: &'a str,
    /// The words up to here.
    path: String,
    outer: Options,
}

/// What it is, and its other names: those in the heading's shadow.
fn about(out: &mut String, program: &Program) {
    let mut said: Vec<String> = Vec::new();
    if let Some(about) = &program.about {
        said.push(format!("{}.", sentence(&cell(about.get_ref()))));
    }
    if let [_, others @ ..] = program.names.get_ref().as_slice()
        && !others.is_empty()
    {
        said.push(format!("The same for {}.", codes(others.iter().map(String::as_str), "and")));
    }
    if !said.is_empty() {
        let _ = write!(out, "\n{}\n", said.join(" "));
    }
}

fn body(out: &mut String, program: &Program, at: &Section<'_>) {
    let options = Options::of(program, &at.outer);
    rules(out, program, at.top, &options);
    let mut notes: Vec<String> = Vec::new();
    for runs in &program.runs {
        notes.push(format!("Herma reads {}.", words::runs(runs.get_ref(), &options)));
    }
    if !program.dry.is_empty() {
        let dry = program.dry.iter().flat_map(|d| d.get_ref().split_whitespace());
        notes.push(format!("It only looks with {}.", codes(dry, "or")));
    }
    if let Some(special) = program.special {
        let name = format!("{special:?}").to_lowercase();
        notes.push(format!("What a table cannot say is read by code of its own (`special = \"{name}\"`)."));
    }
    notes.extend(otherwise(program));
    if !notes.is_empty() {
        let _ = write!(out, "\n- {}\n", notes.join("\n- "));
    }
    examples(out, program.example.iter().map(|e| e.get_ref()));
    subcommands(out, program, at, &options);
}

/// What it does when no rule fires, if that can be.
fn otherwise(program: &Program) -> Option<String> {
    let mut whens = program.rule.iter().map(|r| r.get_ref().when.as_ref().map(|w| w.get_ref().as_str()));
    let silent = program.rule.is_empty() && program.runs.is_empty();
    let denied = |when: &str| Some(format!("!{when}"));
    let covered = whens.clone().any(|when| match when {
        None => true,
        Some(when) => whens.clone().any(|other| other.map(str::to_owned) == denied(when)),
    });
    let subject = match (silent, program.sub.is_empty()) {
        _ if whens.next().is_some() && covered => return None,
        (true, true) => "It",
        (true, false) => "Any other subcommand",
        (false, _) => "Otherwise it",
    };
    Some(format!("{subject} {}.", words::base(program.base)))
}

fn rules(out: &mut String, program: &Program, top: &str, options: &Options) {
    if program.rule.is_empty() {
        return;
    }
    out.push_str("\n| rule | when | what happens | effect | on | tier |\n|---|---|---|---|---|---|\n");
    for rule in program.rule.iter().map(|r| r.get_ref()) {
        let when =
            rule.when.as_ref().map_or_else(|| "always".to_owned(), |w| words::when(w.get_ref(), options));
        let mut text = cell(&rule.text.get_ref().replace("{}", "…"));
        if let Some(instead) = &rule.instead {
            let _ = write!(text, "; instead: {}", code(instead.get_ref()));
        }
        let _ = writeln!(
            out,
            "| `{top}/{}` | {when} | {text} | {} | {} | {} |",
            rule.id.get_ref(),
            rule.effect.get_ref(),
            words::on(rule, options),
            words::tier(rule)
        );
    }
}

fn examples<'a>(out: &mut String, examples: impl Iterator<Item = &'a Example>) {
    let rows: String = examples.map(|e| format!("| {} | {} |\n", want(e), code(e.run.get_ref()))).collect();
    if !rows.is_empty() {
        let _ = write!(out, "\n| verdict | example |\n|---|---|\n{rows}");
    }
}

fn want(example: &Example) -> String {
    match example.want.get_ref() {
        toml::Value::String(one) => one.clone(),
        toml::Value::Array(list_of) => {
            let words: Vec<String> = list_of.iter().filter_map(|w| w.as_str()).map(str::to_owned).collect();
            list(&words, "or")
        }
        _ => String::new(),
    }
}

/// Those that say nothing of their own in one list; the others each in a section.
fn subcommands(out: &mut String, program: &Program, at: &Section<'_>, options: &Options) {
    let subs = || program.sub.iter().map(|s| s.get_ref());
    let quiet = |s: &&Program| {
        s.rule.is_empty()
            && s.runs.is_empty()
            && s.sub.is_empty()
            && s.example.is_empty()
            && s.special.is_none()
            && s.about.is_none()
    };
    if subs().any(|s| quiet(&s)) {
        let _ = write!(out, "\n| subcommands of `{}` | each |\n|---|---|\n", at.path);
        for sub in subs().filter(quiet) {
            let names: Vec<String> = sub.names.get_ref().iter().map(|n| code(n)).collect();
            let _ = writeln!(out, "| {} | {} |", names.join(", "), words::base(sub.base));
        }
    }
    for sub in subs().filter(|s| !quiet(s)) {
        let name = sub.names.get_ref().first().map_or("", String::as_str);
        let path = format!("{} {name}", at.path);
        let _ = write!(out, "\n### `{path}`\n");
        about(out, sub);
        body(out, sub, &Section { top: at.top, path, outer: options.clone() });
    }
}
