//! Assignments: `name=value`, `name+=value`, `name[subscript]=value`, `name=(…)`.

use super::field::{Field, Source, Value};
use super::state::Var;
use super::walk::Walker;
use crate::shell::syntax::{Assign, AssignValue, Segment, Word};

impl Walker<'_> {
    pub(super) fn assign(&mut self, assign: &Assign) {
        if self.fixed.contains(&assign.name) {
            return;
        }
        let name = assign.name.as_str();
        let unknown = || Var::Array(vec![Value::unknown(Source::Variable(name.to_owned()))]);
        let var = match &assign.value {
            AssignValue::Array(words) => {
                let mut values: Vec<Value> = match self.pick(name).filter(|_| assign.append) {
                    Some(Var::Array(values)) => values,
                    Some(Var::Scalar(value)) => vec![value],
                    None => Vec::new(),
                };
                values.extend(words.iter().flat_map(|w| self.fields_of(w)).map(Field::into_value));
                let indexed = values
                    .iter()
                    .any(|v| v.literal().is_some_and(|t| t.starts_with('[') && t.contains("]=")));
                if indexed { unknown() } else { Var::Array(values) }
            }
            AssignValue::Scalar(word) => {
                let value = self.assigned_value(word);
                self.environment(name, &value, word.span);
                match &assign.subscript {
                    Some(subscript) => {
                        let evaluated = self.value_of(subscript);
                        self.arithmetic_sets(&evaluated);
                        let index = self.subscript(name, subscript);
                        let var = self.with_element(name, index, value, assign.append);
                        if let Var::Scalar(value) = &var
                            && value.known().is_some()
                        {
                            Var::Array(vec![value.clone()])
                        } else {
                            var
                        }
                    }
                    None => self.with_element(name, Some(0), value, assign.append),
                }
            }
        };
        let var = if self.changed.iter().any(|n| n == name) { unknown() } else { var };
        self.state.set(name, var);
    }

    /// The variable with one element set: the first one, or the whole of what is no list.
    fn with_element(&mut self, name: &str, index: Option<usize>, value: Value, append: bool) -> Var {
        let unknown = Var::Array(vec![Value::unknown(Source::Variable(name.to_owned()))]);
        let (Some(index), old) = (index, self.pick(name)) else { return unknown };
        let (mut values, list) = match old {
            // What is unknown may be no element or several: which one is set is unknown too.
            Some(Var::Array(values)) if values.iter().any(|v| v.known().is_none()) => return unknown,
            Some(Var::Array(values)) => (values, true),
            Some(Var::Scalar(old)) => (vec![old], index > 0),
            None if append && index == 0 && self.environment_has(name) => return unknown,
            None => (Vec::new(), index > 0),
        };
        if index == values.len() {
            values.push(Value::default());
        }
        match values.get_mut(index) {
            Some(slot) if append => slot.append(&value),
            Some(slot) => *slot = value,
            // A list with holes is not followed.
            None => return unknown,
        }
        if list { Var::Array(values) } else { values.pop().map_or(unknown, Var::Scalar) }
    }

    /// A value in which tildes behind colons are live too.
    fn assigned_value(&mut self, word: &Word) -> Value {
        let live = |s: &Segment| matches!(s, Segment::Text(t) if t.contains(":~"));
        if !word.segments.iter().any(live) {
            return self.value_of(word);
        }
        let mut word = word.clone();
        let mut unknown = false;
        for segment in &mut word.segments {
            if let Segment::Text(text) = segment {
                let pieces: Vec<String> = text
                    .split(':')
                    .enumerate()
                    .map(|(i, piece)| {
                        if i == 0 || !piece.starts_with('~') {
                            return piece.to_owned();
                        }
                        let (home, below) = self.tilde(piece);
                        unknown |= home.known().is_none() && !home.is_empty();
                        format!("{}{below}", home.known().unwrap_or_default())
                    })
                    .collect();
                *text = pieces.join(":");
            }
        }
        if unknown {
            return Value::unknown(Source::Variable("HOME".to_owned()));
        }
        self.value_of(&word)
    }
}
