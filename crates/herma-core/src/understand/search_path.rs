//! A `PATH` that the text sets: the program of a name may be another one, and so may the shell that a call names.

use super::command::SYSTEM_BIN;
use super::field::{Field, Value};
use super::place::PlaceKind;
use super::state::Var;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge;
use crate::world::{Answer, Entry, Question};

/// Folders of one `PATH` that are looked into.
const MAX_FOLDERS: usize = 32;
/// Where the shells of NixOS lie, beside the usual places.
const NIX: &str = "/run/current-system/sw/bin";

impl Walker<'_> {
    /// What lies under that name in the folders that come before the system's is what runs: it is read like one that is
    /// called by its path.
    pub(super) fn program_on_path(&mut self, name: &str, fields: &[Field]) {
        let paths: Vec<Value> =
            self.state.get("PATH").unwrap_or_default().iter().filter_map(scalar).collect();
        for path in paths {
            if path.prefix().split(':').nth(MAX_FOLDERS).is_some() {
                self.unreadable(
                    self.span,
                    "shell/bound",
                    "sets a search path of more folders than are looked at",
                );
            }
            for folder in folders(&path) {
                if !self.goes_past(&folder, name, fields) {
                    break;
                }
            }
        }
    }

    /// Whether the search goes on behind this folder.
    fn goes_past(&mut self, folder: &str, name: &str, fields: &[Field]) -> bool {
        // An empty one is the folder that we are in.
        let folder = if folder.is_empty() { "." } else { folder };
        let placed = self.place(&Value::text(format!("{}/{name}", folder.trim_end_matches('/'))));
        let looked = match placed.unknown {
            true => Answer::Unknown,
            false => self.world.ask(Question::Look(&placed.path)),
        };
        if SYSTEM_BIN.contains(&folder.trim_end_matches('/')) || folder == NIX {
            let there = matches!(looked, Answer::Entry(_));
            return !there && (looked == Answer::Missing || knowledge::program(name).is_none());
        }
        let span = fields.first().map_or(self.span, |f| f.span);
        match looked {
            Answer::Missing => true,
            Answer::Entry(Entry::Directory) => true,
            Answer::Entry(_) => {
                if !matches!(self.world.ask(Question::Read(&placed.path, 1)), Answer::Bytes(_)) {
                    self.other_program(name, &placed.path, span);
                }
                self.script_file(&placed.path, None, fields, span);
                self.effect(
                    Kind::Run,
                    Some(placed.path.clone()),
                    span,
                    "run/path",
                    &format!("runs `{}`", placed.path),
                    Tier::Low,
                    Reach::Workspace,
                    Undo::Easy,
                );
                false
            }
            // Nobody can say: the folders of tools in a home or a build are put there every day, others are not.
            _ => {
                if !matches!(
                    placed.kind,
                    PlaceKind::Home | PlaceKind::Build | PlaceKind::Startup | PlaceKind::System
                ) {
                    self.other_program(name, &placed.path, span);
                    return false;
                }
                true
            }
        }
    }

    fn other_program(&mut self, name: &str, path: &str, span: Span) {
        let text = format!("`{name}` may be `{path}`, by the `PATH` that was set: that cannot be read");
        self.unreadable(span, "shell/unknown-command", &text);
    }

    /// A call may name the shell that runs its command. One that is none of the system's is a program like any other, which
    /// is handed the command.
    pub(super) fn named_shell(&mut self, shell: &str, command: &str) {
        const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh", "ash", "rbash"];
        let (folder, base) =
            shell.rsplit_once('/').map_or((None, shell), |(folder, base)| (Some(folder), base));
        let usual = folder.is_none_or(|folder| SYSTEM_BIN.contains(&folder) || folder == NIX);
        if usual && SHELLS.contains(&base) {
            return;
        }
        let shown = crate::text::shown(shell);
        self.unreadable(
            Span::default(),
            "tool/odd-shell",
            &format!("runs its command by `{shown}`, which is none of the system's shells"),
        );
        if folder.is_some() {
            let words = [shell, "-c", command].map(|word| Field::text(word, Span::default()));
            self.in_subshell(|w| w.exec(words.to_vec(), Value::default()));
        }
    }
}

fn scalar(var: &Var) -> Option<Value> {
    match var {
        Var::Scalar(value) => Some(value.clone()),
        Var::Array(values) => values.first().cloned(),
    }
}

/// The folders at the beginning, up to where the old ones follow or something unknown begins.
fn folders(path: &Value) -> Vec<String> {
    let text = path.prefix();
    let whole = path.known().is_some();
    let mut all: Vec<String> = text.split(':').take(MAX_FOLDERS).map(str::to_owned).collect();
    // What stands before the unknown is the beginning of a folder, or nothing.
    if !whole {
        all.pop();
    }
    all
}

#[cfg(test)]
mod tests {
    use crate::world::{Entry, TableWorld};
    use crate::{Decision, Policy, ToolCall, judge};
    use serde_json::json;

    fn world() -> TableWorld {
        let mut world = TableWorld::developer();
        for (path, text) in [
            ("/home/dev/src/app/evil/ls", "rm -rf /etc\n"),
            ("/home/dev/src/app/good/ls", "echo hello\n"),
            ("/mnt/evil/etc/run.sh", "rm -rf /etc\n"),
        ] {
            world.entries.insert(path.to_owned(), Entry::File { size: 12, executable: true });
            world.files.insert(path.to_owned(), text.as_bytes().to_vec());
        }
        world
    }

    fn at(call: &ToolCall) -> Decision {
        judge(call, &world(), &Policy::default()).decision
    }

    #[test]
    fn what_lies_on_a_path_that_was_set_is_what_runs() {
        for (command, want) in [
            ("PATH=./evil ls", Decision::Deny),
            ("export PATH=./evil:$PATH; ls", Decision::Deny),
            ("env PATH=evil:/usr/bin ls", Decision::Deny),
            ("cd evil; PATH=:/usr/bin ls", Decision::Deny),
            ("PATH=/usr/bin:./evil ls", Decision::Allow),
            ("export PATH=$PATH:./evil; ls", Decision::Allow),
            ("PATH=./good ls", Decision::Allow),
            // Nobody can say what lies there.
            ("PATH=/tmp/x:$PATH ls", Decision::Ask),
            ("PATH=$HOME/.cargo/bin:$PATH cargo build", Decision::Allow),
            ("PATH=$PWD/node_modules/.bin:$PATH eslint .", Decision::Allow),
        ] {
            assert_eq!(at(&ToolCall::shell(command)), want, "{command}");
        }
        let env = json!({"command": "ls", "env": {"PATH": "./evil:/usr/bin"}});
        assert_eq!(
            at(&ToolCall { tool: "exec".to_owned(), args: env, ..ToolCall::default() }),
            Decision::Deny
        );
    }

    #[test]
    fn a_shell_that_is_none_of_the_systems_is_a_program() {
        for (shell, want) in [
            ("/bin/bash", Decision::Allow),
            ("zsh", Decision::Allow),
            ("/home/dev/src/app/evil/ls", Decision::Deny),
            ("/tmp/bash", Decision::Ask),
            ("python3", Decision::Ask),
        ] {
            let args = json!({"cmd": "ls", "shell": shell});
            let call = ToolCall { tool: "exec_command".to_owned(), args, ..ToolCall::default() };
            assert_eq!(at(&call), want, "{shell}");
        }
    }

    #[test]
    fn a_home_that_was_set_is_what_a_tilde_means() {
        for (command, want) in [
            ("HOME=/; rm -rf ~/etc", Decision::Deny),
            ("HOME=/ bash -c 'rm -rf ~/etc'", Decision::Deny),
            ("env HOME=/ bash -c 'rm -rf ~/etc'", Decision::Deny),
            ("HOME=/; cd; rm -rf etc", Decision::Deny),
            ("HOME=/mnt/evil; bash ~/etc/run.sh", Decision::Deny),
            ("HOME=$(cat x); rm -rf ~/x", Decision::Ask),
            // The words of a command are there before its variables.
            ("HOME=/tmp/x ls ~/y", Decision::Allow),
            ("CDPATH=/etc; cd x && rm -rf y", Decision::Ask),
            ("CDPATH=/etc; cd ./x && rm -rf node_modules", Decision::Allow),
            ("CDPATH=.; cd x && rm -rf node_modules", Decision::Allow),
        ] {
            assert_eq!(at(&ToolCall::shell(command)), want, "{command}");
        }
        let mut world = world();
        world.env.insert("CDPATH".to_owned(), "/etc".to_owned());
        let call = ToolCall::shell("cd x && rm -rf y");
        assert_eq!(judge(&call, &world, &Policy::default()).decision, Decision::Ask);
    }
}
