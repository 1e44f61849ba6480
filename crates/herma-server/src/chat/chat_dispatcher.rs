//! What all services share: who is told, which card is whose, and trying again.

use super::card::{self, Card, Reader};
use super::http::Failure;
use crate::channel::{Channel, ChannelState, Receipt};
use crate::credential;
use crate::gateway::{Gateway, now};
use crate::question::Question;
use crate::trouble::Trouble;
use axum::http::HeaderMap;
use herma_core::effect::Tier;
use herma_core::policy::ChannelTimes;
use herma_gate::{Notice, Why};
use herma_specs::ChannelSpec;
use herma_store::{Millis, Note, Request, RequestId, State, Store, StoreError, local_offset};
use herma_view::view::is_crisis;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The end is noticed within this.
const LOOK: Duration = Duration::from_millis(200);
/// A service that fails is tried again after so long, then after twice that, up to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LAST_PAUSE: Duration = Duration::from_secs(30);
/// Cards of requests that were decided behind our back are found so often.
const SWEEP: Duration = Duration::from_secs(30);
/// Past its request's end, a card is remembered for a day: a service that was down says what became of it.
const REMEMBERED: Millis = 24 * 3600 * 1000;
const MINUTE: Millis = 60_000;
const DAY: Millis = 24 * 60 * MINUTE;

/// One service.
pub(super) trait Service: Send + Sync + Sized + 'static {
    /// The channel that it serves: its name is in accounts, notes and addresses.
    fn spec(&self) -> &'static ChannelSpec;
    /// Whether there is room for it.
    fn fits(&self, card: &Card) -> bool;
    /// Puts a card before an account; gives the name of the message, and its time as the service has it.
    fn post(&self, to: &str, card: &Card) -> Result<Posted, Failure>;
    fn update(&self, to: &str, message: &str, card: &Card) -> Result<(), Failure>;
    fn say(&self, to: &str, text: &str) -> Result<(), Failure>;
    /// Hears what people say, where the service has to be asked for it.
    fn listen(&self, _desk: &Arc<ChatDispatcher<Self>>, _gateway: &Arc<Gateway>) {}
    fn receive(
        &self,
        _: &ChatDispatcher<Self>,
        _: &Arc<Gateway>,
        _: &HeaderMap,
        _: &[u8],
    ) -> Option<Receipt> {
        None
    }
}

#[derive(Debug, Clone)]
pub(super) struct Posted {
    pub message: String,
    pub at: Millis,
}

pub(super) struct ChatDispatcher<S> {
    pub service: S,
    queue: Sender<Job>,
    jobs: Mutex<Option<Receiver<Job>>>,
    times: ChannelTimes,
    /// What keeps us from sending, and from hearing.
    troubles: [Trouble; 2],
}

enum Job {
    Tell(RequestId, String),
    /// The same for somebody who has just spoken to us: they are awake.
    Show(RequestId, String),
    /// Not over, but no longer as its cards say.
    Changed(RequestId),
    Over(RequestId),
    Say(String, String),
    Question(Question),
}

/// A card that is out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sent {
    to: String,
    pub message: String,
    pub nonce: String,
    pub digest: String,
    pub whole: bool,
    pub at: Millis,
    /// As it stands in the store.
    body: String,
}

struct Chat<S>(Arc<ChatDispatcher<S>>);

pub(super) fn open<S: Service>(service: S, times: ChannelTimes) -> Arc<dyn Channel> {
    let (queue, jobs) = channel();
    Arc::new(Chat(Arc::new(ChatDispatcher {
        service,
        queue,
        jobs: Mutex::new(Some(jobs)),
        times,
        troubles: <[Trouble; 2]>::default(),
    })))
}

impl<S: Service> Channel for Chat<S> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn start(&self, gateway: &Arc<Gateway>) {
        let Some(jobs) = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        let (desk, own) = (Arc::clone(&self.0), Arc::clone(gateway));
        let worker = thread::Builder::new()
            .name(format!("herma-{}", self.name()))
            .spawn(move || desk.work(&own, &jobs));
        if let Err(error) = worker {
            self.0.trouble(SENDING, Some(error.to_string()));
        }
        self.0.service.listen(&self.0, gateway);
    }

    fn tell(&self, request: &Request, notice: &Notice) {
        let job = match notice.why {
            Why::Over => Job::Over(request.id.clone()),
            Why::Counted => Job::Changed(request.id.clone()),
            Why::Asked | Why::Backup | Why::Escalated => Job::Tell(request.id.clone(), notice.person.clone()),
        };
        // The worker ends with the gateway.
        let _ = self.0.queue.send(job);
    }

    fn question(&self, question: &Question) {
        let _ = self.0.queue.send(Job::Question(question.clone()));
    }

    fn state(&self) -> ChannelState {
        // Of two, the one that began first.
        let ill = self.0.troubles.iter().filter_map(Trouble::now).min_by_key(|ill| ill.since);
        ill.map_or(ChannelState::Up, ChannelState::Down)
    }

    fn receive(&self, gateway: &Arc<Gateway>, headers: &HeaderMap, body: &[u8]) -> Option<Receipt> {
        self.0.service.receive(&self.0, gateway, headers, body)
    }
}

pub(super) const SENDING: usize = 0;
pub(super) const HEARING: usize = 1;

/// Rests, unless the gateway ends; gives the next pause.
pub(super) fn rest(gateway: &Gateway, pause: Duration) -> Duration {
    let start = Instant::now();
    while start.elapsed() < pause && !gateway.is_stopping() {
        thread::sleep(LOOK.min(pause));
    }
    (pause * 2).clamp(FIRST_PAUSE, LAST_PAUSE)
}

impl<S: Service> ChatDispatcher<S> {
    pub(super) fn name(&self) -> &'static str {
        self.service.spec().name
    }

    /// `telegram:123456789`.
    pub(super) fn account(&self, id: &str) -> String {
        format!("{}:{id}", self.name())
    }

    pub(super) fn trouble(&self, which: usize, what: Option<String>) {
        let said = what.clone().unwrap_or_else(|| "it is well again".to_owned());
        if self.troubles.get(which).is_some_and(|known| known.set(what)) {
            eprintln!("herma: {}: {said}", self.name());
        }
    }

    fn work(&self, gateway: &Gateway, jobs: &Receiver<Job>) {
        let (mut waiting, mut pause) = (VecDeque::new(), FIRST_PAUSE);
        let mut swept: Option<Instant> = None;
        let mut asleep = Asleep::default();
        while !gateway.is_stopping() {
            waiting.extend(asleep.awake(now()));
            if swept.is_none_or(|swept| swept.elapsed() > SWEEP) {
                swept = Some(Instant::now());
                waiting.extend(self.left_behind(gateway));
            }
            let job = match waiting.pop_front() {
                Some(job) => job,
                None => match jobs.recv_timeout(LOOK) {
                    Ok(job) => job,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return,
                },
            };
            if let Some(until) = self.quiet_until(gateway, &job, now()) {
                asleep.0.push((until, job));
                continue;
            }
            match self.done(gateway, &job) {
                Ok(()) => {
                    self.trouble(SENDING, None);
                    pause = FIRST_PAUSE;
                }
                // Nobody else's card waits for it.
                Err(Failure::Never(why)) => self.trouble(SENDING, Some(why)),
                Err(Failure::Later(why, after)) => {
                    self.trouble(SENDING, Some(why));
                    pause = rest(gateway, after.unwrap_or(pause));
                    waiting.push_front(job);
                }
            }
        }
    }

    /// Until when nobody is to be told of this here, if it is quiet.
    fn quiet_until(&self, gateway: &Gateway, job: &Job, now: Millis) -> Option<Millis> {
        self.times.quiet?;
        let (tier, crisis) = match job {
            Job::Tell(id, _) => {
                let request = gateway.reader.request(id.as_str()).ok()?;
                (request.tier, is_crisis(&request))
            }
            // A question is no more urgent than the mildest request.
            Job::Question(question) if question.answer.is_none() => (Tier::Medium, false),
            Job::Question(_) | Job::Show(..) | Job::Changed(_) | Job::Over(_) | Job::Say(..) => return None,
        };
        let minute = (now + local_offset(now)).rem_euclid(DAY) / MINUTE;
        let left = self.times.quiet_for(tier, crisis, u32::try_from(minute).ok()?)?;
        // To the minute: what is told a few seconds early is told.
        Some(now.saturating_add(Millis::from(left) * MINUTE))
    }

    fn done(&self, gateway: &Gateway, job: &Job) -> Result<(), Failure> {
        match job {
            Job::Tell(id, person) | Job::Show(id, person) => {
                let gate = gateway.gate();
                let known = gate.settings().people.iter().find(|one| one.name == *person);
                let accounts: Vec<String> = known.map(|one| one.accounts.clone()).unwrap_or_default();
                let own = accounts.iter().filter_map(|one| one.strip_prefix(self.name())?.strip_prefix(':'));
                // The rest is told although one could not be.
                own.map(|to| self.card(gateway, id, to)).fold(Ok(()), Result::and)
            }
            Job::Over(id) => self.over(gateway, id),
            Job::Changed(id) => self.changed(gateway, id),
            Job::Say(to, text) => self.service.say(to, text),
            Job::Question(question) => self.question(gateway, question),
        }
    }

    /// A card for an account, unless it has one. It is noted before it is out: whoever presses at once is known.
    fn card(&self, gateway: &Gateway, id: &RequestId, to: &str) -> Result<(), Failure> {
        let request = stored(gateway.reader.request(id.as_str()))?;
        let (gate, time, key) = (gateway.gate(), now(), format!("{id} {to}"));
        let old = stored(self.sent(gateway, id, to))?;
        // One that was noted and has no message never went out, as far as we know: another takes its place.
        if request.open(time).is_err() || old.as_ref().is_some_and(|old| !old.message.is_empty()) {
            return Ok(());
        }
        let nonce = stored(credential::random::<8>())?;
        let person = self.person(gateway, to).unwrap_or_default();
        let link = gateway.link(id.as_str());
        let account = self.account(to);
        let votes = stored(gateway.reader.votes(id))?;
        let reader = Reader { settings: gate.settings(), person: &person, account: &account, votes: &votes };
        let card = card::ask(reader, &request, &nonce, &link, time, |card| self.service.fits(card));
        let note = |message: &str, at: Millis| {
            let body = json!({"message": message, "nonce": nonce, "digest": request.digest, "whole": card.whole, "at": at});
            Note::new(&self.kind(), &key, body.to_string()).until(request.expires.saturating_add(REMEMBERED))
        };
        let swap = |old: Option<&str>, new: Option<&Note>| {
            stored(gate.store().swap_note(&self.kind(), &key, old, new, now())).map(drop)
        };
        let going = note("", 0);
        swap(old.as_ref().map(|old| old.body.as_str()), Some(&going))?;
        match self.service.post(to, &card) {
            Ok(posted) => swap(Some(&going.body), Some(&note(&posted.message, posted.at))),
            Err(Failure::Never(why)) => {
                swap(Some(&going.body), None)?;
                Err(Failure::Never(format!("{} cannot be reached: {why}", self.account(to))))
            }
            Err(later) => Err(later),
        }
    }

    /// Every card of a request says who has said yes so far. It stays the card that it was: the same button, the same bytes.
    fn changed(&self, gateway: &Gateway, id: &RequestId) -> Result<(), Failure> {
        let request = stored(gateway.reader.request(id.as_str()))?;
        let gate = gateway.gate();
        let votes = stored(gateway.reader.votes(id))?;
        for sent in stored(self.all_sent(gateway, id))? {
            if sent.message.is_empty() || request.open(now()).is_err() {
                continue;
            }
            let (person, account) =
                (self.person(gateway, &sent.to).unwrap_or_default(), self.account(&sent.to));
            let reader =
                Reader { settings: gate.settings(), person: &person, account: &account, votes: &votes };
            let link = gateway.link(id.as_str());
            let card = card::ask(reader, &request, &sent.nonce, &link, now(), |card| self.service.fits(card));
            // What it says now may have no room: then it stays as it was.
            if card.whole != sent.whole {
                continue;
            }
            match self.service.update(&sent.to, &sent.message, &card) {
                Ok(()) | Err(Failure::Never(_)) => {}
                Err(later) => return Err(later),
            }
        }
        Ok(())
    }

    /// Every card of a request says what became of it.
    fn over(&self, gateway: &Gateway, id: &RequestId) -> Result<(), Failure> {
        let request = stored(gateway.reader.request(id.as_str()))?;
        if request.state == State::Pending {
            return Ok(());
        }
        let gate = gateway.gate();
        let mut card = card::over(&request);
        if !self.service.fits(&card) {
            card = card::over_in_short(&request);
        }
        for sent in stored(self.all_sent(gateway, id))? {
            let updated = match sent.message.as_str() {
                "" => Ok(()),
                message => self.service.update(&sent.to, message, &card),
            };
            match updated {
                // Deleted by its reader, or too old to change: then it says nothing wrong either.
                Ok(()) | Err(Failure::Never(_)) => {}
                Err(later) => return Err(later),
            }
            let key = format!("{id} {}", sent.to);
            stored(gate.store().swap_note(&self.kind(), &key, Some(&sent.body), None, now()))?;
        }
        Ok(())
    }

    /// Cards of what was decided while we did not look.
    fn left_behind(&self, gateway: &Gateway) -> Vec<Job> {
        let notes = gateway.reader.notes(&self.kind(), now()).unwrap_or_default();
        let mut ids: Vec<RequestId> =
            notes.iter().filter_map(|note| RequestId::parse(note.key.split(' ').next()?)).collect();
        ids.dedup();
        let over =
            |id: &RequestId| gateway.reader.request(id.as_str()).is_ok_and(|one| one.state != State::Pending);
        ids.into_iter().filter(over).map(Job::Over).collect()
    }

    fn kind(&self) -> String {
        format!("chat.{}", self.name())
    }

    pub(super) fn sent(
        &self,
        gateway: &Gateway,
        id: &RequestId,
        to: &str,
    ) -> Result<Option<Sent>, StoreError> {
        let note = gateway.reader.note(&self.kind(), &format!("{id} {to}"), now())?;
        Ok(note.and_then(|note| read(&note)))
    }

    fn all_sent(&self, gateway: &Gateway, id: &RequestId) -> Result<Vec<Sent>, StoreError> {
        let notes = gateway.reader.notes(&self.kind(), now())?;
        let of = |note: &&Note| note.key.split(' ').next() == Some(id.as_str());
        Ok(notes.iter().filter(of).filter_map(read).collect())
    }

    /// The person behind an account, if it is known at all.
    pub(super) fn person(&self, gateway: &Gateway, account: &str) -> Option<String> {
        gateway.gate().settings().person(&self.account(account)).map(str::to_owned)
    }

    /// Shows a request to somebody who has just spoken to us.
    pub(super) fn show(&self, id: &RequestId, person: String) {
        let _ = self.queue.send(Job::Show(id.clone(), person));
    }

    /// Says something to an account, when the service takes it.
    pub(super) fn say_later(&self, to: &str, text: String) {
        let _ = self.queue.send(Job::Say(to.to_owned(), text));
    }
}

/// Who is told later, and when.
#[derive(Default)]
struct Asleep(Vec<(Millis, Job)>);

impl Asleep {
    /// Those whose time has come.
    fn awake(&mut self, now: Millis) -> Vec<Job> {
        let (due, later) = std::mem::take(&mut self.0).into_iter().partition(|(until, _)| *until <= now);
        self.0 = later;
        due.into_iter().map(|(_, job)| job).collect()
    }
}

fn read(note: &Note) -> Option<Sent> {
    let value: Value = serde_json::from_str(&note.body).ok()?;
    let text = |name: &str| value[name].as_str().map(str::to_owned);
    Some(Sent {
        to: note.key.split_once(' ')?.1.to_owned(),
        message: text("message")?,
        nonce: text("nonce")?,
        digest: text("digest")?,
        whole: value["whole"].as_bool()?,
        at: value["at"].as_i64()?,
        body: note.body.clone(),
    })
}

pub(super) fn stored<T>(result: Result<T, StoreError>) -> Result<T, Failure> {
    result.map_err(|error| match error {
        StoreError::Unknown { .. } => Failure::Never(error.to_string()),
        other => Failure::Later(other.to_string(), None),
    })
}

impl Gateway {
    /// Where a person sees all of a request.
    pub(crate) fn link(&self, id: &str) -> String {
        let place = match (self.secure_hosts.first(), self.hosts.first()) {
            (Some(host), _) => format!("https://{host}/"),
            (None, host) => format!("http://{}/", host.map_or("127.0.0.1:7717", String::as_str)),
        };
        if id.is_empty() { place } else { format!("{place}r/{id}") }
    }
}
