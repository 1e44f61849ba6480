//! What is remembered of an answer, and for how long.

use super::{Opener, assert_asked};
use crate::conformance::surface::{ADA, ADA_IN_POLICY, Call, Met, Outcome, Surface};
use herma_store::{Request, Scope, State};

/// Asks, approves for so long, and runs.
fn approved_for(surface: &dyn Surface, scope: Scope) -> Request {
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().approve(&request.ticket, scope).unwrap();
    assert_eq!(under_way.finish(), Outcome::Ran);
    request
}

/// The same with a ticket: the approval is there before the call comes back.
fn approved_with_ticket(surface: &dyn Surface, scope: Scope) -> Request {
    let ticket = surface.ticket(&Call::Asked);
    let request = surface.held().requests().remove(0);
    surface.room().approve(&request.ticket, scope).unwrap();
    assert_eq!(surface.resume(&Call::Asked, &ticket), Outcome::Ran);
    request
}

pub fn once_is_asked_again(open: &Opener) {
    let surface = open.surface("");
    approved_for(&*surface, Scope::Once);
    assert_asked(surface.meets(&Call::Asked));
    assert_eq!(surface.room().ran().len(), 1);
}

pub fn session_grant(open: &Opener) {
    let surface = open.surface("");
    approved_for(&*surface, Scope::Session);
    let asked = surface.room().asked();
    assert!(matches!(surface.meets(&Call::Asked), Met::Ran), "asked again within the session");
    assert_eq!((surface.room().ran().len(), surface.room().asked()), (2, asked));
}

pub fn always_grant(open: &Opener) {
    let surface = open.surface("");
    approved_for(&*surface, Scope::Always);
    let asked = surface.room().asked();
    assert!(matches!(surface.meets(&Call::Asked), Met::Ran), "asked again");
    assert_eq!((surface.room().ran().len(), surface.room().asked()), (2, asked));
}

/// Whatever the approver is offered to remember covers the next call, and what cannot be remembered is not offered.
pub fn only_grants_that_work_are_offered(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    for wider in [Scope::Session, Scope::Always].into_iter().filter(|scope| *scope > request.widest) {
        surface.room().approve(&request.ticket, wider).unwrap_err();
    }
    surface.room().approve(&request.ticket, request.widest).unwrap();
    assert_eq!(under_way.finish(), Outcome::Ran);
    match (request.widest, surface.meets(&Call::Asked)) {
        (Scope::Once, Met::Asked(_)) | (Scope::Session | Scope::Always, Met::Ran) => {}
        (offered, met) => panic!("allowed for `{offered}`, and then: {met:?}"),
    }
}

fn end_session(surface: &dyn Surface, request: &Request) {
    let ended = surface.held().herma(&["session", "end", &request.agent, &request.session]);
    assert_eq!(ended.code(), Some(0), "{ended:?}");
}

fn revoke(surface: &dyn Surface) {
    let revoked = surface.held().herma(&["grants", "revoke", "--all"]);
    assert_eq!(revoked.code(), Some(0), "{revoked:?}");
}

#[track_caller]
fn assert_asked_again(surface: &dyn Surface) {
    let met = surface.meets(&Call::Asked);
    assert_eq!(surface.room().ran().len(), 1, "it ran once more: {met:?}");
    assert_asked(met);
}

pub fn session_end_is_asked_again(open: &Opener) {
    let surface = open.surface("");
    let request = approved_for(&*surface, Scope::Session);
    end_session(&*surface, &request);
    assert_asked_again(&*surface);
}

pub fn session_end_after_retry_is_asked_again(open: &Opener) {
    let surface = open.impatient("");
    let request = approved_with_ticket(&*surface, Scope::Session);
    end_session(&*surface, &request);
    assert_asked_again(&*surface);
}

pub fn revoked_grant_is_asked_again(open: &Opener) {
    let surface = open.surface("");
    approved_for(&*surface, Scope::Always);
    revoke(&*surface);
    assert_asked_again(&*surface);
}

pub fn revoked_grant_after_retry_is_asked_again(open: &Opener) {
    let surface = open.impatient("");
    approved_with_ticket(&*surface, Scope::Always);
    revoke(&*surface);
    assert_asked_again(&*surface);
}

/// The person says no after the caller was told to come back. Coming back, it reads the no.
pub fn late_denial_reaches_the_retry(open: &Opener) {
    let surface = open.impatient("");
    let ticket = surface.ticket(&Call::Asked);
    surface.room().deny(&surface.held().requests()[0].ticket, "the only copy");
    let end = surface.resume(&Call::Asked, &ticket);
    assert_eq!(surface.room().ran().len(), 0);
    assert!(
        matches!(&end, Outcome::Denied { reason } if reason.contains("the only copy")),
        "no reason: {end:?}"
    );
}

/// The identical call, made again within ten minutes, repeats the no without a question.
pub fn repeated_call_repeats_the_denial(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().deny(&request.ticket, "the only copy");
    under_way.finish().denied();
    let met = surface.meets(&Call::Asked);
    assert_eq!(surface.room().ran().len(), 0);
    assert!(matches!(&met, Met::Denied(reason) if reason.contains("the only copy")), "not repeated: {met:?}");
}

/// No approval is remembered, whatever the person chooses.
pub fn every_time(open: &Opener) {
    let rule = "[[rule]]\nname = \"each\"\ntool = \"*\"\ndecision = \"ask\"\nevery_time = true\n";
    let surface = open.surface(rule);
    let (under_way, request) = surface.asks(&Call::Asked);
    let room = surface.room();
    // Refused, or counted for this once.
    let _ =
        room.approve(&request.ticket, Scope::Session).or_else(|_| room.approve(&request.ticket, Scope::Once));
    assert_eq!(under_way.finish(), Outcome::Ran);
    assert_asked_again(&*surface);
}

pub fn quorum_of_two(open: &Opener) {
    let rule = "[[rule]]\nname = \"two\"\ntool = \"*\"\ndecision = \"ask\"\nquorum = 2\n";
    let surface = open.surface(&format!("{ADA_IN_POLICY}{rule}"));
    let (under_way, request) = surface.asks(&Call::Asked);
    assert_eq!(surface.room().approve(&request.ticket, Scope::Once).unwrap(), State::Pending);
    assert_eq!(surface.room().ran().len(), 0, "one person was enough");
    assert_eq!(surface.room().answer_as(ADA, &request.ticket, Scope::Once).unwrap(), State::Approved);
    assert_eq!(under_way.finish(), Outcome::Ran);
    assert_eq!(surface.room().ran().len(), 1);
}
