//! The real Hermes Agent, connected by `herma connect hermes` and with the plugin of the Python package, against a scripted model, in the sandbox of tests/real_agents.rs.
//!
//! Hermes is told to ask nobody (`--yolo`), so that only the plugin stands between the model and the machine.

#![cfg(target_os = "linux")]

use crate::support::agents::{Outcome, RealAgent, Setup};
use crate::support::model_server::Call;
use serde_json::json;

/// A person must see it; whoever runs it finds no repository, and changes nothing but the canary.
const ASKED: &str = "echo ran >> {canary}; git push --force nowhere main || true";

fn setup(wait_s: u32) -> Setup {
    Setup::with_python_plugin(wait_s)
}

#[track_caller]
fn stopped(outcome: &Outcome, told: &str) {
    assert!(!outcome.ran && outcome.told.contains(told), "{outcome:?}");
}

#[test]
fn what_is_harmless_runs_and_a_catastrophe_does_not() {
    let outcome = setup(3).ask_for("touch {canary}");
    assert!(outcome.ran, "{outcome:?}");
    stopped(&setup(3).ask_for("touch {canary}; rm -rf /"), "nobody can lift this");
}

#[test]
fn a_held_call_runs_after_a_yes_from_another_terminal() {
    let mut setup = setup(60);
    let call = setup.shell_call(ASKED);
    let running = setup.start(vec![call]);
    let person = setup.person();
    let ticket = person.wait_for_calls(1);
    assert!(!setup.canary().exists(), "it ran before anybody had seen it");
    person.approve(&ticket);
    let outcome = setup.outcome(running);
    assert!(outcome.ran, "{outcome:?}");
}

#[test]
fn a_held_call_does_not_run_after_a_no_and_the_model_reads_why() {
    let mut setup = setup(60);
    let call = setup.shell_call(ASKED);
    let running = setup.start(vec![call]);
    let ticket = setup.person().wait_for_calls(1);
    let said = setup.herma(&["deny", &ticket, "--reason", "main is frozen until Monday"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    stopped(&setup.outcome(running), "main is frozen until Monday");
}

#[test]
fn without_herma_nothing_runs() {
    let mut setup = setup(3);
    std::fs::remove_file(setup.binary()).unwrap();
    stopped(&setup.ask_for("touch {canary}"), "herma could not be asked");
}

/// A `cd` of one call is where the next one runs.
#[test]
fn a_folder_that_was_changed_into_is_the_one_that_is_judged() {
    let mut setup = setup(3);
    let call = |command: &str| Call { tool: "terminal".to_owned(), input: json!({"command": command}) };
    let outcome = setup.ask_for_calls(vec![call("cd /"), call("rm -rf *")]);
    stopped(&outcome, "nobody can lift this");
}

fn connected(deadline: &str) -> Setup {
    Setup::connected_for(RealAgent::Hermes, deadline)
}

#[test]
fn connect_is_all_it_takes_and_disconnect_leaves_no_trace() {
    let mut setup = Setup::prepared(RealAgent::Hermes);
    let config = setup.home().join(".hermes/config.yaml");
    let before = std::fs::read_to_string(&config).unwrap();
    let said = setup.herma(&["connect", "hermes", "--yes", "--deadline", "3"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    let doctor = setup.herma(&["doctor", "hermes"]);
    assert_eq!(doctor.code(), Some(0), "{doctor:?}");
    assert!(doctor.stdout.contains("post_tool_call is noted"), "{doctor:?}");
    let outcome = setup.ask_for("touch {canary}");
    assert!(outcome.ran, "{outcome:?}");
    std::fs::remove_file(setup.canary()).unwrap();
    stopped(&setup.ask_for("touch {canary}; rm -rf /"), "nobody can lift this");
    // Hermes' own switch is seen.
    let now = std::fs::read_to_string(&config).unwrap();
    std::fs::write(&config, now.replace("herma", "other")).unwrap();
    let doctor = setup.herma(&["doctor", "hermes"]);
    assert!(doctor.code() == Some(1) && doctor.stdout.contains("does not load the plugin"), "{doctor:?}");
    std::fs::write(&config, &before).unwrap();
    let said = setup.herma(&["connect", "hermes", "--yes"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    let said = setup.herma(&["disconnect", "hermes", "--yes"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    assert_eq!(std::fs::read_to_string(&config).unwrap(), before);
    assert!(!setup.home().join(".hermes/plugins/herma/__init__.py").exists());
}

#[test]
fn a_connected_one_holds_a_call_until_a_person_has_answered() {
    let mut setup = connected("60");
    let call = setup.shell_call(ASKED);
    let running = setup.start(vec![call]);
    let person = setup.person();
    let ticket = person.wait_for_calls(1);
    assert!(!setup.canary().exists(), "it ran before anybody had seen it");
    person.approve(&ticket);
    let outcome = setup.outcome(running);
    assert!(outcome.ran, "{outcome:?}");
    // Its result was noted: what came of the approved call is known.
    let came = person.outcome(&ticket);
    let ran = [Some(herma_store::Outcome::Ran), Some(herma_store::Outcome::Exited(0))];
    assert!(ran.contains(&came), "{came:?}");
}

#[test]
fn a_connected_one_whose_herma_is_gone_runs_nothing() {
    let mut setup = connected("3");
    std::fs::remove_file(setup.binary()).unwrap();
    stopped(&setup.ask_for("touch {canary}"), "herma");
}
