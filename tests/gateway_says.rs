//! What a gateway says, and to whom: to whoever has lost a credential, to whoever only looks, to anybody at all.

use crate::support;
use crate::support::gateway;
use crate::support::http;

use gateway::{Client, Gateway};
use herma_server::credential::{self, Kind};
use herma_store::{NewRequest, Store};
use http::error;
use serde_json::{Value, json};
use std::time::{Instant, SystemTime};
use support::HERMA;
use support::pty::Terminal;

const MEDIUM: &str = "git push origin main";
const PUSH: &str = "[[rule]]\nname = \"push\"\nprogram = \"git push\"\ndecision = \"ask\"\n";

fn with_people(people: &str) -> Gateway {
    Gateway::with_policy(&format!("version = 1\n{people}"), &[])
}

fn person(name: &str, role: &str) -> String {
    format!("[[approver]]\nname = \"{name}\"\nrole = \"{role}\"\naccounts = [\"web:{name}\"]\n")
}

fn holding<'a>(gateway: &'a Gateway, account: &str) -> Client<'a> {
    let token = gateway.token(Kind::Person, account);
    gateway.nobody().with("Authorization", &format!("Bearer {token}"))
}

/// Something changes that everybody who listens hears of.
fn changes(gateway: &Gateway, n: usize) {
    let new = NewRequest {
        agent: format!("a{n}"),
        expires: i64::MAX >> 1,
        ..NewRequest::of_action(&format!("sha256:{n}"), "Bash", "x")
    };
    let _ = gateway.store().create(&new, None, herma_server::now()).unwrap();
}

#[test]
fn t32_whoever_has_lost_the_credential_hears_nothing_any_more() {
    let gateway = with_people(&person("ada", "approver"));
    let token = gateway.token(Kind::Person, "web:ada");
    let mut gone =
        gateway.nobody().with("Authorization", &format!("Bearer {token}")).open("GET", "/v1/events", "");
    let mut stays = gateway.person().open("GET", "/v1/events", "");
    for listener in [&mut gone, &mut stays] {
        assert_eq!(listener.event().unwrap().1, "hello");
    }
    assert!(credential::revoke(&gateway.store(), &token[..10], "test", herma_server::now()).unwrap());
    let start = Instant::now();
    for n in 0.. {
        assert!(start.elapsed() < support::PATIENCE, "it is never ended");
        changes(&gateway, n);
        assert_eq!(stays.event().unwrap().1, "request", "others go on");
        if gone.event().is_none() {
            break;
        }
    }
    // The same for who is on the list no longer, with a credential that was good.
    let mut gone = holding(&gateway, "web:ada").open("GET", "/v1/events", "");
    assert_eq!(gone.event().unwrap().1, "hello");
    gateway.write("version = 1\n", &[]);
    let start = Instant::now();
    for n in 1_000_000.. {
        assert!(start.elapsed() < support::PATIENCE, "it is never ended");
        changes(&gateway, n);
        if gone.event().is_none() {
            break;
        }
    }
}

#[test]
fn a_number_of_another_store_is_answered_with_a_reset() {
    let gateway = Gateway::start();
    let agent = gateway.agent("bot");
    agent.asks(MEDIUM);
    let newest = gateway.store().wait_for_any(0, std::time::Duration::ZERO).unwrap();
    for client in [gateway.person(), gateway.agent("bot")] {
        let by_header = client.clone().with("Last-Event-ID", &(newest + 1).to_string());
        let by_address = client.clone();
        let address = format!("/v1/events?after={}", newest + 1000);
        for mut events in [by_header.open("GET", "/v1/events", ""), by_address.open("GET", &address, "")] {
            assert_eq!(events.event().unwrap(), (Some(newest), "hello".to_owned(), "{}".to_owned()));
            let (number, name, data) = events.event().unwrap();
            assert_eq!((number, name.as_str()), (Some(newest), "reset"));
            assert_eq!(serde_json::from_str::<Value>(&data).unwrap(), json!({"newest": newest}));
        }
        // Up to date is no reset: the next thing is the next change.
        let mut current = client.with("Last-Event-ID", &newest.to_string()).open("GET", "/v1/events", "");
        assert_eq!(current.event().unwrap().1, "hello");
        agent.post("/v1/ask", &json!({"question": "Which?"}));
        assert_eq!(current.event().unwrap().1, "question");
    }
    // And then they hear of what comes.
    let mut events = gateway.person().with("Last-Event-ID", "99999999").open("GET", "/v1/events", "");
    for name in ["hello", "reset"] {
        assert_eq!(events.event().unwrap().1, name);
    }
    changes(&gateway, 1);
    assert_eq!(events.event().unwrap().1, "request");
}

#[test]
fn t32_who_was_taken_off_the_list_reads_nothing() {
    let gateway = with_people(&person("ada", "approver"));
    let id = gateway.agent("bot").asks(MEDIUM);
    let token = holding(&gateway, "web:ada");
    let browser =
        gateway.nobody().with("Cookie", &format!("herma={}", gateway.token(Kind::Session, "web:ada")));
    let places = [
        "/v1/requests",
        &format!("/v1/requests/{id}"),
        "/v1/grants",
        "/v1/traces",
        "/v1/stats",
        "/v1/events",
        "/metrics",
    ];
    for place in &places[..5] {
        assert_eq!(token.get(place).status, 200, "{place}");
    }
    assert_eq!(browser.get("/").status, 200);
    gateway.write("version = 1\n", &[]);
    for place in places {
        assert_eq!(error(&token.get(place)), (403, "forbidden".to_owned()), "{place}");
    }
    for place in
        ["/", "/history", "/grants", "/charts", "/policy", "/audit", "/passkeys", &format!("/r/{id}")]
    {
        let page = browser.get(place);
        assert!(
            page.status == 403 && page.body.contains("nobody here has that account"),
            "{place}: {page:?}"
        );
    }
}

#[test]
fn t32_a_policy_that_kept_its_time_and_length_is_another_policy() {
    let gateway = with_people(&person("ada", "approver"));
    let ada = holding(&gateway, "web:ada");
    assert_eq!(ada.get("/v1/requests").status, 200);
    let file = gateway.home.join("policy.toml");
    let about = std::fs::metadata(&file).unwrap();
    let written = about.modified().unwrap();
    // Moved into its place, as `cp -p` and some editors do. It takes an account away, which needs nobody's approval.
    let text = std::fs::read_to_string(&file).unwrap().replace("\"web:ada\"", "         ");
    let other = gateway.home.join("other");
    let keep = |path: &std::path::Path, time: SystemTime| {
        std::fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    };
    std::fs::write(&other, text).unwrap();
    keep(&other, written);
    std::fs::rename(&other, &file).unwrap();
    let now = std::fs::metadata(&file).unwrap();
    assert_eq!((now.modified().unwrap(), now.len()), (written, about.len()));
    assert_eq!(ada.get("/v1/requests").status, 403);
}

#[test]
fn t25_who_only_looks_takes_no_grant_back() {
    let gateway = with_people(&format!("{}{}", person("vi", "viewer"), person("ada", "approver")));
    let id = gateway.agent("bot").asks(MEDIUM);
    assert_eq!(gateway.person().approve(&id, "session").status, 200);
    let grant = gateway.store().grants(10).unwrap()[0].id.clone();
    let vi = holding(&gateway, "web:vi");
    assert_eq!(vi.get("/v1/grants").status, 200, "looking is for everybody");
    assert_eq!(
        error(&vi.post(&format!("/v1/grants/{grant}/revoke"), &json!({}))),
        (403, "forbidden".to_owned())
    );
    let cookie = format!("herma={}", gateway.token(Kind::Session, "web:vi"));
    let browser = gateway.nobody().with("Cookie", &cookie).with("X-Herma-Key", gateway::KEY);
    let csrf = Client::csrf(&browser.get("/grants"));
    assert_eq!(browser.form(&format!("/grants/{grant}/revoke"), &[("csrf", &csrf)]).status, 403);
    assert_eq!(gateway.store().grant(&grant).unwrap().revoked, None);
    let ada = holding(&gateway, "web:ada");
    assert_eq!(ada.post(&format!("/v1/grants/{grant}/revoke"), &json!({})).status, 200);
    assert!(gateway.store().grant(&grant).unwrap().revoked.is_some());
}

#[test]
fn only_what_will_be_taken_is_offered() {
    let gateway = with_people(&format!("{}{}", person("ada", "approver"), person("bo", "admin")));
    let id = gateway.agent("bot").asks(MEDIUM);
    let page = |account: &str| {
        let cookie = format!("herma={}", gateway.token(Kind::Session, account));
        gateway.nobody().with("Cookie", &cookie).get(&format!("/r/{id}")).body
    };
    let offers = |page: &str| ["1", "2", "3", "4"].map(|key| page.contains(&format!("data-key=\"{key}\"")));
    assert_eq!(offers(&page("web:ada")), [true, true, false, true], "for good is not hers to say");
    assert_eq!(offers(&page("web:bo")), [true; 4]);
    let refused = holding(&gateway, "web:ada").approve(&id, "always");
    assert_eq!(error(&refused), (403, "too_wide".to_owned()));
    assert_eq!(holding(&gateway, "web:bo").approve(&id, "always").status, 200);
}

#[test]
fn an_agent_is_told_what_a_yes_takes() {
    for (rule, words) in [
        ("", "with `herma approve"),
        ("quorum = 2", "2 people must say yes: `herma approve"),
        ("level = 2", "a person must say yes, signed with a passkey, in the web inbox"),
        (
            "self_approval = false",
            "somebody else than whoever runs the agent must say yes, in chat or the web inbox",
        ),
    ] {
        let gateway = with_people(&format!("{}{PUSH}{rule}\n", person("ada", "approver")));
        let told = gateway.agent("bot").post("/v1/calls", &Client::call(MEDIUM, "s1")).json();
        let reason = told["reason"].as_str().unwrap();
        assert!(reason.contains(words), "{rule}: {reason}");
        assert_eq!(
            reason.contains("herma approve"),
            !rule.contains("level") && !rule.contains("self"),
            "{reason}"
        );
    }
}

#[test]
fn t55_why_something_fails_is_for_people() {
    let gateway = Gateway::start();
    gateway.write(
        "version = 1\n[channel.webhook]\nurl = \"http://127.0.0.1:1/in\"\nsecret_file = \"no-such-secret\"\n",
        &[],
    );
    // `herma status` reads a file of ours, and is told.
    let said = gateway.status_saying("settings  changed, and not in force since 20");
    assert!(said.stdout.contains("no-such-secret`: No such file"), "{said:?}");
    let anybody = [gateway.nobody(), gateway.agent("bot"), gateway.nobody().with("X-Herma-Watch", "")];
    for client in anybody {
        let health = client.get("/v1/health");
        assert!(!health.body.contains("no-such-secret") && !health.body.contains('/'), "{health:?}");
        assert!(health.json()["settings"].as_str().unwrap().starts_with("since 20"), "{health:?}");
    }
    assert!(gateway.person().get("/v1/health").body.contains("no-such-secret"));
    assert!(gateway.logged_in().get("/v1/health").body.contains("no-such-secret"));
}

#[test]
fn the_names_that_are_printed_are_those_that_work() {
    let gateway = Gateway::listening("0.0.0.0:0", &["box.lan", "https://herma.example.org"]);
    let port = gateway.address.rsplit(':').next().unwrap();
    assert_eq!(gateway.address, format!("localhost:{port}"));
    for (host, status) in [
        (format!("localhost:{port}"), 200),
        (format!("127.0.0.1:{port}"), 200),
        ("box.lan".to_owned(), 200),
        ("herma.example.org".to_owned(), 200),
        (format!("0.0.0.0:{port}"), 421),
        (format!("evil.example:{port}"), 421),
    ] {
        assert_eq!(gateway.nobody().with("Host", &host).get("/v1/health").status, status, "{host}");
    }
    assert_eq!(gateway.status().code(), Some(0), "and `herma status` reaches it");
    let mut terminal = Terminal::new(160, 30);
    let line = format!("{HERMA} up --home {} >/dev/tty 2>&1; echo over >/dev/tty", gateway.home.display());
    terminal.start_words(&["sh", "-c", &line].map(Into::into));
    let text = terminal.wait_for("over");
    terminal.finish();
    let links = text.split_whitespace().filter(|word| word.contains("/login#"));
    let names: Vec<&str> = links.map(|link| link.split("/login#").next().unwrap()).collect();
    assert_eq!(
        names,
        [&format!("http://localhost:{port}"), "http://box.lan", "https://herma.example.org"],
        "{text}"
    );
    assert!(!text.contains("0.0.0.0"), "{text}");
}
