//! One layer: a file, its last good copy, and what is in force of the two. The user's is held to what is recorded.

use super::record::{self, NOTHING, Record, Why};
use crate::paths::{self, Paths};
use herma_core::policy::{Layer, PolicyError, PolicyFile, loosened, merge};
use herma_core::{Answer, Question, World};
use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// More than any policy; a home full of garbage must not fill the memory.
const POLICY_MAX: u64 = 1 << 20;

/// Files that this process has read, by what stood in them: a proxy judges a thousand calls a second under the same words.
static READ: Mutex<Vec<(PathBuf, String, PolicyFile)>> = Mutex::new(Vec::new());
/// The administrator's, the user's, and a few projects'.
const READ_MAX: usize = 8;

/// Edits that this process has found to be looser: the file's text, the copy's, and what came of them.
static EDITED: Mutex<Vec<(Key, LayerFile)>> = Mutex::new(Vec::new());
/// What an edit was compared by.
type Key = (PathBuf, Option<String>, Option<String>, Option<PolicyFile>);

/// A project's policy is a page or two; more is not taken from somebody else.
const TOLD_MAX: usize = 64 << 10;

/// A layer that there is a file for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerFile {
    pub layer: Layer,
    pub path: PathBuf,
    pub state: FileState,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileState {
    /// The file, as it is.
    Good(PolicyFile),
    /// The file is broken; the last one that was good stays in force.
    LastGood(PolicyFile, Broken),
    /// The file is broken and there is no good one: only tier safe runs.
    Broken(Broken),
    /// The file was edited and is not provably tighter: the recorded one stays in force.
    NotApplied(PolicyFile, NotApplied),
}

/// An edited policy that nobody has put in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotApplied {
    pub path: PathBuf,
    /// The file as it is now; `None` if it is gone.
    pub text: Option<String>,
    /// The one that is in force.
    pub recorded: String,
    /// What would be looser, one sentence each.
    pub looser: Vec<String>,
}

impl std::fmt::Display for NotApplied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = if self.text.is_some() { "was edited" } else { "was deleted" };
        write!(
            f,
            "edited policy not applied: `{}` {what}, and the recorded policy stays in force until a person runs \
             `herma policy apply`",
            self.path.display()
        )
    }
}

/// A policy file that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    pub path: PathBuf,
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Broken { path, line, column, message } = self;
        write!(f, "`{}`, line {line}, column {column}: {}", path.display(), message.trim())
    }
}

impl LayerFile {
    /// Reads a layer's file, and keeps a copy of a good one. `None` if there is no such file.
    pub fn load(layer: Layer, path: &Path, copy: &Path) -> Option<LayerFile> {
        let found = |state: FileState| Some(LayerFile { layer: layer.clone(), path: path.to_owned(), state });
        let (line, column, message) = match read(path) {
            Ok(None) => return None,
            Ok(Some(text)) => match known(path, &text) {
                Some(file) => return found(FileState::Good(file)),
                None => match PolicyFile::parse(&text) {
                    Ok(file) => {
                        keep(copy, &text);
                        remember(path, text, &file);
                        return found(FileState::Good(file));
                    }
                    Err(e) => (e.line, e.column, e.message),
                },
            },
            Err(e) => (1, 1, e.to_string()),
        };
        let broken = Broken { path: path.to_owned(), line, column, message };
        found(instead_of(broken, read(copy).ok().flatten().as_deref()))
    }

    /// Reads the user's file. What is not provably tighter than the recorded policy is not in force (T62): `admin` is what
    /// both are laid over.
    pub fn load_user(paths: &Paths, admin: Option<&PolicyFile>) -> Option<LayerFile> {
        let path = &paths.policy;
        let found = |state: FileState| LayerFile { layer: Layer::User, path: path.to_owned(), state };
        let (text, copy) = (read(path), record::copy(paths));
        match (&text, copy.as_deref()) {
            (Ok(None), None | Some(NOTHING)) => return None,
            (Ok(Some(text)), Some(copy)) if text == copy => {
                return Some(found(match parsed(path, text) {
                    Ok(file) => FileState::Good(file),
                    Err(e) => FileState::Broken(broken(path, e)),
                }));
            }
            _ => {}
        }
        let text = match text {
            Ok(text) => text,
            Err(e) => {
                let broken = Broken { path: path.to_owned(), line: 1, column: 1, message: e.to_string() };
                return Some(found(instead_of(broken, Record::open(paths, copy.as_deref()).text.as_deref())));
            }
        };
        let key = (path.to_owned(), text, copy, admin.cloned());
        if let Some(edited) = known_edit(&key) {
            return Some(edited);
        }
        let (_, text, copy, _) = &key;
        let record = Record::open(paths, copy.as_deref());
        let now = text.as_deref().unwrap_or(NOTHING);
        let file = match parsed(path, now) {
            Ok(file) => file,
            Err(e) => return Some(found(instead_of(broken(path, e), record.text.as_deref()))),
        };
        let in_force = |why: Why| {
            record.put(paths, now, why);
            text.is_some().then(|| found(FileState::Good(file.clone())))
        };
        let recorded = match record.text.as_deref() {
            None => return in_force(Why::Found),
            Some(recorded) => recorded,
        };
        let was = match PolicyFile::parse(recorded) {
            Ok(was) => was,
            Err(e) => return Some(found(FileState::Broken(broken(&paths.last_good_policy(), e)))),
        };
        let over = |own: &PolicyFile| match admin {
            Some(admin) => merge(&[(Layer::Admin, admin), (Layer::User, own)]).policy,
            None => merge(&[(Layer::User, own)]).policy,
        };
        let looser = match recorded == now {
            true => Vec::new(),
            false => loosened(&over(&was), &over(&file)),
        };
        if looser.is_empty() {
            return in_force(Why::Tightened);
        }
        if of_root(path) {
            return in_force(Why::OfRoot);
        }
        let edited =
            NotApplied { path: path.to_owned(), text: text.clone(), recorded: recorded.to_owned(), looser };
        let edited = found(FileState::NotApplied(was, edited));
        remember_edit(key, &edited);
        Some(edited)
    }

    /// A project's file, as somebody else reads it. One that is there and cannot be read is broken.
    pub fn told(root: &Path, world: &dyn World) -> LayerFile {
        let path = root.join(".herma/policy.toml");
        let read = path.to_str().map(|path| world.ask(Question::Read(path, TOLD_MAX + 1)));
        let text = match read {
            Some(Answer::Bytes(bytes)) if bytes.len() <= TOLD_MAX => String::from_utf8(bytes).ok(),
            _ => None,
        };
        let parsed = match text {
            Some(text) => PolicyFile::parse(&text).map_err(|e| (e.line, e.column, e.message)),
            None => Err((1, 1, "it cannot be read".to_owned())),
        };
        let state = match parsed {
            Ok(file) => FileState::Good(file),
            Err((line, column, message)) => {
                FileState::Broken(Broken { path: path.clone(), line, column, message })
            }
        };
        LayerFile { layer: Layer::Project(root.to_string_lossy().into_owned()), path, state }
    }

    /// Stands for the projects of a call that goes into more folders than are followed: a person looks at it.
    pub fn too_many_folders() -> LayerFile {
        const NAME: &str = "too-many-folders";
        let text = format!(
            "version = 1\n[[rule]]\nname = \"{NAME}\"\ntool = \"*\"\ndecision = \"ask\"\n\
             reason = \"it goes into more folders than are followed, one of which may be a project with a policy\"\n"
        );
        let path = PathBuf::from(".herma/policy.toml");
        let state = match PolicyFile::parse(&text) {
            Ok(file) => FileState::Good(file),
            Err(e) => FileState::Broken(Broken {
                path: path.clone(),
                line: e.line,
                column: e.column,
                message: e.message,
            }),
        };
        LayerFile { layer: Layer::Project(NAME.to_owned()), path, state }
    }

    /// What of it is in force.
    pub fn file(&self) -> Option<&PolicyFile> {
        match &self.state {
            FileState::Good(file) | FileState::LastGood(file, _) | FileState::NotApplied(file, _) => {
                Some(file)
            }
            FileState::Broken(_) => None,
        }
    }

    /// An edit that is not in force.
    pub fn not_applied(&self) -> Option<&NotApplied> {
        match &self.state {
            FileState::NotApplied(_, edited) => Some(edited),
            FileState::Good(_) | FileState::LastGood(..) | FileState::Broken(_) => None,
        }
    }

    /// What a person should hear about it.
    pub fn complaint(&self) -> Option<&Broken> {
        match &self.state {
            FileState::Good(_) | FileState::NotApplied(..) => None,
            FileState::LastGood(_, broken) | FileState::Broken(broken) => Some(broken),
        }
    }
}

/// What is in force in the place of a broken file.
fn instead_of(broken: Broken, last_good: Option<&str>) -> FileState {
    match last_good.and_then(|text| PolicyFile::parse(text).ok()) {
        Some(file) => FileState::LastGood(file, broken),
        None => FileState::Broken(broken),
    }
}

fn broken(path: &Path, e: PolicyError) -> Broken {
    Broken { path: path.to_owned(), line: e.line, column: e.column, message: e.message }
}

fn parsed(path: &Path, text: &str) -> Result<PolicyFile, PolicyError> {
    if let Some(file) = known(path, text) {
        return Ok(file);
    }
    let file = PolicyFile::parse(text)?;
    remember(path, text.to_owned(), &file);
    Ok(file)
}

/// Whether only root may write it, and we are not root: whoever runs agents has not edited it. A link is nobody's: it may
/// lead to any file of root's.
fn of_root(path: &Path) -> bool {
    let Ok(about) = std::fs::symlink_metadata(path) else { return false };
    about.is_file() && about.uid() == 0 && about.mode() & 0o022 == 0 && !rustix::process::geteuid().is_root()
}

fn known_edit(key: &Key) -> Option<LayerFile> {
    EDITED.lock().ok()?.iter().find(|(known, _)| known == key).map(|(_, edited)| edited.clone())
}

fn remember_edit(key: Key, edited: &LayerFile) {
    let Ok(mut known) = EDITED.lock() else { return };
    if known.len() >= READ_MAX {
        known.remove(0);
    }
    known.push((key, edited.clone()));
}

fn known(path: &Path, text: &str) -> Option<PolicyFile> {
    let read = READ.lock().ok()?;
    let found = read.iter().find(|(known, words, _)| known == path && words == text);
    found.map(|(_, _, file)| file.clone())
}

fn remember(path: &Path, text: String, file: &PolicyFile) {
    let Ok(mut read) = READ.lock() else { return };
    read.retain(|(known, ..)| known != path);
    if read.len() >= READ_MAX {
        read.remove(0);
    }
    read.push((path.to_owned(), text, file.clone()));
}

/// The file's text; `None` if there is no such file. A pipe or a device in its place is an error, not a wait.
pub fn read(path: &Path) -> io::Result<Option<String>> {
    let opened = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path);
    let file = match opened {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    };
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("this is not a file"));
    }
    let mut bytes = Vec::new();
    file.take(POLICY_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > POLICY_MAX {
        return Err(io::Error::other("the file is too large for a policy"));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| io::Error::other("the file is not UTF-8"))
}

/// Keeps the copy, when it differs. Failing is no reason to refuse a good policy: only the net is missing.
pub(super) fn keep(copy: &Path, text: &str) {
    if read(copy).ok().flatten().as_deref() == Some(text) {
        return;
    }
    if let Some(folder) = copy.parent() {
        let _ =
            paths::make_folder(folder).and_then(|()| paths::write_atomically(copy, text.as_bytes(), None));
    }
}
