//! Who gets into the gateway at all: tokens, cookies, links, names, pages of others, files.

use crate::support;
use crate::support::gateway;
use crate::support::http;

use gateway::{Client, Gateway};
use herma_server::credential::Kind;
use herma_store::{State, Store};
use http::error;
use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use support::HERMA;
use support::pty::Terminal;

const MEDIUM: &str = "git push origin main";
const CRITICAL: &str = "rm -rf /home/dev/photos";

#[test]
fn t25_t26_neither_credential_does_the_others_work() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let id = agent.asks(CRITICAL);
    let decision = format!("/v1/requests/{id}/decision");
    let yes =
        json!({"answer": "approve", "digest": person.get(&format!("/v1/requests/{id}")).json()["digest"]});
    assert_eq!(error(&agent.post(&decision, &yes)), (403, "forbidden".to_owned()));
    // What a caller says of itself changes nothing.
    let claims = agent.clone().with("X-Herma-Scope", "approver").with("X-Forwarded-User", "root");
    assert_eq!(error(&claims.post(&decision, &json!({"answer": "deny"}))), (403, "forbidden".to_owned()));
    let mut scoped = yes.clone();
    scoped["kind"] = json!("approver");
    assert_eq!(agent.post(&decision, &scoped).status, 403);
    assert_eq!(error(&person.post("/v1/calls", &Client::call("ls", "s1"))), (403, "forbidden".to_owned()));
    // A cookie is no token, a token no cookie.
    let cookie = gateway.browser();
    let as_token = gateway.nobody().with("Authorization", &format!("Bearer {}", &cookie["herma=".len()..]));
    assert_eq!(as_token.get("/v1/requests").status, 401);
    let token = person.headers[0].1.strip_prefix("Bearer ").unwrap();
    assert_eq!(gateway.nobody().with("Cookie", &format!("herma={token}")).get("/v1/requests").status, 401);
    // An agent reads what is its own.
    let other = gateway.agent("other");
    assert_eq!(other.get(&format!("/v1/requests/{id}")).status, 404);
    assert_eq!(other.get("/v1/requests?agent=bot").status, 403);
    assert_eq!(other.get("/v1/requests").json()["requests"], json!([]));
    for people_only in ["/v1/grants", "/v1/stats", "/v1/questions", "/metrics"] {
        assert_eq!(agent.get(people_only).status, 403, "{people_only}");
    }
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Pending);
}

#[test]
fn t27_t29_without_a_good_token_there_is_nothing_to_be_had() {
    let gateway = Gateway::start();
    let id = gateway.agent("bot").asks(CRITICAL);
    for header in
        ["Bearer", "Bearer ", "Bearer x", "Bearer 0000000000.00", "Basic cm9vdDo=", "bearer undefined"]
    {
        let client = gateway.nobody().with("Authorization", header);
        assert_eq!(client.get("/v1/requests").status, 401, "{header}");
        assert_eq!(
            client.post(&format!("/v1/requests/{id}/decision"), &json!({"answer": "deny"})).status,
            401
        );
    }
    assert_eq!(gateway.nobody().get("/v1/requests").status, 401);
    assert_eq!(gateway.nobody().get("/").status, 401);
    assert_eq!(gateway.nobody().get("/v1/health").status, 200);
    // No terminal, no link and no approver's token.
    let home = gateway.home.display().to_string();
    let run = |args: &[&str]| {
        let mut command = support::command(HERMA, gateway.home.parent().unwrap());
        support::run(command.args(args).args(["--home", &home]), b"")
    };
    let said = run(&["up"]);
    assert!(said.stdout.contains("up already") && !said.stdout.contains("login#"), "{said:?}");
    assert_eq!(run(&["token", "add", "approver"]).code(), Some(1));
    let mut agents = support::command(HERMA, gateway.home.parent().unwrap());
    agents.args(["token", "add", "agent", "x", "--home", &home]).env("CLAUDECODE", "1");
    assert_eq!(support::run(&mut agents, b"").code(), Some(1), "an agent makes no token");
}

#[test]
fn t53_another_sites_page_decides_nothing() {
    let gateway = Gateway::start();
    let id = gateway.agent("bot").asks(MEDIUM);
    let browser = gateway.logged_in();
    let page = browser.get(&format!("/r/{id}"));
    assert_eq!(page.status, 200);
    let csrf = Client::csrf(&page);
    let digest = gateway.store().request(&id).unwrap().digest;
    let fields = |csrf| vec![("csrf", csrf), ("answer", "once"), ("digest", digest.as_str())];
    let path = format!("/r/{id}/decide");
    assert_eq!(browser.form(&path, &fields("")).status, 403, "no token of the page");
    let guessed = "0".repeat(64);
    assert_eq!(browser.form(&path, &fields(&guessed)).status, 403);
    let own = format!("http://{}", gateway.address);
    for (name, value) in [
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
        ("Origin", "http://127.0.0.1:1"),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
    ] {
        let led = browser.clone().with(name, value);
        assert_eq!(led.form(&path, &fields(&csrf)).status, 403, "{name}: {value}");
        assert_eq!(led.get("/v1/requests").status, 403, "{name}: {value}");
    }
    let json = json!({"answer": "approve", "digest": digest});
    assert_eq!(
        browser.post(&format!("/v1/requests/{id}/decision"), &json).status,
        403,
        "the API wants it too"
    );
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Pending);
    for (name, want) in [
        ("content-security-policy", "frame-ancestors 'none'"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert!(page.header(name).unwrap().contains(want), "{name}");
    }
    assert!(!page.header("content-security-policy").unwrap().contains("unsafe"));
    assert!(
        !page.body.contains("<style") && !page.body.contains(" style=") && !page.body.contains("onclick"),
        "nothing inline"
    );
    // Our own page does.
    let ours = browser.with("Origin", &own).with("Sec-Fetch-Site", "same-origin");
    assert_eq!(ours.form(&path, &fields(&csrf)).status, 303);
    assert_eq!(gateway.store().request(&id).unwrap().decided.unwrap().how, "inbox");
}

#[test]
fn t53_the_cookie_alone_reads_and_decides_nothing() {
    let gateway = Gateway::start();
    let agent = gateway.agent("bot");
    let id = agent.asks(MEDIUM);
    // Another server of the same host gets the cookie, and reads what a page of ours says with it.
    let thief = gateway.nobody().with("Cookie", &gateway.browser());
    let csrf = Client::csrf(&thief.get(&format!("/r/{id}")));
    let digest = gateway.store().request(&id).unwrap().digest;
    let fields = [("csrf", csrf.as_str()), ("answer", "once"), ("digest", digest.as_str())];
    let named = format!("localhost:{}", gateway.address.rsplit(':').next().unwrap());
    for key in [None, Some(""), Some("x"), Some(csrf.as_str())] {
        let thief = key.map_or(thief.clone(), |key| thief.clone().with("X-Herma-Key", key));
        let mut with = fields.to_vec();
        with.extend(key.map(|key| ("key", key)));
        for place in [format!("/r/{id}/decide"), format!("/r/{id}/edit"), "/passkeys/AAAA/remove".to_owned()]
        {
            let refused = thief.form(&place, &with);
            assert!(refused.status == 403 && refused.body.contains("it has no key"), "{place}: {refused:?}");
        }
        let thief = thief.with("x-herma-csrf", &csrf);
        let yes = json!({"answer": "approve", "digest": digest});
        for place in [
            format!("/v1/requests/{id}/decision"),
            format!("/v1/requests/{id}/edit"),
            "/v1/grants/x/revoke".to_owned(),
            "/v1/questions/x/answer".to_owned(),
        ] {
            let refused = thief.post(&place, &yes);
            assert!(refused.status == 403 && refused.body.contains("it has no key"), "{place}: {refused:?}");
        }
        let refused = thief.with("Host", &named).post("/passkeys/options", &json!({}));
        assert!(refused.status == 403 && refused.body.contains("it has no key"), "{refused:?}");
    }
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Pending);
    // A browser without a script comes in, and looks.
    let came = gateway.nobody().form("/login", &[("code", &gateway.token(Kind::Code, &gateway.account()))]);
    let looks =
        gateway.nobody().with("Cookie", came.header("set-cookie").unwrap().split(';').next().unwrap());
    let page = looks.get(&format!("/r/{id}"));
    assert!(page.body.contains("answering takes its script"), "{page:?}");
    let csrf = Client::csrf(&page);
    let fields = [("csrf", csrf.as_str()), ("answer", "once"), ("digest", digest.as_str()), ("key", "")];
    assert_eq!(looks.form(&format!("/r/{id}/decide"), &fields).status, 403);
}

#[test]
fn a_cookie_that_another_server_left_locks_nobody_out() {
    let gateway = Gateway::start();
    let good = gateway.browser();
    for cookies in [
        format!("herma=x; {good}"),
        format!("{good}; herma=x"),
        format!("a=b; herma=; herma=0000000000.00;{good}"),
    ] {
        assert_eq!(gateway.nobody().with("Cookie", &cookies).get("/").status, 200, "{cookies}");
    }
    assert_eq!(gateway.nobody().with("Cookie", "herma=x").with("Cookie", &good).get("/").status, 200);
    assert_eq!(gateway.nobody().with("Cookie", "herma=x; herma=y").get("/").status, 401);
}

#[test]
fn t54_under_another_name_it_does_not_answer() {
    let gateway = Gateway::start();
    let cookie = gateway.browser();
    let port = gateway.address.rsplit(':').next().unwrap();
    for host in [
        "evil.example",
        "127.0.0.1",
        "127.0.0.1:1",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1.nip.io:{port}"),
    ] {
        let led = gateway.nobody().with("Host", host).with("Cookie", &cookie);
        for path in ["/", "/v1/requests", "/v1/health", "/login", "/v1/openapi.json"] {
            assert_eq!(led.get(path).status, 421, "{host} {path}");
        }
    }
    assert_eq!(gateway.nobody().with("Host", &format!("localhost:{port}")).get("/v1/health").status, 200);
}

#[test]
fn t55_nobody_else_reads_the_gateways_files() {
    let gateway = Gateway::start();
    gateway.agent("bot").asks(CRITICAL);
    for entry in std::fs::read_dir(&gateway.home).unwrap().flatten() {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o077;
        assert_eq!(mode, 0, "{:?}", entry.path());
    }
}

#[test]
fn a_link_at_a_terminal_logs_in_once() {
    let gateway = Gateway::start();
    let home = gateway.home.display().to_string();
    let mut terminal = Terminal::new(160, 30);
    // The link goes to standard output only if that is the terminal.
    let words = ["sh", "-c", &format!("{HERMA} up --home {home} >/dev/tty")].map(Into::into);
    terminal.start_words(&words);
    let text = terminal.wait_for("good once");
    let code = text.split("/login#").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    terminal.finish();
    let nobody = gateway.nobody();
    assert_eq!(nobody.get(&format!("/login?code={code}")).header("set-cookie"), None, "not from a URL");
    let entered = nobody.form("/login", &[("code", &code)]);
    assert_eq!((entered.status, entered.header("location")), (303, Some("/")));
    let cookie = entered.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(&code),
        "{cookie}"
    );
    assert_eq!(nobody.form("/login", &[("code", &code)]).status, 403, "once");
    let browser = nobody.clone().with("Cookie", cookie.split(';').next().unwrap());
    let page = browser.get("/");
    assert!(page.body.contains("Nothing waits"), "{page:?}");
    let csrf = page.body.split("data-csrf=\"").nth(1).unwrap().split('"').next().unwrap();
    for path in ["/history", "/grants", "/charts", "/policy", "/audit"] {
        assert_eq!(browser.get(path).status, 200, "{path}");
    }
    assert_eq!(browser.form("/logout", &[("csrf", csrf)]).status, 303);
    assert_eq!(browser.get("/").status, 401, "logged out for good");
}
