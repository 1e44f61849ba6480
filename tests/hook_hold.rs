//! A call that a person must see is held in the hook: answered from another terminal, or denied with a ticket.
//!
//! Hooks judge; nothing in here is ever run.

use crate::support;

use herma_store::{Outcome, State, Store};
use serde_json::json;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Instant;
use support::held::{
    AGENTS, ASKED, Heard, Held, LONG, SHORT, approve_at, ended, heard_in, started, ticket_of,
};
use support::pty::{Place, Terminal};
use support::{HERMA, PATIENCE, command, finish, signal};

#[test]
fn a_call_waits_for_a_yes_from_another_terminal() {
    for agent in AGENTS {
        let held = Held::new();
        let hook = held.start(agent, &held.call(agent, ASKED));
        let request = held.wait_for_calls(1);
        assert_eq!((request.state, request.agent.as_str()), (State::Pending, agent));
        assert_eq!(request.surface, "hook");
        held.approve(&request.ticket, "1");
        assert_eq!(ended(agent, hook), Heard::Allow, "{agent}");
        let request = &held.requests()[0];
        assert_eq!((request.state, request.outcome), (State::Executed, Some(Outcome::Handed)), "{agent}");
        assert_eq!(held.herma(&["audit", "verify"]).code(), Some(0));
    }
}

#[test]
fn a_no_reaches_the_model_with_its_reason() {
    for agent in AGENTS {
        let held = Held::new();
        let hook = held.start(agent, &held.call(agent, ASKED));
        held.deny(&held.wait_for_calls(1).ticket, "they are the only copy\u{1b}[2J");
        let said = ended(agent, hook);
        assert!(said.denied().contains("denied by "), "{said:?}");
        assert!(said.denied().contains("they are the only copy\\u{1b}[2J"), "{said:?}");
        // A no is for this call; who asks again is asked about again.
        ticket_of(&held.say(agent, &held.call(agent, ASKED)));
    }
}

#[test]
fn t20_a_ticket_runs_once() {
    for agent in AGENTS {
        let held = Held::new();
        let call = held.call(agent, ASKED);
        let ticket = held.ticket(agent, &call);
        assert_eq!(held.ticket(agent, &call), ticket, "{agent}: the same call has the same ticket");
        held.approve(&ticket, "1");
        assert_eq!(held.say(agent, &call), Heard::Allow, "{agent}");
        assert_ne!(held.ticket(agent, &call), ticket, "{agent}: the third time it is asked about anew");
        let states: Vec<State> = held.requests().iter().map(|request| request.state).collect();
        assert_eq!(states, [State::Pending, State::Executed], "{agent}");
    }
}

#[test]
fn t20_of_two_identical_calls_one_runs() {
    for agent in AGENTS {
        let held = Held::new();
        let call = held.call(agent, ASKED);
        let hooks = [held.start(agent, &call), held.start(agent, &call)];
        held.approve(&held.wait_for_calls(2).ticket, "1");
        let said = hooks.map(|hook| ended(agent, hook));
        assert_eq!(said.iter().filter(|said| **said == Heard::Allow).count(), 1, "{said:?}");
        let other = said.iter().find(|said| **said != Heard::Allow).unwrap();
        assert!(other.denied().contains("has used this approval"), "{other:?}");
        assert_eq!(held.requests().len(), 1);
    }
}

#[test]
fn a_yes_for_the_session_is_for_all_of_it() {
    let held = Held::new();
    let call = held.call("claude-code", ASKED);
    let hooks = [held.start("claude-code", &call), held.start("claude-code", &call)];
    held.approve(&held.wait_for_calls(2).ticket, "2");
    for hook in hooks {
        assert_eq!(ended("claude-code", hook), Heard::Allow);
    }
    assert_eq!(held.say("claude-code", &call), Heard::Allow);
    let mut elsewhere = call.clone();
    elsewhere["session_id"] = "another".into();
    ticket_of(&held.say("claude-code", &elsewhere));
    ticket_of(&held.say("codex", &call));
}

/// The hook as a child of a process that counts as an agent, and can be killed alone.
fn under_an_agent(held: &Held, agent: &str, deadline: &str) -> Command {
    let mut flock = command("flock", held.scratch.path());
    flock.arg(held.scratch.path().join("lock")).arg(HERMA);
    flock.args(["hook", agent, "--deadline", deadline, "--home"]).arg(held.home());
    flock
}

#[test]
fn a_resumed_session_finds_its_requests_and_confirms_its_grants_once() {
    let held = Held::new();
    let call = held.call("claude-code", ASKED);
    let resumed = |deadline| started(&mut under_an_agent(&held, "claude-code", deadline), &call);
    let ticket = held.ticket("claude-code", &call);
    assert_eq!(ticket_of(&ended("claude-code", resumed(SHORT))), ticket, "another host, the same session");
    held.approve(&ticket, "2");
    assert_eq!(ended("claude-code", resumed(LONG)), Heard::Allow, "the ticket");
    // Each of these is another host: the grant is asked about again.
    let again = ticket_of(&ended("claude-code", resumed(SHORT)));
    assert_ne!(again, ticket);
    held.approve(&again, "1");
    assert_eq!(held.say("claude-code", &call), Heard::Allow, "the new ticket, once more by another host");
    let session = held.store().session("claude-code", "s").unwrap();
    assert_eq!(session.host.pid, std::process::id(), "who runs the hook is the host");
    assert!(session.resumed >= 3, "{session:?}");
}

fn waiting(held: &Held) -> (Child, String) {
    let hook = held.start("claude-code", &held.call("claude-code", ASKED));
    let ticket = held.wait_for_calls(1).ticket;
    (hook, ticket)
}

/// Waits until the hook watches its agent: there is a thread for that.
fn wait_until_watched(hook: &Child) {
    let deadline = Instant::now() + PATIENCE;
    let name = |thread: &Path| std::fs::read_to_string(thread.join("comm")).unwrap_or_default();
    let threads = || std::fs::read_dir(format!("/proc/{}/task", hook.id())).unwrap();
    while !threads().any(|thread| name(&thread.unwrap().path()).trim() == "watch") {
        assert!(Instant::now() < deadline, "nobody watches");
        std::thread::yield_now();
    }
}

#[test]
fn a_killed_hook_leaves_its_request_pending() {
    let held = Held::new();
    let (mut hook, ticket) = waiting(&held);
    hook.kill().unwrap();
    assert_eq!(hook.wait_with_output().unwrap().stdout, b"");
    assert_eq!(held.requests()[0].state, State::Pending);
    held.approve(&ticket, "1");
    assert_eq!(held.say("claude-code", &held.call("claude-code", ASKED)), Heard::Allow);
}

#[test]
fn a_hook_that_is_told_to_end_denies_and_leaves_its_request_pending() {
    for name in ["TERM", "HUP", "INT"] {
        let held = Held::new();
        let (hook, _) = waiting(&held);
        signal(hook.id(), name);
        ended("claude-code", hook).denied();
        assert_eq!(held.requests()[0].state, State::Pending, "{name}");
        // Who has waited for a while leaves the ticket behind.
        let (hook, ticket) = waiting(&held);
        wait_until_watched(&hook);
        signal(hook.id(), name);
        assert_eq!(ticket_of(&ended("claude-code", hook)), ticket, "{name}");
    }
}

#[test]
fn a_hook_ends_with_its_agent() {
    let held = Held::new();
    let call = held.call("claude-code", ASKED);
    let mut agent = started(&mut under_an_agent(&held, "claude-code", LONG), &call);
    held.wait_for_calls(1);
    // Only the agent: the hook finds out by itself. Our end of its pipe stays open until it has.
    agent.kill().unwrap();
    let said = finish(agent);
    ticket_of(&heard_in("claude-code", &said.stdout));
    assert_eq!(held.requests()[0].state, State::Pending);
}

#[test]
fn a_hook_whose_answer_nobody_can_read_ends() {
    let held = Held::new();
    let (mut hook, _) = waiting(&held);
    drop(hook.stdout.take());
    let status = hook.wait().unwrap();
    assert_eq!(status.code(), Some(2));
    assert_eq!(held.requests()[0].state, State::Pending);
}

#[test]
fn the_agents_own_prompt_takes_over_where_it_reaches_somebody() {
    let held = Held::with_policy("[hook]\nask = \"agent\"\n");
    let call = held.call("claude-code", ASKED);
    let said = |entry: &str, mode: &str| {
        let mut call = call.clone();
        call["permission_mode"] = mode.into();
        let mut hook = held.hook("claude-code", SHORT);
        ended("claude-code", started(hook.env("CLAUDE_CODE_ENTRYPOINT", entry), &call))
    };
    for mode in ["default", "acceptEdits", "plan"] {
        assert!(matches!(said("cli", mode), Heard::Ask(_)), "{mode}");
        let request = &held.requests()[0];
        assert_eq!(request.state, State::Delegated, "{mode}: it is on record");
        assert_eq!(request.decided.as_ref().unwrap().by, "claude-code");
    }
    // Where that prompt reaches nobody, or would be answered by a program, the call is held.
    for (entry, mode) in [("sdk-cli", "default"), ("cli", "bypassPermissions"), ("cli", "something new")] {
        ticket_of(&said(entry, mode));
    }
    for agent in ["codex", "gemini"] {
        held.ticket(agent, &held.call(agent, ASKED));
    }
}

/// Two ways into one session: what the one hands to a prompt is no question to the other, where none would be shown.
#[test]
fn t31_what_wants_more_than_one_person_is_not_left_to_the_agents_own_prompt() {
    for rule in ["quorum = 2", "self_approval = false", "level = 2"] {
        let about = "[hook]\nask = \"agent\"\n[[rule]]\nname = \"r\"\ntool = \"*\"\ndecision = \"ask\"\n";
        let held = Held::with_policy(&format!("{about}{rule}\n"));
        let mut call = held.call("claude-code", ASKED);
        call["permission_mode"] = "default".into();
        let mut hook = held.hook("claude-code", SHORT);
        ticket_of(&ended("claude-code", started(hook.env("CLAUDE_CODE_ENTRYPOINT", "cli"), &call)));
        assert_eq!(held.requests()[0].state, State::Pending, "{rule}");
    }
}

#[test]
fn a_question_that_was_handed_over_elsewhere_is_a_no() {
    let held = Held::with_policy("[hook]\nask = \"agent\"\n");
    let mut call = held.call("claude-code", ASKED);
    let mut entry = |mode: &str| {
        call["permission_mode"] = mode.into();
        started(held.hook("claude-code", LONG).env("CLAUDE_CODE_ENTRYPOINT", "cli"), &call)
    };
    let waits = entry("bypassPermissions");
    held.wait_for_calls(1);
    assert!(matches!(ended("claude-code", entry("default")), Heard::Ask(_)));
    let said = ended("claude-code", waits);
    assert!(said.denied().contains("handed to the own prompt"), "{said:?}");
}

#[test]
fn a_ticket_at_once_where_the_policy_wants_it() {
    let held = Held::with_policy("[hook]\nask = \"deny\"\n");
    for agent in AGENTS {
        let call = held.call(agent, ASKED);
        let ticket = ticket_of(&ended(agent, held.start(agent, &call)));
        held.approve(&ticket, "1");
        assert_eq!(ended(agent, held.start(agent, &call)), Heard::Allow);
    }
}

/// A person edits with this `sed` program, and is asked about what comes out.
fn edits(held: &Held, ticket: &str, option: &str, sed: &str) -> Terminal {
    let (home, editor) = (held.home().display().to_string(), format!("sed -i '{sed}'"));
    let mut terminal = Terminal::new(100, 40);
    let arguments = ["approve", "--home", &home, option, ticket];
    terminal.start(Place::AtTerminal, &arguments, &[("EDITOR", &editor)]);
    terminal
}

/// This dialect has no place for other arguments; the model is told which ones, and its next call is that one.
#[test]
fn an_edited_call_runs_when_the_model_calls_it() {
    let held = Held::new();
    let hook = held.start("gemini", &held.call("gemini", ASKED));
    let old = held.wait_for_calls(1);
    let mut terminal = edits(&held, &old.ticket, "--edit", "s/-d x/-d changed/");
    approve_at(&mut terminal, "1");
    let person = terminal.finish();
    assert_eq!(person.code(), Some(0), "{person:?}");
    let (edited, new) = (ASKED.replace("-d x", "-d changed"), held.requests().remove(0).ticket);
    let said = ended("gemini", hook);
    for words in [&format!("changed this into `{edited}`"), &new, "call that instead"] {
        assert!(said.denied().contains(words), "{said:?}");
    }
    assert_eq!(held.say("gemini", &held.call("gemini", &edited)), Heard::Allow);
}

/// Where the dialect can carry other arguments the hook waits for what becomes of those, and hands them over.
#[test]
fn t22_an_edited_call_is_handed_to_the_agent_that_waits() {
    for agent in ["claude-code", "codex"] {
        let held = Held::new();
        let mut call = held.call(agent, ASKED);
        call["tool_input"]["timeout"] = 5.into();
        let hook = held.start(agent, &call);
        let old = held.wait_for_calls(1);
        let mut terminal = edits(&held, &old.ticket, "--edit-args", "s/-d x/-d changed/; s/: 5/: 60/");
        approve_at(&mut terminal, "1");
        assert_eq!(terminal.finish().code(), Some(0));
        let said = finish(hook);
        let said: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
        let said = &said["hookSpecificOutput"];
        assert_eq!(said["permissionDecision"], "allow", "{said}");
        let edited = ASKED.replace("-d x", "-d changed");
        let input = serde_json::json!({"command": edited, "timeout": 60, "description": "d"});
        assert_eq!(said["updatedInput"], input);
        let [new, old] = <[_; 2]>::try_from(held.requests()).unwrap();
        assert_eq!((old.state, new.state), (State::Canceled, State::Executed));
        assert_eq!(new.outcome, Some(Outcome::Handed));
        // Good once, and only that one.
        ticket_of(&held.say(agent, &held.call(agent, ASKED)));
    }
}

/// Whoever speaks the dialect for everybody says whether it runs what it is handed.
#[test]
fn t22_an_edited_call_is_handed_to_any_loop_that_takes_it() {
    for (edits, decision) in [(json!(true), "allow"), (json!(false), "deny"), (json!(null), "deny")] {
        let held = Held::new();
        let call = json!({"tool": "pay", "args": {"to": "ada", "amount": 500, "note": "x".repeat(500)},
            "session": "s", "cwd": held.scratch.path(), "edits": edits});
        let hook = held.start("generic", &call);
        held.approve_edited(&held.wait_for_calls(1).ticket, "s/500/5/");
        let said: serde_json::Value = serde_json::from_str(&finish(hook).stdout).unwrap();
        assert_eq!(said["decision"], decision, "{said}");
        let args = json!({"to": "ada", "amount": 5, "note": "x".repeat(500)});
        let (args, state) = match decision {
            "allow" => (args, State::Executed),
            _ => (json!(null), State::Approved),
        };
        assert_eq!((&said["args"], held.requests()[0].state), (&args, state), "{said}");
    }
}

#[test]
fn t22_a_no_to_what_was_edited_is_a_no() {
    let held = Held::new();
    let hook = held.start("claude-code", &held.call("claude-code", ASKED));
    let old = held.wait_for_calls(1);
    let mut terminal = edits(&held, &old.ticket, "--edit", "s/-d x/-d changed/");
    terminal.wait_for("r denies with a reason");
    terminal.press("4");
    terminal.finish();
    assert!(ended("claude-code", hook).denied().contains("denied by"));
}

/// What the edited call runs is bound as it was when the person was shown it.
#[test]
fn t16_t22_a_script_that_is_changed_after_the_edit_does_not_run() {
    let held = Held::new();
    held.scratch.write("work.sh", format!("{ASKED}\n"));
    let hook = held.start("claude-code", &held.call("claude-code", "sh work.sh"));
    let old = held.wait_for_calls(1);
    let mut terminal = edits(&held, &old.ticket, "--edit", "s/work.sh/work.sh now/");
    let text = terminal.wait_for("r denies with a reason");
    assert!(text.contains("sh work.sh now"), "{text}");
    held.scratch.write("work.sh", format!("{ASKED} -d more\n"));
    terminal.press("1");
    if let Some((_, after)) = text.split_once("digits to approve it: ") {
        let digits: String = after.chars().take(2).collect();
        terminal.wait_for("type the two digits");
        terminal.press(&format!("{digits}\r"));
    }
    terminal.finish();
    let said = ended("claude-code", hook);
    assert!(said.denied().contains("that would be another action"), "{said:?}");
    assert!(held.requests().iter().all(|one| one.state != State::Executed));
    // And what has changed before is not edited at all.
    let hook = held.start("claude-code", &held.call("claude-code", "sh work.sh other"));
    let old = held.wait_for_calls(3);
    held.scratch.write("work.sh", "ls\n");
    let person = edits(&held, &old.ticket, "--edit", "s/other/now/").finish();
    assert_eq!(person.code(), Some(1), "{person:?}");
    assert!(person.stderr.contains("what it does has changed since"), "{person:?}");
    held.deny(&old.ticket, "no");
    ended("claude-code", hook);
}

/// What is shown is the call itself; the agent's words about it stand apart.
#[test]
fn a_person_sees_what_the_call_says() {
    let held = Held::new();
    let mut call = held.call("claude-code", ASKED);
    call["tool_input"]["description"] = "just looking".into();
    call["tool_input"]["dangerouslyDisableSandbox"] = true.into();
    held.ticket("claude-code", &call);
    let mut tool = held.call("claude-code", "");
    tool["tool_name"] = "mcp__bank__transfer".into();
    tool["tool_input"] = serde_json::json!({"amount": 5, "to": "ada@example.com"});
    held.ticket("claude-code", &tool);
    let listed: serde_json::Value = serde_json::from_str(&held.herma(&["list", "--json"]).stdout).unwrap();
    let commands: Vec<&str> =
        listed.as_array().unwrap().iter().map(|one| one["command"].as_str().unwrap()).collect();
    assert!(commands.contains(&ASKED), "{commands:?}");
    let ticket = listed.as_array().unwrap().iter().find(|one| one["command"] == ASKED).unwrap();
    let ticket = ticket["ticket"].as_str().unwrap();
    let shown = held.look_at(ticket);
    for words in ["dangerouslyDisableSandbox", "just looking", ASKED] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(commands.iter().any(|text| text.contains("\"amount\": 5")), "{commands:?}");
    assert!(!commands.iter().any(|text| text.contains("just looking")), "{commands:?}");
    assert!(held.requests().iter().any(|request| request.document.to_text().contains("just looking")));
}

/// One store, two hundred hooks: every call is on record and answered, and every yes is used once.
#[test]
fn two_hundred_hooks_at_once() {
    const HOOKS: usize = 200;
    /// For each agent fewer than would lock it.
    const DIFFERENT: usize = 45;
    let held = Held::new();
    // Nobody has opened the store before: all of them make it.
    let hooks: Vec<(&str, Child)> = (0..HOOKS)
        .map(|n| {
            let agent = AGENTS[n % AGENTS.len()];
            let call = held.call(agent, &format!("{ASKED}{}", n % DIFFERENT));
            (agent, started(&mut held.hook(agent, LONG), &call))
        })
        .collect();
    held.wait_for_calls(HOOKS);
    let requests = held.requests();
    assert_eq!(requests.len(), DIFFERENT, "none is lost, none is there twice");
    let (yes, no) = requests.split_at(DIFFERENT / 3);
    yes.iter().for_each(|request| held.approve_quietly(&request.ticket));
    no.iter().for_each(|request| held.deny(&request.ticket, "no"));
    let said: Vec<Heard> = hooks.into_iter().map(|(agent, hook)| ended(agent, hook)).collect();
    let count =
        |words: &str| said.iter().filter(|said| matches!(said, Heard::Deny(r) if r.contains(words))).count();
    let allowed = said.iter().filter(|said| **said == Heard::Allow).count();
    assert_eq!(allowed, yes.len(), "{said:?}");
    assert_eq!(allowed + count("denied by") + count("has used this approval"), HOOKS, "{said:?}");
    let calls: usize = held.requests().iter().map(|request| 1 + request.merged as usize).sum();
    assert_eq!(calls, HOOKS, "and every call is counted");
    assert_eq!(held.herma(&["audit", "verify"]).code(), Some(0));
}
