//! Whether a certificate would be let in, and if not, why.

use super::identity::{Identity, peer_identity};
use super::{PkiError, Result};
use crate::tls;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, UnixTime};
use std::path::Path;

/// What came of looking at a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    pub identity: Option<Identity>,
    /// Empty when it is good on both sides.
    pub faults: Vec<String>,
}

/// Looks at a certificate as a server and as a client would.
pub fn check(certificate: &Path, ca: &Path, crl: &Path) -> Result<Checked> {
    let pem = std::fs::read(certificate).map_err(PkiError::io(certificate))?;
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&pem)
        .collect::<std::result::Result<_, _>>()
        .map_err(|error| PkiError::unreadable(certificate, error))?;
    let Some((leaf, others)) = chain.split_first() else {
        return Err(PkiError::unreadable(certificate, "there is no certificate in it"));
    };
    let trust = tls::Trust::read(ca, crl).map_err(|error| PkiError::Refused(error.to_string()))?;
    let mut faults = Vec::new();
    let as_client = trust.client_verifier().map_err(|error| PkiError::Refused(error.to_string()))?;
    if let Err(error) = as_client.verify_client_cert(leaf, others, UnixTime::now()) {
        faults.push(tls::reason(&error));
    }
    let identity = match peer_identity(leaf) {
        Ok(identity) => Some(identity),
        Err(why) => {
            faults.push(why);
            None
        }
    };
    faults.dedup();
    Ok(Checked { identity, faults })
}
