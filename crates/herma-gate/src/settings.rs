//! The settings: times, levels, people. Defaults from design section 4; there is no default person.

use herma_core::effect::Tier;
use herma_store::{Millis, NewRequest, RateLimit, Request, requesters};

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;

/// How approvals work here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Everybody who is known, by any account.
    pub people: Vec<Person>,
    pub medium: Level,
    pub high: Level,
    pub critical: Level,
    /// How long a request stays open that need not be over with its last level.
    pub expires_after: Millis,
    /// Such a request is over with its last level too (`[times] after_last = "deny"`).
    pub ends_with_last_level: bool,
    /// How long a draft for a person in crisis is kept.
    pub draft_for: Millis,
    /// How long an approval may be used.
    pub good_for: Millis,
    /// How long a yes for the session, and an "always", are remembered; `None` is until revoked.
    pub session_grant_for: Option<Millis>,
    pub always_grant_for: Option<Millis>,
    /// Against push bombing: so many new questions of one agent, then it is locked for a while.
    pub rate: RateLimit,
    /// From this tier on a yes needs the two digits.
    pub digits_from: Tier,
    pub nobody: Nobody,
    /// Whose yes reaches no further than a session: what holds for good is not theirs to say.
    pub not_for_good: Vec<String>,
    /// Who answers what is critical, and nothing milder: whoever is there for people in crisis.
    pub responders: Vec<String>,
}

/// A level: how long it lasts, who is told at its start, who at half time. All of them may answer, at any time,
/// whatever starts at this level or below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    pub time: Millis,
    pub people: Vec<String>,
    pub backup: Vec<String>,
    /// How many of them must say yes. Zero counts as one.
    pub needed: u8,
}

/// A person, and the accounts that are known to be this person's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub name: String,
    pub accounts: Vec<String>,
}

/// What happens with a request that nobody may answer. It never runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nobody {
    /// It waits with a ticket: somebody may be named before it expires.
    #[default]
    Wait,
    Deny,
}

impl Default for Settings {
    fn default() -> Self {
        let level = |time| Level { time, people: Vec::new(), backup: Vec::new(), needed: 1 };
        Settings {
            people: Vec::new(),
            medium: level(60 * SECOND),
            high: level(30 * SECOND),
            critical: level(10 * SECOND),
            expires_after: 60 * MINUTE,
            ends_with_last_level: false,
            draft_for: 7 * 24 * 60 * MINUTE,
            good_for: NewRequest::GOOD_FOR,
            session_grant_for: None,
            always_grant_for: None,
            rate: RateLimit { max: 20, window: MINUTE, lock_for: 5 * MINUTE },
            digits_from: Tier::High,
            nobody: Nobody::default(),
            not_for_good: Vec::new(),
            responders: Vec::new(),
        }
    }
}

impl Settings {
    /// One person answers everything.
    pub fn for_one(name: &str, account: &str) -> Self {
        let mut settings = Settings {
            people: vec![Person { name: name.to_owned(), accounts: vec![account.to_owned()] }],
            ..Settings::default()
        };
        for level in [&mut settings.medium, &mut settings.high, &mut settings.critical] {
            level.people = vec![name.to_owned()];
        }
        settings
    }

    /// The person behind an account. A name is no account: whoever says "I am ada" is not ada.
    pub fn person(&self, account: &str) -> Option<&str> {
        let theirs = |person: &&Person| person.accounts.iter().any(|known| known == account);
        self.people.iter().find(theirs).map(|person| person.name.as_str())
    }

    /// The level of this number: the number of a tier.
    pub(crate) fn level(&self, number: u8) -> &Level {
        match number {
            0..=2 => &self.medium,
            3 => &self.high,
            _ => &self.critical,
        }
    }

    /// Who may say yes to a request of this tier that comes from these, each once.
    pub fn may_approve(&self, tier: Tier, requester: Option<&str>) -> Vec<&str> {
        let asked = |name: &str| requesters(requester).any(|one| self.person(one).unwrap_or(one) == name);
        let mut people: Vec<&str> = self.approvers(tier).filter(|one| !asked(one)).collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// Whether a request comes from this person, by any of their accounts.
    pub fn has_asked(&self, request: &Request, person: &str) -> bool {
        request.requesters().any(|one| self.person(one).unwrap_or(one) == person)
    }

    /// Who may answer a request of this tier: those of its level and above, if they have an account at all.
    pub fn approvers(&self, tier: Tier) -> impl Iterator<Item = &str> {
        let levels = (level_of(tier)..=LAST_LEVEL).map(|number| self.level(number));
        let names = levels.flat_map(|level| level.people.iter().chain(&level.backup)).map(String::as_str);
        let names = names.filter(move |name| tier == Tier::Critical || !self.is_responder(name));
        names.filter(|name| self.people.iter().any(|one| one.name == *name && !one.accounts.is_empty()))
    }

    /// Those of a level who have to do with a request of this tier.
    pub(crate) fn of<'a>(&'a self, tier: Tier, people: &'a [String]) -> impl Iterator<Item = &'a str> {
        let people = people.iter().map(String::as_str);
        people.filter(move |name| tier == Tier::Critical || !self.is_responder(name))
    }

    fn is_responder(&self, name: &str) -> bool {
        self.responders.iter().any(|one| one == name)
    }

    /// Who has been told of a request so far.
    pub fn told(&self, request: &Request) -> impl Iterator<Item = &str> {
        let stage = request.stage;
        let below = (level_of(request.tier)..=stage.level).map(move |number| (number, self.level(number)));
        let names = below.flat_map(move |(number, level)| {
            let backup = if number < stage.level || stage.backup_told { &level.backup[..] } else { &[] };
            level.people.iter().chain(backup)
        });
        let critical = request.tier == Tier::Critical;
        names.map(String::as_str).filter(move |name| critical || !self.is_responder(name))
    }
}

/// Past this one there is nobody left to tell.
pub(crate) const LAST_LEVEL: u8 = 4;

/// Where a request of this tier starts. What is asked about although it is mild starts with the mildest.
pub(crate) fn level_of(tier: Tier) -> u8 {
    match tier {
        Tier::Safe | Tier::Low | Tier::Medium => 2,
        Tier::High => 3,
        Tier::Critical => LAST_LEVEL,
    }
}
