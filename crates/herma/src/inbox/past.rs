//! What has been decided: a list, and the one that is looked at.

use crate::prompt::body::{Document, Section};
use crate::prompt::keys::Key;
use crate::prompt::line::Line;
use crate::prompt::panel::{Screen, words};
use crate::prompt::visible::Look;
use crate::remembered::remembered;
use crate::view::{became, outcome, view};
use herma_core::grant::Width;
use herma_store::{Millis, Request, RequestId, State};

#[derive(Debug, Default)]
pub struct Past {
    pub decided: Vec<Request>,
    selected: Option<RequestId>,
    /// Rows of the lower pane that are scrolled out of it.
    pub top: usize,
}

/// Rows that Space and the page keys move.
const PAGE: usize = 8;

impl Past {
    /// The newest first.
    pub fn update(&mut self, decided: Vec<Request>) {
        self.decided = decided;
    }

    /// Its place in the list.
    pub fn at(&self) -> usize {
        self.decided.iter().position(|request| Some(&request.id) == self.selected.as_ref()).unwrap_or(0)
    }

    pub fn press(&mut self, key: &Key) {
        let at = self.at();
        let to = match key {
            Key::Up | Key::Char('k') => at.saturating_sub(1),
            Key::Down | Key::Char('j') => at + 1,
            Key::Home => 0,
            Key::End => usize::MAX,
            Key::Char(' ') | Key::PageDown => {
                self.top += PAGE;
                return;
            }
            Key::PageUp => {
                self.top = self.top.saturating_sub(PAGE);
                return;
            }
            _ => return,
        };
        let to = to.min(self.decided.len().saturating_sub(1));
        self.selected = self.decided.get(to).map(|request| request.id.clone());
        self.top = 0;
    }
}

/// A decided request: who, when, why, and all of what it was about.
pub fn lines(request: &Request, screen: Screen, now: Millis) -> Vec<Line> {
    let columns = screen.columns();
    let look = match request.state {
        State::Approved | State::Executed => Look::Good,
        State::Denied => Look::Danger,
        State::Pending | State::Expired | State::Canceled | State::Delegated | State::Unknown => Look::Warn,
    };
    let mut out = words(&format!("{} {}", request.ticket, outcome(request)), columns, look);
    if let Some(decided) = &request.decided {
        let scope = decided.scope.map(|scope| format!(", for {scope}")).unwrap_or_default();
        let how = if decided.how.is_empty() { String::new() } else { format!(", in the {}", decided.how) };
        out.extend(words(&format!("{} ago{how}{scope}", ago(now - decided.at)), columns, Look::Faint));
    }
    out.extend(became(request).into_iter().flat_map(|text| words(&text, columns, Look::Plain)));
    out.push(Line::default());
    let document = Document::new(&view(request, remembered(request, Width::Exact, None, &[])));
    let body = document.lines(screen, true).into_iter();
    // The digits are for those who may still answer.
    out.extend(body.filter(|row| row.section != Section::Digits).map(|row| row.line));
    out
}

/// `58 s`, `12 min`, `3 h`, `2 d`.
pub fn ago(millis: Millis) -> String {
    let seconds = (millis / 1000).max(0);
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}
