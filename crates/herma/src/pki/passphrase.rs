//! The passphrase of the CA's key: from the environment, or typed at the terminal without being shown.

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};

/// Shorter ones are guessed.
const SHORTEST: usize = 8;

pub fn from_environment() -> Option<String> {
    std::env::var("HERMA_PKI_PASSPHRASE").ok().filter(|text| !text.is_empty())
}

/// For a new key: typed twice.
pub fn new() -> Result<String, String> {
    let passphrase = match from_environment() {
        Some(passphrase) => passphrase,
        None => {
            let first = typed("passphrase for the CA's key: ").ok_or(
                "there is no terminal to type a passphrase at: set HERMA_PKI_PASSPHRASE, or --no-passphrase",
            )?;
            if typed("once more: ").as_ref() != Some(&first) {
                return Err("the two are not the same; nothing was made".to_owned());
            }
            first
        }
    };
    match passphrase.chars().count() < SHORTEST {
        true => Err(format!("a passphrase has at least {SHORTEST} characters; nothing was made")),
        false => Ok(passphrase),
    }
}

/// For a key that is there.
pub fn existing() -> Option<String> {
    from_environment().or_else(|| typed("passphrase of the CA's key: "))
}

/// Shows the typed letters again, whatever happens.
struct Hidden<'a>(&'a File, rustix::termios::Termios);

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        // The terminal may be gone.
        let _ = tcsetattr(self.0, OptionalActions::Flush, &self.1);
    }
}

fn typed(prompt: &str) -> Option<String> {
    let mut terminal = OpenOptions::new().read(true).write(true).open("/dev/tty").ok()?;
    let before = tcgetattr(&terminal).ok()?;
    let mut quiet = before.clone();
    quiet.local_modes.remove(LocalModes::ECHO);
    terminal.write_all(prompt.as_bytes()).ok()?;
    let reader = terminal.try_clone().ok()?;
    let mut line = String::new();
    {
        let hidden = Hidden(&terminal, before);
        tcsetattr(hidden.0, OptionalActions::Flush, &quiet).ok()?;
        BufReader::new(reader).read_line(&mut line).ok()?;
    }
    let _ = terminal.write_all(b"\n");
    Some(line.trim_end_matches(['\r', '\n']).to_owned())
}
