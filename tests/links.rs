//! Links and tokens that one person makes for another: whose they are, whose voice, and for how long.

use crate::support;
use crate::support::gateway;

use gateway::{Client, Gateway, KEY};
use herma_server::credential::Kind;
use herma_store::{State, Store};
use serde_json::{Value, json};
use std::process::{Command, Output};
use support::HERMA;
use support::pty::{Place, Terminal};

const MEDIUM: &str = "git push origin main";

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

/// What a command prints where it is the terminal that it prints to.
fn shown_at_terminal(gateway: &Gateway, words: &str) -> String {
    let home = gateway.home.display().to_string();
    let mut terminal = Terminal::new(160, 30);
    let line = format!("{HERMA} {words} --home {home} >/dev/tty 2>&1; echo over >/dev/tty");
    terminal.start_words(&["sh", "-c", &line].map(Into::into));
    let text = terminal.wait_for("over");
    terminal.finish();
    text
}

const CY: &str = "[[approver]]\nname = \"cy\"\naccounts = [\"web:cy\", \"telegram:111\"]\n";

fn pushing(people: &str, rule: &str) -> String {
    format!(
        "version = 1\n{people}[[rule]]\nname = \"push\"\nprogram = \"git push\"\ndecision = \"ask\"\n{rule}\n"
    )
}

/// Somebody's session by a link that the user of this machine has made, and what its forms bring along.
fn by_link<'a>(gateway: &'a Gateway, name: &str) -> (Client<'a>, String) {
    let link = shown_at_terminal(gateway, &format!("approver login {name}"));
    let port = gateway.address.rsplit(':').next().unwrap();
    assert!(link.contains(&format!("log in as {name}: http://localhost:{port}/login#")), "{link}");
    let code = link.split("/login#").nth(1).unwrap().split_whitespace().next().unwrap();
    let came = gateway.nobody().form("/login", &[("code", code), ("key", KEY)]);
    let cookie = came.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(gateway.nobody().form("/login", &[("code", code)]).status, 403, "good once");
    let client = gateway.nobody().with("Cookie", &cookie).with("X-Herma-Key", KEY);
    let csrf = Client::csrf(&client.get("/"));
    (client, csrf)
}

#[test]
fn somebody_else_comes_into_the_web_inbox_by_a_link_from_a_terminal() {
    let dee = "[[approver]]\nname = \"dee\"\naccounts = [\"telegram:5\"]\n";
    let gateway = Gateway::with_policy(&pushing(&format!("{CY}{dee}"), ""), &[]);
    for (words, why) in [
        (&["approver", "login", "cy"][..], "terminal only"),
        (&["token", "add", "approver", "cy"], "terminal only"),
        (&["approver", "remove-passkey", "AAAA"], "no passkey `AAAA`"),
    ] {
        let refused = herma(&gateway, words);
        assert_eq!(refused.status.code(), Some(1));
        assert!(said(&refused).contains(why), "{}", said(&refused));
    }
    for words in ["approver login dee", "token add approver dee"] {
        let told = shown_at_terminal(&gateway, words);
        assert!(told.contains("herma approver link dee web:dee") && !told.contains("login#"), "{told}");
    }
    let (cy, csrf) = by_link(&gateway, "cy");
    let id = gateway.agent("bot").asks(MEDIUM);
    let page = cy.get(&format!("/r/{id}")).body;
    assert!(page.contains("data-key=\"1\""), "{page}");
    let digest = gateway.store().request(&id).unwrap().digest;
    let fields = [("csrf", csrf.as_str()), ("digest", digest.as_str()), ("answer", "once")];
    assert_eq!(cy.form(&format!("/r/{id}/decide"), &fields).status, 303);
    let decided = gateway.store().request(&id).unwrap().decided.unwrap();
    assert_eq!((decided.by.as_str(), decided.how.as_str()), ("cy", "inbox"));
    let entries = gateway.store().entries(0, 1000).unwrap();
    let approved = entries.iter().find(|entry| entry.kind == "approved").unwrap();
    let body: Value = serde_json::from_str(&approved.body).unwrap();
    let people: Value =
        serde_json::from_slice(&herma(&gateway, &["approver", "list", "--json"]).stdout).unwrap();
    assert_eq!(
        (&body["by"], &body["through"]),
        (&json!("cy"), &people[0]["name"]),
        "who made the link is on record"
    );
    let listed = said(&herma(&gateway, &["token", "list"]));
    assert!(listed.contains(&format!("made by {}", gateway.account())), "{listed}");
}

#[test]
fn t31_whoever_makes_a_link_for_somebody_else_does_not_vote_twice() {
    let gateway = Gateway::with_policy(&pushing(CY, "quorum = 2"), &[]);
    let id = gateway.agent("bot").asks(MEDIUM);
    let (cy, csrf) = by_link(&gateway, "cy");
    let digest = gateway.store().request(&id).unwrap().digest;
    let fields = [("csrf", csrf.as_str()), ("digest", digest.as_str()), ("answer", "once")];
    assert_eq!(gateway.person().approve(&id, "once").json()["state"], "pending");
    let page = cy.get(&format!("/r/{id}")).body;
    assert!(page.contains("both may be one person") && !page.contains("data-key=\"1\""), "{page}");
    assert!(page.contains("What a passkey of yours has signed is a voice of your own"), "{page}");
    let refused = cy.form(&format!("/r/{id}/decide"), &fields);
    assert!(refused.status == 403 && refused.body.contains("came in another way"), "{refused:?}");
    // Nor with a token in that name.
    let printed = shown_at_terminal(&gateway, "token add approver cy");
    let token = printed.split_whitespace().find(|word| word.contains('.')).unwrap();
    let program = gateway.nobody().with("Authorization", &format!("Bearer {token}"));
    let refused = program.approve(&id, "once");
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (403, &json!("one_voice")), "{refused:?}");
    assert_eq!(state(&gateway, &id), State::Pending);
    // Somebody who came in without the user of this machine is another voice.
    let own = gateway.token(Kind::Person, "web:cy");
    let cy = gateway.nobody().with("Authorization", &format!("Bearer {own}"));
    assert_eq!(cy.approve(&id, "once").json()["state"], "approved");
}

#[test]
fn t31_whoever_runs_the_agent_does_not_approve_by_a_link_made_for_somebody_else() {
    let gateway = Gateway::with_policy(&pushing(CY, "self_approval = false"), &[]);
    let id = gateway.agent("bot").asks(MEDIUM);
    let (cy, csrf) = by_link(&gateway, "cy");
    let page = cy.get(&format!("/r/{id}")).body;
    assert!(page.contains("Here you can only deny it") && !page.contains("data-key=\"1\""), "{page}");
    let digest = gateway.store().request(&id).unwrap().digest;
    let fields = [("csrf", csrf.as_str()), ("digest", digest.as_str()), ("answer", "once")];
    let refused = cy.form(&format!("/r/{id}/decide"), &fields);
    assert!(refused.status == 403 && refused.body.contains("another approver must"), "{refused:?}");
    assert_eq!(state(&gateway, &id), State::Pending);
    // A no is a no.
    let fields = [("csrf", csrf.as_str()), ("answer", "deny")];
    assert_eq!(cy.form(&format!("/r/{id}/decide"), &fields).status, 303);
    assert_eq!(state(&gateway, &id), State::Denied);
}

#[test]
fn t32_who_was_removed_and_named_again_comes_in_anew() {
    let gateway = Gateway::with_policy(&pushing(CY, ""), &[]);
    let session =
        gateway.nobody().with("Cookie", &format!("herma={}", gateway.token(Kind::Session, "web:cy")));
    let token =
        gateway.nobody().with("Authorization", &format!("Bearer {}", gateway.token(Kind::Person, "web:cy")));
    let code = gateway.token(Kind::Code, "web:cy");
    // One who is not removed, and an agent of the same name as the account.
    let (own, agent) = (gateway.person(), gateway.agent("web:cy"));
    assert_eq!((session.get("/").status, token.get("/v1/requests").status), (200, 200));
    let mut terminal = at_terminal(&gateway, &["approver", "remove", "cy"]);
    terminal.wait_for("may answer nothing any more, and what `cy` allowed");
    terminal.press("1");
    let done = terminal.finish();
    assert_eq!(done.code(), Some(0), "{done:?}");
    assert!(done.stdout.contains("3 of their sessions, links and tokens and 0 passkeys"), "{done:?}");
    gateway.write(&pushing(CY, ""), &[]);
    assert_eq!((session.get("/").status, token.get("/v1/requests").status), (401, 401));
    assert_eq!(gateway.nobody().form("/login", &[("code", &code), ("key", KEY)]).status, 403);
    assert_eq!((own.get("/v1/requests").status, agent.get("/v1/requests").status), (200, 200));
    let revoked = gateway
        .store()
        .entries(0, 1000)
        .unwrap()
        .iter()
        .filter(|one| one.kind == "credential-revoked")
        .count();
    assert_eq!(revoked, 3);
    let again = gateway.nobody().with("Cookie", &format!("herma={}", gateway.token(Kind::Session, "web:cy")));
    assert_eq!(again.get("/").status, 200);
}
