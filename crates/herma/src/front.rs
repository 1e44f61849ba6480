//! The gate for whoever is no hook: the MCP proxy, A2A, the HTTP API (`herma_gate::Front`).
//!
//! As in a hook, whatever fails is a refusal, a yes is claimed before it is passed on, and a call that may not be recorded
//! may not run.

use crate::assessors::{self, Run};
use crate::edit;
use crate::enforce::request::{asked_about, command_of};
use crate::enforce::words::{
    deny_text, edited_text, granted, locked, no_way_back, not_run_text, noticed, outcome, outcome_at_socket,
    unrecorded_text,
};
use crate::gatekeeper::{Keeper, does_no_more, now, wants_more};
use crate::notes::{self, Whose};
use crate::paths::Paths;
use crate::policy_file::{self, InForce};
use crate::review::{self, Promised, Reviewed, foreseen, planned};
use crate::reviewer::{self, Second};
use crate::spool;
use crate::terminal_session::stat;
use crate::trace::{Recorder, Trace, Yes};
use crate::world::RealWorld;
use herma_core::call::Context;
use herma_core::understand::is_shell;
use herma_core::verdict::Reviewer;
use herma_core::{Decision, ToolCall, Verdict, World};
use herma_gate::{Asked, Caller, Edited, Front, GateError, Patience, Ruling};
use herma_store::{
    End, Host, Millis, NewRequest, Outcome, Request, RequestId, Scope, State, Store, StoreError,
};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The gate of one home.
#[derive(Clone)]
pub struct HomeFront {
    paths: Paths,
    /// A store that stays open, for whoever stays.
    kept: Option<Arc<dyn Fn() -> Keeper + Send + Sync>>,
    /// Who asks, where that is another user of this machine.
    peer: Option<Arc<dyn Peer>>,
    /// Whoever asks hears nothing before the ruling: then it is not held while somebody has yet to see the card.
    told_at_the_end: bool,
}

/// A caller that is another user (design, section 6, level 1): it sees its own part of the machine, and it may leave.
pub trait Peer: World + Send + Sync {
    /// `unix:1000`, as the kernel says. Whoever this is may not answer what it asks for.
    fn account(&self) -> String;
    /// The agent's process.
    fn host(&self) -> Host;
    /// Whether there is still somebody to be told.
    fn is_there(&self) -> bool;
}

impl HomeFront {
    pub fn new(paths: Paths) -> Self {
        HomeFront { paths, kept: None, peer: None, told_at_the_end: false }
    }

    /// The same, with a store that is open already.
    pub fn keeping(paths: Paths, kept: Arc<dyn Fn() -> Keeper + Send + Sync>) -> Self {
        HomeFront { paths, kept: Some(kept), peer: None, told_at_the_end: false }
    }

    /// The same, for a caller that is another user.
    pub fn for_peer(mut self, peer: Arc<dyn Peer>) -> Self {
        self.peer = Some(peer);
        self
    }

    /// The same, for a caller that hears nothing before the ruling.
    pub fn told_at_the_end(mut self) -> Self {
        self.told_at_the_end = true;
        self
    }

    fn world(&self) -> &dyn World {
        match &self.peer {
            Some(peer) => &**peer,
            None => &RealWorld,
        }
    }

    /// Where the way back of changed files is kept: not of another user's, whose files are not ours to copy.
    fn keeps(&self) -> Option<&Paths> {
        self.peer.is_none().then_some(&self.paths)
    }

    fn in_force(&self, call: &ToolCall) -> Arc<InForce> {
        let policy = policy_file::load(&self.paths);
        match &self.peer {
            Some(peer) => policy.seen_by(call, &**peer),
            None => policy.for_call(call),
        }
    }

    /// A judged call, for the record; what assessors said of it, and how long it took, is the caller's to add.
    fn trace<'a>(
        &'a self,
        call: &'a ToolCall,
        caller: &'a Caller,
        verdict: &'a Verdict,
        recorder: &'a Recorder<'a>,
        state: &InForce,
    ) -> Trace<'a> {
        Trace {
            paths: Some(&self.paths),
            call,
            verdict,
            recorder,
            assessors: &[],
            agent: &caller.agent,
            session: &caller.session,
            surface: caller.surface,
            elapsed: Duration::ZERO,
            at: now(),
            limits: state.policy().trace,
        }
    }

    /// What came of a question that was put before. A call that never came by itself leaves its trace here.
    fn resumed(&self, call: &ToolCall, caller: &Caller, request: &RequestId, traced: Traced) -> Ruling {
        let recorder = Recorder::new(self.world());
        let whose = whose(call, caller);
        let mut call = call.clone();
        join(&mut call.context, notes::context(&self.paths, whose));
        let known = self.keeper().ok().and_then(|keeper| keeper.gate.store().request(request.as_str()).ok());
        call.context.raised = known.as_ref().map(reviewer::said_then).unwrap_or_default();
        let state = self.in_force(&call);
        let who = review::Caller { agent: &caller.agent, session: &caller.session };
        let plain = state.judge(&call, &recorder);
        let Reviewed { verdict, way, .. } =
            planned(&state, (&call, &recorder), self.keeps(), who, plain, || {});
        // It was noted when it was first judged, unless the person has said more since.
        if verdict.crisis_first {
            crate::crisis::standing::note(&self.paths, &verdict, whose);
        }
        let call = &call;
        let trace = self.trace(call, caller, &verdict, &recorder, &state);
        let asking = Asking { front: self, call, caller, trace: &trace, way };
        let ruling = asking.resume(request);
        let ruling = ruling.unwrap_or_else(|error| asking.no(&format!("nobody can be asked: {error}.")));
        if let (Traced::Now, Ruling::Run { request: Some(id), .. }) = (traced, &ruling) {
            trace.note(Some(id.as_str()));
        }
        ruling
    }

    fn held(&self, keeper: &Keeper, request: Request, until: Instant) -> Result<Request, GateError> {
        let left = until.saturating_duration_since(Instant::now());
        if request.state != State::Pending || left.is_zero() {
            return Ok(request);
        }
        let until = now().saturating_add(Millis::try_from(left.as_millis()).unwrap_or(Millis::MAX));
        keeper.gate.hold(&request.id, until, &now, &mut |_, _| {})
    }

    fn keeper(&self) -> Result<Keeper, GateError> {
        match &self.kept {
            Some(kept) => Ok(kept()),
            None => Keeper::open(&self.paths),
        }
    }
}

/// Whose notes belong to a call.
fn whose<'a>(call: &'a ToolCall, caller: &'a Caller) -> Whose<'a> {
    spoken(caller, call.cwd.as_deref().unwrap_or_default())
}

/// Whose notes what was said belongs to.
fn spoken<'a>(caller: &'a Caller, cwd: &'a str) -> Whose<'a> {
    Whose { agent: &caller.agent, session: &caller.session, cwd }
}

impl Front for HomeFront {
    fn rule(
        &self,
        call: &ToolCall,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> Ruling {
        let started = Instant::now();
        let recorder = Recorder::new(self.world());
        let whose = whose(call, caller);
        let mut call = call.clone();
        join(&mut call.context, notes::context(&self.paths, whose));
        let state = self.in_force(&call);
        let (mut verdict, ran) = assessors::judge(&state, &mut call, &recorder, &caller.agent, Run::Now);
        let ahead = |call: &ToolCall, plain: &Verdict| match self.keeps() {
            Some(paths) => foreseen(&state, call, &recorder, paths, plain.clone()).reviewer,
            None => plain.reviewer,
        };
        verdict = reviewer::look(&state, &mut call, &recorder, Some(&self.paths), verdict, ahead);
        let who = review::Caller { agent: &caller.agent, session: &caller.session };
        let Reviewed { verdict, way, kept } =
            review::review(&state, (&call, &recorder), self.keeps(), who, verdict, || {});
        crate::crisis::standing::note(&self.paths, &verdict, whose);
        let call = &call;
        let plain = self.trace(call, caller, &verdict, &recorder, &state);
        let trace = Trace { assessors: &ran, elapsed: started.elapsed(), ..plain };
        let refused = |reason| Ruling::Refused { reason, verdict: Box::new(verdict.clone()) };
        match verdict.decision {
            Decision::Deny => {
                trace.note(None);
                if verdict.hardline {
                    // A deny is a deny, whether or not there is room to write it down.
                    let _ = spool::note_block(&self.paths, &caller.agent, call, &verdict, now());
                }
                refused(deny_text(&verdict))
            }
            Decision::Allow => match trace.permit() {
                Ok(()) => {
                    run(&verdict, format!("tier {}{}", verdict.assessment.tier, noticed(&verdict)), None)
                }
                Err(why) => {
                    let _ = kept.map(|kept| kept.remove());
                    refused(unrecorded_text(&why))
                }
            },
            Decision::Ask => {
                // Help does not wait for whoever answers.
                let until = if self.told_at_the_end && verdict.crisis_first { started } else { until };
                let asking = Asking { front: self, call, caller, trace: &trace, way };
                asking.rule(until, waiting).unwrap_or_else(|error| {
                    trace.note(None);
                    refused(not_run_text(&verdict, &format!("nobody can be asked: {error}.")))
                })
            }
        }
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
        let mut asked = None;
        let ruling = self.rule(call, caller, until, &mut |request| {
            asked = Some(request.id.clone());
            waiting(request);
        });
        let (Ruling::Refused { .. }, Some(id)) = (&ruling, asked) else { return (ruling, None) };
        let Ok(keeper) = self.keeper() else { return (ruling, None) };
        let mut edited = self.edited(call, &id);
        // Until it is answered; it may be edited again meanwhile.
        while let Some(Edited { request, .. }) = &edited
            && request.state == State::Pending
        {
            let Ok(later) = self.held(&keeper, request.clone(), until) else { return (ruling, None) };
            if later.state == State::Pending {
                break;
            }
            edited = self.edited(call, &id);
        }
        match edited {
            None => (ruling, None),
            // Whoever waits no longer is told what to call instead.
            Some(Edited { request, .. }) if request.state == State::Pending => (ruling, None),
            Some(Edited { args, request }) => {
                let call = ToolCall { args: args.clone(), ..call.clone() };
                (self.resume_edited(&call, caller, &request.id), Some(args))
            }
        }
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
        let started = Instant::now();
        let recorder = Recorder::new(self.world());
        let whose = whose(call, caller);
        let mut again = call.clone();
        join(&mut again.context, notes::context(&self.paths, whose));
        let state = self.in_force(&again);
        let (verdict, ran) = assessors::judge(&state, &mut again, &recorder, &caller.agent, Run::Now);
        let known = self.keeper().ok().and_then(|keeper| keeper.gate.store().request(request.as_str()).ok());
        let approved = known.filter(|known| {
            let is_theirs = known.agent == caller.agent && known.session == caller.session;
            let was_run = matches!(known.state, State::Executed | State::Unknown);
            is_theirs && was_run && !wants_more(&verdict, known)
        });
        // What is refused by now, what is graver, and whoever is in crisis: as if it came for the first time.
        let (Decision::Ask, false, Some(approved)) =
            (verdict.decision, verdict.assessment.crisis_sensitive, approved)
        else {
            return self.rule(call, caller, Instant::now(), &mut |_| {});
        };
        let plain = self.trace(&again, caller, &verdict, &recorder, &state);
        let trace = Trace { assessors: &ran, elapsed: started.elapsed(), ..plain };
        match trace.permit_by(Some(Yes::Request(approved.id.as_str()))) {
            Ok(()) => run(&verdict, format!("goes on, as approved ({})", approved.ticket), None),
            Err(why) => Ruling::Refused { reason: unrecorded_text(&why), verdict: Box::new(verdict.clone()) },
        }
    }

    fn listens(&self, call: &ToolCall, caller: &Caller) -> bool {
        let whose = whose(call, caller);
        herma_core::taint::concerns(call, &notes::of(&self.paths, whose).downloads)
    }

    fn heard(&self, call: &ToolCall, caller: &Caller, result: &str) {
        let whose = whose(call, caller);
        // It decides nothing: the next call is judged with what is known.
        let _ = notes::heard(&self.paths, whose, call, result);
    }

    fn said(&self, caller: &Caller, cwd: &str, words: &str) -> Option<String> {
        let band = notes::crisis_band(words)?;
        crate::crisis::standing::said(&self.paths, spoken(caller, cwd), band);
        Some(crate::crisis::in_force(&self.paths))
    }

    fn stands(&self, caller: &Caller, cwd: &str) {
        // That it cannot be written down changes nothing for the person.
        let _ = notes::crisis(&self.paths, spoken(caller, cwd), "crisis");
    }

    fn card(&self, request: &Request) -> Option<String> {
        crate::crisis::is_crisis(request).then(|| crate::crisis::in_force(&self.paths))
    }

    fn report(&self, request: &RequestId, outcome: Outcome) {
        // It has run: that this could not be added to the record changes nothing about it.
        let _ = self.keeper().and_then(|keeper| keeper.gate.report(request, outcome, now()));
    }

    fn withdraw(&self, request: &RequestId, reason: &str) {
        let end = End::Cancel { by: "the agent".to_owned(), reason: reason.to_owned() };
        // Decided in this very moment: then it is over anyway.
        let _ = Keeper::open(&self.paths).and_then(|keeper| {
            // What a person has made of it meanwhile is wanted no more either.
            let last = edit::last_successor(&keeper, request).map(|edited| edited.id);
            keeper.gate.withdraw(last.as_ref().unwrap_or(request), &end, now())
        });
    }
}

/// Whether a call has left its trace when it was first judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Traced {
    Before,
    Now,
}

/// What the front knows of the session, and what is noted of it.
fn join(own: &mut Context, noted: Context) {
    own.taint.splice(0..0, noted.taint);
    own.crisis |= noted.crisis;
}

fn run(verdict: &Verdict, why: String, request: Option<RequestId>) -> Ruling {
    Ruling::Run { why, verdict: Box::new(verdict.clone()), request }
}

struct Asking<'a> {
    front: &'a HomeFront,
    call: &'a ToolCall,
    caller: &'a Caller,
    trace: &'a Trace<'a>,
    /// The way back that whoever answers was promised.
    way: Option<Promised>,
}

impl Asking<'_> {
    fn rule(&self, until: Instant, waiting: &mut dyn FnMut(&Request)) -> Result<Ruling, GateError> {
        let verdict = self.trace.verdict;
        // Nobody is asked for one who is gone, or is not believed any more.
        if self.front.peer.as_ref().is_some_and(|peer| !peer.is_there()) {
            self.trace.note(None);
            return Ok(self.no("the agent that asked is gone."));
        }
        let keeper = self.front.keeper()?;
        let mut new = self.new_request();
        keeper.comes_from(&mut new, verdict);
        if verdict.reviewer != Reviewer::NotAsked && !keeper.gate.is_granted(&new, now())? {
            let paths = &self.front.paths;
            let state = self.front.in_force(self.call);
            match reviewer::consult(paths, &state.policy().reviewer, self.call, verdict) {
                Second::None => {}
                Second::Advice(advice) => reviewer::show(&mut new, &advice),
                // It was cleared as something that can be undone: what cannot be kept is a person's.
                Second::Cleared(opinion) => match self.way.as_ref().map(Promised::keep).transpose() {
                    Ok(kept) => {
                        return Ok(match reviewer::clear(&keeper, self.trace, &opinion) {
                            Ok(()) => run(verdict, format!("cleared by the reviewer {}", opinion.by), None),
                            Err(why) => {
                                let _ = kept.map(|kept| kept.remove());
                                let reason = unrecorded_text(&why);
                                Ruling::Refused { reason, verdict: Box::new(verdict.clone()) }
                            }
                        });
                    }
                    Err(why) => reviewer::show(&mut new, &reviewer::unkept(&opinion, &why)),
                },
            }
        }
        let host = self.front.peer.as_ref().map_or_else(ourselves, |peer| peer.host());
        keeper.gate.store().arrive(&new.agent, &new.session, host, now())?;
        let (mut noted, mut asked) = (false, false);
        let mut note = |request: Option<&str>| {
            let before = std::mem::replace(&mut noted, true);
            if !before {
                self.trace.note(request);
            }
        };
        loop {
            let request = match keeper.gate.ask(&new, Patience::Open, now())? {
                Asked::Granted(grant) => {
                    // What a standing yes lets run is traced first, or does not run (T58). A question is on record.
                    let recorded = match asked {
                        true => Ok(()),
                        false => self.trace.permit_by(Some(Yes::Grant(grant.id.as_str()))),
                    };
                    return Ok(match recorded {
                        Ok(()) => {
                            // The yes was given to the call, with or without a way back.
                            let _ = self.way.as_ref().map(Promised::keep);
                            run(verdict, granted(&grant), None)
                        }
                        Err(why) => Ruling::Refused {
                            reason: unrecorded_text(&why),
                            verdict: Box::new(verdict.clone()),
                        },
                    });
                }
                Asked::Locked(lock) => {
                    note(None);
                    return Ok(self.no(&locked(lock.until - now())));
                }
                Asked::Nobody => {
                    note(None);
                    return Ok(self.no("nobody may answer this."));
                }
                Asked::Waits { request, .. } => {
                    note(Some(request.id.as_str()));
                    asked = true;
                    waiting(&request);
                    self.front.held(&keeper, request, until)?
                }
            };
            let request = match request.state {
                State::Approved => match self.claim(&keeper, &request) {
                    // First come, first served: another call of the same has it.
                    Err(GateError::Store(StoreError::AlreadyDecided { .. })) => {
                        keeper.gate.store().request(request.id.as_str())?
                    }
                    other => return other,
                },
                _ => request,
            };
            if request.state == State::Pending {
                let verdict = Box::new(verdict.clone());
                let reason = not_run_text(&verdict, &self.outcome(&request));
                return Ok(Ruling::Waits { ticket: request.ticket, reason, request: request.id, verdict });
            }
            let used = matches!(request.state, State::Executed | State::Unknown);
            let scope = request.decided.as_ref().and_then(|decided| decided.scope);
            if !used || scope.is_none_or(|scope| scope == Scope::Once) {
                let edited = edit::successor(&keeper, &request).map(|next| edited_text(&next));
                return Ok(self.no(&edited.unwrap_or_else(|| self.outcome(&request))));
            }
            // The yes was for more than one: by now it is a grant.
        }
    }

    fn resume(&self, id: &RequestId) -> Result<Ruling, GateError> {
        let keeper = self.front.keeper()?;
        let request = keeper.gate.tick(id, now())?.request;
        if request.agent != self.caller.agent || request.session != self.caller.session {
            return Ok(self.no("that request is not this session's."));
        }
        let request = match request.state {
            State::Approved => match self.claim(&keeper, &request) {
                Err(GateError::Store(StoreError::AlreadyDecided { .. })) => {
                    keeper.gate.store().request(id.as_str())?
                }
                Err(GateError::Store(StoreError::OtherAction)) => {
                    return Ok(self.no("what it would do is not what was approved."));
                }
                other => return other,
            },
            _ => request,
        };
        keeper.gate.told(&request, now());
        let scope = request.decided.as_ref().and_then(|decided| decided.scope);
        match request.state {
            State::Pending => {
                let verdict = Box::new(self.trace.verdict.clone());
                let reason = not_run_text(&verdict, &self.outcome(&request));
                Ok(Ruling::Waits { ticket: request.ticket, reason, request: request.id, verdict })
            }
            // The yes was for more than one: by now it is a grant.
            State::Executed | State::Unknown if scope.is_some_and(|scope| scope > Scope::Once) => {
                Ok(self.front.rule(self.call, self.caller, Instant::now(), &mut |_| {}))
            }
            _ => {
                let edited = edit::successor(&keeper, &request).map(|next| edited_text(&next));
                Ok(self.no(&edited.unwrap_or_else(|| self.outcome(&request))))
            }
        }
    }

    /// Takes the approval for this call, once, if it still is what was approved.
    fn claim(&self, keeper: &Keeper, request: &Request) -> Result<Ruling, GateError> {
        if self.front.peer.as_ref().is_some_and(|peer| !peer.is_there()) {
            return Ok(self.no("the agent that asked is gone."));
        }
        let call = &notes::with_crisis(&self.front.paths, whose(self.call, self.caller), self.call);
        let state = self.front.in_force(call);
        let again = match &self.way {
            Some(way) => state.judge_with_way_back(call, self.front.world(), &way.promise),
            None => state.judge(call, self.front.world()),
        };
        // What another user says of its files is believed only as long as it comes to what was shown.
        let shown = self.front.peer.is_none() || does_no_more(call, &again, request);
        if again.decision == Decision::Deny || wants_more(&again, request) || !shown {
            return Ok(self.no("what it would do has changed since it was approved."));
        }
        let kept = match self.way.as_ref().map(Promised::keep).transpose() {
            Ok(kept) => kept,
            Err(why) => return Ok(self.no(&no_way_back(&why))),
        };
        let keeper = keeper.refreshed(&self.front.paths);
        let claimed = keeper.gate.claim(&request.id, &again.digest, now()).inspect_err(|_| {
            // Another call of the same has it, and its own way back.
            let _ = kept.map(|kept| kept.remove());
        })?;
        let by = claimed.decided.as_ref().map_or("a person", |decided| decided.by.as_str());
        let why = format!("approved by {by} ({})", claimed.ticket);
        Ok(run(self.trace.verdict, why, Some(claimed.id)))
    }

    /// What became of a request that may not run.
    fn outcome(&self, request: &Request) -> String {
        match self.front.peer {
            Some(_) => outcome_at_socket(request),
            None => outcome(request),
        }
    }

    fn no(&self, what: &str) -> Ruling {
        let verdict = self.trace.verdict;
        Ruling::Refused { reason: not_run_text(verdict, what), verdict: Box::new(verdict.clone()) }
    }

    fn new_request(&self) -> NewRequest {
        let Caller { agent, session, surface } = self.caller;
        let command = if is_shell(&self.call.tool) { command_of(self.call) } else { None };
        let mut new = asked_about(self.call, self.trace.verdict, command, agent, session, surface);
        new.requester = self.front.peer.as_ref().map(|peer| peer.account());
        new
    }
}

/// The process that answers for its callers: a proxy or a server.
fn ourselves() -> Host {
    Host { pid: std::process::id(), started: stat("self", 22).unwrap_or_default() }
}
