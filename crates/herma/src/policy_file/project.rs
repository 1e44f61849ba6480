//! A project's policy: `.herma/policy.toml` in the folder of a call, or above it up to the root of its repository.

use herma_core::ToolCall;
use std::path::{Path, PathBuf};

/// Folders above one another that are looked at; nobody works deeper.
const MAX_DEPTH: usize = 64;

/// Arguments of shell tools that say where a command starts.
const FOLDERS: &[&str] = &["workdir", "dir_path", "cwd", "working_directory"];

/// The folders that a call speaks of as its own. More of them can only tighten.
pub fn folders(call: &ToolCall) -> Vec<PathBuf> {
    let own = call.cwd.clone().map(PathBuf::from).or_else(|| std::env::current_dir().ok());
    let named = FOLDERS.iter().filter_map(|key| call.args.get(key)?.as_str()).map(PathBuf::from);
    let mut all: Vec<PathBuf> = own.into_iter().chain(named).filter(|path| path.is_absolute()).collect();
    all.dedup();
    all
}

/// The projects around a folder, the outermost first: those with a policy, up to the git root or the home.
pub fn around(folder: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for root in folder.ancestors().take(MAX_DEPTH) {
        if Some(root) == home || root == Path::new("/") {
            break;
        }
        if root.join(".herma/policy.toml").symlink_metadata().is_ok() {
            found.push(root.to_owned());
        }
        if root.join(".git").symlink_metadata().is_ok() {
            break;
        }
    }
    found.reverse();
    found
}
