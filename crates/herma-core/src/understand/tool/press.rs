//! Clicks and keys: what is pressed says whether it matters.

use super::lexicon::{self, Form};
use super::senses::{DELETES, PAYS, PERMITS, PUBLISHES, STOPS, TELLS};

/// Words on a button that commit somebody to something, and that mean little elsewhere.
const WEIGHTY: &[&str] = &[
    "accept",
    "agree",
    "approve",
    "book",
    "confirm",
    "deploy",
    "merge",
    "order",
    "post",
    "sign",
    "submit",
    "subscribe",
    "transfer",
    "unsubscribe",
];

/// What a page is told, as opposed to what is pressed on it.
const TYPED: &[&str] = &["text", "value", "values", "url", "content", "key"];

/// An argument that says that a click buys, sends or deletes.
pub(super) fn is_weighty(key: &str, text: &str, types: bool) -> bool {
    if types && TYPED.contains(&key) || text.starts_with("http") {
        return false;
    }
    let lower = super::personal::cut(text, 2_048).to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 2).any(|word| {
        let sense = lexicon::sense(word);
        WEIGHTY.contains(&word)
            || sense.form == Form::Base
                && sense.has(DELETES | PAYS | PERMITS | PUBLISHES | STOPS | TELLS)
                && word != "reset"
    })
}
