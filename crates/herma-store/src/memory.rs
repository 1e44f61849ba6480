//! A store that forgets with its process: the model that the others are compared with.

use crate::audit::{Entry, Head};
use crate::document::ApprovalDocument;
use crate::ops::{Backend, Tables};
use crate::trace::is_over;
use crate::{
    Answered, Cursor, Filter, Forget, Grant, GrantId, Lock, Millis, NewRequest, NewTrace, Note, Order,
    Request, RequestId, Result, Session, State, TraceFilter, TraceLine, Vote,
};
use herma_core::grant::Rule;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[derive(Debug, Default)]
pub struct MemoryStore {
    tables: Mutex<Rows>,
    changed: Condvar,
}

impl MemoryStore {
    pub fn new() -> Self {
        Self::default()
    }

    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Default)]
struct Rows {
    revision: u64,
    requests: BTreeMap<RequestId, Request>,
    tickets: BTreeMap<String, RequestId>,
    votes: BTreeMap<RequestId, Vec<Vote>>,
    locks: BTreeMap<String, Lock>,
    sessions: BTreeMap<(String, String), Session>,
    grants: BTreeMap<GrantId, Grant>,
    entries: Vec<Entry>,
    checkpoints: Vec<Head>,
    spools: BTreeMap<String, u64>,
    /// With the number of its call.
    traces: BTreeMap<u64, (u64, NewTrace)>,
    calls: BTreeMap<u64, String>,
    /// Numbers are never used again.
    last_trace: u64,
    last_call: u64,
    notes: BTreeMap<(String, String), Note>,
}

impl Rows {
    fn select(&self, keep: impl Fn(&Request) -> bool) -> Vec<Request> {
        self.requests.values().filter(|request| keep(request)).cloned().collect()
    }
}

impl Backend for MemoryStore {
    fn write<T>(&self, mut work: impl FnMut(&mut dyn Tables) -> Result<T>) -> Result<T> {
        let result = work(&mut *self.rows());
        self.changed.notify_all();
        result
    }

    fn read<T>(&self, mut work: impl FnMut(&mut dyn Tables) -> Result<T>) -> Result<T> {
        work(&mut *self.rows())
    }

    fn compact(&self) -> Result<()> {
        Ok(())
    }

    fn watch(
        &self,
        _: Option<&RequestId>,
        timeout: Duration,
        done: &mut dyn FnMut() -> Result<bool>,
    ) -> Result<()> {
        let start = Instant::now();
        loop {
            let seen = self.rows().revision;
            if done()? {
                return Ok(());
            }
            let Some(left) = timeout.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) else {
                return Ok(());
            };
            let waited = self.changed.wait_timeout_while(self.rows(), left, |rows| rows.revision == seen);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl Tables for Rows {
    fn next_revision(&mut self) -> Result<u64> {
        self.revision += 1;
        Ok(self.revision)
    }

    fn revision(&mut self) -> Result<u64> {
        Ok(self.revision)
    }

    fn request(&mut self, id: &RequestId) -> Result<Option<Request>> {
        Ok(self.requests.get(id).cloned())
    }

    fn request_by_ticket(&mut self, ticket: &str) -> Result<Option<Request>> {
        Ok(self.tickets.get(ticket).and_then(|id| self.requests.get(id)).cloned())
    }

    fn insert_request(&mut self, request: &Request) -> Result<()> {
        self.tickets.insert(request.ticket.clone(), request.id.clone());
        self.update_request(request)
    }

    fn update_request(&mut self, request: &Request) -> Result<()> {
        self.requests.insert(request.id.clone(), request.clone());
        Ok(())
    }

    fn same_action(&mut self, new: &NewRequest) -> Result<Vec<Request>> {
        let mut same = self.select(|one| {
            matches!(one.state, State::Pending | State::Approved)
                && one.digest == new.digest
                && one.agent == new.agent
                && one.session == new.session
        });
        same.reverse();
        Ok(same)
    }

    fn created_after(&mut self, agent: &str, session: Option<&str>, since: Millis) -> Result<u32> {
        let theirs = |one: &Request| one.agent == agent && session.is_none_or(|id| one.session == id);
        Ok(self.select(|one| theirs(one) && one.created > since).len() as u32)
    }

    fn due(&mut self, now: Millis, limit: usize) -> Result<Vec<Request>> {
        let mut due = self.select(|one| one.state == State::Pending && one.expires <= now);
        due.sort_by_key(|one| one.expires);
        due.truncate(limit);
        Ok(due)
    }

    fn silent(&mut self, claimed_before: Millis) -> Result<Vec<Request>> {
        Ok(self.select(|one| {
            one.state == State::Executed
                && one.outcome.is_none()
                && one.claimed.is_some_and(|at| at < claimed_before)
        }))
    }

    fn list(&mut self, filter: &Filter, after: Option<&Cursor>, limit: usize) -> Result<Vec<Request>> {
        let fits = |wanted: &Option<String>, have: &str| wanted.as_deref().is_none_or(|one| one == have);
        let mut found = self.select(|one| {
            filter.state.is_none_or(|state| state == one.state)
                && fits(&filter.agent, &one.agent)
                && fits(&filter.session, &one.session)
                && after.is_none_or(|cursor| match filter.order {
                    Order::Newest => one.id.as_str() < cursor.id.as_str(),
                    Order::Urgent => {
                        (Reverse(one.stage.level), one.stage.deadline, one.id.as_str())
                            > (Reverse(cursor.level), cursor.deadline, cursor.id.as_str())
                    }
                })
        });
        match filter.order {
            Order::Newest => found.reverse(),
            Order::Urgent => {
                found.sort_by_key(|one| (Reverse(one.stage.level), one.stage.deadline, one.id.clone()));
            }
        }
        found.truncate(limit + 1);
        Ok(found)
    }

    fn changed_since(&mut self, seen: u64, limit: usize) -> Result<Vec<Request>> {
        let mut changed = self.select(|one| one.revision > seen);
        changed.sort_by_key(|one| one.revision);
        changed.truncate(limit);
        Ok(changed)
    }

    fn note(&mut self, kind: &str, key: &str) -> Result<Option<Note>> {
        Ok(self.notes.get(&(kind.to_owned(), key.to_owned())).cloned())
    }

    fn notes(&mut self, kind: &str) -> Result<Vec<Note>> {
        Ok(self.notes.values().filter(|note| note.kind == kind).cloned().collect())
    }

    fn put_note(&mut self, note: &Note) -> Result<()> {
        self.notes.insert((note.kind.clone(), note.key.clone()), note.clone());
        Ok(())
    }

    fn drop_note(&mut self, kind: &str, key: &str) -> Result<()> {
        self.notes.remove(&(kind.to_owned(), key.to_owned()));
        Ok(())
    }

    fn drop_notes_ended(&mut self, now: Millis) -> Result<()> {
        self.notes.retain(|_, note| note.is_there(now));
        Ok(())
    }

    fn votes(&mut self, id: &RequestId) -> Result<Vec<Vote>> {
        Ok(self.votes.get(id).cloned().unwrap_or_default())
    }

    fn insert_vote(&mut self, id: &RequestId, vote: &Vote, _: Millis) -> Result<()> {
        self.votes.entry(id.clone()).or_default().push(vote.clone());
        Ok(())
    }

    fn voted(&mut self, account: &str) -> Result<Vec<Request>> {
        let theirs = |one: &Request| {
            self.votes.get(&one.id).is_some_and(|votes| votes.iter().any(|vote| vote.account == account))
        };
        Ok(self.select(|one| matches!(one.state, State::Pending | State::Approved) && theirs(one)))
    }

    fn approved_of(&mut self, digest: &str) -> Result<Vec<Request>> {
        Ok(self.select(|one| one.state == State::Approved && one.digest == digest))
    }

    fn last_denied(&mut self, digest: &str, agent: &str, session: &str) -> Result<Option<Request>> {
        let is_it = |one: &Request| {
            one.state == State::Denied
                && (one.digest.as_str(), one.agent.as_str(), one.session.as_str()) == (digest, agent, session)
        };
        let when = |one: &Request| (one.decided.as_ref().map(|decided| decided.at), one.id.clone());
        Ok(self.select(is_it).into_iter().max_by_key(when))
    }

    fn drop_votes(&mut self, id: &RequestId, account: &str) -> Result<()> {
        if let Some(votes) = self.votes.get_mut(id) {
            votes.retain(|vote| vote.account != account);
        }
        Ok(())
    }

    fn lock(&mut self, agent: &str) -> Result<Option<Lock>> {
        Ok(self.locks.get(agent).cloned())
    }

    fn put_lock(&mut self, lock: &Lock) -> Result<()> {
        self.locks.insert(lock.agent.clone(), lock.clone());
        Ok(())
    }

    fn session(&mut self, agent: &str, id: &str) -> Result<Option<Session>> {
        Ok(self.sessions.get(&(agent.to_owned(), id.to_owned())).cloned())
    }

    fn put_session(&mut self, session: &Session) -> Result<()> {
        self.sessions.insert((session.agent.clone(), session.id.clone()), session.clone());
        Ok(())
    }

    fn sessions(&mut self, limit: usize) -> Result<Vec<Session>> {
        let mut all: Vec<Session> = self.sessions.values().cloned().collect();
        all.sort_by_key(|one| Reverse(one.last_seen));
        all.truncate(limit);
        Ok(all)
    }

    fn grant(&mut self, id: &GrantId) -> Result<Option<Grant>> {
        Ok(self.grants.get(id).cloned())
    }

    fn put_grant(&mut self, grant: &Grant) -> Result<()> {
        self.grants.insert(grant.id.clone(), grant.clone());
        Ok(())
    }

    fn grants_of_digest(&mut self, digest: &str) -> Result<Vec<Grant>> {
        Ok(self.grants.values().filter(|one| one.digest == digest).cloned().collect())
    }

    fn grants_by_rule(&mut self) -> Result<Vec<Grant>> {
        let by_rule = |one: &&Grant| one.rule != Rule::Exact && one.revoked.is_none();
        Ok(self.grants.values().filter(by_rule).cloned().collect())
    }

    fn grants_of_session(&mut self, agent: &str, session: &str) -> Result<Vec<Grant>> {
        let theirs = |one: &&Grant| one.agent == agent && one.session == session;
        Ok(self.grants.values().filter(theirs).cloned().collect())
    }

    fn grants(&mut self, limit: usize) -> Result<Vec<Grant>> {
        let mut all: Vec<Grant> = self.grants.values().cloned().collect();
        all.sort_by_key(|one| Reverse(one.given));
        all.truncate(limit);
        Ok(all)
    }

    fn delete_grants_ended(&mut self, before: Millis) -> Result<u64> {
        let all = self.grants.len();
        self.grants.retain(|_, one| one.is_live(before));
        Ok((all - self.grants.len()) as u64)
    }

    fn head(&mut self) -> Result<Head> {
        Ok(self.entries.last().map(Entry::head).unwrap_or_default())
    }

    fn entry(&mut self, seq: u64) -> Result<Option<Entry>> {
        Ok(self.entries.iter().rev().find(|entry| entry.seq == seq).cloned())
    }

    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>> {
        Ok(self.entries.iter().filter(|entry| entry.seq > after).take(limit).cloned().collect())
    }

    fn latest_after(&mut self, seq: u64) -> Result<Option<Millis>> {
        Ok(self.entries.iter().filter(|entry| entry.seq > seq).map(|entry| entry.at).max())
    }

    fn entries_of_kind(&mut self, kind: &str, after: u64) -> Result<Vec<Entry>> {
        let is_it = |entry: &&Entry| entry.seq > after && entry.kind == kind;
        Ok(self.entries.iter().filter(is_it).cloned().collect())
    }

    fn push_entry(&mut self, entry: &Entry) -> Result<()> {
        self.entries.push(entry.clone());
        Ok(())
    }

    fn checkpoints(&mut self) -> Result<Vec<Head>> {
        Ok(self.checkpoints.clone())
    }

    fn put_checkpoint(&mut self, head: &Head, _: Millis) -> Result<()> {
        if !self.checkpoints.contains(head) {
            self.checkpoints.push(head.clone());
        }
        Ok(())
    }

    fn spool_offset(&mut self, file: &str) -> Result<u64> {
        Ok(self.spools.get(file).copied().unwrap_or(0))
    }

    fn put_spool_offset(&mut self, file: &str, offset: u64) -> Result<()> {
        self.spools.insert(file.to_owned(), offset);
        Ok(())
    }

    fn drop_spool_offsets(&mut self, kind: &str, before: &str) -> Result<()> {
        self.spools.retain(|file, _| !(file.starts_with(kind) && file.as_str() < before));
        Ok(())
    }

    fn push_trace(&mut self, trace: &NewTrace) -> Result<()> {
        let known = self.calls.iter().find(|(_, call)| **call == trace.call).map(|(id, _)| *id);
        let call = known.unwrap_or_else(|| {
            self.last_call += 1;
            self.calls.insert(self.last_call, trace.call.clone());
            self.last_call
        });
        self.last_trace += 1;
        self.traces.insert(self.last_trace, (call, NewTrace { call: String::new(), ..trace.clone() }));
        Ok(())
    }

    fn drop_traces_before(&mut self, time: Millis) -> Result<()> {
        self.forget_traces(&Forget::Before(time)).map(drop)
    }

    fn each_trace(&mut self, filter: &TraceFilter, visit: &mut dyn FnMut(&TraceLine<'_>)) -> Result<()> {
        let fits = |wanted: &Option<String>, have: &str| wanted.as_deref().is_none_or(|one| one == have);
        let mut found: Vec<_> = self
            .traces
            .iter()
            .filter(|(id, (_, one))| {
                filter.since.is_none_or(|since| one.at >= since)
                    && filter.id.is_none_or(|wanted| wanted == **id)
                    && fits(&filter.agent, &one.agent)
                    && fits(&filter.decision, &one.decision)
            })
            .collect();
        if let Some(limit) = filter.newest {
            found.reverse();
            found.truncate(limit);
        }
        for (id, (call, one)) in found {
            let request = one.request.as_deref().and_then(RequestId::parse);
            let request = request.and_then(|id| self.requests.get(&id));
            let outcome = request.and_then(|request| request.outcome).map(|outcome| outcome.to_text());
            let answered = request.map(|request| Answered {
                state: request.state,
                asked: request.created,
                decided: request.decided.as_ref().map(|decided| decided.at),
                by: request.decided.as_ref().map(|decided| decided.by.as_str()),
                how: request.decided.as_ref().map(|decided| decided.how.as_str()),
                reason: request.decided.as_ref().and_then(|decided| decided.reason.as_deref()),
                outcome: outcome.as_deref(),
            });
            visit(&TraceLine {
                id: *id,
                call: *call,
                at: one.at,
                agent: &one.agent,
                session: &one.session,
                surface: &one.surface,
                tier: one.tier,
                rule: &one.rule,
                tool: &one.tool,
                decision: &one.decision,
                decided_by: &one.decided_by,
                would: one.would.as_deref(),
                elapsed_us: one.elapsed_us,
                request: one.request.as_deref(),
                answered,
            });
        }
        Ok(())
    }

    fn traced_calls(&mut self, after: u64, limit: usize) -> Result<Vec<(u64, String)>> {
        let calls = self.calls.range(after + 1..).take(limit);
        Ok(calls.map(|(id, call)| (*id, call.clone())).collect())
    }

    fn forget_traces(&mut self, what: &Forget) -> Result<u64> {
        let all = self.traces.len();
        self.traces.retain(|_, (_, one)| !what.covers(one.at, &one.session));
        let used: Vec<u64> = self.traces.values().map(|(call, _)| *call).collect();
        self.calls.retain(|id, _| used.contains(id));
        Ok((all - self.traces.len()) as u64)
    }

    fn forget_requests(&mut self, what: &Forget) -> Result<u64> {
        let mut count = 0;
        for request in self.requests.values_mut() {
            if is_over(request.state)
                && what.covers(request.created, &request.session)
                && request.document != ApprovalDocument::forgotten()
            {
                request.document = ApprovalDocument::forgotten();
                request.cwd.clear();
                count += 1;
            }
        }
        Ok(count)
    }
}
