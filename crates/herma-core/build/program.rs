//! One program: everything serde could not check, and its record.

use toml::Spanned;

use super::Source;
use super::condition;
use super::format::{Example, Lang, Program, Rule, RunPlace, Runs, Style, What};
use super::scope::{Opt, Scope};
use super::write;
use crate::effect::{Kind, Reach, Tier, Undo};

/// A good one and a bad one, or at least two: an entry without examples is an opinion.
const MIN_EXAMPLES: usize = 2;

pub fn top(source: &mut Source<'_>, spanned: &Spanned<Program>) -> write::Place {
    let program = spanned.get_ref();
    let at = program.names.span().start;
    if program.about.as_ref().is_none_or(|a| a.get_ref().trim().is_empty()) {
        source.problem(at, "no `about`");
    }
    let examples = count_examples(program);
    if examples < MIN_EXAMPLES {
        source.problem(at, format!("{examples} examples, at least {MIN_EXAMPLES} are needed"));
    }
    let scope = Scope {
        style: program.style.unwrap_or(Style::Gnu),
        opts: Vec::new(),
        dry: Vec::new(),
        asking: false,
    };
    one(source, program, &scope)
}

fn count_examples(program: &Program) -> usize {
    program.example.len() + program.sub.iter().map(|s| count_examples(s.get_ref())).sum::<usize>()
}

/// Writes the record of a program, after those of its subcommands, and tells where it lies.
fn one(source: &mut Source<'_>, program: &Program, outer: &Scope) -> write::Place {
    names(source, program);
    let style = program.style.unwrap_or(outer.style);
    let (mut scope, opts) = options(source, program, outer, style);
    scope.dry = dry(source, program, &scope);
    scope.asking |= program.special.is_some() || !program.rule.is_empty() || !program.runs.is_empty();
    let dry = &scope.dry;
    let rules: Vec<String> = program.rule.iter().map(|r| rule(source, r.get_ref(), &scope)).collect();
    unique(source, program.rule.iter().map(|r| &r.get_ref().id), "rule");
    let runs: Vec<String> = program.runs.iter().map(|r| carries(source, r.get_ref(), &scope)).collect();
    for spanned in &program.example {
        example(source, spanned.get_ref());
    }
    let subs: Vec<write::Sub> = program
        .sub
        .iter()
        .map(|s| write::Sub {
            names: s.get_ref().names.get_ref().join(" "),
            at: one(source, s.get_ref(), &scope),
        })
        .collect();
    unique_subs(source, program);
    source.store(&write::program(program, style, &opts, dry, &rules, &runs, &subs))
}

fn names(source: &mut Source<'_>, program: &Program) {
    let at = program.names.span().start;
    if program.names.get_ref().is_empty() {
        source.problem(at, "no name");
    }
    for name in program.names.get_ref() {
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '/') {
            source.problem(at, format!("`{name}` is no program name"));
        }
    }
    if let Some(about) = &program.about {
        sentence(source, about, "about");
    }
}

fn options(source: &mut Source<'_>, program: &Program, outer: &Scope, style: Style) -> (Scope, Vec<String>) {
    let mut scope = Scope { style, opts: outer.opts.clone(), dry: outer.dry.clone(), asking: outer.asking };
    let mut own: Vec<Opt> = Vec::new();
    for text in &program.opts {
        let at = text.span().start;
        match Opt::parse(text.get_ref(), style) {
            Ok(opt) => {
                for name in &opt.names {
                    if own.iter().any(|o| o.names.contains(name)) {
                        source.problem(at, format!("option `{name}` twice"));
                    }
                }
                // Options are asked for by their first spelling: `docker -v` and `docker run -v` must differ in it.
                if let Some(first) = opt.names.first().filter(|_| outer.asks_for(&opt)) {
                    let message = format!(
                        "option `{first}` is the parent's too: put another spelling first in one of them"
                    );
                    source.problem(at, message);
                }
                own.push(opt);
            }
            Err(message) => source.problem(at, message),
        }
    }
    let code = own.iter().map(Opt::text).collect();
    scope.opts.extend(own);
    (scope, code)
}

/// A parent's `--help` is its subcommands' too.
fn dry(source: &mut Source<'_>, program: &Program, scope: &Scope) -> Vec<String> {
    // Only its own: a subcommand may use the same letter for something else (`docker -v`, `docker run -v`).
    let mut dry = Vec::new();
    for text in &program.dry {
        for name in text.get_ref().split_whitespace() {
            match scope.canonical(name) {
                Ok(canonical) if dry.iter().any(|d: &String| d == canonical) => {}
                Ok(canonical) => dry.push(canonical.to_owned()),
                Err(message) => source.problem(text.span().start, message),
            }
        }
    }
    dry
}

fn rule(source: &mut Source<'_>, rule: &Rule, scope: &Scope) -> String {
    let at = rule.id.span().start;
    if rule.id.get_ref().is_empty() || rule.id.get_ref().contains(|c: char| c.is_whitespace() || c == '/') {
        source.problem(at, format!("`{}` is no rule id", rule.id.get_ref()));
    }
    sentence(source, &rule.text, "text");
    let on = match &rule.on {
        Some(text) => said(source, text, |t| condition::on(t, scope)),
        None => condition::NOTHING.to_owned(),
    };
    if on == condition::NOTHING && rule.text.get_ref().contains("{}") {
        source.problem(rule.text.span().start, "`{}` in `text`, but no `on`");
    }
    if let Some(text) = &rule.on {
        targets(source, rule, text, scope);
    }
    if let Some(instead) = &rule.instead {
        // A denial whose advice is denied too is worse than none: the advice is an example that must pass.
        source.example(instead.span().start, instead.get_ref(), &["allow"]);
    }
    write::fields(&[
        rule.id.get_ref(),
        &condition_code(source, rule.when.as_ref(), scope),
        &word(source, &rule.effect, "effect", Kind::ALL),
        &on,
        &write::number(What::ALL, rule.what),
        if rule.deep { "d" } else { "" },
        if rule.hardline { "h" } else { "" },
        &optional_word(source, rule.reach.as_ref(), "reach", Reach::ALL),
        &optional_word(source, rule.undo.as_ref(), "undo", Undo::ALL),
        &optional_word(source, rule.tier.as_ref(), "tier", Tier::ALL),
        rule.text.get_ref(),
        rule.instead.as_ref().map_or("", |i| i.get_ref()),
    ])
}

/// A rule whose target cannot be there says nothing, and one whose ground says nothing needs a tier.
fn targets(source: &mut Source<'_>, rule: &Rule, on: &Spanned<String>, scope: &Scope) {
    const GROUND: &[&str] =
        &["read", "read-secret", "write", "overwrite", "delete", "move", "change-permission"];
    let effect = rule.effect.get_ref().as_str();
    let known = Kind::ALL.iter().any(|k| k.as_str() == effect);
    if known
        && rule.what == What::Path
        && on.get_ref() != "none"
        && rule.tier.is_none()
        && !GROUND.contains(&effect)
    {
        let message =
            format!("`{effect}` on a path says nothing by itself: give a `tier`, or `what = \"name\"`");
        source.problem(rule.effect.span().start, message);
    }
    let Some(option) = scope.find(on.get_ref()) else { return };
    let when = rule.when.as_ref().map_or("", |w| w.get_ref().as_str());
    let names = |word: &str| option.names.iter().any(|n| n == word.split('=').next().unwrap_or(word));
    if !when.split_whitespace().any(|term| term.split('|').all(names)) {
        source.problem(
            on.span().start,
            format!("`when` must ask for `{}`, or there is no target", on.get_ref()),
        );
    }
}

fn carries(source: &mut Source<'_>, runs: &Runs, scope: &Scope) -> String {
    write::fields(&[
        &condition_code(source, runs.when.as_ref(), scope),
        &said(source, &runs.code, |t| condition::carried(t, scope)),
        &write::number(Lang::ALL, runs.lang),
        &write::number(RunPlace::ALL, runs.place),
    ])
}

fn condition_code(source: &mut Source<'_>, text: Option<&Spanned<String>>, scope: &Scope) -> String {
    match text {
        Some(text) => said(source, text, |t| condition::when(t, scope)),
        None => String::new(),
    }
}

/// Reads one of the small languages; a mistake in it is a problem at its line.
fn said(
    source: &mut Source<'_>,
    text: &Spanned<String>,
    read: impl Fn(&str) -> Result<String, String>,
) -> String {
    match read(text.get_ref()) {
        Ok(code) => code,
        Err(message) => {
            source.problem(text.span().start, message);
            String::new()
        }
    }
}

/// One word of an enum of `effect.rs`, as its number.
fn word<T: Copy + PartialEq + std::fmt::Debug + std::fmt::Display>(
    source: &mut Source<'_>,
    text: &Spanned<String>,
    key: &str,
    all: &[T],
) -> String {
    // The longest way to say "another person" in a table is `person`.
    let given = text.get_ref().as_str();
    let fits = |t: &T| t.to_string() == given || format!("{t:?}").to_lowercase() == given;
    match all.iter().copied().find(fits) {
        Some(found) => write::number(all, found),
        None => {
            source.problem(text.span().start, format!("unknown {key}: `{given}`"));
            String::new()
        }
    }
}

fn optional_word<T: Copy + PartialEq + std::fmt::Debug + std::fmt::Display>(
    source: &mut Source<'_>,
    text: Option<&Spanned<String>>,
    key: &str,
    all: &[T],
) -> String {
    text.map_or_else(String::new, |text| word(source, text, key, all))
}

/// What a person reads is one sentence that starts in lower case and ends without a full stop.
fn sentence(source: &mut Source<'_>, text: &Spanned<String>, key: &str) {
    let said = text.get_ref();
    let at = text.span().start;
    if said.trim().is_empty() {
        source.problem(at, format!("an empty `{key}`"));
    } else if said.ends_with('.') || said.contains(char::is_control) {
        source.problem(at, format!("`{key}` is one sentence without a full stop"));
    } else if said.starts_with(|c: char| c.is_ascii_uppercase())
        && said.chars().nth(1).is_some_and(|c| c.is_ascii_lowercase())
    {
        source.problem(at, format!("`{key}` starts in lower case"));
    }
}

fn example(source: &mut Source<'_>, example: &Example) {
    let at = example.run.span().start;
    if example.run.get_ref().trim().is_empty() {
        source.problem(at, "an empty example");
    }
    let want: Option<Vec<&str>> = match example.want.get_ref() {
        toml::Value::String(one) => Some(vec![one.as_str()]),
        toml::Value::Array(list) => list.iter().map(toml::Value::as_str).collect(),
        _ => None,
    };
    let known = |w: &&str| ["allow", "ask", "deny"].contains(w);
    match want {
        Some(want) if !want.is_empty() && want.iter().all(known) => {
            source.example(at, example.run.get_ref(), &want);
        }
        _ => source.problem(example.want.span().start, "`want` is allow, ask, deny, or a list of these"),
    }
}

fn unique<'a>(source: &mut Source<'_>, ids: impl Iterator<Item = &'a Spanned<String>>, what: &str) {
    let mut seen = Vec::new();
    for id in ids {
        if seen.contains(&id.get_ref()) {
            source.problem(id.span().start, format!("{what} `{}` twice", id.get_ref()));
        }
        seen.push(id.get_ref());
    }
}

fn unique_subs(source: &mut Source<'_>, program: &Program) {
    let mut seen: Vec<&str> = Vec::new();
    for sub in &program.sub {
        let names = &sub.get_ref().names;
        for name in names.get_ref() {
            if seen.contains(&name.as_str()) {
                source.problem(names.span().start, format!("subcommand `{name}` twice"));
            }
            seen.push(name);
        }
    }
}
