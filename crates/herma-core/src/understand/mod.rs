//! Understanding: from a call to its effects.
//!
//! The walker goes through the syntax tree as the shell would, with what is constant evaluated and what is not
//! kept as *unknown, from there*. Nothing is run; nothing in here touches the machine but through the World.

#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
pub mod glob;
pub mod place;

mod apply;
mod arith;
mod brace;
mod builtin;
mod carry;
mod command;
mod effects;
mod environment;
mod expand;
mod field;
mod filter;
mod kill;
mod network;
mod options;
mod redirect;
mod special;
mod state;
mod tools;
mod verbs;
mod walk;

pub(crate) use tools::{Area, assess_call};
