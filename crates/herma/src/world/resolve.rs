//! Symbolic links, followed by hand: a path need not exist to its end to say where it would lead.

use herma_core::Answer;
use std::io;
use std::path::PathBuf;

/// As many links as the kernel would follow.
const LINKS_MAX: usize = 40;
/// As many parts as a path may have; links can multiply them.
const PARTS_MAX: usize = 4096;

pub(super) fn real_path(path: &str) -> Answer {
    if !path.starts_with('/') || path.contains('\0') {
        return Answer::Unknown;
    }
    match resolve(path) {
        Some(resolved) => resolved.to_str().map_or(Answer::Unknown, |text| Answer::Text(text.to_owned())),
        None => Answer::Unknown,
    }
}

/// `None` where a loop, a permission or a name that is no text hides the way.
fn resolve(path: &str) -> Option<PathBuf> {
    // What is still to be walked, the next part last.
    let mut ahead: Vec<String> = parts(path);
    let mut here = PathBuf::from("/");
    let (mut links, mut steps) = (0, 0);
    let mut exists = true;
    while let Some(part) = ahead.pop() {
        steps += 1;
        if steps > PARTS_MAX {
            return None;
        }
        if part == ".." {
            here.pop();
            // Where nothing exists nothing is a link, but above it something may be.
            exists = true;
            continue;
        }
        here.push(&part);
        if !exists {
            continue;
        }
        match here.read_link() {
            Ok(target) => {
                links += 1;
                if links > LINKS_MAX {
                    return None;
                }
                here.pop();
                let target = target.to_str()?;
                if target.starts_with('/') {
                    here = PathBuf::from("/");
                }
                ahead.extend(parts(target));
            }
            // Something that is no link.
            Err(e) if e.kind() == io::ErrorKind::InvalidInput => {}
            Err(e) if super::is_missing(&e) => exists = false,
            Err(_) => return None,
        }
    }
    Some(here)
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
