//! A store that fails: said openly, and looked at again until it is over.

use herma_store::StoreError;
use std::sync::{Mutex, PoisonError};

/// What is wrong with the store, if something is.
#[derive(Debug, Default)]
pub(crate) struct Trouble(Mutex<Option<String>>);

impl Trouble {
    pub(crate) fn now(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn over(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Notes it if it is the store's own failure.
    pub(crate) fn note(&self, error: &StoreError) {
        if error.closes_the_gate() {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
        }
    }
}
