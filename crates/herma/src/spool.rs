//! The spool: what a hook notes down without opening the store, until somebody who opens it takes it in.

use crate::paths::{FILE_MODE, Paths, make_folder};
use crate::redact::redacted;
use herma_agents::Agent;
use herma_agents::text::plain_line;
use herma_core::{ToolCall, Verdict};
use herma_store::{Millis, Store};
use serde_json::json;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

/// A file is added to for so long. Its name is never used again: the store remembers how far each has been taken in.
const PERIOD: Millis = 30 * 24 * 3600 * 1000;
/// The longest text in a line, in characters: a line stays small enough to be written in one go.
const TEXT_MAX: usize = 400;

/// Notes down a block that nobody can lift: one line, one write.
pub fn note_block(
    paths: &Paths,
    agent: &Agent,
    call: &ToolCall,
    verdict: &Verdict,
    now: Millis,
) -> io::Result<()> {
    let text = |text: &str| plain_line(&redacted(text)).chars().take(TEXT_MAX).collect::<String>();
    let line = json!({
        "kind": "hardline", "at": now, "agent": agent.name, "digest": verdict.digest,
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

/// Chains what hooks have noted down. What cannot be taken in now is taken in by the next one: it is no reason to keep
/// a person from answering.
pub fn take_in(store: &dyn Store, paths: &Paths, now: Millis) {
    let Ok(entries) = fs::read_dir(paths.spool()) else { return };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    for file in files {
        let _ = herma_store::spool::ingest_file(store, &file, now);
    }
}
