//! Starting and stopping processes.

use super::api::Op;
use super::call::Args;
use super::value::Value;
use super::walk::Walker;
use super::{Act, CodePart, CodeText};
use crate::knowledge::Lang;

impl Walker<'_> {
    pub fn start(&mut self, found: &Op, args: &Args, at: usize) -> Value {
        let cwd = args.named("cwd").or_else(|| args.named("chdir")).map(|v| self.placed(&v.to_text()));
        match *found {
            Op::Shell(n) => self.shell(&args.place(usize::from(n), &["command", "cmd"]), cwd, at),
            Op::Spawn(n) => {
                let what = args.place(usize::from(n), &["args", "cmd"]);
                let program = args.named("executable");
                self.spawn(&what, says_yes(args.named("shell")), cwd, at);
                if let Some(program) = program.filter(|_| !matches!(what, Value::List(_))) {
                    self.argv(&[program], None, at);
                }
            }
            Op::SpawnList(n) => {
                let n = usize::from(n);
                let list = match args.at(n + 1) {
                    Value::List(items) => items.to_vec(),
                    Value::Unknown if args.pos.len() > n + 1 => vec![Value::Unknown],
                    _ => Vec::new(),
                };
                let mut all = vec![args.at(n)];
                all.extend(list);
                if says_yes(args.named("shell")) {
                    let line = super::texts::joined(&CodeText::new(" "), &Value::list(all));
                    self.shell(&line, cwd, at);
                } else {
                    self.argv(&all, cwd, at);
                }
            }
            Op::ForkJs => {
                let mut all = vec![Value::text("node"), args.first()];
                if let Value::List(items) = args.at(1) {
                    all.extend(items.iter().cloned());
                }
                self.argv(&all, cwd, at);
            }
            Op::SpawnArgs => {
                let mut all = vec![args.first()];
                match args.named("args") {
                    Some(Value::List(items)) => all.extend(items.iter().cloned()),
                    Some(v) => all.push(v),
                    None => {}
                }
                self.argv(&all, cwd, at);
            }
            Op::SpawnCmd => match args.named("cmd").unwrap_or_else(|| args.first()) {
                Value::List(items) => self.argv(&items, cwd, at),
                v => self.argv(&[v], cwd, at),
            },
            Op::System => self.system(args, cwd, at),
            Op::Argv(n) => {
                let mut all = Vec::new();
                for value in args.pos.iter().skip(usize::from(n)) {
                    match value {
                        Value::List(items) => all.extend(items.iter().cloned()),
                        Value::Dict(_) => {}
                        v => all.push(v.clone()),
                    }
                }
                self.argv(&all, cwd, at);
            }
            Op::ExecList(n) => {
                let n = usize::from(n);
                let mut all = vec![args.at(n)];
                match args.at(n + 1) {
                    Value::List(items) => all.extend(items.iter().skip(1).cloned()),
                    _ => all.push(Value::Unknown),
                }
                self.argv(&all, cwd, at);
            }
            Op::ExecPhp => {
                let mut all = vec![args.first()];
                args.at(1).each(&mut all);
                self.argv(&all, cwd, at);
            }
            Op::ExecArgs(n) => {
                let n = usize::from(n);
                let mut all = vec![args.at(n)];
                all.extend(args.pos.iter().skip(n + 2).cloned());
                self.argv(&all, cwd, at);
            }
            Op::Named(program) => {
                let mut all = vec![Value::text(program)];
                for value in &args.pos {
                    value.each(&mut all);
                }
                self.argv(&all, cwd, at);
            }
            _ => {}
        }
        Value::obj("@process", CodeText::default())
    }

    /// One string goes to a shell, several are a program with its arguments; an environment may come first.
    fn system(&mut self, args: &Args, cwd: Option<CodeText>, at: usize) {
        let mut all: Vec<Value> = Vec::new();
        for value in &args.pos {
            match value {
                Value::Dict(_) => {}
                // Ruby's `["program", "name"]` and Perl's lists.
                Value::List(items) if self.lang == Lang::Ruby => all.extend(items.first().cloned()),
                Value::List(items) => all.extend(items.iter().cloned()),
                v => all.push(v.clone()),
            }
        }
        match all.as_slice() {
            [] => {}
            [one] => self.shell(one, cwd, at),
            _ => self.argv(&all, cwd, at),
        }
    }

    fn spawn(&mut self, what: &Value, shell: bool, cwd: Option<CodeText>, at: usize) {
        match what {
            Value::List(items) if shell => {
                let first = items.first().cloned().unwrap_or(Value::Unknown);
                self.shell(&first, cwd, at);
            }
            Value::List(items) => self.argv(items, cwd, at),
            Value::OneOf(items) => {
                for item in items.iter().take(8) {
                    self.spawn(item, shell, cwd.clone(), at);
                }
            }
            // A text with blanks works only with a shell; whoever wrote it meant one, or `shlex.split`.
            Value::Text(t) if !shell && t.known().is_some_and(|t| !t.contains(' ')) => {
                self.argv(std::slice::from_ref(what), cwd, at);
            }
            v => self.shell(v, cwd, at),
        }
    }

    pub fn shell(&mut self, what: &Value, cwd: Option<CodeText>, at: usize) {
        if let Value::List(items) = what {
            // Pieces of a command line that some functions take in place of a string.
            self.argv(items, cwd, at);
            return;
        }
        let mut all = Vec::new();
        what.each(&mut all);
        for one in &all {
            let act = match one {
                Value::Obj("@content", path) => Act::ShellFile { path: self.placed(path) },
                one => Act::Shell(one.to_text()),
            };
            self.emit_in(at, act, cwd.clone());
        }
    }

    pub fn argv(&mut self, items: &[Value], cwd: Option<CodeText>, at: usize) {
        // One unknown word among known ones is followed through each of its values.
        let variants: Vec<Vec<CodeText>> = match items.iter().position(|v| matches!(v, Value::OneOf(_))) {
            Some(i) => {
                let mut choices = Vec::new();
                items.get(i).cloned().unwrap_or(Value::Unknown).each(&mut choices);
                choices
                    .iter()
                    .take(16)
                    .map(|c| {
                        items
                            .iter()
                            .enumerate()
                            .map(|(n, v)| if n == i { c.to_text() } else { v.to_text() })
                            .collect()
                    })
                    .collect()
            }
            None => vec![items.iter().map(Value::to_text).collect()],
        };
        for words in variants {
            self.emit_in(at, Act::Argv(words), cwd.clone());
        }
    }

    pub fn kill(&mut self, found: &Op, args: &Args, at: usize) -> Value {
        let (pids, signal): (Vec<Value>, Value) = match *found {
            Op::Kill(n) => (vec![args.at(usize::from(n))], args.at(usize::from(n) + 1)),
            Op::KillGroup => (vec![args.first()], args.at(1)),
            Op::KillSignal(n) => {
                let n = usize::from(n);
                let mut pids = Vec::new();
                for value in args.pos.iter().skip(n + 1) {
                    value.each(&mut pids);
                }
                (pids, args.at(n))
            }
            _ => (Vec::new(), Value::Unknown),
        };
        // Signal 0 only asks whether the process is there.
        if matches!(signal, Value::Num(0)) || signal.known() == Some("0") {
            return Value::Unknown;
        }
        let negative =
            signal.known().is_some_and(|s| s.starts_with('-')) || matches!(signal, Value::Num(n) if n < 0);
        for pid in &pids {
            // To end oneself is to exit; what the code has started is its own.
            if matches!(pid, Value::Obj("@self" | "@process", _)) {
                continue;
            }
            let mut pid = pid.to_text();
            let group = (*found == Op::KillGroup || (negative && matches!(found, Op::KillSignal(_))))
                && pid.known() != Some("0");
            if group {
                pid.parts.insert(0, CodePart::Text("-".into()));
                pid = super::value::join_texts(CodeText::default(), &pid);
            }
            self.emit(at, Act::Kill { pid });
        }
        Value::Unknown
    }
}

/// `shell=True`, `{shell: true}`, `{shell: "/bin/bash"}`; an unknown one counts.
fn says_yes(value: Option<Value>) -> bool {
    match value {
        None | Some(Value::Num(0)) => false,
        Some(Value::Obj("@no", _)) => false,
        Some(_) => true,
    }
}
