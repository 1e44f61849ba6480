//! What the shell would know at a point of the text: variables, functions, aliases, the working directory.

use super::field::{Part, Source, Value};
use crate::shell::syntax::Command;
use std::rc::Rc;

/// Values a variable may have at once, after branches. More than this is "unknown".
const MAX_ALTERNATIVES: usize = 6;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Var {
    Scalar(Value),
    Array(Vec<Value>),
}

#[derive(Debug, Clone, Default)]
pub(super) struct State {
    // Shared until changed: every pipe and subshell takes a copy of the state.
    vars: Rc<Vec<(String, Vec<Var>)>>,
    functions: Rc<Vec<(String, Rc<Command>)>>,
    aliases: Rc<Vec<(String, String)>>,
    /// Variables that the text has unset: whatever the environment held, they are nothing now.
    gone: Rc<Vec<String>>,
    /// `$1 …`; `None` where the text does not say.
    pub positional: Option<Vec<Value>>,
    /// Where we may be. `None` is "somewhere".
    pub cwd: Vec<Option<String>>,
}

impl State {
    pub fn at(cwd: Option<String>) -> Self {
        State { cwd: vec![cwd], ..State::default() }
    }

    /// Whether a variable or the folder may be one of several.
    pub fn has_alternatives(&self) -> bool {
        self.cwd.len() > 1 || self.vars.iter().any(|(_, values)| values.len() > 1)
    }

    /// Whether the text has set no variable, function or alias so far.
    pub fn is_untouched(&self) -> bool {
        self.vars.is_empty() && self.functions.is_empty() && self.aliases.is_empty()
    }

    pub fn get(&self, name: &str) -> Option<&[Var]> {
        self.vars.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v.as_slice())
    }

    /// Variables of which the text says exactly what they hold.
    pub fn known_variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.vars.iter().filter_map(|(name, values)| match values.as_slice() {
            [Var::Scalar(value)] => value.known().map(|text| (name.as_str(), text)),
            _ => None,
        })
    }

    /// Whether the text has unset it, and not set it again since.
    pub fn is_gone(&self, name: &str) -> bool {
        self.gone.iter().any(|n| n == name)
    }

    pub fn set(&mut self, name: &str, var: Var) {
        if self.is_gone(name) {
            Rc::make_mut(&mut self.gone).retain(|n| n != name);
        }
        let vars = Rc::make_mut(&mut self.vars);
        match vars.iter_mut().find(|(n, _)| n == name) {
            Some((_, slot)) => *slot = vec![var],
            None => vars.push((name.to_owned(), vec![var])),
        }
    }

    pub fn unset(&mut self, name: &str) {
        Rc::make_mut(&mut self.vars).retain(|(n, _)| n != name);
        Rc::make_mut(&mut self.functions).retain(|(n, _)| n != name);
        if !self.is_gone(name) {
            Rc::make_mut(&mut self.gone).push(name.to_owned());
        }
    }

    pub fn define(&mut self, name: &str, body: &Rc<Command>) {
        let functions = Rc::make_mut(&mut self.functions);
        functions.retain(|(n, _)| n != name);
        functions.push((name.to_owned(), Rc::clone(body)));
    }

    /// All bodies a name may have: branches can define it twice.
    pub fn functions(&self, name: &str) -> Vec<Rc<Command>> {
        self.functions.iter().filter(|(n, _)| n == name).map(|(_, b)| Rc::clone(b)).collect()
    }

    pub fn alias(&mut self, name: &str, text: &str) {
        let aliases = Rc::make_mut(&mut self.aliases);
        aliases.retain(|(n, _)| n != name);
        aliases.push((name.to_owned(), text.to_owned()));
    }

    pub fn alias_of(&self, name: &str) -> Option<&str> {
        self.aliases.iter().find(|(n, _)| n == name).map(|(_, t)| t.as_str())
    }

    pub fn unalias(&mut self, name: &str) {
        Rc::make_mut(&mut self.aliases).retain(|(n, _)| n != name);
    }

    /// Something that cannot be read may have set any variable.
    pub fn blur(&mut self) {
        self.gone = Rc::default();
        for (name, values) in Rc::make_mut(&mut self.vars) {
            let unknown = Var::Scalar(Value::unknown(Source::Variable(name.clone())));
            if !values.contains(&unknown) {
                values.insert(0, unknown);
            }
        }
    }

    /// Variables that have other values than in the other state may have any value. Whether there are such.
    pub fn blur_changed(&mut self, other: &State) -> bool {
        if Rc::ptr_eq(&self.vars, &other.vars) {
            return false;
        }
        let mut any = false;
        for (name, values) in Rc::make_mut(&mut self.vars) {
            let unknown = Var::Scalar(Value::unknown(Source::Variable(name.clone())));
            if other.get(name) != Some(values.as_slice()) && !values.contains(&unknown) {
                values.insert(0, unknown);
                any = true;
            }
        }
        any
    }

    pub fn restore(&mut self, name: &str, values: Option<Vec<Var>>) {
        let vars = Rc::make_mut(&mut self.vars);
        vars.retain(|(n, _)| n != name);
        vars.extend(values.map(|v| (name.to_owned(), v)));
    }

    /// Either this state or the other holds from here on.
    pub fn merge(&mut self, other: State) {
        if !Rc::ptr_eq(&self.gone, &other.gone) {
            Rc::make_mut(&mut self.gone).retain(|name| other.is_gone(name));
        }
        if !Rc::ptr_eq(&self.vars, &other.vars) {
            let mine = Rc::make_mut(&mut self.vars);
            for (name, vars) in other.vars.iter() {
                match mine.iter_mut().find(|(n, _)| n == name) {
                    Some((_, values)) => join(values, vars, name),
                    None => {
                        let mut values = vec![Var::Scalar(Value::unknown(Source::Variable(name.clone())))];
                        join(&mut values, vars, name);
                        mine.push((name.clone(), values));
                    }
                }
            }
        }
        if !Rc::ptr_eq(&self.functions, &other.functions) {
            let mine = Rc::make_mut(&mut self.functions);
            for (name, body) in other.functions.iter() {
                if !mine.iter().any(|(n, b)| n == name && Rc::ptr_eq(b, body)) {
                    mine.push((name.clone(), Rc::clone(body)));
                }
            }
        }
        if !Rc::ptr_eq(&self.aliases, &other.aliases) {
            for (name, text) in other.aliases.iter() {
                if self.alias_of(name).is_none() {
                    Rc::make_mut(&mut self.aliases).push((name.clone(), text.clone()));
                }
            }
        }
        for cwd in other.cwd {
            if !self.cwd.contains(&cwd) && self.cwd.len() < MAX_ALTERNATIVES {
                self.cwd.push(cwd);
            }
        }
    }
}

fn join(mine: &mut Vec<Var>, theirs: &[Var], name: &str) {
    for var in theirs {
        if !mine.contains(var) {
            mine.push(var.clone());
        }
    }
    if mine.len() > MAX_ALTERNATIVES {
        *mine = vec![Var::Scalar(Value { parts: vec![Part::Unknown(Source::Variable(name.to_owned()))] })];
    }
}
