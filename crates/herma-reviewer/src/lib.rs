//! The reviewer: a language model that reads a call before a person does (design, sections 4 and 5; `docs/reviewer.md`).
//!
//! It may raise anything and clear what is mild; whether it may is not decided here. What it reads was written by
//! whoever wants the call to run, so it is framed as data behind a fence nobody could foresee, and an answer counts only
//! if it repeats the fence. Malformed, late, refused: the reviewer failed, and a person is asked.

#![forbid(unsafe_code)]

mod address;
mod chain;
mod fail;
mod frame;
mod http;
mod phrases;
mod protocol;
mod wrapped;

pub use address::speaks_to_its_judge;
pub use chain::{Memory, Review, Reviewed, review};
pub use fail::{Fail, Kind};
pub use frame::{Case, Frame};
pub use http::{Carrier, Http, Post, Received};
pub use protocol::{Form, Protocol};

/// One model that may be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    pub name: String,
    pub protocol: Protocol,
    /// Up to and without the protocol's own path: `https://api.openai.com/v1`.
    pub url: String,
    pub model: String,
    pub key: Option<String>,
}

/// What it thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Approve,
    Deny,
    Escalate,
}

impl Answer {
    pub const fn as_str(self) -> &'static str {
        match self {
            Answer::Approve => "approve",
            Answer::Deny => "deny",
            Answer::Escalate => "escalate",
        }
    }

    fn named(name: &str) -> Option<Answer> {
        [Answer::Approve, Answer::Deny, Answer::Escalate].into_iter().find(|one| one.as_str() == name)
    }
}

/// An answer with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    pub answer: Answer,
    pub reason: String,
    /// The provider that gave it.
    pub by: String,
}

/// What one call of a provider cost, whether or not it came to anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    pub provider: String,
    pub model: String,
    pub input: u64,
    pub output: u64,
    /// How it failed, if it did.
    pub failed: Option<Kind>,
}
