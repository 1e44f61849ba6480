//! What is the same about all agents: the words in which one agent's file describes it.

use crate::request::{self, Event, Request, RequestError};
use crate::shape::Shape;
use crate::{
    claude_code, cline, codex, copilot, crush, cursor, gemini, generic, goose, hermes, openclaw, opencode,
};
use serde_json::{Value, json};

/// Every agent that Herma can be connected to.
///
/// Those that were tried for real come first.
pub static AGENTS: [&Agent; 11] = [
    &claude_code::AGENT,
    &codex::AGENT,
    &gemini::AGENT,
    &copilot::AGENT,
    &cline::AGENT,
    &opencode::AGENT,
    &hermes::AGENT,
    &cursor::AGENT,
    &goose::AGENT,
    &crush::AGENT,
    &openclaw::AGENT,
];

/// What is only noted gives up after a second by itself; an agent that waits longer than this waits for nothing.
pub const NOTED_TIMEOUT_S: u32 = 5;

/// One agent: how it asks, how it wants to be answered, and where it is told to ask.
#[derive(Debug)]
pub struct Agent {
    /// As the command line spells it.
    pub name: &'static str,
    /// As a person spells it.
    pub title: &'static str,
    /// The program's name on the search path.
    pub program: &'static str,
    /// The hook event that comes before a tool call. Any other event on stdin is not a tool call. Empty where there is only
    /// one.
    pub event: &'static str,
    /// The events that are only noted, where the agent has them and they were tried.
    pub noted: Option<Noted>,
    /// Where in the hook's input what stands.
    pub shape: Shape,
    /// Whether the agent itself was tried. Else this follows its documentation, and people are told so.
    pub tried: bool,
    /// Every tool this agent is known to offer. A name that is not in here is passed on all the same.
    pub tools: &'static [Tool],
    /// Writes a reply in the agent's dialect; empty is silence.
    pub render: fn(&Reply) -> String,
    /// Tools whose yes may come with other arguments than the call's, which the agent then runs instead. Only those that were
    /// seen to: an agent that does not know of it would run the call as it was.
    pub carries_edits: &'static [&'static str],
    /// A whole deny for those who have no time to write one: the wrapper and the signal handlers.
    /// Free of single quotes, so that a shell can carry it inside a pair of them.
    pub canned_deny: &'static str,
    /// Whether the agent has a prompt of its own that a question may be handed to.
    pub own_prompt: AskOwnPrompt,
    /// The environment variable that moves the agent's folder away from `~`, and the folder's usual name.
    pub folder: Folder,
    /// The settings file inside that folder.
    pub user_file: &'static str,
    /// The settings file below a project's root.
    pub project_file: &'static str,
    /// What Herma writes there.
    pub install: Install,
    /// The matcher that takes every tool.
    pub matcher: &'static str,
    /// How long the agent is told to wait for the hook, in seconds.
    pub timeout_s: u32,
    pub timeout_unit: TimeUnit,
    /// Further members of the hook's object, as JSON: the agent's fail-closed switch, a name.
    pub extra: &'static [(&'static str, &'static str)],
    /// Whether the agent itself blocks when the hook command fails or overruns its time.
    pub fails_closed: bool,
    /// What no setting can close in this agent; `herma doctor` prints it.
    pub open_by_nature: &'static [&'static str],
}

/// The events that decide nothing: what a tool gave back, and what the person said.
#[derive(Debug, Clone, Copy)]
pub struct Noted {
    pub after_tool: &'static str,
    /// Where what a failed tool gave back is an event of its own.
    pub after_failure: Option<&'static str>,
    pub user_prompt: Option<&'static str>,
}

/// Where an agent keeps its settings.
#[derive(Debug, Clone, Copy)]
pub struct Folder {
    /// The variable that names another place, if the agent has one.
    pub variable: Option<&'static str>,
    /// Whether the variable names the folder itself, or the home that the folder lies in.
    pub variable_is_home: bool,
    /// The folder's name in the user's home.
    pub name: &'static str,
}

/// How an agent is told to ask.
#[derive(Debug, Clone, Copy)]
pub enum Install {
    /// An entry in its settings: `{"hooks": {EVENT: [{"matcher": …, "hooks": [{…}]}]}}`.
    Groups,
    /// An entry in its settings, without groups: `{"hooks": {EVENT: [{…}]}}`; and what else the file must have.
    List { besides: &'static [(&'static str, &'static str)] },
    /// A file that is Herma's alone, and others that it needs beside it.
    File {
        text: fn(&Agent, command: &str) -> String,
        runs: bool,
        beside: &'static [(&'static str, &'static str)],
    },
}

/// Whose settings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    User,
    Project,
}

/// The unit in which an agent counts a hook's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    Seconds,
    Milliseconds,
}

/// When a question may be handed to the agent's own prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskOwnPrompt {
    /// Never: "ask" is unknown there, and what is unknown runs.
    Never,
    /// Only in these permission modes, and only where somebody sits in front of it.
    InModes(&'static [&'static str]),
}

/// One tool of an agent.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    pub name: &'static str,
    pub kind: ToolKind,
    /// The argument that moves the working directory, if the tool has one.
    pub dir_argument: Option<&'static str>,
    /// An argument that goes by another name everywhere else: its name here, and its usual one.
    pub renamed: Option<(&'static str, &'static str)>,
}

/// What sort of tool it is, as far as the hook itself must know. What it does is `herma-core`'s to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolKind {
    /// Runs a command: `[mode] shell` is its mode.
    Shell,
    /// Everything else: `[mode] tools` is its mode.
    Plain,
    /// Talks with the person in front of the agent. An explicit allow would answer in that person's place, so
    /// the hook stays silent and the agent asks.
    AsksPerson,
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
        (self.render)(reply)
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
        let seconds = if event == self.event { self.timeout_s } else { NOTED_TIMEOUT_S };
        match self.timeout_unit {
            TimeUnit::Seconds => u64::from(seconds),
            TimeUnit::Milliseconds => u64::from(seconds) * 1000,
        }
    }
}

pub(crate) const fn shell(name: &'static str, dir_argument: Option<&'static str>) -> Tool {
    Tool { name, kind: ToolKind::Shell, dir_argument, renamed: None }
}

pub(crate) const fn plain(name: &'static str) -> Tool {
    Tool { name, kind: ToolKind::Plain, dir_argument: None, renamed: None }
}

pub(crate) const fn asks_person(name: &'static str) -> Tool {
    Tool { name, kind: ToolKind::AsksPerson, dir_argument: None, renamed: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canned_deny_is_json_a_shell_can_carry() {
        for agent in AGENTS {
            let value: Value = serde_json::from_str(agent.canned_deny).expect(agent.name);
            assert!(value.is_object(), "{}", agent.name);
            assert!(!agent.canned_deny.contains(['\'', '\n']), "{}", agent.name);
            assert!(agent.canned_deny.len() < 1024, "{}: it must go through a pipe in one piece", agent.name);
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

    #[test]
    fn every_agent_is_among_the_hosts_that_are_recognised_and_no_other_is_connected() {
        let hosts = herma_core::agents::HOSTS;
        let mut connected: Vec<&str> = hosts.iter().filter(|h| h.hook.is_some()).map(|h| h.program).collect();
        let mut programs: Vec<&str> = AGENTS.iter().map(|agent| agent.program).collect();
        connected.sort_unstable();
        programs.sort_unstable();
        assert_eq!(connected, programs);
    }

    #[test]
    fn what_is_said_is_what_is_heard() {
        for agent in AGENTS {
            assert_eq!(agent.hear(agent.canned_deny), Heard::Deny);
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
