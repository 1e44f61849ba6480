//! `herma hook`, in the dialect of each agent. The test is the agent: it runs what the hook allows.

use super::surface::{Call, InFlight, Outcome, Room, Setup, Surface, as_shell, run_as_agent, ticket_in};
use crate::support::held::{LONG, SHORT, started};
use crate::support::{HERMA, Said, command, finish, run};
use herma_agents::{Agent, Heard};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Hook {
    room: Room,
    agent: &'static Agent,
}

impl Hook {
    pub fn open(agent: &str, setup: &Setup) -> Box<dyn Surface> {
        Box::new(Hook { room: Room::new(setup), agent: Agent::with_hook(agent).unwrap() })
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

    fn command(&self, deadline: &str) -> Command {
        let mut hook = command(HERMA, self.room.held().scratch.path());
        hook.args(["hook", self.agent.name, "--deadline", deadline, "--home"]).arg(self.room.held().home());
        // What the policy calls headless: a program started the agent.
        hook.env("CLAUDE_CODE_ENTRYPOINT", "sdk-cli").current_dir(self.room.work());
        hook
    }

    fn say(&self, call: &Call, mut hook: Command) -> Outcome {
        let said = run(&mut hook, self.input(call).to_string().as_bytes());
        heard(self.agent, &said, &self.room.work(), &as_shell(call))
    }

    fn event(&self, event: &str, members: Value) -> Value {
        let mut all = json!({"session_id": "s", "cwd": self.room.work(), "hook_event_name": event});
        all.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        all
    }

    fn note(&self, event: &Value) -> Said {
        run(self.command("9").arg("--note"), event.to_string().as_bytes())
    }
}

/// What the agent makes of the hook's answer, and does then.
fn heard(agent: &Agent, said: &Said, work: &Path, text: &str) -> Outcome {
    assert_eq!((said.code(), said.stderr.as_str()), (Some(0), ""), "{}: {said:?}", agent.name);
    match agent.hear(&said.stdout) {
        Heard::Allow | Heard::Silence => {
            let answer: Value = serde_json::from_str(&said.stdout).unwrap_or_default();
            let edited = ["/hookSpecificOutput/updatedInput", "/modifiedArgs", "/args"];
            let edited = edited.iter().find_map(|at| answer.pointer(at)?["command"].as_str());
            run_as_agent(work, edited.unwrap_or(text));
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
        let child = started(&mut self.command(LONG), &self.input(call));
        let (agent, work, text): (_, PathBuf, _) = (self.agent, self.room.work(), as_shell(call));
        InFlight::begin(move || heard(agent, &finish(child), &work, &text))
    }

    fn send(&self, call: &Call) -> Outcome {
        self.say(call, self.command(SHORT))
    }

    fn resume(&self, call: &Call, _: &str) -> Outcome {
        self.send(call)
    }

    fn card_for(&self, said: &str, call: &Call) -> Option<String> {
        let mut input = self.input(call);
        let answer = match call {
            _ if self.is_generic() => {
                input["conversation"] = json!({"human": true, "last_message": said});
                run(&mut self.command(LONG), input.to_string().as_bytes())
            }
            // Before a call that reaches somebody, the transcript is read.
            Call::Asked => {
                let line = json!({"type": "user", "message": {"role": "user", "content": said}});
                let transcript = self.room.held().scratch.write("transcript.jsonl", format!("{line}\n"));
                input["transcript_path"] = json!(transcript);
                run(&mut self.command(LONG), input.to_string().as_bytes())
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
        let mut hook = command(&link, self.room.held().scratch.path());
        hook.args([
            "-c",
            "\"$@\"; exit $?",
            program,
            HERMA,
            "hook",
            self.agent.name,
            "--deadline",
            SHORT,
            "--home",
        ]);
        hook.arg(self.room.held().home()).current_dir(self.room.work());
        self.say(call, hook)
    }
}
