//! What a settings file was before Herma came, and what it was made into: enough to undo it exactly.

use super::ConnectError;
use super::place::Settings;
use crate::paths::{self, Paths};
use herma_agents::Agent;
use std::fs;
use std::path::{Path, PathBuf};

/// One settings file's past.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    folder: PathBuf,
    /// `None` if there was no file.
    pub before: Option<String>,
    /// What Herma made of it.
    pub after: String,
    /// Whether the file's folder is Herma's making too.
    pub made_folder: bool,
    /// Codex: the name under which trust was written down.
    pub note: Option<String>,
}

impl Record {
    pub fn find(agent: &Agent, paths: &Paths, settings: &Path) -> Option<Record> {
        let folder = folder_of(agent, paths, settings);
        Some(Record {
            after: fs::read_to_string(folder.join("after")).ok()?,
            before: fs::read_to_string(folder.join("before")).ok(),
            made_folder: folder.join("made-folder").exists(),
            note: fs::read_to_string(folder.join("note")).ok(),
            folder,
        })
    }

    /// Herma itself has just written this.
    pub fn now_is(&self, after: &str) -> Result<(), ConnectError> {
        let path = self.folder.join("after");
        paths::write_atomically(&path, after.as_bytes(), None)
            .map_err(ConnectError::io("cannot write", &path))
    }

    pub fn forget(&self) -> Result<(), ConnectError> {
        fs::remove_dir_all(&self.folder).map_err(ConnectError::io("cannot remove", &self.folder))?;
        if let Some(above) = self.folder.parent() {
            // Stays while other records are in it.
            let _ = fs::remove_dir(above);
        }
        Ok(())
    }
}

/// Keeps what is there now, before it is changed. Where Herma's own last change is still untouched, what was
/// there before *that* stays the past; where others have edited since, their text without Herma's entry is.
/// Gives the place of the copy, if there was something to copy.
pub(crate) fn keep(
    agent: &Agent,
    paths: &Paths,
    settings: &Settings,
    after: &str,
    clean: &dyn Fn(&str) -> String,
) -> Result<Option<PathBuf>, ConnectError> {
    let folder = folder_of(agent, paths, &settings.path);
    let past = Record::find(agent, paths, &settings.path);
    let before = match &past {
        Some(past) if settings.text.as_deref() == Some(past.after.as_str()) => past.before.clone(),
        _ => settings.text.as_deref().map(clean),
    };
    let made_folder = settings.lacks_folder() || past.is_some_and(|past| past.made_folder);
    paths::make_folder(&folder).map_err(ConnectError::io("cannot make the folder", &folder))?;
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        paths::write_atomically(&path, text.as_bytes(), None)
            .map_err(ConnectError::io("cannot keep a copy in", &path))
    };
    put("path", &settings.path.display().to_string())?;
    match &before {
        Some(text) => put("before", text)?,
        None => super::remove_if_there(&folder.join("before"))?,
    }
    if made_folder {
        put("made-folder", "")?;
    }
    put("after", after)?;
    Ok(before.map(|_| folder.join("before")))
}

/// Adds a line to the note beside the copy.
pub(crate) fn note(agent: &Agent, paths: &Paths, settings: &Path, line: &str) -> Result<(), ConnectError> {
    let path = folder_of(agent, paths, settings).join("note");
    let mut text = fs::read_to_string(&path).unwrap_or_default();
    if !text.lines().any(|known| known == line) {
        text.push_str(line);
        text.push('\n');
    }
    paths::write_atomically(&path, text.as_bytes(), None).map_err(ConnectError::io("cannot write", &path))
}

/// How many files of this agent Herma has changed, and not put back.
pub(crate) fn count(agent: &Agent, paths: &Paths) -> usize {
    let Ok(entries) = fs::read_dir(paths.backups()) else {
        return 0;
    };
    let own = format!("{}-", agent.name);
    entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(&own)).count()
}

/// A name for each settings file. FNV-1a: it only has to tell a handful of paths apart.
fn folder_of(agent: &Agent, paths: &Paths, settings: &Path) -> PathBuf {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in settings.as_os_str().as_encoded_bytes() {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    paths.backups().join(format!("{}-{hash:016x}", agent.name))
}
