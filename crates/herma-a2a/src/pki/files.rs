//! Where certificates and keys lie, and how they are written.

use super::{PkiError, Result};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// The folder `pki/` of one home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    pub fn new(root: impl Into<PathBuf>) -> Folder {
        Folder { root: root.into() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The fleet's CA; behind it its own chain, if it is somebody else's.
    pub fn ca(&self) -> PathBuf {
        self.root.join("ca/fleet-ca.crt")
    }

    pub fn ca_key(&self) -> PathBuf {
        self.root.join("ca/fleet-ca.key")
    }

    pub fn crl(&self) -> PathBuf {
        crl_beside(&self.ca())
    }

    pub fn ledger(&self) -> PathBuf {
        self.root.join("ca/ledger.json")
    }

    pub fn certificate(&self, name: &str) -> PathBuf {
        self.root.join(format!("agents/{name}/{name}.crt"))
    }

    pub fn key(&self, name: &str) -> PathBuf {
        self.root.join(format!("agents/{name}/{name}.key"))
    }

    pub fn csr(&self, name: &str) -> PathBuf {
        self.root.join(format!("agents/{name}/{name}.csr"))
    }

    /// Whoever signs or revokes does it alone.
    pub(super) fn lock(&self) -> Result<File> {
        let folder = self.root.join("ca");
        private_folder(&folder).map_err(PkiError::io(&folder))?;
        let path = folder.join(".lock");
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(FILE_MODE).open(&path);
        let file = file.map_err(PkiError::io(&path))?;
        file.lock().map_err(PkiError::io(&path))?;
        Ok(file)
    }
}

/// The list of revoked certificates lies beside the CA, wherever that is.
pub fn crl_beside(ca: &Path) -> PathBuf {
    ca.with_extension("crl")
}

/// Makes a folder, and those above it, for the owner alone.
pub fn private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

/// A new file for the owner alone. One that is there stays.
pub fn private_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        private_folder(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a key is none; the error that counts is on its way.
        let _ = fs::remove_file(path);
    }
    written
}

/// Puts a file in its place in one step.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension(format!("{}.new", std::process::id()));
    let _ = fs::remove_file(&new);
    private_file(&new, bytes)?;
    fs::rename(&new, path)
}

/// Whether only its owner can read it: a key that others can read is no identity.
pub fn is_private(path: &Path) -> io::Result<bool> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o077 == 0)
}
