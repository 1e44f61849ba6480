//! What the other end says about one file must be about one file.
//!
//! The service cannot read what is the agent's user's, so it is told what a script says and, apart from that, which
//! file a yes is to be bound to. Whoever speaks for the agent could say the harmless script's text and the harmful one's
//! hash: a person would approve the one, and the yes would be good for the other. So the bytes are hashed here, and a
//! hash that is not theirs ends the matter.

use herma_core::{Answer, Question};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// A file of this size is told by its hash (`world/identity.rs`).
const HASHED_MAX: usize = 1 << 20;

#[derive(Debug, Default)]
pub(super) struct Told {
    read: HashMap<String, Read>,
}

#[derive(Debug, PartialEq, Eq)]
enum Read {
    /// All of it, by its hash.
    Whole(String),
    /// As much as was asked for, and there may be more.
    Part,
    Missing,
    Unreadable,
}

impl Told {
    /// Whether an answer goes with what was said before.
    pub fn agrees(&mut self, question: Question<'_>, answer: &Answer) -> bool {
        match (question, answer) {
            (Question::Read(path, most), answer) => {
                let (read, honest) = match answer {
                    Answer::Bytes(bytes) if bytes.len() >= most => (Read::Part, bytes.len() == most),
                    Answer::Bytes(bytes) if bytes.len() > HASHED_MAX => (Read::Part, true),
                    Answer::Bytes(bytes) => (Read::Whole(hash(bytes)), true),
                    Answer::Missing => (Read::Missing, true),
                    _ => (Read::Unreadable, true),
                };
                // Judged again it may be another by now: then so is its identity, and the yes is for nothing.
                self.read.insert(path.to_owned(), read);
                honest
            }
            (Question::Identity(path), answer) => match self.read.get(path) {
                None | Some(Read::Part) => true,
                Some(Read::Whole(hash)) => said_hash(answer) == Some(hash.as_str()),
                Some(Read::Missing) => *answer == Answer::Missing,
                // Who can hash it can read it.
                Some(Read::Unreadable) => said_hash(answer).is_none(),
            },
            _ => true,
        }
    }
}

/// `/w/build.sh sha256:…`, as [`Question::Identity`] is answered.
fn said_hash(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Text(text) => text.rsplit_once(" sha256:").map(|(_, hash)| hash),
        _ => None,
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "/w/a.sh";

    fn after(read: &Answer) -> Told {
        let mut told = Told::default();
        assert!(told.agrees(Question::Read(PATH, 10), read));
        told
    }

    fn identity(hash: &str) -> Answer {
        Answer::Text(format!("{PATH} sha256:{hash}"))
    }

    #[test]
    fn one_file_is_one_file() {
        let (harmless, harmful) = (hash(b"echo"), hash(b"rm -rf ~"));
        let mut told = after(&Answer::Bytes(b"echo".to_vec()));
        assert!(told.agrees(Question::Identity(PATH), &identity(&harmless)));
        for odd in [identity(&harmful), Answer::Unknown, Answer::Missing, Answer::Text(format!("{PATH} 7 8"))]
        {
            assert!(!told.agrees(Question::Identity(PATH), &odd), "{odd:?}");
        }
        assert!(told.agrees(Question::Identity("/w/b.sh"), &identity(&harmful)), "nobody has read that one");
        // It was written to, and is judged again.
        assert!(told.agrees(Question::Read(PATH, 10), &Answer::Bytes(b"rm -rf ~".to_vec())));
        assert!(told.agrees(Question::Identity(PATH), &identity(&harmful)));
    }

    #[test]
    fn what_is_not_there_or_cannot_be_read_has_no_hash() {
        let mut told = after(&Answer::Missing);
        assert!(told.agrees(Question::Identity(PATH), &Answer::Missing));
        assert!(!told.agrees(Question::Identity(PATH), &identity(&hash(b"x"))));
        let mut told = after(&Answer::Unknown);
        assert!(told.agrees(Question::Identity(PATH), &Answer::Text(format!("{PATH} unreadable 7"))));
        assert!(!told.agrees(Question::Identity(PATH), &identity(&hash(b"x"))));
    }

    #[test]
    fn more_than_was_asked_for_is_no_answer() {
        let mut told = Told::default();
        assert!(!told.agrees(Question::Read(PATH, 3), &Answer::Bytes(b"echo".to_vec())));
        assert!(told.agrees(Question::Read(PATH, 4), &Answer::Bytes(b"echo".to_vec())));
        assert!(told.agrees(Question::Identity(PATH), &Answer::Text(format!("{PATH} 7 8"))), "a long one");
    }
}
