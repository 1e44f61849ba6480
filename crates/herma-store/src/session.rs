//! A session of an agent: who hosts it, and whether that host is still the same one.

use crate::Millis;

/// The process that hosts an agent. A pid alone is reused; with its start time it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Host {
    pub pid: u32,
    /// In whatever unit the system counts; only compared for equality.
    pub started: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub agent: String,
    pub id: String,
    pub host: Host,
    pub first_seen: Millis,
    pub last_seen: Millis,
    pub ended: Option<Millis>,
    /// How often another host took it up again.
    pub resumed: u32,
}

/// How a session came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    New,
    Known,
    /// The id is known, the host is another one, or the session had ended: its requests are attached again, its
    /// grants want one confirmation.
    Resumed,
}
