//! A shell, or a command line, as an argument of any program: `-e /bin/sh`, `!sh`, `--exec=…`, `-o ProxyCommand=…`.
//!
//! Nobody can list the ways in which programs start others. But a command that is handed on must be written down
//! somewhere in the words, so every word that may be one is read as one. What it would do then decides: `--exec=make`
//! is as ordinary as `make`.

use super::Standing;
use super::data::Data;
use super::foreign_code::fetch_and_run;
use crate::effect::{Span, Tier};
use crate::understand::command::{SYSTEM_BIN, quoted};
use crate::understand::field::{Field, Value};
use crate::understand::walk::Walker;

/// Programs that a stranger's argument may name to do harm. Words that only happen to read like one of them are
/// followed by ordinary words; these need an option or a path to do it.
#[rustfmt::skip]
const WEAPONS: &[&str] = &[
    "blkdiscard", "chmod", "chown", "dd", "find", "halt", "kill", "killall", "mkfs", "mkfs.ext4", "pkill", "poweroff",
    "reboot", "rm", "shred", "shutdown", "wipefs",
];

/// Words behind which a command that is handed on may begin.
const HANDS_ON: &[&str] = &["--", "exec", "foreach", "run", "unshare", "watch", "with", "x"];

/// Of those, what takes the machine down without a word more.
const POWER: &[&str] = &["halt", "kill", "poweroff", "reboot", "shutdown"];

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
    &[":!", "\\!", ".!", "!", ".shell ", ".system ", ":shell ", "shell ", "system ", "|", "exec "];

/// Words before the name of a shell that only say which one is meant.
#[rustfmt::skip]
const NAMES_A_SHELL: &[&str] = &[
    "activate", "add", "checkout", "completion", "completions", "env", "generate", "generate-shell-completion", "hook",
    "info", "init", "install", "man", "remove", "search", "shell", "shell-init", "show", "uninstall", "update",
    "upgrade", "which",
];

/// Programs that take a shell as a name: of an account's shell, of a package, of a file.
#[rustfmt::skip]
const TAKES_A_SHELL: &[&str] = &[
    "adduser", "apk", "apt", "apt-get", "basename", "brew", "cat", "chsh", "command", "cp", "dirname", "dnf",
    "dpkg", "dpkg-query", "file", "find", "hash", "install", "ldd", "ln", "ls", "man", "mv", "pacman", "readlink",
    "realpath", "rpm", "snap", "stat", "strings", "test", "type", "useradd", "usermod", "whereis", "which", "yum",
    "zypper",
];

/// What code has and other words do not.
const CODE: &[char] = &['(', ';', '{', '\n', ' '];

/// At least the length of the longest folder of programs that a shell is looked for in, `/usr/local`.
const LONGEST_BIN: usize = 16;

/// Shells of one text that are looked at.
const MAX_SHELLS: usize = 8;

impl Walker<'_> {
    pub(super) fn shell_arguments(
        &mut self,
        name: &str,
        fields: &[Field],
        words: &Data<'_>,
        standing: Standing,
    ) {
        // What `find -exec` carries is read where it is found.
        if matches!(name, "find" | "gfind" | "fd" | "fdfind")
            || self.separate_words(name, fields, words, standing)
        {
            return;
        }
        // `cargo test -- 'rm -rf /'`: behind a listed program's `--` stand words of the project's own program.
        let own_words = fields.iter().position(|f| f.is("--")).filter(|_| standing == Standing::Listed);
        for (index, field) in fields.iter().enumerate().skip(1) {
            if crate::work::is_spent() {
                break;
            }
            let Some(text) = field.value.literal_text() else { continue };
            if text.len() < 2 || words.is_text(index) {
                continue;
            }
            let before = fields.get(index - 1).filter(|_| index > 1).map_or("", |f| f.value.prefix());
            // Code that has a reader says by its calls what it runs.
            let by_option = says_command(before) || text.starts_with('-');
            if standing == Standing::Carrier && text.contains(CODE) && !by_option {
                continue;
            }
            if before == "-s" && TAKES_A_SHELL.binary_search(&name).is_ok() {
                continue;
            }
            let own = own_words.is_some_and(|at| at < index);
            if let Some((command, sure)) = command_in(before, &text, standing).filter(|_| !own) {
                self.speculate(sure, |w| {
                    w.run_text(&Value::text(command), field.span);
                });
            }
            // What a reader is handed as a word of its own is a file to look at.
            if standing != Standing::Reader || !text.starts_with('/') {
                self.shell_inside(name, &text, before, field);
            }
            if text.contains(['(', '`', '{', '"', '|', '%', ' ']) {
                self.foreign_calls(&text, field.span, false);
                if matches!(standing, Standing::Listed | Standing::Unlisted)
                    && !super::written_argument::does_not_run(name)
                {
                    self.code_in_word(&text, before, field.span);
                }
                if let Some(command) = fetch_and_run(&text) {
                    self.speculate(false, |w| {
                        w.run_text(&Value::text(command), field.span);
                    });
                }
            }
        }
    }

    /// `matlab -batch "rmdir('~/x','s')"`, `spark-sql -e 'drop table x'`: code in a language that nobody reads here.
    fn code_in_word(&mut self, text: &str, before: &str, span: Span) {
        if text.contains('(') || text.contains("::") {
            self.speculate(false, |w| w.deletions(text, span));
            self.loses_rows(text, span);
        }
        let option = before.trim_start_matches('-');
        let takes = before.starts_with('-')
            && matches!(
                option,
                "e" | "c" | "q" | "execute" | "query" | "command" | "sql" | "eval" | "statement"
            );
        if takes && text.contains(' ') && crate::code::sql::begins_like_sql(text) {
            self.speculate(false, |w| {
                w.sql(&Value::text(text), span);
            });
        }
    }

    /// `before_dl:/bin/sh`, `$/bin/sh`, `['/bin/sh']`: a shell by its path inside a word. In which language that is
    /// written nobody needs to know: what else is one written down for?
    fn shell_inside(&mut self, name: &str, text: &str, before: &str, field: &Field) {
        let key = text.split_once('=').map_or(before, |(key, _)| key);
        let names_one = key.trim_matches('-').to_ascii_lowercase().ends_with("shell");
        if names_one || TAKES_A_SHELL.binary_search(&name).is_ok() {
            return;
        }
        self.shells_by_path(text, field.span);
    }

    /// Every shell that a text names by its path, with what is handed to it.
    pub(super) fn shells_by_path(&mut self, text: &str, span: Span) {
        if !super::holds(text, b"/bin/") {
            return;
        }
        if text.lines().filter_map(shell_path).nth(MAX_SHELLS).is_some() {
            self.unreadable(span, "shell/bound", "names more shells than are looked at");
        }
        for command in text.lines().filter_map(shell_path).take(MAX_SHELLS) {
            let command = Value::text(command);
            self.speculate(false, |w| {
                w.run_text(&command, span);
            });
        }
    }

    /// `x rm a rm b rm c`: the first `rm` has all that follows as its targets. Reading the rest again at each one would
    /// cost a square and find nothing new. Words of `kill` mean something by their order.
    fn is_guessed(&self, weapon: &str) -> bool {
        !matches!(weapon, "kill" | "killall" | "pkill") && self.guessed.contains(&weapon)
    }

    /// `anything … sh -c 'code'`, `anything -- bash -i`, `anything … rm -rf /`: the rest is a command line.
    fn separate_words(&mut self, name: &str, fields: &[Field], data: &Data<'_>, standing: Standing) -> bool {
        if TAKES_A_SHELL.binary_search(&name).is_ok() {
            return false;
        }
        for (index, field) in fields.iter().enumerate().skip(1) {
            // What is handed on is the rest of the words: with many places to begin, that is a square.
            if crate::work::is_spent() {
                break;
            }
            let Some(text) = field.known() else { continue };
            let base = text.rsplit('/').next().unwrap_or(text);
            if data.is_text(index) {
                continue;
            }
            let opens = SHELLS.binary_search(&base).is_ok() && opens_a_shell(fields, index, standing);
            let carries = matches!(standing, Standing::Listed | Standing::Unlisted);
            // `cargo run -- kill`: behind a listed program's `--` stand words of the project's own program.
            let parted = standing == Standing::Unlisted
                && index > 1
                && fields.get(index - 1).is_some_and(|f| f.is("--"));
            let carried = parted && crate::knowledge::program(base).is_some();
            // `adb reboot`: one bare word that many programs have as a subcommand is no program of that name.
            let bare = POWER.contains(&text) && !parted;
            // `curl host/shutdown`, `eslint src/kill`: an address, or a file of the project.
            let program = match text.rsplit_once('/') {
                Some((folder, base)) if SYSTEM_BIN.contains(&folder) => base,
                _ => text,
            };
            let guess = WEAPONS.iter().find(|known| **known == program && !self.is_guessed(known));
            let weapon = guess.is_some() && !bare;
            // `docker rm`, `git rm`: the table's own subcommand.
            let own = standing == Standing::Listed && self.command.split(' ').skip(1).any(|sub| sub == text);
            // `docker run IMAGE rm …`: the container's business, and looked at as such.
            let contained = matches!(name, "docker" | "podman" | "nerdctl");
            let armed = carries && weapon && !own && !contained;
            // `prlimit rm -rf ~/docs`: a weapon with something to aim at.
            let next = fields.get(index + 1).map_or("", |f| f.value.prefix());
            let aimed = weapon && next.len() > 1 && next.starts_with('-');
            // `mise exec -- rm -rf ~`: a table that does not say what a program hands on is no reason to look away.
            let handed = standing == Standing::Listed
                && aimed
                && fields.get(index - 1).is_some_and(|f| HANDS_ON.contains(&f.value.prefix()));
            if !handed && !opens && !armed && !carried {
                continue;
            }
            let rest = fields.get(index..).unwrap_or(&[]).to_vec();
            let outer = self.guessed.len();
            self.guessed.extend(guess.filter(|_| weapon));
            let kept = self.effects.len();
            if handed {
                self.speculate(false, |w| {
                    w.exec(rest, Value::default());
                });
                self.guessed.truncate(outer);
                continue;
            }
            self.in_subshell(|w| w.exec(rest, Value::default()));
            self.guessed.truncate(outer);
            // A weapon that is only mentioned has no targets: what must never happen counts, no more.
            let mut at = 0;
            self.effects.retain(|e| {
                at += 1;
                at <= kept || opens || e.hardline || (carried || aimed) && e.floor >= Tier::Medium
            });
            return standing != Standing::Carrier && (opens || carried);
        }
        false
    }
}

/// Whether the shell named at `index` is run rather than named: it has a path, code, options that only matter to
/// somebody who types, or stands where a command stands.
fn opens_a_shell(fields: &[Field], index: usize, standing: Standing) -> bool {
    let word = |at: usize| fields.get(at).map_or("", |f| f.value.prefix());
    let (text, before, next) = (word(index), if index > 1 { word(index - 1) } else { "" }, word(index + 1));
    let code = next.starts_with('-') && !next.starts_with("--") && next.ends_with('c');
    let typed = matches!(next, "-i" | "-p" | "-l" | "-il" | "-li" | "--login");
    let last = index + 1 == fields.len();
    let named = before.starts_with('-') && before.to_ascii_lowercase().ends_with("shell")
        || NAMES_A_SHELL.binary_search(&before).is_ok();
    if code || typed {
        return true;
    }
    // What a reader is handed is a file to look at.
    if !last || named || standing == Standing::Reader {
        return false;
    }
    text.starts_with('/')
        || before == "--"
        || standing == Standing::Unlisted && index > 1 && !before.starts_with('-')
}

/// The command that a word holds, if it may hold one, and whether more than its own text says so. `before` is the word
/// before it.
pub(super) fn command_in(before: &str, text: &str, standing: Standing) -> Option<(String, bool)> {
    for mark in MARKS {
        if let Some(rest) = text.strip_prefix(mark) {
            return Some((rest.trim_start().to_owned(), true));
        }
    }
    let before = if before.starts_with('-') { before } else { "" };
    let (key, value) = innermost(before, text);
    let first = value.split([' ', ',']).next().unwrap_or("");
    if says_command(key) {
        // `SHELL=/bin/bash`, `--with-shell=/bin/sh`: which shell to use, not that one is opened.
        let names_a_shell = key.to_ascii_lowercase().ends_with("shell") && first.len() == value.len();
        let plain = value.trim_matches(['\'', '"']).trim_start_matches(['!', '|', ';', ' ']);
        let plain = comma_list(plain, first).unwrap_or_else(|| plain.to_owned());
        // A guess from the name of an option is no reason to refuse outright.
        return (!names_a_shell).then_some((plain, standing != Standing::Unlisted));
    }
    let base = first.rsplit('/').next().unwrap_or("");
    let shell = SHELLS.binary_search(&base).is_ok();
    let alone = first.len() == value.len();
    // A reader's words are names of files and patterns: a shell by its path is a file to look at.
    if standing == Standing::Reader && (!shell || alone && first.starts_with('/')) {
        return None;
    }
    if shell && (first.starts_with('/') || !alone) {
        return Some((comma_list(value, first).unwrap_or_else(|| value.to_owned()), false));
    }
    let short = matches!(before, "-e" | "-c" | "-x" | "-E" | "-C" | "-s" | "-S");
    if shell && short {
        return Some((value.to_owned(), true));
    }
    let armed =
        || value.split_whitespace().nth(1).is_some_and(|w| w.starts_with(['-', '/', '~']) || w.contains('='));
    (standing != Standing::Carrier && WEAPONS.binary_search(&base).is_ok() && armed())
        .then(|| (value.to_owned(), short || before == ":::"))
}

/// A shell by its path and what follows it, inside a line and not as part of a longer path or of a first line
/// (`#!/bin/sh`).
fn shell_path(text: &str) -> Option<&str> {
    text.match_indices("/bin/").find_map(|(at, _)| {
        // A path that goes on for longer leads to none of the system's folders.
        let from = text.floor_char_boundary(at.saturating_sub(LONGEST_BIN));
        let start = text.get(from..at)?.rfind(|c: char| !(c.is_ascii_lowercase() || c == '/'));
        let start = match start {
            Some(i) => from + i + 1,
            None if from == 0 => 0,
            None => return None,
        };
        let head = text.get(..start)?;
        let rest = text.get(at + "/bin/".len()..)?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let after = rest.get(end..)?;
        let longer = after.starts_with(['.', '/', '-', '_', '@'])
            || head
                .ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '~' | '}'));
        let path = text.get(start..at + "/bin/".len() + end)?;
        let plain = matches!(path.rsplit_once('/')?.0, "/bin" | "/usr/bin" | "/usr/local/bin");
        if SHELLS.binary_search(&rest.get(..end)?).is_err() || !plain || longer || head.ends_with("#!") {
            return None;
        }
        let command = text.get(start..)?;
        let quote = head.chars().next_back().filter(|c| matches!(c, '"' | '\'' | '`'));
        // `["/bin/sh", "-c", …]` is read as the list that it is.
        if quote.is_some_and(|q| after.strip_prefix(q).is_some_and(|rest| rest.trim_start().starts_with(',')))
        {
            return None;
        }
        let over = |c: char| match quote {
            Some(quote) => c == quote,
            None => matches!(c, '"' | '\'' | '`' | ')' | ']' | '}' | ','),
        };
        // What stands in quotes behind `-c` belongs to it.
        let over = if after.trim_start().starts_with('-') && quote.is_none() {
            command.len()
        } else {
            command.find(over).unwrap_or(command.len())
        };
        command.get(..over)
    })
}

/// `-wrapper sh,-c,'code'`: words with commas between them.
fn comma_list(value: &str, first: &str) -> Option<String> {
    let listed = value.starts_with(first) && value.as_bytes().get(first.len()) == Some(&b',');
    (listed && !first.is_empty()).then(|| value.split(',').map(quoted).collect::<Vec<_>>().join(" "))
}

/// Keys may hold keys: `--checkpoint-action=exec=sh`, `-XX:OnError=sh`. The first that says that its value is run
/// counts.
fn innermost<'t>(before: &'t str, text: &'t str) -> (&'t str, &'t str) {
    let (mut key, mut value) = (before, text);
    for _ in 0..3 {
        let Some((inner, rest)) = split_key(value) else { break };
        if says_command(key) && !says_command(inner) && inner != "path" {
            break;
        }
        (key, value) = (inner, rest.trim_start());
    }
    (key, value)
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

pub(super) fn says_command(option: &str) -> bool {
    let option = option.strip_prefix("-D").unwrap_or(option).trim_start_matches('-');
    if option.len() < 3 || option.contains(['/', ' ']) {
        return false;
    }
    let same =
        |part: Option<&[u8]>, says: &str| part.is_some_and(|p| p.eq_ignore_ascii_case(says.as_bytes()));
    option.as_bytes().split(|b| matches!(b, b'-' | b'_' | b'.' | b':')).any(|word| {
        SAYS_COMMAND.iter().any(|says| {
            let Some(from) = word.len().checked_sub(says.len()) else { return false };
            from == 0 && same(Some(word), says)
                || says.len() > 4 && (same(word.get(..says.len()), says) || same(word.get(from..), says))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        for list in [WEAPONS, SHELLS, SAYS_COMMAND, NAMES_A_SHELL, TAKES_A_SHELL] {
            assert!(list.is_sorted());
        }
    }

    #[test]
    fn finds_a_shell_by_its_path() {
        for (text, want) in [
            ("before_dl:/bin/sh", Some("/bin/sh")),
            ("$/bin/bash", Some("/bin/bash")),
            ("HOST COMMAND=['/bin/sh'].", Some("/bin/sh")),
            ("/usr/bin/zsh -i", Some("/usr/bin/zsh -i")),
            ("run('/bin/bash x.sh', y)", Some("/bin/bash x.sh")),
            ("#!/bin/sh\necho", None),
            ("/opt/x/bin/sh", None),
            ("./bin/sh", None),
            ("/bin/shellcheck", None),
            ("/bin/sh.distrib", None),
        ] {
            assert_eq!(shell_path(text), want, "{text}");
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
            ("", "-XX:OnError=sh -c id", Some("sh -c id")),
            ("run", "sh", None),
            ("", "sh", None),
            ("", "SHELL=/bin/bash", None),
            ("", "/bin/sh,-s", Some("'/bin/sh' '-s'")),
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
