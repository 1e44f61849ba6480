//! TLS 1.3 with a certificate on both sides. Who is on the other end comes from here and from nowhere else.

use crate::pki::{Identity, is_private, peer_identity};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, CertificateRevocationListDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, RootCertStore,
    ServerConfig, SignatureScheme,
};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use x509_parser::prelude::FromDer;
use x509_parser::revocation_list::CertificateRevocationList;

/// What keeps a TLS end from being set up.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    #[error("`{}`: {error}", .path.display())]
    Io { path: PathBuf, error: std::io::Error },
    #[error("`{}` holds no {what} that can be read", .path.display())]
    Unreadable { path: PathBuf, what: &'static str },
    #[error("others can read the key `{}`; make it yours alone: chmod 600", .path.display())]
    OpenKey { path: PathBuf },
    #[error(
        "there is no list of revoked certificates at `{}`, and without one nobody can be let in; \
         `herma pki crl` writes it beside the CA, `--crl` names another",
        .path.display()
    )]
    NoCrl { path: PathBuf },
    #[error("{0}")]
    Setup(String),
}

/// Whom we believe: the fleet's CA and its list of revoked certificates.
#[derive(Debug, Clone)]
pub struct Trust {
    roots: Arc<RootCertStore>,
    crls: Vec<CertificateRevocationListDer<'static>>,
    revoked: HashSet<String>,
    /// When the list is out of date; seconds since the epoch.
    pub crl_until: Option<i64>,
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(path).map_err(|error| TlsError::Io { path: path.to_owned(), error })
}

impl Trust {
    pub fn read(ca: &Path, crl: &Path) -> Result<Trust, TlsError> {
        let unreadable = |path: &Path, what| TlsError::Unreadable { path: path.to_owned(), what };
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(&read(ca)?) {
            let certificate = certificate.map_err(|_| unreadable(ca, "certificate"))?;
            roots.add(certificate).map_err(|_| unreadable(ca, "certificate"))?;
        }
        if roots.is_empty() {
            return Err(unreadable(ca, "certificate"));
        }
        if !crl.exists() {
            return Err(TlsError::NoCrl { path: crl.to_owned() });
        }
        let crls: Vec<_> = CertificateRevocationListDer::pem_slice_iter(&read(crl)?)
            .collect::<Result<_, _>>()
            .map_err(|_| unreadable(crl, "list of revoked certificates"))?;
        let mut revoked = HashSet::new();
        let mut crl_until: Option<i64> = None;
        for der in &crls {
            let (_, list) = CertificateRevocationList::from_der(der)
                .map_err(|_| unreadable(crl, "list of revoked certificates"))?;
            revoked.extend(list.iter_revoked_certificates().map(|one| crate::pki::hex(one.raw_serial())));
            let until = list.next_update().map(|time| time.timestamp());
            crl_until = match (crl_until, until) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        if crls.is_empty() {
            return Err(unreadable(crl, "list of revoked certificates"));
        }
        Ok(Trust { roots: Arc::new(roots), crls, revoked, crl_until })
    }

    /// Why somebody who was let in is no longer welcome.
    pub fn still_welcome(&self, identity: &Identity, now: i64) -> Result<(), &'static str> {
        match () {
            () if self.revoked.contains(&identity.serial) => Err("its certificate was revoked"),
            () if now >= identity.not_after => Err("its certificate has expired"),
            () if self.crl_until.is_some_and(|until| now >= until) => {
                Err("the list of revoked certificates is out of date")
            }
            () => Ok(()),
        }
    }

    pub fn client_verifier(&self) -> Result<Arc<dyn ClientCertVerifier>, TlsError> {
        WebPkiClientVerifier::builder_with_provider(Arc::clone(&self.roots), provider())
            .with_crls(self.crls.iter().cloned())
            // Without it a list from last year would do.
            .enforce_revocation_expiration()
            .build()
            .map_err(|error| TlsError::Setup(format!("the fleet's CA cannot be used: {error}")))
    }

    fn server_verifier(&self) -> Result<Arc<WebPkiServerVerifier>, TlsError> {
        WebPkiServerVerifier::builder_with_provider(Arc::clone(&self.roots), provider())
            .with_crls(self.crls.iter().cloned())
            .enforce_revocation_expiration()
            .build()
            .map_err(|error| TlsError::Setup(format!("the fleet's CA cannot be used: {error}")))
    }
}

/// Our own certificate and key.
#[derive(Debug)]
pub struct Own {
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
    pub identity: Identity,
}

impl Own {
    pub fn read(certificate: &Path, key: &Path) -> Result<Own, TlsError> {
        let unreadable = |path: &Path, what| TlsError::Unreadable { path: path.to_owned(), what };
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&read(certificate)?)
            .collect::<Result<_, _>>()
            .map_err(|_| unreadable(certificate, "certificate"))?;
        let leaf = chain.first().ok_or_else(|| unreadable(certificate, "certificate"))?;
        let identity = peer_identity(leaf)
            .map_err(|why| TlsError::Setup(format!("`{}` is no identity: {why}", certificate.display())))?;
        let bytes = read(key)?;
        if !is_private(key).map_err(|error| TlsError::Io { path: key.to_owned(), error })? {
            return Err(TlsError::OpenKey { path: key.to_owned() });
        }
        let key = PrivateKeyDer::from_pem_slice(&bytes).map_err(|_| unreadable(key, "private key"))?;
        Ok(Own { chain, key, identity })
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

/// The serving end: whoever has no certificate of the fleet does not get to say a word.
pub fn server_config(trust: &Trust, own: &Own) -> Result<ServerConfig, TlsError> {
    let verifier = Arc::new(OneIdentity { inner: trust.client_verifier()? });
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(|error| TlsError::Setup(error.to_string()))?
        .with_client_cert_verifier(verifier)
        .with_single_cert(own.chain.clone(), own.key.clone_key())
        .map_err(|error| TlsError::Setup(format!("certificate and key do not fit: {error}")))?;
    // A resumed session would skip the look at the certificate.
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 0;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// The asking end. With `pinned`, only that identity is talked to.
pub fn client_config(trust: &Trust, own: &Own, pinned: Option<&str>) -> Result<ClientConfig, TlsError> {
    let verifier = Arc::new(Expected { inner: trust.server_verifier()?, pinned: pinned.map(str::to_owned) });
    let mut config = ClientConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(|error| TlsError::Setup(error.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_client_auth_cert(own.chain.clone(), own.key.clone_key())
        .map_err(|error| TlsError::Setup(format!("certificate and key do not fit: {error}")))?;
    config.resumption = rustls::client::Resumption::disabled();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// The usual checks, and then: exactly one identity.
#[derive(Debug)]
struct OneIdentity {
    inner: Arc<dyn ClientCertVerifier>,
}

impl ClientCertVerifier for OneIdentity {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        self.inner.root_hint_subjects()
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        let verified = self.inner.verify_client_cert(end_entity, intermediates, now)?;
        peer_identity(end_entity).map_err(Error::General)?;
        Ok(verified)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner.supported_verify_schemes()
    }
}

/// The usual checks of a server, its one identity, and that it is the expected one.
#[derive(Debug)]
struct Expected {
    inner: Arc<WebPkiServerVerifier>,
    pinned: Option<String>,
}

impl ServerCertVerifier for Expected {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified =
            self.inner.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)?;
        let identity = peer_identity(end_entity).map_err(Error::General)?;
        match &self.pinned {
            Some(pinned) if *pinned != identity.uri => {
                Err(Error::General(format!("it is {}, and {pinned} was expected", identity.uri)))
            }
            _ => Ok(verified),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner.supported_verify_schemes()
    }
}

/// Why a certificate was not accepted, in words.
pub fn reason(error: &Error) -> String {
    use CertificateError as C;
    let words = match error {
        Error::NoCertificatesPresented => "no certificate was presented",
        Error::InvalidCertificate(C::Expired | C::ExpiredContext { .. }) => "it has expired",
        Error::InvalidCertificate(C::NotValidYet | C::NotValidYetContext { .. }) => "it is not valid yet",
        Error::InvalidCertificate(C::Revoked) => "it was revoked",
        Error::InvalidCertificate(C::UnknownIssuer) => "it was signed by a CA that is not the fleet's",
        Error::InvalidCertificate(C::BadSignature) => "its signature is not the fleet's",
        Error::InvalidCertificate(C::UnknownRevocationStatus) => {
            "no list of revoked certificates speaks of its CA"
        }
        Error::InvalidCertificate(C::ExpiredRevocationList | C::ExpiredRevocationListContext { .. }) => {
            CRL_EXPIRED
        }
        Error::InvalidCertificate(C::InvalidPurpose | C::InvalidPurposeContext { .. }) => {
            "it may not be used for this (wrong extended key usage)"
        }
        Error::InvalidCertificate(C::NotValidForName | C::NotValidForNameContext { .. }) => {
            "it is not valid for this host name"
        }
        Error::General(words) => words,
        other => return other.to_string(),
    };
    words.to_owned()
}

/// The words for a stale list; the client has an exit code of its own for it.
pub const CRL_EXPIRED: &str = "the list of revoked certificates (CRL) is out of date";

/// The TLS error inside an I/O error.
pub fn inside(error: &std::io::Error) -> Option<&Error> {
    error.get_ref().and_then(|inner| inner.downcast_ref::<Error>())
}
