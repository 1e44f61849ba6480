//! Download then run: code that comes over the network, in one step or several. A folder that the text fills from there is
//! foreign code for every program that runs what its folder holds, whether it is started in it or handed it.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Value};
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};

/// Runners that look, or run something else than what a folder holds. Sorted.
const NOT_THE_FOLDER: &[&str] = &["autossh", "git", "scp", "sftp", "ssh"];

/// Programs that run what their folder holds, and have no recipe that is read by that name. Sorted.
#[rustfmt::skip]
const RUN_A_FOLDER: &[&str] = &[
    "air", "bats", "bmake", "cross", "dlv", "dune", "electron", "esbuild", "flutter", "gmake", "gotestsum", "hardhat", "hugo",
    "jekyll", "mage", "make", "makepkg", "maturin", "newman", "phpunit", "remake", "trunk", "wasm-pack", "xcodebuild",
];

/// Interpreters: of their folder they run only what these words name. Their scripts are judged by path.
const INTERPRETERS: &[&str] =
    &["lua", "luajit", "node", "nodejs", "perl", "ruby", "ts-node", "tsx", "R", "Rscript", "gdb"];

/// First words after which a package manager or build tool runs nothing of the folder. Sorted.
#[rustfmt::skip]
const LOOKS: &[&str] = &[
    "audit", "config", "doctor", "env", "fmt", "freeze", "help", "info", "init", "list", "login", "logs", "ls", "metadata",
    "outdated", "ps", "root", "search", "show", "tree", "version", "view", "whoami", "why",
];

impl Walker<'_> {
    /// A script or program below a folder that this text fills from the network, unless it was there before.
    pub(in crate::understand) fn runs_fetched(&mut self, path: &str, span: Span) {
        if let Some(from) = self.merged_into(path) {
            return self.runs_download(
                Some(&from),
                span,
                &format!("runs what it just took over from {from}"),
            );
        }
        let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let Some((_, from)) = self.fetched.iter().rev().find(|(folder, _)| below(folder)) else { return };
        if matches!(self.world.ask(Question::Look(path)), Answer::Entry(_)) {
            return;
        }
        let from = from.clone();
        self.runs_download(Some(&from), span, &format!("runs what it just downloaded from {from}"));
    }

    /// `git clone URL y && cd y && make`, `… && pytest y`: a program that runs what its folder holds.
    pub(in crate::understand) fn runs_fetched_folder(&mut self, name: &str, fields: &[Field]) {
        if self.fetched.is_empty() && self.merged.is_empty() || self.speculating || !self.works(fields.len())
        {
            return;
        }
        let words: Vec<&str> = fields.iter().skip(1).map(|f| f.value.prefix()).collect();
        if !runs_its_folder(name, &words) {
            return;
        }
        let mut folders: Vec<String> = self.cwd().into_iter().collect();
        for field in fields.iter().skip(1) {
            let text = field.value.prefix();
            // `--prefix=y`, `-Cy`.
            let value = match text.split_once('=') {
                Some((key, _)) => crate::understand::options::rest_of(field, key.len() + 1).to_value(),
                None if text.starts_with("-C") && text.len() > 2 => {
                    crate::understand::options::rest_of(field, 2).to_value()
                }
                None if text.starts_with('-') => continue,
                None => field.to_value(),
            };
            if !value.is_empty() {
                folders.push(self.place(&value).path);
            }
        }
        let found =
            folders.iter().find_map(|folder| self.merged_into(folder).or_else(|| self.fetched_from(folder)));
        if let Some(from) = found {
            let span = fields.first().map_or(self.span, |f| f.span);
            let text = format!("`{name}` runs code that was just downloaded from {from}");
            self.runs_download(Some(&from), span, &crate::text::shown(&text));
        }
    }

    /// Where what lies at this path comes from, if this text downloads it and it was not there before.
    fn fetched_from(&self, path: &str) -> Option<String> {
        let inside = |folder: &str| {
            path == folder || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        let (folder, from) = self.fetched.iter().rev().find(|(folder, _)| inside(folder))?;
        let removed = self.effects.iter().any(|e| {
            matches!(e.kind, Kind::Delete | Kind::Move)
                && e.target.as_deref().is_some_and(|t| inside(t) || t == folder)
        });
        let was_there = match self.world.ask(Question::List(path)) {
            Answer::Text(names) => !names.is_empty(),
            _ => matches!(
                self.world.ask(Question::Look(path)),
                Answer::Entry(crate::world::Entry::File { .. } | crate::world::Entry::Link)
            ),
        };
        (removed || !was_there).then(|| from.clone())
    }

    /// Programs beside git that fill a folder from the network: `svn co`, `hg clone`, `npx degit`, `gh release download`.
    pub(in crate::understand) fn fetches_folder(&mut self, name: &str, fields: &[Field]) {
        if name == "git" {
            self.takes_commits(fields);
        }
        let words: Vec<&Field> =
            fields.iter().skip(1).filter(|f| !f.value.prefix().starts_with('-')).collect();
        let word = |at: usize| words.get(at).map_or("", |f| f.value.prefix());
        // The address, and the folder behind it; without one, the address's last name.
        let (at, named) = match (name, word(0), word(1)) {
            ("svn", "co" | "checkout" | "export" | "switch", _) => (1, true),
            (
                "hg" | "sl" | "bzr" | "brz" | "fossil" | "darcs" | "jj" | "pijul",
                "clone" | "branch" | "get",
                _,
            ) => (1, true),
            ("jj", "git", "clone") => (2, true),
            ("gh" | "glab" | "hub" | "tea", "repo", "clone") => (2, true),
            ("gh" | "glab", "release" | "run", "download") => (2, false),
            ("degit" | "tiged" | "giget" | "gitpick", _, _) => (0, true),
            ("git", "submodule", "update" | "add") => (2, false),
            ("git", "pull" | "fetch", url) if url.contains("://") || url.contains('@') => (1, false),
            ("git", "remote", "add" | "set-url") => (3, false),
            ("go-getter" | "ghq" | "repo", _, _) => (1, false),
            _ => return,
        };
        let from = words.get(at).map_or_else(|| "the network".to_owned(), |f| f.value.shown());
        let local = |text: &str| text.starts_with(['.', '/', '~']) && !text.contains("://");
        if named && (from.is_empty() || local(&from) && name != "degit") {
            return;
        }
        let folder = match words.get(at + 1).filter(|_| named) {
            Some(folder) => Some(self.place(&folder.value).path),
            None if named => {
                let base = from.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or("");
                let base = base.split('#').next().unwrap_or(base).trim_end_matches(".git");
                Some(self.place(&Value::text(base)).path)
            }
            None => {
                let into = fields.iter().position(|f| matches!(f.value.prefix(), "-D" | "--dir"));
                let into = into.and_then(|at| fields.get(at + 1));
                into.map_or_else(|| self.cwd(), |f| Some(self.place(&f.value).path))
            }
        };
        // `degit x/y` without a folder fills the one it is in.
        let folder = if at == 0 && words.get(1).is_none() { self.cwd() } else { folder };
        if let Some(folder) = folder {
            self.fetched.push((folder, from));
        }
    }

    /// Code from `from` is run. What it does is whatever that address says at that moment.
    pub(in crate::understand) fn runs_download(&mut self, from: Option<&str>, span: Span, text: &str) {
        self.effect(
            Kind::RunUnknownCode,
            from.map(str::to_owned),
            span,
            "principle/download-then-run",
            text,
            Tier::High,
            Reach::User,
            Undo::None,
        );
    }
}

/// Whether a program with these words runs what its folder, or one that it is handed, holds.
fn runs_its_folder(name: &str, words: &[&str]) -> bool {
    if words.iter().any(|w| matches!(*w, "--help" | "--version" | "-V" | "--list")) {
        return false;
    }
    let first = words.iter().find(|w| !w.is_empty() && !w.starts_with('-')).copied().unwrap_or("");
    if crate::understand::recipes::is_python(name) {
        return words.first() == Some(&"-m");
    }
    match name {
        "docker" | "podman" => {
            first == "compose"
                && words.iter().any(|w| matches!(*w, "up" | "run" | "start" | "create" | "watch"))
        }
        "docker-compose" | "podman-compose" => matches!(first, "up" | "run" | "start" | "create"),
        // A package by its name has nothing to do with the folder.
        "pip" | "pip3" => words.iter().any(|w| {
            matches!(*w, "." | "-e" | "-r" | "--editable" | "--requirement")
                || w.contains('/') && !w.contains("://")
        }),
        "node" | "nodejs" => words.iter().any(|w| matches!(*w, "." | "--test" | "--run")),
        name if INTERPRETERS.contains(&name) || NOT_THE_FOLDER.binary_search(&name).is_ok() => false,
        name => {
            (RUN_A_FOLDER.binary_search(&name).is_ok() || crate::understand::recipes::is_runner(name))
                && LOOKS.binary_search(&first).is_err()
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        for list in [super::NOT_THE_FOLDER, super::RUN_A_FOLDER, super::LOOKS] {
            assert!(list.is_sorted());
        }
    }
}
