//! Files: which are read, written, deleted, moved.

use super::call::Args;
use super::value::{Value, join_path};
use super::walk::Walker;
use super::{Act, CodePart, CodeText};
use crate::knowledge::Lang;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    Flat,
    Deep,
}

pub(super) enum Writes {
    Yes,
    No,
}

/// Perl and Ruby put the mode first and any number of paths behind it.
pub(super) fn mode_paths(args: &Args, n: u8) -> Value {
    match args.pos.get(usize::from(n)..) {
        Some(rest) if n > 0 => Value::list(rest.to_vec()),
        _ => args.place(usize::from(n), PATH),
    }
}

/// `$HOME/x` and `~/x` are both below home.
pub(super) fn expand(text: &CodeText) -> CodeText {
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

/// The set-uid bit of a mode. Set-gid alone is ordinary on folders.
pub(super) const SET_UID: i64 = 0o4000;

fn gives_owners_rights(mode: &Value) -> bool {
    match mode {
        Value::Num(n) => *n > 0 && n & SET_UID != 0,
        Value::Obj("@setuid", _) => true,
        Value::Text(t) => t.known().is_some_and(|t| {
            let digits = t.trim_start_matches('0').trim_start_matches('o');
            let octal = i64::from_str_radix(digits, 8).is_ok_and(|n| n & SET_UID != 0);
            octal
                || t.split(',')
                    .any(|m| m.starts_with(['u', 'a', '+', '=']) && m.contains(['+', '=']) && m.contains('s'))
        }),
        _ => false,
    }
}

pub(super) const PATH: &[&str] = &["path", "file", "src", "filename", "name", "top", "target", "source"];

pub(super) const DEST: &[&str] = &["dst", "target", "dest", "destination", "new_path"];

impl Walker<'_> {
    /// What Perl does without an argument it does to `$_`.
    pub fn topic(&self) -> Value {
        self.vars.get("_").cloned().unwrap_or(Value::Unknown)
    }

    pub fn join(&self, args: &Args) -> CodeText {
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
            Some(CodePart::Unknown | CodePart::Env(_)) | None => false,
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

    pub fn delete(&mut self, paths: &Value, depth: Depth, at: usize) -> Value {
        self.on_paths(paths, at, |path| Act::Delete { path, deep: depth == Depth::Deep });
        Value::Unknown
    }

    pub fn mode(&mut self, paths: &Value, depth: Depth, at: usize) -> Value {
        self.on_paths(paths, at, |path| Act::ChangeMode { path, deep: depth == Depth::Deep });
        Value::Unknown
    }

    /// A mode with the set-uid bit: as a number, as digits, as `u+s`.
    pub fn chmod(&mut self, args: &Args, n: u8, depth: Depth, at: usize) -> Value {
        let mode = match n {
            0 => args.pos.get(1).cloned().or_else(|| args.named("mode")),
            _ => args.pos.first().cloned(),
        };
        let mut modes = Vec::new();
        mode.unwrap_or(Value::Unknown).each(&mut modes);
        let paths = mode_paths(args, n);
        if modes.iter().any(gives_owners_rights) {
            self.on_paths(&paths, at, |path| Act::SetUid { path });
        }
        self.mode(&paths, depth, at)
    }

    /// What came over the network ends up in a file, if these say so.
    pub fn stores(&mut self, path: &Value, what: &[Value], at: usize) {
        if what.iter().any(Value::is_remote) {
            let from = self.address.clone().unwrap_or_else(CodeText::unknown);
            self.on_paths(path, at, |path| Act::Store { path, from: from.clone() });
        }
    }

    /// A text that is known, at least in part, goes into a file.
    pub fn puts(&mut self, path: &Value, content: Option<&Value>, at: usize) {
        let Some(
            content @ (Value::Text(_)
            | Value::Unknown
            | Value::Obj("@content", _)
            | Value::OneOf(_)
            | Value::List(_)),
        ) = content
        else {
            return;
        };
        let content = match content {
            Value::List(items) => {
                super::texts::joined(&CodeText::default(), &Value::list(items.to_vec())).to_text()
            }
            other => other.to_text(),
        };
        if content.parts.iter().any(|p| matches!(p, CodePart::Text(_))) && !path.to_text().prefix().is_empty()
        {
            self.on_paths(path, at, |path| Act::Put { path, content: content.clone() });
        }
    }

    pub fn two_paths(
        &mut self,
        args: &Args,
        at: usize,
        act: impl Fn(CodeText, CodeText) -> Vec<Act>,
    ) -> Value {
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
    pub fn open(&mut self, args: &Args, at: usize) -> Value {
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
    pub fn perl_open(&mut self, args: &Args, at: usize) -> Value {
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
