//! An ask in a hook: the call is held until a person has answered, or denied with a ticket.
//!
//! Whatever fails on the way is a deny. A yes is claimed before it is passed on, so that it is good once; between our
//! answer and the agent's running it lies a gap that no hook can close.

use super::{Progress, Ready, Tell, on_the_wire, reply};
use crate::assessors::{self, Run};
use crate::edit;
use crate::enforce::request::{asked_about, command_of};
use crate::enforce::words::{
    ask_text, cut, edited_text, granted, locked, no_way_back, not_run_text, outcome, unrecorded_text,
};
use crate::gatekeeper::{Keeper, now, wants_more};
use crate::host::Above;
use crate::last_word;
use crate::notes;
use crate::review::Promised;
use crate::reviewer::{self, Second};
use crate::trace::{Recorder, Trace, Yes};
use crate::view;
use herma_agents::{AskOwnPrompt, Reply, ToolKind};
use herma_core::call::Surface;
use herma_core::policy::{HookAsk, HookNobody, HookSettings};
use herma_core::verdict::Reviewer;
use herma_core::{Decision, ToolCall, Verdict, World};
use herma_gate::{Asked, GateError, Patience};
use herma_reviewer::Opinion;
use herma_store::{End, Millis, NewRequest, Outcome, Request, Scope, State, Store, StoreError};
use herma_undo::Entry;
use std::cell::Cell;
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

/// Asks a person, and gives what the agent is told.
pub(super) fn confirm(
    ready: &Ready,
    trace: &Trace<'_>,
    way: Option<&Promised>,
    world: &dyn World,
    tell: &Tell,
) -> Reply {
    let verdict = trace.verdict;
    let traced = Cell::new(false);
    let asking = Asking { ready, verdict, way, trace, traced, world, tell, above: Above::look() };
    asking.reply().unwrap_or_else(|error| {
        asking.note(None);
        let error = error.to_string();
        Reply::Deny(not_run_text(verdict, &format!("nobody can be asked: {}.", cut(&error))))
    })
}

/// What comes after a question was put.
#[allow(clippy::large_enum_variant, reason = "there is one a question")]
enum Next {
    /// See what has become of it.
    Look(Request),
    Say(Reply),
}

struct Asking<'a> {
    ready: &'a Ready,
    verdict: &'a Verdict,
    /// The way back that whoever answers was promised.
    way: Option<&'a Promised>,
    trace: &'a Trace<'a>,
    traced: Cell<bool>,
    world: &'a dyn World,
    tell: &'a Tell,
    above: Above,
}

impl Asking<'_> {
    fn reply(&self) -> Result<Reply, GateError> {
        let keeper = Keeper::open(&self.ready.paths)?;
        let mut new = self.new_request();
        keeper.comes_from(&mut new, self.verdict);
        if self.verdict.reviewer != Reviewer::NotAsked && !keeper.gate.is_granted(&new, now())? {
            let settings = &self.ready.state.policy().reviewer;
            match reviewer::consult(&self.ready.paths, settings, self.trace.call, self.verdict) {
                Second::None => {}
                Second::Advice(advice) => reviewer::show(&mut new, &advice),
                // It was cleared as something that can be undone: what cannot be kept is a person's.
                Second::Cleared(opinion) => match self.way.map(Promised::keep).transpose() {
                    Ok(kept) => return Ok(self.cleared(&keeper, &opinion, kept)),
                    Err(why) => reviewer::show(&mut new, &reviewer::unkept(&opinion, &why)),
                },
            }
        }
        keeper.gate.store().arrive(&new.agent, &new.session, self.above.agent(), now())?;
        loop {
            let request = match keeper.gate.ask(&new, Patience::Open, now())? {
                Asked::Granted(grant) => {
                    return Ok(match self.permit(grant.id.as_str()) {
                        Ok(()) => {
                            // The yes was given to the call, with or without a way back.
                            let _ = self.way.map(Promised::keep);
                            self.yes(granted(&grant))
                        }
                        Err(why) => Reply::Deny(unrecorded_text(&why)),
                    });
                }
                Asked::Locked(lock) => {
                    self.note(None);
                    return Ok(self.no(&locked(lock.until - now())));
                }
                Asked::Nobody => {
                    self.note(None);
                    return Ok(self.no("nobody may answer this."));
                }
                Asked::Waits { request, .. } => {
                    self.note(Some(request.id.as_str()));
                    match self.asked(&keeper, request)? {
                        Next::Look(request) => request,
                        Next::Say(reply) => return Ok(reply),
                    }
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
            if let Some(next) = edit::successor(&keeper, &request) {
                return self.follow(&keeper, next);
            }
            let used = matches!(request.state, State::Executed | State::Unknown);
            let scope = request.decided.as_ref().and_then(|decided| decided.scope);
            if !used || scope.is_none_or(|scope| scope == Scope::Once) {
                return Ok(self.no(&outcome(&request)));
            }
            // The yes was for more than one: by now it is a grant.
        }
    }

    /// What the reviewer lets run, with its way back kept.
    fn cleared(&self, keeper: &Keeper, opinion: &Opinion, kept: Option<Entry>) -> Reply {
        self.traced.set(true);
        match reviewer::clear(keeper, self.trace, opinion) {
            Ok(()) => self.yes(format!("herma: cleared by the reviewer {}", cut(&opinion.by))),
            Err(why) => {
                let _ = kept.map(|kept| kept.remove());
                Reply::Deny(unrecorded_text(&why))
            }
        }
    }

    /// One call, one trace, however often it has to be asked about.
    fn note(&self, request: Option<&str>) {
        if !self.traced.replace(true) {
            self.trace.note(request);
        }
    }

    /// What a standing yes lets run is traced first, or does not run (T58). Where a question came before, that is on record.
    fn permit(&self, grant: &str) -> Result<(), String> {
        match self.traced.replace(true) {
            true => Ok(()),
            false => self.trace.permit_by(Some(Yes::Grant(grant))),
        }
    }

    /// Does about a question what the settings want.
    fn asked(&self, keeper: &Keeper, request: Request) -> Result<Next, GateError> {
        if request.state != State::Pending {
            return Ok(Next::Look(request));
        }
        let settings = self.ready.state.policy().hook;
        // The agent's own prompt is one person's, and knows of no rule.
        let own_prompt =
            reply::may_ask_there(self.ready.agent, &self.ready.request) && self.verdict.one_is_enough();
        let withdraw = |end| keeper.gate.withdraw(&request.id, &end, now()).map(|ended| ended.request);
        let way = match self.verdict.assessment.crisis_sensitive {
            true => way_in_crisis(self.verdict, &settings, || self.somebody_is_there()),
            false => way(&settings, own_prompt, || self.somebody_is_there()),
        };
        Ok(match way {
            Way::Hold => Next::Look(self.held(keeper, &request)?),
            Way::Ticket => Next::Look(request),
            Way::Delegate => {
                // Nobody tells us when it is answered: what it says can be undone is kept now.
                if let Some(Err(why)) = self.way.map(Promised::keep) {
                    return Ok(Next::Say(self.no(&no_way_back(&why))));
                }
                let _ = withdraw(End::Delegate { to: self.ready.agent.name.to_owned() })?;
                // INVARIANT: only who has handed the question over says ask. To whoever else meets the request in this
                // state it is a no: in another mode of the same agent an ask may be answered by nobody, with yes.
                Next::Say(Reply::Ask(ask_text(self.verdict)))
            }
            Way::Refuse => {
                let reason = "nobody is there to ask".to_owned();
                Next::Look(withdraw(End::Cancel { by: "herma".to_owned(), reason })?)
            }
        })
    }

    /// Waits until somebody has answered, but no longer than we may.
    fn held(&self, keeper: &Keeper, request: &Request) -> Result<Request, GateError> {
        let line = self.ready.render(&self.no(&outcome(request)));
        let said = on_the_wire(&line, &self.ready.mark);
        self.tell.that(Progress::Waits(line));
        // Told to end, we still leave the ticket.
        last_word::prepare(said.clone());
        self.end_with_the_agent(said);
        let left = self.ready.hold_until.saturating_duration_since(Instant::now());
        let until = now().saturating_add(Millis::try_from(left.as_millis()).unwrap_or(Millis::MAX));
        keeper.gate.hold(&request.id, until, &now, &mut |_, _| {})
    }

    /// If the agent is gone, so are we, and the request waits on: whoever resumes the session finds it.
    fn end_with_the_agent(&self, line: Vec<u8>) {
        let above = self.above.clone();
        // Without a thread to watch, the deadline is all there is.
        let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
            last_word::guard_this_thread();
            above.wait_until_gone();
            last_word::say_and_exit(&line)
        });
    }

    /// Takes the approval for this call, once, if it still is what was approved.
    fn claim(&self, keeper: &Keeper, request: &Request) -> Result<Reply, GateError> {
        if Above::look() != self.above {
            return Ok(self.no("the agent that asked is gone."));
        }
        // With what assessors said of it then: they have looked at it. The policy and the people may be others by now.
        let whose = super::whose(self.ready.agent, &self.ready.request);
        let call = &notes::with_crisis(&self.ready.paths, whose, self.trace.call);
        let state = self.ready.policy_now();
        let keeper = &keeper.refreshed(&self.ready.paths);
        let again = match self.way {
            Some(way) => state.judge_with_way_back(call, self.world, &way.promise),
            None => state.judge(call, self.world),
        };
        if again.decision == Decision::Deny || wants_more(&again, request) {
            return Ok(self.no("what it would do has changed since it was approved."));
        }
        let kept = match self.way.map(Promised::keep).transpose() {
            Ok(kept) => kept,
            Err(why) => return Ok(self.no(&no_way_back(&why))),
        };
        if let Err(error) = keeper.gate.claim(&request.id, &again.digest, now()) {
            // Another call of the same has it, and its own way back.
            let _ = kept.map(|kept| kept.remove());
            return Err(error);
        }
        // It is claimed: that this could not be added to the record changes nothing about it.
        let _ = keeper.gate.report(&request.id, Outcome::Handed, now());
        self.ready.note_handed(request.id.as_str());
        let by = request.decided.as_ref().map_or("a person", |decided| decided.by.as_str());
        Ok(self.yes(format!("herma: approved by {by} ({})", request.ticket)))
    }

    /// A person has changed the call. An agent that can be handed other arguments waits for what becomes of those; the model
    /// of any other is told to call again.
    fn follow(&self, keeper: &Keeper, mut next: Request) -> Result<Reply, GateError> {
        if !self.ready.agent.carries(&self.trace.call.tool) && !self.ready.request.takes_edits {
            return Ok(self.no(&edited_text(&next)));
        }
        loop {
            if next.state == State::Pending && self.ready.state.policy().hook.ask != HookAsk::Deny {
                let left = self.ready.hold_until.saturating_duration_since(Instant::now());
                let until = now().saturating_add(Millis::try_from(left.as_millis()).unwrap_or(Millis::MAX));
                next = keeper.gate.hold(&next.id, until, &now, &mut |_, _| {})?;
            }
            match (next.state, edit::successor(keeper, &next)) {
                (State::Canceled, Some(other)) => next = other,
                (State::Pending, _) => return Ok(self.no(&edited_text(&next))),
                (State::Approved, _) => return self.claim_edited(keeper, &next),
                (_, _) => return Ok(self.no(&outcome(&next))),
            }
        }
    }

    /// Takes the approval of what a person has made of the call, judged here and now as any other.
    fn claim_edited(&self, keeper: &Keeper, next: &Request) -> Result<Reply, GateError> {
        if Above::look() != self.above {
            return Ok(self.no("the agent that asked is gone."));
        }
        // Where a yes is silence there is no room for other arguments.
        let Reply::Allow(_) = self.yes(String::new()) else { return Ok(self.no(&edited_text(next))) };
        let before = self.trace.call;
        let Some(args) = edit::args_of(next, command_of(before).map(|(name, _)| name)) else {
            return Ok(self.no(&edited_text(next)));
        };
        let mut judged = ToolCall { args: args.clone(), ..before.clone() };
        judged.context.raised.clear();
        let (started, recorder) = (Instant::now(), Recorder::new(self.world));
        let (state, agent) = (self.ready.policy_now(), self.ready.agent.name);
        let keeper = &keeper.refreshed(&self.ready.paths);
        let (again, ran) = assessors::judge(&state, &mut judged, &recorder, agent, Run::Now);
        if again.decision == Decision::Deny || wants_more(&again, next) || again.digest != next.digest {
            return Ok(self.no("a person has changed it, and here that would be another action."));
        }
        keeper.gate.claim(&next.id, &again.digest, now())?;
        let _ = keeper.gate.report(&next.id, Outcome::Handed, now());
        // Another call than the one that came, so another trace.
        let edited = Trace {
            call: &judged,
            verdict: &again,
            recorder: &recorder,
            assessors: &ran,
            elapsed: started.elapsed(),
            at: now(),
            limits: state.policy().trace,
            ..*self.trace
        };
        edited.note(Some(next.id.as_str()));
        let args = edit::with_own_words(args, before);
        self.ready.note_handed(next.id.as_str());
        let by = next.decided.as_ref().map_or("a person", |decided| decided.by.as_str());
        let reason = format!(
            "herma: changed and approved by {} ({}): it runs as `{}`, not as you called it",
            cut(by),
            next.ticket,
            cut(&view::command_of(next))
        );
        Ok(Reply::AllowInstead { reason, args })
    }

    fn yes(&self, why: String) -> Reply {
        reply::yes(self.ready.agent, &self.ready.request, self.verdict, why)
    }

    fn no(&self, what: &str) -> Reply {
        Reply::Deny(not_run_text(self.verdict, what))
    }

    /// Claude Code says how it was started. Of the others it is only seen whether they have a terminal.
    fn somebody_is_there(&self) -> bool {
        match self.ready.agent.own_prompt {
            AskOwnPrompt::InModes(_) => self.ready.request.call.origin.surface == Surface::Interactive,
            AskOwnPrompt::Never => self.above.has_terminal(),
        }
    }

    fn new_request(&self) -> NewRequest {
        let call = &self.ready.request.call;
        let host = self.above.agent();
        let session = call.origin.session.clone().filter(|session| !session.is_empty());
        let session = session.unwrap_or_else(|| format!("process-{}-{}", host.pid, host.started));
        let command = match reply::kind(self.ready.agent, &self.ready.request) {
            ToolKind::Shell => command_of(call),
            ToolKind::Plain | ToolKind::AsksPerson => None,
        };
        let mut new = asked_about(call, self.verdict, command, self.ready.agent.name, &session, SURFACE);
        if self.ready.request.takes_edits {
            new.rendering = edit::with(&new.rendering, edit::CARRIED, true.into());
        }
        new
    }
}

#[cfg(test)]
#[path = "hold_tests.rs"]
mod tests;
