//! Simple commands: once for every value that their variables may have.

use super::field::{Field, Value};
use super::state::{State, Var};
use super::walk::Walker;
use crate::shell::syntax::{AssignValue, RedirectOp, Segment, Simple};

/// Combinations of variable values tried for one command.
const MAX_COMBINATIONS: usize = 16;

impl Walker<'_> {
    pub(super) fn simple(&mut self, simple: &Simple, stdin: &Value) -> Value {
        let (picks, several) = (std::mem::take(&mut self.picks), std::mem::take(&mut self.several));
        let before = self.state.has_alternatives().then(|| self.state.clone());
        let mut out = self.simple_once(simple, stdin);
        let several_now = std::mem::take(&mut self.several);
        let places = self.state.cwd.len();
        if !several_now.is_empty() || places > 1 {
            let before = before.unwrap_or_else(|| self.state.clone());
            let outputs = self.other_combinations(simple, stdin, &several_now, places, &before);
            // Which of them it prints is not known.
            if let Some(other) = outputs.iter().find(|other| **other != out) {
                out.append(other);
                out = out.through("echo");
            }
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
        before: &State,
    ) -> Vec<Value> {
        let total = several.iter().map(|(_, n)| *n).product::<usize>().saturating_mul(places);
        if total > MAX_COMBINATIONS {
            self.too_complex();
        }
        let mut outputs = Vec::new();
        for combination in 0..total.min(MAX_COMBINATIONS) {
            self.choose(combination, several, places);
            // Each starts where the first one did: what that one appended is not there yet.
            let others = std::mem::replace(&mut self.state, before.clone());
            outputs.push(self.simple_once(simple, stdin));
            self.state.merge(others);
        }
        outputs
    }

    /// Sets which of its values each variable has.
    fn choose(&mut self, combination: usize, several: &[(String, usize)], places: usize) {
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
    }

    /// Does something once for every value that the variables in it may have.
    pub(super) fn for_every_value<T>(&mut self, mut f: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let (picks, several) = (std::mem::take(&mut self.picks), std::mem::take(&mut self.several));
        let mut all = vec![f(self)];
        let now = std::mem::take(&mut self.several);
        let total = now.iter().map(|(_, n)| *n).product::<usize>();
        if total > MAX_COMBINATIONS {
            self.too_complex();
        }
        for combination in 0..if total > 1 { total.min(MAX_COMBINATIONS) } else { 0 } {
            self.choose(combination, &now, 1);
            all.push(f(self));
        }
        self.picks = picks;
        self.several = several;
        self.cwd_pick = 0;
        all
    }

    fn simple_once(&mut self, simple: &Simple, stdin: &Value) -> Value {
        self.span = simple.span;
        let fields = self.command_fields(simple);
        self.span = simple.span;
        let flow = self.redirections(&simple.redirects, stdin.clone());
        if fields.is_empty() {
            self.tampers |= !simple.assigns.is_empty();
            for assign in &simple.assigns {
                self.assign(assign);
            }
            // `$(<file)` is `$(cat file)`.
            let reads = simple.redirects.iter().any(|r| {
                matches!(r.op, RedirectOp::Read | RedirectOp::HereString | RedirectOp::HereDocument)
            });
            let out = if reads && simple.assigns.is_empty() { flow.stdin.clone() } else { Value::default() };
            let out = self.deliver(out, &flow);
            if !reads {
                self.empties_outputs(None, &Value::default(), &flow);
            }
            return out;
        }
        self.tampers |= !simple.assigns.is_empty();
        let mut kept = Vec::new();
        for assign in &simple.assigns {
            if let AssignValue::Scalar(word) = &assign.value {
                let value = self.value_of(word);
                self.variable_for_command(&assign.name, &value, word.span);
                self.evaluates_assigned(&assign.name, &value);
                if let Some(subscript) = &assign.subscript {
                    let subscript = self.value_of(subscript);
                    self.evaluates_subscript(&assign.name, &subscript);
                }
                kept.push((assign.name.clone(), self.state.get(&assign.name).map(<[Var]>::to_vec)));
                self.state.set(&assign.name, Var::Scalar(value));
            }
        }
        let name =
            fields.first().and_then(|f| f.known()).map(|n| n.rsplit('/').next().unwrap_or(n).to_owned());
        let shell_itself = fields.len() == 1 && fields.first().is_some_and(|f| f.is("exec"));
        let out = self.exec(fields, flow.stdin.clone());
        if shell_itself {
            self.redirects_shell(&flow);
        }
        for (name, values) in kept {
            self.state.restore(&name, values);
        }
        if flow.made_anew().next().is_none() {
            return self.deliver(out, &flow);
        }
        self.span = simple.span;
        let printed = out.clone();
        let out = self.deliver(out, &flow);
        if let Some(name) = name {
            self.empties_outputs(Some(&name), &printed, &flow);
        }
        out
    }

    /// All fields of a command. What is assigned behind `export` and the like is not split.
    fn command_fields(&mut self, simple: &Simple) -> Vec<Field> {
        let declares = simple.words.first().is_some_and(|w| match w.segments.as_slice() {
            [Segment::Text(name)] => {
                matches!(name.as_str(), "export" | "declare" | "typeset" | "local" | "readonly")
            }
            _ => false,
        });
        if !declares {
            return simple.words.iter().flat_map(|w| self.fields_of(w)).collect();
        }
        let mut fields = Vec::new();
        for word in &simple.words {
            match word.segments.first() {
                Some(Segment::Text(text))
                    if text.contains('=') && !text.starts_with('-') && !super::brace::may_expand(word) =>
                {
                    let value = self.value_of(word);
                    fields.push(Field::new(value, word.span));
                }
                _ => fields.extend(self.fields_of(word)),
            }
        }
        fields
    }
}
