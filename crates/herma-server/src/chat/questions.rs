//! Questions of agents, in chat: a card with a button for each choice, and `/answer ID WORDS`. An answer permits nothing, so
//! there are no digits; whoever may answer requests may answer these, and the first one counts.

use super::card::{Button, Card, Piece, text_of};
use super::chat_dispatcher::{ChatDispatcher, Service, stored};
use super::http::Failure;
use crate::gateway::{Gateway, now};
use crate::question::{self, Question};
use herma_store::{Millis, Note, Store};
use herma_view::time;
use herma_view::visible::{visible, visible_line};

/// Buttons of a card; more choices are typed by their number.
const BUTTONS: usize = 5;
/// Letters of a button.
const LABEL_MAX: usize = 40;
/// Fewer are a word, not the beginning of an id.
const ID_MIN: usize = 4;

impl<S: Service> ChatDispatcher<S> {
    /// Whoever is on call first is asked; where it was answered, by whomever, the cards say so.
    pub(super) fn question(&self, gateway: &Gateway, question: &Question) -> Result<(), Failure> {
        // What waited for a service that was down may be over by now.
        let Some(question) = stored(question::find(&*gateway.reader, &question.id, now()))? else {
            return Ok(());
        };
        match question.answer.is_some() {
            true => self.question_over(gateway, &question),
            false => self.question_card(gateway, &question),
        }
    }

    fn question_card(&self, gateway: &Gateway, question: &Question) -> Result<(), Failure> {
        let mut card = asked(question, &gateway.link(""));
        if !self.service.fits(&card) {
            card = asked_in_short(question, &gateway.link(""));
        }
        let gate = gateway.gate();
        let settings = gate.settings();
        let first = settings.people.iter().filter(|one| settings.medium.people.contains(&one.name));
        let accounts = first.flat_map(|one| &one.accounts);
        let own = accounts.filter_map(|one| one.strip_prefix(self.name())?.strip_prefix(':'));
        let send = |to: &str| {
            let key = format!("{} {to}", question.id);
            if stored(gateway.reader.note(&self.question_kind(), &key, now()))?.is_some() {
                return Ok(());
            }
            let posted = self.service.post(to, &card)?;
            let note = Note::new(&self.question_kind(), &key, posted.message).until(question.until);
            stored(gate.store().swap_note(&note.kind, &note.key, None, Some(&note), now())).map(drop)
        };
        // The rest is told although one could not be.
        own.map(send).fold(Ok(()), Result::and)
    }

    fn question_over(&self, gateway: &Gateway, question: &Question) -> Result<(), Failure> {
        let card = over(question);
        for note in stored(gateway.reader.notes(&self.question_kind(), now()))? {
            let Some(to) = note.key.strip_prefix(&format!("{} ", question.id)) else { continue };
            match self.service.update(to, &note.body, &card) {
                // Deleted by its reader, or too old to change: then it says nothing wrong either.
                Ok(()) | Err(Failure::Never(_)) => {}
                Err(later) => return Err(later),
            }
            let gate = gateway.gate();
            stored(gate.store().swap_note(&note.kind, &note.key, Some(&note.body), None, now()))?;
        }
        Ok(())
    }

    fn question_kind(&self) -> String {
        format!("chat.{}.question", self.name())
    }

    /// The button of a choice was pressed.
    pub(super) fn chosen(&self, gateway: &Gateway, account: &str, (id, number): (&str, &str)) -> String {
        match gateway.question(id) {
            Ok(question) if (1..=question.choices.len()).contains(&number.parse().unwrap_or(0)) => {
                self.tell_agent(gateway, account, &question, number)
            }
            Ok(_) => "There is no such choice.".to_owned(),
            Err(problem) => problem.text,
        }
    }

    /// A program of the person's own answers this very question.
    pub(super) fn chosen_words(&self, gateway: &Gateway, account: &str, id: &str, words: &str) -> String {
        match gateway.question(id) {
            Ok(question) => self.tell_agent(gateway, account, &question, words),
            Err(problem) => problem.text,
        }
    }

    /// `/answer …` was typed, at this moment.
    pub(super) fn answer_typed(&self, gateway: &Gateway, account: &str, text: &str, at: Millis) -> String {
        let open = match gateway.open_questions() {
            Ok(open) => open,
            Err(problem) => return problem.text,
        };
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let is_id = first.len() >= ID_MIN && first.bytes().all(|b| b.is_ascii_hexdigit());
        let (name, words) = if is_id { (Some(first), rest.trim()) } else { (None, text) };
        let question = match question::named(&open, name) {
            Ok(question) => question,
            Err(why) => return format!("{why}.\n{}", listed(&open)).trim().to_owned(),
        };
        // What was typed before it was asked was meant for something else.
        if at.saturating_add(1000) < question.asked {
            return format!("That was typed before {} was asked: type it again.", question.short());
        }
        self.tell_agent(gateway, account, &question, words)
    }

    fn tell_agent(&self, gateway: &Gateway, account: &str, question: &Question, words: &str) -> String {
        // A person's own need is nobody's answer, and is not written down.
        if question.shows_crisis(&question.meant(words)) {
            // They were shown the card when it came in.
            gateway.house.enforcer().stands(&gateway.whose(question), &question.cwd);
            return "That was not passed on.".to_owned();
        }
        let account = self.account(account);
        match gateway.answer_question(&question.id, &question.meant(words), &account, self.name()) {
            Ok(answered) => line(&format!(
                "{}: answered “{}”",
                answered.short(),
                answered.answer.as_deref().unwrap_or_default()
            )),
            Err(problem) => problem.text,
        }
    }
}

/// What a button of a question says.
pub(super) fn pressed(data: &str) -> Option<(&str, &str)> {
    data.strip_prefix("q.")?.split_once('.')
}

/// Open questions, a line each.
pub(super) fn listed(open: &[Question]) -> String {
    let each = open.iter().map(|one| line(&format!("❓ {}  {} asks: {}", one.short(), one.agent, one.text)));
    each.collect::<Vec<_>>().join("\n")
}

fn line(text: &str) -> String {
    text_of(&visible_line(text))
}

fn title(question: &Question) -> Piece {
    Piece::Title(format!("❓ {}", question.short()))
}

fn asked(question: &Question, link: &str) -> Card {
    let mut pieces = vec![title(question), Piece::Line(format!("{} asks:", line(&question.agent)))];
    pieces.push(Piece::Code(text_of(&visible(question.text.as_bytes(), &[]))));
    let choices = question.choices.iter().enumerate();
    pieces.extend(choices.map(|(at, choice)| Piece::Line(format!("{}. {}", at + 1, line(choice)))));
    pieces.push(Piece::Line(format!(
        "To answer, type /answer {} and a number or your own words",
        question.short()
    )));
    pieces.push(Piece::Link(link.to_owned()));
    let buttons = question.choices.iter().take(BUTTONS).enumerate().map(|(at, choice)| Button {
        label: format!("{}. {}", at + 1, line(choice)).chars().take(LABEL_MAX).collect(),
        data: format!("q.{}.{}", question.id, at + 1),
        is_no: false,
    });
    Card { pieces, buttons: buttons.collect(), whole: true, question: Some(question.id.clone()) }
}

fn asked_in_short(question: &Question, link: &str) -> Card {
    let why = "an agent asks something; it is too long to be shown here".to_owned();
    let pieces = vec![title(question), Piece::Line(why), Piece::Link(link.to_owned())];
    Card { pieces, question: Some(question.id.clone()), ..Card::default() }
}

fn over(question: &Question) -> Card {
    let answer = line(question.answer.as_deref().unwrap_or_default());
    let by = line(question.by.as_deref().unwrap_or_default());
    let text = format!("✅ answered by {by}: “{answer}”, {} UTC", time::shown(now()));
    Card { pieces: vec![title(question), Piece::Line(text)], ..Card::default() }
}
