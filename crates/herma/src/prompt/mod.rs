//! The terminal prompt: what a person is shown, and what they answer (design, section 6).
//!
//! | file | is |
//! |---|---|
//! | `request` | what is asked, and what can be answered |
//! | `visible`, `look_alike` | bytes made fit to be looked at |
//! | `line`, `body`, `fold`, `panel` | a request as rows of a screen of any size |
//! | `keys`, `field`, `machine` | bytes of a keyboard as keys, keys as answers |

mod body;
mod field;
mod fold;
mod keys;
mod line;
mod look_alike;
mod machine;
mod panel;
mod request;
#[cfg(test)]
mod samples;
mod visible;

pub use request::{Answer, Choice, Command, Denier, Digits, Request, Scope, Sentence, marks_of, two_digits};
