//! The world: the few facts a judgement may ask for.
//!
//! One question, one answer. That shape lets the product answer from the real machine, a test answer from a
//! table, a recorder keep every answer that was used, and a replay feed them back.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// A fact that understanding or deciding may need. Asked lazily: an answer costs a system call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question<'a> {
    /// The home directory of the user the call would run as.
    Home,
    /// The working directory the call would start in.
    Cwd,
    /// The login name of that user.
    User,
    /// One environment variable.
    Env(&'a str),
    /// What lies at this absolute path (not following a final symbolic link).
    Look(&'a str),
    /// The path with every symbolic link resolved; for a path that does not exist, its longest existing part
    /// resolved and the rest appended.
    RealPath(&'a str),
    /// What git knows of this absolute path.
    Tracked(&'a str),
    /// The root of the git work tree around this absolute path.
    WorkTree(&'a str),
    /// The first bytes of a file, at most this many.
    Read(&'a str, usize),
    /// The names in a folder, one per line, in order; only the first few hundred.
    List(&'a str),
    /// The process table.
    Processes,
    /// The processes that hold a TCP or UDP socket of this port, on either end: their numbers, separated by spaces, and a `?`
    /// for each that cannot be seen. Missing if nothing does.
    Port(&'a str),
    /// Where a program of this name would be found on the search path.
    Which(&'a str),
    /// Which file or folder lies at this path, links followed, and of a file also what is in it: a text that is another
    /// one as soon as one of these is.
    Identity(&'a str),
    /// Which regular file lies at this path, links followed, told without reading it: by its inode, size and times. Missing
    /// if what lies there is no such file.
    Stamp(&'a str),
    /// Files and folders that guard agents beside their usual places, one a line, a folder with a slash at its end: settings
    /// that a variable has moved, and whatever was connected. Missing if there are none.
    Guarded,
}

/// What the world says. `Unknown` is an answer too: it is placed as the worst.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Unknown,
    Text(String),
    Missing,
    Entry(Entry),
    Tracked(Tracked),
    Bytes(Vec<u8>),
    Processes(Vec<Process>),
}

/// What lies at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    File { size: u64, executable: bool },
    Directory,
    Link,
    BlockDevice,
    Other,
}

/// What git knows of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tracked {
    /// In the index, and the file on disk is the one in the index: `git checkout` brings it back.
    Clean,
    /// In the index, but changed since.
    Modified,
    /// In a work tree, not in the index.
    Untracked,
    /// In no work tree.
    NoRepository,
}

/// A line of the process table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    pub pid: i32,
    pub parent: i32,
    pub group: i32,
    /// The kernel's short name (15 characters at most on Linux).
    pub name: String,
    /// The whole command line, joined by spaces.
    pub command: String,
    pub uid: u32,
    /// This process, or one that carries it: Herma itself, the agent's host, and everything above.
    pub host: bool,
    /// The short-lived Herma process that is judging right now.
    pub myself: bool,
}

/// Whoever can answer.
pub trait World {
    fn ask(&self, question: Question<'_>) -> Answer;
}

impl dyn World + '_ {
    pub fn text(&self, question: Question<'_>) -> Option<String> {
        match self.ask(question) {
            Answer::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The world as one judgement sees it: each path is looked at once, each look counts as work, and once the budget is spent
/// nothing is asked any more: everything is unknown.
pub(crate) struct Metered<'w> {
    machine: &'w dyn World,
    real: RefCell<BTreeMap<String, Answer>>,
    looked: RefCell<BTreeMap<String, Answer>>,
    /// The process table: `kill 11; kill 12; …` reads it once.
    processes: RefCell<Option<Answer>>,
    trees: RefCell<BTreeMap<String, Answer>>,
    /// Folders: each `cargo build` of a script looks through the same ones.
    lists: RefCell<BTreeMap<String, Answer>>,
}

impl<'w> Metered<'w> {
    pub(crate) fn new(machine: &'w dyn World) -> Self {
        Metered {
            machine,
            real: RefCell::default(),
            looked: RefCell::default(),
            processes: RefCell::default(),
            trees: RefCell::default(),
            lists: RefCell::default(),
        }
    }

    fn answer(&self, question: Question<'_>, cost: usize) -> Answer {
        if crate::work::is_spent() || !crate::work::charge(cost) {
            return Answer::Unknown;
        }
        let most = match question {
            Question::Home | Question::Cwd | Question::User => crate::work::PATH_MAX,
            Question::Env(_) => crate::shell::MAX_TEXT,
            _ => usize::MAX,
        };
        match self.machine.ask(question) {
            Answer::Text(text) if text.len() > most => Answer::Unknown,
            answer => answer,
        }
    }
}

/// What a look at the machine costs in units of work: some system calls.
const LOOK: usize = 30;
/// What the process table costs: a file per process.
const TABLE: usize = 20_000;
/// What looking through the table once more costs, for each process.
const ROW: usize = 2;
/// Bytes of known names that are looked through for one unit of work.
const NAMES: usize = 64;

impl World for Metered<'_> {
    fn ask(&self, question: Question<'_>) -> Answer {
        let cost = match question {
            Question::Home | Question::Cwd | Question::User | Question::Env(_) | Question::Guarded => 2,
            Question::Look(path) | Question::RealPath(path) | Question::WorkTree(path) => {
                LOOK + path.len() / 8
            }
            Question::Tracked(_) | Question::Identity(_) | Question::Stamp(_) | Question::Which(_) => {
                4 * LOOK
            }
            Question::Processes | Question::Port(_) => TABLE,
            _ => 2 * LOOK,
        };
        if question == Question::Processes
            && let Some(table) = self.processes.borrow().as_ref()
        {
            let rows = if let Answer::Processes(rows) = table { rows.len() } else { 0 };
            return if crate::work::charge(ROW * rows + 1) { table.clone() } else { Answer::Unknown };
        }
        let (known, path) = match question {
            Question::RealPath(path) => (&self.real, path),
            Question::Look(path) => (&self.looked, path),
            Question::WorkTree(path) => (&self.trees, path),
            Question::List(path) => (&self.lists, path),
            _ => {
                let answer = self.answer(question, cost);
                if let Answer::Bytes(bytes) = &answer {
                    crate::work::charge(bytes.len() / 64);
                }
                // What the budget refused is not what the machine would say.
                if question == Question::Processes && !crate::work::is_spent() {
                    self.processes.replace(Some(answer.clone()));
                }
                return answer;
            }
        };
        if path.len() > crate::work::PATH_MAX {
            return Answer::Unknown;
        }
        if let Some(answer) = known.borrow().get(path) {
            // A folder's names are many to look through, also when they are known.
            let names = if let Answer::Text(names) = answer { names.len() } else { 0 };
            return if crate::work::charge(names / NAMES) { answer.clone() } else { Answer::Unknown };
        }
        let answer = self.answer(question, cost);
        known.borrow_mut().insert(path.to_owned(), answer.clone());
        answer
    }
}

/// A world out of a table, for tests, examples and fuzzers. What the table does not hold is unknown.
#[derive(Debug, Clone, Default)]
pub struct TableWorld {
    pub home: Option<String>,
    pub cwd: Option<String>,
    pub user: Option<String>,
    pub env: BTreeMap<String, String>,
    pub entries: BTreeMap<String, Entry>,
    /// Paths at which nothing lies.
    pub missing: std::collections::BTreeSet<String>,
    pub links: BTreeMap<String, String>,
    pub tracked: BTreeMap<String, Tracked>,
    pub work_tree: Option<String>,
    pub files: BTreeMap<String, Vec<u8>>,
    pub processes: Option<Vec<Process>>,
    /// Who holds a port, by its number.
    pub ports: BTreeMap<String, String>,
    pub guarded: Option<String>,
}

impl TableWorld {
    /// A developer in a checkout: the world that the knowledge tables' examples are judged in.
    pub fn developer() -> Self {
        TableWorld {
            home: Some("/home/dev".to_owned()),
            cwd: Some("/home/dev/src/app".to_owned()),
            user: Some("dev".to_owned()),
            work_tree: Some("/home/dev/src/app".to_owned()),
            processes: Some(vec![
                process(1, 0, 1, "systemd", "/sbin/init", 0, true),
                process(900, 1, 900, "bash", "-bash", 1000, true),
                process(1000, 900, 1000, "claude", "claude --resume", 1000, true),
                process(1001, 1000, 1000, "node", "node /home/dev/src/app/server.js", 1000, false),
                process(1100, 1, 1100, "postgres", "/usr/lib/postgresql/16/bin/postgres", 26, false),
                process(1200, 1, 1200, "herma", "/usr/local/bin/herma up", 1000, false),
            ]),
            ..TableWorld::default()
        }
    }
}

fn process(pid: i32, parent: i32, group: i32, name: &str, command: &str, uid: u32, host: bool) -> Process {
    Process {
        pid,
        parent,
        group,
        name: name.to_owned(),
        command: command.to_owned(),
        uid,
        host,
        myself: false,
    }
}

impl World for TableWorld {
    fn ask(&self, question: Question<'_>) -> Answer {
        let text = |t: &Option<String>| t.clone().map_or(Answer::Unknown, Answer::Text);
        match question {
            Question::Home => text(&self.home),
            Question::Cwd => text(&self.cwd),
            Question::User => text(&self.user),
            Question::Env(name) => self.env.get(name).cloned().map_or(Answer::Missing, Answer::Text),
            Question::Look(path) if self.missing.contains(path) => Answer::Missing,
            Question::Look(path) => self.entries.get(path).map_or(Answer::Unknown, |e| Answer::Entry(*e)),
            Question::RealPath(path) => Answer::Text(self.resolve(path)),
            Question::Tracked(path) => {
                self.tracked.get(path).map_or(Answer::Unknown, |t| Answer::Tracked(*t))
            }
            Question::WorkTree(path) => match &self.work_tree {
                Some(root)
                    if path == root
                        || path.strip_prefix(root.as_str()).is_some_and(|r| r.starts_with('/')) =>
                {
                    Answer::Text(root.clone())
                }
                _ => Answer::Missing,
            },
            Question::Read(path, max) => match self.files.get(path) {
                Some(bytes) => Answer::Bytes(bytes.iter().copied().take(max).collect()),
                None => Answer::Unknown,
            },
            Question::List(path) => self.list(path),
            Question::Processes => self.processes.clone().map_or(Answer::Unknown, Answer::Processes),
            Question::Port(port) => match (self.ports.get(port), &self.processes) {
                (Some(pids), _) => Answer::Text(pids.clone()),
                (None, Some(_)) => Answer::Missing,
                (None, None) => Answer::Unknown,
            },
            Question::Which(_) => Answer::Unknown,
            Question::Identity(path) => {
                let real = self.resolve(path);
                let content = self.files.get(&real);
                Answer::Text(content.map_or_else(|| real.clone(), |bytes| format!("{real} {bytes:02x?}")))
            }
            Question::Guarded => self.guarded.clone().map_or(Answer::Missing, Answer::Text),
            Question::Stamp(path) => match self.files.get(&self.resolve(path)) {
                Some(bytes) => Answer::Text(bytes.len().to_string()),
                None => Answer::Missing,
            },
        }
    }
}

impl TableWorld {
    fn list(&self, folder: &str) -> Answer {
        let below = |path: &String| {
            let rest = path.strip_prefix(folder)?.strip_prefix('/')?;
            rest.split('/').next().map(str::to_owned)
        };
        let names: std::collections::BTreeSet<String> =
            self.files.keys().chain(self.entries.keys()).filter_map(below).collect();
        match names.is_empty() {
            true => Answer::Missing,
            false => Answer::Text(names.into_iter().collect::<Vec<_>>().join("\n")),
        }
    }

    fn resolve(&self, path: &str) -> String {
        if let Some((before, after)) =
            path.split_once("/..").filter(|(_, a)| a.is_empty() || a.starts_with('/'))
        {
            let before = self.resolve(before);
            let above = before.rsplit_once('/').map_or("", |(above, _)| above);
            let whole = format!("{above}{after}");
            return self.resolve(if whole.is_empty() { "/" } else { &whole });
        }
        for (link, target) in &self.links {
            if let Some(rest) = path.strip_prefix(link.as_str())
                && (rest.is_empty() || rest.starts_with('/'))
            {
                return format!("{}{rest}", target.trim_end_matches('/'));
            }
        }
        path.to_owned()
    }
}
