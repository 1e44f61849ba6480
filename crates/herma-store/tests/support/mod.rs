//! Folders of our own, and this test program started over.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is gone afterwards.
pub struct Scratch(PathBuf);

impl Scratch {
    /// In memory where there is such a place: what is tested is what happens, not how long a disk takes.
    pub fn new(name: &str) -> Self {
        let shm = PathBuf::from("/dev/shm");
        let folder = if shm.is_dir() { shm } else { std::env::temp_dir() };
        Self::below(&folder, name)
    }

    /// On the disk that temporary files are on.
    pub fn on_disk(name: &str) -> Self {
        Self::below(&std::env::temp_dir(), name)
    }

    fn below(folder: &Path, name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("herma-{name}-{}-{count}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// This test program again, running only its ignored test of this name.
pub fn again(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command
}

/// What the one who started us says. Without it there is nothing to do: somebody ran all ignored tests.
pub fn told(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
