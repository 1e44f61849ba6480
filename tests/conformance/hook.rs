//! `herma hook`, in the dialect of each agent. The test is the agent: it runs what the hook allows.

use super::level1::{self, Level1};
use super::surface::{Call, InFlight, Outcome, Room, Setup, Surface, as_shell, run_as_agent, ticket_in};
use crate::support::held::{LONG, SHORT, started};
use crate::support::{HERMA, Said, command, finish};
use herma_agents::{Agent, Heard};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::Path;

pub struct Hook {
    /// The service and the agent, at level 1. Ended before their home is removed.
    level1: Option<Level1>,
    room: Room,
    agent: &'static Agent,
}

impl Hook {
    pub fn open(agent: &str, setup: &Setup) -> Box<dyn Surface> {
        Box::new(Hook { level1: None, room: Room::new(setup), agent: Agent::with_hook(agent).unwrap() })
    }

    pub fn at_level1(level1: Level1, room: Room) -> Box<dyn Surface> {
        Box::new(Hook { level1: Some(level1), room, agent: Agent::with_hook("claude-code").unwrap() })
    }

    fn is_generic(&self) -> bool {
        self.agent.name == "generic"
    }

    fn input(&self, call: &Call) -> Value {
        let (text, cwd) = (as_shell(call), self.room.work().display().to_string());
        match self.is_generic() {
            true => {
                json!({"tool": "terminal", "args": {"command": text}, "session": "s", "cwd": cwd, "edits": true})
            }
            false => {
                let sample = self.agent.sample_call(&text, &cwd).replace("herma-doctor", "s");
                serde_json::from_str(&sample).unwrap()
            }
        }
    }

    /// Starts the hook with this input; the end of it.
    fn begin(&self, input: &Value, deadline: &str, options: &[&str]) -> Box<dyn FnOnce() -> Said + Send> {
        // What the policy calls headless: a program started the agent.
        self.begin_below(&["env".into(), "CLAUDE_CODE_ENTRYPOINT=sdk-cli".into()], input, deadline, options)
    }

    /// The same, with these words before it.
    fn begin_below(
        &self,
        before: &[OsString],
        input: &Value,
        deadline: &str,
        options: &[&str],
    ) -> Box<dyn FnOnce() -> Said + Send> {
        let mut words = before.to_vec();
        words.extend([HERMA, "hook", self.agent.name, "--deadline", deadline].map(OsString::from));
        words.extend(options.iter().map(OsString::from));
        let Some((level1, socket)) = self.level1.as_ref().zip(self.room.socket.as_ref()) else {
            words.extend(["--home".into(), self.room.held().home().into()]);
            let mut hook = command(&words[0], self.room.held().scratch.path());
            let child = started(hook.args(&words[1..]).current_dir(self.room.work()), input);
            return Box::new(move || finish(child));
        };
        words.extend(["--socket".into(), socket.into()]);
        Box::new(level1.begin(&words, &input.to_string()))
    }

    /// Who the agent is, where it is not whoever runs the test.
    fn user(&self) -> Option<u32> {
        self.level1.as_ref().map(|_| level1::AGENT)
    }

    fn heard(&self, call: &Call, said: impl FnOnce() -> Said) -> Outcome {
        heard(self.agent, &said(), self.user(), &self.room.work(), &as_shell(call))
    }

    fn event(&self, event: &str, members: Value) -> Value {
        let mut all = json!({"session_id": "s", "cwd": self.room.work(), "hook_event_name": event});
        all.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        all
    }

    fn note(&self, event: &Value) -> Said {
        self.begin(event, "9", &["--note"])()
    }
}

/// What the agent makes of the hook's answer, and does then.
fn heard(agent: &Agent, said: &Said, user: Option<u32>, work: &Path, text: &str) -> Outcome {
    assert_eq!((said.code(), said.stderr.as_str()), (Some(0), ""), "{}: {said:?}", agent.name);
    match agent.hear(&said.stdout) {
        Heard::Allow | Heard::Silence => {
            let answer: Value = serde_json::from_str(&said.stdout).unwrap_or_default();
            let edited = ["/hookSpecificOutput/updatedInput", "/modifiedArgs", "/args"];
            let edited = edited.iter().find_map(|at| answer.pointer(at)?["command"].as_str());
            run_as_agent(user, work, edited.unwrap_or(text));
            Outcome::Ran
        }
        Heard::Deny => {
            let answer: Value = serde_json::from_str(&said.stdout).unwrap();
            let places = [
                "/hookSpecificOutput/permissionDecisionReason",
                "/permissionDecisionReason",
                "/errorMessage",
                "/agent_message",
                "/reason",
            ];
            let reason = places.iter().find_map(|at| answer.pointer(at)?.as_str()).unwrap();
            match reason.starts_with("herma: pending approval").then(|| ticket_in(reason)).flatten() {
                Some(ticket) => Outcome::Waiting { ticket },
                None => Outcome::Denied { reason: reason.to_owned() },
            }
        }
        Heard::Ask | Heard::Garbage => panic!("{}: {said:?}", agent.name),
    }
}

impl Surface for Hook {
    fn room(&self) -> &Room {
        &self.room
    }

    fn start(&self, call: &Call) -> InFlight {
        let said = self.begin(&self.input(call), LONG, &[]);
        let (agent, user, work, text) = (self.agent, self.user(), self.room.work(), as_shell(call));
        InFlight::begin(move || heard(agent, &said(), user, &work, &text))
    }

    fn send(&self, call: &Call) -> Outcome {
        self.heard(call, self.begin(&self.input(call), SHORT, &[]))
    }

    fn resume(&self, call: &Call, _: &str) -> Outcome {
        self.send(call)
    }

    fn card_for(&self, said: &str, call: &Call) -> Option<String> {
        let mut input = self.input(call);
        let answer = match call {
            _ if self.is_generic() => {
                input["conversation"] = json!({"human": true, "last_message": said});
                self.begin(&input, LONG, &[])()
            }
            // Before a call that reaches somebody, the transcript is read.
            Call::Asked => {
                let line = json!({"type": "user", "message": {"role": "user", "content": said}});
                let transcript = self.room.held().scratch.write("transcript.jsonl", format!("{line}\n"));
                input["transcript_path"] = json!(transcript);
                self.begin(&input, LONG, &[])()
            }
            // Before any call, the agent hands over what the person says.
            _ => self.note(&self.event("UserPromptSubmit", json!({"prompt": said}))),
        };
        let answer: Value = serde_json::from_str(&answer.stdout).unwrap_or_default();
        ["systemMessage", "crisis_card"].iter().find_map(|key| answer[key].as_str()).map(str::to_owned)
    }

    fn reads_page(&self, text: &str) -> bool {
        let result = json!({"tool_name": "WebFetch", "tool_input": {"url": "https://blog.example.org/fix", "prompt": "?"},
            "tool_response": {"result": text}});
        let said = self.note(&self.event("PostToolUse", result));
        assert_eq!((said.code(), said.stdout.as_str()), (Some(0), ""), "{said:?}");
        true
    }

    fn under(&self, program: &str, call: &Call) -> Outcome {
        let link = self.room.held().scratch.path().join(program);
        std::os::unix::fs::symlink("/bin/sh", &link).unwrap();
        let before = [link.into(), "-c".into(), "\"$@\"; exit $?".into(), program.into()];
        self.heard(call, self.begin_below(&before, &self.input(call), SHORT, &[]))
    }
}
