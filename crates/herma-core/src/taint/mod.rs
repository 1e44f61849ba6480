//! Taint: what strangers wrote and the agent has read, and what it then wants to do (`docs/taint.md`).
//!
//! [`read`] looks at what a tool gave back: is it a stranger's text, does something in it speak to an agent instead of a
//! reader, and which names would stand in a call that obeys. Later, `mark` looks whether a call does. Both are functions
//! of their arguments; keeping the notes in between is the binary's part.
//!
//! A text that looks like an order is only worth a question when a call carries it out: the words are cheap to write by
//! accident, the obedience is not.

mod lists;
mod mark;
mod names;
mod order;
mod segment;
mod source;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

pub(crate) use mark::mark;
pub use source::downloads;

use crate::call::{Taint, ToolCall};

/// As much of a result as is read: what agents themselves read of a page is not much more.
pub const RESULT_MAX: usize = 64 << 10;
/// Names that are kept of one text.
pub const NAMES_MAX: usize = 24;
/// A name, a source and an order are words, not pages.
pub const WORDS_MAX: usize = 240;

/// What a tool has given back, if strangers wrote it. `downloaded` are files and folders that came from outside earlier in
/// the session.
pub fn read(call: &ToolCall, result: &str, downloaded: &[String]) -> Option<Taint> {
    let source = source::of(call, downloaded)?;
    let found = order::find(bounded(result).as_ref());
    Some(Taint { source: cut(&source), order: found.order, names: found.names, more: found.more })
}

/// Whether there is anything to note about what this call gives back.
pub fn concerns(call: &ToolCall, downloaded: &[String]) -> bool {
    source::of(call, downloaded).is_some() || !source::downloads(call).is_empty()
}

/// Beginning and end: an order that is to be obeyed stands where it is read.
fn bounded(text: &str) -> std::borrow::Cow<'_, str> {
    if text.len() <= RESULT_MAX {
        return text.into();
    }
    let head = text.get(..text.floor_char_boundary(RESULT_MAX / 4 * 3)).unwrap_or_default();
    let tail = text.get(text.ceil_char_boundary(text.len() - RESULT_MAX / 4)..).unwrap_or_default();
    format!("{head}\n\n{tail}").into()
}

fn cut(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match plain.len() <= WORDS_MAX {
        true => plain,
        false => format!("{}…", plain.get(..plain.floor_char_boundary(WORDS_MAX)).unwrap_or_default()),
    }
}
