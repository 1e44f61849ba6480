//! Text: escapes decoded as the shell decodes them, and text made safe to show.

use std::fmt::{self, Write};

/// Whose escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escapes {
    /// `$'…'`
    AnsiC,
    /// `echo -e` and the operands of `printf %b`: octal needs a leading zero.
    Echo,
    /// The format of `printf`: octal does not.
    Printf,
}

/// A text without the credentials that addresses in it carry: `https://user:secret@host` and `?token=secret`. For what is
/// quoted out of a file, which whoever reads the quotation may not have read.
pub fn without_credentials(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (head, tail) = rest.split_at(at + 3);
        out.push_str(head);
        let end = tail.find(|c: char| c.is_whitespace() || "`'\"<>)".contains(c)).unwrap_or(tail.len());
        let (address, after) = tail.split_at(end);
        let authority = address.find(['/', '?']).unwrap_or(address.len());
        let host = address.get(..authority).and_then(|a| a.rfind('@')).map_or(0, |at| at + 1);
        if host > 0 {
            out.push_str("…@");
        }
        let address = address.get(host..).unwrap_or("");
        match address.split_once('?') {
            Some((plain, _)) => {
                out.push_str(plain);
                out.push_str("?…");
            }
            None => out.push_str(address),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Decodes backslash escapes. What is no escape stays as it is.
pub fn decode_escapes(raw: &str, escapes: Escapes) -> String {
    let mut out: Vec<u8> = Vec::with_capacity(raw.len());
    let bytes = raw.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte != b'\\' {
            out.push(byte);
            at += 1;
            continue;
        }
        let Some(&kind) = bytes.get(at + 1) else {
            out.push(b'\\');
            break;
        };
        at += 2;
        match kind {
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'e' | b'E' => out.push(27),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'v' => out.push(11),
            b'\\' => out.push(b'\\'),
            b'\'' | b'"' | b'?' if escapes != Escapes::Echo => out.push(kind),
            b'x' => {
                let (value, used) = digits(bytes, at, 16, 2);
                if used == 0 {
                    out.extend_from_slice(b"\\x")
                } else {
                    out.push(value as u8)
                }
                at += used;
            }
            b'u' | b'U' => {
                let (value, used) = digits(bytes, at, 16, if kind == b'u' { 4 } else { 8 });
                if let Some(c) = char::from_u32(value).filter(|_| used > 0) {
                    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                at += used;
            }
            b'c' if escapes == Escapes::AnsiC => {
                if let Some(&next) = bytes.get(at) {
                    out.push(next & 0x1f);
                    at += 1;
                }
            }
            // Bash prints it as it stands; other shells stop. What follows is better seen.
            b'c' if escapes == Escapes::Printf => out.extend_from_slice(b"\\c"),
            b'c' => break,
            b'0'..=b'7' if escapes != Escapes::Echo || kind == b'0' => {
                let from = if escapes == Escapes::Echo { at } else { at - 1 };
                let (value, used) = digits(bytes, from, 8, 3);
                out.push(value as u8);
                at = from + used;
            }
            other => {
                out.push(b'\\');
                out.push(other);
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

fn digits(bytes: &[u8], from: usize, base: u32, most: usize) -> (u32, usize) {
    let mut value: u32 = 0;
    let mut used = 0;
    while used < most
        && let Some(digit) = bytes.get(from + used).and_then(|b| char::from(*b).to_digit(base))
    {
        value = value.wrapping_mul(base).wrapping_add(digit);
        used += 1;
    }
    (value, used)
}

/// A JSON string. What hides or moves the cursor is escaped too: the line may end up on a terminal.
#[derive(Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let mut rest = self.0;
        // Most texts are plain ASCII, and a look at each byte is enough.
        let special = |b: u8| !matches!(b, b' '..=b'~') || matches!(b, b'"' | b'\\');
        while let Some(at) = rest.bytes().position(special) {
            let (plain, tail) = rest.split_at(at);
            f.write_str(plain)?;
            let mut chars = tail.chars();
            match chars.next() {
                Some('"') => f.write_str("\\\"")?,
                Some('\\') => f.write_str("\\\\")?,
                Some('\n') => f.write_str("\\n")?,
                Some(c) if c >= ' ' && !is_deceptive(c) => f.write_char(c)?,
                Some(c) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        write!(f, "\\u{unit:04x}")?;
                    }
                }
                None => {}
            }
            rest = chars.as_str();
        }
        f.write_str(rest)?;
        f.write_char('"')
    }
}

/// Text as it may be shown on any surface: control characters, bidirectional and invisible ones as escapes.
pub fn shown(text: &str) -> String {
    if text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t')) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_deceptive(c) {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// Characters that move the cursor, hide, or turn the reading order.
pub fn is_deceptive(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(u32::from(c),
            0x00ad | 0x061c | 0x180e | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff
            | 0xfff9..=0xfffb | 0xe0000..=0xe007f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lose_their_credentials() {
        for (text, want) in [
            ("sends to `https://u:pw@h.example/x?token=1` now", "sends to `https://…@h.example/x?…` now"),
            ("postgres://a:b@db/x and http://h/", "postgres://…@db/x and http://h/"),
            ("no address", "no address"),
        ] {
            assert_eq!(super::without_credentials(text), want);
        }
    }

    #[test]
    fn escapes_are_decoded_as_the_shell_does() {
        assert_eq!(decode_escapes(r"\x72\x6d", Escapes::AnsiC), "rm");
        assert_eq!(decode_escapes(r"\162\155", Escapes::Printf), "rm");
        assert_eq!(decode_escapes(r"\0162m", Escapes::Echo), "rm");
        assert_eq!(decode_escapes(r"\u0072m\n", Escapes::AnsiC), "rm\n");
        assert_eq!(decode_escapes(r"\q", Escapes::AnsiC), r"\q");
        assert_eq!(decode_escapes("\\", Escapes::AnsiC), "\\");
    }

    #[test]
    fn nothing_that_moves_the_cursor_is_shown() {
        assert_eq!(shown("a\x1b[2Kb"), "a\\u{1b}[2Kb");
        assert_eq!(shown("a\u{202e}b"), "a\\u{202e}b");
    }
}
