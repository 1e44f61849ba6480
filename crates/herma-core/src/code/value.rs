//! What is known of a value while the code is walked, and the few sums that can be done with it.

use std::rc::Rc;

use super::api::Op;
use super::{CodePart, CodeText};

/// Longest text that is put together; past it the rest is unknown. Doubling a string must not cost memory.
pub(super) const MAX_TEXT: usize = 32 * 1024;
/// Most parts a text is kept in; past it the rest is left out, which is as good as unknown.
const MAX_PARTS: usize = 64;
/// Most values that one name is followed as.
pub(super) const MAX_CHOICES: usize = 8;
/// Most elements of a list that are acted on one by one.
pub(super) const MAX_ELEMENTS: usize = 64;

#[derive(Debug, Clone)]
pub(super) enum Value {
    Unknown,
    Text(Rc<CodeText>),
    Num(i64),
    List(Rc<Items<Value>>),
    Dict(Rc<Items<(String, Value)>>),
    /// A module or class; the name is a key of the `api` tables.
    Module(&'static str),
    /// An object of a kind that the `api` tables list (`@path`, `@sock`, …), with the text that matters about it.
    Obj(&'static str, Rc<CodeText>),
    /// A listed function, with its receiver when it is a method.
    Fn(&'static Op, Option<Rc<Value>>),
    /// A function of the text itself.
    User(u32),
    /// One of these, nobody can say which.
    OneOf(Rc<Items<Value>>),
}

/// Several values that belong together. They are shared, so that a list of lists of lists could be far larger than
/// the text that made it; the weight keeps every walk over one short.
#[derive(Debug)]
pub(super) struct Items<T> {
    items: Vec<T>,
    weight: usize,
}

/// Most values in a value, those inside others included.
const MAX_WEIGHT: usize = 1024;

impl<T> std::ops::Deref for Items<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

/// What is too heavy becomes unknown; what is too many is left out.
fn weigh<T>(mut items: Vec<T>, of: impl Fn(&mut T) -> &mut Value) -> Rc<Items<T>> {
    items.truncate(MAX_WEIGHT / 2);
    let mut weight = 1;
    for item in &mut items {
        let value = of(item);
        let heavy = match value {
            Value::List(l) | Value::OneOf(l) => l.weight,
            Value::Dict(d) => d.weight,
            Value::Fn(_, Some(receiver)) => match &**receiver {
                Value::List(l) | Value::OneOf(l) => l.weight,
                Value::Dict(d) => d.weight,
                Value::Fn(..) => MAX_WEIGHT,
                _ => 1,
            },
            _ => 1,
        };
        if weight + heavy > MAX_WEIGHT {
            *value = Value::Unknown;
            weight += 1;
        } else {
            weight += heavy;
        }
    }
    Rc::new(Items { items, weight })
}

/// How many values are looked at for what they hold of the environment.
pub(super) const MAX_LOOK: usize = 64;

/// A text that nobody can say, made of these: what they hold of the environment it holds too.
pub(super) fn made_of<'v>(values: impl Iterator<Item = &'v Value>) -> Value {
    let (mut left, mut parts) = (MAX_LOOK, Vec::new());
    for value in values {
        value.of_environment(&mut left, &mut parts);
    }
    if parts.is_empty() { Value::Unknown } else { Value::of(CodeText { parts }) }
}

/// Something that came over the network.
pub(super) const REMOTE: &str = "@remote";
/// A member of a module that matters, picked by an unknown name.
pub(super) const DARK: &str = "@dark";

impl Value {
    pub fn text(t: impl Into<String>) -> Value {
        Value::Text(Rc::new(CodeText::new(t)))
    }

    pub fn list(items: Vec<Value>) -> Value {
        Value::List(weigh(items, |v| v))
    }

    pub fn dict(rows: Vec<(String, Value)>) -> Value {
        Value::Dict(weigh(rows, |r| &mut r.1))
    }

    pub fn choice(items: Vec<Value>) -> Value {
        Value::OneOf(weigh(items, |v| v))
    }

    pub fn of(t: CodeText) -> Value {
        Value::Text(Rc::new(t))
    }

    pub fn obj(kind: &'static str, t: CodeText) -> Value {
        Value::Obj(kind, Rc::new(t))
    }

    pub fn remote() -> Value {
        Value::Obj(REMOTE, Rc::default())
    }

    pub fn is_remote(&self) -> bool {
        matches!(self, Value::Obj(REMOTE, _))
    }

    /// The whole text, if it is one and all of it is known.
    pub fn known(&self) -> Option<&str> {
        match self {
            Value::Text(t) => t.known(),
            _ => None,
        }
    }

    /// The value as a text, unknown where it is none.
    pub fn to_text(&self) -> CodeText {
        match self {
            Value::Text(t) => (**t).clone(),
            Value::Obj("@path" | "@paths" | "@names" | "@file" | "@bunfile", t) => (**t).clone(),
            Value::Obj("@env", _) => CodeText { parts: vec![CodePart::Env(String::new())] },
            Value::Num(n) => CodeText::new(n.to_string()),
            Value::List(l) if l.len() == 1 => l.first().map_or_else(CodeText::unknown, Value::to_text),
            _ => CodeText::unknown(),
        }
    }

    /// What it may be, one by one, lists opened.
    pub fn each(&self, out: &mut Vec<Value>) {
        if out.len() >= MAX_ELEMENTS {
            return;
        }
        match self {
            Value::List(items) => items.iter().for_each(|v| v.each(out)),
            Value::OneOf(items) => items.iter().for_each(|v| v.each(out)),
            v => out.push(v.clone()),
        }
    }

    /// What it holds of the environment, as far as a short look goes.
    pub fn of_environment(&self, left: &mut usize, out: &mut Vec<CodePart>) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        match self {
            Value::Text(t) => {
                for part in t.parts.iter().filter(|p| matches!(p, CodePart::Env(_))) {
                    if !out.contains(part) {
                        out.push(part.clone());
                    }
                }
            }
            Value::Obj("@env", _) => out.extend(self.to_text().parts),
            Value::List(items) => items.iter().for_each(|v| v.of_environment(left, out)),
            Value::OneOf(items) => items.iter().for_each(|v| v.of_environment(left, out)),
            Value::Dict(rows) => rows.iter().for_each(|(_, v)| v.of_environment(left, out)),
            _ => {}
        }
    }

    /// What a loop over it hands out.
    pub fn element(&self) -> Value {
        match self {
            Value::List(items) => one_of(items.iter().take(MAX_ELEMENTS).cloned()),
            Value::OneOf(items) => one_of(items.iter().map(Value::element)),
            Value::Obj("@paths", t) => Value::Obj("@path", t.clone()),
            Value::Obj("@names", t) => Value::Text(t.clone()),
            Value::Obj("@walk", t) => {
                // The folder itself comes first, with all that is directly in it.
                let below = (**t).clone();
                let name = Value::of(CodeText { parts: vec![CodePart::Each] });
                let names = Value::obj("@names", name.to_text());
                Value::list(vec![Value::of(below), names.clone(), names])
            }
            Value::Obj("@env", _) => Value::of(self.to_text()),
            Value::Obj(k, _) if *k == REMOTE => self.clone(),
            _ => Value::Unknown,
        }
    }
}

/// One of several: equal to the value itself when there is only one.
pub(super) fn one_of(items: impl IntoIterator<Item = Value>) -> Value {
    let mut out: Vec<Value> = Vec::new();
    let mut unknown = false;
    for item in items {
        match item {
            Value::OneOf(inner) => out.extend(inner.iter().cloned()),
            // One "unknown" says as much as ten.
            Value::Unknown if unknown => {}
            Value::Unknown => {
                unknown = true;
                out.push(Value::Unknown);
            }
            v => out.push(v),
        }
        if out.len() > MAX_ELEMENTS {
            return Value::Unknown;
        }
    }
    match out.len() {
        0 => Value::Unknown,
        1 => out.pop().unwrap_or(Value::Unknown),
        _ => Value::choice(out),
    }
}

/// Adds a part, melting texts together.
pub(super) fn append(mut text: CodeText, part: CodePart) -> CodeText {
    push(&mut text, part);
    text
}

pub(super) fn push(text: &mut CodeText, part: CodePart) {
    let size: usize = text.parts.iter().map(|p| if let CodePart::Text(t) = p { t.len() } else { 1 }).sum();
    if size > MAX_TEXT || text.parts.len() > MAX_PARTS {
        return;
    }
    match (text.parts.last_mut(), part) {
        (_, CodePart::Text(t)) if t.is_empty() => {}
        (Some(CodePart::Text(last)), CodePart::Text(t)) => {
            if last.len() + t.len() > MAX_TEXT {
                text.parts.push(CodePart::Unknown);
            } else {
                last.push_str(&t);
            }
        }
        (Some(CodePart::Unknown), CodePart::Unknown) => {}
        (_, part) => text.parts.push(part),
    }
}

pub(super) fn join_texts(mut a: CodeText, b: &CodeText) -> CodeText {
    for part in &b.parts {
        push(&mut a, part.clone());
    }
    a
}

/// `a` followed by `b`; every way round when either is one of several.
pub(super) fn concat(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Num(x), Value::Num(y)) => x.checked_add(*y).map_or(Value::Unknown, Value::Num),
        (Value::List(x), Value::List(y)) => {
            Value::list(x.iter().chain(y.iter()).take(MAX_ELEMENTS * 4).cloned().collect())
        }
        (Value::List(x), _) => {
            Value::list(x.iter().cloned().chain([Value::Unknown]).take(MAX_ELEMENTS * 4).collect())
        }
        (Value::OneOf(x), y) => choices(x.iter().map(|v| concat(v, y)), x.len()),
        (x, Value::OneOf(y)) => choices(y.iter().map(|v| concat(x, v)), y.len()),
        (Value::Obj("@content", t), _) | (_, Value::Obj("@content", t)) => Value::Obj("@content", t.clone()),
        (Value::Unknown, Value::Unknown) => Value::Unknown,
        // A number or nothing in front of an unknown may be arithmetic: no text to speak of.
        (Value::Num(_), Value::Unknown) | (Value::Unknown, Value::Num(_)) => Value::Unknown,
        (x, _) if x.is_remote() => x.clone(),
        (_, y) if y.is_remote() && !matches!(a, Value::Text(_)) => y.clone(),
        (x, y) => Value::of(join_texts(x.to_text(), &y.to_text())),
    }
}

fn choices(items: impl Iterator<Item = Value>, n: usize) -> Value {
    if n > MAX_CHOICES * 2 { Value::Unknown } else { one_of(items) }
}

/// Joins paths as the languages do: an absolute second part replaces the first.
pub(super) fn join_path(a: &CodeText, b: &CodeText) -> CodeText {
    let head = b.prefix();
    if head.starts_with('/') || head.starts_with('~') || a.parts.is_empty() {
        return b.clone();
    }
    if b.parts.is_empty() {
        return a.clone();
    }
    let mut out = a.clone();
    let slash = match out.parts.last() {
        Some(CodePart::Text(t)) => !t.ends_with('/') && !t.is_empty(),
        Some(CodePart::Unknown | CodePart::Env(_) | CodePart::Each) => true,
        None => false,
    };
    if slash && !head.starts_with('/') {
        push(&mut out, CodePart::Text("/".into()));
    }
    join_texts(out, b)
}

/// The stars of a glob pattern become "each".
pub(super) fn glob(pattern: &CodeText) -> CodeText {
    let mut out = CodeText::default();
    for part in &pattern.parts {
        let CodePart::Text(t) = part else {
            push(&mut out, part.clone());
            continue;
        };
        let mut rest = t.as_str();
        while let Some(star) = rest.find(['*', '?']) {
            let (before, after) = rest.split_at(star);
            push(&mut out, CodePart::Text(before.to_owned()));
            if out.parts.last() != Some(&CodePart::Each) {
                out.parts.push(CodePart::Each);
            }
            rest = after.trim_start_matches(['*', '?']);
        }
        push(&mut out, CodePart::Text(rest.to_owned()));
    }
    out
}

/// Everything becomes "some of it": a filter stands between the listing and the act.
pub(super) fn filtered(value: &Value) -> Value {
    let some = |t: &Rc<CodeText>| {
        if !t.parts.contains(&CodePart::Each) {
            return t.clone();
        }
        let parts = t.parts.iter().map(|p| if *p == CodePart::Each { CodePart::Unknown } else { p.clone() });
        Rc::new(CodeText { parts: parts.collect() })
    };
    match value {
        Value::Text(t) => Value::Text(some(t)),
        Value::Obj(kind, t) => Value::Obj(kind, some(t)),
        Value::List(items) => Value::list(items.iter().map(filtered).collect()),
        Value::OneOf(items) => Value::choice(items.iter().map(filtered).collect()),
        v => v.clone(),
    }
}

/// The directory a path lies in, unknown when its last part is.
pub(super) fn parent(path: &CodeText) -> CodeText {
    let mut out = path.clone();
    match out.parts.pop() {
        Some(CodePart::Text(t)) => match t.trim_end_matches('/').rfind('/') {
            Some(0) => push(&mut out, CodePart::Text("/".into())),
            Some(n) => push(&mut out, CodePart::Text(t.get(..n).unwrap_or_default().to_owned())),
            None if t == "~" => return CodeText::new("~/.."),
            None if out.parts.is_empty() => return CodeText::new("."),
            None => return CodeText::unknown(),
        },
        Some(CodePart::Unknown | CodePart::Env(_) | CodePart::Each) => match out.parts.last() {
            Some(CodePart::Text(t)) if t.ends_with('/') && t.len() > 1 => {
                let t = t.trim_end_matches('/').to_owned();
                out.parts.pop();
                push(&mut out, CodePart::Text(t));
            }
            _ => return CodeText::unknown(),
        },
        None => return CodeText::unknown(),
    }
    out
}
