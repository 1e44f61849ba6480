//! What is known of the providers from one process to the next: which have failed lately, and in which form their models
//! want to be asked.

use crate::approvals::now;
use crate::paths::{Paths, write_atomically};
use herma_reviewer::{Form, Memory};
use herma_store::Millis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// What cannot be read or kept costs a question too many, and nothing else.
pub struct Kept {
    file: PathBuf,
    known: Known,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Known {
    /// Until when each is left alone.
    left_alone: BTreeMap<String, Millis>,
    /// By provider and model, what it does not take.
    refused: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// The names of what a form leaves out.
const MAX_TOKENS: &str = "max_tokens";
const TEMPERATURE: &str = "temperature";

impl Kept {
    pub fn open(paths: &Paths) -> Kept {
        let file = paths.data.join("reviewer.json");
        let text = std::fs::read(&file).unwrap_or_default();
        Kept { known: serde_json::from_slice(&text).unwrap_or_default(), file }
    }

    /// Gives one another chance at once: whoever has repaired it wants to see that it works.
    pub fn forget(&mut self, provider: &str) {
        if self.known.left_alone.remove(provider).is_some() {
            self.write();
        }
    }

    fn write(&self) {
        let text = serde_json::to_vec(&self.known).unwrap_or_default();
        let _ = write_atomically(&self.file, &text, Some(0o600));
    }
}

impl Memory for Kept {
    fn is_left_alone(&self, provider: &str) -> bool {
        let now = now();
        // One that lies further ahead than any is kept is a clock that was set back.
        self.known.left_alone.get(provider).is_some_and(|until| (now..now + 3_600_000).contains(until))
    }

    fn leave_alone(&mut self, provider: &str, time: Duration) {
        let now = now();
        let left_alone = &mut self.known.left_alone;
        left_alone.retain(|_, until| *until > now);
        left_alone.insert(provider.to_owned(), now + Millis::try_from(time.as_millis()).unwrap_or(0));
        self.write();
    }

    fn form(&self, provider: &str, model: &str) -> Form {
        let refused = self.known.refused.get(provider).and_then(|models| models.get(model));
        let has = |name: &str| refused.is_some_and(|refused| refused.iter().any(|one| one == name));
        Form { thinks: has(MAX_TOKENS), unheated: has(TEMPERATURE) }
    }

    fn remember_form(&mut self, provider: &str, model: &str, form: Form) {
        let Form { thinks, unheated } = form;
        let refused = [(thinks, MAX_TOKENS), (unheated, TEMPERATURE)];
        let refused = refused.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned()).collect();
        let models = self.known.refused.entry(provider.to_owned()).or_default();
        models.insert(model.to_owned(), refused);
        self.write();
    }
}
