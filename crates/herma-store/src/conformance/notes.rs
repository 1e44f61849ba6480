//! Notes, and following what changes.

use super::{Case, MINUTE, NOW, put, yes};
use crate::{Note, Store};

pub(super) const CASES: &[Case] = &[
    ("a note is swapped by whoever knows what stands there", swapped),
    ("a note is gone when its time is over", ended),
    ("what changed is listed once, in the order of its last change", changed),
];

fn swapped(store: &dyn Store) {
    let (one, two) = (Note::new("k", "a", "one"), Note::new("k", "a", "two"));
    assert!(store.swap_note("k", "a", None, Some(&one), NOW).unwrap());
    assert!(!store.swap_note("k", "a", None, Some(&two), NOW).unwrap(), "something stands there");
    assert!(!store.swap_note("k", "a", Some("two"), None, NOW).unwrap(), "it is something else");
    assert_eq!(store.note("k", "a", NOW).unwrap(), Some(one));
    assert!(store.swap_note("k", "a", Some("one"), Some(&two), NOW).unwrap());
    assert_eq!(store.notes("k", NOW).unwrap(), [two]);
    assert_eq!(store.notes("l", NOW).unwrap(), []);
    assert!(store.swap_note("k", "a", Some("two"), None, NOW).unwrap());
    assert!(!store.swap_note("k", "a", Some("two"), None, NOW).unwrap(), "one takes it away");
    assert_eq!(store.note("k", "a", NOW).unwrap(), None);
}

fn ended(store: &dyn Store) {
    let short = Note::new("k", "a", "one").until(NOW + MINUTE);
    assert!(store.swap_note("k", "a", None, Some(&short), NOW).unwrap());
    assert_eq!(store.note("k", "a", NOW + MINUTE - 1).unwrap(), Some(short));
    assert_eq!(store.note("k", "a", NOW + MINUTE).unwrap(), None);
    assert_eq!(store.notes("k", NOW + MINUTE).unwrap(), []);
    assert!(!store.swap_note("k", "a", Some("one"), None, NOW + MINUTE).unwrap(), "too late to take it");
    assert!(store.swap_note("k", "a", None, Some(&Note::new("k", "a", "new")), NOW + MINUTE).unwrap());
}

fn changed(store: &dyn Store) {
    let (a, b) = (put(store, "a"), put(store, "b"));
    let all = store.changed_since(0, 10).unwrap();
    assert_eq!(all.iter().map(|one| &one.id).collect::<Vec<_>>(), [&a.id, &b.id]);
    let seen = all.last().unwrap().revision;
    assert_eq!(store.changed_since(seen, 10).unwrap(), []);
    store.decide(&a.id, &yes("ada"), NOW).unwrap();
    let news = store.changed_since(seen, 10).unwrap();
    assert_eq!(news.iter().map(|one| &one.id).collect::<Vec<_>>(), [&a.id]);
    assert_eq!(store.changed_since(0, 1).unwrap()[0].id, b.id, "a page starts with what changed first");
}
