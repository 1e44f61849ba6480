//! What guards agents beside the usual places: settings that a variable has moved, what `herma connect` has written, and a
//! home of Herma's that was named.

use crate::paths::{self, Paths};
use herma_agents::AGENTS;
use herma_core::Answer;
use herma_specs::AgentSpec;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// A folder that agents, or Herma, look for at another place if a variable says so. A slash at the end: and all below it. A
/// dot: the folder itself, since what is put there by a copy may be one of the others.
struct Movable {
    variable: &'static str,
    /// Its usual place, which is known.
    usual: &'static str,
    /// What in it guards.
    below: &'static [&'static str],
}

/// Every such folder: of each agent by its spec, and those that a variable moves for all programs.
fn movable() -> impl Iterator<Item = Movable> {
    let of_agent = |spec: &'static AgentSpec| {
        let folder = spec.hook.as_ref()?.folder;
        let usual = if folder.variable_is_home { "" } else { folder.name };
        Some(Movable { variable: folder.variable?, usual, below: spec.guard.moved })
    };
    let config = |below| Movable { variable: "XDG_CONFIG_HOME", usual: ".config", below };
    let data = Movable { variable: "XDG_DATA_HOME", usual: ".local/share", below: OWN };
    herma_specs::AGENTS.iter().filter_map(of_agent).chain([
        config(OWN),
        config(herma_specs::lists::MOVED_CONFIG),
        data,
    ])
}

/// Herma's own folder.
const OWN: &[&str] = &["herma/"];
/// Names of folders that are there for what an agent loads; in others, such as a project's root, lies much else.
const AGENTS_OWN: &[&str] = &["hooks", "plugin", "plugins", "extensions"];
/// As many records as are read: nobody connects more.
const RECORDS_MAX: usize = 200;

/// The home in use, where one was named: what is judged here is judged by its policy.
static IN_USE: OnceLock<Paths> = OnceLock::new();

pub fn in_use(paths: &Paths) {
    let _ = IN_USE.set(paths.clone());
}

/// All of them.
pub(super) fn guarded() -> Answer {
    let mut all = moved();
    let usual = Paths::resolve(None).ok();
    for home in IN_USE.get().into_iter().chain(&usual) {
        connected(home, &mut all);
    }
    if let Some(home) = IN_USE.get().filter(|home| usual.as_ref() != Some(*home)) {
        all.insert(home.policy.clone());
        all.insert(home.data.join(""));
    }
    let own = IN_USE.get().into_iter().chain(&usual);
    let ports: BTreeSet<String> =
        own.filter_map(crate::paths::gateway_port).map(|port| format!(":{port}")).collect();
    written(&all, ports)
}

/// Herma's own folders: what is in them is not to be read either.
fn is_own(path: &Path) -> bool {
    path.ends_with("herma") && path.as_os_str().as_encoded_bytes().ends_with(b"/")
        || IN_USE.get().is_some_and(|home| path == home.data)
}

/// Those that can be told without a disk.
pub(super) fn guarded_by_variables() -> Answer {
    written(&moved(), BTreeSet::new())
}

fn moved() -> BTreeSet<PathBuf> {
    let mut all = BTreeSet::new();
    let home = paths::user_home().ok();
    for Movable { variable, usual, below } in movable() {
        let usual = home.as_ref().map(|home| home.join(usual));
        let Some(folder) = std::env::var_os(variable).map(PathBuf::from) else { continue };
        // Agents take a relative one from where they were started, which is where we are.
        let Ok(folder) = std::path::absolute(&folder) else { continue };
        if Some(&folder) != usual.as_ref() {
            all.extend(below.iter().map(|one| plain(&folder).join(one)));
        }
    }
    all
}

/// Without `..`, as a target is written when it is compared.
fn plain(folder: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in folder.components() {
        match part {
            Component::ParentDir => _ = out.pop(),
            other => out.push(other),
        }
    }
    out
}

/// The settings that were written, but for those at their usual places, which are known.
fn connected(home: &Paths, all: &mut BTreeSet<PathBuf>) {
    let usual: Vec<PathBuf> = match paths::user_home() {
        Ok(own) => AGENTS.iter().map(|agent| own.join(agent.folder.name).join(agent.user_file)).collect(),
        Err(_) => Vec::new(),
    };
    let Ok(records) = fs::read_dir(home.backups()) else { return };
    for record in records.flatten().take(RECORDS_MAX) {
        let Ok(path) = fs::read_to_string(record.path().join("path")) else { continue };
        let path = PathBuf::from(path);
        if path.is_absolute() && !usual.contains(&path) {
            if let Some(folder) = path.parent().filter(|folder| is_agents_own(folder)) {
                all.insert(folder.join("."));
            }
            // A plugin is more than its one file.
            let whole = path.parent().filter(|folder| folder.file_name().is_some_and(|name| name == "herma"));
            all.insert(whole.map_or_else(|| path.clone(), |folder| folder.join("")));
        }
    }
}

fn is_agents_own(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with('.') || AGENTS_OWN.contains(&name))
}

fn written(all: &BTreeSet<PathBuf>, mut lines: BTreeSet<String>) -> Answer {
    for path in all {
        let mark = if is_own(path) { "!" } else { "" };
        let mut add = |path: &Path| {
            let text = path.to_str().filter(|text| !text.contains('\n'));
            lines.extend(text.map(|text| format!("{mark}{text}")));
        };
        add(path);
        // Targets are compared with links resolved.
        if let Some(real) = real(path).filter(|real| real != path) {
            add(&real);
        }
    }
    match lines.is_empty() {
        true => Answer::Missing,
        false => Answer::Text(lines.into_iter().collect::<Vec<_>>().join("\n")),
    }
}

fn real(path: &Path) -> Option<PathBuf> {
    let text = path.to_str()?;
    match super::resolve::real_path(text) {
        Answer::Text(real) if text.ends_with("/.") => Some(PathBuf::from(real).join(".")),
        Answer::Text(real) if text.ends_with('/') => Some(PathBuf::from(real).join("")),
        Answer::Text(real) => Some(PathBuf::from(real)),
        _ => None,
    }
}
