//! Functions that the text defines: their calls, and the names that are local to them.

use super::field::{Field, Source, Value};
use super::state::Var;
use super::walk::Walker;
use crate::shell::syntax::Command;
use std::rc::Rc;

/// A function that calls itself is followed this often, and once more with arguments that are not known.
const MAX_ROUNDS: usize = 2;

/// Rounds beyond that, while other variables change in each: `a=$b; b=$c; c=$d; f`.
const MAX_MORE: usize = 4;

impl Walker<'_> {
    /// Runs the body of a function that the text defines.
    pub(super) fn call_function(&mut self, name: &str, args: Vec<Field>, stdin: &Value) -> Value {
        if !self.deeper() {
            return Value::unknown(Source::Output(name.to_owned()));
        }
        let mut out = Value::default();
        for (body, file) in self.state.functions(name) {
            out.append(&self.as_in_file(file.as_deref(), |w| w.call_body(name, &body, &args, stdin)));
        }
        self.depth -= 1;
        out
    }

    /// One body that the name may have. Rounds are counted by the body, not by the name: a function may define its own name
    /// anew, and then the next call runs another body.
    fn call_body(&mut self, name: &str, body: &Rc<Command>, args: &[Field], stdin: &Value) -> Value {
        let mut same = self.calls.iter().filter(|(other, _)| Rc::ptr_eq(other, body));
        let rounds = same.clone().count();
        let earlier = same.next_back().map(|(_, state)| state.clone());
        // The last round that is followed is any later one: its arguments, and what changes from round to round, may be
        // anything. Another one only follows if something changes in it that did not change before.
        let last = rounds >= MAX_ROUNDS;
        if let Some(earlier) = earlier.filter(|_| last) {
            if rounds > MAX_ROUNDS && !self.state.changes_anew(&earlier) {
                return Value::unknown(Source::Output(name.to_owned()));
            }
            if rounds > MAX_ROUNDS + MAX_MORE {
                self.too_complex();
                return Value::unknown(Source::Output(name.to_owned()));
            }
            self.state.blur_changed(&earlier);
        }
        self.calls.push((Rc::clone(body), self.state.clone()));
        self.locals.push(Vec::new());
        let inner = (!last).then(|| Rc::new(args.iter().skip(1).map(Field::to_value).collect()));
        let outer = std::mem::replace(&mut self.state.positional, inner);
        let out = self.command(body, stdin.clone());
        self.state.positional = outer;
        for (local, values) in self.locals.pop().unwrap_or_default() {
            self.state.restore(&local, values);
        }
        self.calls.pop();
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
