//! Words: quotes, parameters, substitutions, arithmetic. Everything is parsed where it stands.

use super::parser::{Parser, Result, is_meta};
use super::syntax::{Parameter, ParameterOp, Segment, Word};
use super::{MAX_DEPTH, ParseError};
use std::rc::Rc;

impl Parser<'_> {
    pub fn word(&mut self) -> Result<Word> {
        let start = self.pos;
        let mut segments = Vec::new();
        while let Some(byte) = self.peek() {
            if is_meta(byte) {
                if self.at_process_substitution() {
                    segments.push(self.process_substitution()?);
                    continue;
                }
                // `=( )`: zsh runs the list and puts what it prints into a file.
                if byte == b'(' && self.pos == start + 1 && self.src.get(start) == Some(&b'=') {
                    self.pos = start;
                    segments = vec![self.process_substitution()?];
                    continue;
                }
                if byte == b'(' && self.after_extended_glob(start) {
                    self.extended_glob(&mut segments)?;
                    continue;
                }
                if byte == b'(' && self.src.get(self.pos.wrapping_sub(1)) == Some(&b'=') && self.pos > start {
                    self.array_argument(&mut segments)?;
                    continue;
                }
                break;
            }
            self.unquoted(byte, &mut segments, false)?;
        }
        if self.pos == start {
            return Ok(Word { segments, span: self.span(start, start) });
        }
        Ok(Word { segments, span: self.span(start, self.pos) })
    }

    /// One piece of unquoted text, or the quote or expansion at the cursor.
    fn unquoted(&mut self, byte: u8, segments: &mut Vec<Segment>, stop_at_brace: bool) -> Result<()> {
        self.burn()?;
        match byte {
            b'\\' => self.backslash(segments),
            b'\'' => {
                self.pos += 1;
                let text = self.until_quote()?;
                segments.push(Segment::Quoted(text));
            }
            b'"' => {
                self.pos += 1;
                let inner = self.expandable(Some(b'"'))?;
                segments.push(Segment::Double(inner));
            }
            b'$' => self.dollar(segments, false)?,
            b'`' => segments.push(self.backtick(false)?),
            _ => {
                let start = self.pos;
                self.pos += 1;
                while let Some(next) = self.peek() {
                    if is_meta(next) && !stop_at_brace
                        || matches!(next, b'\\' | b'\'' | b'"' | b'$' | b'`')
                        || stop_at_brace && matches!(next, b'}' | b'/')
                    {
                        break;
                    }
                    self.pos += 1;
                }
                push_text(segments, self.slice(start, self.pos));
            }
        }
        Ok(())
    }

    fn backslash(&mut self, segments: &mut Vec<Segment>) {
        if self.at(1) == Some(b'\n') {
            self.pos += 2;
            return;
        }
        let start = self.pos + 1;
        match self.text.get(start..self.end).and_then(|r| r.chars().next()) {
            Some(c) => {
                segments.push(Segment::Quoted(c.to_string()));
                self.pos = start + c.len_utf8();
            }
            None => {
                segments.push(Segment::Quoted("\\".to_owned()));
                self.pos = self.end;
            }
        }
    }

    fn until_quote(&mut self) -> Result<String> {
        let start = self.pos;
        let length = self.src.get(start..self.end).and_then(|rest| rest.iter().position(|b| *b == b'\''));
        let length = length.ok_or(ParseError::Unterminated("a single quote"))?;
        self.pos = start + length + 1;
        Ok(self.slice(start, start + length).to_owned())
    }

    /// Text in which only expansions are live: double quotes, here-documents, arithmetic.
    pub fn expandable(&mut self, stop: Option<u8>) -> Result<Vec<Segment>> {
        let mut segments = Vec::new();
        loop {
            self.burn()?;
            match self.peek() {
                None if stop.is_none() => return Ok(segments),
                None => return Err(ParseError::Unterminated("a double quote")),
                byte if byte == stop => {
                    self.pos += 1;
                    return Ok(segments);
                }
                Some(b'\\') => match self.at(1) {
                    Some(b'\n') => self.pos += 2,
                    Some(next) if matches!(next, b'$' | b'`' | b'\\') || Some(next) == stop => {
                        push_text(&mut segments, self.slice(self.pos + 1, self.pos + 2));
                        self.pos += 2;
                    }
                    _ => {
                        push_text(&mut segments, "\\");
                        self.pos += 1;
                    }
                },
                Some(b'$') => self.dollar(&mut segments, true)?,
                Some(b'`') => segments.push(self.backtick(true)?),
                Some(_) => {
                    let start = self.pos;
                    while self.peek().is_some_and(|b| !matches!(b, b'\\' | b'$' | b'`') && Some(b) != stop) {
                        self.pos += 1;
                    }
                    push_text(&mut segments, self.slice(start, self.pos));
                }
            }
        }
    }

    fn dollar(&mut self, segments: &mut Vec<Segment>, in_double: bool) -> Result<()> {
        match self.at(1) {
            Some(b'(') => {
                if self.at(2) == Some(b'(')
                    && let Some(close) = self.arithmetic_end(self.pos + 3)
                {
                    let inner = self.inner_segments(self.pos + 3, close)?;
                    self.pos = close + 2;
                    segments.push(Segment::Arith(inner));
                    return Ok(());
                }
                self.pos += 2;
                segments.push(Segment::Command(Rc::new(self.list_until(b')', "`$(`")?)));
            }
            Some(b'{') => {
                self.pos += 2;
                self.enter()?;
                segments.push(self.parameter(in_double)?);
                self.leave();
            }
            Some(b'[') => {
                let close = self.closing(self.pos + 2, b'[', b']').ok_or(ParseError::Unterminated("`$[`"))?;
                let inner = self.inner_segments(self.pos + 2, close)?;
                self.pos = close + 1;
                segments.push(Segment::Arith(inner));
            }
            Some(b'\'') if !in_double => {
                self.pos += 2;
                let text = self.ansi_c()?;
                segments.push(Segment::Quoted(text));
            }
            Some(b'"') if !in_double => {
                self.pos += 2;
                let inner = self.expandable(Some(b'"'))?;
                segments.push(Segment::Double(inner));
            }
            Some(b) if b.is_ascii_alphabetic() || b == b'_' => {
                let start = self.pos + 1;
                let mut end = start;
                while self.byte(end).is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_') {
                    end += 1;
                }
                let name = self.slice(start, end).to_owned();
                self.pos = end;
                segments.push(Segment::Parameter(Box::new(Parameter { name, ..Parameter::default() })));
            }
            Some(b) if b.is_ascii_digit() || matches!(b, b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-') => {
                let name = self.slice(self.pos + 1, self.pos + 2).to_owned();
                self.pos += 2;
                segments.push(Segment::Parameter(Box::new(Parameter { name, ..Parameter::default() })));
            }
            _ => {
                self.pos += 1;
                push_text(segments, "$");
            }
        }
        Ok(())
    }

    /// The list up to `close`, its own here-documents apart from ours.
    fn list_until(&mut self, close: u8, what: &'static str) -> Result<super::syntax::Script> {
        self.enter()?;
        let outer = std::mem::take(&mut self.pending);
        let script = self.list()?;
        self.skip_newlines()?;
        if self.peek() != Some(close) {
            return Err(match self.peek() {
                None => ParseError::Unterminated(what),
                Some(_) => ParseError::Unexpected(self.token_name()),
            });
        }
        self.pos += 1;
        if !self.pending.is_empty() {
            self.read_past(ParseError::Unterminated("a here-document"));
        }
        self.pending = outer;
        self.leave();
        Ok(script)
    }

    fn process_substitution(&mut self) -> Result<Segment> {
        let writes = self.peek() == Some(b'>');
        self.pos += 2;
        Ok(Segment::Process { writes, script: Rc::new(self.list_until(b')', "`<(`")?) })
    }

    fn backtick(&mut self, in_double: bool) -> Result<Segment> {
        let start = self.pos + 1;
        let mut at = start;
        let mut escaped = false;
        loop {
            match self.byte(at) {
                None => return Err(ParseError::Unterminated("a backtick")),
                Some(b'`') => break,
                Some(b'\\') => {
                    escaped = true;
                    at += 2;
                }
                Some(_) => at += 1,
            }
        }
        self.enter()?;
        let script = if escaped {
            let inner_text = unescape_backtick(self.slice(start, at), in_double);
            let mut inner = Parser::new(&inner_text, Some(self.span(start, at)));
            inner.depth = self.depth;
            inner.fuel = self.fuel;
            let script = inner.list()?;
            inner.finish()?;
            self.after(&inner);
            script
        } else {
            self.within(start, at, |p| {
                let script = p.list()?;
                p.finish()?;
                Ok(script)
            })?
        };
        self.leave();
        self.pos = at + 1;
        Ok(Segment::Command(Rc::new(script)))
    }

    /// After a list: nothing may be left, and open here-documents end here.
    fn finish(&mut self) -> Result<()> {
        self.skip_newlines()?;
        if self.pos < self.end {
            return Err(ParseError::Unexpected(self.token_name()));
        }
        self.read_here_documents();
        Ok(())
    }

    /// Runs `f` on a part of the text, then comes back.
    pub fn within<T>(
        &mut self,
        start: usize,
        end: usize,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let (pos, outer_end) = (self.pos, self.end);
        let pending = std::mem::take(&mut self.pending);
        self.pos = start;
        self.end = end.min(outer_end);
        let result = f(self);
        self.pos = pos;
        self.end = outer_end;
        self.pending = pending;
        result
    }

    pub fn inner_segments(&mut self, start: usize, end: usize) -> Result<Vec<Segment>> {
        self.enter()?;
        let segments = self.within(start, end, |p| p.expandable(None))?;
        self.leave();
        Ok(segments)
    }

    pub fn inner_word(&mut self, start: usize, end: usize) -> Result<Word> {
        let segments = self.inner_segments(start, end)?;
        Ok(Word { segments: vec![Segment::Double(segments)], span: self.span(start, end) })
    }

    /// Where `))` closes the arithmetic that starts at `from`; `None` if it is not arithmetic after all.
    pub fn arithmetic_end(&mut self, from: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = from;
        loop {
            // Looking ahead costs as reading does, or nested openers would cost their square.
            self.burn().ok()?;
            match self.byte(at)? {
                b'(' => {
                    depth += 1;
                    if depth > MAX_DEPTH as usize {
                        self.read_past(ParseError::TooDeep);
                    }
                }
                b')' if depth == 0 => return (self.byte(at + 1) == Some(b')')).then_some(at),
                b')' => depth -= 1,
                b'\\' => at += 1,
                quote @ (b'\'' | b'"') => {
                    at += 1;
                    while self.byte(at)? != quote {
                        at += 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The byte that closes what was opened just before `from`.
    fn closing(&mut self, from: usize, open: u8, close: u8) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = from;
        loop {
            // Looking ahead costs as reading does, or nested openers would cost their square.
            self.burn().ok()?;
            match self.byte(at)? {
                b'\\' => at += 1,
                b'\'' => {
                    at += 1;
                    while self.byte(at)? != b'\'' {
                        at += 1;
                    }
                }
                byte if byte == open => depth += 1,
                byte if byte == close && depth == 0 => return Some(at),
                byte if byte == close => depth -= 1,
                _ => {}
            }
            at += 1;
        }
    }

    /// After `${`, up to and with `}`.
    fn parameter(&mut self, in_double: bool) -> Result<Segment> {
        // Bash 5.3: `${ command; }` and `${| command; }` run a command.
        if matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'|')) {
            if self.peek() == Some(b'|') {
                self.pos += 1;
            }
            return Ok(Segment::Command(Rc::new(self.list_until(b'}', "`${`")?)));
        }
        let mut parameter = Parameter::default();
        if self.peek() == Some(b'#')
            && !matches!(self.at(1), Some(b'}' | b':' | b'-' | b'=' | b'?' | b'+' | b'%' | b'/'))
        {
            parameter.length = true;
            self.pos += 1;
        } else if self.peek() == Some(b'!')
            && !matches!(self.at(1), Some(b'}' | b':' | b'-' | b'=' | b'?' | b'+'))
        {
            parameter.indirect = true;
            self.pos += 1;
        }
        parameter.name = self.parameter_name()?;
        if self.peek() == Some(b'[') {
            let close = self.closing(self.pos + 1, b'[', b']').ok_or(ParseError::Unterminated("`[`"))?;
            parameter.subscript = Some(self.inner_word(self.pos + 1, close)?);
            self.pos = close + 1;
        }
        parameter.op = self.parameter_op(in_double)?;
        if self.peek() != Some(b'}') {
            return Err(ParseError::Unterminated("`${`"));
        }
        self.pos += 1;
        Ok(Segment::Parameter(Box::new(parameter)))
    }

    fn parameter_name(&mut self) -> Result<String> {
        let start = self.pos;
        match self.peek() {
            Some(b) if b.is_ascii_alphabetic() || b == b'_' => {
                while self.peek().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_') {
                    self.pos += 1;
                }
            }
            Some(b) if b.is_ascii_digit() => {
                while self.peek().is_some_and(|b| b.is_ascii_digit()) {
                    self.pos += 1;
                }
            }
            Some(b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-') => self.pos += 1,
            _ => return Err(ParseError::Unexpected("bad substitution")),
        }
        Ok(self.slice(start, self.pos).to_owned())
    }

    fn parameter_op(&mut self, in_double: bool) -> Result<Option<ParameterOp>> {
        let Some(byte) = self.peek() else { return Err(ParseError::Unterminated("`${`")) };
        let next = self.at(1);
        Ok(Some(match byte {
            b'}' => return Ok(None),
            b':' if matches!(next, Some(b'-' | b'=' | b'?' | b'+')) => {
                self.pos += 2;
                let kind = next.unwrap_or(b'-');
                ParameterOp::Default { kind, colon: true, word: self.operand(in_double, false)? }
            }
            b':' => {
                self.pos += 1;
                ParameterOp::Slice(self.operand(in_double, false)?)
            }
            b'-' | b'=' | b'?' | b'+' => {
                self.pos += 1;
                ParameterOp::Default { kind: byte, colon: false, word: self.operand(in_double, false)? }
            }
            b'#' | b'%' => {
                let longest = next == Some(byte);
                self.pos += if longest { 2 } else { 1 };
                ParameterOp::Trim { suffix: byte == b'%', longest, pattern: self.operand(false, false)? }
            }
            b'/' => {
                let all = next == Some(b'/');
                self.pos += if all { 2 } else { 1 };
                let pattern = self.operand(false, true)?;
                let with = if self.peek() == Some(b'/') {
                    self.pos += 1;
                    self.operand(false, false)?
                } else {
                    Word { segments: Vec::new(), span: self.span(self.pos, self.pos) }
                };
                ParameterOp::Replace { all, pattern, with }
            }
            b'^' | b',' | b'@' | b'~' | b'*' => {
                self.pos += 1;
                ParameterOp::Change(byte, self.operand(false, false)?)
            }
            _ => return Err(ParseError::Unexpected("bad substitution")),
        }))
    }

    /// The operand of a parameter operator: a word up to `}` (or `/`), blanks and operators included.
    fn operand(&mut self, in_double: bool, stop_at_slash: bool) -> Result<Word> {
        let start = self.pos;
        let mut segments = Vec::new();
        while let Some(byte) = self.peek() {
            match byte {
                b'}' => break,
                b'/' if stop_at_slash && self.pos > start => break,
                b'/' => {
                    self.pos += 1;
                    push_text(&mut segments, "/");
                }
                // Inside double quotes a single quote is a character like any other.
                b'\'' if in_double => {
                    self.pos += 1;
                    push_text(&mut segments, "'");
                }
                _ => self.unquoted(byte, &mut segments, true)?,
            }
        }
        // Nothing splits or stands for a home there.
        let segments =
            if in_double && !segments.is_empty() { vec![Segment::Double(segments)] } else { segments };
        Ok(Word { segments, span: self.span(start, self.pos) })
    }

    fn after_extended_glob(&self, start: usize) -> bool {
        self.pos > start && matches!(self.src.get(self.pos - 1), Some(b'?' | b'*' | b'+' | b'@' | b'!'))
    }

    fn extended_glob(&mut self, segments: &mut Vec<Segment>) -> Result<()> {
        let close = self.closing(self.pos + 1, b'(', b')').ok_or(ParseError::Unterminated("`(`"))?;
        let inner = self.inner_segments(self.pos + 1, close)?;
        push_text(segments, "(");
        for segment in inner {
            match segment {
                Segment::Text(text) => push_text(segments, &text),
                other => segments.push(other),
            }
        }
        push_text(segments, ")");
        self.pos = close + 1;
        Ok(())
    }

    /// `declare -a x=(a b)`: the elements stay visible as text with blanks between.
    fn array_argument(&mut self, segments: &mut Vec<Segment>) -> Result<()> {
        self.pos += 1;
        for word in self.array()? {
            segments.extend(word.segments);
            segments.push(Segment::Quoted(" ".to_owned()));
        }
        Ok(())
    }

    /// After `$'`, up to and with the closing quote.
    fn ansi_c(&mut self) -> Result<String> {
        let start = self.pos;
        let mut at = start;
        loop {
            match self.byte(at) {
                None => return Err(ParseError::Unterminated("`$'`")),
                Some(b'\'') => break,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
            }
        }
        self.pos = at + 1;
        let text = crate::text::decode_escapes(self.slice(start, at), crate::text::Escapes::AnsiC);
        // For bash a NUL ends it: `$'rm\0x'` is `rm`.
        Ok(text.split('\0').next().unwrap_or_default().to_owned())
    }
}

fn push_text(segments: &mut Vec<Segment>, text: &str) {
    if let Some(Segment::Text(last)) = segments.last_mut() {
        last.push_str(text);
    } else {
        segments.push(Segment::Text(text.to_owned()));
    }
}

/// Within backticks a backslash hides only `` ` ``, `\` and `$` (and `"` inside double quotes).
fn unescape_backtick(raw: &str, in_double: bool) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\'
            && let Some(next) = chars.peek().copied()
            && (matches!(next, '`' | '\\' | '$') || in_double && next == '"')
        {
            out.push(next);
            chars.next();
        } else {
            out.push(c);
        }
    }
    out
}
