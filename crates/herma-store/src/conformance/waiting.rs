//! Waiting for a change.

use super::{Case, NOW, no, put};
use crate::{State, Store};
use std::sync::mpsc;
use std::time::{Duration, Instant};

pub(super) const CASES: &[Case] = &[
    ("a change that has happened is seen at once", seen_at_once),
    ("a waiter is woken", woken),
    ("a wait ends", a_wait_ends),
    ("any change wakes who waits for any", any_change),
];

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(20);

fn seen_at_once(store: &dyn Store) {
    let request = put(store, "x");
    store.decide(&request.id, &no("ada"), NOW).unwrap();
    let seen = store.wait_for_change(&request.id, request.revision, LONG).unwrap();
    assert_eq!(seen.state, State::Denied);
}

fn woken(store: &dyn Store) {
    let (request, other) = (put(store, "x"), put(store, "y"));
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        let waiter = scope.spawn(|| {
            send.send(()).unwrap();
            let seen = store.wait_for_change(&request.id, request.revision, LONG).unwrap();
            (seen.state, Instant::now())
        });
        receive.recv().unwrap();
        store.decide(&other.id, &no("ada"), NOW).unwrap();
        store.decide(&request.id, &no("ada"), NOW).unwrap();
        let decided = Instant::now();
        let (state, woke) = waiter.join().unwrap();
        assert_eq!(state, State::Denied);
        assert!(
            woke.saturating_duration_since(decided) < Duration::from_secs(5),
            "long before the time is over"
        );
    });
}

fn a_wait_ends(store: &dyn Store) {
    let request = put(store, "x");
    let start = Instant::now();
    assert_eq!(store.wait_for_change(&request.id, request.revision, SHORT).unwrap(), request);
    assert!(start.elapsed() >= SHORT);
    let nobody = crate::RequestId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap();
    assert!(store.wait_for_change(&nobody, 0, LONG).is_err());
}

fn any_change(store: &dyn Store) {
    let start = store.wait_for_any(0, Duration::ZERO).unwrap();
    let first = put(store, "x");
    let seen = store.wait_for_any(start, LONG).unwrap();
    assert_eq!(seen, first.revision);
    assert_eq!(store.wait_for_any(seen, SHORT).unwrap(), seen);
    std::thread::scope(|scope| {
        let waiter = scope.spawn(|| store.wait_for_any(seen, LONG).unwrap());
        store.decide(&first.id, &no("ada"), NOW).unwrap();
        assert!(waiter.join().unwrap() > seen);
    });
}
