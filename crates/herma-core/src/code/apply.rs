//! What a listed function does with the arguments it gets here.

use super::api::Op;
use super::call::{Args, receiver_text};
use super::files::{Depth, PATH, expand, mode_paths};
use super::value::{DARK, Value, append, filtered, glob, join_path, made_of, one_of, parent};
use super::walk::Walker;
use super::{Act, CodePart, CodeText};
use crate::knowledge::Lang;

impl Walker<'_> {
    pub fn apply(&mut self, found: &'static Op, args: &Args, at: usize) -> Value {
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
                self.stores(&path, &args.pos, at);
                self.puts(&path, args.pos.get(usize::from(n) + 1), at);
                Value::obj("@file", path.to_text())
            }
            Op::Link(target, name) => {
                let (target, name) = (args.at(usize::from(target)), args.at(usize::from(name)));
                self.on_paths(&name, at, |path| Act::Write { path });
                let (target, name) = (self.placed(&target.to_text()), self.placed(&name.to_text()));
                self.emit(at, Act::Link { target, name });
                Value::Unknown
            }
            Op::WriteText(n) => {
                let path = args.at(usize::from(n));
                let named = !path.to_text().prefix().is_empty();
                if named && matches!(path, Value::Text(_) | Value::Obj("@path", _)) {
                    self.on_paths(&path, at, |path| Act::Write { path });
                    let content =
                        args.pos.get(usize::from(n) + 1).or_else(|| args.pos.first().filter(|_| n > 0));
                    self.puts(&path, content, at);
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
            Op::Copy
                if args.first().to_text().prefix().starts_with("http")
                    && args.first().to_text().prefix().contains("://") =>
            {
                self.network(&Op::Retrieve, args, at)
            }
            Op::Copy => {
                self.two_paths(args, at, |from, to| vec![Act::Read { path: from }, Act::Write { path: to }])
            }
            Op::Chmod(n) => self.chmod(args, n, Depth::Flat, at),
            Op::ChmodDeep(n) => self.chmod(args, n, Depth::Deep, at),
            Op::Made(_) if args.pos.iter().any(|v| matches!(v, Value::Obj("@content", _))) => {
                let content = args.pos.iter().find(|v| matches!(v, Value::Obj("@content", _)));
                content.cloned().unwrap_or(Value::Unknown)
            }
            Op::Made(n) => {
                made_of(args.pos.iter().skip(usize::from(n)).chain(args.kw.iter().map(|(_, v)| v)))
            }
            Op::WriteInto => {
                let (file, what) =
                    args.pos.split_first().map_or((Value::Unknown, &[][..]), |(f, w)| (f.clone(), w));
                self.stores(&file, what, at);
                self.puts(&file, what.first(), at);
                Value::Unknown
            }
            Op::Unpickle => self.unpickle(&args.first(), at),
            Op::LoadYaml => {
                let safe = args.named("Loader").or_else(|| args.pos.get(1).cloned());
                self.load_yaml(&args.first(), safe.is_some_and(|l| matches!(l, Value::Obj("@safe", _))), at)
            }
            Op::Resolve(n) => self.resolves(&args.place(usize::from(n), &["host", "name", "hostname"]), at),
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
            Op::Timer => match args.first() {
                code @ (Value::Text(_) | Value::Fn(..) | Value::User(_)) => self.evaluate(&code, at),
                _ => Value::Unknown,
            },
            Op::Binding => {
                if !matches!(
                    args.first().known(),
                    Some("buffer" | "util" | "constants" | "config" | "natives")
                ) {
                    self.emit(at, Act::EvalUnknown { downloaded: false });
                }
                Value::Unknown
            }
            Op::EvalLast => {
                let code = args.pos.last().cloned().unwrap_or(Value::Unknown);
                let given = code.known().and_then(|t| t.trim().strip_prefix("return "));
                let given = given.map(|name| name.trim_end_matches(';').trim().to_owned());
                match given.map(|name| self.global(&name)) {
                    Some(value @ Value::Module(_)) => value,
                    _ => self.evaluate(&code, at),
                }
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

            // `import("data:text/javascript,…")`: the address is the code.
            Op::Import if args.first().to_text().prefix().starts_with("data:") => {
                self.emit(at, Act::EvalUnknown { downloaded: false });
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
                        Some(default) if known.known().is_none() => one_of([known, default.clone()]),
                        _ => known,
                    }
                }
                // PHP's `getenv()` gives all of it.
                None if args.pos.len() <= usize::from(n) => Value::obj("@env", CodeText::default()),
                None => Value::of(CodeText { parts: vec![CodePart::Env(String::new())] }),
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
            Op::Own => Value::obj("@self", CodeText::default()),
            _ => self.text_call(found, args),
        }
    }

    pub fn make(&mut self, kind: &'static str, args: &Args, at: usize) -> Value {
        let text = args.place(0, &["host", "database", "dsn", "path"]).to_text();
        if kind == "@cdll"
            && let Some(path) = args.pos.iter().find(|v| v.known().is_some_and(|name| name.contains('/')))
        {
            // By its name alone it is a library of the system. A method has its receiver before it.
            self.emit(at, Act::LoadLibrary { path: path.to_text() });
        }
        if kind == "@db" {
            // A database in a file is that file.
            return Value::obj(kind, text);
        }
        if args.has_callable() {
            self.hand_over(args, at);
        }
        if kind == "@httpconn" {
            let port = args.named("port").or_else(|| args.pos.get(1).cloned());
            return Value::obj(kind, super::net::address(&Value::of(text), port.as_ref()));
        }
        if let ("@context", Some(Value::Dict(rows))) = (kind, args.named("http")) {
            let sends =
                rows.iter().any(|(k, v)| k == "content" || (k == "method" && v.known() != Some("GET")));
            return Value::obj(if sends { "@sends" } else { kind }, text);
        }
        Value::obj(kind, text)
    }

    pub fn get_attr(&mut self, args: &Args, at: usize) -> Value {
        let object = args.first();
        match (args.at(1).known().map(str::to_owned), &object) {
            (Some(name), _) => self.attr(&object, &name, at),
            (None, Value::Module(_)) => Value::obj(DARK, CodeText::default()),
            _ => args.pos.get(2).cloned().unwrap_or(Value::Unknown),
        }
    }

    pub fn higher(&mut self, found: &Op, args: &Args, at: usize) -> Value {
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
    pub fn each_of(&mut self, f: &Value, list: &Value, at: usize) -> Value {
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

    /// A pickle that names `system` runs it with the text behind.
    fn unpickle(&mut self, pickle: &Value, at: usize) -> Value {
        if let Some((_, behind)) = pickle.known().and_then(|t| t.split_once("\nsystem\n")) {
            let command = behind.split(['\'', '"']).nth(1).unwrap_or_default().to_owned();
            self.emit(at, Act::Shell(CodeText::new(command)));
        }
        self.deserializes(pickle, false, at)
    }

    fn load_yaml(&mut self, text: &Value, safe: bool, at: usize) -> Value {
        if safe {
            return Value::Unknown;
        }
        if text.known().is_some_and(|t| t.contains("!!python/")) {
            self.emit(at, Act::EvalUnknown { downloaded: false });
        }
        self.deserializes(text, true, at)
    }

    fn deserializes(&mut self, from: &Value, tagged: bool, at: usize) -> Value {
        match from {
            Value::Obj("@content" | "@file", path) => {
                let path = self.placed(path);
                self.emit(at, Act::Deserialize { path, tagged });
            }
            v if v.is_remote() => self.emit(at, Act::EvalUnknown { downloaded: true }),
            _ => {}
        }
        Value::Unknown
    }

    /// A domain's name server sees the labels in front of the domain.
    fn resolves(&mut self, host: &Value, at: usize) -> Value {
        let leaks = match host {
            Value::Obj("@content", _) => true,
            other => other.to_text().parts.windows(2).any(|pair| match pair {
                [CodePart::Unknown | CodePart::Env(_), CodePart::Text(domain)] => {
                    domain.starts_with('.') && domain.matches('.').count() > 1
                }
                _ => false,
            }),
        };
        if leaks {
            let to = host.to_text();
            self.emit(at, Act::LeaksInName { to });
        }
        Value::Unknown
    }

    pub fn sql(&mut self, text: &Value, at: usize) -> Value {
        let mut all = Vec::new();
        text.each(&mut all);
        for one in &all {
            self.emit(at, Act::Sql(one.to_text()));
        }
        Value::obj("@db", CodeText::default())
    }
}
