//! Cuts a text into statements and client commands, past quotes and comments.

/// One statement, or one line for the client.
pub(super) enum Piece<'a> {
    Client(&'a str),
    /// `closed`: no quote is left open in it.
    Sql {
        text: &'a str,
        closed: bool,
    },
}

pub(super) fn split(src: &str) -> Vec<Piece<'_>> {
    let bytes = src.as_bytes();
    let mut out = Vec::new();
    let mut start = 0;
    let mut i = 0;
    let mut closed = true;
    let mut fresh = true;
    while i < bytes.len() {
        let c = bytes.get(i).copied().unwrap_or(0);
        // A client command: `\x` anywhere outside quotes, `.x` and `system x` only where a statement would begin.
        let line_start = i == 0 || bytes.get(i.wrapping_sub(1)) == Some(&b'\n') || fresh;
        if c == b'\\' || (fresh && line_start && client_word(src.get(i..).unwrap_or_default())) {
            push(src, start, i, closed, &mut out);
            let end = client_end(src, i);
            out.push(Piece::Client(src.get(i..end).unwrap_or_default()));
            i = end;
            start = end;
            (closed, fresh) = (true, true);
            continue;
        }
        match skip(bytes, i) {
            Some((end, ok)) => {
                closed &= ok;
                let comment =
                    matches!((c, bytes.get(i + 1)), (b'-', Some(b'-')) | (b'/', Some(b'*')) | (b'#', _));
                fresh &= comment;
                i = end;
            }
            None if c == b';' => {
                push(src, start, i, closed, &mut out);
                i += 1;
                start = i;
                (closed, fresh) = (true, true);
            }
            None => {
                fresh &= c.is_ascii_whitespace();
                i += 1;
            }
        }
    }
    push(src, start, bytes.len(), closed, &mut out);
    out
}

fn push<'a>(src: &'a str, from: usize, to: usize, closed: bool, out: &mut Vec<Piece<'a>>) {
    let text = src.get(from..to).unwrap_or_default().trim();
    if !text.is_empty() {
        out.push(Piece::Sql { text, closed });
    }
}

/// The words of the mysql client that need no backslash.
fn client_word(rest: &str) -> bool {
    if rest.starts_with('.') {
        return rest.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic);
    }
    let word = rest.get(..8).unwrap_or(rest).to_ascii_lowercase();
    ["system ", "source ", "tee ", "pager ", "edit", "delimite"].iter().any(|w| word.starts_with(w))
}

/// `\G` and `\g` end a statement and leave the rest of the line; other commands take it.
fn client_end(src: &str, at: usize) -> usize {
    let rest = src.get(at..).unwrap_or_default();
    let line = rest.find('\n').unwrap_or(rest.len());
    // mysql's `\g` and `\G`; psql's `\gx`, `\gexec` and `\g |program` are commands of their own.
    let after = rest.get(2..line).unwrap_or_default();
    let target = after.trim_start().starts_with(['|', '/', '.']);
    let whole = !after.starts_with(|c: char| c.is_ascii_alphabetic());
    let bare = (rest.starts_with("\\G") || rest.starts_with("\\g")) && whole && !target;
    if bare { at + 2 } else { at + line }
}

/// The end of the quote or comment at `i`, and whether it is closed.
fn skip(bytes: &[u8], i: usize) -> Option<(usize, bool)> {
    let at = |n: usize| bytes.get(i + n).copied().unwrap_or(0);
    match at(0) {
        q @ (b'\'' | b'"' | b'`') => {
            let mut j = i + 1;
            // Backslashes escape in MySQL and in E'…'; elsewhere `\'` hardly ever occurs.
            while let Some(c) = bytes.get(j) {
                let guards =
                    if bytes.get(j + 1) == Some(&q) { q == b'\'' && escapes(bytes, j) } else { q != b'`' };
                if *c == b'\\' && guards {
                    j += 2;
                } else if *c == q {
                    if bytes.get(j + 1) == Some(&q) {
                        j += 2;
                    } else {
                        return Some((j + 1, true));
                    }
                } else {
                    j += 1;
                }
            }
            Some((bytes.len(), false))
        }
        b'-' if at(1) == b'-' => Some((line_end(bytes, i), true)),
        b'#' if at(1) == b' ' || i == 0 => Some((line_end(bytes, i), true)),
        b'/' if at(1) == b'*' => {
            // MySQL runs what is in `/*! … */`.
            if at(2) == b'!' {
                return None;
            }
            let mut j = i + 2;
            while j < bytes.len() && !(bytes.get(j) == Some(&b'*') && bytes.get(j + 1) == Some(&b'/')) {
                j += 1;
            }
            Some(((j + 2).min(bytes.len()), j < bytes.len()))
        }
        b'$' => {
            let mut j = i + 1;
            while bytes.get(j).is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_') {
                j += 1;
            }
            if bytes.get(j) != Some(&b'$') || at(1).is_ascii_digit() {
                return None;
            }
            let tag = bytes.get(i..=j)?;
            let rest = bytes.get(j + 1..)?;
            match find(rest, tag) {
                Some(n) => Some((j + 1 + n + tag.len(), true)),
                None => Some((bytes.len(), false)),
            }
        }
        _ => None,
    }
}

/// A quote behind a backslash is escaped if another one follows before the statement can end.
fn escapes(bytes: &[u8], backslash: usize) -> bool {
    let rest = bytes.get(backslash + 2..).unwrap_or_default();
    let next = rest.iter().take(4096).find(|c| matches!(c, b'\'' | b';' | b'\n'));
    next == Some(&b'\'')
}

fn find(rest: &[u8], tag: &[u8]) -> Option<usize> {
    rest.windows(tag.len()).position(|w| w == tag)
}

fn line_end(bytes: &[u8], i: usize) -> usize {
    bytes.get(i..).and_then(|r| r.iter().position(|c| *c == b'\n')).map_or(bytes.len(), |n| i + n)
}

/// The words of a statement outside of quotes, lower case, with the strings kept apart.
#[derive(Debug)]
pub(super) struct Words<'a> {
    pub all: Vec<Word<'a>>,
}

#[derive(Debug)]
pub(super) enum Word<'a> {
    Name(String),
    /// The inside of a single-quoted string.
    Text(&'a str),
    Sign(u8),
}

/// Most words of one statement that are looked at by this light reader.
const MAX_WORDS: usize = 4096;

impl<'a> Words<'a> {
    pub fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut all = Vec::new();
        let mut i = 0;
        while i < bytes.len() && all.len() < MAX_WORDS {
            let c = bytes.get(i).copied().unwrap_or(0);
            if let Some((end, _)) = skip(bytes, i) {
                if c == b'\'' {
                    all.push(Word::Text(text.get(i + 1..end.saturating_sub(1)).unwrap_or_default()));
                } else if matches!(c, b'"' | b'`') {
                    all.push(Word::Name(
                        text.get(i + 1..end.saturating_sub(1)).unwrap_or_default().to_owned(),
                    ));
                }
                i = end;
            } else if c.is_ascii_alphabetic() || c == b'_' || c >= 0x80 {
                let start = i;
                while bytes.get(i).is_some_and(|c| {
                    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'$') || *c >= 0x80
                }) {
                    i += 1;
                }
                all.push(Word::Name(text.get(start..i).unwrap_or_default().to_ascii_lowercase()));
            } else {
                if !c.is_ascii_whitespace() {
                    all.push(Word::Sign(c));
                }
                i += 1;
            }
        }
        Words { all }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The n-th word, if it is a name.
    pub fn name(&self, n: usize) -> &str {
        match self.all.get(n) {
            Some(Word::Name(name)) => name,
            _ => "",
        }
    }

    pub fn text_after(&self, n: usize) -> Option<&'a str> {
        self.all.iter().skip(n).find_map(|w| match w {
            Word::Text(t) => Some(*t),
            _ => None,
        })
    }

    pub fn find(&self, word: &str) -> Option<usize> {
        self.all.iter().position(|w| matches!(w, Word::Name(n) if n == word))
    }
}
