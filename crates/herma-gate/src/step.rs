//! What time does to a waiting request.

use crate::notice::{Notice, Why, notices};
use crate::opening::stage;
use crate::settings::{LAST_LEVEL, Settings};
use herma_store::{Millis, Request, Stage, State};

/// A clock that is set back further than this is no correction: nobody knows any more how long the request has waited.
const CLOCK_SLACK: Millis = 60_000;

/// What is due.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Step {
    /// Nothing, until then.
    Wait(Millis),
    /// Store this stage, and tell these if it was us who stored it.
    Climb(Stage, Vec<Notice>),
    /// Nobody answered.
    Expire,
    /// Its times mean nothing any more.
    Cancel(&'static str),
    /// It is no longer pending.
    Over,
}

/// One step; to be asked again until it says to wait.
pub fn next_step(settings: &Settings, request: &Request, now: Millis) -> Step {
    if request.state != State::Pending {
        return Step::Over;
    }
    if now >= request.expires {
        return Step::Expire;
    }
    let Stage { level: number, since, deadline, backup_told } = request.stage;
    if now < request.created.min(since).saturating_sub(CLOCK_SLACK) {
        return Step::Cancel("the clock was set back: ask again");
    }
    if number < LAST_LEVEL && now >= deadline {
        let next = number + 1;
        let people = settings.of(request.tier, &settings.level(next).people);
        // From the deadline, not from now: whoever looked late does not give the next level less.
        return Step::Climb(
            stage(settings, next, deadline, request.expires),
            notices(people, Why::Escalated),
        );
    }
    let level = settings.level(number);
    let half = since.saturating_add(level.time.max(0) / 2);
    if backup_told || level.backup.is_empty() {
        return Step::Wait(deadline);
    }
    if now < half {
        return Step::Wait(half.min(deadline));
    }
    let people = settings.of(request.tier, &level.backup);
    Step::Climb(Stage { backup_told: true, ..request.stage }, notices(people, Why::Backup))
}
