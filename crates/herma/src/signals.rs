//! Signals while a person is asked: noted, so that the terminal is put back and a denial is recorded before we end.
//!
//! Handlers cannot be had without unsafe code; `fail_closed.rs` has the other ones. What was set before is set again when the
//! asking is over; what `herma run` then passes on to a command is in `relay.rs`.

#![allow(unsafe_code)]

use std::io;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// They end a process that does not watch for them.
const ENDING: [libc::c_int; 4] = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGQUIT];
/// After them the screen is no longer what was drawn.
const REDRAWING: [libc::c_int; 2] = [libc::SIGWINCH, libc::SIGCONT];

static ENDED_BY: AtomicI32 = AtomicI32::new(0);
static RESIZED: AtomicBool = AtomicBool::new(false);
static RESUMED: AtomicBool = AtomicBool::new(false);

/// While this lives, signals are noted. One at a time.
#[derive(Debug)]
pub struct Watch {
    before: Vec<(libc::c_int, Action)>,
}

#[derive(Clone, Copy)]
struct Action(libc::sigaction);

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Action")
    }
}

impl Watch {
    pub fn start() -> io::Result<Watch> {
        ENDED_BY.store(0, Ordering::SeqCst);
        RESIZED.store(false, Ordering::SeqCst);
        RESUMED.store(false, Ordering::SeqCst);
        let mut watch = Watch { before: Vec::new() };
        for signal in ENDING.into_iter().chain(REDRAWING) {
            let action = note();
            // SAFETY: zeroed, a `sigaction` is valid; the call fills it.
            let mut before: libc::sigaction = unsafe { std::mem::zeroed() };
            // SAFETY: both structs are initialised; the handler only stores into atomics.
            if unsafe { libc::sigaction(signal, &raw const action, &raw mut before) } != 0 {
                return Err(io::Error::last_os_error());
            }
            watch.before.push((signal, Action(before)));
        }
        Ok(watch)
    }

    /// The signal that asks us to end, if one came.
    pub fn ended_by(&self) -> Option<i32> {
        Some(ENDED_BY.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
    }

    /// Whether the window has another size since the last call.
    pub fn was_resized(&self) -> bool {
        RESIZED.swap(false, Ordering::SeqCst)
    }

    /// Whether we were stopped and go on since the last call: the shell may have set the terminal's modes.
    pub fn was_resumed(&self) -> bool {
        RESUMED.swap(false, Ordering::SeqCst)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        for (signal, Action(before)) in self.before.drain(..) {
            // SAFETY: `before` is what the kernel gave for this signal.
            unsafe {
                libc::sigaction(signal, &raw const before, ptr::null_mut());
            }
        }
    }
}

/// Without SA_RESTART: a wait for keys is to end when a signal comes.
fn note() -> libc::sigaction {
    // SAFETY: zeroed, a `sigaction` is valid: no flags, an empty mask.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = on_signal as extern "C" fn(libc::c_int) as usize;
    action
}

extern "C" fn on_signal(signal: libc::c_int) {
    match signal {
        libc::SIGWINCH => RESIZED.store(true, Ordering::SeqCst),
        libc::SIGCONT => RESUMED.store(true, Ordering::SeqCst),
        _ => ENDED_BY.store(signal, Ordering::SeqCst),
    }
}
