//! Calls that are held in a hook, and a person who answers them from another terminal.

use super::pty::{Place, Terminal};
use super::{HERMA, PATIENCE, Said, Scratch, command, command_as, finish, run};
use herma_gate::{Gate, Reply, Settings};
use herma_store::{Filter, Millis, Request, Scope, SqliteStore, State, Store};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Instant;

pub const AGENTS: [&str; 3] = ["claude-code", "codex", "gemini"];

/// Asked about everywhere. No test runs it.
pub const ASKED: &str = "curl -sS -X POST http://192.0.2.1:9/ -d x";
pub const CATASTROPHE: &str = "rm -rf /";

/// Longer than a test waits for anything.
pub const LONG: &str = "90";
/// No longer than it takes to see that nobody answers.
pub const SHORT: &str = "1";

/// A home of Herma's with hooks in front of it.
pub struct Held {
    pub scratch: Scratch,
    /// The user that this home belongs to, where that is not whoever runs the test.
    pub owner: Option<u32>,
}

/// What the agent makes of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    Allow,
    Ask(String),
    Deny(String),
}

impl Held {
    pub fn new() -> Held {
        Held::at(Scratch::new())
    }

    pub fn at(scratch: Scratch) -> Held {
        Held { scratch, owner: None }
    }

    /// From now on.
    pub fn set_policy(&self, policy: &str) {
        super::policy::set(&self.home(), &format!("version = 1\n{policy}"));
    }

    pub fn with_policy(policy: &str) -> Held {
        let held = Held::new();
        held.scratch.write("h/policy.toml", format!("version = 1\n{policy}"));
        held
    }

    pub fn home(&self) -> PathBuf {
        self.scratch.path().join("h")
    }

    /// A call of the agent's shell.
    pub fn call(&self, agent: &str, shell_command: &str) -> Value {
        let (event, tool) = match agent {
            "gemini" => ("BeforeTool", "run_shell_command"),
            _ => ("PreToolUse", "Bash"),
        };
        json!({"session_id": "s", "cwd": self.scratch.path(), "permission_mode": "default",
            "hook_event_name": event, "tool_name": tool,
            "tool_input": {"command": shell_command, "description": "d"}})
    }

    pub fn hook(&self, agent: &str, deadline: &str) -> Command {
        let mut hook = command(HERMA, self.scratch.path());
        hook.args(["hook", agent, "--deadline", deadline, "--home"]).arg(self.home());
        hook
    }

    /// Starts a hook with this call, and does not wait for it.
    pub fn start(&self, agent: &str, call: &Value) -> Child {
        started(&mut self.hook(agent, LONG), call)
    }

    /// What a hook says if nobody comes by.
    pub fn say(&self, agent: &str, call: &Value) -> Heard {
        heard(agent, &run(&mut self.hook(agent, SHORT), call.to_string().as_bytes()))
    }

    /// The ticket that this call is denied with.
    pub fn ticket(&self, agent: &str, call: &Value) -> String {
        ticket_of(&self.say(agent, call))
    }

    pub fn store(&self) -> SqliteStore {
        SqliteStore::open(&self.home().join("herma.db")).unwrap()
    }

    /// Every request, the newest first.
    pub fn requests(&self) -> Vec<Request> {
        self.store().list(&Filter::default(), None, 1000).unwrap().requests
    }

    /// Waits until so many calls have come in, and gives the newest request.
    pub fn wait_for_calls(&self, count: usize) -> Request {
        wait_for_calls(&self.home().join("herma.db"), count)
    }

    pub fn herma(&self, args: &[&str]) -> Said {
        let mut herma = command_as(self.owner, HERMA, self.scratch.path());
        let (name, rest) = args.split_first().unwrap();
        run(herma.arg(name).arg("--home").arg(self.home()).args(rest), b"")
    }

    /// A person says yes at a terminal: `1` once, `2` for the session.
    pub fn approve(&self, ticket: &str, choice: &str) {
        let home = self.home().display().to_string();
        let mut terminal = Terminal::new(100, 40);
        terminal.start(Place::AtTerminal, &["approve", "--home", &home, ticket], &[]);
        approve_at(&mut terminal, choice);
        let said = terminal.finish();
        assert_eq!(said.code(), Some(0), "{said:?}");
    }

    /// A person changes all arguments with `sed`, and says yes to that.
    #[allow(dead_code, reason = "not every test edits")]
    pub fn approve_edited(&self, ticket: &str, sed: &str) {
        let (home, editor) = (self.home().display().to_string(), format!("sed -i '{sed}'"));
        let mut terminal = Terminal::new(100, 40);
        let words = ["approve", "--home", &home, "--edit-args", ticket];
        terminal.start(Place::AtTerminal, &words, &[("EDITOR", &editor)]);
        approve_at(&mut terminal, "1");
        let said = terminal.finish();
        assert_eq!(said.code(), Some(0), "{said:?}");
    }

    /// What a person is shown who then denies it.
    pub fn look_at(&self, ticket: &str) -> String {
        let home = self.home().display().to_string();
        let mut terminal = Terminal::new(120, 50);
        terminal.start(Place::AtTerminal, &["approve", "--home", &home, ticket], &[]);
        let text = terminal.wait_for("r denies with a reason");
        terminal.press("4");
        terminal.finish();
        text
    }

    /// The gate, and the account of who may answer.
    pub fn gate(&self) -> (Gate<SqliteStore>, String) {
        let id = |flag: &str| {
            let said = Command::new("id").arg(flag).output().unwrap();
            String::from_utf8(said.stdout).unwrap().trim().to_owned()
        };
        let account = format!("unix:{}", id("-u"));
        (Gate::new(self.store(), Settings::for_one(&id("-un"), &account)), account)
    }

    /// A yes without a terminal, by who may give it.
    pub fn approve_quietly(&self, ticket: &str) {
        let (gate, account) = self.gate();
        let request = gate.store().request(ticket).unwrap();
        let yes = Reply::approve(&account, Scope::Once, &request).with_digits(&request.digits);
        assert_eq!(gate.answer(ticket, &yes, now()).unwrap().request.state, State::Approved);
    }

    pub fn deny(&self, ticket: &str, reason: &str) {
        let said = self.herma(&["deny", ticket, "--reason", reason]);
        assert_eq!(said.code(), Some(0), "{said:?}");
    }

    pub fn audit(&self) -> String {
        self.herma(&["audit", "export"]).stdout
    }
}

/// Waits until so many calls have come into this store, and gives the newest request.
pub fn wait_for_calls(store: &Path, count: usize) -> Request {
    let deadline = Instant::now() + PATIENCE;
    while !store.exists() {
        assert!(Instant::now() < deadline, "nobody opened a store");
        std::thread::yield_now();
    }
    let (store, mut seen) = (SqliteStore::open(store).unwrap(), 0);
    loop {
        let all = store.list(&Filter::default(), None, 1000).unwrap().requests;
        if all.iter().map(|one| 1 + one.merged as usize).sum::<usize>() >= count {
            return all.into_iter().next().unwrap();
        }
        assert!(Instant::now() < deadline, "only {all:?}");
        seen = store.wait_for_any(seen, PATIENCE).unwrap();
    }
}

/// Answers a prompt that is about to be drawn, with its digits if it wants them.
pub fn approve_at(terminal: &mut Terminal, choice: &str) {
    let text = terminal.wait_for("r denies with a reason");
    terminal.press(choice);
    if let Some((_, after)) = text.split_once("digits to approve it: ") {
        let digits: String = after.chars().take(2).collect();
        terminal.wait_for("type the two digits");
        terminal.press(&format!("{digits}\r"));
    }
}

pub fn now() -> Millis {
    Millis::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}

pub fn started(hook: &mut Command, call: &Value) -> Child {
    let mut child = hook.spawn().unwrap_or_else(|e| panic!("{hook:?}: {e}"));
    child.stdin.take().unwrap().write_all(call.to_string().as_bytes()).unwrap();
    child
}

pub fn ended(agent: &str, child: Child) -> Heard {
    heard(agent, &finish(child))
}

/// An answer in the agent's dialect; anything that is not exactly one fails the test.
pub fn heard(agent: &str, said: &Said) -> Heard {
    assert_eq!((said.code(), said.stderr.as_str()), (Some(0), ""), "{agent}: {said:?}");
    heard_in(agent, &said.stdout)
}

/// The same, whatever became of the one who said it.
pub fn heard_in(agent: &str, stdout: &str) -> Heard {
    if agent == "codex" && stdout.is_empty() {
        return Heard::Allow;
    }
    let value: Value = serde_json::from_str(stdout).unwrap_or_else(|e| panic!("{agent}: {e}: {stdout:?}"));
    let inner = &value["hookSpecificOutput"];
    let (decision, reason) = match agent {
        "gemini" => (&value["decision"], &value["reason"]),
        _ => (&inner["permissionDecision"], &inner["permissionDecisionReason"]),
    };
    let reason = reason.as_str().unwrap().to_owned();
    match decision.as_str().unwrap() {
        "allow" => Heard::Allow,
        "ask" => Heard::Ask(reason),
        "deny" => Heard::Deny(reason),
        other => panic!("{agent}: {other}"),
    }
}

impl Heard {
    #[track_caller]
    pub fn denied(&self) -> &str {
        match self {
            Heard::Deny(reason) => reason,
            other => panic!("not denied: {other:?}"),
        }
    }
}

#[track_caller]
pub fn ticket_of(heard: &Heard) -> String {
    let reason = heard.denied();
    let (_, after) = reason.split_once("pending approval ").unwrap_or_else(|| panic!("no ticket: {reason}"));
    let (ticket, after) = after.split_once(',').unwrap();
    assert!(after.starts_with(" call again once it is approved"), "{reason}");
    ticket.to_owned()
}
