//! Patterns: the worst thing that one may mean. What is written through a pattern is written to all that fits it.

use super::super::glob::meets;
use super::super::walk::Walker;
use super::lists::{
    ABOVE_GUARD, GUARD_ENDS, GUARD_FOLDERS, HOME_GUARD, HOME_SECRETS, HOME_STARTUP, NOT_SECRET,
    SYSTEM_FOLDERS, SYSTEM_GUARD, SYSTEM_SECRETS, SYSTEM_STARTUP,
};
use super::{PlaceKind, Placed};

/// Stands for any number of folders, or for a name that is not known.
const ANYTHING: &str = "…";

/// What a pattern may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Meant {
    pub kind: PlaceKind,
    /// The shell itself fits the pattern. What a search finds is a guess.
    pub sure: bool,
}

impl Walker<'_> {
    /// The worst that a pattern in a changed path may mean, if that is worse than ordinary. `whole`: a folder that
    /// fits goes with all that is in it.
    pub(in super::super) fn worst_meant(&self, placed: &Placed, whole: bool) -> Option<Meant> {
        let path = match placed.path.strip_prefix("~") {
            Some(below) if self.home != "~" => format!("{}{below}", self.home),
            _ => placed.path.clone(),
        };
        let searched = path.contains(ANYTHING);
        let names: Vec<&str> = path.split('/').filter(|n| !n.is_empty()).collect();
        let last = names.last().copied().unwrap_or("");
        // A name that is not known at all says nothing, but below a folder in which the guard lives.
        let bare = last == ANYTHING;
        if bare && !self.holds_guard(path.trim_end_matches(ANYTHING).trim_end_matches('/')) {
            return None;
        }
        let meant = |kind| Some(Meant { kind, sure: !searched });
        if self.may_be_guard(&path, &names, placed, whole) {
            let ordinary = searched
                && !bare
                && last.contains(['*', '?', '['])
                && matches!(placed.kind, PlaceKind::Workspace | PlaceKind::WorkspaceRoot | PlaceKind::Build);
            return meant(PlaceKind::Guard).filter(|_| !ordinary);
        }
        // Of all that lies in a folder the folder itself says what it is.
        if placed.contents || bare || matches!(placed.kind, PlaceKind::Scratch | PlaceKind::Build) {
            return None;
        }
        // A search by name goes everywhere: only what it names counts, not each folder that it comes through.
        let counts = |listed: &&&str| !searched || !listed.ends_with('*');
        let fits = |list: &[&str], text: &str| list.iter().filter(counts).any(|listed| meets(text, listed));
        for below in self.below_homes(&names).iter().filter(|b| b.starts_with(['.', '…', '?', '[', '*'])) {
            if fits(HOME_STARTUP, below) {
                return meant(PlaceKind::Startup);
            }
            if fits(HOME_SECRETS, below) && !fits(NOT_SECRET, below) {
                return meant(PlaceKind::Credential);
            }
        }
        let first = names.first().copied().unwrap_or("");
        if !first.contains(['*', '?', '[']) {
            return None;
        }
        let listed = |list: &[&str]| list.iter().any(|l| l.starts_with('/') && meets(&path, l));
        if listed(SYSTEM_STARTUP) {
            return meant(PlaceKind::Startup);
        }
        if listed(SYSTEM_SECRETS) {
            return meant(PlaceKind::Credential);
        }
        let system = SYSTEM_FOLDERS.iter().any(|f| meets(first, f));
        meant(PlaceKind::System).filter(|_| system && names.len() > 1)
    }

    fn may_be_guard(&self, path: &str, names: &[&str], placed: &Placed, whole: bool) -> bool {
        let last = names.last().copied().unwrap_or("");
        let searched = path.contains(ANYTHING);
        // A folder of programs is more than the one that is Herma, and so is all of `/etc`.
        let one_of_many = |listed: &str| placed.contents && listed.ends_with("bin/herma");
        for below in self.below_homes(names) {
            let fits = |listed: &&str| match (searched, listed.strip_suffix('*')) {
                // A search goes down: its last name must be that of something of the guard's.
                (true, Some(folder)) if !folder.ends_with('/') => {
                    meets(&below, &format!("{folder}*/policy.toml"))
                        || meets(&below, &format!("{folder}*/herma*"))
                }
                _ => meets(&below, listed),
            };
            if HOME_GUARD.iter().any(|l| !one_of_many(l) && fits(l))
                || whole && GUARD_FOLDERS.iter().chain(ABOVE_GUARD).any(|l| meets(&below, l))
            {
                return true;
            }
        }
        // `*.db` in a project is the project's.
        let elsewhere = placed.contents && placed.kind == PlaceKind::Elsewhere;
        let ends = |end: &&&str| !elsewhere && (end.starts_with("/.") || last.starts_with('h'));
        if GUARD_ENDS.iter().filter(ends).any(|end| meets(path, &format!("*{end}"))) {
            return true;
        }
        let own = self.own_program().is_some_and(|own| !placed.contents && !searched && meets(path, own));
        let home =
            self.herma_home().is_some_and(|h| meets(path, h) || !searched && meets(path, &format!("{h}/*")));
        let moved = !searched && self.is_met_by_moved_guard(path);
        own || home || moved || !placed.contents && !searched && SYSTEM_GUARD.iter().any(|l| meets(path, l))
    }

    fn is_met_by_moved_guard(&self, path: &str) -> bool {
        let all = self.moved_guard().iter().filter(|line| !line.starts_with(':'));
        all.map(|line| line.trim_start_matches('!')).any(|guard| match guard.strip_suffix('/') {
            Some(folder) => meets(path, folder) || meets(path, &format!("{folder}/*")),
            None => meets(path, guard),
        })
    }

    /// What a pattern names below each home that its beginning may mean.
    fn below_homes(&self, names: &[&str]) -> Vec<String> {
        let mut out = Vec::new();
        let own: Vec<&str> = self.home.split('/').filter(|n| !n.is_empty()).collect();
        for home in [own.as_slice(), &["home", "*"], &["Users", "*"], &["root"]] {
            if home.is_empty() {
                continue;
            }
            let mut rest = names;
            let mut fits = true;
            for folder in home {
                match rest.split_first() {
                    // It goes on from anywhere.
                    Some((&ANYTHING, _)) => break,
                    Some((name, after)) if meets(name, folder) => rest = after,
                    _ => {
                        fits = false;
                        break;
                    }
                }
            }
            if fits && !rest.is_empty() {
                out.push(rest.join("/"));
            }
        }
        out.dedup();
        out
    }
}
