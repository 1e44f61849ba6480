//! What a browser and an authenticator say, checked (WebAuthn level 2, sections 7.1 and 7.2). Pure: no store, no clock.

use super::base64;
use super::cbor::Item;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Why it does not count.
pub(super) type Checked<T> = Result<T, &'static str>;

/// Flags of an authenticator: somebody was there, and it was the person whose passkey it is.
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
/// A key follows.
const ATTESTED: u8 = 0x40;

const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;
/// In the order in which we would like to have them.
pub(super) const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];
/// As the standard has it.
const ID_MAX: usize = 1023;
/// RSA of 8192 bits; more is no key.
const KEY_MAX: usize = 1100;

/// A public key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    algorithm: i64,
    /// A point, uncompressed; 32 bytes; or modulus and exponent.
    parts: Vec<Vec<u8>>,
}

impl Key {
    /// As COSE writes them (RFC 9053).
    fn read(item: &Item<'_>) -> Checked<Key> {
        let number = |label| item.numbered(label).and_then(Item::number);
        let bytes = |label| item.numbered(label).and_then(Item::bytes).map(<[u8]>::to_vec);
        let is = |kind, curve: Option<i64>| {
            number(1) == Some(kind) && curve.is_none_or(|curve| number(-1) == Some(curve))
        };
        let algorithm = number(3).ok_or("the passkey has no key")?;
        let parts = match algorithm {
            ES256 if is(2, Some(1)) => bytes(-2)
                .zip(bytes(-3))
                .filter(|(x, y)| x.len() == 32 && y.len() == 32)
                .map(|(x, y)| vec![[&[4][..], &x, &y].concat()]),
            EDDSA if is(1, Some(6)) => bytes(-2).filter(|x| x.len() == 32).map(|x| vec![x]),
            RS256 if is(3, None) => bytes(-1)
                .zip(bytes(-2))
                .filter(|(n, e)| n.len() <= KEY_MAX && e.len() <= 8)
                .map(|(n, e)| vec![n, e]),
            _ => None,
        };
        Ok(Key { algorithm, parts: parts.ok_or("the passkey's key is of a kind that is not known here")? })
    }

    pub(super) fn to_text(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| base64::encode(part)).collect();
        format!("{} {}", self.algorithm, parts.join(" "))
    }

    pub(super) fn parse(text: &str) -> Option<Key> {
        let mut words = text.split(' ');
        let algorithm = words.next()?.parse().ok().filter(|one| ALGORITHMS.contains(one))?;
        Some(Key { algorithm, parts: words.map(base64::decode).collect::<Option<_>>()? })
    }

    fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match (self.algorithm, self.parts.as_slice()) {
            (ES256, [point]) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature).is_ok()
            }
            (EDDSA, [point]) => UnparsedPublicKey::new(&ED25519, point).verify(message, signature).is_ok(),
            (RS256, [n, e]) => RsaPublicKeyComponents { n, e }
                .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
                .is_ok(),
            _ => false,
        }
    }
}

/// Where it has to come from, and for whom.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// `https://herma.example.org`, as a browser says it.
    pub origin: &'a str,
    /// `herma.example.org`.
    pub rp: &'a str,
}

/// What the browser says: the challenge that it was given. Whether it is ours, and for this, is for the caller to find out.
pub(super) fn challenge(client_data: &[u8]) -> Checked<String> {
    let said: Value = serde_json::from_slice(client_data).map_err(|_| "the browser's part cannot be read")?;
    said["challenge"].as_str().map(str::to_owned).ok_or("the browser's part has no challenge")
}

/// What it was asked to do, and by which page.
pub(super) fn check_client(client_data: &[u8], kind: &str, place: Place<'_>) -> Checked<()> {
    let said: Value = serde_json::from_slice(client_data).map_err(|_| "the browser's part cannot be read")?;
    if said["type"] != kind {
        return Err("it was signed for something else");
    }
    if !said["origin"].as_str().is_some_and(|origin| origin.eq_ignore_ascii_case(place.origin)) {
        return Err("it was signed on another page");
    }
    if said["crossOrigin"] == true || !said["topOrigin"].is_null() {
        return Err("it was signed inside another page");
    }
    Ok(())
}

/// What an authenticator says about itself, to this relying party, with its person verified.
struct Said<'a> {
    count: u32,
    flags: u8,
    rest: &'a [u8],
}

fn authenticator<'a>(data: &'a [u8], place: Place<'_>) -> Checked<Said<'a>> {
    let (hash, rest) = data.split_at_checked(32).ok_or("the authenticator's part is too short")?;
    let ([flags, count @ ..], rest) =
        rest.split_first_chunk::<5>().ok_or("the authenticator's part is too short")?;
    if hash != Sha256::digest(place.rp.as_bytes()).as_slice() {
        return Err("the passkey is for another site");
    }
    if flags & PRESENT == 0 {
        return Err("nobody touched the authenticator");
    }
    if flags & VERIFIED == 0 {
        return Err("the authenticator did not check who it was: a fingerprint, a face or a PIN is needed");
    }
    let count = count.iter().fold(0, |all, byte| (all << 8) | u32::from(*byte));
    Ok(Said { count, flags: *flags, rest })
}

/// A passkey that was made: its id, its key, its counter. Who made the authenticator is not asked.
pub(super) fn made(attestation: &[u8], place: Place<'_>) -> Checked<(Vec<u8>, Key, u32)> {
    let (object, rest) = Item::read(attestation).ok_or("the authenticator's part cannot be read")?;
    let data = object.named("authData").and_then(Item::bytes).filter(|_| rest.is_empty());
    let Said { count, flags, rest } =
        authenticator(data.ok_or("the authenticator's part cannot be read")?, place)?;
    if flags & ATTESTED == 0 {
        return Err("there is no key in it");
    }
    // Sixteen bytes say which make it is.
    let id_and_key = rest.get(16..).and_then(|rest| rest.split_first_chunk::<2>());
    let ([high, low], rest) = id_and_key.ok_or("there is no key in it")?;
    let length = usize::from(*high) << 8 | usize::from(*low);
    let (id, rest) = rest
        .split_at_checked(length)
        .filter(|(id, _)| (1..=ID_MAX).contains(&id.len()))
        .ok_or("its id is too long")?;
    let (key, _) = Item::read(rest).ok_or("its key cannot be read")?;
    Ok((id.to_vec(), Key::read(&key)?, count))
}

/// That this key has signed this, for us, with its person verified: gives its counter.
pub(super) fn signed(
    key: &Key,
    data: &[u8],
    client_data: &[u8],
    signature: &[u8],
    place: Place<'_>,
) -> Checked<u32> {
    let Said { count, .. } = authenticator(data, place)?;
    let message = [data, Sha256::digest(client_data).as_slice()].concat();
    match key.has_signed(&message, signature) {
        true => Ok(count),
        false => Err("the signature is not of this passkey"),
    }
}
