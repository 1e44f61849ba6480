//! The life of a task: kept, judged, run, told.
//!
//! - It is on the shelf before its sender hears of it, and stands as WORKING there before the executor starts. So a task is
//!   run once or, if the server dies, not at all: what was WORKING then is FAILED, what had not started goes on.
//! - A state is written before it is told.

use super::draft::Draft;
use super::gate::{Answers, Settled, call, card_part, chain_fault, claimed_chain, waiting_words, words};
use super::limits::{Limits, Meter};
use super::push::PushRules;
use super::task_store::{Kept, TaskStore, TaskStoreError};
use super::{Card, card};
use crate::executor::{Ending, Executor, Job, Produced};
use crate::protocol::{Artifact, Event, Fault, Incoming, State, Status, Task, agent_message, text_of};
use crate::{Log, now, random_id};
use herma_gate::{Enforcer, Ruling};
use herma_store::{Outcome, RequestId};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, broadcast, mpsc, watch};

/// Judging is quick; more at once than there are cores only wait for each other.
const JUDGING: usize = 4;
/// Events that a slow reader may lie behind before it is sent the whole task again.
const BEHIND_MAX: usize = 256;
/// How long the watcher sleeps at most: new waiters come in meanwhile.
const WATCH: Duration = Duration::from_secs(1);
/// How often it is looked for what has waited too long: a tenth of that time, within these.
const SWEEP_LEAST: Duration = Duration::from_millis(100);
const SWEEP_MOST: Duration = Duration::from_secs(60);
/// What is too old is looked for by reading all there is.
const FORGET_EVERY: Duration = Duration::from_secs(3600);
const DRAFTED: &str = "an answer may be drafted meanwhile; a person here reads it before it is given out. Nothing needs to be sent.";
const INTERRUPTED: &str = "interrupted by a restart of the server; it may have been done in part";

/// What an engine is made of.
#[derive(Debug)]
pub struct Parts {
    pub shelf: Arc<TaskStore>,
    pub executor: Executor,
    pub limits: Limits,
    pub card: card::Card,
    pub push: PushRules,
    pub log: Log,
}

pub struct Engine {
    pub(super) shelf: Arc<TaskStore>,
    pub(super) enforcer: Arc<dyn Enforcer>,
    pub(super) answers: Arc<dyn Answers>,
    executor: Executor,
    pub(super) limits: Limits,
    pub(super) meter: Meter,
    pub(super) card: Card,
    pub(super) push: PushRules,
    pub(super) log: Log,
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// Requests that somebody is asked about, and the task that waits for each.
    waiting: Mutex<HashMap<String, Arc<Live>>>,
    judging: Semaphore,
    working: Semaphore,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("card", &self.card).finish_non_exhaustive()
    }
}

/// A task that is not over.
#[derive(Debug)]
pub(super) struct Live {
    pub id: String,
    pub context: String,
    pub peer: String,
    pub(super) kept: tokio::sync::Mutex<Kept>,
    events: broadcast::Sender<Event>,
    state: watch::Sender<State>,
    pub(super) cancel: watch::Sender<bool>,
    /// Whoever wrote it may be in a crisis: everything that is said about it begins with this.
    card: OnceLock<String>,
    /// The answer was one message, and the task is no more.
    message: Mutex<Option<Value>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    fn new(kept: Kept) -> Arc<Live> {
        Arc::new(Live {
            id: kept.task.id.clone(),
            context: kept.task.context.clone(),
            peer: kept.peer.clone(),
            state: watch::Sender::new(kept.task.status.state),
            kept: tokio::sync::Mutex::new(kept),
            events: broadcast::Sender::new(BEHIND_MAX),
            cancel: watch::Sender::new(false),
            card: OnceLock::new(),
            message: Mutex::default(),
        })
    }

    /// The task as it stands, and everything that happens from here on.
    pub async fn watch(&self) -> (Task, broadcast::Receiver<Event>) {
        let kept = self.kept.lock().await;
        (kept.task.clone(), self.events.subscribe())
    }

    pub async fn task(&self) -> Task {
        self.kept.lock().await.task.clone()
    }

    /// Until it is over or somebody must do something.
    pub async fn rest(&self) {
        let mut state = self.state.subscribe();
        // It cannot be gone: we hold it.
        let _ = state.wait_for(|state| state.is_terminal() || state.is_interrupted()).await;
    }

    /// These parts, and before them what a person in crisis is shown.
    fn with_card(&self, parts: Option<Value>) -> Option<Value> {
        let Some(card) = self.card.get() else { return parts };
        let mut all = vec![card_part(card)];
        match parts {
            Some(Value::Array(parts)) => all.extend(parts),
            Some(other) => all.push(other),
            None => {}
        }
        Some(all.into())
    }

    pub fn message(&self) -> Option<Value> {
        locked(&self.message).clone()
    }
}

impl Engine {
    pub fn new(parts: Parts, enforcer: Arc<dyn Enforcer>, answers: Arc<dyn Answers>) -> Arc<Engine> {
        let Parts { shelf, executor, limits, card, push, log } = parts;
        Arc::new(Engine {
            working: Semaphore::new(limits.working.max(1)),
            judging: Semaphore::new(JUDGING),
            shelf,
            enforcer,
            answers,
            executor,
            limits,
            meter: Meter::default(),
            card,
            push,
            log,
            live: Mutex::default(),
            waiting: Mutex::default(),
        })
    }

    /// Takes up what the last server left, and starts the watcher of those who wait for a person.
    pub async fn resume(self: &Arc<Engine>) -> Result<(), TaskStoreError> {
        let (mut failed, mut taken_up) = (0, 0);
        for kept in self.shelf.open_tasks()? {
            let state = kept.task.status.state;
            let request = kept.request.clone();
            let live = Live::new(kept);
            locked(&self.live).insert(live.id.clone(), Arc::clone(&live));
            match state {
                State::Working => {
                    failed += 1;
                    self.say(&live, State::Failed, Some(INTERRUPTED)).await;
                }
                State::Submitted => {
                    taken_up += 1;
                    tokio::spawn(Arc::clone(self).drive(live));
                }
                State::AuthRequired => {
                    taken_up += 1;
                    match request {
                        Some(request) => drop(locked(&self.waiting).insert(request, live)),
                        // Its answer was being written, or read: as a draft it is still in the store.
                        None => self.say(&live, State::Failed, Some(INTERRUPTED)).await,
                    }
                }
                State::InputRequired => taken_up += 1,
                State::Completed | State::Failed | State::Canceled | State::Rejected => {}
            }
        }
        if failed + taken_up > 0 {
            self.log.line(&format!("{taken_up} tasks taken up, {failed} were interrupted"));
        }
        tokio::spawn(upkeep(Arc::downgrade(self)));
        let engine = Arc::downgrade(self);
        let runtime = tokio::runtime::Handle::current();
        std::thread::Builder::new().stack_size(herma_core::work::STACK).name("answers".to_owned()).spawn(
            move || {
                while let Some(engine) = engine.upgrade() {
                    engine.look_for_answers(&runtime);
                }
            },
        )?;
        Ok(())
    }

    fn look_for_answers(self: &Arc<Engine>, runtime: &tokio::runtime::Handle) {
        let waiting: Vec<String> = locked(&self.waiting).keys().cloned().collect();
        if waiting.is_empty() {
            std::thread::sleep(Duration::from_millis(100));
            return;
        }
        for (request, settled) in self.answers.settled(&waiting, WATCH) {
            let live = locked(&self.waiting).remove(&request);
            let Some(live) = live else { continue };
            let engine = Arc::clone(self);
            match settled {
                Settled::Approved => drop(runtime.spawn(engine.go_on(live))),
                Settled::No(why) => drop(runtime.spawn(async move {
                    engine.log.line(&format!("task {} of {}: rejected: {why}", live.id, live.peer));
                    engine.say(&live, State::Rejected, Some(&why)).await;
                })),
            }
        }
    }

    /// Ends what has waited too long for its peer. `now` in milliseconds.
    async fn end_unanswered(&self, now: i64) {
        let asking: Vec<Arc<Live>> = {
            let live = locked(&self.live);
            live.values().filter(|live| *live.state.borrow() == State::InputRequired).cloned().collect()
        };
        for live in asking {
            if live.kept.lock().await.task.status.at > ago(now, self.limits.answer) {
                continue;
            }
            let why = format!("nobody answered what it asked within {} s", self.limits.answer.as_secs());
            let parts = Some(json!([{"text": why}]));
            // An answer that came in this very moment counts.
            if self.step(&live, Some(State::InputRequired), State::Rejected, parts, |_| {}).await {
                self.log.line(&format!("task {} of {}: rejected: {why}", live.id, live.peer));
            }
        }
    }

    async fn forget_old(&self, now: i64) {
        match self.shelf.sweep(ago(now, self.limits.keep)).await {
            Ok(0) => {}
            Ok(count) => self.log.line(&format!("{count} old tasks were forgotten")),
            Err(error) => self.log.line(&error.to_string()),
        }
    }

    /// A new task, or more for one that waits for it.
    pub(super) async fn take(
        self: &Arc<Engine>,
        peer: &str,
        message: Incoming,
        push: Option<Value>,
    ) -> Result<Arc<Live>, Fault> {
        let chain = claimed_chain(&message.value);
        let live = match &message.task {
            Some(id) => self.more(id, peer, &message).await?,
            None => self.fresh(peer, &message, chain.clone()).await?,
        };
        if let Some(config) = push {
            self.keep_push(&live.id, &config).await?;
        }
        match chain_fault(&chain, peer, &self.card.identity) {
            Some(why) => {
                self.log.line(&format!("task {} of {peer}: rejected: {why}", live.id));
                self.say(&live, State::Rejected, Some(&why)).await;
            }
            None => {
                tokio::spawn(Arc::clone(self).drive(Arc::clone(&live)));
            }
        }
        Ok(live)
    }

    async fn fresh(&self, peer: &str, message: &Incoming, chain: Vec<String>) -> Result<Arc<Live>, Fault> {
        let of_peer = {
            let live = locked(&self.live);
            if live.len() >= self.limits.open {
                return Err(Fault::busy("this agent has too much to do", 5));
            }
            live.values().filter(|live| live.peer == peer).count()
        };
        if of_peer >= self.limits.open_per_peer {
            let why = format!("too many open tasks of yours: at most {}", self.limits.open_per_peer);
            return Err(Fault::busy(why, 5));
        }
        if message.context.as_ref().is_some_and(|context| context.len() > 256) {
            return Err(Fault::params("`contextId` is too long"));
        }
        let id = random_id();
        let context = message.context.clone().unwrap_or_else(random_id);
        let value = with_ids(&message.value, &id, &context);
        let kept = Kept {
            task: Task {
                id: id.clone(),
                context,
                status: Status { state: State::Submitted, message: None, at: now() },
                artifacts: Vec::new(),
                history: vec![value.clone()],
            },
            peer: peer.to_owned(),
            chain,
            message: value,
            request: None,
        };
        let live = Live::new(kept.clone());
        self.shelf.add(kept).await.map_err(|error| self.trouble(&error))?;
        locked(&self.live).insert(id, Arc::clone(&live));
        Ok(live)
    }

    async fn more(&self, id: &str, peer: &str, message: &Incoming) -> Result<Arc<Live>, Fault> {
        let Some(live) = self.live(id, peer) else {
            let kept = self.kept(id, peer)?;
            return Err(Fault::unsupported(format!("the task is over: {}", kept.task.status.state.plain())));
        };
        if message.context.as_ref().is_some_and(|context| *context != live.context) {
            return Err(Fault::params("`contextId` is not the task's"));
        }
        let mut kept = live.kept.lock().await;
        match kept.task.status.state {
            State::InputRequired => {}
            State::AuthRequired => {
                return Err(Fault::unsupported("the task waits for a person here; no message changes that"));
            }
            State::Submitted | State::Working => {
                return Err(Fault::unsupported("the task is being worked on; wait until it asks"));
            }
            over => return Err(Fault::unsupported(format!("the task is over: {}", over.plain()))),
        }
        let mut next = kept.clone();
        next.message = with_ids(&message.value, &live.id, &live.context);
        next.task.history.push(next.message.clone());
        next.task.status =
            Status { state: State::Submitted, message: None, at: now().max(kept.task.status.at) };
        match self.shelf.change(next.clone(), State::InputRequired).await {
            Ok(true) => {}
            Ok(false) => return Err(Fault::internal()),
            Err(error) => return Err(self.trouble(&error)),
        }
        let _ = live.events.send(Event::Status(next.task.status.clone()));
        live.state.send_replace(State::Submitted);
        *kept = next;
        drop(kept);
        Ok(live)
    }

    /// Judges a task, and runs it if nobody need be asked.
    async fn drive(self: Arc<Engine>, live: Arc<Live>) {
        let ruling = {
            let Ok(_turn) = self.judging.acquire().await else { return };
            self.rule(&live).await
        };
        match ruling {
            Some(Ruling::Run { request: None, .. }) => {
                let Ok(_turn) = self.working.acquire().await else { return };
                self.run(&live, None).await;
            }
            ruling => self.obey(&live, ruling).await,
        }
    }

    /// Somebody has answered: judged again, the yes is claimed and good for this one run.
    async fn go_on(self: Arc<Engine>, live: Arc<Live>) {
        // First a place to work: a claimed yes is used at once.
        let Ok(_turn) = self.working.acquire().await else { return };
        let ruling = self.rule(&live).await;
        self.obey(&live, ruling).await;
    }

    async fn rule(&self, live: &Live) -> Option<Ruling> {
        let kept = live.kept.lock().await.clone();
        if kept.task.status.state.is_terminal() {
            return None;
        }
        let enforcer = Arc::clone(&self.enforcer);
        let judged = tokio::task::spawn_blocking(move || {
            let (call, caller) = call(&kept);
            // A task that has waited comes back for its own request: it is on record already, and is not asked about anew.
            match kept.request.as_deref().and_then(RequestId::parse) {
                Some(request) => enforcer.resume(&call, &caller, &request),
                None => enforcer.rule(&call, &caller, Instant::now(), &mut |_| {}),
            }
        });
        match judged.await {
            Ok(ruling) => {
                if let Some(card) = &ruling.verdict().crisis_card {
                    let _ = live.card.set(card.clone());
                }
                Some(ruling)
            }
            Err(error) => {
                self.log.line(&format!("task {}: could not be judged: {error}", live.id));
                self.say(live, State::Rejected, Some("it could not be judged")).await;
                None
            }
        }
    }

    async fn obey(self: &Arc<Engine>, live: &Arc<Live>, ruling: Option<Ruling>) {
        match ruling {
            None => {}
            Some(Ruling::Run { request, why, .. }) => {
                self.log.line(&format!("task {} of {}: {why}", live.id, live.peer));
                self.run(live, request).await;
            }
            Some(Ruling::Refused { reason, .. }) => {
                let reason = reason.strip_prefix("herma: ").unwrap_or(&reason);
                self.log.line(&format!("task {} of {}: rejected: {}", live.id, live.peer, words(reason)));
                self.say(live, State::Rejected, Some(&words(reason))).await;
            }
            Some(Ruling::Waits { ticket, request, verdict, .. }) => {
                self.log.line(&format!("task {} of {}: waits for a person ({ticket})", live.id, live.peer));
                let request = request.as_str().to_owned();
                let waits = waiting_words(&verdict, &ticket);
                let change = |kept: &mut Kept| kept.request = Some(request.clone());
                if self.advance(live, State::AuthRequired, Some(json!([{"text": waits}])), change).await {
                    locked(&self.waiting).insert(request, Arc::clone(live));
                } else {
                    self.answers.withdraw(&request, "the task was canceled");
                }
            }
        }
    }

    /// Runs it. Whoever calls holds a place to work.
    async fn run(self: &Arc<Engine>, live: &Arc<Live>, request: Option<RequestId>) {
        // What is written for a person in crisis is a draft: the sender hears at once that a human comes first.
        let mut draft = live.card.get().map(|_| Draft::default());
        let (state, said) = match draft {
            Some(_) => (State::AuthRequired, Some(json!([{"text": DRAFTED}]))),
            None => (State::Working, None),
        };
        // INVARIANT: on the shelf it has begun before anything starts; else it does not start.
        if !self.advance(live, state, said, |kept| kept.request = None).await {
            self.report(request, Outcome::NotStarted);
            return;
        }
        let job = {
            let kept = live.kept.lock().await;
            let mut chain = kept.chain.clone();
            chain.push(kept.peer.clone());
            Job {
                task: live.id.clone(),
                context: live.context.clone(),
                peer: live.peer.clone(),
                chain,
                text: text_of(&kept.message),
                message: kept.message.clone(),
                history: kept.task.history.clone(),
            }
        };
        let (tell, mut told) = mpsc::channel(16);
        let cancel = live.cancel.subscribe();
        let listen = async {
            while let Some(produced) = told.recv().await {
                match produced {
                    produced if draft.is_some() => {
                        draft.iter_mut().for_each(|draft| draft.take(produced.clone()));
                    }
                    Produced::Progress(parts) => {
                        self.advance(live, State::Working, parts, |_| {}).await;
                    }
                    Produced::Artifact(artifact) => self.add(live, artifact).await,
                }
            }
        };
        let work = self.executor.run(&job, self.limits.time, tell, cancel, &self.log);
        let (ending, ()) = tokio::join!(work, listen);
        let outcome = match ending {
            Ending::Failed(_) => Outcome::Exited(1),
            Ending::Canceled => Outcome::Killed(15),
            _ => Outcome::Exited(0),
        };
        match draft {
            Some(mut draft) => {
                draft.ending = Some(ending);
                // Beside: whoever reads it may take hours, and others wait for this place.
                tokio::spawn(Arc::clone(self).give_out(Arc::clone(live), draft));
            }
            None => self.end(live, ending).await,
        }
        self.report(request, outcome);
    }

    pub(super) fn report(&self, request: Option<RequestId>, outcome: Outcome) {
        if let Some(request) = request {
            let enforcer = Arc::clone(&self.enforcer);
            tokio::task::spawn_blocking(move || enforcer.report(&request, outcome));
        }
    }

    pub(super) async fn end(&self, live: &Arc<Live>, ending: Ending) {
        match ending {
            Ending::Answered(parts) => {
                let value = json!({"artifactId": "answer", "name": "answer", "parts": parts});
                self.add(live, Artifact { value, append: false, last: true }).await;
                self.say(live, State::Completed, None).await;
            }
            Ending::Completed(parts) => {
                self.advance(live, State::Completed, parts, |_| {}).await;
            }
            Ending::InputRequired(parts) => {
                self.advance(live, State::InputRequired, Some(parts), |_| {}).await;
            }
            Ending::Rejected(parts) => {
                self.advance(live, State::Rejected, Some(parts), |_| {}).await;
            }
            Ending::Failed(why) => self.say(live, State::Failed, Some(&why)).await,
            Ending::Canceled => self.say(live, State::Canceled, None).await,
            Ending::Message(parts) => {
                let whole = live.with_card(Some(parts.clone())).unwrap_or_default();
                let message = agent_message(&random_id(), "", &live.context, whole);
                *locked(&live.message) = Some(message);
                self.advance(live, State::Completed, Some(parts), |_| {}).await;
            }
        }
    }

    pub(super) async fn say(&self, live: &Live, state: State, words: Option<&str>) {
        let parts = words.map(|words| json!([{"text": words}]));
        self.advance(live, state, parts, |_| {}).await;
    }

    async fn advance(
        &self,
        live: &Live,
        state: State,
        parts: Option<Value>,
        change: impl FnOnce(&mut Kept),
    ) -> bool {
        self.step(live, None, state, parts, change).await
    }

    /// The next state: written, then told. False if the task is over, stands elsewhere than it must, or could not be written.
    async fn step(
        &self,
        live: &Live,
        must: Option<State>,
        state: State,
        parts: Option<Value>,
        change: impl FnOnce(&mut Kept),
    ) -> bool {
        let mut kept = live.kept.lock().await;
        let from = kept.task.status.state;
        if from.is_terminal() || must.is_some_and(|must| must != from) {
            return false;
        }
        let mut next = kept.clone();
        let parts = live.with_card(parts);
        let message = parts.map(|parts| agent_message(&random_id(), &live.id, &live.context, parts));
        if let Some(message) = &message {
            next.task.history.push(message.clone());
        }
        next.task.status = Status { state, message, at: now().max(kept.task.status.at) };
        change(&mut next);
        if !self.written(live, &next, from).await {
            return false;
        }
        let event = Event::Status(next.task.status.clone());
        *kept = next;
        self.tell(live, event);
        live.state.send_replace(state);
        if state.is_terminal() {
            locked(&self.live).remove(&live.id);
        }
        true
    }

    pub(super) async fn add(&self, live: &Live, artifact: Artifact) {
        let mut kept = live.kept.lock().await;
        let from = kept.task.status.state;
        if from.is_terminal() {
            return;
        }
        let mut next = kept.clone();
        next.task.take(&artifact);
        if self.written(live, &next, from).await {
            *kept = next;
            self.tell(live, Event::Artifact(artifact));
        }
    }

    async fn written(&self, live: &Live, next: &Kept, from: State) -> bool {
        match self.shelf.change(next.clone(), from).await {
            Ok(written) => written,
            Err(error) => {
                self.log.line(&format!("task {}: {error}", live.id));
                false
            }
        }
    }

    fn tell(&self, live: &Live, event: Event) {
        if self.push.is_on() {
            let configs = self.shelf.pushes(&live.id).unwrap_or_default();
            for config in configs {
                let (push, log) = (self.push.clone(), self.log.clone());
                let event = event.to_json(&live.id, &live.context);
                tokio::spawn(async move { push.tell(&config, event, &log).await });
            }
        }
        // Nobody may be listening.
        let _ = live.events.send(event);
    }

    pub(super) async fn cancel(&self, id: &str, peer: &str) -> Result<Task, Fault> {
        let Some(live) = self.live(id, peer) else {
            let kept = self.kept(id, peer)?;
            return Err(Fault::not_cancelable(kept.task.status.state.plain()));
        };
        let request = live.kept.lock().await.request.clone();
        if !self.advance(&live, State::Canceled, None, |kept| kept.request = None).await {
            return Err(Fault::not_cancelable(live.task().await.status.state.plain()));
        }
        live.cancel.send_replace(true);
        if let Some(request) = request {
            locked(&self.waiting).remove(&request);
            let answers = Arc::clone(&self.answers);
            tokio::task::spawn_blocking(move || answers.withdraw(&request, "the agent canceled its task"));
        }
        Ok(live.task().await)
    }

    /// The task of this peer, if it is not over.
    pub(super) fn live(&self, id: &str, peer: &str) -> Option<Arc<Live>> {
        locked(&self.live).get(id).filter(|live| live.peer == peer).cloned()
    }

    pub(super) fn kept(&self, id: &str, peer: &str) -> Result<Kept, Fault> {
        let kept = self.shelf.task(id, peer).map_err(|error| self.trouble(&error))?;
        kept.ok_or_else(|| Fault::task_not_found(id))
    }

    pub(super) async fn keep_push(&self, task: &str, config: &Value) -> Result<Value, Fault> {
        if !self.push.is_on() {
            return Err(Fault::no_push());
        }
        let (id, kept) = self.push.accept(config, task)?;
        let there = self.shelf.pushes(task).map_err(|error| self.trouble(&error))?;
        if there.len() >= super::push::PER_TASK {
            return Err(Fault::params("too many push configurations for one task"));
        }
        let put = self.shelf.put_push(task.to_owned(), id, kept.clone()).await;
        put.map_err(|error| self.trouble(&error))?;
        Ok(kept)
    }

    /// An answer that is one message leaves no task behind.
    pub(super) async fn forget(&self, id: &str) {
        if let Err(error) = self.shelf.remove(id.to_owned()).await {
            self.log.line(&format!("task {id}: {error}"));
        }
    }

    pub(super) fn trouble(&self, error: &TaskStoreError) -> Fault {
        self.log.line(&error.to_string());
        Fault::internal()
    }
}

/// So long before `now`, both in milliseconds.
fn ago(now: i64, time: Duration) -> i64 {
    now.saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

/// Looks after what waits, as long as there is an engine.
async fn upkeep(engine: std::sync::Weak<Engine>) {
    let mut forgot = None;
    while let Some(engine) = engine.upgrade() {
        engine.end_unanswered(now()).await;
        if forgot.is_none_or(|at: Instant| at.elapsed() > FORGET_EVERY) {
            engine.forget_old(now()).await;
            forgot = Some(Instant::now());
        }
        let rest = (engine.limits.answer / 10).clamp(SWEEP_LEAST, SWEEP_MOST);
        drop(engine);
        tokio::time::sleep(rest).await;
    }
}

/// The message as it is kept: with the ids that it got.
fn with_ids(message: &Value, task: &str, context: &str) -> Value {
    let mut out = message.clone();
    if let Some(map) = out.as_object_mut() {
        for spelled in ["task_id", "context_id"] {
            map.remove(spelled);
        }
        map.insert("taskId".to_owned(), task.into());
        map.insert("contextId".to_owned(), context.into());
    }
    out
}
