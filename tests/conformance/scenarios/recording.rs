//! Exactly one trace per call, with all that was decided.

use super::Opener;
use crate::conformance::surface::{Call, EDITED, FIRST, Outcome, Surface, as_shell};
use crate::support::pty::{Place, Terminal};
use herma_store::Scope;
use serde_json::Value;

pub fn one_trace_when_allowed(open: &Opener) {
    let surface = open.surface("");
    assert_eq!(surface.send(&Call::Low), Outcome::Ran);
    let traces = surface.room().traces();
    assert_eq!((traces.len(), &traces[0]["decision"]), (1, &"allow".into()), "{traces:?}");
}

fn approved(surface: &dyn Surface) -> Value {
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().approve(&request.ticket, Scope::Once).unwrap();
    assert_eq!(under_way.finish(), Outcome::Ran);
    surface.room().traces().remove(0)
}

pub fn one_trace_when_approved(open: &Opener) {
    let surface = open.surface("");
    let trace = approved(&*surface);
    assert_eq!(trace["state"], "executed", "{trace}");
    let traces = surface.room().traces();
    assert_eq!(traces.len(), 1, "more than one trace: {traces:?}");
}

/// Two calls of the same wait for one answer, which is for the session: both run, and each has its trace.
pub fn one_trace_for_each_of_two(open: &Opener) {
    let surface = open.surface("");
    let (first, request) = surface.asks(&Call::Asked);
    let (second, same) = surface.asks(&Call::Asked);
    assert_eq!(request.id, same.id);
    surface.room().approve(&request.ticket, Scope::Session).unwrap();
    assert_eq!((first.finish(), second.finish()), (Outcome::Ran, Outcome::Ran));
    assert_eq!(surface.room().ran().len(), 2);
    let traces = surface.room().traces();
    assert_eq!(traces.len(), 2, "not one trace for each call: {traces:?}");
}

pub fn one_trace_when_denied(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().deny(&request.ticket, "no");
    under_way.finish().denied();
    let traces = surface.room().traces();
    assert_eq!((traces.len(), &traces[0]["state"]), (1, &"denied".into()), "{traces:?}");
}

/// The call as it was asked has one, and the edited call that ran has one.
pub fn one_trace_when_edited(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().approve_edited(&request.ticket);
    if under_way.finish() != Outcome::Ran {
        assert_eq!(surface.send(&Call::AskedEdited), Outcome::Ran);
    }
    let traces = surface.room().traces();
    let of = |word: &str| traces.iter().filter(|one| one["call"]["args"].to_string().contains(word)).count();
    assert_eq!((of(FIRST), of(EDITED)), (1, 1), "traces of the call and of the edited call: {traces:?}");
}

/// What the verdict said is in the trace.
pub fn trace_has_the_verdict(open: &Opener) {
    let trace = approved(&*open.surface(""));
    let missing: Vec<&str> = ["pattern", "reversible", "crisis_sensitive", "requires_human", "factors"]
        .into_iter()
        .filter(|key| trace.get(key).or_else(|| trace["call"].get(key)).is_none())
        .collect();
    assert_eq!(missing, Vec::<&str>::new(), "not in the trace: {trace}");
}

fn origin(surface: &dyn Surface) -> Value {
    let traces = surface.room().traces();
    assert_eq!(traces.len(), 1, "{traces:?}");
    traces[0]["call"]["origin"].clone()
}

/// Nobody sits in front of the agent.
pub fn trace_says_headless(open: &Opener) {
    let surface = open.surface("");
    assert_eq!(surface.send(&Call::Low), Outcome::Ran);
    assert_eq!(origin(&*surface), "headless");
}

/// Somebody sits at the terminal.
pub fn trace_says_interactive(open: &Opener) {
    let surface = open.surface("");
    let (home, command) = (surface.held().home().display().to_string(), as_shell(&Call::Low));
    let mut terminal = Terminal::new(100, 40);
    terminal.folder = Some(surface.room().work());
    terminal.start(Place::AtTerminal, &["run", "--home", &home, &command], &[]);
    assert_eq!(terminal.finish().code(), Some(0));
    assert_eq!(origin(&*surface), "interactive");
}

/// A clock has started the agent.
pub fn trace_says_cron(open: &Opener) {
    let surface = open.surface("");
    assert_eq!(surface.under("cron", &Call::Low), Outcome::Ran);
    assert_eq!(origin(&*surface), "cron");
}
