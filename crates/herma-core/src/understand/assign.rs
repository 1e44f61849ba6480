//! Assignments: `name=value`, `name+=value`, `name[subscript]=value`, `name=(…)`.

use super::evaluate::flat;
use super::field::{Field, Part, Source, Value};
use super::state::Var;
use super::walk::Walker;
use crate::shell::syntax::{Assign, AssignValue, Segment, Word};
use std::rc::Rc;

/// Elements of a list that are copied in one unit of work.
const COPIED: usize = 8;

impl Walker<'_> {
    pub(super) fn assign(&mut self, assign: &Assign) {
        if self.fixed.contains(&assign.name) {
            return;
        }
        let name = assign.name.as_str();
        let unknown = || Var::list(vec![Value::unknown(Source::Variable(name.to_owned()))]);
        let var = match &assign.value {
            AssignValue::Array(words) => {
                let mut values: Vec<Value> = match self.pick(name).filter(|_| assign.append) {
                    Some(Var::Array(values)) => Rc::unwrap_or_clone(values),
                    Some(Var::Scalar(value)) => vec![value],
                    None => Vec::new(),
                };
                let mut own = Vec::new();
                for word in words {
                    // What says where it goes is not split: `[$x]=$y`.
                    if matches!(word.segments.first(), Some(Segment::Text(t)) if t.starts_with('[')) {
                        own.push(self.value_of(word));
                    } else {
                        own.extend(self.fields_of(word).into_iter().map(Field::into_value));
                    }
                }
                let indexed = own.iter().filter(|value| self.element_given(name, value)).count() > 0;
                if !indexed {
                    self.zsh_list(name, &own);
                }
                values.extend(own);
                if indexed {
                    values.iter().for_each(|value| self.state.lose(name, value));
                    unknown()
                } else {
                    Var::list(values)
                }
            }
            AssignValue::Scalar(word) => {
                let value = self.assigned_value(word);
                self.environment(name, &value, word.span);
                self.evaluates_assigned(name, &value);
                if assign.append {
                    self.evaluates_assigned(name, &Value::text(name));
                }
                if value.sources().any(|s| matches!(s, Source::Variable(from) if from == name))
                    && let Some(old) = self.pick(name)
                {
                    // Made of itself in a way that is not followed.
                    self.lose_all(name, &old);
                }
                match &assign.subscript {
                    Some(subscript) => {
                        let subscript = self.value_of(subscript);
                        self.evaluates_subscript(name, &subscript);
                        self.element_set(name, &subscript, &value);
                        // A key is met again in `${!name[@]}`.
                        self.state.lose(name, &subscript);
                        let index = self.subscript(name, &subscript);
                        let var = self.with_element(name, index, value, assign.append);
                        if let Var::Scalar(value) = &var
                            && value.known().is_some()
                        {
                            Var::list(vec![value.clone()])
                        } else {
                            var
                        }
                    }
                    None => self.with_element(name, Some(0), value, assign.append),
                }
            }
        };
        let var = if self.changed.iter().any(|n| n == name) {
            self.lose_all(name, &var);
            unknown()
        } else {
            var
        };
        self.state.set(name, var);
    }

    /// One word of `name=(…)`: computed where the variable computes, and whether it says where it goes: `[2]=x`.
    fn element_given(&mut self, name: &str, value: &Value) -> bool {
        let text = flat(value);
        let Some((subscript, _)) = text.strip_prefix('[').and_then(|t| t.split_once("]=")) else {
            self.evaluates_assigned(name, value);
            return false;
        };
        let subscript = Value::text(subscript);
        self.evaluates_subscript(name, &subscript);
        let element = after_index(value);
        self.evaluates_assigned(name, &element);
        self.element_set(name, &subscript, &element);
        true
    }

    /// The elements of `declare name=([a]=1 [b]=2)`, which come as one text.
    pub(super) fn elements_given(&mut self, name: &str, value: &Value) {
        for word in value.words() {
            self.element_given(name, &word);
        }
        self.state.lose(name, value);
    }

    pub(super) fn lose_all(&mut self, name: &str, var: &Var) {
        match var {
            Var::Scalar(value) => self.state.lose(name, value),
            Var::Array(values) => values.iter().for_each(|value| self.state.lose(name, value)),
        }
    }

    /// The variable with one element set: the first one, or the whole of what is no list.
    fn with_element(&mut self, name: &str, index: Option<usize>, value: Value, append: bool) -> Var {
        let new = value.clone();
        let var = self.with_element_known(name, index, value, append);
        var.unwrap_or_else(|| {
            // Where it goes is not known: what it was, and what it is, may be met anywhere in it.
            if let Some(old) = self.pick(name) {
                self.lose_all(name, &old);
            }
            self.state.lose(name, &new);
            Var::list(vec![Value::unknown(Source::Variable(name.to_owned()))])
        })
    }

    fn with_element_known(
        &mut self,
        name: &str,
        index: Option<usize>,
        value: Value,
        append: bool,
    ) -> Option<Var> {
        let (index, old) = (index?, self.pick(name));
        let (mut values, list) = match old {
            // What is unknown may be no element or several: which one is set is unknown too.
            Some(Var::Array(values)) if values.iter().any(|v| v.known().is_none()) => return None,
            Some(Var::Array(values)) => {
                // What shares it keeps the old one.
                crate::work::charge(1 + values.len() / COPIED);
                (Rc::unwrap_or_clone(values), true)
            }
            Some(Var::Scalar(old)) => (vec![old], index > 0),
            None if append && index == 0 && self.environment_has(name) => return None,
            None => (Vec::new(), index > 0),
        };
        if index == values.len() {
            values.push(Value::default());
        }
        match values.get_mut(index) {
            Some(slot) if append => slot.append(&value),
            Some(slot) => *slot = value,
            // A list with holes is not followed.
            None => return None,
        }
        if list { Some(Var::list(values)) } else { values.pop().map(Var::Scalar) }
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

/// What stands behind the first `]=` of an element.
fn after_index(value: &Value) -> Value {
    let mut out = Value::default();
    let mut found = false;
    for part in &value.parts {
        match part {
            Part::Text(text) | Part::Glob(text) if !found => {
                if let Some((_, rest)) = text.split_once("]=") {
                    found = true;
                    out.push_text(rest);
                } else if let Some(rest) = text.strip_prefix('=') {
                    // The brackets are a pattern of their own.
                    found = true;
                    out.push_text(rest);
                }
            }
            _ if !found => {}
            part => out.push(part.clone()),
        }
    }
    out
}
