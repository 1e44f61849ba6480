//! The file: JSON, small, replaced in one step.

use super::{Notes, Standing};
use crate::approvals::now;
use crate::paths::{FILE_MODE, Paths, make_folder};
use herma_core::call::Taint;
use herma_store::Millis;
use serde_json::{Value, json};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const VERSION: u64 = 1;
/// Sixteen texts with two dozen names each fit into it.
const FILE_MAX: u64 = 128 << 10;
/// Notes of a session that nobody has touched for so long are swept away.
const KEPT: Millis = 30 * 24 * 3600 * 1000;
/// Who cannot have the lock by then notes nothing: an agent waits for this.
const LOCK_MAX: Duration = Duration::from_millis(500);
/// Files that are looked at in one sweep.
const SWEEP_MAX: usize = 200;
const LOCK: &str = "lock";
/// Beside the notes, where an order could not be noted: an empty file, for which a full disk has room.
const LOST: &str = "lost";

/// What is noted. `None` where there is no file, or only an old one.
pub(super) fn read(path: &Path) -> Option<Notes> {
    let opened = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path);
    let file = match opened {
        Ok(file) => file,
        // A home that is no folder holds no notes.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return None;
        }
        Err(_) => return Some(Notes::unreadable(now())),
    };
    let metadata = file.metadata().ok();
    let written = metadata.as_ref().map_or_else(now, |metadata| metadata.mtime() * 1000);
    if metadata.is_none_or(|metadata| !metadata.is_file() || metadata.len() > FILE_MAX) {
        return Some(Notes::unreadable(written));
    }
    let mut text = String::new();
    let whole = file.take(FILE_MAX).read_to_string(&mut text).is_ok();
    Some(parse(&text).filter(|_| whole).unwrap_or_else(|| Notes::unreadable(written)))
}

fn parse(text: &str) -> Option<Notes> {
    let value: Value = serde_json::from_str(text).ok()?;
    if value.get("v")?.as_u64()? != VERSION {
        return None;
    }
    let list = |name: &str| value.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut notes = Notes::default();
    for one in list("taint") {
        notes.taint.push(Taint {
            source: text(one.get("source")?)?,
            order: one.get("order").and_then(text),
            names: one.get("names")?.as_array()?.iter().filter_map(text).collect(),
            more: one.get("more").and_then(Value::as_bool).unwrap_or(false),
        });
    }
    notes.crisis = match value.get("crisis") {
        None | Some(Value::Null) => None,
        Some(one) => Some(Standing { at: one.get("at")?.as_i64()?, band: text(one.get("band")?)? }),
    };
    notes.downloads = list("downloads").iter().filter_map(text).collect();
    for one in list("handed") {
        notes.handed.push((text(one.get(0)?)?, text(one.get(1)?)?));
    }
    Some(notes)
}

fn written(notes: &Notes) -> String {
    let Notes { taint, crisis, downloads, handed } = notes;
    let taint: Vec<Value> = taint
        .iter()
        .map(|Taint { source, order, names, more }| {
            json!({"source": source, "order": order, "names": names, "more": more})
        })
        .collect();
    let crisis = crisis.as_ref().map(|Standing { at, band }| json!({"at": at, "band": band}));
    json!({"v": VERSION, "taint": taint, "crisis": crisis, "downloads": downloads, "handed": handed})
        .to_string()
}

/// Reads, changes, and puts in place. Not synced: what a crash of the machine takes away, its session ends with.
pub(super) fn change(paths: &Paths, path: &Path, change: impl FnOnce(&mut Notes)) -> io::Result<()> {
    let folder = paths.sessions();
    make_folder(&folder)?;
    let _lock = locked(&folder.join(LOCK))?;
    let known = read(path);
    if known.is_none() {
        sweep(&folder);
    }
    let mut notes = known.clone().unwrap_or_default();
    change(&mut notes);
    if known.as_ref() == Some(&notes) {
        return Ok(());
    }
    let new = path.with_extension(format!("{}.new", std::process::id()));
    let put = || -> io::Result<()> {
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(FILE_MODE).open(&new)?;
        file.write_all(written(&notes).as_bytes())?;
        fs::rename(&new, path)
    };
    put().inspect_err(|_| drop(fs::remove_file(&new)))
}

/// That something was to be noted and could not be. Whatever was noted stays.
pub(super) fn lose(path: &Path) -> io::Result<()> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(FILE_MODE)
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(path.with_extension(LOST))
        .map(drop)
}

pub(super) fn lost(path: &Path) -> bool {
    match fs::symlink_metadata(path.with_extension(LOST)) {
        Ok(_) => true,
        Err(error) => !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
    }
}

fn locked(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(FILE_MODE)
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(path)?;
    let until = Instant::now() + LOCK_MAX;
    while file.try_lock().is_err() {
        if Instant::now() > until {
            return Err(io::Error::other("the notes are busy"));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(file)
}

/// Takes away what was noted, but for a crisis sign that still stands: whoever wants it gone may be the one in danger.
pub(super) fn forget(paths: &Paths, path: &Path) -> io::Result<()> {
    if path.extension().is_some_and(|end| end == LOST) {
        return gone(path);
    }
    gone(&path.with_extension(LOST))?;
    match read(path) {
        None => Ok(()),
        Some(Notes { crisis: Some(crisis), .. }) if super::stands(&crisis) => {
            change(paths, path, |notes| *notes = Notes { crisis: Some(crisis), ..Notes::default() })
        }
        Some(_) => fs::remove_file(path),
    }
}

fn gone(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(())
        }
        done => done,
    }
}

/// All files, and when each was last written.
pub(super) fn all(folder: &Path) -> Vec<(PathBuf, Millis)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let files = entries.flatten().filter(|entry| entry.file_name() != LOCK);
    files.filter_map(|entry| Some((entry.path(), entry.metadata().ok()?.mtime() * 1000))).collect()
}

fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(SWEEP_MAX) {
        let old = entry.metadata().is_ok_and(|metadata| metadata.mtime() * 1000 < now() - KEPT);
        if old && entry.file_name() != LOCK {
            let _ = fs::remove_file(entry.path());
        }
    }
}
