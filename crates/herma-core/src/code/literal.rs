//! Values written out: strings with what is filled into them, lists, dictionaries, functions.

use super::call::Args;
use super::lex::{Fill, Kind, Token, op};
use super::statement::Shape;
use super::texts::unescape;
use super::value::{MAX_TEXT, Value, join_texts, one_of, push};
use super::walk::Walker;
use super::{CodePart, CodeText};
use crate::knowledge::Lang;

/// Tokens that are passed over for one unit of work.
const TOKENS_PER_UNIT: usize = 8;

impl<'a> Walker<'a> {
    pub fn lambda(&mut self) -> Value {
        let start = self.pos;
        let end = (start + 64).min(self.limit);
        let Some(colon) = (start..end).find(|i| self.op_at(*i, ":")) else {
            self.pos += 1;
            return Value::Unknown;
        };
        let params = self.params(start + 1, colon);
        let stop = self.expression_end(colon + 1);
        let id = match self.by_token.get(&start) {
            Some(id) => *id,
            None => self.add_function(start, "", params, (colon + 1, stop), Shape::Expression),
        };
        self.pos = stop;
        Value::User(id)
    }

    /// Where the expression at `i` ends: at a comma, a closing bracket or the end of the line.
    pub fn expression_end(&self, i: usize) -> usize {
        if crate::work::is_spent() {
            return self.limit;
        }
        let end = self.end_of_expression(i);
        // Functions inside each other look for the same end, each from its own place.
        crate::work::charge(end.saturating_sub(i) / TOKENS_PER_UNIT);
        end
    }

    fn end_of_expression(&self, mut i: usize) -> usize {
        while i < self.limit {
            match self.toks.get(i).map(|t| t.kind) {
                Some(Kind::Op(o)) if o == op("(") || o == op("[") || o == op("{") => i = self.mate(i),
                Some(Kind::Op(o))
                    if o == op(",") || o == op(")") || o == op("]") || o == op("}") || o == op(";") =>
                {
                    return i;
                }
                Some(Kind::Line(_)) | None => return i,
                Some(_) => {}
            }
            i += 1;
        }
        self.limit
    }

    /// `params => body`; `at` is the arrow (or what stands between it and the parameters).
    pub fn arrow(&mut self, start: usize, params: Vec<&'a str>, mut at: usize) -> Value {
        while at < self.limit && !self.op_at(at, "=>") {
            at += 1;
        }
        let body = at + 1;
        let (range, after, shape) = if self.op_at(body, "{") {
            let close = self.mate(body);
            ((body + 1, close), close + 1, Shape::Block)
        } else {
            let end = self.expression_end(body);
            ((body, end), end, Shape::Expression)
        };
        let id = match self.by_token.get(&start) {
            Some(id) => *id,
            None => self.add_function(start, "", params, range, shape),
        };
        self.pos = after;
        Value::User(id)
    }

    pub fn arrow_at(&self, i: usize) -> bool {
        i < self.limit && self.op_at(i, "=>")
            // `(x): Type => …`
            || i + 4 < self.limit && self.op_at(i, ":") && (i..i + 4).any(|n| self.op_at(n, "=>"))
    }

    pub fn function_expression(&mut self) -> Value {
        match self.define(self.pos, self.nest) {
            Some(id) => {
                let end = self.functions.get(id as usize).map_or(self.pos, |f| f.body.1);
                self.pos = end + 1;
                Value::User(id)
            }
            None => {
                self.pos += 1;
                Value::Unknown
            }
        }
    }

    /// `push @list, values`.
    pub fn perl_push(&mut self) -> Value {
        self.pos += 1;
        let args = if self.is_op(0, "(") {
            self.place = self.word(1);
            self.arguments()
        } else {
            self.place = self.word(0);
            self.bare_arguments()
        };
        self.grow(&args);
        Value::Unknown
    }

    /// Puts the arguments behind the first at the end of the list that was named.
    pub fn grow(&mut self, args: &Args) {
        let (Some(place), Value::List(old)) = (self.place, args.first()) else { return };
        let rest = args.pos.get(1..).unwrap_or_default();
        let list = old.iter().chain(rest).take(super::value::MAX_ELEMENTS * 4).cloned().collect();
        let key = self.name_of(place);
        self.vars.insert(key.into(), Value::list(list));
    }

    /// Perl's `map { … } list`: the list comes second and is needed first.
    pub fn block_list(&mut self, word: &str) -> Value {
        let open = self.pos + 1;
        let close = self.mate(open);
        self.pos = close + 1;
        self.eat(",");
        let mut items = vec![self.expr(0)];
        while self.eat(",") {
            let value = self.expr(0);
            items.push(value);
        }
        let list = Value::list(items);
        let mut flat = Vec::new();
        list.each(&mut flat);
        let element = match flat.as_slice() {
            [one @ Value::Obj("@paths" | "@names", _)] => one.element(),
            _ => list.element(),
        };
        let after = self.pos;
        self.bind_loop("_", element);
        self.run(open + 1, close);
        self.pos = after;
        if word == "map" { Value::Unknown } else { super::value::filtered(&list) }
    }

    pub fn parenthesis(&mut self) -> Value {
        let open = self.pos;
        let close = self.mate(open);
        if self.lang == Lang::JavaScript && self.arrow_at(close + 1) {
            let params = self.params(open + 1, close);
            return self.arrow(open, params, close + 1);
        }
        self.pos += 1;
        let mut items = self.items(close);
        self.pos = close + 1;
        let tuple = self.lang == Lang::Python && self.op_at(close.wrapping_sub(1), ",");
        match (items.len(), self.lang) {
            (0, _) => Value::list(Vec::new()),
            (1, _) if tuple => Value::list(items),
            (1, _) => items.pop().unwrap_or(Value::Unknown),
            // The comma of JavaScript gives the last.
            (_, Lang::JavaScript) => items.pop().unwrap_or(Value::Unknown),
            _ => Value::list(items),
        }
    }

    pub fn list(&mut self) -> Value {
        let close = self.mate(self.pos);
        self.pos += 1;
        let mut items = self.items(close);
        self.pos = close + 1;
        // PHP writes dictionaries with the same brackets.
        if self.lang == Lang::Php && matches!(items.as_slice(), [Value::Dict(_)]) {
            return items.pop().unwrap_or(Value::Unknown);
        }
        Value::list(items)
    }

    /// Everything up to `close`, comma by comma; a comprehension becomes its element.
    pub fn items(&mut self, close: usize) -> Vec<Value> {
        let mut out = Vec::new();
        let mut pairs = Vec::new();
        let limit = std::mem::replace(&mut self.limit, close);
        while self.pos < close && self.step() {
            self.skip_lines();
            if self.eat(",") {
                continue;
            }
            if matches!(self.lang, Lang::Perl | Lang::Php)
                && self.is_op(1, "=>")
                && let Some(key) = self.key()
            {
                let value = self.expr(2);
                pairs.push((key, value));
                continue;
            }
            let spread = self.is_op(0, "*") || self.is_op(0, "...");
            let before = self.pos;
            let value = self.element_or_comprehension();
            if self.pos <= before {
                self.pos = before + 1;
            }
            match value {
                Value::List(inner) if spread || self.lang == Lang::Perl => out.extend(inner.iter().cloned()),
                v => out.push(v),
            }
        }
        self.limit = limit;
        if !pairs.is_empty() {
            out.push(Value::dict(pairs));
        }
        out
    }

    /// `element for x in y`: the element is walked again once `x` is known.
    pub fn element_or_comprehension(&mut self) -> Value {
        let (start, found) = (self.pos, self.reading.findings.len());
        let value = self.expr(0);
        if self.lang != Lang::Python || !(self.is_word(0, "for") || self.is_word(0, "async")) {
            return value;
        }
        let end = self.pos;
        let early = self.reading.findings.split_off(found.min(self.reading.findings.len()));
        self.clauses();
        let after = self.pos;
        let size = end.saturating_sub(start);
        if self.again >= 3 || self.repeats < size {
            self.reading.findings.extend(early);
            return value;
        }
        self.again += 1;
        self.repeats -= size;
        let limit = std::mem::replace(&mut self.limit, end);
        self.pos = start;
        let value = self.expr(0);
        self.limit = limit;
        self.pos = after;
        self.again -= 1;
        match value {
            Value::OneOf(items) => Value::List(items),
            v => Value::list(vec![v]),
        }
    }

    /// `{…}`: a dictionary, or a block in a place where only an expression was expected.
    pub fn braces(&mut self) -> Value {
        let close = self.mate(self.pos);
        self.pos += 1;
        let mut out: Vec<(String, Value)> = Vec::new();
        // Sets of Python, tables of Lua.
        let mut items: Vec<Value> = Vec::new();
        let limit = std::mem::replace(&mut self.limit, close);
        while self.pos < close && self.step() {
            self.skip_lines();
            if self.eat(",") || self.eat(";") || self.eat("...") || self.eat("**") {
                continue;
            }
            let before = self.pos;
            if let Some(key) = self.key() {
                let value = self.expr(0);
                if out.len() < 256 {
                    out.push((key, value));
                }
            } else if let Some(word) = self
                .word(0)
                .filter(|_| self.lang == Lang::JavaScript && (self.is_op(1, ",") || self.pos + 1 == close))
            {
                let value = self.lookup(word);
                self.pos += 1;
                out.push((word.to_owned(), value));
            } else if self.braces_are_blocks() {
                self.statement();
            } else {
                let value = self.element_or_comprehension();
                if !self.eat(":") && items.len() < 256 {
                    items.push(value);
                }
            }
            if self.pos <= before {
                self.pos = before + 1;
            }
        }
        self.limit = limit;
        self.pos = close + 1;
        if out.is_empty() && !items.is_empty() {
            return Value::list(items);
        }
        Value::dict(out)
    }

    /// `name:`, `"name":`, `name =>`, `name =` (Lua), stepped over.
    pub fn key(&mut self) -> Option<String> {
        let token = *self.tok(self.pos)?;
        let arrow = self.is_op(1, "=>") && self.lang != Lang::JavaScript;
        let lua = self.lang == Lang::Lua && self.is_op(1, "=");
        let colon = self.lang != Lang::Lua && self.is_op(1, ":");
        if !arrow && !lua && !colon {
            return None;
        }
        let key = match token.kind {
            Kind::Word => self.text_of(&token).to_owned(),
            Kind::Str(_) => self.string(&token).known()?.to_owned(),
            _ => return None,
        };
        self.pos += 2;
        Some(key)
    }

    /// The value of a string literal, what is filled in included.
    pub fn string(&mut self, token: &Token) -> Value {
        let (from, to) = (token.body.0 as usize, token.body.1 as usize);
        let (Kind::Str(quote) | Kind::Shell(quote)) = token.kind else { return Value::Unknown };
        let body = self.src.get(from..to.max(from)).unwrap_or_default();
        if body.len() > MAX_TEXT {
            return Value::of(CodeText::unknown());
        }
        if quote.fill == Fill::Nothing {
            return Value::text(unescape(self.lang, body, quote.escapes));
        }
        let mut out = CodeText::default();
        let mut plain = from;
        let mut choices: Option<Vec<CodeText>> = None;
        while let Some((start, inner, end)) = self.next_fill(quote.fill, plain, to) {
            let text = self.src.get(plain..start).unwrap_or_default();
            push(&mut out, CodePart::Text(unescape(self.lang, text, quote.escapes)));
            let value = self.fill_value(quote.fill, inner);
            // Perl and PHP fill a list in with blanks.
            match value {
                Value::OneOf(items) if choices.is_none() && items.len() <= 8 => {
                    choices = Some(items.iter().map(|v| join_texts(out.clone(), &v.to_text())).collect());
                    out = CodeText::default();
                }
                Value::OneOf(_) => push(&mut out, CodePart::Unknown),
                Value::List(items) if self.lang == Lang::Perl => {
                    for (i, item) in items.iter().enumerate() {
                        if i > 0 {
                            push(&mut out, CodePart::Text(" ".into()));
                        }
                        out = join_texts(out, &item.to_text());
                    }
                }
                v => out = join_texts(out, &v.to_text()),
            }
            plain = end;
        }
        let text = self.src.get(plain..to.max(plain)).unwrap_or_default();
        push(&mut out, CodePart::Text(unescape(self.lang, text, quote.escapes)));
        match choices {
            Some(heads) => one_of(heads.into_iter().map(|h| Value::of(join_texts(h, &out)))),
            None => Value::of(out),
        }
    }

    pub fn fill_value(&mut self, fill: Fill, inner: (usize, usize)) -> Value {
        let text = self.src.get(inner.0..inner.1).unwrap_or_default();
        // `{x!r:>10}`: the format is no code.
        let end = if fill == Fill::Brace { inner.0 + super::fill::format_start(text) } else { inner.1 };
        self.inside(inner.0, end)
    }

    /// Reads `src[from..to]` as code of its own and gives its value.
    pub fn inside(&mut self, from: usize, to: usize) -> Value {
        if self.depth > 24 || from >= to {
            return Value::Unknown;
        }
        let start = self.toks.len();
        // Half a text inside a string is no reason to call the whole unreadable.
        super::lex::lex(self.lang, self.src, from, to, &mut self.toks);
        let end = self.toks.len();
        let (pos, limit) = (self.pos, self.limit);
        self.pos = start;
        self.limit = end;
        let value = self.expr(0);
        (self.pos, self.limit) = (pos, limit);
        value
    }
}
