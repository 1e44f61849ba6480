//! People, questions and answers to test with.

use herma_core::effect::Tier;
use herma_gate::{Asked, Gate, GateError, Level, Notice, Patience, Person, Refusal, Reply, Settings, Why};
use herma_store::{MemoryStore, NewRequest, Request, Scope, Store};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

pub const NOW: i64 = 1_800_000_000_000;
pub const SECOND: i64 = 1000;
pub const MINUTE: i64 = 60 * SECOND;

/// Ada is asked first, Bob is the backup, Carol has the last word. Ada has a second account.
pub fn settings() -> Settings {
    let person = |name: &str, accounts: &[&str]| Person {
        name: name.into(),
        accounts: accounts.iter().map(|one| (*one).into()).collect(),
    };
    let level = |time, people: &[&str], backup: &[&str]| Level {
        time: time * SECOND,
        people: people.iter().map(|one| (*one).into()).collect(),
        backup: backup.iter().map(|one| (*one).into()).collect(),
        needed: 1,
    };
    Settings {
        people: vec![
            person("ada", &["unix:ada", "phone:ada"]),
            person("bob", &["unix:bob"]),
            person("carol", &["unix:carol"]),
        ],
        medium: level(60, &["ada"], &["bob"]),
        high: level(30, &["ada"], &["bob"]),
        critical: level(10, &["carol"], &["bob"]),
        ..Settings::default()
    }
}

pub fn gate() -> Gate<MemoryStore> {
    Gate::new(MemoryStore::new(), settings())
}

/// A call of agent `a` in session `s`.
pub fn call(action: &str, tier: Tier) -> NewRequest {
    NewRequest {
        agent: "a".into(),
        session: "s".into(),
        tier,
        ..NewRequest::of_action(&format!("sha256:{action}"), "Bash", action)
    }
}

/// Asks, and expects it to wait.
pub fn waits(gate: &Gate<impl Store>, action: &str, tier: Tier, now: i64) -> Request {
    waits_for(gate, &call(action, tier), now)
}

pub fn waits_for(gate: &Gate<impl Store>, new: &NewRequest, now: i64) -> Request {
    match gate.ask(new, Patience::Open, now).unwrap() {
        Asked::Waits { request, .. } => request,
        other => panic!("{other:?}"),
    }
}

/// A yes with everything that a yes needs.
pub fn yes(account: &str, request: &Request) -> Reply {
    Reply::approve(account, Scope::Once, request).with_digits(&request.digits)
}

pub fn refused<T: std::fmt::Debug>(outcome: Result<T, GateError>) -> Refusal {
    match outcome {
        Err(GateError::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

pub fn names(notices: &[Notice]) -> Vec<(&str, Why)> {
    notices.iter().map(|notice| (notice.person.as_str(), notice.why)).collect()
}

/// A folder that is gone afterwards, in memory where there is such a place.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let shm = PathBuf::from("/dev/shm");
        let folder = if shm.is_dir() { shm } else { std::env::temp_dir() };
        let path = folder.join(format!("herma-gate-{name}-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub fn path(&self) -> PathBuf {
        self.0.join("herma.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
