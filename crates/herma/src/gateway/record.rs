//! Which process is the gateway of a home: a lock that the system takes back when it dies, and a note for the others.

use crate::paths::{FILE_MODE, Paths, make_folder, write_atomically};
use crate::terminal_session::stat;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

/// The one gateway of a home, for as long as this lives.
#[derive(Debug)]
pub(super) struct Held {
    _lock: File,
    record: PathBuf,
}

/// A gateway that is up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    pub pid: u32,
    /// With the pid: no other process, even if the number is used again.
    pub started: u64,
    pub listen: String,
    /// Where browsers find it, the best for this machine first.
    pub names: Vec<String>,
    /// What it tells more to.
    pub watch: String,
}

impl Held {
    /// `None` if another process is.
    pub(super) fn take(paths: &Paths) -> io::Result<Option<Held>> {
        make_folder(&paths.data)?;
        let lock = open(paths)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Held { _lock: lock, record: paths.gateway() })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    pub(super) fn note(&self, listen: &str, names: &[String], watch: &str) -> io::Result<()> {
        let started = stat("self", 22).unwrap_or_default();
        let text = json!({"pid": std::process::id(), "started": started, "listen": listen, "names": names, "watch": watch});
        let text = text.to_string();
        write_atomically(&self.record, text.as_bytes(), None)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.record);
    }
}

/// The gateway that is up, if one is.
pub(super) fn running(paths: &Paths) -> Option<Record> {
    // Whoever holds the lock is alive; a note that was left behind is not.
    let free = open(paths).ok()?.try_lock().is_ok();
    if free {
        return None;
    }
    let value: Value = serde_json::from_str(&std::fs::read_to_string(paths.gateway()).ok()?).ok()?;
    let known = Record {
        pid: value["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok())?,
        started: value["started"].as_u64()?,
        listen: value["listen"].as_str()?.to_owned(),
        names: value["names"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|name| Some(name.as_str()?.to_owned()))
            .collect(),
        watch: value["watch"].as_str().unwrap_or_default().to_owned(),
    };
    (stat(&known.pid.to_string(), 22) == Some(known.started)).then_some(known)
}

/// Whether a gateway is up.
pub fn is_up(paths: &Paths) -> bool {
    running(paths).is_some()
}

/// Whether nobody is the gateway any more.
pub(super) fn is_free(paths: &Paths) -> bool {
    open(paths).is_ok_and(|file| file.try_lock().is_ok())
}

fn open(paths: &Paths) -> io::Result<File> {
    let path = paths.data.join("gateway.lock");
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(FILE_MODE)
        .custom_flags(libc::O_NOFOLLOW)
        .open(path)
}
