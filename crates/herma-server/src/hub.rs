//! Who waits for what. One thread follows the store; thousands of calls and pages wait here without one of their own.

use crate::api::shapes;
use herma_store::{Request, RequestId, State};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, broadcast};
use tokio::time::Instant;

/// Events that a slow listener may lag behind before it reads them from the store.
const BEHIND_MAX: usize = 256;

/// What has changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    Request,
    Question,
    #[default]
    State,
}

/// Something has changed. Only requests have a revision: what else was missed is seen by looking.
#[derive(Debug, Default)]
pub(crate) struct Event {
    pub kind: Kind,
    pub revision: u64,
    pub agent: String,
    /// As listeners are sent it: without digits.
    pub json: String,
}

#[derive(Debug)]
pub(crate) struct Hub {
    waiting: Mutex<HashMap<RequestId, Arc<Notify>>>,
    events: broadcast::Sender<Arc<Event>>,
    pub waiters: AtomicUsize,
    stopping: Notify,
    questions: Notify,
}

impl Default for Hub {
    fn default() -> Self {
        Hub {
            waiting: Mutex::default(),
            events: broadcast::Sender::new(BEHIND_MAX),
            waiters: AtomicUsize::new(0),
            stopping: Notify::new(),
            questions: Notify::new(),
        }
    }
}

impl Hub {
    /// A request as it now stands.
    pub(crate) fn publish(&self, request: &Request) {
        if request.state != State::Pending
            && let Some(waiter) = self.waiting().remove(&request.id)
        {
            waiter.notify_waiters();
        }
        if self.events.receiver_count() > 0 {
            let json = shapes::summary(request).to_string();
            // Nobody may be listening any more.
            let _ = self.events.send(Arc::new(Event {
                kind: Kind::Request,
                revision: request.revision,
                agent: request.agent.clone(),
                json,
            }));
        }
    }

    /// A question was put or answered.
    pub(crate) fn question_changed(&self, agent: &str) {
        self.questions.notify_waiters();
        let json = "{\"question\":true}".to_owned();
        let _ = self.events.send(Arc::new(Event {
            kind: Kind::Question,
            revision: 0,
            agent: agent.to_owned(),
            json,
        }));
    }

    /// What the gateway is like has changed: pages look again.
    pub(crate) fn state_changed(&self) {
        let _ = self.events.send(Arc::new(Event { kind: Kind::State, ..Event::default() }));
    }

    /// Until any question changes.
    pub(crate) fn questions(&self) -> Notified<'_> {
        self.questions.notified()
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<Event>> {
        self.events.subscribe()
    }

    pub(crate) fn listeners(&self) -> usize {
        self.events.receiver_count()
    }

    /// Until the request is no longer pending, `until`, or our own end. `is_over` is asked once, after we listen: what
    /// changed in between is seen by it.
    pub(crate) async fn until_decided<F: Future<Output = bool>>(
        &self,
        id: &RequestId,
        until: Instant,
        is_over: impl FnOnce() -> F,
    ) {
        let waiter = Arc::clone(self.waiting().entry(id.clone()).or_default());
        let _count = Counted::new(&self.waiters);
        let decided = waiter.notified();
        let stopped = self.stopping.notified();
        tokio::pin!(decided, stopped);
        // Both listen from here on, not only once they are polled.
        decided.as_mut().enable();
        stopped.as_mut().enable();
        if !is_over().await {
            tokio::select! {
                () = &mut decided => {}
                () = &mut stopped => {}
                () = tokio::time::sleep_until(until) => {}
            }
        }
        let mut waiting = self.waiting();
        // The map's and ours: nobody else waits for it.
        if waiting.get(id).is_some_and(|known| Arc::ptr_eq(known, &waiter) && Arc::strong_count(known) <= 2) {
            waiting.remove(id);
        }
    }

    pub(crate) fn stop(&self) {
        self.stopping.notify_waiters();
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<RequestId, Arc<Notify>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts for as long as it lives.
pub(crate) struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Counted(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
