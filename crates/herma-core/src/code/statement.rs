//! Statements: the keywords that bind names, open blocks or hide a body until it is called.

use super::lex::{Kind, op};
use super::value::{Value, one_of};
use super::walk::{Function, Walker};
use crate::knowledge::Lang;

/// Longest header (parameters aside) that is looked over for its end.
const MAX_HEADER: usize = 64;

/// What a word at the start of a statement asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Import,
    From,
    Function,
    For,
    /// `if`, `while`: a condition follows, and what comes after may not happen.
    Test,
    Maybe,
    Return,
    Declare,
    /// Says nothing of interest; what follows is read.
    Skip,
    /// The rest of the statement is of no interest.
    SkipAll,
}

fn keyword(lang: Lang, word: &str) -> Option<Keyword> {
    use Keyword::*;
    let found = match word {
        "if" | "while" | "elif" | "elsif" | "elseif" | "unless" | "until" | "switch" | "case" => Test,
        "do" if lang == Lang::Perl => return None,
        "else" | "try" | "catch" | "except" | "finally" | "rescue" | "ensure" | "do" | "then" | "default"
        | "repeat" | "begin" => Maybe,
        "return" | "yield" => Return,
        "for" | "foreach" => For,
        "import" if matches!(lang, Lang::Python | Lang::JavaScript) => Import,
        "from" if lang == Lang::Python => From,
        "use" | "no" | "package" | "namespace" if matches!(lang, Lang::Perl | Lang::Php) => SkipAll,
        "def" if matches!(lang, Lang::Python | Lang::Ruby) => Function,
        "function" if matches!(lang, Lang::JavaScript | Lang::Php | Lang::Lua) => Function,
        "sub" if lang == Lang::Perl => Function,
        "const" | "let" | "var" if lang == Lang::JavaScript => Declare,
        "my" | "our" | "local" | "state" if matches!(lang, Lang::Perl | Lang::Lua) => Declare,
        "with" | "async" | "await" | "raise" | "assert" | "del" | "pass" | "break" | "continue"
        | "global" | "nonlocal"
            if lang == Lang::Python =>
        {
            Skip
        }
        "export" | "throw" | "static" | "public" | "private" | "async" | "await" | "break" | "continue"
        | "class"
            if matches!(lang, Lang::JavaScript | Lang::Php) =>
        {
            Skip
        }
        "class" => Skip,
        "end" | "next" | "module" if matches!(lang, Lang::Ruby | Lang::Lua) => Skip,
        "echo" | "print" if lang == Lang::Php => Skip,
        _ => return None,
    };
    Some(found)
}

impl<'a> Walker<'a> {
    pub fn statement(&mut self) {
        // `const a = 1, { b } = c`: no block has a sign behind it.
        if self.lang == Lang::JavaScript && self.is_op(0, "{") && self.op_at(self.mate(self.pos) + 1, "=") {
            self.declare();
            return;
        }
        match self.kind(0) {
            Some(Kind::Line(indent)) => {
                self.pos += 1;
                self.maybe = false;
                if self.lang == Lang::Python {
                    self.nest = indent;
                }
            }
            Some(Kind::Op(o)) if o == op(";") => {
                self.pos += 1;
                self.maybe = false;
            }
            Some(Kind::Op(o)) if o == op("{") && self.braces_are_blocks() => {
                self.pos += 1;
                self.nest = self.nest.saturating_add(1);
            }
            Some(Kind::Op(o)) if o == op("}") => {
                self.pos += 1;
                self.nest = self.nest.saturating_sub(1);
                self.maybe = false;
            }
            Some(Kind::Word) => {
                let word = self.word(0).unwrap_or_default();
                // `x.if`, `{default: 1}` and `import(…)` are not statements.
                let found = keyword(self.lang, word).filter(|_| {
                    !self.is_op(1, ":")
                        || word == "else"
                        || word == "try"
                        || word == "finally"
                        || word == "except"
                });
                match found {
                    Some(Keyword::Import) if self.is_op(1, "(") || self.is_op(1, ".") => self.expression(),
                    Some(k) => self.keyword(k),
                    None => self.expression(),
                }
            }
            Some(_) => self.expression(),
            None => {}
        }
    }

    pub fn braces_are_blocks(&self) -> bool {
        matches!(self.lang, Lang::JavaScript | Lang::Php | Lang::Perl)
    }

    fn expression(&mut self) {
        if self.lang == Lang::Python && self.is_op(1, ",") && self.tuple_assignment() {
            return;
        }
        if self.lang == Lang::JavaScript && self.method_definition() {
            return;
        }
        let (start, found) = (self.pos, self.reading.findings.len());
        self.expr(0);
        if matches!(self.lang, Lang::Perl | Lang::Ruby) {
            self.modifier(start, found);
        }
    }

    fn keyword(&mut self, keyword: Keyword) {
        match keyword {
            Keyword::Import if self.lang == Lang::Python => self.import_python(),
            Keyword::Import => self.import_javascript(),
            Keyword::From => self.import_from(),
            Keyword::Function => self.function_statement(),
            Keyword::For => self.for_loop(),
            Keyword::Test => {
                self.pos += 1;
                let to = self.header_end();
                self.note_filter(self.pos, to);
                self.maybe = true;
                // The condition itself is no statement: `if (x = f())` binds for certain.
            }
            Keyword::Maybe => {
                self.pos += 1;
                self.maybe = true;
            }
            Keyword::Return => {
                self.pos += 1;
                if !matches!(self.kind(0), Some(Kind::Line(_)) | None)
                    && !self.is_op(0, ";")
                    && !self.is_op(0, "}")
                {
                    let value = self.expr(0);
                    self.returned = Some(match self.returned.take() {
                        Some(old) => one_of([old, value]),
                        None => value,
                    });
                }
            }
            Keyword::Declare => {
                self.pos += 1;
                self.declare();
            }
            Keyword::Skip => self.pos += 1,
            Keyword::SkipAll => {
                // `use File::Copy;` brings its names along.
                let module = self.word(1).and_then(|m| super::api::module(self.lang, m));
                self.stars.extend(module);
                while self.pos < self.limit && !self.is_op(0, ";") {
                    self.pos += 1;
                }
            }
        }
    }

    /// Where the condition that starts here ends.
    fn header_end(&self) -> usize {
        if self.is_op(0, "(") {
            return self.mate(self.pos);
        }
        let end = (self.pos + MAX_HEADER).min(self.limit);
        (self.pos..end)
            .find(|i| match self.tok(*i).map(|t| t.kind) {
                Some(Kind::Op(o)) => o == op(":") || o == op("{") || o == op(";"),
                Some(Kind::Line(_)) | None => true,
                Some(_) => false,
            })
            .unwrap_or(end)
    }

    /// `unlink $_ for glob(…)`, `File.delete(f) if f.end_with?(…)`: what stands behind rules what stands before.
    fn modifier(&mut self, start: usize, found: usize) {
        let end = self.pos;
        match self.word(0) {
            Some("for" | "foreach") if self.lang == Lang::Perl => {
                self.pos += 1;
                let list = self.expr(0);
                let after = self.pos;
                self.bind_loop("_", list.element());
                if self.again < 3 && self.repeats > end - start {
                    self.again += 1;
                    self.repeats -= end - start;
                    self.reading.findings.truncate(found);
                    let limit = std::mem::replace(&mut self.limit, end);
                    self.pos = start;
                    self.expr(0);
                    self.limit = limit;
                    self.again -= 1;
                }
                self.pos = after;
            }
            Some("if" | "unless") => {
                let to = self.header_end();
                if self.mentions_loop(self.pos + 1, to) {
                    self.soften(found);
                }
            }
            _ => {}
        }
    }

    /// Finds the functions of the text, so that a call may stand before what it calls.
    pub fn hoist(&mut self) {
        let word = match self.lang {
            Lang::Python => "def",
            Lang::JavaScript | Lang::Php => "function",
            Lang::Perl => "sub",
            _ => return,
        };
        let mut indent = 0;
        let mut class = "";
        for i in 0..self.toks.len() {
            let Some(token) = self.toks.get(i) else { break };
            match token.kind {
                Kind::Line(n) => indent = n,
                Kind::Word if self.text_of(token) == word => {
                    let id = self.define(i, indent);
                    if let (Some(id), Some(f)) = (id, id.and_then(|id| self.functions.get(id as usize))) {
                        // To call a class is to call its constructor.
                        let name = if f.name == "__init__" { class } else { f.name };
                        if !name.is_empty() {
                            self.by_name.insert(name.into(), id);
                        }
                    }
                }
                Kind::Word if self.text_of(token) == "class" => {
                    class = self.toks.get(i + 1).map_or("", |t| self.text_of(t));
                }
                _ => {}
            }
        }
    }

    /// Notes the function whose keyword is token `i`.
    pub fn define(&mut self, i: usize, indent: u16) -> Option<u32> {
        if let Some(id) = self.by_token.get(&i) {
            return Some(*id);
        }
        let mut at = i + 1;
        if self.op_at(at, "*") || self.op_at(at, "&") {
            at += 1;
        }
        let mut name = "";
        if let Some(token) = self.toks.get(at).filter(|t| t.kind == Kind::Word) {
            name = self.text_of(token);
            at += 1;
        }
        let mut params = Vec::new();
        if self.op_at(at, "(") {
            let close = self.mate(at);
            params = self.params(at + 1, close);
            at = close + 1;
        }
        let mut body = match self.lang {
            Lang::Python => self.indented(at, indent)?,
            _ => {
                let end = (at + MAX_HEADER).min(self.toks.len());
                let open = (at..end).find(|i| self.op_at(*i, "{"))?;
                (open + 1, self.mate(open))
            }
        };
        if self.lang == Lang::Perl && params.is_empty() {
            (params, body.0) = self.perl_params(body);
        }
        Some(self.add_function(i, name, params, body, Shape::Block))
    }

    pub fn add_function(
        &mut self,
        token: usize,
        name: &'a str,
        params: Vec<&'a str>,
        body: (usize, usize),
        shape: Shape,
    ) -> u32 {
        let id = self.functions.len() as u32;
        let expression = shape == Shape::Expression;
        self.functions.push(Function {
            name,
            params,
            body,
            expression,
            called: false,
            skipped: false,
            active: 0,
        });
        self.by_token.insert(token, id);
        id
    }

    pub fn op_at(&self, i: usize, text: &str) -> bool {
        self.toks.get(i).is_some_and(|t| t.kind == Kind::Op(op(text)))
    }

    /// The names between two brackets: the first word of each part, every word of a pattern.
    pub fn params(&self, from: usize, to: usize) -> Vec<&'a str> {
        let mut out = Vec::new();
        let mut fresh = true;
        let mut i = from;
        while i < to.min(self.toks.len()) && out.len() < 32 {
            let Some(token) = self.toks.get(i) else { break };
            match token.kind {
                Kind::Op(o) if o == op(",") => fresh = true,
                Kind::Op(o) if o == op("{") || o == op("[") || o == op("(") => {
                    if fresh {
                        // The names of a pattern are unknown, and hide what they are called like.
                        out.extend(self.params(i + 1, self.mate(i)));
                    }
                    i = self.mate(i);
                    fresh = false;
                }
                Kind::Word if fresh => {
                    let word = self.text_of(token);
                    let typed = self.lang == Lang::Php && !word.starts_with('$');
                    if !typed {
                        out.push(word);
                        fresh = false;
                    }
                }
                _ => {}
            }
            i += 1;
        }
        out
    }

    /// `my ($a, $b) = @_;` or `my $a = shift;` at the start of a body.
    fn perl_params(&self, body: (usize, usize)) -> (Vec<&'a str>, usize) {
        let word = |i: usize| self.toks.get(i).filter(|t| t.kind == Kind::Word).map(|t| self.text_of(t));
        let mut out = Vec::new();
        let mut i = body.0;
        while word(i) == Some("my") && out.len() < 8 {
            if self.op_at(i + 1, "(") {
                let close = self.mate(i + 1);
                if word(close + 2) == Some("@_") {
                    out.extend(self.params(i + 2, close));
                    i = close + 3;
                }
                break;
            }
            if word(i + 3) != Some("shift") {
                break;
            }
            out.extend(word(i + 1));
            i += if self.op_at(i + 4, ";") { 5 } else { 6 };
        }
        (out, i.min(body.1))
    }

    /// The body behind a Python header: to the end of the line, or as far as it is indented.
    fn indented(&self, at: usize, indent: u16) -> Option<(usize, usize)> {
        let end = (at + MAX_HEADER).min(self.toks.len());
        let colon = (at..end).find(|i| self.op_at(*i, ":"))?;
        let block = matches!(self.toks.get(colon + 1).map(|t| t.kind), Some(Kind::Line(_)));
        let stop = (colon + 1..self.toks.len())
            .find(
                |i| matches!(self.toks.get(*i).map(|t| t.kind), Some(Kind::Line(n)) if !block || n <= indent),
            )
            .unwrap_or(self.toks.len());
        Some((colon + 1, stop))
    }

    fn function_statement(&mut self) {
        if matches!(self.lang, Lang::Ruby | Lang::Lua) {
            self.pos += 1;
            // Walked where it stands, its parameters unknown.
            while matches!(self.kind(0), Some(Kind::Word)) || self.is_op(0, ".") || self.is_op(0, ":") {
                self.pos += 1;
            }
            if self.is_op(0, "(") {
                let close = self.mate(self.pos);
                for name in self.params(self.pos + 1, close) {
                    self.bind_now(name, Value::Unknown);
                }
                self.pos = close + 1;
            }
            return;
        }
        match self.define(self.pos, self.nest).and_then(|id| self.functions.get(id as usize)) {
            Some(f) => self.pos = f.body.1 + usize::from(self.lang != Lang::Python),
            None => self.pos += 1,
        }
    }

    /// `name(parameters) { … }` inside a class or an object.
    pub fn method_definition(&mut self) -> bool {
        let Some(name) = self.word(0) else { return false };
        if !self.is_op(1, "(") {
            return false;
        }
        let close = self.mate(self.pos + 1);
        if !self.op_at(close + 1, "{") || close + 1 >= self.limit {
            return false;
        }
        let body = (close + 2, self.mate(close + 1));
        if !self.by_token.contains_key(&self.pos) {
            let params = self.params(self.pos + 2, close);
            let id = self.add_function(self.pos, name, params, body, Shape::Block);
            self.by_name.insert(name.into(), id);
        }
        self.pos = body.1 + 1;
        true
    }
}

/// Whether a function's body is a block or one expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Block,
    Expression,
}
