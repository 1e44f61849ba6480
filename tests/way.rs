//! Finding one's way: `init`, `paths`, `config list`, `completions`, `man`.

use crate::support;

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use support::home::Home;

fn config(home: &Home) -> Vec<Value> {
    serde_json::from_str(&home.herma(&["config", "list", "--json"]).stdout).unwrap()
}

fn value_of(home: &Home, name: &str) -> (String, String) {
    let all = config(home);
    let row = all.iter().find(|row| row["name"] == name).unwrap();
    (row["value"].as_str().unwrap().to_owned(), row["source"].as_str().unwrap().to_owned())
}

#[test]
fn a_first_policy_without_a_question() {
    let home = Home::new();
    assert_eq!(value_of(&home, "mode.tools"), ("enforce".to_owned(), "default".to_owned()));
    let said = home.herma(&["init", "--mode", "careful", "--yes"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    let place: Value = serde_json::from_str(&home.herma(&["paths", "--json"]).stdout).unwrap();
    let place = place["policy"].as_str().unwrap().to_owned();
    assert_eq!(fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(value_of(&home, "mode.tools"), ("observe".to_owned(), format!("user policy, {place}")));
    assert_eq!(value_of(&home, "hook.ask"), ("hold".to_owned(), format!("user policy, {place}")));
    assert_eq!(value_of(&home, "place.backend").1, "default");
    // What is there is not touched.
    let before = fs::read(&place).unwrap();
    let again = home.herma(&["init", "--yes"]);
    assert_eq!(again.code(), Some(1), "{again:?}");
    assert_eq!(fs::read(&place).unwrap(), before);
    assert_eq!(home.herma(&["init", "--mode", "sleepy"]).code(), Some(2));
}

#[test]
fn a_first_policy_by_three_questions() {
    let home = Home::new();
    let mut terminal = home.start((100, 30), &["init"], &[]);
    terminal.wait_for("How shall Herma start?");
    terminal.press("2");
    terminal.wait_for("Where?");
    terminal.press("1");
    terminal.wait_for("nobody sits in front");
    terminal.press("2");
    assert_eq!(terminal.finish().code(), Some(0));
    assert_eq!(value_of(&home, "mode.tools").0, "observe");
    assert_eq!(value_of(&home, "hook.nobody").0, "deny");
    // Nobody to ask, and nothing said.
    let other = Home::new();
    let said = other.herma(&["init"]);
    assert_eq!(said.code(), Some(1), "{said:?}");
}

#[test]
fn shells_read_their_completions() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        let made = Command::new(support::HERMA).args(["completions", shell]).output().unwrap();
        assert!(made.status.success());
        // Whichever of them is there says whether it is one of its texts.
        let Ok(mut child) = Command::new(shell).arg("-n").stdin(Stdio::piped()).spawn() else { continue };
        child.stdin.take().unwrap().write_all(&made.stdout).unwrap();
        assert!(child.wait().unwrap().success(), "{shell}");
    }
    let script = format!(
        "source <({} completions bash); COMP_WORDS=(herma grants re); COMP_CWORD=2; _herma; echo ${{COMPREPLY[@]}}",
        support::HERMA
    );
    let said = Command::new("bash").args(["-c", &script]).current_dir(&home.0).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout).trim(), "revoke");
    let man = Command::new(support::HERMA).arg("man").output().unwrap();
    assert!(man.stdout.starts_with(b".TH HERMA 1"));
}

#[test]
fn every_setting_and_every_rule_is_listed_with_where_it_comes_from() {
    let home = Home::new();
    let own = home.0.join("herma-home/policy.toml");
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    fs::write(
        &own,
        "version = 1\n[times]\nhigh = \"5m\"\n[trace]\nkeep = \"7d\"\n[mode]\ncron = \"enforce\"\n\
         [[rule]]\nname = \"mine\"\nprogram = \"npm publish\"\ndecision = \"ask\"\n",
    )
    .unwrap();
    let app = home.0.join("app");
    fs::create_dir_all(app.join(".herma")).unwrap();
    let project = "version = 1\n[hook]\nask = \"deny\"\n[[rule]]\nname = \"theirs\"\nprogram = \"rm\"\ndecision = \"deny\"\n";
    fs::write(app.join(".herma/policy.toml"), project).unwrap();
    let said = Command::new(support::HERMA)
        .args(["config", "list", "--json", "--home", &home.herma_home()])
        .env("HOME", &home.0)
        .current_dir(&app)
        .output()
        .unwrap();
    let all: Vec<Value> = serde_json::from_slice(&said.stdout).unwrap();
    let row = |name: &str| all.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}"));
    let brief = |name: &str| {
        let source = row(name)["source"].as_str().unwrap().split(',').next().unwrap().to_owned();
        (row(name)["value"].as_str().unwrap().to_owned(), row(name)["default"].clone(), source)
    };
    let of = |value: &str, default: &str, source: &str| {
        (value.to_owned(), Value::from(default), source.to_owned())
    };
    assert_eq!(brief("times.high"), of("300s", "30s", "user policy"));
    assert_eq!(brief("times.critical"), of("10s", "10s", "default"));
    assert_eq!(brief("trace.keep"), of("7d", "30d", "user policy"));
    assert_eq!(brief("trace.max_traces"), of("5000000", "5000000", "default"));
    assert_eq!(brief("mode.cron"), of("enforce", "same", "user policy"));
    assert_eq!(brief("hook.ask"), of("deny", "hold", "project policy"));
    assert_eq!(brief("threshold.risk_high"), of("0.60", "0.60", "default"));
    assert_eq!(row("rule.mine")["source"], format!("user policy, {}:8", own.display()));
    assert_eq!(
        (&row("rule.theirs")["value"], brief("rule.theirs").2.as_str()),
        (&Value::from("deny"), "project policy")
    );
    let text = home.herma(&["config", "list"]).stdout;
    assert!(text.contains("times.high               300s      user policy"), "{text}");
    assert!(text.contains("(default 30s)") && text.contains("rule.mine"), "{text}");
}
