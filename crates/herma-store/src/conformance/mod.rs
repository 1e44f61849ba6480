//! What every store must do, written against [`Store`] alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a suite of assertions")]

mod answers;
mod chain;
mod grants;
mod notes;
mod pages;
mod requests;
mod running;
mod sessions;
mod traces;
mod waiting;

use crate::{Answer, NewRequest, Request, Scope, Stage, Store, Vote};
use herma_core::effect::{Class, Tier};

/// A moment, as good as any.
const NOW: i64 = 1_800_000_000_000;
const MINUTE: i64 = 60_000;

type Case = (&'static str, fn(&dyn Store));

/// Runs every case on a store of its own. `make` gives an empty one.
pub fn conformance(make: impl Fn() -> Box<dyn Store>) {
    let parts = [
        requests::CASES,
        answers::CASES,
        running::CASES,
        pages::CASES,
        sessions::CASES,
        grants::CASES,
        chain::CASES,
        traces::CASES,
        waiting::CASES,
        notes::CASES,
    ];
    for (name, case) in parts.into_iter().flatten() {
        println!("conformance: {name}");
        case(&*make());
    }
}

/// A request of this action by agent `a` in session `s`, open for an hour.
fn ask(action: &str) -> NewRequest {
    NewRequest {
        agent: "a".into(),
        session: "s".into(),
        surface: "hook".into(),
        cwd: "/w".into(),
        tier: Tier::Medium,
        class: Class::External,
        risk: 0.5,
        confidence: 0.75,
        stage: Stage { level: 2, since: NOW, deadline: NOW + MINUTE, backup_told: false },
        expires: NOW + 60 * MINUTE,
        ..NewRequest::of_action(&format!("sha256:{action}"), "Bash", action)
    }
}

fn put(store: &dyn Store, action: &str) -> Request {
    store.create(&ask(action), None, NOW).unwrap().request().unwrap()
}

fn yes(by: &str) -> Vote {
    yes_for(by, Scope::Once)
}

fn yes_for(by: &str, scope: Scope) -> Vote {
    Vote { answer: Answer::Approve(scope), ..no(by) }
}

fn no(by: &str) -> Vote {
    Vote { by: by.into(), account: format!("{by}@host"), channel: "terminal".into(), ..Vote::default() }
}

fn kinds(store: &dyn Store) -> Vec<String> {
    store.entries(0, 1000).unwrap().into_iter().map(|entry| entry.kind).collect()
}
