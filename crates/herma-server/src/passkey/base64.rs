//! Base 64 for addresses, without padding (RFC 4648, section 5): as browsers write what passkeys give.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

pub(super) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let all =
            chunk.iter().fold(0_u32, |all, byte| (all << 8) | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            let letter = LETTERS.get((all >> (18 - 6 * place) & 0x3f) as usize);
            out.extend(letter.map(|letter| char::from(*letter)));
        }
    }
    out
}

/// `None` unless it is written in the one way that there is: of two spellings of the same id one would be another passkey.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        let mut all = 0_u32;
        for letter in chunk {
            all = (all << 6) | u32::try_from(LETTERS.iter().position(|known| known == letter)?).ok()?;
        }
        let (bits, count) = match chunk.len() {
            4 => (0, 3),
            3 => (2, 2),
            2 => (4, 1),
            _ => return None,
        };
        if all & ((1 << bits) - 1) != 0 {
            return None;
        }
        let bytes = (all >> bits).to_be_bytes();
        out.extend_from_slice(bytes.get(4 - count..)?);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn there_and_back() {
        for (bytes, text) in
            [(&b""[..], ""), (b"f", "Zg"), (b"fo", "Zm8"), (b"foo", "Zm9v"), (b"\xfb\xff\xfe", "-__-")]
        {
            assert_eq!((encode(bytes).as_str(), decode(text).as_deref()), (text, Some(bytes)));
        }
        for wrong in ["Z", "Zh", "Zm9", "Zg==", "Zm+/", "Zm9v\n", "ü"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
