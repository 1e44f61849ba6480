//! `herma run`: one command, judged, asked about if need be, and then run exactly as it was approved.

use crate::answerer::terminal_of_agent;
use crate::approvals::{ApprovalService, now};
use crate::argv::{self, Argv};
use crate::check::usage;
use crate::enforce::words::Approvers;
use crate::enforce::{
    Awaited, Basis, Capabilities, Card, Cause, Edits, Enforcement, Heard, Line, LocalEnforcer, Permit, Step,
};
use crate::paths::Paths;
use crate::prompt::{self, Answer as Said, Command as Shown, Denier, Digits, Outside, Wait};
use crate::relay::Relay;
use crate::remembered::{Remembered, earlier, remembered};
use crate::terminal_session::terminal_session;
use crate::view::{command_of, outcome, scope_of};
use crate::world::RealWorld;
use herma_core::call::Conversation;
use herma_core::effect::Kind;
use herma_core::grant::Width;
use herma_core::text::shown;
use herma_core::{ToolCall, Verdict};
use herma_gate::{Caller, GateError, Reply};
use herma_store::{Host, Outcome, Request, State, Store, StoreError};
use herma_undo::Entry;
use serde_json::Value;
use std::cell::{Cell, OnceCell};
use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitCode, ExitStatus};
use std::time::{Duration, Instant};

pub const HELP: &str = "\
usage: herma run [--plain] [--said FILE] [--home DIR] 'COMMAND'
       herma run [--plain] [--home DIR] -- PROGRAM ARGUMENT…

Judges a command, asks the person at the terminal if it matters, and runs exactly what was approved. One word is a text
for bash; several are a program and its arguments, as they are.

  --plain      no cursor movement, lines instead of keys: for screen readers
  --said FILE  what the person said last whom this reaches: signs of a suicidal crisis in it put a helpline's card on
               standard error at once, and the command waits for a human (docs/crisis.md)
  --home DIR   Herma's own home

exit: the command's own code; 126 denied, 124 nobody answered in time, 127 it could not be started, 2 usage
";

/// How sessions, traces and grants call it.
const AGENT: &str = "run";

const EXIT_DENIED: u8 = 126;
const EXIT_EXPIRED: u8 = 124;
const EXIT_NOT_STARTED: u8 = 127;
/// Ended by a signal, as shells say it: this and its number.
const EXIT_SIGNAL: i32 = 128;

/// Where bash lies; only the administrator can put another one there.
const BASH: [&str; 2] = ["/bin/bash", "/usr/bin/bash"];
const NO_BASH: &str =
    "there is neither /bin/bash nor /usr/bin/bash; `herma run -- PROGRAM ARGUMENT…` needs none";
/// Variables by which a shell runs code that nobody has judged, or runs what was judged otherwise.
const UNJUDGED: [&str; 5] = ["BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "PS4"];
const EXPORTED_FUNCTION: &str = "BASH_FUNC_";

/// What is to be run.
#[derive(Clone)]
struct Job {
    words: Vec<OsString>,
    plain: bool,
    said: Option<String>,
    home: Option<OsString>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let job = match parse(args) {
        Ok(Some(job)) => job,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    let paths = match Paths::resolve(job.home.as_deref()) {
        Ok(paths) => paths,
        Err(error) => return denied(&format!("Herma's home cannot be found: {error}")),
    };
    let session = terminal_session();
    let enforcer = LocalEnforcer::new(paths);
    let caller = Caller { agent: AGENT.to_owned(), session: session.id.clone(), surface: AGENT };
    let prepared = enforcer.prepare(job.call(), caller, session.id.clone(), true);
    if let Some(notice) = prepared.policy.notice() {
        eprintln!("herma: {}", shown(notice));
    }
    let terminal =
        Terminal { job: &job, host: session.host, relay: OnceCell::new(), announced: Cell::new(false) };
    let can = Capabilities {
        world: &RealWorld,
        disk: true,
        undo: true,
        edits: Edits::Carried,
        // Before anything else: help does not wait for an answer.
        card: Card::Now(&|card| eprintln!("{card}")),
        ends_with_last_level: true,
        starts: true,
        line: &terminal,
    };
    match enforcer.submit(&prepared, &can) {
        Enforcement::Run(permit) => run(&enforcer, &job, &terminal, permit),
        Enforcement::Refused { cause, verdict } => refused(&cause, &verdict),
        // It is waited for until it is over, and there is no other prompt.
        Enforcement::Waits { .. } | Enforcement::Delegated { .. } => expired(),
    }
}

/// Runs what was permitted, and says what came of it.
fn run(enforcer: &LocalEnforcer, job: &Job, terminal: &Terminal<'_>, permit: Permit) -> ExitCode {
    if let Basis::Edited { ticket, into, .. } = &permit.basis {
        terminal.announce(ticket, into);
    }
    let edited = permit.args.as_ref().and_then(|args| args.get("command")).and_then(Value::as_str);
    let words = match (&permit.args, edited) {
        (Some(_), None) => return denied("it was edited into something that is not a command"),
        (_, Some(text)) => vec![text.into()],
        (None, None) => job.words.clone(),
    };
    let deletes = permit.verdict.assessment.effects.iter().any(|effect| effect.kind == Kind::Delete);
    let finished = Job { words, ..job.clone() }.finish(terminal.relay(), permit.saved.as_ref(), deletes);
    if let Some(id) = &permit.request {
        let outcome = match &finished {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => Outcome::Exited(code),
                (None, signal) => Outcome::Killed(signal.unwrap_or(0)),
            },
            Err(_) => Outcome::NotStarted,
        };
        if let Err(error) = enforcer.try_report(id, outcome) {
            eprintln!("herma: it ran, but that could not be recorded: {error}");
        }
    }
    finished.map_or(ExitCode::from(EXIT_NOT_STARTED), exit_code)
}

fn refused(cause: &Cause, verdict: &Verdict) -> ExitCode {
    match cause {
        Cause::Verdict => denied(&verdict.reason()),
        Cause::Unrecorded(why) | Cause::Unavailable(why) => denied(why),
        Cause::Locked(_) => denied("too many questions within a minute; wait a little"),
        Cause::Nobody => denied("nobody may answer this"),
        Cause::Changed(changes) => {
            let what = match changes.is_empty() {
                true => "it is judged otherwise now".to_owned(),
                false => changes.join("; "),
            };
            denied(&format!(
                "this is no longer what was approved: {what}; run it again to be asked about it as it is now"
            ))
        }
        Cause::NotSaved(why) => {
            denied(&format!("it was approved because it could be undone, and now it could not: {why}"))
        }
        Cause::Edited(next) | Cause::EditedOtherwise(next) => denied(&format!(
            "here this would be another action: `herma run {}` asks about it",
            argv::argument(&command_of(next))
        )),
        Cause::Ended(request) if request.state == State::Expired => expired(),
        Cause::Ended(request) => {
            denied(&request.decided.as_ref().map_or("it was not approved".to_owned(), |decided| {
                let reason = decided.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
                format!("by {}{reason}", decided.by)
            }))
        }
        // What nobody runs into at a terminal, in the words for agents.
        Cause::Unreadable | Cause::Gone | Cause::Foreign => denied(&cause.text(verdict, Approvers::Here)),
    }
}

/// The person at the terminal that the command was typed at.
struct Terminal<'a> {
    job: &'a Job,
    host: Host,
    /// From the claim on no signal ends us before what came of it is on record.
    relay: OnceCell<std::io::Result<Relay>>,
    /// The person knows that the command was edited.
    announced: Cell<bool>,
}

impl Terminal<'_> {
    fn relay(&self) -> &std::io::Result<Relay> {
        self.relay.get_or_init(Relay::start)
    }

    /// Says once what the command was edited into.
    fn announce(&self, ticket: &str, command: &str) {
        if !self.announced.replace(true) {
            eprintln!("herma: edited into {ticket}: {}", shown(command));
        }
    }
}

impl Line for Terminal<'_> {
    fn step(&self, step: Step) {
        match step {
            Step::Claim => {
                let _ = self.relay();
            }
            Step::Assess(_) | Step::Save | Step::Ask => {}
        }
    }

    fn host(&self) -> Host {
        self.host
    }

    fn is_there(&self) -> bool {
        true
    }

    /// `--said` is in the call already.
    fn listen(&self, _: &mut ToolCall, _: &Verdict, _: bool) -> Heard {
        Heard::Nothing
    }

    fn await_decision(
        &self,
        keeper: &ApprovalService,
        request: Request,
        verdict: &Verdict,
    ) -> Result<Awaited, GateError> {
        Ok(Awaited::Request(match request.state {
            State::Pending => answered(self.job, verdict, keeper, request)?,
            _ => request,
        }))
    }

    fn await_edited(&self, keeper: &ApprovalService, next: Request) -> Result<Request, GateError> {
        self.announce(&next.ticket, &command_of(&next));
        keeper.gate.hold(&next.id, next.expires, &now, &mut |_, _| {})
    }
}

fn parse(args: &[OsString]) -> Result<Option<Job>, String> {
    let mut job = Job { words: Vec::new(), plain: false, said: None, home: None };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => return Ok(None),
            "--plain" => job.plain = true,
            "--said" => {
                let file = words.next().ok_or("`--said` needs a file")?;
                let bytes = std::fs::read(file).map_err(|e| format!("what was said cannot be read: {e}"))?;
                job.said = Some(String::from_utf8_lossy(&bytes).into_owned());
            }
            "--home" => job.home = Some(words.next().cloned().ok_or("`--home` needs a value")?),
            "--" => {
                job.words.extend(words.by_ref().cloned());
            }
            option if option.starts_with('-') => {
                return Err(format!("`{option}` is no option; --help lists them"));
            }
            _ => {
                job.words.push(word.clone());
                job.words.extend(words.by_ref().cloned());
            }
        }
    }
    if job.words.is_empty() {
        return Err("what is to be run? --help says more".to_owned());
    }
    if let [line, _, ..] = job.words.as_slice()
        && crate::check::is_line(&line.to_string_lossy())
    {
        let why = "a command line in one word takes no more words; give one line, or program and arguments";
        return Err(why.to_owned());
    }
    Ok(Some(job))
}

impl Job {
    /// The text that is judged, shown and bound.
    fn text(&self) -> (String, bool) {
        match self.words.as_slice() {
            [one] => (one.to_string_lossy().into_owned(), one.to_str().is_none()),
            several => (self.argv().text, several.iter().any(|w| w.to_str().is_none())),
        }
    }

    /// Looked up each time: what is judged last is what is started.
    fn argv(&self) -> Argv {
        Argv::new(&self.words.iter().map(|w| w.to_string_lossy()).collect::<Vec<_>>())
    }

    fn call(&self) -> ToolCall {
        let (text, mangled) = self.text();
        let cwd = std::env::current_dir().ok().and_then(|dir| dir.to_str().map(str::to_owned));
        let conversation = Conversation { human: self.said.is_some(), last_message: self.said.clone() };
        let mut call = ToolCall { mangled, cwd, conversation, ..ToolCall::shell(text) };
        call.origin.surface = crate::host::surface(None);
        call
    }

    fn command(&self) -> std::io::Result<Command> {
        let mut command = match self.words.as_slice() {
            [one] => {
                // Not the one that comes first on the search path: the text was judged as one for this.
                let bash = BASH.iter().find(|path| std::path::Path::new(path).exists());
                let mut command = Command::new(bash.ok_or_else(|| std::io::Error::other(NO_BASH))?);
                command.arg("-c").arg(one);
                command
            }
            several => {
                let name = several.first().cloned().unwrap_or_default();
                let mut command = match self.argv().program {
                    Some(path) => Command::new(path),
                    None => Command::new(&name),
                };
                command.arg0(&name).args(several.iter().skip(1));
                command
            }
        };
        // A shell runs what these say before, or instead of, what was judged.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if UNJUDGED.contains(&text.as_ref()) || text.starts_with(EXPORTED_FUNCTION) {
                command.env_remove(&name);
            }
        }
        Ok(command)
    }

    /// Runs it until it ends.
    fn finish(
        &self,
        relay: &std::io::Result<Relay>,
        saved: Option<&Entry>,
        deletes: bool,
    ) -> std::io::Result<ExitStatus> {
        let mut child = self
            .command()
            .and_then(|mut command| command.spawn())
            .inspect_err(|error| eprintln!("herma: it could not be started: {error}"))?;
        if let Ok(relay) = relay {
            relay.serve(child.id());
        }
        let ended = child.wait();
        // What it left is seen before anybody else can change it. Unseen, an undo looks at the times instead.
        let _ = saved.map(Entry::settle);
        if let Some(saved) = saved.filter(|saved| saved.measure.files > 0 && deletes) {
            eprintln!("herma: `herma undo {}` puts it back", saved.id);
        }
        ended
    }
}

fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| status.signal().map(|signal| EXIT_SIGNAL + signal)).unwrap_or(1);
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

fn denied(why: &str) -> ExitCode {
    eprintln!("herma: denied: {}. It was not run.", shown(why).trim_end_matches('.'));
    ExitCode::from(EXIT_DENIED)
}

fn expired() -> ExitCode {
    eprintln!("herma: nobody answered in time. It was not run.");
    ExitCode::from(EXIT_EXPIRED)
}

/// Shows the request at the terminal until somebody has answered, here or elsewhere.
fn answered(
    job: &Job,
    verdict: &Verdict,
    keeper: &ApprovalService,
    request: Request,
) -> Result<Request, GateError> {
    let (text, _) = job.text();
    if let Some(agent) = terminal_of_agent() {
        return elsewhere(keeper, &request, &format!("this terminal is one of `{agent}`, not a person's. "));
    }
    let started = (Instant::now(), now());
    let deadline = |at: i64| started.0 + Duration::from_millis(u64::try_from(at - started.1).unwrap_or(0));
    let remembered = remembered(&request, Width::Command, None, &earlier(keeper.gate.store()));
    let mut view = view(job, verdict, &text, &request, remembered);
    keeper.at_terminal(&request, &mut view);
    let wait = Wait { deadline: Some(deadline(request.expires)), plain: job.plain };
    let mut outside = || match keeper.gate.tick(&request.id, now()) {
        Ok(ticked) if ticked.request.state == State::Pending => Outside::Nothing,
        Ok(ticked) => Outside::Answered(outcome(&ticked.request)),
        Err(_) => Outside::Nothing,
    };
    let reply = match prompt::confirm(&view, wait, &mut outside) {
        Ok(Said::Allow(scope)) => Reply::approve(&keeper.account, scope_of(scope), &request)
            .with_digits(&request.digits)
            .as_wide_as(Width::Command)
            .on("terminal"),
        Ok(Said::Deny { reason, by }) => {
            let reason = reason.or_else(|| why_denied(by));
            Reply::deny(&keeper.account, reason.as_deref()).on("terminal")
        }
        Ok(Said::Expire | Said::Elsewhere) => return Ok(keeper.gate.tick(&request.id, now())?.request),
        Err(_) => return elsewhere(keeper, &request, ""),
    };
    match keeper.gate.answer(&request.ticket, &reply, now()) {
        Ok(answered) if answered.request.state == State::Pending => {
            let votes = keeper.gate.store().votes(&request.id)?;
            let wants = keeper.gate.settings().wants(&answered.request, &votes).join("; ");
            elsewhere(keeper, &request, &format!("your yes is counted ({wants}). "))
        }
        Ok(answered) => {
            keeper.gate.told(&answered.request, now());
            Ok(answered.request)
        }
        Err(error) if was_first(&error) => Ok(keeper.gate.store().request(request.id.as_str())?),
        Err(error) => Err(error),
    }
}

/// Whether somebody else, or the clock, was first: then what the store says counts. A full or damaged disk is nobody's answer.
fn was_first(error: &GateError) -> bool {
    matches!(error, GateError::Store(StoreError::AlreadyDecided { .. } | StoreError::Expired { .. }))
}

/// Nobody can be asked here: it waits for an answer from another terminal.
fn elsewhere(keeper: &ApprovalService, request: &Request, why: &str) -> Result<Request, GateError> {
    let ticket = &request.ticket;
    let how = match keeper.gate.settings().may_say_yes(request, &keeper.account, 0) {
        Ok(()) => format!("`herma approve {ticket}` in a terminal"),
        Err(elsewhere) => elsewhere.to_string(),
    };
    eprintln!("herma: {why}this waits for a person, as {ticket}: {how}");
    keeper.gate.hold(&request.id, request.expires, &now, &mut |_, _| {})
}

fn why_denied(by: Denier) -> Option<String> {
    match by {
        Denier::Person | Denier::Interrupt => None,
        Denier::Lost => Some("the terminal was closed".to_owned()),
        Denier::Signal(signal) => Some(format!("ended by signal {signal}")),
        Denier::WrongDigits => Some("the digits were wrong".to_owned()),
    }
}

fn view(
    job: &Job,
    verdict: &Verdict,
    text: &str,
    request: &Request,
    remembered: Remembered,
) -> prompt::Request {
    let marks = prompt::marks_of(verdict);
    let command = match job.words.as_slice() {
        words if words.iter().all(|w| w.to_str().is_some()) => Shown::shell(text.as_bytes().to_vec(), marks),
        [one] => Shown::shell(one.as_encoded_bytes().to_vec(), marks),
        several => Shown::argv(&several.iter().map(|w| w.as_encoded_bytes()).collect::<Vec<_>>(), marks),
    };
    prompt::Request {
        agent: "herma run".to_owned(),
        tool: "terminal".to_owned(),
        cwd: request.cwd.clone(),
        for_session: Some(remembered.session),
        always: Some(remembered.always),
        digits: Digits(request.digits.parse().unwrap_or(0)),
        offers: crate::view::offers(request),
        ..prompt::Request::of(verdict, command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_fails_is_nobody_who_was_first() {
        let decided = StoreError::AlreadyDecided { by: "ada".into(), what: State::Denied, when: 0 };
        assert!(was_first(&decided.into()));
        assert!(was_first(&StoreError::Expired { name: "7K2M".into(), at: 0 }.into()));
        for failed in
            [StoreError::Full, StoreError::Busy, StoreError::Corrupt("x".into()), StoreError::Io("x".into())]
        {
            assert!(!was_first(&failed.into()));
        }
    }
}
