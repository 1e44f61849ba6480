//! Goes over the statements once, in order, and keeps what each name stands for.
//!
//! Tolerant on purpose: a token that nobody understands is stepped over, so that every call in the text is seen
//! whatever stands around it.

use std::borrow::Cow;

use super::lex::{Kind, Token, lex, op};
use super::loose::Mentions;
use super::names::Names;
use super::value::{Value, filtered, one_of};
use super::{Act, CodeFinding, CodeText, Reading};
use crate::knowledge::Lang;

/// Deepest nesting of expressions.
const MAX_DEPTH: u16 = 96;
/// How often code in a string is opened inside code in a string.
const MAX_EVAL: u8 = 4;
/// How deep the text's own functions are followed.
pub(super) const MAX_INLINE: u8 = 4;
/// Most findings of one text. Nobody reads more of them.
const MAX_FINDINGS: usize = 512;
/// Steps allowed per token, several times what a single walk takes: a net, not a budget.
const STEPS_PER_TOKEN: usize = 24;
const MIN_STEPS: usize = 4096;
/// Tokens that may be walked a second time, in functions that are called again and in comprehensions, per token of
/// the text. A call beyond it is taken with unknown arguments.
const REPEATS_PER_TOKEN: usize = 1;
const MIN_REPEATS: usize = 2048;

pub(super) fn read(lang: Lang, source: &str) -> Reading {
    let mut walker = Walker::new(lang, source, 0);
    walker.all();
    walker.reading
}

/// A function of the text.
#[derive(Debug, Clone)]
pub(super) struct Function<'a> {
    pub name: &'a str,
    pub params: Vec<&'a str>,
    pub body: (usize, usize),
    /// The body is one expression (`x => …`, `lambda x: …`), whose value is returned.
    pub expression: bool,
    pub called: bool,
    /// Some call was not followed: at the end it is walked with unknown arguments.
    pub skipped: bool,
    /// How often it is being walked right now.
    pub active: u8,
}

pub(super) struct Walker<'a> {
    pub lang: Lang,
    pub src: &'a str,
    pub toks: Vec<Token>,
    pub pos: usize,
    pub limit: usize,
    pub vars: Names<'a, Value>,
    /// Some place that is no plain name (`self.x`) was assigned to.
    pub slots: bool,
    pub functions: Vec<Function<'a>>,
    pub by_name: Names<'a, u32>,
    /// Functions by the token they start at, so that one walked twice is one function.
    pub by_token: std::collections::BTreeMap<usize, u32>,
    /// Modules whose every name was imported.
    pub stars: Vec<&'static str>,
    pub reading: Reading,
    pub steps: usize,
    pub repeats: usize,
    pub depth: u16,
    pub evals: u8,
    pub inline: u8,
    /// Nesting of blocks, or the indentation; above `base` an assignment may or may not happen.
    pub nest: u16,
    pub base: u16,
    /// Inside `if x: …` on one line.
    pub maybe: bool,
    pub returned: Option<Value>,
    pub cwd: Option<CodeText>,
    /// Where the last request went.
    pub address: Option<CodeText>,
    /// Names bound by the loops around, so that a filter on one is noticed.
    pub loop_names: Vec<&'a str>,
    /// The text speaks of path objects, so that `x.unlink()` is about files.
    pub paths: bool,
    /// Set by `curl_setopt(…POST…)`.
    pub posts: bool,
    /// `at` of findings inside evaluated strings: the place of the outermost call.
    pub anchor: Option<usize>,
    /// Where the receiver of the method being called is kept, so that a list can grow in place.
    pub place: Option<&'a str>,
    /// Twice-walked comprehensions inside each other.
    pub again: u8,
    /// Dangerous functions that are mentioned, and followed.
    pub mentions: Mentions<'a>,
}

impl<'a> Walker<'a> {
    pub fn new(lang: Lang, src: &'a str, evals: u8) -> Self {
        let mut toks = Vec::with_capacity(src.len() / 3);
        let complete = lex(lang, src, 0, src.len(), &mut toks);
        let steps = toks.len() * STEPS_PER_TOKEN + MIN_STEPS;
        let repeats = toks.len() * REPEATS_PER_TOKEN + MIN_REPEATS;
        Walker {
            lang,
            src,
            limit: toks.len(),
            toks,
            pos: 0,
            vars: Names::with_capacity_and_hasher(64, Default::default()),
            slots: false,
            functions: Vec::new(),
            by_name: Names::default(),
            by_token: std::collections::BTreeMap::new(),
            stars: Vec::new(),
            reading: Reading { findings: Vec::new(), complete },
            steps,
            repeats,
            depth: 0,
            evals,
            inline: 0,
            nest: 0,
            base: 0,
            maybe: false,
            returned: None,
            cwd: None,
            address: None,
            loop_names: Vec::new(),
            paths: speaks_of_paths(lang, src),
            posts: false,
            anchor: None,
            place: None,
            again: 0,
            mentions: Mentions::default(),
        }
    }

    /// Everything, and then the functions that nobody called, with unknown arguments.
    pub fn all(&mut self) {
        self.hoist();
        let end = self.limit;
        self.run(0, end);
        let mut i = 0;
        while let Some(f) = self.functions.get(i) {
            if !f.called || f.skipped {
                self.repeats += f.body.1.saturating_sub(f.body.0);
                self.call_user(i as u32, &[]);
            }
            i += 1;
        }
        self.unfollowed();
    }

    pub fn run(&mut self, from: usize, to: usize) {
        let (pos, limit) = (self.pos, self.limit);
        self.pos = from;
        self.limit = to;
        while self.pos < self.limit && self.step() {
            let before = self.pos;
            let outer = (self.mentions.statement, self.mentions.start);
            self.mentions.count += 1;
            (self.mentions.statement, self.mentions.start) = (self.mentions.count, before);
            self.statement();
            (self.mentions.statement, self.mentions.start) = outer;
            if self.pos <= before {
                self.pos = before + 1;
            }
        }
        self.pos = pos;
        self.limit = limit;
    }

    /// Counts work; false when there is no more of it to be had.
    pub fn step(&mut self) -> bool {
        if self.steps == 0 || !crate::work::charge(1) {
            self.reading.complete = false;
            return false;
        }
        self.steps -= 1;
        true
    }

    /// Goes one level down, unless it is too deep already.
    pub fn deeper<T>(&mut self, otherwise: T, f: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= MAX_DEPTH {
            self.reading.complete = false;
            self.pos += 1;
            return otherwise;
        }
        self.depth += 1;
        let out = f(self);
        self.depth -= 1;
        out
    }

    pub fn tok(&self, i: usize) -> Option<&Token> {
        if i < self.limit { self.toks.get(i) } else { None }
    }

    pub fn kind(&self, ahead: usize) -> Option<Kind> {
        self.tok(self.pos + ahead).map(|t| t.kind)
    }

    pub fn is_op(&self, ahead: usize, text: &str) -> bool {
        self.kind(ahead) == Some(Kind::Op(op(text)))
    }

    pub fn eat(&mut self, text: &str) -> bool {
        let yes = self.is_op(0, text);
        self.pos += usize::from(yes);
        yes
    }

    pub fn text_of(&self, token: &Token) -> &'a str {
        self.src.get(token.at as usize..token.end as usize).unwrap_or_default()
    }

    /// The word `ahead` tokens on, or nothing.
    pub fn word(&self, ahead: usize) -> Option<&'a str> {
        let token = self.tok(self.pos + ahead)?;
        (token.kind == Kind::Word).then(|| self.text_of(token))
    }

    pub fn is_word(&self, ahead: usize, text: &str) -> bool {
        self.word(ahead) == Some(text)
    }

    pub fn eat_word(&mut self, text: &str) -> bool {
        let yes = self.is_word(0, text);
        self.pos += usize::from(yes);
        yes
    }

    /// The token that closes the bracket at `i`.
    pub fn mate(&self, i: usize) -> usize {
        let mate = self.toks.get(i).map_or(0, |t| t.body.0 as usize);
        if mate > i { mate.min(self.limit) } else { self.limit }
    }

    pub fn offset(&self) -> usize {
        self.tok(self.pos).map_or(self.src.len(), |t| t.at as usize)
    }

    pub fn skip_lines(&mut self) {
        while matches!(self.kind(0), Some(Kind::Line(_))) {
            self.pos += 1;
        }
    }

    /// A name without its sign: `$x`, `@x` and `${x}` are one.
    pub fn name_of(&self, word: &'a str) -> &'a str {
        match self.lang {
            Lang::Perl | Lang::Php => word
                .trim_start_matches(['$', '@', '%', '&', '#'])
                .trim_start_matches('{')
                .trim_end_matches('}'),
            _ => word,
        }
    }

    pub fn bind(&mut self, name: &'a str, value: Value) {
        let name = self.name_of(name);
        if name.is_empty() || name == "_" && self.lang == Lang::Python {
            return;
        }
        let sure = self.nest <= self.base && !self.maybe;
        match self.vars.get_mut(name) {
            Some(old) if !sure => *old = one_of([old.clone(), value]),
            Some(old) => *old = value,
            None => {
                self.vars.insert(Cow::Borrowed(name), value);
            }
        }
    }

    /// Binds for certain, as a loop or a parameter does.
    pub fn bind_now(&mut self, name: &'a str, value: Value) {
        let name = self.name_of(name);
        if !name.is_empty() {
            self.vars.insert(Cow::Borrowed(name), value);
        }
    }

    pub fn bind_loop(&mut self, name: &'a str, value: Value) {
        self.bind_now(name, value);
        let name = self.name_of(name);
        if self.loop_names.len() < 16 && !self.loop_names.contains(&name) {
            self.loop_names.push(name);
        }
    }

    /// Binds the names of a pattern to what a loop or an assignment hands out.
    pub fn bind_many(&mut self, names: &[&'a str], value: &Value) {
        if let [one] = names {
            self.bind_loop(one, value.clone());
            return;
        }
        let items = match value {
            Value::List(items) if items.len() == names.len() => Some(items.clone()),
            _ => None,
        };
        for (i, name) in names.iter().enumerate() {
            let item = match &items {
                Some(items) => items.get(i).cloned().unwrap_or(Value::Unknown),
                // `for i, p in enumerate(…)`, `for k, v in pairs(…)`: the last one is the element.
                None if i + 1 == names.len() => value.clone(),
                None => Value::Unknown,
            };
            self.bind_loop(name, item);
        }
    }

    /// A condition on the name of a loop's element means that not all of them are meant.
    pub fn note_filter(&mut self, from: usize, to: usize) {
        if self.loop_names.is_empty() {
            return;
        }
        let mut hit: Option<&'a str> = None;
        for i in from..to.min(self.limit) {
            let Some(token) = self.tok(i) else { break };
            if token.kind != Kind::Word {
                continue;
            }
            let word = self.text_of(token);
            // Asking what kind of thing it is leaves nothing out, as long as both kinds are dealt with.
            if KIND_TESTS.binary_search(&word).is_ok() {
                return;
            }
            if let Some(name) = self.loop_names.iter().find(|n| **n == self.name_of(word)) {
                hit = Some(name);
            }
        }
        if let Some(value) = hit.and_then(|name| self.vars.get_mut(name)) {
            *value = filtered(value);
        }
    }

    pub fn emit(&mut self, at: usize, act: Act) {
        self.emit_in(at, act, None);
    }

    pub fn emit_in(&mut self, at: usize, act: Act, cwd: Option<CodeText>) {
        let at = self.anchor.unwrap_or(at);
        let cwd = match act {
            Act::Shell(_) | Act::Argv(_) => cwd.or_else(|| self.cwd.clone()),
            _ => None,
        };
        let finding = CodeFinding { at, act, cwd };
        if self.reading.findings.len() >= MAX_FINDINGS {
            self.reading.complete = false;
        } else if !self.reading.findings.contains(&finding) {
            self.reading.findings.push(finding);
        }
    }

    /// Reads code that stands in a string.
    pub fn eval(&mut self, at: usize, code: &str, lang: Lang) {
        if self.evals >= MAX_EVAL {
            self.emit(at, Act::EvalUnknown { downloaded: false });
            return;
        }
        let mut inner = Walker::new(lang, code, self.evals + 1);
        inner.anchor = Some(self.anchor.unwrap_or(at));
        inner.cwd.clone_from(&self.cwd);
        inner.paths |= self.paths;
        inner.steps = inner.steps.min(self.steps);
        // The text's own functions are numbers in its own list: they do not travel.
        let travels = |v: &Value| !matches!(v, Value::User(_));
        if lang == self.lang {
            inner.slots = self.slots;
            inner.vars =
                self.vars.iter().filter(|(_, v)| travels(v)).map(|(k, v)| (k.clone(), v.clone())).collect();
        }
        inner.all();
        self.steps = self.steps.saturating_sub(inner.toks.len());
        self.reading.complete &= inner.reading.complete;
        self.cwd = inner.cwd;
        for finding in inner.reading.findings {
            if self.reading.findings.len() >= MAX_FINDINGS {
                self.reading.complete = false;
            } else if !self.reading.findings.contains(&finding) {
                self.reading.findings.push(finding);
            }
        }
        if lang == self.lang {
            for (name, value) in inner.vars {
                if travels(&value) {
                    self.vars.insert(Cow::Owned(name.into_owned()), value);
                }
            }
        }
    }

    /// Walks a function of the text with these arguments.
    pub fn call_user(&mut self, id: u32, args: &[Value]) -> Value {
        let Some(f) = self.functions.get_mut(id as usize) else { return Value::Unknown };
        let size = f.body.1.saturating_sub(f.body.0);
        // Once into its own recursion: what it hands itself may be constant.
        if f.active > 1 {
            return Value::Unknown;
        }
        if self.inline >= MAX_INLINE || (f.called && self.repeats < size) {
            f.skipped |= f.called;
            return Value::Unknown;
        }
        if f.called {
            self.repeats -= size;
        }
        f.called = true;
        f.active += 1;
        let f = f.clone();
        let saved: Vec<(&'a str, Option<Value>)> =
            f.params.iter().map(|p| (*p, self.vars.get(self.name_of(p)).cloned())).collect();
        let skip =
            usize::from(matches!(f.params.first(), Some(&("self" | "cls" | "$self"))) && !args.is_empty());
        for (i, param) in f.params.iter().enumerate().skip(skip) {
            let value = args.get(i - skip).cloned().unwrap_or(Value::Unknown);
            self.bind_now(param, value);
        }
        let (nest, base, maybe) = (self.nest, self.base, self.maybe);
        let (pos, limit) = (self.pos, self.limit);
        let returned = self.returned.take();
        self.inline += 1;
        self.maybe = false;
        self.base = self.body_nest(f.body.0);
        self.nest = self.base;
        self.limit = self.toks.len();
        if f.expression {
            self.pos = f.body.0;
            self.limit = f.body.1;
            let value = self.expr(0);
            self.returned = Some(value);
        } else {
            self.run(f.body.0, f.body.1);
        }
        self.inline -= 1;
        (self.pos, self.limit) = (pos, limit);
        (self.nest, self.base, self.maybe) = (nest, base, maybe);
        let value = std::mem::replace(&mut self.returned, returned).unwrap_or(Value::Unknown);
        for (name, old) in saved {
            match old {
                Some(old) => self.bind_now(name, old),
                None => {
                    self.vars.remove(self.name_of(name));
                }
            }
        }
        if let Some(f) = self.functions.get_mut(id as usize) {
            f.active = f.active.saturating_sub(1);
        }
        value
    }

    /// The nesting at which a body's first statement stands.
    fn body_nest(&self, at: usize) -> u16 {
        match self.toks.get(at).map(|t| t.kind) {
            Some(Kind::Line(indent)) if self.lang == Lang::Python => indent,
            _ if self.lang == Lang::Python => self.nest,
            _ => 0,
        }
    }
}

/// Tests that sort files from directories. Sorted.
const KIND_TESTS: &[&str] = &[
    "directory?",
    "exists",
    "exists?",
    "file?",
    "isDirectory",
    "isFile",
    "is_dir",
    "is_file",
    "is_symlink",
    "isdir",
    "isfile",
    "islink",
    "lstatSync",
    "statSync",
];

fn speaks_of_paths(lang: Lang, src: &str) -> bool {
    match lang {
        Lang::Python => src.contains("pathlib") || src.contains("Path"),
        Lang::Ruby => src.contains("Pathname"),
        _ => false,
    }
}
