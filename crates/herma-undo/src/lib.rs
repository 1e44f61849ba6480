//! The way back: what lies at a few paths is kept before a call changes it, and put back on a person's word.
//!
//! [`keep`] copies what is there; [`Entry::settle`] notes what the call left; [`undo`] puts everything back that is still
//! as the call left it, and nothing else. Whatever cannot be kept exactly is not kept at all: then there is no way back, and
//! nobody is told that there is one. This crate knows disks, and nothing of calls, verdicts or people.

#![forbid(unsafe_code)]

mod blob;
mod entry;
mod error;
mod keep;
mod name;
mod node;
mod plan;
mod restore;
mod tree;

pub use entry::{About, Entry, Standing, clean_up, entries, find};
pub use error::Refusal;
pub use keep::{Lasting, keep, measure, measure_each};
pub use name::Name;
pub use node::{Node, What};
pub use plan::{Left, Why};
#[doc(hidden)]
pub use restore::undo_with;
pub use restore::{Force, Preview, Undone, undo};
pub use tree::{Limits, Measure};

/// Milliseconds since the epoch.
pub type Millis = i64;
