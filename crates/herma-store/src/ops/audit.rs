//! The audit chain, and the spool that feeds it.

use super::Tables;
use crate::audit::{Entry, Head, NewEntry};
use crate::{Ingest, Millis, Result, StoreError};
use serde_json::Value;

pub(super) fn append(tables: &mut dyn Tables, new: &NewEntry, now: Millis) -> Result<Entry> {
    let head = tables.head()?;
    let entry = Entry::link(&head, new, now);
    tables.push_entry(&entry)?;
    Ok(entry)
}

/// Adds an entry; gives its number.
pub(super) fn push_entry(tables: &mut dyn Tables, new: &NewEntry, now: Millis) -> Result<u64> {
    append(tables, new, now).map(|entry| entry.seq)
}

pub(super) fn push(tables: &mut dyn Tables, kind: &str, body: Value, now: Millis) -> Result<()> {
    append(tables, &NewEntry::new(kind, body), now).map(drop)
}

pub(super) fn checkpoint(tables: &mut dyn Tables, now: Millis) -> Result<Head> {
    let head = tables.head()?;
    // A head that the chain does not have would accuse an honest chain for ever.
    if head.seq > 0 && tables.entry(head.seq)?.is_none_or(|entry| entry.hash != head.hash) {
        return Err(StoreError::Corrupt("the audit chain does not end where it says".to_owned()));
    }
    tables.put_checkpoint(&head, now)?;
    Ok(head)
}

pub(super) fn ingest(
    tables: &mut dyn Tables,
    file: &str,
    from: u64,
    to: u64,
    entries: &[NewEntry],
    now: Millis,
) -> Result<Ingest> {
    let done = tables.spool_offset(file)?;
    if done != from {
        return Ok(Ingest::Elsewhere(done));
    }
    for entry in entries {
        append(tables, entry, now)?;
    }
    tables.put_spool_offset(file, to)?;
    Ok(Ingest::Taken)
}
