//! A2A 1.0 as JSON (ProtoJSON of `lf.a2a.v1`), and what 0.3 calls the same things.

mod error;
pub mod legacy;
mod message;
mod task;
pub mod when;

pub use error::Fault;
pub use message::{Incoming, Takes, agent_message, member, read_message, text_of};
pub use task::{Artifact, Event, State, Status, Task};

/// What this server speaks, as the header and the card say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    V10,
    V03,
}

impl Version {
    /// By the header `A2A-Version`: none, or an empty one, is a client from before it was invented. Patch numbers do not count.
    pub fn named(header: Option<&str>) -> Result<Version, Fault> {
        let text = header.unwrap_or_default().trim();
        let mut parts = text.split('.');
        match (parts.next(), parts.next()) {
            (Some(""), None) => Ok(Version::V03),
            (Some("1"), Some("0")) => Ok(Version::V10),
            (Some("0"), Some("3")) => Ok(Version::V03),
            _ => Err(Fault::version(text)),
        }
    }
}

/// The header that says it.
pub const VERSION_HEADER: &str = "a2a-version";
pub const VERSION: &str = "1.0";
/// Where every agent's card is.
pub const CARD_PATH: &str = "/.well-known/agent-card.json";
