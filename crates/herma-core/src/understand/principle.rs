//! Principles: what holds for any program, whether a table names it or not (design, section 3.8). One file each:
//!
//! | file | what it stops |
//! |---|---|
//! | `secret_argument` | a secret handed to any program, which will read, print or send it |
//! | `guard_argument` | Herma's files and the agents' settings handed to any program that is no known reader |
//! | `disk_argument` | a raw disk handed to any program that is no known reader |
//! | `startup_argument` | a file that runs by itself later, handed to any program that is no known reader |
//! | `destructive_verb` | an unlisted program with a verb of loss; a task whose name says that it reaches others |
//! | `shell_argument` | a shell or a command line as an argument of any program |
//! | `open_shell` | a shell without a script: what is typed into it is never seen here |
//! | `client_library` | loss and commands elsewhere, through the methods of a library |
//! | `foreign_code` | process calls in code of languages that have no reader of their own |
//! | `loaded_code` | variables and options that make programs load or run something else |
//! | `preload` | libraries and settings loaded into a program, by whichever spelling of the variable or option |
//! | `download_run` | code that comes over the network and is run, in one step or several |
//! | `fetched_commits` | commits of a stranger's repository put into the work tree, whose code then runs |
//! | `secret_shown` | a variable that holds a secret printed, the environment or a home searched for secrets |
//! | `secret_leaves` | a secret, or the machine's own files, in something that leaves |
//! | `sweep` | a folder above Herma's own searched, copied or packed as a whole, with Herma's secrets in it |
//! | `tunnel` | a program that is called a tunnel, or told to open one |
//! | `wrapped_tool` | a tool for clouds and clusters behind a program that starts it |
//! | `written_argument` | a file that the text itself writes, handed to a program that may run what is in it |
//! | `system_output` | a place of the system as the output of any program |
//! | `serves_files` | a home or the system served to whoever connects |
//! | `guards_off` | history, logs, firewall, audit switched off |
//! | `privilege` | set-uid, set-gid, capabilities |
//! | `mass_change` | a loss or a change of mode that takes a whole place |
//! | `exhaustion` | fork bombs, endless output, disks filled |
//! | `data` | the counterweight: text that is only data does nothing beyond where it goes |
//!
//! Writes to start-up files, cron, units, hooks and agents' settings are placed as such (`place/lists`), and so are
//! connections through `/dev/tcp`; encoded payloads are decoded where they flow (`filter`, `code/decode`) and then
//! read like any other text.

mod broad_search;
mod client_library;
mod data;
mod destructive_verb;
mod disk_argument;
mod download_run;
mod exhaustion;
mod fetched_commits;
mod foreign_code;
mod guard_argument;
mod guards_off;
mod loaded_code;
mod mass_change;
mod open_shell;
mod preload;
mod privilege;
mod secret_argument;
mod secret_leaves;
mod secret_shown;
mod serves_files;
mod shell_argument;
mod startup_argument;
mod system_output;
mod tunnel;
mod wrapped_tool;
mod written_argument;

pub(super) use exhaustion::{calls_itself_twice, forks_without_end};
pub(super) use fetched_commits::FetchedCommits;
pub(super) use open_shell::opens_a_shell_by_itself;
pub(super) use secret_argument::touches_without_showing;
pub(super) use secret_leaves::{goes_astray, is_environment, secret_variable};
pub(super) use written_argument::{does_not_run, language as language_of_file};

use data::Data;

use super::field::{Field, Value};
use super::walk::Walker;
use crate::effect::{Kind, Tier};

/// Who is asked: a program that a table describes, or one that nobody listed. What is stopped is the same for all of
/// them; it only says which words are names of files and which are code that was read already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// The table says that it only reads or prints: its words are names of files and texts.
    Reader,
    /// The table says that it runs something, and that was read: its words are code that has a reader.
    Carrier,
    Listed,
    Unlisted,
}

/// Whether a text holds this. For short texts: nothing is set up for a search, as `str::contains` does.
fn holds(text: &str, part: &[u8]) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window == part)
}

impl Walker<'_> {
    /// What holds for the words of any command line.
    pub(super) fn principles(&mut self, name: &str, fields: &[Field], stdin: &Value, standing: Standing) {
        // Each principle looks at every word.
        if !self.works(fields.len()) {
            return;
        }
        self.note_ran(fields);
        // A carrier's input is code that was read, or input of that code.
        if standing != Standing::Carrier
            && stdin.known().is_some_and(|t| !t.is_empty())
            && !written_argument::does_not_run(name)
        {
            if standing != Standing::Reader {
                self.may_run_text(stdin, self.span);
            }
            self.secret_in_text(name, stdin);
        }
        // An entity, or settings for a request, may name a file.
        let includes = match name {
            "curl" => fields.iter().any(|f| f.is("-K") || f.is("--config")),
            _ => standing == Standing::Reader && stdin.known().is_some_and(|t| t.contains("<!ENTITY")),
        };
        if includes {
            self.secret_in_text(name, stdin);
        }
        if standing == Standing::Unlisted {
            self.destructive_verbs(name, fields);
        }
        if fields.len() < 2 {
            if name == "printenv" {
                self.environment_of_service();
            }
            return;
        }
        let data = Data::of(name, fields);
        // Most commands name no address: those that are about one need no look.
        let addressed = fields.iter().skip(1).any(|f| holds(f.value.prefix(), b"://"));
        self.task_names(name, fields);
        if standing != Standing::Reader {
            self.aims_at_production(name, fields);
        }
        self.own_secret_arguments(name, fields);
        self.loading_arguments(name, fields);
        let speaks = standing != Standing::Reader && !written_argument::does_not_run(name);
        self.gateway_arguments(name, fields, stdin, speaks);
        self.secrets_shown(name, fields, stdin);
        self.packs_a_home(name, fields);
        self.mines(fields);
        self.serves_files(fields);
        if addressed {
            self.secret_to_address(name, fields);
        }
        self.output_in_host(name, fields, speaks);
        self.text_in_address(name, fields);
        if standing == Standing::Unlisted {
            self.disk_arguments(name, fields);
            self.whole_places(name, fields);
            self.stops_own_port(name, fields);
            self.opens_tunnel(name, fields);
            self.unpacks_here(fields);
        }
        if addressed {
            self.uploads(fields, stdin);
        }
        self.shell_arguments(name, fields, &data, standing);
        self.guard_arguments(name, fields, standing);
        self.renames_to_guard(name, fields);
        self.setuid_argument(name, fields);
        self.system_outputs(name, fields);
        // Who only reads a file does not run it.
        if standing != Standing::Reader {
            self.folder_outputs(name, fields);
            self.written_arguments(name, fields, &data);
        }
        self.startup_arguments(name, fields);
        self.secret_patterns(name, fields);
        self.secret_arguments(name, fields, &data, standing);
        self.remote_secrets(name, fields);
    }

    /// What a table or a reader already says about a file need not be said again. A table that takes an option it does
    /// not know for none says that its value is read, or is a host: that does not count where the file is `written`.
    fn said_of_file(&self, path: &str, written: bool) -> bool {
        let of_files = |kind| match kind {
            Kind::Write | Kind::Overwrite | Kind::Delete | Kind::Move | Kind::ChangePermission => true,
            Kind::Read | Kind::ReadSecret | Kind::Run => !written,
            _ => false,
        };
        crate::work::charge(self.effects.len() / 16);
        self.effects
            .iter()
            .any(|e| e.target.as_deref() == Some(path) && (e.floor >= Tier::Medium || of_files(e.kind)))
    }

    fn note_ran(&mut self, fields: &[Field]) {
        /// No rule is longer, and no call that anybody reads runs more.
        const WORDS: usize = 32;
        const COMMANDS: usize = 512;
        if self.speculating
            || fields.len() < 2
            || self.uses.ran.len() >= COMMANDS
            || self.policy.rules.is_empty()
        {
            return;
        }
        // Behind what nobody knows no word is sure of its place.
        let known = fields.iter().map_while(Field::known).take(WORDS);
        let words: Vec<String> = known.map(crate::text::shown).collect();
        if words.len() > 1 {
            self.uses.ran.push(words);
        }
    }

    /// Reads something as it would be read if it were run, and keeps only what would matter then. For words of which
    /// nobody can say that they *are* run: what cannot be read there is no reason to ask. Where nothing but the text
    /// itself says that it is a command, nothing is refused outright.
    pub(super) fn speculate(&mut self, sure: bool, read: impl FnOnce(&mut Self)) {
        let kept = self.effects.len();
        let (bounded, in_file) = (self.bounded, self.in_file);
        let outer = std::mem::replace(&mut self.speculating, true);
        // The words may come from that input: what is left of it then is not known.
        self.input_spent(|w| w.in_subshell(read));
        self.speculating = outer;
        let hit = self.bounded && !bounded;
        self.in_file = in_file;
        let mut index = 0;
        self.effects.retain(|e| {
            index += 1;
            index <= kept || e.floor >= Tier::Medium && e.kind != Kind::Unreadable
        });
        for effect in self.effects.iter_mut().skip(kept) {
            effect.hardline &= sure;
        }
        if hit {
            // Past a bound nobody knows what follows.
            self.unreadable(self.span, "shell/bound", "too complex to inspect");
        }
    }
}
