//! An agent's settings file: where it lies, what is in it, and how it is replaced.

use super::ConnectError;
use crate::paths;
use herma_agents::{Agent, Install, Scope};
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

/// More than any settings.
const SETTINGS_MAX: u64 = 16 << 20;

/// One settings file, as it was found.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The file itself; if the usual place holds a link, what the link leads to.
    pub path: PathBuf,
    /// `None` if there is no such file yet.
    pub text: Option<String>,
    pub(crate) mode: Option<u32>,
    pub(crate) owner: Option<(u32, u32)>,
}

/// The folder in which the agent keeps its user's settings.
pub fn user_folder(agent: &Agent) -> Result<PathBuf, ConnectError> {
    let moved = agent.folder.variable.and_then(std::env::var_os).filter(|v| !v.is_empty()).map(PathBuf::from);
    match moved {
        Some(home) if agent.folder.variable_is_home => Ok(home.join(agent.folder.name)),
        Some(folder) => Ok(folder),
        None => Ok(paths::user_home().map_err(super::plain)?.join(agent.folder.name)),
    }
}

impl Settings {
    pub fn find(agent: &Agent, scope: Scope) -> Result<Settings, ConnectError> {
        let path = match scope {
            Scope::User => user_folder(agent)?.join(agent.user_file),
            Scope::Project => std::env::current_dir().map_err(super::plain)?.join(agent.project_file),
        };
        Settings::read(&path)
    }

    pub fn read(path: &Path) -> Result<Settings, ConnectError> {
        let path = behind_links(&std::path::absolute(path).map_err(super::plain)?);
        let cannot = |e| ConnectError::io("cannot read", &path)(e);
        let metadata = match fs::metadata(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Ok(Settings { path, text: None, mode: None, owner: None });
            }
            Err(e) => return Err(cannot(e)),
            Ok(metadata) => metadata,
        };
        if !metadata.is_file() || metadata.len() > SETTINGS_MAX {
            return Err(cannot(io::Error::other("this is not a settings file")));
        }
        let text = fs::read(&path).map_err(cannot)?;
        let text = String::from_utf8(text).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            let before = e.as_bytes().get(..at).unwrap_or_default();
            let line = before.iter().filter(|b| **b == b'\n').count() + 1;
            let column = before.rsplit(|b| *b == b'\n').next().map_or(0, <[u8]>::len) + 1;
            ConnectError::Settings {
                path: path.clone(),
                message: format!("line {line}, column {column}: this is not UTF-8"),
            }
        })?;
        let mode = Some(metadata.permissions().mode() & 0o7777);
        let owner = Some((metadata.uid(), metadata.gid()));
        Ok(Settings { path, text: Some(text), mode, owner })
    }

    /// A hook that is a program must be one.
    pub fn for_agent(mut self, agent: &Agent) -> Settings {
        if let Install::File { runs: true, .. } = agent.install {
            self.mode = Some(self.mode.unwrap_or(0o700) | 0o100);
        }
        self
    }

    /// Whether the folder of the file has still to be made.
    pub fn lacks_folder(&self) -> bool {
        self.path.parent().is_some_and(|folder| !folder.exists())
    }

    /// Replaces the file in one step; mode and owner stay as they were.
    pub fn write(&self, text: &str) -> Result<(), ConnectError> {
        let cannot = |e| ConnectError::io("cannot write", &self.path)(e);
        let now = fs::read(&self.path).ok();
        if now.as_deref() != self.text.as_deref().map(str::as_bytes) {
            let changed = io::Error::other("somebody else has just changed it; try again");
            return Err(cannot(changed));
        }
        if let Some(folder) = self.path.parent() {
            paths::make_folder(folder).map_err(ConnectError::io("cannot make the folder", folder))?;
        }
        paths::write_atomically(&self.path, text.as_bytes(), self.mode).map_err(cannot)?;
        if let Some((uid, gid)) = self.owner {
            // Only root can give a file away; for everybody else the owner is right already.
            let _ = chown(&self.path, Some(uid), Some(gid));
        }
        Ok(())
    }

    /// Removes a file that was not there before, and its folder if that was not there either.
    pub fn delete(&self, folder_too: bool) -> Result<(), ConnectError> {
        fs::remove_file(&self.path).map_err(ConnectError::io("cannot remove", &self.path))?;
        if folder_too && let Some(folder) = self.path.parent() {
            // Not empty means that somebody uses it by now.
            let _ = fs::remove_dir(folder);
        }
        Ok(())
    }
}

/// What a link leads to, so that the link itself stays; also if nothing is there yet.
fn behind_links(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    let folder = path.parent().map(|folder| fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()));
    let folder = folder.unwrap_or_default();
    match fs::read_link(path) {
        Ok(target) => folder.join(target),
        Err(_) => path.file_name().map_or_else(|| path.to_owned(), |name| folder.join(name)),
    }
}
