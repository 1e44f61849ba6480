//! What some reader takes for the end of a line, taken out of bytes that pass: a carriage return stands only between the
//! tokens of valid JSON, the others only inside its texts, where an escape means the same.

/// A filter over bytes that come in pieces.
#[derive(Debug, Default)]
pub(crate) struct OneLine {
    /// The beginning of a character that may be one.
    kept: Vec<u8>,
}

impl OneLine {
    /// What of these bytes is passed on.
    pub fn feed(&mut self, mut bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len() + 8);
        while !bytes.is_empty() {
            if self.kept.is_empty() {
                let plain = bytes.iter().position(|byte| matches!(byte, b'\r' | 0xc2 | 0xe2));
                let (before, rest) = bytes.split_at(plain.unwrap_or(bytes.len()));
                out.extend_from_slice(before);
                bytes = rest;
            }
            let Some((&byte, rest)) = bytes.split_first() else { break };
            match (self.kept.as_slice(), byte) {
                ([], b'\r') => out.push(b' '),
                ([], 0xc2 | 0xe2) | ([0xe2], 0x80) => self.kept.push(byte),
                ([0xc2], 0x85) => self.escape(&mut out, b"\\u0085"),
                ([0xe2, 0x80], 0xa8) => self.escape(&mut out, b"\\u2028"),
                ([0xe2, 0x80], 0xa9) => self.escape(&mut out, b"\\u2029"),
                ([], _) => out.push(byte),
                // Another character after all: this byte is looked at anew.
                (_, _) => {
                    out.append(&mut self.kept);
                    continue;
                }
            }
            bytes = rest;
        }
        out
    }

    fn escape(&mut self, out: &mut Vec<u8>, as_what: &[u8]) {
        self.kept.clear();
        out.extend_from_slice(as_what);
    }

    /// What is left at the end.
    pub fn finish(self) -> Vec<u8> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(text: &[u8], size: usize) -> Vec<u8> {
        let mut filter = OneLine::default();
        let mut out: Vec<u8> = text.chunks(size).flat_map(|chunk| filter.feed(chunk)).collect();
        out.extend(filter.finish());
        out
    }

    #[test]
    fn no_piece_of_a_large_answer_ends_a_line() {
        let text = "{\"a\":\"é\u{2028}\u{2029}\u{85}„x“\u{2027}\",\r\"b\":\"Â\"}";
        let want = "{\"a\":\"é\\u2028\\u2029\\u0085„x“\u{2027}\", \"b\":\"Â\"}";
        for size in 1..=text.len() {
            let got = filtered(text.as_bytes(), size);
            assert_eq!(String::from_utf8(got).unwrap(), want, "in pieces of {size}");
        }
        // Bytes that are no text pass as they are; they are no line's end either.
        for odd in [b"\xe2\xe2\x80\xc2\xc2x".as_slice(), b"\xe2\x80", b"\xc2"] {
            assert_eq!(filtered(odd, 1), odd);
        }
    }
}
