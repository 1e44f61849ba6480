//! Running what was approved.

use super::{Case, MINUTE, NOW, kinds, put, yes};
use crate::{NewRequest, Outcome, Request, State, Store, StoreError};

pub(super) const CASES: &[Case] = &[
    ("what nobody approved cannot be claimed", nobody_approved),
    ("an approval is good once", good_once),
    ("for fifteen minutes", good_for_fifteen_minutes),
    ("for this action", good_for_this_action),
    ("a clock set back does not make it younger", clock_set_back),
    ("parallel claims: exactly one runs", parallel_claims),
    ("outcomes are recorded once", outcomes),
    ("what was never reported is unknown", never_reported),
];

fn approved(store: &dyn Store, action: &str) -> Request {
    store.decide(&put(store, action).id, &yes("ada"), NOW).unwrap()
}

fn nobody_approved(store: &dyn Store) {
    let request = put(store, "x");
    let pending = Err(StoreError::NotApproved { state: State::Pending });
    assert_eq!(store.claim(&request.id, "sha256:x", NOW), pending);
    assert!(store.report(&request.id, Outcome::Exited(0), NOW).is_err());
    assert_eq!(store.request(&request.ticket).unwrap(), request);
}

fn good_once(store: &dyn Store) {
    let request = approved(store, "x");
    let claimed = store.claim(&request.id, "sha256:x", NOW + 1).unwrap();
    assert_eq!((claimed.state, claimed.claimed), (State::Executed, Some(NOW + 1)));
    let again = store.claim(&request.id, "sha256:x", NOW + 2);
    assert_eq!(
        again,
        Err(StoreError::AlreadyDecided { by: "ada".into(), what: State::Executed, when: NOW + 1 })
    );
    assert_eq!(kinds(store), ["approved", "executed"]);
}

fn good_for_fifteen_minutes(store: &dyn Store) {
    assert_eq!(NewRequest::GOOD_FOR, 15 * MINUTE);
    let (in_time, late) = (approved(store, "x"), approved(store, "y"));
    store.claim(&in_time.id, "sha256:x", NOW + 15 * MINUTE - 1).unwrap();
    let refused = store.claim(&late.id, "sha256:y", NOW + 15 * MINUTE);
    assert_eq!(refused, Err(StoreError::Expired { name: late.ticket, at: NOW + 15 * MINUTE }));
}

fn good_for_this_action(store: &dyn Store) {
    let request = approved(store, "x");
    for digest in ["sha256:y", "", "sha256:X", "sha256:x "] {
        assert_eq!(store.claim(&request.id, digest, NOW), Err(StoreError::OtherAction));
    }
    store.claim(&request.id, "sha256:x", NOW).expect("a wrong try uses nothing up");
}

fn clock_set_back(store: &dyn Store) {
    let request = approved(store, "x");
    let refused = store.claim(&request.id, "sha256:x", NOW - 2 * MINUTE);
    assert!(matches!(refused, Err(StoreError::Expired { .. })), "{refused:?}");
    store.claim(&request.id, "sha256:x", NOW - 1000).expect("a corrected clock is no attack");
}

fn parallel_claims(store: &dyn Store) {
    let request = approved(store, "x");
    let runs = std::thread::scope(|scope| {
        let claims: Vec<_> =
            (0..8).map(|_| scope.spawn(|| store.claim(&request.id, "sha256:x", NOW).is_ok())).collect();
        claims.into_iter().map(|claim| claim.join().unwrap()).filter(|ran| *ran).count()
    });
    assert_eq!(runs, 1);
}

fn outcomes(store: &dyn Store) {
    for (n, outcome) in
        [Outcome::Exited(0), Outcome::Exited(-1), Outcome::Killed(9), Outcome::NotStarted, Outcome::Ran]
            .into_iter()
            .enumerate()
    {
        let digest = format!("sha256:{n}");
        let request = approved(store, &n.to_string());
        assert!(store.report(&request.id, outcome, NOW).is_err(), "nothing has run yet");
        store.claim(&request.id, &digest, NOW).unwrap();
        let reported = store.report(&request.id, outcome, NOW).unwrap();
        assert_eq!((reported.state, reported.outcome), (State::Executed, Some(outcome)));
        assert_eq!(store.request(&request.ticket).unwrap(), reported);
        assert_eq!(store.report(&request.id, outcome, NOW), Ok(reported), "twice the same is no harm");
        assert!(store.report(&request.id, Outcome::Exited(42), NOW).is_err());
    }
    assert_eq!(store.give_up(NOW + MINUTE, NOW + MINUTE), Ok(Vec::new()));
}

fn never_reported(store: &dyn Store) {
    let request = approved(store, "x");
    store.claim(&request.id, "sha256:x", NOW).unwrap();
    assert_eq!(store.give_up(NOW, NOW + MINUTE), Ok(Vec::new()), "it was claimed just now");
    let gone = store.give_up(NOW + 1, NOW + MINUTE).unwrap();
    assert_eq!(gone.iter().map(|r| (&r.id, r.state)).collect::<Vec<_>>(), [(&request.id, State::Unknown)]);
    assert!(store.claim(&request.id, "sha256:x", NOW + MINUTE).is_err(), "unknown is not run again");
    let late = store.report(&request.id, Outcome::Exited(0), NOW + MINUTE).unwrap();
    assert_eq!(late.state, State::Executed, "a late word is still the truth");
    assert_eq!(kinds(store), ["approved", "executed", "unknown", "reported"]);
}
