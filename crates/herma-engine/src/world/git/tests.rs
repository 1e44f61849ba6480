use super::*;
use std::process::Command;
use std::time::{Duration, SystemTime};

struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Repository {
        let path = std::env::temp_dir().join(format!("herma-git-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let repository = Repository(path.canonicalize().unwrap());
        repository.git(&["init", "-q"]);
        repository
    }

    fn git(&self, args: &[&str]) {
        let done = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
            .args(args)
            .current_dir(&self.0)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .unwrap();
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// A file that was last changed a while ago: a fresh one could not be told from a racy one.
    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(100)).unwrap();
    }

    fn ask(&self, name: &str) -> Answer {
        tracked(&self.0.join(name))
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const CLEAN: Answer = Answer::Tracked(Tracked::Clean);
const MODIFIED: Answer = Answer::Tracked(Tracked::Modified);
const UNTRACKED: Answer = Answer::Tracked(Tracked::Untracked);

#[test]
fn every_version_of_the_index_is_read() {
    for version in ["2", "3", "4"] {
        let repository = Repository::new(&format!("v{version}"));
        assert_eq!(repository.ask("a"), UNTRACKED, "an index that does not exist yet");
        for name in ["a", "src/deep/one.rs", "src/deep/two.rs", "src/main.rs", "changed", "later"] {
            repository.write(name, name);
        }
        repository.git(&["update-index", "--index-version", version]);
        repository.git(&["add", "a", "src", "changed"]);
        // Only an entry with extended flags makes git write version 3.
        repository.git(&["add", "-N", "later"]);
        repository.write("changed", "other, and longer");
        repository.write("new", "new");
        assert_eq!(repository.ask("a"), CLEAN, "version {version}");
        assert_eq!(repository.ask("src/deep/two.rs"), CLEAN, "version {version}");
        assert_eq!(repository.ask("src/main.rs"), CLEAN, "version {version}");
        assert_eq!(repository.ask("changed"), MODIFIED, "version {version}");
        assert_eq!(repository.ask("later"), MODIFIED, "version {version}: git has no contents of it");
        assert_eq!(repository.ask("new"), UNTRACKED, "version {version}");
        assert_eq!(repository.ask("src"), CLEAN, "version {version}: a folder");
        repository.write("src/deep/notes", "mine");
        assert_eq!(repository.ask("src"), UNTRACKED, "version {version}: a folder with something of my own");
    }
}

#[test]
fn a_work_tree_of_its_own_has_its_own_index() {
    let repository = Repository::new("worktree");
    repository.write("a", "a");
    repository.git(&["add", "a"]);
    repository.git(&["commit", "-q", "-m", "a"]);
    repository.git(&["worktree", "add", "-q", "side"]);
    let side = repository.0.join("side");
    assert_eq!(work_tree(&side.join("a")), path_text(&side));
    fs::write(side.join("b"), "b").unwrap();
    assert_eq!(tracked(&side.join("b")), UNTRACKED);
}

#[test]
fn outside_and_inside_of_git() {
    let repository = Repository::new("outside");
    assert_eq!(tracked(Path::new("/")), Answer::Tracked(Tracked::NoRepository));
    assert_eq!(work_tree(&repository.0.join("x/y")), path_text(&repository.0));
    assert_eq!(repository.ask(".git/config"), Answer::Tracked(Tracked::NoRepository));
}

#[test]
fn an_index_that_is_garbage_is_unknown() {
    let repository = Repository::new("garbage");
    repository.write("a", "a");
    repository.git(&["add", "a"]);
    let good = fs::read(repository.0.join(".git/index")).unwrap();
    for cut in 0..good.len() {
        fs::write(repository.0.join(".git/index"), &good[..cut]).unwrap();
        assert!(matches!(repository.ask("b"), Answer::Unknown), "cut at {cut}");
    }
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0xff;
        // Whatever it says, it must not panic.
        let _ = index::read(&bad, |_| {});
    }
}
