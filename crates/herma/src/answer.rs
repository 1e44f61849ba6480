//! `herma approve` and `herma deny`: a person answers from another terminal.

use crate::answerer::may_answer;
use crate::approvals::{AT_TERMINAL, ApprovalService, now};
use crate::check::usage;
use crate::edit::{self, What};
use crate::level1::{Level1, remote::Remote};
use crate::paths::Paths;
use crate::prompt::{self, Answer as Said, Choice, Outside, Wait};
use crate::remembered::{earlier, in_words, remembered};
use crate::view::{outcome, scope_of, view};
use herma_core::grant::{Rule, Width};
use herma_core::text::shown;
use herma_gate::{GateError, Reply};
use herma_store::{Millis, Request, State, Store, StoreError};
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub const APPROVE_HELP: &str = "\
usage: herma approve ID [--session] [--for TIME | --until TIME] [--scope SCOPE] [--edit | --edit-args]
                        [--plain] [--home DIR]

Shows a whole request and asks about it at the terminal. ID is its id or its ticket, as `herma list` shows them. It is
refused to an agent, and without a terminal. From tier high on, a yes takes the two digits at the end of the request.

  --session   the only yes on offer is one for the whole session
  --for TIME  the only yes on offer is one for so long: 30m, 2h, 7d
  --until TIME
              the same to a moment: friday, tomorrow, 18:00, 2026-11-20, '2026-11-20 18:00' (a day to its end, local time)
  --scope SCOPE
              what a yes for longer is remembered as: exact (this call), command (these commands on these paths, this
              tool; the default where the call allows it), effect (the same effects around these paths, by any command).
              The prompt says the rule in words, and `herma grants` lists it
  --edit      change the command first, or the text of a message, or of any other tool its arguments as JSON, in $VISUAL
              or $EDITOR, else in a line here. What comes out is judged again and is a request of its own, never easier
              to approve; the old one is canceled. `herma run` waiting for it runs the edited command once that is
              approved; Claude Code, Codex, Copilot, MCP servers behind Herma and whoever says that it takes edits run the
              edited call, any other agent is told to call again with it
  --edit-args the same with all arguments of the call, as JSON, also of a command or a message
  --plain     no cursor movement, lines instead of keys: for screen readers
  --home DIR  Herma's own home

exit: 0 answered (yes or no), 1 not answered: there is no such request, it has expired, somebody was first (and what
they said), or you may not; 2 usage
";

pub const DENY_HELP: &str = "\
usage: herma deny ID [--reason TEXT] [--home DIR]

Denies a request by its id or ticket, as `herma list` shows them. It is refused to an agent.

  --reason TEXT  why; the agent will read it
  --home DIR     Herma's own home

exit: 0 denied, 1 not: there is no such request, it has expired, or somebody was first (and what they said); 2 usage
";

#[derive(Default)]
struct Arguments {
    id: String,
    reason: Option<String>,
    session: bool,
    lasts: Option<Millis>,
    width: Option<Width>,
    edit: Option<What>,
    plain: bool,
    home: Option<OsString>,
}

pub fn approve(args: &[OsString]) -> ExitCode {
    with_arguments(
        args,
        APPROVE_HELP,
        &["--session", "--for", "--until", "--scope", "--edit", "--edit-args", "--plain"],
        approved,
    )
}

pub fn deny(args: &[OsString]) -> ExitCode {
    with_arguments(args, DENY_HELP, &["--reason"], |arguments| {
        let desk = desk(arguments)?;
        // A no is the person's word too: the agent reads its reason.
        desk.may_answer()?;
        let reply = Reply::deny(desk.account(), arguments.reason.as_deref()).on("terminal");
        desk.answer(&arguments.id, &reply)
    })
}

fn with_arguments(
    args: &[OsString],
    help: &str,
    options: &[&str],
    f: impl FnOnce(&Arguments) -> Result<String, String>,
) -> ExitCode {
    let arguments = match parse(args, options) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    match f(&arguments) {
        Ok(said) => {
            println!("{}", shown(&said));
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("herma: {}", shown(&why));
            ExitCode::FAILURE
        }
    }
}

fn parse(args: &[OsString], options: &[&str]) -> Result<Option<Arguments>, String> {
    let mut out = Arguments::default();
    let mut id = None;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().cloned().ok_or("this option needs a value");
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => return Ok(None),
            "--home" => out.home = Some(value()?),
            option if option.starts_with('-') && !options.contains(&option) => {
                return Err(format!("`{option}` is no option here; --help lists them"));
            }
            "--plain" => out.plain = true,
            "--session" => out.session = true,
            option @ ("--for" | "--until") => {
                out.lasts = Some(crate::duration::lasting(option, &value()?.to_string_lossy(), now())?);
            }
            "--scope" => {
                let width = value()?.to_str().and_then(Width::parse);
                out.width = Some(width.ok_or("`--scope` is exact, command or effect")?);
            }
            "--edit" => out.edit = Some(What::Simple),
            "--edit-args" => out.edit = Some(What::Arguments),
            "--reason" => out.reason = Some(value()?.to_string_lossy().into_owned()),
            name if id.is_none() => id = Some(name.to_owned()),
            other => return Err(format!("`{other}` is one word too many")),
        }
    }
    out.id = id.ok_or("which request? `herma list` shows them")?;
    Ok(Some(out))
}

/// Where a person answers: at the store itself, or, at level 1, through the socket of its user.
pub trait ChatDispatcher {
    /// Who answers.
    fn account(&self) -> &str;
    fn may_answer(&self) -> Result<(), String>;
    /// A request by its id or ticket, as it is now.
    fn request(&self, name: &str) -> Result<Request, String>;
    /// The newest requests, of whichever session.
    fn earlier(&self) -> Vec<Request>;
    /// What a yes to it needs beyond one person's word, and whether one from here can count.
    fn wants(&self, request: &Request) -> Result<(Vec<String>, bool), String>;
    fn answer(&self, name: &str, reply: &Reply) -> Result<String, String>;
    /// Has the call changed by the person first. What comes out is a request of its own.
    fn edited(&self, request: Request, what: What) -> Result<Request, String>;
}

struct Own {
    keeper: ApprovalService,
    paths: Paths,
}

impl ChatDispatcher for Own {
    fn account(&self) -> &str {
        &self.keeper.account
    }

    fn may_answer(&self) -> Result<(), String> {
        may_answer(self.keeper.gate.store())
    }

    fn request(&self, name: &str) -> Result<Request, String> {
        let gate = &self.keeper.gate;
        let request = gate.store().request(name).map_err(|e| e.to_string())?;
        Ok(gate.tick(&request.id, now()).map_err(|e| e.to_string())?.request)
    }

    fn earlier(&self) -> Vec<Request> {
        earlier(self.keeper.gate.store())
    }

    fn wants(&self, request: &Request) -> Result<(Vec<String>, bool), String> {
        let votes = self.keeper.gate.store().votes(&request.id).map_err(|e| e.to_string())?;
        Ok(self.keeper.wants(request, &votes, &self.keeper.account, AT_TERMINAL))
    }

    fn answer(&self, name: &str, reply: &Reply) -> Result<String, String> {
        answer(&self.keeper, name, reply)
    }

    fn edited(&self, request: Request, what: What) -> Result<Request, String> {
        edit::edited(&self.keeper, &self.paths, request, what)
    }
}

fn desk(arguments: &Arguments) -> Result<Box<dyn ChatDispatcher>, String> {
    if let Some(level1) = Level1::for_command(arguments.home.as_deref())? {
        return Ok(Box::new(Remote::new(level1)));
    }
    let paths = Paths::resolve(arguments.home.as_deref()).map_err(|e| e.to_string())?;
    Ok(Box::new(Own { keeper: ApprovalService::open(&paths).map_err(|e| e.to_string())?, paths }))
}

fn approved(arguments: &Arguments) -> Result<String, String> {
    let desk = desk(arguments)?;
    desk.may_answer()?;
    let mut request = still_open(&*desk, &arguments.id)?;
    if let Some(what) = arguments.edit {
        request = desk.edited(request, what)?;
    }
    let width = arguments.width.unwrap_or(Width::Command);
    let wanted = request.parts.rules(width);
    if arguments.width.is_some_and(|width| width > Width::Exact) && wanted == [Rule::Exact] {
        return Err(format!(
            "{} can only be allowed exactly: no `{}` rule fits it",
            request.ticket,
            width.as_str()
        ));
    }
    let earlier = desk.earlier();
    let (wants, can_approve) = desk.wants(&request)?;
    if !can_approve {
        return Err(format!("{}: {}; `herma deny {0}` denies it", request.ticket, wants.join("; ")));
    }
    let mut shown = view(&request, remembered(&request, width, arguments.lasts, &earlier));
    shown.wants = wants;
    let only = match (arguments.session, arguments.lasts) {
        (true, _) => Some(Choice::Session),
        (false, Some(_)) => Some(Choice::Always),
        (false, None) => None,
    };
    if let Some(only) = only {
        shown.offers.retain(|choice| *choice == only);
        if shown.offers.is_empty() {
            return Err(format!("{} can only be allowed once", request.ticket));
        }
    }
    if only == Some(Choice::Session) {
        let end = arguments.lasts.map(|time| format!(", {} at most", crate::duration::text(time)));
        let end = end.unwrap_or_default();
        shown.for_session = Some(format!("allow {}, until this session ends{end}", in_words(&wanted)));
    }
    let reply = match asked(&*desk, &request, &shown, arguments.plain)? {
        Said::Allow(scope) => Reply::approve(desk.account(), scope_of(scope), &request)
            .with_digits(&request.digits)
            .as_wide_as(width)
            .lasting(arguments.lasts)
            .on("terminal"),
        Said::Deny { reason, .. } => Reply::deny(desk.account(), reason.as_deref()).on("terminal"),
        // Somebody was first, or it is too late: what became of it is said below.
        Said::Expire | Said::Elsewhere => return Err(late(desk.request(request.id.as_str()))),
    };
    desk.answer(request.id.as_str(), &reply)
}

/// Asks, with the countdown of the request and an eye on who else answers.
fn asked(
    desk: &dyn ChatDispatcher,
    request: &Request,
    shown: &prompt::Request,
    plain: bool,
) -> Result<Said, String> {
    let left = u64::try_from(request.expires - now()).unwrap_or(0);
    let wait = Wait { deadline: Some(Instant::now() + Duration::from_millis(left)), plain };
    let mut outside = || match desk.request(request.id.as_str()) {
        Ok(request) if request.state != State::Pending => Outside::Answered(outcome(&request)),
        Ok(_) | Err(_) => Outside::Nothing,
    };
    prompt::confirm(shown, wait, &mut outside).map_err(|e| e.to_string())
}

/// The request, if an answer would still count.
fn still_open(desk: &dyn ChatDispatcher, name: &str) -> Result<Request, String> {
    let request = desk.request(name)?;
    match request.open(now()) {
        Ok(()) => Ok(request),
        Err(_) => Err(late(Ok(request))),
    }
}

/// Gives an answer to the gate, and says in words what came of it.
pub fn answer(keeper: &ApprovalService, name: &str, reply: &Reply) -> Result<String, String> {
    match keeper.gate.answer(name, reply, now()) {
        Ok(answered) if answered.request.state == State::Pending => {
            let votes = keeper.gate.store().votes(&answered.request.id).map_err(|e| e.to_string())?;
            let wants = keeper.gate.settings().wants(&answered.request, &votes).join("; ");
            Ok(format!("{}: counted, and it waits for another approver ({wants})", answered.request.ticket))
        }
        Ok(answered) => Ok(format!("{} is {}", answered.request.ticket, answered.request.state)),
        Err(GateError::Store(StoreError::Expired { .. } | StoreError::AlreadyDecided { .. })) => {
            Err(late(keeper.gate.store().request(name).map_err(|e| e.to_string())))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Who comes late is told what became of it.
fn late(request: Result<Request, String>) -> String {
    match request {
        Ok(request) if request.state == State::Expired => {
            format!("{} has expired: nobody answered in time", request.ticket)
        }
        Ok(request) => format!("{} is already {}", request.ticket, outcome(&request)),
        Err(error) => error,
    }
}
