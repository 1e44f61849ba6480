//! The gate as a proxy, a server or a library sees it: a call in, what is to be done about it out.

use herma_core::{ToolCall, Verdict};
use herma_store::{Outcome, Request, RequestId};
use serde_json::Value;
use std::time::Instant;

/// Who asks, where it is no hook that asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The agent, by the name people know it by.
    pub agent: String,
    pub session: String,
    /// Where it comes from, as the store and the traces call it: `mcp`, `a2a`, `http`.
    pub surface: &'static str,
}

/// What is to be done about a call.
#[derive(Debug, Clone)]
#[must_use]
pub enum Ruling {
    /// Run it, now and once. Whoever has run it reports on `request`.
    Run { why: String, verdict: Box<Verdict>, request: Option<RequestId> },
    /// Do not run it. `reason` is for the model: what was refused, by whom, what to do instead.
    Refused { reason: String, verdict: Box<Verdict> },
    /// Nobody has answered yet. The same call, made again, finds the same question.
    Waits { ticket: String, reason: String, request: RequestId, verdict: Box<Verdict> },
}

impl Ruling {
    pub fn verdict(&self) -> &Verdict {
        match self {
            Ruling::Run { verdict, .. } | Ruling::Refused { verdict, .. } | Ruling::Waits { verdict, .. } => {
                verdict
            }
        }
    }
}

/// What a person has made of a call before answering.
#[derive(Debug, Clone)]
pub struct Edited {
    /// All its arguments.
    pub args: Value,
    /// The question about it.
    pub request: Request,
}

/// Rules on calls. No method has a default: one that was forgotten would weaken enforcement. Blocks the thread that asks: an asynchronous caller passes `until = now` and comes back, or asks from
/// a thread that may wait.
pub trait Enforcer: Send + Sync {
    /// Judges a call and records it. If a person must see it, asks, or finds the question that is already there; waits
    /// until `until` for the answer, and tells `waiting` once that somebody is asked. Whatever fails is `Refused`.
    fn rule(
        &self,
        call: &ToolCall,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> Ruling;

    /// The same call again, by a caller that waited for `request` elsewhere: what came of that question. Asks nothing anew
    /// once it is decided.
    fn resume(&self, call: &ToolCall, caller: &Caller, request: &RequestId) -> Ruling;

    /// The same as [`rule`](Enforcer::rule), for a caller that can run the call with other arguments: where a person has changed
    /// it, waits for what becomes of that, and gives what is to run instead. Nothing else may run then.
    fn rule_or_edited(
        &self,
        call: &ToolCall,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> (Ruling, Option<Value>);

    /// What a person has made of the call that this request was about, if anything.
    fn edited(&self, call: &ToolCall, request: &RequestId) -> Option<Edited>;

    /// What came of an edited call. `call` has its arguments.
    fn resume_edited(&self, call: &ToolCall, caller: &Caller, request: &RequestId) -> Ruling;

    /// A call that a person approved comes again with what the server asked for on its way: judged again, and run under the
    /// same yes unless it is graver by now. Whoever asks has seen to it that it is the same call.
    fn go_on(&self, call: &ToolCall, caller: &Caller, request: &RequestId) -> Ruling;

    /// Whether what this call gives back is to be [`heard`](Enforcer::heard).
    fn listens(&self, call: &ToolCall, caller: &Caller) -> bool;

    /// What a tool gave back: whoever sees results says so, and later calls of the session are judged with it. Decides
    /// nothing, and never fails.
    fn heard(&self, call: &ToolCall, caller: &Caller, result: &str);

    /// A person's own words, which pass by in no call: an answer that they typed, a message that is handed on. If they show
    /// signs of a crisis, that stands for the conversation from now on, and the card comes back that is to be shown to them.
    /// Decides nothing, keeps no word, and never fails.
    fn said(&self, caller: &Caller, cwd: &str, words: &str) -> Option<String>;

    /// The same was said elsewhere, and shown its card there: it stands for this conversation too.
    fn stands(&self, caller: &Caller, cwd: &str);

    /// What a person in crisis is shown while this waits, if it is for one.
    fn card(&self, request: &Request) -> Option<String>;

    /// What became of a call that was to run.
    fn report(&self, request: &RequestId, outcome: Outcome);

    /// Whoever asked wants it no more. Whoever waits for the answer comes back.
    fn withdraw(&self, request: &RequestId, reason: &str);
}
