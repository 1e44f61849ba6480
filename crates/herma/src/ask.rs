//! `herma ask`: an agent's question to a person, and the person's answers to questions.

use crate::answer;
use crate::answerer::{may_answer, terminal_of_agent};
use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::enforce::LocalEnforcer;
use crate::gateway::is_up;
use crate::level1::{Level1, remote::Remote};
use crate::paths::Paths;
use crate::prompt::{self, Reply, Wait};
use crate::redact::redacted;
use herma_core::policy::CrisisSettings;
use herma_core::text::shown;
use herma_gate::{Caller, Enforcer};
use herma_server::question::{self, Answered, Asked, Asker, Question};
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub const HELP: &str = "\
usage: herma ask QUESTION [--choice TEXT]… [--timeout SECONDS] [--plain] [--home DIR]
       herma ask [--list [--json]] [--plain] [--home DIR]

Puts a question to the person at the terminal, and prints the answer. With choices, one of them is picked by its
number or with the arrows, or another answer is typed; without, an answer is typed. Where there is no terminal and the
gateway is up (`herma up`), it is put to whoever answers there: in the inbox, in chat, or by `herma ask` at a terminal.

Without a question it is the person's side: what agents ask, over the API or this way, one after the other. That is refused
to an agent. An answer permits nothing.

  --choice TEXT       one of the answers on offer; may be given several times
  --timeout SECONDS   how long to wait (default: 120)
  --list              only show what is asked
  --json              one JSON array, one object a question
  --plain             no cursor movement, lines instead of keys: for screen readers
  --home DIR          Herma's own home

exit: 0 answered, 124 no answer in time (says so), 130 interrupted, 1 no terminal and no gateway, or refused, 2 usage
";

const TIMEOUT_S: u64 = 120;
const EXIT_EXPIRED: u8 = 124;
/// Ended by a signal, as shells say it: this and its number.
const EXIT_SIGNAL: u8 = 128;

/// Who asks, where it is a program without a name of its own.
const ASKER: &str = "herma ask";
/// An answer that is given elsewhere is seen within this.
const LOOK: Duration = Duration::from_millis(200);
/// Letters of a question in a list.
const LISTED_MAX: usize = 100;

/// What was typed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Arguments {
    /// `None`: whoever typed this answers.
    question: Option<String>,
    choices: Vec<String>,
    timeout: u64,
    list: bool,
    json: bool,
    plain: bool,
    home: Option<OsString>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    if args.iter().any(|word| word == "--help" || word == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let arguments = match parse(args) {
        Ok(arguments) => arguments,
        Err(message) => return usage(&message),
    };
    let done = match (&arguments.question, arguments.list) {
        (Some(question), _) => Ok(ask(question, &arguments)),
        (None, true) => list(&arguments),
        (None, false) => answer_all(&arguments),
    };
    done.unwrap_or_else(|why| {
        eprintln!("herma: {}", shown(&why));
        ExitCode::FAILURE
    })
}

fn ask(question: &str, arguments: &Arguments) -> ExitCode {
    let Arguments { choices, timeout, plain, .. } = arguments;
    let deadline = Instant::now().checked_add(Duration::from_secs(*timeout));
    match prompt::ask(question, choices.clone(), Wait { deadline, plain: *plain }) {
        Ok(Reply::Text(answer)) => {
            if !choices.contains(&answer) {
                heard(&answer, arguments);
            }
            say(&answer, ExitCode::SUCCESS)
        }
        Ok(Reply::Expire) => say(&nobody(*timeout), ExitCode::from(EXIT_EXPIRED)),
        Ok(Reply::Interrupt) => ExitCode::from(EXIT_SIGNAL + libc::SIGINT as u8),
        Ok(Reply::Signal(signal)) => {
            ExitCode::from(EXIT_SIGNAL.saturating_add(u8::try_from(signal).unwrap_or(0)))
        }
        Ok(Reply::Lost) => {
            eprintln!("herma: the terminal was closed before there was an answer");
            ExitCode::FAILURE
        }
        Err(none) => asked_elsewhere(question, arguments, deadline).unwrap_or_else(|why| {
            eprintln!("herma: {none}; {}", shown(&why));
            ExitCode::FAILURE
        }),
    }
}

/// The person at this terminal has typed this. If it shows signs of a crisis, help is here at once, and what the agent of this
/// folder sends from now on waits for a human. The answer itself is theirs to give.
fn heard(answer: &str, arguments: &Arguments) {
    if herma_core::crisis::read(answer).band.gates() {
        let cwd = folder();
        let caller = Caller { agent: ASKER.to_owned(), session: String::new(), surface: "question" };
        show_card(arguments.home.as_deref(), |enforcer| enforcer.said(&caller, &cwd, answer));
    }
}

/// Shows the card, whether or not that can be noted.
fn show_card(home: Option<&OsStr>, note: impl FnOnce(&LocalEnforcer) -> Option<String>) {
    let own = Paths::resolve(home).ok().and_then(|paths| note(&LocalEnforcer::new(paths)));
    eprintln!("{}", own.unwrap_or_else(|| herma_engine::crisis::card(None, &CrisisSettings::default())));
}

fn folder() -> String {
    std::env::current_dir().ok().and_then(|folder| folder.to_str().map(str::to_owned)).unwrap_or_default()
}

fn nobody(timeout: u64) -> String {
    format!("no answer within {timeout} s: use your best judgement")
}

/// No terminal here: people look elsewhere.
fn asked_elsewhere(text: &str, arguments: &Arguments, deadline: Option<Instant>) -> Result<ExitCode, String> {
    if let Some(level1) = Level1::for_command(arguments.home.as_deref())? {
        let service = Remote::new(level1);
        let asked = service.put_question(text, &arguments.choices, &folder())?;
        return wait(arguments, deadline, || service.question(&asked.id));
    }
    let paths = Paths::resolve(arguments.home.as_deref()).map_err(|e| e.to_string())?;
    if !is_up(&paths) {
        return Err("and no gateway is up: `herma up` starts one".to_owned());
    }
    if let Some(wrong) = question::wrong_with(text, &arguments.choices) {
        return Err(wrong);
    }
    let keeper = ApprovalService::open(&paths).map_err(|e| e.to_string())?;
    let store = keeper.gate.store();
    let choices = arguments.choices.iter().map(|choice| redacted(choice)).collect();
    let cwd = folder();
    let asker = Asker { agent: ASKER, session: "", cwd: &cwd };
    let asked = question::put(store, asker, &redacted(text), choices, now()).map_err(|e| e.to_string())?;
    let Asked::Waits(asked) = asked else { return Err("so many questions are open already".to_owned()) };
    wait(arguments, deadline, || question::find(store, &asked.id, now()).map_err(|e| e.to_string()))
}

/// Looks until somebody has answered, or nobody has in time.
fn wait(
    arguments: &Arguments,
    deadline: Option<Instant>,
    look: impl Fn() -> Result<Option<Question>, String>,
) -> Result<ExitCode, String> {
    while deadline.is_none_or(|deadline| Instant::now() < deadline) {
        match look()?.map(|one| one.answer) {
            Some(Some(answer)) => return Ok(say(&answer, ExitCode::SUCCESS)),
            Some(None) => std::thread::sleep(LOOK),
            None => break,
        }
    }
    Ok(say(&nobody(arguments.timeout), ExitCode::from(EXIT_EXPIRED)))
}

/// Where a person finds what agents ask.
enum ChatDispatcher {
    Own(ApprovalService),
    Service(Remote),
}

impl ChatDispatcher {
    fn of(arguments: &Arguments) -> Result<ChatDispatcher, String> {
        if let Some(level1) = Level1::for_command(arguments.home.as_deref())? {
            return Ok(ChatDispatcher::Service(Remote::new(level1)));
        }
        let paths = Paths::resolve(arguments.home.as_deref()).map_err(|e| e.to_string())?;
        Ok(ChatDispatcher::Own(ApprovalService::open(&paths).map_err(|e| e.to_string())?))
    }

    fn open(&self) -> Result<Vec<Question>, String> {
        match self {
            ChatDispatcher::Own(keeper) => {
                question::open(keeper.gate.store(), now()).map_err(|e| e.to_string())
            }
            ChatDispatcher::Service(service) => service.questions(),
        }
    }

    fn may_answer(&self) -> Result<(), String> {
        match self {
            ChatDispatcher::Own(keeper) => {
                may_answer(keeper.gate.store())?;
                let person = keeper.gate.settings().person(&keeper.account);
                person.map(|_| ()).ok_or_else(|| "you are nobody who may answer here".to_owned())
            }
            // It knows by the kernel, and by what runs this.
            ChatDispatcher::Service(service) => answer::ChatDispatcher::may_answer(service),
        }
    }

    fn answer(&self, one: &Question, answer: &str) -> Result<Answered, String> {
        match self {
            ChatDispatcher::Own(keeper) => {
                let by = keeper.gate.settings().person(&keeper.account).unwrap_or_default();
                question::answer(keeper.gate.store(), &one.id, answer, (by, "terminal"), now())
                    .map_err(|e| e.to_string())
            }
            ChatDispatcher::Service(service) => service.reply(&one.id, answer),
        }
    }
}

fn list(arguments: &Arguments) -> Result<ExitCode, String> {
    let open = ChatDispatcher::of(arguments)?.open()?;
    let text = match (arguments.json, open.is_empty()) {
        (true, _) => Value::from(open.iter().map(Question::to_json).collect::<Vec<_>>()).to_string(),
        (false, true) => "nothing is asked".to_owned(),
        (false, false) => open.iter().map(line).collect::<Vec<_>>().join("\n"),
    };
    Ok(say(&text, ExitCode::SUCCESS))
}

/// A question, in a list.
pub fn line(one: &Question) -> String {
    let left = (one.until - now()).max(0) / 1000;
    let state = format!("asks, {left} s left");
    let agent = shown(&one.agent);
    format!(
        "{:<6} {:<9} {agent:<12} {state:<28} {}",
        one.short(),
        "question",
        herma_engine::text::cut(&shown(&one.text), LISTED_MAX)
    )
}

/// The person's side: each in turn, at the terminal.
fn answer_all(arguments: &Arguments) -> Result<ExitCode, String> {
    let desk = ChatDispatcher::of(arguments)?;
    desk.may_answer()?;
    let open = desk.open()?;
    if let Some(agent) = terminal_of_agent() {
        return Err(format!("`{agent}` has made this terminal: an agent may not answer for the person"));
    }
    if open.is_empty() {
        return Ok(say("nothing is asked", ExitCode::SUCCESS));
    }
    for one in open {
        let text = format!("{} asks: {}", one.agent, one.text);
        let said = prompt::ask(&text, one.choices.clone(), Wait { deadline: None, plain: arguments.plain });
        let answer = match said.map_err(|none| none.to_string())? {
            Reply::Text(answer) if answer.trim().is_empty() => continue,
            Reply::Text(answer) => answer,
            // Esc and Ctrl-C: not now.
            Reply::Interrupt | Reply::Expire | Reply::Lost => {
                return Ok(ExitCode::from(EXIT_SIGNAL + libc::SIGINT as u8));
            }
            Reply::Signal(signal) => {
                return Ok(ExitCode::from(EXIT_SIGNAL.saturating_add(u8::try_from(signal).unwrap_or(0))));
            }
        };
        let told = match desk.answer(&one, &answer)? {
            Answered::Counts(one) => format!("{} is told: {answer}", one.agent),
            Answered::Before(one) => {
                format!("{} was first: {}", one.by.unwrap_or_default(), one.answer.unwrap_or_default())
            }
            Answered::InCrisis(one) => {
                let caller = Caller { agent: one.agent, session: one.session, surface: "question" };
                show_card(arguments.home.as_deref(), |enforcer| enforcer.said(&caller, &one.cwd, &answer));
                "that was not passed on".to_owned()
            }
            Answered::Unknown => "it is not asked any more".to_owned(),
        };
        println!("{}", shown(&told));
    }
    Ok(ExitCode::SUCCESS)
}

fn say(text: &str, code: ExitCode) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Ok(()) => code,
        Err(_) => ExitCode::FAILURE,
    }
}

fn parse(words: &[OsString]) -> Result<Arguments, String> {
    let mut out = Arguments { timeout: TIMEOUT_S, ..Arguments::default() };
    let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
    let mut ended = false;
    while let Some(word) = words.next() {
        if ended || !word.starts_with("--") {
            if out.question.replace(word).is_some() {
                return Err("one question at a time; quote it if it has several words".to_owned());
            }
            continue;
        }
        let (name, joined) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let mut value = || joined.clone().or_else(|| words.next()).ok_or(format!("`{name}` needs a value"));
        match name {
            "--" => ended = true,
            "--plain" => out.plain = true,
            "--list" => out.list = true,
            "--json" => out.json = true,
            "--home" => out.home = Some(value()?.into()),
            "--choice" => out.choices.push(value()?),
            "--timeout" => {
                let text = value()?;
                let seconds = text.parse().ok().filter(|seconds| *seconds > 0);
                out.timeout = seconds.ok_or(format!("`{text}` is no number of seconds"))?;
            }
            other => return Err(format!("`{other}` is no option; --help lists them")),
        }
    }
    if out.question.as_ref().is_some_and(|question| question.trim().is_empty()) {
        return Err("give a question; --help says more".to_owned());
    }
    match (&out.question, out.list) {
        (Some(_), true) => Err("`--list` shows what is asked: leave the question out".to_owned()),
        (None, _) if !out.choices.is_empty() => Err("give a question; --help says more".to_owned()),
        (_, false) if out.json => Err("`--json` goes with `--list`".to_owned()),
        _ => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<Arguments, String> {
        parse(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_may_stand_anywhere() {
        let want = Arguments {
            question: Some("which?".to_owned()),
            choices: vec!["a".to_owned(), "--b".to_owned()],
            timeout: 5,
            plain: true,
            ..Arguments::default()
        };
        for words in [
            ["which?", "--choice", "a", "--choice=--b", "--timeout", "5", "--plain"],
            ["--plain", "--choice", "a", "--choice", "--b", "--timeout=5", "which?"],
        ] {
            assert_eq!(parsed(&words).unwrap(), want);
        }
        assert_eq!(parsed(&["--", "--why?"]).unwrap().question.as_deref(), Some("--why?"));
        let bare = parsed(&["--home", "/h"]).unwrap();
        assert_eq!((bare.question, bare.home), (None, Some("/h".into())));
    }

    #[test]
    fn mistakes_are_named() {
        for (words, want) in [
            (vec!["--choice", "a"], "give a question"),
            (vec!["a", "--list"], "leave the question out"),
            (vec!["--json"], "goes with `--list`"),
            (vec!["  "], "give a question"),
            (vec!["a", "b"], "one question"),
            (vec!["a", "--timeout", "x"], "`x` is no number"),
            (vec!["a", "--timeout=0"], "`0` is no number"),
            (vec!["a", "--choice"], "`--choice` needs"),
            (vec!["a", "--colour"], "`--colour` is no option"),
        ] {
            let said = parsed(&words).unwrap_err();
            assert!(said.contains(want), "{words:?}: {said}");
        }
    }
}
