//! `herma run`: one command, judged, asked about if need be, and then run exactly as it was approved.

use crate::answerer::terminal_of_agent;
use crate::argv::{self, Argv};
use crate::assessors;
use crate::check::usage;
use crate::edit;
use crate::gatekeeper::{Keeper, now, question};
use crate::notes::{self, Whose};
use crate::paths::Paths;
use crate::policy_file::{self, PolicyState};
use crate::prompt::{self, Answer as Said, Command as Shown, Denier, Digits, Outside, Wait};
use crate::redact::Redactor;
use crate::relay::Relay;
use crate::remembered::{Remembered, earlier, remembered};
use crate::review::{Caller, Promised, Reviewed, foreseen, review};
use crate::reviewer::{self, Second};
use crate::terminal_session::{TerminalSession, terminal_session};
use crate::trace::{Recorder, Trace, Yes};
use crate::view::{command_of, outcome, scope_of};
use crate::world::RealWorld;
use herma_core::binding;
use herma_core::call::{Context, Conversation};
use herma_core::effect::Kind;
use herma_core::grant::Width;
use herma_core::text::shown;
use herma_core::verdict::Reviewer;
use herma_core::{Decision, ToolCall, Verdict};
use herma_gate::{Asked, GateError, Patience, Reply};
use herma_store::audit::NewEntry;
use herma_store::{Outcome, Request, State, Store, StoreError};
use herma_undo::{Entry, Refusal};
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
struct Job {
    words: Vec<OsString>,
    plain: bool,
    said: Option<String>,
    home: Option<OsString>,
    /// The way back that whoever answers was promised.
    way: Option<Promised>,
    /// The one that is kept.
    kept: Option<Entry>,
    /// Something is deleted: whoever runs it is told how to have it back.
    loses: bool,
    /// What came before it, and what the user's assessors said about it.
    context: Context,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let mut job = match parse(args) {
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
    let state = policy_file::load(&paths);
    let session = terminal_session();
    let mut call = job.call();
    let cwd = call.cwd.clone().unwrap_or_default();
    let whose = Whose { agent: "run", session: &session.id, cwd: &cwd };
    call.context = notes::context(&paths, whose);
    let (started, recorder) = (Instant::now(), Recorder::new(&RealWorld));
    let (plain, ran) =
        assessors::judge(&state.for_call(&call), &mut call, &recorder, "run", assessors::Run::Now);
    // Before anything else: help does not wait for an answer.
    if let Some(card) = &plain.crisis_card {
        eprintln!("{card}");
        crate::crisis::standing::note(&paths, &plain, whose);
    }
    let in_force = state.for_call(&call);
    let ahead = |call: &ToolCall, plain: &Verdict| {
        foreseen(&in_force, call, &recorder, &paths, plain.clone()).reviewer
    };
    let plain = reviewer::look(&in_force, &mut call, &recorder, Some(&paths), plain, ahead);
    job.context = call.context.clone();
    let caller = Caller { agent: "run", session: &session.id };
    let Reviewed { verdict, way, kept } =
        review(&in_force, (&call, &recorder), Some(&paths), caller, plain, || {});
    if let Some(notice) = in_force.notice() {
        eprintln!("herma: {}", herma_core::text::shown(notice));
    }
    job.loses = verdict.assessment.effects.iter().any(|effect| effect.kind == Kind::Delete);
    (job.way, job.kept) = (way, kept);
    let trace = Trace {
        paths: Some(&paths),
        call: &call,
        verdict: &verdict,
        recorder: &recorder,
        assessors: &ran,
        agent: "run",
        session: &session.id,
        surface: "run",
        elapsed: started.elapsed(),
        at: now(),
        limits: state.for_call(&call).policy().trace,
    };
    match verdict.decision {
        Decision::Allow => match trace.permit() {
            Ok(()) => job.run(),
            Err(why) => denied(&why),
        },
        Decision::Deny => {
            trace.note(None);
            // A block that nobody can lift is on record, if there is a place for it.
            if verdict.hardline {
                record_block(&paths, &call, &verdict);
            }
            denied(&verdict.reason())
        }
        Decision::Ask => match asked(&job, &state, &trace, &session, &paths) {
            Ok(code) => code,
            // Whatever fails on the way is a denial.
            Err(error) => denied(&error.to_string()),
        },
    }
}

fn parse(args: &[OsString]) -> Result<Option<Job>, String> {
    let mut job = Job {
        words: Vec::new(),
        plain: false,
        said: None,
        home: None,
        way: None,
        kept: None,
        loses: false,
        context: Context::default(),
    };
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
        let context = self.context.clone();
        let mut call = ToolCall { mangled, cwd, conversation, context, ..ToolCall::shell(text) };
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

    /// Runs it, and ends as it ends.
    fn run(&self) -> ExitCode {
        // A yes that was given before was given with or without a way back.
        let kept = self.kept.clone().or_else(|| self.way.as_ref()?.keep().ok());
        self.run_with(kept.as_ref())
    }

    fn run_with(&self, kept: Option<&Entry>) -> ExitCode {
        match self.finish(&Relay::start(), kept) {
            Ok(status) => exit_code(status),
            Err(_) => ExitCode::from(EXIT_NOT_STARTED),
        }
    }

    fn finish(&self, relay: &std::io::Result<Relay>, kept: Option<&Entry>) -> std::io::Result<ExitStatus> {
        let mut child = self
            .command()
            .and_then(|mut command| command.spawn())
            .inspect_err(|error| eprintln!("herma: it could not be started: {error}"))?;
        if let Ok(relay) = relay {
            relay.serve(child.id());
        }
        let ended = child.wait();
        // What it left is seen before anybody else can change it. Unseen, an undo looks at the times instead.
        let _ = kept.map(Entry::settle);
        if let Some(kept) = kept.filter(|kept| kept.measure.files > 0 && self.loses) {
            eprintln!("herma: `herma undo {}` puts it back", kept.id);
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

fn record_block(paths: &Paths, call: &ToolCall, verdict: &Verdict) {
    let body = serde_json::json!({ "digest": verdict.digest, "reason": Redactor::of(&call.args).text(&verdict.reason()) });
    let entry = NewEntry::new("hardline", body);
    let kept = Keeper::open(paths).and_then(|keeper| Ok(keeper.gate.store().append(&entry, now())?));
    if let Err(error) = kept {
        eprintln!("herma: this block could not be recorded: {error}");
    }
}

/// Asks, and runs it if the answer is yes.
fn asked(
    job: &Job,
    state: &PolicyState,
    trace: &Trace<'_>,
    session: &TerminalSession,
    paths: &Paths,
) -> Result<ExitCode, GateError> {
    let (call, verdict) = (trace.call, trace.verdict);
    let keeper = Keeper::open(paths).inspect_err(|_| trace.note(None))?;
    let (text, _) = job.text();
    keeper.gate.store().arrive("run", &session.id, session.host, now())?;
    let mut new = question(call, verdict, &text, "run", &session.id, "run");
    keeper.comes_from(&mut new, verdict);
    // Whoever sits here is not enough: others need time to come by.
    let patience = if verdict.one_is_enough() { Patience::LastLevel } else { Patience::Open };
    if verdict.reviewer != Reviewer::NotAsked && !keeper.gate.is_granted(&new, now())? {
        let in_force = state.for_call(call);
        match reviewer::consult(paths, &in_force.policy().reviewer, call, verdict) {
            Second::None => {}
            Second::Advice(advice) => reviewer::show(&mut new, &advice),
            // It was cleared as something that can be undone: what cannot be kept is a person's.
            Second::Cleared(opinion) => match job.way.as_ref().map(Promised::keep).transpose() {
                Ok(kept) => {
                    return Ok(match reviewer::clear(&keeper, trace, &opinion) {
                        Ok(()) => job.run_with(kept.as_ref()),
                        Err(why) => {
                            let _ = kept.map(|kept| kept.remove());
                            denied(&why)
                        }
                    });
                }
                Err(why) => reviewer::show(&mut new, &reviewer::unkept(&opinion, &why)),
            },
        }
    }
    let request = match keeper.gate.ask(&new, patience, now())? {
        Asked::Granted(grant) => {
            return Ok(match trace.permit_by(Some(Yes::Grant(grant.id.as_str()))) {
                Ok(()) => job.run(),
                Err(why) => denied(&why),
            });
        }
        Asked::Locked(_) => {
            trace.note(None);
            return Ok(denied("too many questions within a minute; wait a little"));
        }
        Asked::Nobody => {
            trace.note(None);
            return Ok(denied("nobody may answer this"));
        }
        Asked::Waits { request, .. } => request,
    };
    trace.note(Some(request.id.as_str()));
    let request = match request.state {
        State::Pending => answered(job, verdict, &keeper, &text, request)?,
        _ => request,
    };
    conclude(job, paths, trace, &keeper, request)
}

/// What an answer comes to.
fn conclude(
    job: &Job,
    paths: &Paths,
    trace: &Trace<'_>,
    keeper: &Keeper,
    request: Request,
) -> Result<ExitCode, GateError> {
    match request.state {
        State::Approved => run_approved(job, paths, trace, &keeper.refreshed(paths), &request),
        State::Expired => Ok(expired()),
        State::Canceled if let Some(edited) = edit::successor(keeper, &request) => {
            follow(job, paths, trace, keeper, edited)
        }
        State::Pending
        | State::Denied
        | State::Canceled
        | State::Delegated
        | State::Executed
        | State::Unknown => {
            let why = request.decided.as_ref().map_or("it was not approved".to_owned(), |d| {
                format!("by {}{}", d.by, d.reason.as_ref().map_or(String::new(), |r| format!(": {r}")))
            });
            Ok(denied(&why))
        }
    }
}

/// A person has changed the command. That is another request: if it is approved, that one is run, as it stands in it.
fn follow(
    job: &Job,
    paths: &Paths,
    trace: &Trace<'_>,
    keeper: &Keeper,
    edited: Request,
) -> Result<ExitCode, GateError> {
    let text = command_of(&edited);
    eprintln!("herma: edited into {}: {}", edited.ticket, shown(&text));
    let mut job = Job {
        words: vec![text.clone().into()],
        plain: job.plain,
        said: job.said.clone(),
        home: job.home.clone(),
        way: None,
        kept: None,
        loses: false,
        // What was held for a person in crisis stays so.
        context: Context {
            crisis: job.context.crisis || crate::crisis::is_crisis(&edited),
            taint: job.context.taint.clone(),
            raised: Vec::new(),
        },
    };
    let state = policy_file::load(paths);
    let mut call = job.call();
    let in_force = state.for_call(&call);
    let (started, recorder) = (Instant::now(), Recorder::new(&RealWorld));
    let (verdict, ran) = assessors::judge(&in_force, &mut call, &recorder, "run", assessors::Run::Now);
    job.context = call.context.clone();
    if verdict.decision == Decision::Deny || verdict.digest != edited.digest {
        let why =
            format!("here this would be another action: `herma run {}` asks about it", argv::argument(&text));
        return Ok(denied(&why));
    }
    // Another call than the one that was typed, so another trace.
    let trace = Trace {
        call: &call,
        verdict: &verdict,
        recorder: &recorder,
        assessors: &ran,
        elapsed: started.elapsed(),
        at: now(),
        limits: in_force.policy().trace,
        ..*trace
    };
    let request = keeper.gate.hold(&edited.id, edited.expires, &now, &mut |_, _| {})?;
    if request.state == State::Approved {
        trace.note(Some(request.id.as_str()));
    }
    conclude(&job, paths, &trace, keeper, request)
}

/// Shows the request at the terminal until somebody has answered, here or elsewhere.
fn answered(
    job: &Job,
    verdict: &Verdict,
    keeper: &Keeper,
    text: &str,
    request: Request,
) -> Result<Request, GateError> {
    if let Some(agent) = terminal_of_agent() {
        return elsewhere(keeper, &request, &format!("this terminal is one of `{agent}`, not a person's. "));
    }
    let started = (Instant::now(), now());
    let deadline = |at: i64| started.0 + Duration::from_millis(u64::try_from(at - started.1).unwrap_or(0));
    let remembered = remembered(&request, Width::Command, None, &earlier(keeper.gate.store()));
    let mut view = view(job, verdict, text, &request, remembered);
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
fn elsewhere(keeper: &Keeper, request: &Request, why: &str) -> Result<Request, GateError> {
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

/// Once, and only what has the digest that was approved: everything that it hangs on is looked at again (T14 to T16).
fn run_approved(
    job: &Job,
    paths: &Paths,
    trace: &Trace<'_>,
    keeper: &Keeper,
    request: &Request,
) -> Result<ExitCode, GateError> {
    if let Some(why) = changed(job, paths, trace) {
        return Ok(denied(&why));
    }
    // From here on no signal ends us before what came of it is on record.
    let relay = Relay::start();
    keeper.gate.claim(&request.id, &trace.verdict.digest, now())?;
    // The claim was written to disk, which takes a while.
    let kept = job.way.as_ref().map(Promised::keep).transpose();
    let no_way_back =
        |why: &Refusal| format!("it was approved because it could be undone, and now it could not: {why}");
    let changed_meanwhile = changed(job, paths, trace).or_else(|| kept.as_ref().err().map(no_way_back));
    let kept = kept.ok().flatten();
    let finished = match &changed_meanwhile {
        None => job.finish(&relay, kept.as_ref()),
        Some(why) => Err(std::io::Error::other(why.clone())),
    };
    let outcome = match &finished {
        Ok(status) => match (status.code(), status.signal()) {
            (Some(code), _) => Outcome::Exited(code),
            (None, signal) => Outcome::Killed(signal.unwrap_or(0)),
        },
        Err(_) => Outcome::NotStarted,
    };
    if let Err(error) = keeper.gate.report(&request.id, outcome, now()) {
        eprintln!("herma: it ran, but that could not be recorded: {error}");
    }
    Ok(match changed_meanwhile {
        Some(why) => denied(&why),
        None => finished.map_or(ExitCode::from(EXIT_NOT_STARTED), exit_code),
    })
}

/// What would run here and now, under the policy of now, is another action than the one that was judged: why.
fn changed(job: &Job, paths: &Paths, trace: &Trace<'_>) -> Option<String> {
    let (state, verdict) = (policy_file::load(paths), trace.verdict);
    let call = job.call();
    let cwd = call.cwd.clone().unwrap_or_default();
    let call = notes::with_crisis(paths, Whose { agent: "run", session: trace.session, cwd: &cwd }, &call);
    let in_force = state.for_call(&call);
    let again = match &job.way {
        Some(way) => in_force.judge_with_way_back(&call, &RealWorld, &way.promise),
        None => in_force.judge(&call, &RealWorld),
    };
    let graver = again.assessment.tier > verdict.assessment.tier
        || again.quorum > verdict.quorum
        || again.level > verdict.level
        || again.assessment.crisis_sensitive && !verdict.assessment.crisis_sensitive
        || (!again.self_approval && verdict.self_approval);
    if again.digest == verdict.digest && again.decision == verdict.decision && !graver {
        return None;
    }
    let changes = match again.decision == verdict.decision {
        true => binding::changes(&verdict.bound, &again.bound),
        false => Vec::new(),
    };
    let what = if changes.is_empty() { "it is judged otherwise now".to_owned() } else { changes.join("; ") };
    Some(format!(
        "this is no longer what was approved: {what}; run it again to be asked about it as it is now"
    ))
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
