//! A text field of one line.

use super::keys::Key;
use super::line::Line;
use super::visible::{Look, visible_line};

/// Longer answers belong in a file.
pub const MAX_CHARS: usize = 2000;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    text: Vec<char>,
    cursor: usize,
}

impl Field {
    /// With a text in it, to be changed.
    pub fn of(text: &str) -> Field {
        let mut field = Field::default();
        text.chars().for_each(|c| field.insert(c));
        field
    }

    pub fn text(&self) -> String {
        self.text.iter().collect::<String>().trim().to_owned()
    }

    /// Takes a key that edits; every other one is left alone.
    pub fn press(&mut self, key: &Key) {
        match key {
            Key::Char(c) => self.insert(*c),
            // A pasted line break is text here, and no Enter.
            Key::Paste(text) => text.chars().for_each(|c| self.insert(if c.is_control() { ' ' } else { c })),
            Key::Backspace => {
                if self.cursor > 0 {
                    self.cursor -= 1;
                    self.text.remove(self.cursor);
                }
            }
            Key::Delete => {
                if self.cursor < self.text.len() {
                    self.text.remove(self.cursor);
                }
            }
            Key::ClearLine => *self = Field::default(),
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.text.len(),
            Key::Enter | Key::Esc | Key::Up | Key::Down | Key::PageUp | Key::PageDown => {}
            Key::Interrupt | Key::EndOfInput | Key::Other => {}
        }
    }

    fn insert(&mut self, c: char) {
        if self.text.len() < MAX_CHARS && !c.is_control() {
            self.text.insert(self.cursor, c);
            self.cursor += 1;
        }
    }

    /// `› text`, scrolled so that the cursor is in it; and the cursor's column.
    pub fn line(&self, width: usize) -> (Line, usize) {
        let (before, after) = self.text.split_at_checked(self.cursor).unwrap_or((&self.text, &[]));
        let before = visible_line(&before.iter().collect::<String>()).atoms;
        let after = visible_line(&after.iter().collect::<String>()).atoms;
        // One column for the cursor behind the last character.
        let room = width.saturating_sub(4).max(1);
        let mut start = before.len();
        let mut used = 0;
        while let Some(atom) = start.checked_sub(1).and_then(|at| before.get(at)) {
            if used + atom.width > room {
                break;
            }
            used += atom.width;
            start -= 1;
        }
        let mut line = Line::of(if start > 0 { " …" } else { " ›" }, Look::Strong);
        line.push(" ", Look::Plain);
        let column = 3 + used;
        for atom in before.iter().skip(start) {
            // The person's own blanks are blanks.
            line.push(if atom.text == "·" { " " } else { &atom.text }, atom.look);
        }
        for atom in &after {
            if used + atom.width > room {
                break;
            }
            used += atom.width;
            line.push(if atom.text == "·" { " " } else { &atom.text }, atom.look);
        }
        (line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[Key]) -> Field {
        let mut field = Field::default();
        keys.iter().for_each(|key| field.press(key));
        field
    }

    fn chars(text: &str) -> Vec<Key> {
        text.chars().map(Key::Char).collect()
    }

    #[test]
    fn edits_like_a_line() {
        let with = |more: &[Key]| {
            let mut keys = chars("abc");
            keys.extend_from_slice(more);
            typed(&keys).text()
        };
        assert_eq!(with(&[Key::Backspace]), "ab");
        assert_eq!(with(&[Key::Left, Key::Backspace, Key::Char('x')]), "axc");
        assert_eq!(with(&[Key::Home, Key::Delete]), "bc");
        assert_eq!(with(&[Key::Home, Key::Char('1'), Key::End, Key::Char('2')]), "1abc2");
        assert_eq!(with(&[Key::ClearLine, Key::Backspace, Key::Delete, Key::Left]), "");
        assert_eq!(with(&[Key::Paste("d\ne".to_owned())]), "abcd e");
    }

    #[test]
    fn keeps_the_cursor_in_view() {
        let field = typed(&chars(&"x".repeat(100)));
        let (line, column) = field.line(20);
        assert_eq!(line.width(), 19);
        assert_eq!(column, 19);
        assert!(line.text().starts_with(" … "), "{}", line.text());
        let wide = typed(&chars("文字"));
        assert_eq!(wide.line(20).1, 3 + 4);
    }
}
