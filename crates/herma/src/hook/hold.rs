//! An ask in a hook: the call is held until a person has answered, or denied with a ticket.
//!
//! Whatever fails on the way is a deny. A yes is claimed before it is passed on, so that it is good once; between our
//! answer and the agent's running it lies a gap that no hook can close.

use super::{Progress, Ready, Tell, on_the_wire, person, reply};
use crate::approvals::{ApprovalService, now};
use crate::enforce::words::{Approvers, waits_text};
use crate::enforce::{Awaited, Heard, Line, Step};
use crate::fail_closed;
use crate::host::Above;
use herma_agents::{AskOwnPrompt, Reply};
use herma_core::call::Surface;
use herma_core::policy::{HookAsk, HookNobody, HookSettings};
use herma_core::{Decision, ToolCall, Verdict};
use herma_gate::GateError;
use herma_store::{End, Host, Millis, Request, State};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Where it comes from, in the store.
pub(super) const SURFACE: &str = "hook";

/// What is done about a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Hold,
    /// A ticket at once.
    Ticket,
    /// The agent's own prompt.
    Delegate,
    /// Nobody is there, and it is not to wait.
    Refuse,
}

/// What a person in crisis makes of it: their own prompt is no human's answer, a draft is not dropped, and help does not wait
/// for whoever answers. The agent may call again.
fn way_in_crisis(verdict: &Verdict, settings: &HookSettings, somebody: impl FnOnce() -> bool) -> Way {
    match way(settings, false, somebody) {
        Way::Hold if verdict.crisis_first => Way::Ticket,
        Way::Hold => Way::Hold,
        Way::Ticket | Way::Delegate | Way::Refuse => Way::Ticket,
    }
}

fn way(settings: &HookSettings, own_prompt_reaches: bool, somebody: impl FnOnce() -> bool) -> Way {
    if settings.nobody == HookNobody::Deny && !somebody() {
        return Way::Refuse;
    }
    match settings.ask {
        HookAsk::Agent if own_prompt_reaches => Way::Delegate,
        HookAsk::Hold | HookAsk::Agent => Way::Hold,
        HookAsk::Deny => Way::Ticket,
    }
}

/// The line to an agent that waits for its hook.
pub(super) struct Held<'a> {
    pub(super) ready: &'a Ready,
    pub(super) disk: bool,
    pub(super) tell: &'a Tell,
}

impl Line for Held<'_> {
    fn step(&self, step: Step) {
        match step {
            Step::Assess(longest) => self.tell.that(Progress::Assesses(longest)),
            Step::Save => self.tell.that(Progress::Keeps),
            Step::Ask => {
                if self.ready.asked.swap(true, Ordering::SeqCst) {
                    loop {
                        std::thread::park();
                    }
                }
                self.tell.that(Progress::Asks);
            }
            Step::Claim => {}
        }
    }

    fn host(&self) -> Host {
        self.above().agent()
    }

    fn is_there(&self) -> bool {
        Above::look() == *self.above()
    }

    fn listen(&self, call: &mut ToolCall, verdict: &Verdict, matters: bool) -> Heard {
        let transcript = self.ready.request.transcript.as_deref().filter(|_| matters);
        match self.disk {
            true if person::listen(call, transcript) => Heard::Words,
            false if transcript.is_some() && verdict.decision == Decision::Allow => Heard::Unreadable,
            true | false => Heard::Nothing,
        }
    }

    /// Does about a question what the settings want.
    fn await_decision(
        &self,
        keeper: &ApprovalService,
        request: Request,
        verdict: &Verdict,
    ) -> Result<Awaited, GateError> {
        if request.state != State::Pending {
            return Ok(Awaited::Request(request));
        }
        let settings = self.ready.prepared.policy.policy().hook;
        // The agent's own prompt is one person's, and knows of no rule.
        let own_prompt =
            reply::may_ask_there(self.ready.agent, &self.ready.request) && verdict.one_is_enough();
        let way = match verdict.assessment.crisis_sensitive {
            true => way_in_crisis(verdict, &settings, || self.somebody_is_there()),
            false => way(&settings, own_prompt, || self.somebody_is_there()),
        };
        Ok(match way {
            Way::Hold => Awaited::Request(self.held(keeper, &request, verdict)?),
            Way::Ticket => Awaited::Request(request),
            Way::Delegate => Awaited::Delegate { to: self.ready.agent.name.to_owned(), request: request.id },
            Way::Refuse => {
                let end = End::Cancel { by: "herma".to_owned(), reason: "nobody is there to ask".to_owned() };
                Awaited::Request(keeper.gate.withdraw(&request.id, &end, now())?.request)
            }
        })
    }

    fn await_edited(&self, keeper: &ApprovalService, next: Request) -> Result<Request, GateError> {
        match self.ready.prepared.policy.policy().hook.ask {
            HookAsk::Deny => Ok(next),
            HookAsk::Hold | HookAsk::Agent => self.hold(keeper, &next),
        }
    }
}

impl Held<'_> {
    fn above(&self) -> &Above {
        self.ready.above.get_or_init(Above::look)
    }

    /// Waits until somebody has answered, but no longer than we may.
    fn held(
        &self,
        keeper: &ApprovalService,
        request: &Request,
        verdict: &Verdict,
    ) -> Result<Request, GateError> {
        let denied = Reply::Deny(waits_text(request, verdict, Approvers::Here));
        let line = self.ready.render(&denied, verdict);
        let said = on_the_wire(&line, &self.ready.mark);
        self.tell.that(Progress::Waits(line));
        // Told to end, we still leave the ticket.
        fail_closed::prepare(said.clone());
        self.end_with_the_agent(said);
        self.hold(keeper, request)
    }

    fn hold(&self, keeper: &ApprovalService, request: &Request) -> Result<Request, GateError> {
        let left = self.ready.hold_until.saturating_duration_since(Instant::now());
        let until = now().saturating_add(Millis::try_from(left.as_millis()).unwrap_or(Millis::MAX));
        keeper.gate.hold(&request.id, until, &now, &mut |_, _| {})
    }

    /// If the agent is gone, so are we, and the request stays: a resumed session finds it.
    fn end_with_the_agent(&self, line: Vec<u8>) {
        let above = self.above().clone();
        // Without a thread to watch, the deadline is all there is.
        let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
            fail_closed::guard_this_thread();
            above.wait_until_gone();
            fail_closed::say_and_exit(&line)
        });
    }

    /// Claude Code says how it was started. Of the others it is only seen whether they have a terminal.
    fn somebody_is_there(&self) -> bool {
        match self.ready.agent.own_prompt {
            AskOwnPrompt::InModes(_) => self.ready.request.call.origin.surface == Surface::Interactive,
            AskOwnPrompt::Never => self.above().has_terminal(),
        }
    }
}

#[cfg(test)]
#[path = "hold_tests.rs"]
mod tests;
