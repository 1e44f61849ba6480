//! What is the same about all agents. The facts are in the specs (`knowledge/agents/`); here is the code that they select.

use crate::request::{self, Event, Request, RequestError};
use crate::shape::Places;
use crate::{
    claude_code, cline, codex, copilot, crush, cursor, gemini, generic, goose, hermes, openclaw, opencode,
};
pub use herma_specs::{AskOwnPrompt, Install, Noted, TimeUnit, Tool, ToolKind};
use herma_specs::{CONNECTED, Dialect, HookSpec, Writer};
use serde_json::{Value, json};
use std::ops::Deref;

/// Every agent that Herma can be connected to.
///
/// Those that were tried for real come first.
pub static AGENTS: [&Agent; CONNECTED] = {
    let mut all = [&ALL[0]; CONNECTED];
    let mut at = 0;
    while at < CONNECTED {
        all[at] = &ALL[at];
        at += 1;
    }
    all
};

static ALL: [Agent; CONNECTED] = {
    let mut all = [Agent::of(0); CONNECTED];
    let mut at = 0;
    while at < CONNECTED {
        all[at] = Agent::of(at);
        at += 1;
    }
    all
};

/// What is only noted gives up after a second by itself; an agent that waits longer than this waits for nothing.
pub const NOTED_TIMEOUT_S: u32 = 5;

/// One agent: how it asks, how it wants to be answered, and where it is told to ask.
#[derive(Debug, Clone, Copy)]
pub struct Agent {
    /// As the command line spells it.
    pub name: &'static str,
    /// As a person spells it.
    pub title: &'static str,
    /// The program's name on the search path.
    pub program: &'static str,
    /// Everything else that its spec says.
    pub hook: &'static HookSpec,
}

impl Deref for Agent {
    type Target = HookSpec;

    fn deref(&self) -> &HookSpec {
        self.hook
    }
}

/// Whose settings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    User,
    Project,
}

/// What the hook says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Reply {
    /// Nothing: the agent's own rules decide.
    Silence,
    Allow(String),
    /// Run it with these arguments instead: a person has changed them. For agents that [carry edits](Agent::carries).
    AllowInstead {
        reason: String,
        args: Value,
    },
    /// Hand the question to the agent's own prompt.
    Ask(String),
    Deny(String),
}

/// What a hook said, as its agent hears it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    Silence,
    Allow,
    Ask,
    Deny,
    /// Nothing the agent understands; most run the call then.
    Garbage,
}

impl Agent {
    #[allow(clippy::panic, reason = "at build time only")]
    const fn of(at: usize) -> Agent {
        let spec = &herma_specs::AGENTS[at];
        match &spec.hook {
            Some(hook) => Agent { name: spec.name, title: spec.title, program: spec.program, hook },
            None => panic!("those that can be connected come first"),
        }
    }

    pub fn named(name: &str) -> Option<&'static Agent> {
        AGENTS.into_iter().find(|agent| agent.name == name)
    }

    /// Whoever may call a hook: those, and what speaks the dialect for everybody else, which nothing is connected by.
    pub fn with_hook(name: &str) -> Option<&'static Agent> {
        Agent::named(name).or_else(|| Some(&generic::GENERIC).filter(|agent| agent.name == name))
    }

    /// Reads what the agent wrote to the hook's stdin.
    pub fn parse(&self, input: &[u8]) -> Result<Request, RequestError> {
        match self.event.is_empty() || generic::is_spoken(self, input) {
            true => generic::parse(self, input),
            false => request::parse(self, input),
        }
    }

    /// Reads any event that the agent calls its hook for.
    pub fn parse_event(&self, input: &[u8]) -> Result<Event, RequestError> {
        match self.event.is_empty() || generic::is_spoken(self, input) {
            true => generic::parse_event(self, input),
            false => request::parse_event(self, input),
        }
    }

    /// What is answered to a person's words, where there is no card to show: silence, but for whoever waits for an object.
    #[must_use]
    pub fn nothing_said(&self) -> &'static str {
        if self.event.is_empty() { generic::NOTHING_SAID } else { "" }
    }

    /// The events that are only noted, in the order in which they stand in the settings.
    #[must_use]
    pub fn noted_events(&self) -> Vec<&'static str> {
        let all = |noted: &Noted| [Some(noted.after_tool), noted.after_failure, noted.user_prompt];
        self.noted.as_ref().into_iter().flat_map(all).flatten().collect()
    }

    /// The line that answers, without a line end; empty is silence.
    #[must_use]
    pub fn render(&self, reply: &Reply) -> String {
        let render = match self.dialect {
            Dialect::ClaudeCode => claude_code::render,
            Dialect::Cline => cline::render,
            Dialect::Codex => codex::render,
            Dialect::Copilot => copilot::render,
            Dialect::Crush => crush::render,
            Dialect::Cursor => cursor::render,
            Dialect::Gemini => gemini::render,
            Dialect::Generic => generic::render,
            Dialect::Goose => goose::render,
            Dialect::Hermes => hermes::render,
            Dialect::Plugin => opencode::render,
        };
        match reply {
            // Several agents share a dialect. What this one was not seen to understand may run the call, so it is denied.
            Reply::Ask(reason) if self.own_prompt == AskOwnPrompt::Never => {
                render(self, &Reply::Deny(reason.clone()))
            }
            // A generic caller declares with each call that it runs edited arguments (`Request::takes_edits`).
            Reply::AllowInstead { reason, .. }
                if self.carries_edits.is_empty() && self.dialect != Dialect::Generic =>
            {
                render(self, &Reply::Deny(reason.clone()))
            }
            _ => render(self, reply),
        }
    }

    /// A whole deny for those who have no time to write one: the wrapper and the signal handlers.
    /// Free of single quotes, so that a shell can carry it inside a pair of them.
    #[must_use]
    pub fn canned_deny(&self) -> String {
        let deny = match self.dialect {
            Dialect::ClaudeCode => claude_code::CANNED_DENY,
            Dialect::Cline => cline::CANNED_DENY,
            Dialect::Codex => codex::CANNED_DENY,
            Dialect::Copilot => copilot::CANNED_DENY,
            Dialect::Crush => crush::CANNED_DENY,
            Dialect::Cursor => cursor::CANNED_DENY,
            Dialect::Gemini => gemini::CANNED_DENY,
            Dialect::Generic => generic::CANNED_DENY,
            Dialect::Goose => goose::CANNED_DENY,
            Dialect::Hermes => hermes::CANNED_DENY,
            Dialect::Plugin => opencode::CANNED_DENY,
        };
        deny.replace("@EVENT@", self.event)
    }

    /// The file that is Herma's alone, for those that have one.
    pub(crate) fn own_file(&self, command: &str) -> String {
        let Install::File { writer, .. } = self.install else { return String::new() };
        let write = match writer {
            Writer::Cline => cline::file,
            Writer::Copilot => copilot::file,
            Writer::Goose => goose::hooks,
            Writer::Hermes => hermes::plugin,
            Writer::OpenClaw => openclaw::plugin,
            Writer::OpenCode => opencode::plugin,
        };
        write(self, command)
    }

    /// Whether a call of this tool can be run with other arguments. What ends in `*` stands for all that begin so.
    #[must_use]
    pub fn carries(&self, tool: &str) -> bool {
        let fits = |known: &&str| match known.strip_suffix('*') {
            Some(start) => tool.starts_with(start),
            None => tool == *known,
        };
        self.carries_edits.iter().any(fits)
    }

    /// A call of the agent's shell, as the agent would put it: for trying out a hook.
    #[must_use]
    pub fn sample_call(&self, shell_command: &str, cwd: &str) -> String {
        let shell = self.tools.iter().find(|tool| tool.kind == ToolKind::Shell).map_or("", |tool| tool.name);
        // One that takes a list takes a list of one.
        let args = match shell {
            "run_commands" => json!({"commands": [shell_command]}),
            _ => json!({"command": shell_command}),
        };
        self.sample(shell, args, cwd)
    }

    /// A call of any tool, as the agent would put it.
    #[must_use]
    pub fn sample(&self, tool: &str, args: Value, cwd: &str) -> String {
        let mut call = self.shape.sample(self.event, tool, args, cwd);
        call["permission_mode"] = "default".into();
        call.to_string()
    }

    /// What a tool gave back, as the agent would put it: for trying out a hook. Of those that have such an event.
    #[must_use]
    pub fn sample_result(&self, cwd: &str) -> String {
        let event = self.noted.map_or(self.event, |noted| noted.after_tool);
        self.shape.sample_result(event, "herma_doctor", cwd).to_string()
    }

    /// What the agent would make of a hook's output.
    #[must_use]
    pub fn hear(&self, stdout: &str) -> Heard {
        if stdout.trim().is_empty() {
            return Heard::Silence;
        }
        let Ok(value) = serde_json::from_str::<Value>(stdout) else {
            return Heard::Garbage;
        };
        let text = |at: &str| value.pointer(at).and_then(Value::as_str);
        let reasons = [
            "/hookSpecificOutput/permissionDecisionReason",
            "/permissionDecisionReason",
            "/errorMessage",
            "/agent_message",
            "/reason",
        ];
        let has_reason = reasons.iter().any(|at| text(at).is_some_and(|reason| !reason.trim().is_empty()));
        let said =
            ["/hookSpecificOutput/permissionDecision", "/permissionDecision", "/permission", "/decision"];
        let cancel = value.get("cancel").and_then(Value::as_bool).map(|no| if no { "deny" } else { "allow" });
        match said.iter().find_map(|at| text(at)).or(cancel) {
            Some("deny" | "block") if has_reason => Heard::Deny,
            Some("allow") => Heard::Allow,
            Some("ask") => Heard::Ask,
            Some("silence") => Heard::Silence,
            _ => Heard::Garbage,
        }
    }

    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&'static Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The agent's timeout for an event, as its settings count it.
    #[must_use]
    pub fn timeout_in_settings(&self, event: &str) -> u64 {
        if event == self.event { self.in_settings(self.timeout_s) } else { self.noted_timeout_in_settings() }
    }

    /// The same for every event that is only noted.
    #[must_use]
    pub fn noted_timeout_in_settings(&self) -> u64 {
        self.in_settings(NOTED_TIMEOUT_S)
    }

    fn in_settings(&self, seconds: u32) -> u64 {
        match self.timeout_unit {
            TimeUnit::Seconds => u64::from(seconds),
            TimeUnit::Milliseconds => u64::from(seconds) * 1000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canned_deny_is_json_a_shell_can_carry() {
        for agent in AGENTS {
            let value: Value = serde_json::from_str(&agent.canned_deny()).expect(agent.name);
            assert!(value.is_object(), "{}", agent.name);
            assert!(!agent.canned_deny().contains(['\'', '\n']), "{}", agent.name);
            assert!(
                agent.canned_deny().len() < 1024,
                "{}: it must go through a pipe in one piece",
                agent.name
            );
        }
    }

    #[test]
    fn an_ask_never_becomes_something_that_runs() {
        for agent in AGENTS {
            let line = agent.render(&Reply::Ask("why".to_owned()));
            assert!(matches!(agent.hear(&line), Heard::Ask | Heard::Deny), "{}: {line}", agent.name);
            assert_eq!(
                line.contains("\"ask\""),
                agent.own_prompt != AskOwnPrompt::Never,
                "{}: {line}",
                agent.name
            );
        }
    }

    /// A new agent borrows a dialect that can ask and edit, and its spec promises neither.
    #[test]
    fn ask_and_edit_are_denied_where_the_spec_does_not_list_them() {
        for agent in AGENTS {
            let hook = HookSpec { own_prompt: AskOwnPrompt::Never, carries_edits: &[], ..*agent.hook };
            let hook: &'static HookSpec = Box::leak(Box::new(hook));
            let borrowed = Agent { name: "acme", title: "Acme", program: "acme", hook };
            let edited = Reply::AllowInstead { reason: "edited".to_owned(), args: json!({}) };
            for reply in [Reply::Ask("why".to_owned()), edited] {
                let line = borrowed.render(&reply);
                assert_eq!(borrowed.hear(&line), Heard::Deny, "{}: {line}", agent.name);
            }
        }
    }

    #[test]
    fn generic_caller_receives_edited_arguments() {
        let edited = Reply::AllowInstead { reason: "edited".to_owned(), args: json!({"command": "ls"}) };
        let said: Value = serde_json::from_str(&generic::GENERIC.render(&edited)).expect("JSON");
        assert_eq!((&said["decision"], &said["args"]), (&json!("allow"), &json!({"command": "ls"})));
    }

    #[test]
    fn what_is_said_is_what_is_heard() {
        for agent in AGENTS {
            assert_eq!(agent.hear(&agent.canned_deny()), Heard::Deny);
            assert_eq!(agent.hear(&agent.render(&Reply::Deny("no".to_owned()))), Heard::Deny);
            // Cline has one word for both.
            let passes = agent.hear(&agent.render(&Reply::Silence));
            assert!(matches!(passes, Heard::Silence | Heard::Allow), "{}", agent.name);
            assert_eq!(agent.hear("{not json"), Heard::Garbage);
            assert!(agent.parse(agent.sample_call("ls", "/").as_bytes()).is_ok());
        }
    }

    #[test]
    fn an_empty_reason_is_never_sent() {
        for agent in AGENTS {
            for reply in [Reply::Deny(String::new()), Reply::Ask(String::new())] {
                let line = agent.render(&reply);
                assert!(!line.contains("\"\""), "{}: {line}", agent.name);
            }
        }
    }
}
