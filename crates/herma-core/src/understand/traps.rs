//! Traps: code that the shell runs later, with whatever holds then.
//!
//! A trap runs at the end, at a signal or after a failure, so at any point behind the one where it is set. It is judged once, at
//! the end of its shell, with every value, function and folder that held at one of those points.

use super::field::Value;
use super::state::State;
use super::walk::Walker;
use crate::effect::Span;
use std::rc::Rc;

/// Traps of one shell that are followed. Scripts set two or three.
const MAX_TRAPS: usize = 32;

/// Variables that are compared for one unit of work.
const PER_UNIT: usize = 8;

/// Code that runs later, and all that may hold by then.
#[derive(Debug)]
pub(super) struct Trap {
    code: Value,
    span: Span,
    state: State,
    /// Functions that were being called when it was set: arguments of others are not its own.
    calls: usize,
    /// The file that sets it, if it is sourced: its traps are those of the shell that sources it.
    file: Option<Rc<str>>,
}

impl Walker<'_> {
    /// From here on the code may run at any time.
    pub(super) fn set_trap(&mut self, code: Value, span: Span) {
        if self.traps.iter().any(|trap| trap.code == code && trap.span == span) {
            return;
        }
        if self.traps.len() >= MAX_TRAPS {
            self.too_complex();
            return;
        }
        let file = self.file_being_read();
        self.traps.push(Trap { code, span, state: self.state.clone(), calls: self.calls.len(), file });
    }

    /// A command has run: what holds now may hold when a trap runs.
    pub(super) fn note_for_traps(&mut self) {
        if self.traps.is_empty() || !self.works(1 + self.traps.len() * self.state.size() / PER_UNIT) {
            return;
        }
        for trap in &mut self.traps {
            trap.state.also(&self.state, trap.calls == self.calls.len());
        }
    }

    /// The shell ends: every trap that it has set runs, now or before.
    pub(super) fn run_traps(&mut self) {
        while !self.traps.is_empty() {
            for trap in std::mem::take(&mut self.traps) {
                // A trap may set itself again.
                if !self.deeper() {
                    return;
                }
                let Trap { code, span, state, file, .. } = trap;
                let run = |w: &mut Self| {
                    w.in_subshell(|w| {
                        w.state = state;
                        w.run_text(&code, span);
                    });
                };
                // What cannot be known beforehand in a file is not held against the call, whenever it runs.
                self.span = span;
                self.as_in_file(file.as_deref(), run);
                self.depth -= 1;
            }
        }
    }
}
