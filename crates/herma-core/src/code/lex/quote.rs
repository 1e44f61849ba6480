//! Strings, regular expressions and everything else that has a beginning and an end.

use super::{Fill, Kind, Lexer, PLAIN, Quote, RAW, op};
use crate::knowledge::Lang;

impl Lexer<'_, '_> {
    /// A string, shell string or regular expression that starts with `c`.
    pub(super) fn string(&mut self, c: u8) -> bool {
        match (self.lang, c) {
            (Lang::Python, b'"' | b'\'') => self.python_string(self.i, PLAIN),
            (Lang::JavaScript, b'`') => self.template(),
            (Lang::JavaScript, b'/') if !self.after_operand() => return self.regex(),
            (Lang::Ruby, b'/') if !self.after_operand() => return self.regex(),
            (Lang::Perl, b'/') if !self.after_operand() => return self.regex(),
            (Lang::Ruby, b'%') if !self.after_operand() => return self.percent(),
            (Lang::Ruby, b'?') if !self.after_operand() && self.peek(1).is_ascii_alphanumeric() => {
                self.i += 2;
                self.push(Kind::Str(RAW), self.i - 2, (self.i - 1, self.i));
            }
            (Lang::Lua, b'[') => return self.long_bracket(false),
            (Lang::Perl | Lang::Ruby | Lang::Php, b'`') => self.quoted(b'`', Kind::Shell),
            (_, b'\'') => self.simple(b'\''),
            (_, b'"') => self.quoted(b'"', Kind::Str),
            _ => return false,
        }
        true
    }

    pub(super) fn fill(&self) -> Fill {
        match self.lang {
            Lang::Ruby => Fill::HashBrace,
            Lang::Perl | Lang::Php => Fill::Sigil,
            _ => Fill::Nothing,
        }
    }

    /// `'…'`: escapes only in Python, JavaScript and Lua; elsewhere a backslash guards the quote alone.
    fn simple(&mut self, quote: u8) {
        let at = self.i;
        self.i += 1;
        let from = self.i;
        let to = self.find_close(quote);
        let escapes = matches!(self.lang, Lang::JavaScript | Lang::Lua);
        self.push(Kind::Str(if escapes { PLAIN } else { RAW }), at, (from, to));
    }

    fn quoted(&mut self, quote: u8, kind: fn(Quote) -> Kind) {
        let at = self.i;
        self.i += 1;
        let from = self.i;
        let fill = self.fill();
        let to = if fill == Fill::HashBrace { self.find_close_filled(quote) } else { self.find_close(quote) };
        self.push(kind(Quote { escapes: true, fill }), at, (from, to));
    }

    /// Goes past the closing quote; gives the end of the inside.
    fn find_close(&mut self, quote: u8) -> usize {
        while self.i < self.limit {
            match self.peek(0) {
                b'\\' => self.i += 2,
                c if c == quote => {
                    self.i += 1;
                    return self.i - 1;
                }
                _ => self.i += 1,
            }
        }
        self.unclosed()
    }

    fn unclosed(&mut self) -> usize {
        self.ok = false;
        self.i = self.limit;
        self.limit
    }

    /// As [`Self::find_close`], but a quote inside `#{…}` does not count.
    fn find_close_filled(&mut self, quote: u8) -> usize {
        while self.i < self.limit {
            match self.peek(0) {
                b'\\' => self.i += 2,
                b'#' if self.peek(1) == b'{' => {
                    self.i += 1;
                    self.skip_braced();
                }
                c if c == quote => {
                    self.i += 1;
                    return self.i - 1;
                }
                _ => self.i += 1,
            }
        }
        self.unclosed()
    }

    /// From `{` past its `}`, strings inside left out of the count.
    fn skip_braced(&mut self) {
        let end = braced_end(self.bytes, self.i, self.limit);
        self.i = end.unwrap_or(self.limit);
    }

    fn template(&mut self) {
        let at = self.i;
        self.i += 1;
        let from = self.i;
        let mut to = None;
        while self.i < self.limit && to.is_none() {
            match self.peek(0) {
                b'\\' => self.i += 2,
                b'$' if self.peek(1) == b'{' => {
                    self.i += 1;
                    self.skip_braced();
                }
                b'`' => {
                    to = Some(self.i);
                    self.i += 1;
                }
                _ => self.i += 1,
            }
        }
        let to = to.unwrap_or_else(|| self.unclosed());
        self.push(Kind::Str(Quote { escapes: true, fill: Fill::DollarBrace }), at, (from, to));
    }

    /// A regular expression literal ends on its own line; else the slash divides.
    fn regex(&mut self) -> bool {
        let at = self.i;
        let mut i = at + 1;
        let mut class = false;
        loop {
            match self.bytes.get(i) {
                Some(b'\n') | None => return false,
                Some(_) if i >= self.limit.min(at + MAX_REGEX) => return false,
                Some(b'\\') => i += 1,
                Some(b'[') if self.lang == Lang::JavaScript => class = true,
                Some(b']') => class = false,
                Some(b'/') if !class => break,
                Some(_) => {}
            }
            i += 1;
        }
        self.i = i + 1;
        self.flags();
        self.push(Kind::Regex, at, (at + 1, i));
        true
    }

    pub(super) fn flags(&mut self) {
        while self.peek(0).is_ascii_alphabetic() {
            self.i += 1;
        }
    }

    /// `rb"…"`, `f'''…'''`: a word of prefix letters with a quote right behind it.
    pub(super) fn python_prefix(&mut self, at: usize) -> bool {
        if !matches!(self.peek(0), b'"' | b'\'') || self.i - at > 3 {
            return false;
        }
        let prefix = self.bytes.get(at..self.i).unwrap_or_default();
        if !prefix.iter().all(|c| b"rRbBuUfFtT".contains(c)) {
            return false;
        }
        let has = |c: u8| prefix.iter().any(|p| p.eq_ignore_ascii_case(&c));
        let fill = if has(b'f') || has(b't') { Fill::Brace } else { Fill::Nothing };
        self.python_string(at, Quote { escapes: !has(b'r'), fill });
        true
    }

    fn python_string(&mut self, at: usize, quote: Quote) {
        let c = self.peek(0);
        let triple = self.peek(1) == c && self.peek(2) == c;
        self.i += if triple { 3 } else { 1 };
        let from = self.i;
        let mut braces = quote.fill == Fill::Brace && !triple;
        while self.i < self.limit {
            match self.peek(0) {
                b'\\' => self.i += 2,
                b'\n' if !triple => break,
                b'{' if quote.fill == Fill::Brace && self.peek(1) == b'{' => self.i += 2,
                // Since 3.12 the same quotes may stand inside the braces.
                b'{' if braces => match braced_end(self.bytes, self.i, self.limit) {
                    Some(end) if !has_newline(self.bytes, self.i, end) => self.i = end,
                    // Looked for once and not found: looking again at every brace would cost a square.
                    _ => braces = false,
                },
                x if x == c && (!triple || (self.peek(1) == c && self.peek(2) == c)) => {
                    let to = self.i;
                    self.i += if triple { 3 } else { 1 };
                    self.push(Kind::Str(quote), at, (from, to));
                    return;
                }
                _ => self.i += 1,
            }
        }
        self.ok = false;
        let to = self.i.min(self.limit);
        self.i = to;
        self.push(Kind::Str(quote), at, (from, to));
    }

    /// `[[…]]`, `[==[…]==]`; as a comment it leaves no token.
    pub(super) fn long_bracket(&mut self, comment: bool) -> bool {
        let at = self.i;
        if self.peek(0) != b'[' {
            return false;
        }
        let mut level = 0;
        while self.peek(1 + level) == b'=' {
            level += 1;
        }
        if self.peek(1 + level) != b'[' {
            return false;
        }
        self.i += level + 2;
        let from = self.i;
        let close = format!("]{}]", "=".repeat(level));
        let found = self.src.get(from..self.limit).and_then(|rest| rest.find(&close));
        let to = match found {
            Some(n) => {
                self.i = from + n + close.len();
                from + n
            }
            None => self.unclosed(),
        };
        if !comment {
            self.push(Kind::Str(RAW), at, (from, to));
        }
        true
    }

    /// Ruby's `%w[…]`, `%q(…)`, `%Q`, `%i`, `%x`, `%r`, `%(…)`.
    fn percent(&mut self) -> bool {
        let at = self.i;
        let letter = self.peek(1);
        let (kind, skip) = match letter {
            b'w' | b'W' | b'i' | b'I' => (Kind::Words, 2),
            b'q' | b's' => (Kind::Str(RAW), 2),
            b'Q' => (Kind::Str(Quote { escapes: true, fill: Fill::HashBrace }), 2),
            b'x' => (Kind::Shell(Quote { escapes: true, fill: Fill::HashBrace }), 2),
            b'r' => (Kind::Regex, 2),
            b'(' | b'[' | b'{' | b'<' | b'|' => {
                (Kind::Str(Quote { escapes: true, fill: Fill::HashBrace }), 1)
            }
            _ => return false,
        };
        let open = self.peek(skip);
        if open.is_ascii_alphanumeric() || matches!(open, b' ' | b'\n' | b'=' | 0) {
            return false;
        }
        self.i += skip;
        let body = self.delimited(open);
        if kind == Kind::Regex {
            self.flags();
        }
        self.push(kind, at, body);
        true
    }

    /// At an opening delimiter: goes past the matching one, nesting brackets of the same kind.
    pub(super) fn delimited(&mut self, open: u8) -> (usize, usize) {
        let close = match open {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            b'<' => b'>',
            c => c,
        };
        self.i += 1;
        let from = self.i;
        let mut depth = 1;
        while self.i < self.limit {
            match self.peek(0) {
                b'\\' => self.i += 1,
                c if c == close => {
                    depth -= 1;
                    if depth == 0 {
                        self.i += 1;
                        return (from, self.i - 1);
                    }
                }
                c if c == open => depth += 1,
                _ => {}
            }
            self.i += 1;
        }
        (from, self.unclosed())
    }

    /// Perl's `q qq qw qx m qr s tr y` with any delimiter.
    pub(super) fn quote_like(&mut self, at: usize) -> bool {
        let word = self.src.get(at..self.i).unwrap_or_default();
        let kind = match word {
            "q" => Kind::Str(RAW),
            "qq" => Kind::Str(Quote { escapes: true, fill: Fill::Sigil }),
            "qx" => Kind::Shell(Quote { escapes: true, fill: Fill::Sigil }),
            "qw" => Kind::Words,
            "m" | "qr" | "s" | "tr" | "y" => Kind::Regex,
            _ => return false,
        };
        if matches!(self.last().map(|t| t.kind), Some(Kind::Op(o)) if o == op("->")) {
            return false;
        }
        // `-s $file` is a size. Perl reads every `-s` so, whatever follows.
        let test = at.checked_sub(1).and_then(|before| self.src.as_bytes().get(before)) == Some(&b'-');
        if word == "s" && test {
            return false;
        }
        let in_braces = matches!(self.last().map(|t| t.kind), Some(Kind::Op(o)) if o == op("{"));
        let mut skip = 0;
        while matches!(self.peek(skip), b' ' | b'\t' | b'\n') {
            skip += 1;
        }
        let open = self.peek(skip);
        let word_char = open.is_ascii_alphanumeric() || open == b'_' || open == 0;
        let bound =
            matches!(self.last().map(|t| t.kind), Some(Kind::Op(o)) if o == op("=~") || o == op("!~"));
        let plain_name = (matches!(open, b',' | b';' | b')') && !bound)
            || (open == b'=' && (self.peek(skip + 1) == b'>' || skip > 0))
            || (open == b'}' && in_braces)
            || (open == b'#' && skip > 0);
        if word_char || plain_name {
            return false;
        }
        self.i += skip;
        let body = self.delimited(open);
        if matches!(word, "s" | "tr" | "y") {
            if matches!(open, b'(' | b'[' | b'{' | b'<') {
                while matches!(self.peek(0), b' ' | b'\t' | b'\n') {
                    self.i += 1;
                }
                let open = self.peek(0);
                self.delimited(open);
            } else {
                self.i -= 1;
                self.delimited(open);
            }
        }
        // `s///e` runs its second half as code.
        let flags = self.i;
        if kind == Kind::Regex {
            self.flags();
        }
        let runs = word == "s" && self.bytes.get(flags..self.i).is_some_and(|f| f.contains(&b'e'));
        if runs {
            let second = self.second_half(open, body.1, flags);
            self.push(Kind::Code, at, second);
        } else {
            self.push(kind, at, body);
        }
        true
    }

    fn second_half(&self, open: u8, end: usize, flags: usize) -> (usize, usize) {
        let mut from = end + 1;
        if matches!(open, b'(' | b'[' | b'{' | b'<') {
            while self.bytes.get(from).is_some_and(|c| matches!(c, b' ' | b'\t' | b'\n')) {
                from += 1;
            }
            from += 1;
        }
        (from, flags.saturating_sub(1).max(from))
    }
}

fn has_newline(bytes: &[u8], from: usize, to: usize) -> bool {
    bytes.get(from..to).is_some_and(|b| b.contains(&b'\n'))
}

/// Longest regular expression literal. Without it, slashes that open none would be looked behind to the end of the
/// line again and again.
const MAX_REGEX: usize = 2048;
/// Deepest nesting of templates in templates.
const MAX_TEMPLATES: u8 = 16;

/// The end of `{…}` that starts at `i`, past its brace. Quotes, templates and regular expressions inside hide braces.
pub(in super::super) fn braced_end(bytes: &[u8], i: usize, limit: usize) -> Option<usize> {
    braced(bytes, i, limit, 0)
}

fn braced(bytes: &[u8], mut i: usize, limit: usize, level: u8) -> Option<usize> {
    let mut depth = 0usize;
    let mut quote = 0u8;
    let mut before = 0u8;
    while i < limit {
        let c = *bytes.get(i)?;
        match c {
            b'\\' => i += 1,
            _ if quote != 0 && c == quote => {
                quote = 0;
            }
            b'`' => {
                i = template_end(bytes, i + 1, limit, level + 1)?;
                before = b'`';
                continue;
            }
            b'"' | b'\'' => quote = c,
            b'/' if matches!(before, b'(' | b',' | b'=' | b':' | b'[' | b'!' | b'&' | b'|') => {
                if let Some(end) = regex_end(bytes, i, limit) {
                    i = end;
                    before = b'/';
                    continue;
                }
            }
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(i + 1);
                }
            }
            _ => {}
        }
        if !c.is_ascii_whitespace() {
            before = c;
        }
        i += 1;
    }
    None
}

/// From inside a template past its closing backtick.
fn template_end(bytes: &[u8], mut i: usize, limit: usize, level: u8) -> Option<usize> {
    while i < limit {
        match *bytes.get(i)? {
            b'\\' => i += 1,
            b'`' => return Some(i + 1),
            b'$' if level < MAX_TEMPLATES && bytes.get(i + 1) == Some(&b'{') => {
                i = braced(bytes, i + 1, limit, level)?;
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// Past a regular expression literal, if it ends on its line.
fn regex_end(bytes: &[u8], at: usize, limit: usize) -> Option<usize> {
    let mut i = at + 1;
    let mut class = false;
    while i < limit.min(at + MAX_REGEX) {
        match *bytes.get(i)? {
            b'\n' => return None,
            b'\\' => i += 1,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => return Some(i + 1),
            _ => {}
        }
        i += 1;
    }
    None
}
