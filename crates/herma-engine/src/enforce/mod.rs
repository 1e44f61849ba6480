//! From a call to what may run: the one way from a judgement to an approval, a claim and a trace.
//!
//! Every surface builds a [`Prepared`] call, says what it can do ([`Capabilities`]) and how its caller is reached
//! ([`Line`]), and renders the [`Enforcement`]. Whatever fails is a refusal, an approval is claimed before anything runs,
//! and what has no trace does not run.

mod approval;
mod proxy;
pub mod request;
pub mod words;

use crate::approvals::{ApprovalService, now, wants_more};
use crate::assessors::{self, Ran, Run};
use crate::crisis;
use crate::effective_policy::{self, EffectivePolicy};
use crate::paths::Paths;
use crate::reviewer;
use crate::session_state::{self, SessionKey};
use crate::spool;
use crate::trace::{Recorder, Trace, Yes};
use crate::undo::{self, PreparedUndo, Reviewed, preview};
use crate::world::RealWorld;
use approval::Approval;
use herma_core::call::Context;
use herma_core::crisis::would_speak;
use herma_core::effect::{Tier, Undo};
use herma_core::{Decision, ToolCall, Verdict, World};
use herma_gate::{Caller, GateError};
use herma_store::{Grant, Host, Millis, Outcome, Request, RequestId, State, Store};
use herma_undo::{Entry, Refusal};
use serde_json::Value;
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Enforces the policy of one home on this machine.
#[derive(Clone)]
pub struct LocalEnforcer {
    pub paths: Paths,
    /// A store that stays open, for a process that stays.
    store: Option<Arc<dyn Fn() -> ApprovalService + Send + Sync>>,
    /// The caller, where it is another user of this machine.
    peer: Option<Arc<dyn Peer>>,
    /// The caller hears nothing before the ruling: then it is not held while a person has yet to see the card.
    final_reply_only: bool,
}

/// A caller that is another user (design, section 6, level 1): it sees its own part of the machine, and it may leave.
pub trait Peer: World + Send + Sync {
    /// `unix:1000`, as the kernel says. This account may not answer its own requests.
    fn account(&self) -> String;
    /// The agent's process.
    fn host(&self) -> Host;
    /// Whether there is still somebody to be told.
    fn is_there(&self) -> bool;
}

/// A call with the policy and the session state that it is judged by.
pub struct Prepared {
    pub call: ToolCall,
    pub caller: Caller,
    /// The session as the agent names it, maybe empty: session state and traces go by it.
    pub session: String,
    /// Whether people are shown the command alone, as a shell's.
    pub is_shell: bool,
    pub policy: Arc<EffectivePolicy>,
}

impl Prepared {
    pub fn session_key(&self) -> SessionKey<'_> {
        SessionKey {
            agent: &self.caller.agent,
            session: &self.session,
            cwd: self.call.cwd.as_deref().unwrap_or_default(),
        }
    }
}

/// What a surface can do for a call.
pub struct Capabilities<'a> {
    pub world: &'a dyn World,
    /// Whether the disk answers. Without one nothing is read or written, and nothing that needs a trace runs.
    pub disk: bool,
    /// Whether changed files can be saved first.
    pub undo: bool,
    pub edits: Edits,
    pub card: Card<'a>,
    /// Whether a request ends with its last level instead of staying open.
    pub ends_with_last_level: bool,
    /// Whether the surface starts the process itself, right after the claim.
    pub starts: bool,
    pub line: &'a dyn Line,
}

/// Whether a call may run with other arguments than it came with, because a person has edited it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edits {
    No,
    Carried,
    /// By the caller's own word, which is kept with the request.
    Declared,
}

/// When a person in crisis gets to see the card.
pub enum Card<'a> {
    /// At once.
    Now(&'a dyn Fn(&str)),
    /// Together with the reply, which therefore does not wait for an approval.
    WithReply,
}

/// The line to the caller while a call is enforced. No method has a default: one that was forgotten would weaken it.
pub trait Line {
    fn step(&self, step: Step);
    /// The process that asks.
    fn host(&self) -> Host;
    /// Whether the caller is still there to run what is approved.
    fn is_there(&self) -> bool;
    /// Adds to the call what the person said last, where the surface can find that out.
    fn listen(&self, call: &mut ToolCall, verdict: &Verdict, matters: bool) -> Heard;
    /// Waits for an answer as long as the surface can.
    fn await_decision(
        &self,
        keeper: &ApprovalService,
        request: Request,
        verdict: &Verdict,
    ) -> Result<Awaited, GateError>;
    /// The same for what a person has made of the call.
    fn await_edited(&self, keeper: &ApprovalService, next: Request) -> Result<Request, GateError>;
}

/// What is about to be done; some of it takes time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Assessors or the reviewer look at the call, for at most so long.
    Assess(Duration),
    /// Files are saved for undo.
    Save,
    /// A person must be asked: the store is opened.
    Ask,
    /// An approval is claimed.
    Claim,
}

/// Whether the person's words were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    Nothing,
    /// The call holds them now.
    Words,
    /// There are some and they cannot be read, while the call reaches somebody.
    Unreadable,
}

/// What came of waiting.
#[allow(clippy::large_enum_variant, reason = "there is one per question")]
pub enum Awaited {
    /// The request as it is now.
    Request(Request),
    /// The request is for the agent's own prompt, which is called so.
    Delegate { to: String, request: RequestId },
}

/// What is to be done about a call.
#[must_use]
#[allow(clippy::large_enum_variant, reason = "there is one per call")]
pub enum Enforcement {
    Run(Permit),
    Refused {
        cause: Cause,
        verdict: Verdict,
    },
    /// Nobody has answered yet. The same call, made again, finds the same request.
    Waits {
        request: Request,
        verdict: Verdict,
    },
    /// The agent's own prompt is to ask.
    Delegated {
        verdict: Verdict,
    },
}

/// Leave to run a call, now and once.
pub struct Permit {
    pub basis: Basis,
    pub verdict: Verdict,
    /// The approval that was claimed; the surface reports on it.
    pub request: Option<RequestId>,
    /// What is to run instead of what was called: a person has edited it.
    pub args: Option<Value>,
    /// What was saved for undo.
    pub saved: Option<Entry>,
}

/// Who or what lets a call run.
#[allow(clippy::large_enum_variant, reason = "there is one per call")]
pub enum Basis {
    Verdict,
    Grant(Grant),
    Reviewer(String),
    Approval {
        by: String,
        ticket: String,
    },
    /// An approval of the call as a person has edited it: into this.
    Edited {
        by: String,
        ticket: String,
        into: String,
    },
    /// An approval under which the call already runs.
    Continues {
        ticket: String,
    },
}

/// Why a call may not run.
#[allow(clippy::large_enum_variant, reason = "there is one per call")]
pub enum Cause {
    /// It was judged so.
    Verdict,
    /// What the person said cannot be read, and the call reaches somebody.
    Unreadable,
    /// It could not be recorded.
    Unrecorded(String),
    /// The store does not answer.
    Unavailable(String),
    /// The caller is gone.
    Gone,
    /// Too many questions, for so many milliseconds more.
    Locked(Millis),
    /// There is no approver for it.
    Nobody,
    /// It is no longer what was approved: what differs, as far as that is known.
    Changed(Vec<String>),
    /// What it changes cannot be saved.
    NotSaved(Refusal),
    /// A person has edited it into this request.
    Edited(Request),
    /// What a person has made of it would be another action here.
    EditedOtherwise(Request),
    /// The request is over.
    Ended(Request),
    /// The request is another session's.
    Foreign,
}

/// Whether a call left its trace when it was first judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Traced {
    Before,
    Now,
}

impl LocalEnforcer {
    pub fn new(paths: Paths) -> Self {
        LocalEnforcer { paths, store: None, peer: None, final_reply_only: false }
    }

    /// The same, with a store that is open already.
    pub fn keeping(paths: Paths, store: Arc<dyn Fn() -> ApprovalService + Send + Sync>) -> Self {
        LocalEnforcer { paths, store: Some(store), peer: None, final_reply_only: false }
    }

    /// The same, for a caller that is another user.
    pub fn for_peer(mut self, peer: Arc<dyn Peer>) -> Self {
        self.peer = Some(peer);
        self
    }

    /// The same, for a caller that hears nothing before the ruling.
    pub fn final_reply_only(mut self) -> Self {
        self.final_reply_only = true;
        self
    }

    /// The machine as the caller sees it.
    pub fn world(&self) -> &dyn World {
        match &self.peer {
            Some(peer) => &**peer,
            None => &RealWorld,
        }
    }

    pub fn peer(&self) -> Option<&dyn Peer> {
        self.peer.as_deref()
    }

    pub fn keeper(&self) -> Result<ApprovalService, GateError> {
        match &self.store {
            Some(store) => Ok(store()),
            None => ApprovalService::open(&self.paths),
        }
    }

    /// The policy that holds for a call now.
    pub fn policy(&self, call: &ToolCall) -> Arc<EffectivePolicy> {
        let policy = effective_policy::load(&self.paths);
        match &self.peer {
            Some(peer) => policy.seen_by(call, &**peer),
            None => policy.for_call(call),
        }
    }

    /// Adds what is known of the session, and reads the policy.
    pub fn prepare(&self, mut call: ToolCall, caller: Caller, session: String, is_shell: bool) -> Prepared {
        let cwd = call.cwd.clone().unwrap_or_default();
        let key = SessionKey { agent: &caller.agent, session: &session, cwd: &cwd };
        join(&mut call.context, session_state::context(&self.paths, key));
        let policy = self.policy(&call);
        Prepared { call, caller, session, is_shell, policy }
    }

    /// Judges a call, records it, and asks about it where a person must see it.
    pub fn submit(&self, prepared: &Prepared, can: &Capabilities<'_>) -> Enforcement {
        let started = Instant::now();
        let recorder = Recorder::new(can.world);
        let Judged { call, verdict, undo, saved, ran } = match self.judge(prepared, can, &recorder) {
            Ok(judged) => judged,
            Err(verdict) => return refused(Cause::Unreadable, &verdict),
        };
        let trace = self.trace(prepared, &call, &verdict, &recorder, can);
        let trace = Trace { assessors: &ran, elapsed: started.elapsed(), ..trace };
        match verdict.decision {
            Decision::Deny => {
                trace.note(None);
                if verdict.hardline && can.disk {
                    // A denial stands, whether or not there is room to record it.
                    let _ = spool::note_block(&self.paths, &prepared.caller.agent, &call, &verdict, now());
                }
                refused(Cause::Verdict, &verdict)
            }
            Decision::Allow => match trace.permit() {
                Ok(()) => Enforcement::Run(Permit { saved, ..permit(Basis::Verdict, &verdict) }),
                Err(why) => {
                    let _ = saved.map(|saved| saved.remove());
                    refused(Cause::Unrecorded(why), &verdict)
                }
            },
            Decision::Ask => {
                can.line.step(Step::Ask);
                let approval = Approval::new(self, prepared, can, &trace, undo);
                approval.ask().unwrap_or_else(|error| {
                    approval.note(None);
                    refused(Cause::Unavailable(error.to_string()), &verdict)
                })
            }
        }
    }

    /// The same call again, by a caller that waited for `request` elsewhere: what came of that request. Asks nothing anew once
    /// it is decided. A call that never came by itself leaves its trace here.
    pub fn resume(
        &self,
        prepared: &Prepared,
        can: &Capabilities<'_>,
        request: &RequestId,
        traced: Traced,
    ) -> Enforcement {
        let recorder = Recorder::new(can.world);
        let mut call = prepared.call.clone();
        let known = self.keeper().ok().and_then(|keeper| keeper.gate.store().request(request.as_str()).ok());
        call.context.raised = known.as_ref().map(reviewer::findings_of_request).unwrap_or_default();
        let plain = prepared.policy.judge(&call, &recorder);
        let Reviewed { verdict, way, .. } = undo::planned(
            &prepared.policy,
            (&call, &recorder),
            self.saves(can),
            caller(prepared),
            plain,
            || {},
        );
        // It was noted when it was first judged, unless the person has said more since.
        if verdict.crisis_first {
            crisis::crisis_state::note(&self.paths, &verdict, prepared.session_key());
        }
        let trace = self.trace(prepared, &call, &verdict, &recorder, can);
        let approval = Approval::new(self, prepared, can, &trace, way);
        let came_of_it = approval
            .resume(request, traced)
            .unwrap_or_else(|error| refused(Cause::Unavailable(error.to_string()), &verdict));
        if let Enforcement::Run(Permit { request: Some(id), .. }) = &came_of_it {
            approval.note(Some(id.as_str()));
        }
        came_of_it
    }

    /// A call that a person approved comes again with what the server asked for on its way: judged again, and run under the
    /// same approval unless it is more severe by now.
    pub fn go_on(&self, prepared: &Prepared, can: &Capabilities<'_>, request: &RequestId) -> Enforcement {
        let started = Instant::now();
        let recorder = Recorder::new(can.world);
        let mut call = prepared.call.clone();
        let (agent, session) = (&prepared.caller.agent, &prepared.caller.session);
        let (verdict, ran) = assessors::judge(&prepared.policy, &mut call, &recorder, agent, Run::Now);
        let known = self.keeper().ok().and_then(|keeper| keeper.gate.store().request(request.as_str()).ok());
        let approved = known.filter(|known| {
            let is_theirs = known.agent == *agent && known.session == *session;
            let was_run = matches!(known.state, State::Executed | State::Unknown);
            is_theirs && was_run && !wants_more(&verdict, known)
        });
        // What is refused by now, what is more severe, and a person in crisis: as if it came for the first time.
        let (Decision::Ask, false, Some(approved)) =
            (verdict.decision, verdict.assessment.crisis_sensitive, approved)
        else {
            return self.submit(prepared, can);
        };
        let trace = self.trace(prepared, &call, &verdict, &recorder, can);
        let trace = Trace { assessors: &ran, elapsed: started.elapsed(), ..trace };
        match trace.permit_by(Some(Yes::Request(approved.id.as_str()))) {
            Ok(()) => Enforcement::Run(permit(Basis::Continues { ticket: approved.ticket }, &verdict)),
            Err(why) => refused(Cause::Unrecorded(why), &verdict),
        }
    }

    /// The agent is about to run what a person approved: its result will say what came of it.
    pub fn handed(&self, prepared: &Prepared, call_id: Option<&str>, request: &RequestId) {
        // It is claimed: that this could not be recorded changes nothing about it.
        let _ = self.try_report(request, Outcome::Handed);
        let key = session_state::call_key(&prepared.call, call_id);
        let _ = session_state::change(&self.paths, prepared.session_key(), |notes| {
            notes.add_handed(&key, request.as_str());
        });
    }

    /// What became of a call that was to run.
    pub fn try_report(&self, request: &RequestId, outcome: Outcome) -> Result<(), GateError> {
        self.keeper().and_then(|keeper| keeper.gate.report(request, outcome, now()).map(drop))
    }

    /// Where changed files are saved: not those of another user, which are not ours to copy.
    fn saves(&self, can: &Capabilities<'_>) -> Option<&Paths> {
        (can.disk && can.undo && self.peer.is_none()).then_some(&self.paths)
    }

    /// The one verdict on a call: with the person's words, assessors, the reviewer and undo. The error is the verdict on a call
    /// that reaches somebody while what they said cannot be read.
    fn judge(
        &self,
        prepared: &Prepared,
        can: &Capabilities<'_>,
        recorder: &Recorder<'_>,
    ) -> Result<Judged, Box<Verdict>> {
        let policy = &prepared.policy;
        let agent = prepared.caller.agent.as_str();
        let paths = can.disk.then_some(&self.paths);
        let assess = |longest: Option<Duration>| {
            if let Some(longest) = longest.filter(|_| can.disk) {
                can.line.step(Step::Assess(longest));
            }
        };
        let mut call = prepared.call.clone();
        let delivered = Cell::new(false);
        assess(assessors::longest(policy));
        let plain = policy.judge(&call, recorder);
        // What was said is looked for only where it matters, so most calls are judged once.
        let mattered = matters(&call, &plain);
        let plain = listen(policy, &mut call, plain, mattered, can, recorder)?;
        self.deliver_card(prepared, can, &plain, &delivered);
        let run = if can.disk { Run::Now } else { Run::Never };
        let (plain, ran) = assessors::look(policy, &mut call, recorder, agent, run, plain);
        self.deliver_card(prepared, can, &plain, &delivered);
        assess(reviewer::longest(policy));
        let ahead = |call: &ToolCall, plain: &Verdict| match self.saves(can) {
            Some(paths) => preview(policy, call, recorder, paths, plain.clone()).reviewer,
            None => plain.reviewer,
        };
        let plain = reviewer::look(policy, &mut call, recorder, paths, plain, ahead);
        // What an assessor or the reviewer has raised may matter only now.
        let plain = match mattered {
            true => plain,
            false => {
                let matters_now = !call.context.raised.is_empty() && matters(&call, &plain);
                listen(policy, &mut call, plain, matters_now, can, recorder)?
            }
        };
        let Reviewed { verdict, way, kept } =
            undo::review(policy, (&call, recorder), self.saves(can), caller(prepared), plain, || {
                can.line.step(Step::Save)
            });
        self.deliver_card(prepared, can, &verdict, &delivered);
        Ok(Judged { call, verdict, undo: way, saved: kept, ran })
    }

    /// Help comes before anything else, once.
    fn deliver_card(
        &self,
        prepared: &Prepared,
        can: &Capabilities<'_>,
        verdict: &Verdict,
        delivered: &Cell<bool>,
    ) {
        let Some(card) = verdict.crisis_card.as_deref() else { return };
        if delivered.replace(true) {
            return;
        }
        if let Card::Now(show) = can.card {
            show(card);
        }
        if can.disk {
            crisis::crisis_state::note(&self.paths, verdict, prepared.session_key());
        }
    }

    /// A judged call, for the record; what assessors said of it, and how long it took, is the caller's to add.
    fn trace<'a>(
        &'a self,
        prepared: &'a Prepared,
        call: &'a ToolCall,
        verdict: &'a Verdict,
        recorder: &'a Recorder<'a>,
        can: &Capabilities<'_>,
    ) -> Trace<'a> {
        Trace {
            paths: can.disk.then_some(&self.paths),
            call,
            verdict,
            recorder,
            assessors: &[],
            agent: &prepared.caller.agent,
            session: &prepared.session,
            surface: prepared.caller.surface,
            elapsed: Duration::ZERO,
            at: now(),
            limits: prepared.policy.policy().trace,
        }
    }
}

/// A call as it was judged.
struct Judged {
    call: ToolCall,
    verdict: Verdict,
    /// What is to be saved once it is approved.
    undo: Option<PreparedUndo>,
    /// What is saved already.
    saved: Option<Entry>,
    ran: Vec<Ran>,
}

/// Whether it matters for this call what the person said.
pub fn matters(call: &ToolCall, verdict: &Verdict) -> bool {
    let a = &verdict.assessment;
    a.outbound || a.tier >= Tier::Medium || a.each().any(|e| e.undo == Undo::None) || would_speak(call, a)
}

fn listen(
    policy: &EffectivePolicy,
    call: &mut ToolCall,
    plain: Verdict,
    matters: bool,
    can: &Capabilities<'_>,
    world: &dyn World,
) -> Result<Verdict, Box<Verdict>> {
    match can.line.listen(call, &plain, matters) {
        Heard::Nothing => Ok(plain),
        Heard::Words => Ok(policy.judge(call, world)),
        Heard::Unreadable => Err(Box::new(plain)),
    }
}

/// What the surface knows of the session, and what is noted of it.
fn join(own: &mut Context, noted: Context) {
    own.taint.splice(0..0, noted.taint);
    own.crisis |= noted.crisis;
}

fn caller(prepared: &Prepared) -> undo::Caller<'_> {
    undo::Caller { agent: &prepared.caller.agent, session: &prepared.session }
}

fn permit(basis: Basis, verdict: &Verdict) -> Permit {
    Permit { basis, verdict: verdict.clone(), request: None, args: None, saved: None }
}

fn refused(cause: Cause, verdict: &Verdict) -> Enforcement {
    Enforcement::Refused { cause, verdict: verdict.clone() }
}
