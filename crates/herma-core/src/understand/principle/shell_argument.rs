//! A shell, or a command line, as an argument of any program: `-e /bin/sh`, `!sh`, `--exec=…`, `-o ProxyCommand=…`.
//!
//! Nobody can list the ways in which programs start others. But a command that is handed on must be written down
//! somewhere in the words, so every word that may be one is read as one. What it would do then decides: `--exec=make`
//! is as ordinary as `make`.

use super::{Standing, data};
use crate::understand::field::{Field, Value};
use crate::understand::walk::Walker;

/// Programs that a stranger's argument may name to do harm. Words that only happen to read like one of them are
/// followed by ordinary words; these need an option or a path to do it.
#[rustfmt::skip]
const WEAPONS: &[&str] = &[
    "blkdiscard", "chmod", "chown", "dd", "find", "halt", "kill", "killall", "mkfs", "mkfs.ext4", "pkill", "poweroff",
    "reboot", "rm", "shred", "shutdown", "wipefs",
];

const SHELLS: &[&str] = &["ash", "bash", "csh", "dash", "fish", "ksh", "rbash", "sh", "tcsh", "zsh"];

/// Parts of option and setting names that say that their value is run.
#[rustfmt::skip]
const SAYS_COMMAND: &[&str] = &[
    "action", "askpass", "browser", "cmd", "command", "editor", "eval", "exec", "filter", "handler", "hook", "invoke",
    "launch", "opener", "pager", "post", "pre", "preview", "program", "rsh", "run", "script", "shell", "spawn", "ssh",
    "system", "terminal", "viewer", "wrapper",
];

/// Marks before a command in the languages of editors, pagers, debuggers and database clients.
pub(super) const MARKS: &[&str] =
    &[":!", "\\!", "!", ".shell ", ".system ", ":shell ", "shell ", "system ", "|", "exec "];

impl Walker<'_> {
    pub(super) fn shell_arguments(&mut self, name: &str, fields: &[Field], standing: Standing) {
        if standing == Standing::Unlisted && self.separate_words(fields) {
            return;
        }
        for (index, field) in fields.iter().enumerate().skip(1) {
            let Some(text) = field.value.literal() else { continue };
            if text.len() < 2 || data::is_text(name, fields, index) {
                continue;
            }
            let before = fields.get(index - 1).filter(|_| index > 1).map_or("", |f| f.value.prefix());
            if let Some((command, sure)) = command_in(before, &text, standing) {
                self.speculate(sure, |w| {
                    w.run_text(&Value::text(command), field.span);
                });
            }
            if standing == Standing::Unlisted && text.contains(['(', '`', '{', '"']) {
                self.foreign_calls(&text, field.span, false);
            }
        }
    }

    /// `anything … sh -c 'code'`, `anything … rm -rf /`: the rest is a command line.
    fn separate_words(&mut self, fields: &[Field]) -> bool {
        for (index, field) in fields.iter().enumerate().skip(1) {
            let Some(text) = field.known() else { continue };
            let base = text.rsplit('/').next().unwrap_or(text);
            let next = fields.get(index + 1).map_or("", |f| f.value.prefix());
            let code = SHELLS.binary_search(&base).is_ok() && next.starts_with('-') && next.ends_with('c');
            if !code && WEAPONS.binary_search(&base).is_err() {
                continue;
            }
            let rest = fields.get(index..).unwrap_or(&[]).to_vec();
            let kept = self.effects.len();
            self.in_subshell(|w| w.exec(rest, Value::default()));
            // A weapon that is only mentioned has no targets: what must never happen counts, no more.
            let mut at = 0;
            self.effects.retain(|e| {
                at += 1;
                at <= kept || code || e.hardline
            });
            return code;
        }
        false
    }
}

/// The command that a word holds, if it may hold one, and whether more than its own text says so. `before` is the word
/// before it.
fn command_in(before: &str, text: &str, standing: Standing) -> Option<(String, bool)> {
    for mark in MARKS {
        if let Some(rest) = text.strip_prefix(mark) {
            return Some((rest.trim_start().to_owned(), true));
        }
    }
    let (key, value) = split_key(text).unwrap_or((before, text));
    let first = value.split([' ', ',']).next().unwrap_or("");
    if says_command(key) {
        // `SHELL=/bin/bash`, `--with-shell=/bin/sh`: which shell to use, not that one is opened.
        let names_a_shell = key.to_ascii_lowercase().ends_with("shell") && first.len() == value.len();
        return (!names_a_shell).then(|| (strip_marks(value).to_owned(), true));
    }
    let base = first.rsplit('/').next().unwrap_or("");
    let shell = SHELLS.binary_search(&base).is_ok();
    let alone = first.len() == value.len();
    if shell && (first.starts_with('/') && standing == Standing::Unlisted || !alone) {
        return Some((value.replace(',', " "), false));
    }
    let short = before.len() == 2 && matches!(before, "-e" | "-c" | "-x" | "-E" | "-C" | "-s" | "-S");
    if shell && short {
        return Some((value.to_owned(), true));
    }
    let armed =
        || value.split_whitespace().nth(1).is_some_and(|w| w.starts_with(['-', '/', '~']) || w.contains('='));
    (standing == Standing::Unlisted && WEAPONS.binary_search(&base).is_ok() && armed())
        .then(|| (value.to_owned(), short || before == ":::"))
}

/// `--option=value`, `Key=value`, `APT::Update::Pre-Invoke::=value`, `EXEC:value`, `exec=value`.
fn split_key(text: &str) -> Option<(&str, &str)> {
    let at = text.find(['=', ':'])?;
    let head = text.get(..at)?;
    let plain = !head.is_empty()
        && head.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
    if !plain {
        return None;
    }
    let rest = text.get(at..)?;
    // The settings of apt: `A::B::C=value`.
    if rest.starts_with("::") {
        let end = rest.find('=')?;
        return Some((text.get(..at + end)?.trim_end_matches(':'), rest.get(end + 1..)?));
    }
    Some((head, rest.get(1..)?))
}

/// Values may have a key or a mark of their own: `--checkpoint-action=exec=sh`.
fn strip_marks(value: &str) -> &str {
    let value = value.trim_start();
    let inner = match split_key(value) {
        Some((key, rest)) if says_command(key) || key == "path" => rest,
        _ => value,
    };
    inner.trim_start_matches(['!', '|', ';', ' '])
}

fn says_command(option: &str) -> bool {
    let option = option.trim_start_matches('-');
    if option.len() < 3 || option.contains(['/', ' ']) {
        return false;
    }
    let lower = option.to_ascii_lowercase();
    lower.split(['-', '_', '.', ':']).any(|word| {
        SAYS_COMMAND
            .iter()
            .any(|says| word == *says || says.len() > 4 && (word.starts_with(says) || word.ends_with(says)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        for list in [WEAPONS, SHELLS, SAYS_COMMAND] {
            assert!(list.is_sorted());
        }
    }

    #[test]
    fn finds_the_command_in_a_word() {
        for (before, text, want) in [
            ("", "!/bin/sh", Some("/bin/sh")),
            ("", "--exec=id", Some("id")),
            ("--exec", "rm -rf x", Some("rm -rf x")),
            ("-o", "ProxyCommand=;sh 0<&2", Some("sh 0<&2")),
            ("-o", "APT::Update::Pre-Invoke::=/bin/sh", Some("/bin/sh")),
            ("", "--checkpoint-action=exec=/bin/sh", Some("/bin/sh")),
            ("", "EXEC:/bin/sh", Some("/bin/sh")),
            ("", "/bin/bash -p", Some("/bin/bash -p")),
            ("", "/bin/sh", Some("/bin/sh")),
            ("-e", "sh", Some("sh")),
            ("", "sh", None),
            ("", "SHELL=/bin/bash", None),
            ("", "/bin/sh,-s", Some("/bin/sh -s")),
            ("", "rm -rf /", Some("rm -rf /")),
            ("", "rm is a program", None),
            ("", "kill the process", None),
            ("", "https://x.example/run", None),
            ("", "a.txt", None),
        ] {
            let found = command_in(before, text, Standing::Unlisted).map(|(command, _)| command);
            assert_eq!(found.as_deref(), want, "{before} {text}");
        }
    }
}
