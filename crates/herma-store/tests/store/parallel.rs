//! Two hundred processes on one store.

use crate::support::{NOW, Scratch, again, all, ask, assert_sound, put, told, yes};
use herma_store::{Outcome, SqliteStore, State, Store};
use std::process::{Child, Stdio};

const PROCESSES: usize = 200;

#[test]
#[ignore = "started by the test below"]
fn child() {
    let Some((path, task)) = told() else { return };
    let number: usize = task.parse().unwrap();
    let store = SqliteStore::open(&path).unwrap();
    put(&store, "shared");
    let own = put(&store, &format!("own {number}"));
    if number.is_multiple_of(4) {
        store.decide(&own.id, &yes(), NOW).unwrap();
        store.claim(&own.id, &own.digest, NOW).unwrap();
        store.report(&own.id, Outcome::Exited(0), NOW).unwrap();
    }
    assert_eq!(store.request(&own.ticket).unwrap().id, own.id);
}

#[test]
fn two_hundred_processes() {
    let scratch = Scratch::on_disk("parallel");
    // Nobody has opened it before: all of them make it.
    let path = scratch.path("new/herma.db");
    let children: Vec<Child> = (0..PROCESSES)
        .map(|n| {
            let mut command = again("parallel::child", &path, &n.to_string());
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in children {
        let out = child.wait_with_output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    }
    let store = SqliteStore::open(&path).unwrap();
    let requests = all(&store);
    assert_eq!(requests.len(), PROCESSES + 1, "none is lost, none is there twice");
    let shared = store.create(&ask("shared"), None, NOW).unwrap().request().unwrap();
    assert_eq!(shared.merged as usize, PROCESSES, "and every time it was asked for is counted");
    let reported = requests.iter().filter(|r| r.outcome == Some(Outcome::Exited(0))).count();
    assert_eq!(reported, PROCESSES / 4);
    assert_eq!(requests.iter().filter(|r| r.state == State::Pending).count(), PROCESSES - PROCESSES / 4 + 1);
    assert_sound(&store);
}

/// Two hooks at once are the first to come: the store is made by one of them, and is nobody else's.
#[test]
fn a_store_is_made_while_others_look_at_it() {
    let scratch = Scratch::new("made");
    for round in 0..100 {
        let path = scratch.path(&format!("{round}.db"));
        let start = std::sync::Barrier::new(4);
        let opened: Vec<_> = std::thread::scope(|scope| {
            let open = || {
                start.wait();
                SqliteStore::open(&path).map(drop)
            };
            let all: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(opened, vec![Ok(()); 4], "round {round}");
    }
}
