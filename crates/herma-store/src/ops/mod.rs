//! The operations, written once over plain tables. A store brings the tables and the transaction.
//!
//! INVARIANT: an operation makes all its checks before its first write, so a refused one has changed nothing even
//! where there is no transaction to roll back.

mod audit;
mod grants;
mod notes;
mod requests;
mod serve;
mod sessions;
mod traces;

use crate::audit::{Entry, Head};
use crate::{
    Cursor, Filter, Forget, Grant, GrantId, Lock, Millis, NewRequest, NewTrace, Note, Request, RequestId,
    Result, Session, TraceFilter, TraceLine, Vote,
};
use std::time::Duration;

/// Rows in and out, inside a transaction.
pub(crate) trait Tables {
    /// Counts the store's changes: the next number.
    fn next_revision(&mut self) -> Result<u64>;
    fn revision(&mut self) -> Result<u64>;

    fn request(&mut self, id: &RequestId) -> Result<Option<Request>>;
    fn request_by_ticket(&mut self, ticket: &str) -> Result<Option<Request>>;
    fn insert_request(&mut self, request: &Request) -> Result<()>;
    /// Writes what can change of a request.
    fn update_request(&mut self, request: &Request) -> Result<()>;
    /// Pending or approved, same agent, session and digest; the newest first.
    fn same_action(&mut self, new: &NewRequest) -> Result<Vec<Request>>;
    /// Approved and not claimed, of whichever session.
    fn approved_of(&mut self, digest: &str) -> Result<Vec<Request>>;
    /// The one that was denied last.
    fn last_denied(&mut self, digest: &str, agent: &str, session: &str) -> Result<Option<Request>>;
    /// How many requests this agent made after `since`.
    /// Of one session of the agent, or of all.
    fn created_after(&mut self, agent: &str, session: Option<&str>, since: Millis) -> Result<u32>;
    fn due(&mut self, now: Millis, limit: usize) -> Result<Vec<Request>>;
    /// Executed without an outcome, claimed before then.
    fn silent(&mut self, claimed_before: Millis) -> Result<Vec<Request>>;
    /// One more than `limit` if there are more.
    fn list(&mut self, filter: &Filter, after: Option<&Cursor>, limit: usize) -> Result<Vec<Request>>;
    fn changed_since(&mut self, seen: u64, limit: usize) -> Result<Vec<Request>>;
    fn votes(&mut self, id: &RequestId) -> Result<Vec<Vote>>;
    fn insert_vote(&mut self, id: &RequestId, vote: &Vote, now: Millis) -> Result<()>;
    /// Pending or approved, with a vote of this account.
    fn voted(&mut self, account: &str) -> Result<Vec<Request>>;
    fn drop_votes(&mut self, id: &RequestId, account: &str) -> Result<()>;
    fn lock(&mut self, agent: &str) -> Result<Option<Lock>>;
    fn put_lock(&mut self, lock: &Lock) -> Result<()>;

    fn session(&mut self, agent: &str, id: &str) -> Result<Option<Session>>;
    fn put_session(&mut self, session: &Session) -> Result<()>;
    fn sessions(&mut self, limit: usize) -> Result<Vec<Session>>;

    fn grant(&mut self, id: &GrantId) -> Result<Option<Grant>>;
    fn put_grant(&mut self, grant: &Grant) -> Result<()>;
    fn grants_of_digest(&mut self, digest: &str) -> Result<Vec<Grant>>;
    /// Whose rule is another than this exact call, and that were not revoked.
    fn grants_by_rule(&mut self) -> Result<Vec<Grant>>;
    fn grants_of_session(&mut self, agent: &str, session: &str) -> Result<Vec<Grant>>;
    fn grants(&mut self, limit: usize) -> Result<Vec<Grant>>;
    fn delete_grants_ended(&mut self, before: Millis) -> Result<u64>;

    fn head(&mut self) -> Result<Head>;
    fn entry(&mut self, seq: u64) -> Result<Option<Entry>>;
    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>>;
    /// The latest moment that entries after this one name.
    fn latest_after(&mut self, seq: u64) -> Result<Option<Millis>>;
    /// Those of this kind behind that one, in order.
    fn entries_of_kind(&mut self, kind: &str, after: u64) -> Result<Vec<Entry>>;
    /// Adds the entry and makes it the head.
    fn push_entry(&mut self, entry: &Entry) -> Result<()>;
    fn checkpoints(&mut self) -> Result<Vec<Head>>;
    fn put_checkpoint(&mut self, head: &Head, now: Millis) -> Result<()>;
    fn spool_offset(&mut self, file: &str) -> Result<u64>;
    fn put_spool_offset(&mut self, file: &str, offset: u64) -> Result<()>;
    /// Forgets how far files of this kind have been taken in whose name sorts before this one.
    fn drop_spool_offsets(&mut self, kind: &str, before: &str) -> Result<()>;

    fn push_trace(&mut self, trace: &NewTrace) -> Result<()>;
    /// Drops what is older, and the calls that nothing has pointed at since.
    fn drop_traces_before(&mut self, time: Millis) -> Result<()>;
    fn each_trace(&mut self, filter: &TraceFilter, visit: &mut dyn FnMut(&TraceLine<'_>)) -> Result<()>;
    fn traced_calls(&mut self, after: u64, limit: usize) -> Result<Vec<(u64, String)>>;
    /// Gives how many.
    fn forget_traces(&mut self, what: &Forget) -> Result<u64>;
    fn forget_requests(&mut self, what: &Forget) -> Result<u64>;

    fn note(&mut self, kind: &str, key: &str) -> Result<Option<Note>>;
    fn notes(&mut self, kind: &str) -> Result<Vec<Note>>;
    fn put_note(&mut self, note: &Note) -> Result<()>;
    fn drop_note(&mut self, kind: &str, key: &str) -> Result<()>;
    fn drop_notes_ended(&mut self, now: Millis) -> Result<()>;
}

/// Several may hold one and the same.
impl<B: Backend> Backend for std::sync::Arc<B> {
    fn write<T>(&self, work: impl FnMut(&mut dyn Tables) -> Result<T>) -> Result<T> {
        (**self).write(work)
    }

    fn read<T>(&self, work: impl FnMut(&mut dyn Tables) -> Result<T>) -> Result<T> {
        (**self).read(work)
    }

    fn compact(&self) -> Result<()> {
        (**self).compact()
    }

    fn watch(
        &self,
        id: Option<&RequestId>,
        timeout: Duration,
        done: &mut dyn FnMut() -> Result<bool>,
    ) -> Result<()> {
        (**self).watch(id, timeout, done)
    }
}

/// A place that holds such tables. Whatever is one is a [`crate::Store`].
pub(crate) trait Backend: Send + Sync {
    /// All of it, durable when it returns, or nothing. `work` may be called again when the store was busy.
    fn write<T>(&self, work: impl FnMut(&mut dyn Tables) -> Result<T>) -> Result<T>;
    fn read<T>(&self, work: impl FnMut(&mut dyn Tables) -> Result<T>) -> Result<T>;
    /// What was deleted leaves the disk.
    fn compact(&self) -> Result<()>;
    /// Calls `done` until it says so or the time is over: at once, after each change to the request (to any one if
    /// there is no id), and now and then.
    fn watch(
        &self,
        id: Option<&RequestId>,
        timeout: Duration,
        done: &mut dyn FnMut() -> Result<bool>,
    ) -> Result<()>;
}
