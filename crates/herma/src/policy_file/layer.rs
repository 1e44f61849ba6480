//! One layer: a file, its last good copy, and what is in force of the two.

use crate::paths;
use herma_core::policy::{Layer, PolicyFile};
use herma_core::{Answer, Question, World};
use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// More than any policy; a home full of garbage must not fill the memory.
const POLICY_MAX: u64 = 1 << 20;

/// Files that this process has read, by what stood in them: a proxy judges a thousand calls a second under the same words.
static READ: Mutex<Vec<(PathBuf, String, PolicyFile)>> = Mutex::new(Vec::new());
/// The administrator's, the user's, and a few projects'.
const READ_MAX: usize = 8;
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
        let last_good = read(copy).ok().flatten().and_then(|text| PolicyFile::parse(&text).ok());
        found(match last_good {
            Some(file) => FileState::LastGood(file, broken),
            None => FileState::Broken(broken),
        })
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
            FileState::Good(file) | FileState::LastGood(file, _) => Some(file),
            FileState::Broken(_) => None,
        }
    }

    /// What a person should hear about it.
    pub fn complaint(&self) -> Option<&Broken> {
        match &self.state {
            FileState::Good(_) => None,
            FileState::LastGood(_, broken) | FileState::Broken(broken) => Some(broken),
        }
    }
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
fn keep(copy: &Path, text: &str) {
    if read(copy).ok().flatten().as_deref() == Some(text) {
        return;
    }
    if let Some(folder) = copy.parent() {
        let _ =
            paths::make_folder(folder).and_then(|()| paths::write_atomically(copy, text.as_bytes(), None));
    }
}
