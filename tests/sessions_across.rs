//! A yes for a session is one yes wherever it was given: in chat it holds for the session at the command line, at a terminal for
//! the session that asked over the API or in a hook; and nowhere for another session.

use crate::support;
use crate::support::chat_server;
use crate::support::gateway;

use chat_server::{TOKEN, Telegram};
use gateway::{Client, Gateway};
use serde_json::{Value, json};
use std::process::Command;
use support::HERMA;
use support::held::{Heard, approve_at, ended, started, ticket_of};
use support::pty::{Place, Terminal};

const MEDIUM: &str = "git push origin main";
const ADA: i64 = 111;

fn with_telegram(telegram: &Telegram) -> Gateway {
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"telegram:{ADA}\"]\n",
        telegram.server.base()
    );
    Gateway::with_policy(&policy, &[("bot.token", TOKEN)])
}

/// A shell at a terminal of its own, in which `herma run` is typed so often.
fn shell(gateway: &Gateway, times: usize) -> Terminal {
    let run = format!("{HERMA} run --home {} '{MEDIUM}'; echo ended $?; ", gateway.home.display());
    // There is no repository there: whatever is let through changes nothing.
    let script = format!("cd {} && {}", gateway.home.parent().unwrap().display(), run.repeat(times));
    let mut terminal = Terminal::new(120, 40);
    let home = format!("HOME={}", gateway.home.parent().unwrap().display());
    terminal.start_words(&["env", "TERM=xterm-256color", &home, "sh", "-c", &script].map(Into::into));
    terminal
}

fn hook(gateway: &Gateway, deadline: &str) -> Command {
    let mut hook = support::command(HERMA, gateway.home.parent().unwrap());
    hook.args(["hook", "claude-code", "--deadline", deadline, "--home"]).arg(&gateway.home);
    hook
}

fn hook_call(session: &str) -> Value {
    json!({"session_id": session, "cwd": "/srv/app", "permission_mode": "default", "hook_event_name": "PreToolUse",
           "tool_name": "Bash", "tool_input": {"command": MEDIUM, "description": "d"}})
}

#[test]
fn given_in_chat_it_holds_for_the_session_at_the_command_line_and_for_no_other() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram);
    let mut own = shell(&gateway, 2);
    own.wait_for("r denies with a reason");
    let card = telegram.sent();
    assert!(telegram.presses(ADA, &card, card.button("This session")).contains("for the session"));
    let said = own.finish();
    assert_eq!(
        said.stdout.matches("ended 128").count(),
        2,
        "both ran, the second without a question: {said:?}"
    );
    assert_eq!(telegram.server.left("/sendMessage").len(), 0);
    // Another terminal is another session.
    let mut other = shell(&gateway, 1);
    other.wait_for("r denies with a reason");
    other.press("4");
    assert!(other.finish().stdout.contains("ended 126"));
}

#[test]
fn given_in_chat_it_holds_for_the_agents_session_in_its_hook_and_for_no_other() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram);
    let waiting = started(&mut hook(&gateway, "90"), &hook_call("s1"));
    let card = telegram.sent();
    assert!(telegram.presses(ADA, &card, card.button("This session")).contains("for the session"));
    assert_eq!(ended("claude-code", waiting), Heard::Allow);
    let now = |session: &str| ended("claude-code", started(&mut hook(&gateway, "1"), &hook_call(session)));
    assert_eq!(now("s1"), Heard::Allow, "no second question");
    ticket_of(&now("s2"));
    // Over the API it is another process that speaks for that session: its yes is confirmed once more (design, section 2).
    let decision = |agent: &str, session: &str| {
        gateway.agent(agent).post("/v1/calls", &Client::call(MEDIUM, session)).json()["decision"].clone()
    };
    assert_eq!(
        [decision("claude-code", "s1"), decision("claude-code", "s2"), decision("other", "s1")],
        [json!("ask"), json!("ask"), json!("ask")]
    );
}

#[test]
fn given_at_a_terminal_it_holds_for_the_session_that_asked_and_chat_says_so() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram);
    let agent = gateway.agent("bot");
    let waiting = agent.open("POST", "/v1/calls?wait=60", &Client::call(MEDIUM, "s1").to_string());
    let card = telegram.sent();
    let ticket = gateway.store_waiting()[0].ticket.clone();
    let mut terminal = Terminal::new(120, 40);
    let home = gateway.home.display().to_string();
    terminal.start(Place::AtTerminal, &["approve", "--home", &home, &ticket], &[]);
    approve_at(&mut terminal, "2");
    assert_eq!(terminal.finish().code(), Some(0));
    assert_eq!(waiting.finish().json()["decision"], "allow");
    let edited = telegram.server.next("/editMessageText").body;
    assert_eq!(edited["message_id"], json!(card.id));
    let text = edited["text"].as_str().unwrap();
    assert!(text.contains("for the session (terminal)"), "{text}");
    assert!(telegram.presses(ADA, &card, card.button("Deny")).contains("was decided already"));
    let call =
        |session: &str| agent.post("/v1/calls", &Client::call(MEDIUM, session)).json()["decision"].clone();
    assert_eq!((call("s1"), call("s1"), call("s2")), (json!("allow"), json!("allow"), json!("ask")));
    let other = gateway.agent("other").post("/v1/calls", &Client::call(MEDIUM, "s1")).json();
    assert_eq!(other["decision"], "ask", "another agent's session of that name");
}
