//! What the inbox shows and what its keys mean.
//!
//! The request in the lower pane is held by its id, never by its place in the list: news may sort the list anew, and what a
//! key answers stays what the person looks at (T19). Nothing is opened by itself: after an answer, or when the open request
//! is gone, the next one is selected by a key.

use super::news::{Found, Wants, is_due};
use super::past::Past;
use super::questions::{Pressed, Questions};
use crate::prompt::body::Document;
use crate::prompt::keys::Key;
use crate::prompt::machine::{Machine, Step};
use crate::prompt::{self, Answer};
use crate::remembered::remembered;
use crate::view::{outcome, view};
use herma_core::grant::Width;
use herma_server::question::Question;
use herma_store::{Millis, Request, RequestId, State};
use std::collections::BTreeMap;

/// Which screen it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Page {
    #[default]
    Waiting,
    Past,
    Questions,
    Help,
}

/// Where arrows and Enter go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Focus {
    #[default]
    List,
    Request,
}

#[derive(Debug, Default)]
pub struct Inbox {
    pub page: Page,
    pub focus: Focus,
    pub pending: Vec<Request>,
    /// There are more than these.
    pub more: bool,
    pub open: Option<Open>,
    pub past: Past,
    pub questions: Questions,
    /// The newest requests, whatever became of them.
    earlier: Vec<Request>,
    /// What some of them want beyond one person's yes.
    pub wants: BTreeMap<RequestId, Wants>,
    /// Said once, until the next key.
    pub said: Option<String>,
    /// Why the list may be old.
    pub trouble: Option<String>,
    /// An edited policy that is not in force.
    pub notice: Option<String>,
}

/// A request in the lower pane.
#[derive(Debug)]
pub struct Open {
    /// As it was drawn: the answer is bound to it.
    pub request: Request,
    pub shown: prompt::Request,
    pub document: Document,
    pub machine: Machine,
    /// What became of it, once it waits no longer.
    pub over: Option<String>,
    /// Where it stood in the list when it was last there.
    at: usize,
    /// It stood on the screen before the keys came that are being read.
    settled: bool,
}

/// What a key comes to.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one a key")]
pub enum Act {
    Nothing,
    Quit,
    /// The store is to be looked at again.
    Look,
    Answer(Request, Answer),
    /// To an agent's question.
    Tell(Question, String),
}

impl Open {
    fn new(request: &Request, at: usize, earlier: &[Request], wants: Option<&Wants>) -> Open {
        let mut shown = view(request, remembered(request, Width::Command, None, earlier));
        if let Some(wants) = wants {
            shown.wants.clone_from(&wants.lines);
            if wants.only_deny {
                shown.offers.clear();
            }
        }
        let (document, machine) = (Document::new(&shown), Machine::new(&shown));
        Open { request: request.clone(), shown, document, machine, over: None, at, settled: false }
    }
}

impl Inbox {
    /// What the store says now. The open request stays open, wherever it is in the list.
    pub fn update(&mut self, found: Found) {
        let Found { pending, more, decided, earlier, wants, open: elsewhere, questions } = found;
        self.trouble = None;
        (self.pending, self.more, self.earlier) = (pending, more, earlier);
        self.wants = wants;
        self.past.update(decided);
        if self.questions.update(questions) && self.page == Page::Questions {
            self.answered("it was answered elsewhere, or its time is over");
        }
        let Some(open) = &mut self.open else { return };
        match self.pending.iter().position(|request| request.id == open.request.id) {
            Some(at) => {
                open.at = at;
                if let Some(request) = self.pending.get(at) {
                    open.request = request.clone();
                }
            }
            None => match elsewhere {
                Some(request) if request.state == State::Pending => open.request = request,
                Some(request) if open.over.is_none() => {
                    open.over = Some(outcome(&request));
                    self.focus = Focus::List;
                }
                Some(_) | None => {}
            },
        }
    }

    pub fn trouble(&mut self, why: String) {
        self.trouble = Some(why);
    }

    pub fn say(&mut self, text: &str) {
        self.said = Some(text.to_owned());
        if let Some(open) = &mut self.open {
            open.machine.back();
        }
    }

    /// A question is over: back to what waits, which may be another one.
    pub fn answered(&mut self, what: &str) {
        self.said = Some(what.to_owned());
        self.questions.close();
        self.page = Page::Waiting;
    }

    /// An answer was given: it stays on the screen as answered.
    pub fn over(&mut self, id: &RequestId, what: String) {
        if let Some(open) = self.open.as_mut().filter(|open| open.request.id == *id) {
            open.over = Some(what);
        }
        self.focus = Focus::List;
    }

    /// At the start, before anything was drawn.
    pub fn open_first(&mut self) {
        self.open_at(0);
    }

    fn open_at(&mut self, at: usize) {
        if let Some(request) = self.pending.get(at) {
            self.open = Some(Open::new(request, at, &self.earlier, self.wants.get(&request.id)));
        }
    }

    /// The request whose fate is of interest.
    pub fn open_id(&self) -> Option<&RequestId> {
        self.open.as_ref().filter(|open| open.over.is_none()).map(|open| &open.request.id)
    }

    /// The open request is not on the screen yet: what has been typed so far is not meant for it.
    pub fn is_fresh(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.settled) || self.questions.is_fresh()
    }

    /// It was drawn, and what is typed from now on is meant for it.
    pub fn settle(&mut self) {
        if let Some(open) = &mut self.open {
            open.settled = true;
        }
        self.questions.settle();
    }

    /// Whether time has done something that is not stored yet.
    pub fn is_due(&self, now: Millis) -> bool {
        self.pending.iter().any(|request| is_due(request, now))
    }

    pub fn counts_down(&self) -> bool {
        !self.pending.is_empty() || self.page == Page::Questions
    }

    /// Something is being typed: letters are text.
    fn is_typing(&self) -> bool {
        self.open.as_ref().is_some_and(|open| *open.machine.step() != Step::Choose && open.over.is_none())
    }

    pub fn press(&mut self, key: &Key) -> Act {
        self.said = None;
        match (self.page, key) {
            (_, Key::Interrupt | Key::EndOfInput) => return Act::Quit,
            (Page::Help, Key::Char('q')) => return Act::Quit,
            (Page::Help, _) => self.page = Page::Waiting,
            (Page::Past, Key::Char('q')) => return Act::Quit,
            (Page::Past, Key::Esc | Key::Char('h')) => self.page = Page::Waiting,
            (Page::Past, Key::Char('?')) => self.page = Page::Help,
            (Page::Past, key) => self.past.press(key),
            (Page::Questions, key) => match self.questions.press(key) {
                Pressed::Nothing => {}
                Pressed::Back => {
                    self.questions.close();
                    self.page = Page::Waiting;
                }
                Pressed::Answer(question, answer) => return Act::Tell(question, answer),
            },
            (Page::Waiting, key) => return self.press_waiting(key),
        }
        Act::Nothing
    }

    fn press_waiting(&mut self, key: &Key) -> Act {
        if !self.is_typing() {
            match key {
                Key::Char('q') => return Act::Quit,
                Key::Char('?') => {
                    self.page = Page::Help;
                    return Act::Nothing;
                }
                Key::Char('h') => {
                    self.page = Page::Past;
                    return Act::Look;
                }
                Key::Char('a') => {
                    match self.questions.show(0) {
                        true => self.page = Page::Questions,
                        false => self.said = Some("no agent asks anything".to_owned()),
                    }
                    return Act::Nothing;
                }
                _ => {}
            }
        }
        match (self.focus, key) {
            (Focus::Request, Key::Esc) => {
                let left_step = self.open.as_mut().is_some_and(|open| open.machine.back());
                if !left_step {
                    self.focus = Focus::List;
                }
                Act::Nothing
            }
            (Focus::List, Key::Esc) => Act::Nothing,
            (Focus::List, Key::Up | Key::Char('k')) => self.go(-1),
            (Focus::List, Key::Down | Key::Char('j')) => self.go(1),
            (Focus::List, Key::Home) => self.go(isize::MIN),
            (Focus::List, Key::End) => self.go(isize::MAX),
            (Focus::List, Key::Enter | Key::Right) => {
                if self.open.is_none() {
                    self.open_at(0);
                }
                if self.open_id().is_some() {
                    self.focus = Focus::Request;
                }
                Act::Nothing
            }
            (Focus::Request, Key::Left) if !self.is_typing() => {
                self.focus = Focus::List;
                Act::Nothing
            }
            (Focus::List | Focus::Request, key) => self.press_request(key),
        }
    }

    /// Another request, from where the open one stands or stood.
    fn go(&mut self, by: isize) -> Act {
        let last = self.pending.len().saturating_sub(1);
        let at = match &self.open {
            None => 0,
            Some(open)
                if open.over.is_some()
                    || self.pending.get(open.at).is_none_or(|r| r.id != open.request.id) =>
            {
                // It has left the list: the one behind it has taken its place.
                if by > 0 {
                    open.at.saturating_add_signed(by.saturating_sub(1))
                } else {
                    open.at.saturating_add_signed(by)
                }
            }
            Some(open) => open.at.saturating_add_signed(by),
        };
        let at = at.min(last);
        let is_same = self.open.as_ref().is_some_and(|open| {
            open.over.is_none() && self.pending.get(at).is_some_and(|r| r.id == open.request.id)
        });
        if !is_same {
            match self.pending.is_empty() {
                true => self.open = None,
                false => self.open_at(at),
            }
        }
        Act::Nothing
    }

    fn press_request(&mut self, key: &Key) -> Act {
        let Some(open) = &mut self.open else { return Act::Nothing };
        if open.over.is_some() {
            self.said = Some("that one waits no longer: ↑ or ↓ selects another".to_owned());
            return Act::Nothing;
        }
        // INVARIANT: no key that came in before a request was drawn answers it.
        if !open.settled {
            return Act::Nothing;
        }
        let answer = open.machine.press(key);
        if *open.machine.step() != Step::Choose || open.machine.is_viewing() {
            self.focus = Focus::Request;
        }
        match answer {
            Some(answer) => Act::Answer(open.request.clone(), answer),
            None => Act::Nothing,
        }
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
