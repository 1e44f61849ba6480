//! Killed at every write: never two executions, never an approval without its record, never a lost request.

use crate::support::{NOW, Scratch, again, all, ask, assert_sound, put, told, yes};
use herma_core::effect::Tier;
use herma_store::audit::NewEntry;
use herma_store::{
    Created, End, Host, NewGrant, Outcome, Request, Scope, SqliteStore, Stage, State, Store, StoreError,
    Vote, spool,
};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

/// The failpoint of herma-store.
const CRASH_AT: &str = "HERMA_STORE_CRASH_AT";

/// What a process says as soon as it is true, where no crash can take it back.
fn say(store: &Path, what: &str) {
    let log = store.with_file_name("said");
    let mut file = OpenOptions::new().create(true).append(true).open(log).unwrap();
    file.write_all(format!("{what}\n").as_bytes()).unwrap();
    println!("{what}");
}

fn said(store: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(store.with_file_name("said")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Asks, has it approved, and runs it: the last step is the one that must never happen twice.
fn whole_life(store: &dyn Store, path: &Path, action: &str) {
    let request = put(store, action);
    say(path, &format!("created {}", request.id));
    if request.state == State::Pending {
        store.decide(&request.id, &yes(), NOW + 1).unwrap();
        say(path, &format!("approved {}", request.id));
    }
    store.claim(&request.id, &request.digest, NOW + 2).unwrap();
    say(path, &format!("ran {action}"));
    store.report(&request.id, Outcome::Exited(0), NOW + 3).unwrap();
    say(path, &format!("reported {}", request.id));
}

/// Every operation that writes.
fn everything(store: &dyn Store, path: &Path) {
    whole_life(store, path, "x");
    let waiting = put(store, "waits");
    say(path, &format!("created {}", waiting.id));
    let up = Stage { level: 3, since: NOW, deadline: NOW + 5, backup_told: false };
    let _ = store.climb(&waiting.id, &waiting.stage, &up).unwrap();
    let _ = store.create(&ask("waits"), None, NOW).unwrap();
    let denied = put(store, "denied");
    let no = Vote { by: "ada".into(), ..Vote::default() };
    store.decide(&denied.id, &no, NOW).unwrap();
    let canceled = put(store, "canceled");
    store.end(&canceled.id, &End::Cancel { by: "host".into(), reason: "gone".into() }, NOW).unwrap();
    store.arrive("a", "s", Host { pid: 1, started: 1 }, NOW).unwrap();
    let for_session = put(store, "granted");
    let vote = Vote { answer: herma_store::Answer::Approve(Scope::Session), ..yes() };
    store.decide(&for_session.id, &vote, NOW).unwrap();
    say(path, &format!("granted {}", for_session.id));
    store.arrive("a", "s", Host { pid: 2, started: 2 }, NOW).unwrap();
    let new = NewGrant {
        scope: Scope::Once,
        rule: herma_core::grant::Rule::Exact,
        digest: "sha256:g".into(),
        about: String::new(),
        agent: "a".into(),
        session: "s".into(),
        tier: Tier::Low,
        by: "ada".into(),
        expires: None,
    };
    let grant = store.add_grant(&new, NOW).unwrap();
    store.use_grant(&grant.id, NOW).unwrap();
    store.append(&NewEntry::new("hardline", serde_json::json!({"n": 1})), NOW).unwrap();
    let lines = path.with_file_name("spool.jsonl");
    std::fs::write(&lines, "{\"kind\":\"call\"}\n{\"kind\":\"call\"}\n").unwrap();
    spool::ingest_file(store, &lines, NOW).unwrap();
    store.checkpoint(NOW).unwrap();
    store.end_session("a", "s", "ada", NOW).unwrap();
    say(path, "done");
}

#[test]
#[ignore = "started by the tests below"]
fn child() {
    let Some((path, task)) = told() else { return };
    let store = SqliteStore::open(&path).unwrap();
    match task.as_str() {
        "everything" => everything(&store, &path),
        "endless" => {
            (0..u32::MAX).for_each(|n| whole_life(&store, &path, &format!("{} {n}", std::process::id())))
        }
        other => panic!("{other}"),
    }
}

#[test]
fn t24_killed_at_every_write() {
    let mut points = 0;
    loop {
        points += 1;
        let scratch = Scratch::new("crash");
        let path = scratch.path("herma.db");
        let out =
            again("crash::child", &path, "everything").env(CRASH_AT, points.to_string()).output().unwrap();
        let said = said(&path);
        let finished = said.last().is_some_and(|last| last == "done");
        assert_eq!(out.status.success(), finished, "{}", String::from_utf8_lossy(&out.stderr));
        after_a_crash(&path, &said);
        if finished {
            break;
        }
    }
    assert!(points > 80, "there are more writes than {points}: are the failpoints built in?");
}

/// The machine comes up again, and the agent tries once more.
fn after_a_crash(path: &Path, said: &[String]) {
    let store = SqliteStore::open(path).unwrap();
    assert_sound(&store);
    assert_said(&store, said);
    let spooled = store.entries(0, 1000).unwrap().iter().filter(|entry| entry.kind == "call").count();
    assert!([0, 2].contains(&spooled), "a spool is taken in as a whole: {spooled}");
    let lines = path.with_file_name("spool.jsonl");
    spool::ingest_file(&store, &lines, NOW).unwrap();
    let spooled = store.entries(0, 1000).unwrap().iter().filter(|entry| entry.kind == "call").count();
    assert_eq!(spooled, if lines.exists() { 2 } else { 0 }, "and exactly once");

    let ran = said.iter().filter(|line| *line == "ran x").count();
    let before: Vec<Request> = all(&store).into_iter().filter(|r| r.digest == "sha256:x").collect();
    assert!(before.len() <= 1);
    let claimed = before.iter().filter(|r| r.claimed.is_some()).count();
    assert!(ran <= claimed, "it ran without a claim");
    // Claimed and not reported: nobody knows, and nobody runs it again on the same yes.
    let silent = before.iter().filter(|r| r.claimed.is_some() && r.outcome.is_none()).count();
    assert_eq!(store.give_up(NOW + 10, NOW + 10).unwrap().len(), silent);
    let again = store.create(&ask("x"), None, NOW + 20).unwrap();
    let run_again = match &again {
        Created::New(request) | Created::Attached(request) => {
            store.claim(&request.id, &request.digest, NOW + 20).is_ok()
        }
        Created::Locked(lock) => panic!("{lock:?}"),
    };
    let approved = before.iter().filter(|r| r.state == State::Approved).count();
    assert_eq!(usize::from(run_again), approved, "an approval that was not used is used now, no other");
    assert!(ran + usize::from(run_again) <= 1, "it ran twice");
    for old in before.iter().filter(|r| r.claimed.is_some()) {
        let refused = store.claim(&old.id, &old.digest, NOW + 20);
        assert!(matches!(refused, Err(StoreError::AlreadyDecided { .. })), "{refused:?}");
    }
    assert_sound(&store);
}

/// Whatever was said before the crash is true after it.
fn assert_said(store: &dyn Store, said: &[String]) {
    for line in said {
        let Some((what, name)) = line.split_once(' ') else { continue };
        match what {
            "ran" => continue,
            "created" => drop(store.request(name).unwrap()),
            "approved" => assert!(store.request(name).unwrap().decided.is_some(), "{line}"),
            "reported" => {
                assert_eq!(store.request(name).unwrap().outcome, Some(Outcome::Exited(0)), "{line}")
            }
            "granted" => {
                assert_eq!(store.grants(10).unwrap().iter().filter(|g| g.scope == Scope::Session).count(), 1)
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn killed_by_surprise() {
    let scratch = Scratch::on_disk("kill");
    let path = scratch.path("herma.db");
    // After so many lines, which is never the same place in a write twice.
    for lines in [1, 2, 3, 5, 8, 9, 14, 15, 22, 31, 40, 41, 53, 60] {
        let mut child = again("crash::child", &path, "endless").stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        for _ in 0..lines {
            output.next().expect("it goes on for ever").unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let store = SqliteStore::open(&path).unwrap();
        assert_sound(&store);
        assert_said(&store, &said(&path));
    }
    let mut runs: Vec<String> = said(&path).into_iter().filter(|line| line.starts_with("ran ")).collect();
    let all_runs = runs.len();
    runs.sort();
    runs.dedup();
    assert_eq!(runs.len(), all_runs);
    assert!(all_runs > 20, "{all_runs}");
}
