//! Who a certificate speaks for.

use super::{PkiError, Result};
use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::GeneralName;
use x509_parser::prelude::FromDer;

/// Longer is no name but a text.
const NAME_MAX: usize = 63;

/// `spiffe://DOMAIN/agent/NAME`, with the certificate's serial number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    pub uri: String,
    /// Hexadecimal, as `pki list` shows it.
    pub serial: String,
    /// Seconds since the epoch.
    pub not_before: i64,
    pub not_after: i64,
}

impl Identity {
    pub fn uri_of(domain: &str, name: &str) -> String {
        format!("spiffe://{domain}/agent/{name}")
    }

    /// The last part of the URI, for people.
    pub fn name(&self) -> &str {
        name_of(&self.uri)
    }
}

pub fn name_of(uri: &str) -> &str {
    uri.rsplit('/').next().unwrap_or(uri)
}

/// Whether this may be an agent's name: it becomes a file name and a part of a URI.
pub fn is_name(name: &str) -> bool {
    let fine = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    (1..=NAME_MAX).contains(&name.len())
        && name.bytes().all(fine)
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
}

pub(super) fn must_be_name(name: &str) -> Result<()> {
    if is_name(name) { Ok(()) } else { Err(PkiError::BadName { name: name.to_owned() }) }
}

/// The identity in a certificate that has been verified: exactly one URI, and that a SPIFFE id. TLS looks at neither.
pub fn peer_identity(der: &[u8]) -> std::result::Result<Identity, String> {
    let (_, certificate) = X509Certificate::from_der(der).map_err(|e| format!("it cannot be read: {e}"))?;
    let names =
        certificate.subject_alternative_name().map_err(|e| format!("its names cannot be read: {e}"))?;
    let mut uris = names.iter().flat_map(|names| &names.value.general_names).filter_map(|name| match name {
        GeneralName::URI(uri) => Some(*uri),
        _ => None,
    });
    let uri = uris.next().ok_or("it names no identity (no URI among its names)")?;
    if uris.next().is_some() {
        return Err("it names two identities (two URIs among its names)".to_owned());
    }
    let well_formed = uri.strip_prefix("spiffe://").is_some_and(|rest| {
        rest.split_once('/').is_some_and(|(domain, path)| !domain.is_empty() && !path.is_empty())
    });
    let printable = uri.bytes().all(|b| b.is_ascii_graphic());
    if !well_formed || !printable || uri.len() > 2048 {
        return Err("its URI is no SPIFFE id (spiffe://DOMAIN/agent/NAME)".to_owned());
    }
    Ok(Identity {
        uri: uri.to_owned(),
        serial: hex(certificate.raw_serial()),
        not_before: certificate.validity().not_before.timestamp(),
        not_after: certificate.validity().not_after.timestamp(),
    })
}

/// A serial number; a leading zero byte is only DER's way to say "positive".
pub(crate) fn hex(bytes: &[u8]) -> String {
    let bytes = match bytes {
        [0, rest @ ..] if !rest.is_empty() => rest,
        all => all,
    };
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_name_and_part_of_a_uri() {
        for good in ["alice", "build-7", "a.b_c", "A1"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "..", ".hidden", "a/b", "a b", "ä", "-x", &"x".repeat(64)] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
