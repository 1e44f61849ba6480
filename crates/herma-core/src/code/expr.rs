//! Expressions: works out what is constant, and meets every call on the way.

use std::rc::Rc;

use super::api::{self, Op};
use super::call::Args;
use super::lex::{Fill, Kind, Token, op};
use super::statement::Shape;
use super::texts::{parse_number, unescape};
use super::value::{DARK, MAX_TEXT, Value, concat, glob, join_path, join_texts, one_of, push};
use super::walk::Walker;
use super::{CodePart, CodeText};
use crate::knowledge::Lang;

/// How tightly an operator binds; 0 is none.
fn binding(lang: Lang, text: &str) -> u8 {
    match text {
        "?" => 2,
        // Looser than an assignment, and than a call without brackets.
        "or" | "and" | "xor" if matches!(lang, Lang::Perl | Lang::Ruby | Lang::Php) => 1,
        "or" | "||" | "??" | "//" if text != "//" || lang == Lang::Perl => 3,
        "and" | "&&" => 4,
        "==" | "!=" | "===" | "!==" | "<" | ">" | "<=" | ">=" | "in" | "is" | "=~" | "!~" | "eq" | "ne"
        | "lt" | "gt" | "instanceof" | "<=>" | "~=" => 5,
        "|" | "&" | "^" | "<<" | ">>" => 6,
        ".." if lang == Lang::Lua => 7,
        ".." | "..." => 6,
        "." if matches!(lang, Lang::Perl | Lang::Php) => 7,
        "+" | "-" => 7,
        "*" | "/" | "%" | "//" | "**" => 8,
        "x" if lang == Lang::Perl => 8,
        "if" if lang == Lang::Python => 1,
        "not" if lang == Lang::Python => 5,
        "as" if lang == Lang::Python => 1,
        _ => 0,
    }
}

impl<'a> Walker<'a> {
    /// An expression whose operators bind at least as tightly as `min`.
    pub fn expr(&mut self, min: u8) -> Value {
        self.deeper(Value::Unknown, |w| w.binary(min))
    }

    fn binary(&mut self, min: u8) -> Value {
        let start = self.pos;
        let mut left = self.unary();
        while self.step() {
            let Some(token) = self.tok(self.pos).copied() else { break };
            if !matches!(token.kind, Kind::Op(_) | Kind::Word) {
                // A Ruby call goes on at a dot on the next line.
                if matches!(token.kind, Kind::Line(_)) && self.lang == Lang::Ruby && self.dot_follows() {
                    self.skip_lines();
                    left = self.postfix(left, token.at as usize, self.pos);
                    continue;
                }
                break;
            }
            let text = self.text_of(&token);
            let power = binding(self.lang, text);
            if power == 0 || power < min {
                break;
            }
            self.pos += 1;
            if self.lang == Lang::Ruby {
                self.skip_lines();
            }
            left = match text {
                "?" => self.choice(),
                "if" => self.python_choice(left),
                "as" => {
                    if let Some(name) = self.word(0) {
                        self.bind_now(name, left.clone());
                        self.pos += 1;
                    }
                    left
                }
                "not" => continue,
                _ => {
                    let name =
                        self.tok(start).filter(|t| t.kind == Kind::Word && self.pos == start + 2).copied();
                    let right = self.expr(power + 1);
                    let sum = self.combine(text, &left, &right);
                    // Ruby's `text << more` changes the text.
                    if let (Lang::Ruby, "<<", Some(name)) = (self.lang, text, name) {
                        let name = self.text_of(&name);
                        self.bind(name, sum.clone());
                    }
                    sum
                }
            };
        }
        left
    }

    fn dot_follows(&self) -> bool {
        let mut ahead = 0;
        while matches!(self.kind(ahead), Some(Kind::Line(_))) {
            ahead += 1;
        }
        self.is_op(ahead, ".") || self.is_op(ahead, "&.")
    }

    /// `? a : b`, the mark already behind.
    fn choice(&mut self) -> Value {
        let yes = self.expr(2);
        if !self.eat(":") {
            return yes;
        }
        let no = self.expr(2);
        one_of([yes, no])
    }

    fn python_choice(&mut self, yes: Value) -> Value {
        self.expr(3);
        if !self.eat_word("else") {
            return yes;
        }
        let no = self.expr(1);
        one_of([yes, no])
    }

    fn combine(&mut self, operator: &str, left: &Value, right: &Value) -> Value {
        let adds = match self.lang {
            Lang::Perl | Lang::Php => ".",
            Lang::Lua => "..",
            _ => "+",
        };
        // Long texts are put together at the cost of steps, so that a thousand of them stay cheap.
        self.steps = self.steps.saturating_sub((size(left) + size(right)) / 32);
        match operator {
            o if o == adds => match (left, right) {
                (Value::Obj("@path", a), b) => Value::obj("@path", join_path(a, &b.to_text())),
                _ => concat(left, right),
            },
            "<<" if self.lang == Lang::Ruby => concat(left, right),
            "/" => match (left, right) {
                (Value::Obj("@path", a), b) => Value::obj("@path", join_path(a, &b.to_text())),
                (Value::OneOf(a), b) => {
                    let items: Vec<Value> = a.iter().take(16).map(|v| self.combine("/", v, b)).collect();
                    one_of(items)
                }
                (a @ Value::Text(_), Value::Obj("@path", b)) => {
                    Value::obj("@path", join_path(&a.to_text(), b))
                }
                _ => Value::Unknown,
            },
            "%" => match left {
                Value::Text(t) => super::texts::percent(t, right),
                _ => Value::Unknown,
            },
            "*" | "x" => match (left, right) {
                (Value::Num(a), Value::Num(b)) => a.checked_mul(*b).map_or(Value::Unknown, Value::Num),
                (Value::Text(t), Value::Num(n)) | (Value::Num(n), Value::Text(t)) => repeat(t, *n),
                _ => Value::Unknown,
            },
            "-" => match (left, right) {
                (Value::Num(a), Value::Num(b)) => a.checked_sub(*b).map_or(Value::Unknown, Value::Num),
                _ => Value::Unknown,
            },
            "^" => match (left, right) {
                (Value::Num(a), Value::Num(b)) => Value::Num(a ^ b),
                _ => Value::Unknown,
            },
            "|" => match (left, right) {
                (Value::Obj("@writes", _), _) => left.clone(),
                (_, Value::Obj("@writes", _)) => right.clone(),
                _ => Value::Unknown,
            },
            "or" | "||" | "??" | "//" => one_of([left.clone(), right.clone()]),
            "and" | "&&" => right.clone(),
            _ => Value::Unknown,
        }
    }

    fn unary(&mut self) -> Value {
        while self.step() {
            match self.kind(0) {
                Some(Kind::Op(o)) if o == op("-") => {
                    self.pos += 1;
                    // Perl's `-e $file` asks about a file.
                    return match self.deeper(Value::Unknown, Self::unary) {
                        Value::Num(n) => Value::Num(n.wrapping_neg()),
                        Value::Text(t) if self.lang == Lang::Perl => Value::Text(t),
                        _ => Value::Unknown,
                    };
                }
                Some(Kind::Op(o)) if is_prefix(o) => self.pos += 1,
                Some(Kind::Line(_)) if self.lang == Lang::Ruby => return Value::Unknown,
                Some(Kind::Word) if self.prefix_word() => self.pos += 1,
                _ => break,
            }
        }
        let start = self.pos;
        let at = self.offset();
        let first = self.primary();
        let value = self.postfix(first, at, start);
        self.assignment(value, start)
    }

    fn prefix_word(&self) -> bool {
        let Some(word) = self.word(0) else { return false };
        let named = self.is_op(1, "=") || self.is_op(1, ".") || self.is_op(1, ",");
        match word {
            "not" => self.lang != Lang::JavaScript,
            "await" => matches!(self.lang, Lang::Python | Lang::JavaScript) && !named,
            "new" | "clone" | "yield" | "typeof" | "void" | "delete" => {
                matches!(self.lang, Lang::JavaScript | Lang::Php) && !named && !self.is_op(1, "(")
            }
            "my" | "our" | "local" => self.lang == Lang::Perl,
            _ => false,
        }
    }

    fn primary(&mut self) -> Value {
        let Some(token) = self.tok(self.pos).copied() else { return Value::Unknown };
        let at = token.at as usize;
        match token.kind {
            Kind::Num => {
                self.pos += 1;
                parse_number(self.text_of(&token)).map_or(Value::Unknown, Value::Num)
            }
            Kind::Str(_) => {
                self.pos += 1;
                let mut value = self.string(&token);
                // Strings side by side are one.
                while matches!(self.lang, Lang::Python | Lang::Ruby) {
                    let Some(next) = self.tok(self.pos).copied().filter(|t| matches!(t.kind, Kind::Str(_)))
                    else {
                        break;
                    };
                    self.pos += 1;
                    let more = self.string(&next);
                    value = concat(&value, &more);
                }
                value
            }
            Kind::Shell(_) => {
                self.pos += 1;
                let command = self.string(&token);
                self.shell(&command, None, at);
                Value::Unknown
            }
            Kind::Words => {
                self.pos += 1;
                let body = self.src.get(token.body.0 as usize..token.body.1 as usize).unwrap_or_default();
                Value::list(body.split_whitespace().map(Value::text).collect())
            }
            Kind::Regex => {
                self.pos += 1;
                Value::obj("@regex", CodeText::default())
            }
            Kind::Code => {
                self.pos += 1;
                self.inside(token.body.0 as usize, token.body.1 as usize)
            }
            Kind::Angle => {
                self.pos += 1;
                let body = self.src.get(token.body.0 as usize..token.body.1 as usize).unwrap_or_default();
                if body.contains(['*', '?', '/', '~']) {
                    Value::obj("@paths", glob(&CodeText::new(body)))
                } else {
                    Value::Unknown
                }
            }
            Kind::Op(o) if o == op("(") => self.parenthesis(),
            Kind::Op(o) if o == op("[") => self.list(),
            Kind::Op(o) if o == op("{") => self.braces(),
            Kind::Op(o) if o == op(")") || o == op("]") || o == op("}") => Value::Unknown,
            Kind::Op(_) | Kind::Line(_) => {
                self.pos += 1;
                Value::Unknown
            }
            Kind::Word => self.name(token),
        }
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

    fn parenthesis(&mut self) -> Value {
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

    fn arrow_at(&self, i: usize) -> bool {
        i < self.limit && self.op_at(i, "=>")
            // `(x): Type => …`
            || i + 4 < self.limit && self.op_at(i, ":") && (i..i + 4).any(|n| self.op_at(n, "=>"))
    }

    fn list(&mut self) -> Value {
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
    fn items(&mut self, close: usize) -> Vec<Value> {
        let mut out = Vec::new();
        let mut pairs = Vec::new();
        let limit = std::mem::replace(&mut self.limit, close);
        while self.pos < close && self.step() {
            self.skip_lines();
            if self.eat(",") {
                continue;
            }
            if matches!(self.lang, Lang::Perl | Lang::Php) && self.is_op(1, "=>") {
                if let Some(key) = self.key() {
                    let value = self.expr(2);
                    pairs.push((key, value));
                    continue;
                }
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
    fn braces(&mut self) -> Value {
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

    /// What a bare name stands for.
    pub fn lookup(&mut self, word: &'a str) -> Value {
        let signed = word.starts_with(['$', '@', '%', '&']) && matches!(self.lang, Lang::Perl | Lang::Php);
        let name = self.name_of(word);
        if signed || !matches!(self.lang, Lang::Perl | Lang::Php) {
            if let Some(value) = self.vars.get(name) {
                return value.clone();
            }
        }
        if signed {
            if let Some(id) = self.by_name.get(name).filter(|_| word.starts_with('&')) {
                return Value::User(*id);
            }
            return self.member("$", name);
        }
        if let Some(id) = self.by_name.get(word) {
            return Value::User(*id);
        }
        match self.member("", word) {
            Value::Unknown => {}
            v => return v,
        }
        if self.lang == Lang::Php && word.bytes().any(|c| c.is_ascii_uppercase()) {
            // Names of functions are the same in capitals.
            if let v @ Value::Fn(..) = self.member("", &word.to_ascii_lowercase()) {
                return v;
            }
        }
        if let Some(module) = api::module(self.lang, word).filter(|m| !m.starts_with(['@', '$'])) {
            return Value::Module(module);
        }
        if self.lang == Lang::Perl {
            if let Some((module, name)) = word.rsplit_once("::") {
                return self.member(module, name);
            }
        }
        for star in self.stars.clone() {
            match self.member(star, word) {
                Value::Unknown => {}
                v => return v,
            }
        }
        Value::Unknown
    }

    /// A member of a listed module or kind.
    pub fn member(&self, module: &str, name: &str) -> Value {
        match api::member(self.lang, module, name) {
            Some(Op::Module(m)) => api::module(self.lang, m).map_or(Value::Unknown, Value::Module),
            Some(Op::Const(text)) => Value::text(*text),
            Some(Op::Is(kind)) => Value::obj(kind, CodeText::default()),
            Some(found) => Value::Fn(found, None),
            None => Value::Unknown,
        }
    }

    fn name(&mut self, token: Token) -> Value {
        let word = self.text_of(&token);
        match (self.lang, word) {
            (Lang::Python, "lambda") => return self.lambda(),
            (Lang::JavaScript, "async") if !self.is_op(1, "=") => {
                self.pos += 1;
                return self.primary();
            }
            (Lang::JavaScript | Lang::Php, "function") | (Lang::Perl, "sub") => {
                return self.function_expression();
            }
            (Lang::Php, "fn") if self.is_op(1, "(") => {
                let close = self.mate(self.pos + 1);
                let params = self.params(self.pos + 2, close);
                return self.arrow(self.pos, params, close + 1);
            }
            (Lang::JavaScript, _) if self.is_op(1, "=>") => {
                let at = self.pos;
                return self.arrow(at, vec![word], at + 1);
            }
            (Lang::Perl, "push" | "unshift") => return self.perl_push(),
            (Lang::Perl, "map" | "grep" | "sort") if self.is_op(1, "{") => return self.block_list(word),
            (Lang::Perl, "do") | (Lang::Perl, "eval") if self.is_op(1, "{") => {
                self.pos += 1;
                return self.braces();
            }
            _ => {}
        }
        self.pos += 1;
        self.lookup(word)
    }

    fn lambda(&mut self) -> Value {
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
    fn expression_end(&self, mut i: usize) -> usize {
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
    fn arrow(&mut self, start: usize, params: Vec<&'a str>, mut at: usize) -> Value {
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

    fn function_expression(&mut self) -> Value {
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
    fn perl_push(&mut self) -> Value {
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
    fn block_list(&mut self, word: &str) -> Value {
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

    /// Members, calls and indices behind a value.
    pub fn postfix(&mut self, mut value: Value, at: usize, start: usize) -> Value {
        while self.step() {
            let Some(token) = self.tok(self.pos).copied() else { break };
            let text = self.text_of(&token);
            match token.kind {
                Kind::Op(o) if o == op("(") => {
                    let args = self.arguments();
                    value = self.call(&value, args, at);
                    value = self.block(value);
                }
                Kind::Op(_) if self.is_member(text) && matches!(self.kind(1), Some(Kind::Word)) => {
                    self.pos += 1;
                    let name = self.word(0).unwrap_or_default();
                    self.pos += 1;
                    value = self.attr_or_slot(&value, name, at, start);
                    value = self.block(value);
                }
                Kind::Op(_)
                    if self.is_member(text)
                        && (self.is_op(1, "[") || self.is_op(1, "{") || self.is_op(1, "(")) =>
                {
                    self.pos += 1;
                    if self.is_op(0, "{") {
                        value = self.index(&value, at);
                    }
                }
                Kind::Op(o) if o == op("[") && self.indexes(&token) => value = self.index(&value, at),
                Kind::Op(o)
                    if o == op("{")
                        && self.lang == Lang::Perl
                        && self.indexes(&token)
                        && self.after_name() =>
                {
                    value = self.index(&value, at);
                }
                Kind::Op(o) if o == op("{") && self.lang == Lang::Lua && matches!(value, Value::Fn(..)) => {
                    let arg = self.braces();
                    value = self.call(&value, Args { pos: vec![arg], kw: Vec::new() }, at);
                }
                Kind::Str(q) if self.tags(&value, q.fill) => {
                    self.pos += 1;
                    let arg = self.string(&token);
                    value = self.call(&value, Args { pos: vec![arg], kw: Vec::new() }, at);
                }
                Kind::Op(o) if o == op("++") || o == op("--") => self.pos += 1,
                _ => break,
            }
        }
        if matches!(self.lang, Lang::Perl | Lang::Ruby) && matches!(value, Value::Fn(..)) {
            let args = self.bare_arguments();
            value = self.call(&value, args, at);
            value = self.block(value);
            if self.is_op(0, ".") && self.lang == Lang::Ruby {
                return self.deeper(Value::Unknown, |w| w.postfix(value, at, start));
            }
        }
        value
    }

    fn is_member(&self, text: &str) -> bool {
        match self.lang {
            Lang::Python => text == ".",
            Lang::JavaScript => matches!(text, "." | "?."),
            Lang::Ruby => matches!(text, "." | "&." | "::"),
            Lang::Php => matches!(text, "->" | "::" | "?->"),
            Lang::Perl => text == "->",
            Lang::Lua => matches!(text, "." | ":"),
            _ => false,
        }
    }

    /// A bracket right behind a value is an index; behind a blank it may be a list.
    fn indexes(&self, token: &Token) -> bool {
        let glued = self.toks.get(self.pos.wrapping_sub(1)).is_some_and(|t| t.end == token.at);
        glued || !matches!(self.lang, Lang::Ruby | Lang::Perl)
    }

    fn after_name(&self) -> bool {
        let Some(previous) = self.toks.get(self.pos.wrapping_sub(1)) else { return false };
        match previous.kind {
            Kind::Word => self.text_of(previous).starts_with(['$', '@', '%']),
            Kind::Op(o) => o == op("}") || o == op("]"),
            _ => false,
        }
    }

    /// A string right behind a function: a tagged template, or Lua's call without brackets.
    fn tags(&self, value: &Value, fill: Fill) -> bool {
        match self.lang {
            Lang::JavaScript => fill == Fill::DollarBrace && matches!(value, Value::Fn(..) | Value::Unknown),
            Lang::Lua => matches!(value, Value::Fn(..)),
            _ => false,
        }
    }

    fn attr_or_slot(&mut self, value: &Value, name: &'a str, at: usize, start: usize) -> Value {
        self.place = self.receiver_slot(start);
        let slot = if self.slots { self.slot(start) } else { None };
        if let Some(found) = slot.and_then(|s| self.vars.get(s)) {
            return found.clone();
        }
        // Perl and Ruby call `X->new` and `Dir.home` without brackets.
        let named = self.toks.get(self.pos.wrapping_sub(3)).is_some_and(|t| t.kind == Kind::Word);
        let called;
        let value = match value {
            Value::Fn(..) if named && matches!(self.lang, Lang::Perl | Lang::Ruby) => {
                called = self.call(value, Args::default(), at);
                &called
            }
            v => v,
        };
        let found = self.attr(value, name, at);
        // A method of one of the text's own classes.
        if matches!(found, Value::Unknown) && matches!(value, Value::Unknown | Value::User(_)) {
            if let Some(id) = self.by_name.get(name) {
                return Value::User(*id);
            }
        }
        found
    }

    /// The source of what was just read, as the name of a place that can be assigned to.
    fn slot(&self, start: usize) -> Option<&'a str> {
        let from = self.toks.get(start)?.at as usize;
        let to = self.toks.get(self.pos.checked_sub(1)?)?.end as usize;
        self.src.get(from..to).filter(|s| s.len() < 80)
    }

    /// The source of what stands before the member that was just read.
    fn receiver_slot(&self, start: usize) -> Option<&'a str> {
        let from = self.toks.get(start)?.at as usize;
        let to = self.toks.get(self.pos.checked_sub(3)?)?.end as usize;
        self.src.get(from..to).filter(|s| s.len() < 80)
    }

    /// A member of a value.
    pub fn attr(&mut self, value: &Value, name: &str, _at: usize) -> Value {
        match value {
            Value::Module(m) => match self.member(m, name) {
                Value::Unknown if matches!(name, "__dict__" | "default") => value.clone(),
                Value::Unknown if *m == "sh" && name != "Command" => {
                    Value::Fn(&Op::Argv(0), Some(Rc::new(Value::text(name))))
                }
                Value::Unknown if name == "new" => self.member(m, "()"),
                Value::Unknown if self.lang == Lang::Ruby && is_send(name) => {
                    let found: &'static Op = if name == "method" { &Op::MethodName } else { &Op::SendName };
                    Value::Fn(found, Some(Rc::new(value.clone())))
                }
                Value::Unknown if name == "then" && self.lang == Lang::JavaScript => {
                    Value::Fn(&Op::Then, Some(Rc::new(value.clone())))
                }
                Value::Unknown => {
                    let full = format!("{m}{}{name}", if self.lang == Lang::Ruby { "::" } else { "." });
                    api::module(self.lang, &full).map_or(Value::Unknown, Value::Module)
                }
                v => v,
            },
            Value::Obj("@env", _) => self.environment(name),
            Value::Obj(kind, _) => match self.member(kind, name) {
                Value::Fn(found, _) => self.method(found, value),
                Value::Unknown if value.is_remote() => value.clone(),
                Value::Unknown => self.any(value, name),
                v => v,
            },
            Value::Text(_) => match self.member("@text", name) {
                Value::Fn(found, _) => self.method(found, value),
                _ => Value::Unknown,
            },
            Value::List(_) => match self.member("@list", name) {
                Value::Fn(found, _) => self.method(found, value),
                _ => Value::Unknown,
            },
            // A method of a method of a function would be a chain without end.
            Value::Fn(_, Some(r)) if matches!(**r, Value::Fn(..)) => Value::Unknown,
            Value::Fn(..) | Value::User(_) => match name {
                "call" | "apply" | "bind" | "sync" | "then" => {
                    let found: &'static Op = match name {
                        "apply" => &Op::ApplyWith,
                        "bind" => &Op::BindWith,
                        _ => &Op::CallWith,
                    };
                    Value::Fn(found, Some(Rc::new(value.clone())))
                }
                _ => Value::Unknown,
            },
            Value::Dict(rows) => match rows.iter().rev().find(|(k, _)| k == name) {
                Some((_, v)) => v.clone(),
                None => Value::Unknown,
            },
            Value::OneOf(items) => {
                let found: Vec<Value> = items.iter().take(16).map(|v| self.attr(v, name, 0)).collect();
                one_of(found.into_iter().filter(|v| !matches!(v, Value::Unknown)))
            }
            Value::Num(_) => Value::Unknown,
            Value::Unknown => self.any(value, name),
        }
    }

    /// A method that is bound, or, where a property needs no brackets, called at once.
    fn method(&mut self, found: &'static Op, value: &Value) -> Value {
        let bound = Value::Fn(found, Some(Rc::new(value.clone())));
        let property = matches!(found, Op::Parent | Op::FileName)
            || matches!(found, Op::Same(0)) && self.lang == Lang::Python && !self.is_op(0, "(");
        if property && !self.is_op(0, "(") {
            let at = self.offset();
            return self.call(&bound, Args::default(), at);
        }
        bound
    }

    fn any(&mut self, value: &Value, name: &str) -> Value {
        match self.member("@any", name) {
            Value::Fn(Op::Delete(_) | Op::Write(_) | Op::Mode(_), _) if !self.paths => Value::Unknown,
            Value::Fn(found, _) => Value::Fn(found, Some(Rc::new(value.clone()))),
            _ => Value::Unknown,
        }
    }

    pub fn environment(&self, name: &str) -> Value {
        match name {
            "HOME" => Value::text("~"),
            "PWD" => Value::text("."),
            "TMPDIR" => Value::text("/tmp"),
            "get" | "fetch" | "pop" | "setdefault" | "copy" | "toObject" => self.member_of_env(name),
            _ => Value::Unknown,
        }
    }

    fn member_of_env(&self, name: &str) -> Value {
        match self.member("@env", name) {
            Value::Fn(found, _) => Value::Fn(found, Some(Rc::new(Value::obj("@env", CodeText::default())))),
            _ => Value::Unknown,
        }
    }

    /// `value[…]` or `value{…}`.
    fn index(&mut self, value: &Value, at: usize) -> Value {
        let open = self.pos;
        let close = self.mate(open);
        let inside = (open + 1, close);
        let text = match (self.toks.get(open), self.toks.get(close)) {
            (Some(a), Some(b)) => self.src.get(a.end as usize..b.at as usize).unwrap_or_default().trim(),
            _ => "",
        };
        if let Some((from, to, step)) = slice_numbers(text).filter(|_| self.lang == Lang::Python) {
            self.pos = close + 1;
            return super::texts::sliced(value, from, to, step);
        }
        self.pos += 1;
        // A bare word in braces is a text.
        let bare = self.lang == Lang::Perl && self.op_at(open, "{") && close == open + 2;
        let key = match self.word(0).filter(|_| bare) {
            Some(word) => Value::text(word),
            None => {
                let limit = std::mem::replace(&mut self.limit, close);
                let first = if self.is_op(0, ":") { Value::Unknown } else { self.expr(0) };
                while self.pos < close && self.step() {
                    self.pos += 1;
                    self.expr(0);
                }
                self.limit = limit;
                first
            }
        };
        self.pos = close + 1;
        let sliced = (inside.0..inside.1).any(|i| self.op_at(i, ":") || self.op_at(i, "::"));
        match (value, &key) {
            (Value::Obj("@env", _), Value::Text(t)) => {
                t.known().map_or(Value::Unknown, |k| self.environment(k))
            }
            (Value::Obj("@modules", _), k) => k.known().map_or(Value::Unknown, |k| self.imported(k)),
            (Value::Obj("@globals", _), k) => match k.known().map(str::to_owned) {
                Some(name) => self.global(&name),
                None => Value::obj(DARK, CodeText::default()),
            },
            (Value::Module("Dir"), _) => Value::obj("@paths", glob(&key.to_text())),
            (Value::Module(_), k) => match k.known().map(str::to_owned) {
                Some(name) => self.attr(value, &name, at),
                None => Value::obj(DARK, CodeText::default()),
            },
            (Value::Dict(_), k) => match k.known().map(str::to_owned) {
                Some(name) => self.attr(value, &name, at),
                None => Value::Unknown,
            },
            (Value::List(items), Value::Num(n)) if !sliced => {
                let i = if *n < 0 {
                    items.len().checked_sub(n.unsigned_abs() as usize)
                } else {
                    usize::try_from(*n).ok()
                };
                i.and_then(|i| items.get(i)).cloned().unwrap_or(Value::Unknown)
            }
            (Value::List(_) | Value::Obj("@names" | "@paths", _), _) if sliced => value.clone(),
            (Value::Text(_), _) if sliced => Value::Unknown,
            (Value::List(_) | Value::Obj("@names" | "@paths", _), _) => {
                super::value::filtered(&value.element())
            }
            (v, _) if v.is_remote() => v.clone(),
            (_, k) if self.lang == Lang::JavaScript => match k.known().map(str::to_owned) {
                Some(name) => self.attr(value, &name, at),
                None => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    pub fn global(&self, name: &str) -> Value {
        if let Some(value) = self.vars.get(name) {
            return value.clone();
        }
        match self.member("", name) {
            Value::Unknown => api::module(self.lang, name).map_or(Value::Unknown, Value::Module),
            v => v,
        }
    }

    /// `place = value` and its kin, once the place has been read.
    fn assignment(&mut self, value: Value, start: usize) -> Value {
        let Some(Kind::Op(o)) = self.kind(0) else { return value };
        let adds = o == op("+=") || o == op(".=") || (o == op("..=") && self.lang == Lang::Lua);
        let maybe = o == op("||=") || o == op("??=") || o == op("//=");
        let plain = o == op("=") || o == op(":=");
        if !adds && !maybe && !plain {
            if [op("-="), op("*="), op("/="), op("%="), op("|="), op("&=")].contains(&o) {
                self.pos += 1;
                self.expr(0);
            }
            return value;
        }
        let place = self.slot(start);
        let simple = self.pos == start + 1;
        // `my ($a, $b) = …` and `[a, b] = …`
        let pattern = !simple && (self.op_at(start, "(") || self.op_at(start, "["));
        let names = if pattern { self.params(start + 1, self.mate(start)) } else { Vec::new() };
        self.pos += 1;
        if self.lang == Lang::Ruby {
            self.skip_lines();
        }
        let right = self.expr(0);
        let sure = self.nest <= self.base && !self.maybe;
        let looped = adds && !sure && !self.loop_names.is_empty() && !matches!(value, Value::List(_));
        let result = if looped {
            // Nobody counts how often a loop goes round.
            Value::of(push_unknown(&value))
        } else if adds {
            concat(&value, &right)
        } else if maybe {
            one_of([value, right])
        } else {
            right
        };
        if !names.is_empty() {
            self.assign_pattern(&names, &result);
        } else if let Some(place) = place {
            if simple && place.starts_with(['@', '%']) && self.lang == Lang::Perl {
                let list = match result {
                    v @ (Value::List(_) | Value::Obj(..) | Value::Dict(_)) => v,
                    v => Value::list(vec![v]),
                };
                self.bind(place, list.clone());
                return list;
            }
            let key = if simple { self.name_of(place) } else { place };
            self.slots |= !simple;
            if looped {
                self.vars.insert(key.into(), result.clone());
            } else {
                self.bind_place(key, result.clone());
            }
        }
        result
    }

    fn bind_place(&mut self, key: &'a str, value: Value) {
        let sure = self.nest <= self.base && !self.maybe;
        match self.vars.get(key) {
            Some(old) if !sure => {
                let both = one_of([old.clone(), value]);
                self.vars.insert(key.into(), both);
            }
            _ => {
                self.vars.insert(key.into(), value);
            }
        }
    }

    fn assign_pattern(&mut self, names: &[&'a str], value: &Value) {
        for (i, name) in names.iter().enumerate() {
            let item = match value {
                Value::List(items) => items.get(i).cloned().unwrap_or(Value::Unknown),
                v if names.len() == 1 => v.clone(),
                _ => Value::Unknown,
            };
            self.bind(name, item);
        }
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

    fn fill_value(&mut self, fill: Fill, inner: (usize, usize)) -> Value {
        let text = self.src.get(inner.0..inner.1).unwrap_or_default();
        // `{x!r:>10}`: the format is no code.
        let end = if fill == Fill::Brace { inner.0 + super::texts::format_start(text) } else { inner.1 };
        self.inside(inner.0, end)
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Text(t) => t.prefix().len(),
        _ => 0,
    }
}

/// `a:b:c` with whole numbers or nothing in each place.
fn slice_numbers(text: &str) -> Option<(Option<i64>, Option<i64>, i64)> {
    if !text.contains(':') || text.len() > 24 {
        return None;
    }
    let mut parts = text.split(':').map(|p| match p.trim() {
        "" => Some(None),
        n => n.parse::<i64>().ok().map(Some),
    });
    let (from, to) = (parts.next()??, parts.next()??);
    let step = parts.next().unwrap_or(Some(None))?.unwrap_or(1);
    (step != 0 && parts.next().is_none()).then_some((from, to, step))
}

fn push_unknown(value: &Value) -> CodeText {
    let mut out = value.to_text();
    push(&mut out, CodePart::Unknown);
    out
}

fn is_send(name: &str) -> bool {
    matches!(name, "send" | "public_send" | "__send__" | "method")
}

fn is_prefix(o: u32) -> bool {
    const PREFIX: [u32; 13] = [
        op("!"),
        op("~"),
        op("+"),
        op("*"),
        op("**"),
        op("&"),
        op("\\"),
        op("@"),
        op("..."),
        op("++"),
        op("--"),
        op("#"),
        op("&&"),
    ];
    PREFIX.contains(&o)
}

fn repeat(text: &CodeText, n: i64) -> Value {
    match (text.known(), usize::try_from(n)) {
        (Some(t), Ok(n)) if t.len().saturating_mul(n) <= 4096 => Value::text(t.repeat(n)),
        _ => Value::of(CodeText::unknown()),
    }
}
