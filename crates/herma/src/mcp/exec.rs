//! Starting a server under a guard, holding its lock.

use super::lock::{EXIT_BUSY, EXIT_NOT_STARTED};
use herma_core::text::shown;
use herma_mcp::guard::{self, Input};
use herma_mcp::lock::{Key, Label, Lock, LockError, Locks, Standing, State, Taken};
use herma_mcp::process::Process;
use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, ExitCode, Stdio};

/// What is done if another instance runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfTaken {
    Refuse,
    Wait,
    ReplaceOrphan,
    /// No lock at all.
    Off,
}

impl IfTaken {
    pub fn named(name: &str) -> Option<IfTaken> {
        match name {
            "refuse" => Some(IfTaken::Refuse),
            "wait" => Some(IfTaken::Wait),
            "replace-orphan" => Some(IfTaken::ReplaceOrphan),
            "off" => Some(IfTaken::Off),
            _ => None,
        }
    }
}

/// Why there is no server.
#[derive(Debug)]
pub enum NotStarted {
    Busy(Box<Standing>),
    Lock(LockError),
    Io(io::Error),
}

impl NotStarted {
    pub fn say(&self, name: &str) -> ExitCode {
        match self {
            NotStarted::Busy(standing) => {
                eprintln!("herma: {}", busy(standing));
                ExitCode::from(EXIT_BUSY)
            }
            NotStarted::Lock(error) => {
                eprintln!("herma: {}", shown(&error.to_string()));
                ExitCode::FAILURE
            }
            NotStarted::Io(error) => {
                eprintln!("herma: `{}` could not be started: {error}", shown(name));
                ExitCode::from(EXIT_NOT_STARTED)
            }
        }
    }
}

fn busy(standing: &Standing) -> String {
    let name = standing.key.name();
    let pid = standing.label.as_ref().map(|label| label.process.pid);
    let who = pid.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"));
    match standing.state {
        State::Orphan => format!(
            "`{name}` runs already, and whoever started it is gone; `herma mcp lock release {name} --force` or \
             `--lock replace-orphan` ends it"
        ),
        State::Live | State::Stale | State::Free => {
            format!("`{name}` runs already, started by {who}; it was not started again")
        }
    }
}

/// A server with its guard, and the lock it runs under.
#[derive(Debug)]
pub struct Guarded {
    pub guard: Child,
    lock: Option<Lock>,
}

/// Takes the lock, and starts the command under a guard. `streams` sets what the server reads and writes.
pub fn start(
    locks: &Locks,
    key: &Key,
    if_taken: IfTaken,
    input: Input,
    command: &[OsString],
    streams: impl FnOnce(&mut Command),
) -> Result<Guarded, NotStarted> {
    let label = Label::of(command);
    let taken = match if_taken {
        IfTaken::Off => None,
        IfTaken::Refuse => Some(locks.try_take(key, &label)),
        IfTaken::ReplaceOrphan => Some(locks.take_from_orphan(key, &label)),
        IfTaken::Wait => Some(locks.wait(key, &label).map(Taken::Held)),
    };
    let lock = match taken.transpose().map_err(NotStarted::Lock)? {
        None => None,
        Some(Taken::Held(lock)) => Some(lock),
        Some(Taken::Busy(standing)) => return Err(NotStarted::Busy(Box::new(standing))),
    };
    // Should the guard be killed, what it guarded comes to us.
    guard::adopt().map_err(NotStarted::Io)?;
    let mut guarded = guard_command(input, command).map_err(NotStarted::Io)?;
    streams(&mut guarded);
    let guard = match &lock {
        Some(lock) => lock.inherited(|| guarded.spawn()).and_then(|started| started),
        None => guarded.spawn(),
    };
    Ok(Guarded { guard: guard.map_err(NotStarted::Io)?, lock })
}

impl Guarded {
    /// Waits until nothing of it is left; then the lock is free.
    pub fn finish(mut self) -> ExitCode {
        let code = guard::finish(&mut self.guard).unwrap_or(1);
        if let Some(lock) = self.lock.take() {
            // The lock itself goes with us; only its label would stay.
            let _ = lock.release();
        }
        ExitCode::from(u8::try_from(code).unwrap_or(1))
    }
}

impl Guarded {
    /// The same where others run beside it: what its guard could not end is left.
    pub fn finish_beside(mut self) {
        let _ = self.guard.wait();
    }
}

/// The program that we are, even if another one lies at its place by now.
fn ourselves() -> Command {
    Command::new("/proc/self/exe")
}

fn guard_command(input: Input, command: &[OsString]) -> io::Result<Command> {
    use std::os::unix::process::CommandExt;
    let Process { pid, started } = Process::current();
    let mut guard = ourselves();
    let input = match input {
        Input::IsItsLife => "life",
        Input::IsItsOwn => "own",
    };
    guard.args(["mcp", "guard", &pid.to_string(), &started.to_string(), input, "--"]).args(command);
    // A key typed at a terminal is for the wrapper; the guard has to see its end first.
    guard.process_group(0);
    Ok(guard)
}

/// `herma mcp guard PID STARTED life|own -- COMMAND…`
pub fn guard(args: &[OsString]) -> ExitCode {
    let words: Vec<&str> = args.iter().take(4).map(|word| word.to_str().unwrap_or_default()).collect();
    let [pid, started, input, "--"] = words.as_slice() else { return ExitCode::from(EXIT_NOT_STARTED) };
    let (Ok(pid), Ok(started)) = (pid.parse(), started.parse()) else {
        return ExitCode::from(EXIT_NOT_STARTED);
    };
    let input = if *input == "life" { Input::IsItsLife } else { Input::IsItsOwn };
    let mut server = ourselves();
    server
        .args(["mcp", "exec", &std::process::id().to_string(), "--"])
        .args(args.get(4..).unwrap_or_default());
    server.stdin(Stdio::inherit()).stdout(Stdio::inherit()).stderr(Stdio::inherit());
    match guard::run(Process { pid, started }, input, server) {
        Ok(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Err(error) => {
            eprintln!("herma: the guard could not start: {error}");
            ExitCode::from(EXIT_NOT_STARTED)
        }
    }
}

/// `herma mcp exec GUARD -- COMMAND…`
pub fn become_server(args: &[OsString]) -> ExitCode {
    let guard = args.first().and_then(|word| word.to_str()?.parse().ok());
    let command = args.get(2..).unwrap_or_default();
    if let Some(guard) = guard {
        let error = guard::become_server(guard, command);
        let name = command.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
        eprintln!("herma: `{}` could not be started: {error}", shown(&name));
    }
    ExitCode::from(EXIT_NOT_STARTED)
}

/// When whoever started us is gone, so are we; the guard does the rest.
pub fn end_with_parent() {
    let Some(handle) = Process::parent().and_then(|parent| parent.open().ok()) else { return };
    let watch = move || {
        herma_mcp::process::wait_for_end(&handle);
        std::process::exit(1)
    };
    // Without a thread to watch, the end of our input is all there is.
    let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(watch);
}
