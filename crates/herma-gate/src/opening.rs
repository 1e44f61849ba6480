//! The start: what is stored, and who hears of it first.

use crate::notice::{Notice, Why, notices};
use crate::settings::{LAST_LEVEL, Nobody, Settings, level_of};
use herma_store::{Millis, NewRequest, Request, Stage, requesters};

/// How long a request may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// The end of the last level is the end: somebody sits in front of it (`herma run`).
    LastLevel,
    /// It stays open after the last level, since `herma approve` can always answer (hooks, proxies, API, A2A).
    Open,
}

/// How a question starts: store the request, then tell these.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Opening {
    pub request: NewRequest,
    pub tell: Vec<Notice>,
}

/// Fills in what the settings say about a request: stages, times, how many people. `None` if nobody may answer, and the
/// settings say not to wait for somebody who may.
pub fn opening(settings: &Settings, new: &NewRequest, patience: Patience, now: Millis) -> Option<Opening> {
    let number = level_of(new.tier);
    let level = settings.level(number);
    let needed = new.needed.max(level.needed).max(1);
    let may = settings.may_approve(new.tier, new.requester.as_deref());
    if may.len() < usize::from(needed) && settings.nobody == Nobody::Deny {
        return None;
    }
    let ladder: Millis = (number..=LAST_LEVEL).map(|n| settings.level(n).time.max(0)).sum();
    let lasts = match patience {
        Patience::LastLevel => ladder,
        Patience::Open if settings.ends_with_last_level => ladder,
        Patience::Open => settings.expires_after,
    };
    // What is for a person in crisis is neither sent nor dropped: it stays a draft until somebody has read it.
    let lasts = if new.document.crisis { lasts.max(settings.draft_for) } else { lasts };
    let expires = now.saturating_add(lasts);
    let stage = stage(settings, number, now, expires);
    let request = NewRequest { needed, stage, expires, good_for: settings.good_for, ..new.clone() };
    let tell = notices(level.people.iter().map(String::as_str), Why::Asked);
    Some(Opening { request, tell })
}

/// The stage of a level that starts at `since`. The last level lasts until the request expires.
pub(crate) fn stage(settings: &Settings, level: u8, since: Millis, expires: Millis) -> Stage {
    let over = since.saturating_add(settings.level(level).time.max(0)).min(expires);
    let deadline = if level >= LAST_LEVEL { expires } else { over };
    Stage { level, since, deadline, backup_told: false }
}

/// What whoever edits a call may do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editor {
    /// Where whoever it comes from may not approve it, it comes from whoever edited it too.
    Requests,
    /// It comes from another user, and nobody wants a third one to see it.
    MayApprove,
}

/// What was edited before it is approved: assessed anew by the caller, and never easier to approve than what it came
/// from (T22).
pub fn edited(old: &Request, new: &NewRequest, account: &str, editor: Editor) -> NewRequest {
    let mut from: Vec<&str> = old.requesters().chain(requesters(new.requester.as_deref())).collect();
    if !from.is_empty() && editor == Editor::Requests {
        from.push(account);
    }
    NewRequest {
        agent: old.agent.clone(),
        session: old.session.clone(),
        requester: (!from.is_empty()).then(|| from.join(" ")),
        surface: old.surface.clone(),
        tier: new.tier.max(old.tier),
        needed: new.needed.max(old.needed),
        proof: new.proof.max(old.proof),
        widest: new.widest.min(old.widest),
        ..new.clone()
    }
}
