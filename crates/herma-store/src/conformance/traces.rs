//! Traces: taken in once, counted, forgotten.

use super::{Case, NOW, no, put, yes};
use crate::{Forget, Forgotten, Ingest, NewTrace, State, Store, TraceFilter, audit, spool};
use herma_core::effect::Tier;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

pub(super) const CASES: &[Case] = &[
    ("traces are kept as they came, and a call once", kept),
    ("traces know what became of their request", answered),
    ("old traces go, and those that are to be forgotten", forgotten),
    ("trace files are taken in once, by whoever comes, and removed", taken),
];

fn trace(at: i64, session: &str, command: &str, decision: &str) -> NewTrace {
    let call = format!(
        "{{\"agent\":\"a\",\"args\":{{\"command\":\"{command}\"}},\"effects\":[{{\"rule\":\"rm/one\"}}],\
         \"tier\":\"low\",\"tool\":\"Bash\"}}"
    );
    NewTrace {
        at,
        agent: "a".into(),
        session: session.into(),
        surface: "hook".into(),
        tier: Tier::Low,
        rule: "rm/one".into(),
        tool: "Bash".into(),
        decision: decision.into(),
        decided_by: "tier".into(),
        would: None,
        elapsed_us: 20,
        request: None,
        call,
    }
}

fn keep(store: &dyn Store, traces: &[NewTrace]) {
    let from = store.spool_offset("f").unwrap();
    assert_eq!(store.ingest_traces("f", from, from + 1, traces, 0).unwrap(), Ingest::Taken);
}

fn seen(store: &dyn Store, filter: &TraceFilter) -> Vec<(u64, u64, String)> {
    let mut all = Vec::new();
    store
        .each_trace(filter, &mut |t| all.push((t.id, t.call, format!("{} {}", t.session, t.decision))))
        .unwrap();
    all
}

fn kept(store: &dyn Store) {
    keep(
        store,
        &[
            trace(NOW, "s", "ls", "allow"),
            trace(NOW + 1, "s", "rm x", "ask"),
            trace(NOW + 2, "t", "ls", "allow"),
        ],
    );
    let all = seen(store, &TraceFilter::default());
    assert_eq!(
        all.iter().map(|(_, _, text)| text.as_str()).collect::<Vec<_>>(),
        ["s allow", "s ask", "t allow"]
    );
    assert_eq!(all[0].1, all[2].1, "one call");
    let calls = store.traced_calls(0, 10).unwrap();
    assert_eq!(calls.len(), 2);
    assert_eq!(calls[0], (all[0].1, trace(NOW, "s", "ls", "").call));
    assert_eq!(store.traced_calls(calls[0].0, 10).unwrap(), calls[1..]);
    let only = |filter: TraceFilter| seen(store, &filter).iter().map(|(id, ..)| *id).collect::<Vec<_>>();
    let ids = only(TraceFilter::default());
    assert_eq!(only(TraceFilter { newest: Some(2), ..TraceFilter::default() }), [ids[2], ids[1]]);
    assert_eq!(only(TraceFilter { since: Some(NOW + 1), ..TraceFilter::default() }), ids[1..]);
    assert_eq!(only(TraceFilter { decision: Some("ask".into()), ..TraceFilter::default() }), [ids[1]]);
    assert_eq!(only(TraceFilter { agent: Some("b".into()), ..TraceFilter::default() }), [0u64; 0]);
    assert_eq!(only(TraceFilter { id: Some(ids[1]), ..TraceFilter::default() }), [ids[1]]);
    let twice = store.ingest_traces("f", 0, 1, &[trace(NOW, "s", "ls", "allow")], 0).unwrap();
    assert_eq!(twice, Ingest::Elsewhere(1));
}

fn answered(store: &dyn Store) {
    let (one, two) = (put(store, "x"), put(store, "y"));
    store.decide(&one.id, &no("ada"), NOW + 5).unwrap();
    store.decide(&two.id, &yes("bob"), NOW + 7).unwrap();
    let of = |id: &str| NewTrace { request: Some(id.to_owned()), ..trace(NOW, "s", "x", "ask") };
    keep(store, &[of(one.id.as_str()), of(two.id.as_str()), of("nobody knows")]);
    let mut all = Vec::new();
    let mut look = |t: &crate::TraceLine<'_>| {
        all.push(
            t.answered.as_ref().map(|a| (a.state, a.by.map(str::to_owned), a.decided, a.is_no(), a.is_yes())),
        );
    };
    store.each_trace(&TraceFilter::default(), &mut look).unwrap();
    assert_eq!(
        all,
        [
            Some((State::Denied, Some("ada".to_owned()), Some(NOW + 5), true, false)),
            Some((State::Approved, Some("bob".to_owned()), Some(NOW + 7), false, true)),
            None
        ]
    );
}

fn forgotten(store: &dyn Store) {
    keep(
        store,
        &[trace(NOW - 9, "old", "a", "allow"), trace(NOW, "s", "b", "allow"), trace(NOW, "t", "c", "allow")],
    );
    assert_eq!(
        store.ingest_traces("g", 0, 1, &[trace(NOW - 8, "late", "d", "allow")], NOW - 5).unwrap(),
        Ingest::Taken
    );
    assert_eq!(seen(store, &TraceFilter::default()).len(), 2, "retention");
    assert_eq!(store.traced_calls(0, 10).unwrap().len(), 2);
    let (over, open) = (put(store, "over"), put(store, "open"));
    store.decide(&over.id, &no("ada"), NOW + 1).unwrap();
    let gone = store.forget(&Forget::Session("s".into()), "ada", NOW + 2).unwrap();
    assert_eq!(gone, Forgotten { traces: 1, requests: 1 });
    assert_eq!(seen(store, &TraceFilter::default()).len(), 1);
    let over = store.request(over.id.as_str()).unwrap();
    assert!(
        !over.document.command.contains("over") && over.cwd.is_empty() && over.digest == "sha256:over",
        "{over:?}"
    );
    assert!(
        store.request(open.id.as_str()).unwrap().document.command.contains("open"),
        "what waits is needed"
    );
    assert_eq!(store.forget(&Forget::Before(NOW), "ada", NOW + 3).unwrap(), Forgotten::default());
    assert_eq!(store.forget(&Forget::All, "ada", NOW + 4).unwrap().traces, 1);
    assert!(seen(store, &TraceFilter::default()).is_empty() && store.traced_calls(0, 10).unwrap().is_empty());
    assert_eq!(super::kinds(store), ["denied", "forgot", "forgot", "forgot"]);
    assert_eq!(audit::verify(store, &[]).unwrap().findings, [], "the chain keeps its hashes");
}

fn line(n: usize) -> String {
    format!(
        "{{\"v\":1,\"at\":{},\"session\":\"s\",\"surface\":\"hook\",\"decision\":\"allow\",\"by\":\"tier\",\"us\":7,\
         \"call\":{{\"agent\":\"a\",\"tool\":\"Bash\",\"tier\":\"safe\",\"args\":{}}}}}\n",
        NOW + n as i64,
        n % 3
    )
}

fn taken(store: &dyn Store) {
    let name = format!("herma-traces-{}-{:?}", std::process::id(), std::thread::current().id());
    let folder: PathBuf = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    let take = |budget| spool::take_traces(store, &folder, 0, NOW, budget).unwrap();
    assert_eq!(take(u64::MAX).traces, 0, "no folder, nothing to do");
    fs::create_dir(&folder).unwrap();
    let mut file = fs::File::create(folder.join(spool::TRACE_FILE)).unwrap();
    for n in 0..9 {
        file.write_all(line(n).as_bytes()).unwrap();
    }
    file.write_all(b"not json\n{\"v\":99}\n{\"v\":1,\"at\":cut o").unwrap();
    let taken = take(u64::MAX);
    assert_eq!((taken.traces, taken.unreadable), (9, 3));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "and the file is gone");
    assert_eq!(take(u64::MAX).traces, 0);
    assert_eq!(
        (seen(store, &TraceFilter::default()).len(), store.traced_calls(0, 10).unwrap().len()),
        (9, 3)
    );
    fs::write(folder.join(spool::TRACE_FILE), (0..40).map(line).collect::<String>()).unwrap();
    let sum: u64 = std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| take(u64::MAX).traces)).collect();
        all.into_iter().map(|one| one.join().unwrap()).sum()
    });
    assert_eq!(sum + take(u64::MAX).traces, 40, "by one of those who tried at once, or by the next");
    fs::remove_dir_all(&folder).unwrap();
}
