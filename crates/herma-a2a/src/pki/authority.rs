//! The fleet's CA: makes identities, renews them, takes them back.

use super::files::{Folder, private_folder, replace};
use super::identity::{Identity, hex, must_be_name};
use super::ledger::{Entry, Ledger};
use super::{PkiError, Result, key};
use rcgen::{
    BasicConstraints, CertificateParams, CertificateRevocationListParams, CertificateSigningRequestParams,
    DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyIdMethod, KeyPair, KeyUsagePurpose, PublicKeyData,
    RevokedCertParams, SanType, SerialNumber,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::net::IpAddr;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use time::OffsetDateTime;

/// Short lives need no long memory for what was revoked; `serve` renews in time.
pub const LEAF_DAYS: u32 = 90;
/// How long a list of revoked certificates counts. Past it nobody is let in, since nobody knows who was revoked.
pub const CRL_DAYS: u32 = 30;
const CA_DAYS: u32 = 3650;
/// Clocks of a fleet differ.
const SKEW: i64 = 300;
const DAY: i64 = 86_400;
/// A CA's life, and ten years are the longest that anybody means.
const DAYS_MAX: u32 = 3650;

/// The names a server's certificate is good for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    pub dns: Vec<String>,
    pub ip: Vec<String>,
}

/// Somebody else's CA, whose key we may use: an intermediate below their root.
#[derive(Debug)]
pub struct External<'a> {
    /// PEM: the intermediate first, then what is above it.
    pub chain: &'a Path,
    pub key: &'a Path,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issued {
    pub entry: Entry,
    pub identity: String,
    pub pem: String,
}

/// The CA, with its key open.
#[derive(Debug)]
pub struct Authority {
    folder: Folder,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    /// Makes a new fleet. Leaves one that is there alone.
    pub fn init(
        folder: &Folder,
        domain: &str,
        passphrase: Option<&str>,
        external: Option<External<'_>>,
    ) -> Result<()> {
        let valid = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.');
        if domain.is_empty() || domain.len() > 255 || !domain.bytes().all(valid) {
            let why = format!("`{domain}` is no trust domain: lower-case letters, digits, `-` and `.`");
            return Err(PkiError::Refused(why));
        }
        let lock = folder.lock()?;
        let hint = "a fleet has one CA; move its folder away first if you want another";
        for path in [folder.ca_key(), folder.ca()] {
            if path.exists() {
                return Err(PkiError::Exists { path, hint });
            }
        }
        let (pem, key) = match external {
            None => own_root(domain)?,
            Some(external) => theirs(&external)?,
        };
        key::write_new(&folder.ca_key(), &key, passphrase)?;
        replace(&folder.ca(), pem.as_bytes()).map_err(PkiError::io(folder.ca()))?;
        Ledger::new(domain).write(folder)?;
        let issuer = issuer(&folder.ca(), &pem, key)?;
        drop(lock);
        Authority { folder: folder.clone(), issuer }.sign_crl(CRL_DAYS)?;
        Ok(())
    }

    /// Opens the CA; `passphrase` is asked only if its key is encrypted.
    pub fn open(folder: &Folder, passphrase: &mut dyn FnMut() -> Option<String>) -> Result<Authority> {
        let path = folder.ca();
        let pem = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(PkiError::NoCa { path: folder.root().to_owned() });
            }
            other => other.map_err(PkiError::io(&path))?,
        };
        if !folder.ca_key().exists() {
            return Err(PkiError::NoCaKey);
        }
        let key = key::read(&folder.ca_key(), passphrase)?;
        Ok(Authority { folder: folder.clone(), issuer: issuer(&path, &pem, key)? })
    }

    /// A new identity with a key of its own.
    pub fn issue(&self, name: &str, names: &Names, days: u32) -> Result<Issued> {
        must_be_name(name)?;
        let _lock = self.folder.lock()?;
        let certificate = self.folder.certificate(name);
        if certificate.exists() {
            let hint = "`herma pki renew` prolongs it, `herma pki revoke` ends it";
            return Err(PkiError::Exists { path: certificate, hint });
        }
        let key = KeyPair::generate().map_err(refused)?;
        let issued = self.sign(name, names, days, &key)?;
        key::write_new(&self.folder.key(name), &key, None)?;
        replace(&certificate, issued.pem.as_bytes()).map_err(PkiError::io(certificate))?;
        Ok(issued)
    }

    /// Signs a request: the key stays where it was made. Of the request only its public key counts; who it is for is
    /// said by whoever signs.
    pub fn sign_request(&self, csr: &str, name: &str, names: &Names, days: u32) -> Result<Issued> {
        must_be_name(name)?;
        let request = CertificateSigningRequestParams::from_pem(csr).map_err(|error| {
            PkiError::Refused(format!("this is no certificate request that can be signed: {error}"))
        })?;
        let _lock = self.folder.lock()?;
        self.sign(name, names, days, &request.public_key)
    }

    /// The same identity, key and names for another life.
    pub fn renew(&self, name: &str, days: u32) -> Result<Issued> {
        must_be_name(name)?;
        let _lock = self.folder.lock()?;
        let ledger = Ledger::read(&self.folder)?;
        let old = ledger.find(name).ok_or_else(|| PkiError::Unknown { name: name.to_owned() })?;
        if old.revoked.is_some() {
            return Err(PkiError::Refused(format!(
                "`{name}` was revoked, and stays so; `herma pki issue` under another name makes a new one"
            )));
        }
        let path = self.folder.key(name);
        if !path.exists() {
            let why =
                "its key was never here: make a request with `herma pki csr` where it is, and sign that";
            return Err(PkiError::Refused(format!("`{name}` cannot be renewed here: {why}")));
        }
        let key = key::read(&path, &mut || None)?;
        let names = Names { dns: old.dns.clone(), ip: old.ip.clone() };
        let issued = self.sign(name, &names, days, &key)?;
        let certificate = self.folder.certificate(name);
        replace(&certificate, issued.pem.as_bytes()).map_err(PkiError::io(certificate))?;
        Ok(issued)
    }

    /// Takes a certificate back: by serial number that one, by name every one that name ever had.
    pub fn revoke(&self, what: &str) -> Result<Vec<Entry>> {
        let lock = self.folder.lock()?;
        let mut ledger = Ledger::read(&self.folder)?;
        let serial = what.to_ascii_lowercase();
        let now = now();
        let meant: Vec<&mut Entry> =
            ledger.issued.iter_mut().filter(|entry| entry.serial == serial || entry.name == what).collect();
        if meant.is_empty() {
            return Err(PkiError::Unknown { name: what.to_owned() });
        }
        let mut ended = Vec::new();
        for entry in meant.into_iter().filter(|entry| entry.not_after > now) {
            entry.revoked.get_or_insert(now);
            ended.push(entry.clone());
        }
        ledger.write(&self.folder)?;
        drop(lock);
        self.sign_crl(CRL_DAYS)?;
        Ok(ended)
    }

    /// Signs the list of what was revoked anew.
    pub fn sign_crl(&self, days: u32) -> Result<()> {
        let _lock = self.folder.lock()?;
        let mut ledger = Ledger::read(&self.folder)?;
        ledger.crl_number = ledger.crl_number.saturating_add(1);
        let now = now();
        // What has expired by itself is refused for that; a day is left for clocks.
        let listed = ledger.issued.iter().filter(|entry| entry.not_after.saturating_add(DAY) > now);
        let revoked_certs = listed
            .filter_map(|entry| {
                Some(RevokedCertParams {
                    serial_number: SerialNumber::from_slice(&bytes(&entry.serial)?),
                    revocation_time: moment(entry.revoked?).ok()?,
                    reason_code: None,
                    invalidity_date: None,
                })
            })
            .collect();
        let crl = CertificateRevocationListParams {
            this_update: moment(now.saturating_sub(SKEW))?,
            next_update: moment(now.saturating_add(span(days)?))?,
            crl_number: SerialNumber::from(ledger.crl_number),
            issuing_distribution_point: None,
            revoked_certs,
            key_identifier_method: KeyIdMethod::Sha256,
        };
        let pem = crl.signed_by(&self.issuer).and_then(|crl| crl.pem()).map_err(refused)?;
        // The number first: two lists never have the same one.
        ledger.write(&self.folder)?;
        replace(&self.folder.crl(), pem.as_bytes()).map_err(PkiError::io(self.folder.crl()))
    }

    fn sign(&self, name: &str, names: &Names, days: u32, key: &impl PublicKeyData) -> Result<Issued> {
        let mut ledger = Ledger::read(&self.folder)?;
        let identity = Identity::uri_of(&ledger.domain, name);
        let now = now();
        let (not_before, not_after) = (now.saturating_sub(SKEW), now.saturating_add(span(days)?));
        let serial = serial()?;
        let uri = identity.as_str().try_into().map_err(refused)?;
        let mut alternatives = vec![SanType::URI(uri)];
        for dns in &names.dns {
            alternatives.push(SanType::DnsName(
                dns.as_str().try_into().map_err(|_| PkiError::Refused(format!("`{dns}` is no host name")))?,
            ));
        }
        for ip in &names.ip {
            let address: IpAddr =
                ip.parse().map_err(|_| PkiError::Refused(format!("`{ip}` is no IP address")))?;
            alternatives.push(SanType::IpAddress(address));
        }
        let mut params = CertificateParams::default();
        params.not_before = moment(not_before)?;
        params.not_after = moment(not_after)?;
        params.serial_number = Some(SerialNumber::from_slice(&serial));
        params.subject_alt_names = alternatives;
        params.distinguished_name = distinguished(name);
        params.is_ca = IsCa::ExplicitNoCa;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages =
            vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
        params.use_authority_key_identifier_extension = true;
        let certificate = params.signed_by(key, &self.issuer).map_err(refused)?;
        let entry = Entry {
            serial: hex(&serial),
            name: name.to_owned(),
            dns: names.dns.clone(),
            ip: names.ip.clone(),
            not_before,
            not_after,
            revoked: None,
        };
        // On record before anybody has it: what is not in the ledger could never be revoked.
        ledger.issued.push(entry.clone());
        ledger.write(&self.folder)?;
        Ok(Issued { entry, identity, pem: certificate.pem() })
    }
}

/// Makes a key here and a request for it; the key never travels.
pub fn request(folder: &Folder, name: &str) -> Result<String> {
    must_be_name(name)?;
    let path = folder.key(name);
    private_folder(path.parent().unwrap_or(&path)).map_err(PkiError::io(&path))?;
    // A request for a key that is there is how that one is renewed.
    let key = match path.exists() {
        true => key::read(&path, &mut || None)?,
        false => {
            let key = KeyPair::generate().map_err(refused)?;
            key::write_new(&path, &key, None)?;
            key
        }
    };
    let mut params = CertificateParams::default();
    params.distinguished_name = distinguished(name);
    let csr = params.serialize_request(&key).and_then(|csr| csr.pem()).map_err(refused)?;
    replace(&folder.csr(name), csr.as_bytes()).map_err(PkiError::io(folder.csr(name)))?;
    Ok(csr)
}

fn own_root(domain: &str) -> Result<(String, KeyPair)> {
    let key = KeyPair::generate().map_err(refused)?;
    let now = now();
    let mut params = CertificateParams::default();
    params.not_before = moment(now.saturating_sub(SKEW))?;
    params.not_after = moment(now.saturating_add(span(CA_DAYS)?))?;
    params.serial_number = Some(SerialNumber::from_slice(&serial()?));
    params.distinguished_name = distinguished(&format!("Herma fleet CA of {domain}"));
    // It signs agents, never another CA.
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let certificate = params.self_signed(&key).map_err(refused)?;
    Ok((certificate.pem(), key))
}

fn theirs(external: &External<'_>) -> Result<(String, KeyPair)> {
    let pem = std::fs::read_to_string(external.chain).map_err(PkiError::io(external.chain))?;
    let key = key::read(external.key, &mut || None)?;
    let first = first_certificate(external.chain, &pem)?;
    let (_, certificate) = x509_parser::parse_x509_certificate(&first)
        .map_err(|error| PkiError::unreadable(external.chain, error))?;
    let refuse = |why: &str| {
        Err(PkiError::Refused(format!("`{}` cannot be the fleet's CA: {why}", external.chain.display())))
    };
    if !certificate.is_ca() {
        return refuse("it is no CA certificate");
    }
    let usage = certificate.key_usage().ok().flatten();
    if usage.is_some_and(|usage| !usage.value.key_cert_sign() || !usage.value.crl_sign()) {
        return refuse("it may not sign certificates and revocation lists");
    }
    if certificate.public_key().raw != key.subject_public_key_info() {
        return refuse("the key is not the one it names");
    }
    Ok((pem, key))
}

fn first_certificate(path: &Path, pem: &str) -> Result<CertificateDer<'static>> {
    CertificateDer::from_pem_slice(pem.as_bytes()).map_err(|error| PkiError::unreadable(path, error))
}

fn issuer(path: &Path, pem: &str, key: KeyPair) -> Result<Issuer<'static, KeyPair>> {
    Issuer::from_ca_cert_der(&first_certificate(path, pem)?, key).map_err(|e| PkiError::unreadable(path, e))
}

fn distinguished(name: &str) -> rcgen::DistinguishedName {
    let mut all = rcgen::DistinguishedName::new();
    all.push(DnType::CommonName, name);
    all
}

/// Sixteen random bytes, positive and never with a leading zero.
fn serial() -> Result<[u8; 16]> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(refused)?;
    if let Some(first) = bytes.first_mut() {
        *first = (*first & 0x3f) | 0x40;
    }
    Ok(bytes)
}

fn bytes(serial: &str) -> Option<Vec<u8>> {
    (0..serial.len()).step_by(2).map(|at| u8::from_str_radix(serial.get(at..at + 2)?, 16).ok()).collect()
}

fn span(days: u32) -> Result<i64> {
    match days {
        1..=DAYS_MAX => Ok(i64::from(days) * DAY),
        _ => Err(PkiError::Refused(format!("{days} days: between 1 and {DAYS_MAX}"))),
    }
}

fn moment(seconds: i64) -> Result<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp(seconds).map_err(refused)
}

fn refused(error: impl std::fmt::Display) -> PkiError {
    PkiError::Refused(format!("the certificate could not be made: {error}"))
}

pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
