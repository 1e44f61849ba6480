//! Why the store did not do it. Unknown, expired and already decided are three different answers to a person;
//! the last six close the gate.

use crate::Millis;
use crate::request::State;

pub type Result<T> = std::result::Result<T, StoreError>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    #[error("there is no request, session or grant `{name}`")]
    Unknown { name: String },
    #[error("`{name}` has expired; nobody answered in time, or the answer was not used in time")]
    Expired { name: String, at: Millis },
    #[error("already {what} by {by}")]
    AlreadyDecided { by: String, what: State, when: Millis },
    /// A claim on what no person has allowed (yet).
    #[error("this is {state}, not approved")]
    NotApproved { state: State },
    /// A claim with another digest than the one that was approved.
    #[error("what would run is not what was approved")]
    OtherAction,
    #[error("what `{name}` is about cannot be read ({why}), so it can only be denied")]
    Unreadable { name: String, why: String },
    #[error(
        "the store was written by a newer herma (format {found}, this one knows {known}); upgrade herma, nothing runs until then"
    )]
    NewerStore { found: i64, known: i64 },
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    #[error("the disk of the store is full")]
    Full,
    #[error("the store cannot be written: {0}")]
    ReadOnly(String),
    #[error("the store stayed busy; another process may hang while it writes")]
    Busy,
    #[error("the store cannot be used: {0}")]
    Io(String),
}

impl StoreError {
    /// Whether the store itself failed, rather than refused: then nothing that needed a person may run.
    pub fn closes_the_gate(&self) -> bool {
        match self {
            StoreError::Unknown { .. }
            | StoreError::Expired { .. }
            | StoreError::AlreadyDecided { .. }
            | StoreError::NotApproved { .. }
            | StoreError::OtherAction
            | StoreError::Unreadable { .. } => false,
            StoreError::NewerStore { .. }
            | StoreError::Corrupt(_)
            | StoreError::Full
            | StoreError::ReadOnly(_)
            | StoreError::Busy
            | StoreError::Io(_) => true,
        }
    }

    pub(crate) fn unknown(name: impl std::fmt::Display) -> Self {
        StoreError::Unknown { name: name.to_string() }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
            ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => {
                StoreError::ReadOnly(error.to_string())
            }
            _ => StoreError::Io(error.to_string()),
        }
    }
}
