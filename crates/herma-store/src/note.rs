//! Notes: small things that must outlive a process and that are nobody's decision. Credentials, questions, how far a chat was
//! read.

use crate::Millis;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What it is a note of; each part of Herma has its own.
    pub kind: String,
    pub key: String,
    pub body: String,
    /// Past this it is not there any more.
    pub until: Option<Millis>,
}

impl Note {
    pub fn new(kind: &str, key: &str, body: impl Into<String>) -> Self {
        Note { kind: kind.to_owned(), key: key.to_owned(), body: body.into(), until: None }
    }

    #[must_use]
    pub fn until(mut self, until: Millis) -> Self {
        self.until = Some(until);
        self
    }

    pub(crate) fn is_there(&self, now: Millis) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}
