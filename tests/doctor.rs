//! `herma doctor`: what is broken is named, with what to do, and the exit code says so.

use crate::support;

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use support::{HERMA, Said, Scratch, command, run};

fn herma(home: &Scratch, args: &[&str]) -> Said {
    run(command(HERMA, home.path()).args(args), b"")
}

fn connected(agent: &str) -> Scratch {
    let home = Scratch::new();
    herma(&home, &["connect", agent, "--yes"]);
    home
}

const CLAUDE: &str = ".claude/settings.json";
const WRAPPER: &str = ".local/share/herma/hooks/herma-claude-code";

/// The doctor's findings as `level about text`.
fn findings(said: &Said) -> Vec<String> {
    let value: Value = serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"));
    let agents = value["agents"].as_array().unwrap().iter().map(|agent| &agent["findings"]);
    agents
        .chain([&value["herma"]])
        .flat_map(|list| list.as_array().unwrap())
        .map(|f| format!("{} {} {}", f["level"].as_str().unwrap(), f["about"].as_str().unwrap(), f["text"]))
        .collect()
}

fn has(said: &Said, beginning: &str) {
    let all = findings(said);
    assert!(all.iter().any(|finding| finding.starts_with(beginning)), "no `{beginning}` in {all:#?}");
}

#[test]
fn a_fresh_connection_is_well() {
    for agent in ["claude-code", "gemini"] {
        let home = connected(agent);
        let said = herma(&home, &["doctor", agent, "--json"]);
        assert_eq!(said.code(), Some(0), "{said:?}");
        let canaries = findings(&said).iter().filter(|f| f.starts_with("ok canary")).count();
        assert_eq!(canaries, 3, "{said:?}");
        has(&said, "open by nature");
        let text = herma(&home, &["doctor"]);
        assert_eq!(text.code(), Some(0), "{text:?}");
        assert!(!text.stdout.contains('\x1b'), "no colours in a pipe");
    }
}

#[test]
fn nothing_connected_is_broken() {
    let home = Scratch::new();
    let said = herma(&home, &["doctor", "--json"]);
    assert_eq!(said.code(), Some(1));
    has(&said, "broken agents");
    let said = herma(&home, &["doctor", "codex", "--json"]);
    assert_eq!(said.code(), Some(1));
    has(&said, "broken connected");
}

#[test]
fn each_way_to_be_broken_is_named() {
    let change = |file: &'static str, from: &'static str, to: &'static str| {
        move |home: &Scratch| {
            let text = home.read(file);
            assert!(text.contains(from), "{text}");
            home.write(file, text.replace(from, to));
        }
    };
    type Break = Box<dyn Fn(&Scratch)>;
    let cases: Vec<(Break, &str)> = vec![
        (Box::new(change(CLAUDE, "600", "30")), "broken timeout"),
        (Box::new(change(CLAUDE, "\"block\"", "\"continue\"")), "broken fail closed"),
        (Box::new(change(CLAUDE, "\"matcher\": \"*\"", "\"matcher\": \"Read\"")), "broken matcher"),
        (Box::new(change(CLAUDE, "herma-claude-code\"", "herma-claude-code || true\"")), "broken wrapper"),
        (
            Box::new(change(CLAUDE, "\"hooks\": {", "\"disableAllHooks\": true, \"hooks\": {")),
            "broken shadowed",
        ),
        (Box::new(change(CLAUDE, "\"PostToolUse\"", "\"Stop\"")), "broken events"),
        (Box::new(change(CLAUDE, "\"UserPromptSubmit\"", "\"Stop\"")), "broken events"),
        (Box::new(change(CLAUDE, "\"timeout\": 5", "\"timeout\": 500")), "broken events"),
        (Box::new(change(WRAPPER, "if [ \"${1-}\" = note ]", "if false")), "broken events"),
        (Box::new(change(CLAUDE, "\"hooks\": {", "\"hooks\" {")), "broken settings"),
        (Box::new(change(WRAPPER, "deadline=570", "deadline=700")), "broken deadline"),
        (Box::new(change(WRAPPER, "herma=/", "herma=/nowhere/")), "broken binary"),
        (Box::new(change(WRAPPER, "*) deny ;;", "*) : ;;")), "broken canary"),
        (Box::new(|home| fs::remove_file(home.path().join(WRAPPER)).unwrap()), "broken wrapper"),
        (Box::new(|home| drop(home.write(WRAPPER, "#!/bin/sh\nexit 0\n"))), "broken wrapper"),
        (
            Box::new(|home| {
                fs::set_permissions(home.path().join(WRAPPER), fs::Permissions::from_mode(0o600)).unwrap();
            }),
            "broken wrapper",
        ),
        (Box::new(|home| drop(home.write(".config/herma/policy.toml", "version = 9"))), "broken policy"),
    ];
    for (break_it, finding) in cases {
        let home = connected("claude-code");
        break_it(&home);
        let said = herma(&home, &["doctor", "claude-code", "--json"]);
        assert_eq!(said.code(), Some(1), "{finding}: {said:?}");
        has(&said, finding);
    }
}

#[test]
fn a_project_that_switches_hooks_off_is_named() {
    for (agent, file, text) in [
        ("claude-code", ".claude/settings.json", "{\"disableAllHooks\": true}"),
        ("gemini", ".gemini/settings.json", "{\"hooksConfig\": {\"enabled\": false}}"),
        ("gemini", ".gemini/settings.json", "{\"hooksConfig\": {\"disabled\": [\"herma\"]}}"),
        ("codex", ".codex/config.toml", "[features]\nhooks = false\n"),
    ] {
        let home = connected(agent);
        let project = Scratch::new();
        project.write(file, text);
        let mut doctor = command(HERMA, home.path());
        let said = run(doctor.current_dir(project.path()).args(["doctor", agent, "--json"]), b"");
        assert_eq!(said.code(), Some(1), "{said:?}");
        has(&said, "broken shadowed");
    }
}

#[test]
fn other_hooks_are_named() {
    let home = Scratch::new();
    home.write(CLAUDE, "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"*\",\"hooks\":[{\"type\":\"command\",\"command\":\"/x/rewrite\"}]}]}}");
    herma(&home, &["connect", "claude-code", "--yes"]);
    has(&herma(&home, &["doctor", "claude-code", "--json"]), "note other hooks");
}
