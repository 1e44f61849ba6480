//! Private keys on disk: PKCS#8, plain or encrypted with a passphrase, as `openssl pkey` reads them.

use super::files::private_file;
use super::{PkiError, Result};
use pkcs8::der::Decode;
use pkcs8::der::zeroize::Zeroizing;
use pkcs8::pkcs5::pbes2;
use pkcs8::{EncryptedPrivateKeyInfo, LineEnding, PrivateKeyInfo, SecretDocument};
use rcgen::KeyPair;
use std::path::Path;

/// The label of RFC 5958 for an encrypted key.
const ENCRYPTED: &str = "ENCRYPTED PRIVATE KEY";
/// scrypt with 16 MiB, the most that OpenSSL reads without being told to: a moment for us, years for a dictionary.
const SCRYPT_LOG_N: u8 = 14;
const SCRYPT_R: u32 = 8;
const SCRYPT_P: u32 = 1;

/// Writes a new key; one that is there stays.
pub(super) fn write_new(path: &Path, key: &KeyPair, passphrase: Option<&str>) -> Result<()> {
    let text = match passphrase {
        None => Zeroizing::new(key.serialize_pem()),
        Some(passphrase) => encrypted(path, key, passphrase)?,
    };
    private_file(path, text.as_bytes()).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            PkiError::Exists { path: path.to_owned(), hint: "move it away first if it is to go" }
        }
        _ => PkiError::Io { path: path.to_owned(), error },
    })
}

fn encrypted(path: &Path, key: &KeyPair, passphrase: &str) -> Result<Zeroizing<String>> {
    let why = |error: &dyn ToString| PkiError::unreadable(path, error.to_string());
    let mut random = [0u8; 32];
    getrandom::fill(&mut random).map_err(|e| why(&e))?;
    let (salt, iv) = random.split_at(16);
    let iv: &[u8; 16] = iv.try_into().map_err(|e: std::array::TryFromSliceError| why(&e))?;
    let scrypt =
        pkcs8::pkcs5::scrypt::Params::new(SCRYPT_LOG_N, SCRYPT_R, SCRYPT_P, 32).map_err(|e| why(&e))?;
    let scheme = pbes2::Parameters::scrypt_aes256cbc(scrypt, salt, iv).map_err(|e| why(&e))?;
    let der = key.serialize_der();
    let plain = PrivateKeyInfo::from_der(&der).map_err(|e| why(&e))?;
    let document: SecretDocument =
        plain.encrypt_with_params(scheme, passphrase.as_bytes()).map_err(|e| why(&e))?;
    document.to_pem(ENCRYPTED, LineEnding::LF).map_err(|e| why(&e))
}

/// Whether a key file wants a passphrase.
pub fn is_encrypted(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.contains(ENCRYPTED))
}

/// Reads a key; `passphrase` is asked only for an encrypted one.
pub(super) fn read(path: &Path, passphrase: &mut dyn FnMut() -> Option<String>) -> Result<KeyPair> {
    let text = Zeroizing::new(std::fs::read_to_string(path).map_err(PkiError::io(path))?);
    if !text.contains(ENCRYPTED) {
        return KeyPair::from_pem(&text).map_err(|e| PkiError::unreadable(path, e));
    }
    let passphrase = Zeroizing::new(passphrase().ok_or(PkiError::NeedsPassphrase)?);
    let (_, document) = SecretDocument::from_pem(&text).map_err(|e| PkiError::unreadable(path, e))?;
    let closed =
        EncryptedPrivateKeyInfo::from_der(document.as_bytes()).map_err(|e| PkiError::unreadable(path, e))?;
    let open = closed
        .decrypt(passphrase.as_bytes())
        .map_err(|_| PkiError::WrongPassphrase { path: path.to_owned() })?;
    KeyPair::try_from(open.as_bytes()).map_err(|_| PkiError::WrongPassphrase { path: path.to_owned() })
}
