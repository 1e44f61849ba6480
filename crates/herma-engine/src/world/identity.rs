//! Which file or folder lies somewhere: what an approval is bound to.

use super::open_file;
use herma_core::Answer;
use sha2::{Digest, Sha256};
use std::fs::Metadata;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// A file larger than this is told by its inode, size and times: hashing a program of 20 MB holds up the question by 100 ms.
/// Scripts are smaller, and the time of the last change cannot be set back.
const HASHED_MAX: u64 = 1 << 20;

pub(super) fn identity(path: &str) -> Answer {
    let Answer::Text(real) = super::resolve::real_path(path) else { return Answer::Unknown };
    let at = Path::new(&real);
    let metadata = match std::fs::metadata(at) {
        Ok(metadata) => metadata,
        Err(error) if super::is_missing(&error) => return Answer::Missing,
        Err(_) => return Answer::Unknown,
    };
    if metadata.is_file() && metadata.len() <= HASHED_MAX {
        // The same bytes at the same place are the same script, whoever wrote them again.
        return match hash(at) {
            Ok(hash) => Answer::Text(format!("{real} sha256:{hash}")),
            Err(_) => Answer::Text(format!("{real} unreadable {}", which_one(&metadata))),
        };
    }
    Answer::Text(match metadata.is_dir() {
        true => format!("{real} {}", which_one(&metadata)),
        false => format!("{real} {}", unread(&metadata)),
    })
}

pub(super) fn stamp(path: &str) -> Answer {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Answer::Text(unread(&metadata)),
        Ok(_) => Answer::Missing,
        Err(error) if super::is_missing(&error) => Answer::Missing,
        Err(_) => Answer::Unknown,
    }
}

/// What tells a file from another, and from itself once it was written to, without reading it.
fn unread(metadata: &Metadata) -> String {
    let changed = (metadata.mtime(), metadata.mtime_nsec(), metadata.ctime(), metadata.ctime_nsec());
    format!("{} {} {changed:?}", which_one(metadata), metadata.len())
}

/// The inode, and when it was made: numbers are used again, and a device may have another one after a restart.
fn which_one(metadata: &Metadata) -> String {
    let born = metadata.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    match born {
        Some(born) => format!("{} {}", metadata.ino(), born.as_nanos()),
        None => format!("{} on {}", metadata.ino(), metadata.dev()),
    }
}

fn hash(path: &Path) -> io::Result<String> {
    let mut file = open_file(path)?.take(HASHED_MAX + 1);
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hasher.update(buffer.get(..count).unwrap_or_default());
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn another_content_another_folder_another_link() {
        let folder = std::env::temp_dir().join(format!("herma-identity-{}", std::process::id()));
        fs::create_dir_all(folder.join("a")).unwrap();
        let (script, link) = (folder.join("script"), folder.join("link"));
        let of = |path: &Path| match identity(path.to_str().unwrap()) {
            Answer::Text(text) => text,
            other => panic!("{path:?}: {other:?}"),
        };
        fs::write(&script, "one").unwrap();
        let one = of(&script);
        fs::write(&script, "two").unwrap();
        assert_ne!(one, of(&script));
        fs::write(&script, "one").unwrap();
        assert_eq!(one, of(&script));
        std::os::unix::fs::symlink(&script, &link).unwrap();
        assert_eq!(one, of(&link));
        let large = folder.join("large");
        fs::write(&large, vec![b'a'; 1 + usize::try_from(HASHED_MAX).unwrap()]).unwrap();
        let before = of(&large);
        assert!(!before.contains("sha256:"), "{before}");
        fs::write(&large, vec![b'b'; 1 + usize::try_from(HASHED_MAX).unwrap()]).unwrap();
        assert_ne!(before, of(&large));
        assert!(matches!(stamp(script.to_str().unwrap()), Answer::Text(_)));
        assert_eq!(stamp(folder.to_str().unwrap()), Answer::Missing);
        let before = of(&folder.join("a"));
        fs::rename(folder.join("a"), folder.join("b")).unwrap();
        fs::create_dir(folder.join("a")).unwrap();
        assert_ne!(before, of(&folder.join("a")));
        assert_eq!(identity(folder.join("none").to_str().unwrap()), Answer::Missing);
        fs::remove_dir_all(folder).unwrap();
    }
}
