//! `herma hook AGENT`: one tool call in, one answer out, and never silence by accident.
//!
//! A worker thread reads, judges and writes the answer; the main thread only watches the clock. If the worker is stuck
//! in a disk that hangs, a second one judges without a disk: what could not be seen is asked about. If that fails too,
//! the main thread says the deny that was prepared at the start. Whoever speaks first is the only one who speaks.

use crate::last_word;
use crate::paths::Paths;
use crate::policy_file::{self, PolicyState};
use crate::world::{DisklessWorld, RealWorld};
use herma_agents::text::plain_line;
use herma_agents::{Agent, AskOwnPrompt, Reply, Request, ToolKind};
use herma_core::call::Surface;
use herma_core::effect::Tier;
use herma_core::policy::{HookAllow, Mode};
use herma_core::{Decision, Policy, Verdict, World};
use std::ffi::OsString;
use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Without a person to wait for, an answer that takes longer than this is not coming.
const JUDGING_MAX_S: u32 = 25;
/// A judgement takes a fraction of a millisecond. Past this, a disk or a mount hangs.
const PATIENCE: Duration = Duration::from_millis(250);
/// Agents write whole files into a call; nobody writes more than this.
const INPUT_MAX: u64 = 16 << 20;
/// Judging is recursive over what the agent sent. Mapped, but only paid for when used.
const WORKER_STACK: usize = 64 << 20;

/// How Claude Code is started where nobody sits in front of it, besides its SDKs and `-p` (`sdk-cli`).
const BY_A_PROGRAM: &[&str] = &["mcp", "remote", "claude-code-github-action", "local-agent"];

const USAGE: &str = "\
usage: herma hook AGENT [--home DIR | --policy FILE --data DIR] [--deadline SECONDS] [--mark WORD]

reads one tool call from stdin, in the JSON of AGENT (claude-code, codex, gemini), and answers it in that JSON.
agents run this; `herma connect AGENT` tells them to.

  --home DIR          where herma keeps its things; then HERMA_HOME is ignored
  --policy, --data    the same, place by place
  --deadline SECONDS  answer deny if there is no answer by then (default 25, which is also the longest that
                      judging may take)
  --mark WORD         end the answer with WORD, so that a wrapper knows a real answer from a broken one

exit code: 0 answered (the answer says allow or deny), 2 blocked because no answer could be written, or usage
";

/// What was typed.
struct Arguments {
    agent: &'static Agent,
    home: Option<OsString>,
    policy: Option<OsString>,
    data: Option<OsString>,
    deadline_s: u32,
    mark: String,
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
    let mut deadline_s = JUDGING_MAX_S;
    while let Some(word) = words.next() {
        let word = word.to_string_lossy();
        let mut value = || words.next().cloned().ok_or_else(|| format!("`{word}` needs a value"));
        match &*word {
            "--help" | "-h" => return Ok(None),
            "--home" => home = Some(value()?),
            "--policy" => policy = Some(value()?),
            "--data" => data = Some(value()?),
            "--mark" => mark = value()?.to_string_lossy().into_owned(),
            "--deadline" => {
                let text = value()?;
                let seconds = text.to_str().and_then(|text| text.parse().ok()).filter(|s| *s > 0);
                deadline_s = seconds.ok_or("`--deadline` needs a number of seconds")?;
            }
            name if name.starts_with('-') => return Err(format!("`{}` is not known", plain_line(name))),
            name if agent.is_some() => return Err(format!("`{}` is one word too many", plain_line(name))),
            name => {
                let known = Agent::named(name);
                agent = Some(known.ok_or_else(|| format!("there is no agent `{}`", plain_line(name)))?);
            }
        }
    }
    if policy.is_some() != data.is_some() {
        return Err("`--policy` and `--data` go together".to_owned());
    }
    match agent {
        Some(agent) => Ok(Some(Arguments { agent, home, policy, data, deadline_s, mark })),
        None => Err("which agent? one of claude-code, codex, gemini".to_owned()),
    }
}

fn answer(arguments: Arguments) -> ExitCode {
    let Arguments { agent, deadline_s, .. } = arguments;
    let mark = arguments.mark.clone();
    last_word::arm(Vec::leak(on_the_wire(agent.canned_deny, &mark)));
    // The agent gets one line from us; a panic's message belongs nowhere.
    std::panic::set_hook(Box::new(|_| {}));

    last_word::one_heap();
    let deadline_s = deadline_s.min(JUDGING_MAX_S);
    let deadline = Instant::now() + Duration::from_secs(u64::from(deadline_s));
    let (send, receive) = mpsc::channel::<Arc<Ready>>();
    let started = worker(send, &mark, move |tell| line_for(&arguments, tell));
    let left = || deadline.saturating_duration_since(Instant::now());
    let mut heard =
        if started { receive.recv_timeout(left()) } else { Err(mpsc::RecvTimeoutError::Disconnected) };
    if let Ok(ready) = heard {
        heard = receive.recv_timeout(PATIENCE.min(left()));
        if heard.as_ref().is_err_and(|e| *e == mpsc::RecvTimeoutError::Timeout) {
            let (alive, gone) = mpsc::channel();
            worker(alive, &mark, move |_| ready.line(&DisklessWorld));
            heard = gone.recv_timeout(left());
        }
    }
    let reason = match heard {
        Err(mpsc::RecvTimeoutError::Timeout) => {
            format!(
                "herma came to no answer within {deadline_s} s, so this was not run; a disk or mount may hang"
            )
        }
        Ok(_) | Err(mpsc::RecvTimeoutError::Disconnected) => {
            "herma failed inside while judging this, so it was not run; please report it".to_owned()
        }
    };
    let line = agent.render(&Reply::Deny(reason));
    last_word::say_and_exit(&on_the_wire(&line, &mark))
}

type Tell = mpsc::Sender<Arc<Ready>>;

/// Starts a thread that finds the answer, says it, and ends the process. Only if it fails is `tell` dropped.
fn worker(tell: Tell, mark: &str, find: impl FnOnce(&Tell) -> String + Send + 'static) -> bool {
    let mark = mark.to_owned();
    let work = move || {
        last_word::guard_this_thread();
        last_word::say_and_exit(&on_the_wire(&find(&tell), &mark))
    };
    std::thread::Builder::new().stack_size(WORKER_STACK).spawn(work).is_ok()
}

/// A call that is read and only needs a judgement.
struct Ready {
    agent: &'static Agent,
    request: Request,
    state: PolicyState,
}

impl Ready {
    /// The answer, as this world has it.
    fn line(&self, world: &dyn World) -> String {
        let verdict = self.state.judge(&self.request.call, world);
        self.agent.render(&reply(self.agent, &self.request, &verdict, &self.state))
    }
}

/// One line, or with a mark the line and the mark. Silence without a mark is nothing at all.
fn on_the_wire(line: &str, mark: &str) -> Vec<u8> {
    let end = if mark.is_empty() && !line.is_empty() { "\n" } else { mark };
    format!("{line}{end}").into_bytes()
}

fn line_for(arguments: &Arguments, tell: &Tell) -> String {
    let agent = arguments.agent;
    let ready = read_stdin()
        .map_err(|e| e.to_string())
        .and_then(|input| agent.parse(&input).map_err(|e| e.to_string()))
        .and_then(|request| ready(arguments, request));
    match ready {
        Ok(ready) => {
            let ready = Arc::new(ready);
            // From here on the main thread is impatient.
            let _ = tell.send(Arc::clone(&ready));
            disk_hangs_in_a_test();
            ready.line(&RealWorld)
        }
        Err(why) => agent.render(&Reply::Deny(format!("herma: not run, because {why}"))),
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

fn ready(arguments: &Arguments, mut request: Request) -> Result<Ready, String> {
    fault_injected_by_a_test();
    let paths = match (&arguments.policy, &arguments.data) {
        (Some(policy), Some(data)) => Paths::pinned(policy, data),
        _ => Paths::resolve(arguments.home.as_deref()).map_err(|e| e.to_string())?,
    };
    if somebody_is_there(arguments.agent) {
        request.call.origin.surface = Surface::Interactive;
    }
    Ok(Ready { agent: arguments.agent, request, state: policy_file::load(&paths) })
}

/// Whether somebody may sit in front of the agent. Claude Code tells its hooks how it was started; where a
/// program started it, that program would get the question, and could answer it.
fn somebody_is_there(agent: &Agent) -> bool {
    let started_by = std::env::var("CLAUDE_CODE_ENTRYPOINT").unwrap_or_default();
    let by_a_program = started_by.starts_with("sdk") || BY_A_PROGRAM.contains(&started_by.as_str());
    agent.own_prompt != AskOwnPrompt::Never && !by_a_program
}

/// From what was decided to what is said.
fn reply(agent: &Agent, request: &Request, verdict: &Verdict, state: &PolicyState) -> Reply {
    match verdict.decision {
        Decision::Deny => Reply::Deny(deny_text(verdict)),
        Decision::Ask if may_ask_there(agent, request) => Reply::Ask(ask_text(verdict, true)),
        Decision::Ask => Reply::Deny(ask_text(verdict, false)),
        Decision::Allow => allow(agent, request, verdict, &state.policy()),
    }
}

/// Facts, finding 10: an "ask" is a question only where the agent really shows it to somebody.
fn may_ask_there(agent: &Agent, request: &Request) -> bool {
    let there = match request.call.origin.surface {
        Surface::Interactive => true,
        Surface::Headless | Surface::Cron => false,
    };
    match (agent.own_prompt, request.permission_mode.as_deref()) {
        (AskOwnPrompt::InModes(modes), Some(mode)) => there && modes.contains(&mode),
        (AskOwnPrompt::InModes(_), None) | (AskOwnPrompt::Never, _) => false,
    }
}

fn allow(agent: &Agent, request: &Request, verdict: &Verdict, policy: &Policy) -> Reply {
    let kind = agent.tool(&request.call.tool).map_or(ToolKind::Plain, |tool| tool.kind);
    let mode = match kind {
        ToolKind::Shell => policy.mode.shell,
        ToolKind::Plain | ToolKind::AsksPerson => policy.mode.tools,
    };
    // A plan is a promise to change nothing: Herma's yes must not break it.
    let planning = request.permission_mode.as_deref() == Some("plan") && verdict.assessment.tier > Tier::Safe;
    let by_mode = verdict.would.is_some() || verdict.decided_by.starts_with("mode:");
    match (mode, policy.hook.allow, kind) {
        (Mode::Observe | Mode::Off, _, _) | (_, HookAllow::Silent, _) | (_, _, ToolKind::AsksPerson) => {
            Reply::Silence
        }
        (Mode::Enforce | Mode::Smart, HookAllow::Allow, ToolKind::Shell | ToolKind::Plain) => {
            if planning || by_mode {
                return Reply::Silence;
            }
            Reply::Allow(format!("herma: tier {}, runs without a question", verdict.assessment.tier))
        }
    }
}

fn deny_text(verdict: &Verdict) -> String {
    let why = why(verdict);
    let lifted = if verdict.hardline { "denied, and nobody can lift this" } else { "denied" };
    format!("herma: {lifted}: {why}. It was not run.{}", instead(verdict))
}

fn ask_text(verdict: &Verdict, asked_there: bool) -> String {
    let tier = verdict.assessment.tier;
    let why = why(verdict);
    if asked_there {
        return format!("herma: tier {tier}, so a person decides: {why}.{}", instead(verdict));
    }
    format!(
        "herma: a person must confirm this (tier {tier}): {why}. It was not run. A person can run it themselves \
         in a terminal of their own; do not try to get around this.{}",
        instead(verdict)
    )
}

fn why(verdict: &Verdict) -> String {
    let reason = match verdict.assessment.effects.is_empty() {
        true => "nothing shows that it is harmless".to_owned(),
        false => verdict.reason(),
    };
    // The frame around it must survive the cut.
    plain_line(&reason).chars().take(900).collect::<String>().trim_end_matches('.').to_owned()
}

fn instead(verdict: &Verdict) -> String {
    let instead = verdict.assessment.effects.iter().find_map(|effect| effect.instead.as_deref());
    instead.map_or(String::new(), |way| {
        format!(" Instead: {}", plain_line(way).chars().take(300).collect::<String>())
    })
}

/// Lets a test see what a broken hook would say. A release build has no such switch.
#[cfg(debug_assertions)]
fn fault_injected_by_a_test() {
    match std::env::var("HERMA_TEST_FAULT").as_deref() {
        #[allow(clippy::panic)]
        Ok("panic") => panic!("a fault was asked for"),
        Ok("overflow") => {
            std::hint::black_box(overflow(1));
        }
        Ok("abort") => std::process::abort(),
        Ok("hang") => loop {
            std::thread::park();
        },
        _ => {}
    }
}

#[cfg(debug_assertions)]
fn disk_hangs_in_a_test() {
    while std::env::var("HERMA_TEST_FAULT").is_ok_and(|fault| fault == "disk") {
        std::thread::park();
    }
}

#[cfg(debug_assertions)]
#[allow(unconditional_recursion)]
fn overflow(depth: u64) -> u64 {
    let room = std::hint::black_box([depth; 512]);
    overflow(depth + 1) + room.iter().sum::<u64>()
}

#[cfg(not(debug_assertions))]
fn fault_injected_by_a_test() {}

#[cfg(not(debug_assertions))]
fn disk_hangs_in_a_test() {}
