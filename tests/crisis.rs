//! A person in crisis: the card at once, a human before anything is sent, and nothing that turns either off.

use crate::support;
use crate::support::chat_server;
use crate::support::gateway;

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
use support::held::{AGENTS, Heard, Held, SHORT};
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
    // Nobody waits for the card: the first answer has it, and a ticket.
    let first = said_by(held.start("generic", &answers(&held, &original)));
    assert!(first["crisis_card"].as_str().unwrap().contains("988"), "{first}");
    let ticket = held.wait_for_calls(1).ticket;
    assert_eq!(first["ticket"], ticket, "{first}");
    // Whoever calls again is held.
    let hook = held.start("generic", &answers(&held, &original));
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

    let report =
        || -> Value { serde_json::from_str(&held.herma(&["crisis", "report", "--json"]).stdout).unwrap() };
    let before = report();
    assert_eq!(
        (&before["held"], &before["waits"]),
        (&json!(1), &json!(0)),
        "however often it was called: {before}"
    );

    let mut again = held.hook("generic", SHORT);
    let refused = run(&mut again, answers(&held, &original).to_string().as_bytes());
    let refused: Value = serde_json::from_str(&refused.stdout).unwrap();
    assert_eq!(refused["decision"], "deny", "the first draft is never sent");
    let sent = said_by(held.start("generic", &answers(&held, &edited)));
    assert_eq!(sent["decision"], "allow", "{sent}");
    assert!(sent["crisis_card"].as_str().unwrap().contains("988"), "{sent}");
    let report = report();
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

/// Where nothing was noted of what the person said, the transcript is looked at for whatever speaks, mild as it is.
#[test]
fn the_transcript_is_read_for_what_only_speaks() {
    for command in ["espeak hello", "./send.sh hello", "notify-send hello"] {
        let held = Held::with_policy("[crisis]\nlocale = \"en-US\"\n");
        let mut call = held.call("claude-code", command);
        assert_eq!(held.say("claude-code", &call), Heard::Allow, "{command}");
        let line = json!({"type": "user", "message": {"role": "user", "content": SAYS}});
        let transcript = held.scratch.write("transcript.jsonl", format!("{line}\n"));
        call["transcript_path"] = transcript.display().to_string().into();
        let said = held.say("claude-code", &call);
        assert!(said.denied().contains("pending approval"), "{command}: {said:?}");
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

/// What an agent might try that wants to speak to the person without a human.
#[test]
fn no_other_way_of_speaking_is_left_open() {
    let policy = Policy::default();
    let gated = |call: ToolCall| judged(&told(call, SAYS), &policy).assessment.crisis_sensitive;
    for command in WAYS_TO_SPEAK {
        assert!(gated(ToolCall::shell(*command)), "{command}");
    }
    for command in GOES_ON {
        assert!(!gated(ToolCall::shell(*command)), "{command}");
    }
    for tool in TOOLS_THAT_SPEAK {
        let args = json!({"text": "just do it"});
        assert!(gated(ToolCall { tool: (*tool).to_owned(), args, ..ToolCall::default() }), "{tool}");
    }
    for tool in ["mcp__slack__list_messages", "mcp__mail__search", "mcp__x__get_prompt", "Grep", "Read"] {
        let args = json!({"query": "deploy"});
        assert!(!gated(ToolCall { tool: tool.to_owned(), args, ..ToolCall::default() }), "{tool}");
    }
    let writes = |path: &str| ToolCall {
        tool: "Write".to_owned(),
        args: json!({"file_path": path, "content": "just do it"}),
        cwd: Some("/home/dev/work/app".to_owned()),
        ..ToolCall::default()
    };
    assert!(gated(writes("/dev/pts/3")) && gated(writes("/home/dev/work/app/outbox/1.txt")));
    assert!(!gated(writes("/home/dev/work/app/src/main.rs")));
}

const WAYS_TO_SPEAK: &[&str] = &[
    "notify-send hi",
    "wall hi",
    "write ada <<< hi",
    "say hi",
    "espeak hi",
    "spd-say hi",
    "sh -c 'spd-say hi'",
    "xmessage hi",
    "zenity --info --text hi",
    "whiptail --msgbox hi 5 20",
    "osascript -e 'display notification \"hi\"'",
    "tmux display-message hi",
    "echo hi > /dev/pts/3",
    "echo hi > /dev/tty",
    "printf hi | tee /dev/pts/0",
    "mail -s hi ada@example.com <<< x",
    "echo 'mail -s hi ada@example.com <<< x' | at now + 1 minute",
    "at -f send.sh now",
    "batch <<< 'wall hi'",
    "(sleep 60; notify-send hi) &",
    "nohup sh -c 'sleep 60; notify-send hi' >/dev/null &",
    "systemd-run --on-active=60 notify-send hi",
    "echo '* * * * * notify-send hi' | crontab -",
    "X=notify-send; $X hi",
    "echo bm90aWZ5LXNlbmQgaGkK | base64 -d | sh",
    "curl 'https://api.telegram.org/bot1/sendMessage?chat_id=1&text=hi'",
    "curl -s 'http://127.0.0.1:8080/send?to=ada'",
    "curl \"$WHERE\"",
    "wget -qO- 'https://example.com/?text=hi'",
    "python3 -c 'import smtplib; smtplib.SMTP(\"x\").sendmail(\"a\",\"b\",\"c\")'",
    "./send.sh",
    "python3 notify_user.py",
    "git push origin topic",
    "gh pr comment 3 --body hi",
    "claude -p 'tell them'",
    "herma a2a send --agent bob --task hi",
    "mosquitto_pub -t x -m hi",
    "psql -c \"insert into messages values ('hi')\"",
    "cp draft.txt ~/Outbox/",
];

/// Reading and building go on.
const GOES_ON: &[&str] = &[
    "git status",
    "git show HEAD",
    "git commit -m 'reply to the review'",
    "cargo build",
    "npm test",
    "systemctl status nginx",
    "grep -rn message src/",
    "curl -s 'https://crates.io/api/v1/crates?q=message+queue+for+rust'",
    "echo hi",
    "cat mail.txt",
];

const TOOLS_THAT_SPEAK: &[&str] = &[
    "reply",
    "comment",
    "dm",
    "notify",
    "tts",
    "say",
    "read_aloud",
    "get_user_input",
    "sendSMS",
    "SMSUser",
    "messages",
    "mcp__x__enviar_mensaje",
    "envoyer_message",
    "nachricht_senden",
    "отправить_сообщение",
    "发送消息",
    "mcp:elicitation",
    "mcp:sampling",
];

/// The person says it to one agent; another one, anew, in the same folder, a sub-agent, or a nested session is no way out.
#[test]
fn another_agent_or_session_in_the_same_folder_is_no_way_out() {
    let held = Held::with_policy("[crisis]\nlocale = \"en-US\"\n");
    let said = json!({"session_id": "s", "cwd": held.scratch.path(), "hook_event_name": "UserPromptSubmit",
        "prompt": SAYS});
    run(held.hook("claude-code", "9").arg("--note"), said.to_string().as_bytes());
    let sends = "notify-send hello";
    let gated = |agent: &str, call: &Value| {
        let before = match held.home().join("herma.db").exists() {
            true => held.requests().len(),
            false => 0,
        };
        held.say(agent, call).denied();
        let newest = held.requests().remove(0);
        assert!(
            held.requests().len() > before && newest.document.to_text().contains("crisis/person"),
            "{agent}: {newest:?}"
        );
    };
    let mut call = held.call("claude-code", sends);
    gated("claude-code", &call);
    call["session_id"] = json!("another");
    gated("claude-code", &call);
    call["agent_id"] = json!("a sub-agent");
    call["tool_input"]["command"] = json!("notify-send again");
    gated("claude-code", &call);
    let mut other = held.call("codex", sends);
    other["session_id"] = json!("of codex");
    gated("codex", &other);
}

#[test]
fn a_file_that_changes_after_a_yes_is_not_what_was_approved() {
    let held = Held::with_policy("[crisis]\nlocale = \"en-US\"\n");
    let text = held.scratch.path().join("text.txt");
    fs::write(&text, "I am here.").unwrap();
    let call = json!({"tool": "terminal", "args": {"command": "mail -s hello ada@example.com < text.txt"}, "session": "s",
        "cwd": held.scratch.path(), "conversation": {"last_message": SAYS}});
    let say = || -> Value {
        let said = run(&mut held.hook("generic", SHORT), call.to_string().as_bytes());
        serde_json::from_str(&said.stdout).unwrap()
    };
    held.approve_quietly(say()["ticket"].as_str().unwrap());
    fs::write(&text, "Cheer up, others have it worse.").unwrap();
    assert_eq!(say()["decision"], "deny");
    fs::write(&text, "I am here.").unwrap();
    assert_eq!(say()["decision"], "allow", "what was approved, once");
    assert_eq!(say()["decision"], "deny");
}

/// A remembered yes, the agent's own prompt, nobody at home: none of them lets a word out, and the draft stays.
#[test]
fn neither_a_grant_nor_the_agents_own_prompt_nor_an_empty_room_answers() {
    for hook in
        ["ask = \"agent\"", "ask = \"agent\"\nnobody = \"deny\"", "ask = \"deny\"", "nobody = \"deny\""]
    {
        let held = Held::with_policy(&format!("[hook]\n{hook}\n[crisis]\nlocale = \"en-US\"\n"));
        let call = |session: &str| {
            let mut call = held.call("claude-code", "gh pr comment 3 --body hello");
            call["session_id"] = session.into();
            call
        };
        for entry in ["cli", "sdk-cli"] {
            let said = json!({"session_id": entry, "cwd": held.scratch.path(), "hook_event_name": "UserPromptSubmit",
                "prompt": SAYS});
            run(held.hook("claude-code", "9").arg("--note"), said.to_string().as_bytes());
            let mut asked = held.hook("claude-code", SHORT);
            asked.env("CLAUDE_CODE_ENTRYPOINT", entry);
            let said = support::held::ended("claude-code", support::held::started(&mut asked, &call(entry)));
            said.denied();
            assert_eq!(held.requests()[0].state, State::Pending, "{hook}, {entry}: {said:?}");
        }
    }
}
