//! What agents ask people, one at a time. An answer permits nothing, so it takes no digits.

use crate::prompt::dialog::{Dialog, Shown};
use crate::prompt::keys::Key;
use crate::prompt::panel::Screen;
use crate::prompt::question::{Question as Field, Reply};
use herma_server::question::Question;
use herma_store::Millis;

#[derive(Debug, Default)]
pub struct Questions {
    /// The oldest first.
    pub all: Vec<Question>,
    open: Option<Open>,
}

/// The one on the screen: held by its id, wherever it stands by now (T19).
#[derive(Debug)]
struct Open {
    question: Question,
    field: Field,
    /// It stood on the screen before the keys came that are being read.
    settled: bool,
}

/// What a key comes to.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "there is one a key")]
pub enum Pressed {
    Nothing,
    /// Back to what waits; nothing is answered.
    Back,
    Answer(Question, String),
}

impl Questions {
    /// What the store says now. `true` if the one on the screen is asked no more.
    pub fn update(&mut self, all: Vec<Question>) -> bool {
        self.all = all;
        let is_gone =
            self.open.as_ref().is_some_and(|open| self.all.iter().all(|one| one.id != open.question.id));
        if is_gone {
            self.open = None;
        }
        is_gone
    }

    /// Shows the oldest, or as many further on.
    pub fn show(&mut self, at: usize) -> bool {
        self.open = self.all.get(at).map(|question| {
            let text = format!("{} asks: {}", question.agent, question.text);
            let field = Field::new(&text, question.choices.clone());
            Open { question: question.clone(), field, settled: false }
        });
        self.open.is_some()
    }

    pub fn close(&mut self) {
        self.open = None;
    }

    /// Its place among all.
    pub fn at(&self) -> usize {
        let id = self.open.as_ref().map(|open| open.question.id.as_str());
        self.all.iter().position(|one| Some(one.id.as_str()) == id).unwrap_or(0)
    }

    pub fn is_fresh(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.settled)
    }

    pub fn settle(&mut self) {
        if let Some(open) = &mut self.open {
            open.settled = true;
        }
    }

    pub fn draw(&mut self, screen: Screen, now: Millis) -> Option<Shown> {
        let open = self.open.as_mut()?;
        let left = u64::try_from(open.question.until - now).unwrap_or(0).div_ceil(1000);
        // Its own title is the inbox's.
        let mut shown = open.field.show(Screen { height: screen.height + 1, ..screen }, Some(left));
        shown.lines.remove(0);
        shown.cursor = shown.cursor.map(|(row, column)| (row.saturating_sub(1), column));
        Some(shown)
    }

    pub fn press(&mut self, key: &Key) -> Pressed {
        let (at, last) = (self.at(), self.all.len().saturating_sub(1));
        match key {
            Key::PageDown => {
                self.show((at + 1).min(last));
                return Pressed::Nothing;
            }
            Key::PageUp => {
                self.show(at.saturating_sub(1));
                return Pressed::Nothing;
            }
            _ => {}
        }
        // INVARIANT: no key that came in before a question was drawn answers it.
        let Some(open) = self.open.as_mut().filter(|open| open.settled) else {
            return if *key == Key::Esc { Pressed::Back } else { Pressed::Nothing };
        };
        match open.field.press(key) {
            Some(Reply::Text(text)) if !text.trim().is_empty() => {
                Pressed::Answer(open.question.clone(), text)
            }
            Some(Reply::Text(_)) | None => Pressed::Nothing,
            Some(Reply::Expire | Reply::Interrupt | Reply::Lost | Reply::Signal(_)) => Pressed::Back,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(id: &str, choices: &[&str]) -> Question {
        Question {
            id: id.to_owned(),
            agent: "bot".to_owned(),
            session: String::new(),
            cwd: String::new(),
            text: format!("Which, {id}?"),
            choices: choices.iter().map(|one| (*one).to_owned()).collect(),
            asked: 1,
            until: 60_000,
            answer: None,
            by: None,
        }
    }

    fn drawn(questions: &mut Questions) -> String {
        let shown = questions.draw(Screen::new(80, 24, false), 0).unwrap();
        questions.settle();
        shown.lines.iter().map(|line| line.text()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn t19_the_answer_is_for_the_question_that_was_drawn() {
        let (one, two) = (question("a", &["main", "next"]), question("b", &["yes", "no"]));
        let mut all = Questions::default();
        all.update(vec![one.clone(), two.clone()]);
        assert!(all.show(0) && all.is_fresh());
        assert_eq!(all.press(&Key::Char('1')), Pressed::Nothing, "it was not there yet");
        assert!(drawn(&mut all).contains("bot asks: Which, a?"));
        // An older one has come: what is on the screen stays there.
        all.update(vec![question("0", &["x"]), one.clone(), two]);
        assert_eq!(all.press(&Key::Char('2')), Pressed::Answer(one, "next".to_owned()));
        assert_eq!(all.press(&Key::Char('9')), Pressed::Nothing);
        all.press(&Key::PageDown);
        assert_eq!(all.press(&Key::Char('1')), Pressed::Nothing, "the next one was not there yet");
        assert!(drawn(&mut all).contains("Which, b?"));
        assert!(all.update(vec![question("0", &["x"])]), "answered elsewhere");
        assert_eq!(all.press(&Key::Char('1')), Pressed::Nothing);
    }

    #[test]
    fn without_choices_it_is_a_text_and_escape_answers_nothing() {
        let one = question("a", &[]);
        let mut all = Questions::default();
        all.update(vec![one.clone()]);
        all.show(0);
        drawn(&mut all);
        assert_eq!(all.press(&Key::Enter), Pressed::Nothing, "nothing is no answer");
        "q 2".chars().for_each(|c| assert_eq!(all.press(&Key::Char(c)), Pressed::Nothing));
        assert_eq!(all.press(&Key::Enter), Pressed::Answer(one, "q 2".to_owned()));
        assert_eq!(all.press(&Key::Esc), Pressed::Back);
    }
}
