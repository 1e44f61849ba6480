//! Everything that gives names a meaning: imports, declarations, patterns, loops.

use super::api::{self, Op};
use super::lex::{Kind, op};
use super::value::{Value, filtered};
use super::walk::Walker;
use super::{Act, CodePart, CodeText};
use crate::knowledge::Lang;
use std::rc::Rc;

/// Longest pattern of names that is looked at.
const MAX_PATTERN: usize = 48;

impl<'a> Walker<'a> {
    /// `import a.b as c, d`.
    pub fn import_python(&mut self) {
        self.pos += 1;
        loop {
            let Some(first) = self.word(0) else { return };
            let start = self.offset();
            self.pos += 1;
            while self.is_op(0, ".") && matches!(self.kind(1), Some(Kind::Word)) {
                self.pos += 2;
            }
            let end = self.tok(self.pos.wrapping_sub(1)).map_or(start, |t| t.end as usize);
            let full = self.src.get(start..end).unwrap_or_default();
            if self.eat_word("as") {
                if let Some(name) = self.word(0) {
                    let value = self.imported(full);
                    self.bind_now(name, value);
                    self.pos += 1;
                }
            } else {
                let value = self.imported(first);
                self.bind_now(first, value);
            }
            self.runs_stored(first, start);
            if !self.eat(",") {
                return;
            }
        }
    }

    /// `from a.b import c as d, e`.
    pub fn import_from(&mut self) {
        self.pos += 1;
        let start = self.offset();
        while self.is_op(0, ".")
            || self.is_op(0, "...")
            || (self.word(0).is_some() && !self.is_word(0, "import"))
        {
            self.pos += 1;
        }
        let end = self.tok(self.pos.wrapping_sub(1)).map_or(start, |t| t.end as usize);
        let full = self.src.get(start..end).unwrap_or_default();
        if !self.eat_word("import") {
            return;
        }
        self.eat("(");
        let module = self.imported(full);
        self.runs_stored(full, start);
        loop {
            if self.eat("*") {
                if let Value::Module(name) = module {
                    self.stars.push(name);
                }
                return;
            }
            let Some(name) = self.word(0) else { break };
            self.pos += 1;
            let value = match &module {
                // `from sh import rm`: any name is a program.
                Value::Module("sh" | "plumbum.cmd") => {
                    Value::Fn(&Op::Argv(0), Some(Rc::new(Value::text(name))))
                }
                Value::Module(m) => match self.member(m, name) {
                    Value::Unknown => self.submodule(m, name),
                    v => v,
                },
                _ => self.submodule(full, name),
            };
            let alias = if self.eat_word("as") { self.word(0).inspect(|_| self.pos += 1) } else { None };
            self.bind_now(alias.unwrap_or(name), value);
            if !self.eat(",") {
                break;
            }
        }
        self.eat(")");
    }

    /// To import a module that was fetched a moment ago is to run it.
    fn runs_stored(&mut self, module: &str, at: usize) {
        let file = format!("{module}.py");
        let stored = self.reading.findings.iter().rev().take(MAX_PATTERN).find_map(|f| match &f.act {
            Act::Store { path, .. } => {
                path.known().filter(|p| p.rsplit('/').next() == Some(file.as_str())).map(|_| path.clone())
            }
            _ => None,
        });
        if let Some(path) = stored {
            self.emit(at, Act::RunFile { path });
        }
    }

    fn submodule(&self, module: &str, name: &str) -> Value {
        let full = format!("{module}.{name}");
        api::module(self.lang, &full).map_or(Value::Unknown, Value::Module)
    }

    /// A module by the name it is imported under.
    pub fn imported(&self, name: &str) -> Value {
        let name = match self.lang {
            Lang::JavaScript => {
                let bare = name.strip_prefix("npm:").unwrap_or(name);
                match bare.strip_prefix("node:") {
                    Some("sqlite") | None => bare,
                    Some(rest) => rest,
                }
            }
            _ => name,
        };
        if self.lang == Lang::Python && matches!(name, "builtins" | "__builtin__") {
            return Value::Module("");
        }
        if name.starts_with('@') || name.is_empty() {
            return Value::Unknown;
        }
        api::module(self.lang, name).map_or(Value::Unknown, Value::Module)
    }

    /// `import d, * as n, { a as b } from 'm'`.
    pub fn import_javascript(&mut self) {
        self.pos += 1;
        let start = self.pos;
        let stop = (start + MAX_PATTERN).min(self.limit);
        let Some(at) = (start..stop).find(|i| matches!(self.tok(*i).map(|t| t.kind), Some(Kind::Str(_))))
        else {
            return;
        };
        let module = match self.tok(at).copied() {
            Some(token) => self.string(&token).known().map_or(Value::Unknown, |name| self.imported(name)),
            None => Value::Unknown,
        };
        while self.pos < at {
            if self.is_op(0, "{") {
                let close = self.mate(self.pos);
                self.pattern(self.pos + 1, close, &module);
                self.pos = close;
            } else if let Some(word) = self.word(0).filter(|w| !matches!(*w, "as" | "from" | "type")) {
                self.bind_now(word, module.clone());
            }
            self.pos += 1;
        }
        self.pos = at + 1;
    }

    fn word_at(&self, i: usize) -> Option<&'a str> {
        self.tok(i).filter(|t| t.kind == Kind::Word).map(|t| self.text_of(t))
    }

    /// `{ a, b: c, d as e, ...rest }` out of a value.
    fn pattern(&mut self, from: usize, to: usize, value: &Value) {
        let mut i = from;
        while i < to {
            let Some(name) = self.word_at(i) else {
                i += 1;
                continue;
            };
            let renamed = self.op_at(i + 1, ":") || self.word_at(i + 1) == Some("as");
            let inner = renamed && self.op_at(i + 2, "{");
            let member = self.attr(value, name, i);
            if inner {
                let close = self.mate(i + 2);
                self.pattern(i + 3, close.min(to), &member);
                i = close + 1;
                continue;
            }
            let target = if renamed { self.word_at(i + 2).unwrap_or(name) } else { name };
            self.bind(target, member);
            // Past a default value, to the next comma.
            i += 1;
            while i < to && !self.op_at(i, ",") {
                i += 1;
            }
        }
    }

    /// Behind `const`, `my`, `local`.
    pub fn declare(&mut self) {
        if self.lang == Lang::Lua && self.is_word(0, "function") {
            return;
        }
        let open = self.is_op(0, "{") || self.is_op(0, "[") || self.is_op(0, "(");
        if open {
            let close = self.mate(self.pos);
            if !self.op_at(close + 1, "=") {
                return;
            }
            let object = self.is_op(0, "{");
            let (from, names) = (self.pos + 1, self.params(self.pos + 1, close));
            self.pos = close + 2;
            let value = self.expr(0);
            if object {
                self.pattern(from, close, &value);
            } else {
                self.assign_names(&names, &value);
            }
            return;
        }
        // `const x: Type = …`
        if self.lang == Lang::JavaScript && self.is_op(1, ":") {
            let stop = (self.pos + MAX_PATTERN).min(self.limit);
            if let Some(equals) = (self.pos + 2..stop).find(|i| self.op_at(*i, "=") || self.op_at(*i, ";"))
                && let Some(name) = self.word(0)
            {
                self.pos = equals + 1;
                let value = self.expr(0);
                self.bind(name, value);
            }
        }
    }

    /// `a, b = …`: false when it is something else.
    pub fn tuple_assignment(&mut self) -> bool {
        let mut names = Vec::new();
        let mut i = 0;
        loop {
            let Some(name) = self.word(i) else { return false };
            names.push(name);
            if self.is_op(i + 1, "=") {
                break;
            }
            if !self.is_op(i + 1, ",") || names.len() > 16 {
                return false;
            }
            i += 2;
        }
        self.pos += i + 2;
        let first = self.expr(0);
        let mut values = vec![first];
        while self.eat(",") {
            let value = self.expr(0);
            values.push(value);
        }
        let value =
            if values.len() == 1 { values.pop().unwrap_or(Value::Unknown) } else { Value::list(values) };
        self.assign_names(&names, &value);
        true
    }

    fn assign_names(&mut self, names: &[&'a str], value: &Value) {
        for (i, name) in names.iter().enumerate() {
            let item = match value {
                Value::List(items) => items.get(i).cloned().unwrap_or(Value::Unknown),
                // `const [a, b] = await Promise.all(…)`, `my ($x) = @_`: nobody can say which.
                v if v.is_remote() => v.clone(),
                _ => Value::Unknown,
            };
            self.bind(name, item);
        }
    }

    pub fn for_loop(&mut self) {
        self.pos += 1;
        match self.lang {
            Lang::Python => {
                let names = self.names_until("in");
                let list = self.expr(0);
                self.bind_many(&names, &list.element());
            }
            Lang::Php => {
                self.eat("(");
                let list = self.expr(0);
                if self.eat_word("as") {
                    let mut name = self.word(0);
                    if self.is_op(1, "=>") {
                        name = self.word(2);
                        self.pos += 2;
                    }
                    if let Some(name) = name {
                        self.bind_loop(name, list.element());
                    }
                    self.pos += 1;
                }
            }
            Lang::Perl => {
                self.eat_word("my");
                let name = self.word(0).filter(|w| w.starts_with('$')).inspect(|_| self.pos += 1);
                if self.is_op(0, "(") {
                    let close = self.mate(self.pos);
                    let list = self.expr(0);
                    self.pos = self.pos.max(close + 1);
                    self.bind_loop(name.unwrap_or("_"), list.element());
                }
            }
            Lang::JavaScript => {
                self.eat_word("await");
                if self.is_op(0, "(") && self.js_iterates() {
                    self.pos += 1;
                    let names = self.names_until("of");
                    let list = self.expr(0);
                    self.bind_many(&names, &list.element());
                } else {
                    self.eat("(");
                }
            }
            _ => {
                let names = self.names_until("in");
                if !names.is_empty() {
                    let list = self.expr(0);
                    self.bind_many(&names, &list.element());
                }
            }
        }
        self.maybe = false;
    }

    fn js_iterates(&self) -> bool {
        let close = self.mate(self.pos).min(self.pos + MAX_PATTERN);
        (self.pos..close).any(|i| {
            self.tok(i).is_some_and(|t| t.kind == Kind::Word && matches!(self.text_of(t), "of" | "in"))
        })
    }

    /// The names up to a word, which is stepped over.
    fn names_until(&mut self, stop: &str) -> Vec<&'a str> {
        let mut names = Vec::new();
        let end = (self.pos + MAX_PATTERN).min(self.limit);
        while self.pos < end {
            match self.kind(0) {
                Some(Kind::Word) => {
                    let word = self.word(0).unwrap_or_default();
                    self.pos += 1;
                    if word == stop || word == "in" {
                        return names;
                    }
                    if !matches!(word, "const" | "let" | "var" | "local") {
                        names.push(word);
                    }
                }
                Some(Kind::Op(o)) if o == op(";") || o == op("=") || o == op("{") => return Vec::new(),
                Some(Kind::Line(_)) | None => return Vec::new(),
                Some(_) => self.pos += 1,
            }
        }
        names
    }

    pub fn mentions_loop(&self, from: usize, to: usize) -> bool {
        (from..to).any(|i| {
            self.tok(i).is_some_and(|t| {
                t.kind == Kind::Word && self.loop_names.contains(&self.name_of(self.text_of(t)))
            })
        })
    }

    /// What was found since `from` concerns only some of a listing.
    pub fn soften(&mut self, from: usize) {
        let some = |t: &mut CodeText| {
            for part in &mut t.parts {
                if *part == CodePart::Each {
                    *part = CodePart::Unknown;
                }
            }
        };
        for finding in self.reading.findings.iter_mut().skip(from) {
            match &mut finding.act {
                Act::Delete { path, .. }
                | Act::Write { path }
                | Act::Read { path }
                | Act::ChangeMode { path, .. }
                | Act::Move { from: path, .. } => some(path),
                _ => {}
            }
        }
    }

    /// A comprehension's condition leaves some out.
    pub fn filter_names(&mut self, names: &[&'a str]) {
        for name in names {
            if let Some(value) = self.vars.get_mut(*name) {
                *value = filtered(value);
            }
        }
    }

    /// `for x in y if z`, behind the element: binds, and says which names.
    pub fn clauses(&mut self) -> Vec<&'a str> {
        let mut all = Vec::new();
        while self.eat_word("for") || (self.is_word(0, "async") && self.is_word(1, "for")) {
            self.eat_word("for");
            let names = self.names_until("in");
            let list = self.expr(3);
            self.bind_many(&names, &list.element());
            all.extend(names);
            while self.eat_word("if") {
                let from = self.pos;
                self.expr(3);
                if self.mentions_loop(from, self.pos) {
                    let names = all.clone();
                    self.filter_names(&names);
                }
            }
        }
        all
    }
}
