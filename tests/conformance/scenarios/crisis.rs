//! A person in crisis: the card comes before anything waits, and it is the same card whatever else is set.

use super::Opener;
use crate::conformance::surface::{Call, Outcome};
use crate::support::{HERMA, Scratch, command, run};
use herma_core::crisis::card::built_in;
use herma_store::Scope;

const SAYS: &str = "I can't do this anymore. I want to kill myself.";
const GERMAN: &str = "[crisis]\nlocale = \"de-DE\"\n";
const UNDO: &str = "[review]\nchanges = \"keep\"\n";

pub fn crisis_card_before_waiting(open: &Opener) {
    let surface = open.surface(GERMAN);
    assert_eq!(
        surface.card_for(SAYS, &Call::Asked).as_deref().map(str::trim),
        Some(built_in(Some("de-DE")).text().trim())
    );
}

pub fn crisis_card_with_undo(open: &Opener) {
    let surface = open.surface(&format!("{GERMAN}{UNDO}"));
    // A call that has a way back, which is planned before it runs.
    assert_eq!(
        surface.card_for(SAYS, &Call::Low).as_deref().map(str::trim),
        Some(built_in(Some("de-DE")).text().trim())
    );
}

/// The operator's own card, signed; the policy that names its key.
fn operators_card(open: &Opener, policy: &str, call: &Call) {
    let scratch = Scratch::new();
    let text = scratch.write("card.txt", "Call the night desk: extension 4711.\n");
    let (key, home) = (scratch.path().join("key"), scratch.path().join("h"));
    let mut sign = command(HERMA, scratch.path());
    sign.args(["crisis", "card", "sign", "--reviewed", "2026-01-01", "--expires", "2099-01-01", "--home"]);
    let signed = run(sign.arg(home).arg("--text").arg(text).arg("--key").arg(key), b"");
    assert_eq!(signed.code(), Some(0), "{signed:?}");
    let card = scratch.read("h/crisis-card.toml");
    let surface = open.surface_with(&format!("{}{policy}", signed.stdout), &[("crisis-card.toml", &card)]);
    let shown = surface.held().herma(&["crisis", "card", "show"]).stdout;
    assert!(shown.contains("extension 4711"), "the operator's card is not in force: {shown}");
    let given = surface.card_for(SAYS, call).unwrap_or_default();
    assert!(given.contains("extension 4711"), "another card was given: {given}");
}

pub fn operators_crisis_card(open: &Opener) {
    operators_card(open, "", &Call::Asked);
}

pub fn operators_crisis_card_with_undo(open: &Opener) {
    operators_card(open, UNDO, &Call::Low);
}

pub fn operators_crisis_card_with_any_call(open: &Opener) {
    operators_card(open, "", &Call::Low);
}

/// A call that reaches somebody waits, and the person shows signs of a crisis meanwhile. Whoever approves the call was not told
/// that.
pub fn crisis_while_waiting(open: &Opener) {
    let surface = open.surface(GERMAN);
    let (under_way, request) = surface.asks(&Call::Asked);
    // Which of the two calls brings the card is another scenario's.
    let _ = surface.card_for(SAYS, &Call::ReadOnly);
    let report = surface.held().herma(&["crisis", "report", "--json"]).stdout;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["people"], 1, "the person was not heard: {report}");
    let ran = surface.room().ran().len();
    surface.room().approve(&request.ticket, Scope::Once).unwrap();
    let end = under_way.finish();
    assert_eq!(surface.room().ran().len(), ran, "it ran all the same: {end:?}");
    assert_ne!(end, Outcome::Ran);
}
