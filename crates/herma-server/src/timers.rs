//! Time passes, and people are told.
//!
//! One thread follows the store and hands on what has changed; one takes the steps that are due. Hooks take steps of their
//! own requests too. So who is to be told is read off the request as it stands, not off who moved it there: whoever was
//! told before is remembered, the rest is news.

use crate::clock::Watch;
use crate::gateway::{Gateway, now};
use crate::question;
use herma_gate::{GateError, Notice, Settings, Step, Why, next_step, yeses};
use herma_store::audit::NewEntry;
use herma_store::{Filter, Millis, Note, Request, RequestId, State, Store, StoreError};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Requests that are read at a time.
const PAGE: usize = 500;
/// The end is noticed within this.
const LOOK: Duration = Duration::from_millis(500);
/// A failing store is tried again after so long, and a good one now and then.
const PROBE: Duration = Duration::from_secs(15);
const PROBE_AFTER_FAILURE: Duration = Duration::from_secs(2);
/// One that somebody was refused for is looked at no more often than this.
const PROBE_IF_SUSPECTED: Duration = Duration::from_millis(500);
/// A step that failed is taken again after so long.
const STEP_AGAIN: Millis = 2_000;
/// A full disk has room again from here on. A little of it is taken by the next few writes, and that would be no end.
const ROOM: u64 = 1 << 20;
/// What hooks noted down is taken in so often.
const TAKE_IN: Duration = Duration::from_secs(5);

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
        watch: Watch::new(now(), Instant::now()),
        probed: None,
        taken_in: None,
        said: Vec::new(),
        looked: None,
        questions: HashMap::new(),
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
    watch: Watch,
    /// By the clock that only runs: one that was set back must not keep us from looking.
    probed: Option<Instant>,
    taken_in: Option<Instant>,
    /// What pages complain of.
    said: Vec<String>,
    /// Questions that are known, and whether they have an answer.
    looked: Option<Instant>,
    questions: HashMap<String, bool>,
}

impl Timers {
    fn run(mut self, changed: &Receiver<Request>) {
        self.until_looked_at_all();
        while !self.gateway.is_stopping() {
            let next = self.due.peek().map_or(Millis::MAX, |Reverse((at, _))| *at);
            let wait = u64::try_from(next.saturating_sub(now())).unwrap_or(0).max(1);
            match changed.recv_timeout(Duration::from_millis(wait).min(LOOK)) {
                Ok(request) => self.see(&request),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.mind_the_clock();
            self.take_steps();
            self.look_after();
        }
    }

    fn until_looked_at_all(&mut self) {
        while let Err(error) = self.look_at_all() {
            self.gateway.trouble.note(&error);
            if self.gateway.is_stopping() {
                return;
            }
            thread::sleep(LOOK);
        }
    }

    /// A clock that was set: every moment that we wait for is another one now.
    fn mind_the_clock(&mut self) {
        let Some(by) = self.watch.moved(now(), Instant::now()) else { return };
        self.gateway.clock.note(by, now());
        let entry = NewEntry::new("clock", serde_json::json!({"moved_ms": by}));
        if let Err(error) = self.gateway.gate().store().append(&entry, now()) {
            self.gateway.trouble.note(&error);
        }
        self.due.clear();
        self.until_looked_at_all();
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
                    self.due.push(Reverse((now() + STEP_AGAIN, id)));
                    return;
                }
            }
        }
    }

    /// Whether the store can be written, and what hooks have left.
    fn look_after(&mut self) {
        let ill = self.gateway.trouble.now().is_some();
        let pause = match (ill, self.gateway.is_suspected()) {
            (true, _) => PROBE_AFTER_FAILURE,
            (false, true) => PROBE_IF_SUSPECTED,
            (false, false) => PROBE,
        };
        if is_due(&mut self.probed, pause) {
            self.gateway.cleared();
            let noted = self.gateway.trouble.noted();
            match probe(self.gateway.gate().store(), now()) {
                Ok(()) if ill && self.gateway.house.disk_free().is_some_and(|free| free < ROOM) => {}
                Ok(()) => self.gateway.trouble.over(noted),
                Err(error) => self.gateway.trouble.note(&error),
            }
        }
        if is_due(&mut self.taken_in, TAKE_IN) {
            self.gateway.house.ingest();
        }
        if !is_due(&mut self.looked, LOOK) {
            return;
        }
        self.look_at_questions();
        let says = self.gateway.complaints();
        if says != self.said {
            self.said = says;
            self.gateway.hub.state_changed();
        }
    }
}

impl Timers {
    /// Asked and answered by any process: whoever waits for it looks, and channels are told.
    fn look_at_questions(&mut self) {
        let Ok(all) = question::all(&*self.gateway.reader, now()) else { return };
        for one in &all {
            let done = one.answer.is_some();
            if self.questions.get(&one.id) != Some(&done) {
                self.gateway.hub.question_changed(&one.agent);
                self.gateway.channels.iter().for_each(|channel| channel.question(one));
            }
        }
        self.questions = all.into_iter().map(|one| (one.id, one.answer.is_some())).collect();
    }
}

/// Whether so much time has passed since the last time, which is now.
fn is_due(last: &mut Option<Instant>, pause: Duration) -> bool {
    let due = last.is_none_or(|last| last.elapsed() >= pause);
    if due {
        *last = Some(Instant::now());
    }
    due
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
