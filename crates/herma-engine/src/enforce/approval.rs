//! A call that a person must see: asked about, answered, claimed.

use super::request::{asked_about, command_of};
use super::{
    Awaited, Basis, Capabilities, Cause, Edits, Enforcement, LocalEnforcer, Permit, Prepared, Step, Traced,
    permit, refused,
};
use crate::approvals::{ApprovalService, does_no_more, now, wants_more};
use crate::assessors::{self, Run};
use crate::edit;
use crate::reviewer::{self, Second};
use crate::session_state;
use crate::trace::{Recorder, Trace, Yes};
use crate::undo::{self, PreparedUndo, Reviewed};
use herma_core::verdict::Reviewer;
use herma_core::{Decision, ToolCall, Verdict, binding};
use herma_gate::{Asked, GateError, Patience};
use herma_store::{End, NewRequest, Outcome, Request, RequestId, Scope, State, Store, StoreError};
use herma_undo::Entry;
use herma_view::view;
use std::cell::Cell;
use std::time::Instant;

pub(super) struct Approval<'a> {
    enforcer: &'a LocalEnforcer,
    prepared: &'a Prepared,
    can: &'a Capabilities<'a>,
    trace: &'a Trace<'a>,
    /// What the approver was promised to be saved.
    undo: Option<PreparedUndo>,
    traced: Cell<bool>,
}

impl<'a> Approval<'a> {
    pub(super) fn new(
        enforcer: &'a LocalEnforcer,
        prepared: &'a Prepared,
        can: &'a Capabilities<'a>,
        trace: &'a Trace<'a>,
        undo: Option<PreparedUndo>,
    ) -> Approval<'a> {
        Approval { enforcer, prepared, can, trace, undo, traced: Cell::new(false) }
    }

    /// One call, one trace, however often it has to be asked about.
    pub(super) fn note(&self, request: Option<&str>) {
        if !self.traced.replace(true) {
            self.trace.note(request);
        }
    }

    /// Asks, or finds the request that is already there, and waits as long as the surface can.
    pub(super) fn ask(&self) -> Result<Enforcement, GateError> {
        let verdict = self.trace.verdict;
        // Nobody is asked for a caller that is gone.
        if !self.can.line.is_there() {
            self.note(None);
            return Ok(self.refused(Cause::Gone));
        }
        let keeper = self.enforcer.keeper()?;
        let mut new = self.new_request();
        keeper.comes_from(&mut new, verdict);
        if let Some(cleared) = self.consult(&keeper, &mut new)? {
            return Ok(cleared);
        }
        keeper.gate.store().arrive(&new.agent, &new.session, self.can.line.host(), now())?;
        // A prompt that one person answers ends with its last level; others need time to come by.
        let ends = self.can.ends_with_last_level && verdict.one_is_enough();
        let patience = if ends { Patience::LastLevel } else { Patience::Open };
        loop {
            let request = match keeper.gate.ask(&new, patience, now())? {
                Asked::Granted(grant) => {
                    return Ok(match self.permit_by_grant(grant.id.as_str()) {
                        Ok(()) => {
                            // The grant was given with or without undo.
                            let saved = self.undo.as_ref().and_then(|undo| undo.keep().ok());
                            Enforcement::Run(Permit { saved, ..permit(Basis::Grant(grant), verdict) })
                        }
                        Err(why) => self.refused(Cause::Unrecorded(why)),
                    });
                }
                Asked::Locked(lock) => {
                    self.note(None);
                    return Ok(self.refused(Cause::Locked(lock.until - now())));
                }
                Asked::Nobody => {
                    self.note(None);
                    return Ok(self.refused(Cause::Nobody));
                }
                Asked::Waits { request, .. } => {
                    self.note(Some(request.id.as_str()));
                    match self.can.line.await_decision(&keeper, request, verdict)? {
                        Awaited::Request(request) => request,
                        Awaited::Delegate { to, request } => return self.delegate(&keeper, to, &request),
                    }
                }
            };
            let request = match self.claimed(&keeper, request)? {
                Ok(done) => return Ok(done),
                Err(request) => request,
            };
            if request.state == State::Pending {
                return Ok(self.waits(request));
            }
            if let Some(next) = edit::successor(&keeper, &request) {
                return self.follow(&keeper, next);
            }
            if !used_for_more(&request) {
                return Ok(self.refused(Cause::Ended(request)));
            }
            // The approval was for more than one call: by now it is a grant.
        }
    }

    /// Hands the question to the agent's own prompt. Nobody tells us when that is answered, so files are saved now.
    fn delegate(
        &self,
        keeper: &ApprovalService,
        to: String,
        request: &RequestId,
    ) -> Result<Enforcement, GateError> {
        if let Err(why) = self.save() {
            return Ok(self.refused(Cause::NotSaved(why)));
        }
        let _ = keeper.gate.withdraw(request, &End::Delegate { to }, now())?;
        // INVARIANT: only who has handed the question over says ask. To any other call that meets the request in this
        // state it is a no: in another mode of the same agent an ask may be answered by nobody, with yes.
        Ok(Enforcement::Delegated { verdict: self.trace.verdict.clone() })
    }

    /// What came of a request that the caller has waited for elsewhere.
    pub(super) fn resume(&self, id: &RequestId, traced: Traced) -> Result<Enforcement, GateError> {
        self.traced.set(traced == Traced::Before);
        let keeper = self.enforcer.keeper()?;
        let request = keeper.gate.tick(id, now())?.request;
        if request.agent != self.prepared.caller.agent || request.session != self.prepared.caller.session {
            return Ok(self.refused(Cause::Foreign));
        }
        let request = match self.claimed(&keeper, request)? {
            Ok(done) => return Ok(done),
            Err(request) => request,
        };
        keeper.gate.told(&request, now());
        if request.state == State::Pending {
            return Ok(self.waits(request));
        }
        if used_for_more(&request) {
            // The approval was for more than one call: by now it is a grant. The call is on record already.
            return match self.trace.verdict.decision {
                Decision::Ask => self.ask(),
                Decision::Allow | Decision::Deny => Ok(self.enforcer.submit(self.prepared, self.can)),
            };
        }
        Ok(self.refused(match edit::successor(&keeper, &request) {
            Some(next) => Cause::Edited(next),
            None => Cause::Ended(request),
        }))
    }

    /// Asks the reviewer first, where it may say something. `Some`: it has cleared the call.
    fn consult(
        &self,
        keeper: &ApprovalService,
        new: &mut NewRequest,
    ) -> Result<Option<Enforcement>, GateError> {
        let verdict = self.trace.verdict;
        if verdict.reviewer == Reviewer::NotAsked || keeper.gate.is_granted(new, now())? {
            return Ok(None);
        }
        let settings = &self.prepared.policy.policy().reviewer;
        match reviewer::consult(&self.enforcer.paths, settings, self.trace.call, verdict) {
            Second::None => {}
            Second::Advice(advice) => reviewer::show(new, &advice),
            // It was cleared as something that can be undone: what cannot be saved is for a person.
            Second::Cleared(opinion) => match self.save() {
                Ok(saved) => {
                    self.traced.set(true);
                    return Ok(Some(match reviewer::clear(keeper, self.trace, &opinion) {
                        Ok(()) => {
                            Enforcement::Run(Permit { saved, ..permit(Basis::Reviewer(opinion.by), verdict) })
                        }
                        Err(why) => {
                            let _ = saved.map(|saved| saved.remove());
                            self.refused(Cause::Unrecorded(why))
                        }
                    }));
                }
                Err(why) => reviewer::show(new, &reviewer::unkept(&opinion, &why)),
            },
        }
        Ok(None)
    }

    /// Claims a request that is approved. The error is the request as it is now, where there is nothing to claim.
    #[allow(clippy::result_large_err, reason = "there is one per question")]
    fn claimed(
        &self,
        keeper: &ApprovalService,
        request: Request,
    ) -> Result<Result<Enforcement, Request>, GateError> {
        if request.state != State::Approved {
            return Ok(Err(request));
        }
        match self.claim(keeper, &request, self.trace.call, self.undo.as_ref()) {
            // First come, first served: another call of the same has it.
            Err(GateError::Store(StoreError::AlreadyDecided { .. })) => {
                Ok(Err(keeper.gate.store().request(request.id.as_str())?))
            }
            other => other.map(Ok),
        }
    }

    /// Takes the approval of a call, once, if policy, approvers and world still make of it what was approved.
    fn claim(
        &self,
        keeper: &ApprovalService,
        request: &Request,
        call: &ToolCall,
        undo: Option<&PreparedUndo>,
    ) -> Result<Enforcement, GateError> {
        if !self.can.line.is_there() {
            return Ok(self.refused(Cause::Gone));
        }
        let again = self.judge_again(call, undo);
        // What another user says of its files is believed only as long as it comes to what was shown.
        let shown = self.enforcer.peer().is_none() || does_no_more(&again, request);
        if again.decision == Decision::Deny
            || wants_more(&again, request)
            || again.digest != request.digest
            || !shown
        {
            return Ok(self.refused(Cause::Changed(self.changes(&again))));
        }
        let saved = match undo.map(PreparedUndo::keep).transpose() {
            Ok(saved) => saved,
            Err(why) => return Ok(self.refused(Cause::NotSaved(why))),
        };
        self.can.line.step(Step::Claim);
        let keeper = keeper.refreshed(&self.enforcer.paths);
        let claimed = match keeper.gate.claim(&request.id, &again.digest, now()) {
            Ok(claimed) => claimed,
            Err(error) => {
                // Another call of the same has it, and has saved for itself.
                let _ = saved.map(|saved| saved.remove());
                return match error {
                    GateError::Store(StoreError::OtherAction) => {
                        Ok(self.refused(Cause::Changed(self.changes(&again))))
                    }
                    error => Err(error),
                };
            }
        };
        // The claim was written to disk, which takes a while: what we start ourselves is looked at once more (T16).
        if self.can.starts {
            let last = self.judge_again(call, undo);
            if last.digest != again.digest || last.decision == Decision::Deny {
                let _ = keeper.gate.report(&request.id, Outcome::NotStarted, now());
                let _ = saved.map(|saved| saved.remove());
                return Ok(self.refused(Cause::Changed(self.changes(&last))));
            }
        }
        let by = claimed.decided.as_ref().map_or("a person", |decided| decided.by.as_str()).to_owned();
        let basis = Basis::Approval { by, ticket: claimed.ticket };
        let request = Some(claimed.id);
        Ok(Enforcement::Run(Permit { request, saved, ..permit(basis, self.trace.verdict) }))
    }

    /// The call under the policy and in the world of now. Assessors have looked at it; what they said stays with it.
    fn judge_again(&self, call: &ToolCall, undo: Option<&PreparedUndo>) -> Verdict {
        let call = &session_state::with_crisis(&self.enforcer.paths, self.prepared.session_key(), call);
        let policy = self.enforcer.policy(call);
        match undo {
            Some(undo) => policy.judge_with_undo(call, self.can.world, &undo.promise),
            None => policy.judge(call, self.can.world),
        }
    }

    fn changes(&self, again: &Verdict) -> Vec<String> {
        binding::changes(&self.trace.verdict.bound, &again.bound)
    }

    /// A person has edited the call. A surface that can run other arguments waits for what becomes of those; any other caller is
    /// told to call again.
    fn follow(&self, keeper: &ApprovalService, mut next: Request) -> Result<Enforcement, GateError> {
        if self.can.edits == Edits::No {
            return Ok(self.refused(Cause::Edited(next)));
        }
        loop {
            if next.state == State::Pending {
                next = self.can.line.await_edited(keeper, next)?;
            }
            match (next.state, edit::successor(keeper, &next)) {
                (State::Canceled, Some(other)) => next = other,
                (State::Pending, _) => return Ok(self.refused(Cause::Edited(next))),
                (State::Approved, _) => return self.claim_edited(keeper, next),
                (_, _) => return Ok(self.refused(Cause::Ended(next))),
            }
        }
    }

    /// Takes the approval of what a person has made of the call, judged here and now as any other.
    fn claim_edited(&self, keeper: &ApprovalService, next: Request) -> Result<Enforcement, GateError> {
        let before = self.trace.call;
        let Some(args) = edit::args_of(&next, command_of(before).map(|(name, _)| name)) else {
            return Ok(self.refused(Cause::Edited(next)));
        };
        let mut call = ToolCall { args: args.clone(), ..before.clone() };
        call.context.raised.clear();
        call = session_state::with_crisis(&self.enforcer.paths, self.prepared.session_key(), &call);
        let (started, recorder) = (Instant::now(), Recorder::new(self.can.world));
        let policy = self.enforcer.policy(&call);
        let agent = self.prepared.caller.agent.as_str();
        let (plain, ran) = assessors::judge(&policy, &mut call, &recorder, agent, Run::Now);
        let who = super::caller(self.prepared);
        let paths = self.enforcer.saves(self.can);
        let Reviewed { verdict, way, .. } =
            undo::planned(&policy, (&call, &recorder), paths, who, plain, || {});
        // Another call than the one that came, so another trace.
        let trace = Trace {
            call: &call,
            verdict: &verdict,
            recorder: &recorder,
            assessors: &ran,
            elapsed: started.elapsed(),
            at: now(),
            limits: policy.policy().trace,
            ..*self.trace
        };
        let edited = Approval::new(self.enforcer, self.prepared, self.can, &trace, way);
        if verdict.decision == Decision::Deny || verdict.digest != next.digest {
            return Ok(self.refused(Cause::EditedOtherwise(next)));
        }
        let came_of_it = edited.claim(keeper, &next, &call, edited.undo.as_ref())?;
        let Enforcement::Run(permit) = came_of_it else { return Ok(came_of_it) };
        edited.note(Some(next.id.as_str()));
        let basis = match permit.basis {
            Basis::Approval { by, ticket } => Basis::Edited { by, ticket, into: view::command_of(&next) },
            other => other,
        };
        let args = Some(edit::with_own_words(args, before));
        Ok(Enforcement::Run(Permit { basis, args, ..permit }))
    }

    /// What a grant lets run is traced first, or does not run (T58). Where a request came before, that is on record.
    fn permit_by_grant(&self, grant: &str) -> Result<(), String> {
        match self.traced.replace(true) {
            true => Ok(()),
            false => self.trace.permit_by(Some(Yes::Grant(grant))),
        }
    }

    fn save(&self) -> Result<Option<Entry>, herma_undo::Refusal> {
        self.undo.as_ref().map(PreparedUndo::keep).transpose()
    }

    fn refused(&self, cause: Cause) -> Enforcement {
        refused(cause, self.trace.verdict)
    }

    fn waits(&self, request: Request) -> Enforcement {
        Enforcement::Waits { request, verdict: self.trace.verdict.clone() }
    }

    fn new_request(&self) -> NewRequest {
        let call = self.trace.call;
        let herma_gate::Caller { agent, session, surface } = &self.prepared.caller;
        let command = if self.prepared.is_shell { command_of(call) } else { None };
        let mut new = asked_about(call, self.trace.verdict, command, agent, session, surface);
        new.document.carried = self.can.edits == Edits::Declared;
        new.requester = self.enforcer.peer().map(|peer| peer.account());
        new
    }
}

/// Whether the approval was for more than one call, and this one was its first.
fn used_for_more(request: &Request) -> bool {
    let used = matches!(request.state, State::Executed | State::Unknown);
    let scope = request.decided.as_ref().and_then(|decided| decided.scope);
    used && scope.is_some_and(|scope| scope > Scope::Once)
}
