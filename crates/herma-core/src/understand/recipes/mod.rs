//! Recipes: files that a program runs without being handed them (`package.json`, `Makefile`, `conftest.py`, `build.rs`,
//! hooks, compose files), and modules that code imports. They are read from the world, whoever wrote them; modules and
//! sources only where git does not have them unchanged. What they do counts as the call's own effects.

mod below;
mod conventions;
mod imports;
mod languages;
mod named;
mod package;
mod roads;
mod strings;
mod table;
mod text;
mod tools;

use super::field::{Field, Value};
use super::files::{FileText, Why};
use super::state::State;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier};
use crate::knowledge::{Lang, RunPlace};
use crate::world::{Answer, Entry, Question};
use table::{How, ROWS};
pub(super) use table::{is_python, is_runner};
pub(super) use text::git_settings;

/// Words of a command that are looked at as folders, and folders that are read.
const MAX_HANDED_WORDS: usize = 24;
const MAX_HANDED: usize = 3;

/// Folders above the current one in which a recipe is looked for.
const MAX_UP: usize = 6;

/// Which files of a kind are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    Always,
    /// Only those that git does not have unchanged.
    Changed,
}

impl Walker<'_> {
    /// What a program runs of its folder, beside what its words name.
    pub(super) fn recipes(&mut self, name: &str, fields: &[Field]) {
        if self.speculating || self.is_over() || self.run_place != RunPlace::Here {
            return;
        }
        let runner = table::is_runner(name);
        if !runner && (fields.len() > MAX_HANDED_WORDS || !may_have_settings(name)) {
            return;
        }
        let Some(folder) = self.cwd() else { return };
        let span = fields.first().map_or(self.span, |f| f.span);
        let words: Vec<&str> = fields.iter().skip(1).map(|f| f.known().unwrap_or("")).collect();
        if words.iter().any(|w| matches!(*w, "--help" | "--version")) {
            return;
        }
        if !runner {
            return self.settings_called_after(name, &folder, span);
        }
        self.recipes_of(name, &words, &folder, span);
        // `gradle -p sub x`, `meson setup b sub`: a folder that it is handed has recipes, too.
        if matches!(name, "git" | "ssh" | "scp" | "sftp" | "autossh" | "docker" | "podman") {
            return;
        }
        let mut handed = 0;
        for (at, word) in words.iter().enumerate().take(MAX_HANDED_WORDS) {
            let bare =
                word.split_once('=').filter(|_| word.starts_with('-')).map_or(*word, |(_, value)| value);
            if bare.is_empty() || bare.starts_with('-') || bare.contains("://") || handed >= MAX_HANDED {
                continue;
            }
            let place = join(&folder, bare);
            if place != folder && self.is_folder(&place) {
                handed += 1;
                let rest: Vec<&str> =
                    words.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, w)| *w).collect();
                self.recipes_of(name, &rest, &place, span);
            }
        }
    }

    fn recipes_of(&mut self, name: &str, words: &[&str], folder: &str, span: Span) {
        match name {
            "npm" | "yarn" | "pnpm" | "bun" => {
                self.package_scripts(name, words, folder, span);
                if name == "bun" && first_plain(words).is_some_and(|(_, verb)| verb == "test") {
                    self.javascript_tests(words.get(1..).unwrap_or(&[]), folder, span);
                }
            }
            "npm-run-all" | "npm-run-all2" | "run-s" | "run-p" | "concurrently" => {
                self.scripts_by_runner(words, folder, span);
            }
            "npx" | "bunx" | "pnpx" => {
                self.npm_settings(&join(folder, ".npmrc"), span);
                if let Some((at, program)) = first_plain(words) {
                    let program = program.split('@').next().unwrap_or(program).to_owned();
                    self.recipes_of(&program, words.get(at + 1..).unwrap_or(&[]), folder, span);
                }
            }
            "deno" => {
                self.deno_task(words, folder, span);
                if first_plain(words).is_some_and(|(_, verb)| verb == "test") {
                    self.javascript_tests(words, folder, span);
                }
            }
            "composer" => self.composer_scripts(words, folder, span),
            "just" => self.just(words, folder, span),
            "task" | "go-task" => {
                self.taskfile(words, folder, span);
                self.toml_tasks(words, folder, span);
            }
            "cargo" => self.cargo(words, folder, span),
            "bacon" | "cross" | "dx" | "maturin" | "trunk" | "wasm-pack" => {
                self.cargo(&["run"], folder, span)
            }
            "air" | "dlv" | "ginkgo" | "gotestsum" | "richgo" => self.go(&["test", "./..."], folder, span),
            "go" => self.go(words, folder, span),
            "cmake" | "ctest" => self.cmake(words, folder, span),
            "terraform" | "tofu" | "opentofu" | "terragrunt" | "packer" => {
                self.terraform(words, folder, span)
            }
            "alembic" => self.alembic(words, folder, span),
            "docker" | "podman" | "docker-compose" | "podman-compose" => {
                self.compose(name, words, folder, span)
            }
            "ssh" | "scp" | "sftp" | "autossh" => self.ssh_settings(words, folder, span),
            "git" => {
                self.git_settings_file(words, folder, span);
                self.git_settings(words, folder, span);
                self.git_hooks(words, folder, span);
            }
            "pip" | "pip3" => {
                self.python_package(words, folder, span);
                self.requirements(words, folder, span);
            }
            "uv" | "poetry" => {
                self.python_package(words, folder, span);
                self.requirements(words, folder, span);
                self.toml_tasks(words, folder, span);
                if name == "uv" {
                    self.uv_script(words, folder, span);
                }
            }
            "hatch" | "pdm" | "pipenv" | "pixi" | "poe" | "rye" => self.toml_tasks(words, folder, span),
            "lerna" | "nx" | "turbo" => self.workspace_scripts(words, folder, span),
            "lint-staged" => self.lint_staged(folder, span),
            "direnv" if words.contains(&"exec") => {
                // It may hold secrets: it is judged, and not quoted.
                if let Some(path) = self.find_up(folder, &[".envrc"]) {
                    self.settings_file(&Value::text(path), span);
                }
            }
            "unittest" => self.unittest(words, folder, span),
            "coverage" => self.behind_run(words, folder, span),
            "lua" | "luajit" | "perl" | "ruby" => self.preloaded(name, words, folder, span),
            "node" | "nodejs" | "tsx" | "ts-node" => self.node_folder(words, folder, span),
            "pytest" | "py.test" => self.pytest(words, folder, span),
            name if table::is_python(name) => self.python_module(words, folder, span),
            _ => {}
        }
        if roads::loads(name) {
            self.named_code(name, words, folder, span);
        }
        if below::finds_tests(name) {
            self.tests_below(name, words, folder, span);
        }
        self.settings_called_after(name, folder, span);
        let there = if matches!(name, "ninja" | "samu") { value_of(words, &["-C"]) } else { None };
        let moved = there.map(|there| join(folder, there));
        let folder = moved.as_deref().unwrap_or(folder);
        for row in ROWS.iter().filter(|row| row.programs.contains(&name)) {
            for file in row.files {
                let path = Some(join(folder, file)).filter(|path| self.is_there(path));
                if let Some(path) = path.or_else(|| self.written_elsewhere(&[*file])) {
                    self.recipe_file(&path, row.how, Gate::Always, true, span);
                }
            }
        }
        if table::CONFIGURED_BY_CODE.binary_search(&name).is_ok() {
            for ending in ["js", "cjs", "mjs", "ts"] {
                let path = join(folder, &format!("{name}.config.{ending}"));
                if self.is_there(&path) {
                    self.recipe_file(&path, How::Code(Lang::JavaScript), Gate::Changed, false, span);
                    // `setupFiles: ["./test/setup.js"]`: what it names is loaded too.
                    self.names_in_settings(name, &path, "js", span);
                }
            }
        }
    }

    /// Whether a file lies there, or this call writes it.
    fn is_there(&self, path: &str) -> bool {
        self.written.iter().any(|(p, _)| p == path)
            || self.files.is_touched(path)
            || matches!(self.world.ask(Question::Look(path)), Answer::Entry(Entry::File { .. } | Entry::Link))
    }

    /// A file of this name that the call writes into a folder that is not known beforehand, and that its program is
    /// handed by an option.
    fn written_elsewhere(&self, names: &[&str]) -> Option<String> {
        let base = |path: &str| path.rsplit('/').next().unwrap_or("").to_owned();
        let wanted: Vec<String> = names.iter().map(|name| base(name)).collect();
        self.written.iter().map(|(path, _)| path).find(|path| wanted.contains(&base(path))).cloned()
    }

    /// The first folder from here upwards, within the work tree, that holds one of these.
    fn find_up(&self, folder: &str, names: &[&str]) -> Option<String> {
        self.found_up(folder, names).or_else(|| self.written_elsewhere(names))
    }

    fn found_up(&self, folder: &str, names: &[&str]) -> Option<String> {
        let root = self.world.text(Question::WorkTree(folder));
        let mut at = folder;
        for _ in 0..MAX_UP {
            if let Some(path) = names.iter().map(|name| join(at, name)).find(|path| self.is_there(path)) {
                return Some(path);
            }
            if root.as_deref().is_none_or(|root| root == at) {
                return None;
            }
            at = at.rsplit_once('/').map(|(above, _)| above).filter(|above| !above.is_empty())?;
        }
        None
    }

    /// The text of a recipe: what this call writes into it, or what lies there.
    fn recipe_text(&mut self, path: &str, gate: Gate, lang: Option<Lang>, span: Span) -> Option<String> {
        if let Some((_, content)) = self.written.iter().rev().find(|(p, _)| p == path) {
            let content = content.clone();
            if let Some(from) = content.download() {
                let from = from.to_owned();
                self.runs_download(Some(&from), span, &format!("runs what it just downloaded from {from}"));
                return None;
            }
            match content.literal() {
                Some(text) => {
                    if lang.is_none() || !path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
                        // Whatever else its program makes of it.
                        self.may_run_text(&content, span);
                    }
                    return Some(text);
                }
                None => {
                    if let [super::field::Part::Unknown(super::field::Source::File(from))] =
                        content.parts.as_slice()
                    {
                        let from = from.clone();
                        self.files.open.push(path.to_owned());
                        let circle = self.files.is_open(&from);
                        let text = if circle { None } else { self.recipe_text(&from, gate, lang, span) };
                        self.files.open.pop();
                        if !circle {
                            return text;
                        }
                    }
                    self.unknown_code_in(path, Why::MaybeWritten, span);
                    return None;
                }
            }
        }
        if gate == Gate::Changed && self.is_committed(path) {
            return None;
        }
        super::dependencies::note(&mut self.uses.files, path);
        if lang.is_none() || lang == Some(Lang::Make) {
            // What an edit in place has put into it may be any of its commands.
            self.run_inserted(path, Lang::Shell, span);
        }
        match self.file_text(path, false) {
            FileText::Text(text) => Some(text),
            FileText::Unreadable(why) => {
                // Of modules there may be many, and editing one before a test is everyday work.
                if gate == Gate::Always || why != Why::MaybeWritten {
                    self.unreadable_file(path, lang, why, span);
                }
                None
            }
            FileText::Native | FileText::Absent => None,
        }
    }

    /// Reads one file as a row of the table says.
    fn recipe_file(&mut self, path: &str, how: How, gate: Gate, sure: bool, span: Span) {
        let lang = match how {
            How::Code(lang) => Some(lang),
            _ => None,
        };
        if self.files.is_open(path) {
            return;
        }
        let Some(text) = self.recipe_text(path, gate, lang, span) else { return };
        let mut folder = parent(path);
        // `.cargo/config.toml` speaks of the folder around its own.
        if matches!(how, How::Commands) && folder.rsplit('/').next().is_some_and(|name| name.starts_with('.'))
        {
            folder = parent(folder);
        }
        let folder = folder.to_owned();
        self.inside_recipe(path, path, &folder, sure, span, |w| match how {
            How::Code(lang) => {
                w.run_code(lang, &Value::text(text.as_str()), span);
                if gate == Gate::Always && sure && lang != Lang::Shell {
                    // Its program brings functions that no reader knows.
                    w.recipe_strings(&text, span);
                }
            }
            How::Commands => {
                w.recipe_commands(&text::commands(&text), span);
                w.recipe_commands(&text::handed_to_shells(&text), span);
            }
            How::Processes => {
                let commands: Vec<String> = text
                    .lines()
                    .filter_map(|l| l.split_once(':'))
                    .map(|(_, c)| c.trim().to_owned())
                    .collect();
                w.recipe_commands(&commands, span);
            }
            How::Text => {
                w.recipe_words(&text, span);
                w.recipe_strings(&text, span);
            }
            How::Source => w.compiled_source(&text, span),
            How::Xml => {
                for words in text::xml(&text) {
                    let fields = words.into_iter().map(|t| Field::text(t, span)).collect();
                    w.in_subshell(|w| w.exec(fields, Value::default()));
                }
            }
        });
        if gate == Gate::Changed {
            self.drop_ordinary_network(path);
        }
    }

    /// A source that a command names.
    pub(super) fn handed_source(&mut self, path: &str, lang: Option<Lang>, span: Span) {
        if self.is_there(path) {
            self.recipe_file(path, lang.map_or(How::Source, How::Code), Gate::Changed, false, span);
        }
    }

    /// Modules of a folder that a variable names.
    pub(super) fn code_in_folder(&mut self, folder: &str, lang: Lang, ending: &str, span: Span) {
        if self.run_place == RunPlace::Here {
            self.sources(folder, How::Code(lang), span, |name| name.ends_with(ending));
        }
    }

    /// Settings of `kubectl` that an option or a variable names: what they start to sign in.
    pub(in crate::understand) fn kubernetes_settings(&mut self, path: &str, span: Span) {
        if self.run_place != RunPlace::Here || !self.is_there(path) {
            return;
        }
        let Some(text) = self.recipe_text(path, Gate::Changed, None, span) else { return };
        let Some(folder) = self.cwd() else { return };
        self.inside_recipe(path, path, &folder, true, span, |w| {
            for words in text::kubernetes(&text) {
                let fields = words.into_iter().map(|word| Field::text(word, span)).collect();
                let before = w.effects.len();
                w.in_subshell(|w| w.exec(fields, Value::default()));
                // To print a token is what they are for: `kubectl` takes it, and shows it to nobody.
                let mut index = 0;
                w.effects.retain(|e| {
                    index += 1;
                    let path = e.target.as_deref().is_some_and(|target| target.starts_with('/'));
                    index <= before || e.kind != Kind::ReadSecret || path
                });
            }
        });
    }

    /// A file that a variable names. One that is no text is data.
    pub(super) fn file_by_variable(&mut self, path: &str, lang: Option<Lang>, span: Span) {
        if self.run_place != RunPlace::Here || !self.is_there(path) || self.files.is_open(path) {
            return;
        }
        let own = self.written.iter().rev().find(|(p, _)| p == path).map(|(_, content)| content.literal());
        let text = match own {
            Some(text) => text,
            None if self.is_committed(path) => None,
            None => match self.file_text(path, true) {
                FileText::Text(text) => Some(text),
                FileText::Unreadable(why) if lang.is_some() => {
                    return self.unreadable_file(path, lang, why, span);
                }
                _ => None,
            },
        };
        let Some(text) = text else { return };
        let Some(folder) = self.cwd() else { return };
        if path.ends_with(".cmake") {
            return self.cmake_text(path, &text, span);
        }
        self.inside_recipe(path, path, &folder, false, span, |w| match lang {
            Some(lang) => {
                w.run_code(lang, &Value::text(text), span);
            }
            None => {
                w.recipe_commands(&text::commands(&text), span);
                w.may_run_text(&Value::text(text), span);
            }
        });
    }

    /// Settings that a program takes from a place of the text's choice: start-up files of shells are run, those of curl are
    /// options, of others it is only said whether they load code. `None` where they cannot be read.
    pub(super) fn settings_that_load(&mut self, path: &str, span: Span) -> Option<bool> {
        const LOADING: &[&str] =
            &["auto_append_file", "auto_prepend_file", "dynamic_path", "extension", "engine", "openssl_init"];
        let own = self.written.iter().rev().find(|(p, _)| p == path).map(|(_, content)| content.literal());
        let text = match own {
            Some(text) => text?,
            None if self.is_committed(path) => return Some(false),
            None => match self.file_text(path, false) {
                FileText::Text(text) => text,
                FileText::Unreadable(_) | FileText::Native | FileText::Absent => return None,
            },
        };
        let name = path.rsplit('/').next().unwrap_or(path);
        let folder = self.cwd()?;
        if name.starts_with(".z") || name.starts_with(".bash") || name == ".profile" {
            self.inside_recipe(path, path, &folder, true, span, |w| {
                w.run_code(Lang::Shell, &Value::text(text), span);
            });
            return Some(false);
        }
        if name == ".curlrc" {
            self.run_curl_options(&text, vec![Field::text("curl", span)], span);
            return Some(false);
        }
        let sets = |line: &str| {
            let line = line.trim_start();
            LOADING.iter().any(|key| line.starts_with(key)) || line.contains(".so") || line.contains(".dylib")
        };
        Some(text.lines().any(sets))
    }

    /// Commands that run one after the other.
    fn recipe_commands(&mut self, commands: &[String], span: Span) {
        for command in commands {
            self.in_subshell(|w| w.run_text(&Value::text(command.as_str()), span));
        }
    }

    /// A text in a language without a reader.
    fn recipe_words(&mut self, text: &str, span: Span) {
        self.recipe_commands(&text::commands(text), span);
        self.recipe_commands(&text::handed_to_shells(text), span);
        self.foreign_calls(text, span, false);
        self.speculate(false, |w| w.deletions(text, span));
        self.recipe_commands(
            &super::other_code::called_on_strings(text).into_iter().map(str::to_owned).collect::<Vec<_>>(),
            span,
        );
    }

    /// Sources of a compiled language: process calls, deletions.
    pub(super) fn compiled_source(&mut self, text: &str, span: Span) {
        let (started, code) = text::compiled(text);
        for words in started {
            let fields = words.into_iter().map(|t| Field::text(t, span)).collect();
            self.in_subshell(|w| w.exec(fields, Value::default()));
        }
        self.recipe_commands(&text::handed_to_shells(&code), span);
        self.foreign_calls(&code, span, false);
        self.speculate(false, |w| w.deletions(&code, span));
    }

    /// Reads inside a recipe: only what would be asked about counts, and what it deletes of its own workspace counts only
    /// where git does not have the recipe.
    fn inside_recipe(
        &mut self,
        key: &str,
        path: &str,
        folder: &str,
        sure: bool,
        span: Span,
        read: impl FnOnce(&mut Self),
    ) {
        if self.files.recipes.iter().any(|open| open == key) {
            return;
        }
        self.files.recipes.push(key.to_owned());
        let kept = self.effects.len();
        let state = std::mem::replace(&mut self.state, State::at(Some(folder.to_owned())));
        if self.written.iter().any(|(p, _)| p == path) {
            // The call's own text, wherever it puts it.
            self.in_subshell(read);
        } else {
            self.inside_file(path, span, |w| w.in_subshell(read));
        }
        self.state = state;
        self.files.recipes.pop();
        let mut index = 0;
        self.effects.retain(|e| {
            index += 1;
            index <= kept || e.floor >= Tier::Medium && e.kind != Kind::Unreadable
        });
        let own = |kind: Kind| matches!(kind, Kind::Delete | Kind::Overwrite | Kind::Move);
        let loses =
            self.effects.iter().skip(kept).any(|e| own(e.kind) && e.reach <= Reach::Workspace && !e.hardline);
        if loses && self.is_committed(path) {
            let mut index = 0;
            self.effects.retain(|e| {
                index += 1;
                index <= kept || e.hardline || !own(e.kind) || e.reach > Reach::Workspace
            });
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        let said = format!(" (in `{}`)", crate::text::shown(name));
        for effect in self.effects.iter_mut().skip(kept) {
            effect.hardline &= sure;
            effect.setting = None;
            if !effect.text.contains(" (in `") {
                effect.text.push_str(&said);
            }
        }
    }

    /// A module or a test may call any service; that is what such code is for, and it may never be called.
    fn drop_ordinary_network(&mut self, path: &str) {
        let said = format!(" (in `{}`)", crate::text::shown(path.rsplit('/').next().unwrap_or(path)));
        self.effects.retain(|e| {
            !(matches!(e.kind, Kind::Send | Kind::OpenNetwork)
                && e.floor <= Tier::Medium
                && e.text.ends_with(&said))
        });
    }
}

/// Programs that only read or print have no settings that run anything.
fn may_have_settings(name: &str) -> bool {
    use crate::knowledge::Base;
    !crate::knowledge::program(name).is_some_and(|p| matches!(p.base, Base::Reads | Base::Nothing))
        && !super::principle::does_not_run(name)
}

fn join(folder: &str, name: &str) -> String {
    if name.starts_with('/') {
        return name.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("/", |(folder, _)| if folder.is_empty() { "/" } else { folder })
}

/// The first word that is no option, and where it stands.
fn first_plain<'t>(words: &[&'t str]) -> Option<(usize, &'t str)> {
    words.iter().copied().enumerate().find(|(_, w)| !w.is_empty() && !w.starts_with('-'))
}

/// The value of an option, joined or behind it.
fn value_of<'t>(words: &[&'t str], names: &[&str]) -> Option<&'t str> {
    words.iter().enumerate().find_map(|(at, word)| {
        if names.contains(word) {
            return words.get(at + 1).copied().filter(|value| !value.is_empty());
        }
        let (name, value) = word.split_once('=')?;
        (names.contains(&name) && !value.is_empty()).then_some(value)
    })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
