//! What is said on standard output and standard error. Nobody may be there to hear it any more: a closed terminal, a full
//! disk, a pipe whose reader has gone. That is no reason to end otherwise than was decided, so these never panic.
//!
//! Named as those of the standard library, which they hide in every module of this crate.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Something that was to be printed is lost, and whoever reads it does not know that.
static LOST: AtomicBool = AtomicBool::new(false);

pub fn out(text: Arguments<'_>) {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_fmt(text).and_then(|()| stdout.flush()) {
        Ok(()) => {}
        // Whoever has stopped reading has what they wanted.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(_) => LOST.store(true, Ordering::Relaxed),
    }
}

/// Complaints have no second way out: one that cannot be written is lost.
pub fn err(text: Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(text);
}

pub fn lost_something() -> bool {
    LOST.load(Ordering::Relaxed)
}

macro_rules! print {
    ($($text:tt)*) => { $crate::say::out(format_args!($($text)*)) };
}
macro_rules! println {
    ($($text:tt)*) => { $crate::say::out(format_args!("{}\n", format_args!($($text)*))) };
}
macro_rules! eprint {
    ($($text:tt)*) => { $crate::say::err(format_args!($($text)*)) };
}
macro_rules! eprintln {
    ($($text:tt)*) => { $crate::say::err(format_args!("{}\n", format_args!($($text)*))) };
}
