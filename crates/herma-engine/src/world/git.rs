//! What git knows of a file, from its index: no `git` is run, and no object is read.
//!
//! A file is clean when the index has its size and time of change. That is git's own first test; where git
//! would look at the contents too, the answer here is the careful one.

use super::{is_missing, path_text};
use herma_core::Answer;
use herma_core::world::Tracked;
use std::fs::{self, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

mod index;
mod kept;

use kept::Index;

/// How much of a folder is looked at before the answer is unknown.
const FOLDER_MAX: usize = 4096;

pub(super) fn work_tree(path: &Path) -> Answer {
    match find(path) {
        Ok(Some((root, _))) => path_text(&root),
        Ok(None) => Answer::Missing,
        Err(()) => Answer::Unknown,
    }
}

pub(super) fn tracked(path: &Path) -> Answer {
    match find(path) {
        Ok(Some((root, git))) => tracked_in(path, &root, &git).map_or(Answer::Unknown, Answer::Tracked),
        Ok(None) => Answer::Tracked(Tracked::NoRepository),
        Err(()) => Answer::Unknown,
    }
}

/// The work tree around a path, and its git folder. What lies inside `.git` is in no work tree.
fn find(path: &Path) -> Result<Option<(PathBuf, PathBuf)>, ()> {
    if !path.is_absolute() {
        return Err(());
    }
    for root in path.ancestors() {
        let dot_git = root.join(".git");
        match fs::symlink_metadata(&dot_git) {
            Ok(found) if found.is_dir() && dot_git.join("HEAD").exists() => {
                let inside = path.starts_with(&dot_git);
                return Ok((!inside).then(|| (root.to_owned(), dot_git)));
            }
            // A work tree of its own, or a submodule: the file says where its git folder is.
            Ok(found) if found.is_file() => return Ok(Some((root.to_owned(), linked(root, &dot_git)?))),
            Ok(_) => {}
            Err(e) if is_missing(&e) => {}
            Err(_) => return Err(()),
        }
    }
    Ok(None)
}

fn linked(root: &Path, dot_git: &Path) -> Result<PathBuf, ()> {
    let mut text = String::new();
    let file = super::open_file(dot_git).map_err(|_| ())?;
    file.take(4096).read_to_string(&mut text).map_err(|_| ())?;
    text.strip_prefix("gitdir:").map(|rest| root.join(rest.trim())).ok_or(())
}

fn tracked_in(path: &Path, root: &Path, git: &Path) -> Option<Tracked> {
    let file = match super::open_file(&git.join("index")) {
        Ok(file) => file,
        // A repository in which nothing was ever added.
        Err(e) if is_missing(&e) => return Some(Tracked::Untracked),
        Err(_) => return None,
    };
    let index = kept::index(file, &git.join("index"))?;
    let wanted = path.strip_prefix(root).ok()?;
    if fs::symlink_metadata(path).is_ok_and(|m| m.is_dir()) {
        return folder(path, wanted, &index);
    }
    let wanted = wanted.to_str()?.as_bytes();
    match index.entries().filter(|entry| entry.name == wanted).last() {
        Some(entry) => state(path, &entry, index.written),
        None => index.complete.then_some(Tracked::Untracked),
    }
}

/// A folder is as safe as what is least safe in it.
fn folder(path: &Path, wanted: &Path, index: &Index) -> Option<Tracked> {
    let mut prefix = wanted.to_str()?.to_owned();
    if !prefix.is_empty() {
        prefix.push('/');
    }
    let mut states = std::collections::HashMap::new();
    for entry in index.entries() {
        if let Some(below) = entry.name.strip_prefix(prefix.as_bytes())
            && let Ok(below) = std::str::from_utf8(below)
        {
            let file = path.join(below);
            states.insert(file.clone(), state(&file, &entry, index.written));
        }
    }
    let mut worst = Tracked::Clean;
    let mut open = vec![path.to_owned()];
    let mut seen = 0;
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).ok()? {
            let entry = entry.ok()?;
            seen += 1;
            if seen > FOLDER_MAX {
                return None;
            }
            let path = entry.path();
            if entry.file_type().ok()?.is_dir() {
                open.push(path);
                continue;
            }
            match states.get(&path) {
                Some(state) => worst = worse(worst, (*state)?),
                None if index.complete => return Some(Tracked::Untracked),
                None => return None,
            }
        }
    }
    Some(worst)
}

fn worse(a: Tracked, b: Tracked) -> Tracked {
    match (a, b) {
        (Tracked::Clean, b) => b,
        (a, _) => a,
    }
}

fn state(path: &Path, entry: &index::Entry<'_>, written: (i64, i64)) -> Option<Tracked> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if is_clean(&metadata, entry, written) => Some(Tracked::Clean),
        Ok(_) => Some(Tracked::Modified),
        // Gone from the disk, but git has it.
        Err(e) if is_missing(&e) => Some(Tracked::Modified),
        Err(_) => None,
    }
}

fn is_clean(metadata: &Metadata, entry: &index::Entry<'_>, written: (i64, i64)) -> bool {
    let changed = (metadata.mtime(), metadata.mtime_nsec());
    let same_time = changed.0 == i64::from(entry.mtime_s)
        && (entry.mtime_ns == 0 || changed.1 == i64::from(entry.mtime_ns));
    // The index keeps the lowest 32 bits of the size.
    #[allow(clippy::cast_possible_truncation)]
    let same_size = metadata.len() as u32 == entry.size;
    // Changed in the moment the index was written: time and size could be the same by chance.
    let racy = changed >= written;
    entry.has_content && same_time && same_size && !racy
}

#[cfg(test)]
mod tests;
