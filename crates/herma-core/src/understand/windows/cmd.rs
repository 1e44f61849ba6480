//! `cmd`: its own commands, judged as the Unix commands that do the same.

use super::cmdlet::program_name;
use super::paths::registry;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::builtin::{joined, span_of};
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::walk::Walker;
use crate::world::{Answer, Entry, Question};

/// Commands of one text.
const MAX_COMMANDS: usize = 2_000;

/// A word or an operator of `cmd`'s language.
#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Word(String),
    /// `&`, `&&`, `||`, `|`, `(`, `)`, a line's end.
    Op(&'static str),
    /// Output into a file; true where it is appended.
    To(bool),
    From,
}

impl Walker<'_> {
    /// `cmd [/d /s /v:on] /c TEXT`.
    pub(super) fn cmd_program(&mut self, fields: &[Field], stdin: &Value) -> Value {
        let outer = self.span;
        let args = fields.get(1..).unwrap_or(&[]);
        self.effect(
            Kind::Run,
            None,
            outer,
            "cmd/runs",
            "runs `cmd`",
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
        for (i, arg) in args.iter().enumerate() {
            // Git Bash turns `/c` into a path unless it is doubled.
            let word = arg.value.prefix().to_ascii_lowercase();
            let word = word.strip_prefix("//").map_or(word.clone(), |rest| format!("/{rest}"));
            match word.as_bytes() {
                [b'/' | b'-', b'c' | b'k' | b'r', ..] => {
                    let mut text = Value::default();
                    if word.len() > 2 {
                        text.append(
                            &crate::understand::options::rest_of(
                                arg,
                                arg.value.prefix().len() - word.len() + 2,
                            )
                            .value,
                        );
                        text.push_text(" ");
                    }
                    let rest = args.get(i + 1..).unwrap_or(&[]);
                    text.append(&quoted_again(rest));
                    if text.parts.is_empty() && word.contains('k') {
                        break;
                    }
                    let span = span_of(args.get(i..).unwrap_or(&[]), outer);
                    return self.in_subshell(|w| w.cmd_text(&text, Some(span)));
                }
                [b'/' | b'-', b'?', ..] => return Value::unknown(Source::Output("cmd".to_owned())),
                [b'/' | b'-', ..] => {}
                _ => break,
            }
        }
        if stdin.is_empty() {
            self.open_shell("cmd", outer);
        } else {
            self.in_subshell(|w| w.cmd_text(stdin, Some(outer)));
        }
        Value::unknown(Source::Output("cmd".to_owned()))
    }

    /// Text that `cmd` runs.
    pub(super) fn cmd_text(&mut self, value: &Value, fixed: Option<Span>) -> Value {
        let span = fixed.unwrap_or(self.span);
        if !self.deeper() {
            return Value::default();
        }
        self.tampers = true;
        let out = match value.literal() {
            Some(text) => {
                // `cmd /c "a & b"`: one pair of quotes around it all goes.
                let trimmed = text.trim();
                let inner = trimmed
                    .strip_prefix('"')
                    .and_then(|t| t.strip_suffix('"'))
                    .filter(|t| t.matches('"').count() % 2 == 0 && t.contains(' '));
                let pieces = pieces(inner.unwrap_or(trimmed));
                if pieces.len() > MAX_COMMANDS {
                    self.too_complex();
                }
                self.cmd_pieces(&pieces, span)
            }
            None => match value.download() {
                Some(from) => {
                    let from = from.to_owned();
                    self.runs_download(Some(&from), span, &format!("runs code straight from {from}"));
                    Value::default()
                }
                None => {
                    let text = self.text_with_holes(value);
                    self.cmd_pieces(&pieces(&text), span)
                }
            },
        };
        self.depth -= 1;
        out
    }

    fn cmd_pieces(&mut self, all: &[Piece], span: Span) -> Value {
        let mut flow = Value::default();
        let mut at = 0;
        while at < all.len() && !self.is_over() && self.works(1 + (all.len() - at) / 8) {
            let end =
                all.iter().skip(at).position(|p| matches!(p, Piece::Op(_))).map_or(all.len(), |n| at + n);
            let command = all.get(at..end).unwrap_or(&[]);
            let op = match all.get(end) {
                Some(Piece::Op(op)) => *op,
                _ => "",
            };
            if !command.is_empty() {
                let words: Vec<&str> = command
                    .iter()
                    .filter_map(|p| if let Piece::Word(w) = p { Some(w.as_str()) } else { None })
                    .collect();
                // `for %f in (*.txt) do del %f`: the set stands in brackets of its own.
                if words.first().is_some_and(|w| w.trim_start_matches('@').eq_ignore_ascii_case("for"))
                    && op == "("
                {
                    let close = all
                        .iter()
                        .skip(end)
                        .position(|p| *p == Piece::Op(")"))
                        .map_or(all.len(), |n| end + n);
                    let set: Vec<&str> = all
                        .get(end + 1..close)
                        .unwrap_or(&[])
                        .iter()
                        .filter_map(|p| if let Piece::Word(w) = p { Some(w.as_str()) } else { None })
                        .collect();
                    flow = self.cmd_for(&words, &set, all.get(close + 1..).unwrap_or(&[]), span);
                    at = all.len();
                    continue;
                }
                flow = self.cmd_command(command, flow, span);
            }
            if op != "|" {
                flow = Value::default();
            }
            at = end + 1;
        }
        flow
    }

    fn cmd_for(&mut self, head: &[&str], set: &[&str], rest: &[Piece], span: Span) -> Value {
        let variable = head.iter().find(|w| w.starts_with('%')).map(|w| w.trim_start_matches('%').to_owned());
        let runs = head.iter().any(|w| w.eq_ignore_ascii_case("/f"));
        let mut values: Vec<Option<String>> = set.iter().take(16).map(|w| Some((*w).to_owned())).collect();
        if set.len() > 16 {
            self.too_complex();
        }
        if runs {
            // The set is a command in quotes, or a file.
            let text = set.join(" ");
            if let Some(command) = text.strip_prefix(['\'', '`']).and_then(|t| t.strip_suffix(['\'', '`'])) {
                self.in_subshell(|w| w.cmd_text(&Value::text(command), Some(span)));
            }
            values = vec![None];
        }
        let body: Vec<Piece> = rest
            .iter()
            .skip_while(|p| matches!(p, Piece::Word(w) if w.eq_ignore_ascii_case("do")))
            .cloned()
            .collect();
        for value in values {
            // The body is made anew for each.
            if !self.works(1 + body.len() * 2) {
                break;
            }
            let filled: Vec<Piece> = body
                .iter()
                .map(|p| match (p, &variable) {
                    (Piece::Word(word), Some(name)) if word.contains('%') => {
                        let value = value.as_deref().unwrap_or("%UNKNOWN%");
                        let mut word = word.clone();
                        for mark in [
                            format!("%%{name}"),
                            format!("%{name}"),
                            format!("%~{name}"),
                            format!("%%~{name}"),
                        ] {
                            word = word.replace(&mark, value);
                        }
                        Piece::Word(word)
                    }
                    _ => p.clone(),
                })
                .collect();
            self.cmd_pieces(&filled, span);
        }
        Value::default()
    }

    fn cmd_command(&mut self, pieces: &[Piece], stdin: Value, span: Span) -> Value {
        let mut words: Vec<Value> = Vec::new();
        let mut outputs: Vec<(Value, bool)> = Vec::new();
        let mut stdin = stdin;
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            let target = match pieces.get(at + 1) {
                Some(Piece::Word(word)) => Some(self.cmd_value(word)),
                _ => None,
            };
            match (piece, target) {
                (Piece::To(append), Some(target)) => {
                    if !target.known().is_some_and(|t| t.eq_ignore_ascii_case("nul") || t.starts_with('&')) {
                        outputs.push((target, *append));
                    }
                    at += 1;
                }
                (Piece::From, Some(target)) => {
                    let path = self.windows_path(&target);
                    stdin = self.content_of(&path, span);
                    at += 1;
                }
                (Piece::Word(word), _) => words.push(self.cmd_value(word)),
                _ => {}
            }
            at += 1;
        }
        self.span = span;
        let out = self.cmd_words(words, stdin, span);
        for (target, append) in &outputs {
            let path = self.windows_path(target);
            let (kind, text) =
                if *append { (Kind::Write, "appends to {}") } else { (Kind::Overwrite, "writes {}") };
            self.path_effect(
                kind,
                &path,
                span,
                if *append { "redirect/append" } else { "redirect/overwrite" },
                text,
                false,
            );
            self.remember_written(&path, &out, *append);
        }
        if outputs.is_empty() { out } else { Value::default() }
    }

    /// A word with its `%VARIABLES%`.
    fn cmd_value(&self, word: &str) -> Value {
        if !word.is_ascii() {
            return self.with_holes_back(word);
        }
        let mut out = Value::default();
        let mut rest = word;
        while let Some(at) = rest.find(['%', '!']) {
            let mark = rest.get(at..=at).unwrap_or("%");
            let behind = rest.get(at + 1..).unwrap_or("");
            let Some(end) = behind.find(mark).filter(|end| *end > 0) else { break };
            let name = behind.get(..end).unwrap_or("");
            if !name.bytes().all(|b| {
                b.is_ascii_alphanumeric()
                    || matches!(b, b'_' | b'(' | b')' | b':' | b'~' | b',' | b'-' | b'=')
            }) {
                break;
            }
            out.push_text(rest.get(..at).unwrap_or(""));
            let home = self.home.as_str();
            let known = match name.to_ascii_uppercase().as_str() {
                "USERPROFILE" | "HOMEPATH" => Some(home.to_owned()),
                "TEMP" | "TMP" => Some("/tmp".to_owned()),
                "APPDATA" => Some(format!("{home}/AppData/Roaming")),
                "LOCALAPPDATA" => Some(format!("{home}/AppData/Local")),
                "SYSTEMROOT" | "WINDIR" => Some("C:/Windows".to_owned()),
                "SYSTEMDRIVE" | "HOMEDRIVE" => Some(
                    if out.is_empty() && behind.get(end + 1..).is_some_and(|r| r.starts_with("%HOMEPATH")) {
                        String::new()
                    } else {
                        "C:".to_owned()
                    },
                ),
                "PROGRAMFILES" => Some("C:/Program Files".to_owned()),
                "PROGRAMDATA" | "ALLUSERSPROFILE" => Some("C:/ProgramData".to_owned()),
                "PUBLIC" => Some("C:/Users/Public".to_owned()),
                "COMSPEC" => Some("cmd".to_owned()),
                "CD" => self.cwd(),
                _ => None,
            };
            let set = self.state.get(name).and_then(|vars| match vars {
                [crate::understand::state::Var::Scalar(value)] => Some(value.clone()),
                _ => None,
            });
            match (set, known) {
                (Some(value), _) => out.append(&value),
                (None, Some(text)) => out.push_text(&text),
                (None, None) => out.push(Part::Unknown(Source::Variable(name.to_ascii_uppercase()))),
            }
            rest = behind.get(end + 1..).unwrap_or("");
        }
        out.push_text(rest);
        out
    }

    /// One command of `cmd`, by its words.
    pub(super) fn cmd_words(&mut self, words: Vec<Value>, stdin: Value, span: Span) -> Value {
        // `if a==b if a==b …`: each hands the rest on.
        if !self.works(1 + words.len() * 8) {
            return Value::default();
        }
        let Some(first) = words.first() else { return Value::default() };
        let Some(name) = first.literal() else {
            self.unreadable(span, "cmd/unknown", "which program it is cannot be known beforehand");
            return Value::default();
        };
        let name = name.trim_start_matches('@');
        // `echo.`, `cd..`, `rd/s`: built-in commands end at a mark.
        let lower = name.to_ascii_lowercase();
        let cut = lower.find(['/', '.', ':', '\\', '=']).unwrap_or(lower.len());
        let head = lower.get(..cut).unwrap_or("");
        const OWN: &[&str] = &[
            "cd", "chdir", "copy", "del", "dir", "echo", "erase", "md", "mkdir", "move", "rd", "ren",
            "rmdir", "type",
        ];
        let (lower, glued) = if cut < lower.len() && OWN.contains(&head) {
            (head.to_owned(), name.get(cut..).unwrap_or("").to_owned())
        } else {
            (lower, String::new())
        };
        let mut rest: Vec<Value> = words.get(1..).unwrap_or(&[]).to_vec();
        if !glued.is_empty() && lower != "echo" {
            rest.insert(0, Value::text(glued));
        }
        let is_flag = |v: &Value| {
            v.known().is_some_and(|t| {
                t.starts_with('/') && t.len() <= 3 && !t.get(1..).unwrap_or("").contains('/')
            })
        };
        let flags: String = rest
            .iter()
            .filter(|v| {
                is_flag(v)
                    || v.known()
                        .is_some_and(|t| t.starts_with('/') && t.matches('/').count() > 1 && t.len() <= 8)
            })
            .filter_map(|v| v.known())
            .collect::<String>()
            .to_ascii_lowercase();
        let plain: Vec<Value> = rest
            .iter()
            .filter(|v| {
                !is_flag(v)
                    && !v.known().is_some_and(|t| {
                        t.starts_with('/')
                            && t.len() <= 8
                            && !t.contains('.')
                            && t.matches('/').count() >= 1
                            && t.split('/').skip(1).all(|p| p.len() <= 3)
                    })
            })
            .cloned()
            .collect();
        let paths: Vec<Value> = plain.iter().map(|v| self.windows_path(v)).collect();
        match lower.as_str() {
            "del" | "erase" => {
                let deep = flags.contains("/s");
                self.cmd_unix(
                    if deep { &["rm", "-rf", "--"] } else { &["rm", "-f", "--"] },
                    &paths,
                    stdin,
                    span,
                )
            }
            "rd" | "rmdir" => self.cmd_unix(
                if flags.contains("/s") { &["rm", "-rf", "--"] } else { &["rmdir", "--"] },
                &paths,
                stdin,
                span,
            ),
            "copy" | "xcopy" => self.cmd_unix(
                if lower == "xcopy" { &["cp", "-r"] } else { &["cp"] },
                &with_target(paths),
                stdin,
                span,
            ),
            "robocopy" => {
                if rest.iter().any(|v| v.known().is_some_and(|t| t.eq_ignore_ascii_case("/l"))) {
                    return self.cmd_unix(&["ls"], paths.get(..2).unwrap_or(&paths), stdin, span);
                }
                let purges = rest.iter().any(|v| {
                    v.known().is_some_and(|t| matches!(t.to_ascii_lowercase().as_str(), "/mir" | "/purge"))
                });
                if rest.iter().any(|v| {
                    v.known().is_some_and(|t| matches!(t.to_ascii_lowercase().as_str(), "/move" | "/mov"))
                }) {
                    return self.cmd_unix(&["mv"], paths.get(..2).unwrap_or(&paths), stdin, span);
                }
                self.cmd_unix(
                    if purges { &["rsync", "-a", "--delete"] } else { &["cp", "-r"] },
                    paths.get(..2).unwrap_or(&paths),
                    stdin,
                    span,
                )
            }
            "move" => self.cmd_unix(&["mv"], &with_target(paths), stdin, span),
            "ren" | "rename" => {
                let mut paths = paths;
                if let [from, to] = paths.as_mut_slice()
                    && let Some((folder, _)) = from.known().and_then(|f| f.rsplit_once('/'))
                {
                    let mut whole = Value::text(format!("{folder}/"));
                    whole.append(to);
                    *to = whole;
                }
                self.cmd_unix(&["mv"], &paths, stdin, span)
            }
            "type" | "more" => self.cmd_unix(&["cat"], &paths, stdin, span),
            "dir" | "tree" => self.cmd_unix(&["ls"], &paths, stdin, span),
            "md" | "mkdir" => self.cmd_unix(&["mkdir", "-p"], &paths, stdin, span),
            "cd" | "chdir" | "pushd" => {
                if paths.is_empty() {
                    return self.cmd_unix(&["pwd"], &[], stdin, span);
                }
                let out = self.cmd_unix(&["cd"], paths.get(..1).unwrap_or(&[]), stdin, span);
                self.state.cwd.truncate(1);
                out
            }
            "popd" => {
                self.state.cwd = vec![None];
                Value::default()
            }
            "echo" => {
                if rest.len() == 1
                    && rest.iter().any(|v| {
                        v.known().is_some_and(|t| matches!(t.to_ascii_lowercase().as_str(), "on" | "off"))
                    })
                {
                    return self.cmd_unix(&["true"], &[], stdin, span);
                }
                self.cmd_unix(&["echo"], &rest, stdin, span)
            }
            "set" | "setlocal" | "endlocal" => {
                let words: Vec<Value> = rest.iter().filter(|v| !is_flag(v)).cloned().collect();
                let mut whole = Value::default();
                for (i, word) in words.iter().enumerate() {
                    whole.push_text(if i > 0 { " " } else { "" });
                    whole.append(word);
                }
                if lower == "set" && whole.prefix().contains('=') {
                    return self.cmd_unix(&["export"], &[whole], stdin, span);
                }
                self.cmd_unix(&["true"], &[], stdin, span);
                Value::unknown(Source::Output(if lower == "set" { "env" } else { "cmd" }.to_owned()))
            }
            "rem" | "::" | "title" | "color" | "cls" | "pause" | "exit" | "goto" | "shift" | "prompt"
            | "verify" | "ver" | "vol" | "date" | "time" | "break" => {
                self.cmd_unix(&["true"], &[], stdin, span)
            }
            _ if lower.starts_with(':') => Value::default(),
            "assoc" | "ftype" if rest.iter().any(|v| v.prefix().contains('=')) => {
                self.effect(
                    Kind::ChangeConfig,
                    None,
                    span,
                    "cmd/file-types",
                    "changes which program opens a kind of file",
                    Tier::High,
                    Reach::System,
                    Undo::Hard,
                );
                Value::default()
            }
            "call" | "start" => {
                let mut rest = rest;
                // `start "title" /b program …`
                if lower == "start" {
                    while rest.first().is_some_and(|v| {
                        v.is_empty()
                            || is_flag(v)
                            || v.known().is_some_and(|t| {
                                ["/wait", "/min", "/max", "/low", "/high"]
                                    .contains(&t.to_ascii_lowercase().as_str())
                            })
                    }) {
                        rest.remove(0);
                    }
                    if rest.first().is_some_and(|v| v.prefix().contains("://")) {
                        return self.cmd_unix(&["xdg-open"], &rest, stdin, span);
                    }
                }
                self.cmd_words(rest, stdin, span)
            }
            "if" => self.cmd_if(&rest, stdin, span),
            "mklink" => {
                let mut paths = paths;
                paths.reverse();
                self.cmd_unix(&["ln", "-s"], &paths, stdin, span)
            }
            "find" | "findstr" => {
                let mut words = vec![Value::text("x")];
                words.extend(paths.iter().skip(1).cloned());
                self.cmd_unix(&["grep"], &words, stdin, span)
            }
            _ => self.cmd_run(name, &rest, stdin, span),
        }
    }

    /// `if [not] exist X command [else command]`, `if "%A%"=="b" command`.
    fn cmd_if(&mut self, rest: &[Value], stdin: Value, span: Span) -> Value {
        let is = |v: &Value, text: &str| v.known().is_some_and(|t| t.eq_ignore_ascii_case(text));
        let mut at = rest.iter().take_while(|v| is(v, "not") || is(v, "/i")).count();
        at += match rest.get(at) {
            Some(v) if is(v, "exist") || is(v, "defined") || is(v, "errorlevel") => 2,
            Some(v)
                if v.known().is_some_and(|t| t.contains("=="))
                    || v.parts.iter().any(|p| matches!(p, Part::Text(t) if t.contains("=="))) =>
            {
                1
            }
            _ => 3,
        };
        let rest = rest.get(at..).unwrap_or(&[]);
        for branch in rest.split(|v| is(v, "else")) {
            if !branch.is_empty() {
                self.cmd_words(branch.to_vec(), stdin.clone(), span);
            }
        }
        Value::default()
    }

    /// A program, or a batch file.
    fn cmd_run(&mut self, name: &str, rest: &[Value], stdin: Value, span: Span) -> Value {
        let lower = name.to_ascii_lowercase();
        let placed = name.contains(['/', '\\']);
        // The folder one is in comes before the search path, with or without an ending.
        let batch = |w: &Self, ending: &str| {
            let path = w.place(&w.windows_path(&Value::text(format!("{name}{ending}")))).path;
            matches!(w.world.ask(Question::Look(&path)), Answer::Entry(Entry::File { .. })).then_some(path)
        };
        let is_batch = lower.ends_with(".bat") || lower.ends_with(".cmd");
        let found =
            if is_batch { batch(self, "") } else { batch(self, ".bat").or_else(|| batch(self, ".cmd")) };
        if let Some(path) = found.filter(|_| !placed) {
            self.batch_script(&Field::text(path, span));
            return Value::unknown(Source::Output(name.to_owned()));
        }
        if placed && is_batch {
            let path = self.windows_path(&Value::text(name));
            self.batch_script(&Field::new(path, span));
            return Value::unknown(Source::Output(name.to_owned()));
        }
        if !placed {
            // The folder one is in comes before the search path.
            let own = ["", ".exe", ".bat", ".cmd"].iter().map(|end| format!("./{name}{end}")).find(|own| {
                let path = self.place(&Value::text(own.as_str())).path;
                self.written.iter().any(|(p, _)| *p == path)
            });
            if let Some(own) = own {
                let content = Value::text(own);
                let path = self.place(&content).path;
                let written = self
                    .written
                    .iter()
                    .rev()
                    .find(|(p, _)| *p == path)
                    .map(|(_, c)| c.clone())
                    .unwrap_or_default();
                return match written.download() {
                    Some(_) => self.run_written(&written, &Field::new(content, span), &[]),
                    None => self.cmd_text(&written, Some(span)),
                };
            }
        }
        let installed = lower.replace('\\', "/").contains("/program files")
            || lower.replace('\\', "/").contains("/windows/");
        let first = if placed && !installed {
            self.windows_path(&Value::text(name))
        } else {
            Value::text(program_name(name))
        };
        let mut fields = vec![Field::new(first, span)];
        fields.extend(rest.iter().map(|value| {
            let path = super::paths::drive(value.prefix()).is_some_and(|(_, r)| !r.is_empty());
            Field::new(if path { self.windows_path(value) } else { value.clone() }, span)
        }));
        self.exec(fields, stdin)
    }

    /// A batch file that is run.
    pub(in crate::understand) fn batch_script(&mut self, file: &Field) {
        let placed = self.place(&file.value);
        if let Some(content) =
            self.written.iter().rev().find(|(p, _)| *p == placed.path).map(|(_, c)| c.clone())
        {
            self.in_subshell(|w| w.cmd_text(&content, Some(file.span)));
            return;
        }
        let span = file.span;
        self.foreign_script(&placed.path, span, |w, text| _ = w.cmd_text(&Value::text(text), Some(span)));
        let text = format!("runs `{}`", placed.path);
        self.effect(
            Kind::Run,
            Some(placed.path),
            span,
            "run/script",
            &text,
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
    }

    fn cmd_unix(&mut self, words: &[&str], values: &[Value], stdin: Value, span: Span) -> Value {
        if let Some(key) = values.first().and_then(|v| registry(v.prefix())) {
            self.registry_change(&key, true, span);
        }
        let mut fields: Vec<Field> = words.iter().map(|word| Field::text(*word, span)).collect();
        fields.extend(values.iter().map(|value| Field::new(value.clone(), span)));
        self.exec(fields, stdin)
    }
}

/// Several words as one line: those that hold blanks get their quotes back.
fn quoted_again(words: &[Field]) -> Value {
    if words.len() < 2 {
        return joined(words);
    }
    let mut out = Value::default();
    for (i, word) in words.iter().enumerate() {
        out.push_text(if i > 0 { " " } else { "" });
        let blanks =
            word.value.parts.iter().any(|p| matches!(p, Part::Text(t) if t.contains([' ', '\t', ',', ';'])));
        let mark = if blanks && !word.value.prefix().starts_with('"') { "\"" } else { "" };
        out.push_text(mark);
        out.append(&word.value);
        out.push_text(mark);
    }
    out
}

/// `copy x` copies here.
fn with_target(mut paths: Vec<Value>) -> Vec<Value> {
    if paths.len() == 1 {
        paths.push(Value::text("."));
    }
    paths
}

/// A text of `cmd` in pieces. `^` escapes, double quotes keep blanks.
fn pieces(text: &str) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let (mut word, mut any, mut quoted) = (String::new(), false, false);
    let mut chars = text.chars().peekable();
    macro_rules! end_word {
        () => {
            if any || !word.is_empty() {
                out.push(Piece::Word(std::mem::take(&mut word)));
            }
            any = false;
        };
    }
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                quoted = !quoted;
                any = true;
            }
            '\n' => {
                quoted = false;
                end_word!();
                out.push(Piece::Op("\n"));
            }
            '\r' => {}
            _ if quoted => word.push(c),
            '^' => {
                if let Some(next) = chars.next()
                    && next != '\n'
                {
                    word.push(next);
                }
            }
            '&' | '|' => {
                end_word!();
                let twice = chars.peek() == Some(&c);
                if twice {
                    chars.next();
                }
                out.push(Piece::Op(match (c, twice) {
                    ('&', _) => "&",
                    (_, true) => "||",
                    (_, false) => "|",
                }));
            }
            '(' if word.is_empty() => out.push(Piece::Op("(")),
            ')' => {
                end_word!();
                out.push(Piece::Op(")"));
            }
            '>' | '<' => {
                if word.len() == 1 && word.chars().all(|d| d.is_ascii_digit()) {
                    word.clear();
                }
                end_word!();
                if c == '<' {
                    out.push(Piece::From);
                    continue;
                }
                let append = chars.peek() == Some(&'>');
                if append {
                    chars.next();
                }
                // `2>&1` is no file.
                if chars.peek() == Some(&'&') {
                    chars.next();
                    chars.next();
                } else {
                    out.push(Piece::To(append));
                }
            }
            ' ' | '\t' | ',' | ';' => {
                end_word!();
            }
            _ => word.push(c),
        }
    }
    end_word!();
    let _ = any;
    out
}
