//! What can go wrong with a task, and the exit code of each.

use herma_a2a::client::ClientError;
use herma_a2a::tls::TlsError;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Usage(String),
    #[error("{0}")]
    Other(String),
    #[error("{0}")]
    NoAgent(String),
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// It was said already.
    #[error("")]
    NotDone,
    #[error("{0}")]
    Waits(String),
    #[error("{0}")]
    Timeout(String),
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    pub fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => crate::EXIT_USAGE,
            Failure::Other(_) | Failure::Tls(_) => 1,
            Failure::NoAgent(_) => 3,
            Failure::Client(ClientError::OurCertificate { .. }) => 4,
            Failure::Client(ClientError::TheirCertificate { .. }) => 5,
            Failure::Client(ClientError::StaleCrl) => 6,
            Failure::Client(ClientError::Unreachable { .. } | ClientError::Gone { .. }) => 7,
            Failure::Client(ClientError::BadUrl(_) | ClientError::Plain(_)) => crate::EXIT_USAGE,
            Failure::Client(ClientError::Rpc { .. } | ClientError::NoA2a { .. }) => 1,
            Failure::NotDone => 8,
            Failure::Waits(_) => 9,
            Failure::Timeout(_) => 124,
            Failure::Refused(_) => 126,
        }
    }
}
