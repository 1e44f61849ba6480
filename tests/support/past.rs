//! A past: traces and answers of people, put into a store without waiting for them to happen.

use super::held::{Held, now};
use super::run;
use herma_gate::Reply;
use herma_store::{NewRequest, NewTrace, Scope, Store};
use serde_json::Value;
use std::cell::Cell;

/// A home whose traces were made up, out of lines that a real hook has left.
pub struct Past {
    pub held: Held,
    taken: Cell<u64>,
}

/// What a person said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    Yes,
    No,
    Nothing,
}

impl Past {
    pub fn with_policy(policy: &str) -> Past {
        Past { held: Held::with_policy(&format!("[hook]\nask = \"deny\"\n{policy}")), taken: Cell::new(0) }
    }

    /// The trace of a call, as a hook leaves it.
    pub fn line(&self, call: &Value) -> NewTrace {
        let hook = run(&mut self.held.hook("claude-code", "5"), call.to_string().as_bytes());
        assert_eq!(hook.code(), Some(0), "{hook:?}");
        let text = self.held.scratch.read("h/spool/traces.jsonl");
        let last = text.lines().rfind(|line| !line.is_empty()).unwrap();
        let line = NewTrace::parse(last.as_bytes()).unwrap();
        // It is a pattern, and did not happen.
        std::fs::remove_file(self.held.home().join("spool/traces.jsonl")).unwrap();
        line
    }

    /// So many times this command was asked about, so long ago, and answered so.
    pub fn asked(&self, command: &str, times: usize, said: Said) {
        self.asked_of(&self.held.call("claude-code", command), times, said, 0);
    }

    pub fn asked_of(&self, call: &Value, times: usize, said: Said, ago: i64) {
        let (line, command) = (self.line(call), call["tool_input"].to_string());
        assert_eq!(line.decision, "ask", "{command}: {line:?}");
        let (gate, account) = self.held.gate();
        let mut traces = Vec::new();
        for _ in 0..times {
            let number = self.taken.get() + traces.len() as u64;
            let new = NewRequest {
                // Nobody asks so much within a minute without being locked out.
                agent: "past".to_owned(),
                session: format!("session-{number}"),
                tier: line.tier,
                expires: now() + 3_600_000,
                ..NewRequest::of_action(&format!("sha256:{number}"), "Bash", &command)
            };
            let request = gate.store().create(&new, None, now()).unwrap().request().unwrap();
            let reply = match said {
                Said::Yes => {
                    Some(Reply::approve(&account, Scope::Once, &request).with_digits(&request.digits))
                }
                Said::No => Some(Reply::deny(&account, None)),
                Said::Nothing => None,
            };
            if let Some(reply) = reply {
                gate.answer(request.id.as_str(), &reply, now()).unwrap();
            }
            let request = Some(request.id.as_str().to_owned());
            traces.push(NewTrace { request, at: now() - ago, ..line.clone() });
        }
        self.put(&traces);
    }

    pub fn put(&self, traces: &[NewTrace]) {
        let file = format!("past-{}", self.taken.get());
        let _ = self.held.store().ingest_traces(&file, 0, 1, traces, 0).unwrap();
        self.taken.set(self.taken.get() + traces.len() as u64);
    }
}
