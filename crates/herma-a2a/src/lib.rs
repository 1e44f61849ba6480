//! Tasks between agents over mutual TLS: the protocol (A2A 1.0), a server, a client, and the fleet's certificates.
//!
//! What a task may do is not decided here: every task is a tool call that goes through the gate (`herma_gate::Enforcer`).

#![forbid(unsafe_code)]

pub mod client;
pub mod executor;
pub mod pki;
pub mod protocol;
pub mod server;
pub mod tls;
mod web;

use std::sync::Arc;

/// Where the operator reads what happened. One call a line.
#[derive(Clone)]
pub struct Log(Arc<dyn Fn(&str) + Send + Sync>);

impl Log {
    pub fn new(write: impl Fn(&str) + Send + Sync + 'static) -> Log {
        Log(Arc::new(write))
    }

    pub fn line(&self, text: &str) {
        (self.0)(text);
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Log")
    }
}

/// A name that nobody can guess: 128 bits, hexadecimal.
pub(crate) fn random_id() -> String {
    let mut bytes = [0u8; 16];
    // Without randomness there are no names, and nothing may go on.
    match getrandom::fill(&mut bytes) {
        Ok(()) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        Err(error) => {
            eprintln!("herma: no randomness: {error}");
            std::process::abort()
        }
    }
}

/// Milliseconds since the epoch.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
