//! The real Claude Code, Codex and Gemini CLI, connected by `herma connect`, against a scripted model.
//!
//! Every agent is set to allow the tool by itself, so that only the hook stands between the model and the
//! machine; and everything runs in a sandbox in which `rm -rf /` would find nothing of value.

#![cfg(target_os = "linux")]

mod support;

use support::agents::{Outcome, RealAgent, Setup};

/// What agents do all day.
const HARMLESS: &str = "touch {canary}";
/// The issue's own example. It must do neither half.
const CATASTROPHE: &str = "touch {canary}; rm -rf /";

macro_rules! for_each_agent {
    ($($test:ident),* $(,)?) => {
        mod claude_code { $(#[test] fn $test() { super::$test(super::RealAgent::ClaudeCode); })* }
        mod codex { $(#[test] fn $test() { super::$test(super::RealAgent::Codex); })* }
        mod gemini { $(#[test] fn $test() { super::$test(super::RealAgent::Gemini); })* }
    };
}

for_each_agent!(
    a_harmless_command_runs,
    a_catastrophe_does_not_run_at_all,
    a_killed_hook_stops_the_call,
    a_missing_hook_stops_the_call,
    a_missing_wrapper_stops_the_call,
    a_killed_wrapper_stops_the_call,
    a_hanging_hook_stops_the_call,
    a_stopped_hook_stops_the_call,
    a_hook_that_talks_garbage_stops_the_call,
    a_home_full_of_garbage_stops_the_call,
);

fn a_harmless_command_runs(agent: RealAgent) {
    let outcome = Setup::connected(agent).ask_for(HARMLESS);
    assert!(outcome.ran, "{outcome:?}");
}

fn a_catastrophe_does_not_run_at_all(agent: RealAgent) {
    let outcome = Setup::connected(agent).ask_for(CATASTROPHE);
    stopped(&outcome, "nobody can lift this");
}

fn a_killed_hook_stops_the_call(agent: RealAgent) {
    let mut setup = Setup::connected(agent);
    setup.replace_binary("#!/bin/sh\nkill -KILL $$\n");
    stopped(&setup.ask_for(HARMLESS), "herma: the hook came to no answer");
}

fn a_missing_hook_stops_the_call(agent: RealAgent) {
    let mut setup = Setup::connected(agent);
    std::fs::remove_file(setup.binary()).unwrap();
    stopped(&setup.ask_for(HARMLESS), "herma: the hook came to no answer");
}

fn a_missing_wrapper_stops_the_call(agent: RealAgent) {
    let mut setup = Setup::connected(agent);
    std::fs::remove_file(wrapper(&setup)).unwrap();
    stopped(&setup.ask_for(HARMLESS), "");
}

/// The wrapper dies with its shell's child still running: nothing is left of Herma but a line in the settings.
fn a_killed_wrapper_stops_the_call(agent: RealAgent) {
    let mut setup = Setup::connected(agent);
    // $PPID of the binary is the subshell of the wrapper's `$( )`, or `timeout`; its session's wrapper is found by name.
    std::fs::write(wrapper(&setup), "#!/bin/sh\nkill -KILL $$\n").unwrap();
    stopped(&setup.ask_for(HARMLESS), "");
}

/// The real binary, stuck for ever: its own watchdog answers.
fn a_hanging_hook_stops_the_call(agent: RealAgent) {
    let mut setup = Setup::connected(agent);
    let real = setup.sandbox.work.path().join("bin/real-herma");
    std::fs::rename(setup.binary(), &real).unwrap();
    std::fs::write(setup.binary(), "").unwrap();
    setup.replace_binary(&format!("#!/bin/sh\nHERMA_TEST_FAULT=hang exec {} \"$@\"\n", real.display()));
    stopped(&setup.ask_for(HARMLESS), "no answer within 3 s");
}

/// A process that was stopped cannot keep its own deadline. Claude Code blocks at its own timeout, which is ten
/// minutes away; the wrappers of the others end a stopped hook themselves.
fn a_stopped_hook_stops_the_call(agent: RealAgent) {
    let mut setup = Setup::connected(agent);
    shorten_timeout(&setup);
    setup.replace_binary("#!/bin/sh\nkill -STOP $$\n");
    stopped(&setup.ask_for(HARMLESS), "");
}

fn a_hook_that_talks_garbage_stops_the_call(agent: RealAgent) {
    let mut setup = Setup::connected(agent);
    setup.replace_binary("#!/bin/sh\necho '{not json'; exit 0\n");
    stopped(&setup.ask_for(HARMLESS), "herma: the hook came to no answer");
}

fn a_home_full_of_garbage_stops_the_call(agent: RealAgent) {
    let mut setup = Setup::connected(agent);
    let garbage = [0xff_u8, 0x00, 0x1b, b'{'].repeat(5000);
    for name in [
        ".config/herma/policy.toml",
        ".local/share/herma/policy.last-good.toml",
        ".local/share/herma/herma.db",
    ] {
        setup.sandbox.work.write(&format!("home/{name}"), &garbage);
    }
    stopped(&setup.ask_for(HARMLESS), "policy file is broken");
}

/// The call did not run, and the model was told why in these words.
fn stopped(outcome: &Outcome, why: &str) {
    assert!(!outcome.ran, "it ran: {outcome:?}");
    assert!(outcome.told.contains(why), "{outcome:?}");
    assert!(!outcome.told.is_empty(), "the model heard nothing: {outcome:?}");
}

fn wrapper(setup: &Setup) -> std::path::PathBuf {
    setup.home().join(format!(".local/share/herma/hooks/herma-{}", setup.agent.name()))
}

/// Ten minutes are too long for a test; only Claude Code's own timeout is waited for.
fn shorten_timeout(setup: &Setup) {
    let settings = setup.home().join(".claude/settings.json");
    match setup.agent {
        RealAgent::ClaudeCode => {
            let text = std::fs::read_to_string(&settings).unwrap();
            std::fs::write(&settings, text.replace("\"timeout\": 600", "\"timeout\": 5")).unwrap();
        }
        RealAgent::Codex | RealAgent::Gemini => {}
    }
}
