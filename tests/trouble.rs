//! A gateway whose disk is full, whose clock is set, whose chat services fail, whose settings change: it closes or waits, says
//! so in the inbox and in `herma status`, and recovers by itself.

#![cfg(target_os = "linux")]

use crate::support;
use crate::support::chat_server;
use crate::support::gateway;
use crate::support::http;

use chat_server::{ChatServer, Seen, TOKEN, Telegram};
use gateway::{Client, Gateway, fill, in_namespace};
use herma_server::credential;
use herma_store::audit::verify;
use herma_store::{Filter, RequestId, State, Store};
use http::error;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const MEDIUM: &str = "git push origin main";
const CRITICAL: &str = "rm -rf /home/dev/photos";
const HOUR: i64 = 3600;

fn page(gateway: &Gateway) -> String {
    gateway.logged_in().get("/").body
}

/// Until the page says it, or says it no more.
fn until_page(browser: &Client<'_>, says: &str, wanted: bool) -> String {
    let start = Instant::now();
    loop {
        let page = browser.get("/").body;
        if page.contains(says) == wanted {
            return page;
        }
        assert!(start.elapsed() < support::PATIENCE, "`{says}`, {wanted}: {page}");
    }
}

#[test]
fn t58_a_full_disk_loses_no_decision_allows_nothing_and_is_over_when_there_is_room() {
    if !in_namespace(
        "trouble::t58_a_full_disk_loses_no_decision_allows_nothing_and_is_over_when_there_is_room",
    ) {
        return;
    }
    let gateway = Gateway::on_small_disk(16);
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let browser = gateway.logged_in();
    let ids: Vec<String> = (0..15).map(|n| agent.asks(&format!("{CRITICAL}{n}"))).collect();
    let waiting =
        agent.open("POST", "/v1/calls?wait=120", &Client::call(&format!("{CRITICAL}0"), "s1").to_string());
    let shown: Vec<Value> = ids.iter().map(|id| person.get(&format!("/v1/requests/{id}")).json()).collect();
    let decide = |n: usize| {
        let body = json!({"answer": "approve", "digest": shown[n]["digest"], "digits": shown[n]["digits"]});
        person.post(&format!("/v1/requests/{}/decision", ids[n]), &body)
    };
    // Some decide while it fills up: whatever was said to be decided is.
    let filling = std::thread::scope(|scope| {
        scope.spawn(|| fill(&gateway.home.join("filler")));
        (1..8).map(|n| decide(n).status).collect::<Vec<u16>>()
    });
    assert!(filling.iter().all(|status| [200, 503].contains(status)), "{filling:?}");
    // Little writes still find a place in what the store had taken before; large ones do not. Then none does.
    let mut refused = Vec::new();
    let start = Instant::now();
    while refused.is_empty() {
        assert!(start.elapsed() < support::PATIENCE, "the disk is full, and everything is kept");
        let long = format!("{CRITICAL} # {}", "x".repeat(40_000));
        let answer =
            agent.post("/v1/calls", &Client::call(&long, &format!("s{}", start.elapsed().as_nanos())));
        assert_eq!(answer.status, 200, "{answer:?}");
        refused.extend(Some(answer.json()).filter(|answer| answer["decision"] != "ask"));
    }
    let refused = &refused[0];
    assert_eq!(refused["decision"], "deny", "{refused}");
    assert!(refused["reason"].as_str().unwrap().contains("the disk of the store is full"), "{refused}");
    // It is said everywhere, and what waits can still be looked at.
    let said = gateway.status_saying("gate      closed since 20");
    assert!(said.code() == Some(1) && said.stdout.contains("the disk of the store is full"), "{said:?}");
    let said = until_page(&browser, "The gate is closed since 20", true);
    assert!(said.contains("the disk of the store is full") && said.contains(&ids[0]), "{said}");
    let health = gateway.nobody().get("/v1/health");
    assert_eq!((health.status, &health.json()["status"]), (503, &json!("closed")));
    assert_eq!(person.get("/v1/requests?state=pending").status, 200);
    assert_eq!(browser.get(&format!("/r/{}", ids[0])).status, 200);
    let late: Vec<(u16, String)> = (8..15)
        .map(decide)
        .map(|answer| {
            (answer.status, answer.json()["error"]["code"].as_str().unwrap_or("decided").to_owned())
        })
        .collect();
    assert!(late.contains(&(503, "store".to_owned())), "{late:?}");
    let status = |n: usize| if n < 8 { filling[n - 1] } else { late[n - 8].0 };
    let store = gateway.store();
    for (n, id) in ids.iter().enumerate().skip(1) {
        let (want, votes) = if status(n) == 200 { (State::Approved, 1) } else { (State::Pending, 0) };
        let request = store.request(id).unwrap();
        assert_eq!(
            (request.state, store.votes(&request.id).unwrap().len()),
            (want, votes),
            "{n}: {filling:?} {late:?}"
        );
    }
    // Room again. Nobody does anything but look.
    std::fs::remove_file(gateway.home.join("filler")).unwrap();
    until_page(&browser, "The gate is closed", false);
    assert!(!gateway.status().stdout.contains("closed"));
    assert_eq!(decide(0).status, 200);
    assert_eq!(waiting.finish().json()["decision"], "allow", "whoever waited all the while has it");
    for n in (1..15).filter(|n| status(*n) != 200) {
        assert_eq!(decide(n).status, 200, "{n}");
    }
    for id in &ids {
        let request = store.request(id).unwrap();
        assert!(matches!(request.state, State::Approved | State::Executed), "{request:?}");
        assert_eq!(store.votes(&request.id).unwrap().len(), 1);
    }
    assert_eq!(verify(&store, &[]).unwrap().findings, []);
}

#[test]
fn t58_a_signed_answer_to_a_full_disk_is_not_taken_for_a_replay() {
    let hook = ChatServer::start(|_: &Seen| (200, json!({})));
    let policy = format!(
        "version = 1\n[channel.webhook]\nurl = \"{}/in\"\nsecret_file = \"s\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"webhook:pager\"]\n",
        hook.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("s", "hushhushhushhushhushhushhushhush")]);
    let id = gateway.agent("bot").asks(MEDIUM);
    let card = hook.next("/in").body;
    let answer = json!({"account": "webhook:pager", "id": id, "nonce": card["nonce"], "digest": card["digest"],
                        "answer": "approve"});
    // The card is out; that it is has been noted once its message has a name.
    let noted = || gateway.store().notes("chat.webhook", herma_server::now()).unwrap();
    while noted().iter().all(|note| note.body.contains("\"message\":\"\"")) {}
    gateway.limit_files(Some(1));
    assert_eq!(
        chat_server::webhook_sends(&gateway, "hushhushhushhushhushhushhushhush", "d1", &answer).status,
        503,
        "try again"
    );
    gateway.limit_files(None);
    while gateway.nobody().get("/v1/health").status != 200 {}
    assert_eq!(
        chat_server::webhook_sends(&gateway, "hushhushhushhushhushhushhushhush", "d1", &answer).json()["state"],
        "approved"
    );
}

#[cfg(debug_assertions)]
fn entries(gateway: &Gateway, kind: &str, id: &str) -> usize {
    let all = gateway.store().entries(0, 10_000).unwrap();
    all.iter().filter(|entry| entry.kind == kind && entry.body.contains(id)).count()
}

#[cfg(debug_assertions)]
fn until_state(gateway: &Gateway, id: &str, want: State) {
    let (store, start) = (gateway.store(), Instant::now());
    let mut request = store.request(id).unwrap();
    while request.state != want {
        assert!(start.elapsed() < support::PATIENCE, "{request:?}");
        request = store.wait_for_change(&request.id, request.revision, Duration::from_secs(1)).unwrap();
    }
}

#[cfg(debug_assertions)]
#[test]
fn t21_a_clock_that_jumps_fires_each_timer_once_and_revives_and_allows_nothing() {
    let telegram = Telegram::start();
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"telegram:111\"]\n\
         [[approver]]\nname = \"bob\"\non_call = \"backup\"\naccounts = [\"telegram:222\"]\n",
        telegram.server.base()
    );
    let gateway = Gateway::with_clock(&policy, &[("bot.token", TOKEN)]);
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let resume = |id: &str, command: &str| {
        let mut call = Client::call(command, "s1");
        call["request"] = json!(id);
        agent.post("/v1/calls", &call).json()["decision"].clone()
    };
    let waits = agent.asks(MEDIUM);
    assert_eq!(telegram.sent().chat, 111);
    let unused = agent.asks("git push origin master");
    assert_eq!(telegram.sent().chat, 111);
    assert_eq!(person.approve(&unused, "once").status, 200);
    telegram.server.next("/editMessageText");
    // Ahead by more than a level's time: the backup is told, once.
    gateway.set_clock(100);
    assert_eq!(telegram.sent().chat, 222);
    // Ahead by more than all of it: expired, once, for everybody.
    gateway.set_clock(2 * HOUR);
    until_state(&gateway, &waits, State::Expired);
    for _ in 0..2 {
        let text = telegram.server.next("/editMessageText").body["text"].as_str().unwrap().to_owned();
        assert!(text.contains("expired"), "{text}");
    }
    let said = gateway.status_saying("clock     went forward by 1 h 58 m");
    assert_eq!(said.code(), Some(0), "the gate goes on: {said:?}");
    assert!(page(&gateway).contains("The clock went forward by 1 h 58 m"));
    assert_eq!(person.approve(&waits, "once").status, 410, "too late");
    assert_eq!(
        (resume(&waits, MEDIUM), resume(&unused, "git push origin master")),
        (json!("deny"), json!("deny"))
    );
    // What is asked now, and waits, is from the future once the clock is right again.
    let ahead = agent.asks("git push origin main # ahead");
    assert_eq!(telegram.sent().chat, 111);
    // A link to log in with that was made then.
    let then = herma_server::now() + 2 * HOUR * 1000;
    let lasts = Some(credential::CODE_LASTS);
    let code =
        credential::mint(&gateway.store(), credential::Kind::Code, &gateway.account(), lasts, "test", then);
    let code = code.unwrap().1;
    gateway.set_clock(0);
    until_state(&gateway, &ahead, State::Canceled);
    let canceled = gateway.store().request(&ahead).unwrap().decided.unwrap().reason.unwrap();
    assert!(canceled.contains("clock was set back"), "{canceled}");
    gateway.status_saying("clock     was set back by 2 h");
    assert_eq!(person.approve(&ahead, "once").status, 409);
    assert_eq!(person.approve(&waits, "once").status, 410, "expired stays expired");
    assert_eq!(
        [(&waits, MEDIUM), (&unused, "git push origin master"), (&ahead, "git push origin main # ahead")]
            .map(|(id, command)| resume(id, command)),
        [json!("deny"), json!("deny"), json!("deny")],
        "nothing is allowed by it"
    );
    assert_eq!(gateway.nobody().form("/login", &[("code", &code)]).status, 403, "nobody knows how old it is");
    assert_eq!((entries(&gateway, "expired", &waits), entries(&gateway, "canceled", &ahead)), (1, 1));
    // It goes on by itself, and nobody was told anything twice.
    let id = agent.asks("git push origin main # release");
    let card = telegram.sent();
    assert!(card.chat == 111 && card.text.contains("release"), "{card:?}");
    assert_eq!(person.approve(&id, "once").status, 200);
    assert_eq!(resume(&id, "git push origin main # release"), "allow");
    assert_eq!(verify(&gateway.store(), &[]).unwrap().findings, []);
}

/// Telegram, as it is on a bad day: each look at the number says how.
const WELL: usize = 0;
const SLOW: usize = 1;
const BROKEN: usize = 2;
const BUSY: usize = 3;

#[test]
fn a_chat_service_that_is_slow_broken_or_busy_holds_up_nobody_else_and_is_tried_again() {
    let how = Arc::new(AtomicUsize::new(SLOW));
    let tried: Arc<Mutex<Vec<(usize, Instant)>>> = Arc::default();
    let (own, noted) = (Arc::clone(&how), Arc::clone(&tried));
    let telegram = ChatServer::start(move |seen: &Seen| {
        if !seen.path.ends_with("/sendMessage") {
            if seen.path.ends_with("/getUpdates") {
                std::thread::sleep(Duration::from_secs(1));
            }
            return (200, json!({"ok": true, "result": []}));
        }
        let how = own.load(Ordering::Relaxed);
        noted.lock().unwrap().push((how, Instant::now()));
        match how {
            SLOW => {
                std::thread::sleep(Duration::from_secs(3));
                (200, json!({}))
            }
            BROKEN => (502, json!("<html>Bad Gateway</html>")),
            BUSY => (
                429,
                json!({"ok": false, "error_code": 429, "description": "Too Many Requests: retry after 2",
                                 "parameters": {"retry_after": 2}}),
            ),
            _ => (200, json!({"ok": true, "result": {"message_id": 1, "date": chat_server::seconds()}})),
        }
    });
    let hook = ChatServer::start(|_: &Seen| (200, json!({})));
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\ntimeout = 1\npoll = 1\n\
         [channel.webhook]\nurl = \"{}/in\"\nsecret_file = \"s\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"telegram:111\", \"webhook:pager\"]\n",
        telegram.base(),
        hook.base()
    );
    let gateway =
        Gateway::with_policy(&policy, &[("bot.token", TOKEN), ("s", "hushhushhushhushhushhushhushhush")]);
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let id = agent.asks(MEDIUM);
    // The other channel, and everybody else, go on.
    assert_eq!(hook.next("/in").body["id"], json!(id));
    let other = agent.asks("git push origin master");
    assert_eq!(hook.next("/in").body["id"], json!(other));
    assert_eq!(person.approve(&other, "once").status, 200);
    assert_eq!(hook.next("/in").body["type"], "over");
    let since = |said: &str| {
        let line =
            said.lines().find(|line| line.starts_with("channel   telegram: down since ")).unwrap().to_owned();
        line.split(" UTC").next().unwrap().to_owned()
    };
    let said = gateway.status_saying("it does not answer in time");
    assert!(said.code() == Some(1) && said.stdout.contains("channel   webhook: up"), "{said:?}");
    let began = since(&said.stdout);
    let told = page(&gateway);
    assert!(told.contains("telegram is down since 20") && !told.contains("webhook is down"), "{told}");
    how.store(BROKEN, Ordering::Relaxed);
    assert_eq!(since(&gateway.status_saying("it answers 502").stdout), began, "since when it began");
    how.store(BUSY, Ordering::Relaxed);
    assert_eq!(since(&gateway.status_saying("it answers 429: Too Many Requests").stdout), began);
    how.store(WELL, Ordering::Relaxed);
    gateway.status_saying("channel   telegram: up");
    assert!(!page(&gateway).contains("telegram is down"));
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Pending, "it has waited");
    // Never faster than it should: half a second, then twice that; and as long as the service says.
    let tried = tried.lock().unwrap().clone();
    let gaps: Vec<(usize, Duration)> = tried.windows(2).map(|two| (two[0].0, two[1].1 - two[0].1)).collect();
    assert!(gaps.iter().all(|(_, gap)| *gap >= Duration::from_millis(450)), "{gaps:?}");
    let busy = gaps.iter().filter(|(how, _)| *how == BUSY);
    assert!(
        busy.clone().count() > 0 && busy.clone().all(|(_, gap)| *gap >= Duration::from_millis(1900)),
        "{gaps:?}"
    );
    assert_eq!(tried.iter().filter(|(how, _)| *how == WELL).count(), 1, "one card: the other is decided");
}

#[test]
fn changed_settings_of_channels_are_taken_up_and_what_cannot_be_is_said() {
    let gateway = Gateway::with_policy("version = 1\n", &[]);
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let first = agent.asks(MEDIUM);
    let (pid, address) = (gateway.pid(), gateway.address.clone());
    let hook = ChatServer::start(|_: &Seen| (200, json!({})));
    let policy = |file: &str| {
        format!(
            "version = 1\n[channel.webhook]\nurl = \"{}/in\"\nsecret_file = \"{file}\"\n\
             [[approver]]\nname = \"ada\"\naccounts = [\"webhook:pager\"]\n",
            hook.base()
        )
    };
    // A secret that is not there: said, and nothing changes.
    gateway.write(&policy("s"), &[]);
    let said = gateway.status_saying("settings  changed, and not in force since 20");
    assert!(said.code() == Some(1) && said.stdout.contains("/s`: No such file"), "{said:?}");
    until_page(&gateway.logged_in(), "Changed settings are not in force since 20", true);
    // One that can be guessed is none.
    gateway.write(&policy("s"), &[("s", "hush")]);
    let said = gateway.status_saying("openssl rand");
    assert!(
        said.code() == Some(1) && said.stdout.contains("has 4 characters, and 32 at least are needed"),
        "{said:?}"
    );
    // Now it is there. A call that waits meanwhile is answered and comes back.
    gateway.write(&policy("s"), &[("s", "hushhushhushhushhushhushhushhush")]);
    let card = hook.next("/in");
    assert_eq!(card.body["id"], json!(first), "what waited is told to whoever is there now");
    let said = gateway.status_saying("channel   webhook: up");
    assert!(
        said.code() == Some(0) && said.stdout.contains(&format!("up, process {pid}, at http://{address}")),
        "{said:?}"
    );
    // Another secret is another signature. What was sent before it was taken up has the old one.
    gateway.write(&policy("s"), &[("s", "anotheranotheranotheranotheranother")]);
    let start = Instant::now();
    for n in 0.. {
        assert!(start.elapsed() < support::PATIENCE, "the new secret is never used");
        // While it starts anew nobody answers: a caller calls again. Each is another agent: nobody asks too much.
        let agent = gateway.agent(&format!("bot{n}"));
        if std::panic::catch_unwind(|| agent.asks(MEDIUM)).is_err() {
            continue;
        }
        let seen = hook.next("/in");
        let (at, delivery) = (seen.header("x-herma-timestamp"), seen.header("x-herma-delivery"));
        let signed = chat_server::hmac(
            "anotheranotheranotheranotheranother",
            &format!("v1:{at}:{delivery}:{}", seen.text),
        );
        if seen.header("x-herma-signature") == format!("v1={signed}") {
            break;
        }
    }
    // Gone again; and what else changes in the policy starts nothing anew.
    gateway.write("version = 1\n", &[]);
    let start = Instant::now();
    loop {
        let said = gateway.status().stdout;
        if said.contains("gateway   up") && !said.contains("webhook") {
            break;
        }
        assert!(start.elapsed() < support::PATIENCE, "{said}");
    }
    assert_eq!(person.approve(&first, "once").status, 200);
    let waiting = gateway.store().list(&Filter::waiting(), None, 100).unwrap().requests;
    assert!(!waiting.iter().any(|one| RequestId::parse(&first) == Some(one.id.clone())));
}

#[test]
fn t58_a_disk_that_takes_no_more_closes_the_gate_says_so_and_is_over_when_it_is_over() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let browser = gateway.logged_in();
    let id = agent.asks(CRITICAL);
    let mut events = person.open("GET", "/v1/events", "");
    gateway.limit_files(Some(1));
    // Nobody hears a yes that could not be kept.
    assert_eq!(error(&person.approve(&id, "once")), (503, "store".to_owned()));
    let refused = agent.post("/v1/calls", &Client::call("rm -rf /home/dev/music", "s1")).json();
    assert_eq!(refused["decision"], "deny", "{refused}");
    let health = gateway.nobody().get("/v1/health");
    assert_eq!((health.status, &health.json()["status"]), (503, &json!("closed")));
    assert!(browser.get("/").body.contains("The gate is closed"));
    // Open pages are told to look.
    while events.event().unwrap().1 != "state" {}
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Pending);
    gateway.limit_files(None);
    // By itself: nobody does anything but look.
    while gateway.nobody().get("/v1/health").status != 200 {}
    assert!(!browser.get("/").body.contains("The gate is closed"));
    assert_eq!(person.approve(&id, "once").status, 200);
    assert_eq!(verify(&gateway.store(), &[]).unwrap().findings, []);
}
