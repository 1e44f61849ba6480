//! Requests: created, answered, climbed, ended, run.

use super::{Tables, audit};
use crate::audit::EXECUTED;
use crate::transition::{self, Voted};
use crate::{
    Answer, Climb, Created, Cursor, Decided, End, Filter, Grant, Lock, Millis, NewRequest, Outcome, Page,
    RateLimit, Request, RequestId, Result, Scope, Stage, State, StoreError, Vote, id,
};
use serde_json::{Value, json};

pub(super) fn create(
    tables: &mut dyn Tables,
    new: &NewRequest,
    limit: Option<&RateLimit>,
    now: Millis,
) -> Result<Created> {
    let earlier = tables.same_action(new)?;
    let mut attached = None;
    for one in &earlier {
        let latest = match &one.decided {
            Some(decided) => tables.latest_after(decided.entry)?,
            None => None,
        };
        if transition::attaches(one, new, now, latest) {
            attached = Some(one);
            break;
        }
    }
    if let Some(same) = attached {
        let merged = Request { merged: same.merged.saturating_add(1), ..same.clone() };
        return save(tables, merged).map(Created::Attached);
    }
    let (limited, session) = limited(new);
    if let Some(lock) = tables.lock(&limited)?.filter(|lock| now < lock.until) {
        return Ok(Created::Locked(lock));
    }
    if let Some(limit) = limit
        && tables.created_after(&new.agent, session, now.saturating_sub(limit.window))? >= limit.max
    {
        let lock = Lock { agent: limited, since: now, until: now.saturating_add(limit.lock_for) };
        tables.put_lock(&lock)?;
        let body =
            json!({"agent": lock.agent, "until": lock.until, "max": limit.max, "window": limit.window});
        audit::push(tables, "agent_locked", body, now)?;
        return Ok(Created::Locked(lock));
    }
    for same in earlier.into_iter().filter(|one| one.state == State::Pending) {
        // Its time is over and nobody has said so yet, or it was judged milder than the same call is now. Either
        // way two open questions about one action would be one too many.
        let end = if now >= same.expires {
            End::Expire
        } else {
            End::Cancel {
                by: transition::CLOCK.to_owned(),
                reason: "the same call is asked again, and now needs more".to_owned(),
            }
        };
        end_request(tables, same, &end, now)?;
    }
    let ticket = id::ticket(|ticket| Ok(tables.request_by_ticket(ticket)?.is_some()))?;
    let request = Request::new(new, ticket, tables.next_revision()?, now)?;
    tables.insert_request(&request)?;
    Ok(Created::New(request))
}

/// Who is locked for asking too much, and which session's questions count. `herma run` is no agent: what one terminal asks
/// says nothing of the others.
fn limited(new: &NewRequest) -> (String, Option<&str>) {
    match new.surface == "run" {
        true => (format!("{}:{}", new.agent, new.session), Some(&new.session)),
        false => (new.agent.clone(), None),
    }
}

pub(super) fn request(tables: &mut dyn Tables, name: &str) -> Result<Request> {
    let found = match RequestId::parse(name) {
        Some(id) => tables.request(&id)?,
        None => tables.request_by_ticket(&name.to_ascii_uppercase())?,
    };
    found.ok_or_else(|| StoreError::unknown(name))
}

pub(super) fn list(
    tables: &mut dyn Tables,
    filter: &Filter,
    after: Option<&Cursor>,
    limit: usize,
) -> Result<Page> {
    let limit = limit.max(1);
    let mut requests = tables.list(filter, after, limit)?;
    let more = requests.len() > limit;
    requests.truncate(limit);
    let next = if more { requests.last().map(Cursor::at) } else { None };
    Ok(Page { requests, next })
}

/// The outer result is the store's, the inner one the answer: a late answer may have to expire the request first.
pub(super) fn decide(
    tables: &mut dyn Tables,
    id: &RequestId,
    vote: &Vote,
    now: Millis,
) -> Result<Result<Request>> {
    let request = by_id(tables, id)?;
    if let Err(late) = transition::open(&request, now) {
        return late_for(tables, request, late, now);
    }
    if matches!(vote.answer, Answer::Approve(_))
        && let Err(unreadable) = transition::readable(&request)
    {
        return Ok(Err(unreadable));
    }
    let before = tables.votes(id)?;
    match transition::vote(&request, &before, vote) {
        Voted::Known => Ok(Ok(request)),
        Voted::Counted => {
            tables.insert_vote(id, vote, now)?;
            let body = transition::vote_body(vote, None);
            audit::push_entry(tables, &transition::entry("vote", &request, body), now)?;
            save(tables, request).map(Ok)
        }
        Voted::Decided(state, scope) => {
            tables.insert_vote(id, vote, now)?;
            let body = transition::vote_body(vote, scope);
            let entry = audit::push_entry(tables, &transition::entry(state.as_str(), &request, body), now)?;
            let width = transition::width(&before, vote);
            let grants = scope.map(|scope| transition::grants_of(&request, vote, width, scope));
            for new in grants.unwrap_or_default() {
                let grant = Grant::new(&new, now)?;
                tables.put_grant(&grant)?;
                audit::push_entry(tables, &transition::grant_entry("grant", &grant, &vote.by), now)?;
            }
            let decided = Decided {
                at: now,
                by: vote.by.clone(),
                how: vote.channel.clone(),
                reason: vote.reason.clone(),
                scope,
                entry,
            };
            save(tables, Request { state, decided: Some(decided), ..request }).map(Ok)
        }
    }
}

pub(super) fn climb(tables: &mut dyn Tables, id: &RequestId, from: &Stage, to: &Stage) -> Result<Climb> {
    let request = by_id(tables, id)?;
    if request.state != State::Pending || request.stage != *from {
        return Ok(Climb::Elsewhere(request));
    }
    save(tables, Request { stage: *to, ..request }).map(Climb::Climbed)
}

pub(super) fn end(
    tables: &mut dyn Tables,
    id: &RequestId,
    how: &End,
    now: Millis,
) -> Result<Result<Request>> {
    let request = by_id(tables, id)?;
    match transition::end(&request, how, now) {
        Ok(_) => end_request(tables, request, how, now).map(Ok),
        Err(late) => late_for(tables, request, late, now),
    }
}

pub(super) fn take_back(tables: &mut dyn Tables, account: &str, by: &str, now: Millis) -> Result<usize> {
    let all = tables.voted(account)?;
    for request in &all {
        let request = request.clone();
        tables.drop_votes(&request.id, account)?;
        let reason = format!("`{account}`, who said yes, may answer nothing any more");
        if request.state == State::Pending {
            let body = json!({"account": account, "by": by, "reason": reason});
            audit::push_entry(tables, &transition::entry("vote-taken-back", &request, body), now)?;
            save(tables, request)?;
            continue;
        }
        cancel_approved(tables, request, by, reason, json!({"account": account}), now)?;
    }
    Ok(all.len())
}

/// A grant is over: an approval that was given with it, and that nobody has used, is too.
pub(super) fn cancel_with(tables: &mut dyn Tables, grant: &Grant, by: &str, now: Millis) -> Result<()> {
    for request in tables.approved_of(&grant.digest)? {
        let given_with = request.decided.as_ref().and_then(|decided| decided.scope) == Some(grant.scope);
        if !given_with || !grant.is_given_to(&request.agent, &request.session) {
            continue;
        }
        let reason = format!("grant {} was revoked", grant.id);
        cancel_approved(tables, request, by, reason, json!({}), now)?;
    }
    Ok(())
}

/// An approval that nobody has used yet is taken away.
fn cancel_approved(
    tables: &mut dyn Tables,
    request: Request,
    by: &str,
    reason: String,
    mut body: Value,
    now: Millis,
) -> Result<Request> {
    body["by"] = by.into();
    body["reason"] = reason.as_str().into();
    let state = State::Canceled;
    let entry = audit::push_entry(tables, &transition::entry(state.as_str(), &request, body), now)?;
    let (how, scope) = (state.as_str().to_owned(), None);
    let decided = Decided { at: now, by: by.to_owned(), how, reason: Some(reason), scope, entry };
    save(tables, Request { state, decided: Some(decided), ..request })
}

pub(super) fn expire_due(tables: &mut dyn Tables, now: Millis, limit: usize) -> Result<Vec<Request>> {
    let due = tables.due(now, limit)?;
    due.into_iter().map(|request| end_request(tables, request, &End::Expire, now)).collect()
}

pub(super) fn claim(tables: &mut dyn Tables, id: &RequestId, digest: &str, now: Millis) -> Result<Request> {
    let request = by_id(tables, id)?;
    let (entry, latest, run) = match &request.decided {
        Some(decided) => (
            tables.entry(decided.entry)?,
            tables.latest_after(decided.entry)?,
            tables.entries_of_kind(EXECUTED, decided.entry)?,
        ),
        None => (None, None, Vec::new()),
    };
    transition::claimable(&request, entry.as_ref(), digest, now, latest)?;
    // The row can be written by hand, the chain cannot: what it says was run is not run again (T20).
    if run.iter().any(|entry| entry.request().as_deref() == Some(request.id.as_str())) {
        let why = format!("{} is approved, but the audit chain says that it was used", request.ticket);
        return Err(StoreError::Corrupt(why));
    }
    audit::push_entry(tables, &transition::entry(EXECUTED, &request, Value::Null), now)?;
    save(tables, Request { state: State::Executed, claimed: Some(now), ..request })
}

pub(super) fn report(
    tables: &mut dyn Tables,
    id: &RequestId,
    outcome: Outcome,
    now: Millis,
) -> Result<Request> {
    let request = by_id(tables, id)?;
    match (request.state, request.outcome) {
        // A word that comes after we gave up is still the truth about what happened.
        // That it was handed over is only where its story began.
        (State::Executed | State::Unknown, None) | (State::Executed, Some(Outcome::Handed))
            if request.outcome != Some(outcome) =>
        {
            let body = json!({"outcome": outcome.to_text()});
            audit::push_entry(tables, &transition::entry("reported", &request, body), now)?;
            save(tables, Request { state: State::Executed, outcome: Some(outcome), ..request })
        }
        (State::Executed | State::Unknown, Some(known)) if known == outcome => Ok(request),
        (state, _) => Err(StoreError::NotApproved { state }),
    }
}

pub(super) fn give_up(tables: &mut dyn Tables, claimed_before: Millis, now: Millis) -> Result<Vec<Request>> {
    let silent = tables.silent(claimed_before)?;
    let mut gone = Vec::with_capacity(silent.len());
    for request in silent {
        audit::push_entry(tables, &transition::entry("unknown", &request, Value::Null), now)?;
        gone.push(save(tables, Request { state: State::Unknown, ..request })?);
    }
    Ok(gone)
}

pub(super) fn lock(tables: &mut dyn Tables, agent: &str, now: Millis) -> Result<Option<Lock>> {
    Ok(tables.lock(agent)?.filter(|lock| now < lock.until))
}

pub(super) fn unlock(tables: &mut dyn Tables, agent: &str, by: &str, now: Millis) -> Result<()> {
    let lock = lock(tables, agent, now)?.ok_or_else(|| StoreError::unknown(agent))?;
    tables.put_lock(&Lock { until: now, ..lock })?;
    audit::push(tables, "agent_unlocked", json!({"agent": agent, "by": by}), now)
}

/// A request whose time is over while it still says pending: says so before the caller is told.
fn late_for(
    tables: &mut dyn Tables,
    request: Request,
    late: StoreError,
    now: Millis,
) -> Result<Result<Request>> {
    if request.state == State::Pending && matches!(late, StoreError::Expired { .. }) {
        end_request(tables, request, &End::Expire, now)?;
    }
    Ok(Err(late))
}

fn end_request(tables: &mut dyn Tables, request: Request, how: &End, now: Millis) -> Result<Request> {
    let (state, by, reason) = transition::end(&request, how, now)?;
    let body = json!({"by": by, "reason": reason});
    let entry = audit::push_entry(tables, &transition::entry(state.as_str(), &request, body), now)?;
    let decided =
        Decided { at: now, by, how: state.as_str().to_owned(), reason, scope: None::<Scope>, entry };
    let edited_into = match how {
        End::Edited { into, .. } => Some(into.clone()),
        End::Expire | End::Cancel { .. } | End::Delegate { .. } => None,
    };
    save(tables, Request { state, decided: Some(decided), edited_into, ..request })
}

fn by_id(tables: &mut dyn Tables, id: &RequestId) -> Result<Request> {
    tables.request(id)?.ok_or_else(|| StoreError::unknown(id))
}

fn save(tables: &mut dyn Tables, mut request: Request) -> Result<Request> {
    request.revision = tables.next_revision()?;
    tables.update_request(&request)?;
    Ok(request)
}
