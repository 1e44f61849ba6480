//! A shell without a script: what is typed into it afterwards is never seen here.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::{Lang, RunPlace};
use crate::understand::field::{Field, Value};
use crate::understand::walk::Walker;

/// Shells that are no relatives of `sh`: alone they wait for somebody to type.
#[rustfmt::skip]
const SHELLS: &[&str] = &[
    "csh", "elvish", "es", "fish", "ion", "lksh", "mksh", "nu", "nush", "oil", "osh", "pdksh", "pwsh", "rc", "tcsh", "xonsh", "yash",
    "ysh",
];

/// Programs that start the user's own shell when they are given nothing else to start, and their options with a value.
#[rustfmt::skip]
const LAUNCHERS: &[(&str, &[&str])] = &[
    ("alacritty", &[]), ("byobu", &[]), ("foot", &[]), ("ghostty", &[]), ("gnome-terminal", &[]), ("kitty", &[]), ("konsole", &[]),
    ("login", &[]), ("nix-shell", &["-p", "--packages", "-A", "--attr", "-I"]), ("rxvt", &[]), ("screen", &["-S", "-t", "-c", "-s", "-T"]),
    ("st", &[]), ("terminator", &[]), ("tmux", &["-L", "-S", "-f"]), ("unshare", &[]), ("urxvt", &[]), ("wezterm", &[]),
    ("xfce4-terminal", &[]), ("xterm", &["-T", "-geometry"]), ("zellij", &["-s", "--session"]),
];

/// Programs that open a shell in an environment of theirs, the word that says so, and the options behind which a command
/// stands.
const ENVIRONMENTS: &[(&str, &str, &[&str])] = &[
    ("abduco", "-c", &["-e"]),
    ("distrobox", "enter", &["--", "-e"]),
    ("dtach", "-A", &[]),
    ("guix", "shell", &["--"]),
    ("nix", "develop", &["-c", "--command"]),
    ("nix", "shell", &["-c", "--command"]),
    ("pipenv", "shell", &[]),
    ("poetry", "shell", &[]),
    ("toolbox", "enter", &[]),
    ("vagrant", "ssh", &["-c", "--command", "--"]),
];

/// Whether a command line opens a shell and gives it nothing to do.
pub(in crate::understand) fn opens_a_shell_by_itself(name: &str, fields: &[Field]) -> bool {
    let mut words = fields.get(1..).unwrap_or(&[]).iter().map(|field| field.value.prefix());
    if SHELLS.binary_search(&name).is_ok() {
        // `-i`, `-l`: still nothing to run. `-c`, `--version`, a script: something.
        return words.all(|word| matches!(word, "-i" | "-l" | "--login" | "--interactive" | "-"));
    }
    if name == "script" {
        // Its first operand is the file that it writes down what happens in; BSD's and newer ones take a command behind it.
        let mut operands = 0;
        return !words.any(|word| {
            operands += usize::from(!word.starts_with('-'));
            operands > 1 || word.starts_with("--") || word.starts_with('-') && word.contains(['c', 'V', 'h'])
        });
    }
    let mut own = ENVIRONMENTS.iter().filter(|(launcher, ..)| *launcher == name).peekable();
    if own.peek().is_some() {
        let ends = |ends: &[&str]| words.clone().any(|word| ends.contains(&word) || word == "--help");
        return own.any(|(_, verb, before)| words.clone().any(|word| word == *verb) && !ends(before));
    }
    let Ok(at) = LAUNCHERS.binary_search_by_key(&name, |(launcher, _)| launcher) else { return false };
    let with_value = LAUNCHERS.get(at).map_or(&[] as &[&str], |(_, options)| *options);
    let mut rest = words;
    while let Some(word) = rest.next() {
        match word {
            // A window of its own, for which nothing is said.
            "new" | "new-session" if name == "tmux" => {
                let all: Vec<&str> = rest.collect();
                let detached = all.iter().any(|w| w.starts_with('-') && w.contains('d'));
                let mut words = all.into_iter();
                while let Some(word) = words.next() {
                    match word {
                        "-s" | "-n" | "-t" | "-c" | "-x" | "-y" | "-F" | "-e" | "-f" => drop(words.next()),
                        word if word.starts_with('-') => {}
                        _ => return false,
                    }
                }
                return !detached;
            }
            word if with_value.contains(&word) => drop(rest.next()),
            // Options of `unshare`, `zellij` and the like that only say how.
            word if name == "unshare" && word.starts_with('-') => {}
            _ => return false,
        }
    }
    true
}

/// Programs that talk with a database, and their options that say what to do instead of waiting.
const TALKS_SQL: &[&str] =
    &["clickhouse-client", "cockroach", "duckdb", "mariadb", "mycli", "mysql", "pgcli", "psql", "sqlite3"];
const TOLD: &[&str] =
    &["-c", "-e", "-f", "-l", "--command", "--execute", "--file", "--list", "--version", "--help", "-V"];

impl Walker<'_> {
    /// `psql prod` on a line of its own: the lines below are typed into it where a terminal is driven.
    pub(in crate::understand) fn typed_lines(&mut self, text: &str) {
        let Some((first, rest)) = text.split_once('\n') else { return };
        let mut words = first.split_whitespace();
        let program = words.next().map_or("", |word| word.rsplit('/').next().unwrap_or(word));
        if TALKS_SQL.binary_search(&program).is_err()
            || first.contains(['<', '>', '|', ';', '&', '\\'])
            || words.any(|word| TOLD.iter().any(|told| word.starts_with(told)))
        {
            return;
        }
        let span = Span::new(first.len() + 1, text.len());
        let outer = std::mem::replace(&mut self.command, program.to_owned());
        self.speculate(true, |w| {
            w.run_code(Lang::Sql, &Value::text(rest), span);
        });
        self.command = outer;
    }

    /// `name` is opened with nothing to run. In a container it is that container's business; in a file that was there
    /// before, the author's.
    pub(in crate::understand) fn open_shell(&mut self, name: &str, span: Span) {
        if self.run_place == RunPlace::Container || self.in_file {
            return;
        }
        self.effect(
            Kind::RunUnknownCode,
            Some(name.to_owned()),
            span,
            "principle/open-shell",
            &format!("opens `{name}`: what is typed into it is not seen here"),
            Tier::High,
            Reach::User,
            Undo::None,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{LAUNCHERS, SHELLS};

    #[test]
    fn the_lists_are_sorted() {
        assert!(SHELLS.is_sorted());
        assert!(super::TALKS_SQL.is_sorted());
        assert!(LAUNCHERS.is_sorted_by_key(|(name, _)| name));
    }
}
