//! Answering.

use super::{Case, NOW, ask, kinds, no, put, yes, yes_for};
use crate::{Scope, State, Store, StoreError};

pub(super) const CASES: &[Case] = &[
    ("the last no to an action is found", last_no),
    ("a yes is stored with its vote and its record", a_yes),
    ("a no is stored with its reason", a_no),
    ("the first answer wins", the_first_answer_wins),
    ("unknown, expired and decided are three errors", three_errors),
    ("an answer at the last instant", the_last_instant),
    ("two people are two people", quorum),
    ("whom two answers have in common is one voice", one_voice),
    ("what somebody said who is gone does not count", gone),
    ("a vote keeps its proof", proof),
    ("one no is enough", one_no_is_enough),
    ("the narrowest yes counts", the_narrowest_yes_counts),
    ("no yes is wider than the request allows", no_wider_than_allowed),
    ("parallel answers: exactly one wins", parallel_answers),
];

fn a_yes(store: &dyn Store) {
    let request = put(store, "x");
    let decided = store.decide(&request.id, &yes("ada"), NOW + 7).unwrap();
    assert_eq!(decided.state, State::Approved);
    assert_eq!(store.request(&request.ticket).unwrap(), decided);
    assert_eq!(store.votes(&request.id).unwrap(), [yes("ada")]);
    let how = decided.decided.unwrap();
    assert_eq!((how.at, how.by.as_str(), how.how.as_str()), (NOW + 7, "ada", "terminal"));
    assert_eq!(how.scope, Some(Scope::Once));
    let entries = store.entries(0, 10).unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!((entries[0].seq, entries[0].kind.as_str()), (how.entry, "approved"));
    for part in [request.id.as_str(), &request.digest, "ada", "once"] {
        assert!(entries[0].body.contains(part), "{part} in {}", entries[0].body);
    }
    assert_eq!(store.grants(10).unwrap(), [], "once leaves nothing behind");
}

fn a_no(store: &dyn Store) {
    let request = put(store, "x");
    let mut vote = no("ada");
    vote.reason = Some("not on a friday".into());
    let decided = store.decide(&request.id, &vote, NOW).unwrap();
    assert_eq!(decided.state, State::Denied);
    assert_eq!(decided.decided.unwrap().reason.as_deref(), Some("not on a friday"));
    assert_eq!(kinds(store), ["denied"]);
    assert_eq!(
        store.claim(&request.id, "sha256:x", NOW),
        Err(StoreError::NotApproved { state: State::Denied })
    );
}

fn the_first_answer_wins(store: &dyn Store) {
    for (first, second, what) in
        [(no("ada"), yes("bob"), State::Denied), (yes("ada"), no("bob"), State::Approved)]
    {
        let request = put(store, &format!("{what}"));
        let decided = store.decide(&request.id, &first, NOW + 1).unwrap();
        let late = store.decide(&request.id, &second, NOW + 2);
        assert_eq!(late, Err(StoreError::AlreadyDecided { by: "ada".into(), what, when: NOW + 1 }));
        assert!(store.decide(&request.id, &first, NOW + 3).is_err(), "nor does it count twice");
        assert_eq!(store.request(&request.ticket).unwrap(), decided, "and nothing has changed");
        assert_eq!(store.votes(&request.id).unwrap(), [first]);
    }
    assert_eq!(kinds(store), ["denied", "approved"]);
}

fn three_errors(store: &dyn Store) {
    let (expired, decided) = (put(store, "x"), put(store, "y"));
    store.decide(&decided.id, &no("ada"), NOW).unwrap();
    let late = store.decide(&expired.id, &yes("ada"), expired.expires);
    assert_eq!(late, Err(StoreError::Expired { name: expired.ticket.clone(), at: expired.expires }));
    let now = store.request(&expired.ticket).unwrap();
    assert_eq!(now.state, State::Expired, "a late answer finds it out");
    assert_ne!(now.decided.unwrap().by, "ada");
    assert!(matches!(store.decide(&decided.id, &yes("ada"), NOW), Err(StoreError::AlreadyDecided { .. })));
    let nobody = crate::RequestId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap();
    assert!(matches!(store.decide(&nobody, &yes("ada"), NOW), Err(StoreError::Unknown { .. })));
}

fn the_last_instant(store: &dyn Store) {
    let request = put(store, "x");
    assert_eq!(store.decide(&request.id, &yes("ada"), request.expires - 1).unwrap().state, State::Approved);
    let request = put(store, "y");
    assert!(store.decide(&request.id, &yes("ada"), request.expires).is_err());
}

fn quorum(store: &dyn Store) {
    let mut new = ask("x");
    new.needed = 2;
    let request = store.create(&new, None, NOW).unwrap().request().unwrap();
    let waiting = store.decide(&request.id, &yes("ada"), NOW).unwrap();
    assert_eq!(waiting.state, State::Pending);
    assert!(waiting.revision > request.revision, "those who wait are told");
    let mut other_account = yes("ada");
    other_account.account = "ada@phone".into();
    for _ in 0..3 {
        let again = store.decide(&request.id, &other_account, NOW).unwrap();
        assert_eq!(again.state, State::Pending, "one person with two accounts is one person");
    }
    assert!(store.claim(&request.id, "sha256:x", NOW).is_err());
    assert_eq!(store.decide(&request.id, &yes("bob"), NOW).unwrap().state, State::Approved);
    assert_eq!(store.votes(&request.id).unwrap(), [yes("ada"), yes("bob")]);
    assert_eq!(kinds(store), ["vote", "approved"]);
    store.claim(&request.id, "sha256:x", NOW).unwrap();
}

fn one_voice(store: &dyn Store) {
    let mut new = ask("x");
    new.needed = 2;
    let request = store.create(&new, None, NOW).unwrap().request().unwrap();
    let through = |by: &str, whom: &str| crate::Vote { through: Some(whom.into()), ..yes(by) };
    // Cy by a link of Ada's, Ada herself, and Dee by another link of hers: all of them may have been Ada.
    let all = [through("cy", "ada"), yes("ada"), through("dee", "ada")];
    for vote in &all {
        assert_eq!(store.decide(&request.id, vote, NOW).unwrap().state, State::Pending, "{vote:?}");
    }
    assert_eq!(store.votes(&request.id).unwrap(), all);
    // Bob was let in by Dee, and she is one of them.
    assert_eq!(store.decide(&request.id, &through("bob", "dee"), NOW).unwrap().state, State::Pending);
    let body = store.entries(0, 10).unwrap().last().unwrap().body.clone();
    assert!(body.contains("\"through\":\"dee\""), "it is on record: {body}");
    assert_eq!(store.decide(&request.id, &yes("eve"), NOW).unwrap().state, State::Approved);
}

fn gone(store: &dyn Store) {
    let mut new = ask("x");
    new.needed = 2;
    let waits = store.create(&new, None, NOW).unwrap().request().unwrap();
    let (approved, run) = (put(store, "y"), put(store, "z"));
    for request in [&waits, &approved, &run] {
        store.decide(&request.id, &yes("ada"), NOW).unwrap();
    }
    store.claim(&run.id, &run.digest, NOW).unwrap();
    let account = yes("ada").account;
    assert_eq!(store.take_back(&account, "bob", NOW).unwrap(), 2);
    assert_eq!(store.take_back(&account, "bob", NOW).unwrap(), 0);
    assert_eq!(store.votes(&waits.id).unwrap(), []);
    let state = |request: &crate::Request| store.request(&request.ticket).unwrap().state;
    assert_eq!((state(&waits), state(&run)), (State::Pending, State::Executed));
    assert_eq!(state(&approved), State::Canceled);
    let claimed = store.claim(&approved.id, &approved.digest, NOW);
    assert_eq!(claimed, Err(StoreError::NotApproved { state: State::Canceled }));
    assert_ne!(put(store, "y").id, approved.id, "it is asked anew");
    // Named again, they begin anew.
    assert_eq!(store.decide(&waits.id, &yes("bob"), NOW).unwrap().state, State::Pending);
    assert_eq!(store.decide(&waits.id, &yes("ada"), NOW).unwrap().state, State::Approved);
    let about = store.entries(0, 100).unwrap().into_iter().filter(|entry| entry.body.contains(&account));
    assert!(about.map(|entry| entry.kind).any(|kind| kind == "vote-taken-back"), "it is on record");
}

fn proof(store: &dyn Store) {
    let mut new = ask("x");
    new.proof = 2;
    let request = store.create(&new, None, NOW).unwrap().request().unwrap();
    assert_eq!(store.request(request.id.as_str()).unwrap().proof, 2);
    let mut signed = yes("ada");
    (signed.level, signed.proof) = (2, Some("{\"passkey\":\"k\"}".into()));
    store.decide(&request.id, &signed, NOW).unwrap();
    assert_eq!(store.votes(&request.id).unwrap(), [signed]);
    let entries = store.entries(0, 10).unwrap();
    let body: serde_json::Value = serde_json::from_str(&entries.last().unwrap().body).unwrap();
    assert_eq!((&body["level"], &body["proof"]["passkey"]), (&2.into(), &"k".into()));
}

fn one_no_is_enough(store: &dyn Store) {
    let mut new = ask("x");
    new.needed = 2;
    let request = store.create(&new, None, NOW).unwrap().request().unwrap();
    store.decide(&request.id, &yes("ada"), NOW).unwrap();
    assert_eq!(store.decide(&request.id, &no("ada"), NOW).unwrap().state, State::Denied);
}

fn the_narrowest_yes_counts(store: &dyn Store) {
    let mut new = ask("x");
    new.needed = 2;
    let request = store.create(&new, None, NOW).unwrap().request().unwrap();
    store.decide(&request.id, &yes_for("ada", Scope::Once), NOW).unwrap();
    let decided = store.decide(&request.id, &yes_for("bob", Scope::Always), NOW).unwrap();
    assert_eq!(decided.decided.unwrap().scope, Some(Scope::Once));
    assert_eq!(store.grants(10).unwrap(), []);
}

fn no_wider_than_allowed(store: &dyn Store) {
    let mut new = ask("x");
    new.widest = Scope::Once;
    let request = store.create(&new, None, NOW).unwrap().request().unwrap();
    let decided = store.decide(&request.id, &yes_for("ada", Scope::Always), NOW).unwrap();
    assert_eq!(decided.decided.unwrap().scope, Some(Scope::Once));
    assert_eq!(store.grants(10).unwrap(), []);
}

fn parallel_answers(store: &dyn Store) {
    let request = put(store, "x");
    let wins = std::thread::scope(|scope| {
        let votes: Vec<_> = (0..8)
            .map(|n| {
                let id = &request.id;
                let vote = if n % 2 == 0 { yes(&format!("p{n}")) } else { no(&format!("p{n}")) };
                scope.spawn(move || store.decide(id, &vote, NOW).is_ok())
            })
            .collect();
        votes.into_iter().map(|vote| vote.join().unwrap()).filter(|won| *won).count()
    });
    assert_eq!(wins, 1);
    assert_eq!(store.votes(&request.id).unwrap().len(), 1);
    assert_eq!(store.entries(0, 10).unwrap().len(), 1);
}

fn last_no(store: &dyn Store) {
    assert_eq!(store.last_denied("sha256:x", "a", "s").unwrap(), None);
    for at in [NOW, NOW + 5] {
        let request = store.create(&ask("x"), None, at).unwrap().request().unwrap();
        store.decide(&request.id, &no("ada"), at).unwrap();
        assert_eq!(store.last_denied("sha256:x", "a", "s").unwrap().map(|one| one.id), Some(request.id));
    }
    for (digest, agent, session) in [("sha256:y", "a", "s"), ("sha256:x", "b", "s"), ("sha256:x", "a", "t")] {
        assert_eq!(store.last_denied(digest, agent, session).unwrap(), None);
    }
}
