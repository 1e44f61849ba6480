//! Levels, times, escalation, expiry.

use crate::support::{MINUTE, NOW, SECOND, call, gate, names, settings, waits, yes};
use herma_core::effect::Tier;
use herma_gate::{Asked, Gate, Patience, Settings, Step, Why, next_step};
use herma_store::{ApprovalDocument, Filter, MemoryStore, NewRequest, Request, State, Store};
use std::time::Instant;

/// Every second: what happened when, until it is over.
fn timeline(tier: Tier, patience: Patience) -> Vec<(i64, String)> {
    let gate = gate();
    let Asked::Waits { request, tell, .. } = gate.ask(&call("x", tier), patience, NOW).unwrap() else {
        panic!()
    };
    let line = |tell: &[_]| {
        names(tell).iter().map(|(who, why)| format!("{who} {why:?}")).collect::<Vec<_>>().join(", ")
    };
    let mut lines = vec![(0, line(&tell))];
    for second in 0.. {
        let ticked = gate.tick(&request.id, NOW + second * SECOND).unwrap();
        if !ticked.tell.is_empty() {
            lines.push((second, line(&ticked.tell)));
        }
        if ticked.next.is_none() {
            assert_eq!(ticked.request.state, State::Expired);
            assert_eq!(gate.store().request(&request.ticket).unwrap().state, State::Expired);
            return lines;
        }
    }
    unreachable!()
}

fn expect(tier: Tier, patience: Patience, lines: &[(i64, &str)]) {
    let lines: Vec<(i64, String)> = lines.iter().map(|(at, line)| (*at, (*line).to_owned())).collect();
    assert_eq!(timeline(tier, patience), lines);
}

#[test]
fn a_run_ends_with_its_last_level() {
    expect(
        Tier::Medium,
        Patience::LastLevel,
        &[
            (0, "ada Asked"),
            (30, "bob Backup"),
            (60, "ada Escalated"),
            (75, "bob Backup"),
            (90, "carol Escalated"),
            (95, "bob Backup"),
            (100, "ada Over, bob Over, carol Over"),
        ],
    );
    expect(
        Tier::High,
        Patience::LastLevel,
        &[
            (0, "ada Asked"),
            (15, "bob Backup"),
            (30, "carol Escalated"),
            (35, "bob Backup"),
            (40, "ada Over, bob Over, carol Over"),
        ],
    );
    expect(
        Tier::Critical,
        Patience::LastLevel,
        &[(0, "carol Asked"), (5, "bob Backup"), (10, "carol Over, bob Over")],
    );
}

#[test]
fn a_hooks_request_stays_open_for_an_hour() {
    expect(
        Tier::Critical,
        Patience::Open,
        &[(0, "carol Asked"), (5, "bob Backup"), (3600, "carol Over, bob Over")],
    );
}

#[test]
fn a_draft_for_a_person_in_crisis_is_told_to_each_once_and_kept_for_a_week() {
    let gate = gate();
    let new = NewRequest {
        document: ApprovalDocument { crisis: true, ..ApprovalDocument::of_command("x") },
        ..call("x", Tier::Critical)
    };
    // A caller that has gone since changes nothing: neither sent nor dropped.
    let Asked::Waits { request, tell } = gate.ask(&new, Patience::LastLevel, NOW).unwrap() else { panic!() };
    assert_eq!(names(&tell), [("carol", Why::Asked)]);
    let mut told = Vec::new();
    let week = 7 * 24 * 60 * MINUTE;
    for at in [4 * SECOND, 5 * SECOND, 6 * SECOND, 10 * SECOND, 11 * SECOND, 60 * MINUTE, week - SECOND] {
        let ticked = gate.tick(&request.id, NOW + at).unwrap();
        assert_eq!(ticked.request.state, State::Pending, "at {at}");
        told.extend(ticked.tell.into_iter().map(|notice| (at, notice.person, notice.why)));
    }
    assert_eq!(told, [(5 * SECOND, "bob".to_owned(), Why::Backup)]);
    // And then answered, by the backup.
    let kept = gate.store().request(&request.ticket).unwrap();
    gate.answer(&request.ticket, &yes("unix:bob", &kept), NOW + week - SECOND).unwrap();
    assert_eq!(gate.store().request(&request.ticket).unwrap().state, State::Approved);
}

#[test]
fn what_is_asked_by_a_rule_although_it_is_mild_starts_at_medium() {
    let (mild, medium) =
        (timeline(Tier::Low, Patience::LastLevel), timeline(Tier::Medium, Patience::LastLevel));
    assert_eq!(mild, medium);
}

#[test]
fn the_defaults_are_those_of_the_design() {
    let settings = Settings::default();
    let times = [&settings.medium, &settings.high, &settings.critical].map(|level| level.time);
    assert_eq!(times, [60 * SECOND, 30 * SECOND, 10 * SECOND]);
    assert_eq!((settings.expires_after, settings.good_for), (60 * MINUTE, 15 * MINUTE));
    assert_eq!(settings.digits_from, Tier::High);
    assert_eq!(settings.approvers(Tier::Medium).count(), 0);
}

#[test]
fn a_late_look_catches_up() {
    let gate = gate();
    let request = waits(&gate, "x", Tier::Medium, NOW);
    // Everybody was asleep. What was due is told, once, and the levels have the times that they would have had.
    let ticked = gate.tick(&request.id, NOW + 91 * SECOND).unwrap();
    assert_eq!(names(&ticked.tell), [("ada", Why::Escalated), ("carol", Why::Escalated)]);
    assert_eq!((ticked.request.stage.level, ticked.request.stage.since), (4, NOW + 90 * SECOND));
    assert_eq!(ticked.next, Some(NOW + 95 * SECOND));
    assert_eq!(gate.tick(&request.id, NOW + 91 * SECOND).unwrap().tell, []);
}

#[test]
fn each_step_is_told_by_one_process() {
    let gate = gate();
    let request = waits(&gate, "x", Tier::Medium, NOW);
    let told: usize = std::thread::scope(|scope| {
        let all: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| gate.tick(&request.id, NOW + 65 * SECOND).unwrap().tell.len()))
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).sum()
    });
    assert_eq!(told, 1);
}

#[test]
fn times_follow_the_settings() {
    let mut short = settings();
    short.medium.time = 7 * SECOND;
    short.medium.backup.clear();
    let gate = Gate::new(MemoryStore::new(), short);
    let request = waits(&gate, "x", Tier::Medium, NOW);
    assert_eq!(next_step(gate.settings(), &request, NOW), Step::Wait(NOW + 7 * SECOND));
    let climbed = gate.tick(&request.id, NOW + 7 * SECOND).unwrap().request;
    assert_eq!((climbed.tier, climbed.stage.level), (Tier::Medium, 3), "the level climbs, the tier does not");
}

#[test]
fn everything_that_waits_is_ticked() {
    let gate = gate();
    let (first, second) =
        (waits(&gate, "x", Tier::Medium, NOW), waits(&gate, "y", Tier::Medium, NOW + 59 * SECOND));
    let ticked = gate.tick_all(NOW + 61 * SECOND).unwrap();
    let level = |request: &Request| gate.store().request(&request.ticket).unwrap().stage.level;
    assert_eq!((ticked.len(), level(&first), level(&second)), (2, 3, 2));
}

#[test]
fn a_page_shows_where_its_requests_stand_and_writes_nothing_for_it() {
    let mut calm = settings();
    calm.rate.max = u32::MAX;
    let gate = Gate::new(MemoryStore::new(), calm);
    let all: Vec<Request> = (0..500).map(|i| waits(&gate, &format!("x{i}"), Tier::Medium, NOW)).collect();
    let page = gate.page(&Filter::waiting(), None, 10, NOW + 61 * SECOND).unwrap();
    assert!(page.requests.iter().all(|one| one.stage.level == 3), "{page:?}");
    assert_eq!((page.requests.len(), page.next.is_some()), (10, true));
    let now = |request: &Request| gate.store().request(&request.ticket).unwrap();
    assert!(all.iter().all(|one| now(one).revision == one.revision), "listing wrote to what it listed");
    // What is over is ended a few at a time, and none of it is shown as waiting.
    let page = gate.page(&Filter::waiting(), None, 10, NOW + 61 * MINUTE).unwrap();
    assert_eq!(page.requests, []);
    let ended = all.iter().filter(|one| now(one).state == State::Expired).count();
    assert_eq!(ended, 100);
}

/// A clock of the machine's own: holding waits for real.
fn clock() -> impl Fn() -> i64 {
    let start = Instant::now();
    move || NOW + i64::try_from(start.elapsed().as_millis()).unwrap()
}

#[test]
fn a_held_call_wakes_up_when_it_is_answered() {
    let gate = gate();
    let request = waits(&gate, "x", Tier::Medium, NOW);
    let held = std::thread::scope(|scope| {
        let holder = scope.spawn(|| gate.hold(&request.id, NOW + 60 * MINUTE, &clock(), &mut |_, _| {}));
        gate.answer(&request.ticket, &yes("unix:ada", &request), NOW).unwrap();
        holder.join().unwrap().unwrap()
    });
    assert_eq!(held.state, State::Approved);
}

#[test]
fn a_held_call_drives_its_own_levels() {
    let mut quick = settings();
    for level in [&mut quick.medium, &mut quick.high, &mut quick.critical] {
        level.time = 20;
    }
    let gate = Gate::new(MemoryStore::new(), quick);
    let asked = gate.ask(&call("x", Tier::Medium), Patience::LastLevel, NOW).unwrap();
    let Asked::Waits { request, .. } = asked else { panic!("{asked:?}") };
    let mut told = Vec::new();
    let ended =
        gate.hold(&request.id, NOW + 60 * MINUTE, &clock(), &mut |_, notice| told.push(notice.why)).unwrap();
    assert_eq!(ended.state, State::Expired);
    assert_eq!(told.iter().filter(|why| **why == Why::Escalated).count(), 2, "{told:?}");
    assert_eq!(told.last(), Some(&Why::Over));
}

#[test]
fn a_hook_that_must_answer_leaves_the_request_waiting() {
    let gate = gate();
    let request = waits(&gate, "x", Tier::Medium, NOW);
    let held = gate.hold(&request.id, NOW + 10, &clock(), &mut |_, _| {}).unwrap();
    assert_eq!(held.state, State::Pending);
    gate.answer(&request.ticket, &yes("unix:ada", &request), NOW + 20 * MINUTE).unwrap();
    let again = waits(&gate, "x", Tier::Medium, NOW + 21 * MINUTE);
    assert_eq!((&again.id, again.state), (&request.id, State::Approved));
    gate.claim(&again.id, "sha256:x", NOW + 21 * MINUTE).unwrap();
}

#[test]
fn a_request_may_end_with_its_last_level() {
    let keep = settings();
    let deny = Settings { ends_with_last_level: true, ..settings() };
    let ladder = keep.medium.time + keep.high.time + keep.critical.time;
    for (settings, ends) in [(keep.clone(), keep.expires_after), (deny, ladder)] {
        let gate = Gate::new(MemoryStore::new(), settings);
        let request = waits(&gate, "x", Tier::Medium, NOW);
        assert_eq!(gate.tick(&request.id, NOW + ends - 1).unwrap().request.state, State::Pending);
        assert_eq!(gate.tick(&request.id, NOW + ends).unwrap().request.state, State::Expired);
    }
}
