//! From a call to an answer.

use super::Opener;
use crate::conformance::surface::{Call, EDITED, FIRST, Met, Outcome};
use herma_store::{Scope, State};

pub fn allow(open: &Opener) {
    let surface = open.surface("");
    assert_eq!(surface.send(&Call::Low), Outcome::Ran);
    assert_eq!(surface.room().ran().len(), 1);
    assert_eq!(surface.room().asked(), 0);
}

pub fn ask_then_approve(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    assert_eq!(surface.room().ran().len(), 0, "it ran before anybody answered");
    surface.room().approve(&request.ticket, Scope::Once).unwrap();
    assert_eq!(under_way.finish(), Outcome::Ran);
    assert_eq!(surface.room().ran().len(), 1);
    assert_eq!(surface.room().request(&request.ticket).state, State::Executed);
    assert_eq!(surface.held().herma(&["audit", "verify"]).code(), Some(0));
}

pub fn ask_then_deny(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().deny(&request.ticket, "the only copy");
    let end = under_way.finish();
    assert!(end.denied().contains("the only copy"), "the agent is not told why: {end:?}");
    assert_eq!(surface.room().ran().len(), 0);
}

pub fn expire(open: &Opener) {
    let surface =
        open.surface("[times]\nmedium = \"1s\"\nhigh = \"1s\"\ncritical = \"1s\"\nexpires_after = \"1s\"\n");
    let (under_way, request) = surface.asks(&Call::Asked);
    let end = under_way.finish();
    end.denied();
    assert_eq!(surface.room().request(&request.ticket).state, State::Expired);
    surface.room().approve(&request.ticket, Scope::Once).unwrap_err();
    assert_eq!(surface.room().ran().len(), 0);
}

pub fn ticket_and_retry(open: &Opener) {
    let surface = open.impatient("");
    let ticket = surface.ticket(&Call::Asked);
    let request = surface.held().requests().remove(0);
    surface.room().approve(&request.ticket, Scope::Once).unwrap();
    assert_eq!(surface.resume(&Call::Asked, &ticket), Outcome::Ran);
    assert_eq!(surface.room().ran().len(), 1);
    let again = surface.meets(&Call::Asked);
    assert!(matches!(again, Met::Asked(_)), "an approval is good once: {again:?}");
    assert_eq!(surface.room().ran().len(), 1);
}

pub fn edit_then_approve(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().approve_edited(&request.ticket);
    // Where the surface cannot hand over other arguments the agent is told them, and calls again.
    match under_way.finish() {
        Outcome::Denied { reason } => {
            assert!(reason.contains("call that instead"), "{reason}");
            assert_eq!(surface.send(&Call::AskedEdited), Outcome::Ran);
        }
        end => assert_eq!(end, Outcome::Ran),
    }
    let ran = surface.room().ran();
    assert!(ran.len() == 1 && ran[0].contains(EDITED) && !ran[0].contains(FIRST), "{ran:?}");
}
