//! What lies at one path.

use crate::error::Refusal;
use crate::name::Name;
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Extended attributes of one file, names or values, are hardly ever longer; longer ones are not kept.
const ATTRIBUTES_MAX: usize = 64 << 10;

/// Seconds and nanoseconds.
pub(crate) type Time = (i64, i64);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    Missing,
    File,
    Folder,
    Link { to: Name },
}

/// A path and all that is to be had again of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    pub path: Name,
    pub what: What,
    pub mode: u32,
    pub uid: u32,
    pub gid: u32,
    pub size: u64,
    pub read: Time,
    pub modified: Time,
    /// When the kernel last saw anything about it change: nobody can set it.
    pub changed: Time,
    pub device: u64,
    pub inode: u64,
    pub names: u64,
    pub attributes: Vec<(Name, Vec<u8>)>,
    /// Which of the kept contents is this file's.
    pub blob: Option<u32>,
    /// SHA-256 of what is in it, where that was asked for.
    pub hash: Option<String>,
}

impl Node {
    /// Looks, and follows no link.
    pub fn look(path: &Path) -> Result<Node, Refusal> {
        let metadata = match fs::symlink_metadata(path) {
            Ok(metadata) => metadata,
            Err(e) if is_missing(&e) => return Ok(Node::missing(path)),
            Err(e) => return Err(Refusal::at(path)(e)),
        };
        let kind = metadata.file_type();
        let what = if kind.is_symlink() {
            What::Link { to: Name(fs::read_link(path).map_err(Refusal::at(path))?) }
        } else if kind.is_dir() {
            What::Folder
        } else if kind.is_file() {
            What::File
        } else {
            return Err(Refusal::Special(Name::from(path)));
        };
        let attributes = attributes(path).map_err(|e| Refusal::at(path)(e.into()))?;
        Ok(Node { attributes, ..Node::of(path, what, &metadata) })
    }

    fn of(path: &Path, what: What, metadata: &Metadata) -> Node {
        Node {
            path: Name::from(path),
            what,
            mode: metadata.mode() & 0o7777,
            uid: metadata.uid(),
            gid: metadata.gid(),
            size: metadata.size(),
            read: (metadata.atime(), metadata.atime_nsec()),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            device: metadata.dev(),
            inode: metadata.ino(),
            names: metadata.nlink(),
            attributes: Vec::new(),
            blob: None,
            hash: None,
        }
    }

    fn missing(path: &Path) -> Node {
        Node {
            path: Name::from(path),
            what: What::Missing,
            mode: 0,
            uid: 0,
            gid: 0,
            size: 0,
            read: (0, 0),
            modified: (0, 0),
            changed: (0, 0),
            device: 0,
            inode: 0,
            names: 0,
            attributes: Vec::new(),
            blob: None,
            hash: None,
        }
    }

    pub(crate) fn is_missing(&self) -> bool {
        self.what == What::Missing
    }

    pub(crate) fn is_folder(&self) -> bool {
        self.what == What::Folder
    }

    pub(crate) fn is_file(&self) -> bool {
        self.what == What::File
    }

    /// The same inode, and nothing about it has changed.
    pub(crate) fn untouched(&self, other: &Node) -> bool {
        (&self.what, self.device, self.inode, self.changed, self.modified, self.size)
            == (&other.what, other.device, other.inode, other.changed, other.modified, other.size)
    }

    /// The same to whoever looks, but for what is in a file.
    pub(crate) fn looks_like(&self, other: &Node) -> bool {
        let sizes = !self.is_file() || self.size == other.size;
        let times = self.is_folder() || self.modified == other.modified;
        self.what == other.what
            && sizes
            && times
            && (self.mode, self.uid, self.gid) == (other.mode, other.uid, other.gid)
            && self.attributes == other.attributes
    }
}

pub(crate) fn is_missing(error: &std::io::Error) -> bool {
    // Below a link that leads to itself nothing lies either.
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
        || error.raw_os_error() == Some(Errno::LOOP.raw_os_error())
}

fn attributes(path: &Path) -> Result<Vec<(Name, Vec<u8>)>, Errno> {
    let mut list = vec![0_u8; 0];
    let length = match rustix::fs::llistxattr(path, &mut list[..]) {
        Ok(length) => length,
        Err(Errno::NOTSUP) => return Ok(Vec::new()),
        Err(e) => return Err(e),
    };
    if length == 0 {
        return Ok(Vec::new());
    }
    list.resize(ATTRIBUTES_MAX, 0);
    let length = rustix::fs::llistxattr(path, &mut list[..])?;
    let names = list.get(..length).unwrap_or_default().split(|b| *b == 0).filter(|name| !name.is_empty());
    names
        // The system's own label is given by the place, not by who wrote the file.
        .filter(|name| *name != b"security.selinux")
        .map(|name| {
            let mut value = vec![0_u8; ATTRIBUTES_MAX];
            let length = rustix::fs::lgetxattr(path, OsStr::from_bytes(name), &mut value[..])?;
            value.truncate(length);
            Ok((Name::from(OsStr::from_bytes(name)), value))
        })
        .collect()
}
