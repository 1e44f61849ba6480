//! Colours, where a person looks at them.

use std::io::IsTerminal;

/// Whether standard output may be coloured: a terminal, and nobody asked for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    colour: bool,
}

impl Style {
    pub fn of_stdout() -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
        Style { colour: std::io::stdout().is_terminal() && !refused && !dumb }
    }

    pub fn red(self, text: &str) -> String {
        self.paint("31;1", text)
    }

    pub fn yellow(self, text: &str) -> String {
        self.paint("33;1", text)
    }

    pub fn green(self, text: &str) -> String {
        self.paint("32", text)
    }

    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
