//! The real machine, as an answer to the few questions a judgement may ask.

mod diskless;
mod git;
mod guarded;
mod identity;
mod processes;
mod resolve;
mod snapshot;

pub use diskless::DisklessWorld;
pub use guarded::in_use;
pub use resolve::Resolver;
pub use snapshot::SnapshotWorld;

use herma_core::world::Entry;
use herma_core::{Answer, Question, World};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::OnceLock;

/// `/etc/passwd` of a machine with very many users.
const PASSWD_MAX: u64 = 1 << 20;

/// Answers from this machine, without a time limit. A hook that waits too long for it goes on with a [`DisklessWorld`].
#[derive(Debug, Clone, Default)]
pub struct RealWorld;

impl World for RealWorld {
    fn ask(&self, question: Question<'_>) -> Answer {
        match question {
            Question::Home => home(),
            Question::Cwd => std::env::current_dir().map_or(Answer::Unknown, |dir| path_text(&dir)),
            Question::User => user(),
            Question::Env(name) => env(name),
            Question::Look(path) => look(Path::new(path)),
            Question::RealPath(path) => resolve::real_path(path),
            Question::Tracked(path) => git::tracked(Path::new(path)),
            Question::WorkTree(path) => git::work_tree(Path::new(path)),
            Question::Read(path, max) => read(Path::new(path), max),
            Question::List(path) => list(Path::new(path)),
            Question::Processes => processes::table(),
            Question::Port(port) => processes::holders(port),
            // The program that judges is the one to guard, wherever it lies.
            Question::Which("herma") => ourselves(),
            Question::Which(name) => which(name),
            Question::Identity(path) => identity::identity(path),
            Question::Stamp(path) => identity::stamp(path),
            Question::Guarded => guarded::guarded(),
        }
    }
}

fn ourselves() -> Answer {
    static EXE: OnceLock<Option<Answer>> = OnceLock::new();
    let exe = EXE.get_or_init(|| std::env::current_exe().ok().map(|exe| path_text(&exe)));
    exe.clone().unwrap_or_else(|| which("herma"))
}

/// Whether the answer needs a disk, which may hang.
fn touches_disk(question: Question<'_>) -> bool {
    match question {
        // The user database lies beside the libraries that this program was just loaded from.
        Question::Home | Question::Cwd | Question::Env(_) | Question::User => false,
        Question::Look(_)
        | Question::RealPath(_)
        | Question::Tracked(_)
        | Question::WorkTree(_)
        | Question::Read(..)
        | Question::List(_)
        | Question::Processes
        | Question::Port(_)
        | Question::Which(_)
        | Question::Identity(_)
        | Question::Stamp(_)
        | Question::Guarded => true,
    }
}

fn path_text(path: &Path) -> Answer {
    path.to_str().map_or(Answer::Unknown, |text| Answer::Text(text.to_owned()))
}

fn home() -> Answer {
    std::env::home_dir()
        .filter(|home| !home.as_os_str().is_empty())
        .map_or(Answer::Unknown, |home| path_text(&home))
}

fn env(name: &str) -> Answer {
    // The standard library panics on a name that no environment can hold.
    if name.is_empty() || name.contains(['=', '\0']) {
        return Answer::Missing;
    }
    match std::env::var_os(name) {
        None => Answer::Missing,
        Some(value) => value.into_string().map_or(Answer::Unknown, Answer::Text),
    }
}

/// The login name: what the user database says of our uid; the environment only where there is no database.
/// Who we are does not change while we run; a proxy is asked a thousand times a second.
fn user() -> Answer {
    static USER: OnceLock<Answer> = OnceLock::new();
    USER.get_or_init(ask_for_user).clone()
}

fn ask_for_user() -> Answer {
    let from_environment = || match env("USER") {
        Answer::Text(name) if !name.is_empty() => Answer::Text(name),
        _ => Answer::Unknown,
    };
    own_uid().and_then(user_name).map_or_else(from_environment, Answer::Text)
}

/// The name of this user in the user database, whatever an environment may say.
pub fn user_name(uid: u32) -> Option<String> {
    let mut passwd = Vec::with_capacity(8192);
    File::open("/etc/passwd").and_then(|f| f.take(PASSWD_MAX).read_to_end(&mut passwd)).ok()?;
    let passwd = String::from_utf8(passwd).ok()?;
    let uid = uid.to_string();
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == uid).then(|| name.to_owned())
    })
}

#[cfg(target_os = "linux")]
fn own_uid() -> Option<u32> {
    fs::metadata("/proc/self").ok().map(|m| m.uid())
}

#[cfg(not(target_os = "linux"))]
fn own_uid() -> Option<u32> {
    None
}

fn look(path: &Path) -> Answer {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Answer::Entry(entry(&metadata)),
        Err(e) if is_missing(&e) => Answer::Missing,
        Err(_) => Answer::Unknown,
    }
}

fn entry(metadata: &Metadata) -> Entry {
    let kind = metadata.file_type();
    if kind.is_symlink() {
        Entry::Link
    } else if kind.is_dir() {
        Entry::Directory
    } else if kind.is_file() {
        Entry::File { size: metadata.len(), executable: metadata.permissions().mode() & 0o111 != 0 }
    } else if kind.is_block_device() {
        Entry::BlockDevice
    } else {
        Entry::Other
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Only of plain files: reading a pipe or a device would wait for somebody, or take something away.
fn read(path: &Path, max: usize) -> Answer {
    match open_file(path) {
        Ok(file) => {
            let mut bytes = Vec::new();
            match file.take(max as u64).read_to_end(&mut bytes) {
                Ok(_) => Answer::Bytes(bytes),
                Err(_) => Answer::Unknown,
            }
        }
        Err(e) if is_missing(&e) => Answer::Missing,
        Err(_) => Answer::Unknown,
    }
}

/// Names that a folder is listed with, and how many are looked at to find the first of them in order.
const LISTED_MAX: usize = 256;
const LOOKED_AT_MAX: usize = 2048;

fn list(path: &Path) -> Answer {
    match fs::read_dir(path) {
        Ok(entries) => {
            let names = entries.take(LOOKED_AT_MAX).filter_map(|e| e.ok()?.file_name().into_string().ok());
            let mut names: Vec<String> = names.filter(|name| !name.contains('\n')).collect();
            names.sort_unstable();
            names.truncate(LISTED_MAX);
            Answer::Text(names.join("\n"))
        }
        Err(e) if is_missing(&e) => Answer::Missing,
        Err(_) => Answer::Unknown,
    }
}

fn open_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("not a plain file")),
    }
}

fn which(name: &str) -> Answer {
    if name.is_empty() || name.contains(['/', '\0']) {
        return Answer::Unknown;
    }
    let Some(path) = std::env::var_os("PATH") else {
        return Answer::Unknown;
    };
    for folder in std::env::split_paths(&path) {
        let candidate = folder.join(name);
        let runs = fs::metadata(&candidate).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
        if runs {
            return path_text(&candidate);
        }
    }
    Answer::Missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sees_what_is_there() {
        let world = RealWorld;
        assert_eq!(world.ask(Question::Look("/")), Answer::Entry(Entry::Directory));
        assert_eq!(world.ask(Question::Look("/no/such/thing")), Answer::Missing);
        assert_eq!(world.ask(Question::Look("/dev/null")), Answer::Entry(Entry::Other));
        assert!(matches!(world.ask(Question::Which("sh")), Answer::Text(path) if path.ends_with("/sh")));
        assert_eq!(world.ask(Question::Which("no-such-program")), Answer::Missing);
        assert_eq!(world.ask(Question::Read("/dev/zero", 10)), Answer::Unknown);
        assert_eq!(world.ask(Question::Read("/no/such", 10)), Answer::Missing);
        assert_eq!(world.ask(Question::Env("A=B")), Answer::Missing);
        assert!(
            matches!(world.ask(Question::List("/")), Answer::Text(names) if names.lines().any(|n| n == "tmp"))
        );
        assert_eq!(world.ask(Question::List("/no/such")), Answer::Missing);
    }
}
