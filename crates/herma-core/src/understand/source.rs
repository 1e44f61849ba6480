//! Sourced files: `. FILE`, `eval "$(cat FILE)"`, `--rcfile FILE`, `BASH_ENV`.
//!
//! The shell itself runs what is in such a file: functions, aliases, variables, options, traps and the folder that it sets hold
//! for what follows, as if the text stood in the call.

use super::builtin::{is_stdin, joined, span_of};
use super::field::{Field, Part, Source, Value};
use super::state::{State, Var};
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;
use std::rc::Rc;

/// A sourced file that is being read, where it may end before its end.
#[derive(Debug)]
pub(super) struct Sourced {
    /// Functions that were being called when it was begun: what returns in one of its own does not end the file.
    calls: usize,
    /// What held at one of the places where it returns.
    returned: Option<State>,
}

impl Walker<'_> {
    /// `source FILE ARGUMENTS`.
    pub(super) fn source(&mut self, args: &[Field], stdin: &Value) -> Value {
        let Some(file) = args.first() else { return Value::default() };
        if is_stdin(file) {
            let content = stdin.clone();
            return self.input_spent(|w| w.source_content(&content, args, file));
        }
        let content = self.content_of(&file.value, file.span);
        self.source_content(&content, args, file)
    }

    fn source_content(&mut self, content: &Value, args: &[Field], file: &Field) -> Value {
        if let [Part::Unknown(Source::File(path))] = content.parts.as_slice() {
            let path = path.clone();
            self.source_file(&path, args, file.span);
            self.effect(
                Kind::Run,
                Some(path.clone()),
                file.span,
                "source/file",
                &format!("takes settings from `{path}`"),
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
            );
            return Value::default();
        }
        if content.secret().is_some() && !super::place::is_environment_file(&file.value.shown()) {
            // The shell would print the lines of a key that it cannot run.
            return Value::default();
        }
        if content.secret().is_some() {
            // `source .env` uses a secret without showing it; `env` shows it afterwards.
            self.sourced_secret = true;
            self.effects.retain(|e| !(e.kind == Kind::ReadSecret && e.span == file.span));
            self.settings_file(&file.value, file.span);
            self.effect(
                Kind::Run,
                Some(file.value.shown()),
                file.span,
                "source/file",
                "takes settings from a file",
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
            );
            return Value::default();
        }
        self.as_sourced(args, None, |w| w.run_text(content, file.span))
    }

    /// The shell runs a file in its own state. False if there was nothing to read.
    pub(super) fn source_file(&mut self, path: &str, args: &[Field], span: Span) -> bool {
        self.run_file(path, Some(Lang::Shell), args, span, true)
    }

    /// `eval`: what a file holds is run as if it were sourced.
    pub(super) fn eval(&mut self, args: &[Field]) -> Value {
        let (text, span) = (joined(args), span_of(args, self.span));
        if let [Part::Unknown(Source::File(path))] = text.parts.as_slice() {
            let path = path.clone();
            if self.source_file(&path, &[], span) {
                return Value::unknown(Source::File(path));
            }
        }
        self.run_text(&text, span)
    }

    /// Reads a sourced text: with arguments of its own, if it was given some, and from wherever it may return.
    pub(super) fn as_sourced<T>(
        &mut self,
        args: &[Field],
        path: Option<&str>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let own: Option<Vec<Value>> =
            (args.len() > 1).then(|| args.iter().skip(1).map(Field::to_value).collect());
        let has_own = own.is_some();
        let outer = self.state.positional.clone();
        if let Some(own) = own {
            self.state.positional = Some(Rc::new(own));
        }
        let source = self.state.get("BASH_SOURCE").map(<[Var]>::to_vec);
        if let Some(path) = path {
            self.state.set("BASH_SOURCE", Var::list(vec![Value::text(path)]));
        }
        self.sourced.push(Sourced { calls: self.calls.len(), returned: None });
        let out = read(self);
        if let Some(returned) = self.sourced.pop().and_then(|sourced| sourced.returned) {
            self.state.merge(returned);
        }
        if path.is_some() {
            self.state.restore("BASH_SOURCE", source);
        }
        if has_own {
            self.state.positional = outer;
        }
        out
    }

    /// `return`: where a sourced file may end, what holds there may hold in the end.
    pub(super) fn returns(&mut self) {
        let calls = self.calls.len();
        if let Some(sourced) = self.sourced.last_mut().filter(|sourced| sourced.calls == calls) {
            match &mut sourced.returned {
                Some(state) => state.merge(self.state.clone()),
                None => sourced.returned = Some(self.state.clone()),
            }
        }
    }

    /// What a shell reads before its command: `--rcfile`, and what `BASH_ENV` and `ENV` name.
    pub(super) fn starts_up(&mut self, files: &[Field], span: Span) {
        for name in ["BASH_ENV", "ENV"] {
            let Some(vars) = self.state.get(name).map(<[Var]>::to_vec) else { continue };
            // What it starts itself would read it again.
            self.state.restore(name, None);
            for var in &vars {
                if let Var::Scalar(file) = var
                    && !file.is_empty()
                {
                    self.source(&[Field::new(file.clone(), span)], &Value::default());
                }
            }
            self.state.restore(name, Some(vars));
        }
        for file in files {
            self.source(std::slice::from_ref(file), &Value::default());
        }
    }
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;
