//! Why a chore did not succeed, and the exit code that says so.

use std::fmt;

/// What was asked for was done, and the answer is no: a test failed, a target was missed.
const FAILED: u8 = 1;
/// It could not be tried: wrong arguments, or something is missing.
const USAGE: u8 = 2;

#[derive(Debug)]
pub struct Failure {
    pub code: u8,
    message: String,
}

impl Failure {
    pub fn new(message: impl Into<String>) -> Self {
        Failure { code: FAILED, message: message.into() }
    }

    pub fn usage(message: impl Into<String>) -> Self {
        Failure { code: USAGE, message: message.into() }
    }

    /// For `map_err`: `what` names the thing that was tried.
    pub fn of<E: fmt::Display>(what: impl fmt::Display) -> impl FnOnce(E) -> Failure {
        move |error| Failure::new(format!("{what}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
