//! What somebody signs for. A signature for one thing is none for another.

use super::base64;
use herma_store::Request;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy)]
pub enum Purpose<'a> {
    /// A yes to this request, as it stands.
    Answer(&'a Request),
    /// One more passkey of the same person.
    Add,
    /// One of their passkeys less.
    Remove(&'a str),
}

impl Purpose<'_> {
    /// As the note of a challenge keeps it.
    pub(super) fn about(self, nonce: &str) -> Value {
        match self {
            Purpose::Answer(request) => json!({"for": "answer", "what": request.id.as_str(), "nonce": nonce}),
            Purpose::Add => json!({"for": "add", "nonce": nonce}),
            Purpose::Remove(id) => json!({"for": "remove", "what": id, "nonce": nonce}),
        }
    }

    /// What is signed: for what, which request and action or passkey, whose it is, and a nonce that was drawn for it.
    pub(super) fn bound(self, nonce: &str, account: &str) -> String {
        match self {
            Purpose::Answer(one) => hashed(&["herma yes 1", one.id.as_str(), nonce, &one.digest, account]),
            Purpose::Add => hashed(&["herma add passkey 1", nonce, account]),
            Purpose::Remove(id) => hashed(&["herma remove passkey 1", id, nonce, account]),
        }
    }

    /// For the record of what was refused.
    pub(super) fn to_text(self) -> String {
        match self {
            Purpose::Answer(request) => request.id.to_string(),
            Purpose::Add => "adding a passkey".to_owned(),
            Purpose::Remove(_) => "removing a passkey".to_owned(),
        }
    }
}

fn hashed(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // With its length: two texts never run into each other.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    base64::encode(&hash.finalize())
}
