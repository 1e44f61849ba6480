//! Calls whose answer somebody has to hear: what strangers wrote is noted, and an approved call that the server answers with
//! a question goes on, with the same yes, when it comes again with what was asked for.

use crate::message::Message;
use herma_core::ToolCall;
use herma_gate::Caller;
use herma_store::RequestId;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// More calls at once than any client makes; the oldest are forgotten, and asked about again.
const CALLS_MAX: usize = 256;
/// As long as an approved ticket is good.
const GOOD_FOR: Duration = Duration::from_secs(15 * 60);

#[derive(Debug, Default)]
pub(crate) struct UnderWay {
    calls: VecDeque<Begun>,
    asked: VecDeque<Asked>,
}

/// A call that was forwarded.
#[derive(Debug)]
pub(crate) struct Begun {
    session: String,
    id: String,
    at: Instant,
    pub call: ToolCall,
    /// What it gives back is to be heard.
    pub listens: bool,
    /// A person has approved it.
    pub request: Option<RequestId>,
    /// What exactly.
    same: String,
}

/// A question of the server on the way of an approved call.
#[derive(Debug)]
struct Asked {
    same: String,
    state: Value,
    at: Instant,
    request: RequestId,
}

impl UnderWay {
    pub fn begin(
        &mut self,
        message: &Message,
        caller: &Caller,
        call: &ToolCall,
        request: Option<RequestId>,
        listens: bool,
    ) {
        let id = message.id().map(Value::to_string).unwrap_or_default();
        let session = caller.session.clone();
        // An id that is used again is another call; one that nobody answers is forgotten.
        self.calls.retain(|one| (one.id != id || one.session != session) && one.at.elapsed() < GOOD_FOR);
        let same = same(caller, call);
        let begun = Begun { id, session, at: Instant::now(), call: call.clone(), listens, request, same };
        push(&mut self.calls, begun);
    }

    /// The call that this answers.
    pub fn answered(&mut self, caller: &Caller, id: &Value) -> Option<Begun> {
        let id = id.to_string();
        let at = self.calls.iter().position(|one| one.id == id && one.session == caller.session)?;
        self.calls.remove(at).filter(|one| one.at.elapsed() < GOOD_FOR)
    }

    /// Everything of this client that is to be heard.
    pub fn listening(&self, caller: &Caller) -> Vec<ToolCall> {
        let of_caller = self.calls.iter().filter(|one| one.listens && one.session == caller.session);
        of_caller.map(|one| one.call.clone()).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// The server wants something before it goes on with an approved call.
    pub fn asks(&mut self, begun: Begun, state: &Value) {
        if let Some(request) = begun.request {
            let asked = Asked { same: begun.same, state: state.clone(), at: Instant::now(), request };
            push(&mut self.asked, asked);
        }
    }

    /// The approval that this call is the rest of. Once.
    pub fn rest_of(&mut self, message: &Message, caller: &Caller, call: &ToolCall) -> Option<RequestId> {
        message.param("inputResponses")?;
        let state = message.param("requestState").unwrap_or(&Value::Null);
        let same = same(caller, call);
        self.asked.retain(|one| one.at.elapsed() < GOOD_FOR);
        let at = self.asked.iter().position(|one| one.same == same && one.state == *state)?;
        self.asked.remove(at).map(|one| one.request)
    }
}

fn push<T>(all: &mut VecDeque<T>, one: T) {
    if all.len() >= CALLS_MAX {
        all.pop_front();
    }
    all.push_back(one);
}

/// What was approved, and for whom: everything that a yes is bound to.
fn same(caller: &Caller, call: &ToolCall) -> String {
    let mut hasher = Sha256::new();
    let args = call.args.to_string();
    let parts = [caller.agent.as_str(), &caller.session, &call.tool, &args];
    for part in parts.into_iter().chain(call.bound_to.iter().map(String::as_str)) {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    crate::hex(&hasher.finalize())
}
