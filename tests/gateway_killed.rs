//! A gateway that is killed at any moment, under people who click everything.

use crate::support::gateway;
use crate::support::http;

use gateway::Gateway;
use herma_store::audit::verify;
use herma_store::{Filter, State, Store};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Kill -9 at any moment, two people clicking everything: each request is decided once, none is lost. `cargo xtask bench
/// gateway` does the same with a thousand.
#[test]
fn t20_t24_killed_again_and_again_each_is_decided_once() {
    const REQUESTS: usize = 60;
    let mut gateway = Gateway::start();
    let ids: Vec<String> = (0..REQUESTS)
        .map(|n| gateway.agent(&format!("bot{}", n / 15)).asks(&format!("rm -rf /home/dev/photos{n}")))
        .collect();
    let person = gateway.person().headers;
    let done = AtomicBool::new(false);
    let address = gateway.address.clone();
    let counted = std::thread::scope(|scope| {
        let clickers: Vec<_> =
            (0..2).map(|_| scope.spawn(|| click(&address, &person, &ids, &done))).collect();
        // Each start is an event to wait for; where it is killed in its work is up to the machine.
        for _ in 0..4 {
            gateway.kill();
            gateway.up();
        }
        let all: Vec<HashMap<String, usize>> = clickers.into_iter().map(|one| one.join().unwrap()).collect();
        all
    });
    let store = gateway.store();
    for id in &ids {
        let request = store.request(id).unwrap();
        assert_eq!(request.state, State::Approved, "{id}");
        let heard: usize = counted.iter().map(|one| one.get(id).copied().unwrap_or(0)).sum();
        assert!(heard <= 1, "{id} was decided {heard} times");
        assert_eq!(store.votes(&request.id).unwrap().len(), 1, "{id}");
    }
    assert_eq!(
        store.list(&Filter::default(), None, 1000).unwrap().requests.len(),
        REQUESTS,
        "none lost, none twice"
    );
    let decisions = store.entries(0, 10_000).unwrap().iter().filter(|entry| entry.kind == "approved").count();
    assert_eq!(decisions, REQUESTS);
    assert_eq!(verify(&store, &[]).unwrap().findings, []);
}

/// Approves everything, over and over, until all of it is decided. Gives how often a yes was taken as the first.
fn click(
    address: &str,
    person: &[(String, String)],
    ids: &[String],
    done: &AtomicBool,
) -> HashMap<String, usize> {
    let headers: Vec<(&str, &str)> = person.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let mut taken = HashMap::new();
    while !done.load(Ordering::Relaxed) {
        let mut left = 0;
        for id in ids {
            // The gateway may be away: then this click is lost, as a person's would be.
            let Ok(stream) = std::net::TcpStream::connect(address) else {
                left += 1;
                continue;
            };
            drop(stream);
            let shown = std::panic::catch_unwind(|| {
                http::Open::send(address, "GET", &format!("/v1/requests/{id}"), &headers, b"").finish()
            });
            let Ok(shown) = shown else {
                left += 1;
                continue;
            };
            let Ok(shown) = serde_json::from_str::<Value>(&shown.body) else {
                left += 1;
                continue;
            };
            if shown["state"] != "pending" {
                continue;
            }
            left += 1;
            let body = json!({"answer": "approve", "digest": shown["digest"], "digits": shown["digits"]})
                .to_string();
            let sent = std::panic::catch_unwind(|| {
                let path = format!("/v1/requests/{id}/decision");
                http::Open::send(address, "POST", &path, &headers, body.as_bytes()).finish()
            });
            if sent.is_ok_and(|answer| answer.status == 200) {
                *taken.entry(id.clone()).or_default() += 1;
            }
        }
        if left == 0 {
            done.store(true, Ordering::Relaxed);
        }
    }
    taken
}
