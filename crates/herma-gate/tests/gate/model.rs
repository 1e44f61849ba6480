//! What ought to happen, said a second time, and as simply as possible.

use crate::support::{MINUTE, SECOND};
use herma_core::effect::Tier;
use herma_store::{RequestId, Scope, State};
use std::collections::{BTreeMap, BTreeSet};

pub const GOOD_FOR: i64 = 15 * MINUTE;
pub const SLACK: i64 = 60 * SECOND;
pub const RATE: usize = 6;
pub const RATE_WINDOW: i64 = MINUTE;
pub const NO_KEPT_FOR: i64 = 10 * MINUTE;
pub const LOCK_FOR: i64 = 5 * MINUTE;

/// The actions of the histories, with their tier and how many people they need.
pub const ACTIONS: [(&str, Tier, usize); 4] = [
    ("post", Tier::Medium, 1),
    ("deploy", Tier::High, 1),
    ("wipe", Tier::Critical, 2),
    ("mail", Tier::Medium, 1),
];

/// Who there is: account, person, and the gravest tier they may answer.
pub const ACCOUNTS: [(&str, Option<&str>, Tier); 6] = [
    ("unix:ada", Some("ada"), Tier::High),
    ("phone:ada", Some("ada"), Tier::High),
    ("unix:bob", Some("bob"), Tier::Critical),
    ("unix:carol", Some("carol"), Tier::Critical),
    ("unix:mallory", None, Tier::Safe),
    ("a", None, Tier::Safe),
];

/// What came of an operation, without the details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done(State),
    Granted,
    Locked,
    Refused,
    Expired,
    AlreadyDecided,
    NotApproved,
    OtherAction,
    Unknown,
}

#[derive(Debug, Clone)]
pub struct Held {
    pub id: RequestId,
    pub action: usize,
    pub agent: &'static str,
    pub session: &'static str,
    pub requester: Option<&'static str>,
    pub created: i64,
    pub expires: i64,
    pub state: State,
    pub yes: BTreeSet<&'static str>,
    /// How often each has typed other digits.
    pub wrong: BTreeMap<&'static str, u8>,
    pub scope: Scope,
    pub decided: i64,
    /// The latest moment that was written down since.
    pub seen: i64,
    pub reported: bool,
    pub runs: usize,
    /// A caller has heard the no.
    pub told: bool,
}

impl Held {
    pub fn open(&self, now: i64) -> bool {
        self.state == State::Pending && now < self.expires
    }

    fn usable(&self, now: i64) -> bool {
        self.state == State::Approved && now.max(self.seen) < self.decided + GOOD_FOR
    }
}

#[derive(Debug, Clone)]
pub struct Remembered {
    pub action: usize,
    pub agent: &'static str,
    pub session: &'static str,
    pub scope: Scope,
    pub reconfirm: bool,
}

#[derive(Debug, Default)]
pub struct Model {
    pub held: Vec<Held>,
    pub grants: Vec<Remembered>,
    pub locks: Vec<(&'static str, i64)>,
}

/// What an answer says, besides who gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said {
    pub yes: Option<Scope>,
    /// The whole of the right request was shown, and the digits are right.
    pub whole: bool,
    pub right_request: bool,
    pub right_digits: bool,
}

impl Model {
    /// `Err` is an outcome without a request; `Ok(Some)` the one that it attaches to; `Ok(None)` a new one.
    pub fn ask(
        &mut self,
        action: usize,
        agent: &'static str,
        session: &'static str,
        requester: Option<&'static str>,
        now: i64,
    ) -> Result<Option<usize>, Outcome> {
        let granted = |grant: &Remembered| {
            let theirs = grant.agent == agent && grant.session == session;
            grant.action == action && !grant.reconfirm && (grant.scope == Scope::Always || theirs)
        };
        if self.grants.iter().any(granted) {
            return Err(Outcome::Granted);
        }
        let same = |held: &Held| held.action == action && held.agent == agent && held.session == session;
        let denied =
            (0..self.held.len()).filter(|n| same(&self.held[*n]) && self.held[*n].state == State::Denied);
        let last = denied.max_by_key(|n| (self.held[*n].decided, self.held[*n].id.clone()));
        if let Some(n) = last.filter(|n| !self.held[*n].told && now < self.held[*n].decided + NO_KEPT_FOR) {
            self.held[n].told = true;
            return Ok(Some(n));
        }
        let mut live: Vec<usize> = (0..self.held.len())
            .filter(|n| same(&self.held[*n]) && (self.held[*n].open(now) || self.held[*n].usable(now)))
            // Whoever may not approve the new one could have approved the old.
            .filter(|n| requester.is_none() || self.held[*n].requester == requester)
            .collect();
        live.sort_by_key(|n| self.held[*n].id.clone());
        if let Some(newest) = live.last() {
            return Ok(Some(*newest));
        }
        if self.locks.iter().any(|(who, until)| *who == agent && now < *until) {
            return Err(Outcome::Locked);
        }
        let recent = self.held.iter().filter(|held| held.agent == agent && held.created > now - RATE_WINDOW);
        if recent.count() >= RATE {
            self.locks.retain(|(who, _)| *who != agent);
            self.locks.push((agent, now + LOCK_FOR));
            return Err(Outcome::Locked);
        }
        for held in self.held.iter_mut().filter(|held| same(held) && held.state == State::Pending) {
            held.state = if held.open(now) { State::Canceled } else { State::Expired };
        }
        Ok(None)
    }

    pub fn answer(&mut self, n: usize, account: usize, said: Said, now: i64) -> Outcome {
        let (_, person, up_to) = ACCOUNTS[account];
        let held = &mut self.held[n];
        let (_, tier, needed) = ACTIONS[held.action];
        let Some(person) = person.filter(|_| tier <= up_to) else { return Outcome::Refused };
        match held.state {
            State::Pending if now < held.expires => {}
            State::Pending | State::Expired => {
                held.state = State::Expired;
                return Outcome::Expired;
            }
            _ => return Outcome::AlreadyDecided,
        }
        let Some(scope) = said.yes else {
            (held.state, held.decided) = (State::Denied, now);
            return Outcome::Done(State::Denied);
        };
        if held.requester == Some(person) || !said.whole || !said.right_request {
            return Outcome::Refused;
        }
        if tier >= Tier::High && !said.right_digits {
            let wrong = held.wrong.entry(person).or_default();
            *wrong += 1;
            if *wrong < 3 {
                return Outcome::Refused;
            }
            (held.state, held.decided) = (State::Denied, now);
            return Outcome::Done(State::Denied);
        }
        // The narrowest of those that were counted; who says it again before it is decided is not counted again.
        let deciding = held.yes.iter().filter(|known| **known != person).count() + 1 >= needed;
        if deciding || !held.yes.contains(person) {
            held.scope = held.scope.min(scope);
        }
        held.yes.insert(person);
        if held.yes.len() < needed {
            return Outcome::Done(State::Pending);
        }
        held.state = State::Approved;
        held.decided = now;
        let (action, agent, session, scope) = (held.action, held.agent, held.session, held.scope);
        if scope != Scope::Once {
            self.grants.push(Remembered { action, agent, session, scope, reconfirm: false });
        }
        // A yes also confirms what a resumed session had been granted, if nothing else covers the call by now.
        let fits = |grant: &Remembered| {
            grant.action == action
                && (grant.scope == Scope::Always || (grant.agent == agent && grant.session == session))
        };
        if !self.grants.iter().any(|grant| fits(grant) && !grant.reconfirm)
            && let Some(stale) = self.grants.iter_mut().find(|grant| fits(grant))
        {
            stale.reconfirm = false;
        }
        Outcome::Done(State::Approved)
    }

    pub fn claim(&mut self, n: usize, right_action: bool, now: i64) -> Outcome {
        let held = &mut self.held[n];
        match held.state {
            State::Approved if !right_action => Outcome::OtherAction,
            State::Approved if !held.usable(now) || now < held.decided - SLACK => Outcome::Expired,
            State::Approved => {
                held.state = State::Executed;
                held.runs += 1;
                Outcome::Done(State::Executed)
            }
            State::Executed | State::Unknown => Outcome::AlreadyDecided,
            State::Expired => Outcome::Expired,
            State::Pending | State::Denied | State::Canceled | State::Delegated => Outcome::NotApproved,
        }
    }

    /// `stage_since` is when its level began, which only the gate keeps.
    pub fn tick(&mut self, n: usize, stage_since: i64, now: i64) -> State {
        let held = &mut self.held[n];
        if held.state == State::Pending {
            if now >= held.expires {
                held.state = State::Expired;
            } else if now < held.created.min(stage_since) - SLACK {
                held.state = State::Canceled;
            }
        }
        held.state
    }

    pub fn resume(&mut self, agent: &str, session: &str) {
        for grant in &mut self.grants {
            if grant.scope == Scope::Session && grant.agent == agent && grant.session == session {
                grant.reconfirm = true;
            }
        }
    }
}
