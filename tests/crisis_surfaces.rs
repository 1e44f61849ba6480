//! A person in crisis on the surfaces that are no hook: the API, questions, MCP, A2A. The card at once, and a human before any
//! machine speaks, in every channel of that conversation.

#![cfg(target_os = "linux")]

use crate::support;
use crate::support::chat_server;
use crate::support::gateway;

use chat_server::{TOKEN, Telegram};
use gateway::{Client, Gateway};
use herma_a2a::server::CRISIS_CARD;
use herma_core::crisis::card::built_in;
use herma_store::State;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use support::fleet::{Fleet, block_on, message};
use support::held::Held;
use support::mcp::{self, World, refusal, tool};
use support::pty::{Place, Terminal};
use support::{HERMA, Said, command, finish, run};

const SAYS: &str = "I can't do this anymore. I want to kill myself.";
const US: &str = "[crisis]\nlocale = \"en-US\"\n";

fn card() -> String {
    built_in(Some("en-US")).text()
}

fn gateway_in_us() -> Gateway {
    Gateway::with_policy(&format!("version = 1\n{US}"), &[])
}

fn herma(gateway: &Gateway, args: &[&str]) -> Said {
    let mut herma = command(HERMA, gateway.home.parent().unwrap());
    run(herma.args(args).arg("--home").arg(&gateway.home), b"")
}

fn report(gateway: &Gateway) -> Value {
    serde_json::from_str(&herma(gateway, &["crisis", "report", "--json"]).stdout).unwrap()
}

/// Nobody's words are in any file.
fn unwritten(home: &Path) {
    for entry in fs::read_dir(home).unwrap().flatten() {
        match entry.file_type().unwrap() {
            kind if kind.is_dir() => unwritten(&entry.path()),
            kind if kind.is_file() => {
                let bytes = fs::read(entry.path()).unwrap();
                assert!(!bytes.windows(11).any(|part| part == b"kill myself"), "{}", entry.path().display());
            }
            _ => {}
        }
    }
}

fn sends(agent: &Client<'_>, session: &str) -> Value {
    let args = json!({"target": "them", "message": "The build is green."});
    agent.post("/v1/calls", &json!({"tool": "send_message", "args": args, "session": session})).json()
}

#[test]
fn over_the_api_the_card_comes_with_any_call_and_the_conversation_stands() {
    let gateway = gateway_in_us();
    let bot = gateway.agent("bot");
    let said = json!({"tool": "terminal", "args": {"command": "git status"}, "session": "s", "cwd": "/srv/app",
        "conversation": {"last_message": SAYS}});
    let heard = bot.post("/v1/calls", &said).json();
    assert_eq!((&heard["decision"], &heard["crisis_card"]), (&json!("allow"), &json!(card())), "{heard}");
    // An answer without any such word waits for a human; whichever agent carries the conversation on.
    let other = gateway.agent("other");
    for agent in [&bot, &other] {
        let waits = sends(agent, "s");
        assert_eq!((&waits["decision"], &waits["crisis_card"]), (&json!("ask"), &json!(card())), "{waits}");
        assert_eq!(waits["verdict"]["decided_by"], "crisis", "{waits}");
    }
    // Somebody else's is somebody else's.
    let elsewhere = sends(&bot, "another");
    assert_eq!(
        (&elsewhere["crisis_card"], &elsewhere["verdict"]["crisis_sensitive"]),
        (&json!(null), &json!(false))
    );
    // The same call again finds its question: one message of each agent is held, of one person.
    let first = sends(&bot, "s");
    assert_eq!(first["request"], sends(&bot, "s")["request"]);
    bot.post("/v1/calls", &said);
    let report = report(&gateway);
    assert_eq!(
        (&report["people"], &report["held"], &report["waits"]),
        (&json!(1), &json!(2), &json!(2)),
        "{report}"
    );
    unwritten(&gateway.home);
    // Words in the wrong form are not passed over.
    for wrong in [json!("x"), json!({"human": "yes"}), json!({"last_message": ["x"]})] {
        let call = json!({"tool": "send_message", "args": {}, "conversation": wrong});
        assert_eq!(bot.post("/v1/calls", &call).status, 400, "{call}");
    }
}

#[test]
fn who_answers_a_question_with_their_need_is_shown_the_card_and_not_written_down() {
    let gateway = gateway_in_us();
    let bot = gateway.agent("bot");
    let asked = bot.post("/v1/ask", &json!({"question": "How was your day?", "session": "s"})).json();
    let id = asked["id"].as_str().unwrap();
    let said = gateway.person().post(&format!("/v1/questions/{id}/answer"), &json!({"answer": SAYS}));
    assert_eq!((said.status, &said.json()["crisis_card"]), (409, &json!(card())), "{said:?}");
    assert_eq!(said.json()["error"]["code"], "crisis");
    assert_eq!(bot.get(&format!("/v1/ask/{id}")).json()["answer"], json!(null), "it stays open");
    assert_eq!(sends(&bot, "s")["verdict"]["decided_by"], "crisis");
    assert_eq!(sends(&bot, "another")["verdict"]["crisis_sensitive"], false);
    // In the inbox of the browser the same is shown on the page.
    let browser = gateway.logged_in();
    let csrf = Client::csrf(&browser.get("/"));
    let page = browser.form(&format!("/q/{id}"), &[("csrf", &csrf), ("answer", SAYS)]);
    assert!(page.body.contains("988") && page.body.contains("not passed on"), "{page:?}");
    // Who is well again answers.
    let fine = gateway.person().post(&format!("/v1/questions/{id}/answer"), &json!({"answer": "long"}));
    assert_eq!(fine.json()["answer"], "long");
    assert_eq!(report(&gateway)["people"], 1);
    unwritten(&gateway.home);
}

#[test]
fn a_terminal_that_asks_shows_the_card_and_the_folder_stands() {
    let held = Held::with_policy(US);
    let home = held.home().display().to_string();
    let mut asks = Terminal::new(100, 40);
    asks.folder = Some(held.scratch.path().to_owned());
    asks.start(Place::AtTerminal, &["ask", "--home", &home, "How was your day?"], &[]);
    asks.wait_for("How was your day?");
    asks.press(&format!("{SAYS}\r"));
    let ended = asks.finish();
    assert!(ended.stdout.contains("kill myself"), "the answer is theirs to give: {ended:?}");
    assert!(ended.stderr.contains("988"), "{ended:?}");
    let call = json!({"tool": "send_message", "args": {"target": "them", "message": "hi"}, "session": "new",
        "cwd": held.scratch.path()});
    let mut hook = held.hook("generic", "1");
    let waits: Value = serde_json::from_str(&run(&mut hook, call.to_string().as_bytes()).stdout).unwrap();
    assert_eq!(waits["crisis_card"], card(), "{waits}");
}

#[test]
fn one_person_who_writes_twice_to_the_chat_is_one_person() {
    let telegram = Telegram::start();
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\n{US}",
        telegram.server.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("bot.token", TOKEN)]);
    for from in [111, 111, 222] {
        telegram.types(from, SAYS);
        let shown = telegram.sent();
        assert_eq!((shown.chat, shown.text.contains("988")), (from, true), "{shown:?}");
    }
    let report = report(&gateway);
    assert_eq!((&report["people"], &report["cards"]), (&json!(2), &json!(3)), "{report}");
}

fn talking() -> World {
    let world = World::with_policy(US);
    world.set_tools(&json!([
        tool("get_colour", "gets a colour"),
        tool("get_thing", "gets a thing"),
        tool("send_message", "sends a message to a person")
    ]));
    world
}

#[test]
fn through_mcp_an_answer_passes_as_it_is_the_card_is_shown_and_what_follows_waits() {
    let world = talking();
    let mut client = world.wrap(&["--hold", "1"]);
    client.greet();
    client.start_call(1, "get_colour", json!({}));
    assert_eq!(client.next()["method"], "elicitation/create");
    client.answer(1);
    let answer = json!({"jsonrpc": "2.0", "id": "question", "result": {"action": "accept", "content": {"value": SAYS}}});
    client.send(&answer);
    let shown = client.next();
    let told = json!({"level": "alert", "logger": "herma", "data": card()});
    assert_eq!(
        (&shown["method"], &shown["params"]),
        (&json!("notifications/message"), &told),
        "at once: {shown}"
    );
    // Reading goes on, and nothing is added to it.
    let read = client.call(2, "get_thing", json!({}));
    assert_eq!(read["result"]["content"], json!([{"type": "text", "text": "ran get_thing"}]), "{read}");
    assert!(world.reached().contains(&answer), "the answer reached the server as it was given");
    let refused = client.call(3, "send_message", json!({"to": "them", "text": "hello"}));
    assert!(refusal(&refused).contains("human"), "{refused}");
    let part = &refused["result"]["content"][1];
    assert_eq!(
        (&part["text"], &part["annotations"]["audience"]),
        (&json!(card()), &json!(["user"])),
        "{refused}"
    );
    // It was shown while the call waited, too.
    assert_eq!(client.next()["params"]["data"], card());
    assert_eq!(world.ran(), ["get_colour", "get_thing"]);
    client.finish();
    // In another session of the same folder it stands as well: there the same person types.
    let mut next = world.wrap(&["--hold", "1"]);
    next.greet();
    assert!(refusal(&next.call(1, "send_message", json!({"to": "them", "text": "hi"}))).contains("human"));
    // Of a decline nobody has heard anything.
    let said = world.held.herma(&["crisis", "report", "--json"]).stdout;
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap()["people"], 1);
}

#[test]
fn through_mcp_what_a_server_hands_on_as_the_persons_is_heard() {
    let world = talking();
    world.set_tools(&json!([
        tool("get_sample", "asks the model"),
        tool("send_message", "sends a message to a person")
    ]));
    let mut client = world.wrap(&["--hold", "1"]);
    client.greet();
    client.start_call(1, "get_sample", json!({"said": SAYS}));
    let shown = client.next();
    assert_eq!(
        (&shown["method"], &shown["params"]["data"]),
        (&json!("notifications/message"), &json!(card())),
        "{shown}"
    );
    let request = world.held.wait_for_calls(1);
    assert!(
        request.document.to_text().contains("crisis/person"),
        "the model is not asked before a human is: {request:?}"
    );
    assert!(refusal(&client.call(2, "send_message", json!({"text": "hi"}))).contains("human"));
}

#[test]
fn an_agent_that_asks_first_hands_over_what_was_said() {
    let held = Held::with_policy(US);
    let mut serve = command(HERMA, held.scratch.path());
    serve.args(["mcp", "serve", "--hold", "1", "--home"]).arg(held.home());
    let mut client = mcp::Client::start(&mut serve);
    client.greet();
    let wants =
        json!({"tool": "send_message", "arguments": {"to": "them", "text": "hello"}, "last_message": SAYS});
    let waits = client.call(1, "request_approval", wants);
    assert_eq!(waits["result"]["content"][1]["text"], card(), "{waits}");
    let request = held.wait_for_calls(1);
    assert!(request.document.to_text().contains("crisis/person"), "{request:?}");
}

const DRAFT: &str = "Cheer up, others have it worse.";

#[test]
fn over_a2a_the_card_is_there_at_once_and_only_what_a_human_made_of_the_answer_goes_out() {
    let fleet = Fleet::of(Held::with_policy(US));
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "echo", DRAFT]);
    let said = block_on(async {
        let mut alice = fleet.client("alice", &serving);
        alice.rpc("SendMessage", &message("m1", &format!("list my notes. {SAYS}"))).await.unwrap()
    });
    let task = &said["task"];
    assert_eq!(task["status"]["state"], "TASK_STATE_AUTH_REQUIRED", "{task}");
    let first = &task["status"]["message"]["parts"][0];
    assert_eq!((&first["text"], &first["metadata"][CRISIS_CARD]), (&json!(card()), &json!(true)), "{task}");
    assert!(!said.to_string().contains("Cheer up"));
    // What it would set going is asked about, and then what was made of it.
    let task_request = fleet.held.wait_for_calls(1);
    assert_eq!(task_request.tool, "a2a_task");
    fleet.held.approve_quietly(&task_request.ticket);
    serving.wait_for_log("its answer waits for a person");
    let request = fleet.held.requests().into_iter().find(|one| one.tool == "a2a_reply").unwrap();
    assert!(request.document.to_text().contains("crisis/person"), "{request:?}");
    // A responder changes the draft, and only that is given out.
    let (editor, draft) = (fleet.held.scratch.path().join("editor"), fleet.held.scratch.path().join("draft"));
    fs::write(&draft, "I am glad you wrote. A person is here.").unwrap();
    fs::write(&editor, format!("#!/bin/sh\ncp {} \"$1\"\n", draft.display())).unwrap();
    fs::set_permissions(&editor, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let (editor, home) = (editor.display().to_string(), fleet.held.home().display().to_string());
    let mut responder = Terminal::new(100, 40);
    responder.start(
        Place::AtTerminal,
        &["approve", "--home", &home, &request.ticket, "--edit"],
        &[("EDITOR", &editor)],
    );
    let seen = responder.wait_for("r denies with a reason");
    assert!(seen.contains("I am glad you wrote.") && !seen.contains("Cheer up"), "{seen}");
    support::home::approve(&mut responder, "1");
    assert_eq!(responder.finish().code(), Some(0));
    let id = task["id"].as_str().unwrap().to_owned();
    let args = ["status", "--agent", "bob", "--task-id", &id, "--json"];
    let over = |said: &Said| serde_json::from_str::<Value>(&said.stdout).unwrap()["task"].clone();
    let ended = loop {
        let ended = over(&fleet.a2a("alice", &serving, &args));
        if ended["status"]["state"] != "TASK_STATE_AUTH_REQUIRED" {
            break ended;
        }
    };
    assert_eq!(ended["status"]["state"], "TASK_STATE_COMPLETED", "{ended}");
    assert_eq!(ended["artifacts"][0]["parts"][0]["text"], "I am glad you wrote. A person is here.");
    assert_eq!(ended["status"]["message"]["parts"][0]["text"], card(), "the card stays");
    assert!(!ended.to_string().contains("Cheer up"), "{ended}");
    // In the same context an answer without any such word waits too; in another one nothing does.
    let again = block_on(async {
        let mut alice = fleet.client("alice", &serving);
        let mut next = message("m2", "list my notes");
        next["message"]["contextId"] = ended["contextId"].clone();
        let held = alice.rpc("SendMessage", &next).await.unwrap();
        let free = alice.rpc("SendMessage", &message("m3", "list my notes")).await.unwrap();
        (held, free)
    });
    assert_eq!(again.0["task"]["status"]["message"]["parts"][0]["text"], card(), "{again:?}");
    assert_eq!(again.1["task"]["artifacts"][0]["parts"][0]["text"], DRAFT, "{again:?}");
    let report = fleet.held.herma(&["crisis", "report", "--json"]).stdout;
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["people"], &report["sent"]), (&json!(1), &json!(2)), "{report}");
}

#[test]
fn who_sends_a_task_with_their_own_need_in_it_is_shown_the_card() {
    let fleet = Fleet::of(Held::with_policy(US));
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "echo", DRAFT]);
    let args = ["send", "--agent", "bob", "--task", SAYS, "--wait", "--timeout", "2"];
    let sent = finish(fleet.a2a_command("alice", &serving, &args).spawn().unwrap());
    assert!(sent.stderr.contains("findahelpline.com"), "{sent:?}");
    assert!(!sent.stdout.contains("Cheer up"), "{sent:?}");
    // What alice's own gate would not let go never reached bob.
    assert_eq!(fleet.held.requests().len(), 0);
}

#[test]
fn a_human_who_says_no_is_obeyed_and_the_answer_stays_a_draft() {
    let fleet = Fleet::of(Held::with_policy(US));
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "echo", DRAFT]);
    let ended = block_on(async {
        let mut alice = fleet.client("alice", &serving);
        let task = alice.rpc("SendMessage", &message("m1", &format!("list my notes. {SAYS}"))).await.unwrap();
        fleet.held.approve_quietly(&fleet.held.wait_for_calls(1).ticket);
        serving.wait_for_log("its answer waits for a person");
        let request = fleet.held.requests().into_iter().find(|one| one.tool == "a2a_reply").unwrap();
        fleet.held.deny(&request.ticket, "I call them");
        let id = task["task"]["id"].clone();
        loop {
            let task = alice.rpc("GetTask", &json!({"id": id})).await.unwrap();
            if task["status"]["state"] != "TASK_STATE_AUTH_REQUIRED" {
                break task;
            }
        }
    });
    assert_eq!(ended["status"]["state"], "TASK_STATE_REJECTED", "{ended}");
    assert!(
        !ended.to_string().contains("Cheer up") && ended["status"].to_string().contains("988"),
        "{ended}"
    );
    let reply = fleet.held.requests().into_iter().find(|one| one.tool == "a2a_reply").unwrap();
    assert_eq!(
        (reply.state, reply.document.to_text().contains("Cheer up")),
        (State::Denied, true),
        "{reply:?}"
    );
}

/// The one command of docs/crisis.md: from the person's words to the report.
#[test]
fn the_script_of_the_docs_shows_all_of_it() {
    let scratch = support::Scratch::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/crisis.sh");
    let mut shell = command("sh", scratch.path());
    shell.arg(script).env("HERMA_BIN", HERMA).env("TMPDIR", scratch.path()).env("LC_ALL", "C.UTF-8");
    let shown = run(&mut shell, b"");
    assert_eq!(shown.code(), Some(0), "{shown:?}");
    for line in ["call or text 988", "I am glad you wrote", "people in crisis    1", "sent by a human   1"] {
        assert!(shown.stdout.contains(line), "{line}: {shown:?}");
    }
    assert!(!shown.stdout.contains("Cheer up"), "{shown:?}");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0, "nothing is left behind");
}
