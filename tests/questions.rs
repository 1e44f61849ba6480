//! An agent asks a person something: put over the API or by `herma ask`, seen and answered in the inbox, in chat, or at a
//! terminal, once.

use crate::support;
use crate::support::chat_server;
use crate::support::gateway;
use crate::support::http;

use chat_server::{ChatServer, Seen, TOKEN, Telegram, webhook_sends};
use gateway::{Client, Gateway};
use serde_json::{Value, json};
use support::pty::{Place, Terminal};
use support::{HERMA, Said};

const ADA: i64 = 111;

fn with_telegram(telegram: &Telegram) -> Gateway {
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"telegram:{ADA}\"]\n\
         [[approver]]\nname = \"vera\"\nrole = \"viewer\"\naccounts = [\"telegram:333\"]\n",
        telegram.server.base()
    );
    Gateway::with_policy(&policy, &[("bot.token", TOKEN)])
}

/// An agent that waits for the answer.
fn asks(agent: &Client<'_>, text: &str, choices: &[&str]) -> http::Open {
    agent.open("POST", "/v1/ask?wait=60", &json!({"question": text, "choices": choices}).to_string())
}

fn herma(gateway: &Gateway, args: &[&str], environment: &[(&str, &str)]) -> Said {
    let mut program = support::command(HERMA, gateway.home.parent().unwrap());
    let (name, rest) = args.split_first().unwrap();
    program.arg(name).arg("--home").arg(&gateway.home).args(rest).envs(environment.iter().copied());
    support::run(&mut program, b"")
}

fn short(gateway: &Gateway, text: &str) -> String {
    let all = gateway.person().get("/v1/questions").json();
    let one = all["questions"].as_array().unwrap().iter().find(|one| one["question"] == text);
    one.unwrap_or_else(|| panic!("{all}"))["id"].as_str().unwrap()[..6].to_owned()
}

#[test]
fn t09_in_chat_a_button_or_words_answer_and_strangers_do_not() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram);
    let agent = gateway.agent("bot");
    let waiting = asks(&agent, "Which <b>branch</b>?", &["main", "next"]);
    let card = telegram.sent();
    assert_eq!((card.chat, card.labels()), (ADA, vec!["1. main", "2. next"]));
    assert!(card.text.contains("Which &lt;b&gt;branch&lt;/b&gt;?"), "{card:?}");
    let told =
        telegram.presses(666, &chat_server::Sent { chat: 666, ..card.clone() }, card.button("2. next"));
    assert!(told.contains("not an approver") && !told.contains("branch"), "{told}");
    let told =
        telegram.presses(333, &chat_server::Sent { chat: 333, ..card.clone() }, card.button("2. next"));
    assert!(told.contains("may not answer"), "who only looks: {told}");
    let made = format!("{}.3", card.button("2. next").strip_suffix(".2").unwrap());
    assert!(telegram.presses(ADA, &card, &made).contains("no such choice"));
    assert!(telegram.presses(ADA, &card, card.button("2. next")).contains("answered “next”"));
    let answer = waiting.finish().json();
    assert_eq!((&answer["answer"], &answer["by"]), (&json!("next"), &json!("ada")));
    let edited = telegram.server.next("/editMessageText").body;
    assert_eq!(edited["message_id"], json!(card.id));
    assert!(edited["text"].as_str().unwrap().contains("answered by ada: “next”"), "{edited}");
    assert!(telegram.presses(ADA, &card, card.button("1. main")).contains("answered this already"));

    let (one, two) = (asks(&agent, "How many?", &[]), asks(&agent, "Which colour?", &["red", "blue"]));
    telegram.sent();
    telegram.sent();
    telegram.types(ADA, "/answer red");
    let told = telegram.sent().text;
    assert!(
        told.contains("say which") && told.contains("How many?") && told.contains("Which colour?"),
        "{told}"
    );
    telegram.types(ADA, &format!("/answer {} 7", short(&gateway, "How many?")));
    assert!(telegram.sent().text.contains("answered “7”"));
    telegram.types(ADA, "/answer 2");
    assert!(telegram.sent().text.contains("answered “blue”"), "the only one left, by its number");
    assert_eq!(
        (one.finish().json()["answer"].as_str(), two.finish().json()["answer"].as_str()),
        (Some("7"), Some("blue"))
    );
    telegram.types(ADA, "/answer 2");
    assert!(telegram.sent().text.contains("nothing is asked"));
}

#[test]
fn a_terminal_lists_and_answers_what_an_agent_asks_over_the_api() {
    let gateway = Gateway::start();
    let agent = gateway.agent("bot");
    let waiting = asks(&agent, "Which branch?", &["main", "next"]);
    let id = loop {
        if let Some(id) = gateway.person().get("/v1/questions").json()["questions"][0]["id"].as_str() {
            break id.to_owned();
        }
    };
    let listed = herma(&gateway, &["list"], &[]).stdout;
    assert!(
        listed.contains(&id[..6]) && listed.contains("bot") && listed.contains("Which branch?"),
        "{listed}"
    );
    let machine: Value =
        serde_json::from_str(&herma(&gateway, &["ask", "--list", "--json"], &[]).stdout).unwrap();
    assert_eq!((&machine[0]["id"], &machine[0]["choices"]), (&json!(id), &json!(["main", "next"])));
    assert_eq!(herma(&gateway, &["list", "--json"], &[]).stdout, "[]\n", "a question is no request");
    assert!(gateway.status().stdout.contains("asked     1 by agents"));
    // Not by an agent, and not without a terminal.
    let home = gateway.home.display().to_string();
    let mut marked = Terminal::new(100, 30);
    marked.start(Place::AtTerminal, &["ask", "--home", &home], &[("CLAUDECODE", "1")]);
    let said = marked.finish();
    assert!(said.code() == Some(1) && said.stderr.contains("may not answer for the person"), "{said:?}");
    assert_eq!(herma(&gateway, &["ask"], &[]).code(), Some(1));
    let mut terminal = Terminal::new(100, 30);
    terminal.start(Place::AtTerminal, &["ask", "--home", &home], &[]);
    let text = terminal.wait_for("Other (type your answer)");
    assert!(text.contains("bot asks: Which branch?"), "{text}");
    terminal.press("2");
    let said = terminal.finish();
    assert!(said.code() == Some(0) && said.stdout.contains("bot is told: next"), "{said:?}");
    let answer = waiting.finish().json();
    assert_eq!((&answer["answer"], &answer["by"]), (&json!("next"), &json!(support::person())));
    assert_eq!(herma(&gateway, &["ask", "--list"], &[]).stdout, "nothing is asked\n");
}

/// What agents ask stands above the list of the terminal's inbox, comes by itself, and is answered by a number or in words.
#[test]
fn the_terminals_inbox_shows_and_answers_questions() {
    let gateway = Gateway::start();
    let agent = gateway.agent("bot");
    let home = gateway.home.display().to_string();
    let mut inbox = Terminal::new(100, 40);
    inbox.start(Place::AtTerminal, &["inbox", "--home", &home], &[]);
    inbox.wait_for("q quits");
    inbox.press("a");
    inbox.wait_for("no agent asks anything");
    let first = asks(&agent, "Which branch?\u{1b}[2J", &["main", "next"]);
    let text = inbox.wait_for("1 question");
    assert!(text.contains("Which branch?\\u{1b}[2J") && text.contains("bot"), "{text}");
    inbox.press("a");
    let text = inbox.wait_for("3. Other (type your answer)");
    assert!(text.contains("1. main") && text.contains("question 1 of 1"), "{text}");
    inbox.press("2");
    inbox.wait_for("bot is told: next");
    let answer = first.finish().json();
    assert_eq!((&answer["answer"], &answer["by"]), (&json!("next"), &json!(support::person())));
    // Without choices it is a text; `q` is a letter of it.
    let second = asks(&agent, "Why?", &[]);
    inbox.wait_for("1 question");
    inbox.press("a");
    inbox.wait_for("type your answer, Enter to send");
    inbox.press("quite so\r");
    inbox.wait_for("bot is told: quite so");
    assert_eq!(second.finish().json()["answer"], "quite so");
    // Answered elsewhere while it is on the screen.
    let third = asks(&agent, "Now?", &["yes", "no"]);
    inbox.wait_for("1 question");
    inbox.press("a");
    inbox.wait_for("2. no");
    let id = gateway.person().get("/v1/questions").json()["questions"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/questions/{id}/answer");
    assert_eq!(gateway.person().post(&path, &json!({"answer": "no"})).status, 200);
    inbox.wait_for("answered elsewhere");
    assert_eq!(third.finish().json()["answer"], "no");
    inbox.press("q");
    assert_eq!(inbox.finish().code(), Some(0));
}

#[test]
fn without_a_terminal_a_question_goes_where_people_look() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram);
    let asked = std::thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let mut nowhere = Terminal::new(80, 24);
            let home = gateway.home.display().to_string();
            nowhere.start(
                Place::Nowhere,
                &["ask", "--home", &home, "Deploy now?", "--choice", "yes", "--choice", "no"],
                &[],
            );
            nowhere.finish()
        });
        let card = telegram.sent();
        assert!(card.text.contains("Deploy now?"), "{card:?}");
        let inbox = gateway.logged_in();
        assert!(inbox.get("/").body.contains("Deploy now?"));
        assert!(telegram.presses(ADA, &card, card.button("2. no")).contains("answered"));
        asking.join().unwrap()
    });
    assert_eq!((asked.code(), asked.stdout.as_str()), (Some(0), "no\n"), "{asked:?}");
    let mut gateway = gateway;
    gateway.end();
    let mut nowhere = Terminal::new(80, 24);
    nowhere.start(
        Place::Nowhere,
        &["ask", "--home", &gateway.home.display().to_string(), "Deploy now?"],
        &[],
    );
    let said = nowhere.finish();
    assert!(said.code() == Some(1) && said.stderr.contains("no gateway is up"), "{said:?}");
}

#[test]
fn a_webhook_is_asked_and_answers() {
    let hook = ChatServer::start(|_: &Seen| (200, json!({})));
    let policy = format!(
        "version = 1\n[channel.webhook]\nurl = \"{}/in\"\nsecret_file = \"s\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"webhook:pager\"]\n",
        hook.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("s", "hushhushhushhushhushhushhushhush")]);
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let waiting =
        asks(&gateway.agent("bot"), &format!("Which branch? GITHUB_TOKEN={secret}"), &["main", "next"]);
    let card = hook.next("/in").body;
    assert!(
        card["text"].as_str().unwrap().contains("Which branch?") && !card.to_string().contains(secret),
        "{card}"
    );
    assert_eq!((card["type"].as_str(), card["account"].as_str()), (Some("question"), Some("webhook:pager")));
    let answer = json!({"account": "webhook:pager", "question": card["question"], "answer": "neither"});
    let mut other = answer.clone();
    other["account"] = json!("webhook:other");
    assert!(
        webhook_sends(&gateway, "hushhushhushhushhushhushhushhush", "d1", &other).json()["text"]
            .as_str()
            .unwrap()
            .contains("may not")
    );
    assert_eq!(webhook_sends(&gateway, "hushhushhushhushhushhushhushhush", "d2", &answer).status, 200);
    assert_eq!(waiting.finish().json()["answer"], "neither");
    let over = hook.next("/in").body;
    assert!(over["type"] == "over" && over["text"].as_str().unwrap().contains("answered by ada"), "{over}");
}
