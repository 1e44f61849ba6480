//! Several people, and rules about who of them must answer: quorum, somebody else, a passkey; and when they are told.

use crate::support;
use crate::support::chat_server;
use crate::support::gateway;

use chat_server::{TOKEN, Telegram};
use gateway::{Client, Gateway, KEY};
use herma_server::credential::{self, Kind};
use herma_store::{State, Store, local_offset};
use serde_json::{Value, json};
use std::process::{Command, Output};
use support::HERMA;
use support::pty::{Place, Terminal};

const MEDIUM: &str = "git push origin main";
const CRITICAL: &str = "rm -rf /home/dev/photos";
const ADA: i64 = 111;

/// A gateway with Ada on Telegram, and a rule about pushing.
fn with_rule(telegram: &Telegram, rule: &str, times: &str) -> Gateway {
    Gateway::with_policy(&policy(telegram, rule, times), &[("bot.token", TOKEN)])
}

fn policy(telegram: &Telegram, rule: &str, times: &str) -> String {
    let base = telegram.server.base();
    format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{base}\"\n{times}\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"telegram:{ADA}\"]\n\
         [[rule]]\nname = \"push\"\nprogram = \"git push\"\ndecision = \"ask\"\n{rule}\n"
    )
}

fn state(gateway: &Gateway, id: &str) -> State {
    gateway.store().request(id).unwrap().state
}

fn herma(gateway: &Gateway, words: &[&str]) -> Output {
    let mut command = Command::new(HERMA);
    command
        .args(words)
        .arg("--home")
        .arg(&gateway.home)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A browser that is logged in, and what its forms bring along.
fn browser(gateway: &Gateway) -> (Client<'_>, String) {
    let client = gateway.logged_in();
    let csrf = Client::csrf(&client.get("/"));
    (client, csrf)
}

#[test]
fn t31_two_people_must_say_yes_on_any_surface_and_a_restart_forgets_neither() {
    let telegram = Telegram::start();
    let mut gateway = with_rule(&telegram, "quorum = 2", "");
    let id = gateway.agent("bot").asks(MEDIUM);
    let card = telegram.sent();
    assert!(card.text.contains("2 people must say yes: nobody has yet"), "{card:?}");
    assert_eq!(card.labels(), ["Approve once", "Deny"], "such a yes is for this once");
    let told = telegram.presses(ADA, &card, card.button("Approve once"));
    assert!(told.contains("counted") && told.contains("ada has, 1 missing"), "{told}");
    // Her card says so, and is still one that can be answered.
    let edited = telegram.server.next("/editMessageText").body;
    assert!(edited["text"].as_str().unwrap().contains("ada has, 1 missing"), "{edited}");
    assert_eq!(edited["reply_markup"]["inline_keyboard"][0].as_array().unwrap().len(), 2, "{edited}");
    let told = telegram.presses(ADA, &card, card.button("Approve once"));
    assert!(told.contains("1 missing"), "one person is one voice: {told}");
    assert_eq!(state(&gateway, &id), State::Pending);
    telegram.types(ADA, "/pending");
    assert!(telegram.sent().text.contains("1 of 2 have said yes"));
    gateway.kill();
    gateway.up();
    let list: Value = serde_json::from_slice(&herma(&gateway, &["list", "--json"]).stdout).unwrap();
    assert_eq!((&list[0]["needed"], &list[0]["yes"]), (&json!(2), &json!(["ada"])), "{list}");
    assert!(said(&herma(&gateway, &["list"])).contains("2 people must say yes: ada has, 1 missing"));
    let page = browser(&gateway).0.get(&format!("/r/{id}")).body;
    assert!(page.contains("ada has, 1 missing"), "{page}");
    let agent = gateway.agent("bot");
    let waiting = agent.open("POST", "/v1/calls?wait=60", &Client::call(MEDIUM, "s1").to_string());
    let shown = gateway.person().get(&format!("/v1/requests/{id}")).json();
    assert_eq!((&shown["yes"], &shown["answer_level"]), (&json!(["ada"]), &json!(0)));
    assert_eq!(gateway.person().approve(&id, "once").status, 200);
    assert_eq!(waiting.finish().json()["decision"], "allow");
    let store = gateway.store();
    let all = store.entries(0, 1000).unwrap();
    let about =
        |kind: &str| all.iter().filter(|entry| entry.kind == kind && entry.body.contains(&id)).count();
    assert_eq!((about("vote"), about("approved")), (1, 1), "each yes is on record");
    assert_eq!(herma(&gateway, &["audit", "verify"]).status.code(), Some(0));
}

/// By hand in the file, or by the command: who is named again with the same account has said nothing.
#[test]
fn t32_a_yes_does_not_come_back_with_who_gave_it() {
    for by_hand in [true, false] {
        let telegram = Telegram::start();
        let gateway = with_rule(&telegram, "quorum = 2", "");
        let id = gateway.agent("bot").asks(MEDIUM);
        let card = telegram.sent();
        assert!(telegram.presses(ADA, &card, card.button("Approve once")).contains("ada has, 1 missing"));
        let with_ada = policy(&telegram, "quorum = 2", "");
        let without =
            with_ada.replace(&format!("[[approver]]\nname = \"ada\"\naccounts = [\"telegram:{ADA}\"]\n"), "");
        assert_ne!(with_ada, without);
        if by_hand {
            gateway.write(&without, &[]);
            // Whoever looks sees who is there.
            let shown = gateway.person().get(&format!("/v1/requests/{id}")).json();
            assert_eq!(shown["yes"], json!([]), "{shown}");
        } else {
            let home = gateway.home.display().to_string();
            let mut terminal = Terminal::new(100, 40);
            terminal.start(Place::AtTerminal, &["approver", "remove", "ada", "--home", &home], &[]);
            terminal.wait_for("may answer nothing any more");
            terminal.press("1");
            let done = terminal.finish();
            assert!(done.stdout.contains("their yes counts no more (1 not run yet)"), "{done:?}");
        }
        gateway.write(&with_ada, &[]);
        let answered = gateway.person().approve(&id, "once").json();
        assert_eq!(answered["state"], "pending", "{answered}");
        assert!(telegram.presses(ADA, &card, card.button("Approve once")).contains("approved by ada"));
        assert_eq!(herma(&gateway, &["audit", "verify"]).status.code(), Some(0));
    }
}

#[test]
fn one_no_denies_what_two_must_allow() {
    let telegram = Telegram::start();
    let gateway = with_rule(&telegram, "quorum = 2", "");
    let id = gateway.agent("bot").asks(MEDIUM);
    assert_eq!(gateway.person().approve(&id, "once").json()["state"], "pending");
    let card = telegram.sent();
    assert!(telegram.presses(ADA, &card, card.button("Deny")).contains("denied by ada"));
    assert_eq!(state(&gateway, &id), State::Denied);
}

#[test]
fn t31_whoever_runs_the_agent_does_not_approve_where_a_rule_says_so() {
    let telegram = Telegram::start();
    let gateway = with_rule(&telegram, "self_approval = false", "");
    let id = gateway.agent("bot").asks(MEDIUM);
    let card = telegram.sent();
    assert!(card.text.contains("cannot approve it: that takes somebody else"), "{card:?}");
    let refused = gateway.person().approve(&id, "once");
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (403, &json!("requester")));
    let ticket = gateway.store().request(&id).unwrap().ticket;
    let terminal = herma(&gateway, &["approve", &ticket]);
    assert_eq!(terminal.status.code(), Some(1));
    let why = said(&terminal);
    assert!(
        why.contains("whoever runs the agent cannot approve this") && why.contains("herma deny"),
        "{why}"
    );
    let (client, csrf) = browser(&gateway);
    let page = client.get(&format!("/r/{id}")).body;
    assert!(page.contains("Here you can only deny it") && !page.contains("data-key=\"1\""), "{page}");
    let digest = gateway.store().request(&id).unwrap().digest;
    let forced =
        client.form(&format!("/r/{id}/decide"), &[("csrf", &csrf), ("digest", &digest), ("answer", "once")]);
    assert!(forced.status == 403 && forced.body.contains("another approver must"), "{forced:?}");
    assert_eq!(state(&gateway, &id), State::Pending);
    let told = telegram.presses(ADA, &card, card.button("Approve once"));
    assert!(told.contains("approved by ada"), "{told}");
}

#[test]
fn without_a_passkey_every_surface_says_what_is_needed() {
    let telegram = Telegram::start();
    let gateway = with_rule(&telegram, "level = 2", "");
    let id = gateway.agent("bot").asks(MEDIUM);
    let card = telegram.sent();
    assert_eq!(card.labels(), ["Deny"]);
    assert!(card.text.contains("signed with a passkey"), "{card:?}");
    let ticket = gateway.store().request(&id).unwrap().ticket;
    telegram.types(ADA, &format!("/approve {ticket}"));
    let told = telegram.sent().text;
    assert!(told.contains("passkey") && told.contains(&format!("/r/{id}")), "{told}");
    // A button that somebody has made up.
    let made = card.button("Deny").replacen("d.", "o.", 1);
    assert!(telegram.presses(ADA, &card, &made).contains("passkey"));
    let refused = gateway.person().approve(&id, "once");
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (403, &json!("level")));
    let terminal = said(&herma(&gateway, &["approve", &ticket]));
    assert!(terminal.contains("passkey") && terminal.contains("web inbox"), "{terminal}");
    let (client, csrf) = browser(&gateway);
    let page = client.get(&format!("/r/{id}")).body;
    assert!(page.contains("open http://localhost:"), "by a number there are no passkeys: {page}");
    let digest = gateway.store().request(&id).unwrap().digest;
    let fields = [("csrf", csrf.as_str()), ("digest", &digest), ("answer", "once")];
    for more in [None, Some("{}"), Some("{\"id\":\"AAAA\"}"), Some("x")] {
        let with: Vec<(&str, &str)> =
            fields.iter().copied().chain(more.map(|text| ("assertion", text))).collect();
        let forced = client.form(&format!("/r/{id}/decide"), &with);
        assert!(forced.status == 403 || forced.status == 400, "{more:?} {forced:?}");
    }
    // Whoever has only the cookie adds none; nor does a session that is older than a few minutes.
    let named = format!("localhost:{}", gateway.address.rsplit(':').next().unwrap());
    let without = client.clone().with("Host", &named).post("/passkeys/options", &json!({}));
    assert_eq!(without.status, 403, "{without:?}");
    let with =
        client.clone().with("Host", &named).with("x-herma-csrf", &csrf).post("/passkeys/options", &json!({}));
    assert_eq!((with.status, &with.json()["rp"]["id"]), (200, &json!("localhost")));
    let before = herma_server::now() - herma_server::passkey::FRESH;
    let account = gateway.account();
    let code = credential::mint(&gateway.store(), Kind::Code, &account, None, &account, before).unwrap().0;
    let old = credential::session(&gateway.store(), &code, KEY, before).unwrap().1;
    let old = gateway
        .nobody()
        .with("Cookie", &format!("herma={old}"))
        .with("Host", &named)
        .with("X-Herma-Key", KEY);
    let page = old.get("/passkeys").body;
    assert!(page.contains("right after logging in") && !page.contains("new-passkey"), "{page}");
    let csrf = page.split("data-csrf=\"").nth(1).unwrap().split('"').next().unwrap();
    for place in ["/passkeys/options", "/passkeys"] {
        let late = old.clone().with("x-herma-csrf", csrf).post(place, &json!({}));
        assert!(late.status == 403 && late.body.contains("log in again"), "{late:?}");
    }
    assert_eq!(state(&gateway, &id), State::Pending);
    // A no takes none.
    assert_eq!(herma(&gateway, &["deny", &ticket]).status.code(), Some(0));
    assert_eq!(state(&gateway, &id), State::Denied);
}

#[test]
fn t34_digits_guessed_in_chat_are_counted_and_the_third_is_a_no() {
    let telegram = Telegram::start();
    let gateway = with_rule(&telegram, "", "");
    let id = gateway.agent("bot").asks(CRITICAL);
    telegram.sent();
    let request = gateway.store().request(&id).unwrap();
    let wrong =
        format!("/approve {} {:02}", request.ticket, (request.digits.parse::<u8>().unwrap() + 1) % 100);
    for left in ["after 2 more", "after 1 more"] {
        telegram.types(ADA, &wrong);
        let told = telegram.sent().text;
        assert!(told.contains(left), "{told}");
        // No digits are no guess.
        telegram.types(ADA, &format!("/approve {}", request.ticket));
        assert!(telegram.sent().text.contains("it needs the two digits"));
    }
    telegram.types(ADA, &wrong);
    let told = telegram.sent().text;
    assert!(told.contains("denied by ada: the digits were wrong"), "{told}");
    assert_eq!(state(&gateway, &id), State::Denied);
}

#[test]
fn in_quiet_hours_only_what_is_grave_is_told() {
    let telegram = Telegram::start();
    let now = herma_server::now();
    let clock = |at: i64| {
        let minute = (at + local_offset(at)).rem_euclid(86_400_000) / 60_000;
        format!("{:02}:{:02}", minute / 60, minute % 60)
    };
    let quiet = format!("{}-{}", clock(now - 3_600_000), clock(now + 3_600_000));
    let gateway = with_rule(&telegram, "", &format!("[channel.telegram.times]\nquiet = \"{quiet}\"\n"));
    let (mild, grave) = (gateway.agent("bot").asks(MEDIUM), gateway.agent("bot").asks(CRITICAL));
    let ticket = |id: &str| gateway.store().request(id).unwrap().ticket;
    let card = telegram.sent();
    assert!(card.text.contains(&ticket(&grave)), "the first that comes is the grave one: {card:?}");
    // Whoever asks is awake.
    telegram.types(ADA, "/pending");
    assert!(telegram.sent().text.contains(&ticket(&mild)));
    telegram.types(ADA, &format!("/approve {}", ticket(&mild)));
    let card = telegram.sent();
    assert!(card.text.contains(MEDIUM), "{card:?}");
    assert!(telegram.sent().text.contains("look at its card first"));
    assert!(telegram.presses(ADA, &card, card.button("Approve once")).contains("approved by ada"));
}

/// The binary at a terminal, with this gateway's home.
fn at_terminal(gateway: &Gateway, words: &[&str]) -> Terminal {
    let mut terminal = Terminal::new(120, 40);
    let home = gateway.home.display().to_string();
    terminal.folder = gateway.home.parent().map(Into::into);
    // Behind the command, and before what it is to run.
    let all = [&words[..1], &["--home", &home], &words[1..]].concat();
    terminal.start(Place::AtTerminal, &all, &[]);
    terminal
}

#[test]
fn a_yes_at_the_terminal_is_one_of_two_and_what_it_was_for_runs_with_the_other() {
    let telegram = Telegram::start();
    let gateway = with_rule(&telegram, "quorum = 2", "");
    let mut run = at_terminal(&gateway, &["run", "git push no-such-remote main || touch pushed"]);
    let text = run.wait_for("r denies with a reason");
    assert!(text.contains("2 people must say yes: nobody has yet"), "{text}");
    let card = telegram.sent();
    run.press("1");
    let edited = telegram.server.next("/editMessageText").body;
    assert!(edited["text"].as_str().unwrap().contains(" has, 1 missing"), "{edited}");
    let mut inbox = at_terminal(&gateway, &["inbox"]);
    inbox.wait_for("yes 1/2");
    inbox.press("q");
    assert_eq!(inbox.finish().code(), Some(0));
    assert!(telegram.presses(ADA, &card, card.button("Approve once")).contains("approved by ada"));
    let said = run.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
    assert!(said.stderr.contains("your yes is counted") && said.stderr.contains("1 missing"), "{said:?}");
    assert!(gateway.home.parent().unwrap().join("pushed").exists());
}

#[test]
fn at_the_terminal_of_whoever_may_not_approve_there_is_only_a_no() {
    let telegram = Telegram::start();
    let gateway = with_rule(&telegram, "self_approval = false", "");
    let mut run = at_terminal(&gateway, &["run", "git push no-such-remote main; touch pushed"]);
    let text = run.wait_for("r denies with a reason");
    assert!(text.contains("here it can only be denied") && !text.contains("Allow once"), "{text}");
    // A digit that is not on offer does nothing; another's yes reaches whoever waits here.
    run.press("1");
    let card = telegram.sent();
    assert!(telegram.presses(ADA, &card, card.button("Approve once")).contains("approved by ada"));
    assert_eq!(run.finish().code(), Some(0));
    assert!(gateway.home.parent().unwrap().join("pushed").exists());
}
