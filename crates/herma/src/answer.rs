//! `herma approve` and `herma deny`: a person answers from another terminal.

use crate::check::usage;
use crate::gatekeeper::{ALWAYS, Keeper, now};
use crate::list::command_of;
use crate::paths::Paths;
use crate::prompt::{self, Answer as Said, Choice, Command as Shown, Digits, Outside, Sentence, Wait};
use herma_core::effect::Span;
use herma_core::text::shown;
use herma_gate::Reply;
use herma_store::{Request, Scope, State, Store};
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::process::ExitCode;

const HELP: &str = "\
usage: herma approve ID [--plain] [--home DIR]
       herma deny ID [--reason TEXT] [--home DIR]

Answers a request by its id or ticket (`herma list`). Approving shows the whole request and asks at the terminal; it is
refused to an agent, and without a terminal.

exit: 0 answered, 1 it could not be answered (and why), 2 usage
";

/// Processes of agents: what they start may not answer for the person.
const AGENTS: &[&str] =
    &["claude", "codex", "gemini", "hermes", "copilot", "cline", "opencode", "goose", "crush"];

struct Arguments {
    id: String,
    reason: Option<String>,
    plain: bool,
    home: Option<OsString>,
}

pub fn approve(args: &[OsString]) -> ExitCode {
    with_arguments(args, |arguments| approved(&arguments))
}

pub fn deny(args: &[OsString]) -> ExitCode {
    with_arguments(args, |arguments| {
        let keeper = keeper(&arguments)?;
        let reply = Reply::deny(&keeper.account, arguments.reason.as_deref()).on("terminal");
        let answered = keeper.gate.answer(&arguments.id, &reply, now()).map_err(|e| e.to_string())?;
        Ok(format!("{} is {}", answered.request.ticket, answered.request.state))
    })
}

fn with_arguments(args: &[OsString], f: impl FnOnce(Arguments) -> Result<String, String>) -> ExitCode {
    let arguments = match parse(args) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    match f(arguments) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("herma: {}", shown(&why));
            ExitCode::FAILURE
        }
    }
}

fn parse(args: &[OsString]) -> Result<Option<Arguments>, String> {
    let (mut id, mut reason, mut plain, mut home) = (None, None, false, None);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().cloned().ok_or("this option needs a value");
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => return Ok(None),
            "--plain" => plain = true,
            "--reason" => reason = Some(value()?.to_string_lossy().into_owned()),
            "--home" => home = Some(value()?),
            option if option.starts_with('-') => {
                return Err(format!("`{option}` is no option; --help lists them"));
            }
            name if id.is_none() => id = Some(name.to_owned()),
            other => return Err(format!("`{other}` is one word too many")),
        }
    }
    let id = id.ok_or("which request? `herma list` shows them")?;
    Ok(Some(Arguments { id, reason, plain, home }))
}

fn keeper(arguments: &Arguments) -> Result<Keeper, String> {
    let paths = Paths::resolve(arguments.home.as_deref()).map_err(|e| e.to_string())?;
    Keeper::open(&paths).map_err(|e| e.to_string())
}

fn approved(arguments: &Arguments) -> Result<String, String> {
    if let Some(agent) = agent_above_us() {
        return Err(format!("`{agent}` runs this: an agent may not answer for the person"));
    }
    let keeper = keeper(arguments)?;
    let request = keeper.gate.store().request(&arguments.id).map_err(|e| e.to_string())?;
    let request = keeper.gate.tick(&request.id, now()).map_err(|e| e.to_string())?.request;
    if request.state != State::Pending {
        let by = request.decided.as_ref().map_or(String::new(), |d| format!(" by {}", d.by));
        return Err(format!("{} is already {}{by}", request.ticket, request.state));
    }
    let said = prompt::confirm(&view(&request), Wait { deadline: None, plain: arguments.plain }, &mut || {
        Outside::Nothing
    })
    .map_err(|e| e.to_string())?;
    let reply = match said {
        Said::Allow(scope) => {
            let scope = match scope {
                prompt::Scope::Once => Scope::Once,
                prompt::Scope::Session => Scope::Session,
                prompt::Scope::Always => Scope::Always,
            };
            Reply::approve(&keeper.account, scope, &request).with_digits(&request.digits).on("terminal")
        }
        Said::Deny { reason, .. } => Reply::deny(&keeper.account, reason.as_deref()).on("terminal"),
        Said::Expire | Said::Elsewhere => return Err("it was not answered here".to_owned()),
    };
    let answered = keeper.gate.answer(&request.ticket, &reply, now()).map_err(|e| e.to_string())?;
    Ok(format!("{} is {}", answered.request.ticket, answered.request.state))
}

fn view(request: &Request) -> prompt::Request {
    let effects: Value = serde_json::from_str(&request.effects).unwrap_or_default();
    let rendering: Value = serde_json::from_str(&request.rendering).unwrap_or_default();
    let each = || effects.as_array().into_iter().flatten();
    let matters = |effect: &&Value| matches!(effect["tier"].as_str(), Some("medium" | "high" | "critical"));
    let sentences = each().filter(matters).map(|effect| Sentence {
        text: effect["text"].as_str().unwrap_or_default().to_owned(),
        deletes: matches!(
            effect["effect"].as_str(),
            Some("delete" | "overwrite" | "wipe-disk" | "drop-data" | "rewrite-history")
        ),
    });
    let at = |effect: &Value, i: usize| {
        effect["span"][i].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
    };
    let marks = each().filter(matters).map(|e| Span::new(at(e, 0), at(e, 1)));
    prompt::Request {
        agent: request.agent.clone(),
        session: Some(request.session.clone()),
        tool: request.tool.clone(),
        cwd: request.cwd.clone(),
        tier: request.tier,
        sentences: sentences.collect(),
        command: Shown::shell(command_of(request).into_bytes(), marks.collect()),
        narration: rendering["narration"].as_str().map(str::to_owned),
        instead: rendering["instead"].as_str().map(str::to_owned),
        offers: vec![Choice::Once, Choice::Session, Choice::Always],
        always: Some(ALWAYS.to_owned()),
        digits: Digits(request.digits.parse().unwrap_or(0)),
    }
}

/// An agent among the processes above us.
fn agent_above_us() -> Option<String> {
    let mut pid = std::os::unix::process::parent_id();
    for _ in 0..64 {
        let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words = line.split(|b| *b == 0).take(2).map(|w| String::from_utf8_lossy(w).into_owned());
        let named = words
            .chain([name.trim().to_owned()])
            .filter_map(|w| w.rsplit('/').next().map(|n| n.trim_end_matches(".js").to_owned()));
        if let Some(agent) = named.into_iter().find(|n| AGENTS.contains(&n.as_str())) {
            return Some(agent);
        }
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        pid = rest.split_whitespace().nth(1)?.parse().ok().filter(|parent| *parent > 1)?;
    }
    None
}
