//! Grants by rule: used through the gate, by whom they were given to, until they end.

use crate::support::{MINUTE, NOW, call, gate, waits_for, yes};
use herma_core::effect::Tier;
use herma_core::grant::{Parts, Width};
use herma_gate::{Asked, Gate, Patience, Reply};
use herma_store::{Grant, Host, NewRequest, Scope, Store};

/// Commands in `/w`, each a part of a call.
fn parts(commands: &[&str]) -> Parts {
    let part = |text: &&str| {
        serde_json::json!({"kind": "publish", "tier": "medium", "path": null, "tool": null,
            "command": {"text": text, "folder": "/w", "around": "00"}})
    };
    Parts::from_json(&commands.iter().map(part).collect::<Vec<_>>().into()).unwrap()
}

/// A call with a digest of its own that is made of these commands.
fn of(commands: &[&str]) -> NewRequest {
    NewRequest { parts: parts(commands), ..call(&commands.join(" && "), Tier::Medium) }
}

fn granted(gate: &Gate<impl Store>, new: &NewRequest, now: i64) -> Option<Grant> {
    match gate.ask(new, Patience::Open, now).unwrap() {
        Asked::Granted(grant) => Some(grant),
        Asked::Waits { .. } => None,
        other => panic!("{other:?}"),
    }
}

fn say_yes(gate: &Gate<impl Store>, new: &NewRequest, scope: Scope, lasts: Option<i64>) {
    let request = waits_for(gate, new, NOW);
    let reply = Reply::approve("unix:ada", scope, &request).as_wide_as(Width::Command).lasting(lasts);
    gate.answer(&request.ticket, &reply, NOW).unwrap();
}

#[test]
fn a_call_is_granted_part_by_part() {
    let gate = gate();
    say_yes(&gate, &of(&["down"]), Scope::Always, None);
    assert_eq!(granted(&gate, &of(&["push"]), NOW), None);
    say_yes(&gate, &of(&["push"]), Scope::Always, None);
    assert!(granted(&gate, &of(&["push", "down"]), NOW + 1).is_some());
    assert_eq!(granted(&gate, &of(&["push", "down", "publish"]), NOW + 1), None);
    let used: Vec<u32> = gate.store().grants(9).unwrap().iter().map(|grant| grant.used).collect();
    assert_eq!(used, [1, 1]);
}

#[test]
fn a_grant_of_one_session_is_never_used_by_another() {
    let gate = gate();
    say_yes(&gate, &of(&["down"]), Scope::Session, None);
    assert!(granted(&gate, &of(&["down"]), NOW + 1).is_some());
    for (agent, session) in [("a", "t"), ("b", "s"), ("", "")] {
        let other = NewRequest { agent: agent.into(), session: session.into(), ..of(&["down"]) };
        assert_eq!(granted(&gate, &other, NOW + 1), None, "{agent} {session}");
    }
}

#[test]
fn never_above_its_tier_and_never_what_is_asked_every_time() {
    let gate = gate();
    say_yes(&gate, &of(&["down"]), Scope::Always, None);
    assert_eq!(granted(&gate, &NewRequest { tier: Tier::High, ..of(&["down"]) }, NOW), None);
    assert_eq!(granted(&gate, &NewRequest { widest: Scope::Once, ..of(&["down"]) }, NOW), None);
    assert_eq!(
        granted(&gate, &NewRequest { parts: Parts::default(), ..call("other", Tier::Medium) }, NOW),
        None
    );
}

#[test]
fn it_ends_in_time_or_at_once() {
    let gate = gate();
    say_yes(&gate, &of(&["down"]), Scope::Always, Some(MINUTE));
    let grant = granted(&gate, &of(&["down"]), NOW + MINUTE - 1).unwrap();
    assert_eq!(grant.expires, Some(NOW + MINUTE));
    assert_eq!(granted(&gate, &of(&["down"]), NOW + MINUTE), None);
    say_yes(&gate, &of(&["push"]), Scope::Always, None);
    let grant = granted(&gate, &of(&["push"]), NOW + 1).unwrap();
    gate.store().revoke_grant(&grant.id, "ada", NOW + 2).unwrap();
    assert_eq!(granted(&gate, &of(&["push"]), NOW + 2), None);
}

#[test]
fn a_resumed_session_confirms_its_rules_once() {
    let gate = gate();
    gate.store().arrive("a", "s", Host { pid: 1, started: 1 }, NOW).unwrap();
    say_yes(&gate, &of(&["down"]), Scope::Session, None);
    gate.store().arrive("a", "s", Host { pid: 2, started: 2 }, NOW + 1).unwrap();
    // Another call that the same rule covers.
    let again = NewRequest { digest: "sha256:again".into(), ..of(&["down"]) };
    let request = waits_for(&gate, &again, NOW + 2);
    gate.answer(&request.ticket, &yes("unix:ada", &request), NOW + 2).unwrap();
    assert!(granted(&gate, &of(&["down"]), NOW + 3).is_some());
}
