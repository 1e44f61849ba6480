//! What keeps the gate from working as it should: said openly, with since when, and looked at again until it is over.

use crate::gateway::now;
use herma_store::{Millis, StoreError};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Something that is wrong, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ill {
    /// For a person.
    pub why: String,
    pub since: Millis,
}

impl Ill {
    /// For whoever has not said who they are: what failed, and where, is not for them.
    pub fn since(&self) -> String {
        format!("since {} UTC", herma_view::time::shown(self.since))
    }

    /// `since 2026-11-16 14:03:10 UTC: it cannot be reached`.
    pub(crate) fn text(&self) -> String {
        format!("since {} UTC: {}", herma_view::time::shown(self.since), self.why)
    }
}

/// One thing that may be wrong, and how often that was noted.
#[derive(Debug, Default)]
pub(crate) struct Trouble(Mutex<Option<Ill>>, AtomicU64);

impl Trouble {
    pub(crate) fn now(&self) -> Option<Ill> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// `None` is well again. Whatever else goes wrong on the way, since when stays what it was. Gives whether this is news.
    pub(crate) fn set(&self, why: Option<String>) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref().map(|ill| &ill.why) == why.as_ref() {
            return false;
        }
        let since = known.as_ref().map_or_else(now, |ill| ill.since);
        *known = why.map(|why| Ill { why, since });
        true
    }

    /// Notes it if it is the store's own failure.
    pub(crate) fn note(&self, error: &StoreError) {
        if error.closes_the_gate() {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.set(Some(error.to_string()));
        }
    }

    pub(crate) fn noted(&self) -> u64 {
        self.1.load(Ordering::Relaxed)
    }

    /// Well again, unless something has failed since it was noted so often: a look that began before says nothing of that.
    pub(crate) fn over(&self, noted: u64) {
        if self.noted() == noted {
            self.set(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn since_when_is_when_it_began() {
        let trouble = Trouble::default();
        trouble.note(&StoreError::Expired { name: "x".to_owned(), at: 1 });
        assert_eq!(trouble.now(), None, "a refusal is no failure");
        trouble.note(&StoreError::Full);
        let first = trouble.now().unwrap();
        assert!(trouble.set(Some("worse".to_owned())) && !trouble.set(Some("worse".to_owned())));
        assert_eq!(trouble.now(), Some(Ill { why: "worse".to_owned(), since: first.since }));
        let looked = trouble.noted();
        trouble.note(&StoreError::Full);
        trouble.over(looked);
        assert!(trouble.now().is_some(), "it has failed again since");
        trouble.over(trouble.noted());
        assert_eq!(trouble.now(), None);
    }
}
