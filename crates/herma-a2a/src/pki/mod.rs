//! The fleet's certificates: a CA of its own, one identity an agent, a list of what was revoked.
//!
//! Keys are written once, for the owner alone, and never over another; certificates, list and ledger are replaced in one
//! step. Identity is the one URI in a certificate (`spiffe://DOMAIN/agent/NAME`), never its common name.

mod authority;
mod files;
mod identity;
mod key;
mod ledger;
mod verify;

pub use authority::{Authority, CRL_DAYS, External, Issued, LEAF_DAYS, Names, request};
pub use files::{Folder, crl_beside, is_private, private_file, private_folder, replace};
pub(crate) use identity::hex;
pub use identity::{Identity, is_name, name_of, peer_identity};
pub use key::is_encrypted;
pub use ledger::{Entry, Ledger, Standing, is_due};
pub use verify::{Checked, check};

use std::path::PathBuf;

/// Why something about certificates did not work, with what to do.
#[derive(Debug, thiserror::Error)]
pub enum PkiError {
    #[error("`{}`: {error}", .path.display())]
    Io { path: PathBuf, error: std::io::Error },
    #[error("`{}` is there already, and a key is never overwritten; {hint}", .path.display())]
    Exists { path: PathBuf, hint: &'static str },
    #[error("there is no fleet CA in `{}`; `herma pki init` makes one", .path.display())]
    NoCa { path: PathBuf },
    #[error("the key of the fleet CA is not here: only who holds it can sign")]
    NoCaKey,
    #[error("the CA's key is encrypted: type its passphrase at a terminal, or set HERMA_PKI_PASSPHRASE")]
    NeedsPassphrase,
    #[error("the passphrase does not open `{}`", .path.display())]
    WrongPassphrase { path: PathBuf },
    #[error("`{name}` is no name for an agent: letters, digits, `-`, `_` and `.`, at most 63")]
    BadName { name: String },
    #[error("no certificate of `{name}` is known here; `herma pki list` shows all")]
    Unknown { name: String },
    #[error("`{}` cannot be read: {why}", .path.display())]
    Unreadable { path: PathBuf, why: String },
    #[error("{0}")]
    Refused(String),
}

impl PkiError {
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> PkiError {
        let path = path.into();
        move |error| PkiError::Io { path, error }
    }

    pub(crate) fn unreadable(path: impl Into<PathBuf>, why: impl ToString) -> PkiError {
        PkiError::Unreadable { path: path.into(), why: why.to_string() }
    }
}

pub type Result<T> = std::result::Result<T, PkiError>;
