//! `herma`: the boundary between what an agent wants to do and what happens.

// First: its macros hide those of the standard library in what follows.
#[macro_use]
mod say;

mod a2a;
mod answer;
mod answerer;
mod approver;
mod argv;
mod ask;
mod audit;
mod check;
mod config;
mod connect;
mod crisis;
mod doctor;
mod edit;
mod eval;
mod explain;
mod fail_closed;
mod gateway;
mod grants;
mod history;
mod hook;
mod host;
mod inbox;
mod init;
mod level1;
mod list;
mod manual;
#[cfg(target_os = "linux")]
mod mcp;
mod mode;
mod options;
mod pki;
mod places;
mod policy_command;
mod prompt;
mod relay;
mod review;
mod reviewer;
mod run;
mod session;
mod signals;
mod style;

use herma_engine::{
    approvals, assessors, effective_policy, enforce, paths, redact, session_state, spool, terminal_session,
    trace, world,
};
use herma_view::{duration, remembered, view};
use std::ffi::OsString;
use std::process::ExitCode;

const HELP: &str = "\
herma: a human confirmation firewall for AI agents

usage: herma COMMAND …

judging
  check COMMAND        what would be decided: exit 0 allow, 10 ask, 20 deny
  explain COMMAND      the same for a person: which part, why, and what to do instead
  eval FILE…           how often that is right, on labelled calls

running
  run COMMAND          run it; asks here first if it matters
  ask QUESTION         put a question to the person at the terminal, and print the answer

gateway
  up                   the web inbox, and an HTTP API for agents; `up --demo` to try it
  status, down         how it is; end it
  token add|list       who may talk to it: agents submit, approvers decide
  approver add|link    who answers beside you, and by which chat accounts

answering
  inbox                all that waits for a person, on one screen, live
  list                 the same as lines, or as JSON
  approve ID, deny ID  answer one of them
  grants list|revoke   what was allowed for longer, and taking it back; `add` allows before it is asked
  session list|end     who has been asking; takes back what was allowed for a session
  audit verify         whether the record of decisions is whole

rules
  policy check|test    what is wrong with a policy file; whether its examples come out as they say
  policy show|add      what is in force, and where it comes from; writes a rule
  policy apply         puts your policy file in force after you have edited it by hand
  mode show|set        how strictly, for shell and for tools
  reviewer test        whether the models of mode smart answer
  crisis card|report   what a person in crisis is shown, and how often that was

looking back
  trace list|show      what was judged, and what came of it
  stats                how often people are asked, and how they answer
  replay --policy FILE what another policy would have decided
  suggest              rules that would have saved prompts, learned from your answers
  forget               forget traces: by time, by session, or all
  review list|show     what was changed and can be undone
  undo ID              put it back, exactly

agents
  connect AGENT        put Herma between an agent and this machine (`herma connect` lists them)
  disconnect AGENT     take it out again, and restore what was there
  doctor [AGENT]       prove that each hook is alive, and name what is open
  setup --level 1      a user of their own for store, policy and keys (root); `setup --remove` undoes it
  hook AGENT           what the agent calls; not for people
  mcp wrap|proxy|…     a firewall in front of MCP servers, and one instance of each

fleet
  pki init|issue|…     the certificates by which agents know each other
  a2a serve|send|…     tasks to and from other agents, over mutual TLS

finding one's way
  init                 a first policy, by three questions
  paths                where everything lies
  config list          every setting, its value, and where that comes from
  completions SHELL    for bash, zsh and fish
  man                  the manual page

`herma COMMAND --help` says more. State lives under `--home DIR`, else HERMA_HOME, else
~/.config/herma and ~/.local/share/herma.
";

/// What the standard library exits with after a panic.
const EXIT_PANIC: u8 = 101;

/// Wrong use of the command line.
pub const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    // By hand and before anything else: the hook's cold start is counted in microseconds.
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    // A hook judges on threads of its own. All else runs on one whose stack does not depend on `ulimit -s`.
    let code = match args.first().is_some_and(|command| command == "hook") {
        true => run_command(&args),
        false => on_own_stack(move || run_command(&args)),
    };
    match code {
        ExitCode::SUCCESS if say::lost_something() => ExitCode::FAILURE,
        code => code,
    }
}

/// Runs something on a stack of known size.
fn on_own_stack(work: impl FnOnce() -> ExitCode + Send + 'static) -> ExitCode {
    let worker = std::thread::Builder::new().name("main".to_owned()).stack_size(herma_core::work::STACK);
    match worker.spawn(work) {
        Ok(worker) => worker.join().unwrap_or(ExitCode::from(EXIT_PANIC)),
        Err(e) => {
            eprintln!("herma: cannot start a thread: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run_command(args: &[OsString]) -> ExitCode {
    let Some((command, rest)) = args.split_first() else {
        eprint!("{HELP}");
        return ExitCode::from(EXIT_USAGE);
    };
    level1::remark(command.to_str().unwrap_or_default(), rest);
    match command.to_str().unwrap_or_default() {
        "hook" => hook::main(rest),
        "check" => check::main(rest),
        "explain" => explain::main(rest),
        "eval" => eval::main(rest),
        "up" => gateway::up(rest),
        "status" => gateway::status(rest),
        "down" => gateway::down(rest),
        "token" => gateway::token(rest),
        "approver" => approver::main(rest),
        "list" => list::main(rest),
        "inbox" => inbox::main(rest),
        "approve" => answer::approve(rest),
        "deny" => answer::deny(rest),
        "run" => run::main(rest),
        "session" => session::main(rest),
        "grants" => grants::main(rest),
        "audit" => audit::main(rest),
        "ask" => ask::main(rest),
        "init" => init::main(rest),
        "paths" => places::main(rest),
        "config" => config::main(rest),
        "completions" => manual::completions(rest),
        "man" => manual::man(rest),
        "policy" => policy_command::main(rest),
        "mode" => mode::main(rest),
        "reviewer" => reviewer::main(rest),
        "crisis" => crisis::main(rest),
        "trace" => history::trace(rest),
        "stats" => history::stats(rest),
        "replay" => history::replay(rest),
        "suggest" => history::suggest(rest),
        "forget" => history::forget(rest),
        "pki" => pki::main(rest),
        "a2a" => a2a::main(rest),
        "review" => review::review(rest),
        "undo" => review::undo(rest),
        "connect" => connect::connect(rest),
        "disconnect" => connect::disconnect(rest),
        "doctor" => doctor::main(rest),
        "setup" => level1::main(rest),
        #[cfg(target_os = "linux")]
        "mcp" => mcp::main(rest),
        #[cfg(debug_assertions)]
        "prompt-demo" => prompt::demo::main(rest),
        #[cfg(debug_assertions)]
        "inbox-demo" => inbox::demo::main(rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        "version" | "--version" | "-V" => {
            println!("herma {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        other => {
            eprintln!("herma: `{}` is no command; `herma help` lists them", herma_core::text::shown(other));
            ExitCode::from(EXIT_USAGE)
        }
    }
}
