//! Sessions.

use super::{Case, MINUTE, NOW, put, yes_for};
use crate::{Arrival, Created, Host, Scope, State, Store, StoreError};
use herma_core::effect::Tier;

pub(super) const CASES: &[Case] = &[
    ("sessions come, stay and end", come_stay_end),
    ("a resumed session keeps its requests and asks about its grants once", resume),
    ("the end of a session is the end of its grants", the_end_of_its_grants),
];

const HOST: Host = Host { pid: 4711, started: u64::MAX };
const OTHER: Host = Host { pid: 4711, started: 12 };

fn come_stay_end(store: &dyn Store) {
    let (first, how) = store.arrive("a", "s", HOST, NOW).unwrap();
    assert_eq!((how, first.host, first.resumed), (Arrival::New, HOST, 0));
    let (again, how) = store.arrive("a", "s", HOST, NOW + 5).unwrap();
    assert_eq!((how, again.first_seen, again.last_seen), (Arrival::Known, NOW, NOW + 5));
    assert_eq!(store.session("a", "s").unwrap(), again);
    assert!(matches!(store.session("b", "s"), Err(StoreError::Unknown { .. })));
    assert_eq!(store.arrive("b", "s", HOST, NOW + 6).unwrap().1, Arrival::New, "another agent's");
    let ids: Vec<_> = store.sessions(10).unwrap().into_iter().map(|s| s.agent).collect();
    assert_eq!(ids, ["b", "a"]);
    assert_eq!(store.sessions(1).unwrap().len(), 1);
    assert_eq!(store.end_session("a", "s", "ada", NOW + 7).unwrap().ended, Some(NOW + 7));
    let (back, how) = store.arrive("a", "s", HOST, NOW + 8).unwrap();
    assert_eq!((how, back.ended, back.resumed), (Arrival::Resumed, None, 1));
    assert!(store.end_session("a", "t", "ada", NOW).is_err());
}

fn resume(store: &dyn Store) {
    store.arrive("a", "s", HOST, NOW).unwrap();
    let (waiting, granted) = (put(store, "x"), put(store, "y"));
    store.decide(&granted.id, &yes_for("ada", Scope::Session), NOW).unwrap();
    let find = || store.find_grant("sha256:y", "a", "s", Tier::Medium, NOW + MINUTE).unwrap().unwrap();
    assert!(!find().reconfirm);
    assert_eq!(store.arrive("a", "s", OTHER, NOW + 1).unwrap().1, Arrival::Resumed, "a pid is not a host");
    let again = store.create(&super::ask("x"), None, NOW + 2).unwrap();
    assert!(matches!(again, Created::Attached(r) if r.id == waiting.id && r.state == State::Pending));
    let grant = find();
    assert!(grant.reconfirm);
    assert!(store.use_grant(&grant.id, NOW + 3).is_err(), "not before somebody has said yes");
    store.confirm_grant(&grant.id, "ada", NOW + 4).unwrap();
    assert!(!find().reconfirm);
    store.use_grant(&grant.id, NOW + 5).unwrap();
    store.arrive("a", "s", OTHER, NOW + 6).unwrap();
    assert!(!find().reconfirm, "once is enough");
}

fn the_end_of_its_grants(store: &dyn Store) {
    store.arrive("a", "s", HOST, NOW).unwrap();
    for (action, scope) in [("x", Scope::Session), ("y", Scope::Always)] {
        store.decide(&put(store, action).id, &yes_for("ada", scope), NOW).unwrap();
    }
    store.end_session("a", "s", "ada", NOW + 1).unwrap();
    assert_eq!(store.find_grant("sha256:x", "a", "s", Tier::Medium, NOW + 2).unwrap(), None);
    assert!(store.find_grant("sha256:y", "a", "s", Tier::Medium, NOW + 2).unwrap().is_some());
}
