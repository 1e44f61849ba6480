//! Looking at a few roots and everything below them, within bounds.

use crate::error::Refusal;
use crate::name::Name;
use crate::node::Node;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// How much one call may have kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub files: u64,
    pub bytes: u64,
    /// All entries together.
    pub total: u64,
}

/// How much there is to keep.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    pub files: u64,
    pub folders: u64,
    pub bytes: u64,
}

/// Roots, their folders, and all that lies below, by path.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: BTreeMap<PathBuf, Node>,
    pub(crate) measure: Measure,
}

/// What has to be kept for a path: itself, or the topmost folder that it would make.
pub(crate) fn root_of(path: &Path) -> PathBuf {
    let mut root = path;
    while let Some(parent) = root.parent() {
        match fs::symlink_metadata(parent) {
            Err(e) if crate::node::is_missing(&e) => root = parent,
            _ => break,
        }
    }
    root.to_owned()
}

/// No link stands on the way to a path: it is what its name says.
pub(crate) fn straight(path: &Path) -> Result<(), Refusal> {
    let Some(parent) = path.parent() else { return Ok(()) };
    match fs::canonicalize(parent) {
        Ok(real) if real == parent => Ok(()),
        Ok(_) => Err(Refusal::BehindLink(Name::from(path))),
        // Where there is no folder, nothing can be put.
        Err(e) if crate::node::is_missing(&e) => Ok(()),
        Err(e) => Err(Refusal::at(parent)(e)),
    }
}

/// Roots that lie below no other root.
pub(crate) fn roots(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = paths.iter().map(|path| root_of(path)).collect();
    all.sort();
    all.dedup();
    let mut out: Vec<PathBuf> = Vec::new();
    for root in all {
        if !out.last().is_some_and(|last| root.starts_with(last)) {
            out.push(root);
        }
    }
    out
}

/// The folders that the roots lie in: their times change with what is in them.
pub(crate) fn parents(roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = roots.iter().filter_map(|root| root.parent()).map(Path::to_owned).collect();
    all.sort();
    all.dedup();
    all.retain(|parent| !roots.iter().any(|root| parent.starts_with(root)));
    all
}

impl Tree {
    pub(crate) fn look(roots: &[PathBuf], limits: Option<&Limits>) -> Result<Tree, Refusal> {
        let mut tree = Tree::default();
        for root in roots {
            let node = Node::look(root)?;
            let device = (!node.is_missing()).then_some(node.device);
            tree.add(node, device, limits)?;
        }
        Ok(tree)
    }

    fn add(&mut self, node: Node, device: Option<u64>, limits: Option<&Limits>) -> Result<(), Refusal> {
        // Not recursive: a tree may be deeper than a stack.
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if device.is_some_and(|device| device != node.device) {
                return Err(Refusal::OtherDisk(node.path));
            }
            if !node.is_missing() {
                self.count(&node, limits)?;
            }
            let path = node.path.path().to_owned();
            if node.is_folder() {
                for entry in fs::read_dir(&path).map_err(Refusal::at(&path))? {
                    let child = entry.map_err(Refusal::at(&path))?.path();
                    let child = Node::look(&child)?;
                    if !child.is_missing() {
                        waiting.push(child);
                    }
                }
            }
            self.nodes.insert(path, node);
        }
        Ok(())
    }

    fn count(&mut self, node: &Node, limits: Option<&Limits>) -> Result<(), Refusal> {
        let measure = &mut self.measure;
        match node.is_folder() {
            true => measure.folders += 1,
            false => measure.files += 1,
        }
        if node.is_file() {
            measure.bytes = measure.bytes.saturating_add(node.size);
        }
        match limits {
            Some(limits) if measure.files + measure.folders > limits.files => {
                Err(Refusal::TooMany(limits.files))
            }
            Some(limits) if measure.bytes > limits.bytes => Err(Refusal::TooLarge(limits.bytes)),
            _ => Ok(()),
        }
    }

    /// Every file whose names are not all in here cannot be had back as it was: its other names would part from it.
    pub(crate) fn whole(&self) -> Result<(), Refusal> {
        let mut names: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        let linked = || self.nodes.values().filter(|node| node.is_file() && node.names > 1);
        for node in linked() {
            *names.entry((node.device, node.inode)).or_default() += 1;
        }
        match linked().find(|node| names.get(&(node.device, node.inode)) != Some(&node.names)) {
            Some(node) => Err(Refusal::LinkedElsewhere(Name::from(node.path.path()))),
            None => Ok(()),
        }
    }
}
