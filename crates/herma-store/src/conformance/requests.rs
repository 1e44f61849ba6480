//! Asking.

use super::{Case, MINUTE, NOW, ask, put, yes};
use crate::{Climb, Created, End, NewRequest, RateLimit, Scope, Stage, State, Store, StoreError};
use herma_core::effect::Tier;

pub(super) const CASES: &[Case] = &[
    ("what goes in comes out", what_goes_in_comes_out),
    ("a request is found by id and ticket, in any case", found_by_either_name),
    ("unknown names are unknown", unknown),
    ("the same action attaches", the_same_action_attaches),
    ("another action, session or agent does not attach", others_do_not_attach),
    ("an unused approval attaches until it is stale", unused_approvals_attach),
    ("a graver judgement is a new request", a_graver_judgement_is_a_new_request),
    ("what expired unseen does not attach", expired_unseen),
    ("climbing is compare-and-set", climbing),
    ("ends", ends),
    ("due ones expire", due_ones_expire),
    ("the rate limit locks the agent and no other", rate_limit),
    ("one terminal's questions lock no other terminal", rate_limit_of_terminals),
];

fn what_goes_in_comes_out(store: &dyn Store) {
    let mut new = ask("rm 'ü\u{202e}\0'");
    new.requester = Some("bob".into());
    new.needed = 2;
    new.widest = Scope::Session;
    let made = store.create(&new, None, NOW).unwrap().request().unwrap();
    let read = store.request(made.id.as_str()).unwrap();
    assert_eq!(read, made);
    assert_eq!((read.digest, read.document), (new.digest, new.document));
    assert_eq!((read.agent, read.session, read.requester), (new.agent, new.session, new.requester));
    assert_eq!((read.surface, read.tool, read.cwd), (new.surface, new.tool, new.cwd));
    assert_eq!((read.tier, read.class, read.risk, read.confidence), (new.tier, new.class, 0.5, 0.75));
    assert_eq!((read.stage, read.expires, read.created), (new.stage, new.expires, NOW));
    assert_eq!((read.state, read.decided, read.merged), (State::Pending, None, 0));
    assert_eq!((read.needed, read.widest, read.digits.len()), (2, Scope::Session, 2));
}

fn found_by_either_name(store: &dyn Store) {
    let request = put(store, "x");
    for name in [request.id.as_str(), &request.ticket] {
        assert_eq!(store.request(name).unwrap(), request);
        assert_eq!(store.request(&name.to_ascii_lowercase()).unwrap(), request);
    }
}

fn unknown(store: &dyn Store) {
    put(store, "x");
    for name in ["", "0000", "nobody", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "%", "' OR 1=1 --"] {
        assert_eq!(store.request(name), Err(StoreError::Unknown { name: name.to_owned() }));
    }
}

fn the_same_action_attaches(store: &dyn Store) {
    let first = put(store, "x");
    let again = store.create(&ask("x"), None, NOW + MINUTE).unwrap();
    let Created::Attached(second) = again else { panic!("{again:?}") };
    assert_eq!((second.id, second.ticket, second.merged), (first.id, first.ticket, 1));
    assert_eq!(second.stage, first.stage, "asking again does not move a deadline");
    assert_eq!(put(store, "x").merged, 2);
}

fn others_do_not_attach(store: &dyn Store) {
    let first = put(store, "x");
    let mut session = ask("x");
    session.session = "other".into();
    let mut agent = ask("x");
    agent.agent = "other".into();
    for new in [ask("y"), session, agent] {
        let made = store.create(&new, None, NOW).unwrap();
        let Created::New(request) = made else { panic!("{made:?}") };
        assert_ne!(request.id, first.id);
        assert_ne!(request.ticket, first.ticket);
    }
}

fn unused_approvals_attach(store: &dyn Store) {
    let request = put(store, "x");
    let at = NOW + 1;
    store.decide(&request.id, &yes("ada"), at).unwrap();
    let again = store.create(&ask("x"), None, at + 15 * MINUTE - 1).unwrap().request().unwrap();
    assert_eq!((again.id, again.state), (request.id.clone(), State::Approved));
    let late = store.create(&ask("x"), None, at + 15 * MINUTE).unwrap().request().unwrap();
    assert_ne!(late.id, request.id);
    store.decide(&late.id, &yes("ada"), at + 15 * MINUTE).unwrap();
    store.claim(&late.id, "sha256:x", at + 15 * MINUTE).unwrap();
    let used = store.create(&ask("x"), None, at + 15 * MINUTE).unwrap().request().unwrap();
    assert_ne!(used.id, late.id, "an approval that was used is good for nothing more");
}

fn a_graver_judgement_is_a_new_request(store: &dyn Store) {
    let mild = put(store, "x");
    let mut grave = ask("x");
    grave.tier = Tier::Critical;
    let request = store.create(&grave, None, NOW).unwrap().request().unwrap();
    assert_ne!(request.id, mild.id);
    assert_eq!(store.request(mild.id.as_str()).unwrap().state, State::Canceled);
    assert_eq!(put(store, "x").id, request.id, "a milder one attaches to what is judged graver");
    // Nor does a yes to the mild one carry the grave one.
    store.decide(&request.id, &yes("ada"), NOW).unwrap();
    store.claim(&request.id, "sha256:x", NOW).unwrap();
    let mild = put(store, "x");
    store.decide(&mild.id, &yes("ada"), NOW).unwrap();
    assert_ne!(store.create(&grave, None, NOW).unwrap().request().unwrap().id, mild.id);
    // Nor where a rule has come to want more people, a better proof, or somebody else.
    let more: [fn(&mut crate::NewRequest); 3] =
        [|new| new.needed = 2, |new| new.proof = 2, |new| new.requester = Some("bob ada".into())];
    for (n, more) in more.into_iter().enumerate() {
        let action = format!("more {n}");
        let first = put(store, &action);
        store.decide(&first.id, &yes("ada"), NOW).unwrap();
        let mut new = ask(&action);
        more(&mut new);
        let second = store.create(&new, None, NOW).unwrap().request().unwrap();
        assert_eq!((second.id == first.id, second.state), (false, State::Pending), "{n}");
    }
}

fn expired_unseen(store: &dyn Store) {
    let old = put(store, "x");
    let mut new = ask("x");
    new.expires = old.expires + MINUTE;
    let fresh = store.create(&new, None, old.expires).unwrap().request().unwrap();
    assert_ne!(fresh.id, old.id);
    assert_eq!(store.request(old.id.as_str()).unwrap().state, State::Expired);
}

fn climbing(store: &dyn Store) {
    let request = put(store, "x");
    let up = Stage { level: 3, since: NOW + 5, deadline: NOW + 9, backup_told: true };
    let first = store.climb(&request.id, &request.stage, &up).unwrap();
    let Climb::Climbed(climbed) = first else { panic!("{first:?}") };
    assert_eq!(climbed.stage, up);
    assert!(climbed.revision > request.revision);
    let second = store.climb(&request.id, &request.stage, &up).unwrap();
    assert_eq!(second, Climb::Elsewhere(climbed));
    let denied = store.decide(&request.id, &super::no("ada"), NOW).unwrap();
    assert_eq!(store.climb(&request.id, &up, &request.stage).unwrap(), Climb::Elsewhere(denied));
}

fn ends(store: &dyn Store) {
    let cancel = End::Cancel { by: "host".into(), reason: "gone".into() };
    let canceled = store.end(&put(store, "x").id, &cancel, NOW).unwrap();
    assert_eq!(canceled.state, State::Canceled);
    assert_eq!(canceled.decided.unwrap().reason.as_deref(), Some("gone"));
    let delegated = store.end(&put(store, "y").id, &End::Delegate { to: "claude-code".into() }, NOW).unwrap();
    assert_eq!(delegated.state, State::Delegated);
    let request = put(store, "z");
    assert!(store.end(&request.id, &End::Expire, request.expires - 1).is_err(), "not before its time");
    assert_eq!(store.request(request.id.as_str()).unwrap(), request);
    assert_eq!(store.end(&request.id, &End::Expire, request.expires).unwrap().state, State::Expired);
    for id in [canceled.id, delegated.id, request.id] {
        assert!(store.end(&id, &cancel, NOW).is_err());
        assert!(store.decide(&id, &yes("ada"), NOW).is_err(), "what has ended cannot be approved");
        assert!(store.claim(&id, "sha256:x", NOW).is_err());
    }
}

fn due_ones_expire(store: &dyn Store) {
    let early = put(store, "x");
    let mut later = ask("y");
    later.expires += MINUTE;
    let later = store.create(&later, None, NOW).unwrap().request().unwrap();
    assert_eq!(store.expire_due(early.expires - 1, 10), Ok(Vec::new()));
    let gone = store.expire_due(early.expires, 10).unwrap();
    assert_eq!(gone.iter().map(|r| (&r.id, r.state)).collect::<Vec<_>>(), [(&early.id, State::Expired)]);
    assert_eq!(store.request(later.id.as_str()).unwrap().state, State::Pending);
    assert_eq!(store.expire_due(later.expires, 0).unwrap(), Vec::new());
    assert_eq!(store.expire_due(later.expires, 1).unwrap().len(), 1);
}

fn rate_limit(store: &dyn Store) {
    let limit = RateLimit { max: 3, window: MINUTE, lock_for: 5 * MINUTE };
    let create = |action: &str, at| store.create(&ask(action), Some(&limit), at).unwrap();
    for action in ["1", "2", "3", "3", "3"] {
        assert!(create(action, NOW).request().is_ok(), "what is merged does not count");
    }
    let fourth = create("4", NOW + 1);
    let Created::Locked(lock) = fourth else { panic!("{fourth:?}") };
    assert_eq!((lock.agent.as_str(), lock.until), ("a", NOW + 1 + 5 * MINUTE));
    assert_eq!(store.lock("a", NOW + 2).unwrap(), Some(lock.clone()));
    assert_eq!(create("4", NOW + 2), Created::Locked(lock.clone()), "and stays so");
    assert!(matches!(create("1", NOW + 2), Created::Attached(_)), "what waits is not lost");
    let mut other = ask("4");
    other.agent = "b".into();
    assert!(matches!(store.create(&other, Some(&limit), NOW + 2).unwrap(), Created::New(_)));
    assert_eq!(store.lock("a", lock.until).unwrap(), None);
    assert!(matches!(create("4", lock.until), Created::New(_)));
    assert_eq!(super::kinds(store), ["agent_locked"]);
    assert!(store.unlock("a", "ada", lock.until).is_err(), "it is not locked");
}

fn rate_limit_of_terminals(store: &dyn Store) {
    let limit = RateLimit { max: 3, window: MINUTE, lock_for: 5 * MINUTE };
    let create = |action: &str, session: &str| {
        let new = NewRequest {
            agent: "run".into(),
            session: session.into(),
            surface: "run".into(),
            ..NewRequest::of_action(&format!("sha256:{action}"), "terminal", action)
        };
        store.create(&new, Some(&limit), NOW).unwrap()
    };
    for action in ["1", "2", "3"] {
        assert!(matches!(create(action, "one"), Created::New(_)));
    }
    assert!(matches!(create("4", "one"), Created::Locked(_)));
    assert!(matches!(create("4", "two"), Created::New(_)));
    assert!(matches!(create("5", "one"), Created::Locked(_)), "and stays so");
}
