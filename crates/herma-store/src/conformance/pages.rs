//! Listing.

use super::{Case, MINUTE, NOW, ask, no, put};
use crate::{Cursor, Filter, Order, Request, Stage, State, Store};

pub(super) const CASES: &[Case] = &[
    ("pages hold everything once, the newest first", newest_first),
    ("the most urgent first", most_urgent_first),
    ("filters", filters),
    ("tickets are unique", tickets_are_unique),
];

/// Everything, by pages of this size, through cursors as text.
fn all(store: &dyn Store, filter: &Filter, size: usize) -> Vec<Request> {
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.list(filter, after.as_ref(), size).unwrap();
        assert!(page.requests.len() <= size);
        found.extend(page.requests);
        match page.next {
            Some(next) => after = Some(Cursor::parse(&next.to_text()).unwrap()),
            None => return found,
        }
    }
}

fn newest_first(store: &dyn Store) {
    let made: Vec<Request> = (0..10)
        .map(|n| store.create(&ask(&n.to_string()), None, NOW + n).unwrap().request().unwrap())
        .rev()
        .collect();
    for size in [1, 3, 9, 10, 11] {
        assert_eq!(all(store, &Filter::default(), size), made, "by {size}");
    }
}

fn most_urgent_first(store: &dyn Store) {
    let at = |level, minutes| {
        let mut new = ask(&format!("{level} {minutes}"));
        new.stage = Stage { level, deadline: NOW + minutes * MINUTE, ..new.stage };
        store.create(&new, None, NOW).unwrap().request().unwrap().id
    };
    let (low_late, high, low_soon, critical) = (at(2, 9), at(3, 5), at(2, 1), at(4, 20));
    for size in [1, 2, 4, 5] {
        let found: Vec<_> = all(store, &Filter::waiting(), size).into_iter().map(|r| r.id).collect();
        assert_eq!(found, [&critical, &high, &low_soon, &low_late].map(Clone::clone), "by {size}");
    }
}

fn filters(store: &dyn Store) {
    let (open, denied) = (put(store, "x"), put(store, "y"));
    let mut new = ask("z");
    new.agent = "other".into();
    new.session = "other".into();
    let other = store.create(&new, None, NOW + 1).unwrap().request().unwrap();
    store.decide(&denied.id, &no("ada"), NOW).unwrap();
    let ids = |filter: &Filter| all(store, filter, 2).into_iter().map(|r| r.id).collect::<Vec<_>>();
    let state = |state| Filter { state: Some(state), ..Filter::default() };
    assert_eq!(ids(&state(State::Denied)), [denied.id]);
    assert_eq!(ids(&state(State::Pending)), [&other.id, &open.id].map(Clone::clone));
    assert_eq!(ids(&state(State::Approved)), []);
    assert_eq!(ids(&Filter { agent: Some("other".into()), ..Filter::default() }), [other.id]);
    let waiting = Filter { session: Some("s".into()), ..Filter::waiting() };
    assert_eq!(waiting.order, Order::Urgent);
    assert_eq!(ids(&waiting), [open.id]);
}

fn tickets_are_unique(store: &dyn Store) {
    let mut tickets: Vec<String> = (0..300).map(|n| put(store, &n.to_string()).ticket).collect();
    tickets.sort();
    tickets.dedup();
    assert_eq!(tickets.len(), 300);
}
