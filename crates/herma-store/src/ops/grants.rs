//! Grants: given, found, used, confirmed, revoked.

use super::{Tables, audit, requests};
use crate::transition::grant_entry;
use crate::{Grant, GrantId, Millis, NewGrant, Result, StoreError};
use herma_core::effect::Tier;

pub(super) fn add(tables: &mut dyn Tables, new: &NewGrant, now: Millis) -> Result<Grant> {
    let grant = Grant::new(new, now)?;
    tables.put_grant(&grant)?;
    audit::push_entry(tables, &grant_entry("grant", &grant, &grant.by), now)?;
    Ok(grant)
}

pub(super) fn find(
    tables: &mut dyn Tables,
    digest: &str,
    agent: &str,
    session: &str,
    tier: Tier,
    now: Millis,
) -> Result<Option<Grant>> {
    let mut fitting = tables.grants_of_digest(digest)?;
    fitting.retain(|grant| grant.is_live(now) && grant.fits(digest, agent, session, tier));
    // One that can be used as it is comes before one that wants a person.
    fitting.sort_by_key(|grant| (grant.reconfirm, std::cmp::Reverse(grant.given)));
    Ok(fitting.into_iter().next())
}

/// Live ones by rule, for whoever this agent's session is. The one that ends last comes first.
pub(super) fn by_rule(
    tables: &mut dyn Tables,
    agent: &str,
    session: &str,
    now: Millis,
) -> Result<Vec<Grant>> {
    let mut fitting = tables.grants_by_rule()?;
    fitting.retain(|grant| grant.is_live(now) && grant.is_given_to(agent, session));
    fitting.sort_by_key(|grant| {
        (
            grant.reconfirm,
            std::cmp::Reverse((grant.expires.unwrap_or(Millis::MAX), grant.given)),
            grant.id.clone(),
        )
    });
    Ok(fitting)
}

pub(super) fn grant(tables: &mut dyn Tables, id: &GrantId) -> Result<Grant> {
    tables.grant(id)?.ok_or_else(|| StoreError::unknown(id))
}

pub(super) fn use_once(tables: &mut dyn Tables, id: &GrantId, now: Millis) -> Result<Grant> {
    let grant = live(tables, id, now)?;
    if grant.reconfirm {
        return Err(StoreError::Expired { name: id.to_string(), at: now });
    }
    let used = Grant { used: grant.used.saturating_add(1), last_used: Some(now), ..grant };
    tables.put_grant(&used)?;
    Ok(used)
}

pub(super) fn confirm(tables: &mut dyn Tables, id: &GrantId, by: &str, now: Millis) -> Result<Grant> {
    let grant = Grant { reconfirm: false, ..live(tables, id, now)? };
    tables.put_grant(&grant)?;
    audit::push_entry(tables, &grant_entry("grant_confirmed", &grant, by), now)?;
    Ok(grant)
}

pub(super) fn revoke(tables: &mut dyn Tables, id: &GrantId, by: &str, now: Millis) -> Result<Grant> {
    let grant = live(tables, id, now)?;
    let revoked = Grant { revoked: Some((by.to_owned(), now)), ..grant };
    tables.put_grant(&revoked)?;
    audit::push_entry(tables, &grant_entry("grant_revoked", &revoked, by), now)?;
    requests::cancel_with(tables, &revoked, by, now)?;
    Ok(revoked)
}

fn live(tables: &mut dyn Tables, id: &GrantId, now: Millis) -> Result<Grant> {
    let grant = tables.grant(id)?.ok_or_else(|| StoreError::unknown(id))?;
    if grant.is_live(now) {
        return Ok(grant);
    }
    let ended = grant.revoked.map(|(_, at)| at).or(grant.expires).or(grant.last_used);
    Err(StoreError::Expired { name: id.to_string(), at: ended.unwrap_or(now) })
}
