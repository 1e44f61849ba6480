//! From what a call says it changes to the paths that are really meant: patterns filled in, links followed as far as the
//! call would follow them, and nothing that is not the workspace's.

use crate::paths::Paths;
use crate::text::cut;
use herma_core::review::Change;
use herma_core::text::shown;
use herma_core::understand::glob;
use herma_core::{Question, ToolCall, World};
use std::fs;
use std::path::{Path, PathBuf};

/// Links that lead to links; the kernel gives up here too.
const LINKS_MAX: usize = 40;
/// As much of a path as is named in a question.
const NAMED_MAX: usize = 60;

pub(super) struct Resolved {
    pub(super) paths: Vec<PathBuf>,
    /// Not kept: a build makes it again.
    pub(super) without: Vec<String>,
    /// The workspace as a whole is meant, or a folder around the one that the call stands in.
    pub(super) whole: bool,
    ground: Vec<PathBuf>,
}

impl Resolved {
    /// What is said of a path that is not to be lost unasked.
    pub(super) fn precious(&self, path: &Path) -> Option<String> {
        let below = self.ground.iter().filter_map(|root| path.strip_prefix(root).ok());
        // From the outermost root: what is above it is where somebody works, not what is deleted.
        let below = below.max_by_key(|below| below.as_os_str().len())?;
        let precious = Change::is_precious(&below.to_string_lossy());
        precious.then(|| format!("with `{}` in it", cut(&shown(&below.to_string_lossy()), NAMED_MAX)))
    }
}

/// `None` where it is not sure what is meant, or where some of it lies elsewhere.
pub(super) fn resolve(
    changes: &[Change],
    call: &ToolCall,
    world: &dyn World,
    own: &Paths,
) -> Option<Resolved> {
    let cwd = call.cwd.clone().or_else(|| world.text(Question::Cwd))?;
    let tree = world.text(Question::WorkTree(&cwd));
    let ground: Vec<PathBuf> =
        [Some(cwd), tree].into_iter().flatten().filter_map(|root| fs::canonicalize(root).ok()).collect();
    let guarded: Vec<PathBuf> = [own.data.as_path(), own.policy.parent()?]
        .iter()
        .map(|path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()))
        .collect();
    let mut resolved =
        Resolved { paths: Vec::new(), without: Vec::new(), whole: false, ground: ground.clone() };
    for change in changes {
        let path = with_real_parent(Path::new(&change.path))?;
        if ground.iter().any(|root| is_build(&path, root)) {
            resolved.without.push(change.path.clone());
            continue;
        }
        let mut paths = match &change.pattern {
            Some(pattern) => {
                let fits = fitting(&path, pattern)?;
                resolved.whole |= ground.contains(&path) && leaves_nothing(&path, &fits)?;
                fits
            }
            None => vec![path],
        };
        if change.writes {
            let links = paths.iter().map(|path| follow(path)).collect::<Option<Vec<_>>>()?;
            paths.extend(links.into_iter().flatten());
        }
        let ours = |path: &PathBuf| {
            let herma = guarded.iter().any(|own| path.starts_with(own) || own.starts_with(path));
            ground.iter().any(|root| path.starts_with(root)) && !in_git(path) && !herma
        };
        if !paths.iter().all(ours) {
            return None;
        }
        resolved.whole |= paths.iter().any(|path| ground.iter().any(|root| root.starts_with(path)));
        resolved.paths.extend(paths);
    }
    (!resolved.paths.is_empty()).then_some(resolved)
}

/// Every link on the way is followed, the last name is not.
fn with_real_parent(path: &Path) -> Option<PathBuf> {
    let (parent, name) = (path.parent()?, path.file_name()?);
    let mut missing = vec![name];
    let mut parent = parent;
    loop {
        match fs::canonicalize(parent) {
            Ok(real) => return Some(missing.iter().rev().fold(real, |path, name| path.join(name))),
            // A link that leads nowhere is not a folder that could be made.
            Err(_) if fs::symlink_metadata(parent).is_ok() => return None,
            Err(_) => {
                missing.push(parent.file_name()?);
                parent = parent.parent()?;
            }
        }
    }
}

/// Where a link leads that is written through, each step on the way.
fn follow(path: &Path) -> Option<Vec<PathBuf>> {
    let (mut out, mut at) = (Vec::new(), path.to_owned());
    while fs::symlink_metadata(&at).is_ok_and(|metadata| metadata.is_symlink()) {
        let to = fs::read_link(&at).ok()?;
        let to = at.parent()?.join(to);
        // `..` behind a link means another folder than it looks.
        if to.components().any(|part| part == std::path::Component::ParentDir) {
            at = fs::canonicalize(&to).ok()?;
        } else {
            at = with_real_parent(&to)?;
        }
        out.push(at.clone());
        if out.len() > LINKS_MAX {
            return None;
        }
    }
    Some(out)
}

/// All names in a folder that a shell's pattern fits, hidden ones too: more is kept rather than less.
fn fitting(folder: &Path, pattern: &str) -> Option<Vec<PathBuf>> {
    let folder = fs::canonicalize(folder).ok()?;
    let mut out = Vec::new();
    for entry in fs::read_dir(&folder).ok()? {
        let entry = entry.ok()?;
        // A `?` fits one byte for us and one character for a shell: a name that is not ASCII is taken along.
        if entry.file_name().to_str().is_none_or(|name| !name.is_ascii() || glob::fits(pattern, name)) {
            out.push(entry.path());
        }
    }
    Some(out)
}

/// `rm -r *` says the folder without naming it. One file alone is one file.
fn leaves_nothing(folder: &Path, taken: &[PathBuf]) -> Option<bool> {
    let mut seen = 0;
    for entry in fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if !hidden && !taken.contains(&entry.path()) {
            return Some(false);
        }
        seen += usize::from(!hidden);
    }
    Some(seen > 1)
}

fn is_build(path: &Path, root: &Path) -> bool {
    let below = path.strip_prefix(root).ok().and_then(Path::to_str);
    below.is_some_and(|below| !below.is_empty() && Change::is_build_output(below))
}

fn in_git(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == ".git")
}
