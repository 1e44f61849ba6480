//! `herma hook AGENT`: one tool call in, one answer out, and never silence by accident.
//!
//! A worker thread reads, judges and writes the answer; the main thread only watches the clock. If the worker is stuck
//! in a disk that hangs, a second one judges without a disk: what could not be seen is asked about. If that fails too,
//! the main thread says the deny that was prepared at the start. Whoever speaks first is the only one who speaks.
//! Only waiting for a person may take long, and ends before the agent's own patience does.

pub(crate) mod events;
mod faults;
pub(crate) mod hold;
pub(crate) mod person;
mod remote;
pub(crate) mod reply;

use crate::enforce::words::{Approvers, ask_text, waits_text};
use crate::enforce::{Basis, Capabilities, Card, Edits, Enforcement, LocalEnforcer, Permit, Prepared};
use crate::fail_closed;
use crate::host::{self, Above};
use crate::paths::Paths;
use crate::world::{DisklessWorld, RealWorld};
use herma_agents::text::plain_line;
use herma_agents::{Agent, AskOwnPrompt, Event, Reply, Request, ToolKind};
use herma_core::call::Surface;
use herma_core::{Verdict, World};
use herma_gate::Caller;
use herma_store::Host;
use hold::Held;
use std::ffi::OsString;
use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};

/// Without a person to wait for, an answer that takes longer than this is not coming.
const JUDGING_MAX: Duration = Duration::from_secs(25);
/// Where nobody says how long the agent waits. Gemini, by itself, waits for a minute.
const DEADLINE_S: u32 = 25;
/// What is only noted is noted by then, or not at all: an agent waits for it.
const NOTING_MAX: Duration = Duration::from_secs(1);
/// A judgement takes a fraction of a millisecond. Past this, a disk or a mount hangs.
const PATIENCE: Duration = Duration::from_millis(250);
/// Waiting for a person ends so long before the deadline, or after three quarters of it: the answer takes a few writes.
const TO_ANSWER: Duration = Duration::from_secs(1);
/// Agents write whole files into a call; nobody writes more than this.
const INPUT_MAX: u64 = 16 << 20;

const USAGE: &str = "\
usage: herma hook AGENT [--home DIR | --policy FILE --data DIR | --socket FILE] [--deadline SECONDS] [--mark WORD]
                        [--note]

reads one tool call from stdin, in the JSON of AGENT, and answers it in that JSON.
agents run this; `herma connect AGENT` tells them to. the others speak one JSON for everybody (generic):
  in   {\"tool\", \"args\", \"session\"?, \"cwd\"?, \"description\"?, \"annotations\"?, \"action\"?, \"conversation\"?, \"edits\"?}
  out  {\"decision\": \"allow\" | \"deny\", \"reason\", \"ticket\", \"crisis_card\"}; docs/python.md has a client

with --note it takes the events that come after a tool call and with what the person says. nothing is decided there:
that a call has run, what strangers wrote that the agent has read, and signs of a crisis are noted for the calls that
follow. a person who shows such signs is shown a card with a helpline at once; otherwise nothing is said.
generic takes {\"said\", \"session\"?, \"cwd\"?} there, and answers {\"crisis_card\": null | \"…\"}.

what a person must see is held until one has answered (`herma list`, `herma approve`, `herma deny`). if nobody
has by the deadline, the answer is deny with a ticket; approved within the hour, the same call runs within 15
minutes, once. a yes is for the call as it is here: what the agent then does with it, no hook can see.

policy.toml, `[hook]`:
  ask = \"hold\"        wait for a person (default)
  ask = \"agent\"       the agent's own prompt where it reaches somebody, else hold
  ask = \"deny\"        deny at once, with a ticket
  nobody = \"deny\"     deny at once where nobody sits in front of the agent (default \"wait\": the same as elsewhere)

options:
  --home DIR          where herma keeps its things; then HERMA_HOME is ignored
  --policy, --data    the same, place by place
  --socket FILE       level 1: the service of another user judges and keeps; see `herma setup --help`
  --deadline SECONDS  answer by then, whatever happens (default 25, which is also the longest that judging may take;
                      only waiting for a person may take longer)
  --note              nothing is decided: whatever goes wrong, say nothing
  --mark WORD         end the answer with WORD, so that a wrapper knows a real answer from a broken one

exit code: 0 answered (the answer says allow or deny), 2 blocked because no answer could be written, or usage
";

/// What was typed.
struct Arguments {
    agent: &'static Agent,
    home: Option<OsString>,
    policy: Option<OsString>,
    data: Option<OsString>,
    /// Where the service of level 1 listens.
    socket: Option<OsString>,
    deadline_s: u32,
    mark: String,
    /// Nothing is decided: silence is the answer to whatever goes wrong.
    note: bool,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let arguments = match parse(args) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(complaint) => {
            eprintln!("herma hook: {complaint}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    answer(arguments)
}

fn parse(args: &[OsString]) -> Result<Option<Arguments>, String> {
    let mut words = args.iter();
    let mut agent = None;
    let (mut home, mut policy, mut data, mut mark) = (None, None, None, String::new());
    let (mut note, mut socket) = (false, None);
    let mut deadline_s = DEADLINE_S;
    while let Some(word) = words.next() {
        let word = word.to_string_lossy();
        let mut value = || words.next().cloned().ok_or_else(|| format!("`{word}` needs a value"));
        match &*word {
            "--help" | "-h" => return Ok(None),
            "--home" => home = Some(value()?),
            "--policy" => policy = Some(value()?),
            "--data" => data = Some(value()?),
            "--socket" => socket = Some(value()?),
            "--note" => note = true,
            "--mark" => mark = value()?.to_string_lossy().into_owned(),
            "--deadline" => {
                let text = value()?;
                let seconds = text.to_str().and_then(|text| text.parse().ok()).filter(|s| *s > 0);
                deadline_s = seconds.ok_or("`--deadline` needs a number of seconds")?;
            }
            name if name.starts_with('-') => return Err(format!("`{}` is not known", plain_line(name))),
            name if agent.is_some() => return Err(format!("`{}` is one word too many", plain_line(name))),
            name => {
                let known = Agent::with_hook(name);
                agent = Some(known.ok_or_else(|| format!("there is no agent `{}`", plain_line(name)))?);
            }
        }
    }
    if policy.is_some() != data.is_some() {
        return Err("`--policy` and `--data` go together".to_owned());
    }
    match agent {
        Some(agent) => Ok(Some(Arguments { agent, home, policy, data, socket, deadline_s, mark, note })),
        None => Err(format!("which agent? one of {}, generic", crate::connect::names())),
    }
}

/// How far a worker has come.
enum Progress {
    /// The call is read and only needs a judgement.
    Read(Arc<Ready>),
    /// The user's assessors, or the reviewer, look at it, and may take so long.
    Assesses(Duration),
    /// It is judged, and a person must see it: now the store is opened.
    Asks,
    /// It changes files, and the way back is kept first: that may take longer than a judgement.
    Keeps,
    /// A person is waited for. If that outlasts the deadline, this is to be said.
    Waits(String),
    /// It is not coming to an answer.
    Failed,
}

/// A worker's line to the main thread. One that is dropped is a worker that failed: the others end the process.
struct Tell(mpsc::Sender<Progress>);

impl Tell {
    fn that(&self, progress: Progress) {
        // Nobody hears it only when somebody has spoken.
        let _ = self.0.send(progress);
    }
}

impl Drop for Tell {
    fn drop(&mut self) {
        self.that(Progress::Failed);
    }
}

fn answer(arguments: Arguments) -> ExitCode {
    let Arguments { agent, deadline_s, note, .. } = arguments;
    let mark = arguments.mark.clone();
    let canned = if note { String::new() } else { agent.canned_deny() };
    fail_closed::arm(on_the_wire(&canned, &mark));
    // The agent gets one line from us; a panic's message belongs nowhere.
    std::panic::set_hook(Box::new(|_| {}));

    fail_closed::one_heap();
    let start = Instant::now();
    let allowed = Duration::from_secs(u64::from(deadline_s));
    let deadline = start + allowed;
    let hold_until = deadline - TO_ANSWER.min(allowed / 4);
    let (send, receive) = mpsc::channel();
    let tell = Tell(send.clone());
    let started = worker(tell, &mark, move |tell| line_for(&arguments, hold_until, tell));
    let (mut working, mut unjudged, mut waits) = (usize::from(started), None, None);
    let mut until = deadline.min(start + if note { NOTING_MAX } else { JUDGING_MAX });
    let reason = loop {
        let left = until.saturating_duration_since(Instant::now());
        let heard = if working > 0 { receive.recv_timeout(left) } else { Ok(Progress::Failed) };
        match heard {
            Ok(Progress::Read(ready)) => {
                unjudged = Some(ready);
                until = until.min(Instant::now() + PATIENCE);
            }
            Ok(Progress::Assesses(longest)) => {
                until = deadline.min(Instant::now() + longest + PATIENCE);
            }
            Ok(Progress::Asks | Progress::Keeps) => {
                unjudged = None;
                until = deadline.min(Instant::now() + JUDGING_MAX);
            }
            Ok(Progress::Waits(line)) => {
                waits = Some(line);
                until = deadline;
            }
            Ok(Progress::Failed) if working > 1 => working -= 1,
            Ok(Progress::Failed) | Err(mpsc::RecvTimeoutError::Disconnected) => {
                break "herma failed inside while judging this, so it was not run; please report it"
                    .to_owned();
            }
            Err(mpsc::RecvTimeoutError::Timeout) => match unjudged.take() {
                Some(ready) => {
                    let diskless = worker(Tell(send.clone()), &mark, move |tell| ready.without_disk(tell));
                    working += usize::from(diskless);
                    until = deadline.min(start + JUDGING_MAX);
                }
                None => {
                    let seconds = deadline_s.min(DEADLINE_S);
                    break format!(
                        "herma came to no answer within {seconds} s, so this was not run; a disk or mount may hang"
                    );
                }
            },
        }
    };
    let failed = if note { Reply::Silence } else { Reply::Deny(reason) };
    let line = waits.unwrap_or_else(|| agent.render(&failed));
    fail_closed::say_and_exit(&on_the_wire(&line, &mark))
}

/// Starts a thread that finds the answer, says it, and ends the process. Only if it fails is `tell` dropped.
fn worker(tell: Tell, mark: &str, find: impl FnOnce(&Tell) -> String + Send + 'static) -> bool {
    let mark = mark.to_owned();
    let work = move || {
        fail_closed::guard_this_thread();
        fail_closed::say_and_exit(&on_the_wire(&find(&tell), &mark))
    };
    std::thread::Builder::new().stack_size(herma_core::work::STACK).spawn(work).is_ok()
}

/// A call that is read and only needs a judgement.
struct Ready {
    agent: &'static Agent,
    request: Request,
    enforcer: LocalEnforcer,
    prepared: Prepared,
    mark: String,
    /// When waiting for a person ends.
    hold_until: Instant,
    /// The agent and what started it, looked at once somebody must be asked.
    above: OnceLock<Above>,
    /// Two workers may come to the same question; one of them asks it.
    asked: AtomicBool,
}

impl Ready {
    /// The answer, as this machine has it.
    fn line(&self, tell: &Tell) -> String {
        self.enforced(&RealWorld, true, tell)
    }

    /// The answer where a disk hangs, which then cannot be written to either.
    fn without_disk(&self, tell: &Tell) -> String {
        self.enforced(&DisklessWorld, false, tell)
    }

    fn enforced(&self, world: &dyn World, disk: bool, tell: &Tell) -> String {
        let held = Held { ready: self, disk, tell };
        let can = Capabilities {
            world,
            disk,
            undo: true,
            edits: self.edits(),
            card: Card::WithReply,
            ends_with_last_level: false,
            starts: false,
            line: &held,
        };
        let came_of_it = self.enforcer.submit(&self.prepared, &can);
        let (reply, verdict) = self.reply(came_of_it);
        self.render(&reply, &verdict)
    }

    /// Where an approval is silence there is no room for other arguments.
    fn edits(&self) -> Edits {
        let (agent, request) = (self.agent, &self.request);
        match reply::is_silent(agent, request) {
            true => Edits::No,
            false if request.takes_edits => Edits::Declared,
            false if agent.carries(&request.call.tool) => Edits::Carried,
            false => Edits::No,
        }
    }

    fn reply(&self, came_of_it: Enforcement) -> (Reply, Verdict) {
        let (agent, request) = (self.agent, &self.request);
        match came_of_it {
            Enforcement::Run(Permit { basis, verdict, request: claimed, args, saved: _ }) => {
                if let Some(id) = &claimed {
                    self.enforcer.handed(&self.prepared, request.call_id.as_deref(), id);
                }
                let reason = format!("herma: {}", basis.text(&verdict));
                let reply = match (args, basis) {
                    (Some(args), _) => Reply::AllowInstead { reason, args },
                    (None, Basis::Verdict) => {
                        reply::allow(agent, request, &verdict, self.prepared.policy.policy())
                    }
                    (None, _) => reply::yes(agent, request, &verdict, reason),
                };
                (reply, verdict)
            }
            Enforcement::Refused { cause, verdict } => {
                (Reply::Deny(cause.text(&verdict, Approvers::Here)), verdict)
            }
            Enforcement::Waits { request, verdict } => {
                (Reply::Deny(waits_text(&request, &verdict, Approvers::Here)), verdict)
            }
            Enforcement::Delegated { verdict } => (Reply::Ask(ask_text(&verdict)), verdict),
        }
    }

    /// What the agent is told; and, beside it, what the person is shown.
    fn render(&self, reply: &Reply, verdict: &Verdict) -> String {
        let line = self.agent.render(reply);
        match &verdict.crisis_card {
            Some(card) => person::with_card(&line, card),
            None => line,
        }
    }
}

/// One line, or with a mark the line and the mark. Silence without a mark is nothing at all.
fn on_the_wire(line: &str, mark: &str) -> Vec<u8> {
    let end = if mark.is_empty() && !line.is_empty() { "\n" } else { mark };
    format!("{line}{end}").into_bytes()
}

fn line_for(arguments: &Arguments, hold_until: Instant, tell: &Tell) -> String {
    let agent = arguments.agent;
    if let Some(socket) = &arguments.socket {
        return remote::line(arguments, socket, hold_until, tell);
    }
    let ready = read_stdin()
        .map_err(|e| e.to_string())
        .and_then(|input| agent.parse_event(&input).map_err(|e| e.to_string()))
        .and_then(|event| taken(arguments, event, hold_until));
    match ready {
        Ok(Taken::Noted(line)) => line,
        Ok(Taken::Call(ready)) => {
            let ready = Arc::new(ready);
            // From here on the main thread is impatient.
            tell.that(Progress::Read(Arc::clone(&ready)));
            faults::disk_hangs_in_a_test();
            ready.line(tell)
        }
        Err(_) if arguments.note => String::new(),
        Err(why) => agent.render(&Reply::Deny(format!("herma: not run, because {why}"))),
    }
}

/// What becomes of an event.
#[allow(clippy::large_enum_variant, reason = "there is one a process")]
enum Taken {
    Call(Ready),
    /// It needs no answer. A person in crisis is shown a line all the same.
    Noted(String),
}

/// A call that is to be judged; every other event is noted.
fn taken(arguments: &Arguments, event: Event, hold_until: Instant) -> Result<Taken, String> {
    let paths = || places(arguments);
    match event {
        Event::Before(request) => ready(arguments, request, hold_until).map(Taken::Call),
        // Whoever is to decide was asked about something else: silence might be taken for a yes.
        Event::After(_) | Event::Said(_) if !arguments.note => {
            Err(format!("the hook was called for another event than `{}`", arguments.agent.event))
        }
        // From here on nothing is refused.
        Event::After(result) => {
            drop(paths().map(|paths| events::after(&paths, arguments.agent.name, &result)));
            Ok(Taken::Noted(String::new()))
        }
        Event::Said(prompt) => {
            let card = events::said(paths().ok().as_ref(), arguments.agent.name, &prompt);
            let line = arguments.agent.nothing_said();
            Ok(Taken::Noted(card.map_or_else(|| line.to_owned(), |card| person::with_card(line, &card))))
        }
    }
}

fn places(arguments: &Arguments) -> Result<Paths, String> {
    match (&arguments.policy, &arguments.data) {
        (Some(policy), Some(data)) => Ok(Paths::pinned(policy, data)),
        _ => Paths::resolve(arguments.home.as_deref()).map_err(|e| e.to_string()),
    }
}

fn read_stdin() -> io::Result<Vec<u8>> {
    let mut input = Vec::new();
    let mut stdin = io::stdin().lock();
    stdin.by_ref().take(INPUT_MAX).read_to_end(&mut input)?;
    // An agent whose pipe breaks counts the hook as failed, and may run the call: the rest is read too.
    if io::copy(&mut stdin, &mut io::sink())? > 0 {
        return Err(io::Error::other(format!("the call is larger than {} MiB", INPUT_MAX >> 20)));
    }
    Ok(input)
}

fn ready(arguments: &Arguments, mut request: Request, hold_until: Instant) -> Result<Ready, String> {
    faults::fault_injected_by_a_test();
    let agent = arguments.agent;
    let enforcer = LocalEnforcer::new(places(arguments)?);
    if reply::somebody_is_there(agent) {
        request.call.origin.surface = Surface::Interactive;
    }
    let tells = agent.own_prompt != AskOwnPrompt::Never;
    request.call.origin.surface = host::surface(tells.then_some(request.call.origin.surface));
    let above = OnceLock::new();
    let named = request.call.origin.session.clone().unwrap_or_default();
    // Without a name of its own, a session is its process.
    let session = match named.is_empty() {
        false => named.clone(),
        true => {
            let Host { pid, started } = above.get_or_init(Above::look).agent();
            format!("process-{pid}-{started}")
        }
    };
    let caller = Caller { agent: agent.name.to_owned(), session, surface: hold::SURFACE };
    let is_shell = reply::kind(agent, &request) == ToolKind::Shell;
    let prepared = enforcer.prepare(request.call.clone(), caller, named, is_shell);
    let (mark, asked) = (arguments.mark.clone(), AtomicBool::new(false));
    Ok(Ready { agent, request, enforcer, prepared, mark, hold_until, above, asked })
}
