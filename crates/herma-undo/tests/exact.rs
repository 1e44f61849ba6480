//! Random trees, random changes, stopped anywhere: what comes back is what was there, to the byte, the mode, the
//! nanosecond and the link; and what somebody changed since stays as it is.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

use herma_undo::{
    About, Force, Lasting, Limits, Standing, clean_up, entries, find, keep, measure, undo, undo_with,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const LIMITS: Limits = Limits { files: 10_000, bytes: 64 << 20, total: 1 << 30 };
const DAY: i64 = 86_400_000;

struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("herma-undo-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("work")).unwrap();
        Scratch(path)
    }

    fn work(&self) -> PathBuf {
        self.0.join("work")
    }

    fn store(&self) -> PathBuf {
        self.0.join("undo")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

fn about() -> About {
    let at = now();
    About {
        agent: "test".into(),
        session: "s".into(),
        tool: "terminal".into(),
        what: "a test".into(),
        cwd: "/".into(),
        at,
        until: at + DAY,
        undoes: None,
    }
}

/// One thing in a random tree. Names are few, so that things meet.
#[derive(Debug, Clone)]
enum Make {
    File { at: Vec<u8>, content: Vec<u8>, mode: u32 },
    Sparse { at: Vec<u8>, hole: u64, content: Vec<u8> },
    Folder { at: Vec<u8>, mode: u32 },
    Link { at: Vec<u8>, to: Vec<u8> },
    Hard { at: Vec<u8>, to: Vec<u8> },
}

/// One thing that a call, or somebody else, does.
#[derive(Debug, Clone)]
enum Act {
    Make(Make),
    Remove(Vec<u8>),
    Move(Vec<u8>, Vec<u8>),
    Mode(Vec<u8>, u32),
    Cut(Vec<u8>),
    Append(Vec<u8>, Vec<u8>),
    Touch(Vec<u8>),
}

fn place(at: &[u8]) -> PathBuf {
    let names = ["a", "b", "c d", "ü"];
    at.iter().map(|n| names[usize::from(*n) % names.len()]).collect()
}

fn at() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0_u8..4, 1..4)
}

fn mode() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![0o644, 0o600, 0o755, 0o700, 0o640, 0o775, 0o444])
}

fn content() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..40),
        1 => (any::<u8>(), 100_000_usize..400_000).prop_map(|(byte, size)| vec![byte; size]),
    ]
}

fn make() -> impl Strategy<Value = Make> {
    prop_oneof![
        4 => (at(), content(), mode()).prop_map(|(at, content, mode)| Make::File { at, content, mode }),
        1 => (at(), 0_u64..3_000_000, content()).prop_map(|(at, hole, content)| Make::Sparse { at, hole, content }),
        2 => (at(), prop::sample::select(vec![0o755, 0o700, 0o750, 0o2775]))
            .prop_map(|(at, mode)| Make::Folder { at, mode }),
        1 => (at(), at()).prop_map(|(at, to)| Make::Link { at, to }),
        2 => (at(), at()).prop_map(|(at, to)| Make::Hard { at, to }),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => make().prop_map(Act::Make),
        4 => at().prop_map(Act::Remove),
        2 => (at(), at()).prop_map(|(from, to)| Act::Move(from, to)),
        1 => (at(), mode()).prop_map(|(at, mode)| Act::Mode(at, mode)),
        1 => at().prop_map(Act::Cut),
        2 => (at(), content()).prop_map(|(at, more)| Act::Append(at, more)),
        1 => at().prop_map(Act::Touch),
    ]
}

impl Make {
    /// What cannot be made where something else stands is not made.
    fn run(&self, work: &Path) -> io::Result<()> {
        let path = |at: &[u8]| work.join(place(at));
        match self {
            Make::File { at, content, mode } => {
                fs::create_dir_all(path(at).parent().unwrap())?;
                fs::write(path(at), content)?;
                fs::set_permissions(path(at), fs::Permissions::from_mode(*mode))
            }
            Make::Sparse { at, hole, content } => {
                fs::create_dir_all(path(at).parent().unwrap())?;
                let file = File::create(path(at))?;
                file.write_all_at(content, *hole)?;
                file.set_len(*hole + 200_000)
            }
            Make::Folder { at, mode } => {
                fs::create_dir_all(path(at))?;
                fs::set_permissions(path(at), fs::Permissions::from_mode(*mode))
            }
            Make::Link { at, to } => {
                fs::create_dir_all(path(at).parent().unwrap())?;
                symlink(place(to), path(at))
            }
            Make::Hard { at, to } => fs::hard_link(path(to), path(at)),
        }
    }
}

impl Act {
    fn run(&self, work: &Path) -> io::Result<()> {
        let path = |at: &[u8]| work.join(place(at));
        match self {
            Act::Make(make) => make.run(work),
            Act::Remove(at) => match fs::symlink_metadata(path(at))?.is_dir() {
                true => fs::remove_dir_all(path(at)),
                false => fs::remove_file(path(at)),
            },
            Act::Move(from, to) => fs::rename(path(from), path(to)),
            Act::Mode(at, mode) => {
                // As a folder it must stay one that can be entered, if this is not run by root.
                let mode = if path(at).is_dir() { mode | 0o700 } else { *mode };
                fs::set_permissions(path(at), fs::Permissions::from_mode(mode))
            }
            Act::Cut(at) => fs::OpenOptions::new().write(true).truncate(true).open(path(at)).map(drop),
            Act::Append(at, more) => fs::OpenOptions::new().append(true).open(path(at))?.write_all(more),
            Act::Touch(at) => {
                File::open(path(at))?.set_modified(SystemTime::now() + Duration::from_nanos(12_345_678_901))
            }
        }
    }
}

/// Everything that is to come back: kind, mode, bytes, times, links, and which names are one file.
fn picture(work: &Path) -> BTreeMap<PathBuf, String> {
    let mut out = BTreeMap::new();
    let mut inodes: BTreeMap<u64, PathBuf> = BTreeMap::new();
    let mut waiting = vec![work.to_owned()];
    let mut all = Vec::new();
    while let Some(path) = waiting.pop() {
        if fs::symlink_metadata(&path).unwrap().is_dir() {
            waiting.extend(fs::read_dir(&path).unwrap().map(|one| one.unwrap().path()));
        }
        all.push(path);
    }
    all.sort();
    for path in all {
        let m = fs::symlink_metadata(&path).unwrap();
        let what = if m.is_symlink() {
            format!("link to {:?}", fs::read_link(&path).unwrap())
        } else if m.is_dir() {
            "folder".to_owned()
        } else {
            let first = inodes.entry(m.ino()).or_insert_with(|| path.clone()).clone();
            let bytes = fs::read(&path).unwrap();
            format!(
                "file {first:?} of {} names, {} bytes, {:x?}",
                m.nlink(),
                bytes.len(),
                fingerprint(&bytes)
            )
        };
        let line = format!("{what} {:o} {}:{} {}.{}", m.mode(), m.uid(), m.gid(), m.mtime(), m.mtime_nsec());
        out.insert(path, line);
    }
    out
}

fn fingerprint(bytes: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn build(work: &Path, makes: &[Make]) {
    for make in makes {
        let _ = make.run(work);
    }
    // Times that are no accident of this moment.
    for (n, (path, _)) in picture(work).into_iter().rev().enumerate() {
        let time = UNIX_EPOCH + Duration::new(1_600_000_000 + n as u64 * 977, 123_456_789);
        if !fs::symlink_metadata(&path).unwrap().is_symlink() {
            File::open(&path).unwrap().set_modified(time).unwrap();
        }
    }
}

/// The roots that calls name: the folders right below, and names that may not be there yet.
fn targets(work: &Path) -> Vec<PathBuf> {
    ["a", "b", "c d", "ü"].iter().map(|name| work.join(name)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_call_did_is_undone_exactly(
        makes in prop::collection::vec(make(), 0..14),
        acts in prop::collection::vec(act(), 1..10),
    ) {
        let scratch = Scratch::new();
        let work = scratch.work();
        build(&work, &makes);
        let before = picture(&work);
        let entry = keep(&scratch.store(), &targets(&work), &LIMITS, about(), Lasting::ThroughCrashes).unwrap();
        for act in &acts {
            let _ = act.run(&work);
        }
        entry.settle().unwrap();
        let after = picture(&work);
        let undone = undo(&scratch.store(), &entry.id, now(), Force::Never).unwrap();
        prop_assert!(undone.left.is_empty(), "{:?}", undone.left);
        prop_assert_eq!(&picture(&work), &before);
        // An undo can be undone.
        let redone = undo(&scratch.store(), &undone.redo, now(), Force::Never).unwrap();
        prop_assert!(redone.left.is_empty(), "{:?}", redone.left);
        prop_assert_eq!(&picture(&work), &after);
    }

    #[test]
    fn stopped_anywhere_it_goes_on_and_comes_to_the_same(
        makes in prop::collection::vec(make(), 0..10),
        acts in prop::collection::vec(act(), 1..8),
    ) {
        let scratch = Scratch::new();
        let work = scratch.work();
        build(&work, &makes);
        let before = picture(&work);
        let entry = keep(&scratch.store(), &targets(&work), &LIMITS, about(), Lasting::ThroughCrashes).unwrap();
        for act in &acts {
            let _ = act.run(&work);
        }
        entry.settle().unwrap();
        // Stopped again and again, after one change, two, three, four, one …: every run but the first finds what a stopped one
        // has left.
        let mut runs = 0;
        let left = loop {
            let mut steps = 1 + runs % 4;
            let mut step = || {
                if steps == 0 {
                    return Err(io::Error::other("stopped"));
                }
                steps -= 1;
                Ok(())
            };
            if let Ok(undone) = undo_with(&scratch.store(), &entry.id, now(), Force::Never, &mut step) {
                break undone.left;
            }
            // Stopped behind the last step, it is done all the same.
            if let Standing::Undone { .. } = find(&scratch.store(), &entry.id).unwrap().standing().unwrap() {
                break Vec::new();
            }
            runs += 1;
            prop_assert!(runs < 2000, "it comes to no end");
        };
        prop_assert!(left.is_empty(), "{:?}", left);
        prop_assert_eq!(&picture(&work), &before);
    }

    #[test]
    fn what_others_changed_since_stays(
        makes in prop::collection::vec(make(), 0..12),
        acts in prop::collection::vec(act(), 1..8),
        others in prop::collection::vec((at(), prop::collection::vec(any::<u8>(), 41..60)), 1..4),
    ) {
        let scratch = Scratch::new();
        let work = scratch.work();
        build(&work, &makes);
        let entry = keep(&scratch.store(), &targets(&work), &LIMITS, about(), Lasting::ThroughCrashes).unwrap();
        for act in &acts {
            let _ = act.run(&work);
        }
        entry.settle().unwrap();
        let mut theirs = BTreeMap::new();
        for (at, text) in &others {
            let path = work.join(place(at));
            if fs::create_dir_all(path.parent().unwrap()).is_ok() && fs::write(&path, text).is_ok() {
                theirs.insert(fs::canonicalize(&path).unwrap(), text.clone());
            }
        }
        let _ = undo(&scratch.store(), &entry.id, now(), Force::Never).unwrap();
        for (path, text) in theirs {
            prop_assert_eq!(fs::read(&path).ok(), Some(text), "{}", path.display());
        }
    }
}

#[test]
fn what_nobody_saw_is_judged_by_when_it_changed() {
    let scratch = Scratch::new();
    let work = scratch.work();
    fs::write(work.join("a"), "one").unwrap();
    let paths = [work.join("a"), work.join("b"), work.join("new/deep/file")];
    // A call that began long ago.
    let long_ago = About { at: now() - 60_000, ..about() };
    let entry = keep(&scratch.store(), &paths, &LIMITS, long_ago, Lasting::ThroughCrashes).unwrap();
    fs::write(work.join("a"), "two").unwrap();
    let undone = undo(&scratch.store(), &entry.id, now(), Force::Never).unwrap();
    assert_eq!(undone.left.len(), 1, "{:?}", undone.left);
    assert!(undone.left[0].to_string().contains("nobody saw whether by it"), "{}", undone.left[0]);
    assert_eq!(fs::read(work.join("a")).unwrap(), b"two");
    // One that has only just begun.
    let entry = keep(&scratch.store(), &paths, &LIMITS, about(), Lasting::ThroughCrashes).unwrap();
    fs::write(work.join("a"), "three").unwrap();
    fs::create_dir_all(work.join("new/deep")).unwrap();
    fs::write(work.join("new/deep/file"), "x").unwrap();
    let undone = undo(&scratch.store(), &entry.id, now(), Force::Never).unwrap();
    assert!(undone.left.is_empty(), "{:?}", undone.left);
    assert_eq!(fs::read(work.join("a")).unwrap(), b"two");
    assert!(!work.join("new").exists(), "a folder that the call made is gone");
    let again = undo(&scratch.store(), &entry.id, now(), Force::Never).unwrap_err().to_string();
    assert!(again.contains(&format!("herma undo {}", undone.redo)), "{again}");
}

#[test]
fn force_overwrites_and_keeps_what_it_overwrote() {
    let scratch = Scratch::new();
    let work = scratch.work();
    fs::write(work.join("a"), "one").unwrap();
    let entry = keep(&scratch.store(), &[work.join("a")], &LIMITS, about(), Lasting::ThroughCrashes).unwrap();
    fs::write(work.join("a"), "the call's").unwrap();
    entry.settle().unwrap();
    fs::write(work.join("a"), "somebody's").unwrap();
    let undone = undo(&scratch.store(), &entry.id, now(), Force::Overwrite).unwrap();
    assert!(undone.left.is_empty());
    assert_eq!(fs::read(work.join("a")).unwrap(), b"one");
    undo(&scratch.store(), &undone.redo, now(), Force::Never).unwrap();
    assert_eq!(fs::read(work.join("a")).unwrap(), b"somebody's");
}

#[test]
fn what_cannot_be_kept_exactly_is_not_kept() {
    let scratch = Scratch::new();
    let work = scratch.work();
    fs::create_dir(work.join("d")).unwrap();
    for n in 0..20 {
        fs::write(work.join(format!("d/{n}")), vec![b'x'; 1000]).unwrap();
    }
    let why = |limits: &Limits| {
        keep(&scratch.store(), &[work.join("d")], limits, about(), Lasting::ThroughPowerCuts)
            .unwrap_err()
            .to_string()
    };
    assert!(why(&Limits { files: 20, ..LIMITS }).contains("more than 20 files"));
    assert!(why(&Limits { bytes: 10_000, ..LIMITS }).contains("MiB"));
    assert!(why(&Limits { total: 10_000, ..LIMITS }).contains("no room"));
    assert_eq!(measure(&[work.join("d")], &LIMITS).unwrap().files, 20);
    // Another name of one of its files lies outside.
    fs::hard_link(work.join("d/3"), work.join("other")).unwrap();
    assert!(why(&LIMITS).contains("hard link"), "{}", why(&LIMITS));
    fs::remove_file(work.join("other")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(work.join("d/pipe")).status().unwrap();
    assert!(made.success());
    assert!(why(&LIMITS).contains("neither a file"), "{}", why(&LIMITS));
    assert!(entries(&scratch.store()).unwrap().is_empty(), "nothing was half kept");
}

#[test]
fn what_is_over_goes_and_only_the_owner_can_look() {
    let scratch = Scratch::new();
    let work = scratch.work();
    fs::write(work.join("a"), "one").unwrap();
    fs::set_permissions(work.join("a"), fs::Permissions::from_mode(0o644)).unwrap();
    let old = keep(&scratch.store(), &[work.join("a")], &LIMITS, about(), Lasting::ThroughCrashes).unwrap();
    for (path, _) in picture(&scratch.store()) {
        let mode = fs::metadata(&path).unwrap().mode() & 0o077;
        assert_eq!(mode, 0, "{} is open to others", path.display());
    }
    assert_eq!(fs::metadata(scratch.store()).unwrap().mode() & 0o777, 0o700);
    assert_eq!(clean_up(&scratch.store(), now(), 10).unwrap(), 0);
    assert_eq!(clean_up(&scratch.store(), now() + DAY + 1000, 10).unwrap(), 1);
    assert!(find(&scratch.store(), &old.id).unwrap_err().to_string().contains("there is no entry"));
}

#[test]
fn nothing_is_put_where_a_link_leads() {
    let scratch = Scratch::new();
    let (work, elsewhere) = (scratch.work(), scratch.0.join("elsewhere"));
    fs::create_dir_all(work.join("d")).unwrap();
    fs::create_dir_all(&elsewhere).unwrap();
    fs::write(work.join("d/authorized_keys"), "the agent's").unwrap();
    let paths = [work.join("d/authorized_keys")];
    let entry = keep(&scratch.store(), &paths, &LIMITS, about(), Lasting::ThroughCrashes).unwrap();
    fs::remove_dir_all(work.join("d")).unwrap();
    entry.settle().unwrap();
    symlink(&elsewhere, work.join("d")).unwrap();
    let undone = undo(&scratch.store(), &entry.id, now(), Force::Overwrite);
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0, "{undone:?}");
    let through = keep(&scratch.store(), &paths, &LIMITS, about(), Lasting::ThroughCrashes).unwrap_err();
    assert!(through.to_string().contains("behind a link"), "{through}");
}

#[test]
fn what_was_left_alone_is_named_by_who_goes_on_too() {
    let scratch = Scratch::new();
    let work = scratch.work();
    let paths = [work.join("a"), work.join("b")];
    let entry = keep(&scratch.store(), &paths, &LIMITS, about(), Lasting::ThroughCrashes).unwrap();
    fs::write(work.join("a"), "the call's").unwrap();
    fs::write(work.join("b"), "the call's").unwrap();
    entry.settle().unwrap();
    fs::write(work.join("a"), "somebody else's").unwrap();
    let mut steps = 0;
    let mut stop = || {
        steps += 1;
        if steps > 3 { Err(io::Error::other("stopped")) } else { Ok(()) }
    };
    assert!(undo_with(&scratch.store(), &entry.id, now(), Force::Never, &mut stop).is_err());
    assert_eq!(find(&scratch.store(), &entry.id).unwrap().standing().unwrap(), Standing::HalfUndone);
    let undone = undo(&scratch.store(), &entry.id, now(), Force::Never).unwrap();
    assert_eq!(undone.left.iter().map(ToString::to_string).collect::<Vec<_>>().len(), 1, "{undone:?}");
    assert_eq!(fs::read_to_string(work.join("a")).unwrap(), "somebody else's");
    assert!(!work.join("b").exists());
}
