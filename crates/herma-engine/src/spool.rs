//! The spool: what a hook notes down without opening the store, until somebody who opens it takes it in.

use crate::paths::{FILE_MODE, Paths, make_folder};
use crate::redact::Redactor;
use herma_agents::text::plain_line;
use herma_core::policy::TraceSettings;
use herma_core::{ToolCall, Verdict};
use herma_store::{Millis, Store, TraceFilter};
use serde_json::json;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// A file is added to for so long. Its name is never used again: the store remembers how far each has been taken in.
const PERIOD: Millis = 30 * 24 * 3600 * 1000;
/// No file of the spool: nothing is taken in under this name, and what is too old goes.
pub const RETENTION: &str = "retention";
/// As much as is taken in while somebody waits for an answer: a tenth of a second.
pub const WHILE_WAITING: u64 = 4 << 20;
/// The longest text in a line, in characters: a line stays small enough to be written in one go.
const TEXT_MAX: usize = 400;

/// Notes down a block that nobody can lift: one line, one write.
pub fn note_block(
    paths: &Paths,
    agent: &str,
    call: &ToolCall,
    verdict: &Verdict,
    now: Millis,
) -> io::Result<()> {
    let redactor = Redactor::of(&call.args);
    let text = |text: &str| plain_line(&redactor.text(text)).chars().take(TEXT_MAX).collect::<String>();
    let line = json!({
        "kind": "hardline", "at": now, "agent": agent, "digest": verdict.digest,
        "session": call.origin.session.as_deref().map(text), "tool": text(&call.tool),
        "cwd": call.cwd.as_deref().map(text), "reason": text(&verdict.reason()),
    });
    let folder = paths.spool();
    make_folder(&folder)?;
    // Not through a link, and never waiting for whoever might read a pipe that stands there.
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .mode(FILE_MODE)
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(folder.join(format!("hook-{}.jsonl", now / PERIOD)))?;
    file.write_all(format!("{line}\n").as_bytes())
}

/// From when on traces are kept.
pub fn keep_from(limits: &TraceSettings, now: Millis) -> Millis {
    now.saturating_sub(Millis::try_from(limits.keep).unwrap_or(Millis::MAX).saturating_mul(1000))
}

/// Chains what hooks have noted down, and keeps traces, of these about `budget` bytes. What cannot be taken in now is taken
/// in by the next one: it is no reason to keep a person from answering.
pub fn ingest(store: &dyn Store, paths: &Paths, limits: &TraceSettings, now: Millis, budget: u64) {
    let Ok(entries) = fs::read_dir(paths.spool()) else { return };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    for file in files.iter().filter(|path| is_noted_blocks(path)) {
        let _ = herma_store::spool::ingest_file(store, file, now);
    }
    let from = keep_from(limits, now);
    let taken = herma_store::spool::take_traces(store, &paths.spool(), from, now, budget);
    if taken.is_ok_and(|taken| taken.traces > 0) {
        let _ = trim(store, limits.max_traces);
    }
}

/// Drops the oldest beyond so many. Traces are numbered as they come in, so the one that may be the last is found by its
/// number; where it was forgotten, the next one to take traces in finds another.
pub fn trim(store: &dyn Store, most: u64) -> herma_store::Result<()> {
    let mut newest = 0;
    let last = TraceFilter { newest: Some(1), ..TraceFilter::default() };
    store.each_trace(&last, &mut |trace| newest = trace.id)?;
    let Some(id) = newest.checked_sub(most).filter(|id| *id > 0) else { return Ok(()) };
    let mut at = None;
    let oldest = TraceFilter { id: Some(id), ..TraceFilter::default() };
    store.each_trace(&oldest, &mut |trace| at = Some(trace.at))?;
    match at {
        Some(at) => store.ingest_traces(RETENTION, 0, 0, &[], at.saturating_add(1)).map(drop),
        None => Ok(()),
    }
}

fn is_noted_blocks(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("hook-"))
}
