//! The terminal prompt: what a person is shown, and what they answer (design, section 6).
//!
//! | file | is |
//! |---|---|
//! | `herma_view` | what is asked and what can be answered; bytes made fit to be looked at: for every surface |
//! | `line`, `body`, `fold`, `panel` | a request as rows of a screen of any size |
//! | `keys`, `field`, `machine` | bytes of a keyboard as keys, keys as answers |
//! | `dialog`, `confirm`, `question` | the two things that can be asked |
//! | `paint`, `tty`, `driver` | the only ones that know a terminal |

pub mod body;
mod confirm;
#[cfg(debug_assertions)]
pub mod demo;
pub mod dialog;
mod driver;
mod field;
mod fold;
pub mod keys;
pub mod line;
pub mod machine;
pub mod paint;
pub mod panel;
pub mod question;
#[cfg(test)]
mod samples;
pub mod tty;

pub use herma_view::visible;

use herma_view::request;

pub use driver::{NoTerminal, Outside, Wait};
pub use field::MAX_CHARS as FIELD_MAX;
pub use question::Reply;
pub use request::{Answer, Choice, Command, Denier, Digits, Request, Sentence, marks_of, two_digits};

/// Asks the person at the terminal for an approval. `outside` is called about ten times a second.
pub fn confirm(
    request: &Request,
    wait: Wait,
    outside: &mut dyn FnMut() -> Outside,
) -> Result<Answer, NoTerminal> {
    driver::run(&mut confirm::Confirm::new(request), wait, outside)
}

/// Lets the person at the terminal change a line.
pub fn edit(text: &str, before: &str, wait: Wait) -> Result<Reply, NoTerminal> {
    driver::run(&mut question::Question::editing(text, before), wait, &mut || Outside::Nothing)
}

/// Puts an agent's question to the person at the terminal.
pub fn ask(text: &str, choices: Vec<String>, wait: Wait) -> Result<Reply, NoTerminal> {
    driver::run(&mut question::Question::new(text, choices), wait, &mut || Outside::Nothing)
}
