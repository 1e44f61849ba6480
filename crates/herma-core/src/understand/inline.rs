//! What a piece of inline code does, as effects.

use super::field::{Field, Part, Source, Value};
use super::network::host_of;
use super::principle::{forks_without_end, goes_astray, secret_variable};
use super::walk::Walker;
use crate::code::{self, Act, CodePart, CodeText};
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;

/// The loop is all there is to it: nobody writes that by chance.
fn forks_plainly(code: &str) -> bool {
    const FORKS: &[&str] =
        &["os.fork()", "pcntl_fork()", "fork while", "{ fork }", "{fork}", "{ fork() }", "fork;", "fork();"];
    code.len() < 200 && !code.contains("child_process") && FORKS.iter().any(|f| code.contains(f))
}

impl Walker<'_> {
    pub(super) fn code(&mut self, lang: Lang, value: &Value, span: Span) -> Value {
        if !self.deeper() {
            return Value::default();
        }
        let text = self.text_with_holes(value);
        let text = self.with_known_variables(text);
        let text = self.with_known_arguments(lang, text);
        let text = self.with_known_input(lang, text);
        let reading = code::read(lang, &text);
        if lang == Lang::Php
            && ["include", "require"].iter().any(|w| text.contains(w))
            && text.contains("http")
        {
            self.foreign_calls(&text, span, false);
        }
        self.client_calls(&text, span);
        self.prints_environment(&text, span);
        self.secrets_in_code(&text, span);
        if lang == Lang::Lua && text.contains("ffi") {
            // Functions of the C library, by whatever name the text gives to it.
            self.foreign_calls(&text, span, true);
        }
        if matches!(lang, Lang::Ruby | Lang::Perl | Lang::Lua) {
            self.serves_commands(&text, span);
        }
        if forks_without_end(&text) {
            if forks_plainly(&text) {
                self.fork_bomb(span, "fork");
            }
            self.exhausts(span, "starts processes without end");
        }
        self.effect(
            Kind::Run,
            None,
            span,
            "code/runs",
            "runs a piece of code",
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
        if !reading.complete {
            self.note_broken_file();
        }
        if !reading.complete && !self.in_file && !code::only_computes(lang, &text) {
            self.unreadable(span, "code/unread", "runs code that could not be read");
        }
        self.follow_imports(lang, &text, span);
        let empties = super::empties::empties_in_code(&text);
        for finding in reading.findings {
            let cwd = finding.cwd.as_ref().map(|c| self.code_value(c));
            self.in_subshell(|w| {
                if let Some(cwd) = cwd {
                    let placed = w.place(&cwd);
                    w.state.cwd = vec![(!placed.unknown).then_some(placed.path)];
                }
                w.act(&finding.act, lang, span);
                if let (true, Act::Write { path }) = (empties, &finding.act) {
                    let path = w.code_value(path);
                    w.empties(&path, span);
                }
            });
        }
        self.depth -= 1;
        Value::unknown(Source::Output("code".to_owned()))
    }

    /// `LFILE=/etc/shadow ruby -e 'IO.read(ENV["LFILE"])'`: what the text itself puts into the environment is no secret to
    /// the reader.
    fn with_known_variables(&self, mut code: String) -> String {
        if !["ENV", "environ", "env"].iter().any(|w| code.contains(w)) {
            return code;
        }
        for (name, value) in self.state.known_variables() {
            let literal = format!("\"{}\"", value.replace(['"', '\\', '\n'], ""));
            for spelled in [
                format!("ENV[\"{name}\"]"),
                format!("ENV['{name}']"),
                format!("os.environ[\"{name}\"]"),
                format!("os.environ['{name}']"),
                format!("os.environ.get(\"{name}\")"),
                format!("os.environ.get('{name}')"),
                format!("os.getenv(\"{name}\")"),
                format!("os.getenv('{name}')"),
                format!("getenv(\"{name}\")"),
                format!("getenv('{name}')"),
                format!("process.env.{name}"),
                format!("$ENV{{{name}}}"),
            ] {
                if code.contains(&spelled) {
                    code = code.replace(&spelled, &literal);
                }
            }
        }
        code
    }

    fn act(&mut self, act: &Act, lang: Lang, span: Span) {
        match act {
            Act::Shell(text) => {
                let value = self.code_value_raw(text);
                self.run_code(Lang::Shell, &value, span);
            }
            Act::Argv(words) => {
                let fields: Vec<Field> = words.iter().map(|w| Field::new(self.code_value(w), span)).collect();
                let stdin = (*self.input()).clone();
                self.exec(fields, stdin);
            }
            Act::Delete { path, deep } => {
                self.code_path(Kind::Delete, path, span, "code/delete", "deletes {}", *deep)
            }
            Act::Write { path } => {
                let value = self.code_value(path);
                self.files.anywhere |= !self.in_file
                    && !self.speculating
                    && value.known().is_none()
                    && value.prefix().is_empty();
                self.code_path(Kind::Overwrite, path, span, "code/write", "writes {}", false)
            }
            Act::Put { path, content } => {
                let placed = self.place(&self.code_value(path));
                let content = self.code_value_raw(content);
                if !placed.unknown {
                    self.note_content(&placed.path, &content);
                }
            }
            Act::Read { path } => self.code_path(Kind::Read, path, span, "code/read", "reads {}", false),
            Act::Move { from, to } => {
                self.code_path(Kind::Move, from, span, "code/move", "moves {}", false);
                self.code_path(Kind::Overwrite, to, span, "code/move", "writes {}", false);
            }
            Act::Link { target, name } => {
                let (target, name) = (self.code_value(target), self.code_value(name));
                self.link_made(&target, &name, false, false);
            }
            Act::ChangeMode { path, deep } => self.code_path(
                Kind::ChangePermission,
                path,
                span,
                "code/mode",
                "changes the mode of {}",
                *deep,
            ),
            Act::SetUid { path } => {
                let shown = self.code_value(path).shown();
                let text = format!("lets `{shown}` run with its owner's rights, whoever starts it");
                self.effect(
                    Kind::EscalatePrivilege,
                    Some(shown),
                    span,
                    "principle/set-uid",
                    &text,
                    Tier::High,
                    Reach::System,
                    Undo::Hard,
                );
            }
            Act::Store { path, from } => {
                let content = Value::unknown(Source::Download(self.code_value(from).shown()));
                let path = self.code_value(path);
                self.remember_written(&path, &content, false);
            }
            Act::Carry { to, what, signs } => {
                let (to, what) = (self.code_value(to), self.code_value_raw(what));
                let host = host_of(to.prefix());
                let secret = if *signs { goes_astray(&what, host) } else { secret_variable(&what) };
                if let Some(secret) = secret {
                    self.send(&to, span, "code/send", Some(&secret));
                }
            }
            Act::Send { to } => self.send(&self.code_value(to), span, "code/send", None),
            Act::Fetch { to } => self.fetches(&self.code_value(to), span, "code/fetch"),
            Act::Connect { to } => self.connects(&self.code_value(to), span, "code/connect"),
            Act::Listen { .. } => {
                self.effect(
                    Kind::OpenNetwork,
                    None,
                    span,
                    "code/listen",
                    "opens a port",
                    Tier::Low,
                    Reach::Workspace,
                    Undo::Easy,
                );
            }
            Act::Kill { pid } => {
                let value = self.pid_value(pid);
                self.kill_target(&value, span, "code/kill");
            }
            Act::Sql(text) => {
                let value = self.code_value_raw(text);
                self.sql(&value, span);
            }
            Act::EvalUnknown { downloaded: true } => {
                self.runs_download(None, span, "evaluates code that it downloads");
            }
            Act::EvalUnknown { downloaded: false } if self.in_file => {}
            Act::EvalUnknown { downloaded: false } => {
                self.unreadable(span, "code/eval", "evaluates code that is not in the text")
            }
            Act::LeaksInName { .. } if self.in_file => {}
            Act::LeaksInName { to } => {
                let to = self.code_value(to);
                self.leaks_in_name(&to, span);
            }
            Act::Deserialize { .. } if self.in_file => {}
            Act::Deserialize { path, tagged } => {
                let path = self.place(&self.code_value(path)).path;
                self.deserializes(&path, *tagged, span);
            }
            Act::ShellFile { path } => {
                let value = self.code_value(path);
                let placed = self.place(&value);
                if let Some((_, content)) = self.written.iter().rev().find(|(p, _)| *p == placed.path) {
                    let content = content.clone();
                    self.run_code(Lang::Shell, &content, span);
                } else if !self.script_file(&placed.path, Some(Lang::Shell), &[], span) {
                    self.unreadable(
                        span,
                        "shell/unknown-command",
                        "runs the text of a file that could not be read",
                    );
                }
            }
            Act::LoadLibrary { path } => {
                let value = self.code_value(path);
                self.loads_library(&value, span);
            }
            Act::RunFile { path } => {
                let value = self.code_value(path);
                let placed = self.place(&value);
                if self.written.iter().any(|(p, _)| *p == placed.path) {
                    self.script(lang, &Field::new(value, span), &[]);
                    return;
                }
                self.script_file(&placed.path, Some(lang), &[], span);
            }
        }
    }

    fn code_path(&mut self, kind: Kind, path: &CodeText, span: Span, rule: &str, text: &str, deep: bool) {
        let value = self.code_value(path);
        self.path_effect(kind, &value, span, rule, text, deep);
        let placed = self.place(&value);
        let anywhere =
            placed.unknown && placed.path.strip_prefix(&self.home).is_some_and(|rest| rest == "/…");
        if matches!(kind, Kind::Write | Kind::Overwrite) && anywhere {
            // `os.walk(home)`: whichever files that finds.
            self.effect(
                Kind::Overwrite,
                Some(placed.path),
                span,
                "code/anywhere",
                "writes to files anywhere in the home",
                Tier::Medium,
                Reach::User,
                Undo::Hard,
            );
        }
    }

    /// A text of the code as a value; a leading `~` is the home.
    fn code_value(&self, text: &CodeText) -> Value {
        let mut value = self.code_value_raw(text);
        if let Some(Part::Text(first)) = value.parts.first_mut()
            && let Some(rest) = first.strip_prefix('~').filter(|r| r.is_empty() || r.starts_with('/'))
        {
            *first = format!("{}{rest}", self.home);
        }
        value
    }

    fn code_value_raw(&self, text: &CodeText) -> Value {
        let mut value = Value::default();
        for part in &text.parts {
            match part {
                CodePart::Text(text) => value.push_text(text),
                CodePart::Env(name) if name.is_empty() => {
                    value.push(Part::Unknown(Source::Output("env".to_owned())));
                }
                CodePart::Env(name) => value.push(Part::Unknown(Source::Variable(name.clone()))),
                CodePart::Each => value.push(Part::Glob("*".to_owned())),
                CodePart::Unknown => value.push(Part::Unknown(Source::Variable("…".to_owned()))),
            }
        }
        value
    }

    fn pid_value(&self, text: &CodeText) -> Value {
        let value = self.code_value_raw(text);
        match value.known() {
            Some("$$") => Value::unknown(Source::OwnPid),
            Some("$PPID") => Value::unknown(Source::ParentPid),
            _ => value,
        }
    }
}
