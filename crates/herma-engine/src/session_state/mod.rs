//! What Herma noted about a session: what strangers wrote that the agent has read, whether its person is in a crisis,
//! which approved calls it was handed (`docs/taint.md`).
//!
//! One small file a session, written by the events that decide nothing and read before each call: one open where there is
//! one, and no store. What the person said is never in it, only that it was said, and when.

mod file;

use crate::approvals::now;
use crate::paths::Paths;
use crate::redact::Redactor;
use herma_agents::AGENTS;
use herma_core::ToolCall;
use herma_core::call::{Context, Taint};
use herma_core::taint;
use herma_store::{Forget, Millis};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// A sign of a crisis stands for so long after it was last seen: the night, and the morning after.
pub const CRISIS_STANDS: Millis = herma_core::crisis::lane::STANDS_MS;
/// Texts of strangers that are remembered, those with an order in them longest.
const TAINT_MAX: usize = 16;
/// Downloaded files and folders, and calls that were handed to the agent.
const PATHS_MAX: usize = 64;
const HANDED_MAX: usize = 32;

/// What is noted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    pub taint: Vec<Taint>,
    pub crisis: Option<Standing>,
    /// Files and folders that came from outside.
    pub downloads: Vec<String>,
    /// Calls that a person approved and the agent was told to run: which, and the request.
    pub handed: Vec<(String, String)>,
}

/// That a person showed signs of a crisis. When and how strongly; never what was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub at: Millis,
    pub band: String,
}

/// Forgets notes as `herma forget` forgets traces; a crisis sign stays as long as it stands.
pub fn forget(paths: &Paths, what: &Forget) -> std::io::Result<()> {
    let files: Vec<PathBuf> = match what {
        Forget::Session(session) => AGENTS
            .into_iter()
            .map(|agent| SessionKey { agent: agent.name, session, cwd: "" }.session_file(paths))
            .collect(),
        Forget::Before(time) => file::all(&paths.sessions())
            .into_iter()
            .filter(|(_, at)| at < time)
            .map(|(path, _)| path)
            .collect(),
        Forget::All => file::all(&paths.sessions()).into_iter().map(|(path, _)| path).collect(),
    };
    files.iter().try_for_each(|path| file::forget(paths, path))
}

/// Whose notes.
#[derive(Debug, Clone, Copy)]
pub struct SessionKey<'a> {
    pub agent: &'a str,
    /// Empty where the agent does not say: then the folder stands for it.
    pub session: &'a str,
    pub cwd: &'a str,
}

impl SessionKey<'_> {
    fn session_file(&self, paths: &Paths) -> PathBuf {
        let named = if self.session.is_empty() { ["folder", self.cwd] } else { ["session", self.session] };
        self.file(paths, &named)
    }

    /// A crisis is not over because somebody started the agent anew, or another one: it also stands for the folder. Where
    /// many people talk to one agent there is no folder: then one person's crisis is not everybody's.
    fn place_file(&self, paths: &Paths) -> Option<PathBuf> {
        (!self.cwd.is_empty()).then(|| self.anybody().file(paths, &["crisis", self.cwd]))
    }

    /// A conversation is the same whichever agent or channel carries it on. What nobody has named is no conversation of
    /// everybody's.
    fn conversation_file(&self, paths: &Paths) -> Option<PathBuf> {
        (!matches!(self.session, "" | "default" | "outgoing"))
            .then(|| self.anybody().file(paths, &["conversation", self.session]))
    }

    fn anybody(&self) -> Self {
        SessionKey { agent: "", ..*self }
    }

    fn file(&self, paths: &Paths, parts: &[&str; 2]) -> PathBuf {
        let mut hasher = Sha256::new();
        for part in [self.agent, parts[0], parts[1]] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        // Three of them a hook: by hand, and not through the machinery of formats.
        let digits = |byte: &u8| [byte >> 4, byte & 15].map(|half| char::from_digit(u32::from(half), 16));
        let name: String = hasher.finalize().iter().take(16).flat_map(digits).flatten().collect();
        paths.sessions().join(name)
    }
}

/// What came before a call, as far as it is noted. Nothing noted is nothing known; notes that cannot be read may have said
/// anything, and count as the worst that is still useful (see [`Notes::unreadable`]).
pub fn context(paths: &Paths, whose: SessionKey<'_>) -> Context {
    let path = whose.session_file(paths);
    let mut notes = file::read(&path).unwrap_or_default();
    if file::lost(&path) {
        notes.taint.push(unknown("Herma could not note it"));
    }
    let here = notes.crisis.as_ref().is_some_and(stands);
    let noted = |path: &Path| file::read(path).and_then(|notes| notes.crisis).as_ref().is_some_and(stands);
    let crisis = here
        || whose.place_file(paths).is_some_and(|path| noted(&path))
        || whose.conversation_file(paths).is_some_and(|path| noted(&path));
    Context { taint: notes.taint, crisis, raised: Vec::new() }
}

/// The call as it is judged when it is claimed: a crisis may have shown while it waited.
pub fn with_crisis(paths: &Paths, whose: SessionKey<'_>, call: &ToolCall) -> ToolCall {
    let mut call = call.clone();
    call.context.crisis |= context(paths, whose).crisis;
    call
}

/// The notes of a session, to look at.
pub fn of(paths: &Paths, whose: SessionKey<'_>) -> Notes {
    file::read(&whose.session_file(paths)).unwrap_or_default()
}

/// Changes the notes of a session. One writer at a time; a reader finds the old ones or the new ones.
pub fn change(paths: &Paths, whose: SessionKey<'_>, change: impl FnOnce(&mut Notes)) -> std::io::Result<()> {
    file::change(paths, &whose.session_file(paths), change)
}

/// Notes what a tool has given back.
pub fn heard(paths: &Paths, whose: SessionKey<'_>, call: &ToolCall, result: &str) -> std::io::Result<()> {
    let known = of(paths, whose);
    let redactor = Redactor::of(&call.args);
    let read =
        taint::read(call, result, &known.downloads).map(|read| without_secrets(read, &redactor, result));
    let downloads: Vec<String> =
        taint::downloads(call).iter().map(|path| redactor.text(path).into_owned()).collect();
    let new = downloads.iter().any(|path| !known.downloads.contains(path));
    if read.is_none() && !new {
        return Ok(());
    }
    let ordered = read.as_ref().is_some_and(|read| read.order.is_some());
    let noted = change(paths, whose, |notes| {
        notes.add_downloads(downloads);
        if let Some(read) = read {
            notes.add_taint(read);
        }
    });
    // A full disk or a busy lock must not make an order unheard.
    if noted.is_err() && ordered {
        file::lose(&whose.session_file(paths))?;
    }
    noted
}

/// What is noted lies on the disk: secrets go, as they do from a trace. A call that names one cannot be known by it any
/// more, so an order that does counts as one whose names are not all known.
fn without_secrets(read: Taint, redactor: &Redactor, result: &str) -> Taint {
    let Taint { source, order, mut names, mut more } = read;
    // Names are in small letters, and a token is known by its large ones: it is looked for where it stood.
    let secrets: Vec<String> = match names.is_empty() {
        true => Vec::new(),
        false => redactor.secrets_of(result).iter().map(|secret| secret.to_lowercase()).collect(),
    };
    let all = names.len();
    names.retain(|name| {
        redactor.text(name) == *name && !secrets.iter().any(|secret| name.contains(secret.as_str()))
    });
    more |= order.is_some() && names.len() < all;
    let clean = |text: &str| redactor.text(text).into_owned();
    Taint { source: clean(&source), order: order.as_deref().map(clean), names, more }
}

/// Something that strangers may have written, and may have asked for anything.
fn unknown(why: &str) -> Taint {
    Taint { source: format!("something that is not known any more ({why})"), more: true, ..Taint::default() }
}

/// A person showed signs of a crisis: noted for the session, for the conversation whoever carries it on, and for the folder.
/// Whether that is new: for none of these it stood already.
pub fn crisis(paths: &Paths, whose: SessionKey<'_>, band: &str) -> std::io::Result<bool> {
    let standing = Standing { at: now(), band: band.to_owned() };
    let files = [Some(whose.session_file(paths)), whose.conversation_file(paths), whose.place_file(paths)];
    let mut is_new = true;
    for path in files.iter().flatten() {
        // Under the lock: of two that hear it at once, one is the first.
        file::change(paths, path, |notes| {
            is_new &= !notes.crisis.replace(standing.clone()).as_ref().is_some_and(stands);
        })?;
    }
    Ok(is_new)
}

fn stands(standing: &Standing) -> bool {
    // A clock that was set back does not end it.
    now() - standing.at < CRISIS_STANDS
}

impl Notes {
    /// Something was there and cannot be read: strangers' words may have been in it, and a crisis.
    fn unreadable(at: Millis) -> Notes {
        let taint = unknown("Herma's notes of this session cannot be read");
        let crisis = Some(Standing { at, band: "unknown".to_owned() });
        Notes { taint: vec![taint], crisis, ..Notes::default() }
    }

    /// Adds what was read. The same page again replaces what was noted of it.
    pub fn add_taint(&mut self, mut taint: Taint) {
        self.taint.retain(|known| {
            let replaced = known.source == taint.source && (known.order.is_none() || taint.order.is_some());
            // What it ordered the last time it may still want: whoever writes the page chooses what it says when.
            if replaced && known.order.is_some() {
                taint.names.extend(
                    known
                        .names
                        .iter()
                        .filter(|name| !taint.names.contains(name))
                        .cloned()
                        .collect::<Vec<_>>(),
                );
                taint.more |= known.more;
            }
            !replaced
        });
        taint.more |= taint.order.is_some() && taint.names.len() > taint::NAMES_MAX;
        taint.names.truncate(taint::NAMES_MAX);
        self.taint.push(taint);
        while self.taint.len() > TAINT_MAX {
            let mildest =
                self.taint.iter().position(|one| one.order.is_none() && one.names.is_empty() && !one.more);
            let mildest =
                mildest.or_else(|| self.taint.iter().position(|one| one.order.is_none() && !one.more));
            let forgotten = self.taint.remove(mildest.unwrap_or(0));
            // Many orders do not make one of them unheard.
            if (forgotten.order.is_some() || forgotten.more)
                && let Some(kept) = self.taint.first_mut()
            {
                kept.more = true;
            }
        }
    }

    pub fn add_downloads(&mut self, paths: Vec<String>) {
        for path in paths {
            if !self.downloads.contains(&path) {
                self.downloads.push(path);
            }
        }
        let beyond = self.downloads.len().saturating_sub(PATHS_MAX);
        self.downloads.drain(..beyond);
    }

    pub fn add_handed(&mut self, call: &str, request: &str) {
        self.handed.push((call.to_owned(), request.to_owned()));
        let beyond = self.handed.len().saturating_sub(HANDED_MAX);
        self.handed.drain(..beyond);
    }

    /// The request of a call that was handed over, once.
    pub fn take_handed(&mut self, call: &str) -> Option<String> {
        let at = self.handed.iter().position(|(known, _)| known == call)?;
        Some(self.handed.remove(at).1)
    }
}

/// How strongly a person's words show signs of a crisis, if they do.
pub fn crisis_band(text: &str) -> Option<&'static str> {
    let band = herma_core::crisis::read(text).band;
    (band >= herma_core::crisis::Band::Concern).then(|| band.as_str())
}

/// What a call is known by between its approval and its result: the agent's own name for it, else what it is.
pub fn call_key(call: &ToolCall, call_id: Option<&str>) -> String {
    match call_id {
        Some(id) if !id.is_empty() => id.chars().take(200).collect(),
        _ => herma_core::digest::digest(call, "", &[]),
    }
}

#[cfg(test)]
mod tests;
