//! The asking end: one agent, over one connection that is kept.

mod connection;
mod events;
mod registry;

pub use connection::Client;
pub use events::Events;
pub use registry::{Agent, Registry, variable};

use crate::tls;

/// What can go wrong, each with what to do. The binary has an exit code for each.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("`{0}` is no address of an agent: it is https://HOST:PORT/")]
    BadUrl(String),
    #[error("`{0}` is not encrypted, and tasks travel over mutual TLS only: use https://")]
    Plain(String),
    #[error("nobody answers at {url}: {why}")]
    Unreachable { url: String, why: String },
    #[error("the certificate of {url} was not accepted: {why}")]
    TheirCertificate { url: String, why: String },
    #[error("{}; `herma pki crl` writes a new one beside the CA", tls::CRL_EXPIRED)]
    StaleCrl,
    #[error("your certificate was refused by {url}{detail}")]
    OurCertificate { url: String, detail: String },
    #[error("the connection to {url} was lost: {why}")]
    Gone { url: String, why: String },
    #[error("{message} ({code})")]
    Rpc { code: i64, message: String },
    #[error("{url} answered something that is no A2A: {why}")]
    NoA2a { url: String, why: String },
}
