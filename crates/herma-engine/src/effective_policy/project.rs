//! A project's policy: `.herma/policy.toml` in the folder of a call, or above it up to the home.

use crate::paths;
use crate::world::Resolver;
use herma_core::work::PATH_MAX;
use herma_core::{Answer, Question, ToolCall, World};
use serde_json::Value;
use std::collections::HashSet;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

const FOLDER: &str = ".herma";
const POLICY: &str = ".herma/policy.toml";
/// Folders of one call of which each `cd` may go on.
const MAX_CROSSED: usize = 256;
/// Folders of one call that are looked at.
const MAX_FOLDERS: usize = 1024;
/// Names of folders of one call that are looked up.
const MAX_LOOKS: usize = 4096;
/// Lists within lists of commands that are read.
const MAX_NESTED: usize = 32;

/// Arguments of shell tools that say where a command starts.
const FOLDERS: &[&str] = &["workdir", "dir_path", "cwd", "working_directory"];
/// Arguments that are a command, or are typed into a shell.
const COMMANDS: &[&str] = &[
    "command",
    "cmd",
    "commands",
    "shell_command",
    "bash",
    "script",
    "code",
    "chars",
    "input",
    "data",
    "text",
];
/// What goes into another folder.
const CHANGES: &[&str] = &["cd", "pushd"];

/// Where a call may be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folders {
    pub all: Vec<PathBuf>,
    /// There are more than were followed: a project may have been missed.
    pub more: bool,
}

/// The folders that a call speaks of as its own, and those that its text goes into. More of them can only tighten.
pub fn folders(call: &ToolCall) -> Folders {
    let own = call.cwd.clone().map(PathBuf::from).or_else(|| std::env::current_dir().ok());
    let named = FOLDERS.iter().filter_map(|key| call.args.get(key)?.as_str()).map(PathBuf::from);
    let (all, more): (Vec<_>, Vec<_>) =
        own.into_iter().chain(named).filter(|path| path.is_absolute()).partition(|path| is_path(path));
    let mut folders = Folders { all: all.into_iter().map(walked).collect(), more: !more.is_empty() };
    folders.all.dedup();
    let mut walk = Walk {
        call,
        own: folders.all.len(),
        known: folders.all.iter().cloned().collect(),
        bases: Vec::new(),
        folders,
        resolver: Resolver::default(),
        left: MAX_LOOKS,
    };
    for text in COMMANDS.iter().filter_map(|key| call.args.get(key)) {
        walk.commands(text, MAX_NESTED);
    }
    walk.folders
}

/// On the way through the text of a call.
struct Walk<'c> {
    call: &'c ToolCall,
    folders: Folders,
    known: HashSet<PathBuf>,
    /// The folders again, links followed, as far as a `cd` has gone on from them.
    bases: Vec<PathBuf>,
    /// Of the folders so many are those that the call speaks of as its own.
    own: usize,
    resolver: Resolver,
    /// Names that may still be looked up.
    left: usize,
}

/// Longer ones no system goes into.
fn is_path(path: &Path) -> bool {
    path.as_os_str().len() <= PATH_MAX
}

impl Walk<'_> {
    fn commands(&mut self, value: &Value, deep: usize) {
        match value {
            Value::String(text) => self.gone_into(text),
            Value::Array(_) | Value::Object(_) if deep == 0 => self.folders.more = true,
            Value::Array(items) => items.iter().for_each(|item| self.commands(item, deep - 1)),
            Value::Object(members) => members.values().for_each(|item| self.commands(item, deep - 1)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Adds where each `cd DIR` may lead. Read loosely: one that is none costs a look at a folder.
    fn gone_into(&mut self, text: &str) {
        let mut changes: Vec<(usize, &str)> =
            CHANGES.iter().flat_map(|name| text.match_indices(name)).collect();
        changes.sort_unstable();
        for (at, name) in changes {
            let (before, after) =
                (text.get(..at).unwrap_or_default(), text.get(at + name.len()..).unwrap_or_default());
            let begins =
                before.chars().next_back().is_none_or(|c| c.is_whitespace() || ";&|({\"'`\\".contains(c));
            if !begins || !after.starts_with([' ', '\t']) {
                continue;
            }
            if let Some(folder) = folder_word(after)
                && !self.goes_into(&folder)
            {
                self.folders.more = true;
                return;
            }
        }
    }

    /// Adds where one `cd` may lead; false when no more are followed.
    fn goes_into(&mut self, folder: &str) -> bool {
        let home = || self.call.home.clone().map(PathBuf::from).or_else(|| paths::user_home().ok());
        let in_home = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|start| folder.strip_prefix(start));
        let parts = 1 + folder.matches('/').count();
        let found: Vec<PathBuf> = match in_home {
            Some(below) => home().map(|home| real(home.join(below))).into_iter().collect(),
            None if folder.starts_with('/') => vec![self.below(Path::new(""), folder)],
            None => {
                // Each `cd` may or may not have worked: twice as many. Behind so many only the call's own go on.
                let all = self.folders.all.len();
                let crossed = if all <= MAX_CROSSED { all } else { self.own };
                let crossed_now = crossed.min(self.left / parts);
                self.folders.more |= crossed < all || crossed_now < crossed;
                let ahead = self.folders.all.iter().skip(self.bases.len());
                self.bases.extend(ahead.map(|base| real(base.clone())));
                self.bases.iter().take(crossed_now).map(|base| self.below(base, folder)).collect()
            }
        };
        let cost = found.len().max(1).saturating_mul(parts);
        if cost > self.left {
            return false;
        }
        self.left -= cost;
        for folder in found {
            if !is_path(&folder) {
                self.folders.more = true;
            } else if self.known.insert(folder.clone()) {
                if self.bases.len() == self.folders.all.len() {
                    self.bases.push(folder.clone());
                }
                self.folders.all.push(folder);
            }
            if self.folders.all.len() >= MAX_FOLDERS {
                return false;
            }
        }
        true
    }

    /// Where a folder below another one leads, of which no part is a link.
    fn below(&self, base: &Path, folder: &str) -> PathBuf {
        let real = base.to_str().and_then(|base| self.resolver.below(base, folder));
        real.map_or_else(|| base.join(folder), PathBuf::from)
    }
}

/// The first word that is no option.
fn folder_word(text: &str) -> Option<String> {
    let mut rest = text.trim_start_matches([' ', '\t']);
    while let Some((option, after)) = rest.split_once([' ', '\t']).filter(|(word, _)| word.starts_with('-')) {
        if option == "-" || option.contains([';', '&', '|']) {
            return None;
        }
        rest = after.trim_start_matches([' ', '\t']);
    }
    let mut word = String::new();
    let mut quote = None;
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None | Some('"'), '\\') => word.extend(chars.next()),
            (None, c) if c.is_whitespace() || ";&|()<>".contains(c) => break,
            (_, c) => word.push(c),
        }
    }
    // Within `bash -c 'cd x'` the quote that ends it was opened before.
    Some(word).filter(|word| !word.is_empty())
}

/// A folder with a `..` in it is where the system would walk to.
fn walked(folder: PathBuf) -> PathBuf {
    if folder.components().any(|part| part == Component::ParentDir) { real(folder) } else { folder }
}

/// Links followed as far as there is something.
fn real(folder: PathBuf) -> PathBuf {
    let real = folder.to_str().and_then(|folder| Resolver::default().below("", folder));
    real.map_or(folder, PathBuf::from)
}

/// The projects around folders, the outermost first: those with a policy, up to the home. A repository within another is
/// under the policies of both: `git init` in a folder below must not lead out of them.
pub fn around(folders: &[PathBuf], home: Option<&Path>) -> Vec<PathBuf> {
    upwards(folders, home, has_policy)
}

/// The same, as somebody else sees it.
pub fn around_by(folders: &[PathBuf], world: &dyn World) -> Vec<PathBuf> {
    let home = world.text(Question::Home).map(PathBuf::from);
    upwards(folders, home.as_deref(), |root| {
        let policy = root.join(POLICY);
        let looked = policy.to_str().map(|path| world.ask(Question::Look(path)));
        matches!(looked, Some(Answer::Entry(_)))
    })
}

fn upwards(folders: &[PathBuf], home: Option<&Path>, has_policy: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut seen: HashSet<&Path> = HashSet::new();
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let mut own: Vec<PathBuf> = Vec::new();
        for root in folder.ancestors() {
            // What is above a folder that was looked at has been looked at too.
            if Some(root) == home || root == Path::new("/") || !seen.insert(root) {
                break;
            }
            if has_policy(root) {
                own.push(root.to_owned());
            }
        }
        found.extend(own.into_iter().rev());
    }
    found
}

/// Whether a folder has a policy of its own. Where everybody may write, as in `/tmp`, a stranger's is none.
fn has_policy(root: &Path) -> bool {
    if root.join(POLICY).symlink_metadata().is_err() {
        return false;
    }
    let everybodys = root.metadata().is_ok_and(|folder| folder.mode() & 0o002 != 0);
    let owner = root.join(FOLDER).symlink_metadata().map_or(0, |folder| folder.uid());
    !everybodys || owner == 0 || owner == rustix::process::geteuid().as_raw()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_goes_into_the_folders_of_its_text() {
        let all = |text: &str| {
            let call = ToolCall {
                cwd: Some("/none/app".to_owned()),
                home: Some("/none/home".to_owned()),
                ..ToolCall::shell(text)
            };
            let all = folders(&call).all.into_iter().map(|folder| folder.display().to_string());
            all.skip(1).collect::<Vec<_>>()
        };
        for (text, want) in [
            ("cd pj && make", &["/none/app/pj"][..]),
            ("true; (cd -P -- 'my pj'; make)", &["/none/app/my pj"]),
            ("cd my\\ pj && make", &["/none/app/my pj"]),
            ("bash -c 'cd pj && make'", &["/none/app/pj"]),
            ("cd pj;make", &["/none/app/pj"]),
            ("pushd /srv/pj", &["/srv/pj"]),
            ("cd a && cd b", &["/none/app/a", "/none/app/b", "/none/app/a/b"]),
            ("cd ~/pj", &["/none/home/pj"]),
            ("abcd pj; cd; cd -; cdx y", &[]),
        ] {
            assert_eq!(all(text), want, "{text}");
        }
        for args in [
            serde_json::json!({"command": ["bash", "-lc", "cd /srv/pj && x"]}),
            serde_json::json!({"commands": [["ls"], ["cd /srv/pj && x"]]}),
            serde_json::json!({"session_id": 1, "chars": "cd /srv/pj\n"}),
            serde_json::json!({"script": "cd /srv/pj; x"}),
        ] {
            let call = ToolCall { args, ..ToolCall::default() };
            assert!(folders(&call).all.contains(&PathBuf::from("/srv/pj")), "{:?}", call.args);
        }
    }

    #[test]
    fn more_folders_than_are_followed_are_said() {
        let at =
            |text: String| folders(&ToolCall { cwd: Some("/none/app".to_owned()), ..ToolCall::shell(&text) });
        let many = |n: usize| (0..n).map(|i| format!("cd d{i}; ")).collect::<String>();
        assert!(!at(format!("{}cd pj && make", many(6))).more);
        let cut = at(format!("{}cd pj && make", many(60)));
        assert!(cut.more && cut.all.contains(&PathBuf::from("/none/app/pj")));
        let rule = crate::effective_policy::LayerFile::too_many_folders();
        assert!(rule.complaint().is_none(), "{rule:?}");
        // One after another in the same folder is no more than one.
        assert!(!at("cd /srv/pj && make; ".repeat(500)).more);
    }

    #[test]
    fn a_project_is_found_from_any_depth() {
        let deep = PathBuf::from(format!("/none/app/{}", "d/".repeat(500)));
        let found = upwards(&[deep], None, |root| root == Path::new("/none/app"));
        assert_eq!(found, [Path::new("/none/app")]);
    }
}
