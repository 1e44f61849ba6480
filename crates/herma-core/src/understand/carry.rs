//! Carried commands and code: what `bash -c`, `xargs`, `ssh host …`, `python -c` hand on.

use super::builtin::{is_stdin, joined, span_of};
use super::field::{Field, Part, Source, Value};
use super::options::Options;
use super::walk::Walker;
use crate::code::{self, Act, CodePart, CodeText, SqlAct};
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::{Carried, Lang, RunPlace, Runs};
use std::rc::Rc;

impl Walker<'_> {
    /// Follows what a program carries; false if there is nothing.
    pub(super) fn carried(&mut self, runs: &'static Runs, options: &Options, stdin: &Value) -> bool {
        let outer = self.run_place;
        if runs.place != RunPlace::Here {
            self.run_place = runs.place;
        }
        let before = self.effects.len();
        let found = self.carried_here(runs, options, stdin);
        self.run_place = outer;
        if runs.place == RunPlace::Container {
            self.contain(before);
        }
        found
    }

    /// A container's own packages, files and processes are its own: only what leaves it counts in full.
    fn contain(&mut self, before: usize) {
        for effect in self.effects.iter_mut().skip(before) {
            let leaves = matches!(
                effect.kind,
                Kind::Send | Kind::Publish | Kind::Message | Kind::Pay | Kind::ReadSecret | Kind::Unreadable
            );
            let data =
                matches!(effect.kind, Kind::Delete | Kind::DropData | Kind::WipeDisk | Kind::RunUnknownCode);
            if !leaves && !effect.hardline {
                effect.floor = effect.floor.min(if data || effect.floor == Tier::Critical {
                    Tier::Critical
                } else {
                    Tier::Low
                });
            }
        }
    }

    fn carried_here(&mut self, runs: &'static Runs, options: &Options, stdin: &Value) -> bool {
        match runs.code {
            Carried::ArgsFrom(n) => {
                let rest = options.args.iter().skip(usize::from(n).saturating_sub(1));
                // `kubectl exec pod -- command`: the dashes only part the two.
                let rest: Vec<Field> = rest.skip_while(|f| f.is("--")).cloned().collect();
                if rest.is_empty() {
                    return false;
                }
                match runs.lang {
                    // One word with blanks in it is a command line to those who take one (`hyperfine 'make all'`).
                    Lang::Argv if rest.len() == 1 && rest.iter().any(|f| f.value.prefix().contains(' ')) => {
                        let span = span_of(&rest, self.span);
                        self.in_subshell(|w| w.run_code(Lang::Shell, &joined(&rest), span));
                    }
                    Lang::Argv => {
                        self.in_subshell(|w| w.exec(rest, stdin.clone()));
                    }
                    lang => {
                        let span = span_of(&rest, self.span);
                        self.in_subshell(|w| w.run_code(lang, &joined(&rest), span));
                    }
                }
                true
            }
            Carried::Opt(name) => {
                let values: Vec<Field> = options.values(name).cloned().collect();
                for value in &values {
                    self.with_args(options, 0, |w| w.run_code(runs.lang, &value.value, value.span));
                }
                !values.is_empty()
            }
            Carried::Arg(n) => {
                let Some(arg) = options.args.get(usize::from(n).saturating_sub(1)) else { return false };
                self.with_args(options, usize::from(n), |w| w.run_code(runs.lang, &arg.value, arg.span));
                true
            }
            Carried::Script(n) => {
                let Some(arg) = options.args.get(usize::from(n).saturating_sub(1)) else { return false };
                if is_stdin(arg) {
                    return self.code_on_stdin(runs.lang, stdin);
                }
                let all: Vec<Field> =
                    options.args.iter().skip(usize::from(n).saturating_sub(1)).cloned().collect();
                self.script(runs.lang, arg, &all);
                true
            }
            Carried::ScriptOpt(name) => {
                let values: Vec<Field> = options.values(name).cloned().collect();
                for value in &values {
                    if is_stdin(value) {
                        self.code_on_stdin(runs.lang, stdin);
                    } else {
                        let all: Vec<Field> =
                            std::iter::once(value.clone()).chain(options.args.iter().cloned()).collect();
                        self.script(runs.lang, value, &all);
                    }
                }
                !values.is_empty()
            }
            Carried::Stdin => self.code_on_stdin(runs.lang, stdin),
        }
    }

    /// Runs `f` with the operands after the first `skip` as `$1 …` (and `$0` dropped, as `sh -c` does).
    fn with_args<T>(&mut self, options: &Options, skip: usize, f: impl FnOnce(&mut Self) -> T) -> T {
        let values: Vec<Field> = options.args.iter().skip(skip).cloned().collect();
        self.with_positional(&values, f)
    }

    /// What comes in on standard input is code.
    pub(super) fn code_on_stdin(&mut self, lang: Lang, stdin: &Value) -> bool {
        if stdin.is_empty() {
            return false;
        }
        if let [Part::Unknown(Source::File(path))] = stdin.parts.as_slice() {
            let path = path.clone();
            self.script_file(&path, Some(lang), &[], self.span);
            return true;
        }
        self.in_subshell(|w| w.run_code(lang, stdin, w.span));
        true
    }

    /// A file of code; `all` is the file and its arguments.
    pub(super) fn script(&mut self, lang: Lang, file: &Field, all: &[Field]) {
        let placed = self.place(&file.value);
        if let [Part::Unknown(Source::Pipe(content))] = file.value.parts.as_slice() {
            let content = Rc::clone(content);
            self.with_positional(all, |w| w.run_code(lang, &content, file.span));
            return;
        }
        if let Some(content) =
            self.written.iter().rev().find(|(p, _)| *p == placed.path).map(|(_, c)| c.clone())
        {
            if content.download().is_some()
                || matches!(content.parts.as_slice(), [Part::Unknown(Source::File(_))])
            {
                self.run_written(&content, file, all);
            } else {
                self.with_positional(all, |w| w.run_code(lang, &content, file.span));
            }
            return;
        }
        if file.value.prefix().starts_with("http://") || file.value.prefix().starts_with("https://") {
            let shown = file.value.shown();
            self.runs_download(Some(&shown), file.span, &format!("runs code from {shown}"));
            return;
        }
        self.script_file(&placed.path, Some(lang), all, file.span);
        let text = format!("runs `{}`", placed.path);
        self.effect(
            Kind::Run,
            Some(placed.path),
            file.span,
            "run/script",
            &text,
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
    }

    /// Code in a language: shell is walked, the others go through their readers.
    pub(super) fn run_code(&mut self, lang: Lang, value: &Value, span: Span) -> Value {
        if !value.is_empty() && value.parts.iter().all(|p| matches!(p, Part::Unknown(_))) {
            return self.unknown_code(lang, value, span);
        }
        match lang {
            Lang::Shell | Lang::Argv => self.run_text(value, span),
            Lang::Make => self.makefile(value, span),
            Lang::Sql => self.sql(value, span),
            Lang::Sed => self.sed_script(value, span),
            Lang::Other => {
                self.other_language(value, span);
                self.effect(
                    Kind::Run,
                    None,
                    span,
                    "code/other",
                    "runs code in a language that is not read here",
                    Tier::Low,
                    Reach::Workspace,
                    Undo::Hard,
                );
                Value::default()
            }
            Lang::Python | Lang::JavaScript | Lang::Perl | Lang::Ruby | Lang::Php | Lang::Lua | Lang::Awk => {
                self.code(lang, value, span)
            }
        }
    }

    fn unknown_code(&mut self, lang: Lang, value: &Value, span: Span) -> Value {
        if let Some(from) = value.download() {
            let from = from.to_owned();
            self.runs_download(Some(&from), span, &format!("runs code straight from {from}"));
        } else if let [Part::Unknown(Source::Pipe(inner))] = value.parts.as_slice() {
            let inner = Rc::clone(inner);
            return self.run_code(lang, &inner, span);
        } else if let [Part::Unknown(Source::File(path))] = value.parts.as_slice() {
            let path = path.clone();
            self.script_file(&path, Some(lang), &[], span);
        } else if !matches!(lang, Lang::Shell | Lang::Argv) {
            self.unreadable(span, "code/unknown", "runs code that is known only at run time");
        } else {
            let fields = [Field::new(value.clone(), span)];
            return self.exec(fields.to_vec(), Value::default());
        }
        Value::default()
    }

    fn code(&mut self, lang: Lang, value: &Value, span: Span) -> Value {
        if !self.deeper() {
            return Value::default();
        }
        let text = self.text_with_holes(value);
        let reading = code::read(lang, &text);
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
        if !reading.complete && !self.in_file {
            self.unreadable(span, "code/unread", "runs code that could not be read");
        }
        for finding in reading.findings {
            let cwd = finding.cwd.as_ref().map(|c| self.code_value(c));
            self.in_subshell(|w| {
                if let Some(cwd) = cwd {
                    let placed = w.place(&cwd);
                    w.state.cwd = vec![(!placed.unknown).then_some(placed.path)];
                }
                w.act(&finding.act, lang, span);
            });
        }
        self.depth -= 1;
        Value::unknown(Source::Output("code".to_owned()))
    }

    fn act(&mut self, act: &Act, lang: Lang, span: Span) {
        match act {
            Act::Shell(text) => {
                let value = self.code_value_raw(text);
                self.run_code(Lang::Shell, &value, span);
            }
            Act::Argv(words) => {
                let fields: Vec<Field> = words.iter().map(|w| Field::new(self.code_value(w), span)).collect();
                self.exec(fields, Value::default());
            }
            Act::Delete { path, deep } => {
                self.code_path(Kind::Delete, path, span, "code/delete", "deletes {}", *deep)
            }
            Act::Write { path } => {
                self.code_path(Kind::Overwrite, path, span, "code/write", "writes {}", false)
            }
            Act::Read { path } => self.code_path(Kind::Read, path, span, "code/read", "reads {}", false),
            Act::Move { from, to } => {
                self.code_path(Kind::Move, from, span, "code/move", "moves {}", false);
                self.code_path(Kind::Overwrite, to, span, "code/move", "writes {}", false);
            }
            Act::ChangeMode { path, deep } => self.code_path(
                Kind::ChangePermission,
                path,
                span,
                "code/mode",
                "changes the mode of {}",
                *deep,
            ),
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
            Act::RunFile { path } => {
                let placed = self.place(&self.code_value(path));
                self.script_file(&placed.path, Some(lang), &[], span);
            }
        }
    }

    fn code_path(&mut self, kind: Kind, path: &CodeText, span: Span, rule: &str, text: &str, deep: bool) {
        let value = self.code_value(path);
        self.path_effect(kind, &value, span, rule, text, deep);
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

    /// The recipes of a makefile that the call itself holds.
    fn makefile(&mut self, value: &Value, span: Span) -> Value {
        let text = self.text_with_holes(value);
        for line in text.lines() {
            let recipe = line
                .strip_prefix('\t')
                .or_else(|| line.split_once(';').filter(|(head, _)| head.contains(':')).map(|(_, r)| r));
            let shell = line.split_once("$(shell ").map(|(_, rest)| rest.trim_end_matches(')'));
            if let Some(recipe) = recipe.or(shell) {
                let recipe = recipe.trim_start_matches(['@', '-', '+', ' ']).replace("$$", "$");
                let parsed = crate::shell::read(&recipe, Some(span));
                self.parse_trouble(parsed.error, span);
                self.in_subshell(|w| w.list(&parsed.script, &Value::default()));
            }
        }
        self.effect(
            Kind::Run,
            None,
            span,
            "make/inline",
            "runs a makefile given in the text",
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
        Value::default()
    }

    /// `w file`, `r file` and the `e` command of sed.
    pub(super) fn sed_script(&mut self, value: &Value, span: Span) -> Value {
        let Some(text) = value.literal() else { return Value::default() };
        for command in text.split(['\n', ';']) {
            let command = command.trim();
            if let Some((_, rest)) = command
                .split_once("/e ")
                .or_else(|| command.split_once(" e "))
                .or_else(|| command.strip_prefix("e ").map(|r| ("", r)))
                .or_else(|| command.strip_prefix("1e ").map(|r| ("", r)))
            {
                self.in_subshell(|w| w.run_text(&Value::text(rest), span));
            }
            if let Some((replacement, flags)) = substitution(command)
                && flags.contains('e')
            {
                self.unreadable(span, "sed/execute", "lets sed run what it has edited");
                self.in_subshell(|w| w.run_text(&Value::text(replacement), span));
            }
            if let Some((head, file)) = command.split_once("w ")
                && (head.is_empty()
                    || head.ends_with('/')
                    || head.ends_with(['g', 'p'])
                    || head.chars().all(|c| c.is_ascii_digit() || c == '$' || c == ','))
            {
                self.path_effect(
                    Kind::Overwrite,
                    &Value::text(file.trim()),
                    span,
                    "sed/write",
                    "writes {}",
                    false,
                );
            }
        }
        Value::default()
    }

    pub(super) fn sql(&mut self, value: &Value, span: Span) -> Value {
        let text = self.text_with_holes(value);
        let reading = code::read_sql(&text);
        if !reading.complete {
            self.unreadable(span, "sql/unread", "runs SQL that could not be read");
        }
        for act in reading.acts {
            self.sql_act(&act, span);
        }
        Value::unknown(Source::Output("sql".to_owned()))
    }

    fn sql_act(&mut self, act: &SqlAct, span: Span) {
        let mut say = |kind, target: Option<&str>, rule: &str, text: String, tier, undo| {
            self.effect(kind, target.map(str::to_owned), span, rule, &text, tier, Reach::User, undo);
        };
        match act {
            SqlAct::Read => {
                say(Kind::Read, None, "sql/read", "reads from a database".into(), Tier::Low, Undo::Easy)
            }
            SqlAct::WriteRows { table } => say(
                Kind::Write,
                Some(table),
                "sql/insert",
                format!("adds rows to `{table}`"),
                Tier::Low,
                Undo::Hard,
            ),
            SqlAct::UpdateRows { table, all: true } => say(
                Kind::Overwrite,
                Some(table),
                "sql/update-all",
                format!("changes every row of `{table}`"),
                Tier::Critical,
                Undo::None,
            ),
            SqlAct::UpdateRows { table, all: false } => say(
                Kind::Overwrite,
                Some(table),
                "sql/update",
                format!("changes rows of `{table}`"),
                Tier::Medium,
                Undo::Hard,
            ),
            SqlAct::DeleteRows { table, all: true } => say(
                Kind::DropData,
                Some(table),
                "sql/delete-all",
                format!("deletes every row of `{table}`"),
                Tier::Critical,
                Undo::None,
            ),
            SqlAct::DeleteRows { table, all: false } => say(
                Kind::DropData,
                Some(table),
                "sql/delete",
                format!("deletes rows of `{table}`"),
                Tier::Medium,
                Undo::None,
            ),
            SqlAct::Drop { what, name } => say(
                Kind::DropData,
                Some(name),
                "sql/drop",
                format!("drops the {what} `{name}`"),
                Tier::Critical,
                Undo::None,
            ),
            SqlAct::ChangeSchema => say(
                Kind::ChangeConfig,
                None,
                "sql/schema",
                "changes the database's schema".into(),
                Tier::Low,
                Undo::Hard,
            ),
            SqlAct::ChangeRights => say(
                Kind::ChangePermission,
                None,
                "sql/rights",
                "changes who may do what in the database".into(),
                Tier::High,
                Undo::Hard,
            ),
            SqlAct::RunProgram { command } => {
                if let Some(command) = command {
                    self.run_code(Lang::Shell, &Value::text(command.as_str()), span);
                }
                self.effect(
                    Kind::RunUnknownCode,
                    None,
                    span,
                    "sql/program",
                    "starts a program from SQL",
                    Tier::High,
                    Reach::User,
                    Undo::None,
                );
            }
            SqlAct::ReadFile { path } => self.path_effect(
                Kind::Read,
                &Value::text(path.as_str()),
                span,
                "sql/read-file",
                "reads {}",
                false,
            ),
            SqlAct::WriteFile { path } => self.path_effect(
                Kind::Overwrite,
                &Value::text(path.as_str()),
                span,
                "sql/write-file",
                "writes {}",
                false,
            ),
            SqlAct::RunFile { path } => say(
                Kind::Run,
                Some(path),
                "sql/file",
                format!("runs the SQL in `{path}`"),
                Tier::Low,
                Undo::Hard,
            ),
            SqlAct::Call { name } => say(
                Kind::Run,
                Some(name),
                "sql/call",
                format!("calls the procedure `{name}`"),
                Tier::Medium,
                Undo::Hard,
            ),
            SqlAct::StopSession => say(
                Kind::StopService,
                None,
                "sql/stop",
                "ends other sessions, or the server".into(),
                Tier::High,
                Undo::Hard,
            ),
        }
    }
}

/// Replacement and flags of `s/a/b/flags`, for any delimiter.
fn substitution(command: &str) -> Option<(String, String)> {
    let at = command.find('s')?;
    let mut chars = command.get(at + 1..)?.chars();
    let delimiter = chars.next().filter(|c| !c.is_alphanumeric() && !c.is_whitespace())?;
    let mut pieces = vec![String::new()];
    while let Some(c) = chars.next() {
        let count = pieces.len();
        let last = pieces.last_mut()?;
        match c {
            '\\' => match chars.next() {
                Some(next) if next == delimiter => last.push(next),
                Some(next) => {
                    last.push('\\');
                    last.push(next);
                }
                None => {}
            },
            c if c == delimiter && count < 3 => pieces.push(String::new()),
            c => last.push(c),
        }
    }
    let [_, replacement, flags] = <[String; 3]>::try_from(pieces).ok()?;
    flags.chars().all(|c| "gpiIeMmw0123456789".contains(c)).then_some((replacement, flags))
}
