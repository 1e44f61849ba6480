//! Chat: a held request appears, a person answers there, and nobody else does. The services are scripted, and check what
//! they are sent as the real ones do.

use crate::support;
use crate::support::chat_server;
use crate::support::gateway;

use chat_server::{Sent, TOKEN, Telegram, message, person, seconds};
use gateway::{Client, Gateway};
use herma_store::{State, Store};
use serde_json::{Value, json};
use std::net::TcpListener;
use support::HERMA;
use support::home::{Home, approve};
use support::pty::{Place, Terminal};

const MEDIUM: &str = "git push origin main";
const CRITICAL: &str = "rm -rf /home/dev/photos";
const ADA: i64 = 111;
const EVE: i64 = 666;

/// A gateway whose Telegram is this one, and whose approver there is Ada.
fn with_telegram(base: &str, more: &str) -> Gateway {
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{base}\"\n{more}\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"telegram:{ADA}\"]\n"
    );
    Gateway::with_policy(&policy, &[("bot.token", TOKEN)])
}

fn state(gateway: &Gateway, id: &str) -> State {
    gateway.store().request(id).unwrap().state
}

fn ticket(gateway: &Gateway, id: &str) -> String {
    gateway.store().request(id).unwrap().ticket
}

/// Says something that is answered, so that everything said before has been heard.
fn until_heard(telegram: &Telegram) -> String {
    telegram.types(ADA, "/pending");
    telegram.sent().text
}

#[test]
fn telegram_a_button_approves_the_waiter_runs_and_the_card_says_who() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let agent = gateway.agent("bot");
    let id = agent.asks(MEDIUM);
    let waiting = agent.open("POST", "/v1/calls?wait=60", &Client::call(MEDIUM, "s1").to_string());
    let card = telegram.sent();
    assert_eq!(card.chat, ADA);
    assert!(card.text.contains(&format!("<pre>{MEDIUM}</pre>")), "{card:?}");
    assert_eq!(card.labels(), ["Approve once", "This session", "Deny"]);
    let told = telegram.presses(ADA, &card, card.button("Approve once"));
    assert!(told.contains("approved by ada"), "{told}");
    assert_eq!(waiting.finish().json()["decision"], "allow");
    let edited = telegram.server.next("/editMessageText").body;
    assert_eq!(edited["message_id"], json!(card.id));
    let text = edited["text"].as_str().unwrap();
    assert!(text.contains("by ada (telegram), 20") && text.contains("UTC"), "{text}");
    assert_eq!(edited["reply_markup"]["inline_keyboard"], json!([]), "no buttons any more");
    let decided = gateway.store().request(&id).unwrap().decided.unwrap();
    assert_eq!((decided.by.as_str(), decided.how.as_str()), ("ada", "telegram"));
    let told = telegram.presses(ADA, &card, card.button("Deny"));
    assert!(told.contains("was decided already") && told.contains("by ada"), "{told}");
}

#[test]
fn t34_what_is_critical_takes_the_digits_at_the_end_of_its_card() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let id = gateway.agent("bot").asks(CRITICAL);
    let card = telegram.sent();
    assert_eq!(card.labels(), ["Deny"]);
    let request = gateway.store().request(&id).unwrap();
    let how = format!("/approve {} {}", request.ticket, request.digits);
    assert!(card.text.lines().last().unwrap().contains(&how), "{card:?}");
    // A button that somebody has made up.
    let made = card.button("Deny").replacen("d.", "o.", 1);
    assert!(telegram.presses(ADA, &card, &made).contains("two digits"));
    let wrong = format!("{:02}", (request.digits.parse::<u8>().unwrap() + 1) % 100);
    for short in [
        "/approve".to_owned(),
        format!("/approve {}", request.ticket),
        format!("/approve {} {wrong}", request.ticket),
    ] {
        telegram.types(ADA, &short);
        assert!(telegram.sent().text.contains("two digits"), "{short}");
    }
    assert_eq!(state(&gateway, &id), State::Pending);
    telegram.types(ADA, &how);
    assert!(telegram.sent().text.contains("approved by ada"));
    assert_eq!(state(&gateway, &id), State::Approved);
}

#[test]
fn t25_t33_strangers_bots_forwards_edits_and_groups_decide_nothing() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let id = gateway.agent("bot").asks(MEDIUM);
    let card = telegram.sent();
    let yes = card.button("Approve once");
    // Somebody else, who has the card's button.
    let told = telegram.presses(EVE, &Sent { chat: EVE, ..card.clone() }, yes);
    assert!(told.contains("not an approver") && !told.contains("push"), "{told}");
    let pressed = |from: Value, chat: Value, more: Value| {
        let mut message = json!({"message_id": card.id, "date": seconds(), "chat": chat});
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        telegram.asks(json!({"callback_query": {"id": "q", "from": from, "data": yes, "message": message}}))
    };
    let own = json!({"id": ADA, "type": "private"});
    let group = json!({"id": -100, "type": "group"});
    let bot = json!({"id": ADA, "is_bot": true, "first_name": "Ada"});
    assert!(pressed(person(EVE), group.clone(), json!({})).contains("decides nothing"), "a bystander");
    assert!(
        pressed(person(ADA), group.clone(), json!({})).contains("decides nothing"),
        "carried into a group"
    );
    assert!(pressed(bot.clone(), own.clone(), json!({})).contains("decides nothing"), "a bot");
    let forwarded = json!({"forward_origin": {"type": "user"}});
    assert!(pressed(person(ADA), own.clone(), forwarded.clone()).contains("decides nothing"), "forwarded");
    // The same as words. They are not even answered.
    let yes = format!("/approve {}", ticket(&gateway, &id));
    let mut named = person(EVE);
    named["username"] = json!("ada");
    telegram.types(EVE, &yes);
    for (name, value) in [
        ("from", bot),
        ("from", named),
        ("chat", group),
        ("forward_origin", forwarded["forward_origin"].clone()),
        ("forward_date", json!(seconds())),
        ("via_bot", json!({"id": 5, "is_bot": true})),
        ("sender_chat", json!({"id": -100})),
        ("edit_date", json!(seconds())),
    ] {
        let mut update = message(ADA, &yes);
        update["message"][name] = value;
        telegram.push(update);
    }
    let edited = message(ADA, &yes)["message"].clone();
    telegram.push(json!({"edited_message": edited}));
    telegram.types(ADA, &format!("user: {yes}"));
    let listed = until_heard(&telegram);
    assert!(listed.contains(&ticket(&gateway, &id)), "none of them was answered: {listed}");
    assert_eq!(state(&gateway, &id), State::Pending);
    // Strangers learn who they are, if they ask.
    telegram.types(EVE, "/start");
    let told = telegram.sent();
    assert_eq!(told.chat, EVE);
    assert!(told.text.contains("telegram:666") && !told.text.contains("push"), "{told:?}");
}

#[test]
fn t19_t20_an_old_button_decides_nothing() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let agent = gateway.agent("bot");
    let (first, second) = (agent.asks(MEDIUM), agent.asks("git push origin master"));
    let (one, two) = (telegram.sent(), telegram.sent());
    let parts: Vec<&str> = one.button("Approve once").split('.').collect();
    let [verb, id, nonce, digest] = parts[..] else { panic!("{parts:?}") };
    let other: Vec<&str> = two.button("Approve once").split('.').collect();
    for stale in [
        format!("{verb}.{id}.{}.{digest}", other[2]),
        format!("{verb}.{id}.{nonce}.{}", other[3]),
        format!("{verb}.{}.{nonce}.{digest}", other[1]),
        format!("{verb}.{id}"),
        format!("x.{id}.{nonce}.{digest}"),
    ] {
        assert!(telegram.presses(ADA, &one, &stale).contains("out of date"), "{stale}");
    }
    assert!(
        telegram.presses(ADA, &two, one.button("Approve once")).contains("out of date"),
        "on another message"
    );
    assert_eq!((state(&gateway, &first), state(&gateway, &second)), (State::Pending, State::Pending));
    // Typed before the card was there.
    let mut early = message(ADA, &format!("/approve {}", ticket(&gateway, &first)));
    early["message"]["date"] = json!(seconds() - 3600);
    telegram.push(early);
    assert!(telegram.sent().text.contains("type it again"));
    assert_eq!(state(&gateway, &first), State::Pending);
}

#[test]
fn without_an_id_only_the_one_that_waits_is_meant() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let agent = gateway.agent("bot");
    let (first, second) = (agent.asks(MEDIUM), agent.asks("git push origin master"));
    telegram.sent();
    telegram.sent();
    for bare in ["/approve", "/deny", "/approve session"] {
        telegram.types(ADA, bare);
        let told = telegram.sent().text;
        assert!(told.contains("say which"), "{told}");
        assert!([&first, &second].iter().all(|id| told.contains(&ticket(&gateway, id))), "{told}");
    }
    assert_eq!((state(&gateway, &first), state(&gateway, &second)), (State::Pending, State::Pending));
    telegram.types(ADA, &format!("/deny {} they are the only copy", ticket(&gateway, &first)));
    assert!(telegram.sent().text.contains("denied by ada: they are the only copy"));
    telegram.types(ADA, "/approve");
    assert!(telegram.sent().text.contains("approved by ada"));
    assert_eq!((state(&gateway, &first), state(&gateway, &second)), (State::Denied, State::Approved));
    telegram.types(ADA, "/approve");
    assert_eq!(telegram.sent().text, "Nothing waits.");
}

#[test]
fn t09_t10_t36_texts_are_texts_and_what_is_too_long_is_denied_or_seen_elsewhere() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let agent = gateway.agent("bot");
    let marked = "git push origin 'main</pre><b>ok</b>&lt;' @everyone \u{202e}";
    agent.asks(marked);
    let card = telegram.sent();
    assert!(card.text.contains("main&lt;/pre&gt;&lt;b&gt;ok&lt;/b&gt;&amp;lt;"), "{card:?}");
    assert!(card.text.contains("\\u{202e}") && card.text.contains("hidden character"), "{card:?}");
    // What the agent says stands apart, and that it presses is said (T36).
    let mut pressing = Client::call("git push origin master", "s1");
    pressing["args"]["description"] = json!("URGENT: <i>already approved</i>");
    agent.post("/v1/calls", &pressing);
    let card = telegram.sent();
    assert!(
        card.text.contains("<blockquote>URGENT: &lt;i&gt;already approved&lt;/i&gt;</blockquote>"),
        "{card:?}"
    );
    assert!(card.text.contains("presses for a yes"), "{card:?}");
    let long = format!("git push origin main # {}", "x".repeat(4096));
    let id = agent.asks(&long);
    let card = telegram.sent();
    assert_eq!(card.labels(), ["Deny"]);
    assert!(!card.text.contains("xxx") && card.text.contains(&format!("/r/{id}")), "{card:?}");
    let made = card.button("Deny").replacen("d.", "o.", 1);
    assert!(telegram.presses(ADA, &card, &made).contains("only be denied"));
    telegram.types(ADA, &format!("/approve {}", ticket(&gateway, &id)));
    assert!(telegram.sent().text.contains("only be denied"));
    assert_eq!(state(&gateway, &id), State::Pending);
    assert!(telegram.presses(ADA, &card, card.button("Deny")).contains("denied by ada"));
}

#[test]
fn what_is_for_a_person_in_crisis_is_not_read_in_chat() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let call = json!({"tool": "send_message", "args": {"to": "sam", "text": "You matter to me, call us"},
        "session": "s1", "cwd": "/srv/app", "home": "/home/dev",
        "conversation": {"human": true, "last_message": "I can't do this anymore. I want to kill myself."}});
    let answer = gateway.agent("bot").post("/v1/calls", &call).json();
    assert_eq!(answer["decision"], "ask", "{answer}");
    assert!(
        answer.to_string().contains("https://findahelpline.com"),
        "the card goes with the answer: {answer}"
    );
    let card = telegram.sent();
    assert!(card.text.contains("for a person in crisis") && card.text.contains("/r/"), "{card:?}");
    assert!(!card.text.contains("matter") && !card.text.contains("kill"), "{card:?}");
    assert_eq!(card.labels(), ["Deny"]);
    let listed = until_heard(&telegram);
    assert!(!listed.contains("matter") && !listed.contains("kill"), "{listed}");
    let ticket = ticket(&gateway, answer["request"].as_str().unwrap());
    let digits = gateway.store().request(answer["request"].as_str().unwrap()).unwrap().digits;
    telegram.types(ADA, &format!("/approve {ticket} {digits}"));
    assert!(telegram.sent().text.contains("only be denied"));
    assert_eq!(state(&gateway, answer["request"].as_str().unwrap()), State::Pending);
}

#[test]
fn who_writes_of_their_own_need_gets_the_card_at_once_and_is_not_written_down() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let id = gateway.agent("bot").asks(MEDIUM);
    telegram.sent();
    telegram.types(EVE, "I can't do this anymore. I want to kill myself.");
    let card = telegram.sent();
    assert_eq!(card.chat, EVE, "whoever it is");
    assert!(card.text.contains("https://findahelpline.com"), "{card:?}");
    telegram.types(ADA, &format!("/deny {} I want to kill myself", ticket(&gateway, &id)));
    assert!(telegram.sent().text.contains("https://findahelpline.com"));
    assert!(!telegram.sent().text.contains("kill"));
    let decided = gateway.store().request(&id).unwrap().decided.unwrap();
    assert_eq!((decided.by.as_str(), decided.reason), ("ada", None));
    telegram.types(ADA, "this bug is killing me");
    assert!(until_heard(&telegram).contains("Nothing waits"), "no card for that");
}

#[test]
fn a_yes_for_the_session_given_in_chat_holds_there_and_nowhere_else() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let agent = gateway.agent("bot");
    let id = agent.asks(MEDIUM);
    let card = telegram.sent();
    // For good is not an approver's to say, only an admin's.
    let made = card.button("Approve once").replacen("o.", "a.", 1);
    assert!(telegram.presses(ADA, &card, &made).contains("`session` at most"));
    assert!(telegram.presses(ADA, &card, card.button("This session")).contains("for the session"));
    let call =
        |session: &str| agent.post("/v1/calls", &Client::call(MEDIUM, session)).json()["decision"].clone();
    let mut first = Client::call(MEDIUM, "s1");
    first["request"] = json!(id);
    assert_eq!(agent.post("/v1/calls", &first).json()["decision"], "allow");
    assert_eq!((call("s1"), call("s2")), (json!("allow"), json!("ask")));
    // And what was said elsewhere is said here.
    let card = telegram.sent();
    let other =
        gateway.store().list(&herma_store::Filter::waiting(), None, 5).unwrap().requests[0].id.to_string();
    telegram.server.next("/editMessageText");
    assert_eq!(gateway.person().approve(&other, "once").status, 200);
    let edited = telegram.server.next("/editMessageText").body;
    assert_eq!(edited["message_id"], json!(card.id));
    assert!(edited["text"].as_str().unwrap().contains("(api)"), "{edited}");
}

#[test]
fn t28_t32_who_is_not_on_the_list_is_nobody() {
    let telegram = Telegram::start();
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\n\
         [[approver]]\nname = \"ada\"\nrole = \"viewer\"\naccounts = [\"telegram:{ADA}\"]\n",
        telegram.server.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("bot.token", TOKEN)]);
    let id = gateway.agent("bot").asks(MEDIUM);
    // Who looks sees what waits, and answers nothing.
    let listed = until_heard(&telegram);
    assert!(listed.contains(&ticket(&gateway, &id)), "{listed}");
    telegram.types(ADA, &format!("/deny {}", ticket(&gateway, &id)));
    assert!(telegram.sent().text.contains("may not answer this"));
    assert_eq!(state(&gateway, &id), State::Pending);
    // Off the list altogether, while the gateway is up.
    let none: String = policy.split("[[approver]]").next().unwrap().to_owned();
    std::fs::write(gateway.home.join("policy.toml"), none).unwrap();
    telegram.types(ADA, "/pending");
    telegram.types(ADA, "/start");
    assert!(telegram.sent().text.contains("not an approver"));
    assert_eq!(state(&gateway, &id), State::Pending);
}

#[test]
fn a_service_that_is_down_is_said_and_recovers_by_itself() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let gateway = with_telegram(&format!("http://{address}"), "");
    let id = gateway.agent("bot").asks(MEDIUM);
    let home = gateway.home.display().to_string();
    let status = || {
        let mut program = support::command(HERMA, gateway.home.parent().unwrap());
        support::run(program.args(["status", "--home", &home]), b"").stdout
    };
    let start = std::time::Instant::now();
    let mut said = status();
    while !said.contains("channel   telegram: down since 20") {
        assert!(start.elapsed() < support::PATIENCE, "{said}");
        said = status();
    }
    assert!(said.contains("UTC: it cannot be reached") && !said.contains(TOKEN), "{said}");
    let page = gateway.logged_in().get("/").body;
    assert!(page.contains("telegram is down since 20"), "{page}");
    assert_eq!(state(&gateway, &id), State::Pending);
    let telegram = Telegram::on(TcpListener::bind(address).unwrap());
    let card = telegram.sent();
    assert!(telegram.presses(ADA, &card, card.button("Approve once")).contains("approved by ada"));
    let start = std::time::Instant::now();
    while !status().contains("channel   telegram: up") {
        assert!(start.elapsed() < support::PATIENCE, "{}", status());
    }
}

#[test]
fn after_a_restart_cards_are_not_sent_again_and_say_what_became_of_them() {
    let telegram = Telegram::start();
    let mut gateway = with_telegram(&telegram.server.base(), "poll = 1");
    let agent = gateway.agent("bot");
    let (first, second) = (agent.asks(MEDIUM), agent.asks("git push origin master"));
    let (one, two) = (telegram.sent(), telegram.sent());
    // Its answer goes out after both cards are noted.
    until_heard(&telegram);
    gateway.kill();
    // Decided at a terminal meanwhile.
    let store = gateway.store();
    let request = store.request(&first).unwrap();
    let vote =
        herma_store::Vote { by: "root".to_owned(), channel: "terminal".to_owned(), ..Default::default() };
    store.decide(&request.id, &vote, herma_server::now()).unwrap();
    gateway.up();
    let edited = telegram.server.next("/editMessageText").body;
    assert_eq!(edited["message_id"], json!(one.id));
    assert!(edited["text"].as_str().unwrap().contains("denied by root (terminal)"), "{edited}");
    let told = telegram.presses(ADA, &two, two.button("Approve once"));
    assert!(told.contains("approved by ada"), "the old card still counts: {told}");
    assert_eq!(telegram.server.left("/sendMessage").len(), 0, "no second card");
    assert_eq!(state(&gateway, &second), State::Approved);
}

#[test]
fn on_call_first_then_the_backup_then_everyone() {
    let telegram = Telegram::start();
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\n\
         [times]\nmedium = \"1s\"\nhigh = \"1s\"\ncritical = \"1s\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"telegram:{ADA}\"]\n\
         [[approver]]\nname = \"carol\"\non_call = \"everyone\"\nrole = \"admin\"\naccounts = [\"telegram:333\"]\n\
         [[approver]]\nname = \"bob\"\non_call = \"backup\"\naccounts = [\"telegram:222\"]\n",
        telegram.server.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("bot.token", TOKEN)]);
    let id = gateway.agent("bot").asks(MEDIUM);
    let cards = [telegram.sent(), telegram.sent(), telegram.sent()];
    assert_eq!(cards.each_ref().map(|card| card.chat), [ADA, 222, 333]);
    // Each has a card of their own: one's button is not the other's.
    assert!(
        telegram
            .presses(222, &Sent { chat: 222, ..cards[0].clone() }, cards[0].button("Deny"))
            .contains("out of date")
    );
    // An admin's yes holds for good.
    assert!(
        telegram.presses(333, &cards[2], cards[2].button("Always")).contains("approved by carol, always")
    );
    let mut edited: Vec<i64> = (0..3)
        .map(|_| telegram.server.next("/editMessageText").body["message_id"].as_i64().unwrap())
        .collect();
    edited.sort_unstable();
    assert_eq!(edited, [1, 2, 3], "everybody's card says so");
    assert_eq!(state(&gateway, &id), State::Approved);
    let call = Client::call(MEDIUM, "another session");
    assert_eq!(gateway.agent("bot").post("/v1/calls", &call).json()["decision"], "allow");
}

#[test]
fn people_are_added_linked_and_removed_at_a_terminal() {
    let home = Home::new();
    let mut adds = home.start((120, 40), &["approver", "add", "ada", "--role", "admin", "telegram:111"], &[]);
    let text = adds.wait_for("r denies with a reason");
    assert!(text.contains("accounts = [\"telegram:111\"]"), "{text}");
    approve(&mut adds, "1");
    let said = adds.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
    let mut links = home.start((120, 40), &["approver", "link", "ada", "discord:8035"], &[]);
    links.wait_for("r denies with a reason");
    approve(&mut links, "1");
    assert_eq!(links.finish().code(), Some(0));
    let listed = home.herma(&["approver", "list", "--json"]).stdout;
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let ada = &listed[1];
    assert_eq!((&ada["name"], &ada["role"]), (&json!("ada"), &json!("admin")), "{listed}");
    assert_eq!(ada["accounts"], json!(["telegram:111", "discord:8035"]));
    // Not without a terminal, and nobody's account twice, nor by a name that anybody may take.
    for (words, why) in [
        (&["approver", "add", "eve", "telegram:666"][..], "terminal"),
        (&["approver", "add", "eve", "telegram:111"], "ada"),
        (&["approver", "add", "eve", "telegram:@eve"], "number"),
        (&["approver", "add", "eve", "irc:eve"], "no kind of account"),
        (&["approver", "link", "eve", "telegram:666"], "no `eve`"),
        (&["approver", "remove", "eve"], "no `eve`"),
    ] {
        let said = home.herma(words);
        assert_eq!(said.code(), Some(1), "{words:?} {said:?}");
        assert!(said.stderr.contains(why), "{words:?} {said:?}");
    }
    let mut removes = home.start((120, 40), &["approver", "remove", "ada"], &[]);
    removes.wait_for("r denies with a reason");
    removes.press("1");
    assert_eq!(removes.finish().code(), Some(0));
    assert!(!home.herma(&["approver", "list"]).stdout.contains("ada"));
    assert!(home.herma(&["audit", "export"]).stdout.contains("\"approver\""), "it is on record");
}

#[test]
fn a_secret_that_others_may_read_starts_nothing() {
    let telegram = Telegram::start();
    let mut gateway = with_telegram(&telegram.server.base(), "");
    gateway.end();
    let token = gateway.home.join("bot.token");
    std::fs::set_permissions(&token, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    let mut program = support::command(HERMA, gateway.home.parent().unwrap());
    let home = gateway.home.display().to_string();
    let said = support::run(program.args(["up", "--listen", "127.0.0.1:0", "--home", &home]), b"");
    assert_eq!(said.code(), Some(1), "{said:?}");
    assert!(said.stderr.contains("chmod 600") && !said.stderr.contains(TOKEN), "{said:?}");
}

#[test]
fn t19_a_ticket_in_small_letters_is_that_ticket() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let agent = gateway.agent("bot");
    let (first, second) = (agent.asks(MEDIUM), agent.asks("git push origin master"));
    telegram.sent();
    telegram.sent();
    let small = ticket(&gateway, &first).to_lowercase();
    telegram.types(ADA, &format!("/deny {small}"));
    assert!(telegram.sent().text.contains("denied by ada"));
    // Decided, or nobody's: the other one that waits is not meant.
    for word in [&small, &"zzzz".to_owned()] {
        telegram.types(ADA, &format!("/deny {word}"));
        let told = telegram.sent().text;
        assert!(!told.contains("denied by ada: "), "{told}");
        assert_eq!(state(&gateway, &second), State::Pending, "{told}");
    }
    telegram.types(ADA, "/deny they are the only copy");
    assert!(telegram.sent().text.contains("denied by ada: they are the only copy"));
    assert_eq!((state(&gateway, &first), state(&gateway, &second)), (State::Denied, State::Denied));
}

#[test]
fn t32_what_somebody_allowed_ends_with_them() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "");
    let agent = gateway.agent("bot");
    let id = agent.asks(MEDIUM);
    let card = telegram.sent();
    assert!(telegram.presses(ADA, &card, card.button("This session")).contains("for the session"));
    let mut first = Client::call(MEDIUM, "s1");
    first["request"] = json!(id);
    assert_eq!(agent.post("/v1/calls", &first).json()["decision"], "allow");
    let home = gateway.home.display().to_string();
    let mut removes = Terminal::new(120, 40);
    removes.start(Place::AtTerminal, &["approver", "--home", &home, "remove", "ada"], &[]);
    removes.wait_for("r denies with a reason");
    removes.press("1");
    let said = removes.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
    let grants = gateway.store().grants(9).unwrap();
    assert!(!grants.is_empty() && grants.iter().all(|grant| grant.revoked.is_some()), "{grants:?}");
    // Another of the same name has allowed nothing.
    let policy = std::fs::read_to_string(gateway.home.join("policy.toml")).unwrap();
    let named = format!("{policy}\n[[approver]]\nname = \"ada\"\naccounts = [\"telegram:{EVE}\"]\n");
    gateway.write(&named, &[]);
    assert_eq!(agent.post("/v1/calls", &Client::call(MEDIUM, "s1")).json()["decision"], "ask");
}
