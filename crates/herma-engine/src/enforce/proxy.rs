//! The pipeline as the MCP proxy, A2A, the HTTP API and level 1 see it (`herma_gate::Enforcer`).

use super::request::command_of;
use super::words::{Approvers, waits_text};
use super::{
    Awaited, Capabilities, Card, Cause, Edits, Enforcement, Heard, Line, LocalEnforcer, Peer, Permit,
    Prepared, Step, Traced,
};
use crate::approvals::{ApprovalService, now};
use crate::edit;
use crate::session_state::{self, SessionKey};
use crate::terminal_session::stat;
use herma_core::understand::is_shell;
use herma_core::{ToolCall, Verdict};
use herma_gate::{Caller, Edited, Enforcer, GateError, Ruling};
use herma_store::{End, Host, Millis, Outcome, Request, RequestId, State};
use serde_json::Value;
use std::cell::RefCell;
use std::time::Instant;

impl LocalEnforcer {
    fn prepare_for(&self, call: &ToolCall, caller: &Caller) -> Prepared {
        let is_shell = is_shell(&call.tool);
        self.prepare(call.clone(), caller.clone(), caller.session.clone(), is_shell)
    }

    fn capabilities<'a>(&'a self, line: &'a Waiter<'a>, edits: Edits) -> Capabilities<'a> {
        Capabilities {
            world: self.world(),
            disk: true,
            undo: true,
            edits,
            card: Card::WithReply,
            ends_with_last_level: false,
            starts: false,
            line,
        }
    }

    fn waiter<'a>(&'a self, until: Instant, waiting: &'a mut dyn FnMut(&Request)) -> Waiter<'a> {
        Waiter { enforcer: self, until, waiting: RefCell::new(waiting) }
    }

    fn ruling(&self, came_of_it: Enforcement) -> (Ruling, Option<Value>) {
        let approvers = match self.peer() {
            Some(_) => Approvers::AtSocket,
            None => Approvers::Here,
        };
        match came_of_it {
            Enforcement::Run(Permit { basis, verdict, request, args, saved: _ }) => {
                let why = basis.text(&verdict);
                (Ruling::Run { why, verdict: Box::new(verdict), request }, args)
            }
            Enforcement::Refused { cause, verdict } => {
                let reason = cause.text(&verdict, approvers);
                (Ruling::Refused { reason, verdict: Box::new(verdict) }, None)
            }
            Enforcement::Waits { request, verdict } => {
                let reason = waits_text(&request, &verdict, approvers);
                let Request { ticket, id, .. } = request;
                (Ruling::Waits { ticket, reason, request: id, verdict: Box::new(verdict) }, None)
            }
            // Nothing here has a prompt of its own, so nobody would ask.
            Enforcement::Delegated { verdict } => {
                let reason = Cause::Nobody.text(&verdict, approvers);
                (Ruling::Refused { reason, verdict: Box::new(verdict) }, None)
            }
        }
    }

    fn resumed(&self, call: &ToolCall, caller: &Caller, request: &RequestId, traced: Traced) -> Ruling {
        let mut nobody = |_: &Request| {};
        let line = self.waiter(Instant::now(), &mut nobody);
        let can = self.capabilities(&line, Edits::No);
        self.ruling(self.resume(&self.prepare_for(call, caller), &can, request, traced)).0
    }
}

/// A caller that a thread of ours waits for.
struct Waiter<'a> {
    enforcer: &'a LocalEnforcer,
    until: Instant,
    waiting: RefCell<&'a mut dyn FnMut(&Request)>,
}

impl Line for Waiter<'_> {
    fn step(&self, _: Step) {}

    fn host(&self) -> Host {
        self.enforcer.peer().map_or_else(ourselves, |peer| peer.host())
    }

    fn is_there(&self) -> bool {
        self.enforcer.peer().is_none_or(Peer::is_there)
    }

    /// The caller has put it into the call, if it knows.
    fn listen(&self, _: &mut ToolCall, _: &Verdict, _: bool) -> Heard {
        Heard::Nothing
    }

    fn await_decision(
        &self,
        keeper: &ApprovalService,
        request: Request,
        verdict: &Verdict,
    ) -> Result<Awaited, GateError> {
        (self.waiting.borrow_mut())(&request);
        // Help does not wait for an approval.
        if self.enforcer.final_reply_only && verdict.crisis_first {
            return Ok(Awaited::Request(request));
        }
        self.await_edited(keeper, request).map(Awaited::Request)
    }

    fn await_edited(&self, keeper: &ApprovalService, request: Request) -> Result<Request, GateError> {
        let left = self.until.saturating_duration_since(Instant::now());
        if request.state != State::Pending || left.is_zero() {
            return Ok(request);
        }
        let until = now().saturating_add(Millis::try_from(left.as_millis()).unwrap_or(Millis::MAX));
        keeper.gate.hold(&request.id, until, &now, &mut |_, _| {})
    }
}

/// The session state that a call belongs to.
fn session_key<'a>(call: &'a ToolCall, caller: &'a Caller) -> SessionKey<'a> {
    spoken(caller, call.cwd.as_deref().unwrap_or_default())
}

/// The session state that spoken words belong to.
fn spoken<'a>(caller: &'a Caller, cwd: &'a str) -> SessionKey<'a> {
    SessionKey { agent: &caller.agent, session: &caller.session, cwd }
}

impl Enforcer for LocalEnforcer {
    fn rule(
        &self,
        call: &ToolCall,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> Ruling {
        let line = self.waiter(until, waiting);
        let can = self.capabilities(&line, Edits::No);
        self.ruling(self.submit(&self.prepare_for(call, caller), &can)).0
    }

    fn resume(&self, call: &ToolCall, caller: &Caller, request: &RequestId) -> Ruling {
        self.resumed(call, caller, request, Traced::Before)
    }

    fn rule_or_edited(
        &self,
        call: &ToolCall,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> (Ruling, Option<Value>) {
        let line = self.waiter(until, waiting);
        let can = self.capabilities(&line, Edits::Carried);
        self.ruling(self.submit(&self.prepare_for(call, caller), &can))
    }

    fn edited(&self, call: &ToolCall, request: &RequestId) -> Option<Edited> {
        let keeper = self.keeper().ok()?;
        let request = edit::last_successor(&keeper, request)?;
        let args = edit::args_of(&request, command_of(call).map(|(name, _)| name))?;
        Some(Edited { args: edit::with_own_words(args, call), request })
    }

    fn resume_edited(&self, call: &ToolCall, caller: &Caller, request: &RequestId) -> Ruling {
        self.resumed(call, caller, request, Traced::Now)
    }

    fn go_on(&self, call: &ToolCall, caller: &Caller, request: &RequestId) -> Ruling {
        let mut nobody = |_: &Request| {};
        let line = self.waiter(Instant::now(), &mut nobody);
        let can = self.capabilities(&line, Edits::No);
        self.ruling(self.go_on(&self.prepare_for(call, caller), &can, request)).0
    }

    fn listens(&self, call: &ToolCall, caller: &Caller) -> bool {
        let key = session_key(call, caller);
        herma_core::taint::concerns(call, &session_state::of(&self.paths, key).downloads)
    }

    fn heard(&self, call: &ToolCall, caller: &Caller, result: &str) {
        // It decides nothing: the next call is judged with what is known.
        let _ = session_state::heard(&self.paths, session_key(call, caller), call, result);
    }

    fn said(&self, caller: &Caller, cwd: &str, words: &str) -> Option<String> {
        let band = session_state::crisis_band(words)?;
        crate::crisis::crisis_state::said(&self.paths, spoken(caller, cwd), band);
        Some(crate::crisis::in_force(&self.paths))
    }

    fn stands(&self, caller: &Caller, cwd: &str) {
        // That it cannot be recorded changes nothing for the person.
        let _ = session_state::crisis(&self.paths, spoken(caller, cwd), "crisis");
    }

    fn card(&self, request: &Request) -> Option<String> {
        crate::crisis::is_crisis(request).then(|| crate::crisis::in_force(&self.paths))
    }

    fn report(&self, request: &RequestId, outcome: Outcome) {
        // It has run: that this could not be recorded changes nothing about it.
        let _ = self.try_report(request, outcome);
    }

    fn withdraw(&self, request: &RequestId, reason: &str) {
        let end = End::Cancel { by: "the agent".to_owned(), reason: reason.to_owned() };
        // Decided in this very moment: then it is over anyway.
        let _ = ApprovalService::open(&self.paths).and_then(|keeper| {
            // What a person has made of it meanwhile is wanted no more either.
            let last = edit::last_successor(&keeper, request).map(|edited| edited.id);
            keeper.gate.withdraw(last.as_ref().unwrap_or(request), &end, now())
        });
    }
}

/// The process that answers for its callers: a proxy or a server.
fn ourselves() -> Host {
    Host { pid: std::process::id(), started: stat("self", 22).unwrap_or_default() }
}
