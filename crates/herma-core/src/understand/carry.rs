//! Carried commands and code: what `bash -c`, `xargs`, `ssh host …`, `python -c` hand on.

use super::builtin::{is_stdin, joined, span_of};
use super::field::{Field, Part, Source, Value};
use super::named_files::path_to_run;
use super::options::Options;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::{Carried, Lang, RunPlace, Runs};
use std::rc::Rc;

/// The operands of a program that carries code, put together once however often it carries some.
struct Operands {
    zero: Option<Field>,
    rest: Rc<Vec<Value>>,
}

/// Those after the first `skip`.
fn operands(options: &Options, skip: usize) -> Operands {
    let mut args = options.args.iter().skip(skip);
    let zero = args.next().cloned();
    Operands { zero, rest: Rc::new(args.map(Field::to_value).collect()) }
}

/// Begins the rule of an effect that reaches the host out of a container.
pub(super) const MOUNTED: &str = "mount/";

impl Walker<'_> {
    /// Follows what a program carries; false if there is nothing.
    pub(super) fn carried(&mut self, runs: &'static Runs, options: &Options, stdin: &Value) -> bool {
        let outer = self.run_place;
        if runs.place != RunPlace::Here {
            self.run_place = runs.place;
        }
        let before = self.effects.len();
        let mounts = match runs.place {
            RunPlace::Container => self.mounts_of(options),
            RunPlace::Here | RunPlace::Remote => self.mounts.clone(),
        };
        let outer_mounts = std::mem::replace(&mut self.mounts, mounts);
        let found = self.carried_here(runs, options, stdin);
        self.mounts = outer_mounts;
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
                Kind::Send
                    | Kind::Publish
                    | Kind::Message
                    | Kind::Pay
                    | Kind::ReadSecret
                    | Kind::OpenNetwork
                    | Kind::Unreadable
            );
            let data =
                matches!(effect.kind, Kind::Delete | Kind::DropData | Kind::WipeDisk | Kind::RunUnknownCode);
            let of_the_host = effect.rule.starts_with(MOUNTED);
            if !leaves && !effect.hardline && !of_the_host {
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
                if options.chain.first().is_some_and(|p| p.names.contains(&"parallel")) {
                    self.in_parallel(&rest, stdin);
                    return true;
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
                let args = operands(options, 0);
                for value in &values {
                    self.with_operands(&args, |w| w.run_code(runs.lang, &value.value, value.span));
                }
                !values.is_empty()
            }
            Carried::Arg(n) => {
                let Some(arg) = options.args.get(usize::from(n).saturating_sub(1)) else { return false };
                let args = operands(options, usize::from(n));
                self.with_operands(&args, |w| w.run_code(runs.lang, &arg.value, arg.span));
                true
            }
            Carried::PlusArgs => {
                let mut found = false;
                let args = operands(options, 0);
                for arg in options.args.iter().filter(|a| a.value.prefix().starts_with('+')) {
                    found = true;
                    let code = super::options::rest_of(arg, 1);
                    self.with_operands(&args, |w| w.run_code(runs.lang, &code.value, arg.span));
                }
                found
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

    /// Runs `f` with operands as `$0`, `$1 …`.
    fn with_operands<T>(&mut self, operands: &Operands, f: impl FnOnce(&mut Self) -> T) -> T {
        self.with_values(Rc::clone(&operands.rest), operands.zero.as_ref(), f)
    }

    /// What comes in on standard input is code.
    pub(super) fn code_on_stdin(&mut self, lang: Lang, stdin: &Value) -> bool {
        if stdin.is_empty() {
            return false;
        }
        if let [Part::Unknown(Source::File(path))] = stdin.parts.as_slice() {
            let path = path.clone();
            // `<@stdin` is how Tcl hands its own input on.
            let typed = path.starts_with("/dev/") && path != "/dev/null" || path.contains("/@");
            if lang == Lang::Shell && typed {
                // A terminal or a descriptor: somebody types.
                self.open_shell("sh", self.span);
                return true;
            }
            self.input_spent(|w| w.script_file(&path, Some(lang), &[], w.span));
            return true;
        }
        self.input_spent(|w| w.in_subshell(|w| w.run_code(lang, stdin, w.span)));
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
            self.run_inserted(&placed.path, lang, file.span);
            if content.download().is_some()
                || matches!(content.parts.as_slice(), [Part::Unknown(Source::File(_))])
            {
                self.run_written(&content, file, all);
            } else {
                self.with_positional(all, |w| w.run_script(lang, &content, file.span));
            }
            return;
        }
        if file.value.prefix().starts_with("http://") || file.value.prefix().starts_with("https://") {
            let shown = file.value.shown();
            self.runs_download(Some(&shown), file.span, &format!("runs code from {shown}"));
            return;
        }
        let path = path_to_run(&file.value, &placed);
        self.script_file(&path, Some(lang), all, file.span);
        self.known_script(&placed.path, lang, all);
        self.script_name(&placed.path, file.span);
        self.runs_fetched(&placed.path, file.span);
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

    /// `python manage.py flush`, `php artisan migrate:fresh`: a script whose name the tables know.
    fn known_script(&mut self, path: &str, lang: Lang, all: &[Field]) {
        let name = path.rsplit('/').next().unwrap_or(path);
        // A shell script may be called like any program (`sh ./test`): one with an ending is a tool of that name.
        if (lang != Lang::Shell || name.ends_with(".sh"))
            && !self.in_known_script
            && let Some(program) = crate::knowledge::program(name)
        {
            // `perl perl perl …` is no nest of scripts.
            self.in_known_script = true;
            self.apply(name, program, all, &Value::default());
            self.in_known_script = false;
        }
    }

    /// Code that was called with arguments of its own.
    pub(super) fn run_script(&mut self, lang: Lang, content: &Value, span: Span) -> Value {
        let arguments = self.state.positional.clone().filter(|_| lang != Lang::Shell).unwrap_or_default();
        let outer = std::mem::replace(&mut self.script_arguments, arguments);
        let out = self.run_code(lang, content, span);
        self.script_arguments = outer;
        out
    }

    /// Code in a language: shell is walked, the others go through their readers.
    pub(super) fn run_code(&mut self, lang: Lang, value: &Value, span: Span) -> Value {
        if !self.works(1) {
            return Value::default();
        }
        if !value.is_empty() && value.parts.iter().all(|p| matches!(p, Part::Unknown(_))) {
            return self.unknown_code(lang, value, span);
        }
        match lang {
            Lang::Shell | Lang::Argv => self.run_text(value, span),
            Lang::Make => self.makefile(value, span),
            Lang::Sql => self.sql(value, span),
            Lang::Sed => self.sed_script(value, &Value::default(), span),
            Lang::Editor => self.editor_commands(value, span),
            Lang::Other => self.other_code(value, span),
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

    /// The recipes of a makefile that the call itself holds: of the targets that are asked for, and of what they need.
    fn makefile(&mut self, value: &Value, span: Span) -> Value {
        let text = self.text_with_holes(value);
        let wanted = std::mem::take(&mut self.make_targets);
        let Some(recipes) = super::makefile::recipes(&text, &wanted) else {
            self.note_broken_makefile();
            self.unreadable(span, "make/unread", "runs a makefile that is not read to its end");
            return Value::default();
        };
        for recipe in recipes {
            let parsed = crate::shell::read(&recipe, Some(span));
            self.parse_trouble(parsed.error, span);
            self.in_subshell(|w| {
                // `$@` is the target, not what a script was called with.
                w.state.positional = None;
                w.list(&parsed.script, &Value::default())
            });
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
}
