//! Secrets and what runs by itself later: by where a file lies, and by its name.

use super::PlaceKind;
use super::compiled;
use super::lists::{AGENTS_LOAD, HOME_SECRETS, LOGS_IN, PRECIOUS_FOLDERS, SYSTEM_SECRETS};
use super::words::{is_secret_by_words, is_wording};
use crate::understand::glob;
use crate::understand::walk::Walker;

impl Walker<'_> {
    pub(super) fn sensitive(&self, path: &str, below_home: Option<&str>) -> Option<PlaceKind> {
        let name = path.rsplit('/').next().unwrap_or("");
        // Nearly all of these are hidden: an ordinary path is through after one look.
        if let Some(below) = below_home
            .filter(|b| b.starts_with(['.', '_']) || b.starts_with("Library/") || b.starts_with("bin/"))
        {
            let kept_hidden =
                || below.starts_with('.') && below.contains('/') && compiled::HIDDEN_SECRETS.fits(name);
            let source = || compiled::NAMED_HARMLESS.fits(name) || below.starts_with(".cache/");
            let named = compiled::HOME_SECRETS.fits(below)
                // A folder of secrets is a secret as a whole.
                || compiled::HOME_SECRETS.has_folder(below)
                || could_mean_any(below, HOME_SECRETS);
            if (named || (kept_hidden() || keeps_a_login(below)) && !source())
                && !compiled::NOT_SECRET.fits(below)
            {
                return Some(PlaceKind::Credential);
            }
            if compiled::HOME_STARTUP.fits(below) {
                return Some(PlaceKind::Startup);
            }
        }
        if path.starts_with("/proc/self/") {
            return None;
        }
        // All of these lie below a few folders, but for one that is known by its name.
        let first = path.split('/').nth(1).unwrap_or("");
        let below = ["etc", "var", "run", "proc", "private", "Library", "System", "root", "opt", "tmp"];
        let may_be = name == "wp-config.php" || below.contains(&first);
        // Root's home is somebody's own, too.
        let may_be = may_be && !(below_home.is_some() && first == "root");
        if may_be
            && (compiled::SYSTEM_SECRETS.fits(path) || could_mean_any(path, SYSTEM_SECRETS))
            && !path.ends_with(".pub")
        {
            return Some(PlaceKind::Credential);
        }
        if below_home.is_none() && compiled::SYSTEM_STARTUP.fits(path) {
            return Some(PlaceKind::Startup);
        }
        if let Some(at) = path.find("/.git") {
            let rest = path.get(at + 5..).unwrap_or("");
            if rest.is_empty() {
                return Some(PlaceKind::GitDir);
            }
            if let Some(inside) = rest.strip_prefix('/') {
                if inside.ends_with(".lock") {
                    return Some(PlaceKind::Build);
                }
                let live = inside.starts_with("hooks/")
                    || inside == "config"
                    || inside == "hooks"
                    || inside.starts_with("modules/");
                return Some(if live { PlaceKind::Startup } else { PlaceKind::GitDir });
            }
        }
        if path.contains("/.") && AGENTS_LOAD.iter().any(|folder| path.contains(folder)) {
            return Some(PlaceKind::Startup);
        }
        if matches!(name, "sitecustomize.py" | "usercustomize.py")
            || name.ends_with(".pth") && path.contains("-packages/")
        {
            return Some(PlaceKind::Startup);
        }
        let harmless = || compiled::NAMED_HARMLESS.fits(name);
        let named = || compiled::NAMED_SECRETS.fits(name) && !(name == "token.json" && is_wording(path));
        if (named() || is_secret_by_words(path)) && !inside_dependency(path) && !harmless() {
            return Some(PlaceKind::Credential);
        }
        None
    }
}

/// Keys in there are examples.
fn inside_dependency(path: &str) -> bool {
    path.contains("/node_modules/") || path.contains("/site-packages/") || path.contains("/usr/share/")
}

/// What is not to be lost unasked though it can be had back, by its path from a workspace: history, guards, secrets.
pub fn is_precious(below: &str) -> bool {
    let path = format!("/{}", below.trim_matches('/'));
    let name = path.rsplit('/').next().unwrap_or("");
    path.split('/').any(|part| PRECIOUS_FOLDERS.contains(&part))
        || compiled::GUARD_ENDS.end(&path)
        || name == ".mcp.json"
        || compiled::NAMED_SECRETS.fits(name)
            && !compiled::NAMED_HARMLESS.fits(name)
            && !inside_dependency(&path)
}

/// `~/.config/scw/config.yaml`, `~/.sentryclirc`: the settings of a program that logs in somewhere.
fn keeps_a_login(below: &str) -> bool {
    /// Endings of a folder's or a file's name that say nothing about whose it is.
    const ENDINGS: &[&str] = &[
        ".json", ".toml", ".yaml", ".yml", ".conf", ".config", ".cfg", ".ini", "rc", "cfg", "-config",
        "-cli", "cli",
    ];
    /// Beginnings of the names of settings.
    const SETTINGS: &[&str] = &[
        "account", "conf", "default", "env", "host", "instance", "key", "login", "profile", "registry",
        "session", "setting", "user",
    ];
    let Some(below) = below.strip_prefix('.') else { return false };
    let inner = below.strip_prefix("config/").or_else(|| below.strip_prefix("local/share/")).unwrap_or(below);
    let (tool, file) = inner.trim_start_matches('.').split_once('/').map_or_else(
        || (inner.trim_start_matches('.'), None),
        |(tool, rest)| (tool, Some(rest.rsplit('/').next().unwrap_or(rest))),
    );
    let mut name = tool;
    for ending in ENDINGS {
        name = name.strip_suffix(ending).filter(|t| t.len() > 1).unwrap_or(name);
    }
    let settings = match file {
        Some(file) => {
            SETTINGS.iter().any(|s| file.trim_start_matches('.').starts_with(s))
                || file.ends_with(".toml")
                || file.ends_with(".json")
        }
        // Without an ending it is a folder.
        None => name != tool,
    };
    settings && LOGS_IN.binary_search(&name).is_ok()
}

/// Whether a path with patterns in it, such as `.a?s/cred*` or `.s?h/id_r*a`, may mean what a list names. A pattern that
/// says nearly nothing means nothing in particular.
fn could_mean_any(written: &str, list: &[&str]) -> bool {
    let sure = || written.chars().filter(|c| !matches!(c, '*' | '?' | '[' | ']')).count();
    written.bytes().any(|b| matches!(b, b'*' | b'?' | b'['))
        && sure() > 4
        && list.iter().any(|listed| could_mean(written, listed))
}

fn could_mean(written: &str, listed: &str) -> bool {
    if listed.len() <= 3 {
        return false;
    }
    // Most differ before either becomes a pattern.
    let plain = |&(w, l): &(u8, u8)| {
        !matches!(w, b'*' | b'?' | b'[' | b'\\') && !matches!(l, b'*' | b'?' | b'[' | b'\\')
    };
    if written.bytes().zip(listed.bytes()).take_while(plain).any(|(w, l)| w != l) {
        return false;
    }
    let mut names = listed.split('/');
    let all = written.split('/').all(|word| match names.next() {
        // `.ssh/*`: whatever is written there.
        Some("*") | None => true,
        Some(name) if name.contains('*') => {
            let plain = name.trim_end_matches('*');
            !plain.contains('*') && plain.len() > 3 && glob::fits(word, plain)
        }
        Some(name) => glob::fits(word, name),
    });
    // What the list names below the pattern is not written down.
    all && names.all(|rest| rest == "*")
}

/// `$SOMEWHERE/.ssh/id_rsa`: wherever that is, the end of the path says what it is.
pub(super) fn kind_by_tail(path: &str) -> PlaceKind {
    let name = path.rsplit('/').next().unwrap_or("");
    let hidden = path.find("/.").and_then(|at| path.get(at + 1..)).unwrap_or("");
    let is_hidden = !hidden.is_empty();
    if is_hidden && compiled::HOME_GUARD.fits(hidden) || compiled::GUARD_ENDS.end(path) {
        PlaceKind::Guard
    } else if is_hidden && compiled::HOME_STARTUP.fits(hidden)
        || AGENTS_LOAD.iter().any(|folder| path.contains(folder))
        || matches!(name, "sitecustomize.py" | "usercustomize.py")
        || name.ends_with(".pth")
    {
        PlaceKind::Startup
    } else if is_hidden && compiled::HOME_SECRETS.fits(hidden) && !compiled::NOT_SECRET.fits(hidden)
        || name.len() > 3 && compiled::NAMED_SECRETS.fits(name) && !compiled::NAMED_HARMLESS.fits(name)
    {
        PlaceKind::Credential
    } else {
        PlaceKind::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_programs_that_log_in() {
        assert!(LOGS_IN.is_sorted());
        for yes in [
            ".config/scw/config.yaml",
            ".sentryclirc",
            ".aliyun/config.json",
            ".config/.wrangler/config/default.toml",
            ".modal.toml",
            ".yarnrc.yml",
            ".dbt/profiles.yml",
            ".config/linode-cli",
        ] {
            assert!(keeps_a_login(yes), "{yes}");
        }
        for no in [
            ".bashrc",
            ".config/nvim/init.lua",
            ".vimrc",
            ".gitconfig",
            ".docker/cli-plugins/x",
            ".config/helm",
            ".npm/_cacache/x",
            ".prettierrc.json",
        ] {
            assert!(!keeps_a_login(no), "{no}");
        }
    }
}
