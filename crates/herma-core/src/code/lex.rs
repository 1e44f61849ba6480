//! Cuts a text into tokens. Strings, comments and regular expressions are what the languages differ in, and what
//! must not be mistaken for code; everything else is words, numbers and operators.

mod heredoc;
mod quote;
pub(super) use quote::braced_end;
mod sigil;

use crate::knowledge::Lang;

/// Deepest nesting of brackets that is read.
const MAX_NESTING: usize = 200;

#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub kind: Kind,
    pub at: u32,
    pub end: u32,
    /// The inside of a string; for an opening bracket, `.0` is the token that closes it.
    pub body: (u32, u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Num,
    Str(Quote),
    /// Backticks, `qx`, `%x`: a string that a shell gets.
    Shell(Quote),
    /// `qw(a b)`, `%w[a b]`.
    Words,
    Regex,
    /// The code half of Perl's `s/…/…/e`.
    Code,
    /// Perl's `<FH>` and `<*.c>`.
    Angle,
    Op(u32),
    /// End of a line where lines matter, with the indentation of the next.
    Line(u16),
}

/// How the inside of a string is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quote {
    pub escapes: bool,
    pub fill: Fill,
}

/// What is filled in when the string is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    Nothing,
    /// `{x}` of a Python f-string.
    Brace,
    /// `${x}`.
    DollarBrace,
    /// `#{x}`.
    HashBrace,
    /// `$x`, `${x}`, `{$x}`, `@x`.
    Sigil,
}

pub(super) const RAW: Quote = Quote { escapes: false, fill: Fill::Nothing };
pub(super) const PLAIN: Quote = Quote { escapes: true, fill: Fill::Nothing };

/// An operator as a number, so that tokens stay small and comparing is cheap.
pub(super) const fn op(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let mut n = 0;
    let mut i = 0;
    while i < bytes.len() {
        // A `const fn` has no `get`; `i` is below the length.
        n = (n << 8) | bytes[i] as u32;
        i += 1;
    }
    n
}

const THREE: &[u32] = &[
    op("==="),
    op("!=="),
    op("**="),
    op("..."),
    op("||="),
    op("&&="),
    op("??="),
    op("<<="),
    op(">>="),
    op("//="),
    op("<=>"),
    op("?->"),
];
const TWO: &[u32] = &[
    op("=="),
    op("!="),
    op("<="),
    op(">="),
    op("&&"),
    op("||"),
    op("??"),
    op("=>"),
    op("->"),
    op("::"),
    op("+="),
    op("-="),
    op("*="),
    op("/="),
    op("%="),
    op(".="),
    op("|="),
    op("&="),
    op("^="),
    op("**"),
    op("++"),
    op("--"),
    op("?."),
    op("<<"),
    op(">>"),
    op(":="),
    op("=~"),
    op("!~"),
    op(".."),
    op("//"),
    op("&."),
    op("~="),
];

pub(super) struct Lexer<'a, 't> {
    pub src: &'a str,
    bytes: &'a [u8],
    lang: Lang,
    i: usize,
    limit: usize,
    out: &'t mut Vec<Token>,
    /// Where this text's tokens begin in `out`.
    first: usize,
    open: Vec<usize>,
    heredocs: Vec<heredoc::Pending>,
    ok: bool,
}

/// Cuts `src[from..to]`, appending to `out`. False when it is not a text of this language: a string that never
/// ends, brackets that do not match.
pub(super) fn lex(lang: Lang, src: &str, from: usize, to: usize, out: &mut Vec<Token>) -> bool {
    let first = out.len();
    let limit = to.min(src.len());
    let mut lexer = Lexer {
        src,
        bytes: src.as_bytes(),
        lang,
        i: from,
        limit,
        out,
        first,
        open: Vec::new(),
        heredocs: Vec::new(),
        ok: true,
    };
    lexer.run();
    lexer.ok && lexer.open.is_empty() && lexer.heredocs.is_empty()
}

impl Lexer<'_, '_> {
    fn peek(&self, ahead: usize) -> u8 {
        let i = self.i + ahead;
        if i < self.limit { self.bytes.get(i).copied().unwrap_or(0) } else { 0 }
    }

    fn starts(&self, text: &str) -> bool {
        self.bytes.get(self.i..self.limit).is_some_and(|rest| rest.starts_with(text.as_bytes()))
    }

    fn push(&mut self, kind: Kind, at: usize, body: (usize, usize)) {
        let end = self.i as u32;
        self.out.push(Token { kind, at: at as u32, end, body: (body.0 as u32, body.1 as u32) });
    }

    fn last(&self) -> Option<&Token> {
        if self.out.len() > self.first { self.out.last() } else { None }
    }

    fn run(&mut self) {
        if self.starts("#!") {
            self.skip_line();
        }
        if self.lang == Lang::Php {
            self.skip_html();
        }
        if self.lang == Lang::Perl && self.first == 0 {
            self.skip_pod();
        }
        while self.i < self.limit {
            let before = self.i;
            self.token();
            if self.i <= before {
                self.i = before + 1;
            }
        }
        if !self.heredocs.is_empty() {
            self.line_end();
        }
    }

    fn token(&mut self) {
        let c = self.peek(0);
        match c {
            b'\n' => self.line_end(),
            b' ' | b'\t' | b'\r' | 0x0c => self.i += 1,
            b'\\' if self.peek(1) == b'\n' => self.i += 2,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' | 0x80.. => self.word_or_quote(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() && !self.after_operand() => self.number(),
            _ if self.comment(c) || self.string(c) || self.sigil(c) => {}
            _ => self.operator(),
        }
    }

    fn skip_line(&mut self) {
        while self.i < self.limit && self.peek(0) != b'\n' {
            self.i += 1;
        }
    }

    /// Text outside of `<?php … ?>` is printed as it is. `php -r` code has no tags at all.
    fn skip_html(&mut self) {
        let rest = self.src.get(self.i..self.limit).unwrap_or_default();
        if let Some(tag) = rest.find("<?php").map(|n| n + 5).or_else(|| rest.find("<?=").map(|n| n + 3)) {
            self.i += tag;
        }
    }

    fn line_end(&mut self) {
        self.i += 1;
        if !self.heredocs.is_empty() {
            self.heredoc_bodies();
        }
        match self.lang {
            Lang::Python if self.open.is_empty() => {
                let at = self.i;
                while matches!(self.peek(0), b' ' | b'\t') {
                    self.i += 1;
                }
                let blank = matches!(self.peek(0), b'\n' | b'#' | b'\r') || self.i >= self.limit;
                if !blank {
                    let indent = u16::try_from(self.i - at).unwrap_or(u16::MAX);
                    self.push(Kind::Line(indent), at, (0, 0));
                }
            }
            Lang::Ruby => {
                if self.starts("=begin\n") {
                    self.skip_to("\n=end");
                } else if self.starts("__END__") {
                    self.i = self.limit;
                }
                let at = self.i;
                self.push(Kind::Line(0), at, (0, 0));
            }
            Lang::Perl => {
                self.skip_pod();
                if self.starts("__END__") || self.starts("__DATA__") {
                    self.i = self.limit;
                }
            }
            _ => {}
        }
    }

    fn skip_pod(&mut self) {
        if self.peek(0) == b'=' && self.peek(1).is_ascii_lowercase() {
            self.skip_to("\n=cut");
        }
    }

    fn skip_to(&mut self, mark: &str) {
        let rest = self.src.get(self.i..self.limit).unwrap_or_default();
        self.i = rest.find(mark).map_or(self.limit, |n| self.i + n + mark.len());
    }

    fn comment(&mut self, c: u8) -> bool {
        let hash = !matches!(self.lang, Lang::JavaScript | Lang::Lua);
        let slashes = matches!(self.lang, Lang::JavaScript | Lang::Php);
        match (c, self.peek(1)) {
            // PHP attributes are code, and harmless to read as such.
            (b'#', b'[') if self.lang == Lang::Php => return false,
            (b'#', _) if hash => self.skip_line(),
            (b'/', b'/') if slashes => self.skip_line(),
            (b'/', b'*') if slashes => {
                self.i += 2;
                self.skip_to("*/");
            }
            (b'-', b'-') if self.lang == Lang::Lua => {
                self.i += 2;
                if !self.long_bracket(true) {
                    self.skip_line();
                }
            }
            (b'?', b'>') if self.lang == Lang::Php => {
                self.i += 2;
                let rest = self.src.get(self.i..self.limit).unwrap_or_default();
                match rest.find("<?") {
                    Some(_) => self.skip_html(),
                    None => self.i = self.limit,
                }
            }
            _ => return false,
        }
        true
    }

    fn word_or_quote(&mut self) {
        let at = self.i;
        while matches!(self.peek(0), b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'0'..=b'9' | 0x80..) {
            self.i += 1;
        }
        let quote = (self.lang == Lang::Python && self.python_prefix(at))
            || (self.lang == Lang::Perl && self.quote_like(at));
        if quote {
            return;
        }
        match self.lang {
            Lang::Ruby if matches!(self.peek(0), b'?' | b'!') && !matches!(self.peek(1), b'=' | b'~') => {
                self.i += 1;
            }
            Lang::JavaScript => {
                while self.peek(0) == b'$'
                    || matches!(self.peek(0), b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'0'..=b'9')
                {
                    self.i += 1;
                }
            }
            // `File::Path::rmtree` is one name.
            Lang::Perl | Lang::Ruby => {
                while self.lang == Lang::Perl
                    && self.starts("::")
                    && matches!(self.peek(2), b'A'..=b'Z' | b'a'..=b'z' | b'_')
                {
                    self.i += 2;
                    while matches!(self.peek(0), b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'0'..=b'9') {
                        self.i += 1;
                    }
                }
            }
            _ => {}
        }
        if self.lang == Lang::Perl && matches!(self.src.get(at..self.i), Some("__END__" | "__DATA__")) {
            self.i = self.limit;
            return;
        }
        self.push(Kind::Word, at, (0, 0));
    }

    fn number(&mut self) {
        let at = self.i;
        loop {
            match self.peek(0) {
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.i += 1,
                b'.' if self.peek(1).is_ascii_digit() => self.i += 1,
                b'+' | b'-'
                    if matches!(self.bytes.get(self.i.wrapping_sub(1)), Some(b'e' | b'E'))
                        && self.bytes.get(at + 1) != Some(&b'x') =>
                {
                    self.i += 1;
                }
                _ => break,
            }
        }
        self.push(Kind::Num, at, (0, 0));
    }

    fn operator(&mut self) {
        let at = self.i;
        let (a, b, c) = (self.peek(0) as u32, self.peek(1) as u32, self.peek(2) as u32);
        let two = (a << 8) | b;
        let three = (two << 8) | c;
        let single = matches!(self.peek(0), b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';');
        let (kind, len) = if single {
            (a, 1)
        } else if THREE.contains(&three) {
            (three, 3)
        } else if TWO.contains(&two) {
            (two, 2)
        } else {
            (a, 1)
        };
        self.i += len;
        match self.bytes.get(at) {
            Some(b'(' | b'[' | b'{') => {
                if self.open.len() >= MAX_NESTING {
                    self.ok = false;
                    self.i = self.limit;
                    return;
                }
                self.open.push(self.out.len());
            }
            Some(b')' | b']' | b'}') => self.close(a),
            _ => {}
        }
        self.push(Kind::Op(kind), at, (0, 0));
    }

    fn close(&mut self, closer: u32) {
        let here = self.out.len() as u32;
        let opener = match char::from_u32(closer) {
            Some(')') => op("("),
            Some(']') => op("["),
            _ => op("{"),
        };
        match self.open.pop().and_then(|i| self.out.get_mut(i)) {
            Some(token) if token.kind == Kind::Op(opener) => token.body.0 = here,
            _ => self.ok = false,
        }
    }

    /// Does the text so far end in something that has a value? Then `/` divides, `<` compares and `%` is a rest.
    fn after_operand(&self) -> bool {
        let Some(last) = self.last() else { return false };
        match last.kind {
            Kind::Num
            | Kind::Str(_)
            | Kind::Shell(_)
            | Kind::Regex
            | Kind::Code
            | Kind::Words
            | Kind::Angle => true,
            Kind::Word => !self.word_takes_operand(last),
            Kind::Op(o) => o == op(")") || o == op("]") || (o == op("}") && self.lang != Lang::JavaScript),
            Kind::Line(_) => false,
        }
    }

    fn word_takes_operand(&self, token: &Token) -> bool {
        let word = self.src.get(token.at as usize..token.end as usize).unwrap_or_default();
        match self.lang {
            Lang::JavaScript => matches!(
                word,
                "return"
                    | "typeof"
                    | "case"
                    | "in"
                    | "of"
                    | "void"
                    | "delete"
                    | "do"
                    | "else"
                    | "throw"
                    | "new"
                    | "instanceof"
                    | "await"
                    | "yield"
            ),
            Lang::Ruby => {
                matches!(
                    word,
                    "return"
                        | "if"
                        | "unless"
                        | "while"
                        | "until"
                        | "and"
                        | "or"
                        | "not"
                        | "when"
                        | "then"
                        | "do"
                        | "else"
                        | "elsif"
                        | "in"
                        | "puts"
                        | "print"
                        | "p"
                        | "split"
                        | "raise"
                ) || (self.bytes.get(self.i.wrapping_sub(1)) == Some(&b' ')
                    && !matches!(self.peek(1), b' ' | b'='))
                    && !word.starts_with(['@', '$'])
            }
            Lang::Perl => {
                !word.starts_with(['$', '@', '%'])
                    && (matches!(
                        word,
                        "return"
                            | "if"
                            | "unless"
                            | "while"
                            | "until"
                            | "and"
                            | "or"
                            | "not"
                            | "split"
                            | "grep"
                            | "map"
                            | "join"
                            | "print"
                            | "push"
                            | "x"
                            | "lt"
                            | "gt"
                            | "eq"
                            | "ne"
                            | "xor"
                            | "foreach"
                            | "for"
                            | "when"
                            | "unlink"
                            | "die"
                            | "warn"
                            | "say"
                    ))
            }
            _ => false,
        }
    }
}
