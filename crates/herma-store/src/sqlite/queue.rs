//! Writers stand in line.
//!
//! SQLite's own way to wait for a lock is to sleep and look again: with many writers the disk idles while all of them
//! sleep, and the unlucky one starves. A file lock hands over at once, in order. It decides nothing: the lock that
//! keeps the store whole is SQLite's.

use crate::Result;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

/// If the line has not moved for so long, somebody in it was stopped; from here on SQLite's lock decides.
const PATIENCE: Duration = Duration::from_secs(5);

/// So many looks, so far apart, before standing in line for good. Few: two hundred processes must not all keep looking.
const LOOKS: usize = 20;
const LOOK: Duration = Duration::from_micros(50);

#[derive(Debug)]
pub(super) struct Queue {
    path: PathBuf,
}

/// Holding this is being first in line.
pub(super) struct Turn {
    _file: File,
}

impl Queue {
    pub(super) fn beside(store: &Path) -> Result<Self> {
        let mut name = store.file_name().unwrap_or_default().to_owned();
        name.push("-queue");
        Ok(Queue { path: store.with_file_name(name) })
    }

    /// `None` where there is no line to stand in: then SQLite's lock is all there is, and it is enough.
    pub(super) fn wait(&self) -> Option<Turn> {
        // A file of our own each time: the lock belongs to the open file, and so to this thread alone.
        let file =
            OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&self.path).ok()?;
        // On a fast disk a turn is shorter than it takes to start a thread: first a few looks, a little apart.
        for _ in 0..LOOKS {
            if file.try_lock().is_ok() {
                return Some(Turn { _file: file });
            }
            std::thread::sleep(LOOK);
        }
        // The lock knows no timeout; a thread does. If it comes too late, nobody takes the file, and closing it lets
        // the next one in.
        let (send, receive) = mpsc::sync_channel(0);
        let waiting = std::thread::Builder::new().name("herma-queue".to_owned()).spawn(move || {
            if file.lock().is_ok() {
                let _ = send.send(file);
            }
        });
        waiting.ok()?;
        receive.recv_timeout(PATIENCE).ok().map(|file| Turn { _file: file })
    }
}
