//! Commits of a stranger's repository: `git pull other main`, `git fetch URL` and then `git checkout FETCH_HEAD`. What they put
//! into the work tree replaces what was there, so that code run from it afterwards is that stranger's, as behind a clone.
//! The remotes that a repository follows anyway (`origin`, `upstream`, the one its branch tracks) are no strangers.

use crate::understand::field::{Field, Value};
use crate::understand::recipes::git_settings;
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};

/// How much of a repository's settings is read for the remotes that it follows.
const MAX_SETTINGS: usize = 32 * 1024;

/// Remotes of one text that are remembered.
const MAX_FETCHED: usize = 16;

/// Options of git, and of its commands, whose value is the next word.
#[rustfmt::skip]
const WITH_VALUE: &[&str] = &[
    "-C", "-c", "-X", "-j", "-o", "-s", "--depth", "--deepen", "--exec-path", "--filter", "--git-dir", "--jobs", "--namespace",
    "--refmap", "--server-option", "--shallow-exclude", "--shallow-since", "--strategy", "--strategy-option",
    "--upload-pack", "--work-tree",
];

/// Commands that put a commit into the work tree. Sorted.
const PUTS_IN: &[&str] =
    &["checkout", "cherry-pick", "merge", "read-tree", "rebase", "reset", "restore", "switch", "worktree"];

/// Commits that a text has fetched from somebody whom the repository does not follow.
#[derive(Debug)]
pub(in crate::understand) struct FetchedCommits {
    tree: String,
    from: String,
    /// Names by which they are called from then on; with a slash at the end, everything below it.
    names: Vec<String>,
}

impl FetchedCommits {
    fn is_meant(&self, word: &str) -> bool {
        // `FETCH_HEAD~1`, `other/main^`, `x:path`.
        let name = word.split(['~', '^', ':', '@']).next().unwrap_or(word);
        let name =
            name.trim_start_matches("refs/").trim_start_matches("heads/").trim_start_matches("remotes/");
        self.names.iter().any(|own| match own.strip_suffix('/') {
            Some(_) => name.starts_with(own.as_str()),
            None => name == own,
        })
    }
}

impl Walker<'_> {
    /// Where the code in a work tree comes from, if this text has put a stranger's commits into it.
    pub(super) fn merged_into(&self, path: &str) -> Option<String> {
        let inside =
            |tree: &str| path == tree || path.strip_prefix(tree).is_some_and(|rest| rest.starts_with('/'));
        self.merged.iter().rev().find(|(tree, _)| inside(tree)).map(|(_, from)| from.clone())
    }

    /// `git pull`, `git fetch`, and what puts fetched commits into the work tree.
    pub(super) fn takes_commits(&mut self, fields: &[Field]) {
        if self.speculating || self.fetched_commits.len() + self.merged.len() >= MAX_FETCHED {
            return;
        }
        let mut words: Vec<&Field> = Vec::new();
        let mut folder = None;
        let mut rest = fields.iter().skip(1);
        while let Some(field) = rest.next() {
            let text = field.value.prefix();
            if text.starts_with('-') {
                let value = if WITH_VALUE.contains(&text) { rest.next() } else { None };
                folder = value.filter(|_| text == "-C").or(folder);
            } else {
                words.push(field);
            }
        }
        let Some((verb, operands)) = words.split_first() else { return };
        let verb = verb.value.prefix().to_owned();
        if !matches!(verb.as_str(), "pull" | "fetch") && self.fetched_commits.is_empty() {
            return;
        }
        let here = match folder {
            Some(folder) => self.place(&folder.value).path,
            None => self.cwd().unwrap_or_default(),
        };
        let tree = self.world.text(Question::WorkTree(&here)).unwrap_or(here);
        if matches!(verb.as_str(), "pull" | "fetch") {
            let Some((remote, refs)) = operands.split_first() else { return };
            if self.follows(&remote.value, &tree) {
                return;
            }
            let from = crate::text::shown(&remote.value.shown());
            if verb == "pull" {
                self.merged.push((tree, from));
                return;
            }
            let mut names = vec!["FETCH_HEAD".to_owned(), format!("{}/", remote.value.prefix())];
            names.extend(
                refs.iter()
                    .filter_map(|r| r.value.prefix().rsplit_once(':'))
                    .map(|(_, to)| to.trim_start_matches("refs/").trim_start_matches("heads/").to_owned()),
            );
            self.fetched_commits.push(FetchedCommits { tree, from, names });
        } else if PUTS_IN.binary_search(&verb.as_str()).is_ok() {
            let meant = |fetched: &&FetchedCommits| {
                fetched.tree == tree && operands.iter().any(|word| fetched.is_meant(word.value.prefix()))
            };
            if let Some(from) = self.fetched_commits.iter().find(meant).map(|fetched| fetched.from.clone()) {
                self.merged.push((tree, from));
            }
        }
    }

    /// Whether a repository follows this remote: by the usual names, by its branches, or by the same address.
    fn follows(&self, remote: &Value, tree: &str) -> bool {
        const USUAL: &[&str] = &[".", "origin", "upstream"];
        let Some(name) = remote.known() else { return false };
        if USUAL.contains(&name) {
            return true;
        }
        let path = format!("{}/.git/config", tree.trim_end_matches('/'));
        let Answer::Bytes(bytes) = self.world.ask(Question::Read(&path, MAX_SETTINGS)) else { return false };
        let text = String::from_utf8_lossy(&bytes);
        git_settings(&text).iter().any(|(key, value)| {
            value == name
                && (key.starts_with("branch.") && key.ends_with(".remote")
                    || matches!(key.as_str(), "remote.origin.url" | "remote.upstream.url"))
        })
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        assert!(super::PUTS_IN.is_sorted());
    }
}
