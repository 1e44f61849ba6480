//! What people have said about tasks that wait for them.

use crate::approvals::{ApprovalService, now};
use crate::enforce::words::outcome;
use crate::paths::Paths;
use herma_a2a::server::{Answers, Settled};
use herma_gate::GateError;
use herma_store::{End, RequestId, State, Store, StoreError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Before a store that fails is tried again.
const TRY_AGAIN: Duration = Duration::from_millis(500);

/// The gate of one home, kept open: it is looked at again and again.
pub struct HomeAnswers {
    paths: Paths,
    open: Mutex<Option<(ApprovalService, u64)>>,
}

impl HomeAnswers {
    pub fn new(paths: Paths) -> Self {
        HomeAnswers { paths, open: Mutex::new(None) }
    }

    fn look(&self, requests: &[String], timeout: Duration) -> Result<Vec<(String, Settled)>, GateError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (keeper, seen) = match &mut *open {
            Some(open) => open,
            none => none.insert((ApprovalService::open(&self.paths)?, 0)),
        };
        // What has changed since is found by the wait below.
        let revision = keeper.gate.store().wait_for_any(*seen, Duration::ZERO)?;
        let mut settled = Vec::new();
        for name in requests {
            let request = match RequestId::parse(name).map(|id| keeper.gate.tick(&id, now())) {
                // Forgotten, or never there: nobody will answer it.
                None | Some(Err(GateError::Store(StoreError::Unknown { .. }))) => {
                    let words = "the request for its approval is gone; nobody can answer it".to_owned();
                    settled.push((name.clone(), Settled::No(words)));
                    continue;
                }
                Some(ticked) => ticked?.request,
            };
            match request.state {
                State::Pending => {}
                State::Approved => settled.push((name.clone(), Settled::Approved)),
                State::Executed | State::Unknown => {
                    let words =
                        "it was approved, and the server was restarted before it could start".to_owned();
                    settled.push((name.clone(), Settled::No(words)));
                }
                State::Denied | State::Expired | State::Canceled | State::Delegated => {
                    settled.push((name.clone(), Settled::No(outcome(&request))));
                }
            }
        }
        *seen = revision;
        if settled.is_empty() {
            keeper.gate.store().wait_for_any(revision, timeout)?;
        }
        Ok(settled)
    }
}

impl Answers for HomeAnswers {
    fn settled(&self, requests: &[String], timeout: Duration) -> Vec<(String, Settled)> {
        self.look(requests, timeout).unwrap_or_else(|_| {
            // A store that cannot be read says no yes. It is opened anew.
            *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
            std::thread::sleep(TRY_AGAIN);
            Vec::new()
        })
    }

    fn withdraw(&self, request: &str, reason: &str) {
        let Some(id) = RequestId::parse(request) else { return };
        let end = End::Cancel { by: "a2a".to_owned(), reason: reason.to_owned() };
        // Decided in this very moment, or the store fails: nobody claims it any more.
        let _ = ApprovalService::open(&self.paths)
            .and_then(|keeper| keeper.gate.withdraw(&id, &end, now()).map(drop));
    }
}
