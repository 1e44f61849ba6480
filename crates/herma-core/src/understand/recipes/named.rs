//! Tasks and modules that a command names: scripts in TOML settings, packages of a workspace, modules to preload, settings of
//! a repository, and the sources of a program that was built here.

use super::table::How;
use super::{Gate, first_plain, join, parent, text, value_of};
use crate::effect::Span;
use crate::knowledge::{Lang, RunPlace};
use crate::understand::field::Value;
use crate::understand::files::Why;
use crate::understand::state::Var;
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};
use serde_json::Value as Json;

/// Packages of one workspace that are looked at.
const MAX_PACKAGES: usize = 16;

/// Bytes of a repository's settings that are read.
const MAX_SETTINGS: usize = 32 * 1024;

/// Settings files of git that one command reads.
const MAX_NAMED_SETTINGS: usize = 8;

/// Folders that hold build output; the sources lie beside them.
#[rustfmt::skip]
const OUTPUT_FOLDERS: &[&str] = &["bazel-bin", "bin", "build", "cmake-build-debug", "dist", "obj", "out", "target", "zig-out"];

/// Endings of sources whose program has their name.
const COMPILED: &[&str] = &["c", "cc", "cpp", "go", "hs", "nim", "rs", "zig"];

/// Settings of git whose value is run by ordinary commands. An editor or a pager without arguments is the user's own.
fn git_runs(key: &str) -> bool {
    let last = key.rsplit('.').next().unwrap_or("");
    match key.split('.').next().unwrap_or("") {
        "core" => matches!(last, "fsmonitor" | "sshcommand" | "pager" | "editor" | "askpass" | "gitproxy"),
        "filter" => matches!(last, "clean" | "smudge" | "process"),
        "diff" | "merge" => matches!(last, "external" | "command" | "textconv" | "driver"),
        "credential" => last == "helper",
        "gpg" => last == "program",
        "pager" | "interactive" | "sequence" | "uploadpack" => true,
        _ => false,
    }
}

impl Walker<'_> {
    /// `poe t`, `pdm run t`, `hatch run t`, `pipenv run t`: a script of the project's settings by its name.
    pub(super) fn toml_tasks(&mut self, words: &[&str], folder: &str, span: Span) {
        let Some(path) = self.find_up(folder, &["pyproject.toml", "Pipfile", "pixi.toml"]) else { return };
        let Some(content) = self.recipe_text(&path, Gate::Always, None, span) else { return };
        let tasks = text::toml_tasks(&content);
        let place = parent(&path).to_owned();
        for (name, command) in tasks.into_iter().filter(|(name, _)| words.contains(&name.as_str())) {
            if let Some((module, _)) = command.split_once(':').filter(|(m, _)| is_module(m)) {
                self.module_named(module, &place, span);
                continue;
            }
            let key = format!("{path}#{name}");
            self.inside_recipe(&key, &path, &place, true, span, |w| w.recipe_commands(&[command], span));
        }
    }

    /// A module of Python by its dotted name, in the folder or its `src`.
    pub(in crate::understand) fn module_named(&mut self, module: &str, folder: &str, span: Span) {
        let path = module.replace('.', "/");
        if let Some((package, _)) = path.split_once('/') {
            self.handed_source(&join(folder, &format!("{package}/__init__.py")), Some(Lang::Python), span);
        }
        for file in [
            format!("{path}.py"),
            format!("{path}/__init__.py"),
            format!("{path}/__main__.py"),
            format!("src/{path}.py"),
            format!("src/{path}/__init__.py"),
        ] {
            let file = join(folder, &file);
            if self.is_there(&file) {
                self.recipe_file(&file, How::Code(Lang::Python), Gate::Changed, false, span);
            }
        }
    }

    /// `python3 -m unittest tests.test_a`, or all tests of the folder.
    pub(super) fn unittest(&mut self, words: &[&str], folder: &str, span: Span) {
        let named: Vec<&str> =
            words.iter().copied().filter(|w| !w.starts_with('-') && *w != "discover").collect();
        let is_test = |n: &str| n.ends_with(".py") && n.starts_with("test");
        let place = value_of(words, &["-s", "--start-directory"])
            .map_or_else(|| folder.to_owned(), |f| join(folder, f));
        self.sources(&place, How::Code(Lang::Python), span, is_test);
        self.sources(&join(&place, "tests"), How::Code(Lang::Python), span, is_test);
        for word in named {
            let path = join(folder, word);
            if word.ends_with(".py") && self.is_there(&path) {
                self.recipe_file(&path, How::Code(Lang::Python), Gate::Changed, false, span);
            } else if is_module(word) {
                // Behind the module a class and a method may follow.
                let mut module = word;
                self.module_named(module, folder, span);
                while let Some((shorter, _)) = module.rsplit_once('.') {
                    module = shorter;
                    self.module_named(module, folder, span);
                }
            }
        }
    }

    /// `turbo run build`, `pnpm -r build`: a script of every package of the workspace.
    pub(super) fn workspace_scripts(&mut self, words: &[&str], folder: &str, span: Span) {
        let Some(root) = self.find_up(folder, &["package.json"]) else { return };
        let wanted: Vec<String> = words
            .iter()
            .filter(|w| !w.is_empty() && !w.starts_with('-') && **w != "run")
            .map(|w| w.rsplit(':').next().unwrap_or(w).to_owned())
            .collect();
        if wanted.is_empty() {
            return;
        }
        let mut manifests = vec![root.clone()];
        for group in ["packages", "apps", "libs", "services"] {
            let group = join(parent(&root), group);
            let names = self.world.text(Question::List(&group)).unwrap_or_default();
            manifests.extend(names.lines().map(|n| join(&group, &format!("{n}/package.json"))));
        }
        manifests.truncate(MAX_PACKAGES);
        for path in manifests {
            if self.is_there(&path) {
                self.json_scripts(&path, &["scripts"], &wanted, span);
            }
        }
    }

    /// Commands that `lint-staged` runs, by its key in `package.json` or its own file.
    pub(super) fn lint_staged(&mut self, folder: &str, span: Span) {
        for file in ["package.json", ".lintstagedrc", ".lintstagedrc.json"] {
            let path = join(folder, file);
            if !self.is_there(&path) {
                continue;
            }
            let Some(content) = self.recipe_text(&path, Gate::Always, None, span) else { continue };
            let Ok(json) = serde_json::from_str::<Json>(&content) else { continue };
            let table = if file == "package.json" { json.get("lint-staged") } else { Some(&json) };
            let commands: Vec<String> = table
                .and_then(Json::as_object)
                .into_iter()
                .flat_map(|table| table.values())
                .flat_map(|value| match value {
                    Json::Array(list) => list.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
                    other => other.as_str().map(str::to_owned).into_iter().collect::<Vec<_>>(),
                })
                .collect();
            let key = format!("{path}#lint-staged");
            self.inside_recipe(&key, &path, folder, true, span, |w| w.recipe_commands(&commands, span));
        }
    }

    /// `perl -I. -MM`, `ruby -r./m`, `lua -l m`: modules that an interpreter loads first.
    pub(super) fn preloaded(&mut self, name: &str, words: &[&str], folder: &str, span: Span) {
        let (lang, marks, ending): (Lang, &[&str], &str) = match name {
            "perl" => (Lang::Perl, &["-M", "-m"], ".pm"),
            "ruby" => (Lang::Ruby, &["-r"], ".rb"),
            "lua" | "luajit" => (Lang::Lua, &["-l"], ".lua"),
            _ => return,
        };
        let behind = |mark: &str| -> Vec<&str> {
            let joined = words.iter().filter_map(|w| w.strip_prefix(mark)).filter(|v| !v.is_empty());
            let apart = words.iter().zip(words.iter().skip(1)).filter(|(w, _)| **w == mark).map(|(_, v)| *v);
            joined.chain(apart).collect()
        };
        let mut folders: Vec<String> = behind("-I").into_iter().map(|f| join(folder, f)).collect();
        folders.extend(behind("-Mlib=").into_iter().map(|f| join(folder, f)));
        if lang != Lang::Perl {
            folders.push(folder.to_owned());
        }
        for module in marks.iter().flat_map(|mark| behind(mark)) {
            let module = module.split('=').next().unwrap_or(module).trim_start_matches('-');
            let file = module.replace("::", "/");
            for place in &folders {
                let path = join(place, &format!("{}{ending}", file.trim_end_matches(ending)));
                if self.is_there(&path) {
                    self.recipe_file(&path, How::Code(lang), Gate::Always, true, span);
                    break;
                }
            }
        }
    }

    /// What the repository's own settings make git run: filters, monitors, aliases.
    pub(super) fn git_settings_file(&mut self, words: &[&str], folder: &str, span: Span) {
        for (path, root, content) in self.git_settings_files(words, folder, span) {
            self.git_settings_in(words, &path, &root, &content, span);
        }
    }

    fn git_settings_in(&mut self, words: &[&str], path: &str, root: &str, content: &str, span: Span) {
        let mut commands: Vec<String> = Vec::new();
        for (key, value) in text::git_settings(content) {
            let alias = key.strip_prefix("alias.").filter(|alias| words.contains(alias));
            if alias.is_some() {
                commands.push(match value.strip_prefix('!') {
                    Some(code) => code.to_owned(),
                    None => format!("git {value}"),
                });
            } else if git_runs(&key) {
                // A bare word is a program of the user's, or a helper of git's.
                let code = value.strip_prefix('!').unwrap_or(&value);
                if code.contains([' ', '/', ';', '|', '$', '`']) {
                    commands.push(code.to_owned());
                }
            }
        }
        if !commands.is_empty() {
            self.inside_recipe(path, path, root, true, span, |w| w.recipe_commands(&commands, span));
        }
    }

    /// Every settings file that git reads for this command, the folder that its commands start in, and its text: the
    /// repository's own, those that an option or a variable of the text names, and those that these include.
    pub(super) fn git_settings_files(
        &mut self,
        words: &[&str],
        folder: &str,
        span: Span,
    ) -> Vec<(String, String, String)> {
        let folder = value_of(words, &["-C"]).map_or_else(|| folder.to_owned(), |f| join(folder, f));
        let root = self.world.text(Question::WorkTree(&folder));
        let own = root.as_ref().map(|root| join(root, ".git/config"));
        let root = root.unwrap_or_else(|| folder.clone());
        let mut files: Vec<String> = own.iter().cloned().collect();
        for path in self.git_settings_named(words, &folder) {
            if !files.contains(&path) {
                files.push(path);
            }
        }
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(path) = files.get(at).cloned() {
            at += 1;
            let text = if Some(&path) == own.as_ref() {
                let written =
                    self.written.iter().rev().find(|(p, _)| *p == path).and_then(|(_, c)| c.literal());
                written.or_else(|| match self.world.ask(Question::Read(&path, MAX_SETTINGS)) {
                    Answer::Bytes(bytes) => String::from_utf8(bytes).ok(),
                    _ => None,
                })
            } else if self.is_there(&path) {
                self.recipe_text(&path, Gate::Always, None, span)
            } else {
                None
            };
            let Some(text) = text else { continue };
            for (key, value) in text::git_settings(&text) {
                if !(key == "include.path" || key.starts_with("includeif.") && key.ends_with(".path")) {
                    continue;
                }
                let included = match value.strip_prefix("~/") {
                    Some(rest) => join(&self.home, rest),
                    None => join(parent(&path), &value),
                };
                if files.len() < MAX_NAMED_SETTINGS && !files.contains(&included) {
                    files.push(included);
                }
            }
            found.push((path, root.clone(), text));
        }
        found
    }

    /// Settings files of git that the command or a variable of the text names.
    fn git_settings_named(&self, words: &[&str], folder: &str) -> Vec<String> {
        let set = |name: &str| match self.state.get(name) {
            Some([.., Var::Scalar(value)]) => {
                value.known().filter(|text| !text.is_empty()).map(|text| join(folder, text))
            }
            _ => None,
        };
        let option = value_of(words, &["--git-dir"]).map(|place| join(folder, place));
        let mut files: Vec<String> =
            option.or_else(|| set("GIT_DIR")).map(|place| join(&place, "config")).into_iter().collect();
        files.extend(set("GIT_COMMON_DIR").map(|place| join(&place, "config")));
        files.extend(set("GIT_CONFIG_GLOBAL"));
        files.extend(set("GIT_CONFIG_SYSTEM"));
        files.extend(set("XDG_CONFIG_HOME").map(|place| join(&place, "git/config")));
        if let Some(home) = set("HOME") {
            files.extend([".gitconfig", ".config/git/config"].map(|file| join(&home, file)));
        }
        let included = words.iter().zip(words.iter().skip(1)).filter(|(option, _)| **option == "-c");
        for (key, value) in included.filter_map(|(_, setting)| setting.split_once('=')) {
            let key = key.to_ascii_lowercase();
            if key.starts_with("include") && key.ends_with(".path") {
                files.push(join(folder, value));
            }
        }
        // What git reads anyway is the user's own.
        let own = [".gitconfig", ".config/git/config"].map(|file| join(&self.home, file));
        files.retain(|file| !own.contains(file));
        files
    }

    /// Build output is judged by its sources where git does not have them unchanged.
    pub(in crate::understand) fn sources_of_program(&mut self, program: &str, span: Span) {
        if self.speculating || self.run_place != RunPlace::Here {
            return;
        }
        let stem = program.rsplit('/').next().unwrap_or(program);
        if stem.contains('.') && stem != "a.out" {
            return;
        }
        let beside = parent(program);
        let mut places: Vec<String> = COMPILED.iter().map(|e| join(beside, &format!("{stem}.{e}"))).collect();
        let components: Vec<&str> = beside.split('/').collect();
        if let Some(at) = components.iter().rposition(|c| OUTPUT_FOLDERS.contains(c)) {
            let root = components.get(..at).unwrap_or(&[]).join("/");
            for ending in COMPILED {
                for name in [stem, "main"] {
                    places.push(join(&root, &format!("{name}.{ending}")));
                    places.push(join(&root, &format!("src/{name}.{ending}")));
                }
            }
            places.push(join(&root, &format!("src/bin/{stem}.rs")));
            places.push(join(&root, &format!("cmd/{stem}/main.go")));
        }
        for path in places {
            if self.is_there(&path) {
                self.recipe_file(&path, How::Source, Gate::Changed, false, span);
            }
        }
        // `go build && ./x`: a program without an ending, in a module of Go.
        let script =
            matches!(self.world.ask(Question::Read(program, 2)), Answer::Bytes(start) if start == *b"#!");
        if !script && self.found_up(beside, &["go.mod"]).is_some() {
            self.go_sources(beside, false, span);
        }
    }

    /// `ctypes.CDLL("./libx.so")`: what the call wrote there is unknown code; else its source is read where that lies beside it.
    pub(in crate::understand) fn loads_library(&mut self, library: &Value, span: Span) {
        let path = self.place(library).path;
        let own = self.written.iter().rev().find(|(p, _)| *p == path).map(|(_, content)| content.clone());
        if let Some(from) = own.as_ref().and_then(Value::download).map(str::to_owned) {
            let text = format!("loads a library that it just downloaded from {from}");
            return self.runs_download(Some(&from), span, &text);
        }
        if own.is_some() || self.may_be_written(&path) {
            return self.unknown_code_in(&path, Why::MaybeWritten, span);
        }
        let name = path.rsplit('/').next().unwrap_or(&path);
        let stem =
            name.split(".so").next().unwrap_or(name).trim_end_matches(".dylib").trim_end_matches(".dll");
        let beside = parent(&path).to_owned();
        for stem in [stem, stem.strip_prefix("lib").unwrap_or(stem)] {
            self.sources_of_program(&join(&beside, stem), span);
        }
    }

    /// `main:app`: a module that a server loads, by its name and what is in it.
    pub(in crate::understand) fn named_module(&mut self, word: &str, span: Span) {
        let Some((module, object)) = word.split_once(':') else { return };
        if is_module(module)
            && is_module(object)
            && let Some(folder) = self.cwd()
        {
            self.module_named(module, &folder, span);
        }
    }

    /// `uv run m.py`: a file of the folder as a program.
    pub(in crate::understand) fn file_as_program(&mut self, name: &str, lang: Lang, span: Span) {
        if self.speculating || self.run_place != RunPlace::Here {
            return;
        }
        let path = self.cwd().map(|folder| join(&folder, name)).filter(|path| self.is_there(path));
        if let Some(path) = path {
            let first = crate::understand::field::Field::text(name, span);
            match self.written.iter().rev().find(|(p, _)| *p == path).map(|(_, c)| c.clone()) {
                Some(content) => _ = self.in_subshell(|w| w.run_code(lang, &content, span)),
                None => _ = self.script_file(&path, Some(lang), &[first], span),
            }
        }
    }

    /// `coverage run -m pytest`, `coverage run x.py`.
    pub(super) fn behind_run(&mut self, words: &[&str], folder: &str, span: Span) {
        if let Some((at, "run")) = first_plain(words) {
            self.python_module(words.get(at + 1..).unwrap_or(&[]), folder, span);
        }
    }
}

/// `pkg.module`: names of Python with dots between them.
fn is_module(text: &str) -> bool {
    !text.is_empty()
        && text.split('.').all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
}
