//! Symbolic links, followed by hand: a path need not exist to its end to say where it would lead.

use herma_core::Answer;
use herma_core::work::PATH_MAX;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::io;

/// As many links as the kernel would follow.
const LINKS_MAX: usize = 40;
/// As many parts as a path may have; links can multiply them.
const PARTS_MAX: usize = 4096;

/// Where a path leads, looked up afresh.
pub(super) fn real_path(path: &str) -> Answer {
    answer(resolve(path, look))
}

/// Follows paths, and looks at each of their folders once.
#[derive(Debug, Default)]
pub struct Resolver {
    looked: RefCell<HashMap<String, Looked>>,
}

impl Resolver {
    pub(super) fn real_path(&self, path: &str) -> Answer {
        answer(resolve(path, |path| self.look(path)))
    }

    /// Where a path below a folder leads. Of the folder itself it is known that no part of it is a link.
    pub fn below(&self, folder: &str, path: &str) -> Option<String> {
        walk(folder.trim_end_matches('/').to_owned(), path, |path| self.look(path))
    }

    fn look(&self, path: &str) -> Looked {
        if let Some(looked) = self.looked.borrow().get(path) {
            return looked.clone();
        }
        let looked = look(path);
        self.looked.borrow_mut().insert(path.to_owned(), looked.clone());
        looked
    }
}

fn answer(resolved: Option<String>) -> Answer {
    resolved.map_or(Answer::Unknown, Answer::Text)
}

/// What lies at a path whose folder has no link in it.
#[derive(Debug, Clone)]
enum Looked {
    Plain,
    Link(String),
    Missing,
    /// A permission, or a name that is no text, hides it.
    Hidden,
}

fn look(path: &str) -> Looked {
    match fs::read_link(path) {
        Ok(target) => target.to_str().map_or(Looked::Hidden, |target| Looked::Link(target.to_owned())),
        // Something that is no link.
        Err(e) if e.kind() == io::ErrorKind::InvalidInput => Looked::Plain,
        Err(e) if super::is_missing(&e) => Looked::Missing,
        Err(_) => Looked::Hidden,
    }
}

/// `None` where a loop, a permission or a name that is no text hides the way.
fn resolve(path: &str, look: impl Fn(&str) -> Looked) -> Option<String> {
    if !path.starts_with('/') { None } else { walk(String::new(), path, look) }
}

/// Goes on from a folder that is written without a slash at its end: the root is empty.
fn walk(mut here: String, path: &str, look: impl Fn(&str) -> Looked) -> Option<String> {
    if path.contains('\0') || path.len() > PATH_MAX {
        return None;
    }
    // What is still to be walked, the next part last.
    let mut ahead: Vec<String> = parts(path);
    let (mut links, mut steps) = (0, 0);
    let mut exists = true;
    while let Some(part) = ahead.pop() {
        steps += 1;
        if steps > PARTS_MAX || here.len() > PATH_MAX {
            return None;
        }
        let above = here.len();
        if part == ".." {
            here.truncate(here.rfind('/').unwrap_or(0));
            // Where nothing exists nothing is a link, but above it something may be.
            exists = true;
            continue;
        }
        here.push('/');
        here.push_str(&part);
        if !exists {
            continue;
        }
        match look(&here) {
            Looked::Link(target) => {
                links += 1;
                if links > LINKS_MAX {
                    return None;
                }
                here.truncate(if target.starts_with('/') { 0 } else { above });
                ahead.extend(parts(&target));
            }
            Looked::Plain => {}
            Looked::Missing => exists = false,
            Looked::Hidden => return None,
        }
    }
    Some(if here.is_empty() { "/".to_owned() } else { here })
}

/// The parts of a path, the last one first.
fn parts(path: &str) -> Vec<String> {
    path.split('/').filter(|part| !part.is_empty() && *part != ".").rev().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_as_far_as_there_is_something() {
        let root = std::env::temp_dir().join(format!("herma-resolve-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("a/b")).unwrap();
        let root = root.canonicalize().unwrap();
        symlink(root.join("a"), root.join("abs")).unwrap();
        symlink("a/b", root.join("rel")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        let real = |path: &str| real_path(&format!("{}/{path}", root.display()));
        let text = |path: &str| Answer::Text(format!("{}/{path}", root.display()));
        assert_eq!(real("abs/b/new/file"), text("a/b/new/file"));
        assert_eq!(real("rel/../x"), text("a/x"));
        assert_eq!(real("./a//b/"), text("a/b"));
        assert_eq!(real("none/../abs"), text("a"));
        assert_eq!(real("loop/x"), Answer::Unknown);
        assert_eq!(real_path("/../.."), Answer::Text("/".to_owned()));
        assert_eq!(real_path("relative"), Answer::Unknown);
        fs::remove_dir_all(&root).unwrap();
    }
}
