//! Going the way back. What is to be done is written down first; whoever is stopped half-way goes on from there.

use crate::Millis;
use crate::blob;
use crate::entry::{About, Entry, Standing, UndoneMark, find};
use crate::error::Refusal;
use crate::keep::{Lasting, keep};
use crate::name::Name;
use crate::node::{Node, What};
use crate::plan::{Finish, Left, Plan, Put, Why, plan};
use crate::tree::{Limits, straight};
use rustix::fs::{AtFlags, CWD, Gid, Mode, Timespec, Timestamps, Uid, XattrFlags};
use serde::{Deserialize, Serialize};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Whether what was changed since is overwritten all the same. What was there is kept either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    Never,
    Overwrite,
}

/// What came of it.
#[derive(Debug)]
pub struct Undone {
    /// Undoes this undo.
    pub redo: String,
    pub restored: usize,
    pub removed: usize,
    pub left: Vec<Left>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Journal {
    redo: String,
    plan: Plan,
}

/// What an undo would do.
#[derive(Debug)]
pub struct Preview {
    pub back: Vec<Name>,
    /// It was not there.
    pub away: Vec<Name>,
    pub left: Vec<Left>,
}

impl Entry {
    /// Looks, and does nothing.
    pub fn preview(&self) -> Result<Preview, Refusal> {
        let plan = plan(self, self.look()?, self.after()?, Force::Never)?;
        let back = plan.make.iter().chain(plan.put.iter().map(|put| &put.path)).cloned();
        let mut back: Vec<Name> = back.collect();
        back.sort();
        let away = plan.remove.into_iter().filter(|path| !back.contains(path)).collect();
        Ok(Preview { back, away, left: plan.left })
    }
}

/// Puts back what a call changed.
pub fn undo(store: &Path, id: &str, now: Millis, force: Force) -> Result<Undone, Refusal> {
    undo_with(store, id, now, force, &mut || Ok(()))
}

/// The same, for tests that stop it: `step` comes before every change on disk.
#[doc(hidden)]
pub fn undo_with(
    store: &Path,
    id: &str,
    now: Millis,
    force: Force,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> Result<Undone, Refusal> {
    let lock = store.join("lock");
    let lock = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&lock)
        .map_err(Refusal::at(&lock))?;
    lock.try_lock().map_err(|_| Refusal::Busy)?;
    let entry = find(store, id)?;
    if let Standing::Undone { redo, .. } = entry.standing()? {
        return Err(Refusal::Undone(entry.id, redo));
    }
    let journal = match entry.journal()? {
        Some(journal) => journal,
        None => {
            let plan = plan(&entry, entry.look()?, entry.after()?, force)?;
            step().map_err(Refusal::at(store))?;
            // What lies there now is kept before anything is touched: an undo can be undone too.
            let redo =
                keep(store, &entry.roots, &NO_LIMITS, about_redo(&entry, now), Lasting::ThroughPowerCuts)?;
            step().map_err(Refusal::at(store))?;
            let journal = Journal { redo: redo.id, plan };
            entry.write_part("undoing.json", &journal)?;
            journal
        }
    };
    let redo = find(store, &journal.redo)?;
    let left = journal.plan.left.clone();
    let mut work = Work { entry: &entry, redo: &redo, left, step, stopped: None };
    let (restored, removed) = work.go(&journal.plan);
    let Work { left, stopped, .. } = work;
    if let Some(error) = stopped {
        return Err(Refusal::at(store)(error));
    }
    redo.settle()?;
    step().map_err(Refusal::at(store))?;
    entry.write_part("undone.json", &UndoneMark { at: now, redo: redo.id.clone() })?;
    step().map_err(Refusal::at(store))?;
    let journal = entry.folder.join("undoing.json");
    fs::remove_file(&journal).map_err(Refusal::at(&journal))?;
    Ok(Undone { redo: redo.id, restored, removed, left })
}

/// A person asks for it: no size is too large.
const NO_LIMITS: Limits = Limits { files: u64::MAX, bytes: u64::MAX, total: u64::MAX };

fn about_redo(entry: &Entry, now: Millis) -> About {
    let kept_for = entry.about.until - entry.about.at;
    About {
        at: now,
        until: now + kept_for,
        undoes: Some(entry.id.clone()),
        what: format!("herma undo {}", entry.id),
        ..entry.about.clone()
    }
}

struct Work<'a> {
    entry: &'a Entry,
    redo: &'a Entry,
    left: Vec<Left>,
    step: &'a mut dyn FnMut() -> io::Result<()>,
    /// A test has stopped us here.
    stopped: Option<io::Error>,
}

/// What a step came to.
enum Done {
    Changed,
    Already,
    /// It is neither what it was nor what it is to be.
    Foreign,
}

impl Work<'_> {
    fn go(&mut self, plan: &Plan) -> (usize, usize) {
        let (mut restored, mut removed) = (0, 0);
        for path in &plan.remove {
            removed += self.each(path, |work| work.remove(path.path()));
        }
        for path in &plan.make {
            restored += self.each(path, |work| work.make(path.path()));
        }
        for (at, put) in plan.put.iter().enumerate() {
            restored += self.each(&put.path, |work| work.put(put, at));
        }
        for finish in &plan.finish {
            self.each(&finish.folder.path, |work| work.finish(finish));
        }
        (restored, removed)
    }

    fn each(&mut self, path: &Name, does: impl FnOnce(&mut Self) -> Result<Done, Refusal>) -> usize {
        if self.stopped.is_some() {
            return 0;
        }
        // Somebody may have put a link where a folder was: what is put back must not land where it leads.
        let done = match straight(path.path()) {
            Ok(()) => does(self),
            Err(why) => Err(why),
        };
        let why = match done {
            Ok(Done::Changed) => return 1,
            Ok(Done::Already) => return 0,
            Ok(Done::Foreign) => Why::ChangedSince,
            Err(_) if self.stopped.is_some() => return 0,
            Err(Refusal::Io(_, error)) => Why::Failed(error.to_string()),
            Err(other) => Why::Failed(other.to_string()),
        };
        self.left.push(Left { path: path.clone(), why });
        0
    }

    fn pause(&mut self, path: &Path) -> Result<(), Refusal> {
        (self.step)().map_err(|error| {
            let copy = io::Error::new(error.kind(), error.to_string());
            self.stopped = Some(error);
            Refusal::at(path)(copy)
        })
    }

    /// INVARIANT: nothing is overwritten or removed that the way forward again does not hold.
    fn is_held(&self, now: &Node) -> Result<bool, Refusal> {
        let path = now.path.path();
        let Some(held) = self.redo.nodes.get(path) else { return Ok(false) };
        match held.blob {
            _ if !held.looks_like(now) => Ok(false),
            Some(blob) => blob::same(&self.redo.blob(blob), path).map_err(Refusal::at(path)),
            None => Ok(true),
        }
    }

    fn remove(&mut self, path: &Path) -> Result<Done, Refusal> {
        let now = Node::look(path)?;
        let was_folder = self.redo.nodes.get(path).is_some_and(Node::is_folder);
        // Gone, or what is to stand here stands here already.
        if now.is_missing() || now.is_folder() != was_folder {
            return Ok(Done::Already);
        }
        if !now.is_folder() && !self.is_held(&now)? {
            return Ok(Done::Foreign);
        }
        self.pause(path)?;
        let gone = if now.is_folder() { fs::remove_dir(path) } else { fs::remove_file(path) };
        gone.map(|()| Done::Changed).map_err(Refusal::at(path))
    }

    fn make(&mut self, path: &Path) -> Result<Done, Refusal> {
        match Node::look(path)? {
            now if now.is_folder() => Ok(Done::Already),
            now if !now.is_missing() => Ok(Done::Foreign),
            _ => {
                self.pause(path)?;
                DirBuilder::new().mode(0o700).create(path).map_err(Refusal::at(path))?;
                Ok(Done::Changed)
            }
        }
    }

    fn put(&mut self, put: &Put, at: usize) -> Result<Done, Refusal> {
        let path = put.path.path();
        let Some(before) = self.entry.nodes.get(path) else { return Ok(Done::Already) };
        let now = Node::look(path)?;
        if self.in_place(put, before, &now)? {
            return Ok(Done::Already);
        }
        if !now.is_missing() && !self.is_held(&now)? {
            return Ok(Done::Foreign);
        }
        let new = self.beside(path, at);
        self.pause(path)?;
        match fs::remove_file(&new) {
            Err(e) if !crate::node::is_missing(&e) => return Err(Refusal::at(path)(e)),
            _ => {}
        }
        let made = match (&put.same_as, &before.what) {
            (Some(other), _) => fs::hard_link(other.path(), &new),
            (None, What::Link { to }) => {
                std::os::unix::fs::symlink(to.path(), &new).and_then(|()| dress(&new, before))
            }
            (None, _) => self.write(before, &new),
        };
        let placed = made.and_then(|()| {
            self.pause(path).map_err(io::Error::other)?;
            fs::rename(&new, path)
        });
        if placed.is_err() && self.stopped.is_none() {
            // The error that counts is on its way.
            let _ = fs::remove_file(&new);
        }
        placed.map(|()| Done::Changed).map_err(Refusal::at(path))
    }

    fn in_place(&self, put: &Put, before: &Node, now: &Node) -> Result<bool, Refusal> {
        if let Some(other) = &put.same_as {
            let other = Node::look(other.path())?;
            return Ok(now.is_file() && (now.device, now.inode) == (other.device, other.inode));
        }
        let path = put.path.path();
        match before.blob {
            _ if !before.looks_like(now) => Ok(false),
            Some(blob) => blob::same(&self.entry.blob(blob), path).map_err(Refusal::at(path)),
            None => Ok(true),
        }
    }

    fn write(&self, before: &Node, new: &Path) -> io::Result<()> {
        let blob = before.blob.ok_or_else(|| io::Error::other("its content was not kept"))?;
        let file = blob::copy(&File::open(self.entry.blob(blob))?, new)?;
        file.sync_all()?;
        drop(file);
        dress(new, before)
    }

    /// The same name each time: what a stopped undo has left is found again.
    fn beside(&self, path: &Path, at: usize) -> PathBuf {
        let name = format!(".herma-undo-{}-{at}", self.entry.id);
        path.with_file_name(name)
    }

    fn finish(&mut self, finish: &Finish) -> Result<Done, Refusal> {
        let folder = &finish.folder;
        let path = folder.path.path();
        let now = Node::look(path)?;
        let done =
            (!finish.mode || folder.looks_like(&now)) && (!finish.times || folder.modified == now.modified);
        if !now.is_folder() || done {
            return Ok(Done::Already);
        }
        self.pause(path)?;
        if finish.mode {
            dress_but_times(path, folder).map_err(Refusal::at(path))?;
        }
        if finish.times {
            set_times(path, folder).map_err(Refusal::at(path))?;
        }
        Ok(Done::Changed)
    }
}

/// Owner, mode, attributes, times: in this order, since each may change what comes before.
fn dress(path: &Path, node: &Node) -> io::Result<()> {
    dress_but_times(path, node)?;
    set_times(path, node)
}

fn dress_but_times(path: &Path, node: &Node) -> io::Result<()> {
    let now = Node::look(path).map_err(io::Error::other)?;
    if (now.uid, now.gid) != (node.uid, node.gid) {
        let owner = (Some(Uid::from_raw(node.uid)), Some(Gid::from_raw(node.gid)));
        rustix::fs::chownat(CWD, path, owner.0, owner.1, AtFlags::SYMLINK_NOFOLLOW)?;
    }
    for (name, _) in
        now.attributes.iter().filter(|(name, _)| !node.attributes.iter().any(|(own, _)| own == name))
    {
        rustix::fs::lremovexattr(path, name.path())?;
    }
    for (name, value) in node.attributes.iter().filter(|one| !now.attributes.contains(one)) {
        rustix::fs::lsetxattr(path, name.path(), value, XattrFlags::empty())?;
    }
    // A link has no mode of its own.
    if !matches!(node.what, What::Link { .. }) {
        rustix::fs::chmodat(CWD, path, Mode::from_raw_mode(node.mode), AtFlags::empty())?;
    }
    Ok(())
}

fn set_times(path: &Path, node: &Node) -> io::Result<()> {
    let time = |(seconds, nanoseconds): (i64, i64)| Timespec { tv_sec: seconds, tv_nsec: nanoseconds as _ };
    let times = Timestamps { last_access: time(node.read), last_modification: time(node.modified) };
    Ok(rustix::fs::utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}
