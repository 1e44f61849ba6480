//! The spool: lines that a hook appends without opening the store, and that whoever comes next takes into the chain.

use crate::audit::NewEntry;
use crate::{Ingest, Millis, NewTrace, Result, Store};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What hooks note down. Everything else is chained by whoever decided it.
const KINDS: [&str; 2] = ["hardline", "call"];
/// As much of a file as is taken in at a time.
const CHUNK: u64 = 1 << 20;

/// Takes in every complete line of a spool file that is not in the chain yet, exactly once, however many processes try
/// and whenever they die. Gives how many. A file must not be used again under the same name once it was removed.
pub fn ingest_file(store: &dyn Store, path: &Path, now: Millis) -> Result<u64> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(0),
        Err(e) => return Err(e.into()),
    };
    let mut from = store.spool_offset(&name)?;
    let mut count = 0;
    loop {
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(CHUNK).read_to_end(&mut bytes)?;
        // A line without its end is still being written, or was never finished; one that fills a whole chunk is
        // nobody's line.
        let whole = match bytes.iter().rposition(|b| *b == b'\n') {
            Some(end) => end + 1,
            None if bytes.len() as u64 == CHUNK => bytes.len(),
            None => return Ok(count),
        };
        let lines = bytes[..whole].split(|b| *b == b'\n').filter(|line| !line.is_empty());
        let entries: Vec<NewEntry> = lines.map(entry).collect();
        let to = from + whole as u64;
        from = match store.ingest(&name, from, to, &entries, now)? {
            Ingest::Taken => {
                count += entries.len() as u64;
                to
            }
            Ingest::Elsewhere(further) => further,
        };
    }
}

/// A line is `{"kind": …, …}`. What cannot be read is chained all the same: somebody wrote it.
fn entry(line: &[u8]) -> NewEntry {
    match serde_json::from_slice::<Value>(line) {
        Ok(body @ Value::Object(_)) => {
            let kind = body.get("kind").and_then(Value::as_str).unwrap_or("call").to_owned();
            match KINDS.contains(&kind.as_str()) {
                true => NewEntry::new(kind, body),
                // Whoever can write a file must not be able to write a person's decision.
                false => NewEntry::new("unreadable", json!({"source": "spool", "line": body})),
            }
        }
        _ => NewEntry::new("unreadable", json!({"source": "spool", "line": String::from_utf8_lossy(line)})),
    }
}

/// Traces are appended to this file, by whoever holds a shared lock on it. Whoever takes them in gives it another name
/// first, so that the next trace starts a new one.
pub const TRACE_FILE: &str = "traces.jsonl";
/// How the files that are being taken in begin.
pub(crate) const TRACES: &str = "traces-";

/// So many looks, so far apart, for a writer that is just at it.
const LOOKS: usize = 40;
const LOOK: Duration = Duration::from_micros(50);

/// What came of taking in traces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Taken {
    pub traces: u64,
    /// Lines that are no trace: cut off by a full disk, or of a newer version.
    pub unreadable: u64,
}

/// Takes in the traces of a spool folder, each once; stops after about `budget` bytes. What is older than `keep_from` is
/// dropped, here and in the store.
pub fn take_traces(
    store: &dyn Store,
    folder: &Path,
    keep_from: Millis,
    now: Millis,
    budget: u64,
) -> Result<Taken> {
    let current = folder.join(TRACE_FILE);
    if fs::symlink_metadata(&current).is_ok_and(|file| file.is_file() && file.len() > 0) {
        // Somebody else may be faster, or a disk read-only: then there is nothing new to take.
        let _ = fs::rename(&current, folder.join(name_at(now, &crate::id::name(8)?)));
    }
    let mut files: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Taken::default()),
        Err(e) => return Err(e.into()),
    };
    files
        .retain(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(|n| time_of(n).is_some()));
    files.sort();
    let (mut taken, mut left) = (Taken::default(), budget);
    for path in files {
        if left == 0 {
            break;
        }
        take_file(store, &path, keep_from, &mut left, &mut taken)?;
    }
    Ok(taken)
}

fn take_file(
    store: &dyn Store,
    path: &Path,
    keep_from: Millis,
    left: &mut u64,
    taken: &mut Taken,
) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut file = match File::open(path) {
        Ok(file) if file.metadata()?.is_file() => file,
        Ok(_) => return Ok(()),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(e.into()),
    };
    // INVARIANT: with this lock nobody writes to the file any more. A writer that opened it before it got this name, and
    // has no lock yet, looks for the file of the old name instead.
    if !(0..LOOKS).any(|_| {
        file.try_lock().is_ok() || {
            std::thread::sleep(LOOK);
            false
        }
    }) {
        return Ok(());
    }
    let mut from = store.spool_offset(&name)?;
    loop {
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(CHUNK).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return match fs::remove_file(path) {
                // Who had the lock before us has done it.
                Err(e) if e.kind() != ErrorKind::NotFound => Err(e.into()),
                _ => Ok(()),
            };
        }
        if *left == 0 {
            return Ok(());
        }
        // What follows the last line end was cut off.
        let last = (bytes.len() as u64) < CHUNK;
        let whole = match bytes.iter().rposition(|b| *b == b'\n') {
            Some(end) if !last => end + 1,
            _ => bytes.len(),
        };
        let lines = bytes[..whole].split(|b| *b == b'\n').filter(|line| !line.is_empty());
        let parsed: Vec<Option<NewTrace>> = lines.map(NewTrace::parse).collect();
        let unreadable = parsed.iter().filter(|line| line.is_none()).count() as u64;
        let traces: Vec<NewTrace> = parsed.into_iter().flatten().collect();
        let to = from + whole as u64;
        from = match store.ingest_traces(&name, from, to, &traces, keep_from)? {
            Ingest::Taken => {
                taken.traces += traces.len() as u64;
                taken.unreadable += unreadable;
                to
            }
            Ingest::Elsewhere(further) => further,
        };
        *left = left.saturating_sub(whole as u64);
    }
}

/// The name of a file that is being taken in. Names sort by time.
pub(crate) fn name_at(now: Millis, random: &str) -> String {
    format!("{TRACES}{:015}-{random}.jsonl", now.max(0))
}

pub(crate) fn time_of(name: &str) -> Option<Millis> {
    name.strip_prefix(TRACES)?.strip_suffix(".jsonl")?.split_once('-')?.0.parse().ok()
}
