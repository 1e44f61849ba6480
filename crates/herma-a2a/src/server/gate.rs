//! Every task is a tool call of whoever sent it, and goes through the gate like any other.

use super::task_store::Kept;
use crate::protocol::{member, text_of};
use herma_core::ToolCall;
use herma_core::call::{Context, Conversation, Origin};
use herma_core::verdict::Verdict;
use herma_gate::Caller;
use serde_json::{Value, json};
use std::time::Duration;

/// The answer to a task.
pub use herma_gate::A2A_REPLY as REPLY;

/// An incoming task, as rules and traces name it.
pub const TOOL: &str = "a2a_task";
/// One that leaves.
pub(crate) const OUTGOING: &str = "a2a_send";
/// Where its text stands.
const MESSAGE: &str = "message";
/// Where a part says that it is the card for a person in crisis.
pub const CRISIS_CARD: &str = "herma/crisis_card";
const SURFACE: &str = "a2a";
/// Where a message says who handed it on: a list of identities, the first one first. A stranger's word: it may raise.
pub const CHAIN: &str = "herma/chain";
/// Longer chains are loops, or nobody knows any more who wants it.
pub const DEPTH_MAX: usize = 4;
/// A reason is a sentence.
const REASON_MAX: usize = 600;

/// What was decided about a task that waited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// The gate is asked again, and gives the yes to whoever claims it first.
    Approved,
    /// In words for the peer.
    No(String),
}

/// What a task that waits needs of the gate.
pub trait Answers: Send + Sync {
    /// Waits until one of these requests is no longer pending, or for `timeout`; gives those that are not.
    fn settled(&self, requests: &[String], timeout: Duration) -> Vec<(String, Settled)>;
    /// Nobody waits for it any more.
    fn withdraw(&self, request: &str, reason: &str);
}

/// Why a chain is not followed.
pub(super) fn chain_fault(chain: &[String], peer: &str, ourselves: &str) -> Option<String> {
    if chain.len() >= DEPTH_MAX {
        return Some(format!("it was handed on too often: at most {DEPTH_MAX} agents in a row"));
    }
    if peer == ourselves || chain.iter().any(|one| one == ourselves) {
        return Some("it has been here before: agents hand it around in a circle".to_owned());
    }
    None
}

/// The chain that a message claims.
pub(super) fn claimed_chain(message: &Value) -> Vec<String> {
    let chain = member(message, "metadata").and_then(|all| all.get(CHAIN)).and_then(Value::as_array);
    let texts =
        chain.into_iter().flatten().map(|one| one.as_str().unwrap_or("?").chars().take(300).collect());
    // One more than is followed is enough to see that it is too long.
    texts.take(DEPTH_MAX + 1).collect()
}

pub(super) fn call(kept: &Kept) -> (ToolCall, Caller) {
    let mut args = json!({"text": text_of(&kept.message)});
    if let (Some(map), Some(Value::Object(metadata))) = (args.as_object_mut(), kept.message.get("metadata")) {
        let others: serde_json::Map<String, Value> = metadata
            .iter()
            .filter(|(name, value)| !is_note(name, value))
            .map(|(n, v)| (n.clone(), v.clone()))
            .collect();
        if !others.is_empty() {
            map.insert("metadata".to_owned(), others.into());
        }
    }
    let mut bound_to = vec![kept.peer.clone(), kept.task.id.clone()];
    // A yes to what one agent wants is none to the same words by way of another.
    bound_to.extend(kept.chain.iter().cloned());
    let origin = Origin {
        agent: Some(kept.peer.clone()),
        session: Some(kept.task.context.clone()),
        ..Origin::default()
    };
    // Its role is the user's: whether a person or an agent wrote it, nobody here can tell, and a person must be heard.
    let conversation = Conversation { human: true, last_message: Some(text_of(&kept.message)) };
    let call = ToolCall {
        tool: TOOL.to_owned(),
        args,
        origin,
        bound_to,
        comes_once: true,
        conversation,
        ..ToolCall::default()
    };
    (call, caller(kept))
}

fn caller(kept: &Kept) -> Caller {
    Caller { agent: kept.peer.clone(), session: kept.task.context.clone(), surface: SURFACE }
}

/// What is about to be answered to a person in crisis: a draft, until a human has read it.
pub(super) fn reply(kept: &Kept, text: &str) -> (ToolCall, Caller) {
    let caller = caller(kept);
    let origin = Origin {
        agent: Some(caller.agent.clone()),
        session: Some(caller.session.clone()),
        ..Origin::default()
    };
    let call = ToolCall {
        tool: REPLY.to_owned(),
        args: json!({"to": kept.peer, MESSAGE: text}),
        origin,
        bound_to: vec![kept.peer.clone(), kept.task.id.clone()],
        comes_once: true,
        // Whether or not it could be noted.
        context: Context { crisis: true, ..Context::default() },
        ..ToolCall::default()
    };
    (call, caller)
}

/// The text that a person has made of a draft.
pub(super) fn edited_text(args: &Value) -> Option<&str> {
    args.get(MESSAGE).and_then(Value::as_str)
}

/// The card, as a part of a message: whoever shows messages to a person shows this one first, as it is.
pub(super) fn card_part(card: &str) -> Value {
    json!({"text": card, "metadata": {CRISIS_CARD: true}})
}

/// The card in a status or a message, if it is there.
pub fn crisis_card(message: &Value) -> Option<&str> {
    let parts = member(message, "parts").and_then(Value::as_array)?;
    let is_card = |part: &&Value| member(part, "metadata").is_some_and(|all| all.get(CRISIS_CARD).is_some());
    parts.iter().find(is_card).and_then(|part| part.get("text")).and_then(Value::as_str)
}

/// What says something about the task and is no part of it: who handed it on, and a plain name of who asks there.
fn is_note(name: &str, value: &Value) -> bool {
    name == CHAIN || name == "requester" && value.as_str().is_some_and(crate::pki::is_name)
}

/// A task that is about to leave.
pub fn outgoing(agent: &str, session: &str, to: &str, text: &str) -> (ToolCall, Caller) {
    let args = json!({"to": to, "text": text});
    let origin =
        Origin { agent: Some(agent.to_owned()), session: Some(session.to_owned()), ..Origin::default() };
    let conversation = Conversation { human: true, last_message: Some(text.to_owned()) };
    let call = ToolCall {
        tool: OUTGOING.to_owned(),
        args,
        origin,
        conversation,
        bound_to: vec![to.to_owned()],
        ..ToolCall::default()
    };
    (call, Caller { agent: agent.to_owned(), session: session.to_owned(), surface: SURFACE })
}

/// Why a person is asked, for the peer: what its own words were taken to mean.
pub(super) fn waiting_words(verdict: &Verdict, ticket: &str) -> String {
    // What Herma makes of them is nothing to read for somebody in crisis.
    if verdict.assessment.crisis_sensitive {
        return format!("waits for a person here ({ticket}). Nothing needs to be sent.");
    }
    let reasons: String = verdict.reasons(REASON_MAX).chars().take(REASON_MAX).collect();
    format!(
        "waits for a person here to agree ({ticket}), since it {reasons}. Nothing needs to be sent: the answer comes \
         by another way, and the task goes on or is rejected."
    )
}

pub(super) fn words(text: &str) -> String {
    text.chars().take(REASON_MAX).collect()
}
