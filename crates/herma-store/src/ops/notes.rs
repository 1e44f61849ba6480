//! Notes: read, and swapped.

use super::Tables;
use crate::{Millis, Note, Result};

pub(super) fn note(tables: &mut dyn Tables, kind: &str, key: &str, now: Millis) -> Result<Option<Note>> {
    Ok(tables.note(kind, key)?.filter(|note| note.is_there(now)))
}

pub(super) fn notes(tables: &mut dyn Tables, kind: &str, now: Millis) -> Result<Vec<Note>> {
    let mut notes = tables.notes(kind)?;
    notes.retain(|note| note.is_there(now));
    Ok(notes)
}

pub(super) fn swap(
    tables: &mut dyn Tables,
    kind: &str,
    key: &str,
    old: Option<&str>,
    new: Option<&Note>,
    now: Millis,
) -> Result<bool> {
    let stands = note(tables, kind, key, now)?;
    if stands.as_ref().map(|note| note.body.as_str()) != old {
        return Ok(false);
    }
    tables.drop_notes_ended(now)?;
    match new {
        Some(new) => tables.put_note(&Note { kind: kind.to_owned(), key: key.to_owned(), ..new.clone() })?,
        None if stands.is_some() => tables.drop_note(kind, key)?,
        None => {}
    }
    Ok(true)
}
