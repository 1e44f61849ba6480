//! Grants.

use super::{Case, MINUTE, NOW, ask, kinds, put, yes_for};
use crate::{Grant, GrantId, Host, NewGrant, NewRequest, Scope, State, Store, StoreError, Vote};
use herma_core::effect::{Kind, Tier};
use herma_core::grant::{Parts, Rule, Width};

pub(super) const CASES: &[Case] = &[
    ("a yes for longer leaves a grant", a_yes_for_longer),
    ("whom a grant fits", whom_it_fits),
    ("once is once", once_is_once),
    ("grants end", grants_end),
    ("grants are revoked", grants_are_revoked),
    ("a revoked grant takes the unused approval with it", revoked_with_its_approval),
    ("a grant by rule", a_grant_by_rule),
    ("a yes as wide as the narrowest", as_wide_as_the_narrowest),
];

/// Two commands: one in a folder, one on a path.
fn parts() -> Parts {
    let part = |kind: Kind, text: &str, path: Option<&str>| {
        serde_json::json!({"kind": kind.as_str(), "tier": "medium", "path": path, "tool": null,
            "command": {"text": text, "folder": "/w", "around": "00"}})
    };
    let all = [part(Kind::Publish, "git push origin main", None), part(Kind::Delete, "rm …", Some("/w/x/y"))];
    Parts::from_json(&all.to_vec().into()).unwrap()
}

fn revoked_with_its_approval(store: &dyn Store) {
    for scope in [Scope::Session, Scope::Always] {
        let request = put(store, scope.as_str());
        store.decide(&request.id, &yes_for("ada", scope), NOW).unwrap();
        let grant = store.find_grant(&request.digest, "a", "s", Tier::Medium, NOW).unwrap().unwrap();
        store.revoke_grant(&grant.id, "ada", NOW + 1).unwrap();
        assert_eq!(store.request(request.id.as_str()).unwrap().state, State::Canceled);
        let claimed = store.claim(&request.id, &request.digest, NOW + 2);
        assert_eq!(claimed, Err(StoreError::NotApproved { state: State::Canceled }));
    }
    store.arrive("a", "s", Host { pid: 1, started: 2 }, NOW).unwrap();
    let (ends, once) = (put(store, "ends"), put(store, "once"));
    store.decide(&ends.id, &yes_for("ada", Scope::Session), NOW).unwrap();
    store.decide(&once.id, &yes_for("ada", Scope::Once), NOW).unwrap();
    store.end_session("a", "s", "ada", NOW + 1).unwrap();
    assert!(store.claim(&ends.id, &ends.digest, NOW + 2).is_err());
    store.claim(&once.id, &once.digest, NOW + 2).expect("an approval of its own stays");
}

fn a_grant_by_rule(store: &dyn Store) {
    let request =
        store.create(&NewRequest { parts: parts(), ..ask("x") }, None, NOW).unwrap().request().unwrap();
    assert_eq!(store.request(request.id.as_str()).unwrap().parts, parts());
    let vote = Vote { width: Width::Command, ..yes_for("ada", Scope::Session) };
    store.decide(&request.id, &vote, NOW).unwrap();
    assert_eq!(store.votes(&request.id).unwrap(), [vote]);
    assert_eq!(kinds(store), ["approved", "grant", "grant"], "one for each part");
    let found = store.grants_by_rule("a", "s", NOW).unwrap();
    let mut rules: Vec<Rule> = found.iter().map(|grant| grant.rule.clone()).collect();
    rules.sort_by_key(|rule| rule.words(None));
    let mut wanted = parts().rules(Width::Command);
    wanted.sort_by_key(|rule| rule.words(None));
    assert_eq!(rules, wanted);
    assert_eq!(found[0].about, "x");
    assert_eq!(store.grant(&found[0].id).unwrap(), found[0]);
    assert_eq!(store.find_grant(&request.digest, "a", "s", Tier::Low, NOW).unwrap(), None, "not by digest");
    assert_eq!(store.grants_by_rule("a", "t", NOW).unwrap(), [], "of another session");
    assert_eq!(store.grants_by_rule("b", "s", NOW).unwrap(), [], "of another agent");
    store.revoke_grant(&found[0].id, "ada", NOW).unwrap();
    assert_eq!(store.grants_by_rule("a", "s", NOW).unwrap(), [found[1].clone()]);
    let rule = Rule::Effect { kind: Kind::Delete, below: "/w/x".into() };
    let all = store.add_grant(&NewGrant { rule, ..new(Scope::Always) }, NOW).unwrap();
    assert_eq!(store.grants_by_rule("b", "t", NOW + MINUTE - 1).unwrap(), [all]);
    assert_eq!(store.grants_by_rule("b", "t", NOW + MINUTE).unwrap(), [], "over");
    assert!(matches!(store.grant(&GrantId::parse("nope")), Err(StoreError::Unknown { .. })));
}

fn as_wide_as_the_narrowest(store: &dyn Store) {
    let two = NewRequest { parts: parts(), needed: 2, ..ask("x") };
    let request = store.create(&two, None, NOW).unwrap().request().unwrap();
    let wide = |by, width| Vote { width, ..yes_for(by, Scope::Always) };
    store.decide(&request.id, &wide("ada", Width::Exact), NOW).unwrap();
    store.decide(&request.id, &wide("bob", Width::Command), NOW).unwrap();
    let grants: Vec<Grant> = store.grants(9).unwrap();
    assert_eq!((grants.len(), &grants[0].rule), (1, &Rule::Exact));
}

fn new(scope: Scope) -> NewGrant {
    NewGrant {
        scope,
        rule: Rule::Exact,
        digest: "sha256:x".into(),
        about: "x".into(),
        agent: "a".into(),
        session: "s".into(),
        tier: Tier::High,
        by: "ada".into(),
        expires: Some(NOW + MINUTE),
    }
}

fn a_yes_for_longer(store: &dyn Store) {
    for (action, scope) in [("x", Scope::Session), ("y", Scope::Always)] {
        let mut vote = yes_for("ada", scope);
        vote.grant_until = Some(NOW + MINUTE);
        let request = put(store, action);
        store.decide(&request.id, &vote, NOW).unwrap();
        let grant = store.find_grant(&request.digest, "a", "s", Tier::Medium, NOW).unwrap().unwrap();
        assert_eq!((grant.scope, grant.by.as_str(), grant.tier), (scope, "ada", request.tier));
        assert_eq!((grant.given, grant.expires, grant.used), (NOW, Some(NOW + MINUTE), 0));
    }
    assert_eq!(kinds(store), ["approved", "grant", "approved", "grant"]);
}

fn whom_it_fits(store: &dyn Store) {
    let mine = store.add_grant(&new(Scope::Session), NOW).unwrap();
    let find = |digest: &str, agent: &str, session: &str, tier| {
        store.find_grant(digest, agent, session, tier, NOW).unwrap()
    };
    assert_eq!(find("sha256:x", "a", "s", Tier::High), Some(mine.clone()));
    assert_eq!(find("sha256:x", "a", "s", Tier::Low), Some(mine));
    assert_eq!(find("sha256:x", "a", "s", Tier::Critical), None, "nothing above its tier");
    assert_eq!(find("sha256:y", "a", "s", Tier::Low), None);
    assert_eq!(find("sha256:x", "b", "s", Tier::Low), None);
    assert_eq!(find("sha256:x", "a", "t", Tier::Low), None);
    let always = store.add_grant(&new(Scope::Always), NOW).unwrap();
    assert_eq!(find("sha256:x", "b", "t", Tier::High), Some(always));
    assert_eq!(find("sha256:y", "b", "t", Tier::Low), None, "this exact digest");
}

fn once_is_once(store: &dyn Store) {
    let grant = store.add_grant(&new(Scope::Once), NOW).unwrap();
    let uses = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..4).map(|_| scope.spawn(|| store.use_grant(&grant.id, NOW).is_ok())).collect();
        tries.into_iter().map(|one| one.join().unwrap()).filter(|used| *used).count()
    });
    assert_eq!(uses, 1);
    assert_eq!(store.find_grant("sha256:x", "a", "s", Tier::Low, NOW).unwrap(), None);
    let session = store.add_grant(&new(Scope::Session), NOW).unwrap();
    store.use_grant(&session.id, NOW + 1).unwrap();
    let used = store.use_grant(&session.id, NOW + 2).unwrap();
    assert_eq!((used.used, used.last_used), (2, Some(NOW + 2)));
}

fn grants_end(store: &dyn Store) {
    let grant = store.add_grant(&new(Scope::Always), NOW).unwrap();
    let forever = store.add_grant(&NewGrant { expires: None, ..new(Scope::Always) }, NOW - 1).unwrap();
    let end = NOW + MINUTE;
    assert_eq!(store.expire_grants(end - 1), Ok(0));
    store.use_grant(&grant.id, end - 1).unwrap();
    assert_eq!(
        store.use_grant(&grant.id, end),
        Err(StoreError::Expired { name: grant.id.to_string(), at: end })
    );
    assert_eq!(store.grants(10).unwrap().len(), 2);
    assert_eq!(store.expire_grants(end), Ok(1));
    assert_eq!(store.grants(10).unwrap(), [forever]);
}

fn grants_are_revoked(store: &dyn Store) {
    let grant = store.add_grant(&new(Scope::Always), NOW).unwrap();
    let revoked = store.revoke_grant(&grant.id, "bob", NOW + 1).unwrap();
    assert_eq!(revoked.revoked, Some(("bob".into(), NOW + 1)));
    assert_eq!(store.find_grant("sha256:x", "a", "s", Tier::Low, NOW + 1).unwrap(), None);
    assert!(store.use_grant(&grant.id, NOW + 1).is_err());
    assert!(store.confirm_grant(&grant.id, "ada", NOW + 1).is_err());
    assert!(store.revoke_grant(&grant.id, "bob", NOW + 1).is_err());
    assert!(matches!(store.use_grant(&GrantId::parse("nope"), NOW), Err(StoreError::Unknown { .. })));
    assert_eq!(kinds(store), ["grant", "grant_revoked"]);
}
