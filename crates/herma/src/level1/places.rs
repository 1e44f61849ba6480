//! Where the things of level 1 lie, and what is written down about them.

use crate::paths::{self, Paths};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use toml_edit::{Array, DocumentMut, value};

/// The user that everything belongs to.
pub const USER: &str = "herma";
/// More than any such file.
const FILE_MAX: u64 = 64 << 10;

/// The places below a root, which is `/` but for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    root: PathBuf,
}

impl Places {
    pub fn of(root: Option<&str>) -> Result<Places, String> {
        let root = std::path::absolute(root.unwrap_or("/")).map_err(|e| e.to_string())?;
        Ok(Places { root })
    }

    pub fn real() -> Places {
        Places { root: PathBuf::from("/") }
    }

    pub fn is_real(&self) -> bool {
        self.root == Path::new("/")
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What setup has written down. Whoever reads it knows that level 1 holds here.
    pub fn config(&self) -> PathBuf {
        self.root.join("etc/herma/level1.toml")
    }

    /// Wrappers, backups and the note itself: root's alone to write.
    pub fn own(&self) -> PathBuf {
        self.root.join("etc/herma")
    }

    pub fn hooks(&self) -> PathBuf {
        self.own().join("hooks")
    }

    /// The binary that hooks and the service run: nobody but root can change it.
    pub fn binary(&self) -> PathBuf {
        self.root.join("usr/local/lib/herma/herma")
    }

    pub fn data(&self) -> PathBuf {
        self.root.join("var/lib/herma")
    }

    /// The home of the service.
    pub fn paths(&self) -> Result<Paths, String> {
        Paths::resolve(Some(self.data().as_os_str())).map_err(|e| e.to_string())
    }

    pub fn socket(&self) -> PathBuf {
        self.root.join("run/herma/herma.sock")
    }

    pub fn pid_file(&self) -> PathBuf {
        self.root.join("run/herma/pid")
    }

    pub fn unit(&self) -> PathBuf {
        self.root.join("etc/systemd/system/herma.service")
    }

    /// A file of the machine, by its usual path.
    pub fn file(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    pub fn passwd(&self) -> PathBuf {
        self.root.join("etc/passwd")
    }

    /// Where what was in agents' settings before is kept.
    pub fn backups(&self) -> Paths {
        Paths::pinned(self.config().as_os_str(), self.own().as_os_str())
    }
}

/// What setup has written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level1 {
    pub places: Places,
    /// The users whose agents are guarded; `herma doctor` tries what they can do.
    pub agents: Vec<String>,
    /// The users who answer.
    pub approvers: Vec<String>,
    /// Whether setup has made the user, or found it.
    pub made_user: bool,
}

impl Level1 {
    /// Level 1, if it holds here. A note that not only root can have written says nothing.
    pub fn here(places: &Places) -> Result<Option<Level1>, String> {
        let path = places.config();
        let name = path.display();
        let about = match fs::symlink_metadata(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(format!("`{name}`: {e}")),
            Ok(about) => about,
        };
        if !about.is_file() || about.uid() != 0 || about.mode() & 0o022 != 0 || about.len() > FILE_MAX {
            return Err(format!("`{name}` is not a file that only root can write: nothing in it counts"));
        }
        let text = fs::read_to_string(&path).map_err(|e| format!("`{name}`: {e}"))?;
        let document: DocumentMut = text.parse().map_err(|e| format!("`{name}`: {e}"))?;
        let names = |key: &str| -> Vec<String> {
            let list = document.get(key).and_then(|item| item.as_array());
            list.into_iter().flatten().filter_map(|one| one.as_str()).map(str::to_owned).collect()
        };
        let made_user = document.get("made_user").and_then(|item| item.as_bool()).unwrap_or(false);
        Ok(Some(Level1 {
            places: places.clone(),
            agents: names("agents"),
            approvers: names("approvers"),
            made_user,
        }))
    }

    /// The same for a command of a person who has named no home: `None` if their own home is meant.
    pub fn for_command(home: Option<&OsStr>) -> Result<Option<Level1>, String> {
        let named = home.is_some() || std::env::var_os("HERMA_HOME").is_some_and(|home| !home.is_empty());
        if named { Ok(None) } else { Level1::here(&Places::real()) }
    }

    pub fn to_text(&self) -> String {
        let mut document = DocumentMut::new();
        let list = |names: &[String]| value(names.iter().map(String::as_str).collect::<Array>());
        document.insert("level", value(1));
        document.insert("agents", list(&self.agents));
        document.insert("approvers", list(&self.approvers));
        document.insert("made_user", value(self.made_user));
        format!("# Written by `herma setup --level 1`; `herma setup --remove` undoes it all.\n{document}")
    }

    pub fn write(&self) -> Result<(), String> {
        let path = self.places.config();
        paths::write_atomically(&path, self.to_text().as_bytes(), Some(0o644))
            .map_err(|e| format!("cannot write `{}`: {e}", path.display()))
    }
}
