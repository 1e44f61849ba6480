//! Requests for the tests of panel and machine.

use super::body::Document;
use super::machine::Machine;
use super::panel::{self, Frame, Screen};
use super::request::{Choice, Command, Digits, Request, Sentence};
use herma_core::effect::{Span, Tier};

pub fn request(command: &str) -> Request {
    Request {
        agent: "claude-code".to_owned(),
        session: Some("7f3a".to_owned()),
        tool: "terminal".to_owned(),
        cwd: "/home/dev/src/app".to_owned(),
        tier: Tier::Medium,
        sentences: vec![sentence("sends `x` to `example.net`", false), sentence("deletes `photos`", true)],
        command: Command::shell(command, Vec::new()),
        narration: None,
        instead: None,
        offers: vec![Choice::Once, Choice::Session, Choice::Always],
        for_session: None,
        always: None,
        always_label: None,
        wants: Vec::new(),
        digits: Digits(47),
    }
}

pub fn sentence(text: &str, deletes: bool) -> Sentence {
    Sentence { text: text.to_owned(), deletes }
}

pub fn marked(command: &str, part: &str) -> Request {
    let at = command.find(part).unwrap();
    let marks = vec![Span::new(at, at + part.len())];
    Request { command: Command::shell(command, marks), ..request(command) }
}

pub fn screen(columns: usize, rows: usize) -> Screen {
    Screen::new(columns, rows, true)
}

/// A request on a screen, with what was pressed so far.
pub struct Asked {
    pub request: Request,
    pub document: Document,
    pub machine: Machine,
    pub screen: Screen,
}

impl Asked {
    pub fn new(request: Request, screen: Screen) -> Asked {
        let (document, machine) = (Document::new(&request), Machine::new(&request));
        Asked { request, document, machine, screen }
    }

    pub fn draw(&mut self) -> Frame {
        let frame = panel::frame(&self.request, &self.document, &self.machine, self.screen, Some(58));
        self.machine.drawn(frame.drawn);
        frame
    }

    pub fn text(&mut self) -> String {
        self.draw().lines.iter().map(|line| line.text() + "\n").collect()
    }
}
