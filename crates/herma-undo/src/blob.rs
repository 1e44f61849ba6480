//! Contents: copied so that nothing that is done to the original reaches the copy.

use rustix::fs::{SeekFrom, seek};
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

const FILE_MODE: u32 = 0o600;
const CHUNK: usize = 128 << 10;

/// Opens a file to read it, through no link, and waiting for nobody who might write to a pipe in its place.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

/// A new file with the same content. Shared blocks where the file system can, which costs nothing; else a copy that has holes
/// where the original has them.
pub(crate) fn copy(from: &File, to: &Path) -> io::Result<File> {
    let new = OpenOptions::new().write(true).read(true).create_new(true).mode(FILE_MODE).open(to)?;
    if !share_blocks(from, &new) {
        copy_bytes(from, &new)?;
    }
    Ok(new)
}

#[cfg(target_os = "linux")]
fn share_blocks(from: &File, to: &File) -> bool {
    rustix::fs::ioctl_ficlone(to, from).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn share_blocks(_: &File, _: &File) -> bool {
    false
}

fn copy_bytes(from: &File, to: &File) -> io::Result<()> {
    let length = from.metadata()?.len();
    to.set_len(length)?;
    let mut buffer = vec![0; CHUNK.min(usize::try_from(length).unwrap_or(CHUNK)).max(1)];
    let mut at = 0;
    while at < length {
        let data = match seek(from, SeekFrom::Data(at)) {
            Ok(data) => data,
            // No more data: the rest is a hole.
            Err(rustix::io::Errno::NXIO) => break,
            // A file system that knows no holes.
            Err(_) => at,
        };
        let end = seek(from, SeekFrom::Hole(data)).unwrap_or(length).min(length).max(data + 1);
        at = data;
        while at < end {
            let want = usize::try_from(end - at).unwrap_or(CHUNK).min(buffer.len());
            let Some(part) = buffer.get_mut(..want) else { break };
            let got = from.read_at(part, at)?;
            if got == 0 {
                // It became shorter while we read; whoever called finds out by looking again.
                return Ok(());
            }
            to.write_all_at(part.get(..got).unwrap_or_default(), at)?;
            at += got as u64;
        }
    }
    Ok(())
}

/// Whether two files hold the same bytes.
pub(crate) fn same(one: &Path, other: &Path) -> io::Result<bool> {
    let (mut one, mut other) = (open(one)?, open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut left, mut right) = (vec![0; CHUNK], vec![0; CHUNK]);
    loop {
        let got = one.read(&mut left)?;
        if got == 0 {
            return Ok(true);
        }
        let (Some(a), Some(b)) = (left.get(..got), right.get_mut(..got)) else { return Ok(false) };
        match other.read_exact(b) {
            Ok(()) if a == b => {}
            Ok(()) => return Ok(false),
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            Err(e) => return Err(e),
        }
    }
}

pub(crate) fn hash(path: &Path) -> io::Result<String> {
    let mut file = open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; CHUNK];
    loop {
        let got = file.read(&mut buffer)?;
        if got == 0 {
            return Ok(digest.finalize().iter().map(|b| format!("{b:02x}")).collect());
        }
        digest.update(buffer.get(..got).unwrap_or_default());
    }
}

/// Puts a file in its place in one step.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    write_new(&new, bytes)?;
    File::open(&new)?.sync_all()?;
    std::fs::rename(&new, path)
}

/// For the owner alone.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(FILE_MODE).open(path)?.write_all(bytes)
}
