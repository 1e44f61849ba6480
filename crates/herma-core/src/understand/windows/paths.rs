//! Windows paths: what they are called here, and whose ground they are on.

use crate::understand::field::{Part, Source, Value};
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// Folders of a drive that Windows itself lives in.
pub(super) const SYSTEM_FOLDERS: &[&str] = &[
    "$recycle.bin",
    "boot",
    "efi",
    "perflogs",
    "program files",
    "program files (x86)",
    "programdata",
    "recovery",
    "system volume information",
    "users",
    "windows",
];

/// Where Windows starts programs by themselves, as parts of a path in small letters.
const STARTUP: &[&str] = &[
    "/start menu/programs/startup",
    "/documents/powershell/",
    "/documents/windowspowershell/",
    "/windows/system32/tasks",
    "/windows/system32/grouppolicy",
    "/windowspowershell/v1.0/profile.ps1",
];

/// Where Windows and the browsers keep secrets.
const SECRETS: &[&str] = &[
    "/microsoft/credentials",
    "/microsoft/protect",
    "/microsoft/vault",
    "/microsoft/crypto",
    "/windows/system32/config/sam",
    "/windows/system32/config/security",
    "/windows/system32/config/system",
    "/windows/ntds",
    "/user data/default/login data",
    "/user data/default/cookies",
    "/user data/default/network/cookies",
    "/user data/local state",
    "/consolehost_history.txt",
    "/unattend.xml",
];

/// `C:\x`, `c:/x`, `C:`: the drive's letter, and what stands behind it.
pub(in crate::understand) fn drive(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    let rest = chars.as_str().strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with(['\\', '/'])).then(|| (letter.to_ascii_lowercase(), rest))
}

/// A path below a drive as WSL and Git Bash spell it: the letter, and what stands behind it.
fn mounted_drive(path: &str) -> Option<(char, &str)> {
    let rest = path.strip_prefix("/mnt/").or_else(|| path.strip_prefix('/'))?;
    let mut chars = rest.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    let below = chars.as_str();
    (below.is_empty() || below.starts_with('/')).then_some((letter, below))
}

impl Walker<'_> {
    /// A Windows path as it is called here: `C:\x` is `/mnt/c/x`, or `/c/x` where the shell says so.
    pub(in crate::understand) fn path_on_drive(&self, text: &str) -> Option<String> {
        let device = text.to_ascii_lowercase();
        if device.starts_with("\\\\.\\physicaldrive") || device.starts_with("//./physicaldrive") {
            return Some("/dev/sda".to_owned());
        }
        let (letter, rest) = drive(text)?;
        let rest = rest.replace('\\', "/");
        let start = self.start.as_deref().unwrap_or("");
        let git_bash = start.starts_with(&format!("/{letter}/"));
        let whole = format!("{}/{letter}{rest}", if git_bash { "" } else { "/mnt" });
        // Windows does not tell capitals from small letters: what lies in the workspace is called as the workspace is.
        let same = whole.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
        if same && start.len() > 1 {
            return Some(format!("{start}{}", whole.get(start.len()..).unwrap_or("")));
        }
        // `C:\Users\NAME` is the home of whoever works here.
        let mut names = rest.split('/').filter(|name| !name.is_empty());
        if names.next().is_some_and(|name| name.eq_ignore_ascii_case("users"))
            && names.next().is_some_and(|name| !is_shared_home(name))
            && self.home.len() > 1
        {
            let below: Vec<&str> = names.collect();
            let inside = below.join("/");
            if let Some(scratch) = below_temp(&inside) {
                return Some(format!("/tmp/{scratch}").trim_end_matches('/').to_owned());
            }
            return Some(
                format!("{}/{inside}", self.home.trim_end_matches('/')).trim_end_matches('/').to_owned(),
            );
        }
        Some(whole)
    }

    /// A path as PowerShell or `cmd` names it: backslashes, drives, `~`, and patterns.
    pub(in crate::understand) fn windows_path(&self, value: &Value) -> Value {
        // `pwsh -c "… $PROFILE"`: what the shell around it leaves of it nobody knows, and what is meant everybody.
        if let Some(Part::Unknown(Source::Variable(name))) = value.parts.first()
            && name.eq_ignore_ascii_case("profile")
        {
            return Value::text(format!(
                "{}/Documents/PowerShell/Microsoft.PowerShell_profile.ps1",
                self.home
            ));
        }
        let mut out = Value::default();
        for (i, part) in value.parts.iter().enumerate() {
            let Part::Text(text) = part else {
                out.push(part.clone());
                continue;
            };
            let mut text = match self.path_on_drive(text).filter(|_| i == 0) {
                Some(mapped) => mapped,
                None => text.replace('\\', "/"),
            };
            if i == 0 && (text == "~" || text.starts_with("~/")) {
                text = format!("{}{}", self.home, text.get(1..).unwrap_or(""));
            }
            if i == 0 && text.starts_with("//") {
                // A share of another machine.
                text = format!("/net/{}", text.trim_start_matches('/'));
            }
            let mut from = 0;
            for (at, c) in text.char_indices().filter(|(_, c)| matches!(c, '*' | '?')) {
                out.push_text(text.get(from..at).unwrap_or(""));
                out.push(Part::Glob(c.to_string()));
                from = at + 1;
            }
            out.push_text(text.get(from..).unwrap_or(""));
        }
        out
    }

    /// Whose ground a path of a Windows drive, or of a home on one, is on.
    pub(in crate::understand) fn kind_on_windows(
        &self,
        path: &str,
        below_home: Option<&str>,
    ) -> Option<PlaceKind> {
        let in_home = |name: &str| {
            below_home.and_then(|b| b.get(..name.len())).is_some_and(|b| b.eq_ignore_ascii_case(name))
        };
        if in_home("appdata/") || in_home("documents/") {
            return listed_kind(&path.to_ascii_lowercase());
        }
        let (_, below) = mounted_drive(path)?;
        // A folder of one letter below the root is a drive only where the shell works on drives.
        let windows = path.starts_with("/mnt/")
            || self.start.as_deref().is_some_and(|s| mounted_drive(s).is_some() && !s.starts_with("/mnt/"));
        if !windows {
            return None;
        }
        let lower = below.to_ascii_lowercase();
        let names: Vec<&str> = lower.split('/').filter(|name| !name.is_empty()).collect();
        if let Some(kind) = listed_kind(&lower) {
            return Some(kind);
        }
        Some(match names.as_slice() {
            [] => PlaceKind::Root,
            ["users", name] => {
                if is_shared_home(name) {
                    PlaceKind::OtherHome
                } else {
                    PlaceKind::HomeWhole
                }
            }
            [first] if SYSTEM_FOLDERS.binary_search(first).is_ok() => PlaceKind::SystemFolder,
            ["windows", "temp", ..] | ["temp" | "tmp", _, ..] => PlaceKind::Scratch,
            ["windows", "system32" | "syswow64"] => PlaceKind::SystemFolder,
            ["users", name, inside @ ..] if !is_shared_home(name) => {
                let inside = inside.join("/");
                if below_temp(&inside).is_some() {
                    return Some(PlaceKind::Scratch);
                }
                // The home itself lies on a drive (`/c/Users/ana`): it is placed as any home is.
                if path.strip_prefix(&self.home).is_some_and(|rest| rest.starts_with('/')) {
                    return None;
                }
                match self.kind_of(&format!("{}/{inside}", self.home.trim_end_matches('/'))) {
                    // Not the workspace: that was looked at under its own name.
                    PlaceKind::Workspace | PlaceKind::WorkspaceRoot => return None,
                    kind => kind,
                }
            }
            ["users", ..] => PlaceKind::OtherHome,
            [first, ..] if SYSTEM_FOLDERS.binary_search(first).is_ok() => PlaceKind::System,
            _ => return None,
        })
    }
}

fn listed_kind(lower: &str) -> Option<PlaceKind> {
    if SECRETS.iter().any(|secret| lower.contains(secret)) {
        return Some(PlaceKind::Credential);
    }
    STARTUP.iter().any(|folder| lower.contains(folder)).then_some(PlaceKind::Startup)
}

fn is_shared_home(name: &str) -> bool {
    ["public", "default", "all users", "default user"].iter().any(|shared| name.eq_ignore_ascii_case(shared))
}

/// What stands below `AppData\Local\Temp`.
fn below_temp(inside: &str) -> Option<&str> {
    const TEMP: &str = "appdata/local/temp";
    let head = inside.get(..TEMP.len())?;
    let rest = inside.get(TEMP.len()..)?;
    (head.eq_ignore_ascii_case(TEMP) && (rest.is_empty() || rest.starts_with('/')))
        .then(|| rest.trim_start_matches('/'))
}

/// A key of the registry, however it is spelled: its hive in short, and the path below it in small letters.
pub(super) fn registry(text: &str) -> Option<String> {
    const HIVES: &[(&str, &str)] = &[
        ("hkey_local_machine", "hklm"),
        ("hkey_current_user", "hkcu"),
        ("hkey_classes_root", "hkcr"),
        ("hkey_users", "hku"),
        ("hkey_current_config", "hkcc"),
    ];
    let lower = text.to_ascii_lowercase().replace('/', "\\");
    let lower = lower.strip_prefix("microsoft.powershell.core\\").unwrap_or(&lower);
    let (named, key) = match lower.strip_prefix("registry::") {
        Some(key) => (true, key),
        None => (false, lower),
    };
    for (long, short) in HIVES {
        for hive in [long, short] {
            let Some(rest) = key.strip_prefix(hive) else { continue };
            let rest = rest.strip_prefix(':').unwrap_or(rest);
            if rest.is_empty() || rest.starts_with('\\') {
                return Some(format!("{}:{rest}", short.to_ascii_uppercase()));
            }
        }
    }
    named.then(|| key.to_owned())
}

/// Keys by which Windows starts programs, or puts one program in another's place.
pub(super) fn is_startup_key(key: &str) -> bool {
    [
        "\\run",
        "\\runonce",
        "\\winlogon",
        "\\services\\",
        "image file execution options",
        "appinit_dlls",
        "\\policies\\explorer\\run",
        "\\environment",
        "\\shell\\open\\command",
        "userinitmprlogonscript",
    ]
    .iter()
    .any(|part| match part.strip_prefix('\\') {
        Some(_) if part.ends_with('\\') => key.contains(part),
        Some(_) => key.ends_with(part) || key.contains(&format!("{part}\\")),
        None => key.contains(part),
    })
}
