//! Cmdlets: the ones that have a Unix counterpart are judged as that; of the others the verb decides, which PowerShell
//! has fixed.

use super::lex::Token;
use super::paths::{is_startup_key, registry};
use super::power::{List, Power, joined};
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge;
use crate::understand::empties::is_nothing;
use crate::understand::field::{Field, Part, Source, Value};

/// One argument of a command.
#[derive(Debug, Clone)]
pub(super) struct Arg {
    /// A parameter's name in small letters; `None` for an argument by its place.
    pub name: Option<String>,
    /// As a program that is no cmdlet would get it.
    pub raw: Value,
    pub values: List,
    pub blocks: Vec<Vec<Token>>,
    pub span: Span,
}

impl Arg {
    pub fn named(name: &str, word: &str, span: Span) -> Self {
        Arg {
            name: Some(name.to_ascii_lowercase()),
            raw: Value::text(word),
            values: Vec::new(),
            blocks: Vec::new(),
            span,
        }
    }

    pub fn positional(span: Span) -> Self {
        Arg { name: None, raw: Value::default(), values: Vec::new(), blocks: Vec::new(), span }
    }
}

/// PowerShell's own short names.
#[rustfmt::skip]
const ALIASES: &[(&str, &str)] = &[
    ("%", "foreach-object"), ("?", "where-object"), ("ac", "add-content"), ("cat", "get-content"), ("cd", "set-location"),
    ("chdir", "set-location"), ("clc", "clear-content"), ("clear", "clear-host"), ("clhy", "clear-history"), ("cli", "clear-item"),
    ("clp", "clear-itemproperty"), ("cls", "clear-host"), ("clv", "clear-variable"), ("compare", "compare-object"), ("copy", "copy-item"),
    ("cp", "copy-item"), ("cpi", "copy-item"), ("cvpa", "convert-path"), ("del", "remove-item"), ("diff", "compare-object"),
    ("dir", "get-childitem"), ("echo", "write-output"), ("epcsv", "export-csv"), ("erase", "remove-item"), ("fl", "format-list"),
    ("foreach", "foreach-object"), ("ft", "format-table"), ("fw", "format-wide"), ("gal", "get-alias"), ("gc", "get-content"),
    ("gci", "get-childitem"), ("gcim", "get-ciminstance"), ("gcm", "get-command"), ("gdr", "get-psdrive"), ("ghy", "get-history"),
    ("gi", "get-item"), ("gjb", "get-job"), ("gl", "get-location"), ("gm", "get-member"), ("gmo", "get-module"), ("gp", "get-itemproperty"),
    ("gps", "get-process"), ("gpv", "get-itempropertyvalue"), ("group", "group-object"), ("gsv", "get-service"), ("gu", "get-unique"),
    ("gv", "get-variable"), ("gwmi", "get-wmiobject"), ("h", "get-history"), ("history", "get-history"), ("icm", "invoke-command"),
    ("iex", "invoke-expression"), ("ii", "invoke-item"), ("ipcsv", "import-csv"), ("ipmo", "import-module"), ("irm", "invoke-restmethod"),
    ("iwmi", "invoke-wmimethod"), ("iwr", "invoke-webrequest"), ("kill", "stop-process"), ("ls", "get-childitem"), ("man", "get-help"),
    ("md", "mkdir"), ("measure", "measure-object"), ("mi", "move-item"), ("move", "move-item"), ("mp", "move-itemproperty"),
    ("mv", "move-item"), ("nal", "new-alias"), ("ni", "new-item"), ("nmo", "new-module"), ("nv", "new-variable"), ("ogv", "out-gridview"),
    ("oh", "out-host"), ("popd", "pop-location"), ("ps", "get-process"), ("pushd", "push-location"), ("pwd", "get-location"),
    ("r", "invoke-history"), ("rbp", "remove-psbreakpoint"), ("rcjb", "receive-job"), ("rd", "remove-item"), ("ren", "rename-item"),
    ("ri", "remove-item"), ("rjb", "remove-job"), ("rm", "remove-item"), ("rmdir", "remove-item"), ("rmo", "remove-module"),
    ("rni", "rename-item"), ("rnp", "rename-itemproperty"), ("rp", "remove-itemproperty"), ("rv", "remove-variable"),
    ("rvpa", "resolve-path"), ("sajb", "start-job"), ("sal", "set-alias"), ("saps", "start-process"), ("sasv", "start-service"),
    ("sbp", "set-psbreakpoint"), ("select", "select-object"), ("set", "set-variable"), ("si", "set-item"), ("sl", "set-location"),
    ("sleep", "start-sleep"), ("sls", "select-string"), ("sort", "sort-object"), ("sp", "set-itemproperty"), ("spjb", "stop-job"),
    ("spps", "stop-process"), ("spsv", "stop-service"), ("start", "start-process"), ("sv", "set-variable"), ("tee", "tee-object"),
    ("type", "get-content"), ("where", "where-object"), ("wjb", "wait-job"), ("write", "write-output"),
];

/// Parameters that stand alone.
#[rustfmt::skip]
const SWITCHES: &[&str] = &[
    "allmatches", "append", "asbytestream", "ashashtable", "asjob", "asplaintext", "autosize", "casesensitive", "compress", "confirm",
    "container", "debug", "descending", "directory", "examples", "file", "fo", "force", "full", "hidden", "hidetableheaders",
    "includeusername", "is", "leaf", "list", "listavailable", "name", "nonewline", "nonewwindow", "noclobber", "noprofile",
    "notypeinformation", "online", "parent", "passthru", "quiet", "r", "raw", "readonly", "rec", "recurse", "rf", "resolve", "simplematch",
    "skipcertificatecheck", "sum", "unique", "usebasicparsing", "verbose", "wait", "whatif", "wrap",
];

/// Parameters whose value says which files.
const PATHS: &[&str] = &["path", "literalpath", "pspath", "lp", "filepath", "p"];

/// Parameters whose value is neither a file nor what is acted on.
#[rustfmt::skip]
const VALUES: &[&str] = &[
    "confirm", "delimiter", "depth", "ea", "encoding", "erroraction", "errorvariable", "ev", "exclude", "filter", "headers", "include",
    "informationaction", "itemtype", "ov", "outvariable", "stream", "tail", "timeoutsec", "totalcount", "type", "useragent", "warningaction",
    "width",
];

/// Verbs that only look, of the list that PowerShell approves of.
#[rustfmt::skip]
const READS: &[&str] = &[
    "assert", "compare", "convert", "convertfrom", "convertto", "debug", "find", "foreach", "format", "get", "group", "join", "limit",
    "measure", "out", "ping", "read", "receive", "resolve", "search", "select", "show", "sort", "split", "tee", "test", "trace", "view",
    "wait", "watch", "where", "write",
];

/// Verbs that put an end to something.
const ENDS: &[&str] = &[
    "clear",
    "delete",
    "dismount",
    "erase",
    "format",
    "purge",
    "remove",
    "reset",
    "revoke",
    "uninstall",
    "unpublish",
    "unregister",
    "wipe",
];

/// Verbs that stop or weaken something.
const STOPS: &[&str] =
    &["block", "close", "deny", "disable", "lock", "restart", "stop", "suspend", "terminate", "kill"];

/// All other verbs that PowerShell approves of, and a few that people use: they change something.
#[rustfmt::skip]
const CHANGES: &[&str] = &[
    "add", "approve", "backup", "checkpoint", "complete", "confirm", "connect", "copy", "deploy", "disconnect", "edit", "enable", "enter",
    "exit", "expand", "export", "grant", "hide", "import", "initialize", "install", "invoke", "merge", "mount", "move", "new", "open",
    "optimize", "pop", "protect", "publish", "push", "redo", "register", "rename", "repair", "request", "restore", "resume", "run", "save",
    "send", "set", "skip", "start", "step", "submit", "switch", "sync", "unblock", "undo", "unlock", "unprotect", "update", "use",
    "compress", "build",
];

/// Nouns that say that a cmdlet changes what guards the machine.
const GUARDS: &[&str] = &[
    "mppreference",
    "mpthreat",
    "firewall",
    "bitlocker",
    "applocker",
    "uac",
    "antivirus",
    "amsi",
    "eventlog",
    "auditpolicy",
];

/// Nouns of which a cmdlet only keeps account inside this session.
#[rustfmt::skip]
const OWN: &[&str] = &[
    "alias", "culture", "dbgbreak", "date", "error", "event", "guid", "history", "host", "job", "location", "module", "object", "psbreakpoint",
    "psdebug", "psdrive", "psreadlinekeyhandler", "psreadlineoption", "pssessionoption", "random", "runspace", "strictmode", "temporaryfile",
    "timespan", "typedata", "variable", "clipboard", "webserviceproxy", "transcript", "threadjob", "sleep", "formatdata", "cimsessionoption",
    "console", "debugger", "progress", "pester", "pesterconfiguration", "scriptanalyzer", "build", "psake", "modulemanifest", "fixture",
];

impl Power<'_, '_> {
    /// A command that is no function of the text.
    pub fn cmdlet(&mut self, lower: &str, name: &Value, span: Span, args: Vec<Arg>, flow: &[Value]) -> List {
        let lower =
            lower.rsplit('\\').next().filter(|_| lower.starts_with("microsoft.powershell.")).unwrap_or(lower);
        let alias =
            ALIASES.binary_search_by_key(&lower, |(short, _)| short).ok().and_then(|at| ALIASES.get(at));
        let full = alias.map_or(lower, |(_, full)| full);
        if matches!(lower, "curl" | "wget" | "sc" | "sort" | "where") {
            let unix = matches!(lower, "curl" | "wget");
            if unix {
                if args.iter().any(|a| {
                    a.name
                        .as_deref()
                        .is_some_and(|n| ["uri", "outfile", "method", "body", "infile"].contains(&n))
                }) {
                    return self.web(&args, flow, span);
                }
                return self.program(lower, name, span, &args, flow);
            }
            if lower == "sc" {
                let service =
                    args.first().and_then(|a| a.values.first()).and_then(Value::known).is_some_and(|w| {
                        [
                            "query", "queryex", "stop", "start", "delete", "config", "create", "failure",
                            "sdset",
                        ]
                        .contains(&w.to_ascii_lowercase().as_str())
                    });
                let full =
                    if service { return self.program("sc", name, span, &args, flow) } else { "set-content" };
                return self.listed(full, span, &args, flow).unwrap_or_default();
            }
        }
        if let Some(out) = self.listed(full, span, &args, flow) {
            return out;
        }
        match full.split_once('-') {
            Some((verb, noun)) if is_verb(verb) && is_noun(noun) && knowledge::program(full).is_none() => {
                self.by_verb(verb, noun, span, &args, flow)
            }
            Some((verb, noun)) if capitals(name) && is_noun(noun) && !verb.is_empty() => {
                self.unlisted_cmdlet(verb, noun, span, &args, flow)
            }
            _ => self.program(lower, name, span, &args, flow),
        }
    }

    // --- the ones that have a counterpart ---------------------------------------------------------------------

    fn listed(&mut self, name: &str, span: Span, args: &[Arg], flow: &[Value]) -> Option<List> {
        if flag(args, "whatif")
            && args.iter().any(|a| a.name.as_deref() == Some("whatif") && a.values.is_empty())
        {
            self.looks(name, span);
            return Some(Vec::new());
        }
        Some(match name {
            "remove-item" => self.removes(args, flow, span),
            "clear-content" | "clear-item" => {
                for path in self.paths(args, flow) {
                    let path = self.w.windows_path(&path);
                    self.w.path_effect(Kind::Delete, &path, span, "powershell/empties", "empties {}", false);
                }
                Vec::new()
            }
            "remove-itemproperty"
            | "clear-itemproperty"
            | "set-itemproperty"
            | "new-itemproperty"
            | "rename-itemproperty"
            | "move-itemproperty"
            | "copy-itemproperty" => {
                for path in self.paths(args, &[]).into_iter().take(1) {
                    if !self.changes_key(&path, name.starts_with("remove") || name.starts_with("clear"), span)
                    {
                        let path = self.w.windows_path(&path);
                        self.w.path_effect(
                            Kind::ChangePermission,
                            &path,
                            span,
                            "powershell/property",
                            "changes attributes of {}",
                            false,
                        );
                    }
                }
                Vec::new()
            }
            "get-childitem" => self.lists(args, flow, span),
            "get-content"
            | "import-csv"
            | "import-clixml"
            | "import-powershelldatafile"
            | "format-hex"
            | "get-itempropertyvalue"
            | "get-itemproperty" => {
                let mut out = Vec::new();
                for path in self.paths(args, flow) {
                    if path.literal().and_then(|t| registry(&t)).is_some_and(|key| !key.contains("\\sam")) {
                        self.looks(name, span);
                        out.push(Value::unknown(Source::Output("reg".to_owned())));
                        continue;
                    }
                    out.extend(self.unix(&["cat"], &[path], Value::default(), span));
                }
                if out.is_empty() {
                    self.looks(name, span);
                }
                out
            }
            "select-string" => {
                let given = self.positional(args, &["pattern", "context", "encoding", "exclude", "include"]);
                let paths: List = if has(args, "path") || has(args, "literalpath") {
                    self.paths(args, &[])
                } else {
                    given.iter().skip(usize::from(!has(args, "pattern"))).cloned().collect()
                };
                let paths: List = paths.iter().map(|p| self.w.windows_path(p)).collect();
                let mut words = vec![Value::text("x")];
                words.extend(paths);
                self.unix(&["grep"], &words, joined(flow), span)
            }
            "get-item" | "get-filehash" | "get-acl" | "test-path" | "resolve-path" | "convert-path"
            | "split-path" | "join-path" => {
                self.looks(name, span);
                let paths = self.paths(args, flow);
                match name {
                    "join-path" => vec![joined_path(&self.positional(args, &["path", "childpath"]), args)],
                    "get-item" | "resolve-path" | "convert-path" | "split-path" => paths,
                    _ => vec![Value::unknown(Source::Output(name.to_owned()))],
                }
            }
            "set-content" | "add-content" | "out-file" | "tee-object" | "export-csv" | "export-clixml"
            | "start-transcript" => {
                let given = self.positional(
                    args,
                    &["value", "path", "filepath", "literalpath", "encoding", "inputobject"],
                );
                let target = named(args, &["path", "filepath", "literalpath", "lp"])
                    .or_else(|| given.first().cloned());
                let by_place = if has(args, "path") || has(args, "filepath") || has(args, "literalpath") {
                    0
                } else {
                    1
                };
                let content = named(args, &["value", "inputobject"])
                    .or_else(|| given.get(by_place).cloned())
                    .unwrap_or_else(|| joined(flow));
                let append = name == "add-content" || flag(args, "append");
                match target {
                    Some(target) if target.literal().is_some_and(|t| registry(&t).is_some()) => {
                        self.changes_key(&target, false, span);
                    }
                    Some(target) => {
                        self.writes(&target, &content, append, span, "powershell/writes");
                        // `Set-Content F ""`: what is said to be written is nothing.
                        let said = has(args, "value") || given.get(by_place).is_some();
                        if said && !append && is_nothing(&content) {
                            let path = self.w.windows_path(&target);
                            self.w.empties(&path, span);
                        }
                    }
                    None if name == "start-transcript" || named(args, &["variable"]).is_some() => {
                        self.looks(name, span)
                    }
                    None => self.unread(span, "writes a file that is not named"),
                }
                if name == "tee-object" { flow.to_vec() } else { Vec::new() }
            }
            "new-item" | "mkdir" => {
                let folder = name == "mkdir"
                    || named(args, &["itemtype", "type"])
                        .and_then(|v| v.literal())
                        .is_some_and(|t| t.to_ascii_lowercase().starts_with("dir"));
                let link = named(args, &["itemtype", "type"]).and_then(|v| v.literal()).is_some_and(|t| {
                    matches!(t.to_ascii_lowercase().as_str(), "symboliclink" | "junction" | "hardlink")
                });
                let mut paths = self.paths(args, &[]);
                if let (Some(name), Some(path)) = (named(args, &["name"]), paths.first_mut()) {
                    path.push_text("/");
                    path.append(&name);
                } else if paths.is_empty() {
                    paths.extend(named(args, &["name"]));
                }
                for path in paths {
                    if self.changes_key(&path, false, span) {
                        continue;
                    }
                    let target = self.w.windows_path(&named(args, &["target", "value"]).unwrap_or_default());
                    if link {
                        let path = self.w.windows_path(&path);
                        self.unix(&["ln", "-s"], &[target, path], Value::default(), span);
                    } else if folder {
                        let path = self.w.windows_path(&path);
                        self.unix(&["mkdir", "-p"], &[path], Value::default(), span);
                    } else {
                        let content = named(args, &["value"]).unwrap_or_default();
                        self.writes(&path, &content, false, span, "powershell/writes");
                    }
                }
                Vec::new()
            }
            "copy-item" | "move-item" | "rename-item" => {
                let given = self.positional(
                    args,
                    &["path", "literalpath", "destination", "newname", "filter", "include", "exclude"],
                );
                let from: List = match named(args, &["path", "literalpath"]) {
                    Some(path) => vec![path],
                    None if !flow.is_empty() => flow.to_vec(),
                    None => given.first().cloned().into_iter().collect(),
                };
                let at = usize::from(named(args, &["path", "literalpath"]).is_none() && flow.is_empty());
                let to = named(args, &["destination", "newname"])
                    .or_else(|| given.get(at).cloned())
                    .unwrap_or_else(|| Value::text("."));
                let mut words: List = from.iter().map(|p| self.w.windows_path(p)).collect();
                let mut to = self.w.windows_path(&to);
                if name == "rename-item"
                    && !to.prefix().contains('/')
                    && let Some(folder) =
                        words.first().and_then(|w| w.known()).and_then(|w| w.rsplit_once('/'))
                {
                    let mut whole = Value::text(format!("{}/", folder.0));
                    whole.append(&to);
                    to = whole;
                }
                words.push(to);
                if from.first().and_then(Value::literal).is_some_and(|t| registry(&t).is_some()) {
                    let key = words.last().cloned().unwrap_or_default();
                    self.changes_key(&key, false, span);
                    return Some(Vec::new());
                }
                let verb: &[&str] = match name {
                    "copy-item" if flag(args, "recurse") => &["cp", "-r"],
                    "copy-item" => &["cp"],
                    _ => &["mv"],
                };
                self.unix(verb, &words, Value::default(), span)
            }
            "expand-archive" => {
                let given = self.positional(args, &["path", "literalpath", "destinationpath"]);
                let from = named(args, &["path", "literalpath"])
                    .or_else(|| given.first().cloned())
                    .unwrap_or_default();
                let to = named(args, &["destinationpath"])
                    .or_else(|| given.get(1).cloned())
                    .unwrap_or_else(|| Value::text("."));
                let (from, to) = (self.w.windows_path(&from), self.w.windows_path(&to));
                self.unix(&["unzip"], &[from, Value::text("-d"), to], Value::default(), span)
            }
            "compress-archive" => {
                let given = self.positional(args, &["path", "literalpath", "destinationpath"]);
                let from = named(args, &["path", "literalpath"])
                    .or_else(|| given.first().cloned())
                    .unwrap_or_default();
                let to =
                    named(args, &["destinationpath"]).or_else(|| given.get(1).cloned()).unwrap_or_default();
                let (from, to) = (self.w.windows_path(&from), self.w.windows_path(&to));
                self.unix(&["zip", "-r"], &[to, from], Value::default(), span)
            }
            "set-location" | "push-location" => {
                if let Some(path) = self.paths(args, &[]).into_iter().next() {
                    if path.literal().is_some_and(|t| registry(&t).is_some()) {
                        self.w.state.cwd = vec![None];
                    } else {
                        let path = self.w.windows_path(&path);
                        self.unix(&["cd"], &[path], Value::default(), span);
                        // It fails loudly, and the next line goes on in the folder it was told.
                        self.w.state.cwd.truncate(1);
                    }
                }
                Vec::new()
            }
            "pop-location" => {
                self.w.state.cwd = vec![None];
                Vec::new()
            }
            "get-location" => {
                self.looks(name, span);
                vec![
                    self.w
                        .cwd()
                        .map_or_else(|| Value::unknown(Source::Output("pwd".to_owned())), Value::text),
                ]
            }
            "stop-process" => self.stops_processes(args, flow, span),
            "get-process" => {
                self.looks(name, span);
                let names = named_list(args, &["name", "id"])
                    .unwrap_or_else(|| self.positional(args, &["name", "id"]));
                if names.is_empty() { vec![Value::unknown(Source::Output("ps".to_owned()))] } else { names }
            }
            "invoke-expression" => {
                let text = named(args, &["command"])
                    .or_else(|| self.positional(args, &["command"]).into_iter().next());
                let text = text.unwrap_or_else(|| joined(flow));
                if text.is_empty() {
                    self.unread(span, "runs code that is known only at run time");
                }
                self.code(&text, span, &[])
            }
            "invoke-command" => {
                let remote = has(args, "computername")
                    || has(args, "session")
                    || has(args, "hostname")
                    || has(args, "vmname")
                    || has(args, "cn");
                let outer = self.w.run_place;
                if remote {
                    self.w.run_place = knowledge::RunPlace::Remote;
                    self.say(
                        Kind::OpenNetwork,
                        span,
                        "powershell/remote",
                        "runs a command on another machine",
                        Tier::Medium,
                    );
                }
                let mut out = self.blocks(args, flow);
                if let Some(file) = named(args, &["filepath"]) {
                    self.script(&file, span);
                } else if args.iter().all(|a| a.blocks.is_empty()) {
                    self.unread(span, "runs a block that is known only at run time");
                }
                self.w.run_place = outer;
                out.truncate(super::power::MAX_LIST);
                out
            }
            "start-process" => self.starts(args, span),
            "start-job"
            | "start-threadjob"
            | "measure-command"
            | "register-objectevent"
            | "register-engineevent"
            | "trace-command" => {
                let out = self.blocks(args, flow);
                if let Some(file) = named(args, &["filepath"]).filter(|_| name == "start-job") {
                    self.script(&file, span);
                }
                self.looks(name, span);
                out
            }
            "foreach-object" | "where-object" => {
                self.looks(name, span);
                if args.iter().all(|a| a.blocks.is_empty()) {
                    // `% FullName`, `? Name -like x`; `% Delete` calls it.
                    let called = args
                        .first()
                        .filter(|a| a.name.is_none())
                        .and_then(|a| a.values.first())
                        .and_then(Value::literal);
                    if let Some(member) = called.filter(|_| name == "foreach-object") {
                        return Some(self.member(
                            None,
                            flow,
                            &member.to_ascii_lowercase(),
                            Some(Vec::new()),
                            true,
                            span,
                        ));
                    }
                    return Some(flow.to_vec());
                }
                let out = self.each(flow, |p, value| {
                    p.set("_", vec![value.clone()]);
                    p.set("psitem", vec![value.clone()]);
                    p.blocks(args, std::slice::from_ref(value))
                });
                if name == "where-object" { flow.to_vec() } else { out }
            }
            "select-object" | "sort-object" | "get-unique" | "out-string" | "out-host" | "out-default"
            | "format-table" | "format-list" | "format-wide" | "format-custom" | "group-object"
            | "measure-object" | "out-gridview" | "write-output" | "write-host" | "write-verbose"
            | "write-warning" | "write-error" | "write-information" | "write-debug" | "write-progress"
            | "out-null" | "convertto-json" | "convertfrom-json" | "convertto-csv" | "convertfrom-csv"
            | "get-member" => {
                // Calculated columns are blocks.
                self.looks(name, span);
                self.blocks(args, flow);
                match name {
                    "out-null" => Vec::new(),
                    "write-output" | "write-host" => args.iter().flat_map(|a| a.values.clone()).collect(),
                    "group-object" | "measure-object" => vec![joined(flow).through("measure")],
                    _ => flow.to_vec(),
                }
            }
            "invoke-webrequest" | "invoke-restmethod" | "start-bitstransfer" => self.web(args, flow, span),
            "new-object" => self.new_object(args, span),
            "import-module" => {
                let target = named(args, &["name"])
                    .or_else(|| self.positional(args, &["name"]).into_iter().next())
                    .unwrap_or_default();
                if target.prefix().contains(['/', '\\'])
                    || target.prefix().ends_with(".psm1")
                    || target.prefix().ends_with(".ps1")
                {
                    self.script(&target, span);
                } else {
                    self.w.effect(
                        Kind::Run,
                        Some(target.shown()),
                        span,
                        "powershell/module",
                        "loads an installed module",
                        Tier::Low,
                        Reach::Workspace,
                        Undo::Easy,
                    );
                }
                Vec::new()
            }
            "invoke-item" => {
                for path in self.paths(args, flow) {
                    let path = self.w.windows_path(&path);
                    self.unix(&["xdg-open"], &[path], Value::default(), span);
                }
                Vec::new()
            }
            "invoke-sqlcmd" => {
                if let Some(query) = named(args, &["query"]).or_else(|| {
                    self.positional(args, &["query", "serverinstance", "database"]).into_iter().next()
                }) {
                    self.w.sql(&query, span);
                } else {
                    self.unread(span, "runs SQL that is known only at run time");
                }
                Vec::new()
            }
            "add-type" => {
                let loads = named(args, &["assemblyname", "an"]).is_some()
                    && named(args, &["typedefinition", "memberdefinition", "path"]).is_none();
                if loads {
                    self.looks(name, span);
                } else {
                    self.say(
                        Kind::RunUnknownCode,
                        span,
                        "powershell/add-type",
                        "compiles and loads code of another language",
                        Tier::High,
                    );
                }
                Vec::new()
            }
            "set-variable" | "new-variable" => {
                let given = self.positional(args, &["name", "value", "scope", "option"]);
                let name =
                    named(args, &["name"]).or_else(|| given.first().cloned()).and_then(|v| v.literal());
                let value = named_list(args, &["value"])
                    .unwrap_or_else(|| given.get(1).cloned().into_iter().collect());
                if let Some(name) = name {
                    self.set(&name.to_ascii_lowercase(), value);
                }
                Vec::new()
            }
            "set-alias" | "new-alias" => {
                self.unread(span, "gives a command another name");
                Vec::new()
            }
            "stop-computer" | "restart-computer" => {
                self.w.hardline(
                    Kind::PowerOff,
                    span,
                    "powershell/power",
                    "shuts down or restarts the machine",
                );
                Vec::new()
            }
            "format-volume"
            | "clear-disk"
            | "initialize-disk"
            | "remove-partition"
            | "clear-storagediagnosticinfo"
            | "reset-physicaldisk" => {
                self.w.hardline(Kind::WipeDisk, span, "powershell/disk", "wipes or formats a disk");
                Vec::new()
            }
            "set-executionpolicy" => {
                let process = named(args, &["scope"])
                    .and_then(|v| v.literal())
                    .is_some_and(|s| s.eq_ignore_ascii_case("process"));
                let tier = if process { Tier::Low } else { Tier::High };
                self.say(
                    Kind::ChangeConfig,
                    span,
                    "powershell/execution-policy",
                    "changes which scripts PowerShell runs",
                    tier,
                );
                Vec::new()
            }
            "set-item" => {
                let given = self.positional(args, &["path", "value"]);
                let path = named(args, &["path", "literalpath"])
                    .or_else(|| given.first().cloned())
                    .unwrap_or_default();
                let value = named(args, &["value"]).or_else(|| given.get(1).cloned()).unwrap_or_default();
                let lower = path.literal().unwrap_or_default().to_ascii_lowercase();
                if let Some(variable) = lower.strip_prefix("env:") {
                    let mut pair = Value::text(format!(
                        "{}=",
                        variable.trim_start_matches(['\\', '/']).to_ascii_uppercase()
                    ));
                    pair.append(&value);
                    self.unix(&["export"], &[pair], Value::default(), span);
                } else if let Some(variable) = lower.strip_prefix("variable:") {
                    self.set(variable.trim_start_matches(['\\', '/']), vec![value]);
                } else if lower.starts_with("function:") || lower.starts_with("alias:") {
                    self.unread(span, "gives a command another meaning");
                } else if !self.changes_key(&path, false, span) {
                    self.writes(&path, &value, false, span, "powershell/writes");
                }
                Vec::new()
            }
            "set-acl" => {
                for path in self.paths(args, flow) {
                    let path = self.w.windows_path(&path);
                    self.w.path_effect(
                        Kind::ChangePermission,
                        &path,
                        span,
                        "powershell/acl",
                        "changes who may use {}",
                        true,
                    );
                }
                Vec::new()
            }
            "get-clipboard" | "clear-host" | "clear-variable" | "remove-variable" | "remove-job"
            | "stop-job" | "remove-module" | "clear-recyclebin" | "start-sleep" | "remove-psdrive"
            | "remove-event" => {
                if name == "clear-recyclebin" {
                    self.say(
                        Kind::Delete,
                        span,
                        "powershell/recycle-bin",
                        "empties the recycle bin",
                        Tier::Critical,
                    );
                } else {
                    self.looks(name, span);
                }
                Vec::new()
            }
            "clear-history" => {
                self.say(
                    Kind::DisableGuard,
                    span,
                    "powershell/history",
                    "clears the shell's history",
                    Tier::High,
                );
                Vec::new()
            }
            _ => return None,
        })
    }

    fn removes(&mut self, args: &[Arg], flow: &[Value], span: Span) -> List {
        let deep = args.iter().any(|a| {
            a.name.as_deref().is_some_and(|n| n.starts_with('r') || n == "fr")
                || a.values.iter().any(|v| v.known().is_some_and(|t| t.eq_ignore_ascii_case("/s")))
        }) || self.deep && !flow.is_empty();
        let paths = self.paths(args, flow);
        if paths.is_empty() {
            self.say(
                Kind::Delete,
                span,
                "powershell/remove",
                "deletes what is known only at run time",
                Tier::Critical,
            );
        }
        for path in paths {
            let lower = path.literal().unwrap_or_default().to_ascii_lowercase();
            if lower.starts_with("env:")
                || lower.starts_with("variable:")
                || lower.starts_with("alias:")
                || lower.starts_with("function:")
            {
                self.looks("remove-item", span);
                continue;
            }
            if lower.starts_with("cert:") {
                self.say(
                    Kind::Delete,
                    span,
                    "powershell/certificate",
                    "deletes a certificate",
                    Tier::Critical,
                );
                continue;
            }
            if self.changes_key(&path, true, span) {
                continue;
            }
            if lower.starts_with('/') && lower.len() == 2 {
                // `rd /s /q x` in a habit of cmd.
                continue;
            }
            let path = self.w.windows_path(&path);
            self.unix(
                if deep { &["rm", "-rf", "--"] } else { &["rm", "-f", "--"] },
                &[path],
                Value::default(),
                span,
            );
        }
        Vec::new()
    }

    fn lists(&mut self, args: &[Arg], flow: &[Value], span: Span) -> List {
        let mut paths = self.paths(args, flow);
        let lower = paths.first().and_then(Value::literal).unwrap_or_default().to_ascii_lowercase();
        if lower == "env:" || lower.starts_with("env:\\") {
            return self.unix(&["env"], &[], Value::default(), span);
        }
        if ["variable:", "alias:", "function:", "cert:"].iter().any(|d| lower.starts_with(d))
            || registry(&lower).is_some()
        {
            self.looks("get-childitem", span);
            return vec![Value::unknown(Source::Output("ls".to_owned()))];
        }
        if paths.is_empty() {
            paths.push(Value::text("."));
        }
        self.deep = args
            .iter()
            .any(|a| a.name.as_deref().is_some_and(|n| n == "r" || n == "s" || n.starts_with("rec")));
        let pattern = named(args, &["filter", "include"]);
        let mut out = Vec::new();
        for path in paths {
            let path = self.w.windows_path(&path);
            self.unix(&["ls"], std::slice::from_ref(&path), Value::default(), span);
            if path.has_glob()
                || path.known().is_some_and(|p| {
                    p.rsplit('/').next().is_some_and(|n| n.trim_start_matches('.').contains('.'))
                })
            {
                out.push(path);
                continue;
            }
            let mut inside = path;
            inside.push_text("/");
            match &pattern {
                Some(pattern) => inside.append(&self.w.windows_path(pattern)),
                None => inside.push(Part::Glob("*".to_owned())),
            }
            out.push(inside);
        }
        out
    }

    fn stops_processes(&mut self, args: &[Arg], flow: &[Value], span: Span) -> List {
        let outer = std::mem::replace(&mut self.w.stops_on_windows, true);
        let out = self.stops_these(args, flow, span);
        self.w.stops_on_windows = outer;
        out
    }

    fn stops_these(&mut self, args: &[Arg], flow: &[Value], span: Span) -> List {
        let by_name = named_list(args, &["name", "processname"]);
        let by_number = named_list(args, &["id"])
            .unwrap_or_else(|| self.positional(args, &["id", "name", "processname"]));
        let mut found = false;
        for name in by_name.unwrap_or_default() {
            found = true;
            self.unix(&["pkill", "-x"], &[name], Value::default(), span);
        }
        let rest: List = if found {
            Vec::new()
        } else if by_number.is_empty() {
            flow.to_vec()
        } else {
            by_number
        };
        for value in rest {
            found = true;
            let number = value.known().is_some_and(|t| t.parse::<i64>().is_ok());
            let verb: &[&str] = if number || value.known().is_none() { &["kill"] } else { &["pkill", "-x"] };
            self.unix(verb, &[value], Value::default(), span);
        }
        if !found {
            self.say(
                Kind::StopProcess,
                span,
                "powershell/stop-process",
                "stops processes that are known only at run time",
                Tier::Critical,
            );
        }
        Vec::new()
    }

    fn starts(&mut self, args: &[Arg], span: Span) -> List {
        let given = self.positional(
            args,
            &[
                "filepath",
                "argumentlist",
                "args",
                "verb",
                "workingdirectory",
                "windowstyle",
                "redirectstandardoutput",
                "redirectstandarderror",
                "redirectstandardinput",
            ],
        );
        let program =
            named(args, &["filepath", "path"]).or_else(|| given.first().cloned()).unwrap_or_default();
        let mut words: List = Vec::new();
        if named(args, &["verb"]).and_then(|v| v.literal()).is_some_and(|v| v.eq_ignore_ascii_case("runas")) {
            words.push(Value::text("sudo"));
        }
        if ["http://", "https://", "mailto:", "ms-settings:"]
            .iter()
            .any(|scheme| program.prefix().starts_with(scheme))
        {
            words.push(Value::text("xdg-open"));
        }
        for key in ["redirectstandardoutput", "redirectstandarderror"] {
            if let Some(target) = named(args, &[key]) {
                self.writes(
                    &target,
                    &Value::unknown(Source::Output("start".to_owned())),
                    false,
                    span,
                    "redirect/overwrite",
                );
            }
        }
        let handed = named_list(args, &["argumentlist", "args"])
            .unwrap_or_else(|| given.iter().skip(1).cloned().collect());
        let shown = program.literal().map(|text| program_name(&text)).unwrap_or_default();
        let shell = matches!(shown.as_str(), "cmd" | "powershell" | "pwsh" | "wsl");
        let mut rest: List = Vec::new();
        for value in handed {
            match value.literal() {
                Some(text) if text.contains(' ') && !shell => {
                    rest.extend(split_line(&text).into_iter().map(Value::text))
                }
                Some(text) if shell => rest.extend(split_line(&text).into_iter().map(Value::text)),
                _ => rest.push(value),
            }
        }
        let args: Vec<Arg> =
            rest.into_iter().map(|value| Arg { values: vec![value], ..Arg::positional(span) }).collect();
        match words.first() {
            Some(_) => {
                words.push(program.clone());
                words.extend(args.into_iter().flat_map(|a| a.values));
                let fields = words.into_iter().map(|value| Field::new(value, span)).collect();
                vec![self.w.exec(fields, Value::default())]
            }
            None if program.is_empty() => {
                self.unread(span, "starts a program that is not named");
                Vec::new()
            }
            None if program.literal().is_none() && program.parts.len() < 2 => {
                self.unread(span, "starts a program that is known only at run time");
                Vec::new()
            }
            None => self.program(&shown, &program, span, &args, &[]),
        }
    }

    /// `Invoke-WebRequest` and its like, as `curl` would do it.
    pub fn web(&mut self, args: &[Arg], flow: &[Value], span: Span) -> List {
        let given = self.positional(
            args,
            &[
                "uri",
                "url",
                "source",
                "method",
                "body",
                "headers",
                "outfile",
                "infile",
                "destination",
                "contenttype",
                "credential",
                "token",
                "sessionvariable",
                "websession",
                "proxy",
                "form",
                "maximumredirection",
                "authentication",
            ],
        );
        let address = named(args, &["uri", "url", "source"])
            .or_else(|| given.first().cloned())
            .unwrap_or_else(|| joined(flow));
        let mut words = vec![address];
        if let Some(method) = named(args, &["method"]) {
            words.push(Value::text("-X"));
            words.push(method.literal().map_or(method, |m| Value::text(m.to_ascii_uppercase())));
        }
        if let Some(body) = named(args, &["body", "form"]) {
            words.push(Value::text("--data-raw"));
            words.push(body);
        }
        if let Some(headers) = named(args, &["headers"]).filter(|h| h.secret().is_some()) {
            words.push(Value::text("-H"));
            words.push(headers);
        }
        if let Some(file) = named(args, &["infile"]) {
            words.push(Value::text("-T"));
            words.push(self.w.windows_path(&file));
        }
        if let Some(file) = named(args, &["outfile", "destination", "o"]) {
            words.push(Value::text("-o"));
            words.push(self.w.windows_path(&file));
        }
        self.unix(&["curl", "-s"], &words, Value::default(), span)
    }

    fn new_object(&mut self, args: &[Arg], span: Span) -> List {
        let given = self.positional(args, &["typename", "comobject", "argumentlist", "property"]);
        let class = named(args, &["typename", "comobject"])
            .or_else(|| given.first().cloned())
            .and_then(|v| v.literal())
            .unwrap_or_default()
            .to_ascii_lowercase();
        let class = class.strip_prefix("system.").unwrap_or(&class).to_owned();
        if class.starts_with("net.sockets.") {
            let to = named_list(args, &["argumentlist"])
                .unwrap_or_else(|| given.iter().skip(1).cloned().collect());
            self.w.connects(to.first().unwrap_or(&Value::unknown(Source::Input)), span, "powershell/socket");
        } else if class.is_empty() {
            self.unread(span, "makes an object that is named only at run time");
        } else {
            self.looks("new-object", span);
        }
        vec![Value::unknown(Source::Output(format!("[{class}]")))]
    }

    // --- everything else ----------------------------------------------------------------------------------

    /// A cmdlet that nobody listed: its verb decides, and what it is done to makes it worse.
    fn by_verb(&mut self, verb: &str, noun: &str, span: Span, args: &[Arg], flow: &[Value]) -> List {
        let name = format!("{verb}-{noun}");
        let out = self.blocks(args, flow);
        let guard = GUARDS.iter().any(|guard| noun.contains(guard));
        let secret = ["secret", "credential", "password", "token", "apikey", "privatekey"]
            .iter()
            .any(|s| noun.contains(s));
        let shown = |what: &str| format!("`{name}` {what}");
        let unknown = vec![Value::unknown(Source::Output(name.clone()))];
        if READS.contains(&verb) {
            if secret
                && matches!(verb, "get" | "show" | "read" | "find" | "convertfrom")
                && noun != "securestring"
            {
                self.say(Kind::ReadSecret, span, "powershell/secret", &shown("reads a secret"), Tier::High);
            } else {
                self.looks(&name, span);
            }
            return if out.is_empty() { unknown } else { out };
        }
        if OWN.contains(&noun)
            && !matches!(
                verb,
                "install" | "uninstall" | "publish" | "update" | "unregister" | "save" | "register"
            )
        {
            self.w.effect(
                Kind::Run,
                None,
                span,
                "powershell/session",
                &shown("acts inside this session"),
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
            );
            return unknown;
        }
        let (kind, tier, text) = match verb {
            "invoke" if noun == "cimmethod" || noun == "wmimethod" => {
                (Kind::RunUnknownCode, Tier::High, "runs code through the system's management interface")
            }
            _ if guard => (Kind::DisableGuard, Tier::Critical, "changes what guards this machine"),
            _ if ENDS.contains(&verb) => (Kind::Delete, Tier::Critical, "deletes or resets something"),
            "stop" | "restart" | "suspend" | "terminate" | "kill" => {
                (Kind::StopService, Tier::Critical, "stops or restarts something")
            }
            _ if STOPS.contains(&verb) => (Kind::ChangeConfig, Tier::High, "switches something off"),
            "register" if noun.contains("task") || noun.contains("job") => {
                (Kind::Persist, Tier::High, "has something run by itself later")
            }
            "new" | "set" | "enable" | "add"
                if ["service", "scheduledtask", "startup"].iter().any(|n| noun.contains(n)) =>
            {
                (Kind::Persist, Tier::High, "has something run by itself later")
            }
            "new" | "add" | "set" | "enable" | "grant"
                if ["user", "group", "permission", "role", "policy", "acl", "smbshare", "netfirewall"]
                    .iter()
                    .any(|n| noun.contains(n)) =>
            {
                (Kind::ChangeConfig, Tier::High, "changes who may do what")
            }
            "set"
                if noun.contains("date")
                    || noun.contains("timezone")
                    || noun.contains("dns")
                    || noun.contains("net") =>
            {
                (Kind::ChangeConfig, Tier::High, "changes the system's settings")
            }
            "install" => (Kind::Install, Tier::Medium, "installs something"),
            "deploy" => (Kind::Publish, Tier::High, "deploys something"),
            "send" => (Kind::Message, Tier::Medium, "sends something to somebody"),
            "publish" | "push" | "submit" | "approve" => (Kind::Publish, Tier::Medium, "publishes something"),
            "connect" | "enter" | "open" if !noun.contains("file") => {
                (Kind::OpenNetwork, Tier::Medium, "connects to another machine or service")
            }
            "export" | "save" | "backup" | "import" | "expand" | "compress" | "use" | "exit"
            | "disconnect" | "skip" | "pop" | "hide" | "step" => {
                for path in self.paths(args, flow) {
                    let kind = if matches!(verb, "import" | "use") { Kind::Read } else { Kind::Write };
                    let path = self.w.windows_path(&path);
                    self.w.path_effect(
                        kind,
                        &path,
                        span,
                        "powershell/file",
                        if kind == Kind::Read { "reads {}" } else { "writes {}" },
                        false,
                    );
                }
                (Kind::Run, Tier::Low, "is run")
            }
            _ => (Kind::ChangeConfig, Tier::Medium, "changes something"),
        };
        self.say(kind, span, "powershell/verb", &shown(text), tier);
        unknown
    }

    /// A name that looks like a cmdlet, with a verb that PowerShell has not.
    fn unlisted_cmdlet(&mut self, verb: &str, noun: &str, span: Span, args: &[Arg], flow: &[Value]) -> List {
        self.blocks(args, flow);
        self.unread(span, &format!("`{verb}-{noun}` is no cmdlet that is known"));
        vec![Value::unknown(Source::Output(verb.to_owned()))]
    }

    /// A program: judged as any other.
    pub fn program(&mut self, lower: &str, name: &Value, span: Span, args: &[Arg], flow: &[Value]) -> List {
        let text = name.literal().unwrap_or_else(|| lower.to_owned());
        let base = program_name(&text);
        if text.to_ascii_lowercase().ends_with(".ps1") {
            self.script(name, span);
            return vec![Value::unknown(Source::Output(base))];
        }
        let path = self.w.windows_path(name);
        let placed = text.contains(['/', '\\']);
        let system = text.to_ascii_lowercase().replace('\\', "/");
        let installed =
            system.contains("/program files") || system.contains("/windows/") || name.literal().is_none();
        let first = if !placed || installed {
            Value::text(base)
        } else {
            match path.literal() {
                Some(path) if !path.starts_with(['/', '.', '~']) => Value::text(format!("./{path}")),
                _ => path,
            }
        };
        let mut fields = vec![Field::new(first, span)];
        for arg in args {
            if arg.name.is_some() {
                let mut raw = arg.raw.clone();
                if let Some(value) = arg.values.first().filter(|_| arg.raw.known().is_none()) {
                    raw.append(value);
                }
                fields.push(Field::new(raw, arg.span));
                continue;
            }
            for value in &arg.values {
                fields.push(Field::new(self.slashed(value), arg.span));
            }
        }
        self.blocks(args, flow);
        self.w.span = span;
        let out = self.w.exec(fields, joined(flow));
        vec![out]
    }

    /// A word of a program that is a Windows path, as the path that it is.
    fn slashed(&self, value: &Value) -> Value {
        let text = value.prefix();
        if super::paths::drive(text).is_some_and(|(_, rest)| !rest.is_empty())
            || text.starts_with(".\\")
            || text.starts_with("..\\")
            || text.starts_with("~\\")
        {
            return self.w.windows_path(value);
        }
        value.clone()
    }

    /// A script of PowerShell.
    pub fn script(&mut self, file: &Value, span: Span) {
        let path = self.w.windows_path(file);
        let field = Field::new(path, span);
        self.w.power_script(&field);
    }

    fn say(&mut self, kind: Kind, span: Span, rule: &str, text: &str, tier: Tier) {
        let (_, reach, undo) = kind.ordinary();
        self.w.effect(kind, None, span, rule, text, tier, reach, undo);
    }

    fn looks(&mut self, name: &str, span: Span) {
        let text = format!("`{name}` only looks");
        self.w.effect(
            Kind::Read,
            None,
            span,
            "powershell/reads",
            &text,
            Tier::Safe,
            Reach::Workspace,
            Undo::Easy,
        );
    }

    /// A command of Unix that does the same.
    fn unix(&mut self, words: &[&str], values: &[Value], stdin: Value, span: Span) -> List {
        let mut fields: Vec<Field> = words.iter().map(|word| Field::text(*word, span)).collect();
        for value in values {
            let value =
                if words.first() == Some(&"cat") { self.w.windows_path(value) } else { value.clone() };
            fields.push(Field::new(value, span));
        }
        self.w.span = span;
        let out = self.w.exec(fields, stdin);
        if out.is_empty() { Vec::new() } else { vec![out] }
    }

    /// A change of the registry; false if it is no key.
    fn changes_key(&mut self, path: &Value, gone: bool, span: Span) -> bool {
        let Some(key) = registry(path.prefix()) else { return false };
        self.w.registry_change(&key, gone, span);
        true
    }

    /// The files that a cmdlet is told: by name, in order, or through the pipe.
    fn paths(&mut self, args: &[Arg], flow: &[Value]) -> List {
        let mut out = named_list(args, PATHS).unwrap_or_default();
        if out.is_empty() {
            out = self.positional(args, PATHS);
        }
        if out.is_empty() {
            out = flow.to_vec();
        }
        out.retain(|value| !value.is_empty());
        out
    }

    /// Arguments by their place: what no parameter has taken. `taking` are parameters that take a value.
    fn positional(&self, args: &[Arg], taking: &[&str]) -> List {
        let mut out = Vec::new();
        let mut taken = false;
        for arg in args {
            match &arg.name {
                Some(name) => {
                    let alone = SWITCHES.iter().any(|s| *s == name) && !taking.contains(&name.as_str())
                        || !arg.values.is_empty();
                    let takes = taking
                        .iter()
                        .chain(VALUES)
                        .any(|t| t.starts_with(name.as_str()) && name.len() > 1 || *t == name);
                    taken = takes && !alone;
                }
                None if taken => taken = false,
                None => out.extend(arg.values.iter().cloned()),
            }
        }
        out
    }
}

/// The value of a parameter, by any of its names or the beginning of one.
fn named_list(args: &[Arg], names: &[&str]) -> Option<List> {
    let at = args.iter().position(|arg| {
        arg.name.as_deref().is_some_and(|given| {
            names.iter().any(|name| *name == given || given.len() > 1 && name.starts_with(given))
        })
    })?;
    let arg = args.get(at)?;
    if !arg.values.is_empty() {
        return Some(arg.values.clone());
    }
    args.get(at + 1).filter(|next| next.name.is_none()).map(|next| next.values.clone())
}

fn named(args: &[Arg], names: &[&str]) -> Option<Value> {
    named_list(args, names)?.into_iter().next()
}

fn has(args: &[Arg], name: &str) -> bool {
    args.iter().any(|arg| arg.name.as_deref() == Some(name))
}

/// A switch, or the beginning of its name; `-Recurse:$false` is off.
fn flag(args: &[Arg], name: &str) -> bool {
    args.iter().any(|arg| {
        arg.name.as_deref().is_some_and(|given| given == name || given.len() > 1 && name.starts_with(given))
            && !arg.values.iter().any(|v| v.known() == Some("False"))
    })
}

fn joined_path(given: &[Value], args: &[Arg]) -> Value {
    let mut parts: List = named(args, &["path"]).into_iter().collect();
    parts.extend(given.iter().cloned());
    parts.extend(named(args, &["childpath"]));
    super::power::joined_by(&parts, "/")
}

/// A program's name: without its folder and `.exe`, in small letters.
pub(super) fn program_name(text: &str) -> String {
    let base = text.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(text);
    let lower = base.to_ascii_lowercase();
    match lower
        .strip_suffix(".exe")
        .or_else(|| lower.strip_suffix(".cmd"))
        .or_else(|| lower.strip_suffix(".bat"))
        .or_else(|| lower.strip_suffix(".com"))
    {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ if base.chars().any(|c| c.is_ascii_uppercase()) && knowledge::program(&lower).is_some() => lower,
        _ => base.to_owned(),
    }
}

fn is_verb(verb: &str) -> bool {
    READS.contains(&verb) || ENDS.contains(&verb) || STOPS.contains(&verb) || CHANGES.contains(&verb)
}

fn is_noun(noun: &str) -> bool {
    !noun.is_empty() && noun.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// `Do-Things`: written like a cmdlet.
fn capitals(name: &Value) -> bool {
    name.literal()
        .is_some_and(|text| text.split('-').all(|word| word.starts_with(|c: char| c.is_ascii_uppercase())))
}

/// A command line in words, double quotes respected.
pub(super) fn split_line(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let (mut word, mut quoted, mut any) = (String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                any = true;
            }
            c if c.is_whitespace() && !quoted => {
                if any || !word.is_empty() {
                    out.push(std::mem::take(&mut word));
                }
                any = false;
            }
            c => word.push(c),
        }
    }
    if any || !word.is_empty() {
        out.push(word);
    }
    out
}

pub(super) fn registry_text(key: &str, gone: bool) -> (Kind, Tier, String) {
    let shown = format!("`{key}`");
    if is_startup_key(key) && !gone {
        return (
            Kind::Persist,
            Tier::High,
            format!("changes {shown} in the registry, by which programs are started"),
        );
    }
    if gone {
        return (Kind::Delete, Tier::Critical, format!("deletes {shown} from the registry"));
    }
    (Kind::ChangeConfig, Tier::High, format!("changes {shown} in the registry"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn aliases_are_sorted() {
        assert!(super::ALIASES.is_sorted_by_key(|(short, _)| *short));
    }
}
