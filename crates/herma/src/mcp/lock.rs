//! `herma mcp lock`: one live instance of each, and a look at who holds what.

use super::exec::{self, IfTaken};
use crate::check::usage;
use crate::paths::Paths;
use herma_core::text::shown;
use herma_mcp::guard::Input;
use herma_mcp::lock::{Key, LockError, Locks, Standing, State};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::{ExitCode, Stdio};

/// As sysexits.h has it: try again later.
pub const EXIT_BUSY: u8 = 75;
pub const EXIT_NOT_STARTED: u8 = 127;

const HELP: &str = "\
usage: herma mcp lock run NAME [--lock refuse|wait|replace-orphan] -- COMMAND…
       herma mcp lock status NAME [--json]
       herma mcp lock list [--json]
       herma mcp lock cleanup [--json]
       herma mcp lock release NAME [--force] [--json]

  run        takes the lock, runs the command, frees the lock. The command is ended with whoever started this,
             however that ends, and leaves nothing running. It is not given the terminal as its input.
  status     whether NAME is locked, by whom, and whether that one is alive
  list       all that are held, or were left behind by somebody who was killed
  cleanup    clears what was left behind, and prints how many
  release    clears one that nobody holds; one that is held stays held.
             --force ends its holder: TERM, then KILL, to that very process and no other

  --home DIR   Herma's own home

exit: `run`: the command's own code, 75 another one runs, 127 it could not be started;
`status`: 0 locked, 1 not; else 0, 1 not done, 2 usage
";

#[derive(Default)]
struct Arguments {
    words: Vec<String>,
    command: Vec<OsString>,
    home: Option<OsString>,
    json: bool,
    force: bool,
    if_taken: Option<IfTaken>,
}

fn parse(args: &[OsString]) -> Result<Option<Arguments>, String> {
    let mut out = Arguments::default();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = |name: &str| words.next().cloned().ok_or_else(|| format!("`{name}` needs a value"));
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => return Ok(None),
            "--json" => out.json = true,
            "--force" => out.force = true,
            "--home" => out.home = Some(value("--home")?),
            "--lock" => {
                let policy = value("--lock")?;
                let known = policy.to_str().and_then(IfTaken::named).filter(|one| *one != IfTaken::Off);
                out.if_taken = Some(known.ok_or("`--lock` is one of refuse, wait, replace-orphan")?);
            }
            "--" => out.command.extend(words.by_ref().cloned()),
            option if option.starts_with('-') => {
                return Err(format!("`{}` is no option; --help lists them", shown(option)));
            }
            text => out.words.push(text.to_owned()),
        }
    }
    Ok(Some(out))
}

pub fn main(args: &[OsString]) -> ExitCode {
    let arguments = match parse(args) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    let locks = match Paths::resolve(arguments.home.as_deref()) {
        Ok(paths) => Locks::at(paths.mcp_locks()),
        Err(error) => {
            eprintln!("herma: {error}");
            return ExitCode::FAILURE;
        }
    };
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["run", name] if !arguments.command.is_empty() => return run(&locks, name, &arguments),
        ["run", ..] => {
            return usage("name it, and give the command after `--`: herma mcp lock run NAME -- COMMAND…");
        }
        ["status", name] => status(&locks, name, arguments.json),
        ["list"] => locks.list().map(|all| (list(&all, arguments.json), ExitCode::SUCCESS)),
        ["cleanup"] => locks.cleanup().map(|count| {
            let text = if arguments.json { json!({"cleaned": count}).to_string() } else { count.to_string() };
            (format!("{text}\n"), ExitCode::SUCCESS)
        }),
        ["release", name] => release(&locks, name, arguments.force, arguments.json),
        _ => return usage("run, status, list, cleanup or release; --help says more"),
    };
    match done {
        Ok((text, code)) => {
            print!("{text}");
            code
        }
        Err(error) => {
            if arguments.json {
                println!("{}", json!({"error": error.to_string()}));
            }
            eprintln!("herma: {}", shown(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

fn run(locks: &Locks, name: &str, arguments: &Arguments) -> ExitCode {
    let key = match Key::plain(name) {
        Ok(key) => key,
        Err(error) => return usage(&shown(&error.to_string())),
    };
    let if_taken = arguments.if_taken.unwrap_or(IfTaken::Refuse);
    let started = exec::start(locks, &key, if_taken, Input::IsItsOwn, &arguments.command, |command| {
        // In a group of its own, whoever reads from the terminal is stopped by it.
        if std::io::stdin().is_terminal() {
            command.stdin(Stdio::null());
        }
    });
    match started {
        Ok(guarded) => {
            exec::end_with_parent();
            guarded.finish()
        }
        Err(why) => {
            why.say(&arguments.command.first().map(|w| w.to_string_lossy().into_owned()).unwrap_or_default())
        }
    }
}

fn status(locks: &Locks, name: &str, as_json: bool) -> Result<(String, ExitCode), LockError> {
    let all = locks.named(name)?;
    let locked = all.iter().any(|one| one.state.is_locked());
    let text = match as_json {
        true => {
            let instances: Vec<Value> = all.iter().map(to_json).collect();
            format!("{}\n", json!({"name": name, "locked": locked, "instances": instances}))
        }
        false if all.is_empty() => format!("{}  free\n", shown(name)),
        false => all.iter().map(line).collect(),
    };
    Ok((text, if locked { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

fn list(all: &[Standing], as_json: bool) -> String {
    match as_json {
        true => format!("{}\n", Value::Array(all.iter().map(to_json).collect())),
        false if all.is_empty() => "nothing is locked\n".to_owned(),
        false => all.iter().map(line).collect(),
    }
}

fn release(locks: &Locks, name: &str, force: bool, as_json: bool) -> Result<(String, ExitCode), LockError> {
    let all = locks.named(name)?;
    for one in &all {
        locks.release(&one.key, force)?;
    }
    let was = all.iter().any(|one| one.state != State::Free);
    let text = match (as_json, was) {
        (true, _) => json!({"name": name, "released": was}).to_string(),
        (false, true) => format!("released {}", shown(name)),
        (false, false) => format!("{} was free", shown(name)),
    };
    Ok((format!("{text}\n"), ExitCode::SUCCESS))
}

fn to_json(one: &Standing) -> Value {
    let label = one.label.as_ref();
    json!({
        "key": one.key.as_str(),
        "name": one.key.name(),
        "state": one.state.as_str(),
        "locked": one.state.is_locked(),
        "pid": label.map(|label| label.process.pid),
        "alive": label.is_some_and(|label| label.is_alive()),
        "program": label.map(|label| &label.program),
        "since": label.map(|label| label.since),
        "holders": one.holders.iter().map(|process| process.pid).collect::<Vec<_>>(),
    })
}

fn line(one: &Standing) -> String {
    let label = one.label.as_ref();
    let who = label.map_or_else(String::new, |label| {
        let since = crate::history::time_of(label.since);
        format!("  process {}  {}  since {since}", label.process.pid, shown(&label.program))
    });
    let holders: Vec<String> = one.holders.iter().map(|process| process.pid.to_string()).collect();
    let held =
        if one.state == State::Orphan { format!("  held by {}", holders.join(", ")) } else { String::new() };
    format!("{:<32} {:<7}{who}{held}\n", one.key.as_str(), one.state.as_str())
}
