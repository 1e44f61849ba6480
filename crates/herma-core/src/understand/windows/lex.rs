//! PowerShell text as a tree of tokens: words, strings, variables, and everything between brackets.

/// Brackets inside each other. Honest scripts stay below ten.
const MAX_NESTING: u32 = 24;
/// Tokens of one text. A long script has a few thousand.
const MAX_TOKENS: usize = 20_000;

/// A piece of a word or of a string that is filled in.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    Text(String),
    Var(String),
    /// `$( )` inside a string.
    Sub(Vec<Token>),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// An unquoted word, with its backtick escapes resolved.
    Word(String),
    /// A quoted string.
    Text(Vec<Piece>),
    Var(String),
    /// `( )`, `$( )`, `@( )`.
    Paren(Vec<Token>),
    /// `{ }`.
    Block(Vec<Token>),
    /// `@{ }`.
    Hash(Vec<Token>),
    /// `[ ]` at the start of a word or behind an operand: a type or an index.
    Bracket(String, Vec<Token>),
    /// `|`, `;`, a line's end, `&`, `&&`, `||`, `,`, `=`, and redirections (`>`, `>>`, `<`).
    Op(&'static str),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// Blanks stand before it.
    pub apart: bool,
}

impl Token {
    pub fn is_op(&self, op: &str) -> bool {
        matches!(self.kind, Kind::Op(found) if found == op)
    }
}

/// What could not be read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    TooDeep,
    Unclosed,
}

pub(super) fn read(text: &str) -> (Vec<Token>, Option<Trouble>) {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), i: 0, count: 0, trouble: None };
    let tokens = lexer.until(0, 0);
    (tokens, lexer.trouble)
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    i: usize,
    count: usize,
    trouble: Option<Trouble>,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.i + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &str {
        self.text.get(self.i..).unwrap_or("")
    }

    fn slice(&self, from: usize, to: usize) -> &str {
        self.text.get(from..to).unwrap_or("")
    }

    /// Tokens up to this closing bracket, or the end of the text where it is 0.
    fn until(&mut self, close: u8, depth: u32) -> Vec<Token> {
        let mut out: Vec<Token> = Vec::new();
        if depth > MAX_NESTING {
            self.trouble = Some(Trouble::TooDeep);
            self.i = self.bytes.len();
            return out;
        }
        let mut apart = true;
        while self.i < self.bytes.len() {
            self.count += 1;
            if self.count > MAX_TOKENS {
                self.trouble = Some(Trouble::TooDeep);
                self.i = self.bytes.len();
                return out;
            }
            let start = self.i;
            let c = self.peek(0);
            if close != 0 && c == close {
                self.i += 1;
                return out;
            }
            let kind = match c {
                b' ' | b'\t' | b'\r' => {
                    self.i += 1;
                    apart = true;
                    continue;
                }
                b'`' if matches!(self.peek(1), b'\n' | b'\r') => {
                    self.i += if self.peek(1) == b'\r' && self.peek(2) == b'\n' { 3 } else { 2 };
                    apart = true;
                    continue;
                }
                b'\n' => {
                    self.i += 1;
                    Kind::Op("\n")
                }
                b'#' if apart || out.last().is_some_and(|t| matches!(t.kind, Kind::Op(_))) => {
                    self.i += self.rest().find('\n').unwrap_or(self.rest().len());
                    apart = true;
                    continue;
                }
                b'<' if self.peek(1) == b'#' => {
                    let end = self.rest().find("#>").map_or(self.rest().len(), |at| at + 2);
                    self.i += end;
                    apart = true;
                    continue;
                }
                b';' => self.op(1, ";"),
                b'|' if self.peek(1) == b'|' => self.op(2, "||"),
                b'|' => self.op(1, "|"),
                b'&' if self.peek(1) == b'&' => self.op(2, "&&"),
                b'&' => self.op(1, "&"),
                b',' => self.op(1, ","),
                b'<' => self.op(1, "<"),
                b'>' => self.redirection(),
                b'0'..=b'9' | b'*' if apart && self.peek(1) == b'>' => {
                    self.i += 1;
                    match self.redirection() {
                        // Errors into a file are no output.
                        Kind::Op(">" | ">>") if c != b'1' && c != b'*' => Kind::Op("2>"),
                        kind => kind,
                    }
                }
                b'@' if matches!(self.peek(1), b'\'' | b'"') && self.here_string_starts() => {
                    self.here_string()
                }
                b'@' if self.peek(1) == b'(' => self.nested(2, b')', depth, Kind::Paren),
                b'@' if self.peek(1) == b'{' => self.nested(2, b'}', depth, Kind::Hash),
                b'$' if self.peek(1) == b'(' => self.nested(2, b')', depth, Kind::Paren),
                b'(' => self.nested(1, b')', depth, Kind::Paren),
                b'{' => self.nested(1, b'}', depth, Kind::Block),
                b')' | b'}' | b']' => {
                    self.i += 1;
                    continue;
                }
                b'\'' => self.single(),
                b'"' => self.double(depth),
                b'[' if apart || follows_operand(out.last()) || opens(out.last()) => {
                    let tokens_from = self.i + 1;
                    self.i += 1;
                    let inner = self.until(b']', depth + 1);
                    let text = self.slice(tokens_from, self.i.saturating_sub(1)).to_owned();
                    Kind::Bracket(text, inner)
                }
                b'$' => match self.variable() {
                    Some(name) => Kind::Var(name),
                    None => self.word(),
                },
                b'=' if self.assigns(out.last(), apart) => self.op(1, "="),
                b'+' | b'-' | b'*' | b'/' | b'%'
                    if self.peek(1) == b'=' && self.assigns(out.last(), apart) =>
                {
                    self.op(2, "+=")
                }
                _ => self.word(),
            };
            if self.i == start {
                self.i += 1;
                continue;
            }
            out.push(Token { kind, start, end: self.i, apart });
            apart = false;
        }
        if close != 0 {
            self.trouble = self.trouble.or(Some(Trouble::Unclosed));
        }
        out
    }

    fn op(&mut self, len: usize, op: &'static str) -> Kind {
        self.i += len;
        Kind::Op(op)
    }

    fn nested(&mut self, skip: usize, close: u8, depth: u32, make: fn(Vec<Token>) -> Kind) -> Kind {
        self.i += skip;
        make(self.until(close, depth + 1))
    }

    /// `=` behind a variable, a property or an index assigns; inside a bare word it is a character.
    fn assigns(&self, last: Option<&Token>, apart: bool) -> bool {
        let Some(last) = last else { return false };
        match &last.kind {
            Kind::Var(_) | Kind::Bracket(..) => true,
            Kind::Word(_) => apart,
            _ => false,
        }
    }

    fn redirection(&mut self) -> Kind {
        self.i += 1;
        let twice = self.peek(0) == b'>';
        self.i += usize::from(twice);
        if self.peek(0) == b'&' && self.peek(1).is_ascii_digit() {
            self.i += 2;
            return Kind::Op("2>&1");
        }
        Kind::Op(if twice { ">>" } else { ">" })
    }

    fn single(&mut self) -> Kind {
        self.i += 1;
        let mut out = String::new();
        loop {
            let Some(at) = self.rest().find('\'') else {
                self.trouble = self.trouble.or(Some(Trouble::Unclosed));
                out.push_str(self.rest());
                self.i = self.bytes.len();
                break;
            };
            out.push_str(self.slice(self.i, self.i + at));
            self.i += at + 1;
            if self.peek(0) != b'\'' {
                break;
            }
            // Two of them are one.
            out.push('\'');
            self.i += 1;
        }
        Kind::Text(vec![Piece::Text(out)])
    }

    fn double(&mut self, depth: u32) -> Kind {
        self.i += 1;
        let mut pieces = Vec::new();
        let mut text = String::new();
        loop {
            match self.peek(0) {
                _ if self.i >= self.bytes.len() => {
                    self.trouble = self.trouble.or(Some(Trouble::Unclosed));
                    break;
                }
                b'"' if self.peek(1) == b'"' => {
                    text.push('"');
                    self.i += 2;
                }
                b'"' => {
                    self.i += 1;
                    break;
                }
                _ => self.filled(&mut pieces, &mut text, depth),
            }
        }
        if !text.is_empty() || pieces.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Kind::Text(pieces)
    }

    /// One character, escape, variable or `$( )` of a text that is filled in.
    fn filled(&mut self, pieces: &mut Vec<Piece>, text: &mut String, depth: u32) {
        match self.peek(0) {
            b'`' => {
                self.i += 1;
                text.extend(self.escaped());
            }
            b'$' if self.peek(1) == b'(' => {
                flush(pieces, text);
                self.i += 2;
                let inner = self.until(b')', depth + 1);
                pieces.push(Piece::Sub(inner));
            }
            b'$' => match self.variable() {
                Some(name) => {
                    flush(pieces, text);
                    pieces.push(Piece::Var(name));
                }
                None => {
                    text.push('$');
                    self.i += 1;
                }
            },
            _ => text.extend(self.character()),
        }
    }

    fn character(&mut self) -> Option<char> {
        let c = self.rest().chars().next();
        self.i += c.map_or(1, char::len_utf8);
        c
    }

    fn escaped(&mut self) -> Option<char> {
        let c = self.character()?;
        Some(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            other => other,
        })
    }

    fn here_string_starts(&self) -> bool {
        let line = self.slice(self.i + 2, self.bytes.len()).split('\n').next().unwrap_or("");
        line.trim().is_empty()
    }

    fn here_string(&mut self) -> Kind {
        let quote = self.peek(1);
        let close = if quote == b'\'' { "\n'@" } else { "\n\"@" };
        self.i += 2;
        self.i += self.rest().find('\n').unwrap_or(self.rest().len());
        let (body_at, len) = match self.rest().find(close) {
            Some(at) => (self.i, at),
            None => {
                self.trouble = self.trouble.or(Some(Trouble::Unclosed));
                (self.i, self.rest().len())
            }
        };
        let body = self.slice(body_at, body_at + len).strip_prefix('\n').unwrap_or("").to_owned();
        let end = (body_at + len + close.len()).min(self.bytes.len());
        if quote == b'\'' {
            self.i = end;
            return Kind::Text(vec![Piece::Text(body)]);
        }
        let mut inner = Lexer { text: &body, bytes: body.as_bytes(), i: 0, count: self.count, trouble: None };
        let (mut pieces, mut text) = (Vec::new(), String::new());
        while inner.i < inner.bytes.len() {
            inner.filled(&mut pieces, &mut text, 1);
        }
        (self.count, self.trouble) = (inner.count, self.trouble.or(inner.trouble));
        self.i = end;
        flush(&mut pieces, &mut text);
        Kind::Text(pieces)
    }

    /// `$name`, `$env:NAME`, `${any name}`, `$_`, `$?`, `$$`; nothing is consumed if it is none.
    fn variable(&mut self) -> Option<String> {
        if self.peek(1) == b'{' {
            let end = self.rest().find('}')?;
            let name = self.slice(self.i + 2, self.i + end).to_owned();
            self.i += end + 1;
            return Some(name.to_ascii_lowercase());
        }
        if matches!(self.peek(1), b'?' | b'$' | b'^') {
            let name = self.slice(self.i + 1, self.i + 2).to_owned();
            self.i += 2;
            return Some(name);
        }
        let mut end = self.i + 1;
        while let Some(&c) = self.bytes.get(end) {
            let name = c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80;
            // `$env:PATH`, but `"$x: y"` and `$x::Y` end before the colon.
            let scope = c == b':'
                && end > self.i + 1
                && self.bytes.get(end + 1).is_some_and(|n| n.is_ascii_alphanumeric() || *n == b'_');
            if !name && !scope {
                break;
            }
            end += 1;
        }
        if end == self.i + 1 {
            return None;
        }
        let name = self.slice(self.i + 1, end).to_ascii_lowercase();
        self.i = end;
        Some(name)
    }

    fn word(&mut self) -> Kind {
        let mut out = String::new();
        while self.i < self.bytes.len() {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b'&' | b',' | b'(' | b')' | b'{' | b'}'
                | b'"' | b'\'' | b'<' | b'>' => break,
                // A permission rule writes `\(` for `(`.
                b'\\' if matches!(self.peek(1), b'(' | b')') => {
                    self.i += 1;
                    break;
                }
                b']' => break,
                b'$' if self.peek(1) == b'(' || self.peek(1) == b'{' => break,
                b'$' if self.peek(1).is_ascii_alphabetic() || self.peek(1) == b'_' => break,
                b'`' => {
                    self.i += 1;
                    if matches!(self.peek(0), b'\n' | b'\r') {
                        break;
                    }
                    // In a word the escaped character stands for itself.
                    out.extend(self.character());
                }
                b'=' if out.starts_with('.') && !out.starts_with("..") && !out.contains(['/', '\\']) => break,
                _ => out.extend(self.character()),
            }
        }
        Kind::Word(out)
    }
}

fn flush(pieces: &mut Vec<Piece>, text: &mut String) {
    if !text.is_empty() {
        pieces.push(Piece::Text(std::mem::take(text)));
    }
}

fn follows_operand(last: Option<&Token>) -> bool {
    last.is_some_and(|t| matches!(t.kind, Kind::Var(_) | Kind::Paren(_) | Kind::Bracket(..) | Kind::Text(_)))
}

fn opens(last: Option<&Token>) -> bool {
    last.is_none_or(|t| matches!(t.kind, Kind::Op(_)))
}
