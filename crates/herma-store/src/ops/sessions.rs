//! Sessions: seen, resumed, ended.

use super::{Tables, audit, requests};
use crate::transition::grant_entry;
use crate::{Arrival, Grant, Host, Millis, Result, Scope, Session, StoreError};
use serde_json::json;

pub(super) fn arrive(
    tables: &mut dyn Tables,
    agent: &str,
    id: &str,
    host: Host,
    now: Millis,
) -> Result<(Session, Arrival)> {
    let (session, arrival) = match tables.session(agent, id)? {
        None => {
            let (agent, id) = (agent.to_owned(), id.to_owned());
            let new = Session { agent, id, host, first_seen: now, last_seen: now, ended: None, resumed: 0 };
            (new, Arrival::New)
        }
        Some(known) if known.host == host && known.ended.is_none() => {
            (Session { last_seen: now, ..known }, Arrival::Known)
        }
        Some(known) => {
            let resumed = known.resumed.saturating_add(1);
            (Session { host, last_seen: now, ended: None, resumed, ..known }, Arrival::Resumed)
        }
    };
    tables.put_session(&session)?;
    if arrival == Arrival::Resumed {
        for grant in live_grants(tables, agent, id, now)? {
            tables.put_grant(&Grant { reconfirm: true, ..grant })?;
        }
    }
    Ok((session, arrival))
}

pub(super) fn session(tables: &mut dyn Tables, agent: &str, id: &str) -> Result<Session> {
    tables.session(agent, id)?.ok_or_else(|| StoreError::unknown(id))
}

pub(super) fn end(tables: &mut dyn Tables, agent: &str, id: &str, by: &str, now: Millis) -> Result<Session> {
    let known = session(tables, agent, id)?;
    for grant in live_grants(tables, agent, id, now)? {
        audit::push_entry(tables, &grant_entry("grant_revoked", &grant, by), now)?;
        tables.put_grant(&Grant { revoked: Some((by.to_owned(), now)), ..grant.clone() })?;
        requests::cancel_with(tables, &grant, by, now)?;
    }
    audit::push(tables, "session_ended", json!({"agent": agent, "session": id, "by": by}), now)?;
    let ended = Session { ended: Some(now), ..known };
    tables.put_session(&ended)?;
    Ok(ended)
}

/// Those that hold for this session only.
fn live_grants(tables: &mut dyn Tables, agent: &str, id: &str, now: Millis) -> Result<Vec<Grant>> {
    let mut grants = tables.grants_of_session(agent, id)?;
    grants.retain(|grant| grant.scope != Scope::Always && grant.is_live(now));
    Ok(grants)
}
