//! What the shell would know at a point of the text: variables, functions, aliases, the working directory.

use super::field::{Part, Source, Value};
use crate::shell::syntax::Command;
use crate::work::charge;
use std::rc::Rc;

/// Names that are compared, or copied, in one unit of work.
const COMPARED: usize = 16;
const COPIED: usize = 2;

/// Values a variable may have at once, after branches. More than this is "unknown".
const MAX_ALTERNATIVES: usize = 6;

/// Values kept of what is not followed. Past this a name with more may hold anything.
const MAX_LOST: usize = 512;

/// A name, what it stands for, and the file that says so, if it is not the call's own text.
type Defined<T> = (String, T, Option<Rc<str>>);

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Var {
    Scalar(Value),
    /// Shared: a list is looked at far more often than it is changed, and may be as long as the text.
    Array(Rc<Vec<Value>>),
}

impl Var {
    pub fn list(values: Vec<Value>) -> Self {
        Var::Array(Rc::new(values))
    }
}

/// The branch that a work tree is on, as far as the text says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    /// As it was before the call.
    OnDisk,
    Named(String),
    Unknown,
}

#[derive(Debug, Clone, Default)]
pub(super) struct State {
    // Shared until changed: every pipe and subshell takes a copy of the state.
    vars: Rc<Vec<(String, Vec<Var>)>>,
    functions: Rc<Vec<Defined<Rc<Command>>>>,
    aliases: Rc<Vec<Defined<String>>>,
    /// Variables that the text has unset: whatever the environment held, they are nothing now.
    gone: Rc<Vec<String>>,
    /// Values that were given to a name, or an element of it, whose place is not followed: `a[$i]=x`.
    lost: Rc<Vec<(String, Value)>>,
    /// Names with more such values than are kept.
    lost_count: Rc<Vec<String>>,
    /// Where a name leads before `PATH` is looked at: `hash -p`, `BASH_CMDS`.
    hashed: Rc<Vec<(String, Value)>>,
    /// Work trees whose branch the text changes, and the branches that each may be on.
    heads: Rc<Vec<(String, Vec<Head>)>>,
    /// `$1 …`; `None` where the text does not say.
    pub positional: Option<Rc<Vec<Value>>>,
    /// Where we may be. `None` is "somewhere".
    pub cwd: Vec<Option<String>>,
    /// Standard input of the shell.
    pub input: Rc<Value>,
}

/// What is shared, to be changed here alone: a copy of the whole list where another state holds it as well.
fn own<T: Clone>(list: &mut Rc<Vec<T>>) -> &mut Vec<T> {
    charge(list.len() / if Rc::strong_count(list) > 1 { COPIED } else { COMPARED });
    Rc::make_mut(list)
}

/// How many entries stand at the start of both: lists that began as one and grew differ only behind that.
fn shared<T>(mine: &[T], theirs: &[T], same: impl Fn(&T, &T) -> bool) -> usize {
    charge(mine.len().min(theirs.len()) / COMPARED);
    mine.iter().zip(theirs).take_while(|(a, b)| same(a, b)).count()
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
        self.vars.is_empty() && self.functions.is_empty() && self.aliases.is_empty() && self.hashed.is_empty()
    }

    pub fn get(&self, name: &str) -> Option<&[Var]> {
        charge(self.vars.len() / COMPARED);
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
        charge(self.gone.len() / COMPARED);
        self.gone.iter().any(|n| n == name)
    }

    pub fn set(&mut self, name: &str, var: Var) {
        if self.is_gone(name) {
            Rc::make_mut(&mut self.gone).retain(|n| n != name);
        }
        let vars = own(&mut self.vars);
        match vars.iter_mut().find(|(n, _)| n == name) {
            Some((_, slot)) => *slot = vec![var],
            None => vars.push((name.to_owned(), vec![var])),
        }
    }

    pub fn unset(&mut self, name: &str) {
        own(&mut self.vars).retain(|(n, _)| n != name);
        if self.is_function(name) {
            own(&mut self.functions).retain(|(n, ..)| n != name);
        }
        if !self.is_gone(name) {
            own(&mut self.gone).push(name.to_owned());
        }
    }

    pub fn define(&mut self, name: &str, body: &Rc<Command>, file: Option<Rc<str>>) {
        let functions = own(&mut self.functions);
        functions.retain(|(n, ..)| n != name);
        functions.push((name.to_owned(), Rc::clone(body), file));
    }

    pub fn is_function(&self, name: &str) -> bool {
        charge(self.functions.len() / COMPARED);
        self.functions.iter().any(|(n, ..)| n == name)
    }

    /// All bodies a name may have: branches can define it twice.
    pub fn functions(&self, name: &str) -> Vec<(Rc<Command>, Option<Rc<str>>)> {
        let named = self.functions.iter().filter(|(n, ..)| n == name);
        named.map(|(_, body, file)| (Rc::clone(body), file.clone())).collect()
    }

    pub fn alias(&mut self, name: &str, text: &str, file: Option<Rc<str>>) {
        let aliases = own(&mut self.aliases);
        aliases.retain(|(n, ..)| n != name);
        aliases.push((name.to_owned(), text.to_owned(), file));
    }

    pub fn alias_of(&self, name: &str) -> Option<&str> {
        charge(self.aliases.len() / COMPARED);
        self.aliases.iter().find(|(n, ..)| n == name).map(|(_, t, _)| t.as_str())
    }

    /// The file that defines an alias.
    pub fn alias_file(&self, name: &str) -> Option<Rc<str>> {
        self.aliases.iter().find(|(n, ..)| n == name).and_then(|(.., file)| file.clone())
    }

    pub fn unalias(&mut self, name: &str) {
        own(&mut self.aliases).retain(|(n, ..)| n != name);
    }

    /// Keeps a value of which it is no longer known where it stands.
    pub fn lose(&mut self, name: &str, value: &Value) {
        if super::evaluate::is_plain(value) {
            return;
        }
        charge(self.lost.len() / COMPARED);
        if self.lost.iter().any(|(n, v)| n == name && v == value) {
            return;
        }
        if self.lost.len() < MAX_LOST {
            own(&mut self.lost).push((name.to_owned(), value.clone()));
        } else if !self.lost_count.iter().any(|n| n == name) {
            own(&mut self.lost_count).push(name.to_owned());
        }
    }

    /// What a name may hold besides what is known of it; `None` if that is more than is kept.
    pub fn lost(&self, name: &str) -> Option<impl Iterator<Item = &Value>> {
        let all = !self.lost_count.iter().any(|n| n == name);
        all.then(|| self.lost.iter().filter(move |(n, _)| n == name).map(|(_, value)| value))
    }

    /// From here on the name is the program at this path.
    pub fn hash(&mut self, name: &str, path: &Value) {
        Rc::make_mut(&mut self.hashed).push((name.to_owned(), path.clone()));
    }

    /// Every path that a name was given.
    pub fn hashed(&self, name: &str) -> Vec<Value> {
        self.hashed.iter().filter(|(n, _)| n == name).map(|(_, path)| path.clone()).collect()
    }

    /// From here on this work tree is on that branch.
    pub fn set_head(&mut self, folder: &str, head: Head) {
        let heads = Rc::make_mut(&mut self.heads);
        heads.retain(|(f, _)| f != folder);
        heads.push((folder.to_owned(), vec![head]));
    }

    /// The innermost work tree around a folder of which the text said something.
    pub fn heads_at(&self, folder: &str) -> Option<(&str, &[Head])> {
        let around =
            |of: &str| folder.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let found = self.heads.iter().filter(|(of, _)| around(of)).max_by_key(|(of, _)| of.len());
        found.map(|(of, heads)| (of.as_str(), heads.as_slice()))
    }

    pub fn take_heads(&mut self, other: &State) {
        self.heads = Rc::clone(&other.heads);
    }

    /// Either the one or the other.
    fn join_heads(&mut self, other: &State) {
        if Rc::ptr_eq(&self.heads, &other.heads) {
            return;
        }
        let mine = Rc::make_mut(&mut self.heads);
        for (folder, _) in other.heads.iter() {
            if !mine.iter().any(|(f, _)| f == folder) {
                mine.push((folder.clone(), vec![Head::OnDisk]));
            }
        }
        for (folder, heads) in mine {
            let theirs = other.heads.iter().find(|(f, _)| f == folder);
            for head in theirs.map_or(&[Head::OnDisk][..], |(_, heads)| heads.as_slice()) {
                if !heads.contains(head) {
                    heads.push(head.clone());
                }
            }
            if heads.len() > MAX_ALTERNATIVES {
                *heads = vec![Head::Unknown];
            }
        }
    }

    /// `exec < FILE` in one of two branches: the input may be either.
    fn join_input(&mut self, other: &State) {
        if Rc::ptr_eq(&self.input, &other.input) || other.input.is_empty() || self.input == other.input {
            return;
        }
        self.input =
            if self.input.is_empty() { Rc::clone(&other.input) } else { Rc::new(self.input.through("exec")) };
    }

    /// Something that cannot be read may have set any variable.
    pub fn blur(&mut self) {
        self.gone = Rc::default();
        for (name, values) in own(&mut self.vars) {
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
        for (name, values) in own(&mut self.vars) {
            let unknown = Var::Scalar(Value::unknown(Source::Variable(name.clone())));
            if other.get(name) != Some(values.as_slice()) && !values.contains(&unknown) {
                values.insert(0, unknown);
                any = true;
            }
        }
        any
    }

    /// Variables that have other values later.
    pub fn set_since(&self, later: &State) -> Vec<(String, Vec<Var>)> {
        if Rc::ptr_eq(&self.vars, &later.vars) {
            return Vec::new();
        }
        let changed = later.vars.iter().filter(|(name, vars)| self.get(name) != Some(vars.as_slice()));
        changed.cloned().collect()
    }

    /// Whether a variable has other values than earlier, where those were known.
    pub fn changes_anew(&self, earlier: &State) -> bool {
        let unknown = |var: &Var| match var {
            Var::Scalar(value) => value.has_unknown(),
            Var::Array(values) => values.iter().any(Value::has_unknown),
        };
        !Rc::ptr_eq(&self.vars, &earlier.vars)
            && self.vars.iter().any(|(name, values)| match earlier.get(name) {
                Some(before) => before != values.as_slice() && !before.iter().any(unknown),
                None => true,
            })
    }

    pub fn restore(&mut self, name: &str, values: Option<Vec<Var>>) {
        let vars = own(&mut self.vars);
        vars.retain(|(n, _)| n != name);
        vars.extend(values.map(|v| (name.to_owned(), v)));
    }

    /// Variables and functions: what comparing costs.
    pub fn size(&self) -> usize {
        self.vars.len() + self.functions.len() + self.aliases.len()
    }

    /// Later the other state holds: what is read then may be either's. A name that has no value here has the one there: until
    /// it is set there is nothing in it. `arguments`: those of the other are the same shell's.
    pub fn also(&mut self, later: &State, arguments: bool) {
        if !Rc::ptr_eq(&self.vars, &later.vars) {
            let missing: Vec<_> =
                later.vars.iter().filter(|(name, _)| self.get(name).is_none()).cloned().collect();
            if !missing.is_empty() {
                own(&mut self.vars).extend(missing);
            }
        }
        if !Rc::ptr_eq(&self.aliases, &later.aliases) {
            self.aliases = Rc::clone(&later.aliases);
        }
        let same = match (&self.positional, &later.positional) {
            (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs) || mine == theirs,
            (None, None) => true,
            _ => false,
        };
        if arguments && !same {
            self.positional = None;
        }
        if later.cwd.iter().any(|cwd| !self.cwd.contains(cwd)) && self.cwd.len() >= MAX_ALTERNATIVES {
            self.cwd = vec![None];
        }
        self.merge(later.clone());
    }

    /// Either this state or the other holds from here on.
    pub fn merge(&mut self, other: State) {
        self.join_heads(&other);
        self.join_input(&other);
        if !Rc::ptr_eq(&self.gone, &other.gone) {
            Rc::make_mut(&mut self.gone).retain(|name| other.is_gone(name));
        }
        if !Rc::ptr_eq(&self.lost, &other.lost) {
            let shared = shared(&self.lost, &other.lost, |a, b| a == b);
            for (name, value) in other.lost.iter().skip(shared) {
                self.lose(name, value);
            }
        }
        if !Rc::ptr_eq(&self.lost_count, &other.lost_count) {
            for name in other.lost_count.iter() {
                if !self.lost_count.contains(name) {
                    own(&mut self.lost_count).push(name.clone());
                }
            }
        }
        if !Rc::ptr_eq(&self.hashed, &other.hashed) {
            let shared = shared(&self.hashed, &other.hashed, |a, b| a == b);
            let mine = own(&mut self.hashed);
            for entry in other.hashed.iter().skip(shared) {
                charge(mine.len() / COMPARED);
                if !mine.contains(entry) {
                    mine.push(entry.clone());
                }
            }
        }
        if !Rc::ptr_eq(&self.vars, &other.vars) {
            let mut dropped = Vec::new();
            let mine = own(&mut self.vars);
            for (at, (name, vars)) in other.vars.iter().enumerate() {
                // Most stand where they stood when the one was copied from the other.
                let at = match mine.get(at) {
                    Some((n, _)) if n == name => Some(at),
                    _ => {
                        charge(mine.len() / COMPARED);
                        mine.iter().position(|(n, _)| n == name)
                    }
                };
                match at.and_then(|at| mine.get_mut(at)) {
                    Some((_, values)) => dropped.extend(join(values, vars, name).map(|v| (name, v))),
                    None => {
                        let mut values = vec![Var::Scalar(Value::unknown(Source::Variable(name.clone())))];
                        dropped.extend(join(&mut values, vars, name).map(|v| (name, v)));
                        mine.push((name.clone(), values));
                    }
                }
            }
            for (name, vars) in dropped {
                for var in vars {
                    match var {
                        Var::Scalar(value) => self.lose(name, &value),
                        Var::Array(values) => values.iter().for_each(|value| self.lose(name, value)),
                    }
                }
            }
        }
        if !Rc::ptr_eq(&self.functions, &other.functions) {
            let shared =
                shared(&self.functions, &other.functions, |a, b| a.0 == b.0 && Rc::ptr_eq(&a.1, &b.1));
            let mine = own(&mut self.functions);
            for (name, body, file) in other.functions.iter().skip(shared) {
                charge(mine.len() / COMPARED);
                if !mine.iter().any(|(n, b, _)| n == name && Rc::ptr_eq(b, body)) {
                    mine.push((name.clone(), Rc::clone(body), file.clone()));
                }
            }
        }
        if !Rc::ptr_eq(&self.aliases, &other.aliases) {
            for (name, text, file) in other.aliases.iter() {
                if self.alias_of(name).is_none() {
                    own(&mut self.aliases).push((name.clone(), text.clone(), file.clone()));
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

/// Adds the values of the other; more than are kept become "unknown", and are given back.
fn join(mine: &mut Vec<Var>, theirs: &[Var], name: &str) -> Option<Vec<Var>> {
    for var in theirs {
        if !mine.contains(var) {
            mine.push(var.clone());
        }
    }
    (mine.len() > MAX_ALTERNATIVES).then(|| {
        let unknown = Value { parts: vec![Part::Unknown(Source::Variable(name.to_owned()))] };
        std::mem::replace(mine, vec![Var::Scalar(unknown)])
    })
}
