//! One command line: which program it is, and who knows it.

use super::field::{Field, Part, Source, Value};
use super::glob;
use super::place::PlaceKind;
use super::principle::Standing;
use super::state::Var;
use super::uses::note;
use super::walk::Walker;
use crate::effect::{Kind, Leads, Reach, Setting, Span, Tier, Undo};
use crate::knowledge::{self, Base, Lang, RunPlace};
use crate::world::{Answer, Question};
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

/// How much of a script file is read. Longer ones are ordinary programs.
const MAX_SCRIPT: usize = 64 * 1024;

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

/// Builtins after which a name, or a variable, may stand for something else (T41).
#[rustfmt::skip]
const TAMPERS: &[&str] = &[
    ".", "alias", "bind", "builtin", "command", "declare", "enable", "eval", "exec", "export", "getopts", "hash", "let", "local",
    "mapfile", "read", "readarray", "readonly", "shopt", "source", "typeset", "unalias", "unset",
];

/// Bytes of a name that is spelled by a pattern (`r?`, `/b[i]n/r[m-n]`), and how many such names a call may hold.
const MAX_NAME_PATTERN: usize = 128;
const MAX_NAME_PATTERNS: u32 = 32;

impl Walker<'_> {
    /// Runs one command line through whoever knows it; gives what it prints.
    pub(super) fn exec(&mut self, fields: Vec<Field>, stdin: Value) -> Value {
        let Some(first) = fields.first() else { return Value::default() };
        if !self.deeper() {
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
        let out = match name {
            Some(name) if typed_escape(&name).is_some() => self.typed(&name, &fields),
            Some(name) => self.exec_named(&name, fields, stdin),
            None if first.value.has_glob() && !first.value.has_unknown() => {
                self.exec_pattern(&first.value.literal().unwrap_or_default(), &fields, &stdin)
            }
            None => self.unknown_command(&fields),
        };
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
        let words =
            fields.iter().map(|field| field.known().map(str::to_owned)).collect::<Option<Vec<_>>>()?;
        alone.then(|| Arc::new(Setting { words, folder: folder.clone(), real: None }))
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
        let bodies = self.state.functions(name);
        if !bodies.is_empty() {
            // A definition may not hold (a branch not taken, `command rm`, a child process): the program of the same
            // name is looked at as well.
            let out = self.call_function(name, &bodies, fields.clone(), &stdin);
            if knowledge::program(name).is_some()
                || matches!(name, "cd" | "eval" | "source" | "." | "exec" | "command")
            {
                let real = self.exec_real(name, fields, stdin);
                return if out.is_empty() { real } else { out };
            }
            return out;
        }
        if let Some(alias) = self.state.alias_of(name).map(str::to_owned) {
            self.state.unalias(name);
            let out = self.run_alias(&alias, &fields);
            self.state.alias(name, &alias);
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
        if let Some((folder, base)) = name.rsplit_once('/') {
            if SYSTEM_BIN.contains(&folder) {
                return self.exec_known(base, fields, stdin);
            }
            return self.exec_path(base, fields, stdin);
        }
        match self.builtin(name, &fields, &stdin) {
            Some(out) => out,
            None => {
                let folder = self.cwd();
                self.uses.program(name, folder.as_deref());
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
        if let Some(out) = self.builtin_by_path(name, &fields, &stdin) {
            return out;
        }
        if is_sentence(name, &fields, LISTED_LITTLE_WORDS) {
            self.unreadable(self.span, "shell/foreign", SENTENCE);
        }
        if matches!(name, "apply_patch" | "applypatch") {
            return self.apply_patch(&fields, &stdin);
        }
        if matches!(name, "bash" | "sh" | "dash" | "zsh" | "ksh" | "ash" | "rbash") {
            return self.shell_program(name, &fields, &stdin);
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
        match knowledge::program(name) {
            Some(program) => self.apply(name, program, &fields, &stdin),
            None => self.unlisted(name, &fields, &stdin),
        }
    }

    /// A shell: `-c` makes the first operand code, wherever the options stand; `+x` is an option too.
    fn shell_program(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Value {
        let mut rest = fields.get(1..).unwrap_or(&[]).iter();
        let (mut code, mut from_stdin, mut checks) = (false, false, false);
        let operand = loop {
            let Some(word) = rest.next() else { break None };
            let text = word.value.prefix();
            match text {
                "--" | "-" => break rest.next(),
                "--rcfile" | "--init-file" => {
                    if let Some(file) = rest.next() {
                        self.startup_file(file);
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
            Some(operand) if code => {
                self.with_positional(&args, |w| w.run_code(Lang::Shell, &operand.value, operand.span))
            }
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

    fn run_alias(&mut self, alias: &str, fields: &[Field]) -> Value {
        let mut value = Value::text(alias);
        for field in fields.iter().skip(1) {
            value.push_text(" ");
            match field.known() {
                Some(text) => value.push_text(&quoted(text)),
                None => value.append(&field.value),
            }
        }
        let span = fields.first().map_or(self.span, |f| f.span);
        self.run_text(&value, span)
    }

    /// A program by its path, outside the system's folders: a script of the workspace, or something the call made.
    fn exec_path(&mut self, base: &str, fields: Vec<Field>, stdin: Value) -> Value {
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
        // A script of the project may be called like a tool of the cloud: `./bin/render` is not that tool.
        let listed = knowledge::program(base).filter(|p| p.base != Base::Asks);
        let out = match listed {
            Some(program) => {
                // Called like a known one, it still does what it says: `~/bin/echo` may be anything.
                self.script_file(&placed.path, None, &fields, first.span);
                self.apply(base, program, &fields, &stdin)
            }
            None => {
                self.script_file(&placed.path, None, &fields, first.span);
                self.principles(base, &fields, &stdin, Standing::Unlisted);
                stdin.through(base)
            }
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
        let lang = content.literal().map_or(Lang::Shell, |t| shebang(&t).unwrap_or(Lang::Shell));
        self.with_positional(fields, |w| w.run_code(lang, content, first.span))
    }

    pub(super) fn with_positional<T>(&mut self, fields: &[Field], f: impl FnOnce(&mut Self) -> T) -> T {
        let values = fields.iter().skip(1).map(Field::to_value).collect();
        self.in_subshell(|w| {
            w.state.positional = Some(values);
            if let Some(zero) = fields.first() {
                w.state.set("0", Var::Scalar(zero.to_value()));
            }
            f(w)
        })
    }

    /// A script that lies on disk: read it if the world can, else it is what agents run all day.
    pub(super) fn script_file(&mut self, path: &str, lang: Option<Lang>, fields: &[Field], span: Span) {
        note(&mut self.uses.files, path);
        let Answer::Bytes(bytes) = self.world.ask(Question::Read(path, MAX_SCRIPT)) else { return };
        let Ok(text) = String::from_utf8(bytes) else { return };
        if text.len() >= MAX_SCRIPT {
            return;
        }
        if text.contains('\0') {
            return;
        }
        // Without a first line that says otherwise, the shell runs it as its own.
        let lang = lang.or_else(|| shebang(&text)).unwrap_or(Lang::Shell);
        if text.starts_with("#!") && shebang(&text).is_none() {
            return;
        }
        let outer = std::mem::replace(&mut self.in_file, true);
        let kept = self.effects.len();
        self.with_positional(fields, |w| w.run_code(lang, &Value::text(text), span));
        // What merely could not be read in a file that was there before is not held against the call.
        let mut index = 0;
        self.effects.retain(|e| {
            index += 1;
            index <= kept || e.kind != Kind::Unreadable
        });
        self.in_file = outer;
    }

    /// A program that nobody listed, with ordinary arguments: what agents do all day.
    fn unlisted(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Value {
        let span = fields.first().map_or(self.span, |f| f.span);
        if let Some(why) = foreign(name, fields) {
            self.unreadable(self.span, "shell/foreign", why);
            return stdin.through(name);
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
            text: format!("runs `{}`, which no table describes", crate::text::shown(name)),
            floor: Tier::Low,
            hardline: false,
            certainty: 0.8,
            instead: None,
        });
        self.principles(name, fields, stdin, Standing::Unlisted);
        stdin.through(name)
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
        if self.name_patterns > MAX_NAME_PATTERNS {
            self.too_complex();
        }
        let tried = base.len() <= MAX_NAME_PATTERN && !self.bounded;
        let names: Vec<_> = knowledge::names().filter(|n| tried && glob::fits(base, n)).take(64).collect();
        for name in names {
            self.in_subshell(|w| w.exec_known(name, fields.to_vec(), stdin.clone()));
        }
        Value::unknown(Source::Output("?".to_owned()))
    }

    fn unknown_command(&mut self, fields: &[Field]) -> Value {
        let Some(first) = fields.first() else { return Value::default() };
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

/// The command behind the mark by which pagers and editors start one.
fn typed_escape(name: &str) -> Option<&str> {
    let code = name.strip_prefix(":!").or_else(|| name.strip_prefix('!'))?;
    code.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/').then_some(code)
}

/// The language that a script's first line names.
fn shebang(text: &str) -> Option<Lang> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|w| !w.starts_with('-') && !w.contains('='))?;
    }
    Some(match program {
        "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash" => Lang::Shell,
        p if p.starts_with("python") => Lang::Python,
        "node" | "bun" | "deno" | "nodejs" => Lang::JavaScript,
        "perl" => Lang::Perl,
        "ruby" => Lang::Ruby,
        "php" => Lang::Php,
        p if p.starts_with("lua") => Lang::Lua,
        "awk" | "gawk" => Lang::Awk,
        _ => return None,
    })
}

pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Text that is no shell command at all: PowerShell, fish, or a sentence.
fn foreign(name: &str, fields: &[Field]) -> Option<&'static str> {
    let mut halves = name.splitn(2, '-');
    if let (Some(verb), Some(noun)) = (halves.next(), halves.next()) {
        let capital = |w: &str| {
            w.starts_with(|c: char| c.is_ascii_uppercase()) && w.chars().all(|c| c.is_ascii_alphanumeric())
        };
        if capital(verb) && capital(noun) && verb.len() > 1 {
            return Some("this is PowerShell, not a POSIX shell: what it does cannot be inspected");
        }
    }
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
