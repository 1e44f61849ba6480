//! What guards an agent, derived from where its settings are. A table adds what cannot be derived; nobody has to remember the
//! rest.

use crate::format::{Guard, Settings, Table};

/// Folders that hold much besides an agent's files.
const SHARED: &[&str] = &[".config", ".github", ".local"];
/// Names of folders that are there for what an agent loads.
const LOADED: &[&str] = &["hooks", "plugin", "plugins", "extensions"];
/// A folder of this name is Herma's own plugin.
const OWN: &str = "herma";

/// The lists of an agent, complete.
pub fn of(table: &Table) -> Guard {
    let given = &table.guard;
    let mut all = Guard {
        home: given.home.clone(),
        folders: given.folders.clone(),
        anywhere: given.anywhere.clone(),
        loads: given.loads.clone(),
        system: given.system.clone(),
        precious: given.precious.clone(),
        moved: given.moved.clone(),
        secrets: given.secrets.clone(),
        startup: given.startup.clone(),
        project_startup: given.project_startup.clone(),
    };
    if let Some(settings) = &table.settings {
        derive(&mut all, settings);
    }
    all
}

fn derive(all: &mut Guard, settings: &Settings) {
    let user = format!("{}/{}", settings.folder, settings.user_file);
    let (whole, folders) = split(&user);
    let pattern = if whole == user { whole.clone() } else { format!("{whole}*") };
    if !all.home.iter().any(|given| given.strip_suffix('*').is_some_and(|start| pattern.starts_with(start))) {
        add(&mut all.home, pattern);
    }
    for folder in folders.iter().filter(|folder| below(folder, &settings.folder).is_some()) {
        add(&mut all.folders, folder.clone());
    }

    let (whole, folders) = split(&settings.project_file);
    for path in up_to(&whole, &settings.project_file) {
        add(&mut all.anywhere, format!("/{path}"));
    }
    for folder in folders.iter().filter(|folder| LOADED.contains(&name(folder))) {
        add(&mut all.loads, format!("/{folder}/"));
    }

    for path in [&settings.folder, &settings.project_file] {
        let first = path.split('/').next().unwrap_or_default();
        let is_folder = path.as_str() != first || first == settings.folder;
        if first.starts_with('.') && is_folder && !SHARED.contains(&first) {
            add(&mut all.precious, first.to_owned());
        }
    }

    if settings.variable.is_some() {
        let base = if settings.variable_is_home { "" } else { settings.folder.as_str() };
        let inside = |path: &&String| below(path, &settings.folder).is_some();
        let home: Vec<&String> = all.home.iter().filter(inside).collect();
        let folders: Vec<&String> = all.folders.iter().filter(inside).collect();
        for entry in moved(base, &home, &folders) {
            add(&mut all.moved, entry);
        }
    }
}

/// What of these lies below a base that a variable moves, as it is told to the judge.
pub fn moved(base: &str, home: &[&String], folders: &[&String]) -> Vec<String> {
    let mut found = Vec::new();
    for pattern in home {
        if let Some(path) = below(pattern, base).filter(|path| !path.is_empty()) {
            found.push(match path.strip_suffix('*') {
                Some(start) => format!("{}/", start.trim_end_matches('/')),
                None => path.to_owned(),
            });
        }
    }
    for folder in folders {
        match below(folder, base) {
            Some("") if !base.is_empty() => found.push(".".to_owned()),
            Some(path) if !found.contains(&format!("{path}/")) => found.push(format!("{path}/.")),
            Some(_) | None => {}
        }
    }
    found
}

/// What of a path is Herma's alone: the folder `herma` in it, or the file; and the folders above that.
fn split(path: &str) -> (String, Vec<String>) {
    let parts: Vec<&str> = path.split('/').collect();
    let own = parts.iter().position(|part| *part == OWN).unwrap_or(parts.len() - 1);
    let folders = (1..=own).map(|end| parts[..end].join("/")).collect();
    (parts[..=own].join("/"), folders)
}

/// From a path down to another below it, both included.
fn up_to(from: &str, path: &str) -> Vec<String> {
    let parts: Vec<&str> = path.split('/').collect();
    (from.split('/').count()..=parts.len()).map(|end| parts[..end].join("/")).collect()
}

fn below<'a>(path: &'a str, base: &str) -> Option<&'a str> {
    match path.strip_prefix(base)? {
        rest if base.is_empty() || rest.is_empty() => Some(rest),
        rest => rest.strip_prefix('/'),
    }
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn add(list: &mut Vec<String>, entry: String) {
    if !list.contains(&entry) {
        list.push(entry);
    }
}
