//! The parser's state, and lists, pipelines and simple commands.

use super::syntax::{
    AndOr, Assign, AssignValue, Command, Item, Pipeline, Redirect, RedirectOp, RedirectTarget, Script,
    Simple, Word,
};
use super::{MAX_DEPTH, ParseError, Parsed};
use crate::effect::Span;
use std::cell::RefCell;
use std::rc::Rc;

/// Steps per byte of input before a text counts as too complex. Ordinary text needs about two.
const FUEL_PER_BYTE: usize = 48;

pub(super) type Result<T> = std::result::Result<T, ParseError>;

pub(super) struct Parser<'a> {
    pub src: &'a [u8],
    pub text: &'a str,
    pub pos: usize,
    /// Nothing at or past this offset belongs to us.
    pub end: usize,
    pub depth: u32,
    pub fuel: usize,
    pub fixed: Option<Span>,
    pub pending: Vec<Pending>,
    /// What was met and read past, said at the end: a here-document that ran into the end of the text, a bound that was
    /// reached inside of one. A part that was read apart hands its own on: what was not read must never look read.
    trouble: Option<ParseError>,
}

/// A here-document whose lines are still to come.
pub(super) struct Pending {
    pub delimiter: String,
    pub quoted: bool,
    pub strip_tabs: bool,
    pub body: Rc<RefCell<Word>>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, fixed: Option<Span>) -> Self {
        Parser {
            src: text.as_bytes(),
            text,
            pos: 0,
            end: text.len(),
            depth: 0,
            fuel: 256 + text.len().saturating_mul(FUEL_PER_BYTE),
            fixed,
            pending: Vec::new(),
            trouble: None,
        }
    }

    /// The whole text; after trouble, what can be salvaged of it.
    pub fn read_all(mut self) -> Parsed {
        let mut script = Script::default();
        let result = self.list_into(&mut script);
        if result.is_err() || self.pos < self.end {
            // An error loses the item it was found in: read the whole text again, flat.
            let (error, from) = match result {
                Err(error) => (error, 0),
                Ok(()) => (ParseError::Unexpected(self.token_name()), self.pos),
            };
            self.salvage_from(from, &mut script);
            return Parsed { script, error: Some(error) };
        }
        self.read_here_documents();
        Parsed { script, error: self.trouble }
    }

    /// What was read past so far.
    pub fn trouble(&self) -> Option<ParseError> {
        self.trouble
    }

    /// Keeps what was read past; a bound outweighs everything else.
    pub fn read_past(&mut self, error: ParseError) {
        if self.trouble.is_none_or(|known| error.is_bound() && !known.is_bound()) {
            self.trouble = Some(error);
        }
    }

    /// Takes over what a part that was read apart has spent and met.
    pub fn after(&mut self, inner: &Parser<'_>) {
        self.fuel = inner.fuel;
        if let Some(error) = inner.trouble {
            self.read_past(error);
        }
    }

    /// Items up to something that ends a list: end of text, `)`, `}`, `;;` or a closing reserved word.
    pub fn list(&mut self) -> Result<Script> {
        let mut script = Script::default();
        self.list_into(&mut script)?;
        Ok(script)
    }

    fn list_into(&mut self, script: &mut Script) -> Result<()> {
        loop {
            self.skip_newlines()?;
            if self.at_list_end() {
                return Ok(());
            }
            let start = self.pos;
            let mut item = self.and_or()?;
            self.skip_blanks();
            match self.peek() {
                Some(b';') if self.at(1) != Some(b';') && self.at(1) != Some(b'&') => self.pos += 1,
                Some(b'&') if self.at(1) != Some(b'&') => {
                    self.pos += 1;
                    item.background = true;
                }
                Some(b'\n') | None => {}
                _ => {
                    item.span = self.span(start, self.pos);
                    script.items.push(item);
                    return Ok(());
                }
            }
            item.span = self.span(start, self.pos);
            script.items.push(item);
        }
    }

    fn at_list_end(&self) -> bool {
        match self.peek() {
            None | Some(b')') => true,
            Some(b';') => true,
            _ => matches!(
                self.peek_reserved(),
                Some("then" | "elif" | "else" | "fi" | "do" | "done" | "esac" | "}")
            ),
        }
    }

    fn and_or(&mut self) -> Result<Item> {
        let start = self.pos;
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.skip_blanks();
            let op = match (self.peek(), self.at(1)) {
                (Some(b'&'), Some(b'&')) => AndOr::And,
                (Some(b'|'), Some(b'|')) => AndOr::Or,
                _ => break,
            };
            self.pos += 2;
            self.skip_newlines()?;
            rest.push((op, self.pipeline()?));
        }
        Ok(Item { first, rest, background: false, span: self.span(start, self.pos) })
    }

    fn pipeline(&mut self) -> Result<Pipeline> {
        let start = self.pos;
        loop {
            self.skip_blanks();
            if self.peek() == Some(b'!') && matches!(self.at(1), None | Some(b' ' | b'\t' | b'\n' | b'(')) {
                self.pos += 1;
            } else if self.peek_reserved() == Some("time") {
                self.pos += 4;
                self.skip_blanks();
                if self.rest_starts_with("-p") && self.at(2).is_none_or(is_meta) {
                    self.pos += 2;
                    self.skip_blanks();
                }
                if self.rest_starts_with("--") && self.at(2).is_none_or(is_meta) {
                    self.pos += 2;
                    self.skip_blanks();
                }
                if self.at_command_end() {
                    return Ok(Pipeline { commands: Vec::new(), span: self.span(start, self.pos) });
                }
            } else {
                break;
            }
        }
        let mut commands = vec![self.command()?];
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'|') || self.at(1) == Some(b'|') {
                break;
            }
            self.pos += if self.at(1) == Some(b'&') { 2 } else { 1 };
            self.skip_newlines()?;
            commands.push(self.command()?);
        }
        Ok(Pipeline { commands, span: self.span(start, self.pos) })
    }

    fn at_command_end(&self) -> bool {
        matches!(self.peek(), None | Some(b'\n' | b';' | b'&' | b'|' | b')'))
    }

    pub fn command(&mut self) -> Result<Command> {
        self.enter()?;
        self.skip_blanks();
        let command = match self.compound()? {
            Some(command) => command,
            None => match self.function()? {
                Some(command) => command,
                None => Command::Simple(self.simple()?),
            },
        };
        self.leave();
        Ok(command)
    }

    pub fn simple(&mut self) -> Result<Simple> {
        let start = self.pos;
        let mut simple = Simple::default();
        loop {
            self.burn()?;
            self.skip_blanks();
            if let Some(redirect) = self.redirect()? {
                simple.redirects.push(redirect);
                continue;
            }
            if self.at_command_end() || self.peek() == Some(b'(') {
                break;
            }
            if simple.words.is_empty()
                && let Some(assign) = self.assign()?
            {
                simple.assigns.push(assign);
                continue;
            }
            simple.words.push(self.word()?);
        }
        if self.peek() == Some(b'(') {
            return Err(ParseError::Unexpected("`(`"));
        }
        if simple.words.is_empty() && simple.assigns.is_empty() && simple.redirects.is_empty() {
            return Err(ParseError::Unexpected(self.token_name()));
        }
        simple.span = self.span(start, self.trimmed(start));
        Ok(simple)
    }

    /// `name=value`, `name+=value`, `name[subscript]=value`, `name=(…)`.
    fn assign(&mut self) -> Result<Option<Assign>> {
        let start = self.pos;
        let mut at = self.pos;
        if !self.src.get(at).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') {
            return Ok(None);
        }
        while at < self.end && self.src.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
            at += 1;
        }
        let name_end = at;
        let mut subscript = None;
        if self.byte(at) == Some(b'[') {
            let Some(close) = self.find_bracket(at) else { return Ok(None) };
            let next = self.byte(close + 1);
            if next != Some(b'=') && !(next == Some(b'+') && self.byte(close + 2) == Some(b'=')) {
                return Ok(None);
            }
            subscript = Some(self.inner_word(at + 1, close)?);
            at = close + 1;
        }
        let append = self.byte(at) == Some(b'+') && self.byte(at + 1) == Some(b'=');
        if append {
            at += 1;
        }
        if self.byte(at) != Some(b'=') {
            return Ok(None);
        }
        let name = self.slice(start, name_end).to_owned();
        self.pos = at + 1;
        let value = if self.peek() == Some(b'(') {
            self.pos += 1;
            AssignValue::Array(self.array()?)
        } else {
            AssignValue::Scalar(self.word()?)
        };
        Ok(Some(Assign { name, subscript, append, value }))
    }

    /// The elements of `(…)`, up to and with the closing parenthesis.
    pub fn array(&mut self) -> Result<Vec<Word>> {
        self.enter()?;
        let mut words = Vec::new();
        loop {
            self.burn()?;
            self.skip_newlines()?;
            match self.peek() {
                None => return Err(ParseError::Unterminated("`(`")),
                Some(b')') => {
                    self.pos += 1;
                    self.leave();
                    return Ok(words);
                }
                Some(b'|' | b'&' | b';' | b'<' | b'>' | b'(') if !self.at_process_substitution() => {
                    return Err(ParseError::Unexpected(self.token_name()));
                }
                _ => words.push(self.word()?),
            }
        }
    }

    pub fn redirect(&mut self) -> Result<Option<Redirect>> {
        let start = self.pos;
        let Some((fd, op, strip_tabs, after)) = self.redirect_operator() else { return Ok(None) };
        self.pos = after;
        self.skip_blanks();
        if self.at_command_end()
            || (matches!(self.peek(), Some(b'<' | b'>')) && !self.at_process_substitution())
        {
            return Err(ParseError::Unexpected("end of a redirection"));
        }
        let target = if op == RedirectOp::HereDocument {
            let word = self.word()?;
            let (delimiter, quoted) = super::heredoc::delimiter(&word);
            let body = Rc::new(RefCell::new(Word { segments: Vec::new(), span: word.span }));
            self.pending.push(Pending { delimiter, quoted, strip_tabs, body: Rc::clone(&body) });
            RedirectTarget::Here(body)
        } else {
            RedirectTarget::Word(self.word()?)
        };
        Ok(Some(Redirect { fd, op, target, span: self.span(start, self.pos) }))
    }

    /// The operator at the cursor: descriptor, operator, `<<-`, and where it ends.
    fn redirect_operator(&self) -> Option<(Option<u32>, RedirectOp, bool, usize)> {
        let mut at = self.pos;
        let mut fd = None;
        if self.byte(at) == Some(b'{') {
            let mut name = at + 1;
            while self.byte(name).is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_') {
                name += 1;
            }
            if name == at + 1
                || self.byte(name) != Some(b'}')
                || !matches!(self.byte(name + 1), Some(b'<' | b'>'))
            {
                return None;
            }
            at = name + 1;
        } else {
            while self.byte(at).is_some_and(|b| b.is_ascii_digit()) {
                at += 1;
            }
            if at > self.pos {
                fd = self.slice(self.pos, at).parse().ok();
            }
        }
        let rest = self.src.get(at..self.end)?;
        let digits = at > self.pos;
        let (op, len) = match rest {
            [b'&', b'>', b'>', ..] if !digits => (RedirectOp::AppendBoth, 3),
            [b'&', b'>', ..] if !digits => (RedirectOp::WriteBoth, 2),
            [b'<', b'<', b'<', ..] => (RedirectOp::HereString, 3),
            [b'<', b'<', b'-', ..] => return Some((fd, RedirectOp::HereDocument, true, at + 3)),
            [b'<', b'<', ..] => (RedirectOp::HereDocument, 2),
            [b'<', b'&', ..] => (RedirectOp::Duplicate, 2),
            [b'<', b'>', ..] => (RedirectOp::ReadWrite, 2),
            [b'<', b'(', ..] if !digits => return None,
            [b'<', ..] => (RedirectOp::Read, 1),
            [b'>', b'>', ..] => (RedirectOp::Append, 2),
            [b'>', b'|', ..] => (RedirectOp::Clobber, 2),
            [b'>', b'&', ..] => (RedirectOp::Duplicate, 2),
            [b'>', b'(', ..] if !digits => return None,
            [b'>', ..] => (RedirectOp::Write, 1),
            _ => return None,
        };
        let mut op = op;
        let after = at + len;
        // `>&word` with no digits is "both to a file"; `>&2` and `>&-` duplicate.
        if op == RedirectOp::Duplicate && rest.first() == Some(&b'>') {
            let mut word = after;
            while matches!(self.byte(word), Some(b' ' | b'\t')) {
                word += 1;
            }
            if !matches!(self.byte(word), Some(b'0'..=b'9' | b'-' | b'$' | b'"')) {
                op = RedirectOp::WriteBoth;
            }
        }
        Some((fd, op, false, after))
    }

    // --- small tools -------------------------------------------------------------------------------------

    pub fn peek(&self) -> Option<u8> {
        self.byte(self.pos)
    }

    pub fn at(&self, ahead: usize) -> Option<u8> {
        self.byte(self.pos + ahead)
    }

    pub fn byte(&self, at: usize) -> Option<u8> {
        if at < self.end { self.src.get(at).copied() } else { None }
    }

    pub fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end.min(self.end)).unwrap_or("")
    }

    pub fn rest_starts_with(&self, prefix: &str) -> bool {
        self.src.get(self.pos..self.end).is_some_and(|rest| rest.starts_with(prefix.as_bytes()))
    }

    pub fn span(&self, start: usize, end: usize) -> Span {
        self.fixed.unwrap_or_else(|| Span::new(start, end))
    }

    pub fn trimmed(&self, start: usize) -> usize {
        let mut end = self.pos;
        while end > start && matches!(self.src.get(end - 1), Some(b' ' | b'\t')) {
            end -= 1;
        }
        end
    }

    pub fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(ParseError::TooDeep) } else { self.burn() }
    }

    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    pub fn burn(&mut self) -> Result<()> {
        if self.fuel == 0 {
            return Err(ParseError::TooComplex);
        }
        self.fuel -= 1;
        Ok(())
    }

    /// Spaces, tabs, line continuations and comments; stops at a newline.
    pub fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.pos += 1,
                Some(b'\\') if self.at(1) == Some(b'\n') => self.pos += 2,
                Some(b'#') if self.comment_may_start() => {
                    while self.peek().is_some_and(|b| b != b'\n') {
                        self.pos += 1;
                    }
                }
                _ => return,
            }
        }
    }

    fn comment_may_start(&self) -> bool {
        self.pos == 0 || self.src.get(self.pos - 1).is_none_or(|b| is_meta(*b) || *b == b'`')
    }

    /// As [`Self::skip_blanks`], and over newlines, reading the here-documents that start there.
    pub fn skip_newlines(&mut self) -> Result<()> {
        loop {
            self.burn()?;
            self.skip_blanks();
            if self.peek() != Some(b'\n') {
                return Ok(());
            }
            self.pos += 1;
            self.read_here_documents();
        }
    }

    /// The reserved word at the cursor, if a whole word stands there.
    pub fn peek_reserved(&self) -> Option<&'static str> {
        const RESERVED: &[&str] = &[
            "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac",
            "select", "function", "time", "coproc", "{", "}", "[[", "in",
        ];
        let mut end = self.pos;
        while self.byte(end).is_some_and(|b| !is_meta(b)) {
            end += 1;
            if end - self.pos > 8 {
                return None;
            }
        }
        let word = self.slice(self.pos, end);
        RESERVED.iter().find(|r| **r == word).copied()
    }

    pub fn expect_reserved(&mut self, word: &'static str) -> Result<()> {
        self.skip_newlines()?;
        if self.peek_reserved() == Some(word) {
            self.pos += word.len();
            return Ok(());
        }
        Err(if self.peek().is_none() {
            ParseError::Unterminated("a compound command")
        } else {
            ParseError::Unexpected(self.token_name())
        })
    }

    pub fn at_process_substitution(&self) -> bool {
        matches!(self.peek(), Some(b'<' | b'>')) && self.at(1) == Some(b'(')
    }

    pub fn token_name(&self) -> &'static str {
        match self.peek() {
            None => "end of the text",
            Some(b'\n') => "end of a line",
            Some(b';') => "`;`",
            Some(b'&') => "`&`",
            Some(b'|') => "`|`",
            Some(b'(') => "`(`",
            Some(b')') => "`)`",
            Some(b'<' | b'>') => "a redirection",
            Some(_) => self.peek_reserved().unwrap_or("word"),
        }
    }

    /// The `]` that closes the `[` at `open`, over quotes and nested substitutions; `None` past a blank.
    fn find_bracket(&mut self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = open;
        while let Some(byte) = self.byte(at) {
            self.burn().ok()?;
            match byte {
                b'[' | b'(' | b'{' => depth += 1,
                b']' | b')' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return (byte == b']').then_some(at);
                    }
                }
                b'\\' => at += 1,
                b'\n' => return None,
                b' ' | b'\t' | b';' | b'|' | b'&' if depth <= 1 => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }
}

/// Characters that end an unquoted word.
pub(super) fn is_meta(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>')
}
