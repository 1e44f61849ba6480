//! Calls: what a listed function does with the arguments it gets here.

use super::api::Op;
use super::lex::{Kind, op};
use super::value::{DARK, Value, filtered, made_of, one_of};
use super::walk::Walker;
use super::{Act, CodeText};
use crate::knowledge::Lang;

/// The arguments of one call.
#[derive(Debug, Clone, Default)]
pub(super) struct Args {
    pub pos: Vec<Value>,
    pub kw: Vec<(String, Value)>,
}

impl Args {
    pub fn at(&self, i: usize) -> Value {
        self.pos.get(i).cloned().unwrap_or(Value::Unknown)
    }

    pub fn first(&self) -> Value {
        self.at(0)
    }

    /// A keyword, or the entry of an options object.
    pub fn named(&self, name: &str) -> Option<Value> {
        let own = self.kw.iter().rev().find(|(k, _)| k.eq_ignore_ascii_case(name)).map(|(_, v)| v.clone());
        own.or_else(|| {
            self.pos.iter().rev().find_map(|v| match v {
                Value::Dict(rows) => {
                    rows.iter().find(|(k, _)| k.eq_ignore_ascii_case(name)).map(|(_, v)| v.clone())
                }
                _ => None,
            })
        })
    }

    /// A positional argument, or the keyword it is also known by.
    pub fn place(&self, i: usize, names: &[&str]) -> Value {
        match self.pos.get(i) {
            Some(v) => v.clone(),
            None => names.iter().find_map(|n| self.named(n)).unwrap_or(Value::Unknown),
        }
    }

    pub fn has_callable(&self) -> bool {
        self.pos.iter().any(|v| matches!(v, Value::Fn(..) | Value::User(_)))
    }
}

impl<'a> Walker<'a> {
    /// The arguments between brackets, the cursor on the opening one.
    pub fn arguments(&mut self) -> Args {
        let close = self.mate(self.pos);
        self.pos += 1;
        let limit = std::mem::replace(&mut self.limit, close);
        let mut args = Args::default();
        while self.pos < close && self.step() {
            self.skip_lines();
            if self.eat(",") {
                continue;
            }
            self.argument(&mut args);
        }
        self.limit = limit;
        self.pos = close + 1;
        args
    }

    pub fn argument(&mut self, args: &mut Args) {
        let before = self.pos;
        let keyword = matches!(self.lang, Lang::Python | Lang::JavaScript) && self.is_op(1, "=");
        if let (true, Some(name)) = (keyword, self.word(0)) {
            self.pos += 2;
            let value = self.expr(0);
            args.kw.push((name.to_owned(), value));
        } else if let Some(key) =
            if self.lang == Lang::JavaScript || self.lang == Lang::Python { None } else { self.key() }
        {
            let value = self.expr(0);
            args.kw.push((key, value));
        } else {
            let spread = self.is_op(0, "*") || self.is_op(0, "...");
            let value = match self.lang {
                Lang::Perl | Lang::Ruby => self.expr(2),
                _ => self.element_or_comprehension(),
            };
            match value {
                Value::List(items) if spread => args.pos.extend(items.iter().cloned()),
                value => args.pos.push(value),
            }
        }
        if self.pos <= before {
            self.pos = before + 1;
        }
    }

    /// Arguments without brackets, as Perl and Ruby allow: up to the end of the statement.
    pub fn bare_arguments(&mut self) -> Args {
        let mut args = Args::default();
        while self.step() {
            if !self.starts_argument() {
                break;
            }
            self.argument(&mut args);
            // `exec { program } arguments`, `print {$fh} x`: no comma behind the block.
            let block = self.lang == Lang::Perl && matches!(args.pos.as_slice(), [Value::Dict(_)]);
            if !self.eat(",") && !block {
                break;
            }
            self.skip_lines();
        }
        args
    }

    pub fn starts_argument(&self) -> bool {
        match self.kind(0) {
            Some(Kind::Word) => !matches!(
                self.word(0),
                Some(
                    "if" | "unless"
                        | "while"
                        | "until"
                        | "for"
                        | "foreach"
                        | "and"
                        | "or"
                        | "do"
                        | "end"
                        | "then"
                        | "rescue"
                        | "x"
                        | "eq"
                        | "ne"
                        | "else"
                        | "xor"
                )
            ),
            Some(
                Kind::Num
                | Kind::Str(_)
                | Kind::Shell(_)
                | Kind::Words
                | Kind::Regex
                | Kind::Angle
                | Kind::Code,
            ) => true,
            Some(Kind::Op(o)) => {
                o == op("[")
                    || o == op("(")
                    || o == op("*")
                    || o == op("\\")
                    || (o == op("-") && self.lang == Lang::Perl)
                    || (o == op("{") && self.lang == Lang::Perl)
            }
            Some(Kind::Line(_)) | None => false,
        }
    }

    /// A Ruby block behind a call: its parameter is what the call hands out.
    pub fn block(&mut self, value: Value) -> Value {
        if self.lang != Lang::Ruby {
            return value;
        }
        let opens = self.is_op(0, "{") || self.is_word(0, "do");
        if !opens || !(self.is_op(1, "|") || self.is_op(1, "||")) {
            return value;
        }
        let names: Vec<&'a str> = {
            let end = (self.pos + 24).min(self.limit);
            let close = (self.pos + 2..end).find(|i| self.op_at(*i, "|")).unwrap_or(self.pos + 1);
            let names = self.params(self.pos + 2, close);
            self.pos = close + 1;
            names
        };
        let element = match (&value, value.element()) {
            // `list.each`, `list.map`: a bound method that has not been called.
            (Value::Fn(Op::ForEach, Some(list)), _) => list.element(),
            (Value::Fn(Op::Filter, Some(list)), _) => filtered(&list.element()),
            (_, Value::Unknown) => value.clone(),
            (_, element) => element,
        };
        match names.as_slice() {
            [one, _index] => {
                let one = *one;
                self.bind_loop(one, element);
            }
            names => {
                let names = names.to_vec();
                self.bind_many(&names, &element);
            }
        }
        match value {
            Value::Fn(Op::ForEach | Op::Filter, Some(list)) => (*list).clone(),
            v => v,
        }
    }

    /// Calls a value.
    pub fn call(&mut self, f: &Value, mut args: Args, at: usize) -> Value {
        match f {
            Value::Fn(found, receiver) => {
                self.note_call(found);
                if let Some(receiver) = receiver {
                    args.pos.insert(0, (**receiver).clone());
                }
                let result = self.deeper(Value::Unknown, |w| w.apply(found, &args, at));
                self.call_back(found, &args, &result);
                match receiver.as_deref() {
                    Some(of @ Value::Text(_)) => super::member::kept(of, result),
                    _ => result,
                }
            }
            Value::User(id) => {
                let mut values = args.pos;
                values.extend(args.kw.into_iter().map(|(_, v)| v));
                self.deeper(Value::Unknown, |w| w.call_user(*id, &values))
            }
            Value::OneOf(items) => {
                let items: Vec<Value> = items.iter().take(8).cloned().collect();
                let out: Vec<Value> = items.iter().map(|v| self.call(v, args.clone(), at)).collect();
                one_of(out)
            }
            Value::Module(m) => match self.member(m, "()") {
                v @ Value::Fn(..) => self.call(&v, args, at),
                // `Function("return process")()`.
                _ if self.lang == Lang::JavaScript && args.pos.is_empty() => f.clone(),
                _ => self.call_unknown(&args, at),
            },
            Value::Obj(kind, _) if *kind == DARK => {
                self.emit(at, Act::EvalUnknown { downloaded: false });
                Value::Unknown
            }
            Value::Obj("@env", _) => f.clone(),
            Value::Obj(..) if f.is_remote() => {
                // `answer.pipe(file)`.
                if let Some(file @ Value::Obj("@file", _)) = args.pos.first() {
                    let file = file.clone();
                    self.stores(&file, std::slice::from_ref(f), at);
                }
                f.clone()
            }
            // Functions by their name: `$f = "system"; $f("…")`.
            Value::Text(t) if matches!(self.lang, Lang::Php | Lang::Perl) => match t.known() {
                Some(name) => match self.member("", name) {
                    v @ Value::Fn(..) => self.call(&v, args, at),
                    _ => Value::Unknown,
                },
                None => {
                    self.emit(at, Act::EvalUnknown { downloaded: false });
                    Value::Unknown
                }
            },
            Value::Text(_) => f.clone(),
            _ => self.call_unknown(&args, at),
        }
    }

    /// A function nobody knows: it may call what it is handed, and what came over the network stays that.
    pub fn call_unknown(&mut self, args: &Args, at: usize) -> Value {
        if args.has_callable() || !args.kw.is_empty() {
            self.hand_over(args, at);
        }
        if self.lang == Lang::Python {
            // A string that imports something is code, whatever function receives it.
            let code = |v: &&Value| {
                v.known().is_some_and(|t| t.trim_start().starts_with("import ") && t.contains('('))
            };
            let texts: Vec<Value> = args.pos.iter().filter(code).cloned().collect();
            for text in texts {
                self.evaluate(&text, at);
            }
        }
        if args.pos.iter().any(Value::is_remote) {
            // `copyfileobj(answer, file)`.
            if let Some(file) = args.pos.iter().find(|v| matches!(v, Value::Obj("@file", _))) {
                self.stores(&file.clone(), &args.pos, at);
            }
            return Value::remote();
        }
        made_of(args.pos.iter().chain(args.kw.iter().map(|(_, v)| v)))
    }

    /// `submit(os.remove, path)`, `Thread(target=f, args=(x,))`: calls a listed function with what follows it.
    pub fn hand_over(&mut self, args: &Args, at: usize) {
        let target = args.named("target").or_else(|| args.named("func")).or_else(|| args.named("callback"));
        if let Some(f @ (Value::Fn(..) | Value::User(_))) = target {
            let pos = match args.named("args") {
                Some(Value::List(items)) => items.to_vec(),
                Some(v) => vec![v],
                None => Vec::new(),
            };
            self.call(&f, Args { pos, kw: Vec::new() }, at);
        }
        let Some(i) = args.pos.iter().position(|v| matches!(v, Value::Fn(..))) else { return };
        let f = args.at(i);
        if matches!(f, Value::Fn(Op::Nothing | Op::Same(_), _)) {
            return;
        }
        let mut pos: Vec<Value> = args.pos.get(i + 1..).unwrap_or_default().to_vec();
        if let Some(Value::List(items)) = args.named("args") {
            pos = items.to_vec();
        }
        self.call(&f, Args { pos, kw: args.kw.clone() }, at);
    }

    /// Node hands results to a function at the end: `fs.readdir(d, (err, files) => …)`.
    pub fn call_back(&mut self, found: &Op, args: &Args, result: &Value) {
        if self.lang != Lang::JavaScript
            || matches!(
                found,
                Op::ForEach | Op::Filter | Op::Then | Op::Eval(_) | Op::Timer | Op::CallWith | Op::MapFirst
            )
        {
            return;
        }
        if let Some(Value::User(id)) = args.pos.last() {
            let one = self.functions.get(*id as usize).is_some_and(|f| f.params.len() == 1);
            let values = if one { vec![result.clone()] } else { vec![Value::Unknown, result.clone()] };
            self.call_user(*id, &values);
        }
    }
}

pub(super) fn receiver_text(args: &Args) -> CodeText {
    match args.pos.first() {
        Some(Value::Obj(_, t)) => (**t).clone(),
        Some(v) => v.to_text(),
        None => CodeText::unknown(),
    }
}
