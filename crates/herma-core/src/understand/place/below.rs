//! What a folder may hold: a write of names that nobody knows is a write to any of them (design, section 3.7).

use super::super::walk::Walker;
use super::PlaceKind;
use super::lists::{ABOVE_GUARD, AGENTS_LOAD, GUARD_ENDS, GUARD_FOLDERS, HOME_SECRETS, HOME_STARTUP};
use super::words::leads_to_startup;

/// Continuous integration lies in there, which is edited every day; the hooks beside it are looked at by themselves.
const SHARED_FOLDERS: &[&str] = &["/.github", "/.config", "/.local"];

impl Walker<'_> {
    /// The worst kind of file that lies below a folder, at a name that the lists know. A project as a whole is left out:
    /// archives are unpacked there every day.
    pub(in super::super) fn holds(&self, folder: &str) -> Option<PlaceKind> {
        let folder = folder.trim_end_matches("/*").trim_end_matches('/');
        let kind = self.kind_of(folder);
        match kind {
            PlaceKind::HomeWhole => return Some(PlaceKind::Guard),
            PlaceKind::Null | PlaceKind::WorkspaceRoot | PlaceKind::Unknown | PlaceKind::Root => return None,
            _ => {}
        }
        if self.holds_moved_guard(folder) {
            return Some(PlaceKind::Guard);
        }
        if matches!(kind, PlaceKind::Scratch | PlaceKind::Build) {
            return None;
        }
        let below = self.below_home(folder).0.filter(|b| !b.is_empty());
        if below.is_some_and(|b| GUARD_FOLDERS.contains(&b) || ABOVE_GUARD.contains(&b)) {
            return Some(PlaceKind::Guard);
        }
        if let Some(tail) = hidden_tail(folder) {
            let leads_to =
                |listed: &&str| listed.strip_prefix(tail).is_some_and(|rest| rest.starts_with('/'));
            if GUARD_ENDS.iter().any(leads_to) {
                return Some(PlaceKind::Guard);
            }
            if AGENTS_LOAD.iter().any(leads_to) || leads_to_startup(tail) {
                return Some(PlaceKind::Startup);
            }
        }
        match self.kind_of(&format!("{folder}/x")) {
            found @ (PlaceKind::Startup | PlaceKind::Credential | PlaceKind::Guard) if found != kind => {
                return Some(found);
            }
            _ => {}
        }
        let below = below.filter(|b| b.starts_with('.') || *b == "Library")?;
        let inside = |list: &[&str]| {
            list.iter()
                .any(|l| l.strip_prefix(below).is_some_and(|rest| rest.starts_with('/') && rest.len() > 1))
        };
        if inside(HOME_STARTUP) {
            Some(PlaceKind::Startup)
        } else {
            inside(HOME_SECRETS).then_some(PlaceKind::Credential)
        }
    }

    /// Whether a path is a folder in which an agent keeps the settings that guard it, here or in a home.
    pub(in super::super) fn is_guard_folder(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let below = self.below_home(path).0.filter(|b| !b.is_empty());
        let leads_to = |tail: &str| {
            GUARD_ENDS
                .iter()
                .any(|listed| listed.strip_prefix(tail).is_some_and(|rest| rest.starts_with('/')))
        };
        below.is_some_and(|b| GUARD_FOLDERS.contains(&b)) || hidden_tail(path).is_some_and(leads_to)
    }

    /// Herma's files or an agent's settings that a variable or a setting has moved below this folder. The workspace, and
    /// what it lies in, holds some of them always.
    fn holds_moved_guard(&self, folder: &str) -> bool {
        let above = |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        if self.start.as_deref().is_some_and(|start| start == folder || above(start)) {
            return false;
        }
        self.herma_home().is_some_and(above)
            || self.moved_guard().iter().any(|line| above(line.trim_start_matches('!')))
    }
}

/// `/.claude/hooks` of `/src/app/.claude/hooks`: the end of a path from its last hidden folder on.
fn hidden_tail(folder: &str) -> Option<&str> {
    let tail = folder.get(folder.rfind("/.")?..)?;
    (tail.len() > 2 && !SHARED_FOLDERS.contains(&tail)).then_some(tail)
}
