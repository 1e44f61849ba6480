//! Where ratatui draws: a text for the terminal, made of nothing but the codes of `paint`.
//!
//! ratatui keeps what stands on the screen and gives only the cells that have changed. Its own backends are not used:
//! they would bring a second idea of the terminal's modes, size and keys.

use crate::prompt::paint;
use crate::prompt::panel::Screen;
use crate::prompt::visible::Look;
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier, Style};
use std::convert::Infallible;
use unicode_width::UnicodeWidthStr;

#[derive(Debug)]
pub struct Canvas {
    text: String,
    screen: Screen,
    cursor: Position,
}

impl Canvas {
    pub fn new(screen: Screen) -> Canvas {
        Canvas { text: String::new(), screen, cursor: Position::default() }
    }

    pub fn resize(&mut self, screen: Screen) {
        self.screen = screen;
    }

    /// What is to be written.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

/// How something looks, in ratatui's words; [`codes`] turns them back.
pub fn style(look: Look) -> Style {
    let plain = Style::new();
    match look {
        Look::Plain => plain,
        Look::Strong => plain.add_modifier(Modifier::BOLD),
        Look::Faint => plain.add_modifier(Modifier::DIM),
        Look::Good => plain.fg(Color::Green),
        Look::Warn => plain.fg(Color::Yellow),
        Look::Danger => plain.fg(Color::Red).add_modifier(Modifier::BOLD),
        Look::Marked => plain.fg(Color::Red).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Look::Escaped => plain.fg(Color::Yellow).add_modifier(Modifier::REVERSED),
    }
}

fn codes(cell: &Cell) -> Vec<u8> {
    let colour = match cell.fg {
        Color::Red => Some(31),
        Color::Green => Some(32),
        Color::Yellow => Some(33),
        _ => None,
    };
    let modifiers =
        [(Modifier::BOLD, 1), (Modifier::DIM, 2), (Modifier::UNDERLINED, 4), (Modifier::REVERSED, 7)];
    let set = modifiers.into_iter().filter(|(modifier, _)| cell.modifier.contains(*modifier));
    colour.into_iter().chain(set.map(|(_, code)| code)).collect()
}

impl Backend for Canvas {
    type Error = Infallible;

    fn draw<'a, I>(&mut self, content: I) -> Result<(), Infallible>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut next = None;
        let mut look = Vec::new();
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                self.text.push_str(&paint::at(y.into(), x.into()));
            }
            let wanted = if self.screen.colour { codes(cell) } else { Vec::new() };
            if wanted != look {
                self.text.push_str(&paint::look(&wanted));
                look = wanted;
            }
            let symbol = cell.symbol();
            // Lines hold no control character; nothing else may bring one here either (T06).
            self.text
                .extend(symbol.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }));
            next = Some((x.saturating_add(u16::try_from(symbol.width()).unwrap_or(1)), y));
        }
        if !look.is_empty() {
            self.text.push_str(&paint::look(&[]));
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> Result<(), Infallible> {
        self.text.push_str(paint::HIDE_CURSOR);
        Ok(())
    }

    fn show_cursor(&mut self) -> Result<(), Infallible> {
        self.text.push_str(paint::SHOW_CURSOR);
        Ok(())
    }

    fn get_cursor_position(&mut self) -> Result<Position, Infallible> {
        Ok(self.cursor)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<(), Infallible> {
        self.cursor = position.into();
        self.text.push_str(&paint::at(self.cursor.y.into(), self.cursor.x.into()));
        Ok(())
    }

    fn clear(&mut self) -> Result<(), Infallible> {
        self.text.push_str(paint::CLEAR_SCREEN);
        Ok(())
    }

    fn clear_region(&mut self, _: ClearType) -> Result<(), Infallible> {
        // A full screen is only ever cleared as a whole.
        self.clear()
    }

    fn size(&self) -> Result<Size, Infallible> {
        let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        Ok(Size::new(side(self.screen.width), side(self.screen.height)))
    }

    fn window_size(&mut self) -> Result<WindowSize, Infallible> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::default() })
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
