//! What all services share: who is told, which card is whose, what a button or a command does.

use super::card::{self, Card, Press, Reader, short};
use super::http::Failure;
use super::questions;
use super::words::{HELP, Said};
use crate::channel::{Channel, ChannelState, Receipt};
use crate::credential;
use crate::gateway::{Gateway, now};
use crate::question::Question;
use crate::trouble::Trouble;
use axum::http::HeaderMap;
use herma_core::effect::Tier;
use herma_core::grant::Width;
use herma_core::policy::ChannelTimes;
use herma_gate::{GateError, Notice, Refusal, Reply, Seen, Why, yeses};
use herma_store::{Answer, Filter, Millis, Note, Request, RequestId, State, Store, StoreError, local_offset};
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
/// Lines of a list. More cannot be read on a phone.
const LISTED: usize = 10;
/// Past its request's end, a card is remembered for a day: a service that was down says what became of it.
const REMEMBERED: Millis = 24 * 3600 * 1000;
const REASON_MAX: usize = 1000;
const MINUTE: Millis = 60_000;
const DAY: Millis = 24 * 60 * MINUTE;

/// One service.
pub(super) trait Service: Send + Sync + Sized + 'static {
    const NAME: &'static str;
    /// Whether there is room for it.
    fn fits(&self, card: &Card) -> bool;
    /// Puts a card before an account; gives the name of the message, and its time as the service has it.
    fn post(&self, to: &str, card: &Card) -> Result<Posted, Failure>;
    fn update(&self, to: &str, message: &str, card: &Card) -> Result<(), Failure>;
    fn say(&self, to: &str, text: &str) -> Result<(), Failure>;
    /// Hears what people say, where the service has to be asked for it.
    fn listen(&self, _desk: &Arc<Desk<Self>>, _gateway: &Arc<Gateway>) {}
    fn receive(&self, _: &Desk<Self>, _: &Arc<Gateway>, _: &HeaderMap, _: &[u8]) -> Option<Receipt> {
        None
    }
}

#[derive(Debug, Clone)]
pub(super) struct Posted {
    pub message: String,
    pub at: Millis,
}

pub(super) struct Desk<S> {
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
struct Sent {
    to: String,
    message: String,
    nonce: String,
    digest: String,
    whole: bool,
    at: Millis,
    /// As it stands in the store.
    body: String,
}

struct Chat<S>(Arc<Desk<S>>);

pub(super) fn open<S: Service>(service: S, times: ChannelTimes) -> Arc<dyn Channel> {
    let (queue, jobs) = channel();
    Arc::new(Chat(Arc::new(Desk {
        service,
        queue,
        jobs: Mutex::new(Some(jobs)),
        times,
        troubles: <[Trouble; 2]>::default(),
    })))
}

impl<S: Service> Channel for Chat<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn start(&self, gateway: &Arc<Gateway>) {
        let Some(jobs) = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        let (desk, own) = (Arc::clone(&self.0), Arc::clone(gateway));
        let worker =
            thread::Builder::new().name(format!("herma-{}", S::NAME)).spawn(move || desk.work(&own, &jobs));
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

impl<S: Service> Desk<S> {
    pub(super) fn trouble(&self, which: usize, what: Option<String>) {
        let said = what.clone().unwrap_or_else(|| "it is well again".to_owned());
        if self.troubles.get(which).is_some_and(|known| known.set(what)) {
            eprintln!("herma: {}: {said}", S::NAME);
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
                let own = accounts.iter().filter_map(|one| one.strip_prefix(S::NAME)?.strip_prefix(':'));
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
        let account = format!("{}:{to}", S::NAME);
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
                Err(Failure::Never(format!("{}:{to} cannot be reached: {why}", S::NAME)))
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
                (self.person(gateway, &sent.to).unwrap_or_default(), format!("{}:{}", S::NAME, sent.to));
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
        format!("chat.{}", S::NAME)
    }

    fn sent(&self, gateway: &Gateway, id: &RequestId, to: &str) -> Result<Option<Sent>, StoreError> {
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
        gateway.gate().settings().person(&format!("{}:{account}", S::NAME)).map(str::to_owned)
    }

    /// A button was pressed, by this account, on this message. What is to be said about it.
    pub(super) fn press(
        &self,
        gateway: &Gateway,
        account: &str,
        message: Option<&str>,
        data: &str,
    ) -> String {
        if let Some(chosen) = questions::pressed(data) {
            return match self.person(gateway, account) {
                Some(_) => self.chosen(gateway, account, chosen),
                None => self.stranger(account),
            };
        }
        match Press::parse(data) {
            Some(press) => self.pressed(gateway, account, message, &press, (None, None)),
            None => STALE.to_owned(),
        }
    }

    /// The same, with digits and a reason beside it.
    pub(super) fn pressed(
        &self,
        gateway: &Gateway,
        account: &str,
        message: Option<&str>,
        press: &Press,
        (digits, reason): (Option<String>, Option<String>),
    ) -> String {
        if self.person(gateway, account).is_none() {
            return self.stranger(account);
        }
        let answer = press.scope.map_or(Answer::Deny, Answer::Approve);
        let Some(id) = RequestId::parse(&press.id) else { return STALE.to_owned() };
        let (request, sent) = match (gateway.reader.request(id.as_str()), self.sent(gateway, &id, account)) {
            (Ok(request), Ok(sent)) => (request, sent),
            (Err(StoreError::Unknown { .. }), _) => return STALE.to_owned(),
            (Err(error), _) | (_, Err(error)) => return GateError::Store(error).to_string(),
        };
        if let Err(late) = request.open(now()) {
            return late_words(&request, &late);
        }
        // The card, this very one, and what it showed (T19).
        let Some(sent) = sent.filter(|sent| {
            credential::same(&sent.nonce, &press.nonce)
                && message.is_none_or(|message| message == sent.message || sent.message.is_empty())
                && short(&sent.digest) == press.digest
        }) else {
            return STALE.to_owned();
        };
        self.put(gateway, &request, &sent, account, Wanted { answer, digits, reason })
    }

    /// A command was typed. `at` is when, by the clock that the cards' times come from.
    pub(super) fn said(&self, gateway: &Gateway, account: &str, said: Said, at: Millis) -> String {
        if self.person(gateway, account).is_none() {
            return self.stranger(account);
        }
        let (id, wanted) = match said {
            Said::Help => return HELP.to_owned(),
            Said::Answer { text } => return self.answer_typed(gateway, account, &text, at),
            Said::Pending => return self.pending(gateway, account).unwrap_or_else(|error| error.to_string()),
            Said::Approve { id, digits, scope } => {
                (id, Wanted { answer: Answer::Approve(scope), digits, reason: None })
            }
            Said::Deny { id, reason } => {
                // A person's own need is nobody's reason, and is not written down.
                let reason = reason.filter(|reason| !herma_core::crisis::read(reason).band.gates());
                (id, Wanted { answer: Answer::Deny, digits: None, reason })
            }
        };
        self.answer(gateway, account, id, wanted, at).unwrap_or_else(|error| error.to_string())
    }

    fn answer(
        &self,
        gateway: &Gateway,
        account: &str,
        id: Option<String>,
        wanted: Wanted,
        at: Millis,
    ) -> Result<String, GateError> {
        let request = match id {
            Some(id) => gateway.reader.request(&id)?,
            None => {
                let mut waiting = self.waiting(gateway, account)?;
                match (waiting.pop(), waiting.is_empty()) {
                    (None, _) => return Ok(NOTHING.to_owned()),
                    (Some(only), true) => only,
                    // Whichever was meant, it is not for us to guess (T19).
                    (Some(_), false) => {
                        return Ok(format!(
                            "More than one waits: say which.\n{}",
                            self.pending(gateway, account)?
                        ));
                    }
                }
            }
        };
        if let Err(late) = request.open(now()) {
            return Ok(late_words(&request, &late));
        }
        let person = self.person(gateway, account);
        if !gateway.gate().settings().approvers(request.tier).any(|one| Some(one) == person.as_deref()) {
            let account = format!("{}:{account}", S::NAME);
            return Err(Refusal::NotAnApprover { account }.into());
        }
        let Some(sent) = self.sent(gateway, &request.id, account)? else {
            if let Some(person) = person {
                let _ = self.queue.send(Job::Show(request.id.clone(), person));
            }
            return Ok(format!("You have not seen {} here: look at its card first.", request.ticket));
        };
        // What was typed before the card was there was meant for something else.
        if at < sent.at {
            return Ok(format!("That was typed before {} was here: type it again.", request.ticket));
        }
        Ok(self.put(gateway, &request, &sent, account, wanted))
    }

    fn put(
        &self,
        gateway: &Gateway,
        request: &Request,
        sent: &Sent,
        account: &str,
        wanted: Wanted,
    ) -> String {
        let Wanted { answer, digits, reason } = wanted;
        let reason = reason.map(|reason| reason.chars().take(REASON_MAX).collect::<String>());
        let seen = if sent.whole { Seen::Whole(sent.digest.clone()) } else { Seen::Part };
        let account = format!("{}:{account}", S::NAME);
        let reply = Reply {
            answer,
            seen,
            digits,
            width: Width::Command,
            ..Reply::deny(&account, reason.as_deref()).on(S::NAME)
        };
        match gateway.decide(request.id.as_str(), &reply) {
            Ok(answered) if answered.request.state == State::Pending => {
                let votes = gateway.reader.votes(&request.id).unwrap_or_default();
                let wants = gateway.gate().settings().wants(&answered.request, &votes).join("; ");
                format!("{}: counted, and it waits for another approver ({wants})", request.ticket)
            }
            Ok(answered) => format!("{}: {}", request.ticket, card::decided(&answered.request)),
            Err(GateError::Refused(Refusal::Digits)) => {
                format!(
                    "{0}: it needs the two digits at the end of its card: /approve {0} NN",
                    request.ticket
                )
            }
            Err(GateError::Refused(why @ Refusal::Level { .. })) => {
                format!("{}: {why}: {}", request.ticket, gateway.link(request.id.as_str()))
            }
            Err(GateError::Refused(Refusal::NotAllShown)) => {
                format!(
                    "{}: here it can only be denied; {}",
                    request.ticket,
                    gateway.link(request.id.as_str())
                )
            }
            Err(error) => format!("{}: {error}", request.ticket),
        }
    }

    /// What this account may answer. Whoever only looks sees all of it.
    fn waiting(&self, gateway: &Gateway, account: &str) -> Result<Vec<Request>, GateError> {
        let gate = gateway.gate();
        let person = self.person(gateway, account).unwrap_or_default();
        let mut page = gate.page(&Filter::waiting(), None, LISTED + 1, now())?.requests;
        let may = |one: &Request| gate.settings().approvers(one.tier).any(|name| name == person);
        if page.iter().any(may) {
            page.retain(may);
        }
        Ok(page)
    }

    fn pending(&self, gateway: &Gateway, account: &str) -> Result<String, GateError> {
        let waiting = self.waiting(gateway, account)?;
        let asked = questions::listed(&gateway.open_questions().unwrap_or_default());
        if waiting.is_empty() && asked.is_empty() {
            return Ok(NOTHING.to_owned());
        }
        let mut lines: Vec<String> =
            waiting.iter().take(LISTED).map(|one| self.listed(gateway, one)).collect();
        if waiting.len() > LISTED {
            lines.push(format!("and more: {}", gateway.link("")));
        }
        lines.extend((!asked.is_empty()).then_some(asked));
        Ok(lines.join("\n"))
    }

    fn listed(&self, gateway: &Gateway, one: &Request) -> String {
        let line = card::listed(one, now());
        if one.needed <= 1 {
            return line;
        }
        let votes = gateway.reader.votes(&one.id).unwrap_or_default();
        format!("{line}; {} of {} have said yes", yeses(&votes).len(), one.needed)
    }

    /// Somebody has written something. If that is a sign of a crisis, the card goes to them: at once, whoever they are, and
    /// before anything else (design, section 7). Their words are kept nowhere.
    pub(super) fn heard(&self, gateway: &Gateway, from: &str, text: &str) {
        if herma_core::crisis::read(text).band.gates() {
            let card = gateway.house.crisis_card();
            if self.service.say(from, &card).is_err() {
                self.say_later(from, card);
            }
        }
    }

    /// Says something to an account, when the service takes it.
    pub(super) fn say_later(&self, to: &str, text: String) {
        let _ = self.queue.send(Job::Say(to.to_owned(), text));
    }

    /// What whoever is not on the list is told: nothing about what waits.
    pub(super) fn stranger(&self, account: &str) -> String {
        format!(
            "You are not an approver here. This account is {0}:{account}; `herma approver link NAME {0}:{account}`, typed \
             by whoever runs Herma, would make it one.",
            S::NAME
        )
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

struct Wanted {
    answer: Answer,
    digits: Option<String>,
    reason: Option<String>,
}

const STALE: &str = "This card is out of date; nothing was decided. /pending shows what waits.";
const NOTHING: &str = "Nothing waits.";

/// Unknown, expired and decided are three different things.
fn late_words(request: &Request, late: &StoreError) -> String {
    match request.state {
        State::Pending => format!("{}: {late}", request.ticket),
        _ => format!("{} was decided already: {}", request.ticket, card::decided(request)),
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
