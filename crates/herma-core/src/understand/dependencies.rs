//! What a call hangs on beside its own words: collected on the way, looked at only if somebody is asked.

use std::collections::BTreeSet;

/// Names only. Whoever binds a yes to them asks the world what they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    /// Scripts and programs that it runs by their path.
    pub(crate) files: BTreeSet<String>,
    /// Programs that it runs by their name.
    pub(crate) programs: BTreeSet<String>,
    /// Paths that it changes, or reads although they are somebody's secret.
    pub(crate) targets: BTreeSet<String>,
    /// Variables that it takes from outside.
    pub(crate) variables: BTreeSet<String>,
    /// Folders in which it pushes: where that goes is in the settings of the repository.
    pub(crate) repositories: BTreeSet<String>,
    /// Paths that it reads.
    pub(crate) reads: BTreeSet<String>,
    /// Paths that its commands write or delete. What a redirection writes may be read again in the same text.
    pub(crate) writes: BTreeSet<String>,
    /// The programs that it runs, with the words behind them, for rules that speak of those.
    pub(crate) ran: Vec<Vec<String>>,
    /// Every word that may name a file which a command reads, behind the folder that the command runs in. A word may stand
    /// here twice: which paths they are is worked out only if somebody is asked.
    words: Vec<(String, Vec<String>)>,
}

/// Among so many words one is looked for before it is noted again.
const DUPLICATES: usize = 32;
/// The longest path that the system takes.
const PATH_MAX: usize = 4096;
/// Behind these a word may go on with the name of a file: `--from-file=x`, `@payload.json`, `-F 'a=<x'`.
const BEFORE_NAME: [char; 3] = ['=', '@', '<'];

/// Programs that run what a file of the folder says, without the command naming it.
const RECIPES: &[(&[&str], &[&str])] = &[
    (&["make", "gmake"], &["GNUmakefile", "makefile", "Makefile"]),
    (&["just"], &["justfile", "Justfile", ".justfile"]),
    (&["task"], &["Taskfile.yml", "Taskfile.yaml"]),
    (&["npm", "npx", "yarn", "pnpm", "bun"], &["package.json"]),
    (&["docker-compose"], COMPOSE),
    (&["docker", "podman"], COMPOSE),
    (&["git"], &[".git/hooks/pre-commit", ".git/hooks/commit-msg", ".git/hooks/pre-push"]),
];
const COMPOSE: &[&str] =
    &["Dockerfile", "compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"];

impl Uses {
    /// A program is run by its name, in this folder.
    pub(super) fn program(&mut self, name: &str, folder: Option<&str>) {
        note(&mut self.programs, name);
        let recipes = RECIPES.iter().filter(|(names, _)| names.contains(&name)).flat_map(|(_, files)| *files);
        for file in recipes {
            if let Some(folder) = folder {
                note(&mut self.files, &format!("{}/{file}", folder.trim_end_matches('/')));
            }
        }
    }

    /// And all that another reading of the call hangs on.
    pub(super) fn extend(&mut self, other: Uses) {
        self.files.extend(other.files);
        self.programs.extend(other.programs);
        self.targets.extend(other.targets);
        self.variables.extend(other.variables);
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.repositories.extend(other.repositories);
        self.ran.extend(other.ran);
        self.words.extend(other.words);
    }

    /// A word of a command that runs in this folder.
    pub(super) fn word(&mut self, word: &str, folder: &str) {
        if !word.is_empty() && word.len() <= PATH_MAX {
            match self.words.iter_mut().rev().find(|(known, _)| known == folder) {
                Some((_, words)) if words.len() < DUPLICATES && words.iter().any(|known| known == word) => {}
                Some((_, words)) => words.push(word.to_owned()),
                None => self.words.push((folder.to_owned(), vec![word.to_owned()])),
            }
        }
    }

    /// Paths that may feed what the call does: those that it is known to read, and those that its words may name. Which of
    /// them are files, the world says.
    pub(crate) fn inputs(&self) -> BTreeSet<String> {
        let mut paths = BTreeSet::new();
        let words = self.words.iter().flat_map(|(folder, words)| words.iter().map(move |w| (folder, w)));
        for (folder, word) in words {
            let joined = (word.starts_with('-') && !word.starts_with("--"))
                .then(|| word.char_indices().nth(2).and_then(|(at, _)| word.get(at..)))
                .flatten();
            let behind = word.match_indices(BEFORE_NAME).filter_map(|(at, mark)| word.get(at + mark.len()..));
            for name in std::iter::once(word.as_str()).chain(joined).chain(behind) {
                let path = absolute(folder, name);
                if !name.is_empty() && !self.writes.contains(&path) {
                    paths.insert(path);
                }
            }
        }
        paths.extend(self.reads.iter().cloned());
        paths
    }
}

/// As the walker spells paths, so that what is written is known again.
fn absolute(folder: &str, name: &str) -> String {
    let whole = if name.starts_with('/') { name.to_owned() } else { format!("{folder}/{name}") };
    // Behind a link `..` leads elsewhere: that is left to the system.
    let parts: Vec<&str> = whole.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    format!("/{}", parts.join("/"))
}

/// Each name once.
pub(super) fn note(names: &mut BTreeSet<String>, name: &str) {
    if !names.contains(name) {
        names.insert(name.to_owned());
    }
}
