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
    vars: Vec<(String, Vec<Var>)>,
    functions: Vec<(String, Rc<Command>)>,
    aliases: Vec<(String, String)>,
    /// `$1 …`; `None` where the text does not say.
    pub positional: Option<Vec<Value>>,
    /// Where we may be. `None` is "somewhere".
    pub cwd: Vec<Option<String>>,
}

impl State {
    pub fn at(cwd: Option<String>) -> Self {
        State { cwd: vec![cwd], ..State::default() }
    }

    pub fn get(&self, name: &str) -> Option<&[Var]> {
        self.vars.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v.as_slice())
    }

    pub fn set(&mut self, name: &str, var: Var) {
        match self.vars.iter_mut().find(|(n, _)| n == name) {
            Some((_, slot)) => *slot = vec![var],
            None => self.vars.push((name.to_owned(), vec![var])),
        }
    }

    pub fn unset(&mut self, name: &str) {
        self.vars.retain(|(n, _)| n != name);
        self.functions.retain(|(n, _)| n != name);
    }

    pub fn define(&mut self, name: &str, body: &Rc<Command>) {
        self.functions.retain(|(n, _)| n != name);
        self.functions.push((name.to_owned(), Rc::clone(body)));
    }

    /// All bodies a name may have: branches can define it twice.
    pub fn functions(&self, name: &str) -> Vec<Rc<Command>> {
        self.functions.iter().filter(|(n, _)| n == name).map(|(_, b)| Rc::clone(b)).collect()
    }

    pub fn alias(&mut self, name: &str, text: &str) {
        self.aliases.retain(|(n, _)| n != name);
        self.aliases.push((name.to_owned(), text.to_owned()));
    }

    pub fn alias_of(&self, name: &str) -> Option<&str> {
        self.aliases.iter().find(|(n, _)| n == name).map(|(_, t)| t.as_str())
    }

    pub fn unalias(&mut self, name: &str) {
        self.aliases.retain(|(n, _)| n != name);
    }

    /// Something that cannot be read may have set any variable.
    pub fn blur(&mut self) {
        for (name, values) in &mut self.vars {
            let unknown = Var::Scalar(Value::unknown(Source::Variable(name.clone())));
            if !values.contains(&unknown) {
                values.insert(0, unknown);
            }
        }
    }

    pub fn restore(&mut self, name: &str, values: Option<Vec<Var>>) {
        self.vars.retain(|(n, _)| n != name);
        self.vars.extend(values.map(|v| (name.to_owned(), v)));
    }

    /// Either this state or the other holds from here on.
    pub fn merge(&mut self, other: State) {
        for (name, vars) in other.vars {
            match self.vars.iter_mut().find(|(n, _)| *n == name) {
                Some((_, mine)) => join(mine, vars, &name),
                None => {
                    let mut mine = vec![Var::Scalar(Value::unknown(Source::Variable(name.clone())))];
                    join(&mut mine, vars, &name);
                    self.vars.push((name, mine));
                }
            }
        }
        for (name, body) in other.functions {
            if !self.functions.iter().any(|(n, b)| *n == name && Rc::ptr_eq(b, &body)) {
                self.functions.push((name, body));
            }
        }
        for (name, text) in other.aliases {
            if self.alias_of(&name).is_none() {
                self.aliases.push((name, text));
            }
        }
        for cwd in other.cwd {
            if !self.cwd.contains(&cwd) && self.cwd.len() < MAX_ALTERNATIVES {
                self.cwd.push(cwd);
            }
        }
    }
}

fn join(mine: &mut Vec<Var>, theirs: Vec<Var>, name: &str) {
    for var in theirs {
        if !mine.contains(&var) {
            mine.push(var);
        }
    }
    if mine.len() > MAX_ALTERNATIVES {
        *mine = vec![Var::Scalar(Value { parts: vec![Part::Unknown(Source::Variable(name.to_owned()))] })];
    }
}
