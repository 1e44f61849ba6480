//! `herma config list`: every setting, its value, and where that comes from.

use crate::check::usage;
use crate::effective_policy::{self, EffectivePolicy};
use crate::options::{Known, PLAIN, Typed};
use crate::paths::Paths;
use crate::policy_command::{origin, settings};
use herma_core::ToolCall;
use herma_core::policy::Policy;
use herma_core::text::shown;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma config list [--json] [--home DIR]

Every setting that is in force here with its value, where that comes from (the built-in default, the administrator's policy, your
own, the project's), and what else it can be; then what is fixed, and every rule of every layer.

  --json      one array: name, value, default, source, choices, about
  --home DIR  Herma's own home

exit: 0, 2 usage. What is wrong with a file is said on standard error
";

/// What a setting may be, and what it is for. A test compares them with what a file may say.
struct Setting {
    name: &'static str,
    choices: &'static [&'static str],
    about: &'static str,
}

const MODES: &[&str] = &["enforce", "observe", "smart", "off"];
const TIMES: &[&str] = &["1s to 24h"];
const SHARES: &[&str] = &["0.0 to 1.0"];
const BYTES: &[&str] = &["64 to 32768"];

const SETTINGS: &[Setting] = &[
    setting("mode.shell", MODES, "how strictly, for shell commands"),
    setting("mode.tools", MODES, "how strictly, for all other tools"),
    setting("mode.headless", MODES, "in place of both where nobody sits in front of the agent"),
    setting("mode.cron", MODES, "in place of both where a clock has started it"),
    setting(
        "mode.pinned",
        &["true", "false"],
        "admin's file only: its modes are the weakest that a user may choose",
    ),
    setting("hook.allow", &["allow", "silent"], "what a hook says to what is allowed"),
    setting("hook.ask", &["hold", "agent", "deny"], "what a hook does with what a person must see"),
    setting("hook.nobody", &["wait", "deny"], "and where nobody sits in front of the agent"),
    setting("times.medium", TIMES, "how long a question of this tier waits at its level"),
    setting("times.high", TIMES, "the same"),
    setting("times.critical", TIMES, "the same"),
    setting("times.expires_after", TIMES, "how long a request of a hook stays open"),
    setting("times.good_for", TIMES, "how long a yes may be used"),
    setting(
        "times.after_last",
        &["keep", "deny"],
        "a request whose last level is over: open until expires_after, or denied (herma run: always denied)",
    ),
    setting("threshold.risk_low", SHARES, "below this risk a call is safe or low; floors hold all the same"),
    setting("threshold.risk_high", SHARES, "above this risk it is high"),
    setting("threshold.confidence_low", SHARES, "between the two: low from this confidence on, else medium"),
    setting("threshold.confidence_ask", SHARES, "below this confidence it is at least medium"),
    setting("place.backend", &["host", "container"], "where commands run"),
    setting("place.container_root", &["ask", "allow"], "root, home and power-off in that container"),
    setting("crisis.locale", &["en-US and the like"], "which built-in card a person in crisis is shown"),
    setting("crisis.card_key", &["a public key"], "the key that an operator's own card must be signed with"),
    setting("crisis.responders", &["a list of accounts"], "who is told first"),
    setting("crisis.backup", &["a list of accounts"], "who is told when they do not answer"),
    setting("review.changes", &["off", "keep"], "the way back of file changes in the workspace"),
    setting("review.deletes", &["allow", "ask"], "what a deletion that can be undone needs"),
    setting("review.keep", &["1s to 30d"], "how long a way back is kept"),
    setting("review.files", &["any number"], "files and folders that one call may have kept"),
    setting("review.mib", &["any number"], "MiB that one call may have kept"),
    setting("review.total_mib", &["any number"], "MiB that are kept in all"),
    setting("trace.keep", &["1h to 3650d"], "how long traces are kept"),
    setting("trace.max_traces", &["1000 to 100000000"], "beyond so many the oldest go"),
    setting("trace.command_bytes", BYTES, "how much of a command a trace keeps"),
    setting("trace.argument_bytes", BYTES, "how much of any other argument"),
    setting(
        "reviewer.look",
        &["asked", "changes"],
        "what the models of mode smart are shown: what is asked about, or also all that runs and changes something",
    ),
    setting("reviewer.deadline", &["1s to 20s"], "how long the models of mode smart may take together"),
    setting("reviewer.provider", &["a list of tables"], "the models that mode smart asks, in their order"),
    setting("mcp.trusted", &["a list of names"], "MCP servers whose word about their tools may lower"),
];

const fn setting(name: &'static str, choices: &'static [&'static str], about: &'static str) -> Setting {
    Setting { name, choices, about }
}

/// A line of the list.
struct Row {
    name: String,
    value: String,
    default: Option<String>,
    source: String,
    choices: &'static [&'static str],
    about: String,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let typed = match Typed::read(args, &Known { flags: &["--json"], ..PLAIN }) {
        Ok(typed) if typed.help => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(typed) => typed,
        Err(message) => return usage(&message),
    };
    if typed.words != ["list"] {
        return usage("`herma config list`; --help says more");
    }
    let paths = match Paths::resolve(typed.home.as_deref()) {
        Ok(paths) => paths,
        Err(error) => {
            eprintln!("herma: {}", shown(&error.to_string()));
            return ExitCode::FAILURE;
        }
    };
    let here = effective_policy::load(&paths).for_call(&ToolCall::default());
    here.complain();
    let rows = rows(&here);
    match typed.has("--json") {
        true => println!("{}", as_json(&rows)),
        false => rows.iter().for_each(|row| print!("{}", text(row))),
    }
    ExitCode::SUCCESS
}

fn rows(here: &EffectivePolicy) -> Vec<Row> {
    let defaults = settings(&Policy::default());
    let mut rows = Vec::new();
    for (name, value) in settings(here.policy()) {
        let known = SETTINGS.iter().find(|one| one.name == name);
        rows.push(Row {
            name: name.to_owned(),
            value,
            default: defaults.iter().find(|(one, _)| *one == name).map(|(_, value)| value.clone()),
            source: match here.merged.set_by.iter().any(|(set, _)| *set == name) {
                true => origin(here, name),
                false => "default".to_owned(),
            },
            choices: known.map_or(&[], |one| one.choices),
            about: known.map_or(String::new(), |one| one.about.to_owned()),
        });
    }
    for rule in here.policy().rules.iter() {
        let file = here.layers.iter().find(|one| one.layer == rule.layer);
        let place = file.map(|file| format!(", {}:{}", file.path.display(), rule.line)).unwrap_or_default();
        rows.push(Row {
            name: format!("rule.{}", rule.name),
            value: rule.decision.as_str().to_owned(),
            default: None,
            source: format!("{} policy{place}", rule.layer.as_str()),
            choices: &[],
            about: rule.to_string(),
        });
    }
    rows
}

fn text(row: &Row) -> String {
    let default = match &row.default {
        Some(default) if *default != row.value => format!(" (default {default})"),
        Some(_) | None => String::new(),
    };
    let choices =
        if row.choices.is_empty() { String::new() } else { format!(": {}", row.choices.join(", ")) };
    format!(
        "{:<24} {:<9} {}{default}\n{:<24} {}{choices}\n",
        shown(&row.name),
        shown(&row.value),
        shown(&row.source),
        "",
        shown(&row.about)
    )
}

fn as_json(rows: &[Row]) -> Value {
    let all = rows.iter().map(|row| {
        json!({"name": row.name, "value": row.value, "default": row.default, "source": row.source,
            "choices": row.choices, "about": row.about})
    });
    Value::from(all.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One that is neither listed nor described would be found nowhere.
    #[test]
    fn every_setting_is_listed_and_described() {
        let known: Vec<&str> = SETTINGS.iter().map(|one| one.name).collect();
        let all: Vec<&str> = settings(&Policy::default()).iter().map(|(name, _)| *name).collect();
        assert_eq!(known, all);
    }

    #[test]
    fn every_choice_is_one_and_only_the_default_changes_nothing() {
        let defaults = settings(&Policy::default());
        let words = |one: &&Setting| one.choices.len() > 1 && one.name != "mode.pinned";
        for one in SETTINGS.iter().filter(words) {
            let (table, key) = one.name.split_once('.').unwrap();
            let default = &defaults.iter().find(|(name, _)| *name == one.name).unwrap().1;
            for choice in one.choices {
                let text = format!("version = 1\n[{table}]\n{key} = \"{choice}\"\n");
                let policy = Policy::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(policy == Policy::default(), choice == default, "{text}");
            }
        }
    }
}
