//! What stands behind a value: members, indices, calls, and the sign that assigns to it.

use std::rc::Rc;

use super::api::{self, Op};
use super::call::Args;
use super::lex::{Fill, Kind, Token, op};
use super::value::{DARK, Value, concat, glob, made_of, one_of, push};
use super::walk::Walker;
use super::{CodePart, CodeText};
use crate::knowledge::Lang;

impl<'a> Walker<'a> {
    /// Members, calls and indices behind a value.
    pub fn postfix(&mut self, mut value: Value, at: usize, start: usize) -> Value {
        while self.step() {
            let Some(token) = self.tok(self.pos).copied() else { break };
            let text = self.text_of(&token);
            match token.kind {
                Kind::Op(o) if o == op("(") => {
                    let callee = self.pos;
                    let args = self.arguments();
                    self.note_arguments(&value, &args.pos, start, at);
                    let behind = std::mem::replace(&mut self.pos, callee);
                    self.note_callee(&value, start);
                    self.pos = behind;
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
        self.note_mention(&value, at);
        value
    }

    pub fn is_member(&self, text: &str) -> bool {
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
    pub fn indexes(&self, token: &Token) -> bool {
        let glued = self.toks.get(self.pos.wrapping_sub(1)).is_some_and(|t| t.end == token.at);
        glued || !matches!(self.lang, Lang::Ruby | Lang::Perl)
    }

    pub fn after_name(&self) -> bool {
        let Some(previous) = self.toks.get(self.pos.wrapping_sub(1)) else { return false };
        match previous.kind {
            Kind::Word => self.text_of(previous).starts_with(['$', '@', '%']),
            Kind::Op(o) => o == op("}") || o == op("]"),
            _ => false,
        }
    }

    /// A string right behind a function: a tagged template, or Lua's call without brackets.
    pub fn tags(&self, value: &Value, fill: Fill) -> bool {
        match self.lang {
            Lang::JavaScript => fill == Fill::DollarBrace && matches!(value, Value::Fn(..) | Value::Unknown),
            Lang::Lua => matches!(value, Value::Fn(..)),
            _ => false,
        }
    }

    pub fn attr_or_slot(&mut self, value: &Value, name: &'a str, at: usize, start: usize) -> Value {
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
        if matches!(found, Value::Unknown)
            && matches!(value, Value::Unknown | Value::User(_))
            && let Some(id) = self.by_name.get(name)
        {
            return Value::User(*id);
        }
        found
    }

    /// The source of what was just read, as the name of a place that can be assigned to.
    pub fn slot(&self, start: usize) -> Option<&'a str> {
        let from = self.toks.get(start)?.at as usize;
        let to = self.toks.get(self.pos.checked_sub(1)?)?.end as usize;
        self.src.get(from..to).filter(|s| s.len() < 80)
    }

    /// The source of what stands before the member that was just read.
    pub fn receiver_slot(&self, start: usize) -> Option<&'a str> {
        let from = self.toks.get(start)?.at as usize;
        let to = self.toks.get(self.pos.checked_sub(3)?)?.end as usize;
        self.src.get(from..to).filter(|s| s.len() < 80)
    }

    /// A member of a value.
    pub fn attr(&mut self, value: &Value, name: &str, _at: usize) -> Value {
        // What makes things makes functions, too: `[].constructor.constructor("code")()`.
        if name == "constructor" && self.lang == Lang::JavaScript {
            match value {
                Value::Fn(..) | Value::User(_) | Value::Obj("@maker", _) => {
                    return Value::Fn(&Op::EvalLast, None);
                }
                Value::Text(_) | Value::List(_) | Value::Num(_) | Value::Dict(_) => {
                    return Value::obj("@maker", CodeText::default());
                }
                _ => {}
            }
        }
        if name == "__getattribute__" && self.lang == Lang::Python {
            return Value::obj(DARK, CodeText::default());
        }
        match value {
            Value::Module(m) => match self.member(m, name) {
                Value::Unknown if matches!(name, "__dict__" | "default") => value.clone(),
                Value::Unknown if matches!(*m, "sh" | "plumbum.cmd") && name != "Command" => {
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
            // `os.environ.items()`, `ENV.to_a`: still all of it.
            Value::Obj("@env", _) if matches!(self.lang, Lang::Python | Lang::Ruby) => {
                match self.member_of_env(name) {
                    Value::Unknown => value.clone(),
                    v => v,
                }
            }
            Value::Obj("@env", _) => self.environment(name),
            Value::Obj("@process", _) if name == "pid" => Value::obj("@self", CodeText::default()),
            Value::Obj(kind, _) => match self.member(kind, name) {
                Value::Fn(found, _) => self.method(found, value),
                Value::Unknown if value.is_remote() => value.clone(),
                Value::Unknown => self.any(value, name),
                v => v,
            },
            Value::Text(_) => match self.member("@text", name) {
                Value::Fn(found, _) => self.method(found, value),
                _ => made_of(std::iter::once(value)),
            },
            Value::List(_) => match self.member("@list", name) {
                Value::Fn(found, _) => self.method(found, value),
                _ => Value::Unknown,
            },
            // A method of a method of a function would be a chain without end.
            Value::Fn(_, Some(r)) if matches!(**r, Value::Fn(..)) => Value::Unknown,
            Value::Fn(..) | Value::User(_) => match name {
                "__call__" => value.clone(),
                "__get__" | "__func__" | "__wrapped__" | "__getattribute__" => {
                    Value::obj(DARK, CodeText::default())
                }
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
    pub fn method(&mut self, found: &'static Op, value: &Value) -> Value {
        let bound = Value::Fn(found, Some(Rc::new(value.clone())));
        let property = matches!(found, Op::Parent | Op::FileName)
            || matches!(found, Op::Same(0)) && self.lang == Lang::Python && !self.is_op(0, "(");
        if property && !self.is_op(0, "(") {
            let at = self.offset();
            return self.call(&bound, Args::default(), at);
        }
        bound
    }

    pub fn any(&mut self, value: &Value, name: &str) -> Value {
        match self.member("@any", name) {
            Value::Fn(Op::Delete(_) | Op::Write(_) | Op::Mode(_) | Op::Chmod(_), _) if !self.paths => {
                Value::Unknown
            }
            Value::Fn(found, _) => Value::Fn(found, Some(Rc::new(value.clone()))),
            _ => Value::Unknown,
        }
    }

    pub fn environment(&self, name: &str) -> Value {
        match name {
            "HOME" => Value::text("~"),
            "PWD" => Value::text("."),
            "TMPDIR" => Value::text("/tmp"),
            "get" | "fetch" | "pop" | "setdefault" => self.member_of_env(name),
            "toObject" => Value::obj("@env", CodeText::default()),
            _ => Value::of(CodeText { parts: vec![CodePart::Env(name.to_owned())] }),
        }
    }

    pub fn member_of_env(&self, name: &str) -> Value {
        match self.member("@env", name) {
            Value::Fn(found, _) => Value::Fn(found, Some(Rc::new(Value::obj("@env", CodeText::default())))),
            _ => Value::Unknown,
        }
    }

    /// `value[…]` or `value{…}`.
    pub fn index(&mut self, value: &Value, at: usize) -> Value {
        let open = self.pos;
        let close = self.mate(open);
        let inside = (open + 1, close);
        let text = match (self.toks.get(open), self.toks.get(close)) {
            (Some(a), Some(b)) => self.src.get(a.end as usize..b.at as usize).unwrap_or_default().trim(),
            _ => "",
        };
        if let Some((from, to, step)) = slice_numbers(text).filter(|_| self.lang == Lang::Python) {
            self.pos = close + 1;
            let part = super::texts::sliced(value, from, to, step);
            return if part.known().is_some() { part } else { kept(value, part) };
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
            // By a name that nobody knows it may be any of them.
            (Value::Obj("@env", _), k) => match k.known() {
                Some(name) => self.environment(name),
                None => Value::of(value.to_text()),
            },
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
            (Value::Text(_), _) if sliced => made_of(std::iter::once(value)),
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

    /// What a bare name stands for.
    pub fn lookup(&mut self, word: &'a str) -> Value {
        let signed = word.starts_with(['$', '@', '%', '&']) && matches!(self.lang, Lang::Perl | Lang::Php);
        let name = self.name_of(word);
        if (signed || !matches!(self.lang, Lang::Perl | Lang::Php))
            && let Some(value) = self.vars.get(name)
        {
            return value.clone();
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
        if self.lang == Lang::Perl
            && let Some((module, name)) = word.rsplit_once("::")
        {
            return self.member(module, name);
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

    /// `place = value` and its kin, once the place has been read.
    pub fn assignment(&mut self, value: Value, start: usize) -> Value {
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

    pub fn bind_place(&mut self, key: &'a str, value: Value) {
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

    pub fn assign_pattern(&mut self, names: &[&'a str], value: &Value) {
        for (i, name) in names.iter().enumerate() {
            let item = match value {
                Value::List(items) => items.get(i).cloned().unwrap_or(Value::Unknown),
                v if names.len() == 1 => v.clone(),
                _ => Value::Unknown,
            };
            self.bind(name, item);
        }
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

/// What a text holds of the environment, what is made of it still holds.
pub(super) fn kept(of: &Value, made: Value) -> Value {
    match (made_of(std::iter::once(of)), &made) {
        (taken @ Value::Text(_), Value::Unknown) => taken,
        (taken @ Value::Text(_), Value::Text(t))
            if !t.parts.iter().any(|p| matches!(p, CodePart::Env(_))) =>
        {
            taken
        }
        _ => made,
    }
}

fn is_send(name: &str) -> bool {
    matches!(name, "send" | "public_send" | "__send__" | "method")
}
