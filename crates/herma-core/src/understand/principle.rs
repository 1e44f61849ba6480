//! Principles: what holds for any program, whether a table names it or not (design, section 3.8). One file each:
//!
//! | file | what it stops |
//! |---|---|
//! | `secret_argument` | a secret handed to any program, which will read, print or send it |
//! | `guard_argument` | Herma's files and the agents' settings handed to any program that is no known reader |
//! | `disk_argument` | a raw disk handed to any program that is no known reader |
//! | `shell_argument` | a shell or a command line as an argument of any program |
//! | `open_shell` | a shell without a script: what is typed into it is never seen here |
//! | `foreign_code` | process calls in code of languages that have no reader of their own |
//! | `loaded_code` | variables and options that make programs load or run something else |
//! | `download_run` | code that comes over the network and is run, in one step or several |
//! | `secret_leaves` | a secret, or the machine's own files, in something that leaves |
//! | `guards_off` | history, logs, firewall, audit switched off |
//! | `privilege` | set-uid, set-gid, capabilities |
//! | `mass_change` | a loss or a change of mode that takes a whole place |
//! | `exhaustion` | fork bombs, endless output, disks filled |
//! | `data` | the counterweight: text that is only data does nothing beyond where it goes |
//!
//! Writes to start-up files, cron, units, hooks and agents' settings are placed as such (`place/lists`), and so are
//! connections through `/dev/tcp`; encoded payloads are decoded where they flow (`filter`, `code/decode`) and then
//! read like any other text.

mod data;
mod disk_argument;
mod download_run;
mod exhaustion;
mod foreign_code;
mod guard_argument;
mod guards_off;
mod loaded_code;
mod mass_change;
mod open_shell;
mod privilege;
mod secret_argument;
mod secret_leaves;
mod shell_argument;

pub(super) use exhaustion::calls_itself_twice;
pub(super) use secret_leaves::secret_variable;

use super::field::{Field, Value};
use super::walk::Walker;
use crate::effect::{Kind, Tier};

/// Who is asked: a program that a table describes, or one that nobody listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// The table says that it only reads or prints: its words are names of files and texts.
    Reader,
    Listed,
    Unlisted,
}

impl Walker<'_> {
    /// What holds for the words of any command line.
    pub(super) fn principles(&mut self, name: &str, fields: &[Field], stdin: &Value, standing: Standing) {
        if standing == Standing::Unlisted && !stdin.is_empty() {
            self.other_language(stdin, self.span, false);
        }
        if fields.len() < 2 {
            return;
        }
        if standing == Standing::Unlisted {
            self.disk_arguments(name, fields);
        }
        if standing != Standing::Reader {
            self.shell_arguments(name, fields, standing);
            self.guard_arguments(name, fields);
            self.setuid_argument(name, fields);
        }
        self.secret_arguments(name, fields);
    }

    /// Reads something as it would be read if it were run, and keeps only what would matter then. For words of which
    /// nobody can say that they *are* run: what cannot be read there is no reason to ask. Where nothing but the text
    /// itself says that it is a command, nothing is refused outright.
    fn speculate(&mut self, sure: bool, read: impl FnOnce(&mut Self)) {
        let kept = self.effects.len();
        let (bounded, in_file) = (self.bounded, self.in_file);
        self.in_subshell(read);
        self.bounded = bounded;
        self.in_file = in_file;
        let mut index = 0;
        self.effects.retain(|e| {
            index += 1;
            index <= kept || e.floor >= Tier::Medium && e.kind != Kind::Unreadable
        });
        for effect in self.effects.iter_mut().skip(kept) {
            effect.hardline &= sure;
        }
    }
}
