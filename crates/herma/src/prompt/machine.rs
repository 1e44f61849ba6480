//! The key machine: keys in, state and answer out. No clock, no terminal.
//!
//! It only acts on what was drawn: until [`Machine::drawn`] was called, keys are discarded, and an approval is refused
//! while any part of the request has not stood on the screen (T02).

use super::field::Field;
use super::keys::Key;
use super::request::{Answer, Choice, Denier, Digits, Request, Scope};

/// Whoever looks types two digits right. After this many others, nobody is looking.
const MAX_WRONG_DIGITS: u8 = 3;

/// What stood on the screen. Places count the atoms of the whole request, so that they outlive a resize.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Shown without a gap.
    pub from: usize,
    pub to: usize,
    /// Where the request ends.
    pub end: usize,
    /// Some of it is missing, and can be viewed.
    pub shortened: bool,
    /// Not even the choices fit: only Deny is left.
    pub too_small: bool,
    /// Where the page before and the one after begin.
    pub page_before: usize,
    pub page_after: usize,
    pub last_page: usize,
}

/// Which question is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Choose,
    /// The attention check (T34).
    Digits {
        scope: Scope,
        typed: String,
    },
    /// Why not, for the agent.
    Reason(Field),
}

/// Said once, until the next key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    NotAllShown,
    WrongDigits,
}

#[derive(Debug, Clone)]
pub struct Machine {
    offers: Vec<Choice>,
    digits: Option<Digits>,
    selected: Choice,
    step: Step,
    viewing: bool,
    top: usize,
    /// Everything before this has stood on the screen.
    read_to: usize,
    wrong: u8,
    notice: Option<Notice>,
    drawn: Option<Drawn>,
    /// Arrows and Enter belong to a list beside the request.
    beside_a_list: bool,
}

impl Machine {
    pub fn new(request: &Request) -> Machine {
        let mut offers: Vec<Choice> = match request.can_be_shown() {
            true => request.offers.iter().copied().filter(|c| scope(*c).is_some()).collect(),
            false => Vec::new(),
        };
        offers.push(Choice::Deny);
        offers.sort();
        offers.dedup();
        Machine {
            offers,
            digits: request.needs_digits().then_some(request.digits),
            selected: Choice::Deny,
            step: Step::Choose,
            viewing: false,
            top: 0,
            read_to: 0,
            wrong: 0,
            notice: None,
            drawn: None,
            beside_a_list: false,
        }
    }

    /// Takes note of what stands on the screen now. From the first time on, keys count.
    pub fn drawn(&mut self, drawn: Drawn) {
        if drawn.from <= self.read_to {
            self.read_to = self.read_to.max(drawn.to);
        }
        self.drawn = Some(drawn);
        // What is not on the screen cannot stay selected.
        if !self.choices().contains(&self.selected) {
            self.selected = Choice::Deny;
        }
    }

    /// What can be chosen, as it was drawn last.
    pub fn choices(&self) -> Vec<Choice> {
        match self.drawn {
            Some(drawn) if drawn.too_small => vec![Choice::Deny],
            Some(drawn) => self.choices_if(drawn.shortened),
            None => self.offers.clone(),
        }
    }

    /// What can be chosen on a screen that shows all of it, or not.
    pub fn choices_if(&self, shortened: bool) -> Vec<Choice> {
        let view = (shortened && !self.viewing && self.offers.len() > 1).then_some(Choice::View);
        self.offers.iter().copied().chain(view).collect()
    }

    pub fn press(&mut self, key: &Key) -> Option<Answer> {
        let drawn = self.drawn?;
        self.notice = None;
        match key {
            Key::Interrupt | Key::EndOfInput | Key::Esc => {
                return Some(Answer::Deny { reason: None, by: Denier::Interrupt });
            }
            Key::PageDown => self.top = drawn.page_after,
            Key::PageUp => self.top = drawn.page_before,
            _ => return self.press_in_step(key, drawn),
        }
        None
    }

    fn press_in_step(&mut self, key: &Key, drawn: Drawn) -> Option<Answer> {
        match (&mut self.step, key) {
            (Step::Choose, key) => self.press_in_choices(key, drawn),
            (Step::Digits { scope, typed }, Key::Enter) => {
                if self.digits.is_some_and(|digits| digits.text() == *typed) {
                    return Some(Answer::Allow(*scope));
                }
                typed.clear();
                self.wrong += 1;
                self.notice = Some(Notice::WrongDigits);
                (self.wrong >= MAX_WRONG_DIGITS)
                    .then_some(Answer::Deny { reason: None, by: Denier::WrongDigits })
            }
            (Step::Digits { typed, .. }, Key::Char(c)) if c.is_ascii_digit() && typed.len() < 2 => {
                typed.push(*c);
                None
            }
            (Step::Digits { typed, .. }, Key::Backspace | Key::ClearLine) => {
                typed.pop();
                None
            }
            (Step::Digits { .. }, Key::Char(' ')) => {
                self.top = drawn.page_after;
                None
            }
            (Step::Digits { .. }, _) => None,
            (Step::Reason(field), Key::Enter) => {
                let reason = Some(field.text()).filter(|text| !text.is_empty());
                Some(Answer::Deny { reason, by: Denier::Person })
            }
            (Step::Reason(field), key) => {
                field.press(key);
                None
            }
        }
    }

    fn press_in_choices(&mut self, key: &Key, drawn: Drawn) -> Option<Answer> {
        match key {
            Key::Enter => return self.choose(self.selected, drawn),
            Key::Up => self.select(-1),
            Key::Down => self.select(1),
            Key::Home => self.top = 0,
            Key::End => self.top = drawn.last_page,
            Key::Char(' ') => self.top = drawn.page_after,
            Key::Char('r' | 'R') if self.selected == Choice::Deny => {
                self.step = Step::Reason(Field::default())
            }
            Key::Char(c) => {
                let choice = self.choices().into_iter().find(|choice| choice.number() == *c)?;
                return self.choose(choice, drawn);
            }
            // A pasted number is no answer.
            Key::Paste(_) | Key::Other | Key::Left | Key::Right | Key::Backspace | Key::Delete => {}
            Key::ClearLine | Key::Esc | Key::PageUp | Key::PageDown | Key::Interrupt | Key::EndOfInput => {}
        }
        None
    }

    fn select(&mut self, by: isize) {
        let choices = self.choices();
        let at = choices.iter().position(|choice| *choice == self.selected).unwrap_or(0);
        if let Some(choice) = at.checked_add_signed(by).and_then(|at| choices.get(at)) {
            self.selected = *choice;
        }
    }

    fn choose(&mut self, choice: Choice, drawn: Drawn) -> Option<Answer> {
        let Some(scope) = scope(choice) else {
            if choice == Choice::Deny {
                return Some(Answer::Deny { reason: None, by: Denier::Person });
            }
            self.viewing = true;
            self.top = 0;
            self.selected = Choice::Deny;
            return None;
        };
        // INVARIANT: whoever says yes has had all of it on this screen.
        if self.read_to < drawn.end {
            self.notice = Some(Notice::NotAllShown);
            return None;
        }
        if self.digits.is_none() {
            return Some(Answer::Allow(scope));
        }
        self.step = Step::Digits { scope, typed: String::new() };
        None
    }

    /// Leaves the digits or the reason, back to the choices. `false` if that is where it was.
    pub fn back(&mut self) -> bool {
        let left = self.step != Step::Choose;
        self.step = Step::Choose;
        self.selected = Choice::Deny;
        left
    }

    /// Whether arrows and Enter are kept from it, so that only its numbers answer.
    pub fn set_beside_a_list(&mut self, beside_a_list: bool) {
        self.beside_a_list = beside_a_list;
    }

    pub fn is_beside_a_list(&self) -> bool {
        self.beside_a_list
    }

    pub fn selected(&self) -> Choice {
        self.selected
    }

    pub fn step(&self) -> &Step {
        &self.step
    }

    pub fn is_viewing(&self) -> bool {
        self.viewing
    }

    pub fn top(&self) -> usize {
        self.top
    }

    pub fn notice(&self) -> Option<Notice> {
        self.notice
    }
}

/// How far a yes of this choice goes.
pub fn scope(choice: Choice) -> Option<Scope> {
    match choice {
        Choice::Once => Some(Scope::Once),
        Choice::Session => Some(Scope::Session),
        Choice::Always => Some(Scope::Always),
        Choice::Deny | Choice::View => None,
    }
}

#[cfg(test)]
#[path = "machine_tests.rs"]
mod tests;
