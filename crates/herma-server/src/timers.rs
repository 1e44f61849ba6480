//! Time passes, and people are told.
//!
//! One thread follows the store and hands on what has changed; one takes the steps that are due. Hooks take steps of their
//! own requests too. So who is to be told is read off the request as it stands, not off who moved it there: whoever was
//! told before is remembered, the rest is news.

use crate::gateway::{Gateway, now};
use herma_gate::{GateError, Notice, Settings, Step, Why, next_step, yeses};
use herma_store::{Filter, Millis, Note, Request, RequestId, State, Store, StoreError};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Requests that are read at a time.
const PAGE: usize = 500;
/// The end is noticed within this.
const LOOK: Duration = Duration::from_millis(500);
/// A failing store is tried again after so long, and a good one now and then.
const PROBE: Millis = 15_000;
const PROBE_AFTER_FAILURE: Millis = 2_000;
/// What hooks noted down is taken in so often.
const TAKE_IN: Millis = 5_000;

pub(crate) fn start(gateway: &Arc<Gateway>, watcher: Arc<dyn Store>) -> Result<(), StoreError> {
    let (news, changed) = channel();
    // From here on, nothing is missed; what waits already is looked at by the other thread.
    let seen = watcher.wait_for_any(0, Duration::ZERO)?;
    let follower = Follower { gateway: Arc::clone(gateway), store: watcher, news };
    let timers = Timers {
        gateway: Arc::clone(gateway),
        due: BinaryHeap::new(),
        told: HashMap::new(),
        yes: HashMap::new(),
        probed: 0,
        taken_in: 0,
    };
    let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
        thread::Builder::new().name(name.to_owned()).spawn(work).map(drop).map_err(StoreError::from)
    };
    spawn("herma-follow", Box::new(move || follower.run(seen)))?;
    spawn("herma-timers", Box::new(move || timers.run(&changed)))
}

struct Follower {
    gateway: Arc<Gateway>,
    store: Arc<dyn Store>,
    news: Sender<Request>,
}

impl Follower {
    fn run(&self, mut seen: u64) {
        while !self.gateway.is_stopping() {
            if let Err(error) = self.follow(&mut seen) {
                self.gateway.trouble.note(&error);
                thread::sleep(LOOK);
            }
        }
    }

    fn follow(&self, seen: &mut u64) -> Result<(), StoreError> {
        let newest = self.store.wait_for_any(*seen, LOOK)?;
        while *seen < newest {
            let page = self.store.changed_since(*seen, PAGE)?;
            for request in &page {
                self.gateway.hub.publish(request);
                // The timers end with us.
                let _ = self.news.send(request.clone());
            }
            match page.last() {
                Some(last) => *seen = last.revision,
                None => *seen = newest,
            }
        }
        Ok(())
    }
}

struct Timers {
    gateway: Arc<Gateway>,
    due: BinaryHeap<Reverse<(Millis, RequestId)>>,
    /// Who has heard of what still waits.
    told: HashMap<RequestId, Vec<String>>,
    /// How many have said yes to what needs several.
    yes: HashMap<RequestId, usize>,
    probed: Millis,
    taken_in: Millis,
}

impl Timers {
    fn run(mut self, changed: &Receiver<Request>) {
        while let Err(error) = self.look_at_all() {
            self.gateway.trouble.note(&error);
            if self.gateway.is_stopping() {
                return;
            }
            thread::sleep(LOOK);
        }
        while !self.gateway.is_stopping() {
            let next = self.due.peek().map_or(Millis::MAX, |Reverse((at, _))| *at);
            let wait = u64::try_from(next.saturating_sub(now())).unwrap_or(0).max(1);
            match changed.recv_timeout(Duration::from_millis(wait).min(LOOK)) {
                Ok(request) => self.see(&request),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.take_steps();
            self.look_after();
        }
    }

    fn look_at_all(&mut self) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let page = self.gateway.reader.list(&Filter::waiting(), after.as_ref(), PAGE)?;
            page.requests.iter().for_each(|request| self.see(request));
            after = page.next;
            if after.is_none() {
                return Ok(());
            }
        }
    }

    /// A request as it now stands: whoever has not heard of it is told, and it is looked at again in time.
    fn see(&mut self, request: &Request) {
        let gate = self.gateway.gate();
        let next = match next_step(gate.settings(), request, now()) {
            Step::Wait(next) => Some(next),
            Step::Climb(..) | Step::Expire | Step::Cancel(_) => Some(now()),
            Step::Over => None,
        };
        self.due.extend(next.map(|next| Reverse((next, request.id.clone()))));
        let mut notices = news(&mut self.told, gate.settings(), request);
        notices.extend(self.counted(request));
        for notice in notices {
            for channel in &self.gateway.channels {
                channel.tell(request, &notice);
            }
        }
    }

    /// Whether more people have said yes since, to something that needs several.
    fn counted(&mut self, request: &Request) -> Option<Notice> {
        if request.state != State::Pending {
            self.yes.remove(&request.id);
            return None;
        }
        if request.needed <= 1 {
            return None;
        }
        let votes = self.gateway.reader.votes(&request.id).ok()?;
        let count = yeses(&votes).len();
        let before = self.yes.insert(request.id.clone(), count);
        // It is about the request, not about one person's part in it.
        (count > 0 && before != Some(count)).then(|| Notice { person: String::new(), why: Why::Counted })
    }

    fn take_steps(&mut self) {
        let gate = self.gateway.gate();
        while let Some(Reverse((at, id))) = self.due.peek().cloned() {
            if at > now() {
                return;
            }
            self.due.pop();
            match gate.tick(&id, now()) {
                // Its change, if there was one, comes back to us as news; one more look does no harm.
                Ok(ticked) => {
                    if let Some(next) = ticked.next {
                        self.due.push(Reverse((next.max(now() + 1), id)));
                    }
                }
                Err(GateError::Store(StoreError::Unknown { .. })) => {}
                Err(error) => {
                    if let GateError::Store(error) = &error {
                        self.gateway.trouble.note(error);
                    }
                    self.due.push(Reverse((now() + PROBE_AFTER_FAILURE, id)));
                    return;
                }
            }
        }
    }

    /// Whether the store can be written, and what hooks have left.
    fn look_after(&mut self) {
        let time = now();
        let pause = if self.gateway.trouble.now().is_some() { PROBE_AFTER_FAILURE } else { PROBE };
        // A clock that was set back must not keep us from looking.
        if (time - self.probed).abs() >= pause {
            self.probed = time;
            match probe(self.gateway.gate().store(), time) {
                Ok(()) => self.gateway.trouble.over(),
                Err(error) => self.gateway.trouble.note(&error),
            }
        }
        if (time - self.taken_in).abs() >= TAKE_IN {
            self.taken_in = time;
            self.gateway.house.take_in();
        }
    }
}

/// A write that means nothing: it shows that one that does would be kept.
fn probe(store: &dyn Store, now: Millis) -> Result<(), StoreError> {
    let old = store.note("gateway", "alive", now)?;
    let new = Note::new("gateway", "alive", now.to_string());
    store
        .swap_note("gateway", "alive", old.as_ref().map(|note| note.body.as_str()), Some(&new), now)
        .map(drop)
}

/// Who is to hear of a request now.
fn news(told: &mut HashMap<RequestId, Vec<String>>, settings: &Settings, request: &Request) -> Vec<Notice> {
    let notice = |person: &str, why| Notice { person: person.to_owned(), why };
    if request.state != State::Pending {
        let heard = told.remove(&request.id).unwrap_or_default();
        return heard.iter().map(|person| notice(person, Why::Over)).collect();
    }
    let heard = told.entry(request.id.clone()).or_default();
    let why = match (heard.is_empty(), request.stage.backup_told) {
        (true, _) => Why::Asked,
        (false, true) => Why::Backup,
        (false, false) => Why::Escalated,
    };
    let mut out = Vec::new();
    for person in settings.told(request) {
        if !heard.iter().any(|one| one == person) {
            heard.push(person.to_owned());
            out.push(notice(person, why));
        }
    }
    out
}
