//! A project's policy: `.herma/policy.toml` in the folder of a call, or above it up to the home.

use crate::paths;
use herma_core::{Answer, Question, ToolCall, World};
use serde_json::Value;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

const FOLDER: &str = ".herma";
const POLICY: &str = ".herma/policy.toml";
/// Folders of one call of which each `cd` may go on.
const MAX_CROSSED: usize = 256;
/// Folders of one call that are looked at.
const MAX_FOLDERS: usize = 1024;
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
    let all = own.into_iter().chain(named).filter(|path| path.is_absolute());
    let mut folders = Folders { all: all.map(walked).collect(), more: false };
    folders.all.dedup();
    let own = folders.all.len();
    for text in COMMANDS.iter().filter_map(|key| call.args.get(key)) {
        of_commands(text, call, own, MAX_NESTED, &mut folders);
    }
    folders
}

fn of_commands(value: &Value, call: &ToolCall, own: usize, deep: usize, folders: &mut Folders) {
    match value {
        Value::String(text) => gone_into(text, call, own, folders),
        Value::Array(_) | Value::Object(_) if deep == 0 => folders.more = true,
        Value::Array(items) => {
            items.iter().for_each(|item| of_commands(item, call, own, deep - 1, folders));
        }
        Value::Object(members) => {
            members.values().for_each(|item| of_commands(item, call, own, deep - 1, folders));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Adds where each `cd DIR` may lead. Read loosely: one that is none costs a look at a folder.
fn gone_into(text: &str, call: &ToolCall, own: usize, folders: &mut Folders) {
    let mut rest = text;
    while let Some(at) = CHANGES.iter().filter_map(|name| Some((rest.find(name)?, name.len()))).min() {
        let (before, after) = (rest.get(..at.0).unwrap_or(""), rest.get(at.0 + at.1..).unwrap_or(""));
        let begins =
            before.chars().next_back().is_none_or(|c| c.is_whitespace() || ";&|({\"'`\\".contains(c));
        rest = after;
        if !begins || !after.starts_with([' ', '\t']) {
            continue;
        }
        let Some(folder) = folder_word(after) else { continue };
        let home = || call.home.clone().map(PathBuf::from).or_else(|| paths::user_home().ok());
        let in_home = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|start| folder.strip_prefix(start));
        let found: Vec<PathBuf> = match in_home {
            Some(below) => home().map(|home| home.join(below)).into_iter().collect(),
            None if Path::new(&folder).is_absolute() => vec![PathBuf::from(&folder)],
            None => {
                // Each `cd` may or may not have worked: twice as many. Behind so many only the call's own go on.
                let crossed = if folders.all.len() <= MAX_CROSSED { folders.all.len() } else { own };
                folders.more |= crossed < folders.all.len();
                folders.all.iter().take(crossed).map(|base| base.join(&folder)).collect()
            }
        };
        for folder in found.into_iter().map(real) {
            if folders.all.contains(&folder) {
                continue;
            }
            match folders.all.len() < MAX_FOLDERS {
                true => folders.all.push(folder),
                false => folders.more = true,
            }
        }
        if folders.all.len() >= MAX_FOLDERS {
            folders.more = true;
            return;
        }
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
    let found = folder.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match found {
        Some((above, real)) => match folder.strip_prefix(above) {
            Ok(below) if !below.as_os_str().is_empty() => real.join(below),
            Ok(_) | Err(_) => real,
        },
        None => folder,
    }
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
    let mut seen: Vec<&Path> = Vec::new();
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let mut own: Vec<PathBuf> = Vec::new();
        for root in folder.ancestors() {
            // What is above a folder that was looked at has been looked at too.
            if Some(root) == home || root == Path::new("/") || seen.contains(&root) {
                break;
            }
            seen.push(root);
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
        let rule = crate::policy_file::LayerFile::too_many_folders();
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
