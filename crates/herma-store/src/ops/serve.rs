//! Every backend is a store.

use super::{Backend, audit, grants, notes, requests, sessions, traces};
use crate::audit::{Entry, Head, NewEntry};
use crate::{
    Arrival, Climb, Created, Cursor, End, Filter, Forget, Forgotten, Grant, GrantId, Host, Ingest, Lock,
    Millis, NewGrant, NewRequest, NewTrace, Note, Outcome, Page, RateLimit, Request, RequestId, Result,
    Session, Stage, Store, TraceFilter, TraceLine, Vote,
};
use herma_core::effect::Tier;
use std::time::Duration;

impl<B: Backend> Store for B {
    fn create(&self, new: &NewRequest, limit: Option<&RateLimit>, now: Millis) -> Result<Created> {
        self.write(|tables| requests::create(tables, new, limit, now))
    }

    fn request(&self, name: &str) -> Result<Request> {
        self.read(|tables| requests::request(tables, name))
    }

    fn list(&self, filter: &Filter, after: Option<&Cursor>, limit: usize) -> Result<Page> {
        self.read(|tables| requests::list(tables, filter, after, limit))
    }

    fn decide(&self, id: &RequestId, vote: &Vote, now: Millis) -> Result<Request> {
        self.write(|tables| requests::decide(tables, id, vote, now))?
    }

    fn votes(&self, id: &RequestId) -> Result<Vec<Vote>> {
        self.read(|tables| tables.votes(id))
    }

    fn take_back(&self, account: &str, by: &str, now: Millis) -> Result<usize> {
        self.write(|tables| requests::take_back(tables, account, by, now))
    }

    fn climb(&self, id: &RequestId, from: &Stage, to: &Stage) -> Result<Climb> {
        self.write(|tables| requests::climb(tables, id, from, to))
    }

    fn end(&self, id: &RequestId, end: &End, now: Millis) -> Result<Request> {
        self.write(|tables| requests::end(tables, id, end, now))?
    }

    fn expire_due(&self, now: Millis, limit: usize) -> Result<Vec<Request>> {
        // Most of the time nothing is due: a look takes no turn from those who write.
        if self.read(|tables| tables.due(now, 1))?.is_empty() {
            return Ok(Vec::new());
        }
        self.write(|tables| requests::expire_due(tables, now, limit))
    }

    fn last_denied(&self, digest: &str, agent: &str, session: &str) -> Result<Option<Request>> {
        self.read(|tables| tables.last_denied(digest, agent, session))
    }

    fn claim(&self, id: &RequestId, digest: &str, now: Millis) -> Result<Request> {
        self.write(|tables| requests::claim(tables, id, digest, now))
    }

    fn report(&self, id: &RequestId, outcome: Outcome, now: Millis) -> Result<Request> {
        self.write(|tables| requests::report(tables, id, outcome, now))
    }

    fn give_up(&self, claimed_before: Millis, now: Millis) -> Result<Vec<Request>> {
        if self.read(|tables| tables.silent(claimed_before))?.is_empty() {
            return Ok(Vec::new());
        }
        self.write(|tables| requests::give_up(tables, claimed_before, now))
    }

    fn lock(&self, agent: &str, now: Millis) -> Result<Option<Lock>> {
        self.read(|tables| requests::lock(tables, agent, now))
    }

    fn unlock(&self, agent: &str, by: &str, now: Millis) -> Result<()> {
        self.write(|tables| requests::unlock(tables, agent, by, now))
    }

    fn arrive(&self, agent: &str, id: &str, host: Host, now: Millis) -> Result<(Session, Arrival)> {
        self.write(|tables| sessions::arrive(tables, agent, id, host, now))
    }

    fn session(&self, agent: &str, id: &str) -> Result<Session> {
        self.read(|tables| sessions::session(tables, agent, id))
    }

    fn sessions(&self, limit: usize) -> Result<Vec<Session>> {
        self.read(|tables| tables.sessions(limit))
    }

    fn end_session(&self, agent: &str, id: &str, by: &str, now: Millis) -> Result<Session> {
        self.write(|tables| sessions::end(tables, agent, id, by, now))
    }

    fn add_grant(&self, new: &NewGrant, now: Millis) -> Result<Grant> {
        self.write(|tables| grants::add(tables, new, now))
    }

    fn find_grant(
        &self,
        digest: &str,
        agent: &str,
        session: &str,
        tier: Tier,
        now: Millis,
    ) -> Result<Option<Grant>> {
        self.read(|tables| grants::find(tables, digest, agent, session, tier, now))
    }

    fn grants_by_rule(&self, agent: &str, session: &str, now: Millis) -> Result<Vec<Grant>> {
        self.read(|tables| grants::by_rule(tables, agent, session, now))
    }

    fn grant(&self, id: &GrantId) -> Result<Grant> {
        self.read(|tables| grants::grant(tables, id))
    }

    fn use_grant(&self, id: &GrantId, now: Millis) -> Result<Grant> {
        self.write(|tables| grants::use_once(tables, id, now))
    }

    fn confirm_grant(&self, id: &GrantId, by: &str, now: Millis) -> Result<Grant> {
        self.write(|tables| grants::confirm(tables, id, by, now))
    }

    fn revoke_grant(&self, id: &GrantId, by: &str, now: Millis) -> Result<Grant> {
        self.write(|tables| grants::revoke(tables, id, by, now))
    }

    fn grants(&self, limit: usize) -> Result<Vec<Grant>> {
        self.read(|tables| tables.grants(limit))
    }

    fn expire_grants(&self, now: Millis) -> Result<u64> {
        self.write(|tables| tables.delete_grants_ended(now))
    }

    fn append(&self, entry: &NewEntry, now: Millis) -> Result<Entry> {
        self.write(|tables| audit::append(tables, entry, now))
    }

    fn entries(&self, after: u64, limit: usize) -> Result<Vec<Entry>> {
        self.read(|tables| tables.entries(after, limit))
    }

    fn head(&self) -> Result<Head> {
        self.read(|tables| tables.head())
    }

    fn checkpoint(&self, now: Millis) -> Result<Head> {
        self.write(|tables| audit::checkpoint(tables, now))
    }

    fn checkpoints(&self) -> Result<Vec<Head>> {
        self.read(|tables| tables.checkpoints())
    }

    fn spool_offset(&self, file: &str) -> Result<u64> {
        self.read(|tables| tables.spool_offset(file))
    }

    fn ingest(&self, file: &str, from: u64, to: u64, entries: &[NewEntry], now: Millis) -> Result<Ingest> {
        self.write(|tables| audit::ingest(tables, file, from, to, entries, now))
    }

    fn ingest_traces(
        &self,
        file: &str,
        from: u64,
        to: u64,
        new: &[NewTrace],
        keep_from: Millis,
    ) -> Result<Ingest> {
        self.write(|tables| traces::ingest(tables, file, from, to, new, keep_from))
    }

    fn each_trace(&self, filter: &TraceFilter, visit: &mut dyn FnMut(&TraceLine<'_>)) -> Result<()> {
        self.read(|tables| tables.each_trace(filter, visit))
    }

    fn traced_calls(&self, after: u64, limit: usize) -> Result<Vec<(u64, String)>> {
        self.read(|tables| tables.traced_calls(after, limit))
    }

    fn forget(&self, what: &Forget, by: &str, now: Millis) -> Result<Forgotten> {
        let forgotten = self.write(|tables| traces::forget(tables, what, by, now))?;
        self.compact()?;
        Ok(forgotten)
    }

    fn changed_since(&self, seen: u64, limit: usize) -> Result<Vec<Request>> {
        self.read(|tables| tables.changed_since(seen, limit))
    }

    fn note(&self, kind: &str, key: &str, now: Millis) -> Result<Option<Note>> {
        self.read(|tables| notes::note(tables, kind, key, now))
    }

    fn notes(&self, kind: &str, now: Millis) -> Result<Vec<Note>> {
        self.read(|tables| notes::notes(tables, kind, now))
    }

    fn swap_note(
        &self,
        kind: &str,
        key: &str,
        old: Option<&str>,
        new: Option<&Note>,
        now: Millis,
    ) -> Result<bool> {
        self.write(|tables| notes::swap(tables, kind, key, old, new, now))
    }

    fn wait_for_change(&self, id: &RequestId, seen: u64, timeout: Duration) -> Result<Request> {
        let mut last = None;
        self.watch(Some(id), timeout, &mut || {
            let request = self.request(id.as_str())?;
            let changed = request.revision > seen;
            last = Some(request);
            Ok(changed)
        })?;
        match last {
            Some(request) => Ok(request),
            None => self.request(id.as_str()),
        }
    }

    fn wait_for_any(&self, seen: u64, timeout: Duration) -> Result<u64> {
        let mut last = 0;
        self.watch(None, timeout, &mut || {
            last = self.read(|tables| tables.revision())?;
            Ok(last > seen)
        })?;
        Ok(last)
    }
}
