//! Folders of our own, and this test program started over.

use herma_core::effect::Tier;
use herma_store::{Answer, Filter, NewRequest, Request, Scope, State, Store, Vote, audit};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is gone afterwards.
pub struct Scratch(PathBuf);

impl Scratch {
    /// In memory where there is such a place: what is tested is what happens, not how long a disk takes.
    pub fn new(name: &str) -> Self {
        let shm = PathBuf::from("/dev/shm");
        let folder = if shm.is_dir() { shm } else { std::env::temp_dir() };
        Self::below(&folder, name)
    }

    /// On the disk that temporary files are on.
    pub fn on_disk(name: &str) -> Self {
        Self::below(&std::env::temp_dir(), name)
    }

    fn below(folder: &Path, name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("herma-{name}-{}-{count}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Where a process that we start finds the store.
const STORE: &str = "HERMA_TEST_STORE";
/// And what it is to do there.
const TASK: &str = "HERMA_TEST_TASK";

/// This test program again, running only its ignored test of this name.
pub fn again(test: &str, store: &Path, task: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(STORE, store).env(TASK, task);
    command
}

/// In such a process: the store, and the task. Nothing when somebody runs all ignored tests by hand.
pub fn told() -> Option<(PathBuf, String)> {
    Some((PathBuf::from(std::env::var_os(STORE)?), std::env::var(TASK).ok()?))
}

pub const NOW: i64 = 1_800_000_000_000;

/// A request of this action, open for an hour.
pub fn ask(action: &str) -> NewRequest {
    NewRequest {
        agent: "a".into(),
        session: "s".into(),
        tier: Tier::Medium,
        expires: NOW + 3_600_000,
        ..NewRequest::of_action(&format!("sha256:{action}"), "Bash", action)
    }
}

pub fn put(store: &dyn Store, action: &str) -> Request {
    store.create(&ask(action), None, NOW).unwrap().request().unwrap()
}

pub fn yes() -> Vote {
    Vote { by: "ada".into(), answer: Answer::Approve(Scope::Once), ..Vote::default() }
}

/// Every request there is.
pub fn all(store: &dyn Store) -> Vec<Request> {
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.list(&Filter::default(), after.as_ref(), 500).unwrap();
        found.extend(page.requests);
        after = page.next;
        if after.is_none() {
            return found;
        }
    }
}

/// What must hold for any store at any time: the chain is whole, and holds every decision that was made.
pub fn assert_sound(store: &dyn Store) {
    assert_eq!(audit::verify(store, &[]).unwrap().findings, []);
    let entries = store.entries(0, usize::MAX).unwrap();
    for request in all(store) {
        let of = |kind: &str| {
            let id = request.id.as_str();
            entries.iter().filter(|entry| entry.kind == kind && entry.body.contains(id)).count()
        };
        // An approval ends with the grant it was given with.
        let reason = request.decided.as_ref().and_then(|decided| decided.reason.as_deref());
        let revoked =
            request.state == State::Canceled && reason.is_some_and(|why| why.ends_with("was revoked"));
        let approved = usize::from(
            revoked || matches!(request.state, State::Approved | State::Executed | State::Unknown),
        );
        assert_eq!(of("approved"), approved, "{request:?}");
        assert_eq!(store.votes(&request.id).unwrap().len(), approved + of("denied"), "{request:?}");
        let executed = usize::from(matches!(request.state, State::Executed | State::Unknown));
        assert_eq!(of("executed"), executed, "{request:?}");
    }
}
