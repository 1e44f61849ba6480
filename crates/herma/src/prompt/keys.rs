//! Bytes of a terminal as keys.
//!
//! Not crossterm's reader: it takes an ESC at the end of a read for the Esc key, so that an arrow that arrives in two
//! parts (a slow ssh) would deny; and it spins for ever on a terminal that is gone. Here an ESC waits for what follows
//! it, and whoever reads decides when that took too long.

/// What a person can press.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    Char(char),
    Enter,
    Esc,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Backspace,
    Delete,
    /// Ctrl-U
    ClearLine,
    /// Ctrl-C
    Interrupt,
    /// Ctrl-D
    EndOfInput,
    /// Pasted, not typed: it is text, and never an answer.
    Paste(String),
    /// Something else, which means nothing here.
    Other,
}

/// A paste longer than this is no answer to anything; what follows is dropped.
const PASTE_MAX: usize = 64 << 10;
/// No key is longer; a sequence that does not end is not waited for.
const SEQUENCE_MAX: usize = 32;

const PASTE_START: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// Takes bytes as they come, gives keys as they are complete.
#[derive(Debug, Default)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// What was pasted so far, inside a paste.
    paste: Option<Vec<u8>>,
}

impl Decoder {
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether a key has begun and is not complete.
    pub fn is_waiting(&self) -> bool {
        !self.bytes.is_empty() && self.paste.is_none()
    }

    /// The next complete key.
    pub fn next_key(&mut self) -> Option<Key> {
        loop {
            if self.paste.is_some() {
                return self.pasted();
            }
            if self.bytes.starts_with(PASTE_START) {
                self.bytes.drain(..PASTE_START.len());
                self.paste = Some(Vec::new());
                continue;
            }
            let (key, used) = parse(&self.bytes)?;
            self.bytes.drain(..used);
            return Some(key);
        }
    }

    /// Nothing more came: what has begun is all there is.
    pub fn give_up(&mut self) -> Option<Key> {
        let key = match self.bytes.as_slice() {
            [] => return None,
            [0x1b] => Key::Esc,
            _ => Key::Other,
        };
        self.bytes.clear();
        Some(key)
    }

    fn pasted(&mut self) -> Option<Key> {
        let paste = self.paste.as_mut()?;
        let end = self.bytes.windows(PASTE_END.len()).position(|w| w == PASTE_END);
        // A part of the end may have come already, so that many bytes stay.
        let safe = end.unwrap_or_else(|| self.bytes.len().saturating_sub(PASTE_END.len() - 1));
        let new: Vec<u8> = self.bytes.drain(..safe).collect();
        paste.extend(new.iter().take(PASTE_MAX.saturating_sub(paste.len())));
        end?;
        self.bytes.drain(..PASTE_END.len());
        let text = self.paste.take().unwrap_or_default();
        Some(Key::Paste(String::from_utf8_lossy(&text).into_owned()))
    }
}

/// A key and how many bytes it is; `None` if more must come.
fn parse(bytes: &[u8]) -> Option<(Key, usize)> {
    let key = match bytes.first()? {
        0x1b => return escape(bytes),
        b'\r' | b'\n' => Key::Enter,
        0x7f | 0x08 => Key::Backspace,
        0x03 => Key::Interrupt,
        0x04 => Key::EndOfInput,
        0x15 => Key::ClearLine,
        0x01 => Key::Home,
        0x05 => Key::End,
        0x10 => Key::Up,
        0x0e => Key::Down,
        first if *first < b' ' => Key::Other,
        first => return character(bytes, *first),
    };
    Some((key, 1))
}

fn character(bytes: &[u8], first: u8) -> Option<(Key, usize)> {
    let length = match first {
        0x00..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return Some((Key::Other, 1)),
    };
    let whole = bytes.get(..length)?;
    match std::str::from_utf8(whole).ok().and_then(|text| text.chars().next()) {
        Some(c) if !c.is_control() => Some((Key::Char(c), length)),
        Some(_) => Some((Key::Other, length)),
        None => Some((Key::Other, 1)),
    }
}

fn escape(bytes: &[u8]) -> Option<(Key, usize)> {
    match bytes.get(1)? {
        b'[' => {
            let body = bytes.get(2..)?;
            let Some(length) = body.iter().position(|b| (0x40..=0x7e).contains(b)) else {
                return (bytes.len() > SEQUENCE_MAX).then_some((Key::Other, bytes.len()));
            };
            let used = 3 + length;
            if bytes.get(..used) == Some(PASTE_START) {
                return None;
            }
            Some((sequence(body.get(..=length)?), used))
        }
        b'O' => Some((sequence(std::slice::from_ref(bytes.get(2)?)), 3)),
        // Esc pressed twice; the second one may begin something.
        0x1b => Some((Key::Esc, 1)),
        // Alt and a character. Never that character: Alt-1 is no 1.
        _ => Some((Key::Other, 2)),
    }
}

fn sequence(body: &[u8]) -> Key {
    match body {
        b"A" => Key::Up,
        b"B" => Key::Down,
        b"C" => Key::Right,
        b"D" => Key::Left,
        b"H" | b"1~" | b"7~" => Key::Home,
        b"F" | b"4~" | b"8~" => Key::End,
        b"3~" => Key::Delete,
        b"5~" => Key::PageUp,
        b"6~" => Key::PageDown,
        b"M" => Key::Enter,
        _ => Key::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(chunks: &[&[u8]]) -> Vec<Key> {
        let mut decoder = Decoder::default();
        let mut out = Vec::new();
        for chunk in chunks {
            decoder.feed(chunk);
            while let Some(key) = decoder.next_key() {
                out.push(key);
            }
        }
        out.extend(decoder.give_up());
        out
    }

    #[test]
    fn bytes_are_keys() {
        for (bytes, want) in [
            (&b"1"[..], vec![Key::Char('1')]),
            (b"\r", vec![Key::Enter]),
            (b"\x1b", vec![Key::Esc]),
            (b"\x1b[A\x1b[B", vec![Key::Up, Key::Down]),
            (b"\x1bOA", vec![Key::Up]),
            (b"\x1b[5~\x1b[6~", vec![Key::PageUp, Key::PageDown]),
            (b"\x03\x04", vec![Key::Interrupt, Key::EndOfInput]),
            ("ü文".as_bytes(), vec![Key::Char('ü'), Key::Char('文')]),
            (b"\xff1", vec![Key::Other, Key::Char('1')]),
            (b"\x1b1", vec![Key::Other]),
            (b"\x1b\x1b", vec![Key::Esc, Key::Esc]),
            (b"\x1b[1;5A4", vec![Key::Other, Key::Char('4')]),
            (b"\x1b[200~1\r\x1b[201~4", vec![Key::Paste("1\r".to_owned()), Key::Char('4')]),
        ] {
            assert_eq!(keys(&[bytes]), want, "{bytes:?}");
            // However they are cut: what a slow line brings is the same.
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(keys(&single), want, "{bytes:?} byte by byte");
        }
    }

    #[test]
    fn an_endless_sequence_is_not_waited_for() {
        let long = [b"\x1b[".as_slice(), &b"1;".repeat(40)].concat();
        assert_eq!(keys(&[&long, b"4"]), vec![Key::Other, Key::Char('4')]);
        let paste = [PASTE_START, &b"x".repeat(PASTE_MAX * 2), PASTE_END].concat();
        assert_eq!(keys(&[&paste]), vec![Key::Paste("x".repeat(PASTE_MAX))]);
    }
}
