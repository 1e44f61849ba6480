//! One line at the end of the spool.

use crate::paths::{FILE_MODE, Paths, make_folder};
use herma_store::spool::TRACE_FILE;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Its size is how many calls ran or were refused without a trace, and one: that one is written while there is room, so
/// that there is a block to count in when there is none.
const UNTRACED: &str = "untraced";
/// Whoever takes the file away does so once; twice in a row is a coincidence.
const TRIES: usize = 4;

/// Appends a line, whole or not at all as far as a reader is concerned. A disk that takes only a part of it is full.
pub(super) fn append(paths: &Paths, line: &str) -> io::Result<()> {
    let path = paths.spool().join(TRACE_FILE);
    for _ in 0..TRIES {
        let file = open(&path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                make_folder(&paths.spool())?;
                let _ = open(&paths.spool().join(UNTRACED)).and_then(|mut file| file.write_all(b"\n"));
                open(&path)
            }
            _ => Err(error),
        })?;
        // INVARIANT: who takes a file in holds it alone, until it is removed. If we cannot share it, or it is gone, there
        // is a new one under its name.
        if file.try_lock_shared().is_err() {
            continue;
        }
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("the spool is no file"));
        }
        if metadata.nlink() == 0 {
            continue;
        }
        let written = (&file).write(line.as_bytes())?;
        return match written == line.len() {
            true => Ok(()),
            false => Err(io::ErrorKind::StorageFull.into()),
        };
    }
    Err(io::Error::other("the spool is busy"))
}

/// Not through a link, and never waiting for whoever might read a pipe that stands there.
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(FILE_MODE)
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(path)
}

/// Counts a call without a trace, if the disk lets us.
pub(super) fn count_untraced(paths: Option<&Paths>) {
    if let Some(paths) = paths {
        let _ = open(&paths.spool().join(UNTRACED)).and_then(|mut file| file.write_all(b"\n"));
    }
}

/// How many calls have left no trace.
pub fn untraced(paths: &Paths) -> u64 {
    std::fs::metadata(paths.spool().join(UNTRACED)).map_or(0, |file| file.len().saturating_sub(1))
}
