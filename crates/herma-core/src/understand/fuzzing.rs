//! Doors for the fuzz targets (`fuzz/`) into what is otherwise private. No part of the product.

use super::arith;
use super::field::{Field, Value};
use super::filter;
use super::place::Placed;
use super::walk::Walker;
use crate::effect::Span;
use crate::policy::Policy;
use crate::shell;
use crate::shell::syntax::Command;
use crate::world::World;

/// What the words of a command become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// Every list of fields that it may be: branches leave several values. `None` is a field that is not wholly
    /// known.
    pub choices: Vec<Vec<Option<String>>>,
    /// A bound was reached, so that the fields say nothing.
    pub bounded: bool,
}

/// The value of an arithmetic expression, where it is constant; `x` is 7.
pub fn arithmetic(text: &str) -> Option<i64> {
    arith::evaluate(text, &|name| (name == "x").then_some(7))
}

/// What a pure program prints, where that is computed.
pub fn filter(name: &str, args: &[&str], stdin: &str) -> Option<String> {
    let args: Vec<Field> = args.iter().map(|a| Field::text(*a, Span::default())).collect();
    filter::output(name, &args, &Value::text(stdin)).and_then(|value| value.known().map(str::to_owned))
}

/// The words of the last simple command of a text, expanded after all before it was walked. `None` where the text
/// cannot be read, or does not end in a simple command.
pub fn expand_last(text: &str, world: &dyn World) -> Option<Expanded> {
    let mut script = shell::parse(text).ok()?;
    let last = script.items.pop()?;
    let Command::Simple(simple) = last.first.commands.last()? else { return None };
    let policy = Policy::default();
    let mut walker = Walker::new(world, &policy, None, None);
    walker.list(&script, &Value::default());
    let known = |fields: Vec<Field>| fields.iter().map(|field| field.known().map(str::to_owned)).collect();
    let fields = |walker: &mut Walker<'_>| simple.words.iter().flat_map(|w| walker.fields_of(w)).collect();
    let choices = walker.for_every_value(fields).into_iter().map(known).collect();
    Some(Expanded { choices, bounded: walker.bounded })
}

/// Places a path that is known to the last character.
pub fn place(path: &str, world: &dyn World) -> Placed {
    Walker::new(world, &Policy::default(), None, None).place(&Value::text(path))
}
