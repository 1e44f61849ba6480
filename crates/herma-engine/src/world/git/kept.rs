//! The index that was read last: a call that runs twenty scripts asks about each of them, and the index of a large
//! repository takes longer to read than all else.

use super::index::{self, Entry};
use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A larger index is not read: the answer is unknown.
const INDEX_MAX: u64 = 64 << 20;
/// A larger one is read for each question: a process that goes on would hold it for ever.
const KEPT_MAX: u64 = 16 << 20;

static LAST: Mutex<Option<(Stamp, Arc<Index>)>> = Mutex::new(None);

/// Which file it was, and in which state: another one is read again.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    path: PathBuf,
    file: (u64, u64),
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    fn of(path: &Path, metadata: &Metadata) -> Self {
        Stamp {
            path: path.to_owned(),
            file: (metadata.dev(), metadata.ino()),
            size: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

/// An index, as far as it is asked about.
pub(super) struct Index {
    /// The names, one behind the other.
    names: Vec<u8>,
    rows: Vec<Row>,
    /// No entries are kept elsewhere.
    pub complete: bool,
    /// When it was written.
    pub written: (i64, i64),
}

struct Row {
    /// Where its name ends.
    end: usize,
    mtime_s: u32,
    mtime_ns: u32,
    size: u32,
    has_content: bool,
}

impl Index {
    fn of(bytes: &[u8], written: (i64, i64)) -> Option<Self> {
        let (mut names, mut rows) = (Vec::new(), Vec::new());
        let complete = index::read(bytes, |entry| {
            let &Entry { name, mtime_s, mtime_ns, size, has_content } = entry;
            names.extend_from_slice(name);
            rows.push(Row { end: names.len(), mtime_s, mtime_ns, size, has_content });
        })?;
        Some(Index { names, rows, complete, written })
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let mut start = 0;
        self.rows.iter().map(move |row| {
            let name = self.names.get(start..row.end).unwrap_or(&[]);
            start = row.end;
            let &Row { mtime_s, mtime_ns, size, has_content, .. } = row;
            Entry { name, mtime_s, mtime_ns, size, has_content }
        })
    }
}

/// What is in this index. `None` if it cannot be read.
pub(super) fn index(file: File, path: &Path) -> Option<Arc<Index>> {
    let metadata = file.metadata().ok()?;
    if metadata.len() > INDEX_MAX {
        return None;
    }
    let stamp = Stamp::of(path, &metadata);
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, index)) = last().as_ref().filter(|(known, _)| *known == stamp) {
        return Some(Arc::clone(index));
    }
    let mut bytes = Vec::new();
    file.take(INDEX_MAX).read_to_end(&mut bytes).ok()?;
    let index = Arc::new(Index::of(&bytes, stamp.modified)?);
    if metadata.len() <= KEPT_MAX {
        *last() = Some((stamp, Arc::clone(&index)));
    }
    Some(index)
}
