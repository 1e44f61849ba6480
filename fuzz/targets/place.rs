//! Placing: a path has one place, however it is written.

#![no_main]

use herma_core::understand::fuzzing::place;
use herma_core::understand::place::PlaceKind;
use herma_core::world::TableWorld;
use libfuzzer_sys::fuzz_target;

const FOLDERS: &[&str] =
    &["/home/dev/src/app", "/home/dev", "/", "/tmp", "/etc/ssh", "/home/dev/src/app/target"];

fuzz_target!(|data: &[u8]| {
    let Some((cwd, path)) = data.split_first() else { return };
    let path = herma_fuzz::text(path);
    // A tilde is expanded before; here it would be one that could not be.
    if path.is_empty() || path.starts_with('~') || path.contains('\0') {
        return;
    }
    // Names of another system and addresses are turned into paths of this one first.
    if is_translated(&path) {
        return;
    }
    let cwd = FOLDERS[usize::from(*cwd) % FOLDERS.len()];
    let world = TableWorld { cwd: Some(cwd.to_owned()), ..TableWorld::developer() };
    let normal = normal(cwd, &path);
    let placed = place(&path, &world);
    assert_eq!(placed.path, normal, "{path:?} in {cwd}");
    assert!(!placed.contents && !placed.many && !placed.unknown, "{path:?} is known: {placed:?}");
    for same in spellings(&path, &normal) {
        assert_eq!(place(&same, &world), placed, "{same:?} is {path:?}, in {cwd}");
    }
    is_where_it_is(&normal, cwd, placed.kind);
    is_the_worse_of_link_and_target(&normal);
});

fn is_translated(path: &str) -> bool {
    let mut start = path.chars();
    let drive = start.next().is_some_and(|c| c.is_ascii_alphabetic()) && start.next() == Some(':');
    let of_windows = path.to_ascii_lowercase().contains("physicaldrive") || path.contains('\\');
    drive || of_windows || path.to_ascii_lowercase().starts_with("file:")
}

/// Absolute, without `.`, `..` and empty parts. As the text reads: no link is followed.
fn normal(cwd: &str, path: &str) -> String {
    let whole = if path.starts_with('/') { path.to_owned() } else { format!("{cwd}/{path}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn spellings(path: &str, normal: &str) -> Vec<String> {
    let mut out = vec![
        format!("{path}/"),
        format!("{path}/."),
        format!("{path}//"),
        path.replace('/', "//"),
        path.replace('/', "/./"),
        path.replace('/', "/x/../"),
        normal.to_owned(),
        format!("/x/..{normal}"),
        format!("/../..{normal}"),
    ];
    if !path.starts_with('/') {
        out.push(format!("./{path}"));
        out.push(format!("x/../{path}"));
    }
    out
}

/// What no spelling and no list may turn into ground on which an agent works freely.
fn is_where_it_is(path: &str, cwd: &str, kind: PlaceKind) {
    let free = matches!(
        kind,
        PlaceKind::Scratch
            | PlaceKind::Build
            | PlaceKind::Workspace
            | PlaceKind::WorkspaceRoot
            | PlaceKind::Null
            | PlaceKind::Home
            | PlaceKind::Elsewhere
    );
    match path {
        "/" => assert_eq!(kind, PlaceKind::Root),
        "/etc" | "/usr" | "/bin" | "/boot" | "/lib" | "/home" | "/var" | "/dev" => {
            assert_eq!(kind, PlaceKind::SystemFolder, "{path}");
        }
        "/home/dev" => assert_eq!(kind, PlaceKind::HomeWhole),
        "/home/dev/src/app" if cwd.starts_with(path) => assert_eq!(kind, PlaceKind::WorkspaceRoot),
        path if path.starts_with("/etc/") || path.starts_with("/usr/bin/") || path.starts_with("/boot/") => {
            assert!(!free, "{path} is {kind:?}");
        }
        path if path.starts_with("/home/dev/.ssh/") => assert!(
            matches!(kind, PlaceKind::Credential | PlaceKind::Startup | PlaceKind::Guard | PlaceKind::Home),
            "{path} is {kind:?}"
        ),
        path if path.starts_with("/home/dev/.config/herma/") => assert_eq!(kind, PlaceKind::Guard, "{path}"),
        _ => {}
    }
}

/// Through a link in the workspace, a system's file is still a system's file.
fn is_the_worse_of_link_and_target(normal: &str) {
    // This world follows one link only.
    if normal.starts_with("/home/dev/src/app/link") {
        return;
    }
    let mut world = TableWorld::developer();
    world.links.insert("/home/dev/src/app/link".to_owned(), "/".to_owned());
    let direct = place(normal, &world).kind;
    if matches!(direct, PlaceKind::System | PlaceKind::SystemFolder | PlaceKind::Disk | PlaceKind::Credential)
    {
        let through = place(&format!("link{normal}"), &world).kind;
        assert!(
            !matches!(
                through,
                PlaceKind::Workspace | PlaceKind::Build | PlaceKind::Scratch | PlaceKind::Elsewhere
            ),
            "link{normal} is {through:?}, behind it lies {direct:?}"
        );
    }
}
