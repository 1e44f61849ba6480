//! What people do in chat: a button, a command, words of need. Whether the account may, what it was shown and whether the
//! digits are right is for the gate to say.

use super::card::{self, Press, short};
use super::chat_dispatcher::{ChatDispatcher, Sent, Service};
use super::questions;
use super::words::{HELP, Said, may_be_a_word};
use crate::credential;
use crate::gateway::{Gateway, now};
use herma_core::grant::Width;
use herma_gate::{Caller, GateError, Refusal, Reply, Seen, yeses};
use herma_store::{Answer, Filter, Millis, Request, RequestId, State, StoreError};

/// Lines of a list. More cannot be read on a phone.
const LISTED: usize = 10;
const REASON_MAX: usize = 1000;

impl<S: Service> ChatDispatcher<S> {
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
                let (id, reason) = meant(gateway, id, reason);
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
            let account = self.account(account);
            return Err(Refusal::NotAnApprover { account }.into());
        }
        let Some(sent) = self.sent(gateway, &request.id, account)? else {
            if let Some(person) = person {
                self.show(&request.id, person);
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
        let account = self.account(account);
        let reply = Reply {
            answer,
            seen,
            digits,
            width: Width::Command,
            ..Reply::deny(&account, reason.as_deref()).on(self.name())
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
        let session = self.account(from);
        let caller = Caller { agent: "chat".to_owned(), session, surface: "chat" };
        if let Some(card) = gateway.house.enforcer().said(&caller, "", text)
            && self.service.say(from, &card).is_err()
        {
            self.say_later(from, card);
        }
    }

    /// What whoever is not on the list is told: nothing about what waits.
    pub(super) fn stranger(&self, account: &str) -> String {
        format!(
            "You are not an approver here. This account is {0}; `herma approver link NAME {0}`, typed by whoever runs \
             Herma, would make it one.",
            self.account(account)
        )
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
/// Which request a no is for. A ticket in small letters is one; only a word that is no request's, before others, is the
/// first of a reason. Alone it is a ticket that is not known, and nothing is denied.
fn meant(gateway: &Gateway, id: Option<String>, reason: Option<String>) -> (Option<String>, Option<String>) {
    match (id, reason) {
        (Some(word), Some(rest)) if may_be_a_word(&word) => {
            match gateway.reader.request(&word.to_ascii_uppercase()) {
                Err(StoreError::Unknown { .. }) => (None, Some(format!("{word} {rest}"))),
                Ok(_) | Err(_) => (Some(word.to_ascii_uppercase()), Some(rest)),
            }
        }
        (id, reason) => (id.map(|id| id.to_ascii_uppercase()), reason),
    }
}
