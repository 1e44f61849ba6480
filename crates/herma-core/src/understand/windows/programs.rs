//! Programs of Windows itself. Each has words that look, words that change and words that destroy; one word says it all.

use super::paths::registry;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Source, Value};
use crate::understand::files::{FileText, Why};
use crate::understand::walk::Walker;

/// Words after which one of these programs only looks.
#[rustfmt::skip]
const LOOKS: &[&str] = &[
    "/?", "/export", "/list", "/query", "/v", "/version", "-?", "/enum", "dump", "enum", "enumdevices", "export", "get", "help", "list", "/l",
    "list-packages", "print", "qc", "qdescription", "qfailure", "query", "queryex", "search", "show", "status", "view", "/status", "/get",
];

/// Words that put an end to something.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    "/clean", "/delete", "/end", "/remove", "/reset", "clean", "clear-log", "cl", "del", "delete", "deletevalue", "erase", "format", "remove",
    "reset", "shrink", "uninstall", "unregister", "/deletevalue", "resize", "disable", "createjournal", "deletejournal", "setzerodata",
];

/// What a script for Windows' script host says where it does more than compute and print, in small letters.
const SCRIPT_HOST_ACTS: &[&str] = &[
    "adodb.",
    "copyfile",
    "createtextfile",
    "deletefile",
    "deletefolder",
    "eval(",
    "execute",
    "getobject",
    "movefile",
    "movefolder",
    "opentextfile",
    "regdelete",
    "regwrite",
    "shell.application",
    "winhttp",
    "wscript.network",
    "wscript.shell",
    "xmlhttp",
];

/// One program: what its destroying words, and its other words, amount to.
struct Program {
    names: &'static [&'static str],
    ends: (Kind, Tier, &'static str),
    other: (Kind, Tier, &'static str),
}

#[rustfmt::skip]
const PROGRAMS: &[Program] = &[
    Program { names: &["schtasks", "at"], ends: (Kind::Delete, Tier::Critical, "deletes or stops a scheduled task"), other: (Kind::Persist, Tier::High, "has something run by itself later") },
    Program { names: &["sc"], ends: (Kind::Delete, Tier::Critical, "deletes a service"), other: (Kind::StopService, Tier::Critical, "changes or stops a service") },
    Program { names: &["bcdedit", "bcdboot", "bootrec", "reagentc"], ends: (Kind::ChangeConfig, Tier::Critical, "changes how the machine starts"), other: (Kind::ChangeConfig, Tier::Critical, "changes how the machine starts") },
    Program { names: &["vssadmin", "wbadmin", "diskshadow"], ends: (Kind::Delete, Tier::Critical, "deletes the machine's own backups"), other: (Kind::ChangeConfig, Tier::High, "changes the machine's own backups") },
    Program { names: &["wmic"], ends: (Kind::Delete, Tier::Critical, "deletes something through the system's management interface"), other: (Kind::RunUnknownCode, Tier::High, "runs or changes something through the system's management interface") },
    Program { names: &["netsh"], ends: (Kind::ChangeConfig, Tier::High, "changes the network's settings"), other: (Kind::ChangeConfig, Tier::High, "changes the network's settings") },
    Program { names: &["wevtutil", "auditpol"], ends: (Kind::DisableGuard, Tier::Critical, "clears or changes the system's logs"), other: (Kind::DisableGuard, Tier::High, "changes the system's logs") },
    Program { names: &["fsutil"], ends: (Kind::Delete, Tier::Critical, "changes a file system below its files"), other: (Kind::ChangeConfig, Tier::High, "changes a file system") },
    Program { names: &["dism", "pnputil", "powercfg", "w32tm", "tzutil", "secedit", "gpupdate", "manage-bde", "cmdkey", "route", "ipconfig"], ends: (Kind::ChangeConfig, Tier::High, "changes the system's settings"), other: (Kind::ChangeConfig, Tier::High, "changes the system's settings") },
    Program { names: &["winget", "choco", "scoop"], ends: (Kind::Delete, Tier::High, "uninstalls a program"), other: (Kind::Install, Tier::Medium, "installs or updates programs") },
    Program { names: &["msiexec"], ends: (Kind::Install, Tier::High, "installs or removes a program"), other: (Kind::Install, Tier::High, "installs or removes a program") },
    Program { names: &["rundll32", "regsvr32", "mshta", "installutil", "cmstp", "odbcconf"], ends: (Kind::RunUnknownCode, Tier::High, "runs code out of a library or a page"), other: (Kind::RunUnknownCode, Tier::High, "runs code out of a library or a page") },
    Program { names: &["bitsadmin"], ends: (Kind::Delete, Tier::Medium, "stops a transfer"), other: (Kind::Download, Tier::Medium, "transfers files in the background") },
];

/// Programs that only look, whatever their arguments.
#[rustfmt::skip]
const READERS: &[&str] = &[
    "arp", "chcp", "comp", "driverquery", "fc", "getmac", "gpresult", "hostname", "msinfo32", "netstat", "nslookup", "openfiles", "pathping",
    "qprocess", "query", "quser", "qwinsta", "systeminfo", "tasklist", "timeout", "tracert", "ver", "where", "whoami",
];

/// All programs that are looked at here, sorted: most commands are none of them.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "at", "attrib", "auditpol", "bcdboot", "bcdedit", "bitsadmin", "bootrec", "cacls", "certutil", "choco", "cipher", "cmdkey", "cmstp",
    "cscript", "diskpart", "diskshadow", "dism", "explorer", "forfiles", "format", "fsutil", "gpupdate", "icacls", "installutil", "ipconfig",
    "manage-bde", "mshta", "msiexec", "net", "net1", "netsh", "odbcconf", "pnputil", "powercfg", "reagentc", "reg", "regedit", "regsvr32",
    "robocopy", "route", "runas", "rundll32", "sc", "schtasks", "scoop", "secedit", "setx", "shutdown", "takeown", "taskkill", "tskill", "tzutil",
    "vssadmin", "w32tm", "wbadmin", "wevtutil", "winget", "wmic", "wscript", "xcacls", "xcopy",
];

impl Walker<'_> {
    /// A program of Windows; `None` if it is none, or a program of Unix by the same name is meant.
    pub(super) fn windows_program(&mut self, name: &str, fields: &[Field]) -> Option<Value> {
        if NAMES.binary_search(&name).is_err() && READERS.binary_search(&name).is_err() {
            return None;
        }
        let span = self.span;
        let args = fields.get(1..).unwrap_or(&[]);
        let words: Vec<String> = args.iter().map(|f| f.value.prefix().to_ascii_lowercase()).collect();
        let word = |text: &str| words.iter().any(|w| w == text);
        let plain = || {
            args.iter().filter(|f| {
                !f.value.prefix().starts_with('/')
                    || f.value.prefix().get(1..).is_some_and(|r| r.contains('/'))
            })
        };
        match name {
            "reg" | "regedit" => {
                let key = args.iter().find_map(|f| registry(f.value.prefix()));
                match words.first().map(String::as_str) {
                    Some("query" | "compare" | "/?" | "export") if name == "reg" => {
                        if word("export")
                            && key
                                .as_deref()
                                .is_some_and(|k| k.contains("\\sam") || k.ends_with("\\security"))
                        {
                            self.program_effect(
                                (Kind::ReadSecret, Tier::High, "copies the machine's password store"),
                                name,
                                span,
                            );
                        } else {
                            self.only_reads(name, span);
                        }
                    }
                    Some("save") => self.program_effect(
                        (Kind::ReadSecret, Tier::High, "copies a part of the registry"),
                        name,
                        span,
                    ),
                    first => match key {
                        Some(key) => self.registry_change(&key, first == Some("delete"), span),
                        None => self.program_effect(
                            (Kind::ChangeConfig, Tier::High, "changes the registry"),
                            name,
                            span,
                        ),
                    },
                }
            }
            "taskkill" | "tskill" => {
                let mut named = false;
                let kills = |w: &mut Self, words: &[&str], value: &Field| {
                    let mut fields: Vec<Field> = words.iter().map(|word| Field::text(*word, span)).collect();
                    fields.push(value.clone());
                    w.stopping_on_windows(|w| w.exec(fields, Value::default()));
                };
                let elsewhere = words.iter().any(|w| matches!(w.trim_start_matches('/'), "s" | "-s"));
                for (i, option) in words.iter().enumerate() {
                    let Some(value) = args.get(i + 1) else { continue };
                    match option.trim_start_matches(['/', '-']) {
                        "im" => {
                            let image = value.known().map(|t| t.trim_end_matches(".exe").to_owned());
                            let value = image.map_or_else(|| value.clone(), |t| Field::text(t, value.span));
                            named = true;
                            kills(self, &["pkill", "-x"], &value);
                        }
                        "pid" => {
                            named = true;
                            kills(self, &["kill"], value);
                        }
                        // May name the guard. Beside an image or a number a filter only narrows; alone it is many.
                        "fi" => {
                            let before = self.effects.len();
                            kills(self, &["pkill", "-f"], value);
                            if self.effects.iter().skip(before).all(|e| !e.hardline) {
                                self.effects.truncate(before);
                            }
                        }
                        _ => {}
                    }
                }
                if !named || elsewhere {
                    self.program_effect((Kind::StopProcess, Tier::Critical, "stops processes"), name, span);
                }
            }
            "shutdown"
                if words.iter().any(|w| {
                    matches!(
                        w.as_str(),
                        "/s" | "/r" | "/p" | "/g" | "/h" | "/sg" | "/fw" | "/l" | "-s" | "-p"
                    )
                }) =>
            {
                if word("/h") || word("/l") {
                    self.program_effect(
                        (Kind::StopService, Tier::Critical, "logs off or hibernates"),
                        name,
                        span,
                    );
                } else {
                    self.hardline(
                        Kind::PowerOff,
                        span,
                        "shutdown/power",
                        "shuts down or restarts the machine",
                    );
                }
            }
            "format" | "diskpart"
                if name == "diskpart"
                    || words
                        .iter()
                        .any(|w| super::paths::drive(w).is_some_and(|(_, rest)| rest.is_empty())) =>
            {
                self.hardline(Kind::WipeDisk, span, "format/disk", "formats or wipes a disk");
            }
            "cipher" if words.iter().any(|w| w.starts_with("/w")) => {
                self.program_effect(
                    (Kind::WipeDisk, Tier::Critical, "overwrites what deleted files have left"),
                    name,
                    span,
                );
            }
            "robocopy" | "xcopy" => {
                // Git Bash takes `//MIR` for `/MIR`.
                let words = fields.iter().map(|f| match f.value.prefix().strip_prefix("//") {
                    Some(option) if f.known().is_some() && !option.contains('/') => {
                        Value::text(format!("/{option}"))
                    }
                    _ => self.eaten_backslashes(&f.to_value()),
                });
                let mut words: Vec<Value> = words.collect();
                if let Some(first) = words.first_mut() {
                    *first = Value::text(name);
                }
                return Some(self.cmd_words(words, Value::default(), span));
            }
            "icacls" | "cacls" | "xcacls" | "takeown" | "attrib" => {
                let changes = match name {
                    "icacls" | "cacls" | "xcacls" => words.iter().any(|w| {
                        matches!(
                            w.trim_start_matches('/'),
                            "grant"
                                | "deny"
                                | "remove"
                                | "reset"
                                | "setowner"
                                | "inheritance:r"
                                | "inheritance:d"
                                | "g"
                                | "e"
                                | "p"
                                | "restore"
                                | "setintegritylevel"
                        )
                    }),
                    "takeown" => true,
                    _ => words.iter().any(|w| w.starts_with(['+', '-'])),
                };
                let joined = |w: &String| [" /t", " /r", " /s"].iter().any(|option| w.ends_with(option));
                let deep = word("/t") || word("/r") || word("/s") || words.iter().any(joined);
                let targets: Vec<Field> = match name {
                    "takeown" => args
                        .iter()
                        .enumerate()
                        .filter(|(i, _)| *i > 0 && words.get(i - 1).is_some_and(|w| w == "/f"))
                        .map(|(_, f)| f.clone())
                        .collect(),
                    "attrib" => {
                        plain().filter(|f| !f.value.prefix().starts_with(['+', '-'])).cloned().collect()
                    }
                    _ => plain().take(1).cloned().collect(),
                };
                for target in targets {
                    let path = self.windows_path(&self.eaten_backslashes(&target.value));
                    let (kind, text) = if changes {
                        (Kind::ChangePermission, "changes who may use {}, or how")
                    } else {
                        (Kind::Read, "looks at {}")
                    };
                    self.path_effect(kind, &path, target.span, &format!("{name}/permissions"), text, deep);
                }
                self.only_reads(name, span);
            }
            "net" | "net1" => match words.first().map(String::as_str) {
                Some("user" | "localgroup" | "group") if word("/delete") => {
                    self.program_effect(
                        (
                            Kind::Delete,
                            Tier::Critical,
                            "deletes an account of this machine, or a member of a group",
                        ),
                        name,
                        span,
                    );
                }
                Some("user" | "localgroup" | "group" | "accounts")
                    if word("/add") || word("/delete") || word("/active:no") || words.len() > 2 =>
                {
                    self.program_effect(
                        (Kind::ChangeConfig, Tier::High, "changes accounts of this machine"),
                        name,
                        span,
                    );
                }
                Some("stop" | "pause") => {
                    self.program_effect((Kind::StopService, Tier::Critical, "stops a service"), name, span)
                }
                Some("start" | "continue") if words.len() > 1 => {
                    self.program_effect((Kind::ChangeConfig, Tier::Medium, "starts a service"), name, span)
                }
                Some("use") if words.len() > 1 => self.program_effect(
                    (Kind::OpenNetwork, Tier::Medium, "connects to another machine's files"),
                    name,
                    span,
                ),
                Some("share" | "session" | "file") if words.len() > 1 => self.program_effect(
                    (Kind::ChangeConfig, Tier::High, "changes what others can reach here"),
                    name,
                    span,
                ),
                // `net` is also Samba's.
                Some(
                    "user" | "users" | "localgroup" | "group" | "start" | "view" | "use" | "share"
                    | "statistics" | "config" | "time" | "accounts" | "session" | "file" | "help" | "helpmsg",
                ) => self.only_reads(name, span),
                _ => return None,
            },
            "setx" => self.program_effect(
                (Kind::Persist, Tier::High, "sets a variable for every later program"),
                name,
                span,
            ),
            "certutil" => {
                if words.iter().any(|w| w.trim_start_matches(['-', '/']) == "urlcache") {
                    let address = args
                        .iter()
                        .find(|f| f.value.prefix().contains("://"))
                        .map(Field::to_value)
                        .unwrap_or_default();
                    self.fetches(&address, span, "certutil/download");
                    if let Some(target) = args.last().filter(|f| !f.value.prefix().contains("://")) {
                        let path = self.windows_path(&target.value);
                        self.path_effect(
                            Kind::Overwrite,
                            &path,
                            target.span,
                            "certutil/writes",
                            "writes {}",
                            false,
                        );
                        self.remember_written(
                            &path,
                            &Value::unknown(Source::Download(address.shown())),
                            false,
                        );
                    }
                } else if words.iter().any(|w| {
                    matches!(w.trim_start_matches(['-', '/']), "addstore" | "delstore" | "importpfx")
                }) {
                    self.program_effect(
                        (Kind::ChangeConfig, Tier::High, "changes which certificates are trusted"),
                        name,
                        span,
                    );
                } else if words.iter().any(|w| {
                    matches!(
                        w.trim_start_matches(['-', '/']),
                        "decode" | "decodehex" | "encode" | "encodehex"
                    )
                }) {
                    self.program_effect(
                        (Kind::Write, Tier::Medium, "encodes or decodes a file, which hides what it is"),
                        name,
                        span,
                    );
                } else if words.iter().any(|w| {
                    matches!(w.trim_start_matches(['-', '/']), "hashfile" | "store" | "viewstore" | "dump")
                }) {
                    self.only_reads(name, span);
                } else {
                    // The one of NSS has other options.
                    return None;
                }
            }
            "cscript" | "wscript" => {
                let script = plain().find(|f| !f.value.prefix().starts_with("//")).cloned();
                match script {
                    Some(file) => {
                        let path = self.windows_path(&file.value);
                        let placed = self.place(&path);
                        let unknown = self.written.iter().any(|(p, _)| *p == placed.path)
                            || placed.path.starts_with("/net/")
                            || self.script_host_acts(&placed.path, file.span);
                        let (kind, tier) =
                            if unknown { (Kind::RunUnknownCode, Tier::High) } else { (Kind::Run, Tier::Low) };
                        let text = format!("runs `{}`", placed.path);
                        self.effect(
                            kind,
                            Some(placed.path),
                            file.span,
                            "run/script",
                            &text,
                            tier,
                            Reach::Workspace,
                            Undo::Easy,
                        );
                    }
                    None => self.only_reads(name, span),
                }
            }
            "runas" => {
                let line = args
                    .iter()
                    .rev()
                    .find(|f| !f.value.prefix().starts_with('/'))
                    .map(Field::to_value)
                    .unwrap_or_default();
                self.program_effect(
                    (Kind::EscalatePrivilege, Tier::High, "runs a command as another user"),
                    name,
                    span,
                );
                self.cmd_text(&line, Some(span));
            }
            "explorer" => {
                let target = plain().next().cloned()?;
                let path = self.windows_path(&target.value);
                return Some(self.exec(
                    vec![Field::text("xdg-open", span), Field::new(path, target.span)],
                    Value::default(),
                ));
            }
            "forfiles" => {
                let at = words.iter().position(|w| w == "/c");
                match at.and_then(|at| args.get(at + 1)) {
                    Some(command) => {
                        let text = command
                            .value
                            .literal()
                            .unwrap_or_default()
                            .replace("@path", "%UNKNOWN%")
                            .replace("@file", "%UNKNOWN%")
                            .replace("@PATH", "%UNKNOWN%");
                        self.cmd_text(&Value::text(text), Some(command.span));
                    }
                    None => self.only_reads(name, span),
                }
            }
            _ if READERS.binary_search(&name).is_ok() && crate::knowledge::program(name).is_none() => {
                self.only_reads(name, span)
            }
            _ => {
                let program = PROGRAMS.iter().find(|p| p.names.contains(&name))?;
                if crate::knowledge::program(name).is_some() && !words.iter().any(|w| w.starts_with('/')) {
                    // `route`, `at`: a program of Unix by the same name.
                    return None;
                }
                let has = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
                if has(ENDS) {
                    self.program_effect(program.ends, name, span);
                } else if words.is_empty()
                    || has(LOOKS)
                    || name == "ipconfig" && !word("/release") && !word("/renew")
                {
                    self.only_reads(name, span);
                } else {
                    self.program_effect(program.other, name, span);
                }
            }
        }
        Some(Value::unknown(Source::Output(name.to_owned())))
    }

    /// A script of the script host that may start programs, change files or fetch something: nobody here reads its language.
    fn script_host_acts(&mut self, path: &str, span: Span) -> bool {
        if self.placed_before_reading(path, span) {
            return false;
        }
        match self.file_text(path, false) {
            FileText::Text(text) => {
                let text = text.to_ascii_lowercase();
                SCRIPT_HOST_ACTS.iter().any(|word| text.contains(word)) && !self.is_settled(path)
            }
            FileText::Unreadable(why) => why == Why::MaybeWritten || !self.is_settled(path),
            FileText::Native | FileText::Absent => false,
        }
    }

    /// `C:\Windows` without quotes: a shell of Unix takes the backslashes away. `C:WindowsSystem32` is below `C:\Windows`.
    fn eaten_backslashes(&self, value: &Value) -> Value {
        let whole = value.known().and_then(|text| {
            // `takeown /f C:\ /r`: the shell took the backslash for one that keeps the space.
            let alone =
                text.split_once(' ').map(|(drive, _)| drive).filter(|d| super::paths::drive(d).is_some());
            if let Some(drive) = alone.filter(|drive| drive.len() == 2) {
                return Some(format!("{drive}\\"));
            }
            let rest = text.get(2..).filter(|rest| !rest.is_empty() && !rest.contains(['/', '\\']))?;
            let drive = text.get(..2).filter(|drive| super::paths::drive(drive).is_some())?;
            let small = rest.to_ascii_lowercase();
            let folder = super::paths::SYSTEM_FOLDERS.iter().find(|folder| small.starts_with(**folder));
            Some(match folder.and_then(|folder| rest.split_at_checked(folder.len())) {
                Some((folder, "")) => format!("{drive}\\{folder}"),
                Some((folder, below)) => format!("{drive}\\{folder}\\{below}"),
                None => format!("{drive}\\{rest}"),
            })
        });
        whole.map_or_else(|| value.clone(), Value::text)
    }

    fn program_effect(&mut self, (kind, tier, text): (Kind, Tier, &str), name: &str, span: Span) {
        let (_, reach, undo) = kind.ordinary();
        self.effect(kind, None, span, &format!("{name}/windows"), text, tier, reach, undo);
    }

    fn only_reads(&mut self, name: &str, span: Span) {
        self.effect(
            Kind::Read,
            None,
            span,
            &format!("{name}/reads"),
            &format!("`{name}` only looks"),
            Tier::Safe,
            Reach::Workspace,
            Undo::Easy,
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn readers_are_sorted() {
        assert!(super::READERS.is_sorted());
        assert!(super::NAMES.is_sorted());
        for name in super::PROGRAMS.iter().flat_map(|p| p.names) {
            assert!(super::NAMES.binary_search(name).is_ok(), "{name}");
        }
    }
}
