//! The tables of traces.

use super::errors::store_error;
use crate::document::ApprovalDocument;
use crate::failpoint::may_crash;
use crate::{Answered, Forget, Millis, NewTrace, Result, State, StoreError, TraceFilter, TraceLine};
use herma_core::effect::Tier;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};
use sha2::{Digest, Sha256};

pub(super) fn push(connection: &Connection, trace: &NewTrace) -> Result<()> {
    may_crash();
    let call = call_id(connection, trace)?;
    let mut insert = connection
        .prepare_cached(
            "INSERT INTO trace (call, at, agent, session, surface, tier, rule, tool, decision, decided_by, would, \
             elapsed_us, request) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )
        .map_err(store_error)?;
    insert
        .execute(params![
            call,
            trace.at,
            trace.agent,
            trace.session,
            trace.surface,
            trace.tier.as_str(),
            trace.rule,
            trace.tool,
            trace.decision,
            trace.decided_by,
            trace.would,
            trace.elapsed_us as i64,
            trace.request,
        ])
        .map(drop)
        .map_err(store_error)
}

/// The number of this call; it gets one if it is new.
fn call_id(connection: &Connection, trace: &NewTrace) -> Result<i64> {
    // 128 bits: no two calls of one store share them by accident, and nobody gains by making two that do.
    let hash = Sha256::digest(trace.call.as_bytes());
    let hash = hash.get(..16).unwrap_or_default();
    let mut seen = connection
        .prepare_cached("UPDATE traced_call SET seen = max(seen, ?2) WHERE hash = ?1 RETURNING id")
        .map_err(store_error)?;
    let known = seen.query_row(params![hash, trace.at], |row| row.get(0)).optional().map_err(store_error)?;
    if let Some(id) = known {
        return Ok(id);
    }
    let mut insert = connection
        .prepare_cached("INSERT INTO traced_call (hash, seen, body) VALUES (?1, ?2, ?3)")
        .map_err(store_error)?;
    insert.insert(params![hash, trace.at, trace.call]).map_err(store_error)
}

pub(super) fn drop_before(connection: &Connection, time: Millis) -> Result<()> {
    may_crash();
    for sql in ["DELETE FROM trace WHERE at < ?1", "DELETE FROM traced_call WHERE seen < ?1"] {
        connection.prepare_cached(sql).and_then(|mut delete| delete.execute([time])).map_err(store_error)?;
    }
    Ok(())
}

pub(super) fn each(
    connection: &Connection,
    filter: &TraceFilter,
    visit: &mut dyn FnMut(&TraceLine<'_>),
) -> Result<()> {
    let mut wheres = Vec::new();
    let mut values: Vec<Value> = Vec::new();
    let mut only = |condition: &str, value: Value| {
        values.push(value);
        wheres.push(format!("{condition} ?{}", values.len()));
    };
    if let Some(id) = filter.id {
        only("t.id =", Value::Integer(id as i64));
    }
    if let Some(since) = filter.since {
        only("t.at >=", Value::Integer(since));
    }
    if let Some(agent) = &filter.agent {
        only("t.agent =", Value::Text(agent.clone()));
    }
    if let Some(decision) = &filter.decision {
        only("t.decision =", Value::Text(decision.clone()));
    }
    let wheres = if wheres.is_empty() { String::new() } else { format!("WHERE {}", wheres.join(" AND ")) };
    let order = match filter.newest {
        Some(limit) => format!("ORDER BY t.id DESC LIMIT {}", i64::try_from(limit).unwrap_or(i64::MAX)),
        None => "ORDER BY t.id".to_owned(),
    };
    let sql = format!(
        "SELECT t.id, t.call, t.at, t.agent, t.session, t.surface, t.tier, t.rule, t.tool, t.decision, t.decided_by, \
         t.would, t.elapsed_us, t.request, r.state, r.created, r.decided_at, r.decided_by, r.decided_how, r.reason, \
         r.outcome FROM trace t LEFT JOIN request r ON r.id = t.request {wheres} {order}"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(store_error)?;
    let mut rows = statement.query(params_from_iter(values)).map_err(store_error)?;
    while let Some(row) = rows.next().map_err(store_error)? {
        visit(&line(row)?);
    }
    Ok(())
}

fn line<'a>(row: &'a Row<'_>) -> Result<TraceLine<'a>> {
    let answered = match optional(row, 14)? {
        None => None,
        Some(state) => Some(Answered {
            state: State::parse(state).ok_or_else(damaged)?,
            asked: number(row, 15)?,
            decided: row.get(16).map_err(store_error)?,
            by: optional(row, 17)?,
            how: optional(row, 18)?,
            reason: optional(row, 19)?,
            outcome: optional(row, 20)?,
        }),
    };
    let tier = text(row, 6)?;
    Ok(TraceLine {
        id: number(row, 0)? as u64,
        call: number(row, 1)? as u64,
        at: number(row, 2)?,
        agent: text(row, 3)?,
        session: text(row, 4)?,
        surface: text(row, 5)?,
        tier: Tier::ALL.iter().copied().find(|one| one.as_str() == tier).ok_or_else(damaged)?,
        rule: text(row, 7)?,
        tool: text(row, 8)?,
        decision: text(row, 9)?,
        decided_by: text(row, 10)?,
        would: optional(row, 11)?,
        elapsed_us: number(row, 12)? as u64,
        request: optional(row, 13)?,
        answered,
    })
}

fn damaged() -> StoreError {
    StoreError::Corrupt("a trace does not hold what was put there".to_owned())
}

fn number(row: &Row<'_>, at: usize) -> Result<i64> {
    row.get(at).map_err(store_error)
}

fn text<'a>(row: &'a Row<'_>, at: usize) -> Result<&'a str> {
    optional(row, at)?.ok_or_else(damaged)
}

fn optional<'a>(row: &'a Row<'_>, at: usize) -> Result<Option<&'a str>> {
    match row.get_ref(at).map_err(store_error)? {
        ValueRef::Null => Ok(None),
        other => other.as_str().map(Some).map_err(|_| damaged()),
    }
}

pub(super) fn calls(connection: &Connection, after: u64, limit: usize) -> Result<Vec<(u64, String)>> {
    let mut statement = connection
        .prepare_cached("SELECT id, body FROM traced_call WHERE id > ?1 ORDER BY id LIMIT ?2")
        .map_err(store_error)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement
        .query_map([after as i64, limit], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))
        .map_err(store_error)?;
    rows.collect::<rusqlite::Result<Vec<_>>>().map_err(store_error)
}

/// The condition on a time and a session, and its value.
fn condition(what: &Forget, time: &str) -> (String, Option<Value>) {
    match what {
        Forget::Before(before) => (format!("{time} < ?1"), Some(Value::Integer(*before))),
        Forget::Session(name) => ("session = ?1".to_owned(), Some(Value::Text(name.clone()))),
        Forget::All => ("true".to_owned(), None),
    }
}

pub(super) fn forget(connection: &Connection, what: &Forget) -> Result<u64> {
    may_crash();
    let (condition, value) = condition(what, "at");
    let sql = format!("DELETE FROM trace WHERE {condition}");
    let count = connection.execute(&sql, params_from_iter(value)).map_err(store_error)?;
    let orphans = "DELETE FROM traced_call WHERE id NOT IN (SELECT call FROM trace)";
    connection.execute(orphans, ()).map_err(store_error)?;
    Ok(count as u64)
}

pub(super) fn forget_requests(connection: &Connection, what: &Forget) -> Result<u64> {
    may_crash();
    let (condition, value) = condition(what, "created");
    let sql = format!(
        "UPDATE request SET document = ?2, cwd = '' \
         WHERE state NOT IN ('pending', 'approved') AND document <> ?2 AND {condition}"
    );
    let forgotten = ApprovalDocument::forgotten().to_text();
    connection.execute(&sql, (value, forgotten)).map(|rows| rows as u64).map_err(store_error)
}
