//! Awk: small enough for a reader of its own. Texts side by side are one text; `|` and `>` behind `print` and
//! `getline` start programs and open files.

use super::texts::unescape;
use super::value::{join_texts, push};
use super::{Act, CodeFinding, CodePart, CodeText, Reading};
use crate::knowledge::Lang;
use std::collections::HashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Num,
    Str,
    Regex,
    Op(u8),
    Line,
}

#[derive(Debug, Clone, Copy)]
struct Token {
    kind: Kind,
    at: usize,
    end: usize,
}

/// Longest regular expression, so that slashes which open none are not looked behind to the end each time.
const MAX_REGEX: usize = 2048;

/// Most findings of one program. With more it is not read to its end.
const MAX_FINDINGS: usize = 256;
/// Deepest nesting of brackets.
const MAX_DEPTH: u16 = 64;

pub(super) fn read(source: &str) -> Reading {
    let (toks, complete) = cut(source);
    let mut reader = Reader {
        src: source,
        toks,
        pos: 0,
        vars: HashMap::new(),
        reading: Reading { findings: Vec::new(), complete },
        depth: 0,
    };
    reader.run();
    reader.reading
}

fn cut(src: &str) -> (Vec<Token>, bool) {
    let bytes = src.as_bytes();
    let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let mut out: Vec<Token> = Vec::with_capacity(src.len() / 3);
    let mut complete = true;
    let mut i = 0;
    while i < bytes.len() {
        let at = i;
        let kind = match byte(i) {
            b' ' | b'\t' | b'\r' => {
                i += 1;
                continue;
            }
            b'\\' if byte(i + 1) == b'\n' => {
                i += 2;
                continue;
            }
            b'#' => {
                while i < bytes.len() && byte(i) != b'\n' {
                    i += 1;
                }
                continue;
            }
            b'\n' => {
                i += 1;
                Kind::Line
            }
            b'"' => {
                i += 1;
                while i < bytes.len() && byte(i) != b'"' {
                    i += if byte(i) == b'\\' { 2 } else { 1 };
                }
                complete &= i < bytes.len();
                i += 1;
                Kind::Str
            }
            b'/' if !after_operand(&out, src) => match regex_end(bytes, i) {
                Some(end) => {
                    i = end;
                    Kind::Regex
                }
                None => {
                    i += 1;
                    Kind::Op(b'/')
                }
            },
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
                while byte(i).is_ascii_alphanumeric() || byte(i) == b'_' {
                    i += 1;
                }
                Kind::Word
            }
            b'0'..=b'9' => {
                while byte(i).is_ascii_alphanumeric() || byte(i) == b'.' {
                    i += 1;
                }
                Kind::Num
            }
            c => {
                i += 1;
                // `||`, `>>`, `>=`, `|&`, `==`: the pair is one sign.
                let paired = match (c, byte(i)) {
                    (b'|', b'|') => Some(b'o'),
                    (b'|', b'&') => Some(b'|'),
                    (b'>', b'>') => Some(b'>'),
                    (b'=' | b'!' | b'<' | b'>', b'=') => Some(b'q'),
                    (b'&', b'&') => Some(b'a'),
                    (b'+' | b'-' | b'*' | b'/' | b'%' | b'^', b'=') => Some(b'u'),
                    _ => None,
                };
                i += usize::from(paired.is_some());
                Kind::Op(paired.unwrap_or(c))
            }
        };
        out.push(Token { kind, at, end: i.min(bytes.len()) });
    }
    (out, complete)
}

fn after_operand(out: &[Token], src: &str) -> bool {
    match out.last() {
        Some(t) => match t.kind {
            Kind::Num | Kind::Str | Kind::Regex => true,
            Kind::Word => !matches!(
                src.get(t.at..t.end),
                Some("print" | "return" | "in" | "getline" | "printf" | "BEGIN" | "END")
            ),
            Kind::Op(o) => matches!(o, b')' | b']'),
            Kind::Line => false,
        },
        None => false,
    }
}

fn regex_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut i = at + 1;
    let mut class = false;
    while i < at + MAX_REGEX {
        match bytes.get(i)? {
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

struct Reader<'a> {
    src: &'a str,
    toks: Vec<Token>,
    pos: usize,
    vars: HashMap<&'a str, CodeText>,
    reading: Reading,
    depth: u16,
}

impl<'a> Reader<'a> {
    fn kind(&self, ahead: usize) -> Option<Kind> {
        self.toks.get(self.pos + ahead).map(|t| t.kind)
    }

    fn text(&self, token: Token) -> &'a str {
        self.src.get(token.at..token.end).unwrap_or_default()
    }

    fn word(&self) -> Option<&'a str> {
        let token = *self.toks.get(self.pos)?;
        (token.kind == Kind::Word).then(|| self.text(token))
    }

    fn is_op(&self, c: u8) -> bool {
        self.kind(0) == Some(Kind::Op(c))
    }

    fn emit(&mut self, at: usize, act: Act) {
        let finding = CodeFinding { at, act, cwd: None };
        if self.reading.findings.contains(&finding) {
            return;
        }
        if self.reading.findings.len() < MAX_FINDINGS {
            self.reading.findings.push(finding);
        } else {
            self.reading.complete = false;
        }
    }

    fn run(&mut self) {
        while self.pos < self.toks.len() {
            let before = self.pos;
            match self.word() {
                Some("print" | "printf") => self.print(),
                _ => {
                    self.expr(Pipes::Getline);
                }
            }
            if self.pos <= before {
                self.pos = before + 1;
            }
        }
    }

    fn offset(&self) -> usize {
        self.toks.get(self.pos).map_or(self.src.len(), |t| t.at)
    }

    /// `print … > file`, `print … | "command"`.
    fn print(&mut self) {
        let at = self.offset();
        let formats = self.word() == Some("printf");
        self.pos += 1;
        // A comparison is allowed inside brackets only, so that a bare `>` is always a file.
        let mut printed = vec![self.expr(Pipes::Output)];
        while self.is_op(b',') {
            self.pos += 1;
            printed.push(self.expr(Pipes::Output));
        }
        if self.is_op(b'>') {
            self.pos += 1;
            let path = self.expr(Pipes::Output);
            if !matches!(path.known(), Some("/dev/stderr" | "/dev/stdout" | "/dev/null" | "-")) {
                let act = network(&path).unwrap_or(Act::Write { path });
                self.emit(at, act);
            }
        } else if self.is_op(b'|') {
            self.pos += 1;
            let command = self.expr(Pipes::Output);
            // What a shell is told in a pipe is what it runs.
            let printed = if formats { self.call("sprintf", &printed, at) } else { spaced(&printed) };
            let told = command.known().is_some_and(is_shell) && !printed.prefix().is_empty();
            let command = if told { printed } else { command };
            let act = network(&command).unwrap_or(Act::Shell(command));
            self.emit(at, act);
        }
    }

    /// Pieces side by side, up to something that cannot be part of a text.
    fn expr(&mut self, pipes: Pipes) -> CodeText {
        if self.depth >= MAX_DEPTH {
            self.reading.complete = false;
            self.pos += 1;
            return CodeText::unknown();
        }
        self.depth += 1;
        let out = self.pieces(pipes);
        self.depth -= 1;
        out
    }

    fn pieces(&mut self, pipes: Pipes) -> CodeText {
        let start = self.offset();
        let mut out = CodeText::default();
        loop {
            match self.piece() {
                Some(piece) => out = join_texts(out, &piece),
                None => match self.kind(0) {
                    Some(Kind::Op(b'|')) if pipes == Pipes::Getline => {
                        self.pos += 1;
                        if self.word() == Some("getline") {
                            self.pos += 1;
                            let act = network(&out).unwrap_or_else(|| Act::Shell(out.clone()));
                            self.emit(start, act);
                            out = CodeText::unknown();
                        }
                    }
                    // Arithmetic, comparisons and choices make something else of it.
                    Some(Kind::Op(
                        b'+' | b'-' | b'*' | b'/' | b'%' | b'^' | b'q' | b'~' | b'!' | b'o' | b'a' | b'?'
                        | b':' | b'<',
                    )) => {
                        self.pos += 1;
                        out = CodeText::unknown();
                    }
                    Some(Kind::Op(b'>')) if pipes == Pipes::Getline => {
                        self.pos += 1;
                        out = CodeText::unknown();
                    }
                    _ => return out,
                },
            }
        }
    }

    /// A piece that belongs to another.
    fn nested_piece(&mut self) -> Option<CodeText> {
        if self.depth >= MAX_DEPTH {
            self.reading.complete = false;
            self.pos += 1;
            return None;
        }
        self.depth += 1;
        let out = self.piece();
        self.depth -= 1;
        out
    }

    fn piece(&mut self) -> Option<CodeText> {
        let token = *self.toks.get(self.pos)?;
        match token.kind {
            Kind::Str => {
                self.pos += 1;
                let body = self.src.get(token.at + 1..token.end.saturating_sub(1)).unwrap_or_default();
                Some(CodeText::new(unescape(Lang::Awk, body, true)))
            }
            Kind::Num => {
                self.pos += 1;
                Some(CodeText::new(self.text(token)))
            }
            Kind::Regex => {
                self.pos += 1;
                Some(CodeText::unknown())
            }
            Kind::Op(b'$') => {
                while self.is_op(b'$') {
                    self.pos += 1;
                }
                self.nested_piece();
                Some(CodeText::unknown())
            }
            Kind::Op(b'(') => {
                self.pos += 1;
                let inner = self.group(b')');
                Some(inner.into_iter().next().unwrap_or_default())
            }
            Kind::Word => self.name(token),
            Kind::Op(_) | Kind::Line => None,
        }
    }

    fn group(&mut self, close: u8) -> Vec<CodeText> {
        let mut out = Vec::new();
        while self.pos < self.toks.len() && !self.is_op(close) {
            let before = self.pos;
            let value = self.expr(Pipes::Getline);
            out.push(value);
            if self.is_op(b',') || self.pos <= before {
                self.pos = before.max(self.pos) + 1;
            }
        }
        self.pos += 1;
        out
    }

    fn name(&mut self, token: Token) -> Option<CodeText> {
        let word = self.text(token);
        match word {
            "print" | "printf" if self.depth > 1 => {
                self.print();
                return Some(CodeText::default());
            }
            "print" | "printf" | "if" | "while" | "for" | "else" | "do" | "return" | "BEGIN" | "END"
            | "function" | "func" | "delete" | "next" | "exit" => {
                if matches!(word, "print" | "printf") {
                    return None;
                }
                self.pos += 1;
                return Some(CodeText::default());
            }
            "getline" => {
                self.pos += 1;
                if matches!(self.kind(0), Some(Kind::Word)) {
                    self.pos += 1;
                }
                if self.is_op(b'<') {
                    self.pos += 1;
                    let path = self.nested_piece().unwrap_or_else(CodeText::unknown);
                    if path.known() != Some("-") {
                        let act = network(&path).unwrap_or(Act::Read { path });
                        self.emit(token.at, act);
                    }
                }
                return Some(CodeText::unknown());
            }
            _ => {}
        }
        self.pos += 1;
        if self.is_op(b'(') && self.toks.get(self.pos).is_some_and(|t| t.at == token.end || word == "system")
        {
            self.pos += 1;
            let args = self.group(b')');
            return Some(self.call(word, &args, token.at));
        }
        if self.is_op(b'[') {
            self.pos += 1;
            let key = self.group(b']');
            if word == "ENVIRON" && key.first().and_then(CodeText::known) == Some("HOME") {
                return Some(CodeText::new("~"));
            }
            if self.is_op(b'=') {
                self.pos += 1;
                self.expr(Pipes::Output);
            }
            return Some(CodeText::unknown());
        }
        if self.is_op(b'=') {
            self.pos += 1;
            let value = self.expr(Pipes::Output);
            // What was assigned before may still hold when this one stands in a branch.
            let value = match self.vars.get(word) {
                Some(old) if *old != value => CodeText::unknown(),
                _ => value,
            };
            self.vars.insert(word, value.clone());
            return Some(value);
        }
        Some(self.vars.get(word).cloned().unwrap_or_else(CodeText::unknown))
    }

    fn call(&mut self, name: &str, args: &[CodeText], at: usize) -> CodeText {
        let first = args.first().cloned().unwrap_or_else(CodeText::unknown);
        match name {
            "system" => {
                self.emit(at, Act::Shell(first));
                CodeText::unknown()
            }
            "sprintf" => {
                let values =
                    args.iter().skip(1).map(|t| super::value::Value::of(t.clone())).collect::<Vec<_>>();
                super::texts::percent(&first, &super::value::Value::list(values)).to_text()
            }
            "tolower" | "toupper" => {
                let mut out = CodeText::default();
                for part in &first.parts {
                    let part = match part {
                        CodePart::Text(t) if name == "tolower" => CodePart::Text(t.to_lowercase()),
                        CodePart::Text(t) => CodePart::Text(t.to_uppercase()),
                        p => p.clone(),
                    };
                    push(&mut out, part);
                }
                out
            }
            _ => CodeText::unknown(),
        }
    }
}

/// `print a, b` puts a blank between.
fn spaced(texts: &[CodeText]) -> CodeText {
    let mut out = CodeText::default();
    for (i, text) in texts.iter().enumerate() {
        if i > 0 {
            push(&mut out, CodePart::Text(" ".to_owned()));
        }
        out = join_texts(out, text);
    }
    out
}

/// `sh`, `/bin/bash -s`: a shell with nothing else to run.
fn is_shell(command: &str) -> bool {
    let mut words = command.split_whitespace();
    let name = words.next().and_then(|w| w.rsplit('/').next());
    matches!(name, Some("sh" | "bash" | "dash" | "zsh" | "ksh" | "ash"))
        && words.all(|w| matches!(w, "-s" | "-" | "-e" | "-x"))
}

/// gawk's `/inet/tcp/0/host/port` is a connection.
fn network(path: &CodeText) -> Option<Act> {
    let rest = path.prefix().strip_prefix("/inet")?;
    let mut fields = rest.split('/').skip(3);
    let (host, port) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    let to = if host.is_empty() { CodeText::unknown() } else { CodeText::new(format!("{host}:{port}")) };
    Some(Act::Connect { to })
}

/// What a `|` behind an expression means: the program feeds `getline`, or it takes what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pipes {
    Getline,
    Output,
}
