//! Compound commands and function definitions.

use super::ParseError;
use super::parser::{Parser, Result};
use super::syntax::{Command, Compound, Redirect, Script, Word};
use std::rc::Rc;

impl Parser<'_> {
    pub fn compound(&mut self) -> Result<Option<Command>> {
        let start = self.pos;
        let Some(kind) = self.compound_kind()? else { return Ok(None) };
        let redirects = self.redirects()?;
        Ok(Some(Command::Compound { kind, redirects, span: self.span(start, self.pos) }))
    }

    fn compound_kind(&mut self) -> Result<Option<Compound>> {
        if self.peek() == Some(b'(') {
            if self.at(1) == Some(b'(')
                && let Some(close) = self.arithmetic_end(self.pos + 2)
            {
                let word = self.inner_word(self.pos + 2, close)?;
                self.pos = close + 2;
                return Ok(Some(Compound::Arith(word)));
            }
            self.pos += 1;
            return Ok(Some(Compound::Subshell(self.body_until(b')')?)));
        }
        let Some(reserved) = self.peek_reserved() else { return Ok(None) };
        self.pos += reserved.len();
        let kind = match reserved {
            "{" => Compound::Group(self.body_until(b'}')?),
            "if" => self.if_clause()?,
            "for" | "select" => self.for_clause()?,
            "while" | "until" => {
                let test = self.list()?;
                Compound::While { test, body: self.do_done()? }
            }
            "case" => self.case_clause()?,
            "[[" => Compound::Test(self.test_words()?),
            "coproc" => self.coproc()?,
            "function" => {
                self.pos -= reserved.len();
                return Ok(None);
            }
            "in" | "time" => {
                self.pos -= reserved.len();
                return Ok(None);
            }
            _ => return Err(ParseError::Unexpected(reserved)),
        };
        Ok(Some(kind))
    }

    fn body_until(&mut self, close: u8) -> Result<Script> {
        let script = self.list()?;
        self.skip_newlines()?;
        match self.peek() {
            Some(byte) if byte == close && !script.items.is_empty() => {
                self.pos += 1;
                Ok(script)
            }
            None => Err(ParseError::Unterminated(if close == b')' { "`(`" } else { "`{`" })),
            Some(_) => Err(ParseError::Unexpected(self.token_name())),
        }
    }

    pub fn redirects(&mut self) -> Result<Vec<Redirect>> {
        let mut redirects = Vec::new();
        loop {
            self.skip_blanks();
            match self.redirect()? {
                Some(redirect) => redirects.push(redirect),
                None => return Ok(redirects),
            }
        }
    }

    fn if_clause(&mut self) -> Result<Compound> {
        let mut branches = Vec::new();
        loop {
            let test = self.list()?;
            self.expect_reserved("then")?;
            branches.push((test, self.list()?));
            self.skip_newlines()?;
            match self.peek_reserved() {
                Some("elif") => self.pos += 4,
                Some("else") => {
                    self.pos += 4;
                    let otherwise = self.list()?;
                    self.expect_reserved("fi")?;
                    return Ok(Compound::If { branches, otherwise: Some(otherwise) });
                }
                _ => {
                    self.expect_reserved("fi")?;
                    return Ok(Compound::If { branches, otherwise: None });
                }
            }
        }
    }

    fn for_clause(&mut self) -> Result<Compound> {
        self.skip_blanks();
        if self.peek() == Some(b'(') && self.at(1) == Some(b'(') {
            let close = self.arithmetic_end(self.pos + 2).ok_or(ParseError::Unterminated("`((`"))?;
            let header = vec![self.inner_word(self.pos + 2, close)?];
            self.pos = close + 2;
            self.skip_blanks();
            if self.peek() == Some(b';') {
                self.pos += 1;
            }
            return Ok(Compound::ArithFor { header, body: self.do_done()? });
        }
        let name = self.name()?;
        self.skip_newlines()?;
        let mut words = None;
        if self.peek_reserved() == Some("in") {
            self.pos += 2;
            let mut list = Vec::new();
            loop {
                self.burn()?;
                self.skip_blanks();
                match self.peek() {
                    Some(b';') => {
                        self.pos += 1;
                        break;
                    }
                    Some(b'\n') | None => break,
                    Some(b'&' | b'|' | b')' | b'(') => return Err(ParseError::Unexpected(self.token_name())),
                    Some(b'<' | b'>') if !self.at_process_substitution() => {
                        return Err(ParseError::Unexpected(self.token_name()));
                    }
                    Some(_) => list.push(self.word()?),
                }
            }
            words = Some(list);
        } else if self.peek() == Some(b';') {
            self.pos += 1;
        }
        Ok(Compound::For { name, words, body: self.do_done()? })
    }

    fn do_done(&mut self) -> Result<Script> {
        self.skip_newlines()?;
        if self.peek_reserved() == Some("{") {
            self.pos += 1;
            return self.body_until(b'}');
        }
        self.expect_reserved("do")?;
        let body = self.list()?;
        self.expect_reserved("done")?;
        Ok(body)
    }

    fn case_clause(&mut self) -> Result<Compound> {
        self.skip_blanks();
        let subject = self.word()?;
        self.expect_reserved("in")?;
        let mut arms = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.peek_reserved() == Some("esac") {
                self.pos += 4;
                return Ok(Compound::Case { subject, arms });
            }
            if self.peek() == Some(b'(') {
                self.pos += 1;
            }
            let mut patterns = Vec::new();
            loop {
                self.burn()?;
                self.skip_blanks();
                let before = self.pos;
                let pattern = self.word()?;
                if self.pos == before {
                    return Err(if self.peek().is_none() {
                        ParseError::Unterminated("`case`")
                    } else {
                        ParseError::Unexpected(self.token_name())
                    });
                }
                patterns.push(pattern);
                self.skip_blanks();
                match self.peek() {
                    Some(b'|') => self.pos += 1,
                    Some(b')') => {
                        self.pos += 1;
                        break;
                    }
                    None => return Err(ParseError::Unterminated("`case`")),
                    Some(_) => return Err(ParseError::Unexpected(self.token_name())),
                }
            }
            let body = self.list()?;
            self.skip_newlines()?;
            arms.push((patterns, body));
            if self.peek() == Some(b';') {
                self.pos += if self.rest_starts_with(";;&") { 3 } else { 2 };
            } else if self.peek_reserved() != Some("esac") {
                return Err(ParseError::Unexpected(self.token_name()));
            }
        }
    }

    /// The operands of `[[ … ]]`; its operators carry no effect.
    fn test_words(&mut self) -> Result<Vec<Word>> {
        let mut words = Vec::new();
        let mut parens = 0usize;
        loop {
            self.skip_newlines()?;
            if self.rest_starts_with("]]") {
                self.pos += 2;
                return Ok(words);
            }
            match self.peek() {
                None => return Err(ParseError::Unterminated("`[[`")),
                Some(b'(') => {
                    parens += 1;
                    self.pos += 1;
                }
                Some(b')') if parens > 0 => {
                    parens -= 1;
                    self.pos += 1;
                }
                Some(b'&' | b'|') if self.at(1) == self.peek() => self.pos += 2,
                // A regular expression may hold what is an operator elsewhere.
                Some(b'<' | b'>' | b'|') if !self.at_process_substitution() => self.pos += 1,
                Some(b')' | b';' | b'&') => return Err(ParseError::Unexpected(self.token_name())),
                Some(_) => words.push(self.word()?),
            }
        }
    }

    fn coproc(&mut self) -> Result<Compound> {
        self.skip_blanks();
        let before = self.pos;
        // `coproc NAME { … }`: the name only counts before a compound command.
        if self.peek_reserved().is_none()
            && let Ok(_) = self.name()
        {
            self.skip_blanks();
            if self.peek() != Some(b'(') && self.peek_reserved().is_none() {
                self.pos = before;
            }
        }
        Ok(Compound::Coproc(Box::new(self.command()?)))
    }

    fn name(&mut self) -> Result<String> {
        self.skip_blanks();
        let start = self.pos;
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_') {
            self.pos += 1;
        }
        if self.pos == start {
            Err(ParseError::Unexpected("word"))
        } else {
            Ok(self.slice(start, self.pos).to_owned())
        }
    }

    /// `name() body` or `function name [()] body`.
    pub fn function(&mut self) -> Result<Option<Command>> {
        let start = self.pos;
        let keyword = self.peek_reserved() == Some("function");
        if keyword {
            self.pos += "function".len();
            self.skip_blanks();
        }
        let name_start = self.pos;
        while self.peek().is_some_and(|b| {
            !super::parser::is_meta(b)
                && !matches!(b, b'$' | b'`' | b'"' | b'\'' | b'\\')
                && (keyword || b != b'=')
        }) {
            self.pos += 1;
        }
        let name = self.slice(name_start, self.pos).to_owned();
        let after_name = self.pos;
        self.skip_blanks();
        let mut parens = false;
        if self.peek() == Some(b'(') {
            let open = self.pos;
            self.pos += 1;
            self.skip_blanks();
            if self.peek() == Some(b')') {
                self.pos += 1;
                parens = true;
            } else {
                self.pos = open;
            }
        }
        if name.is_empty() || !(keyword || parens) {
            self.pos = start;
            return if keyword { Err(ParseError::Unexpected("word")) } else { Ok(None) };
        }
        if !parens {
            self.pos = after_name;
        }
        self.skip_newlines()?;
        self.enter()?;
        let Some(body) = self.compound()? else { return Err(ParseError::Unexpected(self.token_name())) };
        self.leave();
        Ok(Some(Command::Function { name, body: Rc::new(body), span: self.span(start, self.pos) }))
    }
}
