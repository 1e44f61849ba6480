//! Grants, through the prompt and the hook: one key makes it quiet, one command undoes that.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod support;

use serde_json::{Value, json};
use std::fs;
use support::held::{Heard, Held, ticket_of};
use support::home::{Home, approve};
use support::pty::{Place, Terminal};

const AGENT: &str = "claude-code";
const READY: &str = "r denies with a reason";
/// Asked about, tier medium, and harmless where there is no such remote.
const PUSH: &str = "git push no-such-remote main";

fn grants(home: &Home) -> Vec<Value> {
    let said = home.herma(&["grants", "list", "--json"]);
    serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"))
}

#[test]
fn t11_one_key_makes_it_quiet_and_one_command_undoes_it() {
    let home = Home::new();
    // Asked twice.
    let mut first = home.run(PUSH);
    first.press("1");
    first.finish();
    let mut second = home.run(PUSH);
    let text = second.text();
    assert!(text.contains(&format!("that is: always allow `{PUSH}` in `~` and below")), "{text}");
    second.press("3");
    second.finish();
    // Quiet: not even a prompt, here and below.
    let asked = home.listed().len();
    fs::create_dir(home.0.join("sub")).unwrap();
    for command in [PUSH.to_owned(), format!("cd sub && {PUSH}"), format!("{PUSH} || true")] {
        let said = home.start((100, 30), &["run", &command], &[]).finish();
        assert!(!said.stderr.contains("denied"), "{said:?}");
        assert_eq!(home.listed().len(), asked, "{command}");
    }
    // What is stored is what was said.
    let all = grants(&home);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0]["words"], json!(format!("`{PUSH}` in `~` and below")));
    assert_eq!((&all[0]["rule"]["scope"], &all[0]["used"]), (&json!("command"), &json!(3)));
    let id = all[0]["id"].as_str().unwrap();
    let shown = home.herma(&["grants", "show", id]);
    assert!(shown.stdout.contains("3 times") && shown.stdout.contains("revoke"), "{shown:?}");
    // Something more is asked about.
    let mut more = home.run(&format!("{PUSH} && rm -rf {}", home.photos()));
    more.press("4");
    more.finish();
    let undone = home.herma(&["grants", "revoke", id]);
    assert_eq!(undone.code(), Some(0), "{undone:?}");
    home.run(PUSH).press("4");
    assert_eq!(grants(&home), Vec::<Value>::new());
    let again = home.herma(&["grants", "revoke", id]);
    assert_eq!(again.code(), Some(1), "{again:?}");
    assert!(again.stderr.contains("has ended already"), "{again:?}");
    let chain = home.herma(&["audit", "export"]).stdout;
    assert!(chain.contains("\"grant\"") && chain.contains("grant_revoked"), "{chain}");
    assert!(home.herma(&["audit", "verify"]).stdout.starts_with("whole: "));
}

#[test]
fn t11_what_else_a_rule_would_admit_is_said_before() {
    let home = Home::new();
    for other in [format!("{PUSH}; true"), format!("true; {PUSH}")] {
        let mut asked = home.run(&other);
        asked.press("4");
        asked.finish();
    }
    let mut asked = home.run(PUSH);
    let text = asked.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("it would also have allowed 2 earlier requests (2 denied): `git push"), "{text}");
    asked.press("4");
    asked.finish();
    // Where there is no rule but this very call, that is said.
    let mut exact = home.run(&format!("bash -c '{PUSH}'"));
    let text = exact.text();
    assert!(text.contains("always allow exactly this command, in this folder"), "{text}");
    exact.press("3");
    exact.finish();
    assert_eq!(grants(&home)[0]["rule"], json!({"scope": "exact"}));
}

fn held_in(agent_home: &Held, session: &str, command: &str) -> Value {
    let mut call = agent_home.call(AGENT, command);
    call["session_id"] = session.into();
    call
}

#[test]
fn through_the_hook_the_same_key_makes_it_quiet() {
    let held = Held::new();
    let call = held.call(AGENT, "docker compose down -v");
    let ticket = held.ticket(AGENT, &call);
    assert_eq!(held.ticket(AGENT, &call), ticket);
    held.approve(&ticket, "3");
    // The approval of the request itself is left alone: the grant is enough.
    for session in ["s", "another"] {
        assert_eq!(
            held.say(AGENT, &held_in(&held, session, "docker compose down -v")),
            Heard::Allow,
            "{session}"
        );
        assert_eq!(held.say(AGENT, &held_in(&held, session, "ls; docker compose down -v")), Heard::Allow);
    }
    assert_eq!(held.requests().len(), 1);
    for other in [
        "docker compose -f /srv/prod.yml down -v",
        "DOCKER_HOST=tcp://prod docker compose down -v",
        "cd / && docker compose down -v",
    ] {
        ticket_of(&held.say(AGENT, &held.call(AGENT, other)));
    }
    let mut unsafe_call = held.call(AGENT, "docker compose down -v");
    unsafe_call["tool_input"]["dangerouslyDisableSandbox"] = true.into();
    ticket_of(&held.say(AGENT, &unsafe_call));
    // T17: what it acts on has been replaced.
    held.scratch.write("compose.yaml", "services: {}\n");
    ticket_of(&held.say(AGENT, &held_in(&held, "third", "docker compose down -v")));
    fs::remove_file(held.scratch.path().join("compose.yaml")).unwrap();
    assert_eq!(held.say(AGENT, &held_in(&held, "fourth", "docker compose down -v")), Heard::Allow);
    let said = held.herma(&["grants", "revoke", "--all"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    ticket_of(&held.say(AGENT, &held_in(&held, "fifth", "docker compose down -v")));
}

#[test]
fn a_yes_for_one_session_is_never_used_by_another() {
    let held = Held::new();
    let ticket = held.ticket(AGENT, &held_in(&held, "one", "docker compose down -v"));
    held.approve(&ticket, "2");
    assert_eq!(held.say(AGENT, &held_in(&held, "one", "docker compose down -v; ls")), Heard::Allow);
    ticket_of(&held.say(AGENT, &held_in(&held, "two", "docker compose down -v; ls")));
    ticket_of(&held.say("gemini", &held.call("gemini", "docker compose down -v; ls")));
}

#[test]
fn t17_a_script_is_allowed_as_it_was_and_no_other() {
    let held = Held::new();
    held.scratch.write("clean.sh", "docker compose down -v\n");
    let call = held.call(AGENT, "bash clean.sh");
    let ticket = held.ticket(AGENT, &call);
    let text = held.look_at(&ticket);
    assert!(text.contains("always allow exactly this command"), "{text}");
    let ticket = held.ticket(AGENT, &call);
    held.approve(&ticket, "3");
    assert_eq!(held.say(AGENT, &call), Heard::Allow);
    held.scratch.write("clean.sh", "docker compose down -v; git push --force\n");
    ticket_of(&held.say(AGENT, &call));
}

#[test]
fn for_a_time_and_as_wide_as_wanted() {
    let home = Home::new();
    let mut asked = home.run(&format!("rm -rf {}", home.photos()));
    let ticket = home.ticket();
    let mut approver = home.start((120, 40), &["approve", &ticket, "--for", "1h", "--scope", "effect"], &[]);
    let text = approver.wait_for(READY);
    assert!(text.contains("3. Allow for 1 h") && !text.contains("1. Allow once"), "{text}");
    assert!(
        text.contains("that is: allow delete on `~` and what is in it, by any command, for 1 h"),
        "{text}"
    );
    approve(&mut approver, "3");
    assert_eq!(approver.finish().code(), Some(0));
    assert_eq!(asked.finish().code(), Some(0));
    assert!(!home.0.join("photos").exists());
    let said = home.herma(&["grants"]);
    assert!(said.stdout.contains("59 m") && said.stdout.contains("left"), "{said:?}");
    for (wrong, why) in
        [(["--for", "soon"], "needs a time"), (["--scope", "all"], "exact, command or effect")]
    {
        let said = home.herma(&["approve", "X", wrong[0], wrong[1]]);
        assert_eq!(said.code(), Some(2), "{said:?}");
        assert!(said.stderr.contains(why), "{said:?}");
    }
}

#[test]
fn t29_an_agent_does_not_change_grants() {
    let home = Home::new();
    let mut terminal = Terminal::new(100, 30);
    let herma_home = home.herma_home();
    terminal.start(
        Place::AtTerminal,
        &["grants", "--home", &herma_home, "revoke", "--all"],
        &[("CLAUDECODE", "1")],
    );
    let said = terminal.finish();
    assert_eq!(said.code(), Some(1), "{said:?}");
    assert!(said.stderr.contains("may not answer for the person"), "{said:?}");
}

#[test]
fn t11_the_inbox_says_and_stores_the_same_rule() {
    let home = Home::new();
    let mut other = home.run(&format!("{PUSH}; true"));
    other.press("4");
    other.finish();
    let mut asked = home.run(PUSH);
    let mut inbox = home.start((120, 50), &["inbox"], &[]);
    inbox.wait_for("3. Add to permanent allowlist");
    let text = inbox.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("always allow `{PUSH}` in `~` and below")), "{text}");
    assert!(text.contains("it would also have allowed 1 earlier request (1 denied)"), "{text}");
    inbox.press("3");
    inbox.wait_for("you: approved");
    inbox.press("q");
    inbox.finish();
    asked.finish();
    assert_eq!(grants(&home)[0]["words"], json!(format!("`{PUSH}` in `~` and below")));
}
