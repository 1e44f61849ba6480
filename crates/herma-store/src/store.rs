//! The contract of a store.

use crate::audit::{Entry, Head, NewEntry};
use crate::{
    Arrival, Forget, Forgotten, Grant, GrantId, Host, Millis, NewGrant, NewRequest, NewTrace, Note, Outcome,
    Request, RequestId, Result, Session, Stage, State, StoreError, TraceFilter, TraceLine, Vote,
};
use herma_core::effect::Tier;
use std::time::Duration;

/// Requests, votes, sessions, grants and the audit chain. Every method is one transaction: it happened as a whole
/// and is durable when it returns, or it did not happen. Any number of processes may use one store at a time.
pub trait Store: Send + Sync {
    /// Puts a request in, or attaches to the one that the same action of the same session left behind: pending, or
    /// approved and not used yet. One of a lower tier is no match; if it is pending it is canceled.
    /// `limit` is against push bombing: what is merged does not count, and past it the agent is locked.
    fn create(&self, new: &NewRequest, limit: Option<&RateLimit>, now: Millis) -> Result<Created>;
    /// By id or ticket.
    fn request(&self, name: &str) -> Result<Request>;
    fn list(&self, filter: &Filter, after: Option<&Cursor>, limit: usize) -> Result<Page>;
    /// Counts a vote. A no decides; so does the yes that makes enough people, and then the vote, the state, the
    /// audit entry and the grant that the scope asks for are stored together. First answer wins: who comes later
    /// gets [`StoreError::AlreadyDecided`] or [`StoreError::Expired`].
    fn decide(&self, id: &RequestId, vote: &Vote, now: Millis) -> Result<Request>;
    fn votes(&self, id: &RequestId) -> Result<Vec<Vote>>;
    /// The same action of the same session, where a person has said no to it: the last one.
    fn last_denied(&self, digest: &str, agent: &str, session: &str) -> Result<Option<Request>>;
    /// Whoever had this account may answer nothing any more: what waits forgets their yes, and what they have approved and
    /// nobody has run is canceled. Gives how many requests that were. Who is named again later has said nothing.
    fn take_back(&self, account: &str, by: &str, now: Millis) -> Result<usize>;
    /// Moves a pending request from one stage to another, if it still stands where the caller thinks.
    fn climb(&self, id: &RequestId, from: &Stage, to: &Stage) -> Result<Climb>;
    /// Takes a pending request out of the way without a vote. Expiring before its time is refused.
    fn end(&self, id: &RequestId, end: &End, now: Millis) -> Result<Request>;
    /// Expires up to `limit` of those whose time is over, and gives them.
    fn expire_due(&self, now: Millis, limit: usize) -> Result<Vec<Request>>;
    /// `approved -> executed`, for exactly one caller, for exactly this digest, while the approval is good, and only
    /// if the audit chain holds the approval. Whoever gets an `Ok` runs it; nobody else ever may.
    fn claim(&self, id: &RequestId, digest: &str, now: Millis) -> Result<Request>;
    /// What became of a claimed action.
    fn report(&self, id: &RequestId, outcome: Outcome, now: Millis) -> Result<Request>;
    /// `executed -> unknown` for whatever was claimed before `claimed_before` and never reported.
    fn give_up(&self, claimed_before: Millis, now: Millis) -> Result<Vec<Request>>;
    /// Until when an agent may not ask, if it is locked.
    fn lock(&self, agent: &str, now: Millis) -> Result<Option<Lock>>;
    /// Lets a locked agent ask again.
    fn unlock(&self, agent: &str, by: &str, now: Millis) -> Result<()>;

    /// A session showed itself: remembers it, and says whether another host has taken it up.
    fn arrive(&self, agent: &str, id: &str, host: Host, now: Millis) -> Result<(Session, Arrival)>;
    fn session(&self, agent: &str, id: &str) -> Result<Session>;
    /// The one seen last comes first.
    fn sessions(&self, limit: usize) -> Result<Vec<Session>>;
    /// Ends it and revokes its grants, with the approvals that were given with them and nobody has used. Its other requests
    /// stay.
    fn end_session(&self, agent: &str, id: &str, by: &str, now: Millis) -> Result<Session>;

    fn add_grant(&self, new: &NewGrant, now: Millis) -> Result<Grant>;
    /// A live grant for exactly this call. One with `reconfirm` set wants [`Store::confirm_grant`] first.
    fn find_grant(
        &self,
        digest: &str,
        agent: &str,
        session: &str,
        tier: Tier,
        now: Millis,
    ) -> Result<Option<Grant>>;
    /// Live grants with a rule of their own that this session may use. What they cover is for the caller to say.
    fn grants_by_rule(&self, agent: &str, session: &str, now: Millis) -> Result<Vec<Grant>>;
    fn grant(&self, id: &GrantId) -> Result<Grant>;
    /// Counts a use. [`StoreError::Expired`] if it is revoked, over, used up or wants a confirmation.
    fn use_grant(&self, id: &GrantId, now: Millis) -> Result<Grant>;
    fn confirm_grant(&self, id: &GrantId, by: &str, now: Millis) -> Result<Grant>;
    /// What was approved with it and nobody has used is canceled.
    fn revoke_grant(&self, id: &GrantId, by: &str, now: Millis) -> Result<Grant>;
    /// The newest first, dead ones too.
    fn grants(&self, limit: usize) -> Result<Vec<Grant>>;
    /// Removes what ended before `now`; gives how many.
    fn expire_grants(&self, now: Millis) -> Result<u64>;

    /// Adds a link to the audit chain.
    fn append(&self, entry: &NewEntry, now: Millis) -> Result<Entry>;
    /// Links after `after`, in order. [`crate::audit`] verifies and exports them.
    fn entries(&self, after: u64, limit: usize) -> Result<Vec<Entry>>;
    /// The newest link, as recorded beside the chain.
    fn head(&self) -> Result<Head>;
    /// Records the newest link for good: a chain that is later shorter, or another, is found out.
    fn checkpoint(&self, now: Millis) -> Result<Head>;
    fn checkpoints(&self) -> Result<Vec<Head>>;
    /// How far a spool file has been taken in.
    fn spool_offset(&self, file: &str) -> Result<u64>;
    /// Chains what stands between `from` and `to` in a spool file, unless somebody else was faster.
    fn ingest(&self, file: &str, from: u64, to: u64, entries: &[NewEntry], now: Millis) -> Result<Ingest>;

    /// Keeps the traces that stand between `from` and `to` in a spool file, unless somebody else was faster, and drops
    /// those from before `keep_from`.
    fn ingest_traces(
        &self,
        file: &str,
        from: u64,
        to: u64,
        traces: &[NewTrace],
        keep_from: Millis,
    ) -> Result<Ingest>;
    /// Shows each of these traces, with what became of its request.
    fn each_trace(&self, filter: &TraceFilter, visit: &mut dyn FnMut(&TraceLine<'_>)) -> Result<()>;
    /// The calls that traces point at, numbered above `after`, in order.
    fn traced_calls(&self, after: u64, limit: usize) -> Result<Vec<(u64, String)>>;
    /// Forgets traces, and the text of requests that are over; says so in the audit chain, which stays as it is. Afterwards
    /// the bytes are gone from the disk.
    fn forget(&self, what: &Forget, by: &str, now: Millis) -> Result<Forgotten>;

    /// Requests whose revision is above `seen`, in the order of their last change.
    fn changed_since(&self, seen: u64, limit: usize) -> Result<Vec<Request>>;

    fn note(&self, kind: &str, key: &str, now: Millis) -> Result<Option<Note>>;
    /// All of a kind, by key.
    fn notes(&self, kind: &str, now: Millis) -> Result<Vec<Note>>;
    /// Puts a note in the place of what stands there, if that is `old`: `None` is nothing. `false` if it is something else;
    /// then nothing was changed. So whoever takes a note away is the only one who has it.
    fn swap_note(
        &self,
        kind: &str,
        key: &str,
        old: Option<&str>,
        new: Option<&Note>,
        now: Millis,
    ) -> Result<bool>;

    /// Waits until the request's revision is above `seen`, in whichever process it changes; gives the request as it
    /// then is, also when `timeout` is over.
    fn wait_for_change(&self, id: &RequestId, seen: u64, timeout: Duration) -> Result<Request>;
    /// The same for any change to any request; gives the store's revision.
    fn wait_for_any(&self, seen: u64, timeout: Duration) -> Result<u64>;
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub enum Created {
    New(Request),
    /// The same action was asked for before; `Request::merged` counts.
    Attached(Request),
    /// Too many questions: this agent may not ask for a while.
    Locked(Lock),
}

impl Created {
    /// The request, where there is one.
    pub fn request(self) -> Result<Request> {
        match self {
            Created::New(request) | Created::Attached(request) => Ok(request),
            Created::Locked(lock) => Err(StoreError::Expired { name: lock.agent, at: lock.until }),
        }
    }
}

/// At most `max` new requests of one agent within `window`, else it is locked for `lock_for`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    pub max: u32,
    pub window: Millis,
    pub lock_for: Millis,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    pub agent: String,
    pub since: Millis,
    pub until: Millis,
}

/// What came of climbing.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub enum Climb {
    Climbed(Request),
    /// It stands elsewhere: somebody else moved it, or it is no longer pending. Nothing was changed.
    Elsewhere(Request),
}

/// What came of taking in a part of a spool file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Ingest {
    Taken,
    /// The file has been taken in up to there, by somebody else. Nothing was changed.
    Elsewhere(u64),
}

/// How a pending request ends without a vote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Expire,
    Cancel {
        by: String,
        reason: String,
    },
    /// A person has changed the call: this ticket's request stands in its place.
    Edited {
        by: String,
        into: String,
    },
    /// Handed to the agent's own prompt.
    Delegate {
        to: String,
    },
}

/// Which requests, in which order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub state: Option<State>,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub order: Order,
}

impl Filter {
    /// What waits for a person, the most urgent first.
    pub fn waiting() -> Self {
        Filter { state: Some(State::Pending), order: Order::Urgent, ..Filter::default() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    #[default]
    Newest,
    /// Highest level first, then whose deadline is next.
    Urgent,
}

/// Where the next page starts. Opaque; good for the same filter only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub(crate) level: u8,
    pub(crate) deadline: Millis,
    pub(crate) id: String,
}

impl Cursor {
    pub(crate) fn at(request: &Request) -> Self {
        Cursor {
            level: request.stage.level,
            deadline: request.stage.deadline,
            id: request.id.as_str().to_owned(),
        }
    }

    /// For a link or a command line.
    pub fn to_text(&self) -> String {
        format!("{}.{}.{}", self.level, self.deadline, self.id)
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        let (level, deadline) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let id = RequestId::parse(parts.next()?)?;
        Some(Cursor { level, deadline, id: id.as_str().to_owned() })
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    pub requests: Vec<Request>,
    /// `None` on the last page.
    pub next: Option<Cursor>,
}
