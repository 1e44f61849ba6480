//! Signals while an approved command runs: passed on to it, and never the end of us before what came of it is on record.
//!
//! A terminal sends to the whole group in front, which the command is in: what comes from there is not passed on, or it would
//! arrive twice. The kernel says which it was. Handlers cannot be had without unsafe code.

#![allow(unsafe_code)]

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::mem::zeroed;
use std::os::fd::AsRawFd;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

/// Those that a process may be sent on purpose, and that would end or stop us. Of the others most are faults of our own.
const PASSED: [libc::c_int; 12] = [
    libc::SIGTERM,
    libc::SIGINT,
    libc::SIGHUP,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGALRM,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGWINCH,
    libc::SIGCONT,
    libc::SIGTSTP,
];
/// Ends the thread that passes on.
const OVER: u8 = 0;
/// Beside a signal's number: the command has had it from the terminal.
const SEEN: u8 = 0x80;

/// Where the handler writes to; one relay at a time.
static TO: AtomicI32 = AtomicI32::new(-1);

/// While this lives, signals are kept from ending us.
#[derive(Debug)]
pub struct Relay {
    from: PipeReader,
    to: PipeWriter,
    before: Vec<(libc::c_int, Action)>,
}

#[derive(Clone, Copy)]
struct Action(libc::sigaction);

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Action")
    }
}

impl Relay {
    /// What comes before the command is there waits for it.
    pub fn start() -> io::Result<Relay> {
        let (from, to) = io::pipe()?;
        rustix::io::ioctl_fionbio(&to, true)?;
        TO.store(to.as_raw_fd(), Ordering::SeqCst);
        let mut relay = Relay { from, to, before: Vec::new() };
        // SAFETY: zeroed, a `sigaction` is valid: no flags, an empty mask.
        let mut action: libc::sigaction = unsafe { zeroed() };
        let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = on_signal;
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
        for signal in PASSED {
            // SAFETY: zeroed, a `sigaction` is valid; the call fills it.
            let mut before: libc::sigaction = unsafe { zeroed() };
            // SAFETY: both structs are initialised; the handler only does what handlers may.
            if unsafe { libc::sigaction(signal, &raw const action, &raw mut before) } != 0 {
                return Err(io::Error::last_os_error());
            }
            relay.before.push((signal, Action(before)));
            if before.sa_sigaction == libc::SIG_IGN {
                // `nohup`: it stays ignored, for the command too.
                relay.put_back();
            }
        }
        Ok(relay)
    }

    /// Passes on to this child of ours until it has ended; it is not reaped here.
    pub fn serve(&self, child: u32) {
        let Some(pid) = i32::try_from(child).ok().and_then(Pid::from_raw) else { return };
        std::thread::scope(|scope| {
            let passing = std::thread::Builder::new().spawn_scoped(scope, || self.pass_on(pid));
            let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while let Err(rustix::io::Errno::INTR) = waitid(WaitId::Pid(pid), ended) {}
            // Only a pipe that is full of signals takes it later.
            while passing.is_ok() && (&self.to).write_all(&[OVER]).is_err() {
                std::thread::yield_now();
            }
        });
    }

    fn pass_on(&self, pid: Pid) {
        let mut byte = [OVER];
        while (&self.from).read_exact(&mut byte).is_ok() {
            let [byte] = byte;
            if byte == OVER {
                return;
            }
            let signal = libc::c_int::from(byte & !SEEN);
            if byte & SEEN == 0 {
                // SAFETY: the child is ours, and is not reaped before this thread has ended.
                unsafe {
                    libc::kill(pid.as_raw_nonzero().get(), signal);
                }
            }
            if signal == libc::SIGTSTP {
                // The shell waits for us to stop, not for the command.
                // SAFETY: stops this process; no memory is involved.
                unsafe {
                    libc::raise(libc::SIGSTOP);
                }
            }
        }
    }

    fn put_back(&mut self) {
        if let Some((signal, Action(before))) = self.before.pop() {
            // SAFETY: `before` is what the kernel gave for this signal.
            unsafe {
                libc::sigaction(signal, &raw const before, ptr::null_mut());
            }
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        while !self.before.is_empty() {
            self.put_back();
        }
        TO.store(-1, Ordering::SeqCst);
    }
}

extern "C" fn on_signal(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel hands a valid `siginfo_t` to a handler that was set with SA_SIGINFO.
    let code = unsafe { (*info).si_code };
    let by_a_process = code <= 0 || code == libc::SI_USER;
    // A terminal that is hung up says so to its session leader alone, which may be us. Going on twice is going on.
    let seen = !by_a_process && !matches!(signal, libc::SIGHUP | libc::SIGCONT);
    let byte = u8::try_from(signal).unwrap_or(OVER) | if seen { SEEN } else { 0 };
    let to = TO.load(Ordering::SeqCst);
    // SAFETY: `write` may be called in a handler, and what it says of a failure is put back.
    unsafe {
        #[cfg(target_os = "linux")]
        let error = libc::__errno_location();
        #[cfg(not(target_os = "linux"))]
        let error = libc::__error();
        let kept = *error;
        libc::write(to, (&raw const byte).cast(), 1);
        *error = kept;
    }
}
