//! The audit chain: each entry holds the hash of the one before it.
//!
//! Whoever edits, deletes or reorders entries breaks a link. Whoever cuts off the end, or writes the whole chain
//! anew, is found out by any head that was recorded earlier: in the store, or outside of it by [`checkpoint`].

use crate::canonical::canonical;
use crate::{Filter, Grant, Millis, Result, State, Store, StoreError};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::Write;

/// What the first entry names as the one before it.
const GENESIS: &str = "sha256:0000000000000000000000000000000000000000000000000000000000000000";
/// The kind of the entry that says that an approved request was run.
pub(crate) const EXECUTED: &str = "executed";
/// Entries that are read at a time.
const PAGE: usize = 1000;

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntry {
    /// `approved`, `denied`, `hardline`, `grant`, …
    pub kind: String,
    pub body: Value,
}

impl NewEntry {
    pub fn new(kind: impl Into<String>, body: Value) -> Self {
        NewEntry { kind: kind.into(), body }
    }
}

/// A link of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub seq: u64,
    pub at: Millis,
    pub kind: String,
    /// Canonical JSON.
    pub body: String,
    /// The hash of the entry before.
    pub prev: String,
    pub hash: String,
}

/// The newest link at some moment: its number and its hash. Zero is the empty chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub seq: u64,
    pub hash: String,
}

impl Default for Head {
    fn default() -> Self {
        Head { seq: 0, hash: GENESIS.to_owned() }
    }
}

impl Head {
    /// One line, to be kept where the store's owner cannot reach.
    pub fn to_text(&self) -> String {
        format!("{} {}", self.seq, self.hash)
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (seq, hash) = text.trim().split_once(' ')?;
        Some(Head { seq: seq.parse().ok()?, hash: hash.to_owned() })
    }
}

impl Entry {
    pub(crate) fn link(head: &Head, new: &NewEntry, now: Millis) -> Self {
        let mut entry = Entry {
            seq: head.seq + 1,
            at: now,
            kind: new.kind.clone(),
            body: canonical(&new.body),
            prev: head.hash.clone(),
            hash: String::new(),
        };
        entry.hash = entry.own_hash();
        entry
    }

    pub fn head(&self) -> Head {
        Head { seq: self.seq, hash: self.hash.clone() }
    }

    /// The request that it speaks of.
    pub(crate) fn request(&self) -> Option<String> {
        let body: Value = serde_json::from_str(&self.body).ok()?;
        body.get("request")?.as_str().map(str::to_owned)
    }

    /// Whether its hash is that of its content.
    pub fn is_whole(&self) -> bool {
        self.hash == self.own_hash()
    }

    fn own_hash(&self) -> String {
        let text = format!(
            "{{\"at\":{},\"body\":{},\"kind\":{},\"prev\":{},\"seq\":{}}}",
            self.at,
            self.body,
            Value::from(self.kind.as_str()),
            Value::from(self.prev.as_str()),
            self.seq
        );
        Sha256::digest(text.as_bytes()).iter().fold("sha256:".to_owned(), |hex, b| hex + &format!("{b:02x}"))
    }

    /// The line that [`export`] writes.
    pub fn to_json_line(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or(Value::from(self.body.as_str()));
        canonical(&json!({"seq": self.seq, "at": self.at, "kind": self.kind, "body": body,
                          "prev": self.prev, "hash": self.hash}))
    }

    /// Reads such a line.
    pub fn parse_json_line(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
        Some(Entry {
            seq: value.get("seq")?.as_u64()?,
            at: value.get("at")?.as_i64()?,
            kind: text("kind")?,
            body: canonical(value.get("body")?),
            prev: text("prev")?,
            hash: text("hash")?,
        })
    }
}

/// What is wrong with a chain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuditFinding {
    #[error("edited: entry {seq} is not what was written")]
    Edited { seq: u64 },
    #[error("deleted: entries {from} to {to} are missing")]
    Missing { from: u64, to: u64 },
    #[error("reordered: entry {seq} does not follow the one before it")]
    Unlinked { seq: u64 },
    #[error("truncated: the chain ends at {end}, but {recorded} entries were recorded")]
    Truncated { end: u64, recorded: u64 },
    #[error("forked: entry {seq} is another one than was recorded")]
    Forked { seq: u64 },
    #[error("used twice: entry {seq} runs request {request} again, and an approval is good once")]
    UsedTwice { seq: u64, request: String },
    #[error("reset: {ticket} was run, and the store says that it is only approved")]
    Reset { ticket: String },
    #[error("forged: the chain knows nothing of grant {id} as it stands in the store")]
    ForgedGrant { id: String },
}

/// What [`verify`] saw.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Verified {
    pub head: Head,
    /// Empty when all is well.
    pub findings: Vec<AuditFinding>,
}

/// Walks the whole chain, and compares it with every head that the store recorded and those in `known`.
pub fn verify(store: &dyn Store, known: &[Head]) -> Result<Verified> {
    // Before the walk: what is appended meanwhile only makes the chain longer.
    let mut heads = store.checkpoints()?;
    heads.push(store.head()?);
    heads.extend_from_slice(known);
    // What was given is in the chain before anybody can use it.
    let mut grants = store.grants(usize::MAX >> 1)?;
    let mut walk = Walk::new(heads);
    each(store, |entry| {
        walk.step(entry);
        if entry.kind == "grant" {
            let given: Value = serde_json::from_str(&entry.body).unwrap_or_default();
            grants.retain(|grant| !was_given(grant, &given));
        }
        Ok(())
    })?;
    // What was run is not approved any more: the row was written by hand.
    let mut after = None;
    let approved = Filter { state: Some(State::Approved), ..Filter::default() };
    loop {
        let page = store.list(&approved, after.as_ref(), PAGE)?;
        let reset = page.requests.into_iter().filter(|one| walk.run.contains(one.id.as_str()));
        walk.findings.extend(reset.map(|one| AuditFinding::Reset { ticket: one.ticket }));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let mut verified = walk.finish();
    let forged =
        grants.into_iter().map(|grant| AuditFinding::ForgedGrant { id: grant.id.as_str().to_owned() });
    verified.findings.extend(forged);
    Ok(verified)
}

/// Whether an entry of the chain gives this grant as it stands. Entries from before there were rules say none.
fn was_given(grant: &Grant, given: &Value) -> bool {
    let same = |name: &str, is: &str| given.get(name).and_then(Value::as_str) == Some(is);
    same("grant", grant.id.as_str())
        && same("digest", &grant.digest)
        && same("scope", grant.scope.as_str())
        && same("tier", grant.tier.as_str())
        && given.get("rule").is_none_or(|rule| *rule == grant.rule.to_json())
}

/// The same for entries from elsewhere, such as an export.
pub fn verify_entries(entries: impl IntoIterator<Item = Entry>, known: &[Head]) -> Verified {
    let mut walk = Walk::new(known.to_vec());
    entries.into_iter().for_each(|entry| walk.step(&entry));
    walk.finish()
}

/// Writes the chain as JSON lines; gives how many.
pub fn export(store: &dyn Store, out: &mut dyn Write) -> Result<u64> {
    let mut count = 0;
    each(store, |entry| {
        count += 1;
        writeln!(out, "{}", entry.to_json_line()).map_err(StoreError::from)
    })?;
    Ok(count)
}

/// Records the head in the store and gives it, to be kept elsewhere as well.
pub fn checkpoint(store: &dyn Store, now: Millis) -> Result<Head> {
    store.checkpoint(now)
}

fn each(store: &dyn Store, mut visit: impl FnMut(&Entry) -> Result<()>) -> Result<()> {
    let mut after = 0;
    loop {
        let page = store.entries(after, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.seq;
        page.iter().try_for_each(&mut visit)?;
    }
}

struct Walk {
    heads: Vec<Head>,
    last: Head,
    /// The requests that were run.
    run: HashSet<String>,
    findings: Vec<AuditFinding>,
}

impl Walk {
    fn new(heads: Vec<Head>) -> Self {
        Walk { heads, last: Head::default(), run: HashSet::new(), findings: Vec::new() }
    }

    fn step(&mut self, entry: &Entry) {
        let expected = self.last.seq + 1;
        if entry.seq > expected {
            self.findings.push(AuditFinding::Missing { from: expected, to: entry.seq - 1 });
        } else if entry.seq < expected || entry.prev != self.last.hash {
            self.findings.push(AuditFinding::Unlinked { seq: entry.seq });
        }
        if !entry.is_whole() {
            self.findings.push(AuditFinding::Edited { seq: entry.seq });
        }
        if self.heads.iter().any(|head| head.seq == entry.seq && head.hash != entry.hash) {
            self.findings.push(AuditFinding::Forked { seq: entry.seq });
        }
        if entry.kind == EXECUTED
            && let Some(request) = entry.request()
            && !self.run.insert(request.clone())
        {
            self.findings.push(AuditFinding::UsedTwice { seq: entry.seq, request });
        }
        self.last = entry.head();
    }

    fn finish(mut self) -> Verified {
        let recorded = self.heads.iter().map(|head| head.seq).max().unwrap_or(0);
        if recorded > self.last.seq {
            self.findings.push(AuditFinding::Truncated { end: self.last.seq, recorded });
        }
        Verified { head: self.last, findings: self.findings }
    }
}
