//! Where Herma keeps its things (design, section 10).

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Only the owner may enter.
pub const FOLDER_MODE: u32 = 0o700;
/// Only the owner may read.
pub const FILE_MODE: u32 = 0o600;

/// The places of one home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// `policy.toml`.
    pub policy: PathBuf,
    /// Everything that is kept: store, spool, wrappers, backups.
    pub data: PathBuf,
    /// Set when one folder was named for all of it.
    home: Option<PathBuf>,
}

impl Paths {
    /// `--home`, else `HERMA_HOME`, else the usual places below the user's home.
    pub fn resolve(flag: Option<&OsStr>) -> io::Result<Paths> {
        let named = flag.map(OsStr::to_owned).or_else(|| set_variable("HERMA_HOME"));
        match named {
            Some(home) => Paths::one_home(Path::new(&home)),
            None => Paths::usual(),
        }
    }

    fn one_home(home: &Path) -> io::Result<Paths> {
        let home = std::path::absolute(home)?;
        Ok(Paths { policy: home.join("policy.toml"), data: home.clone(), home: Some(home) })
    }

    fn usual() -> io::Result<Paths> {
        let config = folder("XDG_CONFIG_HOME", ".config")?;
        let data = folder("XDG_DATA_HOME", ".local/share")?;
        Ok(Paths { policy: config.join("herma/policy.toml"), data: data.join("herma"), home: None })
    }

    /// The places that a wrapper names, word by word; they leave nothing to the environment.
    pub fn pinned(policy: &OsStr, data: &OsStr) -> Paths {
        Paths { policy: PathBuf::from(policy), data: PathBuf::from(data), home: None }
    }

    /// The arguments by which another `herma` finds exactly these places, whatever its environment says.
    pub fn as_arguments(&self) -> Vec<OsString> {
        match &self.home {
            Some(home) => vec!["--home".into(), home.clone().into()],
            None => {
                vec!["--policy".into(), self.policy.clone().into(), "--data".into(), self.data.clone().into()]
            }
        }
    }

    /// The one folder that holds everything, if there is one.
    pub fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    /// The policy that was last found to be good.
    pub fn last_good_policy(&self) -> PathBuf {
        self.data.join("policy.last-good.toml")
    }

    /// The same, of another layer.
    pub fn last_good_policy_of(&self, layer: &str) -> PathBuf {
        self.data.join(format!("policy.last-good.{layer}.toml"))
    }

    /// Requests, votes, grants, sessions and the audit chain.
    pub fn store(&self) -> PathBuf {
        self.data.join("herma.db")
    }

    /// Where the running gateway notes its address.
    #[must_use]
    pub fn gateway(&self) -> PathBuf {
        self.data.join("gateway.json")
    }

    /// What hooks note down without opening the store.
    pub fn spool(&self) -> PathBuf {
        self.data.join("spool")
    }

    /// One file for each MCP server that runs once.
    pub fn mcp_locks(&self) -> PathBuf {
        self.data.join("mcp/locks")
    }

    /// What MCP servers said of their tools when they were first seen.
    pub fn mcp_pins(&self) -> PathBuf {
        self.data.join("mcp/pins")
    }

    /// The ways back.
    pub fn undo(&self) -> PathBuf {
        self.data.join("undo")
    }

    /// The wrapper scripts that agents run.
    pub fn hooks(&self) -> PathBuf {
        self.data.join("hooks")
    }

    /// What is noted about sessions, one file each.
    pub fn sessions(&self) -> PathBuf {
        self.data.join("sessions")
    }

    /// What was in agents' settings before Herma came.
    pub fn backups(&self) -> PathBuf {
        self.data.join("connected")
    }
}

fn folder(variable: &str, below_home: &str) -> io::Result<PathBuf> {
    // The XDG specification: a relative path in these variables is to be ignored.
    if let Some(path) = set_variable(variable).map(PathBuf::from).filter(|path| path.is_absolute()) {
        return Ok(path);
    }
    Ok(user_home()?.join(below_home))
}

fn set_variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The user's home directory.
pub fn user_home() -> io::Result<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute()).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::NotFound,
            "no home directory is known; set HOME, or name one with --home",
        )
    })
}

/// Makes a folder, and those above it, for the owner alone.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

/// Puts a file in its place in one step: a reader finds the old one or the new one, never a half.
pub fn write_atomically(path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::other("this path has no folder"))?;
    let name = path.file_name().ok_or_else(|| io::Error::other("this path has no file name"))?;
    let mut new_name = OsString::from(".");
    new_name.push(name);
    new_name.push(format!(".{}.new", std::process::id()));
    let new = folder.join(new_name);
    let written = write_new(&new, bytes, mode.unwrap_or(FILE_MODE)).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        // Nothing more can be done if this fails too: the error that counts is on its way.
        let _ = fs::remove_file(&new);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let new = || OpenOptions::new().write(true).create_new(true).mode(mode).open(path);
    let mut file = match new() {
        // Left behind by one that was killed, or laid there by somebody: never written through.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            new()?
        }
        made => made?,
    };
    // The umask took its share of the mode at creation.
    file.set_permissions(fs::Permissions::from_mode(mode))?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The port at which the gateway of this home was last noted to listen. Nobody asks whether it still lives: a note that was
/// left behind guards nothing that anybody needs.
pub fn gateway_port(paths: &Paths) -> Option<String> {
    let text = fs::read_to_string(paths.gateway()).ok()?;
    let noted: serde_json::Value = serde_json::from_str(&text).ok()?;
    let (_, port) = noted["listen"].as_str()?.rsplit_once(':')?;
    Some(port.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_home_holds_everything() {
        let paths = Paths::resolve(Some(OsStr::new("/h"))).unwrap();
        assert_eq!(paths.policy, Path::new("/h/policy.toml"));
        assert_eq!(paths.hooks(), Path::new("/h/hooks"));
        assert_eq!(paths.as_arguments(), ["--home", "/h"]);
    }

    #[test]
    fn nothing_is_written_through_a_link_that_was_laid_there() {
        let folder = std::env::temp_dir().join(format!("herma-paths-{}", std::process::id()));
        make_folder(&folder).unwrap();
        let (file, victim) = (folder.join("policy.toml"), folder.join("victim"));
        fs::write(&victim, "theirs").unwrap();
        let laid = folder.join(format!(".policy.toml.{}.new", std::process::id()));
        std::os::unix::fs::symlink(&victim, &laid).unwrap();
        write_atomically(&file, b"ours", None).unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "theirs");
        assert!(fs::symlink_metadata(&file).unwrap().is_file());
        assert_eq!(fs::read_to_string(&file).unwrap(), "ours");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_usual_places_are_named_one_by_one() {
        let paths = Paths::pinned(OsStr::new("/c/policy.toml"), OsStr::new("/d"));
        assert_eq!(paths.as_arguments(), ["--policy", "/c/policy.toml", "--data", "/d"]);
    }
}
