//! One command line: which program it is, and who knows it.

use super::dependencies::note;
use super::field::{Field, Part, Source, Value};
use super::files::{FileText, interpreter};
use super::glob;
use super::place::{PlaceKind, Placed};
use super::principle::Standing;
use super::program_name;
use super::state::Var;
use super::walk::Walker;
use crate::effect::{Kind, Leads, Reach, Repeats, Setting, Span, Tier, Undo};
use crate::knowledge::{self, Lang, RunPlace};
use crate::world::{Answer, Entry, Question};
use std::rc::Rc;
use std::sync::Arc;

/// Folders whose programs are the ones the tables mean.
pub(super) const SYSTEM_BIN: &[&str] = &[
    "/bin",
    "/usr/bin",
    "/sbin",
    "/usr/sbin",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/opt/homebrew/bin",
    "/snap/bin",
    "/usr/lib/git-core",
];

/// What a word costs beyond that if it is a pattern: each principle compares it with every place that it may mean.
const PATTERN: usize = 80;

/// Units of work that a command line takes, and each word of it.
const COMMAND: usize = 50;
const WORD: usize = 30;

/// Endings of scripts that are run by their path. Sorted.
const SCRIPT_ENDINGS: &[&str] =
    &["bash", "cjs", "js", "lua", "mjs", "php", "pl", "py", "rb", "sh", "ts", "zsh"];

/// Background commands of one text that are remembered.
const MAX_STARTED: usize = 32;

/// Programs whose output is meant to be evaluated.
const SHELL_SETUP: &[&str] = &[
    "ssh-agent",
    "brew",
    "pyenv",
    "rbenv",
    "nodenv",
    "direnv",
    "opam",
    "conda",
    "mamba",
    "micromamba",
    "starship",
    "fnm",
    "mise",
    "zoxide",
    "dircolors",
    "lesspipe",
    "minikube",
    "nvm",
    "asdf",
    "uv",
    "pixi",
    "luarocks",
    "register-python-argcomplete",
    "thefuck",
    "fzf",
    "keychain",
    "rustup",
    "cargo",
    "nix",
    "podman",
    "docker-machine",
    "getopt",
    "resize",
];

/// How much of a file was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    Nothing,
    /// It is there, and not all of it could be read.
    Part,
    Whole,
}

/// Builtins after which a name, or a variable, may stand for something else (T41).
#[rustfmt::skip]
const TAMPERS: &[&str] = &[
    ".", "alias", "bind", "builtin", "command", "declare", "enable", "eval", "exec", "export", "getopts", "hash", "let", "local",
    "mapfile", "read", "readarray", "readonly", "shopt", "source", "typeset", "unalias", "unset",
];

/// Bytes of a name that is spelled by a pattern (`r?`, `/b[i]n/r[m-n]`), and how many such names a call may hold.
const MAX_NAME_PATTERN: usize = 128;
const MAX_NAME_PATTERNS: u32 = 32;

/// `nsenter -t 1`, `chroot /host`, `systemctl --root=/host`.
fn enters_host(name: &str, fields: &[Field]) -> bool {
    let mut words = fields.iter().skip(1).map(|f| f.value.prefix());
    match name {
        "nsenter" => words.any(|w| w.starts_with("-t") || w.starts_with("--target") || w == "-a"),
        "systemctl" => words.any(|w| w.starts_with("--root=/") || w == "-H" || w.starts_with("--host")),
        // The container's own root is no way out.
        _ => words.find(|w| !w.starts_with('-')).is_some_and(|folder| folder != "/"),
    }
}

impl Walker<'_> {
    /// Runs one command line through whoever knows it; gives what it prints.
    pub(super) fn exec(&mut self, fields: Vec<Field>, stdin: Value) -> Value {
        let Some(first) = fields.first() else { return Value::default() };
        if !self.works(words_cost(&fields)) || !self.deeper() {
            return Value::default();
        }
        if self.in_background && self.started.len() < MAX_STARTED {
            let words: Vec<String> = fields.iter().map(|f| f.value.shown()).collect();
            // What stops processes has not started the ones that it names.
            let stops = ["kill", "pkill", "killall", "fuser", "skill"];
            if !words.iter().any(|w| stops.contains(&w.rsplit('/').next().unwrap_or(w))) {
                self.started.push(words.join(" "));
            }
        }
        self.note_words(&fields);
        let name = self.program_name(&first.value);
        // The name alone is the system's program; another folder's is another program (T40).
        let base = name.as_deref().map_or("", |n| match n.rsplit_once('/') {
            Some((folder, base)) if SYSTEM_BIN.contains(&folder) => base,
            _ => n,
        });
        self.tampers |= TAMPERS.contains(&base);
        let outer = std::mem::replace(&mut self.command, crate::text::shown(base));
        let setting = if outer.is_empty() { self.setting_of(&fields, &stdin) } else { None };
        let outer_setting = std::mem::replace(&mut self.setting, setting);
        // `:%!sh`: no command of the shell, but what one types into an editor.
        if name.as_deref().is_some_and(|name| name.starts_with(':') && name.len() > 1) {
            let line = super::builtin::joined(&fields);
            self.editor_commands(&line, first.span);
        }
        let out = self.with_input(&stdin.clone(), |w| match name {
            Some(name) if typed_escape(&name).is_some() => w.typed(&name, &fields),
            Some(name) => w.exec_named(&name, fields, stdin),
            None if fields.first().is_some_and(|f| f.value.has_glob() && !f.value.has_unknown()) => {
                let pattern = fields.first().and_then(|f| f.value.literal()).unwrap_or_default();
                w.exec_pattern(&pattern, &fields, &stdin)
            }
            None => w.unknown_command(&fields),
        });
        self.command = outer;
        self.setting = outer_setting;
        self.depth -= 1;
        out
    }

    /// The command as it stands, if what it does hangs on its words and its folder alone.
    fn setting_of(&self, fields: &[Field], stdin: &Value) -> Option<Arc<Setting>> {
        let alone = self.run_place == RunPlace::Here
            && !self.in_file
            && !self.in_background
            && stdin.is_empty()
            && self.state.is_untouched();
        let [Some(folder)] = self.state.cwd.as_slice() else { return None };
        if !alone {
            return None;
        }
        let words =
            fields.iter().map(|field| field.known().map(str::to_owned)).collect::<Option<Vec<_>>>()?;
        Some(Arc::new(Setting { words, folder: folder.clone(), real: None }))
    }

    /// Whatever of its words names a file may feed what it does.
    fn note_words(&mut self, fields: &[Field]) {
        if self.run_place != RunPlace::Here || fields.len() < 2 {
            return;
        }
        let Some(folder) = self.cwd() else { return };
        for word in fields.iter().skip(1).filter_map(Field::known) {
            self.uses.word(word, &folder);
        }
    }

    /// `!/bin/sh` on a line of its own: no command of the shell, but what one types into a pager or an editor.
    fn typed(&mut self, name: &str, fields: &[Field]) -> Value {
        let mut text = Value::text(typed_escape(name).unwrap_or_default());
        for field in fields.iter().skip(1) {
            text.push_text(" ");
            text.append(&field.value);
        }
        let span = fields.first().map_or(self.span, |f| f.span);
        self.run_text(&text, span)
    }

    /// The program's name, if at least its last component is known.
    fn program_name(&self, value: &Value) -> Option<String> {
        if let Some(text) = value.known() {
            // For zsh `=rm` is where `rm` lies, and `zf_rm` its own `rm`; for others there is no such program.
            // For Nushell `^rm` is the program of that name.
            if let Some(name) = ["=", "zf_", "^"].iter().find_map(|mark| text.strip_prefix(mark))
                && name.starts_with(|c: char| c.is_ascii_alphabetic())
            {
                return Some(name.to_owned());
            }
            return Some(text.to_owned());
        }
        // `$VENV/bin/python`: somewhere, but python.
        match value.parts.last() {
            Some(Part::Text(tail)) if !value.has_glob() => {
                let (_, name) = tail.rsplit_once('/')?;
                (!name.is_empty()).then(|| format!("…/{name}"))
            }
            _ => None,
        }
    }

    pub(super) fn exec_named(&mut self, name: &str, fields: Vec<Field>, stdin: Value) -> Value {
        if self.state.is_function(name) {
            // A definition may not hold (a branch not taken, `command rm`, a child process): the program of the same
            // name is looked at as well.
            let out = self.call_function(name, fields.clone(), &stdin);
            if knowledge::program(name).is_some()
                || matches!(name, "cd" | "eval" | "source" | "." | "exec" | "command")
            {
                let real = self.exec_real(name, fields, stdin);
                return if out.is_empty() { real } else { out };
            }
            return out;
        }
        if let Some(alias) = self.state.alias_of(name).map(str::to_owned) {
            let file = self.state.alias_file(name);
            self.state.unalias(name);
            let out = self.as_in_file(file.as_deref(), |w| w.run_alias(name, &alias, &fields));
            self.state.alias(name, &alias, file);
            // Aliases are off in scripts: then it is the program itself that runs.
            if knowledge::program(name).is_some() {
                self.exec_real(name, fields, stdin);
            }
            return out;
        }
        self.exec_real(name, fields, stdin)
    }

    /// The program or built-in itself, whatever functions and aliases the text defines.
    pub(super) fn exec_real(&mut self, name: &str, fields: Vec<Field>, stdin: Value) -> Value {
        if name.contains(['/', '\\']) {
            let (folder, base) = program_name::split(name);
            if SYSTEM_BIN.contains(&folder) {
                self.libraries_for(base, &fields);
                return self.exec_known(base, fields, stdin);
            }
            self.libraries_for(name, &fields);
            return self.exec_path(name, base, fields, stdin);
        }
        for path in self.state.hashed(name) {
            let path = match path.known() {
                Some(text) if !text.contains('/') => Value::text(format!("./{text}")),
                _ => path,
            };
            let mut fields = fields.clone();
            if let Some(first) = fields.first_mut() {
                *first = Field::new(path, first.span);
            }
            self.in_subshell(|w| w.exec(fields, stdin.clone()));
        }
        match self.builtin(name, &fields, &stdin) {
            Some(out) => out,
            None => {
                let folder = self.cwd();
                self.uses.program(name, folder.as_deref());
                self.libraries_for(name, &fields);
                self.shadowed_program(name, &fields);
                self.exec_known(name, fields, stdin)
            }
        }
    }

    /// `PATH=/tmp/x:$PATH`, and a file of that name among those that the text itself writes, or that lie there.
    fn shadowed_program(&mut self, name: &str, fields: &[Field]) {
        if self.state.get("PATH").is_none() {
            return;
        }
        let own = self.written.iter().rev().find(|(p, _)| p.rsplit('/').next() == Some(name));
        if let (Some((_, content)), Some(first)) = (own, fields.first()) {
            let content = content.clone();
            self.in_subshell(|w| w.run_written(&content, first, fields));
            return;
        }
        self.program_on_path(name, fields);
    }

    pub(super) fn exec_known(&mut self, name: &str, fields: Vec<Field>, stdin: Value) -> Value {
        let name = &*program_name::known_as(name);
        if let Some(out) = self.builtin_by_path(name, &fields, &stdin) {
            return out;
        }
        self.exec_program(name, fields, stdin)
    }

    /// A program by the name that the tables know it by.
    fn exec_program(&mut self, name: &str, fields: Vec<Field>, stdin: Value) -> Value {
        if is_sentence(name, &fields, LISTED_LITTLE_WORDS) {
            self.unreadable(self.span, "shell/foreign", SENTENCE);
        }
        if let Some(out) = self.windows(name, &fields, &stdin) {
            return out;
        }
        if matches!(name, "apply_patch" | "applypatch") {
            return self.apply_patch(&fields, &stdin);
        }
        if matches!(name, "bash" | "sh" | "dash" | "zsh" | "ksh" | "ash" | "rbash") {
            return self.shell_program(name, &fields, &stdin);
        }
        if name == "cmake"
            && let Some(meant) = portable_command(&fields)
        {
            return self.exec(meant, stdin);
        }
        let fields = self.with_options_of_variables(name, fields);
        // What another program may start by that name is that program's business.
        if stdin.is_empty() && !self.speculating && super::principle::opens_a_shell_by_itself(name, &fields) {
            self.open_shell(name, self.span);
        }
        // `docker container run` is `docker run` by its long name.
        let mut fields = fields;
        if matches!(name, "docker" | "podman" | "nerdctl")
            && let Some(at) = fields.iter().position(|f| f.is("container"))
            && fields.iter().take(at).skip(1).all(|f| f.value.prefix().starts_with('-'))
            && fields.get(at + 1).is_some_and(|f| !f.value.prefix().starts_with('-') && !f.is("prune"))
        {
            fields.remove(at);
        }
        // Another process's namespace, or a mounted root, is the host's again.
        let leaves =
            matches!(name, "nsenter" | "chroot" | "gchroot" | "systemctl" if enters_host(name, &fields));
        let outer = self.host_again;
        self.host_again |= leaves;
        let mark = self.written_so_far();
        let out = match knowledge::program(name) {
            Some(program) => self.apply(name, program, &fields, &stdin),
            None => self.unlisted(name, &fields, &stdin),
        };
        self.host_again = outer;
        self.fetches_folder(name, &fields);
        if name == "curl"
            && fields
                .iter()
                .any(|f| f.value.prefix().starts_with("-K") || f.value.prefix().starts_with("--config"))
        {
            self.curl_settings(&fields, &stdin);
        }
        self.runs_fetched_folder(name, &fields);
        self.reads_at_start(mark, |w| w.recipes(name, &fields));
        out
    }

    /// A shell: `-c` makes the first operand code, wherever the options stand; `+x` is an option too.
    fn shell_program(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Value {
        let mut rest = fields.get(1..).unwrap_or(&[]).iter();
        let (mut code, mut from_stdin, mut checks) = (false, false, false);
        let mut at_start = Vec::new();
        let operand = loop {
            let Some(word) = rest.next() else { break None };
            let text = word.value.prefix();
            match text {
                "--" | "-" => break rest.next(),
                "--rcfile" | "--init-file" => {
                    if let Some(file) = rest.next() {
                        self.startup_file(file);
                        at_start.push(file.clone());
                    }
                }
                "--version" | "--help" => return self.apply_shell(name, fields, stdin),
                _ if text.starts_with("--") => {}
                _ if text.starts_with(['-', '+']) && text.len() > 1 => {
                    let flags = text.get(1..).unwrap_or("");
                    code |= text.starts_with('-') && flags.contains('c');
                    from_stdin |= flags.contains('s');
                    checks |= text.starts_with('-') && flags.contains('n');
                    if flags.ends_with(['o', 'O']) {
                        rest.next();
                    }
                }
                _ => break Some(word),
            }
        };
        self.effect(
            Kind::Run,
            None,
            self.span,
            &format!("{name}/runs"),
            &format!("runs `{name}`"),
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
        let args: Vec<Field> = rest.cloned().collect();
        match operand {
            _ if checks && !code => Value::default(),
            // In words that may be a command, code that nobody can see is a shell for somebody else.
            Some(operand) if code && self.speculating && operand.value.prefix().is_empty() => {
                self.open_shell(name, operand.span);
                Value::default()
            }
            Some(operand) if code => self.with_positional(&args, |w| {
                w.starts_up(&at_start, operand.span);
                w.run_code(Lang::Shell, &operand.value, operand.span)
            }),
            // `sh /bin/sh`: the script is a shell, and waits for somebody to type.
            Some(operand)
                if operand
                    .known()
                    .is_some_and(|t| matches!(t, "/bin/sh" | "/bin/bash" | "/usr/bin/bash")) =>
            {
                self.open_shell(name, operand.span);
                Value::default()
            }
            Some(operand) if !from_stdin && !super::builtin::is_stdin(operand) => {
                let all: Vec<Field> = std::iter::once(operand.clone()).chain(args).collect();
                self.script(Lang::Shell, operand, &all);
                Value::unknown(Source::Output(name.to_owned()))
            }
            _ => {
                if !self.code_on_stdin(Lang::Shell, stdin) {
                    self.open_shell(name, self.span);
                }
                Value::unknown(Source::Output(name.to_owned()))
            }
        }
    }

    fn apply_shell(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Value {
        match knowledge::program(name) {
            Some(program) => self.apply(name, program, fields, stdin),
            None => Value::default(),
        }
    }

    fn startup_file(&mut self, file: &Field) {
        self.script(Lang::Shell, file, std::slice::from_ref(file));
    }

    fn run_alias(&mut self, own: &str, alias: &str, fields: &[Field]) -> Value {
        let mut value = Value::text(alias);
        // Behind an alias that ends in a blank the next word is looked up too.
        let mut looks_up = alias.ends_with([' ', '\t']);
        for field in fields.iter().skip(1) {
            value.push_text(" ");
            let next = field
                .known()
                .filter(|_| looks_up)
                .and_then(|name| if name == own { Some(alias) } else { self.state.alias_of(name) });
            looks_up = next.is_some_and(|next| next.ends_with([' ', '\t']));
            match field.known() {
                _ if next.is_some() => value.push_text(next.unwrap_or_default()),
                Some(text) => value.push_text(&quoted(text)),
                None => value.append(&field.value),
            }
        }
        let span = fields.first().map_or(self.span, |f| f.span);
        self.run_text(&value, span)
    }

    /// A program by its path, outside the system's folders: a script of the workspace, or something the call made.
    fn exec_path(&mut self, name: &str, base: &str, fields: Vec<Field>, stdin: Value) -> Value {
        let Some(first) = fields.first().cloned() else { return Value::default() };
        if base.starts_with("ld-linux") || base.starts_with("ld-musl") || base.starts_with("ld.so") {
            // The loader runs what it is handed.
            return self.exec(fields.get(1..).unwrap_or(&[]).to_vec(), stdin);
        }
        let placed = self.place(&first.value);
        if placed.kind == PlaceKind::Scratch
            && (base.starts_with('.')
                || placed.path.starts_with("/dev/shm/")
                || placed.path.contains("/.../"))
        {
            self.other_name(first.span);
        }
        if let Some(content) =
            self.written.iter().rev().find(|(p, _)| *p == placed.path).map(|(_, c)| c.clone())
        {
            return self.run_written(&content, &first, &fields);
        }
        note(&mut self.uses.files, &placed.path);
        self.runs_fetched(&placed.path, first.span);
        if self.is_copy_of_herma(&placed.path, &fields) {
            return self.exec_known("herma", fields, stdin);
        }
        let lower = placed.path.to_ascii_lowercase();
        if lower.ends_with(".bat") || lower.ends_with(".cmd") {
            self.batch_script(&first);
        } else {
            self.script_file(&placed.path, None, &fields, first.span);
        }
        if matches!(placed.kind, PlaceKind::Workspace | PlaceKind::Build | PlaceKind::Scratch) {
            self.sources_of_program(&placed.path, first.span);
        }
        // Called like a known one, it is that one, and still does what it says: `~/bin/echo` may be anything.
        let base = &*program_name::known_as(base);
        let out = if knowledge::program(base).is_some() {
            self.elsewhere = is_own_program(name, &placed);
            let out = self.exec_program(base, fields.clone(), stdin);
            self.elsewhere = false;
            out
        } else if let Some(out) = self.windows(base, &fields, &stdin) {
            out
        } else {
            self.principles(base, &fields, &stdin, Standing::Unlisted);
            self.wrapped_tools(base, &fields, fields.len(), Standing::Unlisted);
            self.script_name(&placed.path, first.span);
            self.recipes(base, &fields);
            stdin.through(base)
        };
        let risky = matches!(placed.kind, PlaceKind::OtherHome | PlaceKind::Device | PlaceKind::Null);
        let tier = if risky { Tier::Medium } else { Tier::Low };
        self.effect(
            Kind::Run,
            Some(placed.path.clone()),
            first.span,
            "run/path",
            &format!("runs `{}`", placed.path),
            tier,
            Reach::Workspace,
            Undo::Easy,
        );
        out
    }

    /// Something that the call itself wrote is run.
    pub(super) fn run_written(&mut self, content: &Value, first: &Field, fields: &[Field]) -> Value {
        if let Some(from) = content.download() {
            let from = from.to_owned();
            self.runs_download(Some(&from), first.span, &format!("runs what it just downloaded from {from}"));
            return Value::unknown(Source::Download(from));
        }
        if self.holds_herma(content) {
            return self.exec_known("herma", fields.to_vec(), Value::default());
        }
        if let [Part::Unknown(Source::File(path))] = content.parts.as_slice() {
            let path = path.clone();
            if let Some((folder, base)) = path.rsplit_once('/')
                && SYSTEM_BIN.contains(&folder)
            {
                return self.exec_known(base, fields.to_vec(), Value::default());
            }
            self.script_file(&path, None, fields, first.span);
            return Value::default();
        }
        let named = content.literal().and_then(|t| interpreter(&t).ok().flatten());
        let lang = named.unwrap_or(Lang::Shell);
        self.with_positional(fields, |w| w.run_code(lang, content, first.span))
    }

    pub(super) fn with_positional<T>(&mut self, fields: &[Field], f: impl FnOnce(&mut Self) -> T) -> T {
        let values = fields.iter().skip(1).map(Field::to_value).collect();
        self.with_values(Rc::new(values), fields.first(), f)
    }

    /// The same, where the values are put together already.
    pub(super) fn with_values<T>(
        &mut self,
        values: Rc<Vec<Value>>,
        zero: Option<&Field>,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.in_subshell(|w| {
            w.state.positional = Some(values);
            if let Some(zero) = zero {
                w.state.set("0", Var::Scalar(zero.to_value()));
            }
            f(w)
        })
    }

    /// A script that lies on disk: read it if the world can; one that is not there is what agents run all day. False if
    /// there was nothing to read.
    pub(super) fn script_file(
        &mut self,
        path: &str,
        lang: Option<Lang>,
        fields: &[Field],
        span: Span,
    ) -> bool {
        self.run_file(path, lang, fields, span, false)
    }

    /// The same; `sourced`: by the shell itself, in its own state.
    pub(super) fn run_file(
        &mut self,
        path: &str,
        lang: Option<Lang>,
        fields: &[Field],
        span: Span,
        sourced: bool,
    ) -> bool {
        if let Some(found) = self.script_files(path, lang, fields, span, sourced) {
            return found;
        }
        if !sourced {
            return self.read_file(path, lang, fields, span, false) != Reading::Nothing;
        }
        let reading = self.read_file(path, lang, fields, span, true);
        if reading != Reading::Whole {
            // It may set anything.
            self.state.blur();
        }
        reading != Reading::Nothing
    }

    fn read_file(
        &mut self,
        path: &str,
        lang: Option<Lang>,
        fields: &[Field],
        span: Span,
        sourced: bool,
    ) -> Reading {
        note(&mut self.uses.files, path);
        if self.placed_before_reading(path, span) {
            return Reading::Part;
        }
        if self.files.is_open(path) {
            return Reading::Part;
        }
        self.run_inserted(path, lang.unwrap_or(Lang::Shell), span);
        if self.files.anywhere && !self.in_file && self.is_in_workspace(path) {
            self.unknown_code_in(path, super::files::Why::MaybeWritten, span);
            return Reading::Part;
        }
        let text = match self.file_text(path, lang.is_none()) {
            FileText::Text(text) => text,
            FileText::Native => {
                self.note_unfollowed();
                return Reading::Part;
            }
            FileText::Absent => {
                let made = self.may_appear(path, lang);
                if made {
                    self.unknown_code_in(path, super::files::Why::MaybeWritten, span);
                }
                self.note_unfollowed();
                return if made { Reading::Part } else { Reading::Nothing };
            }
            FileText::Unreadable(why) => {
                self.unreadable_file(path, lang, why, span);
                return Reading::Part;
            }
        };
        // Without a first line that says otherwise, the shell runs it as its own.
        let lang = match (lang, interpreter(&text)) {
            // Perl hands a script to whatever program its first line names.
            (Some(Lang::Perl), Ok(Some(named))) if !names_perl(&text) => named,
            (Some(lang), _) | (None, Ok(Some(lang))) => lang,
            (None, Ok(None)) => Lang::Shell,
            (None, Err(why)) => {
                self.unreadable_file(path, None, why, span);
                return Reading::Part;
            }
        };
        let whole = self.inside_file(path, span, |w| {
            let text = Value::text(text);
            if sourced {
                w.as_sourced(fields, Some(path), |w| w.run_code(lang, &text, span));
                return;
            }
            w.with_positional(fields, |w| {
                w.state.set("BASH_SOURCE", Var::list(vec![Value::text(path)]));
                if lang == Lang::Shell {
                    w.starts_up(&[], span);
                }
                w.run_script(lang, &text, span);
            });
        });
        if whole { Reading::Whole } else { Reading::Part }
    }

    /// This command runs a program of which nobody knows what it writes.
    fn note_unfollowed(&mut self) {
        if !self.speculating && self.run_place == RunPlace::Here && self.unfollowed.is_none() {
            self.unfollowed = Some(self.steps);
        }
    }

    /// Whether a script that is not there may be by the time it runs: its folder is there, and an earlier command ran a
    /// program of which nobody knows what it writes. Other programs and build output are what compilers write.
    fn may_appear(&mut self, path: &str, lang: Option<Lang>) -> bool {
        let Some((folder, name)) = path.rsplit_once('/') else { return false };
        let script = lang.is_some()
            || name.rsplit_once('.').is_some_and(|(_, end)| SCRIPT_ENDINGS.binary_search(&end).is_ok());
        let after = self.unfollowed.is_some_and(|steps| steps > self.steps);
        if !script || !after || self.speculating || self.run_place != RunPlace::Here {
            return false;
        }
        let innermost = self.files.innermost().filter(|_| self.in_file).map(str::to_owned);
        matches!(self.world.ask(Question::Look(path)), Answer::Missing)
            && matches!(self.world.ask(Question::Look(folder)), Answer::Entry(Entry::Directory))
            && self.kind_of(path) != PlaceKind::Build
            && !innermost.is_some_and(|file| self.is_settled(&file))
    }

    /// A program that nobody listed, with ordinary arguments: what agents do all day.
    fn unlisted(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Value {
        self.note_unfollowed();
        let span = fields.first().map_or(self.span, |f| f.span);
        if is_cmdlet(name) && !self.other_dialect {
            return self.cmdlet_in_shell(fields, stdin);
        }
        if let Some(why) = foreign(name, fields) {
            self.unreadable(self.span, "shell/foreign", why);
            return stdin.through(name);
        }
        if self.may_decide(fields)
            && let Some(path) = self.world.text(Question::Which(name))
            && self.is_copy_of_herma(&path, fields)
        {
            return self.exec_known("herma", fields.to_vec(), stdin.clone());
        }
        self.push(crate::effect::Effect {
            kind: Kind::Run,
            target: Some(crate::text::shown(name)),
            scale: crate::effect::Scale::One,
            reach: Reach::Workspace,
            undo: Undo::Easy,
            span,
            rule: "run/unlisted".to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: format!("runs `{}`, which no table describes", crate::text::shown(name)),
            floor: Tier::Low,
            hardline: false,
            certainty: 0.8,
            instead: None,
        });
        self.output_of_unlisted(name, fields);
        if let Some(lang) = super::principle::language_of_file(name) {
            self.file_as_program(name, lang, span);
        }
        self.principles(name, fields, stdin, Standing::Unlisted);
        self.wrapped_tools(name, fields, fields.len(), Standing::Unlisted);
        stdin.through(name)
    }

    /// `frobnicate -o z.sh`: a script, or a recipe, that some program writes.
    fn output_of_unlisted(&mut self, name: &str, fields: &[Field]) {
        const SCRIPTS: &[&str] =
            &["bash", "cjs", "js", "lua", "mjs", "mk", "php", "pl", "py", "rb", "sh", "ts", "zsh"];
        for (at, field) in fields.iter().enumerate().skip(1) {
            let text = field.value.prefix();
            let value = match text {
                "-o" | "--out" | "--output" | "--output-file" | "--outfile" | "-O" => {
                    fields.get(at + 1).and_then(Field::known)
                }
                _ => text.split_once('=').filter(|(o, _)| o.starts_with("--out")).map(|(_, v)| v),
            };
            let Some(value) = value else { continue };
            let base = value.rsplit('/').next().unwrap_or(value);
            let script = base.rsplit_once('.').is_some_and(|(_, e)| SCRIPTS.binary_search(&e).is_ok());
            if script || matches!(base, "Makefile" | "package.json" | "justfile" | "Rakefile") {
                let path = self.place(&Value::text(value)).path;
                self.note_written(&path, false, name);
            }
        }
    }

    /// `/b?n/r?`: every program of the tables that the pattern fits, and a question in any case.
    fn exec_pattern(&mut self, pattern: &str, fields: &[Field], stdin: &Value) -> Value {
        let span = fields.first().map_or(self.span, |f| f.span);
        self.unreadable(span, "shell/pattern-command", "the program is spelled by a pattern");
        let base = pattern.rsplit('/').next().unwrap_or(pattern);
        if self.speculating {
            return Value::default();
        }
        // It is asked about already; patterns that nobody writes are not tried on every name there is.
        self.name_patterns += 1;
        let many = self.name_patterns > MAX_NAME_PATTERNS;
        if many {
            self.too_complex();
        }
        let tried = base.len() <= MAX_NAME_PATTERN && !many && !self.is_over();
        let names: Vec<_> = knowledge::names().filter(|n| tried && glob::fits(base, n)).take(64).collect();
        for name in names {
            self.in_subshell(|w| w.exec_known(name, fields.to_vec(), stdin.clone()));
        }
        Value::unknown(Source::Output("?".to_owned()))
    }

    fn unknown_command(&mut self, fields: &[Field]) -> Value {
        let Some(first) = fields.first() else { return Value::default() };
        if let ([Part::Unknown(Source::File(path))], [_]) = (first.value.parts.as_slice(), fields)
            && self.maybe(|w| w.source_file(path, &[], first.span))
        {
            // `eval "set -e; $(cat x)"`: what is in the file is what runs.
            return Value::unknown(Source::File(path.clone()));
        }
        let shown = first.value.shown();
        if let Some(from) = first.value.download() {
            let from = from.to_owned();
            self.runs_download(Some(&from), first.span, &format!("runs what comes from {from}"));
            return Value::unknown(Source::Download(from));
        }
        if let [Part::Unknown(Source::Output(program))] = first.value.parts.as_slice()
            && SHELL_SETUP.contains(&program.as_str())
        {
            self.effect(
                Kind::Run,
                Some(program.clone()),
                first.span,
                "shell/setup",
                &format!("takes settings from `{program}`"),
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
            );
            return Value::default();
        }
        self.unreadable(
            first.span,
            "shell/unknown-command",
            &format!("which program `{shown}` is cannot be known beforehand"),
        );
        // Whatever it is, its arguments may be a carried command.
        if fields.len() > 1 {
            self.principles("…", fields, &Value::default(), Standing::Unlisted);
        }
        Value::unknown(Source::Output(shown))
    }
}

/// A script of the project may be called like a tool of the cloud: `./bin/render` is not that tool. What a package
/// manager put there is.
fn is_own_program(name: &str, placed: &Placed) -> bool {
    const INSTALLED: &[&str] = &["/node_modules/.bin/", "/.venv/bin/", "/venv/bin/"];
    let windows = name.contains('\\') || name.to_ascii_lowercase().ends_with(".exe");
    !windows
        && !INSTALLED.iter().any(|folder| placed.path.contains(folder))
        && matches!(
            placed.kind,
            PlaceKind::Workspace | PlaceKind::WorkspaceRoot | PlaceKind::Scratch | PlaceKind::Build
        )
}

/// `cmake -E copy a b`: CMake's own commands, which do on every system what these programs do.
fn portable_command(fields: &[Field]) -> Option<Vec<Field>> {
    let [_, option, verb, rest @ ..] = fields else { return None };
    if !option.is("-E") {
        return None;
    }
    let program: &[&str] = match verb.known()? {
        "cat" => &["cat"],
        "chdir" => &["env", "-C"],
        "compare_files" => &["cmp"],
        "copy" | "copy_if_different" | "copy_if_newer" => &["cp"],
        "copy_directory" | "copy_directory_if_different" | "copy_directory_if_newer" => &["cp", "-r"],
        "create_hardlink" => &["ln"],
        "create_symlink" => &["ln", "-sf"],
        "echo" | "echo_append" => &["echo"],
        "env" => &["env"],
        "make_directory" => &["mkdir", "-p"],
        "md5sum" => &["md5sum"],
        "remove" => &["rm", "-f"],
        "remove_directory" => &["rm", "-rf"],
        "rename" => &["mv"],
        "rm" => &["rm"],
        "sha1sum" | "sha224sum" | "sha256sum" | "sha384sum" | "sha512sum" => &["sha256sum"],
        "sleep" => &["sleep"],
        "tar" => &["tar"],
        "time" => &["env"],
        "touch" | "touch_nocreate" => &["touch"],
        "true" => &["true"],
        "false" => &["false"],
        _ => return None,
    };
    Some(program.iter().map(|word| Field::text(*word, verb.span)).chain(rest.iter().cloned()).collect())
}

/// Whether the first line of a script is meant for Perl.
fn names_perl(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.contains("perl"))
}

/// What looking at the words of a command line takes: every principle looks at each of them.
fn words_cost(fields: &[Field]) -> usize {
    let word = |f: &Field| WORD + f.value.size() / 32 + if f.value.has_glob() { PATTERN } else { 0 };
    fields.iter().map(word).sum::<usize>() + COMMAND
}

/// The command behind the mark by which pagers and editors start one.
fn typed_escape(name: &str) -> Option<&str> {
    let code = name.strip_prefix(":!").or_else(|| name.strip_prefix('!'))?;
    code.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/').then_some(code)
}

/// A path into one of the system's folders of programs.
pub(super) fn is_system_program(path: &str) -> bool {
    path.rsplit_once('/').is_some_and(|(folder, _)| SYSTEM_BIN.contains(&folder))
}

pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// `Select-String`: a command of PowerShell by the form of its name.
pub(super) fn is_cmdlet(name: &str) -> bool {
    let capital = |w: &str| {
        w.starts_with(|c: char| c.is_ascii_uppercase()) && w.chars().all(|c| c.is_ascii_alphanumeric())
    };
    name.split_once('-').is_some_and(|(verb, noun)| capital(verb) && capital(noun) && verb.len() > 1)
}

/// Text that is no shell command at all: fish, or a sentence.
fn foreign(name: &str, fields: &[Field]) -> Option<&'static str> {
    if matches!(name, "and" | "or" | "begin" | "end" | "not") || name.starts_with('$') && name.contains(':') {
        return Some("this is another shell's language: what it does cannot be inspected");
    }
    is_sentence(name, fields, UNLISTED_LITTLE_WORDS).then_some(SENTENCE)
}

const SENTENCE: &str = "this reads like a sentence, not like a command";

/// Little words that make a sentence of words behind an unlisted name, and behind one that tables know.
const UNLISTED_LITTLE_WORDS: usize = 2;
const LISTED_LITTLE_WORDS: usize = 3;

/// A sentence: several plain words, with the little words that commands do not have.
fn is_sentence(name: &str, fields: &[Field], enough: usize) -> bool {
    const LITTLE: &[&str] = &[
        "the", "a", "an", "my", "your", "all", "please", "and", "is", "are", "to", "of", "in", "for", "with",
        "that", "this", "it", "you", "me", "not", "do", "can", "should", "then", "if", "so", "be", "on",
        "from", "by", "at",
    ];
    if fields.len() < 3 {
        return false;
    }
    let words: Vec<&str> = fields.iter().filter_map(|f| f.known()).collect();
    let plain = words.len() == fields.len()
        && words.iter().all(|w| !w.contains(['/', '=', '_', '$', ' ']) && !w.starts_with('-'));
    if !plain {
        return false;
    }
    let little = words.iter().filter(|w| LITTLE.contains(&w.to_ascii_lowercase().as_str())).count();
    let ends = words.last().is_some_and(|w| w.ends_with(['.', '?', '!']) && w.len() > 2);
    little >= enough
        || little >= 1
            && enough < LISTED_LITTLE_WORDS
            && (ends || name.starts_with(|c: char| c.is_uppercase()))
}
