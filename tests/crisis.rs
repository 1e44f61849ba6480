//! A person in crisis: the card at once, a human before anything is sent, and nothing that turns either off.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

#[path = "support/chat_server.rs"]
mod chat_server;
#[path = "support/gateway.rs"]
mod gateway;
#[path = "support/http.rs"]
mod http;
mod support;

use chat_server::{TOKEN, Telegram};
use gateway::Gateway;
use herma_core::crisis::{card, read};
use herma_core::policy::Policy;
use herma_core::world::TableWorld;
use herma_core::{Decision, ToolCall, Verdict, judge, judge_with};
use herma_store::{State, Store};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use support::held::{AGENTS, Held, SHORT};
use support::home::{Home, approve};
use support::pty::{Place, Terminal};
use support::run;

const SAYS: &str = "I can't do this anymore. I want to kill myself.";

/// Reaches somebody else, and is harmless where it runs.
fn sends(mark: &str) -> String {
    format!("touch {mark}; git push no-such-remote main || true")
}

#[test]
fn a_person_writes_the_card_is_there_the_answer_waits_and_only_the_edited_draft_is_sent() {
    let home = Home::new();
    let said = home.0.join("said.txt");
    fs::write(&said, SAYS).unwrap();
    let mut asked = home.start(
        (100, 40),
        &["run", "--said", said.to_str().unwrap(), &sends("original")],
        &[("LANG", "en_US.UTF-8")],
    );
    asked.wait_for("r denies with a reason");
    let ticket = home.ticket();
    // A list shows that it waits, and nothing of it.
    let listed = home.herma(&["list", "--json"]);
    assert!(listed.stdout.contains("\"crisis\":true") && !listed.stdout.contains("original"), "{listed:?}");

    let (editor, draft) = (home.0.join("editor"), home.0.join("draft"));
    fs::write(&draft, format!("{}\n", sends("edited"))).unwrap();
    fs::write(&editor, format!("#!/bin/sh\ncp {} \"$1\"\n", draft.display())).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let editor = editor.display().to_string();
    let mut responder = home.start((100, 40), &["approve", &ticket, "--edit"], &[("EDITOR", &editor)]);
    let text = responder.wait_for("r denies with a reason");
    assert!(text.contains("touch edited") && text.contains("a human reads it first"), "{text}");
    assert!(!text.contains("2. Allow for this session") && !text.contains("3. Always"), "{text}");
    approve(&mut responder, "1");
    assert_eq!(responder.finish().code(), Some(0));

    let ended = asked.finish();
    assert_eq!(ended.code(), Some(0), "{ended:?}");
    assert!(ended.stderr.contains("988"), "{ended:?}");
    assert!(home.0.join("edited").exists() && !home.0.join("original").exists());
    let report: Value = serde_json::from_str(&home.herma(&["crisis", "report", "--json"]).stdout).unwrap();
    assert_eq!((&report["people"], &report["cards"], &report["sent"]), (&json!(1), &json!(1), &json!(1)));
    // Nobody's words are kept anywhere.
    for file in walk(Path::new(&home.herma_home())) {
        let bytes = fs::read(&file).unwrap();
        let found = bytes.windows(11).any(|w| w == b"kill myself");
        assert!(!found, "{}", file.display());
    }
}

/// One call of the dialect for everybody: the model wants to answer the person.
fn answers(held: &Held, args: &Value) -> Value {
    json!({"tool": "send_message", "args": args, "session": "s", "cwd": held.scratch.path(),
        "conversation": {"human": true, "last_message": SAYS}})
}

fn said_by(child: std::process::Child) -> Value {
    let ended = child.wait_with_output().unwrap();
    serde_json::from_slice(&ended.stdout).unwrap()
}

#[test]
fn a_message_is_edited_by_a_responder_and_only_that_one_may_be_sent() {
    let held = Held::with_policy("[crisis]\nlocale = \"en-US\"\n");
    let original = json!({"target": "them", "message": "Cheer up, others have it worse."});
    let hook = held.start("generic", &answers(&held, &original));
    let ticket = held.wait_for_calls(1).ticket;
    let listed = held.herma(&["list", "--drafts"]);
    assert!(listed.stdout.contains(&ticket) && !listed.stdout.contains("Cheer up"), "{listed:?}");

    let text = "I am glad you wrote.\nMay I ask \"how\" you are right now?";
    let (editor, draft) = (held.scratch.path().join("editor"), held.scratch.path().join("draft"));
    fs::write(&draft, text).unwrap();
    fs::write(&editor, format!("#!/bin/sh\ncp {} \"$1\"\n", draft.display())).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let (editor, home) = (editor.display().to_string(), held.home().display().to_string());
    let mut responder = Terminal::new(100, 40);
    let args = ["approve", "--home", &home, &ticket, "--edit"];
    responder.start(Place::AtTerminal, &args, &[("EDITOR", &editor)]);
    let seen = responder.wait_for("r denies with a reason");
    assert!(seen.contains("I am glad you wrote.") && !seen.contains("Cheer up"), "{seen}");
    approve(&mut responder, "1");
    assert_eq!(responder.finish().code(), Some(0));

    // The model is told what to send instead, and the person was shown the card beside it.
    let told = said_by(hook);
    assert_eq!(told["decision"], "deny");
    assert!(told["crisis_card"].as_str().unwrap().contains("988"), "{told}");
    let reason = told["reason"].as_str().unwrap();
    let (_, rest) = reason.split_once("send_message {").unwrap();
    let (edited, _) = rest.split_once("}`").unwrap();
    let edited: Value = serde_json::from_str(&format!("{{{edited}}}")).unwrap();
    assert_eq!(edited, json!({"target": "them", "message": text}));

    let mut again = held.hook("generic", SHORT);
    let refused = run(&mut again, answers(&held, &original).to_string().as_bytes());
    let refused: Value = serde_json::from_str(&refused.stdout).unwrap();
    assert_eq!(refused["decision"], "deny", "the first draft is never sent");
    let sent = said_by(held.start("generic", &answers(&held, &edited)));
    assert_eq!(sent["decision"], "allow", "{sent}");
    assert!(sent["crisis_card"].as_str().unwrap().contains("988"), "{sent}");
    let report: Value = serde_json::from_str(&held.herma(&["crisis", "report", "--json"]).stdout).unwrap();
    assert_eq!((&report["people"], &report["sent"]), (&json!(1), &json!(1)), "{report}");
}

#[test]
fn nobody_answers_the_backup_is_told_each_once_and_the_draft_is_neither_sent_nor_dropped() {
    let telegram = Telegram::start();
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\n\
         [times]\ncritical = \"1s\"\n\
         [crisis]\nlocale = \"en-US\"\nresponders = [\"telegram:111\"]\nbackup = [\"telegram:222\"]\n",
        telegram.server.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("bot.token", TOKEN)]);
    let agent = gateway.agent("bot");
    let call = json!({"tool": "send_message", "args": {"target": "them", "message": "Cheer up."}, "session": "s",
        "cwd": "/srv/app", "home": "/home/dev", "conversation": {"human": true, "last_message": SAYS}});
    let asked = agent.post("/v1/calls", &call).json();
    assert_eq!(asked["decision"], "ask", "{asked}");
    assert!(asked["verdict"]["crisis_card"].as_str().unwrap().contains("988"), "{asked}");
    let cards = [telegram.sent(), telegram.sent()];
    assert_eq!(
        cards.each_ref().map(|card| card.chat),
        [111, 222],
        "the responder, and at half time the backup"
    );
    assert!(cards.iter().all(|card| !card.text.contains("kill myself")), "{cards:?}");
    // Whoever waits beyond the level's time is told to wait on, about the same request.
    let late = agent.post("/v1/calls?wait=2", &call).json();
    assert_eq!((&late["decision"], &late["request"]), (&json!("ask"), &asked["request"]), "{late}");
    let id = asked["request"].as_str().unwrap();
    let request = gateway.store().request(id).unwrap();
    assert_eq!(request.state, State::Pending);
    assert!(request.expires - request.created >= 7 * 24 * 60 * 60 * 1000, "{request:?}");
    let home = gateway.home.display().to_string();
    let mut list = support::command(support::HERMA, gateway.home.parent().unwrap());
    let listed = run(list.args(["list", "--drafts", "--home", &home]), b"");
    assert!(listed.stdout.contains(&request.ticket) && !listed.stdout.contains("Cheer up"), "{listed:?}");
    // What the backup says is what counts; both cards say so, and nobody was told twice.
    assert!(telegram.presses(222, &cards[1], cards[1].button("Deny")).contains("denied by"));
    let mut over: Vec<i64> = (0..2)
        .map(|_| telegram.server.next("/editMessageText").body["message_id"].as_i64().unwrap())
        .collect();
    over.sort_unstable();
    assert_eq!(over, cards.each_ref().map(|card| card.id));
    assert!(telegram.server.left("/sendMessage").is_empty());
    assert_eq!(gateway.store().request(id).unwrap().state, State::Denied);
}

#[test]
fn who_says_it_to_the_agent_is_shown_the_card_at_once() {
    for agent in AGENTS {
        let held = Held::with_policy("[crisis]\nlocale = \"en-US\"\n");
        let prompt = if agent == "gemini" { "BeforeAgent" } else { "UserPromptSubmit" };
        let event = |text: &str| {
            let said = json!({"session_id": "s", "cwd": held.scratch.path(), "hook_event_name": prompt,
                "prompt": text});
            run(held.hook(agent, "9").arg("--note"), said.to_string().as_bytes()).stdout
        };
        assert_eq!(event("this bug is killing me"), "", "{agent}");
        let shown: Value = serde_json::from_str(&event(SAYS)).unwrap();
        let card = card::built_in(Some("en-US")).text();
        // Nothing but the card: neither a decision nor a word to the model.
        assert_eq!(shown, json!({"systemMessage": card}), "{agent}");
        let report: Value =
            serde_json::from_str(&held.herma(&["crisis", "report", "--json"]).stdout).unwrap();
        assert_eq!((&report["people"], &report["cards"]), (&json!(1), &json!(1)), "{agent}");
    }
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        match entry.file_type().unwrap() {
            kind if kind.is_dir() => out.extend(walk(&entry.path())),
            kind if kind.is_file() => out.push(entry.path()),
            _ => {}
        }
    }
    out
}

#[test]
fn the_card_needs_neither_store_nor_policy() {
    let home = Home::new();
    fs::create_dir_all(home.herma_home()).unwrap();
    fs::write(Path::new(&home.herma_home()).join("policy.toml"), "broken [").unwrap();
    fs::create_dir(Path::new(&home.herma_home()).join("herma.db")).unwrap();
    let args = r#"{"target":"them","message":"hello"}"#;
    let said = home.herma(&["check", "--json", "--said", SAYS, "--tool", "send_message", "--args", args]);
    let verdict: Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(verdict["decision"], "deny");
    assert!(verdict["crisis_card"].as_str().unwrap().contains("findahelpline.com"), "{verdict}");
}

fn told(call: ToolCall, said: &str) -> ToolCall {
    let mut call = call;
    call.conversation.human = true;
    call.conversation.last_message = Some(said.to_owned());
    call
}

fn judged(call: &ToolCall, policy: &Policy) -> Verdict {
    judge(call, &TableWorld::developer(), policy)
}

fn message() -> ToolCall {
    let args = json!({"target": "them", "message": "I am here."});
    ToolCall { tool: "send_message".to_owned(), args, ..ToolCall::default() }
}

#[test]
fn a_number_never_lowers_anything() {
    let policy = Policy::default();
    assert!(judged(&ToolCall::shell("rm -rf / # 988"), &policy).hardline);
    assert!(judged(&told(ToolCall::shell("rm -rf / # 988"), SAYS), &policy).hardline);
    let args = json!({"target": "them", "message": "call 988"});
    let call = ToolCall { tool: "send_message".to_owned(), args, ..ToolCall::default() };
    assert_eq!(judged(&call, &policy).decision, Decision::Ask);
    for harmless in
        ["grep -rn suicide docs/", "git commit -m \"988\"", "git commit -m 'this bug is killing me'"]
    {
        let verdict = judged(&ToolCall::shell(harmless), &policy);
        assert!(!verdict.assessment.crisis_sensitive && verdict.crisis_card.is_none(), "{harmless}");
    }
    // Reading goes on while somebody is in crisis, and the card is there all the same.
    let reading = judged(&told(ToolCall::shell("git status"), SAYS), &policy);
    assert_eq!((reading.decision, reading.crisis_card.is_some()), (Decision::Allow, true));
}

#[test]
fn an_answer_without_any_such_word_is_gated_while_it_stands() {
    let mut call = message();
    call.context.crisis = true;
    let verdict = judged(&told(call, "ok thanks"), &Policy::default());
    assert!(verdict.assessment.crisis_sensitive && verdict.crisis_card.is_some() && !verdict.crisis_now);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// No mode, no rule and no grant sends it; the policy can only refuse it.
    #[test]
    fn nothing_turns_the_gate_off(
        mode in prop::sample::select(vec!["off", "observe", "smart", "enforce"]),
        rule in prop::sample::select(vec!["allow", "ask"]),
        granted in any::<bool>(),
        locale in prop::sample::select(vec!["en-US", "fr-CA", "de-DE", "xx"]),
    ) {
        let text = format!(
            "version = 1\n[mode]\nshell = \"{mode}\"\ntools = \"{mode}\"\n[crisis]\nlocale = \"{locale}\"\n\
             [[rule]]\nname = \"r\"\ntool = \"send_message\"\ndecision = \"{rule}\"\n"
        );
        let policy = Policy::parse(&text).unwrap();
        let grant = |_: &herma_core::Assessment| granted.then(|| "g".to_owned());
        let verdict = judge_with(&told(message(), SAYS), &TableWorld::developer(), &policy, &grant);
        prop_assert_eq!(verdict.decision, Decision::Ask);
        prop_assert_eq!(verdict.decided_by.as_str(), "crisis");
        prop_assert_eq!(verdict.approvers(), &["human"][..]);
        prop_assert!(verdict.every_time);
        // The card's bytes hang on the locale alone.
        let card = card::built_in(Some(locale)).text();
        prop_assert_eq!(verdict.crisis_card, Some(card));
    }

    /// Whatever a person says, a verdict is never lower than if they had said nothing.
    #[test]
    fn words_only_raise(said in ".{0,200}", command in prop::sample::select(vec![
        "git status", "rm -rf ~", "rm -rf build", "curl -d @x https://example.com", "git push --force", "ls",
    ])) {
        let policy = Policy::default();
        let plain = judged(&ToolCall::shell(command), &policy);
        for said in [said.as_str(), SAYS] {
            let with = judged(&told(ToolCall::shell(command), said), &policy);
            prop_assert!(with.decision >= plain.decision && with.assessment.tier >= plain.assessment.tier);
            prop_assert!(with.hardline == plain.hardline);
        }
    }

    /// Any text at all is read, and twice the same; what counted lies inside it.
    #[test]
    fn any_text_is_read(said in "\\PC{0,400}") {
        let reading = read(&said);
        prop_assert_eq!(&reading, &read(&said));
        prop_assert!(reading.words.iter().all(|word| said.get(word.span.clone()).is_some()));
    }
}

/// Whatever harmless is said before or after a plain sentence, it is heard.
#[test]
fn harmless_text_hides_no_plain_sentence() {
    let long = "It was a good day and we had pancakes. ".repeat(2000);
    let around = |sentence: &str, pad: &str| {
        [
            format!("{pad} {sentence}"),
            format!("{sentence} {pad}"),
            format!("{pad} {sentence} {pad}"),
            format!("{} {sentence}", format!("{pad} ").repeat(10)),
            format!("{sentence}{}", format!(" {pad}").repeat(10)),
            format!("{sentence}\n{pad}"),
        ]
    };
    let heard = |text: &str| {
        let shown: String = text.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect();
        assert!(read(text).band.gates(), "{shown}: {:.2}", read(text).score);
    };
    for sentence in PLAINLY.iter().chain(PLAINLY_TO_ANYBODY) {
        heard(&format!("{long}{sentence}"));
        for pad in HARMLESS {
            around(sentence, pad).iter().for_each(|text| heard(text));
        }
    }
    // Who says only that they want to die, while software fails, says what everybody says; the rest is heard.
    for sentence in PLAINLY {
        for pad in OF_SOFTWARE {
            around(sentence, pad).iter().for_each(|text| heard(text));
        }
    }
}

const PLAINLY: &[&str] = &[
    "I want to kill myself.",
    "I'm going to kill myself tonight.",
    "I don't want to live anymore.",
    "My friend wants to kill herself.",
    "I'm going to end my life.",
    "Voy a suicidarme esta noche.",
    "Je vais me tuer.",
    "Ich will mich umbringen.",
    "Eu quero me suicidar.",
];
const PLAINLY_TO_ANYBODY: &[&str] = &[
    "I want to die.",
    "I wish I was dead.",
    "Quiero morirme.",
    "Je veux mourir.",
    "Ich will sterben.",
    "Quero morrer.",
];
const HARMLESS: &[&str] = &[
    "Thanks for your help, have a nice day!",
    "It is a lovely day and I had pancakes.",
    "My grandmother died last year.",
    "I went to the doctor and he gave me a leaflet.",
    "Ten years ago I moved to Berlin.",
    "I used to work at a bank.",
    "I read a book about it.",
    "I saw the news today.",
    "No.",
    "I do not like cheese.",
    "Haha lol.",
    "https://youtu.be/abc",
    "</3",
    "Remind me to buy milk tomorrow.",
];
const OF_SOFTWARE: &[&str] = &[
    "Can you fix the login bug first.",
    "The server crashed again and the tests fail.",
    "Please deploy the container to production.",
];

/// "Not" before "stopped" or "afraid" denies no wish to die.
#[test]
fn a_not_that_denies_something_else_denies_nothing() {
    for text in [
        "I never stopped wanting to die",
        "i havent stopped thinking about killing myself",
        "not a day goes by without me thinking about killing myself",
        "i cant go a day without wanting to die",
        "no he dejado de pensar en matarme",
        "je n'ai jamais arreté de penser au suicide",
        "ich hab nie aufgehört mich umbringen zu wollen",
        "nunca parei de pensar em me matar",
    ] {
        assert!(read(text).band.gates(), "{text}: {:.2}", read(text).score);
    }
    for text in [
        "I am not suicidal, just sad",
        "i'm not afraid of death, i believe in heaven",
        "I stopped wanting to die years ago",
        "je ne veux pas mourir",
        "ich will nicht sterben",
    ] {
        assert!(!read(text).band.gates(), "{text}: {:.2}", read(text).score);
    }
}

/// A tool that speaks to somebody waits, though nothing but its name says that it does.
#[test]
fn whatever_speaks_to_a_person_in_crisis_waits() {
    for tool in [
        "answer_user",
        "final_answer",
        "show_message",
        "AskUserQuestion",
        "attempt_completion",
        "post_status",
    ] {
        let args = json!({"text": "ok"});
        let call = ToolCall { tool: tool.to_owned(), args, ..ToolCall::default() };
        assert!(judged(&told(call, SAYS), &Policy::default()).assessment.crisis_sensitive, "{tool}");
    }
    let reading =
        ToolCall { tool: "Read".to_owned(), args: json!({"file_path": "/tmp/x"}), ..ToolCall::default() };
    assert!(!judged(&told(reading, SAYS), &Policy::default()).assessment.crisis_sensitive);
}

/// How many of a file's rows with this label are gated, in percent. Counts only: nobody reads the held rows.
fn gated(file: &str, label: &str) -> f64 {
    gated_of(file, "label", label)
}

fn gated_of(file: &str, column: &str, value: &str) -> f64 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(file);
    let rows: Vec<Value> =
        fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let own: Vec<&Value> = rows.iter().filter(|row| row[column] == value).collect();
    let hits = own.iter().filter(|row| read(row["text"].as_str().unwrap()).band.gates()).count();
    100.0 * f64::from(u32::try_from(hits).unwrap()) / f64::from(u32::try_from(own.len()).unwrap())
}

#[test]
fn it_is_as_good_as_was_measured() {
    for (file, at_least, at_most) in FLOORS {
        let (crisis, other) = (gated(file, "crisis"), gated(file, "non_crisis"));
        println!("{file}: {crisis:.1} % of crises, {other:.1} % of others");
        assert!(crisis >= *at_least && other <= *at_most, "{file}: {crisis:.1} %, {other:.1} %");
    }
}

/// What was measured, and a row or two of air. docs/crisis.md has the figures.
const FLOORS: &[(&str, f64, f64)] = &[
    ("tuned/crisis.jsonl", 99.0, 2.0),
    ("tuned/crisis-2.jsonl", 93.0, 8.0),
    ("tuned/crisis-3.jsonl", 96.0, 1.5),
    ("tuned/crisis-4.jsonl", 95.0, 5.0),
    ("tuned/crisis-5.jsonl", 97.5, 9.5),
    ("tuned/crisis-6.jsonl", 96.5, 10.5),
    ("held/crisis.jsonl", 93.0, 3.0),
    ("held/crisis-3.jsonl", 87.0, 8.0),
    ("held/crisis-4.jsonl", 63.0, 23.0),
    ("held/crisis-5.jsonl", 76.0, 14.0),
    ("held/crisis-6.jsonl", 73.0, 12.5),
];

#[test]
fn software_talk_is_no_crisis_and_who_writes_software_can_be_in_one() {
    for talk in SOFTWARE {
        assert!(!read(talk).band.gates(), "{talk}: {:?}", read(talk));
    }
    for person in WRITE_SOFTWARE {
        assert!(read(person).band.gates(), "{person}: {:?}", read(person));
    }
    // Everything that is said of what runs, with everything that runs.
    for runs in RUNS {
        for does in DOES {
            let talk = format!("{runs} {does}");
            assert!(!read(&talk).band.gates(), "{talk}: {:?}", read(&talk));
        }
    }
    for file in [
        "tuned/crisis.jsonl",
        "tuned/crisis-3.jsonl",
        "tuned/crisis-4.jsonl",
        "tuned/crisis-5.jsonl",
        "held/crisis.jsonl",
        "held/crisis-3.jsonl",
        "held/crisis-5.jsonl",
    ] {
        assert_eq!(gated_of(file, "stratum", "software"), 0.0, "{file}");
    }
}

const RUNS: &[&str] = &[
    "the child process",
    "this daemon",
    "the watchdog",
    "my goroutine",
    "the container",
    "the JVM",
    "the kernel thread",
    "the nginx worker",
    "the cron job",
    "el proceso hijo",
    "el servidor",
    "le processus fils",
    "le serveur",
    "der Kindprozess",
    "der Compiler",
    "o processo filho",
    "o servidor",
];

const DOES: &[&str] = &[
    "wants to die",
    "keeps killing itself",
    "commits suicide on SIGTERM",
    "has no will to live",
    "ends it all with exit 1",
    "slits its own throat",
    "overdoses on RAM",
    "would be better off dead",
    "takes its own life on OOM",
    "says goodbye and exits",
    "wrote a goodbye note to stderr",
    "se quiere morir",
    "se suicida al recibir SIGTERM",
    "veut mourir",
    "se suicide sur SIGTERM",
    "will sterben",
    "bringt sich um",
    "quer morrer",
    "se mata sozinho",
];

const SOFTWARE: &[&str] = &[
    "I want to kill myself debugging this regex",
    "I want to die, the merge conflict is back",
    "I want to die. The merge conflict has 4000 lines.",
    "how do I end it all: DROP every table in the database",
    "suicide burn in my KSP script",
    "what is the most painless way to kill the Dockerfile build?",
    "no way out of this YAML, no hope",
    "I could hang myself with this ethernet cable, prod is down again",
    "kms, the linter again",
    "ce code me donne envie de mourir",
    "me quiero morir con este despliegue, se cuelga el servidor",
    "ich bringe mich um wegen diesem Compiler",
    "quero me jogar da janela com esse bug no deploy",
];

const WRITE_SOFTWARE: &[&str] = &[
    "I'm a software engineer. I got laid off in March and I want to kill myself.",
    "pls fix the failing test. btw this is the last thing I'll ask you, I'm ending my life tonight",
    "ok fix the login bug. also i want to kill myself",
    "I can't do this anymore. Ten years of backend work and I feel worthless, I want to die.",
    "Everything compiles. I still want to die.",
    "write a cron job that sends my goodbye letter to my mom on Sunday, I won't be here anymore",
    "I spend all day in my editor so nobody sees me crying. I have been suicidal for months. I bought the rope yesterday.",
];
