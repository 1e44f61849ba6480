//! The tables, as the operations want them.

use super::errors::store_error;
use super::rows::{self, ENTRY, GRANT, NOTE, REQUEST, SESSION, VOTE};
use super::traces;
use crate::audit::{Entry, Head};
use crate::failpoint::may_crash;
use crate::ops::Tables;
use crate::{
    Cursor, Filter, Forget, Grant, GrantId, Lock, Millis, NewRequest, NewTrace, Note, Order, Request,
    RequestId, Result, Session, State, StoreError, TraceFilter, TraceLine, Vote,
};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

pub(super) struct SqliteTables<'a> {
    connection: &'a Connection,
    changed: Vec<RequestId>,
}

impl<'a> SqliteTables<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        SqliteTables { connection, changed: Vec::new() }
    }

    /// Whose waiters are to be woken once this is committed.
    pub(super) fn into_changed(self) -> Vec<RequestId> {
        self.changed
    }

    fn all<T>(&self, sql: &str, params: impl Params, read: fn(&Row<'_>) -> Result<T>) -> Result<Vec<T>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(store_error)?;
        let mut rows = statement.query(params).map_err(store_error)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next().map_err(store_error)? {
            all.push(read(row)?);
        }
        Ok(all)
    }

    fn one<T>(&self, sql: &str, params: impl Params, read: fn(&Row<'_>) -> Result<T>) -> Result<Option<T>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(store_error)?;
        let row = statement.query_row(params, |row| Ok(read(row)));
        row.optional().map_err(store_error)?.transpose()
    }

    fn number(&self, sql: &str, params: impl Params) -> Result<Option<i64>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(store_error)?;
        statement.query_row(params, |row| row.get(0)).optional().map_err(store_error)
    }

    /// A write that must touch exactly one row.
    fn write(&self, sql: &str, params: impl Params) -> Result<()> {
        may_crash();
        let mut statement = self.connection.prepare_cached(sql).map_err(store_error)?;
        match statement.execute(params).map_err(store_error)? {
            1 => Ok(()),
            rows => Err(StoreError::Corrupt(format!("{rows} rows where there is one"))),
        }
    }
}

fn limited(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

fn unsigned(number: Option<i64>) -> Result<u64> {
    match number.map(u64::try_from) {
        Some(Ok(number)) => Ok(number),
        Some(Err(_)) | None => Err(StoreError::Corrupt("the store has lost count".to_owned())),
    }
}

impl Tables for SqliteTables<'_> {
    fn next_revision(&mut self) -> Result<u64> {
        self.write("UPDATE state SET revision = revision + 1", ())?;
        self.revision()
    }

    fn revision(&mut self) -> Result<u64> {
        unsigned(self.number("SELECT revision FROM state", ())?)
    }

    fn request(&mut self, id: &RequestId) -> Result<Option<Request>> {
        self.one(&format!("SELECT {REQUEST} FROM request WHERE id = ?1"), [id.as_str()], rows::request)
    }

    fn request_by_ticket(&mut self, ticket: &str) -> Result<Option<Request>> {
        self.one(&format!("SELECT {REQUEST} FROM request WHERE ticket = ?1"), [ticket], rows::request)
    }

    fn insert_request(&mut self, r: &Request) -> Result<()> {
        self.changed.push(r.id.clone());
        self.write(
            "INSERT INTO request (id, ticket, digest, agent, session, requester, surface, tool, cwd, document, \
             parts, tier, class, risk, confidence, needed, proof, widest, digits, created, level, level_since, deadline, \
             backup_told, expires, good_for, state, merged, revision) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \
             ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)",
            params![
                r.id.as_str(),
                r.ticket,
                r.digest,
                r.agent,
                r.session,
                r.requester,
                r.surface,
                r.tool,
                r.cwd,
                r.document.to_text(),
                r.parts.to_json().to_string(),
                r.tier.as_str(),
                r.class.as_str(),
                f64::from(r.risk),
                f64::from(r.confidence),
                r.needed,
                r.proof,
                r.widest.as_str(),
                r.digits,
                r.created,
                r.stage.level,
                r.stage.since,
                r.stage.deadline,
                r.stage.backup_told,
                r.expires,
                r.good_for,
                r.state.as_str(),
                r.merged,
                r.revision as i64,
            ],
        )
    }

    fn update_request(&mut self, r: &Request) -> Result<()> {
        self.changed.push(r.id.clone());
        let d = r.decided.as_ref();
        self.write(
            "UPDATE request SET level = ?2, level_since = ?3, deadline = ?4, backup_told = ?5, state = ?6, \
             decided_at = ?7, decided_by = ?8, decided_how = ?9, reason = ?10, scope = ?11, entry = ?12, \
             claimed = ?13, outcome = ?14, merged = ?15, revision = ?16, edited_into = ?17 WHERE id = ?1 AND revision < ?16",
            params![
                r.id.as_str(),
                r.stage.level,
                r.stage.since,
                r.stage.deadline,
                r.stage.backup_told,
                r.state.as_str(),
                d.map(|d| d.at),
                d.map(|d| &d.by),
                d.map(|d| &d.how),
                d.and_then(|d| d.reason.as_ref()),
                d.and_then(|d| d.scope).map(|scope| scope.as_str()),
                d.map(|d| d.entry as i64),
                r.claimed,
                r.outcome.map(|outcome| outcome.to_text()),
                r.merged,
                r.revision as i64,
                r.edited_into,
            ],
        )
    }

    fn same_action(&mut self, new: &NewRequest) -> Result<Vec<Request>> {
        let sql = format!(
            "SELECT {REQUEST} FROM request WHERE digest = ?1 AND session = ?2 AND agent = ?3 \
             AND state IN ('pending', 'approved') ORDER BY id DESC"
        );
        self.all(&sql, [&new.digest, &new.session, &new.agent], rows::request)
    }

    fn created_after(&mut self, agent: &str, session: Option<&str>, since: Millis) -> Result<u32> {
        let sql = "SELECT count(*) FROM request WHERE agent = ?1 AND created > ?2 AND session = ifnull(?3, session)";
        let count = self.number(sql, params![agent, since, session])?.unwrap_or(0);
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    fn due(&mut self, now: Millis, limit: usize) -> Result<Vec<Request>> {
        let sql = format!(
            "SELECT {REQUEST} FROM request INDEXED BY request_due WHERE state = 'pending' AND expires <= ?1 \
             ORDER BY expires LIMIT ?2"
        );
        self.all(&sql, params![now, limited(limit)], rows::request)
    }

    fn silent(&mut self, claimed_before: Millis) -> Result<Vec<Request>> {
        let sql = format!(
            "SELECT {REQUEST} FROM request INDEXED BY request_silent WHERE state = 'executed' AND outcome IS NULL \
             AND claimed < ?1 ORDER BY id"
        );
        self.all(&sql, [claimed_before], rows::request)
    }

    fn list(&mut self, filter: &Filter, after: Option<&Cursor>, limit: usize) -> Result<Vec<Request>> {
        // Left to itself SQLite takes all that is pending, and sorts it for every page.
        let by = match (filter.order, filter.state) {
            (Order::Urgent, Some(State::Pending)) => "INDEXED BY request_urgent",
            (Order::Urgent | Order::Newest, _) => "",
        };
        let mut sql = format!("SELECT {REQUEST} FROM request {by} WHERE 1");
        let mut values: Vec<Value> = Vec::new();
        let text = |text: &str| Value::Text(text.to_owned());
        match filter.state {
            // Spelled out: an index on what is pending is only found for a constant.
            Some(State::Pending) => sql.push_str(" AND state = 'pending'"),
            Some(state) => {
                sql.push_str(" AND state = ?");
                values.push(text(state.as_str()));
            }
            None => {}
        }
        for (column, wanted) in [("agent", &filter.agent), ("session", &filter.session)] {
            if let Some(wanted) = wanted {
                sql.push_str(&format!(" AND {column} = ?"));
                values.push(text(wanted));
            }
        }
        match (filter.order, after) {
            (_, None) => {}
            (Order::Newest, Some(cursor)) => {
                sql.push_str(" AND id < ?");
                values.push(text(&cursor.id));
            }
            (Order::Urgent, Some(cursor)) => {
                sql.push_str(" AND (calm, deadline, id) > (?, ?, ?)");
                values.extend([
                    Value::from(-i64::from(cursor.level)),
                    Value::from(cursor.deadline),
                    text(&cursor.id),
                ]);
            }
        }
        sql.push_str(match filter.order {
            Order::Newest => " ORDER BY id DESC LIMIT ?",
            Order::Urgent => " ORDER BY calm, deadline, id LIMIT ?",
        });
        values.push(Value::from(limited(limit.saturating_add(1))));
        self.all(&sql, rusqlite::params_from_iter(values), rows::request)
    }

    fn changed_since(&mut self, seen: u64, limit: usize) -> Result<Vec<Request>> {
        let sql = format!(
            "SELECT {REQUEST} FROM request INDEXED BY request_revision WHERE revision > ?1 ORDER BY revision LIMIT ?2"
        );
        self.all(&sql, params![i64::try_from(seen).unwrap_or(i64::MAX), limited(limit)], rows::request)
    }

    fn note(&mut self, kind: &str, key: &str) -> Result<Option<Note>> {
        self.one(&format!("SELECT {NOTE} FROM note WHERE kind = ?1 AND key = ?2"), [kind, key], rows::note)
    }

    fn notes(&mut self, kind: &str) -> Result<Vec<Note>> {
        self.all(&format!("SELECT {NOTE} FROM note WHERE kind = ?1 ORDER BY key"), [kind], rows::note)
    }

    fn put_note(&mut self, n: &Note) -> Result<()> {
        let sql = format!("INSERT OR REPLACE INTO note ({NOTE}) VALUES (?1, ?2, ?3, ?4)");
        self.write(&sql, params![n.kind, n.key, n.body, n.until])
    }

    fn drop_note(&mut self, kind: &str, key: &str) -> Result<()> {
        self.write("DELETE FROM note WHERE kind = ?1 AND key = ?2", [kind, key])
    }

    fn drop_notes_ended(&mut self, now: Millis) -> Result<()> {
        may_crash();
        self.connection.execute("DELETE FROM note WHERE until <= ?1", [now]).map(drop).map_err(store_error)
    }

    fn votes(&mut self, id: &RequestId) -> Result<Vec<Vote>> {
        let sql = format!("SELECT {VOTE} FROM vote WHERE request = ?1 ORDER BY rowid");
        self.all(&sql, [id.as_str()], rows::vote)
    }

    fn insert_vote(&mut self, id: &RequestId, vote: &Vote, now: Millis) -> Result<()> {
        self.write(
            "INSERT INTO vote (request, by, account, channel, answer, reason, width, grant_until, at, level, proof, through) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            params![
                id.as_str(),
                vote.by,
                vote.account,
                vote.channel,
                rows::answer_text(vote.answer),
                vote.reason,
                vote.width.as_str(),
                vote.grant_until,
                now,
                vote.level,
                vote.proof,
                vote.through,
            ],
        )
    }

    fn voted(&mut self, account: &str) -> Result<Vec<Request>> {
        let sql = format!(
            "SELECT {REQUEST} FROM request WHERE state IN ('pending', 'approved') \
             AND id IN (SELECT request FROM vote WHERE account = ?1) ORDER BY id"
        );
        self.all(&sql, [account], rows::request)
    }

    fn approved_of(&mut self, digest: &str) -> Result<Vec<Request>> {
        let sql =
            format!("SELECT {REQUEST} FROM request WHERE digest = ?1 AND state = 'approved' ORDER BY id");
        self.all(&sql, [digest], rows::request)
    }

    fn last_denied(&mut self, digest: &str, agent: &str, session: &str) -> Result<Option<Request>> {
        let sql = format!(
            "SELECT {REQUEST} FROM request WHERE digest = ?1 AND session = ?2 AND agent = ?3 AND state = 'denied' \
             ORDER BY decided_at DESC, id DESC LIMIT 1"
        );
        self.one(&sql, [digest, session, agent], rows::request)
    }

    fn drop_votes(&mut self, id: &RequestId, account: &str) -> Result<()> {
        self.write("DELETE FROM vote WHERE request = ?1 AND account = ?2", params![id.as_str(), account])
    }

    fn lock(&mut self, agent: &str) -> Result<Option<Lock>> {
        self.one("SELECT agent, since, until FROM agent_lock WHERE agent = ?1", [agent], rows::lock)
    }

    fn put_lock(&mut self, lock: &Lock) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO agent_lock (agent, since, until) VALUES (?1, ?2, ?3)";
        self.write(sql, params![lock.agent, lock.since, lock.until])
    }

    fn session(&mut self, agent: &str, id: &str) -> Result<Option<Session>> {
        let sql = format!("SELECT {SESSION} FROM session WHERE agent = ?1 AND id = ?2");
        self.one(&sql, [agent, id], rows::session)
    }

    fn put_session(&mut self, s: &Session) -> Result<()> {
        self.write(
            &format!("INSERT OR REPLACE INTO session ({SESSION}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
            params![
                s.agent,
                s.id,
                s.host.pid,
                s.host.started as i64,
                s.first_seen,
                s.last_seen,
                s.ended,
                s.resumed,
            ],
        )
    }

    fn sessions(&mut self, limit: usize) -> Result<Vec<Session>> {
        let sql = format!("SELECT {SESSION} FROM session ORDER BY last_seen DESC LIMIT ?1");
        self.all(&sql, [limited(limit)], rows::session)
    }

    fn grant(&mut self, id: &GrantId) -> Result<Option<Grant>> {
        self.one(&format!("SELECT {GRANT} FROM permission WHERE id = ?1"), [id.as_str()], rows::grant)
    }

    fn put_grant(&mut self, g: &Grant) -> Result<()> {
        self.write(
            &format!(
                "INSERT OR REPLACE INTO permission ({GRANT}) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"
            ),
            params![
                g.id.as_str(),
                g.scope.as_str(),
                rows::rule_text(&g.rule),
                g.digest,
                g.about,
                g.agent,
                g.session,
                g.tier.as_str(),
                g.by,
                g.given,
                g.expires,
                g.used,
                g.last_used,
                g.revoked.as_ref().map(|(by, _)| by),
                g.revoked.as_ref().map(|(_, at)| at),
                g.reconfirm,
            ],
        )
    }

    fn grants_of_digest(&mut self, digest: &str) -> Result<Vec<Grant>> {
        let sql = format!("SELECT {GRANT} FROM permission WHERE digest = ?1 ORDER BY id");
        self.all(&sql, [digest], rows::grant)
    }

    fn grants_by_rule(&mut self) -> Result<Vec<Grant>> {
        let sql =
            format!("SELECT {GRANT} FROM permission WHERE rule != '' AND revoked_at IS NULL ORDER BY given");
        self.all(&sql, (), rows::grant)
    }

    fn grants_of_session(&mut self, agent: &str, session: &str) -> Result<Vec<Grant>> {
        let sql = format!("SELECT {GRANT} FROM permission WHERE agent = ?1 AND session = ?2 ORDER BY id");
        self.all(&sql, [agent, session], rows::grant)
    }

    fn grants(&mut self, limit: usize) -> Result<Vec<Grant>> {
        let sql = format!("SELECT {GRANT} FROM permission ORDER BY given DESC LIMIT ?1");
        self.all(&sql, [limited(limit)], rows::grant)
    }

    fn delete_grants_ended(&mut self, before: Millis) -> Result<u64> {
        may_crash();
        let sql = "DELETE FROM permission WHERE revoked_at IS NOT NULL OR expires <= ?1 \
                   OR (scope = 'once' AND used > 0)";
        self.connection.execute(sql, [before]).map(|rows| rows as u64).map_err(store_error)
    }

    fn head(&mut self) -> Result<Head> {
        let head = self.one("SELECT head_seq, head_hash FROM state", (), rows::head)?;
        head.ok_or_else(|| StoreError::Corrupt("the audit chain has lost its head".to_owned()))
    }

    fn entry(&mut self, seq: u64) -> Result<Option<Entry>> {
        self.one(&format!("SELECT {ENTRY} FROM audit WHERE seq = ?1"), [seq as i64], rows::entry)
    }

    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>> {
        let sql = format!("SELECT {ENTRY} FROM audit WHERE seq > ?1 ORDER BY seq LIMIT ?2");
        self.all(&sql, [after as i64, limited(limit)], rows::entry)
    }

    fn latest_after(&mut self, seq: u64) -> Result<Option<Millis>> {
        self.number("SELECT at FROM audit WHERE seq > ?1 ORDER BY at DESC LIMIT 1", [seq as i64])
    }

    fn entries_of_kind(&mut self, kind: &str, after: u64) -> Result<Vec<Entry>> {
        let sql = format!("SELECT {ENTRY} FROM audit WHERE seq > ?1 AND kind = ?2 ORDER BY seq");
        self.all(&sql, params![after as i64, kind], rows::entry)
    }

    fn push_entry(&mut self, e: &Entry) -> Result<()> {
        self.write(
            &format!("INSERT INTO audit ({ENTRY}) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"),
            params![e.seq as i64, e.at, e.kind, e.body, e.prev, e.hash],
        )?;
        self.write("UPDATE state SET head_seq = ?1, head_hash = ?2", params![e.seq as i64, e.hash])
    }

    fn checkpoints(&mut self) -> Result<Vec<Head>> {
        self.all("SELECT seq, hash FROM checkpoint ORDER BY seq", (), rows::head)
    }

    fn put_checkpoint(&mut self, head: &Head, now: Millis) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO checkpoint (seq, hash, at) VALUES (?1, ?2, ?3)";
        self.write(sql, params![head.seq as i64, head.hash, now])
    }

    fn spool_offset(&mut self, file: &str) -> Result<u64> {
        let taken = self.number("SELECT taken FROM spool WHERE file = ?1", [file])?;
        unsigned(Some(taken.unwrap_or(0)))
    }

    fn put_spool_offset(&mut self, file: &str, offset: u64) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO spool (file, taken) VALUES (?1, ?2)";
        self.write(sql, params![file, offset as i64])
    }

    fn drop_spool_offsets(&mut self, kind: &str, before: &str) -> Result<()> {
        may_crash();
        let sql = "DELETE FROM spool WHERE file >= ?1 AND file < ?2";
        self.connection.execute(sql, [kind, before]).map(drop).map_err(store_error)
    }

    fn push_trace(&mut self, trace: &NewTrace) -> Result<()> {
        traces::push(self.connection, trace)
    }

    fn drop_traces_before(&mut self, time: Millis) -> Result<()> {
        traces::drop_before(self.connection, time)
    }

    fn each_trace(&mut self, filter: &TraceFilter, visit: &mut dyn FnMut(&TraceLine<'_>)) -> Result<()> {
        traces::each(self.connection, filter, visit)
    }

    fn traced_calls(&mut self, after: u64, limit: usize) -> Result<Vec<(u64, String)>> {
        traces::calls(self.connection, after, limit)
    }

    fn forget_traces(&mut self, what: &Forget) -> Result<u64> {
        traces::forget(self.connection, what)
    }

    fn forget_requests(&mut self, what: &Forget) -> Result<u64> {
        traces::forget_requests(self.connection, what)
    }
}
