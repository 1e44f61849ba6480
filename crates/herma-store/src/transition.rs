//! What may become of a request: pure, and the same for every store.

use crate::audit::{Entry, NewEntry};
use crate::request::requesters;
use crate::{
    Answer, End, Grant, Millis, NewGrant, NewRequest, Request, Result, Scope, State, StoreError, Vote,
};
use herma_core::grant::Width;
use serde_json::{Value, json};

/// A clock that was set back by less than this is a clock that was corrected. By more, and nobody knows how old an
/// approval really is: then it is not used.
const CLOCK_SLACK: Millis = 60_000;
/// Who decides what no person did.
pub(crate) const CLOCK: &str = "herma";

/// What a vote leads to.
pub(crate) enum Voted {
    /// This person has said so before, and others are still missing.
    Known,
    Counted,
    Decided(State, Option<Scope>),
}

/// `Err` if nobody can see what it is about: then it can only be denied, or expire.
pub(crate) fn readable(request: &Request) -> Result<()> {
    match &request.document.unreadable {
        None => Ok(()),
        Some(why) => Err(StoreError::Unreadable { name: request.ticket.clone(), why: why.clone() }),
    }
}

/// `Err` unless an answer still counts.
pub(crate) fn open(request: &Request, now: Millis) -> Result<()> {
    match request.state {
        State::Pending if now < request.expires => Ok(()),
        State::Pending | State::Expired => {
            Err(StoreError::Expired { name: request.ticket.clone(), at: request.expires })
        }
        State::Approved
        | State::Denied
        | State::Canceled
        | State::Delegated
        | State::Executed
        | State::Unknown => Err(already(request)),
    }
}

/// Counts a vote on a request that is [`open`].
pub(crate) fn vote(request: &Request, before: &[Vote], vote: &Vote) -> Voted {
    let Answer::Approve(scope) = vote.answer else { return Voted::Decided(State::Denied, None) };
    let mut narrowest = scope.min(request.widest);
    for earlier in before {
        if let Answer::Approve(scope) = earlier.answer {
            narrowest = narrowest.min(scope);
        }
    }
    if voices(before.iter().chain([vote])) >= usize::from(request.needed) {
        Voted::Decided(State::Approved, Some(narrowest))
    } else if before.iter().any(|earlier| earlier.by == vote.by) {
        Voted::Known
    } else {
        Voted::Counted
    }
}

/// How many have said yes. Answers that one and the same person may have given count as one, however many names they have.
pub fn voices<'a>(votes: impl IntoIterator<Item = &'a Vote>) -> usize {
    let mut voices: Vec<Vec<&str>> = Vec::new();
    for vote in votes.into_iter().filter(|vote| matches!(vote.answer, Answer::Approve(_))) {
        let mut names: Vec<&str> =
            [Some(vote.by.as_str()), vote.through.as_deref()].into_iter().flatten().collect();
        voices.retain(|known| {
            let shared = known.iter().any(|one| names.contains(one));
            if shared {
                names.extend(known);
            }
            !shared
        });
        voices.push(names);
    }
    voices.len()
}

/// The state, the actor, the channel and the reason of an end without a vote.
pub(crate) fn end(request: &Request, end: &End, now: Millis) -> Result<(State, String, Option<String>)> {
    match end {
        End::Expire => match open(request, now) {
            // Before its time there is nothing to expire.
            Ok(()) => Err(StoreError::NotApproved { state: State::Pending }),
            Err(StoreError::Expired { .. }) if request.state == State::Pending => {
                Ok((State::Expired, CLOCK.to_owned(), None))
            }
            Err(error) => Err(error),
        },
        End::Cancel { by, reason } => {
            open(request, now)?;
            Ok((State::Canceled, by.clone(), Some(reason.clone())))
        }
        End::Edited { by, into } => {
            open(request, now)?;
            Ok((State::Canceled, by.clone(), Some(format!("edited into {into}"))))
        }
        End::Delegate { to } => {
            open(request, now)?;
            Ok((State::Delegated, to.clone(), None))
        }
    }
}

/// `Err` unless this caller may run it now. `entry` is the one that the approval names, `latest` the latest moment that was
/// written down since: what was over then is over, wherever the clock stands by now (T21).
pub(crate) fn claimable(
    request: &Request,
    entry: Option<&Entry>,
    digest: &str,
    now: Millis,
    latest: Option<Millis>,
) -> Result<()> {
    let (State::Approved, Some(decided)) = (request.state, &request.decided) else {
        return Err(match request.state {
            State::Executed | State::Unknown => already(request),
            State::Expired => StoreError::Expired { name: request.ticket.clone(), at: request.expires },
            state @ (State::Pending
            | State::Approved
            | State::Denied
            | State::Canceled
            | State::Delegated) => StoreError::NotApproved { state },
        });
    };
    readable(request)?;
    if request.digest != digest {
        return Err(StoreError::OtherAction);
    }
    let good_until = decided.at.saturating_add(request.good_for);
    if now.max(latest.unwrap_or(now)) >= good_until || now < decided.at.saturating_sub(CLOCK_SLACK) {
        return Err(StoreError::Expired { name: request.ticket.clone(), at: good_until });
    }
    if entry.is_some_and(|entry| proves(entry, request)) {
        Ok(())
    } else {
        Err(StoreError::Corrupt(format!(
            "{} is approved, but the audit chain does not say so",
            request.ticket
        )))
    }
}

/// Whether this entry is the approval of this request. A row that somebody wrote by hand has none.
fn proves(entry: &Entry, request: &Request) -> bool {
    let body: Value = serde_json::from_str(&entry.body).unwrap_or_default();
    entry.is_whole()
        && entry.kind == State::Approved.as_str()
        && body.get("request").and_then(Value::as_str) == Some(request.id.as_str())
        && body.get("digest").and_then(Value::as_str) == Some(&request.digest)
}

/// Whether a new request attaches to this earlier one of the same action and session: only where that one wants at least as
/// much of whoever answers.
pub(crate) fn attaches(earlier: &Request, new: &NewRequest, now: Millis, latest: Option<Millis>) -> bool {
    let open = match earlier.state {
        State::Pending => now < earlier.expires,
        State::Approved => earlier.good_until().is_some_and(|end| now.max(latest.unwrap_or(now)) < end),
        State::Denied
        | State::Expired
        | State::Canceled
        | State::Delegated
        | State::Executed
        | State::Unknown => false,
    };
    let kept_out = |one: &str| earlier.requesters().any(|known| known == one);
    open && earlier.document.unreadable.is_none()
        && earlier.tier >= new.tier
        && earlier.needed >= new.needed
        && earlier.proof >= new.proof
        && requesters(new.requester.as_deref()).all(kept_out)
}

fn already(request: &Request) -> StoreError {
    let (by, when) = match &request.decided {
        Some(decided) => (decided.by.clone(), request.claimed.unwrap_or(decided.at)),
        None => (CLOCK.to_owned(), request.expires),
    };
    StoreError::AlreadyDecided { by, what: request.state, when }
}

/// The narrowest width that those who said yes have agreed to.
pub(crate) fn width(before: &[Vote], vote: &Vote) -> Width {
    let yes = before.iter().filter(|earlier| matches!(earlier.answer, Answer::Approve(_)));
    yes.map(|earlier| earlier.width).fold(vote.width, Width::min)
}

/// The grants that a yes leaves behind: one for each part of the call.
pub(crate) fn grants_of(request: &Request, vote: &Vote, width: Width, scope: Scope) -> Vec<NewGrant> {
    match scope {
        Scope::Once => Vec::new(),
        Scope::Session | Scope::Always => {
            let grant = |rule| NewGrant {
                scope,
                rule,
                digest: request.digest.clone(),
                about: request.document.command.clone(),
                agent: request.agent.clone(),
                session: request.session.clone(),
                tier: request.tier,
                by: vote.by.clone(),
                expires: vote.grant_until,
            };
            request.parts.rules(width).into_iter().map(grant).collect()
        }
    }
}

/// What the chain says about a request.
pub(crate) fn entry(kind: &str, request: &Request, more: Value) -> NewEntry {
    let mut body = json!({
        "request": request.id.as_str(), "ticket": request.ticket, "digest": request.digest,
        "agent": request.agent, "session": request.session, "tool": request.tool, "tier": request.tier.as_str(),
    });
    if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
        body.extend(more);
    }
    NewEntry::new(kind, body)
}

pub(crate) fn vote_body(vote: &Vote, scope: Option<Scope>) -> Value {
    let mut body = json!({"by": vote.by, "account": vote.account, "channel": vote.channel, "reason": vote.reason,
                          "scope": scope.map(Scope::as_str)});
    if let Some(through) = &vote.through {
        body["through"] = through.as_str().into();
    }
    if vote.level > 0 {
        body["level"] = vote.level.into();
        body["proof"] =
            vote.proof.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    }
    body
}

pub(crate) fn grant_entry(kind: &str, grant: &Grant, by: &str) -> NewEntry {
    NewEntry::new(
        kind,
        json!({"grant": grant.id.as_str(), "scope": grant.scope.as_str(), "rule": grant.rule.to_json(), "digest": grant.digest,
               "agent": grant.agent, "session": grant.session, "tier": grant.tier.as_str(), "by": by,
               "expires": grant.expires}),
    )
}
