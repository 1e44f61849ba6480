//! The recorded policy: the text that a person has put in force, or that was tighter than the one before (design, section 5).
//!
//! The store holds it as a note, and the audit chain its digest. A copy lies beside the store, so that a hook compares two
//! small files and opens the store only where they differ. Where copy and store disagree, the store is right.

use crate::approvals::now;
use crate::effective_policy::layer::read;
use crate::paths::{self, Paths};
use herma_store::audit::NewEntry;
use herma_store::{Note, SqliteStore, Store};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// What no file at all says.
pub const NOTHING: &str = "version = 1\n";

const KIND: &str = "policy";
const KEY: &str = "recorded";
/// Entries that are read at a time, from the end of the chain.
const PAGE: u64 = 500;

/// Why a text is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// It was the first.
    Found,
    /// There was no file when a person put Herma to use.
    None,
    /// It is tighter than the one before, or says the same.
    Tightened,
    /// Only root may write it.
    OfRoot,
}

impl Why {
    const fn as_str(self) -> &'static str {
        match self {
            Why::Found => "found",
            Why::None => "none",
            Why::Tightened => "tightened",
            Why::OfRoot => "root",
        }
    }
}

/// What is recorded here.
pub(super) struct Record {
    store: Option<SqliteStore>,
    pub(super) text: Option<String>,
}

pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold("sha256:".to_owned(), |hex, b| hex + &format!("{b:02x}"))
}

/// The copy beside the store.
pub(super) fn copy(paths: &Paths) -> Option<String> {
    read(&paths.last_good_policy()).ok().flatten()
}

impl Record {
    /// Opens the store, if there is one: it knows better than the copy.
    pub(super) fn open(paths: &Paths, copy: Option<&str>) -> Record {
        let place = paths.store();
        let store = place.exists().then(|| SqliteStore::open(&place).ok()).flatten();
        let noted = store.as_ref().and_then(|store| agree(store, paths));
        Record { text: noted.or_else(|| copy.map(str::to_owned)), store }
    }

    /// Records a text that needs nobody's approval. Failing is no reason to refuse it: it is recorded the next time.
    pub(super) fn put(&self, paths: &Paths, text: &str, why: Why) {
        if let Some(store) = &self.store {
            let mut body = json!({ "change": why.as_str() });
            label(&mut body, paths, text);
            let _ = note(store, text, NewEntry::new(KIND, body));
        }
        keep(paths, text);
    }
}

/// Records that a home has no policy file, if nothing is recorded yet: the built-in policy is in force, and a file that appears
/// later must be tighter or applied. For commands by which a person puts Herma to use: after them an agent could bring the first
/// file (T62).
pub(super) fn put_none(paths: &Paths) {
    let record = Record::open(paths, copy(paths).as_deref());
    if record.text.is_none() && matches!(read(&paths.policy), Ok(None)) {
        record.put(paths, NOTHING, Why::None);
    }
}

/// What every entry about the policy says: which file, and what it held.
fn label(body: &mut Value, paths: &Paths, text: &str) {
    if let Some(body) = body.as_object_mut() {
        body.insert("file".to_owned(), json!(paths.policy.display().to_string()));
        body.insert("digest".to_owned(), json!(digest(text)));
    }
}

/// Records what a person has agreed to. On record first: a change that nobody can find out about does not happen.
pub fn put_agreed(
    store: &dyn Store,
    paths: &Paths,
    text: &str,
    kind: &str,
    mut body: Value,
) -> Result<(), String> {
    label(&mut body, paths, text);
    note(store, text, NewEntry::new(kind, body))?;
    paths::make_folder(&paths.data).map_err(|e| e.to_string())?;
    paths::write_atomically(&paths.last_good_policy(), text.as_bytes(), None).map_err(|e| e.to_string())
}

/// Makes the copy what the store says, and tells the store of a copy that it has not heard of yet. Gives what the store says.
pub fn agree(store: &dyn Store, paths: &Paths) -> Option<String> {
    match (noted(store), copy(paths)) {
        (Some(noted), copy) => {
            if copy.as_deref() == Some(&noted) {
                return Some(noted);
            }
            if let Some(copy) = copy {
                let mut body = json!({ "change": "restored", "found": digest(&copy) });
                label(&mut body, paths, &noted);
                let _ = store.append(&NewEntry::new(KIND, body), now());
            }
            keep(paths, &noted);
            Some(noted)
        }
        (None, Some(copy)) => {
            let mut body = json!({ "change": Why::Found.as_str() });
            label(&mut body, paths, &copy);
            note(store, &copy, NewEntry::new(KIND, body)).ok().map(|()| copy)
        }
        (None, None) => None,
    }
}

/// What is wrong with the record, for `herma doctor`.
pub fn tampered(paths: &Paths) -> Option<String> {
    let place = paths.store();
    let store = place.exists().then(|| SqliteStore::open(&place).ok()).flatten()?;
    let (noted, copy) = (noted(&store)?, copy(paths));
    if copy.as_deref() != Some(&noted) {
        let place = paths.last_good_policy();
        return Some(format!("`{}` is not the policy that was recorded", place.display()));
    }
    let chained = last_digest(&store)?;
    (chained != digest(&noted))
        .then(|| "the store's copy of the policy is not the one in the audit chain".to_owned())
}

/// The digest of the policy that the chain speaks of last.
fn last_digest(store: &dyn Store) -> Option<String> {
    let mut end = store.head().ok()?.seq;
    while end > 0 {
        let from = end.saturating_sub(PAGE);
        let entries = store.entries(from, usize::try_from(end - from).unwrap_or(usize::MAX)).ok()?;
        let found = entries.iter().rev().find_map(|entry| {
            let of_policy = matches!(entry.kind.as_str(), KIND | "mode" | "approver");
            let body: Value = serde_json::from_str(&entry.body).ok().filter(|_| of_policy)?;
            body.get("digest")?.as_str().map(str::to_owned)
        });
        if found.is_some() {
            return found;
        }
        end = from;
    }
    None
}

fn noted(store: &dyn Store) -> Option<String> {
    store.note(KIND, KEY, now()).ok().flatten().map(|note| note.body)
}

fn note(store: &dyn Store, text: &str, entry: NewEntry) -> Result<(), String> {
    let said = |e: herma_store::StoreError| e.to_string();
    store.append(&entry, now()).map_err(said)?;
    let old = store.note(KIND, KEY, now()).map_err(said)?.map(|note| note.body);
    match store
        .swap_note(KIND, KEY, old.as_deref(), Some(&Note::new(KIND, KEY, text)), now())
        .map_err(said)?
    {
        true => Ok(()),
        false => Err("the policy was changed elsewhere at the same moment; try again".to_owned()),
    }
}

/// Keeps the copy, when it differs. Failing is no reason to refuse a good policy: only the net is missing.
pub(super) fn keep(paths: &Paths, text: &str) {
    super::layer::keep(&paths.last_good_policy(), text);
}
