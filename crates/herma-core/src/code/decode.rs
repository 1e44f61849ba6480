//! Encodings that hide a text from a casual reader.

/// Base64 of either alphabet, padding and blanks ignored; `None` when it is no text.
pub(super) fn base64(text: &str) -> Option<String> {
    String::from_utf8(base64_bytes(text)?).ok()
}

/// The bytes that base64 of either alphabet stands for, padding and blanks ignored.
pub fn base64_bytes(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0u32;
    let mut n = 0;
    for c in text.bytes() {
        let v = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' | b'\n' | b'\r' | b' ' => continue,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(v);
        n += 6;
        if n >= 8 {
            n -= 8;
            out.push((bits >> n) as u8);
        }
    }
    Some(out)
}

pub(super) fn hex(text: &str) -> Option<String> {
    let digits: Vec<u32> =
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let bytes = digits.chunks(2).map(|pair| match pair {
        [a, b] => Some((a * 16 + b) as u8),
        _ => None,
    });
    String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()
}

/// `%72%6d`.
pub(crate) fn percent(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(c) = bytes.next() {
        if c != b'%' {
            out.push(c);
            continue;
        }
        let digit = |c: Option<u8>| c.and_then(|c| char::from(c).to_digit(16));
        let (a, b) = (digit(bytes.next())?, digit(bytes.next())?);
        out.push((a * 16 + b) as u8);
    }
    String::from_utf8(out).ok()
}

pub(super) fn rot13(text: &str) -> String {
    let turn = |c: char, base: u8| char::from((c as u8 - base + 13) % 26 + base);
    text.chars()
        .map(|c| match c {
            'a'..='z' => turn(c, b'a'),
            'A'..='Z' => turn(c, b'A'),
            c => c,
        })
        .collect()
}
