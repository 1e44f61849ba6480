//! Calls: what a listed function does with the arguments it gets here.

use super::api::Op;
use super::lex::{Kind, op};
use super::value::{DARK, Value, append, filtered, glob, join_path, one_of, parent};
use super::walk::Walker;
use super::{Act, CodePart, CodeText};
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

    fn has_callable(&self) -> bool {
        self.pos.iter().any(|v| matches!(v, Value::Fn(..) | Value::User(_)))
    }
}

const PATH: &[&str] = &["path", "file", "src", "filename", "name", "top", "target", "source"];
const DEST: &[&str] = &["dst", "target", "dest", "destination", "new_path"];

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

    fn argument(&mut self, args: &mut Args) {
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

    fn starts_argument(&self) -> bool {
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
                if let Some(receiver) = receiver {
                    args.pos.insert(0, (**receiver).clone());
                }
                let result = self.deeper(Value::Unknown, |w| w.apply(found, &args, at));
                self.call_back(found, &args, &result);
                result
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
                _ => Value::Unknown,
            },
            Value::Obj(kind, _) if *kind == DARK => {
                self.emit(at, Act::EvalUnknown { downloaded: false });
                Value::Unknown
            }
            Value::Obj(..) if f.is_remote() => f.clone(),
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
    fn call_unknown(&mut self, args: &Args, at: usize) -> Value {
        if args.has_callable() || !args.kw.is_empty() {
            self.hand_over(args, at);
        }
        if args.pos.iter().any(Value::is_remote) { Value::remote() } else { Value::Unknown }
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
    fn call_back(&mut self, found: &Op, args: &Args, result: &Value) {
        if self.lang != Lang::JavaScript
            || matches!(
                found,
                Op::ForEach | Op::Filter | Op::Then | Op::Eval(_) | Op::CallWith | Op::MapFirst
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

    fn apply(&mut self, found: &'static Op, args: &Args, at: usize) -> Value {
        match *found {
            Op::Nothing | Op::Module(_) | Op::Const(_) | Op::Is(_) => match *found {
                Op::Const(text) => Value::text(text),
                _ => Value::Unknown,
            },
            Op::Make(kind) => self.make(kind, args, at),
            Op::Same(n) => args.place(usize::from(n), PATH),

            Op::Shell(_)
            | Op::Spawn(_)
            | Op::SpawnList(_)
            | Op::SpawnArgs
            | Op::SpawnCmd
            | Op::ForkJs
            | Op::System
            | Op::Argv(_)
            | Op::ExecList(_)
            | Op::ExecArgs(_)
            | Op::ExecPhp
            | Op::Named(_) => self.start(found, args, at),

            Op::Delete(n) => self.delete(&args.place(usize::from(n), PATH), Depth::Flat, at),
            Op::DeleteDeep(n) => self.delete(&args.place(usize::from(n), PATH), Depth::Deep, at),
            Op::DeleteAll | Op::DeleteAllDeep => {
                let deep = if *found == Op::DeleteAllDeep { Depth::Deep } else { Depth::Flat };
                let paths = match args.pos.len() {
                    0 => self.topic(),
                    _ => Value::list(
                        args.pos.iter().filter(|v| !matches!(v, Value::Dict(_))).cloned().collect(),
                    ),
                };
                self.delete(&paths, deep, at)
            }
            Op::DeleteOpt(n) => {
                let deep = if args.named("recursive").is_some() { Depth::Deep } else { Depth::Flat };
                self.delete(&args.at(usize::from(n)), deep, at)
            }
            Op::Write(n) => {
                let path = args.place(usize::from(n), PATH);
                self.on_paths(&path, at, |path| Act::Write { path });
                Value::obj("@file", path.to_text())
            }
            Op::WriteText(n) => {
                let path = args.at(usize::from(n));
                if matches!(path, Value::Text(_) | Value::Obj("@path", _)) {
                    self.on_paths(&path, at, |path| Act::Write { path });
                }
                Value::Unknown
            }
            Op::Read(n) => {
                let path = args.place(usize::from(n), PATH);
                self.on_paths(&path, at, |path| Act::Read { path });
                Value::obj("@content", path.to_text())
            }
            Op::Content => Value::obj("@content", receiver_text(args)),
            Op::FileName => Value::of(receiver_text(args)),
            Op::Move => self.two_paths(args, at, |from, to| vec![Act::Move { from, to }]),
            Op::Copy => {
                self.two_paths(args, at, |from, to| vec![Act::Read { path: from }, Act::Write { path: to }])
            }
            Op::Mode(n) => self.mode(&mode_paths(args, n), Depth::Flat, at),
            Op::ModeDeep(n) => self.mode(&mode_paths(args, n), Depth::Deep, at),
            Op::Open => self.open(args, at),
            Op::PerlOpen => self.perl_open(args, at),

            Op::Fetch(_)
            | Op::Send(_)
            | Op::SendTo
            | Op::UrlOpen
            | Op::UrlRequest
            | Op::Request(_)
            | Op::FetchOpt(_)
            | Op::Retrieve
            | Op::Connect(_)
            | Op::ConnectPort(_)
            | Op::ConnectOpt
            | Op::Listen(_)
            | Op::ListenPort(_)
            | Op::ListenMaybe
            | Op::PerlSocket
            | Op::SockAddr
            | Op::HttpRequest
            | Op::RubyListen
            | Op::CurlOption
            | Op::CurlExec
            | Op::ReadOrFetch(_) => self.network(found, args, at),

            Op::Kill(_) | Op::KillGroup | Op::KillSignal(_) => self.kill(found, args, at),
            Op::Sql(n) => self.sql(&args.at(usize::from(n)), at),
            Op::SqlOf => {
                let text = args.pos.get(1).cloned().unwrap_or_else(|| args.first());
                self.sql(&text, at)
            }
            Op::SqlMaybe(n) => {
                let text = args.at(usize::from(n));
                if let Value::Text(t) = &text
                    && super::sql::begins_like_sql(t.prefix())
                {
                    return self.sql(&text, at);
                }
                Value::Unknown
            }
            Op::Eval(n) => self.evaluate(&args.at(usize::from(n)), at),
            Op::EvalLast => {
                let code = args.pos.last().cloned().unwrap_or(Value::Unknown);
                self.evaluate(&code, at)
            }
            Op::EvalUnknown => {
                self.emit(at, Act::EvalUnknown { downloaded: false });
                Value::Unknown
            }
            Op::RunFile(n) => {
                let path = args.at(usize::from(n));
                self.on_paths(&path, at, |path| Act::RunFile { path });
                Value::Unknown
            }

            Op::Import => match args.first().known().map(str::to_owned) {
                Some(name) => self.imported(&name),
                None => Value::Unknown,
            },
            Op::Importer => Value::Fn(&Op::Import, None),
            Op::GlobalName => match args.first().known().map(str::to_owned) {
                Some(name) => self.global(&name),
                None => Value::obj(DARK, CodeText::default()),
            },
            Op::GetAttr => self.get_attr(args, at),
            Op::Globals if matches!(args.first(), Value::Module(_)) => args.first(),
            Op::Globals => Value::obj("@globals", CodeText::default()),
            Op::CallWith
            | Op::ApplyWith
            | Op::BindWith
            | Op::CallFirst
            | Op::MapFirst
            | Op::MapSecond
            | Op::CallArray
            | Op::SendName
            | Op::MethodName
            | Op::ForEach
            | Op::Filter
            | Op::Then
            | Op::Thread
            | Op::PerlFind => self.higher(found, args, at),

            Op::Home if self.lang == Lang::Python => Value::obj("@path", CodeText::new("~")),
            Op::Home => Value::text("~"),
            Op::Join => Value::of(self.join(args)),
            Op::JoinPath => Value::obj("@path", self.join(args)),
            Op::ExpandPath => match args.pos.get(1) {
                Some(directory) => Value::of(join_path(&directory.to_text(), &args.first().to_text())),
                None => args.first(),
            },
            Op::Expand => match args.first() {
                Value::Text(t) => Value::of(expand(&t)),
                Value::Obj("@path", t) => Value::obj("@path", expand(&t)),
                v => v,
            },
            Op::Parent => match args.first() {
                Value::Obj("@path", t) => Value::obj("@path", parent(&t)),
                Value::Text(t) => Value::of(parent(&t)),
                _ => Value::Unknown,
            },
            Op::Env(n) => match args.at(usize::from(n)).known() {
                Some(name) => {
                    let known = self.environment(name);
                    match args.pos.get(usize::from(n) + 1) {
                        Some(default) if matches!(known, Value::Unknown) => one_of([known, default.clone()]),
                        _ => known,
                    }
                }
                None => Value::Unknown,
            },
            Op::Glob(n) => {
                let mut flat = Vec::new();
                args.at(usize::from(n)).each(&mut flat);
                let items = flat.iter().map(|v| Value::obj("@paths", glob(&expand(&v.to_text()))));
                one_of(items.collect::<Vec<_>>())
            }
            Op::GlobIn => Value::obj("@paths", join_path(&receiver_text(args), &glob(&args.at(1).to_text()))),
            // A listing gives names; without a directory they are those of where the code runs.
            Op::Names(_) => Value::obj("@names", CodeText { parts: vec![CodePart::Each] }),
            Op::Paths(n) => {
                let directory = args.at(usize::from(n)).to_text();
                Value::obj("@paths", join_path(&directory, &CodeText { parts: vec![CodePart::Each] }))
            }
            Op::Walk(n) => {
                Value::obj("@walk", join_path(&args.at(usize::from(n)).to_text(), &CodeText::default()))
            }
            Op::Tmp => Value::obj("@path", append(CodeText::new("/tmp/"), CodePart::Unknown)),
            Op::Chdir(n) => {
                let to = args.at(usize::from(n)).to_text();
                self.cwd = Some(self.placed(&to));
                Value::Unknown
            }
            Op::Pid(name) => Value::text(name),
            _ => self.text_call(found, args),
        }
    }

    fn make(&mut self, kind: &'static str, args: &Args, at: usize) -> Value {
        let text = args.place(0, &["host", "database", "dsn", "path"]).to_text();
        if kind == "@db" {
            // A database in a file is that file.
            return Value::obj(kind, text);
        }
        if args.has_callable() {
            self.hand_over(args, at);
        }
        if let ("@context", Some(Value::Dict(rows))) = (kind, args.named("http")) {
            let sends =
                rows.iter().any(|(k, v)| k == "content" || (k == "method" && v.known() != Some("GET")));
            return Value::obj(if sends { "@sends" } else { kind }, text);
        }
        Value::obj(kind, text)
    }

    fn get_attr(&mut self, args: &Args, at: usize) -> Value {
        let object = args.first();
        match (args.at(1).known().map(str::to_owned), &object) {
            (Some(name), _) => self.attr(&object, &name, at),
            (None, Value::Module(_)) => Value::obj(DARK, CodeText::default()),
            _ => args.pos.get(2).cloned().unwrap_or(Value::Unknown),
        }
    }

    fn higher(&mut self, found: &Op, args: &Args, at: usize) -> Value {
        let rest =
            |n: usize| Args { pos: args.pos.get(n..).unwrap_or_default().to_vec(), kw: args.kw.clone() };
        let is_function = |v: &Value| matches!(v, Value::Fn(..) | Value::User(_) | Value::Text(_));
        match found {
            // The receiver is the function; `call` also carries a `this`.
            Op::CallWith => match args.first() {
                f @ (Value::Fn(..) | Value::User(_)) => {
                    self.call(&f, rest(if self.lang == Lang::JavaScript { 2 } else { 1 }), at)
                }
                _ if is_function(&args.at(1)) => self.call(&args.at(1), rest(2), at),
                _ => Value::Unknown,
            },
            Op::SendName | Op::MethodName => {
                let own = matches!(args.first(), Value::Text(_));
                let receiver = if own { Value::Module("") } else { args.first() };
                let name = args.at(usize::from(!own));
                let f = match name.known().map(str::to_owned) {
                    Some(name) => self.attr(&receiver, &name, at),
                    None if matches!(receiver, Value::Module(_)) => Value::obj(DARK, CodeText::default()),
                    None => Value::Unknown,
                };
                if *found == Op::MethodName { f } else { self.call(&f, rest(1 + usize::from(!own)), at) }
            }
            Op::MapSecond => self.each_of(&args.at(1), &args.first(), at),
            Op::CallArray => {
                let pos = match args.at(1) {
                    Value::List(items) => items.to_vec(),
                    v => vec![v],
                };
                self.call(&args.first(), Args { pos, kw: Vec::new() }, at)
            }
            Op::ApplyWith => {
                let pos = match args.at(2) {
                    Value::List(items) => items.to_vec(),
                    v => vec![v],
                };
                self.call(&args.first(), Args { pos, kw: Vec::new() }, at)
            }
            Op::BindWith => args.first(),
            Op::CallFirst => match args.first() {
                f if is_function(&f) => self.call(&f, rest(1), at),
                _ => {
                    self.hand_over(args, at);
                    Value::Unknown
                }
            },
            Op::MapFirst => {
                let skip = usize::from(!is_function(&args.first()));
                self.each_of(&args.at(skip), &args.at(skip + 1), at)
            }
            Op::ForEach if matches!(self.lang, Lang::Ruby) && args.pos.len() < 2 => args.first(),
            Op::ForEach => self.each_of(&args.at(1), &args.first(), at),
            Op::Filter => {
                let list = filtered(&args.first());
                if is_function(&args.at(1)) {
                    self.each_of(&args.at(1), &list, at);
                }
                list
            }
            Op::Then => match args.at(1) {
                f if is_function(&f) => self.call(&f, Args { pos: vec![args.first()], kw: Vec::new() }, at),
                _ => args.first(),
            },
            Op::PerlFind => {
                let root = args.at(1).to_text();
                let below = Value::of(join_path(&root, &CodeText { parts: vec![CodePart::Each] }));
                for name in ["_", "File::Find::name"] {
                    self.bind_loop(name, below.clone());
                }
                self.call(&args.first(), Args::default(), at)
            }
            _ => {
                self.hand_over(args, at);
                Value::Unknown
            }
        }
    }

    /// Calls a function with each element of a list.
    fn each_of(&mut self, f: &Value, list: &Value, at: usize) -> Value {
        if let (Value::Fn(Op::Chr, _), Value::List(_)) = (f, list) {
            return super::texts::characters(list);
        }
        let element = list.element();
        let out = self.call(f, Args { pos: vec![element], kw: Vec::new() }, at);
        match out {
            Value::OneOf(items) => Value::List(items),
            v => Value::list(vec![v]),
        }
    }

    /// Code that is evaluated: read if it is known.
    pub fn evaluate(&mut self, code: &Value, at: usize) -> Value {
        match code {
            Value::Text(t) => match t.known() {
                Some(text) => self.eval(at, text, self.lang),
                None => self.emit(at, Act::EvalUnknown { downloaded: false }),
            },
            Value::Obj("@content", path) => {
                let path = self.placed(path);
                self.emit(at, Act::RunFile { path });
            }
            // `setTimeout(f)` and Ruby's `eval` of a block run what is in the text anyway.
            Value::Fn(..) => {
                self.call(code, Args::default(), at);
            }
            Value::User(id) => {
                self.call_user(*id, &[]);
            }
            Value::OneOf(items) => {
                let items: Vec<Value> = items.iter().take(8).cloned().collect();
                for item in &items {
                    self.evaluate(item, at);
                }
            }
            v => self.emit(at, Act::EvalUnknown { downloaded: v.is_remote() }),
        }
        Value::Unknown
    }

    fn sql(&mut self, text: &Value, at: usize) -> Value {
        let mut all = Vec::new();
        text.each(&mut all);
        for one in &all {
            self.emit(at, Act::Sql(one.to_text()));
        }
        Value::obj("@db", CodeText::default())
    }

    /// What Perl does without an argument it does to `$_`.
    fn topic(&self) -> Value {
        self.vars.get("_").cloned().unwrap_or(Value::Unknown)
    }

    fn join(&self, args: &Args) -> CodeText {
        let mut out = CodeText::default();
        for value in &args.pos {
            out = join_path(&out, &value.to_text());
        }
        out
    }

    /// A path, joined to the directory the code has changed to.
    pub fn placed(&self, path: &CodeText) -> CodeText {
        let relative = match path.parts.first() {
            Some(CodePart::Text(t)) => !t.starts_with(['/', '~']) && !t.contains("://"),
            Some(CodePart::Each) => true,
            // It may be absolute: then the directory would be a lie.
            Some(CodePart::Unknown) | None => false,
        };
        match &self.cwd {
            Some(cwd) if relative => join_path(cwd, path),
            _ => path.clone(),
        }
    }

    pub fn on_paths(&mut self, paths: &Value, at: usize, act: impl Fn(CodeText) -> Act) {
        let mut all = Vec::new();
        paths.each(&mut all);
        for one in &all {
            // Numbers are open files, not names.
            if !matches!(one, Value::Num(_)) {
                let path = self.placed(&one.to_text());
                self.emit(at, act(path));
            }
        }
    }

    fn delete(&mut self, paths: &Value, depth: Depth, at: usize) -> Value {
        self.on_paths(paths, at, |path| Act::Delete { path, deep: depth == Depth::Deep });
        Value::Unknown
    }

    fn mode(&mut self, paths: &Value, depth: Depth, at: usize) -> Value {
        self.on_paths(paths, at, |path| Act::ChangeMode { path, deep: depth == Depth::Deep });
        Value::Unknown
    }

    fn two_paths(&mut self, args: &Args, at: usize, act: impl Fn(CodeText, CodeText) -> Vec<Act>) -> Value {
        let to = self.placed(&args.place(1, DEST).to_text());
        let mut from = Vec::new();
        args.place(0, PATH).each(&mut from);
        for one in &from {
            let from = self.placed(&one.to_text());
            for act in act(from, to.clone()) {
                self.emit(at, act);
            }
        }
        Value::obj("@path", to)
    }

    /// `open(path, mode)`: an opened file, written or read.
    fn open(&mut self, args: &Args, at: usize) -> Value {
        let path = args.place(0, PATH);
        if let (Lang::Ruby | Lang::Php, Some(text)) = (self.lang, path.known().map(str::to_owned)) {
            if let Some(command) = text.strip_prefix('|').filter(|_| self.lang == Lang::Ruby) {
                self.emit(at, Act::Shell(CodeText::new(command.trim())));
                return Value::Unknown;
            }
            if text.starts_with("http://") || text.starts_with("https://") {
                return self.fetch(&path, at);
            }
        }
        let mode = args.pos.get(1).cloned().or_else(|| args.named("mode"));
        let writes = match &mode {
            None | Some(Value::Num(_) | Value::Dict(_)) => Writes::No,
            Some(Value::Text(t)) => match t.known() {
                Some(m) if m.contains(['w', 'a', 'x', '+', 'c']) && m.len() <= 4 => Writes::Yes,
                Some(_) => Writes::No,
                None => Writes::Yes,
            },
            Some(Value::Obj("@writes", _)) => Writes::Yes,
            Some(Value::OneOf(items))
                if items.iter().any(|v| v.known().is_some_and(|m| m.contains(['w', 'a', 'x', '+']))) =>
            {
                Writes::Yes
            }
            Some(_) => Writes::No,
        };
        match writes {
            Writes::Yes => self.on_paths(&path, at, |path| Act::Write { path }),
            Writes::No => self.on_paths(&path, at, |path| Act::Read { path }),
        }
        Value::obj("@file", self.placed(&path.to_text()))
    }

    /// `open(my $fh, '>', $path)`, `open(F, ">$path")`, `open(F, "-|", "cmd")`, `open(F, "cmd |")`.
    fn perl_open(&mut self, args: &Args, at: usize) -> Value {
        let mode = args.at(1).to_text();
        let how = mode.prefix().trim().to_owned();
        if args.pos.len() >= 3 {
            let target = args.at(2);
            if how.contains('|') {
                if args.pos.len() > 3 || matches!(target, Value::List(_)) {
                    let argv = args.pos.get(2..).unwrap_or_default();
                    self.argv(argv, None, at);
                } else {
                    self.emit(at, Act::Shell(target.to_text()));
                }
            } else if how.contains(['>', '+']) {
                self.on_paths(&target, at, |path| Act::Write { path });
            } else {
                self.on_paths(&target, at, |path| Act::Read { path });
            }
            return Value::Unknown;
        }
        let ends_in_pipe =
            matches!(mode.parts.last(), Some(CodePart::Text(t)) if t.trim_end().ends_with('|'));
        let without = |text: &CodeText, strip: &dyn Fn(&str) -> String| {
            let parts = text.parts.iter().map(|p| match p {
                CodePart::Text(t) => CodePart::Text(strip(t)),
                p => p.clone(),
            });
            CodeText { parts: parts.collect() }
        };
        if how.starts_with('|') || ends_in_pipe {
            let command = without(&mode, &|t| t.trim_matches(['|', ' ']).to_owned());
            self.emit(at, Act::Shell(command));
        } else if how.starts_with(">&") || how.starts_with("<&") {
            // A copy of a handle that is open already.
        } else if how.starts_with('>') || how.starts_with("+<") {
            let path = without(&mode, &|t| t.trim_start_matches(['>', '+', '<', ' ']).to_owned());
            let path = self.placed(&path);
            self.emit(at, Act::Write { path });
        } else if args.pos.len() == 2 {
            let path = without(&mode, &|t| t.trim_start_matches(['<', ' ']).to_owned());
            let path = self.placed(&path);
            self.emit(at, Act::Read { path });
        }
        Value::Unknown
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    Flat,
    Deep,
}

enum Writes {
    Yes,
    No,
}

/// Perl and Ruby put the mode first and any number of paths behind it.
fn mode_paths(args: &Args, n: u8) -> Value {
    match args.pos.get(usize::from(n)..) {
        Some(rest) if n > 0 => Value::list(rest.to_vec()),
        _ => args.place(usize::from(n), PATH),
    }
}

pub(super) fn receiver_text(args: &Args) -> CodeText {
    match args.pos.first() {
        Some(Value::Obj(_, t)) => (**t).clone(),
        Some(v) => v.to_text(),
        None => CodeText::unknown(),
    }
}

/// `$HOME/x` and `~/x` are both below home.
fn expand(text: &CodeText) -> CodeText {
    let mut out = text.clone();
    if let Some(CodePart::Text(first)) = out.parts.first_mut() {
        for name in ["$HOME", "${HOME}"] {
            if let Some(rest) = first.strip_prefix(name).filter(|r| r.is_empty() || r.starts_with('/')) {
                *first = format!("~{rest}");
                break;
            }
        }
    }
    out
}
