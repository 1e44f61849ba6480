//! Which providers have failed lately, from one process to the next.

use crate::gatekeeper::now;
use crate::paths::{Paths, write_atomically};
use herma_reviewer::Memory;
use herma_store::Millis;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Until when each is left alone. What cannot be read or kept costs a question too many, and nothing else.
pub(super) struct Kept {
    file: PathBuf,
    until: BTreeMap<String, Millis>,
}

impl Kept {
    pub(super) fn open(paths: &Paths) -> Kept {
        let file = paths.data.join("reviewer.json");
        let text = std::fs::read(&file).unwrap_or_default();
        Kept { until: serde_json::from_slice(&text).unwrap_or_default(), file }
    }

    /// Gives one another chance at once: whoever has repaired it wants to see that it works.
    pub(super) fn forget(&mut self, provider: &str) {
        if self.until.remove(provider).is_some() {
            self.write();
        }
    }

    fn write(&self) {
        let text = serde_json::to_vec(&self.until).unwrap_or_default();
        let _ = write_atomically(&self.file, &text, Some(0o600));
    }
}

impl Memory for Kept {
    fn is_left_alone(&self, provider: &str) -> bool {
        let now = now();
        // One that lies further ahead than any is kept is a clock that was set back.
        self.until.get(provider).is_some_and(|until| (now..now + 3_600_000).contains(until))
    }

    fn leave_alone(&mut self, provider: &str, time: Duration) {
        let now = now();
        self.until.retain(|_, until| *until > now);
        self.until.insert(provider.to_owned(), now + Millis::try_from(time.as_millis()).unwrap_or(0));
        self.write();
    }
}
