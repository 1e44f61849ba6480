//! Asks the person at the terminal. No answer is a no.

use std::io::{self, BufRead, IsTerminal, Write};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Answer {
    Yes,
    No,
    NobodyThere,
}

/// `yes` is what was said beforehand on the command line.
pub fn ask(question: &str, yes: bool) -> io::Result<Answer> {
    if yes {
        return Ok(Answer::Yes);
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Ok(Answer::NobodyThere);
    }
    print!("\n{question} [y/N] ");
    io::stdout().flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    match line.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(Answer::Yes),
        _ => Ok(Answer::No),
    }
}
