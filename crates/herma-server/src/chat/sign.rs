//! Signatures and times: that it is the service that talks to us, now, and not for the second time (T56).

use crate::channel::Receipt;
use crate::gateway::{Gateway, now};
use herma_store::{Millis, Note, Store};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// How old what is signed may be, and how far clocks may differ.
pub(super) const WINDOW: Millis = 5 * 60 * 1000;
const SEEN: &str = "chat.seen";
/// What a service is told that sends the same again.
pub(super) const SEEN_STATUS: u16 = 409;

pub(super) fn hmac(key: &[u8], parts: &[&[u8]]) -> String {
    // Keys of any length are taken: it cannot fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
    parts.iter().for_each(|part| mac.update(part));
    hex(&mac.finalize().into_bytes())
}

/// Compared without telling by the time how much of it was right.
pub(super) fn is_signed(key: &[u8], parts: &[&[u8]], signature: &str) -> bool {
    let (Ok(mut mac), Some(signature)) = (Hmac::<Sha256>::new_from_slice(key), unhex(signature)) else {
        return false;
    };
    parts.iter().for_each(|part| mac.update(part));
    mac.verify_slice(&signature).is_ok()
}

/// Seconds of a header, if they are now.
pub(super) fn fresh(timestamp: &str) -> Option<Millis> {
    let at = timestamp.parse::<Millis>().ok()?.checked_mul(1000)?;
    ((now() - at).abs() <= WINDOW).then_some(at)
}

/// `None` if this was not here before; else what the service is told. Kept in the store: a restart does not make it new. A
/// store that cannot say so takes no answer either: the service, or the person, tries again.
pub(super) fn seen_before(gateway: &Gateway, service: &str, key: &str) -> Option<Receipt> {
    let time = now();
    let note = Note::new(SEEN, &format!("{service} {key}"), "").until(time + 2 * WINDOW);
    match gateway.gate().store().swap_note(SEEN, &note.key, None, Some(&note), time) {
        Ok(true) => None,
        Ok(false) => Receipt::refused(SEEN_STATUS, "this came before"),
        Err(error) => {
            gateway.trouble.note(&error);
            Receipt::refused(503, &format!("nothing was decided: {error}"))
        }
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn unhex(text: &str) -> Option<Vec<u8>> {
    // A sign before a number is no digit.
    if !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t56_only_hex_digits_spell_a_signature() {
        assert_eq!(unhex("0fAb"), Some(vec![0x0f, 0xab]));
        for odd in ["+f", " f", "f ", "0", "0x", "é0"] {
            assert_eq!(unhex(odd), None, "{odd}");
        }
    }

    #[test]
    fn t56_a_signature_has_one_name_however_it_is_spelled() {
        let parts: [&[u8]; 2] = [b"v0:", b"body"];
        let own = hmac(b"key", &parts);
        for spelled in [own.clone(), own.to_ascii_uppercase()] {
            assert!(is_signed(b"key", &parts, &spelled));
        }
        // What is remembered is made from what was signed.
        assert_eq!(own, hmac(b"key", &parts));
    }
}
