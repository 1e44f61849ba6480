//! The driver: a dialog on the terminal, until there is an answer.
//!
//! Input that came before the first draw is thrown away, the countdown is redrawn each second, a new size at once. It
//! holds the terminal only as long as the dialog lasts.

use super::dialog::{Dialog, End, Shown};
use super::keys::Decoder;
use super::paint;
use super::panel::Screen;
use super::tty::{Input, Reading, Tty};
use std::io;
use std::time::{Duration, Instant};

/// How often the outside is asked for news. Whoever answers elsewhere is told here within this time.
const POLL: Duration = Duration::from_millis(100);
/// An arrow may arrive in parts; an ESC that nothing follows for so long is the key itself.
const ESC_ALONE: Duration = Duration::from_millis(60);

/// How to ask.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wait {
    /// Past this nobody is asked any more.
    pub deadline: Option<Instant>,
    /// No cursor movement, lines instead of keys: for screen readers and simple terminals.
    pub plain: bool,
}

/// What happened outside of this terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outside {
    Nothing,
    /// It was answered on another surface: what was said, and by whom.
    Answered(String),
    /// There is another deadline now.
    #[allow(dead_code, reason = "for the inbox, whose requests climb while they are shown")]
    Deadline(Instant),
}

/// There is nobody to ask here.
#[derive(Debug, thiserror::Error)]
#[error("there is no terminal to ask at (/dev/tty: {0})")]
pub struct NoTerminal(#[from] io::Error);

/// Runs a dialog to its end.
pub fn run<D: Dialog>(
    dialog: &mut D,
    wait: Wait,
    outside: &mut dyn FnMut() -> Outside,
) -> Result<D::Answer, NoTerminal> {
    let plain = wait.plain || paint::is_simple_terminal();
    let mut session = Session {
        tty: Tty::open(if plain { Reading::Lines } else { Reading::Keys })?,
        deadline: wait.deadline,
        colour: !plain && paint::colour_is_wanted(),
        rows_drawn: 0,
        cursor_row: 0,
        told: None,
    };
    let answer = if plain { session.lines(dialog, outside) } else { session.keys(dialog, outside) };
    let closing = session.told.take().map(|text| paint::told(&text)).or_else(|| dialog.closing(&answer));
    // The answer stands, whether or not its last line can still be written.
    let _ = session.close(closing.map(|line| paint::line(&line, session.colour)), plain);
    Ok(answer)
}

struct Session {
    tty: Tty,
    deadline: Option<Instant>,
    colour: bool,
    rows_drawn: usize,
    cursor_row: usize,
    /// What was said elsewhere.
    told: Option<String>,
}

impl Session {
    fn keys<D: Dialog>(&mut self, dialog: &mut D, outside: &mut dyn FnMut() -> Outside) -> D::Answer {
        let mut decoder = Decoder::default();
        let mut last = None;
        self.tty.forget_input();
        loop {
            if let Some(end) = self.news(outside) {
                return dialog.end(end);
            }
            if self.tty.signals.was_resumed() {
                let _ = self.tty.set_modes();
                last = None;
            }
            let now = (self.tty.size(), self.seconds());
            let resized = self.tty.signals.was_resized() || last.is_some_and(|(size, _)| size != now.0);
            if resized || last != Some(now) {
                if self.draw(dialog, resized).is_err() {
                    return dialog.end(End::Lost);
                }
                last = Some(now);
            }
            let wait = if decoder.is_waiting() { ESC_ALONE } else { POLL };
            match self.tty.read(self.until_next(wait)) {
                Input::Bytes(bytes) => decoder.feed(&bytes),
                Input::Nothing if decoder.is_waiting() => {
                    if let Some(answer) = decoder.give_up().and_then(|key| dialog.press(&key)) {
                        return answer;
                    }
                    last = None;
                }
                Input::Nothing => continue,
                Input::Closed => return dialog.end(End::Lost),
            }
            while let Some(key) = decoder.next_key() {
                if let Some(answer) = dialog.press(&key) {
                    return answer;
                }
                // Each key acts on what was drawn after the one before it.
                if self.draw(dialog, false).is_err() {
                    return dialog.end(End::Lost);
                }
            }
        }
    }

    fn lines<D: Dialog>(&mut self, dialog: &mut D, outside: &mut dyn FnMut() -> Outside) -> D::Answer {
        self.tty.forget_input();
        let mut text = dialog.speak(self.seconds()).join("\n");
        let mut typed = Vec::new();
        loop {
            text = paint::plain(&format!("{text}\n{}", dialog.spoken_prompt()));
            if self.tty.write(&text).is_err() {
                return dialog.end(End::Lost);
            }
            let line = loop {
                if let Some(end) = self.news(outside) {
                    let _ = self.tty.write("\n");
                    return dialog.end(end);
                }
                match self.tty.read(self.until_next(POLL)) {
                    Input::Bytes(bytes) => typed.extend_from_slice(&bytes),
                    Input::Nothing => {}
                    Input::Closed => return dialog.end(End::Lost),
                }
                if let Some(end) = typed.iter().position(|b| *b == b'\n') {
                    break typed.drain(..=end).collect::<Vec<u8>>();
                }
            };
            text = match dialog.hear(&String::from_utf8_lossy(&line)) {
                Ok(Some(answer)) => return answer,
                Ok(None) => String::new(),
                Err(complaint) => complaint,
            };
        }
    }

    /// What ends the asking without a key.
    fn news(&mut self, outside: &mut dyn FnMut() -> Outside) -> Option<End> {
        if let Some(signal) = self.tty.signals.ended_by() {
            return Some(End::Signal(signal));
        }
        match outside() {
            Outside::Nothing => {}
            Outside::Deadline(deadline) => self.deadline = Some(deadline),
            Outside::Answered(told) => {
                self.told = Some(told);
                return Some(End::Elsewhere);
            }
        }
        self.deadline.filter(|deadline| *deadline <= Instant::now()).map(|_| End::Expired)
    }

    /// Seconds left, rounded up: while 0 is not reached, somebody can answer.
    fn seconds(&self) -> Option<u64> {
        let left = self.deadline?.saturating_duration_since(Instant::now());
        Some(left.as_millis().div_ceil(1000) as u64)
    }

    /// No longer than until the countdown changes.
    fn until_next(&self, wait: Duration) -> Duration {
        let Some(deadline) = self.deadline else { return wait };
        let left = deadline.saturating_duration_since(Instant::now());
        let tick = Duration::from_millis(left.as_millis() as u64 % 1000 + 1);
        wait.min(tick)
    }

    fn draw<D: Dialog>(&mut self, dialog: &mut D, resized: bool) -> io::Result<()> {
        let (columns, rows) = self.tty.size();
        let shown = dialog.show(Screen::new(columns, rows, self.colour), self.seconds());
        let mut text = self.rewind(resized);
        text.push_str(&paint::lines(&shown.lines, self.colour));
        text.push_str(&self.place_cursor(&shown));
        self.tty.write(&text)
    }

    /// Back to where the last drawing began. A resized terminal has moved its lines about: there everything is cleared.
    fn rewind(&self, resized: bool) -> String {
        match (self.rows_drawn, resized) {
            (0, _) => paint::BEGIN.to_owned(),
            (_, true) => paint::CLEAR_SCREEN.to_owned(),
            _ => paint::back(self.cursor_row),
        }
    }

    fn place_cursor(&mut self, shown: &Shown) -> String {
        self.rows_drawn = shown.lines.len().max(1);
        let last = self.rows_drawn - 1;
        self.cursor_row = shown.cursor.map_or(last, |(row, _)| row.min(last));
        paint::cursor(shown.cursor.map(|(_, column)| (last - self.cursor_row, column)))
    }

    fn close(&mut self, closing: Option<String>, plain: bool) -> io::Result<()> {
        let mut text =
            if plain || self.rows_drawn == 0 { String::new() } else { paint::back(self.cursor_row) };
        text.extend(closing.map(|line| format!("{line}\r\n")));
        self.tty.write(&text)
    }
}
