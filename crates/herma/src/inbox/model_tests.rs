use super::*;
use herma_core::effect::Tier;
use herma_store::{Created, End, MemoryStore, NewRequest, Store};

fn store(tiers: &[(&str, Tier)]) -> MemoryStore {
    let store = MemoryStore::new();
    for (name, tier) in tiers {
        let new =
            NewRequest { tier: *tier, expires: 60_000, ..NewRequest::of_action(name, "terminal", name) };
        let Created::New(_) = store.create(&new, None, 1_000).unwrap() else { panic!("{name}") };
    }
    store
}

fn found(store: &MemoryStore, inbox: &Inbox) -> Found {
    let pending = store.list(&herma_store::Filter::waiting(), None, 100).unwrap().requests;
    let open = inbox.open_id().map(|id| store.request(id.as_str()).unwrap());
    Found { pending, open, ..Found::default() }
}

fn opened(store: &MemoryStore) -> Inbox {
    let mut inbox = Inbox::default();
    inbox.update(found(store, &inbox));
    inbox.open_first();
    inbox
}

/// As if it stood on a large screen.
fn drawn(inbox: &mut Inbox) {
    if let Some(open) = &mut inbox.open {
        let end = open.document.end();
        open.machine.drawn(crate::prompt::machine::Drawn { to: end, end, ..Default::default() });
    }
    inbox.settle();
}

fn digest_of(act: &Act) -> Option<&str> {
    match act {
        Act::Answer(request, _) => Some(&request.digest),
        Act::Nothing | Act::Quit | Act::Look | Act::Tell(..) => None,
    }
}

#[test]
fn t19_the_answer_is_for_what_was_drawn_however_the_list_moves() {
    let store = store(&[("mild", Tier::Medium)]);
    let mut inbox = opened(&store);
    drawn(&mut inbox);
    let urgent = NewRequest {
        tier: Tier::Critical,
        expires: 50_000,
        stage: herma_store::Stage { level: 4, ..Default::default() },
        ..NewRequest::of_action("urgent", "terminal", "urgent")
    };
    let _ = store.create(&urgent, None, 2_000).unwrap();
    inbox.update(found(&store, &inbox));
    assert_eq!(inbox.pending[0].digest, "urgent");
    assert_eq!(digest_of(&inbox.press(&Key::Char('4'))), Some("mild"));
}

#[test]
fn t19_what_is_gone_is_said_and_nothing_takes_its_place() {
    let store = store(&[("one", Tier::Medium), ("two", Tier::Medium)]);
    let mut inbox = opened(&store);
    drawn(&mut inbox);
    let first = inbox.open_id().unwrap().clone();
    let end = End::Cancel { by: "ada".into(), reason: "changed her mind".into() };
    let _ = store.end(&first, &end, 3_000).unwrap();
    inbox.update(found(&store, &inbox));
    for key in [Key::Char('1'), Key::Char('4'), Key::Enter] {
        assert!(matches!(inbox.press(&key), Act::Nothing));
    }
    assert_eq!(inbox.open.as_ref().unwrap().over.as_deref(), Some("canceled by ada: changed her mind"));
    // The other one is opened by a key, and answers only once it was drawn.
    assert!(matches!(inbox.press(&Key::Down), Act::Nothing));
    assert!(matches!(inbox.press(&Key::Char('1')), Act::Nothing));
    drawn(&mut inbox);
    let other = inbox.open_id().unwrap().clone();
    assert_ne!(other, first);
    assert!(digest_of(&inbox.press(&Key::Char('1'))).is_some());
}

#[test]
fn keys_that_came_in_one_go_do_not_answer_what_they_opened() {
    let store = store(&[("one", Tier::Medium), ("two", Tier::Medium)]);
    let mut inbox = opened(&store);
    drawn(&mut inbox);
    let _ = inbox.press(&Key::Down);
    // Drawn, but the person typed this before it was.
    if let Some(open) = &mut inbox.open {
        let end = open.document.end();
        open.machine.drawn(crate::prompt::machine::Drawn { to: end, end, ..Default::default() });
    }
    assert!(matches!(inbox.press(&Key::Char('1')), Act::Nothing));
}

#[test]
fn nothing_is_opened_by_itself() {
    let store = store(&[]);
    let mut inbox = opened(&store);
    let _ = store
        .create(&NewRequest { expires: 60_000, ..NewRequest::of_action("a", "t", "a") }, None, 1)
        .unwrap();
    inbox.update(found(&store, &inbox));
    assert!(inbox.open.is_none());
    assert!(matches!(inbox.press(&Key::Char('4')), Act::Nothing));
    let _ = inbox.press(&Key::Down);
    assert!(inbox.open.is_some());
}

#[test]
fn escape_goes_back_and_denies_nothing() {
    let store = store(&[("one", Tier::Critical)]);
    let mut inbox = opened(&store);
    drawn(&mut inbox);
    for key in [Key::Char('1'), Key::Char('4'), Key::Esc, Key::Esc, Key::Esc] {
        assert!(matches!(inbox.press(&key), Act::Nothing), "{key:?}");
        drawn(&mut inbox);
    }
    assert_eq!(inbox.focus, Focus::List);
    assert!(matches!(inbox.press(&Key::Char('q')), Act::Quit));
}
