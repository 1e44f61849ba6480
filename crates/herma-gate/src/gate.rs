//! The gate: what the functions say, applied to a store.

use crate::distinct_approvers::is_new_voice;
use crate::error::{GateError, Refusal, Result};
use crate::notice::{Notice, Why, notices};
use crate::opening::{Editor, Opening, Patience, edited, opening};
use crate::reply::{Reply, approver, judge_reply, still_stands};
use crate::settings::Settings;
use crate::step::{Step, next_step};
use herma_core::effect::Tier;
use herma_core::grant::Parts;
use herma_store::{
    Answer, Climb, Created, Cursor, End, Filter, Grant, Lock, Millis, NewRequest, Note, Outcome, Page,
    Request, RequestId, Scope, State, Store, StoreError, Vote,
};
use std::time::Duration;

/// Requests looked at in one go.
const PAGE: usize = 500;
/// Requests that whoever lists them ends in passing: one transaction that nobody notices.
const EXPIRED_AT_ONCE: usize = 100;
/// How often somebody may type other digits than those of the request: as often as at a terminal.
const WRONG_DIGITS_MAX: u8 = 3;
/// Notes of how often somebody has.
const WRONG_DIGITS: &str = "digits";
/// Notes of this kind are the passkeys that there are, by the id that a vote's proof names as `passkey`.
pub const PASSKEY: &str = "passkey";
/// How long a no waits for the caller that was gone when it came.
const NO_KEPT_FOR: Millis = 10 * 60_000;
/// How long it is remembered that it was told: longer than any clock is set back by accident.
const NO_TOLD_FOR: Millis = 24 * 60 * 60_000;
/// Notes of the noes that a caller was told.
const NO_TOLD: &str = "no-told";
/// What ends a request that nobody ended.
const HERMA: &str = "herma";

#[derive(Debug)]
pub struct Gate<S> {
    store: S,
    settings: Settings,
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
#[allow(clippy::large_enum_variant, reason = "there is one a question")]
pub enum Asked {
    /// A remembered yes covers it; its use is counted. It may run.
    Granted(Grant),
    /// It waits, or an earlier call of the same has been answered: look at its state. Only a new one tells anybody.
    Waits { request: Request, tell: Vec<Notice> },
    /// This agent has asked too much.
    Locked(Lock),
    /// Nobody may answer it, and it is not to wait: denied.
    Nobody,
}

/// What came of an answer that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// Still pending if more people are needed.
    pub request: Request,
    /// Whoever was told of the request, to be told that it is over.
    pub tell: Vec<Notice>,
}

/// What time has done.
#[derive(Debug, Clone, PartialEq)]
pub struct Ticked {
    pub request: Request,
    pub tell: Vec<Notice>,
    /// When to look again; `None` when it is over.
    pub next: Option<Millis>,
}

impl<S: Store> Gate<S> {
    pub fn new(store: S, settings: Settings) -> Self {
        Gate { store, settings }
    }

    pub fn store(&self) -> &S {
        &self.store
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Asks about a call. Stage, times and the number of people in `new` are filled in from the settings.
    pub fn ask(&self, new: &NewRequest, patience: Patience, now: Millis) -> Result<Asked> {
        if let Some(grant) = self.use_grant(new, now)? {
            return Ok(Asked::Granted(grant));
        }
        if let Some(request) = self.late_no(new, now)? {
            return Ok(Asked::Waits { request, tell: Vec::new() });
        }
        let Some(Opening { request, tell }) = opening(&self.settings, new, patience, now) else {
            return Ok(Asked::Nobody);
        };
        Ok(match self.store.create(&request, Some(&self.settings.rate), now)? {
            Created::New(request) => Asked::Waits { request, tell },
            Created::Attached(request) => Asked::Waits { request, tell: Vec::new() },
            Created::Locked(lock) => Asked::Locked(lock),
        })
    }

    /// A person's no to the same call of this session that came when nobody waited for it any more: whoever calls again is
    /// told, once, instead of asking again.
    fn late_no(&self, new: &NewRequest, now: Millis) -> Result<Option<Request>> {
        let Some(request) = self.store.last_denied(&new.digest, &new.agent, &new.session)? else {
            return Ok(None);
        };
        let recent =
            request.decided.as_ref().is_some_and(|decided| now < decided.at.saturating_add(NO_KEPT_FOR));
        if !recent || self.store.note(NO_TOLD, request.id.as_str(), now)?.is_some() {
            return Ok(None);
        }
        self.told(&request, now);
        Ok(Some(request))
    }

    /// The caller has learned what became of its request.
    pub fn told(&self, request: &Request, now: Millis) {
        let (State::Denied, Some(decided)) = (request.state, &request.decided) else { return };
        let id = request.id.as_str();
        let note = Note::new(NO_TOLD, id, String::new()).until(decided.at.saturating_add(NO_TOLD_FOR));
        // Untold it is told once more, which harms nobody.
        let _ = self.store.swap_note(NO_TOLD, id, None, Some(&note), now);
    }

    /// Whether a remembered yes would cover it; its use is not counted.
    pub fn is_granted(&self, new: &NewRequest, now: Millis) -> Result<bool> {
        if new.widest == Scope::Once {
            return Ok(false);
        }
        let exact = self.store.find_grant(&new.digest, &new.agent, &new.session, new.tier, now)?;
        if exact.is_some_and(|grant| !grant.reconfirm && self.still_counts(&grant, new.tier)) {
            return Ok(true);
        }
        let mut by_rule = self.by_rule(&new.agent, &new.session, new.tier, now)?;
        by_rule.retain(|grant| !grant.reconfirm);
        Ok(covering(&new.parts, new.tier, &by_rule).is_some())
    }

    fn use_grant(&self, new: &NewRequest, now: Millis) -> Result<Option<Grant>> {
        // What must be asked about every time is asked about every time.
        if new.widest == Scope::Once {
            return Ok(None);
        }
        let exact = self.store.find_grant(&new.digest, &new.agent, &new.session, new.tier, now)?;
        if let Some(grant) = exact.filter(|grant| !grant.reconfirm && self.still_counts(grant, new.tier)) {
            return self.counted(&[grant], now);
        }
        let mut by_rule = self.by_rule(&new.agent, &new.session, new.tier, now)?;
        by_rule.retain(|grant| !grant.reconfirm);
        match covering(&new.parts, new.tier, &by_rule) {
            Some(used) => self.counted(&used, now),
            None => Ok(None),
        }
    }

    /// Whether who gave it may still answer what it is used for.
    fn still_counts(&self, grant: &Grant, tier: Tier) -> bool {
        self.settings.approvers(tier).any(|one| one == grant.by)
    }

    fn by_rule(&self, agent: &str, session: &str, tier: Tier, now: Millis) -> Result<Vec<Grant>> {
        let mut grants = self.store.grants_by_rule(agent, session, now)?;
        grants.retain(|grant| self.still_counts(grant, tier));
        Ok(grants)
    }

    /// Counts a use of each; gives the first.
    fn counted(&self, grants: &[Grant], now: Millis) -> Result<Option<Grant>> {
        let mut first = None;
        for grant in grants {
            match self.store.use_grant(&grant.id, now) {
                Ok(grant) => first = first.or(Some(grant)),
                // Used up or revoked in this very moment: then it is a question.
                Err(StoreError::Expired { .. } | StoreError::Unknown { .. }) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(first)
    }

    /// A person answers, by id or ticket. Durable when this returns.
    pub fn answer(&self, name: &str, reply: &Reply, now: Millis) -> Result<Answered> {
        let request = self.store.request(name)?;
        approver(&self.settings, &request, &reply.account)?;
        // Who comes late is told so, whatever else is wrong with the answer.
        if let Err(late) = request.open(now) {
            self.settle(&request, now)?;
            return Err(late.into());
        }
        let vote = match judge_reply(&self.settings, &request, reply, now) {
            Err(Refusal::Digits) if reply.digits.is_some() => self.wrong_digits(&request, reply, now)?,
            judged => judged?,
        };
        if let Answer::Approve(_) = vote.answer {
            self.forget_the_gone(&request, now)?;
            is_new_voice(&self.store.votes(&request.id)?, &vote.by, vote.through.as_deref())?;
        }
        let request = self.store.decide(&request.id, &vote, now)?;
        if request.state == State::Approved && matches!(vote.answer, Answer::Approve(_)) {
            self.confirm_grant(&request, &vote.by, now)?;
        }
        let tell = self.over(&request);
        Ok(Answered { request, tell })
    }

    /// A yes of somebody who was taken off the list since is none, even if they are named again later (T32).
    fn forget_the_gone(&self, request: &Request, now: Millis) -> Result<()> {
        for vote in self.store.votes(&request.id)? {
            if self.settings.person(&vote.account).is_none() {
                self.store.take_back(&vote.account, HERMA, now)?;
            }
        }
        Ok(())
    }

    /// Digits that are not those of the request: whoever has typed so many has not looked, on whichever surface, and that is
    /// a no. Counted in the store: another process, or the next start, does not begin anew.
    fn wrong_digits(&self, request: &Request, reply: &Reply, now: Millis) -> Result<Vote> {
        let person = approver(&self.settings, request, &reply.account)?;
        let key = format!("{} {person}", request.id);
        loop {
            let old = self.store.note(WRONG_DIGITS, &key, now)?.map(|note| note.body);
            let wrong = 1 + old.as_deref().and_then(|text| text.parse::<u8>().ok()).unwrap_or(0);
            let new = Note::new(WRONG_DIGITS, &key, wrong.to_string()).until(request.expires);
            if !self.store.swap_note(WRONG_DIGITS, &key, old.as_deref(), Some(&new), now)? {
                continue;
            }
            let left = WRONG_DIGITS_MAX.saturating_sub(wrong);
            if left > 0 {
                return Err(Refusal::WrongDigits { left }.into());
            }
            let no = Reply::deny(&reply.account, Some("the digits were wrong")).on(&reply.channel);
            return Ok(judge_reply(&self.settings, request, &no, now)?);
        }
    }

    /// A yes to a call whose session grant waits for its confirmation confirms it.
    fn confirm_grant(&self, request: &Request, by: &str, now: Millis) -> Result<()> {
        let Request { digest, agent, session, tier, .. } = request;
        let exact = self.store.find_grant(digest, agent, session, *tier, now)?;
        let by_rule = self.by_rule(agent, session, *tier, now)?;
        let used = covering(&request.parts, *tier, &by_rule).unwrap_or_default();
        for grant in exact.iter().chain(&used).filter(|grant| grant.reconfirm) {
            self.store.confirm_grant(&grant.id, by, now)?;
        }
        Ok(())
    }

    /// A person changes the call before answering. `new` is what the caller judged the edited call to be; it becomes a
    /// request of its own, at least as hard to approve, and the old one is canceled.
    pub fn edit(&self, name: &str, account: &str, new: &NewRequest, now: Millis) -> Result<Asked> {
        self.edit_as(name, account, Editor::Requests, new, now)
    }

    /// The same, where it is known what whoever edits it may do about it.
    pub fn edit_as(
        &self,
        name: &str,
        account: &str,
        editor: Editor,
        new: &NewRequest,
        now: Millis,
    ) -> Result<Asked> {
        let old = self.store.request(name)?;
        let person = approver(&self.settings, &old, account)?.to_owned();
        old.open(now)?;
        let opened = opening(&self.settings, &edited(&old, new, account, editor), Patience::Open, now);
        let Some(Opening { request: mut new, mut tell }) = opened else { return Ok(Asked::Nobody) };
        // Open as long as the old one was, and long enough for every level to hear of it.
        new.expires = new.expires.min(old.expires.max(now.saturating_add(self.ladder(&new))));
        new.stage.deadline = new.stage.deadline.min(new.expires);
        // A person's own edit is no push bombing.
        let request = match self.store.create(&new, None, now)? {
            Created::New(request) => request,
            Created::Attached(request) => {
                tell.clear();
                request
            }
            Created::Locked(lock) => return Ok(Asked::Locked(lock)),
        };
        if request.id != old.id {
            let end = End::Edited { by: person, into: request.ticket.clone() };
            if let Err(decided) = self.store.end(&old.id, &end, now) {
                // Somebody was faster: their answer stands, and there is no second question.
                let end =
                    End::Cancel { by: HERMA.to_owned(), reason: "what it came from was decided".to_owned() };
                self.store.end(&request.id, &end, now)?;
                return Err(decided.into());
            }
        }
        Ok(Asked::Waits { request, tell })
    }

    /// Time passes over one request: told backups, climbed levels, expiry. Any number of processes may do this; each
    /// step is taken, and told, by one of them.
    pub fn tick(&self, id: &RequestId, now: Millis) -> Result<Ticked> {
        let mut request = self.store.request(id.as_str())?;
        let mut tell = Vec::new();
        loop {
            match next_step(&self.settings, &request, now) {
                Step::Wait(next) => return Ok(Ticked { request, tell, next: Some(next) }),
                Step::Over => return Ok(Ticked { request, tell, next: None }),
                Step::Climb(to, people) => match self.store.climb(&request.id, &request.stage, &to)? {
                    Climb::Climbed(climbed) => {
                        request = climbed;
                        tell.extend(people);
                    }
                    Climb::Elsewhere(current) => request = current,
                },
                Step::Expire => {
                    let (ended, by_us) = self.end(&request, &End::Expire, now)?;
                    tell.extend(if by_us { self.over(&ended) } else { Vec::new() });
                    request = ended;
                }
                Step::Cancel(reason) => {
                    let end = End::Cancel { by: HERMA.to_owned(), reason: reason.to_owned() };
                    let (ended, by_us) = self.end(&request, &end, now)?;
                    tell.extend(if by_us { self.over(&ended) } else { Vec::new() });
                    request = ended;
                }
            }
        }
    }

    /// The same for everything that waits: for a gateway, or whoever comes by.
    pub fn tick_all(&self, now: Millis) -> Result<Vec<Ticked>> {
        let (mut waiting, mut after) = (Vec::new(), None);
        loop {
            let page = self.store.list(&Filter::waiting(), after.as_ref(), PAGE)?;
            waiting.extend(page.requests.into_iter().map(|request| request.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        waiting.iter().map(|id| self.tick(id, now)).collect()
    }

    /// One page of a list as it stands now. What is over is ended, a few at a time; what is shown has the level that its time
    /// has come to. So a page costs the same however much waits.
    pub fn page(&self, filter: &Filter, after: Option<&Cursor>, limit: usize, now: Millis) -> Result<Page> {
        // A disk that takes no more can still be read, and people must see what waits; what is over is left out all the same.
        let _ = self.store.expire_due(now, EXPIRED_AT_ONCE);
        let mut page = self.store.list(filter, after, limit)?;
        loop {
            // Those that were not ended yet are over all the same.
            page.requests.retain(|one| one.state != State::Pending || now < one.expires);
            match page.next {
                Some(ref next) if page.requests.is_empty() => {
                    page = self.store.list(filter, Some(next), limit)?
                }
                Some(_) | None => break,
            }
        }
        for request in &mut page.requests {
            while let Step::Climb(to, _) = next_step(&self.settings, request, now) {
                request.stage = to;
            }
        }
        Ok(page)
    }

    /// Holds a call until it is no longer pending, or until `until`. The caller's clock is asked, and the caller told
    /// of everything that is to be told on the way.
    pub fn hold(
        &self,
        id: &RequestId,
        until: Millis,
        clock: &dyn Fn() -> Millis,
        tell: &mut dyn FnMut(&Request, &Notice),
    ) -> Result<Request> {
        loop {
            let now = clock();
            let ticked = self.tick(id, now)?;
            ticked.tell.iter().for_each(|notice| tell(&ticked.request, notice));
            let Some(next) = ticked.next.filter(|_| now < until) else {
                self.told(&ticked.request, now);
                return Ok(ticked.request);
            };
            let wait = u64::try_from(next.min(until).saturating_sub(now)).unwrap_or(0).max(1);
            self.store.wait_for_change(id, ticked.request.revision, Duration::from_millis(wait))?;
        }
    }

    /// The one who gets an `Ok` runs it, now, and exactly what has this digest. Nobody else ever may.
    pub fn claim(&self, id: &RequestId, digest: &str, now: Millis) -> Result<Request> {
        let request = self.store.request(id.as_str())?;
        if request.state == State::Approved {
            let votes = self.store.votes(id)?;
            still_stands(&self.settings, &request, &votes)?;
            self.passkeys_are_there(&votes, now)?;
        }
        Ok(self.store.claim(id, digest, now)?)
    }

    /// A passkey that was taken away since has signed nothing (T32).
    fn passkeys_are_there(&self, votes: &[Vote], now: Millis) -> Result<()> {
        for vote in votes.iter().filter(|vote| matches!(vote.answer, Answer::Approve(_))) {
            let proof: serde_json::Value =
                vote.proof.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
            if let Some(id) = proof["passkey"].as_str()
                && self.store.note(PASSKEY, id, now)?.is_none()
            {
                return Err(Refusal::PasskeyRemoved { by: vote.by.clone() }.into());
            }
        }
        Ok(())
    }

    /// What became of it.
    pub fn report(&self, id: &RequestId, outcome: Outcome, now: Millis) -> Result<Request> {
        Ok(self.store.report(id, outcome, now)?)
    }

    /// The agent's own prompt takes over, or the agent is gone.
    pub fn withdraw(&self, id: &RequestId, end: &End, now: Millis) -> Result<Answered> {
        let request = self.store.end(id, end, now)?;
        let tell = self.over(&request);
        Ok(Answered { request, tell })
    }

    fn ladder(&self, request: &NewRequest) -> Millis {
        let levels = request.stage.level..=crate::settings::LAST_LEVEL;
        levels.map(|number| self.settings.level(number).time.max(0)).sum()
    }

    /// Ends a request; gives how it then stands, and whether it was us.
    fn end(&self, request: &Request, end: &End, now: Millis) -> Result<(Request, bool)> {
        match self.store.end(&request.id, end, now) {
            Ok(ended) => Ok((ended, true)),
            Err(StoreError::Expired { .. } | StoreError::AlreadyDecided { .. }) => {
                Ok((self.store.request(request.id.as_str())?, false))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A request that is over and does not say so yet.
    fn settle(&self, request: &Request, now: Millis) -> Result<()> {
        if request.state == State::Pending {
            self.end(request, &End::Expire, now)?;
        }
        Ok(())
    }

    fn over(&self, request: &Request) -> Vec<Notice> {
        if request.state == State::Pending {
            return Vec::new();
        }
        notices(self.settings.told(request), Why::Over)
    }
}

/// The grants that cover a whole call between them.
fn covering(parts: &Parts, tier: Tier, grants: &[Grant]) -> Option<Vec<Grant>> {
    let rules: Vec<_> = grants.iter().map(|grant| (&grant.rule, grant.tier)).collect();
    let used = parts.covered_by(tier, &rules)?;
    Some(used.into_iter().filter_map(|at| grants.get(at).cloned()).collect())
}

impl GateError {
    /// Whether the store itself failed: then nothing that needed a person may run.
    pub fn closes_the_gate(&self) -> bool {
        match self {
            GateError::Store(error) => error.closes_the_gate(),
            GateError::Refused(_) => false,
        }
    }
}
