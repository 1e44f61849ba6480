//! Which shell a text is written for, where the tool does not say: an agent on Windows hands its commands to PowerShell, to
//! `cmd` or to Git Bash.

use crate::understand::command::is_cmdlet;
use crate::understand::field::Value;
use crate::understand::walk::Walker;

/// What PowerShell's texts have and a shell's do not.
#[rustfmt::skip]
const POWER_MARKS: &[&str] = &[
    "$env:", "$_.", "$_ ", "$PSVersionTable", "$PSScriptRoot", "$LASTEXITCODE", "$global:", "$null", "$true", "$false", "-ErrorAction",
    "[xml]", "[int]", "[string]", "[System.", "if ($", "foreach ($", " .\\", "\"$PWD\\",
];

/// How a text begins that calls a program by its path in quotes.
const POWER_CALLS: &[&str] = &["& '", "& \"", ".\\"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Shell,
    Power,
    Cmd,
}

impl Walker<'_> {
    /// A text of a tool that names no shell. It is read as the shell reads it for which it is written; what another shell
    /// would make of it counts where that matters.
    pub(in crate::understand) fn top_level_of_any_shell(&mut self, text: &str, on_windows: bool) {
        // What is longer than any text that is read is not looked through here.
        let dialect =
            if text.len() > crate::shell::MAX_TEXT { Dialect::Shell } else { dialect_of(text, on_windows) };
        if dialect == Dialect::Shell {
            return self.top_level(text);
        }
        let parses = crate::shell::read(text, None).error.is_none();
        // Elsewhere a shell takes it, or runs what stands before the line that it does not take.
        if !on_windows && (parses || text.trim().contains('\n')) {
            return self.top_level(text);
        }
        match dialect {
            Dialect::Cmd => {
                self.suspicious_characters(text);
                self.cmd_text(&Value::text(text), None);
            }
            _ => self.power_top_level(text),
        }
        if parses {
            let outer = std::mem::replace(&mut self.other_dialect, true);
            self.speculate(true, |w| w.top_level(text));
            self.other_dialect = outer;
        }
    }
}

fn dialect_of(text: &str, on_windows: bool) -> Dialect {
    if on_windows && names_a_variable_of_cmd(text) {
        return Dialect::Cmd;
    }
    let start = text.trim_start();
    // Elsewhere only what a shell's text hardly ever begins with.
    if !on_windows && !start.starts_with(['&', '(', '$', '[']) {
        return Dialect::Shell;
    }
    let calls = POWER_CALLS.iter().any(|mark| start.starts_with(mark));
    let marks = || POWER_MARKS.iter().any(|mark| text.contains(mark));
    let cmdlets =
        || text.split([' ', '\n', '|', ';', '(', '{']).any(|word| word.len() > 4 && is_cmdlet(word));
    if calls || marks() || cmdlets() { Dialect::Power } else { Dialect::Shell }
}

/// `%USERPROFILE%`.
fn names_a_variable_of_cmd(text: &str) -> bool {
    let is_name = |part: &str| {
        part.len() > 1 && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    };
    let parts: Vec<&str> = text.split('%').collect();
    parts.len() > 2 && parts.iter().skip(1).take(parts.len() - 2).any(|part| is_name(part))
}
