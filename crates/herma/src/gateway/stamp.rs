//! Whether files that settings come from are still the same.

use crate::effective_policy;
use crate::paths::Paths;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::SystemTime;

/// When files last changed. Not by what `touch` sets alone: a copy that keeps its time is another file all the same.
pub(super) type Stamp = Vec<Option<(SystemTime, u64, i64, i64, u64)>>;

pub(super) fn stamps(files: &[PathBuf]) -> Stamp {
    let read = |path: &PathBuf| {
        let file = std::fs::metadata(path).ok()?;
        Some((file.modified().ok()?, file.len(), file.ctime(), file.ctime_nsec(), file.ino()))
    };
    files.iter().map(read).collect()
}

/// Where a gateway's policy comes from.
pub(super) fn policies(paths: &Paths) -> Vec<PathBuf> {
    vec![effective_policy::admin(), paths.policy.clone(), paths.last_good_policy()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn another_file_of_the_same_length_and_time_is_another_file() {
        let folder = std::env::temp_dir().join(format!("herma-stamp-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, other) = (folder.join("policy.toml"), folder.join("other"));
        let at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
        let write = |path: &PathBuf, text: &str| {
            fs::write(path, text).unwrap();
            fs::File::options().write(true).open(path).unwrap().set_modified(at).unwrap();
        };
        write(&file, "version = 1");
        let files = [file.clone(), folder.join("none")];
        let before = stamps(&files);
        assert_eq!(stamps(&files), before);
        assert_eq!(before[1], None);
        // Moved into its place, as editors and `cp -p` do.
        write(&other, "version = 2");
        fs::rename(&other, &file).unwrap();
        let moved = stamps(&files);
        assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), at);
        assert_ne!(moved, before);
        fs::remove_dir_all(&folder).unwrap();
    }
}
