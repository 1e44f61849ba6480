//! The spool: lines that a hook appends without opening the store, and that whoever comes next takes into the chain.

use crate::audit::NewEntry;
use crate::{Ingest, Millis, Result, Store};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

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
