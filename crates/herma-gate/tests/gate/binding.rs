//! What an answer is good for: attacks on the binding.

use crate::support::{MINUTE, NOW, SECOND, Scratch, call, gate, refused, settings, waits, waits_for, yes};
use herma_core::ToolCall;
use herma_core::digest::digest;
use herma_core::effect::Tier;
use herma_gate::{Asked, Editor, Gate, GateError, Refusal, Reply, edited};
use herma_store::{Outcome, Request, Scope, SqliteStore, State, Store, StoreError, audit};
use rusqlite::Connection;

fn approved(gate: &Gate<impl Store>, action: &str) -> Request {
    let request = waits(gate, action, Tier::Medium, NOW);
    gate.answer(&request.ticket, &yes("unix:ada", &request), NOW).unwrap().request
}

#[test]
fn t14_changed_between_approve_and_run() {
    let gate = gate();
    let shown = digest(&ToolCall::shell("rm -rf ./photos"), "/home/ada", &[]);
    let mut new = call("", Tier::Medium);
    new.digest = shown.clone();
    let request = waits_for(&gate, &new, NOW);
    gate.answer(&request.ticket, &yes("unix:ada", &request), NOW).unwrap();
    let others = [
        digest(&ToolCall::shell("rm -rf ./photos "), "/home/ada", &[]),
        digest(&ToolCall::shell("rm -rf ~/photos"), "/home/ada", &[]),
        digest(&ToolCall::shell("rm -rf ./photos"), "/home/bob", &[]),
    ];
    for other in others {
        let outcome = gate.claim(&request.id, &other, NOW);
        assert_eq!(outcome, Err(GateError::Store(StoreError::OtherAction)));
        let mut changed = new.clone();
        changed.digest = other;
        let again = waits_for(&gate, &changed, NOW);
        assert_ne!(again.id, request.id, "a change is a new question");
        assert_eq!(again.state, State::Pending);
    }
    gate.claim(&request.id, &shown, NOW).unwrap();
}

#[test]
fn t19_a_stale_button() {
    let gate = gate();
    let old = waits(&gate, "harmless", Tier::Medium, NOW);
    let button = yes("unix:ada", &old);
    gate.answer(&old.ticket, &Reply::deny("unix:ada", None), NOW).unwrap();
    let new = waits(&gate, "harmful", Tier::Medium, NOW);
    assert!(matches!(
        gate.answer(&old.ticket, &button, NOW),
        Err(GateError::Store(StoreError::AlreadyDecided { .. }))
    ));
    // Bent towards the newer prompt, it still carries what the person was shown.
    assert_eq!(refused(gate.answer(&new.ticket, &button, NOW)), Refusal::OtherShown);
    assert_ne!(old.ticket, new.ticket);
    assert_eq!(gate.store().request(&new.ticket).unwrap().state, State::Pending);
}

#[test]
fn t20_two_nodes_many_clicks_one_run() {
    let scratch = Scratch::new("nodes");
    let nodes = [0, 1].map(|_| Gate::new(SqliteStore::open(&scratch.path()).unwrap(), settings()));
    for round in 0..10 {
        let request = waits(&nodes[0], &round.to_string(), Tier::Medium, NOW + round * MINUTE);
        let now = NOW + round * MINUTE;
        let (answers, runs) = std::thread::scope(|scope| {
            let clicks: Vec<_> = (0..8)
                .map(|n| {
                    let (gate, request) = (&nodes[n % 2], &request);
                    let account = if n % 4 < 2 { "unix:ada" } else { "unix:bob" };
                    scope.spawn(move || {
                        let answered = gate.answer(&request.ticket, &yes(account, request), now).is_ok();
                        (answered, gate.claim(&request.id, &request.digest, now).is_ok())
                    })
                })
                .collect();
            let all: Vec<_> = clicks.into_iter().map(|one| one.join().unwrap()).collect();
            (all.iter().filter(|one| one.0).count(), all.iter().filter(|one| one.1).count())
        });
        assert_eq!((answers, runs), (1, 1));
        assert!(nodes[1].claim(&request.id, &request.digest, now).is_err(), "nor later");
    }
    assert_eq!(audit::verify(nodes[0].store(), &[]).unwrap().findings, []);
}

#[test]
fn t21_a_click_at_the_last_instant() {
    let gate = gate();
    let (early, late) = (waits(&gate, "x", Tier::Medium, NOW), waits(&gate, "y", Tier::Medium, NOW));
    assert!(gate.answer(&early.ticket, &yes("unix:ada", &early), early.expires - 1).is_ok());
    let outcome = gate.answer(&late.ticket, &yes("unix:ada", &late), late.expires);
    assert!(matches!(outcome, Err(GateError::Store(StoreError::Expired { .. }))), "{outcome:?}");
    // It has expired for good, also for whoever still thinks it is earlier.
    assert_eq!(gate.store().request(&late.ticket).unwrap().state, State::Expired);
    assert!(gate.answer(&late.ticket, &yes("unix:ada", &late), late.expires - 1).is_err());
    assert!(gate.claim(&late.id, &late.digest, late.expires - 1).is_err());
}

#[test]
fn t21_clock_jumps() {
    let gate = gate();
    // Ahead: what waits expires, what is approved lapses. Nothing runs.
    let (waiting, good) = (waits(&gate, "x", Tier::Medium, NOW), approved(&gate, "y"));
    let year = 365 * 24 * 60 * MINUTE;
    assert_eq!(gate.tick(&waiting.id, NOW + year).unwrap().request.state, State::Expired);
    assert!(gate.claim(&good.id, &good.digest, NOW + year).is_err());
    assert!(gate.claim(&waiting.id, &waiting.digest, NOW).is_err(), "and back again: expired is expired");
    assert!(gate.claim(&good.id, &good.digest, NOW).is_err(), "and what had lapsed has lapsed");
    // Back: nobody knows how old an approval is, or how long a request has waited.
    let gate = self::gate();
    let (waiting, good) = (waits(&gate, "z", Tier::Medium, NOW), approved(&gate, "w"));
    assert!(gate.claim(&good.id, &good.digest, NOW - year).is_err());
    let ticked = gate.tick(&waiting.id, NOW - year).unwrap();
    assert_eq!((ticked.request.state, ticked.next), (State::Canceled, None));
    // A correction by seconds is no jump.
    let waiting = waits(&gate, "v", Tier::Medium, NOW);
    assert_eq!(gate.tick(&waiting.id, NOW - 5 * SECOND).unwrap().request.state, State::Pending);
    assert!(gate.answer(&waiting.ticket, &yes("unix:ada", &waiting), NOW - 5 * SECOND).is_ok());
    assert!(gate.claim(&waiting.id, &waiting.digest, NOW - 6 * SECOND).is_ok());
}

#[test]
fn t22_edit_then_approve_is_a_new_question_and_no_easier() {
    let mut strict = settings();
    strict.critical.needed = 2;
    let gate = Gate::new(herma_store::MemoryStore::new(), strict);
    let old = waits(&gate, "rm -rf photos", Tier::Critical, NOW);
    assert_eq!(old.needed, 2);
    // The edited call is harmless, says whoever judged it. It keeps the approvers, the digits and their number.
    let mut mild = call("ls photos", Tier::Low);
    mild.agent = "somebody else".into();
    let asked = gate.edit(&old.ticket, "unix:carol", &mild, NOW + 1).unwrap();
    let Asked::Waits { request: new, .. } = asked else { panic!("{asked:?}") };
    assert_ne!((&new.id, &new.digest), (&old.id, &old.digest));
    assert_eq!((new.tier, new.needed, new.agent.as_str()), (Tier::Critical, 2, "a"));
    let canceled = gate.store().request(&old.ticket).unwrap();
    assert_eq!(canceled.state, State::Canceled);
    assert_eq!(canceled.edited_into.as_deref(), Some(new.ticket.as_str()));
    assert_eq!(canceled.decided.unwrap().reason.unwrap(), format!("edited into {}", new.ticket));
    assert!(gate.answer(&old.ticket, &yes("unix:carol", &old), NOW + 2).is_err());
    assert_eq!(refused(gate.answer(&new.ticket, &yes("unix:carol", &old), NOW + 2)), Refusal::OtherShown);
    let ada = gate.answer(&new.ticket, &yes("unix:ada", &new), NOW + 2);
    assert_eq!(refused(ada), Refusal::NotAnApprover { account: "unix:ada".into() });
    let carol = gate.answer(&new.ticket, &yes("unix:carol", &new), NOW + 2).unwrap();
    assert_eq!(carol.request.state, State::Pending);
    assert!(gate.answer(&new.ticket, &yes("unix:bob", &new), NOW + 2).is_ok());
    gate.claim(&new.id, &new.digest, NOW + 3).unwrap();
    assert!(gate.claim(&old.id, &old.digest, NOW + 3).is_err());
}

#[test]
fn t22_graver_edits_get_graver_and_no_easier_for_who_asked() {
    let gate = gate();
    let old = waits(&gate, "x", Tier::Medium, NOW);
    let mut worse = call("rm -rf ~/work", Tier::Critical);
    worse.widest = Scope::Always;
    worse.needed = 3;
    let new = edited(&old, &worse, "unix:ada", Editor::Requests);
    assert_eq!((new.tier, new.needed), (Tier::Critical, 3));
    // Who asked may not approve it, edited or not; who edited it may, unless a third is wanted.
    let asked = herma_store::Request { requester: Some("unix:1000".into()), ..old.clone() };
    let from = |editor| edited(&asked, &worse, "unix:ada", editor).requester;
    assert_eq!(from(Editor::Requests).as_deref(), Some("unix:1000 unix:ada"));
    assert_eq!(from(Editor::MayApprove).as_deref(), Some("unix:1000"));
    let nobody = gate.edit(&old.ticket, "unix:mallory", &worse, NOW);
    assert_eq!(refused(nobody), Refusal::NotAnApprover { account: "unix:mallory".into() });
    assert_eq!(gate.store().request(&old.ticket).unwrap(), old);
    gate.answer(&old.ticket, &yes("unix:ada", &old), NOW).unwrap();
    assert!(gate.edit(&old.ticket, "unix:ada", &worse, NOW).is_err(), "what is decided is not edited");
}

#[test]
fn t24_a_crash_between_approved_and_recorded() {
    let scratch = Scratch::new("crash");
    let open = || Gate::new(SqliteStore::open(&scratch.path()).unwrap(), settings());
    // Approved, then a crash: the answer is there, and still good once.
    let request = approved(&open(), "x");
    let gate = open();
    assert_eq!(waits(&gate, "x", Tier::Medium, NOW + 1).id, request.id);
    gate.claim(&request.id, &request.digest, NOW + 1).unwrap();
    // Claimed, then a crash, before or after it ran: nobody knows, and it is said openly.
    drop(gate);
    let gate = open();
    assert!(gate.claim(&request.id, &request.digest, NOW + 2).is_err());
    let unknown = gate.store().give_up(NOW + MINUTE, NOW + MINUTE).unwrap();
    assert_eq!(unknown.iter().map(|r| (&r.id, r.state)).collect::<Vec<_>>(), [(&request.id, State::Unknown)]);
    assert!(gate.claim(&request.id, &request.digest, NOW + 2).is_err());
    let again = waits(&gate, "x", Tier::Medium, NOW + MINUTE);
    assert_eq!(again.state, State::Pending, "another run is another question");
    assert_ne!(again.id, request.id);
    gate.report(&request.id, Outcome::Exited(0), NOW + 2 * MINUTE).unwrap();
}

#[test]
fn t58_a_store_that_fails_closes_the_gate() {
    let damages = [
        "DROP TABLE audit",
        "DELETE FROM audit",
        "UPDATE request SET state = 'whatever'",
        "UPDATE request SET decided_by = NULL",
        "UPDATE state SET revision = -5",
        "DELETE FROM state",
        "PRAGMA foreign_keys = OFF; DROP TABLE request",
    ];
    for damage in damages {
        let scratch = Scratch::new("broken");
        let gate = Gate::new(SqliteStore::open(&scratch.path()).unwrap(), settings());
        let request = approved(&gate, "x");
        Connection::open(scratch.path()).unwrap().execute_batch(damage).unwrap();
        let error = gate.claim(&request.id, &request.digest, NOW).expect_err(damage);
        assert!(error.closes_the_gate(), "{damage}: {error:?}");
    }
    let scratch = Scratch::new("newer");
    drop(SqliteStore::open(&scratch.path()).unwrap());
    Connection::open(scratch.path()).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = GateError::from(SqliteStore::open(&scratch.path()).map(drop).unwrap_err());
    assert!(error.closes_the_gate() && error.to_string().contains("upgrade"), "{error}");
}
