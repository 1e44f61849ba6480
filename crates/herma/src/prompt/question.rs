//! An agent's question to a person (clarify): numbered choices and a text field, or a text field alone.

use super::dialog::{Dialog, End, Shown};
use super::field::Field;
use super::keys::Key;
use super::line::Line;
use super::panel::{Screen, hint, words};
use super::visible::{Look, Visible, visible, visible_line};

const OTHER: &str = "Other (type your answer)";
/// Rows that stay of a question that does not fit.
const MIN_QUESTION: usize = 3;

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Reply {
    Text(String),
    Expire,
    /// Ctrl-C, or Esc.
    Interrupt,
    Lost,
    Signal(i32),
}

#[derive(Debug)]
pub struct Question {
    text: Visible,
    choices: Vec<String>,
    selected: usize,
    /// Open while an answer is typed.
    field: Option<Field>,
    was_shown: bool,
}

impl Question {
    pub fn new(text: &str, choices: Vec<String>) -> Question {
        let field = choices.is_empty().then(Field::default);
        let text = visible(text.as_bytes(), &[]);
        Question { text, choices, selected: 0, field, was_shown: false }
    }

    /// A text field with something in it.
    pub fn editing(text: &str, before: &str) -> Question {
        Question { field: Some(Field::of(before)), ..Question::new(text, Vec::new()) }
    }

    /// Answers with this one; the last one opens the field.
    fn choose(&mut self, at: usize) -> Option<Reply> {
        match self.choices.get(at) {
            Some(choice) => Some(Reply::Text(choice.clone())),
            None => {
                self.selected = self.choices.len();
                self.field = Some(Field::default());
                None
            }
        }
    }

    fn question(&self, columns: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = super::line::wrap(&self.text.atoms, columns.saturating_sub(1))
            .into_iter()
            .map(|row| {
                let mut line = Line::of(" ", Look::Strong);
                for atom in row.atoms {
                    line.push(&atom.text, if atom.look == Look::Plain { Look::Strong } else { atom.look });
                }
                line
            })
            .collect();
        let mut warnings = self.text.warnings.clone();
        self.choices.iter().for_each(|choice| warnings.add(&visible_line(choice).warnings));
        for text in warnings.sentences() {
            lines.extend(words(&format!("! {text}"), columns, Look::Warn));
        }
        lines
    }

    /// Each choice with its rows.
    fn choice_lines(&self, columns: usize) -> Vec<Vec<Line>> {
        let labels = self.choices.iter().map(String::as_str).chain([OTHER]);
        labels
            .enumerate()
            .map(|(at, label)| {
                let chosen = at == self.selected;
                let look = if chosen { Look::Strong } else { Look::Plain };
                let number = format!("{} {}. ", if chosen { " ❯" } else { "  " }, at + 1);
                let rows = visible_line(label).atoms;
                let inner = columns.saturating_sub(number.chars().count());
                super::line::wrap(&rows, inner)
                    .into_iter()
                    .enumerate()
                    .map(|(row_at, row)| {
                        let first = row_at == 0;
                        let indent = " ".repeat(number.chars().count());
                        let mut line = Line::of(if first { &number } else { &indent }, look);
                        row.atoms.iter().for_each(|a| {
                            line.push(&a.text, if a.look == Look::Plain { look } else { a.look });
                        });
                        line
                    })
                    .collect()
            })
            .collect()
    }
}

/// Drops rows from the middle, and counts them.
fn shorten(lines: Vec<Line>, room: usize) -> Vec<Line> {
    if lines.len() <= room || room < 2 {
        return lines.into_iter().take(room.max(1)).collect();
    }
    let missing = lines.len() - room + 1;
    let head = room - 2;
    let gap = Line::of(&format!(" … {missing} more rows …"), Look::Warn);
    let tail = lines.last().cloned();
    lines.into_iter().take(head).chain([gap]).chain(tail).collect()
}

/// As many choices as fit, the selected one among them.
fn window(choices: Vec<Vec<Line>>, selected: usize, room: usize) -> Vec<Line> {
    let mut from = 0;
    let rows = |from: usize, to: usize| -> usize {
        choices.iter().skip(from).take(to.saturating_sub(from)).map(Vec::len).sum()
    };
    while from < selected && rows(from, selected + 1) > room {
        from += 1;
    }
    choices.iter().skip(from).flatten().take(room.max(1)).cloned().collect()
}

impl Dialog for Question {
    type Answer = Reply;

    fn show(&mut self, screen: Screen, seconds: Option<u64>) -> Shown {
        self.was_shown = true;
        let columns = screen.columns();
        let mut title = Line::of("── ", Look::Good);
        title.push("herma", Look::Strong);
        title.push(" ── a question ", Look::Good);
        title.push(&"─".repeat(columns.saturating_sub(title.width())), Look::Good);
        let mut foot = Vec::new();
        let mut field_line = None;
        match &self.field {
            Some(field) => {
                let (line, column) = field.line(columns);
                field_line = Some(column);
                foot.push(line);
                let back = if self.choices.is_empty() { "Esc to give none" } else { "Esc to go back" };
                hint(&mut foot, &format!("type your answer, Enter to send, {back}"), seconds, columns);
            }
            None => hint(&mut foot, "1-9 or ↑/↓ to select, Enter to confirm", seconds, columns),
        }
        let choices = if self.choices.is_empty() { Vec::new() } else { self.choice_lines(columns) };
        let room = screen.height.saturating_sub(1 + foot.len());
        let wanted: usize = choices.iter().map(Vec::len).sum();
        let question =
            shorten(self.question(columns), room.saturating_sub(wanted).max(MIN_QUESTION.min(room)));
        let choices = window(choices, self.selected, room.saturating_sub(question.len()));
        let mut lines = vec![title];
        lines.extend(question);
        lines.extend(if wanted > 0 { choices } else { Vec::new() });
        let cursor = field_line.map(|column| (lines.len(), column));
        lines.extend(foot);
        Shown { lines, cursor }
    }

    fn press(&mut self, key: &Key) -> Option<Reply> {
        if !self.was_shown {
            return None;
        }
        match (key, &mut self.field) {
            (Key::Interrupt | Key::EndOfInput, _) => Some(Reply::Interrupt),
            (Key::Esc, Some(_)) if !self.choices.is_empty() => {
                self.field = None;
                None
            }
            (Key::Esc, _) => Some(Reply::Interrupt),
            (Key::Enter, Some(field)) => Some(field.text()).filter(|t| !t.is_empty()).map(Reply::Text),
            (key, Some(field)) => {
                field.press(key);
                None
            }
            (Key::Enter, None) => self.choose(self.selected),
            (Key::Up, None) => {
                self.selected = self.selected.saturating_sub(1);
                None
            }
            (Key::Down, None) => {
                self.selected = (self.selected + 1).min(self.choices.len());
                None
            }
            (Key::Char(c), None) => {
                let at = c.to_digit(10).and_then(|digit| digit.checked_sub(1))? as usize;
                if at > self.choices.len() { None } else { self.choose(at) }
            }
            (_, None) => None,
        }
    }

    fn end(&mut self, end: End) -> Reply {
        match end {
            End::Expired | End::Elsewhere => Reply::Expire,
            End::Lost => Reply::Lost,
            End::Signal(libc::SIGINT) => Reply::Interrupt,
            End::Signal(signal) => Reply::Signal(signal),
        }
    }

    fn speak(&mut self, seconds: Option<u64>) -> Vec<String> {
        self.was_shown = true;
        let mut lines = vec!["herma: a question".to_owned()];
        let question = self.question(usize::MAX);
        lines.extend(question.iter().map(|line| line.text().trim_start().to_owned()));
        if !self.choices.is_empty() {
            let labels = self.choices.iter().map(String::as_str).chain([OTHER]);
            lines.extend(labels.enumerate().map(|(at, label)| {
                let label: String = visible_line(label).atoms.iter().map(|a| a.text.as_ref()).collect();
                format!("{}. {label}", at + 1)
            }));
        }
        lines.extend(seconds.map(|s| format!("{s} seconds left")));
        lines
    }

    fn spoken_prompt(&self) -> String {
        match self.field {
            Some(_) => "type your answer, then Enter: ".to_owned(),
            None => "type a number, then Enter: ".to_owned(),
        }
    }

    fn hear(&mut self, line: &str) -> Result<Option<Reply>, String> {
        let line = line.trim();
        if self.field.is_some() {
            let text = (!line.is_empty()).then(|| Reply::Text(line.to_owned()));
            return text.map(Some).ok_or_else(|| "an answer has at least one character".to_owned());
        }
        match line.parse::<usize>() {
            Ok(number) if (1..=self.choices.len() + 1).contains(&number) => Ok(self.choose(number - 1)),
            _ => Err("that is none of the numbers".to_owned()),
        }
    }

    fn closing(&self, _answer: &Reply) -> Option<Line> {
        None
    }
}

#[cfg(test)]
#[path = "question_tests.rs"]
mod tests;
