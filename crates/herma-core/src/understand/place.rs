//! Placing: whose ground a path is on.

mod below;
mod compiled;
mod components;
mod devices;
mod links;
mod lists;
mod patterns;
mod remembered;
mod sensitive;
mod uri;
mod words;

use super::field::{Part, Source, Value};
use super::glob;
use super::walk::Walker;
use crate::work::{PATH_MAX, charge, give_up, is_spent};
use crate::world::Question;
use components::{Component, Components};
pub(super) use devices::is_watching_device;
use devices::{device, disk_or_device};
use lists::{ABOVE_GUARD, BUILD_FOLDERS, GUARD_FOLDERS, SYSTEM_FOLDERS};
pub(super) use remembered::PlacedSoFar;
pub use sensitive::is_precious;
use sensitive::kind_by_tail;
pub(super) use uri::path_of_uri;
pub(super) use words::{is_environment_file, starts_by_itself};

/// What kind of ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// `/` itself.
    Root,
    /// One of the system's own folders, as a whole.
    SystemFolder,
    /// A home as a whole.
    HomeWhole,
    /// Inside a system folder.
    System,
    Scratch,
    /// Made again by a build: `node_modules`, `target`, `*.o`, `*.log`.
    Build,
    Workspace,
    /// The workspace as a whole.
    WorkspaceRoot,
    /// `.git` and what is in it.
    GitDir,
    Home,
    OtherHome,
    /// A secret: keys, tokens, passwords.
    Credential,
    /// Run by itself later: shell start-up, cron, units, hooks, authorized keys.
    Startup,
    /// Herma's own files, and the settings by which agents call it.
    Guard,
    /// A raw disk.
    Disk,
    /// `/dev/null`, terminals, descriptors.
    Null,
    /// `/dev/tcp/host/port`
    Socket,
    Device,
    /// Anywhere else: `/srv`, `/data`, `/mnt`.
    Elsewhere,
    Unknown,
}

/// A path and what it means.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    pub kind: PlaceKind,
    /// Absolute and normal; globs and unknown parts as written.
    pub path: String,
    /// All that lies directly in the named folder (`X/*`).
    pub contents: bool,
    /// A pattern: more than one.
    pub many: bool,
    /// Part of it is not known.
    pub unknown: bool,
}

/// Paths whose kind is remembered within one call. More are worked out again.
const MAX_REMEMBERED: usize = 32;

impl Walker<'_> {
    /// Places a path that the text names.
    pub(crate) fn place(&self, value: &Value) -> Placed {
        if is_spent() {
            // Nothing is looked at any more: the call is asked about.
            let (kind, path) = (PlaceKind::Unknown, String::new());
            return Placed { kind, path, contents: false, many: false, unknown: true };
        }
        let length = value.length();
        charge(1 + length / 16);
        // No path: the system takes none of this length. What its end says counts all the same.
        if length > PATH_MAX {
            let mut path = value.shown();
            let kind = kind_by_tail(&path);
            path.truncate(path.floor_char_boundary(PATH_MAX));
            return Placed { kind, path, contents: false, many: value.has_glob(), unknown: true };
        }
        // Tables and principles look at the same few words again and again.
        let cwd = self.cwd_now();
        if let Some(placed) = self.placed.borrow().get(value, cwd) {
            return placed;
        }
        let placed = self.work_out_place(value);
        self.placed.borrow_mut().put(value, cwd, &placed);
        placed
    }

    fn work_out_place(&self, value: &Value) -> Placed {
        if let Some(path) = path_of_uri(value.prefix()).filter(|_| value.known().is_some()) {
            return self.place(&Value::text(path));
        }
        if let Some(path) = value.known().and_then(|text| self.path_on_drive(text)) {
            return self.place(&Value::text(path));
        }
        if let Some(path) = self.plain_path(value) {
            let kind = self.kind_through_links(&path);
            return Placed { kind, path, contents: false, many: false, unknown: false };
        }
        let mut components = Components::of(value);
        if !components.absolute {
            if let Some(path) = below_scratch(value) {
                return Placed {
                    kind: PlaceKind::Scratch,
                    path,
                    contents: false,
                    many: value.has_glob(),
                    unknown: true,
                };
            }
            if components.unknown_root {
                return Placed {
                    kind: kind_by_tail(&value.shown()),
                    path: value.shown(),
                    contents: false,
                    many: value.has_glob(),
                    unknown: true,
                };
            }
            match self.cwd() {
                Some(cwd) => components.below(&cwd),
                None => {
                    return Placed {
                        kind: PlaceKind::Unknown,
                        path: value.shown(),
                        contents: false,
                        many: value.has_glob(),
                        unknown: true,
                    };
                }
            }
        }
        let mut placed = self.place_components(components);
        // Behind a link, `..` is the folder above what the link leads to, whatever the text looks like.
        if let Some(path) = value.known().and_then(|text| self.with_links_followed(text)) {
            placed.kind = worse(placed.kind, self.kind_through_links(&path));
        }
        placed
    }

    fn place_components(&self, components: Components) -> Placed {
        let (known, rest) = components.split();
        let mut path = format!("/{}", known.join("/"));
        if self.home == "~" && known.first().is_some_and(|c| c == "~") {
            path = known.join("/");
        }
        let tail = rest.first();
        let contents = tail.is_some_and(|c| c.everything) && rest.len() == 1;
        let unknown = rest.iter().any(|c| c.unknown);
        let many = rest.iter().any(|c| c.glob);
        let mut shown = path.clone();
        for component in &rest {
            shown.truncate(shown.trim_end_matches('/').len());
            shown.push('/');
            shown.push_str(&component.text);
        }
        let mut kind = self.kind_through_links(&path);
        if let (Some(tail), false) = (tail, contents) {
            kind = self.kind_below(&path, kind, tail, &rest, &shown);
        }
        Placed { kind, path: if rest.is_empty() { path } else { shown }, contents, many, unknown }
    }

    /// The everyday path: wholly known, nothing in it to normalise.
    fn plain_path(&self, value: &Value) -> Option<String> {
        let text = value.known()?.trim_end_matches('/');
        let odd = text.is_empty()
            || text.starts_with('~')
            || text.contains("//")
            || text.split('/').any(|c| matches!(c, "." | ".."));
        if odd {
            return None;
        }
        if text.starts_with('/') {
            return Some(text.to_owned());
        }
        let cwd = self.cwd().filter(|cwd| !cwd.contains(['*', '?']))?;
        cwd.starts_with('/').then(|| format!("{}/{text}", cwd.trim_end_matches('/')))
    }

    /// The kind of something below `folder` whose name is only a pattern, or not known.
    fn kind_below(
        &self,
        folder: &str,
        kind: PlaceKind,
        tail: &Component,
        rest: &[Component],
        shown: &str,
    ) -> PlaceKind {
        // A pattern directly under the root may mean a system folder: `/lib*`, `/e?c`.
        if folder == "/" && tail.glob && !tail.unknown && rest.len() == 1 {
            if SYSTEM_FOLDERS.iter().any(|f| glob::fits(&tail.text, f)) {
                return PlaceKind::SystemFolder;
            }
            return PlaceKind::Elsewhere;
        }
        let last = rest.last().map_or("", |c| c.text.as_str());
        let plain = last.replace('*', "");
        let known = |name: &str| compiled::NAMED_SECRETS.fits(name) && !compiled::NAMED_HARMLESS.fits(name);
        // `.e*`, `.en?`: the dot says that hidden files are meant.
        let hidden = last.starts_with('.')
            && last.len() > 1
            && tail.glob
            && glob::fits(last, ".env")
            && !last.starts_with(".[");
        if hidden {
            return PlaceKind::Credential;
        }
        if rest.last().is_some_and(|c| !c.unknown)
            && plain.len() > 2
            && (known(last) || known(&plain) || may_mean_a_secret(last))
        {
            return PlaceKind::Credential;
        }
        match kind {
            PlaceKind::Root if tail.unknown => PlaceKind::Unknown,
            PlaceKind::Root => PlaceKind::Elsewhere,
            PlaceKind::SystemFolder if folder == "/dev" => disk_or_device(last),
            PlaceKind::SystemFolder if folder == "/home" || folder == "/Users" => {
                if rest.len() == 1 {
                    PlaceKind::HomeWhole
                } else {
                    PlaceKind::OtherHome
                }
            }
            PlaceKind::SystemFolder | PlaceKind::System => match self.kind_of(shown) {
                found @ (PlaceKind::Credential | PlaceKind::Guard | PlaceKind::Startup) => found,
                _ => PlaceKind::System,
            },
            PlaceKind::HomeWhole
            | PlaceKind::OtherHome
            | PlaceKind::Home
            | PlaceKind::Workspace
            | PlaceKind::WorkspaceRoot
            | PlaceKind::Elsewhere => {
                let whole = self.kind_of(shown);
                if matches!(
                    whole,
                    PlaceKind::Credential
                        | PlaceKind::Guard
                        | PlaceKind::Startup
                        | PlaceKind::Build
                        | PlaceKind::GitDir
                ) {
                    return whole;
                }
                match kind {
                    PlaceKind::HomeWhole => PlaceKind::Home,
                    PlaceKind::WorkspaceRoot => PlaceKind::Workspace,
                    other => other,
                }
            }
            PlaceKind::Scratch if self.kind_of(shown) == PlaceKind::Credential => PlaceKind::Credential,
            other => other,
        }
    }

    /// Whether the end of a path that begins somewhere unknown says that it is a secret.
    pub(super) fn names_a_secret(&self, path: &str) -> bool {
        kind_by_tail(path) == PlaceKind::Credential
    }

    /// The kind of a fully known absolute path.
    pub(crate) fn kind_of(&self, path: &str) -> PlaceKind {
        if let Some((_, kind)) = self.kinds.borrow().iter().find(|(p, _)| p == path) {
            return *kind;
        }
        let kind = self.work_out_kind(path);
        let mut kinds = self.kinds.borrow_mut();
        if kinds.len() < MAX_REMEMBERED {
            kinds.push((path.to_owned(), kind));
        }
        kind
    }

    fn work_out_kind(&self, path: &str) -> PlaceKind {
        if path.len() > PATH_MAX {
            give_up();
            return PlaceKind::Unknown;
        }
        charge(5 + path.len() / 16);
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        if path.is_empty() || path == "/" {
            return PlaceKind::Root;
        }
        let mut parts = path.split('/').filter(|p| !p.is_empty());
        let first = parts.next().unwrap_or("");
        let depth = path.split('/').filter(|p| !p.is_empty()).count();
        if let Some(kind) = device(path) {
            return kind;
        }
        let (below_home, other_home) = self.below_home(path);
        if below_home.is_some_and(|below| compiled::HOME_GUARD.fits(below))
            || below_home.is_none() && compiled::SYSTEM_GUARD.fits(path)
            || self.own_program() == Some(path)
            || compiled::GUARD_ENDS.end(path)
            || self
                .herma_home()
                .is_some_and(|h| path == h || path.strip_prefix(h).is_some_and(|r| r.starts_with('/')))
        {
            return PlaceKind::Guard;
        }
        if below_home.is_some_and(|below| GUARD_FOLDERS.contains(&below)) {
            return PlaceKind::Startup;
        }
        if below_home == Some("") {
            return PlaceKind::HomeWhole;
        }
        if let Some(kind) =
            self.kind_on_windows(path, below_home).filter(|_| self.in_workspace(path).is_none())
        {
            return kind;
        }
        if depth == 1 && SYSTEM_FOLDERS.contains(&first) {
            return PlaceKind::SystemFolder;
        }
        if let Some(kind) = self.sensitive(path, below_home) {
            return kind;
        }
        if self.in_scratch(path, below_home.filter(|_| !other_home)) {
            return PlaceKind::Scratch;
        }
        if let Some(kind) = self.in_workspace(path) {
            return kind;
        }
        if let Some(below) = below_home {
            if below.starts_with(".cache/") || below == ".cache" {
                return PlaceKind::Scratch;
            }
            if other_home {
                return PlaceKind::OtherHome;
            }
            return if depth > 3 && is_build(below) { PlaceKind::Build } else { PlaceKind::Home };
        }
        // The package manager's own caches: fetched again when they are needed.
        if path.starts_with("/var/cache/") || path.starts_with("/var/lib/apt/lists") {
            return PlaceKind::Build;
        }
        if SYSTEM_FOLDERS.contains(&first) {
            return PlaceKind::System;
        }
        if depth > 1 && is_build(path) { PlaceKind::Build } else { PlaceKind::Elsewhere }
    }

    /// The part of a path below a home, and whether that is another person's.
    pub(super) fn below_home<'p>(&self, path: &'p str) -> (Option<&'p str>, bool) {
        let below = |home: &str| match path.strip_prefix(home) {
            Some("") => Some(""),
            Some(rest) => rest.strip_prefix('/'),
            None => None,
        };
        if let Some(rest) =
            below(self.home.trim_end_matches('/')).filter(|_| self.home.len() > 1 || self.home == "~")
        {
            return (Some(rest), false);
        }
        for base in ["/home/", "/Users/"] {
            if let Some(rest) = path.strip_prefix(base) {
                let (user, below) = rest.split_once('/').unwrap_or((rest, ""));
                return (Some(below), self.user.as_deref() != Some(user));
            }
        }
        for base in ["/root", "/var/root"] {
            if let Some(rest) = below(base) {
                return (Some(rest), true);
            }
        }
        (None, false)
    }

    pub(super) fn herma_home(&self) -> Option<&str> {
        let ask = || {
            self.world
                .text(Question::Env("HERMA_HOME"))
                .map(|h| h.trim_end_matches('/').to_owned())
                .filter(|h| h.len() > 1)
        };
        self.herma_home.get_or_init(ask).as_deref()
    }

    /// Where the guard lies beside its usual places. A line that begins with `!` is not to be read either; one with `:` is
    /// the port of its gateway.
    pub(super) fn moved_guard(&self) -> &[String] {
        self.moved_guard.get_or_init(|| {
            let listed = self.world.text(Question::Guarded).unwrap_or_default();
            listed.lines().filter(|path| path.len() > 1).map(str::to_owned).collect()
        })
    }

    pub(super) fn is_moved_guard(&self, path: &str) -> bool {
        self.moved_guard().iter().any(|guard| match guard.trim_start_matches('!').strip_suffix('/') {
            Some(folder) => {
                path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
            None => path == guard.trim_start_matches('!'),
        })
    }

    /// A folder elsewhere in which such settings lie: said by a line that ends in `/.`.
    pub(super) fn is_moved_guards_folder(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.moved_guard().iter().any(|guard| guard.strip_suffix("/.") == Some(path))
    }

    /// A folder in which the guard lives: losing it is losing the guard.
    pub(super) fn holds_guard(&self, path: &str) -> bool {
        let path = path.trim_end_matches("/*");
        let (below, _) = self.below_home(path);
        below.is_some_and(|b| GUARD_FOLDERS.contains(&b) || ABOVE_GUARD.contains(&b))
            || self.herma_home().is_some_and(|h| h.strip_prefix(path).is_some_and(|r| r.starts_with('/')))
            || self
                .moved_guard()
                .iter()
                .any(|h| h.trim_start_matches('!').strip_prefix(path).is_some_and(|r| r.starts_with('/')))
    }

    /// The program that is judging, or would be found by its name.
    pub(super) fn own_program(&self) -> Option<&str> {
        self.own_program.get_or_init(|| self.world.text(Question::Which("herma"))).as_deref()
    }

    /// Below a folder for temporary files. A home that lies in one of these is a home nevertheless.
    fn in_scratch(&self, path: &str, below_own_home: Option<&str>) -> bool {
        SCRATCH.iter().copied().chain(self.scratch_folder()).any(|folder| {
            is_below(path, folder) && !(below_own_home.is_some() && is_below(&self.home, folder))
        })
    }

    fn scratch_folder(&self) -> Option<&str> {
        let ask = || {
            self.world
                .text(Question::Env("TMPDIR"))
                .map(|h| h.trim_end_matches('/').to_owned())
                .filter(|h| h.len() > 1)
        };
        self.scratch_folder.get_or_init(ask).as_deref()
    }

    /// Below the work tree around the working directory, or below the working directory itself.
    fn in_workspace(&self, path: &str) -> Option<PlaceKind> {
        for root in self.workspaces().iter() {
            if path == root {
                // A build folder that somebody stands in stays one; a checkout is a checkout whatever its name.
                let build = Some(root) == self.start.as_ref()
                    && self.workspaces().len() == 1
                    && is_build(root.rsplit('/').next().unwrap_or(""));
                let checkout =
                    build && self.world.text(Question::WorkTree(root)).is_some_and(|tree| tree == *root);
                return Some(if build && !checkout { PlaceKind::Build } else { PlaceKind::WorkspaceRoot });
            }
            if let Some(rest) = path.strip_prefix(root.as_str()).and_then(|r| r.strip_prefix('/')) {
                return Some(if is_build(rest) { PlaceKind::Build } else { PlaceKind::Workspace });
            }
        }
        None
    }

    fn workspaces(&self) -> &[String] {
        self.workspaces.get_or_init(|| {
            let mut out = Vec::new();
            if let Some(start) = &self.start {
                out.extend(self.world.text(Question::WorkTree(start)));
                if !self.is_broad(start) && !out.contains(start) {
                    out.push(start.clone());
                }
            }
            out
        })
    }

    /// A place too broad to be anybody's workspace.
    fn is_broad(&self, path: &str) -> bool {
        let depth = path.split('/').filter(|p| !p.is_empty()).count();
        depth == 0
            || path == self.home
            || depth == 1 && SYSTEM_FOLDERS.contains(&path.trim_start_matches('/'))
            || ["/etc", "/usr", "/bin", "/boot", "/dev", "/lib", "/proc", "/sbin", "/sys"]
                .iter()
                .any(|s| path.starts_with(s))
            || depth == 2 && (path.starts_with("/home/") || path.starts_with("/Users/"))
    }
}

/// `$TMPDIR/name`: scratch, whatever the variable holds; only `$TMPDIR/*` would be everything if it held nothing.
fn below_scratch(value: &Value) -> Option<String> {
    const SCRATCH: &[&str] = &["TMPDIR", "TMP", "TEMP", "TEMPDIR", "RUNNER_TEMP", "XDG_CACHE_HOME"];
    let [Part::Unknown(Source::Variable(name)), Part::Text(below), ..] = value.parts.as_slice() else {
        return None;
    };
    let named = below
        .strip_prefix('/')
        .is_some_and(|b| !b.is_empty() && !b.split('/').any(|c| matches!(c, "" | "." | "..")));
    (named && SCRATCH.contains(&name.as_str())).then(|| value.shown())
}

/// How much worse one ground is than another, for links that join two.
pub(super) fn worse(one: PlaceKind, other: PlaceKind) -> PlaceKind {
    if severity(one) > severity(other) { one } else { other }
}

fn severity(kind: PlaceKind) -> u8 {
    match kind {
        PlaceKind::Null | PlaceKind::Scratch => 0,
        PlaceKind::Build => 1,
        PlaceKind::Workspace => 2,
        PlaceKind::Elsewhere | PlaceKind::Home => 3,
        PlaceKind::WorkspaceRoot | PlaceKind::OtherHome | PlaceKind::Unknown | PlaceKind::GitDir => 4,
        PlaceKind::System | PlaceKind::Device | PlaceKind::Socket => 5,
        PlaceKind::Credential | PlaceKind::Startup => 6,
        PlaceKind::Disk
        | PlaceKind::HomeWhole
        | PlaceKind::SystemFolder
        | PlaceKind::Root
        | PlaceKind::Guard => 7,
    }
}

/// `id_*`, `.en*`: a pattern that says enough to mean a file of secrets by its name.
pub(super) fn may_mean_a_secret(pattern: &str) -> bool {
    const NAMES: &[&str] = &[
        ".env",
        ".env.local",
        ".env.production",
        ".netrc",
        ".pgpass",
        "credentials",
        "id_ed25519",
        "id_rsa",
    ];
    let mut bracket = false;
    let spelled = pattern.chars().filter(|c| {
        let inside = bracket || *c == '[';
        bracket = inside && *c != ']';
        !inside && !matches!(c, '*' | '?')
    });
    pattern.contains(['*', '?', '['])
        && spelled.count() > 2
        && NAMES.iter().any(|name| glob::fits(pattern, name))
}

const SCRATCH: &[&str] =
    &["/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/folders", "/var/folders"];

/// Whether a path is a folder, or lies in it.
fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a path below a workspace is made again by a build.
pub fn is_build_output(below: &str) -> bool {
    is_build(below)
}

fn is_build(below: &str) -> bool {
    let name = below.rsplit('/').next().unwrap_or("");
    below.split('/').any(|c| BUILD_FOLDERS.binary_search(&c).is_ok()) || compiled::BUILD_FILES.fits(name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn build_folders_are_sorted() {
        assert!(super::lists::BUILD_FOLDERS.is_sorted());
    }
}
