//! What is broken, full, or was tampered with.

use super::{Opener, assert_refused};
use crate::conformance::surface::{Call, Met, Outcome, Surface};
use crate::support::gateway::{fill, in_namespace};
use herma_store::Scope;
use std::fs;

const BROKEN: &str = "[mode\n";

pub fn broken_policy_runs_read_only(open: &Opener) {
    let surface = open.surface(BROKEN);
    assert!(matches!(surface.meets(&Call::ReadOnly), Met::Ran));
}

pub fn broken_policy_refuses_the_rest(open: &Opener) {
    let surface = open.surface(BROKEN);
    assert_refused(surface.meets(&Call::Asked));
    assert_eq!((surface.room().ran().len(), surface.room().asked()), (0, 0));
}

/// A broken file leaves the recorded policy in force.
pub fn broken_policy_keeps_the_recorded_one(open: &Opener) {
    let rule = "[[rule]]\nname = \"no\"\ntool = \"*\"\ndecision = \"deny\"\n";
    let surface = open.surface(rule);
    assert_refused(surface.meets(&Call::Low));
    // Whatever opens the store next records it.
    surface.held().herma(&["list"]);
    surface.held().scratch.write("h/policy.toml", "version = 1\n[mode\n");
    assert_refused(surface.meets(&Call::Low));
    assert_eq!(surface.room().ran().len(), 0);
}

fn break_spool(surface: &dyn Surface) {
    let spool = surface.held().home().join("spool");
    let _ = fs::remove_dir_all(&spool);
    fs::write(&spool, "not a folder").unwrap();
}

pub fn unwritable_traces_run_read_only(open: &Opener) {
    let surface = open.surface("");
    break_spool(&*surface);
    assert!(matches!(surface.meets(&Call::ReadOnly), Met::Ran));
}

/// Nobody is asked in this mode, and a call without a trace does not run.
pub fn unwritable_traces_refuse_the_rest(open: &Opener) {
    let surface = open.surface("[mode]\nshell = \"observe\"\ntools = \"observe\"\n");
    break_spool(&*surface);
    assert_refused(surface.meets(&Call::Asked));
    assert_eq!(surface.room().ran().len(), 0);
}

/// A full disk closes the gate, and room on it opens it again.
pub fn full_disk(open: &Opener) {
    if !in_namespace(&format!("conformance::table::surfaces::full_disk::{}", open.name)) {
        return;
    }
    let surface = open.on_small_disk("");
    // Whatever a surface makes at its first call is there.
    assert!(matches!(surface.meets(&Call::Low), Met::Ran));
    let (ran, filler) = (surface.room().ran().len(), surface.held().home().join("filler"));
    fill(&filler);
    // No store can be opened, by the test neither.
    surface.send(&Call::Asked).denied();
    surface.send(&Call::Hardline).denied();
    assert_eq!(surface.room().ran().len(), ran);
    fs::remove_file(filler).unwrap();
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().approve(&request.ticket, Scope::Once).unwrap();
    assert_eq!(under_way.finish(), Outcome::Ran);
    assert_eq!(surface.held().herma(&["audit", "verify"]).code(), Some(0));
}

/// A read-only call runs, a call that has to be asked about does not.
pub fn unusable_store(open: &Opener) {
    let surface = open.surface("");
    let home = surface.held().home();
    for name in ["herma.db", "herma.db-wal", "herma.db-shm", "herma.db-queue"] {
        let _ = fs::remove_file(home.join(name));
    }
    fs::create_dir(home.join("herma.db")).unwrap();
    assert!(matches!(surface.meets(&Call::ReadOnly), Met::Ran));
    let ran = surface.room().ran().len();
    assert_refused(surface.meets(&Call::Asked));
    assert_eq!(surface.room().ran().len(), ran);
}

/// Approved, run, made approved again behind Herma's back, and called again.
fn replayed(surface: &dyn Surface) -> Met {
    let (under_way, request) = surface.asks(&Call::Asked);
    surface.room().approve(&request.ticket, Scope::Once).unwrap();
    assert_eq!(under_way.finish(), Outcome::Ran);
    assert_eq!(surface.held().herma(&["audit", "verify"]).code(), Some(0));
    surface.room().tamper("update request set state = 'approved', claimed = null");
    surface.meets(&Call::Asked)
}

pub fn claim_twice(open: &Opener) {
    let surface = open.surface("");
    let met = replayed(&*surface);
    assert_eq!(surface.room().ran().len(), 1, "it ran twice: {met:?}");
}

pub fn claim_twice_is_reported(open: &Opener) {
    let surface = open.surface("");
    replayed(&*surface);
    let verified = surface.held().herma(&["audit", "verify"]);
    assert_eq!(verified.code(), Some(1), "nothing is reported: {verified:?}");
}
