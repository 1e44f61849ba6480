//! The request for approval as a dialog: panel and key machine together.

use super::body::Document;
use super::dialog::{Dialog, End, Shown};
use super::keys::Key;
use super::line::Line;
use super::machine::{Drawn, Machine, Notice, Step};
use super::panel::{self, Screen};
use super::request::{Answer, Denier, Request, Scope};
use super::visible::Look;

#[derive(Debug)]
pub struct Confirm<'a> {
    request: &'a Request,
    document: Document,
    machine: Machine,
}

impl<'a> Confirm<'a> {
    pub fn new(request: &'a Request) -> Confirm<'a> {
        Confirm { request, document: Document::new(request), machine: Machine::new(request) }
    }
}

impl Dialog for Confirm<'_> {
    type Answer = Answer;

    fn show(&mut self, screen: Screen, seconds: Option<u64>) -> Shown {
        let frame = panel::frame(self.request, &self.document, &self.machine, screen, seconds);
        self.machine.drawn(frame.drawn);
        Shown { lines: frame.lines, cursor: frame.cursor }
    }

    fn press(&mut self, key: &Key) -> Option<Answer> {
        self.machine.press(key)
    }

    fn end(&mut self, end: End) -> Answer {
        let denied = |by: Denier| Answer::Deny { reason: None, by };
        match end {
            End::Expired => Answer::Expire,
            End::Lost => denied(Denier::Lost),
            End::Signal(libc::SIGINT) => denied(Denier::Interrupt),
            End::Signal(signal) => denied(Denier::Signal(signal)),
            End::Elsewhere => Answer::Elsewhere,
        }
    }

    fn speak(&mut self, seconds: Option<u64>) -> Vec<String> {
        let mut lines = vec![format!("herma asks, tier {}", self.request.tier)];
        lines.extend(self.document.spoken());
        for choice in self.machine.choices_if(false) {
            let rule = self.request.rule(choice);
            let rule = rule.map(|rule| format!(", that is: {}", herma_core::text::shown(rule)));
            let label = self.request.label(choice);
            lines.push(format!("{}. {label}{}", choice.number(), rule.unwrap_or_default()));
        }
        lines.extend(seconds.map(|s| format!("{s} seconds left")));
        let end = self.document.end();
        self.machine.drawn(Drawn { to: end, end, ..Drawn::default() });
        lines
    }

    fn spoken_prompt(&self) -> String {
        match self.machine.step() {
            Step::Choose => "type a number, then Enter (4 may be followed by a reason): ".to_owned(),
            Step::Digits { .. } => "type the two digits shown above, then Enter: ".to_owned(),
            Step::Reason(_) => "reason, then Enter: ".to_owned(),
        }
    }

    fn hear(&mut self, line: &str) -> Result<Option<Answer>, String> {
        let line = line.trim();
        if let (Step::Choose, Some(reason)) = (self.machine.step(), line.strip_prefix("4 ")) {
            let reason = Some(reason.trim().to_owned());
            return Ok(Some(Answer::Deny { reason, by: Denier::Person }));
        }
        let choosing = *self.machine.step() == Step::Choose;
        // Here a line without a number is no answer, whatever is selected on a screen.
        if choosing && !self.machine.choices().iter().any(|c| line == c.number().to_string()) {
            return Err("that is none of the numbers".to_owned());
        }
        let mut answer = line.chars().find_map(|c| self.machine.press(&Key::Char(c)));
        if !choosing && answer.is_none() {
            answer = self.machine.press(&Key::Enter);
        }
        match self.machine.notice() {
            Some(Notice::WrongDigits) if answer.is_none() => Err("these are not the digits".to_owned()),
            Some(Notice::NotAllShown) if answer.is_none() => Err("not all of it was shown".to_owned()),
            _ => Ok(answer),
        }
    }

    fn closing(&self, answer: &Answer) -> Option<Line> {
        let (text, look) = match answer {
            Answer::Allow(Scope::Once) => ("herma: allowed once", Look::Good),
            Answer::Allow(Scope::Session) => ("herma: allowed for this session", Look::Good),
            Answer::Allow(Scope::Always) if self.request.always_label.is_some() => {
                ("herma: allowed for a time; `herma grants` shows it", Look::Good)
            }
            Answer::Allow(Scope::Always) => {
                ("herma: added to the permanent allowlist; `herma grants` shows it", Look::Good)
            }
            Answer::Deny { by: Denier::WrongDigits, .. } => {
                ("herma: denied, the digits were wrong", Look::Danger)
            }
            Answer::Deny { .. } => ("herma: denied", Look::Danger),
            Answer::Expire => ("herma: nobody answered in time", Look::Warn),
            Answer::Elsewhere => return None,
        };
        Some(Line::of(text, look))
    }
}
