//! What is to be done to have it back, path by path, and what is left alone because somebody else has been there since.

use crate::Millis;
use crate::blob;
use crate::entry::{Entry, Seen};
use crate::error::Refusal;
use crate::name::Name;
use crate::node::Node;
use crate::restore::Force;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

/// Where nobody saw what the call left, a change this soon after its start counts as its own.
const OWN: Millis = 10_000;

/// A path that was not put back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    pub path: Name,
    pub why: Why,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// It is not what the call left.
    ChangedSince,
    /// Nobody saw what the call left, and it was changed long after the call began.
    MayHaveChanged,
    /// Something else lies in this folder by now.
    NotEmpty,
    /// What stands above it could not be put back.
    Blocked,
    Failed(String),
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Left { path, why } = self;
        match why {
            Why::ChangedSince => write!(f, "`{path}` was changed since"),
            Why::MayHaveChanged => {
                write!(f, "`{path}` was changed long after the call began, and nobody saw whether by it")
            }
            Why::NotEmpty => write!(f, "`{path}`: something else lies in there by now"),
            Why::Blocked => write!(f, "`{path}`: something else stands above it by now"),
            Why::Failed(why) => write!(f, "`{path}`: {why}"),
        }
    }
}

/// Steps that can be gone again from the start: each brings one path to what it was.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// Deepest first.
    pub(crate) remove: Vec<Name>,
    /// Topmost first.
    pub(crate) make: Vec<Name>,
    pub(crate) put: Vec<Put>,
    /// Deepest first, the folders of the roots last.
    pub(crate) finish: Vec<Finish>,
    pub(crate) left: Vec<Left>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Put {
    pub(crate) path: Name,
    /// Another name of the same file, which is in place by then.
    pub(crate) same_as: Option<Name>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Finish {
    pub(crate) folder: Node,
    pub(crate) mode: bool,
    pub(crate) times: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Fate {
    Same,
    Restore,
    Leave(Why),
}

struct Planner<'a> {
    entry: &'a Entry,
    after: Option<(BTreeMap<PathBuf, Node>, Vec<Node>)>,
    now: BTreeMap<PathBuf, Node>,
    force: Force,
}

pub(crate) fn plan(entry: &Entry, now: Seen, after: Option<Seen>, force: Force) -> Result<Plan, Refusal> {
    let by_path = |nodes: Vec<Node>| nodes.into_iter().map(|node| (node.path.0.clone(), node)).collect();
    let parents_now = now.parents;
    let planner = Planner {
        entry,
        after: after.map(|seen| (by_path(seen.nodes), seen.parents)),
        now: by_path(now.nodes),
        force,
    };
    planner.plan(&parents_now)
}

impl Planner<'_> {
    fn before(&self, path: &Path) -> Option<&Node> {
        self.entry.nodes.get(path).filter(|node| !node.is_missing())
    }

    fn now(&self, path: &Path) -> Option<&Node> {
        self.now.get(path).filter(|node| !node.is_missing())
    }

    fn plan(&self, parents_now: &[Node]) -> Result<Plan, Refusal> {
        let paths: BTreeSet<&PathBuf> = self.entry.nodes.keys().chain(self.now.keys()).collect();
        let mut fates: BTreeMap<&Path, Fate> = BTreeMap::new();
        for path in &paths {
            fates.insert(path.as_path(), self.fate(path)?);
        }
        let same_as = self.hard_links(&mut fates);
        self.keep_others(&mut fates);
        let mut plan = Plan::default();
        for (path, fate) in &fates {
            match fate {
                Fate::Same => {}
                Fate::Leave(why) => plan.left.push(Left { path: Name::from(path), why: why.clone() }),
                Fate::Restore => self.steps(path, &same_as, &mut plan),
            }
        }
        plan.remove.reverse();
        self.finish(&fates, parents_now, &mut plan);
        Ok(plan)
    }

    fn fate(&self, path: &Path) -> Result<Fate, Refusal> {
        let (before, now) = (self.before(path), self.now(path));
        let same = match (before, now) {
            (None, None) => true,
            (Some(before), Some(now)) => self.same(before, now)?,
            (None, Some(_)) | (Some(_), None) => false,
        };
        Ok(if same { Fate::Same } else { self.if_its_own(path) })
    }

    fn same(&self, before: &Node, now: &Node) -> Result<bool, Refusal> {
        if !before.looks_like(now) {
            return Ok(false);
        }
        match before.blob {
            Some(blob) if !before.untouched(now) => {
                blob::same(&self.entry.blob(blob), now.path.path()).map_err(Refusal::at(now.path.path()))
            }
            _ => Ok(true),
        }
    }

    /// Only what is as the call left it is put back.
    fn if_its_own(&self, path: &Path) -> Fate {
        // Where nothing lies, nothing is overwritten.
        let Some(now) = self.now(path) else { return Fate::Restore };
        match (&self.after, self.force) {
            (_, Force::Overwrite) => Fate::Restore,
            (Some((after, _)), Force::Never) => match after.get(path) {
                Some(after) if after.untouched(now) || same_by_hash(after, now) => Fate::Restore,
                _ => Fate::Leave(Why::ChangedSince),
            },
            (None, Force::Never) if self.soon(now.changed) => Fate::Restore,
            (None, Force::Never) => Fate::Leave(Why::MayHaveChanged),
        }
    }

    fn soon(&self, (seconds, nanoseconds): (i64, i64)) -> bool {
        seconds.saturating_mul(1000).saturating_add(nanoseconds / 1_000_000) <= self.entry.about.at + OWN
    }

    /// Names of one file become names of one file again. Gives for each such name another one that is there before it.
    fn hard_links(&self, fates: &mut BTreeMap<&Path, Fate>) -> BTreeMap<PathBuf, Name> {
        let mut groups: BTreeMap<(u64, u64), Vec<PathBuf>> = BTreeMap::new();
        for (path, node) in self.entry.nodes.iter().filter(|(_, node)| node.is_file() && node.names > 1) {
            groups.entry((node.device, node.inode)).or_default().push(path.clone());
        }
        let mut same_as = BTreeMap::new();
        for names in groups.values() {
            let kept = names.iter().find(|name| fates.get(name.as_path()) == Some(&Fate::Same));
            let inode = kept.and_then(|name| self.now(name)).map(|node| node.inode);
            let mut first = kept.cloned();
            for name in names {
                let parted = self.now(name).map(|node| node.inode) != inode;
                if fates.get(name.as_path()) == Some(&Fate::Same)
                    && parted
                    && let Some(fate) = fates.get_mut(name.as_path())
                {
                    *fate = self.if_its_own(name);
                }
                if fates.get(name.as_path()) != Some(&Fate::Restore) {
                    continue;
                }
                match &first {
                    Some(first) => _ = same_as.insert(name.clone(), Name::from(first)),
                    None => first = Some(name.clone()),
                }
            }
        }
        same_as
    }

    /// What is left alone is not taken away with its folder, and not buried under one.
    fn keep_others(&self, fates: &mut BTreeMap<&Path, Fate>) {
        let left = |fates: &BTreeMap<&Path, Fate>| -> Vec<PathBuf> {
            let left = fates.iter().filter(|(_, fate)| matches!(fate, Fate::Leave(_)));
            left.map(|(path, _)| path.to_path_buf()).collect()
        };
        for path in left(fates) {
            for above in path.ancestors().skip(1) {
                let is_folder = self.now(above).is_some_and(Node::is_folder);
                let stays = self.before(above).is_some_and(Node::is_folder);
                if let Some(fate) = fates.get_mut(above)
                    && *fate == Fate::Restore
                    && is_folder
                    && !stays
                {
                    *fate = Fate::Leave(Why::NotEmpty);
                }
            }
        }
        for path in left(fates) {
            if self.now(&path).is_some_and(Node::is_folder) {
                continue;
            }
            for (below, fate) in fates.iter_mut() {
                if below.starts_with(&path) && **below != *path && *fate == Fate::Restore {
                    *fate = Fate::Leave(Why::Blocked);
                }
            }
        }
    }

    fn steps(&self, path: &Path, same_as: &BTreeMap<PathBuf, Name>, plan: &mut Plan) {
        let (before, now) = (self.before(path), self.now(path));
        let folder = |node: Option<&Node>| node.is_some_and(Node::is_folder);
        if now.is_some() && (before.is_none() || folder(before) != folder(now)) {
            plan.remove.push(Name::from(path));
        }
        if folder(before) && !folder(now) {
            plan.make.push(Name::from(path));
        }
        if before.is_some() && !folder(before) {
            plan.put.push(Put { path: Name::from(path), same_as: same_as.get(path).cloned() });
        }
    }

    /// Modes and times of folders, when all that is in them is in place.
    fn finish(&self, fates: &BTreeMap<&Path, Fate>, parents_now: &[Node], plan: &mut Plan) {
        let steps = plan.remove.iter().chain(&plan.make).chain(plan.put.iter().map(|put| &put.path));
        let touched: BTreeSet<&Path> = steps.filter_map(|step| step.path().parent()).collect();
        let left: BTreeSet<&Path> = plan.left.iter().filter_map(|left| left.path.path().parent()).collect();
        let mut finish = Vec::new();
        for (path, before) in self.entry.nodes.iter().filter(|(_, node)| node.is_folder()).rev() {
            let now = self.now(path);
            let restored = fates.get(path.as_path()) == Some(&Fate::Restore);
            if matches!(fates.get(path.as_path()), Some(Fate::Leave(_))) {
                continue;
            }
            let after = self.after.as_ref().map(|(after, _)| after.get(path));
            let times = !left.contains(path.as_path()) && self.own_times(before, now, after);
            let differs = now.is_none_or(|now| now.modified != before.modified);
            if restored || times && (differs || touched.contains(path.as_path())) {
                finish.push(Finish { folder: before.clone(), mode: restored, times });
            }
        }
        for (before, now) in self.entry.parents.iter().zip(parents_now).rev() {
            let path = before.path.path();
            let after =
                self.after.as_ref().map(|(_, parents)| parents.iter().find(|one| one.path == before.path));
            let own = now.is_folder() && !left.contains(path) && self.own_times(before, Some(now), after);
            if own && (now.modified != before.modified || touched.contains(path)) {
                finish.push(Finish { folder: before.clone(), mode: false, times: true });
            }
        }
        plan.finish = finish;
    }

    fn own_times(&self, before: &Node, now: Option<&Node>, after: Option<Option<&Node>>) -> bool {
        let Some(now) = now.filter(|now| now.is_folder()) else { return true };
        let by_call = match after {
            Some(after) => after.is_some_and(|after| after.modified == now.modified),
            None => self.soon(now.modified),
        };
        by_call || now.modified == before.modified || self.force == Force::Overwrite
    }
}

/// Touched, but still what the call left: a backup or another name changes the inode's time.
fn same_by_hash(after: &Node, now: &Node) -> bool {
    after.looks_like(now)
        && match &after.hash {
            Some(hash) => blob::hash(now.path.path()).is_ok_and(|now| now == *hash),
            None => !after.is_file(),
        }
}
