//! What can be put to a person in a terminal: the request for approval, and the question of an agent.

use super::keys::Key;
use super::line::Line;
use super::panel::Screen;

/// What is to be on the screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    pub lines: Vec<Line>,
    /// Row and column of the cursor, where something is typed.
    pub cursor: Option<(usize, usize)>,
}

/// Why it is over without an answer from this terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Expired,
    /// Closed, or cannot be read or written any more.
    Lost,
    Signal(i32),
    /// Somebody answered on another surface.
    Elsewhere,
}

/// One conversation. The driver brings keys and time; everything else is decided here.
pub trait Dialog {
    type Answer;

    /// What to show now. From the first call on, keys count.
    fn show(&mut self, screen: Screen, seconds: Option<u64>) -> Shown;

    fn press(&mut self, key: &Key) -> Option<Self::Answer>;

    fn end(&mut self, end: End) -> Self::Answer;

    /// All of it as plain text, with nothing to be redrawn.
    fn speak(&mut self, seconds: Option<u64>) -> Vec<String>;

    /// What stands before the place where a line is typed.
    fn spoken_prompt(&self) -> String;

    /// A typed line. `Err` says what was wrong with it.
    fn hear(&mut self, line: &str) -> Result<Option<Self::Answer>, String>;

    /// The one line that stays on the screen.
    fn closing(&self, answer: &Self::Answer) -> Option<Line>;
}
