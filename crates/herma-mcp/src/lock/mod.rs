//! One live instance of each server.
//!
//! `flock` is the truth: the kernel gives the lock to one, and takes it back when the last descriptor of it is closed,
//! however that comes about. What stands in the file is a label for people. The file is never removed: whoever still had
//! the old one open would hold a lock that nobody else can see.

mod key;
mod label;

pub use key::{Key, KeyError};
pub use label::Label;

use crate::process::{self, Process};
use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::FdFlags;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::PathBuf;
use std::time::Duration;

const FILE_MODE: u32 = 0o600;
const FOLDER_MODE: u32 = 0o700;
/// A label is a few hundred bytes.
const LABEL_MAX: u64 = 16 << 10;
const SUFFIX: &str = ".lock";
/// Between TERM and KILL, and after it.
const GRACE: Duration = Duration::from_secs(2);
/// Somebody who only looks at a lock has it for a moment; nobody looks so often.
const LOOKED_AT: usize = 100;

#[derive(Debug, thiserror::Error)]
pub enum LockError {
    #[error("the lock `{key}` cannot be used: {source}")]
    Io { key: String, source: io::Error },
    #[error("`{key}` is held by process {pid}, which is alive; `--force` ends it")]
    Alive { key: String, pid: u32 },
    #[error("`{key}` is held by a process that Herma may not end: {why}")]
    NotOurs { key: String, why: String },
}

/// The folder of all locks.
#[derive(Debug, Clone)]
pub struct Locks {
    folder: PathBuf,
}

/// A lock that is held. Closing the last descriptor of it, here and in the processes that inherited it, frees it.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

#[derive(Debug)]
#[must_use]
pub enum Taken {
    Held(Lock),
    Busy(Standing),
}

/// How a lock stands, as far as can be seen from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub key: Key,
    pub state: State,
    /// What the holder, or the last one, has written down. Only a label.
    pub label: Option<Label>,
    /// The processes that hold it, as the kernel says it.
    pub holders: Vec<Process>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nobody holds it.
    Free,
    /// Nobody holds it, and the last holder did not say goodbye.
    Stale,
    /// Whoever took it is alive.
    Live,
    /// Whoever took it is gone; a server that it started still holds it.
    Orphan,
}

impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            State::Free => "free",
            State::Stale => "stale",
            State::Live => "live",
            State::Orphan => "orphan",
        }
    }

    pub fn is_locked(self) -> bool {
        match self {
            State::Live | State::Orphan => true,
            State::Free | State::Stale => false,
        }
    }
}

impl Locks {
    pub fn at(folder: impl Into<PathBuf>) -> Locks {
        Locks { folder: folder.into() }
    }

    fn open(&self, key: &Key) -> io::Result<File> {
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(&self.folder)?;
        let flags = i32::try_from((OFlags::NOFOLLOW | OFlags::CLOEXEC).bits()).unwrap_or_default();
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(FILE_MODE)
            .custom_flags(flags)
            .open(self.path(key))?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("this is no file"));
        }
        Ok(file)
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(format!("{}{SUFFIX}", key.as_str()))
    }

    /// Takes it if nobody has it.
    pub fn try_take(&self, key: &Key, label: &Label) -> Result<Taken, LockError> {
        let failed = |source| LockError::Io { key: key.as_str().to_owned(), source };
        let mut file = self.open(key).map_err(failed)?;
        for _ in 0..LOOKED_AT {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {
                    write_label(&mut file, label).map_err(failed)?;
                    return Ok(Taken::Held(Lock { file }));
                }
                Err(rustix::io::Errno::WOULDBLOCK) => {}
                Err(error) => return Err(failed(error.into())),
            }
            let standing = match read_label(&mut file).filter(Label::is_alive) {
                // Without a look at every process there is: many may be turned away at once.
                Some(label) => {
                    let holders = vec![label.process];
                    Standing { key: key.clone(), state: State::Live, label: Some(label), holders }
                }
                None => look(key, &mut file),
            };
            if standing.state.is_locked() {
                return Ok(Taken::Busy(standing));
            }
            // Somebody was only looking, or has let go in this moment.
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Taken::Busy(look(key, &mut file)))
    }

    /// Waits until it can be taken.
    pub fn wait(&self, key: &Key, label: &Label) -> Result<Lock, LockError> {
        let failed = |source| LockError::Io { key: key.as_str().to_owned(), source };
        let mut file = self.open(key).map_err(failed)?;
        loop {
            match flock(&file, FlockOperation::LockExclusive) {
                Ok(()) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(failed(error.into())),
            }
        }
        write_label(&mut file, label).map_err(failed)?;
        Ok(Lock { file })
    }

    /// Takes it; an orphaned server that still has it is ended first. A live one never is.
    pub fn take_from_orphan(&self, key: &Key, label: &Label) -> Result<Taken, LockError> {
        let taken = self.try_take(key, label)?;
        let Taken::Busy(standing) = &taken else { return Ok(taken) };
        if standing.state != State::Orphan {
            return Ok(taken);
        }
        self.end_holders(standing)?;
        self.try_take(key, label)
    }

    pub fn standing(&self, key: &Key) -> Result<Standing, LockError> {
        let failed = |source| LockError::Io { key: key.as_str().to_owned(), source };
        if !fs::exists(self.path(key)).map_err(failed)? {
            return Ok(Standing { key: key.clone(), state: State::Free, label: None, holders: Vec::new() });
        }
        let mut file = self.open(key).map_err(failed)?;
        Ok(look(key, &mut file))
    }

    /// All that are held or were left behind.
    pub fn list(&self) -> Result<Vec<Standing>, LockError> {
        let mut all = Vec::new();
        for key in self.keys() {
            let standing = self.standing(&key)?;
            if standing.state != State::Free {
                all.push(standing);
            }
        }
        Ok(all)
    }

    fn keys(&self) -> Vec<Key> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut keys: Vec<Key> = entries
            .filter_map(|entry| Key::parse(entry.file_name().to_str()?.strip_suffix(SUFFIX)?))
            .collect();
        keys.sort_by(|a, b| a.as_str().cmp(b.as_str()));
        keys
    }

    /// Everything of this name: the plain lock, and one for each configuration.
    pub fn named(&self, name: &str) -> Result<Vec<Standing>, LockError> {
        let plain = Key::plain(name).ok();
        let mut keys = self.keys();
        keys.retain(|key| key.name() == name);
        if keys.is_empty() {
            keys.extend(plain);
        }
        keys.iter().map(|key| self.standing(key)).collect()
    }

    /// Empties the labels of locks that nobody holds. Gives how many there were.
    pub fn cleanup(&self) -> Result<usize, LockError> {
        let mut count = 0;
        for key in self.keys() {
            let failed = |source| LockError::Io { key: key.as_str().to_owned(), source };
            let mut file = self.open(&key).map_err(failed)?;
            if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
                continue;
            }
            // INVARIANT: the label is changed by who holds the lock, and by nobody else.
            if read_label(&mut file).is_some() || file.metadata().map_err(failed)?.len() > 0 {
                file.set_len(0).map_err(failed)?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Frees a lock that nobody uses. One that is in use stays its holder's, unless the holder is to be ended.
    pub fn release(&self, key: &Key, force: bool) -> Result<Standing, LockError> {
        let standing = self.standing(key)?;
        if standing.state.is_locked() {
            if !force {
                let holder = standing.label.as_ref().map(|label| label.process.pid);
                let pid = holder.filter(|_| standing.state == State::Live);
                let pid = pid.or(standing.holders.first().map(|one| one.pid)).unwrap_or_default();
                return Err(LockError::Alive { key: key.as_str().to_owned(), pid });
            }
            self.end_holders(&standing)?;
        }
        let failed = |source| LockError::Io { key: key.as_str().to_owned(), source };
        let file = self.open(key).map_err(failed)?;
        if flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
            file.set_len(0).map_err(failed)?;
        }
        Ok(standing)
    }

    /// Ends whoever holds it: first who took it, and then what is left.
    fn end_holders(&self, standing: &Standing) -> Result<(), LockError> {
        let key = standing.key.as_str().to_owned();
        let not_ours = |why: String| LockError::NotOurs { key: key.clone(), why };
        let uid = rustix::process::getuid().as_raw();
        let first = standing.label.as_ref().map(|label| label.process);
        let first = first.filter(|process| standing.holders.contains(process));
        if let Some(process) = first {
            process.end(uid, GRACE).map_err(|error| not_ours(error.to_string()))?;
            // Its guard sees that, and ends the server in good order.
            let mut file = self.open(&standing.key).map_err(|error| not_ours(error.to_string()))?;
            let until = std::time::Instant::now() + GRACE;
            while look(&standing.key, &mut file).state.is_locked() && std::time::Instant::now() < until {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        let mut file = self.open(&standing.key).map_err(|error| not_ours(error.to_string()))?;
        for process in look(&standing.key, &mut file).holders {
            process.end(uid, GRACE).map_err(|error| not_ours(error.to_string()))?;
        }
        Ok(())
    }
}

impl Lock {
    /// While this runs, what is started inherits the lock: a server that outlives us keeps its place, and can be seen to.
    pub fn inherited<T>(&self, start: impl FnOnce() -> T) -> io::Result<T> {
        rustix::io::fcntl_setfd(&self.file, FdFlags::empty())?;
        let started = start();
        rustix::io::fcntl_setfd(&self.file, FdFlags::CLOEXEC)?;
        Ok(started)
    }

    /// Nobody that we started is left: the label goes too.
    pub fn release(self) -> io::Result<()> {
        self.file.set_len(0)
    }
}

fn write_label(file: &mut File, label: &Label) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(label.to_json().to_string().as_bytes())
}

fn read_label(file: &mut File) -> Option<Label> {
    let mut text = String::new();
    file.rewind().ok()?;
    file.take(LABEL_MAX).read_to_string(&mut text).ok()?;
    Label::from_json(&serde_json::from_str(&text).ok()?)
}

/// Those that hold the lock on this file. The kernel says of each descriptor which locks hang on it: one that only looks
/// at the file has none.
fn holders(file: &File) -> Vec<Process> {
    let Ok(own) = file.metadata() else { return Vec::new() };
    let is_it = |path: &std::path::Path| {
        fs::metadata(path).is_ok_and(|other| other.dev() == own.dev() && other.ino() == own.ino())
    };
    let holds = |pid: u32| {
        let open = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        open.filter(|fd| is_it(&fd.path())).any(|fd| {
            let number = fd.file_name();
            let info = format!("/proc/{pid}/fdinfo/{}", number.to_string_lossy());
            fs::read_to_string(info).is_ok_and(|text| text.lines().any(|line| line.starts_with("lock:")))
        })
    };
    process::all().into_iter().filter(|pid| holds(*pid)).filter_map(Process::running).collect()
}

/// How it stands. Taking it for a moment to see whether it is free comes last: it could turn somebody away.
fn look(key: &Key, file: &mut File) -> Standing {
    let label = read_label(file);
    let holders = holders(file);
    let held = !holders.is_empty() || is_taken(file);
    let alive = label.as_ref().is_none_or(Label::is_alive);
    let state = match (held, &label) {
        (false, None) => State::Free,
        (false, Some(_)) => State::Stale,
        // Who has just taken it has not written it down yet.
        (true, _) if alive => State::Live,
        (true, _) => State::Orphan,
    };
    Standing { key: key.clone(), state, label, holders }
}

fn is_taken(file: &File) -> bool {
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Ok(()) => {
            let _ = flock(file, FlockOperation::Unlock);
            false
        }
        Err(_) => true,
    }
}
