//! Simple commands: assignments, words, redirections, and the functions that the text defines.

use super::field::{Field, Source, Value};
use super::state::Var;
use super::walk::Walker;
use crate::shell::syntax::{Assign, AssignValue, Command, RedirectOp, Simple};
use std::rc::Rc;

/// Combinations of variable values tried for one command.
const MAX_COMBINATIONS: usize = 16;

impl Walker<'_> {
    pub(super) fn simple(&mut self, simple: &Simple, stdin: &Value) -> Value {
        let (picks, several) = (std::mem::take(&mut self.picks), std::mem::take(&mut self.several));
        let out = self.simple_once(simple, stdin);
        let several_now = std::mem::take(&mut self.several);
        let places = self.state.cwd.len();
        if !several_now.is_empty() || places > 1 {
            self.other_combinations(simple, stdin, &several_now, places);
        }
        self.picks = picks;
        self.several = several;
        self.cwd_pick = 0;
        out
    }

    fn other_combinations(
        &mut self,
        simple: &Simple,
        stdin: &Value,
        several: &[(String, usize)],
        places: usize,
    ) {
        let total = several.iter().map(|(_, n)| *n).product::<usize>().saturating_mul(places);
        if total > MAX_COMBINATIONS {
            self.too_complex();
        }
        for combination in 0..total.min(MAX_COMBINATIONS) {
            let mut rest = combination;
            self.cwd_pick = rest % places;
            rest /= places;
            self.picks = several
                .iter()
                .map(|(name, n)| {
                    let index = rest % n;
                    rest /= n;
                    (name.clone(), index)
                })
                .collect();
            let before = self.state.clone();
            self.simple_once(simple, stdin);
            self.state.merge(before);
        }
    }

    fn simple_once(&mut self, simple: &Simple, stdin: &Value) -> Value {
        self.span = simple.span;
        let fields: Vec<Field> = simple.words.iter().flat_map(|w| self.fields_of(w)).collect();
        self.span = simple.span;
        let flow = self.redirections(&simple.redirects, stdin.clone());
        if fields.is_empty() {
            for assign in &simple.assigns {
                self.assign(assign);
            }
            // `$(<file)` is `$(cat file)`.
            let reads = simple.redirects.iter().any(|r| {
                matches!(r.op, RedirectOp::Read | RedirectOp::HereString | RedirectOp::HereDocument)
            });
            let out = if reads && simple.assigns.is_empty() { flow.stdin.clone() } else { Value::default() };
            return self.deliver(out, &flow);
        }
        let mut kept = Vec::new();
        for assign in &simple.assigns {
            if let AssignValue::Scalar(word) = &assign.value {
                let value = self.value_of(word);
                self.variable_for_command(&assign.name, &value, word.span);
                kept.push((assign.name.clone(), self.state.get(&assign.name).map(<[Var]>::to_vec)));
                self.state.set(&assign.name, Var::Scalar(value));
            }
        }
        let out = self.exec(fields, flow.stdin.clone());
        for (name, values) in kept {
            self.state.restore(&name, values);
        }
        self.deliver(out, &flow)
    }

    fn assign(&mut self, assign: &Assign) {
        if self.fixed.contains(&assign.name) {
            return;
        }
        if let Some(subscript) = &assign.subscript {
            let _ = self.value_of(subscript);
        }
        match &assign.value {
            AssignValue::Array(words) => {
                let mut values: Vec<Value> = match (assign.append, self.pick(&assign.name)) {
                    (true, Some(Var::Array(values))) => values,
                    _ => Vec::new(),
                };
                values.extend(words.iter().flat_map(|w| self.fields_of(w)).map(Field::into_value));
                let indexed = values
                    .iter()
                    .any(|v| v.literal().is_some_and(|t| t.starts_with('[') && t.contains("]=")));
                let var = if indexed {
                    Var::Scalar(Value::unknown(Source::Variable(assign.name.clone())))
                } else {
                    Var::Array(values)
                };
                self.state.set(&assign.name, var);
            }
            AssignValue::Scalar(word) => {
                let mut value = self.value_of(word);
                if assign.append
                    && let Some(Var::Scalar(mut old)) = self.pick(&assign.name)
                {
                    old.append(&value);
                    value = old;
                }
                self.environment(&assign.name, &value, word.span);
                self.state.set(&assign.name, Var::Scalar(value));
            }
        }
    }

    /// Runs the body of a function that the text defines.
    pub(super) fn call_function(
        &mut self,
        name: &str,
        bodies: &[Rc<Command>],
        args: Vec<Field>,
        stdin: &Value,
    ) -> Value {
        if self.calls.iter().filter(|c| *c == name).count() >= 2 || !self.deeper() {
            return Value::unknown(Source::Output(name.to_owned()));
        }
        self.calls.push(name.to_owned());
        self.locals.push(Vec::new());
        let outer = self.state.positional.replace(args.into_iter().skip(1).map(Field::into_value).collect());
        let mut out = Value::default();
        for body in bodies {
            out.append(&self.command(body, stdin.clone()));
        }
        self.state.positional = outer;
        for (local, values) in self.locals.pop().unwrap_or_default() {
            self.state.restore(&local, values);
        }
        self.calls.pop();
        self.depth -= 1;
        out
    }

    /// A name that is local to the function being called: what it held outside comes back at its end.
    pub(super) fn make_local(&mut self, name: &str) {
        let before = self.state.get(name).map(<[Var]>::to_vec);
        if let Some(list) = self.locals.last_mut()
            && !list.iter().any(|(n, _)| n == name)
        {
            list.push((name.to_owned(), before));
        }
    }
}
