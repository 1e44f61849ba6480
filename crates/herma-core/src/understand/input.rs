//! Standard input of the shell that is being walked.
//!
//! Whatever a shell starts reads what the shell itself was given: a nested shell, a script, a substitution. It is part of the
//! state, so that a subshell has its own, and `exec < FILE` changes it for all that follows.

use super::field::Value;
use super::walk::Walker;
use std::rc::Rc;

impl Walker<'_> {
    /// Runs `f` with this on standard input. Where that is what the shell has already, `f` may change it by `exec`, and the
    /// change holds afterwards; where it is another one, the shell's own comes back.
    pub(super) fn with_input<T>(&mut self, stdin: &Value, f: impl FnOnce(&mut Self) -> T) -> T {
        if *self.state.input == *stdin {
            return f(self);
        }
        let outer = std::mem::replace(&mut self.state.input, Rc::new(stdin.clone()));
        let out = f(self);
        self.state.input = outer;
        out
    }

    /// Runs code that came in on standard input: what is left of it behind the code is not known.
    pub(super) fn input_spent<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.with_input(&Value::default(), f)
    }

    /// What a shell reads that is started here.
    pub(super) fn input(&self) -> Rc<Value> {
        Rc::clone(&self.state.input)
    }
}

#[cfg(test)]
#[path = "input_tests.rs"]
mod tests;
