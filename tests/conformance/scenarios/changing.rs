//! What changes between the question and the run: policy, people.

use super::Opener;
use crate::conformance::surface::{ADA, ADA_IN_POLICY, Call, Outcome};
use herma_store::Scope;

const DENY: &str =
    "[[rule]]\nname = \"later\"\ntool = \"*\"\ndecision = \"deny\"\nreason = \"no longer allowed\"\n";
const QUORUM: &str = "[[rule]]\nname = \"later\"\ntool = \"*\"\ndecision = \"ask\"\nquorum = 2\n";
const PASSKEY: &str = "[[rule]]\nname = \"later\"\ntool = \"*\"\ndecision = \"ask\"\nlevel = 2\n";
const EVERY_TIME: &str = "[[rule]]\nname = \"later\"\ntool = \"*\"\ndecision = \"ask\"\nevery_time = true\n";

/// The policy changes while the call waits, and then one person approves what they were shown.
fn changed_while_waiting(open: &Opener, policy: &str) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().set_policy(policy);
    // Where the call is refused already, there is nothing to approve.
    let _ = surface.room().approve(&request.ticket, Scope::Once);
    let end = under_way.finish();
    assert_eq!(surface.room().ran().len(), 0, "it ran all the same: {end:?}");
    assert_ne!(end, Outcome::Ran);
}

/// The same between the approval and the repeated call.
fn changed_before_retry(open: &Opener, policy: &str) {
    let surface = open.impatient("");
    let ticket = surface.ticket(&Call::Asked);
    let request = surface.held().requests().remove(0);
    surface.room().approve(&request.ticket, Scope::Once).unwrap();
    surface.room().set_policy(policy);
    let end = surface.resume(&Call::Asked, &ticket);
    assert_eq!(surface.room().ran().len(), 0, "it ran all the same: {end:?}");
    assert_ne!(end, Outcome::Ran);
}

pub fn deny_rule_while_waiting(open: &Opener) {
    changed_while_waiting(open, DENY);
}

pub fn deny_rule_before_retry(open: &Opener) {
    changed_before_retry(open, DENY);
}

pub fn quorum_rule_while_waiting(open: &Opener) {
    changed_while_waiting(open, QUORUM);
}

pub fn quorum_rule_before_retry(open: &Opener) {
    changed_before_retry(open, QUORUM);
}

pub fn passkey_rule_while_waiting(open: &Opener) {
    changed_while_waiting(open, PASSKEY);
}

/// The person has approved this call for the session. The rule of meanwhile lets nobody remember that.
pub fn every_time_rule_while_waiting(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().set_policy(EVERY_TIME);
    surface.room().approve(&request.ticket, Scope::Session).unwrap();
    under_way.finish();
    let ran = surface.room().ran().len();
    super::assert_asked(surface.meets(&Call::Asked));
    assert_eq!(surface.room().ran().len(), ran);
}

/// Ada approves and is removed before the call comes back: her approval does not count any more.
pub fn approver_removed_before_retry(open: &Opener) {
    let surface = open.impatient(ADA_IN_POLICY);
    let ticket = surface.ticket(&Call::Asked);
    let request = surface.held().requests().remove(0);
    surface.room().answer_as(ADA, &request.ticket, Scope::Once).unwrap();
    surface.room().set_policy("");
    let end = surface.resume(&Call::Asked, &ticket);
    assert_eq!(surface.room().ran().len(), 0, "it ran all the same: {end:?}");
    assert_ne!(end, Outcome::Ran);
}

/// Ada is removed while the call waits; then her old session approves it.
pub fn approver_removed_while_waiting(open: &Opener) {
    let surface = open.surface(ADA_IN_POLICY);
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().set_policy("");
    surface.room().answer_as(ADA, &request.ticket, Scope::Once).unwrap();
    let end = under_way.finish();
    assert_eq!(surface.room().ran().len(), 0, "it ran all the same: {end:?}");
    assert_ne!(end, Outcome::Ran);
}
