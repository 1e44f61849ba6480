//! Methods of .NET that a PowerShell text calls: by the class where that says it all, else by the method's own verb.

use super::cmdlet::Arg;
use super::power::{List, Power, joined};
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Source, Value};

impl Power<'_, '_> {
    /// A member of a value or a class; `args` where it is called. `item` says that the value came through a pipe.
    pub fn member(
        &mut self,
        class: Option<&str>,
        values: &[Value],
        name: &str,
        args: Option<List>,
        item: bool,
        span: Span,
    ) -> List {
        let whole = joined(values);
        let unknown = |program: &str| vec![whole.through(program)];
        let Some(args) = args else {
            return match name {
                "fullname" | "name" | "path" | "pspath" | "pschildname" | "basename" | "value"
                    if item || !whole.has_unknown() =>
                {
                    values.to_vec()
                }
                // `$PROFILE.AllUsersAllHosts`: another start-up file.
                "allusersallhosts"
                | "alluserscurrenthost"
                | "currentuserallhosts"
                | "currentusercurrenthost" => values.to_vec(),
                // The pages of a download are the download.
                "content" | "rawcontent" | "text" => values.to_vec(),
                _ => unknown("member"),
            };
        };
        let class = class.map(|c| c.strip_prefix("system.").unwrap_or(c));
        let first = || args.first().cloned().unwrap_or_default();
        let second = || args.get(1).cloned().unwrap_or_default();
        if let Some(class) = class {
            let file = matches!(class, "io.file" | "io.directory" | "io.fileinfo" | "io.directoryinfo");
            match (class, name) {
                (
                    _,
                    "readalltext" | "readalllines" | "readallbytes" | "openread" | "opentext" | "readlines",
                ) if file => {
                    let path = self.w.windows_path(&first());
                    return vec![self.w.content_of(&path, span)];
                }
                (_, "delete") if file => {
                    let path = self.w.windows_path(&first());
                    self.w.path_effect(
                        Kind::Delete,
                        &path,
                        span,
                        "powershell/delete",
                        "deletes {}",
                        class.contains("directory"),
                    );
                    return Vec::new();
                }
                (_, "move" | "replace") if file => {
                    let (from, to) = (self.w.windows_path(&first()), self.w.windows_path(&second()));
                    self.w.path_effect(Kind::Move, &from, span, "powershell/move", "moves {}", true);
                    self.w.path_effect(Kind::Overwrite, &to, span, "powershell/move", "writes {}", false);
                    return Vec::new();
                }
                (_, "copy") if file => {
                    let (from, to) = (self.w.windows_path(&first()), self.w.windows_path(&second()));
                    let content = self.w.content_of(&from, span);
                    self.w.path_effect(Kind::Overwrite, &to, span, "powershell/copy", "writes {}", false);
                    self.w.remember_written(&to, &content, false);
                    return Vec::new();
                }
                (
                    _,
                    "writealltext" | "writealllines" | "writeallbytes" | "appendalltext" | "appendalllines"
                    | "create" | "createtext" | "openwrite" | "createdirectory" | "open",
                ) if file => {
                    let content = second();
                    self.writes(
                        &first(),
                        &content,
                        name.starts_with("append") || name == "createdirectory",
                        span,
                        "powershell/writes",
                    );
                    return Vec::new();
                }
                ("scriptblock", "create") | ("convert", "tostring") => return vec![first()],
                ("convert", "frombase64string") => {
                    let decoded = first().literal().and_then(|text| super::decoded(&text));
                    return vec![decoded.map_or_else(|| first().through("base64"), Value::text)];
                }
                (_, "getstring") => return vec![first()],
                ("diagnostics.process", "start") => {
                    let rest: Vec<Arg> = args
                        .iter()
                        .skip(1)
                        .flat_map(|v| match v.literal() {
                            Some(text) => {
                                super::cmdlet::split_line(&text).into_iter().map(Value::text).collect()
                            }
                            None => vec![v.clone()],
                        })
                        .map(|value| Arg { values: vec![value], ..Arg::positional(span) })
                        .collect();
                    let program = first();
                    if program.literal().is_none() {
                        self.unread(span, "starts a program that is known only at run time");
                        return Vec::new();
                    }
                    let shown = super::cmdlet::program_name(&program.literal().unwrap_or_default());
                    return self.program(&shown, &program, span, &rest, &[]);
                }
                ("reflection.assembly", "load" | "loadfile" | "loadfrom" | "unsafeloadfrom")
                | ("runtime.interopservices.marshal", _) => {
                    self.runs_unknown(span, "loads code that cannot be inspected");
                    return Vec::new();
                }
                ("environment", "setenvironmentvariable") => {
                    let lasting = args
                        .get(2)
                        .and_then(Value::literal)
                        .is_some_and(|t| !t.to_ascii_lowercase().ends_with("process"));
                    let (tier, kind) =
                        if lasting { (Tier::High, Kind::Persist) } else { (Tier::Low, Kind::Write) };
                    self.w.effect(
                        kind,
                        first().literal(),
                        span,
                        "powershell/environment",
                        "sets a variable of the environment",
                        tier,
                        Reach::User,
                        Undo::Hard,
                    );
                    return Vec::new();
                }
                ("environment", "getenvironmentvariable") => {
                    return vec![first().literal().map_or_else(
                        || unknown("env").remove(0),
                        |name| self.get(&format!("env:{}", name.to_ascii_lowercase())).remove(0),
                    )];
                }
                ("io.path", "combine" | "join") => return vec![super::power::joined_by(&args, "/")],
                ("io.path", "gettemppath") => return vec![Value::text("/tmp")],
                ("string", "join" | "concat" | "format") => {
                    return vec![super::power::joined_by(
                        args.get(1..).unwrap_or(&[]),
                        &first().literal().filter(|_| name == "join").unwrap_or_default(),
                    )];
                }
                _ => {}
            }
        }
        match name {
            "tostring" | "trim" | "trimstart" | "trimend" | "normalize" | "clone" | "tochararray" => {
                values.to_vec()
            }
            "tolower" | "tolowerinvariant" => values
                .iter()
                .map(|v| v.literal().map_or_else(|| v.clone(), |t| Value::text(t.to_lowercase())))
                .collect(),
            "toupper" | "toupperinvariant" => values
                .iter()
                .map(|v| v.literal().map_or_else(|| v.clone(), |t| Value::text(t.to_uppercase())))
                .collect(),
            "replace" => match (whole.literal(), first().literal(), second().literal()) {
                (Some(text), Some(what), Some(with)) if !what.is_empty() && with.len() <= 64 => {
                    vec![Value::text(text.replace(&what, &with))]
                }
                _ => unknown("replace"),
            },
            "split" => match (whole.literal(), first().literal()) {
                (Some(text), Some(by)) if by.chars().count() == 1 => {
                    text.split(by.as_str()).take(64).map(Value::text).collect()
                }
                _ => unknown("split"),
            },
            "downloadstring"
            | "downloaddata"
            | "downloadstringtaskasync"
            | "getstringasync"
            | "getasync"
            | "openread" => {
                let address = first();
                self.w.fetches(&address, span, "powershell/download");
                vec![Value::unknown(Source::Download(address.shown()))]
            }
            "downloadfile" | "downloadfileasync" | "downloadfiletaskasync" => {
                let address = first();
                self.w.fetches(&address, span, "powershell/download");
                self.writes(
                    &second(),
                    &Value::unknown(Source::Download(address.shown())),
                    false,
                    span,
                    "powershell/writes",
                );
                Vec::new()
            }
            "uploadstring" | "uploadfile" | "uploaddata" | "uploadvalues" | "postasync" | "putasync"
            | "sendasync" => {
                let mut sent = joined(args.get(1..).unwrap_or(&[]));
                if name == "uploadfile" {
                    let path = self.w.windows_path(&sent);
                    sent = self.w.content_of(&path, span);
                }
                let secret = sent.secret().map(str::to_owned);
                self.w.send(&first(), span, "powershell/upload", secret.as_deref());
                unknown("upload")
            }
            "invoke" | "invokereturnasis" | "begininvoke" | "invokescript" | "addscript"
            | "newscriptblock" | "expandstring" => {
                // What is called is the value itself, or the text that is handed over.
                let code = if args.is_empty() || matches!(name, "invoke" | "invokereturnasis" | "begininvoke")
                {
                    whole.clone()
                } else {
                    first()
                };
                if matches!(code.sources().next(), Some(Source::Output(made)) if made == "block" || made == "iex")
                {
                    return unknown("invoke");
                }
                let out = self.code(&code, span, &[]);
                if name == "addscript" {
                    vec![Value::unknown(Source::Output("block".to_owned()))]
                } else {
                    out
                }
            }
            "run" | "exec" | "shellexecute" if class.is_none() => {
                // What `WScript.Shell` and `Shell.Application` start.
                let line = super::power::joined_by(
                    args.get(..if name == "shellexecute" { 2 } else { 1 }).unwrap_or(&args),
                    " ",
                );
                self.w.cmd_text(&line, Some(span));
                unknown("run")
            }
            "invokemember"
            | "dynamicinvoke"
            | "getdelegateforfunctionpointer"
            | "getmethod"
            | "getfield"
            | "createinstance"
            | "gettype"
                if name != "gettype" || !args.is_empty() =>
            {
                self.unread(span, "calls code by a name that is looked up at run time");
                unknown("reflection")
            }
            "delete" | "kill" | "terminate" | "shutdown" | "win32shutdown" | "reboot" | "stop" | "moveto"
            | "setvalue" | "deletesubkey" | "deletesubkeytree" | "createsubkey" | "commit"
            | "changepassword" | "setpassword" => {
                let path = self.w.windows_path(&whole);
                match name {
                    "delete" if item || !whole.has_unknown() => {
                        self.w.path_effect(Kind::Delete, &path, span, "powershell/delete", "deletes {}", true)
                    }
                    "moveto" if item || !whole.has_unknown() => {
                        self.w.path_effect(Kind::Move, &path, span, "powershell/move", "moves {}", true)
                    }
                    _ => {
                        let (kind, text) = match name {
                            "kill" | "terminate" | "stop" => {
                                (Kind::StopProcess, "stops what is known only at run time")
                            }
                            "delete" | "deletesubkey" | "deletesubkeytree" | "moveto" => {
                                (Kind::Delete, "deletes what is known only at run time")
                            }
                            _ => (Kind::ChangeConfig, "changes the system's settings"),
                        };
                        let tier = if kind == Kind::ChangeConfig { Tier::High } else { Tier::Critical };
                        self.w.effect(
                            kind,
                            None,
                            span,
                            "powershell/method",
                            text,
                            tier,
                            Reach::User,
                            Undo::None,
                        );
                    }
                }
                Vec::new()
            }
            "start" | "create" | "save" | "send" | "connect"
                if class.is_none() || class == Some("wmiclass") =>
            {
                // A process, a timer, a mail, a connection: of what, nobody can say.
                self.unread(span, &format!("calls `{name}` on an object that is known only at run time"));
                unknown(name)
            }
            _ => {
                let mut all = whole.clone();
                args.iter().for_each(|arg| all.append(arg));
                vec![all.through("method")]
            }
        }
    }

    fn runs_unknown(&mut self, span: Span, text: &str) {
        self.w.effect(
            Kind::RunUnknownCode,
            None,
            span,
            "powershell/loads",
            text,
            Tier::High,
            Reach::User,
            Undo::None,
        );
    }
}
