//! Nothing that was started outlives whoever wanted it.
//!
//! A wrapper may be killed at any moment, and then can end nobody any more. So between it and the server stands a process
//! that does nothing but wait: for the end of the server, for the end of the wrapper, for the server's input to be closed.
//! It adopts whatever the server leaves behind, and ends that too. Should the guard itself be killed, the kernel ends the
//! server, and the wrapper, which adopts then, ends the rest.

use crate::process::{Process, children, ended_within};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, pidfd_send_signal};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// A server whose input was closed is given so long to end by itself.
const POLITE: Duration = Duration::from_millis(1000);
/// The same where whoever started it is gone: nobody reads its last words.
const ABANDONED: Duration = Duration::from_millis(300);
/// Between TERM and KILL.
const AFTER_TERM: Duration = Duration::from_millis(400);
/// What forks as fast as it is ended is given up on after so long.
const SWEEP_MAX: Duration = Duration::from_secs(2);
/// Ended by a signal, as shells say it: this and its number.
const EXIT_SIGNAL: i32 = 128;

/// Whether the end of the server's input is the end of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    IsItsLife,
    IsItsOwn,
}

/// From here on, what our descendants leave behind is ours.
pub fn adopt() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

/// What the guard does: starts the server with what it was itself started with, and comes back with its code when nothing
/// of it is left.
pub fn run(wrapper: Process, input: Input, mut server: Command) -> io::Result<i32> {
    adopt()?;
    let wrapper = wrapper.open()?;
    let mut child = server.process_group(0).spawn()?;
    drop(server);
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let Some(group) = group else { return Err(io::Error::other("the server has no process number")) };
    // Not reaped yet, so the number is still its own.
    let handle = rustix::process::pidfd_open(group, rustix::process::PidfdFlags::empty())?;
    let grace = wait(&wrapper, &handle, input);
    if let Some(grace) = grace
        && !ended_within(&handle, grace)
    {
        let _ = kill_process_group(group, Signal::TERM);
        ended_within(&handle, AFTER_TERM);
    }
    // INVARIANT: the server is not reaped before its group was ended: until then no other group can have its number.
    let _ = kill_process_group(group, Signal::KILL);
    let status = child.wait()?;
    sweep();
    Ok(code(status))
}

/// Waits until there is something to do. `None`: the server has ended; else how long it may take to.
fn wait(wrapper: &rustix::fd::OwnedFd, server: &rustix::fd::OwnedFd, input: Input) -> Option<Duration> {
    let stdin = io::stdin();
    loop {
        let mut watched = vec![PollFd::new(server, PollFlags::IN), PollFd::new(wrapper, PollFlags::IN)];
        if input == Input::IsItsLife {
            // Asks for nothing but what is always told: that nobody can write any more.
            watched.push(PollFd::new(&stdin, PollFlags::empty()));
        }
        match poll(&mut watched, None) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return Some(ABANDONED),
            Ok(_) => {}
        }
        let happened: Vec<bool> = watched.iter().map(|one| !one.revents().is_empty()).collect();
        match happened.as_slice() {
            [true, ..] => return None,
            [_, true, ..] => return Some(ABANDONED),
            _ => {}
        }
        if happened.get(2) == Some(&true) {
            // Polite, unless the wrapper goes too.
            let until = Instant::now() + POLITE;
            while Instant::now() < until {
                if ended_within(server, Duration::from_millis(20)) {
                    return None;
                }
                if ended_within(wrapper, Duration::ZERO) {
                    return Some(ABANDONED);
                }
            }
            return Some(Duration::ZERO);
        }
    }
}

/// Ends everything that came to be our child, until nothing does any more.
pub fn sweep() {
    let until = Instant::now() + SWEEP_MAX;
    loop {
        for child in children(std::process::id()) {
            // A child of ours keeps its number until we reap it.
            if let Ok(handle) = child.open() {
                let _ = pidfd_send_signal(&handle, Signal::KILL);
                ended_within(&handle, Duration::from_millis(200));
            }
        }
        match rustix::process::wait(WaitOptions::NOHANG) {
            Err(_) => return,
            Ok(_) if Instant::now() > until => return,
            Ok(Some(_)) => {}
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// What becomes the server: dies with the guard, and then is the server. Comes back only if that fails.
pub fn become_server(guard: u32, command: &[OsString]) -> io::Error {
    if let Err(error) = rustix::process::set_parent_process_death_signal(Some(Signal::KILL)) {
        return error.into();
    }
    // Set too late, it is never sent.
    if std::os::unix::process::parent_id() != guard {
        return io::Error::other("the guard is gone");
    }
    let Some((program, arguments)) = command.split_first() else {
        return io::Error::other("no command was given");
    };
    Command::new(program).args(arguments).exec()
}

pub fn code(status: ExitStatus) -> i32 {
    status.code().or_else(|| status.signal().map(|signal| EXIT_SIGNAL + signal)).unwrap_or(1)
}

/// Waits for the guard, and does its work if it was killed.
pub fn finish(guard: &mut Child) -> io::Result<i32> {
    let status = guard.wait()?;
    if status.code().is_none() {
        sweep();
    }
    Ok(code(status))
}
