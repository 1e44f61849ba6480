//! The audit chain and the spool.

use super::{Case, NOW, no, put, yes};
use crate::audit::{self, AuditFinding, Entry, Head, NewEntry};
use crate::{Store, spool};
use serde_json::json;
use std::io::Write;

pub(super) const CASES: &[Case] = &[
    ("the chain holds what was appended, in order", appended),
    ("t57 edits, deletions, reordering and truncation are found in an export", t57_export),
    ("a head from elsewhere finds a chain that was written anew", t57_forked),
    ("spool lines are taken in once", spool_once),
    ("a spool line is nobody's decision", spool_forges_nothing),
];

fn fill(store: &dyn Store) -> Vec<Entry> {
    store
        .append(&NewEntry::new("hardline", json!({"b": 1, "a": {"d": [1, null], "c": "\u{1b}[2J"}})), NOW)
        .unwrap();
    store.decide(&put(store, "x").id, &yes("ada"), NOW + 1).unwrap();
    store.decide(&put(store, "y").id, &no("bob"), NOW + 2).unwrap();
    store.append(&NewEntry::new("policy", json!({})), NOW + 3).unwrap();
    store.entries(0, 10).unwrap()
}

fn appended(store: &dyn Store) {
    assert_eq!(audit::verify(store, &[]).unwrap().findings, []);
    let entries = fill(store);
    assert_eq!(entries.iter().map(|e| e.seq).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(
        entries.iter().map(|e| e.kind.as_str()).collect::<Vec<_>>(),
        ["hardline", "approved", "denied", "policy"]
    );
    assert!(entries[0].body.starts_with("{\"a\":{\"c\":"), "keys are sorted: {}", entries[0].body);
    assert_eq!(store.head().unwrap(), entries[3].head());
    assert_eq!(store.entries(2, 1).unwrap(), [entries[2].clone()]);
    let verified = audit::verify(store, &[entries[1].head()]).unwrap();
    assert_eq!((verified.head, verified.findings), (entries[3].head(), vec![]));
    let head = audit::checkpoint(store, NOW).unwrap();
    assert_eq!(Head::parse(&head.to_text()).as_ref(), Some(&head));
    assert_eq!(store.checkpoints().unwrap(), [head]);
}

fn t57_export(store: &dyn Store) {
    fill(store);
    let mut bytes = Vec::new();
    assert_eq!(audit::export(store, &mut bytes).unwrap(), 4);
    let text = String::from_utf8(bytes).unwrap();
    let entries: Vec<Entry> = text.lines().map(|line| Entry::parse_json_line(line).unwrap()).collect();
    let head = store.head().unwrap();
    let findings = |entries: Vec<Entry>| audit::verify_entries(entries, std::slice::from_ref(&head)).findings;
    assert_eq!(findings(entries.clone()), []);
    for n in 0..4 {
        let seq = entries[n].seq;
        let mut edited = entries.clone();
        edited[n].body = edited[n].body.replace('a', "e") + " ";
        assert!(findings(edited).contains(&AuditFinding::Edited { seq }));
        let mut backdated = entries.clone();
        backdated[n].at -= 1;
        assert!(findings(backdated).contains(&AuditFinding::Edited { seq }));
        let mut deleted = entries.clone();
        deleted.remove(n);
        assert_ne!(findings(deleted), []);
        let mut swapped = entries.clone();
        swapped.swap(n, (n + 1) % 4);
        assert_ne!(findings(swapped), []);
        assert_eq!(findings(entries[..n].to_vec()), [AuditFinding::Truncated { end: n as u64, recorded: 4 }]);
    }
}

fn t57_forked(store: &dyn Store) {
    let entries = fill(store);
    let honest = entries[1].head();
    let other = Head { hash: entries[0].hash.clone(), ..honest };
    assert_eq!(audit::verify(store, &[other]).unwrap().findings, [AuditFinding::Forked { seq: 2 }]);
    let longer = Head { seq: 9, hash: "sha256:…".into() };
    assert_eq!(
        audit::verify(store, &[longer]).unwrap().findings,
        [AuditFinding::Truncated { end: 4, recorded: 9 }]
    );
}

fn spool_forges_nothing(store: &dyn Store) {
    let name = format!("herma-forged-{}-{:?}.jsonl", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(name);
    let kinds = ["approved", "denied", "vote", "grant", "executed", "agent_locked", ""];
    let lines = kinds.map(|kind| format!("{{\"kind\":\"{kind}\",\"by\":\"ada\"}}\n")).concat();
    std::fs::write(&path, lines + "{\"kind\":[\"approved\"]}\n").unwrap();
    assert_eq!(spool::ingest_file(store, &path, NOW), Ok(8));
    std::fs::remove_file(&path).unwrap();
    let mut expected = vec!["unreadable"; 7];
    expected.push("call");
    assert_eq!(super::kinds(store), expected);
}

fn spool_once(store: &dyn Store) {
    let name = format!("herma-spool-{}-{:?}.jsonl", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    assert_eq!(spool::ingest_file(store, &path, NOW), Ok(0), "no file, nothing to do");
    let mut file = std::fs::File::create(&path).unwrap();
    file.write_all(b"{\"kind\":\"hardline\",\"n\":1}\n{\"n\":2}\n\nnot json \xff\n{\"kind\":\"ha").unwrap();
    assert_eq!(spool::ingest_file(store, &path, NOW), Ok(3));
    assert_eq!(spool::ingest_file(store, &path, NOW), Ok(0), "nor is anything taken twice");
    file.write_all(b"lf\"}\n").unwrap();
    let taken: u64 = std::thread::scope(|scope| {
        let all: Vec<_> =
            (0..4).map(|_| scope.spawn(|| spool::ingest_file(store, &path, NOW).unwrap())).collect();
        all.into_iter().map(|one| one.join().unwrap()).sum()
    });
    std::fs::remove_file(&path).unwrap();
    assert_eq!(taken, 1, "by one of those who tried at once");
    assert_eq!(super::kinds(store), ["hardline", "call", "unreadable", "unreadable"]);
    assert_eq!(audit::verify(store, &[]).unwrap().findings, []);
}
