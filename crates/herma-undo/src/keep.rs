//! Keeping the way back.

use crate::blob;
use crate::entry::{self, About, Entry, NEW};
use crate::error::Refusal;
use crate::name::Name;
use crate::node::Node;
use crate::tree::{Limits, Measure, Tree, parents, roots, straight};
use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

const FOLDER_MODE: u32 = 0o700;
/// Letters that are not taken for one another when they are read aloud.
const SPOKEN: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
const ID_LETTERS: usize = 6;
/// Old entries that go when a new one comes: a hook has no time for more.
const CLEANED_AT_ONCE: usize = 4;

/// With more, the whole file system is written out.
#[cfg(target_os = "linux")]
const SYNCED_ONE_BY_ONE: u32 = 32;

/// What the copy has to outlive. Waiting for a disk takes longer than all the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasting {
    /// Ours, and the agent's: for what is changed.
    ThroughCrashes,
    /// The machine's: for what is deleted, and then is only here.
    ThroughPowerCuts,
}

/// How much there is to keep for these paths, or why it cannot be kept. Copies nothing.
pub fn measure(paths: &[PathBuf], limits: &Limits) -> Result<Measure, Refusal> {
    measure_each(paths, limits, |_| {})
}

/// The same, and `each` is shown every path that there is.
pub fn measure_each(paths: &[PathBuf], limits: &Limits, each: impl FnMut(&Path)) -> Result<Measure, Refusal> {
    let tree = Tree::look(&roots(paths), Some(limits))?;
    tree.whole()?;
    tree.nodes.keys().map(PathBuf::as_path).for_each(each);
    Ok(tree.measure)
}

/// Keeps what lies at these paths now. All of it or nothing.
pub fn keep(
    store: &Path,
    paths: &[PathBuf],
    limits: &Limits,
    about: About,
    lasting: Lasting,
) -> Result<Entry, Refusal> {
    make_folder(store).map_err(Refusal::at(store))?;
    // What is over makes room; that some of it stays is no reason to keep nothing.
    let _ = entry::clean_up(store, about.at, CLEANED_AT_ONCE);
    let room = limits.total.saturating_sub(entry::total(store).map_err(Refusal::at(store))?);
    let roots = roots(paths);
    roots.iter().try_for_each(|root| straight(root))?;
    let tree = Tree::look(&roots, Some(limits))?;
    tree.whole()?;
    if tree.measure.bytes > room {
        return Err(Refusal::NoRoom(limits.total));
    }
    let parents = parents(&roots).iter().map(|parent| Node::look(parent)).collect::<Result<_, _>>()?;
    let id = new_id().map_err(Refusal::at(store))?;
    let mut entry = Entry::new(id, about, roots, tree, parents);
    let new = store.join(format!("{NEW}{}", entry.id));
    let done = fill(&mut entry, &new, lasting).and_then(|()| {
        let folder = store.join(entry.folder_name());
        fs::rename(&new, &folder).map_err(Refusal::at(&folder))?;
        entry.folder = folder;
        Ok(())
    });
    match done {
        Ok(()) => Ok(entry),
        Err(why) => {
            // The error that counts is on its way.
            let _ = fs::remove_dir_all(&new);
            Err(why)
        }
    }
}

fn fill(entry: &mut Entry, new: &Path, lasting: Lasting) -> Result<(), Refusal> {
    let blobs = new.join("blobs");
    make_folder(&blobs).map_err(Refusal::at(&blobs))?;
    let mut next = 0;
    // One content for all names of a file.
    let mut known: BTreeMap<(u64, u64), u32> = BTreeMap::new();
    for node in entry.nodes.values_mut().filter(|node| node.is_file()) {
        let number = *known.entry((node.device, node.inode)).or_insert(next);
        node.blob = Some(number);
        if number == next {
            next += 1;
            copy(node, &blobs.join(number.to_string()))?;
        }
    }
    entry.write(new).map_err(Refusal::at(new))?;
    match lasting {
        Lasting::ThroughPowerCuts => sync(&blobs, next).map_err(Refusal::at(new)),
        Lasting::ThroughCrashes => Ok(()),
    }
}

/// Many files are written out together: one by one would take longer than whatever else waits to be.
fn sync(blobs: &Path, count: u32) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if count > SYNCED_ONE_BY_ONE {
        return Ok(rustix::fs::syncfs(File::open(blobs)?)?);
    }
    for number in 0..count {
        File::open(blobs.join(number.to_string()))?.sync_all()?;
    }
    if let Some(new) = blobs.parent() {
        File::open(new.join("entry.json"))?.sync_all()?;
    }
    File::open(blobs)?.sync_all()
}

/// INVARIANT: what was copied is what was looked at.
fn copy(node: &Node, to: &Path) -> Result<(), Refusal> {
    let path = node.path.path();
    let file = blob::open(path).map_err(Refusal::at(path))?;
    blob::copy(&file, to).map_err(Refusal::at(path))?;
    let now = file.metadata().map_err(Refusal::at(path))?;
    let same = (now.dev(), now.ino(), now.size()) == (node.device, node.inode, node.size)
        && (now.mtime(), now.mtime_nsec()) == node.modified
        && (now.ctime(), now.ctime_nsec()) == node.changed;
    if same { Ok(()) } else { Err(Refusal::Changing(Name::from(path))) }
}

fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

fn new_id() -> io::Result<String> {
    let mut random = [0_u8; ID_LETTERS];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let letter = |byte: &u8| SPOKEN.get(usize::from(*byte) % SPOKEN.len()).copied().map_or('2', char::from);
    Ok(random.iter().map(letter).collect())
}
