//! The real Hermes Agent with the Python plugin, against a scripted model, in the sandbox of tests/real_agents.rs.
//!
//! Hermes is told to ask nobody (`--yolo`), so that only the plugin stands between the model and the machine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]
#![cfg(target_os = "linux")]

mod support;

mod hermes {
    use crate::support::agents::{Outcome, RealAgent, Setup};
    use crate::support::model_server::Call;
    use serde_json::json;

    /// A person must see it; whoever runs it finds no repository, and changes nothing but the canary.
    const ASKED: &str = "echo ran >> {canary}; git push --force nowhere main || true";

    fn setup(wait_s: u32) -> Setup {
        let mut setup = Setup::prepared(RealAgent::Hermes);
        setup.wait_s = wait_s;
        setup
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
}
