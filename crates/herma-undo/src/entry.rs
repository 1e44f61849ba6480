//! One kept way back, as it lies on disk.
//!
//! A folder a way back, named `ID-UNTIL-BYTES` so that one look at the names says how much there is and what is over:
//! `entry.json` (what was there), `blobs/N` (contents), `after.json` (what the call left, once somebody saw it),
//! `undoing.json` (while it is gone), `undone.json` (when it was).

use crate::Millis;
use crate::blob;
use crate::error::Refusal;
use crate::name::Name;
use crate::node::Node;
use crate::restore::Journal;
use crate::tree::{Measure, Tree};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const VERSION: u32 = 1;
/// What begins so is not finished.
pub(crate) const NEW: &str = ".new-";
/// A keeper that takes longer than this is gone.
const NEW_MAX: Millis = 3_600_000;
/// What a call left is told by its hash up to here; beyond, by size and times.
const HASH_MAX: u64 = 16 << 20;

/// Whose doing it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    pub agent: String,
    pub session: String,
    pub tool: String,
    /// The command or the arguments, redacted.
    pub what: String,
    pub cwd: String,
    pub at: Millis,
    /// Kept until then.
    pub until: Millis,
    /// This is what lay there before that entry was undone.
    pub undoes: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    version: u32,
    id: String,
    about: About,
    roots: Vec<Name>,
    nodes: Vec<Node>,
    parents: Vec<Node>,
    measure: Measure,
}

/// What lay at the roots, and in what folders, at another time.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Seen {
    pub(crate) nodes: Vec<Node>,
    pub(crate) parents: Vec<Node>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct UndoneMark {
    pub(crate) at: Millis,
    pub(crate) redo: String,
}

/// A kept way back.
#[derive(Debug, Clone)]
pub struct Entry {
    pub id: String,
    pub about: About,
    pub roots: Vec<PathBuf>,
    pub measure: Measure,
    pub(crate) nodes: BTreeMap<PathBuf, Node>,
    pub(crate) parents: Vec<Node>,
    pub(crate) folder: PathBuf,
}

/// How far a way back has been gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    Open,
    /// Somebody began to undo it and was stopped; `undo` goes on where that ended.
    HalfUndone,
    /// Undone; `redo` takes that back.
    Undone {
        at: Millis,
        redo: String,
    },
}

impl Entry {
    pub(crate) fn new(
        id: String,
        about: About,
        roots: Vec<PathBuf>,
        tree: Tree,
        parents: Vec<Node>,
    ) -> Entry {
        let Tree { nodes, measure } = tree;
        Entry { id, about, roots, measure, nodes, parents, folder: PathBuf::new() }
    }

    pub(crate) fn folder_name(&self) -> String {
        format!("{}-{}-{}", self.id, self.about.until, self.measure.bytes)
    }

    pub(crate) fn blob(&self, number: u32) -> PathBuf {
        self.folder.join("blobs").join(number.to_string())
    }

    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        let manifest = Manifest {
            version: VERSION,
            id: self.id.clone(),
            about: self.about.clone(),
            roots: self.roots.iter().map(Name::from).collect(),
            nodes: self.nodes.values().cloned().collect(),
            parents: self.parents.clone(),
            measure: self.measure,
        };
        blob::write_new(&folder.join("entry.json"), &serde_json::to_vec(&manifest)?)
    }

    fn read(folder: &Path) -> Result<Entry, Refusal> {
        let damaged = |why: String| Refusal::Damaged(folder.display().to_string(), why);
        let bytes = fs::read(folder.join("entry.json")).map_err(|e| damaged(e.to_string()))?;
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|e| damaged(e.to_string()))?;
        if manifest.version != VERSION {
            return Err(damaged("it was kept by another version of Herma; upgrade".to_owned()));
        }
        let Manifest { version: _, id, about, roots, nodes, parents, measure } = manifest;
        Ok(Entry {
            id,
            about,
            roots: roots.into_iter().map(|root| root.0).collect(),
            measure,
            nodes: nodes.into_iter().map(|node| (node.path.0.clone(), node)).collect(),
            parents,
            folder: folder.to_owned(),
        })
    }

    fn read_part<T: for<'de> Deserialize<'de>>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let damaged = |why: String| Refusal::Damaged(self.id.clone(), format!("{name}: {why}"));
        match fs::read(self.folder.join(name)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(damaged(e.to_string())),
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|e| damaged(e.to_string())),
        }
    }

    pub(crate) fn write_part<T: Serialize>(&self, name: &str, part: &T) -> Result<(), Refusal> {
        let path = self.folder.join(name);
        let bytes = serde_json::to_vec(part).map_err(|e| Refusal::Damaged(self.id.clone(), e.to_string()))?;
        blob::write_atomically(&path, &bytes).map_err(Refusal::at(&path))
    }

    /// Notes what the call left, once it is over. Only the first look counts: later ones may see the work of others.
    pub fn settle(&self) -> Result<(), Refusal> {
        if self.folder.join("after.json").exists() {
            return Ok(());
        }
        let mut seen = self.look()?;
        for node in seen.nodes.iter_mut().filter(|node| node.is_file() && node.size <= HASH_MAX) {
            let before = self.nodes.get(node.path.path());
            if !before.is_some_and(|before| before.untouched(node)) {
                node.hash = blob::hash(node.path.path()).ok();
            }
        }
        self.write_part("after.json", &seen)
    }

    /// What lies there now.
    pub(crate) fn look(&self) -> Result<Seen, Refusal> {
        let nodes = Tree::look(&self.roots, None)?.nodes.into_values().collect();
        let parents = self.parents.iter().map(|parent| Node::look(parent.path.path()));
        Ok(Seen { nodes, parents: parents.collect::<Result<_, _>>()? })
    }

    /// What the call left, if somebody saw it.
    pub(crate) fn after(&self) -> Result<Option<Seen>, Refusal> {
        self.read_part("after.json")
    }

    pub(crate) fn journal(&self) -> Result<Option<Journal>, Refusal> {
        self.read_part("undoing.json")
    }

    pub fn standing(&self) -> Result<Standing, Refusal> {
        if self.folder.join("undoing.json").exists() {
            return Ok(Standing::HalfUndone);
        }
        Ok(match self.read_part::<UndoneMark>("undone.json")? {
            Some(mark) => Standing::Undone { at: mark.at, redo: mark.redo },
            None => Standing::Open,
        })
    }

    /// Whether it is for people to see: what an undo keeps counts once that undo is over.
    fn counts(&self) -> bool {
        self.about.undoes.is_none() || self.folder.join("after.json").exists()
    }

    /// Takes it away for good.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_dir_all(&self.folder)
    }
}

/// The parts of an entry's folder name.
fn parts(name: &str) -> Option<(&str, Millis, u64)> {
    let mut parts = name.splitn(3, '-');
    Some((parts.next()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn folders(store: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let entries = match fs::read_dir(store) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let named = entries.flatten().filter_map(|one| Some((one.file_name().to_str()?.to_owned(), one.path())));
    Ok(named.collect())
}

/// Bytes kept in all.
pub(crate) fn total(store: &Path) -> io::Result<u64> {
    let bytes = |name: &str| parts(name).map_or(0, |(_, _, bytes)| bytes);
    Ok(folders(store)?.iter().map(|(name, _)| bytes(name)).fold(0, u64::saturating_add))
}

/// All that are kept, the newest first. What cannot be read is left out.
pub fn entries(store: &Path) -> io::Result<Vec<Entry>> {
    let kept = folders(store)?.into_iter().filter(|(name, _)| parts(name).is_some());
    let mut all: Vec<Entry> =
        kept.filter_map(|(_, path)| Entry::read(&path).ok()).filter(Entry::counts).collect();
    all.sort_by(|a, b| (b.about.at, &b.id).cmp(&(a.about.at, &a.id)));
    Ok(all)
}

pub fn find(store: &Path, id: &str) -> Result<Entry, Refusal> {
    let wanted = id.to_ascii_uppercase();
    let all = folders(store).map_err(Refusal::at(store))?;
    let found = all.into_iter().find(|(name, _)| parts(name).is_some_and(|(id, _, _)| id == wanted));
    match found {
        Some((_, path)) => Entry::read(&path),
        None => Err(Refusal::Unknown(id.chars().filter(|c| !c.is_control()).take(40).collect())),
    }
}

/// Takes away what is over, at most so many; gives how many went. What is half undone stays until somebody has gone on.
pub fn clean_up(store: &Path, now: Millis, most: usize) -> io::Result<usize> {
    let mut gone = 0;
    for (name, path) in folders(store)? {
        let over = match (parts(&name), name.strip_prefix(NEW)) {
            (Some((_, until, _)), _) => until < now && !path.join("undoing.json").exists(),
            (None, Some(_)) => is_old(&path, now),
            (None, None) => false,
        };
        if over && gone < most && fs::remove_dir_all(&path).is_ok() {
            gone += 1;
        }
    }
    Ok(gone)
}

fn is_old(path: &Path, now: Millis) -> bool {
    let modified = fs::metadata(path).and_then(|m| m.modified()).ok();
    let since = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    since.and_then(|since| Millis::try_from(since.as_millis()).ok()).is_some_and(|at| at + NEW_MAX < now)
}
