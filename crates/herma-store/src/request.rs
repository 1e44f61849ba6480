//! A request for approval: one exact action that waits for a person, and what became of it.

use crate::Millis;
use crate::document::ApprovalDocument;
use crate::id::RequestId;
use crate::words::words;
use herma_core::effect::{Class, Tier};
use herma_core::grant::{Parts, Width};

words! {
    /// Where a request stands. `pending -> approved | denied | expired | canceled | delegated`, then
    /// `approved -> executed | unknown`.
    State {
        Pending = "pending",
        Approved = "approved",
        Denied = "denied",
        /// Nobody answered in time. Never to be shown as a person's no.
        Expired = "expired",
        /// Withdrawn: the agent gave up, or a stricter request took its place.
        Canceled = "canceled",
        /// Handed to the agent's own prompt.
        Delegated = "delegated",
        /// Claimed by whoever runs it. At most one ever gets this far.
        Executed = "executed",
        /// Claimed, and never heard of again: it ran, or ran in part, or did not run.
        Unknown = "unknown",
    }
}

words! {
    /// How far a yes reaches. Ordered: the narrowest first.
    Scope {
        Once = "once",
        Session = "session",
        /// Whoever asks, until it is revoked.
        Always = "always",
    }
}

/// A person's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Answer {
    Approve(Scope),
    #[default]
    Deny,
}

/// One person's answer, with what is known about where it came from. Whether that person may answer at all is the
/// gate's to say; the store counts each person once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Vote {
    /// The person. Two accounts of one person are one voice.
    pub by: String,
    /// Who else could have given it: whoever made the link or the token that it came by, or holds a secret that many
    /// accounts share. Whom two answers have in common is one voice.
    pub through: Option<String>,
    /// The account that the answer came from.
    pub account: String,
    /// The surface it was given on: `terminal`, `inbox`, `chat`, …
    pub channel: String,
    pub answer: Answer,
    pub reason: Option<String>,
    /// How wide the rules of the grants are that this yes leaves behind.
    pub width: Width,
    /// When a grant that this yes leaves behind ends; `None` is never.
    pub grant_until: Option<Millis>,
    /// Of what level it is (design, section 6): 2 is one that a passkey has signed.
    pub level: u8,
    /// What proves that, as JSON text: for whoever wants to check it again.
    pub proof: Option<String>,
}

/// How far a waiting request has climbed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stage {
    pub level: u8,
    pub since: Millis,
    /// When this level's time is over.
    pub deadline: Millis,
    /// Whether the backup of this level has been told.
    pub backup_told: bool,
}

/// How a request came out of `pending`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub at: Millis,
    /// A person; for what no person decided, the part of Herma that did.
    pub by: String,
    /// The channel.
    pub how: String,
    pub reason: Option<String>,
    /// How far the yes reaches, if it was one.
    pub scope: Option<Scope>,
    /// The entry of the audit chain that says so.
    pub entry: u64,
}

/// What became of a claimed action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Exited(i32),
    /// By this signal.
    Killed(i32),
    /// It could not even be started.
    NotStarted,
    /// An agent was told to go ahead; what came of it is not ours to see.
    Handed,
    /// An agent says that it has run; how it ended is not known.
    Ran,
}

impl Outcome {
    pub(crate) fn to_text(self) -> String {
        match self {
            Outcome::Exited(code) => format!("exited {code}"),
            Outcome::Killed(signal) => format!("killed {signal}"),
            Outcome::NotStarted => "not-started".to_owned(),
            Outcome::Handed => "handed".to_owned(),
            Outcome::Ran => "ran".to_owned(),
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text.split_once(' ') {
            Some(("exited", code)) => code.parse().ok().map(Outcome::Exited),
            Some(("killed", signal)) => signal.parse().ok().map(Outcome::Killed),
            None if text == "not-started" => Some(Outcome::NotStarted),
            None if text == "handed" => Some(Outcome::Handed),
            None if text == "ran" => Some(Outcome::Ran),
            _ => None,
        }
    }
}

/// What is asked for. Everything in here is fixed for the life of the request.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRequest {
    /// What the answer is bound to: `herma_core::digest`.
    pub digest: String,
    pub agent: String,
    pub session: String,
    /// Who may not approve it because it comes from them: accounts, or names, with spaces between them.
    pub requester: Option<String>,
    /// Where it comes from: `run`, `hook`, `mcp`, `a2a`, `api`.
    pub surface: String,
    pub tool: String,
    pub cwd: String,
    /// What people are shown, and what it takes to run or edit it, secrets redacted.
    pub document: ApprovalDocument,
    /// What of it a grant may speak of.
    pub parts: Parts,
    pub tier: Tier,
    pub class: Class,
    pub risk: f32,
    pub confidence: f32,
    /// How many different people must say yes. Zero counts as one.
    pub needed: u8,
    /// Of what level each yes must be (design, section 6).
    pub proof: u8,
    /// The widest scope that a yes may have: `Once` for what must be asked about every time.
    pub widest: Scope,
    /// Where it starts.
    pub stage: Stage,
    /// When it is over if nobody answers.
    pub expires: Millis,
    /// How long an approval may be used.
    pub good_for: Millis,
}

impl NewRequest {
    /// Fifteen minutes (design, section 4).
    pub const GOOD_FOR: Millis = 15 * 60 * 1000;

    /// The least that makes a request; the rest is harmless defaults.
    pub fn of_action(digest: &str, tool: &str, shown: &str) -> Self {
        NewRequest {
            digest: digest.to_owned(),
            agent: String::new(),
            session: String::new(),
            requester: None,
            surface: String::new(),
            tool: tool.to_owned(),
            cwd: String::new(),
            document: ApprovalDocument::of_command(shown),
            parts: Parts::default(),
            tier: Tier::Critical,
            class: Class::Critical,
            risk: 1.0,
            confidence: 0.0,
            needed: 1,
            proof: 0,
            widest: Scope::Always,
            stage: Stage::default(),
            expires: 0,
            good_for: Self::GOOD_FOR,
        }
    }
}

/// A request as it stands in the store.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    pub id: RequestId,
    /// A short name that an agent may quote. It can approve nothing.
    pub ticket: String,
    pub digest: String,
    pub agent: String,
    pub session: String,
    pub requester: Option<String>,
    pub surface: String,
    pub tool: String,
    pub cwd: String,
    pub document: ApprovalDocument,
    pub parts: Parts,
    pub tier: Tier,
    pub class: Class,
    pub risk: f32,
    pub confidence: f32,
    pub needed: u8,
    pub proof: u8,
    pub widest: Scope,
    /// The two digits of the attention check: to be shown at the end of the whole action, and nowhere else.
    pub digits: String,
    pub created: Millis,
    pub stage: Stage,
    pub expires: Millis,
    pub good_for: Millis,
    pub state: State,
    pub decided: Option<Decided>,
    /// The ticket of what a person has changed it into.
    pub edited_into: Option<String>,
    /// When it was claimed for execution.
    pub claimed: Option<Millis>,
    pub outcome: Option<Outcome>,
    /// How often the same call came again.
    pub merged: u32,
    /// Grows with every change, across the whole store.
    pub revision: u64,
}

impl Request {
    pub(crate) fn new(new: &NewRequest, ticket: String, revision: u64, now: Millis) -> crate::Result<Self> {
        Ok(Request {
            id: RequestId::new(now)?,
            ticket,
            digest: new.digest.clone(),
            agent: new.agent.clone(),
            session: new.session.clone(),
            requester: new.requester.clone(),
            surface: new.surface.clone(),
            tool: new.tool.clone(),
            cwd: new.cwd.clone(),
            document: new.document.clone(),
            parts: new.parts.clone(),
            tier: new.tier,
            class: new.class,
            risk: new.risk,
            confidence: new.confidence,
            needed: new.needed.max(1),
            proof: new.proof,
            widest: new.widest,
            digits: crate::id::digits()?,
            created: now,
            stage: new.stage,
            expires: new.expires,
            good_for: new.good_for,
            state: State::Pending,
            decided: None,
            edited_into: None,
            claimed: None,
            outcome: None,
            merged: 0,
            revision,
        })
    }

    /// `Err` unless an answer still counts: expired, or already decided, by whom and when.
    pub fn open(&self, now: Millis) -> crate::Result<()> {
        crate::transition::open(self, now)
    }

    /// Who may not approve it, each by an account or a name.
    pub fn requesters(&self) -> impl Iterator<Item = &str> {
        requesters(self.requester.as_deref())
    }

    /// Until when its approval may be used, if it is approved and unused.
    pub fn good_until(&self) -> Option<Millis> {
        match (self.state, &self.decided) {
            (State::Approved, Some(decided)) => Some(decided.at.saturating_add(self.good_for)),
            _ => None,
        }
    }
}

/// The members of a request's `requester`.
pub fn requesters(text: Option<&str>) -> impl Iterator<Item = &str> {
    text.unwrap_or_default().split_ascii_whitespace()
}
