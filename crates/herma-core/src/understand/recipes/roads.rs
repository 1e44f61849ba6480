//! Code that settings and arguments name without a path of its own: modules behind `uvicorn main:app`, plugins in
//! `mypy.ini`, tasks of `pyproject.toml`, programs in `.git/config`, cells of a notebook.

use super::table::How;
use super::{Gate, first_plain, join, parent, value_of};
use crate::effect::Span;
use crate::knowledge::Lang;
use crate::understand::field::{Field, Value};
use crate::understand::walk::Walker;
use crate::world::Question;

/// Words of one settings file that are tried as names of code, and files that are read for it.
const MAX_WORDS: usize = 400;
const MAX_NAMED: usize = 8;

/// Packages of a workspace whose scripts a runner starts.
const MAX_PACKAGES: usize = 12;

/// Settings that name code, by program. Whatever is named there, lies in the folder and is not as git has it, is read.
#[rustfmt::skip]
const SETTINGS: &[(&[&str], &[&str], &str)] = &[
    (&["mypy", "dmypy"], &["mypy.ini", ".mypy.ini", "setup.cfg", "pyproject.toml"], "py"),
    (&["pylint"], &[".pylintrc", "pylintrc", "setup.cfg", "pyproject.toml"], "py"),
    (&["flake8"], &[".flake8", "setup.cfg", "tox.ini"], "py"),
    (&["coverage"], &[".coveragerc", "setup.cfg", "pyproject.toml"], "py"),
    (&["mkdocs"], &["mkdocs.yml", "mkdocs.yaml"], "py"),
    (&["nose2"], &["unittest.cfg", "nose2.cfg"], "py"),
    (&["rspec"], &[".rspec"], "rb"),
    (&["rubocop"], &[".rubocop.yml"], "rb"),
    (&["babel"], &[".babelrc", ".babelrc.json", "babel.config.json"], "js"),
    (&["eslint"], &[".eslintrc", ".eslintrc.json", ".eslintrc.yml", ".eslintrc.yaml"], "js"),
    (&["jest"], &["jest.config.json"], "js"),
    (&["mocha"], &[".mocharc.json", ".mocharc.jsonc", ".mocharc.yml", ".mocharc.yaml"], "js"),
    (&["nyc"], &[".nycrc", ".nycrc.json"], "js"),
    (&["postcss"], &[".postcssrc", ".postcssrc.json"], "js"),
    (&["prettier"], &[".prettierrc", ".prettierrc.json", ".prettierrc.yml"], "js"),
    (&["semantic-release"], &[".releaserc", ".releaserc.json"], "js"),
    (&["stylelint"], &[".stylelintrc", ".stylelintrc.json"], "js"),
];

/// Programs that load a module which a word names: `main:app`, `tasks`, `app.py`. Sorted.
#[rustfmt::skip]
const LOADS_MODULE: &[&str] = &[
    "arq", "celery", "chainlit", "daphne", "dramatiq", "fastapi", "flask", "granian", "gunicorn", "hypercorn", "panel",
    "rq", "streamlit", "uvicorn", "uwsgi", "waitress-serve",
];

/// Tasks in `pyproject.toml`: by which program, and below which key.
const PYTHON_TASKS: &[(&str, &[&str])] = &[
    ("hatch", &["tool", "hatch", "envs"]),
    ("pdm", &["tool", "pdm", "scripts"]),
    ("pixi", &["tool", "pixi", "tasks"]),
    ("poe", &["tool", "poe", "tasks"]),
    ("rye", &["tool", "rye", "scripts"]),
    ("task", &["tool", "taskipy", "tasks"]),
];

/// Commands of git that reach another machine.
const REACHES: &[&str] =
    &["clone", "fetch", "lfs", "ls-remote", "pull", "push", "remote", "send-pack", "submodule"];

/// Whether a program loads code that settings or words name.
pub(super) fn loads(name: &str) -> bool {
    LOADS_MODULE.binary_search(&name).is_ok()
        || SETTINGS.iter().any(|(programs, ..)| programs.contains(&name))
        || PYTHON_TASKS.iter().any(|(program, _)| *program == name)
        || matches!(
            name,
            "turbo" | "nx" | "lerna" | "jupyter" | "papermill" | "run-parts" | "autoreconf" | "dotnet"
        )
}

impl Walker<'_> {
    pub(super) fn named_code(&mut self, name: &str, words: &[&str], folder: &str, span: Span) {
        if LOADS_MODULE.binary_search(&name).is_ok() {
            let place = value_of(words, &["--app-dir", "--chdir", "--workdir"]);
            let place = place.map_or_else(|| folder.to_owned(), |f| join(folder, f));
            for word in words {
                let word = word.strip_prefix("-A").filter(|w| !w.is_empty()).unwrap_or(word);
                self.module_behind(word.rsplit_once('=').map_or(word, |(_, v)| v), &place, "py", span);
            }
        }
        for (_, files, ending) in SETTINGS.iter().filter(|(programs, ..)| programs.contains(&name)) {
            for file in *files {
                self.names_in_settings(name, &join(folder, file), ending, span);
            }
        }
        if let Some((_, keys)) = PYTHON_TASKS.iter().find(|(program, _)| *program == name) {
            self.python_task(name, keys, words, folder, span);
        }
        match name {
            "turbo" | "lerna" => self.workspace_members(words, folder, span),
            "nx" => self.nx(words, folder, span),
            "jupyter" | "papermill" => {
                let runs = name == "papermill" || words.contains(&"--execute") || words.contains(&"execute");
                for word in words.iter().filter(|w| runs && w.ends_with(".ipynb")) {
                    self.notebook(&join(folder, word), span);
                }
            }
            "run-parts" => {
                if let Some((_, place)) = first_plain(words) {
                    let place = join(folder, place);
                    self.sources(&place, How::Code(Lang::Shell), span, |_| true);
                }
            }
            "autoreconf" => self.m4(&join(folder, "configure.ac"), span),
            "dotnet" => self.sources(folder, How::Xml, span, |n| {
                [".csproj", ".fsproj", ".vbproj", ".targets", ".props"].iter().any(|e| n.ends_with(e))
            }),
            _ => {}
        }
    }

    /// A word that may name a module or a file of code: `main:app`, `pkg.mod`, `./plugin.js`.
    fn module_behind(&mut self, word: &str, folder: &str, ending: &str, span: Span) -> bool {
        let word = word.trim_matches(['"', '\'', ',', '[', ']', '(', ')', ';']);
        let bare = word.split(':').next().unwrap_or(word).trim_start_matches("<rootDir>/");
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/');
        if bare.len() < 2 || bare.len() > 200 || !bare.chars().all(fits) || bare.starts_with("--") {
            return false;
        }
        let module = bare.replace('.', "/");
        let js = ["js", "cjs", "mjs", "ts"];
        let endings: &[&str] = if ending == "js" { &js } else { &[ending] };
        let mut paths = Vec::new();
        if endings.iter().any(|e| bare.strip_suffix(e).is_some_and(|rest| rest.ends_with('.'))) {
            paths.push(join(folder, bare));
        } else if ending == "py" && !bare.contains('/') {
            paths.push(join(folder, &format!("{module}.py")));
            paths.push(join(folder, &format!("{module}/__init__.py")));
        } else if bare.contains('/') {
            paths.extend(endings.iter().map(|e| join(folder, &format!("{bare}.{e}"))));
        }
        let lang = match ending {
            "py" => Lang::Python,
            "rb" => Lang::Ruby,
            _ => Lang::JavaScript,
        };
        let mut found = false;
        for path in paths {
            if self.is_there(&path) {
                found = true;
                self.recipe_file(&path, How::Code(lang), Gate::Changed, false, span);
            }
        }
        found
    }

    /// Whatever a settings file names that is code of this folder.
    pub(super) fn names_in_settings(&mut self, name: &str, path: &str, ending: &str, span: Span) {
        if !self.is_there(path) {
            return;
        }
        let Some(text) = self.recipe_text(path, Gate::Always, None, span) else { return };
        if let Some(code) = text.lines().find_map(|l| l.trim().strip_prefix("init-hook")) {
            let code = code.trim().trim_start_matches('=').trim().trim_matches(['"', '\'']).to_owned();
            let place = parent(path).to_owned();
            self.inside_recipe(path, path, &place, true, span, |w| {
                w.run_code(Lang::Python, &Value::text(code), span);
            });
        }
        let text = if path.ends_with(".json") && path.contains("package") { String::new() } else { text };
        let place = parent(path).to_owned();
        let mut found = 0;
        let words =
            text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | '=' | '[' | ']'));
        for word in words.filter(|w| !w.is_empty()).take(MAX_WORDS) {
            // The tool's own name is no plugin.
            if word != name && self.module_behind(word, &place, ending, span) {
                found += 1;
            }
            if found >= MAX_NAMED {
                break;
            }
        }
    }

    /// `poe build`, `pdm run build`: commands below a key of `pyproject.toml`.
    fn python_task(&mut self, name: &str, keys: &[&str], words: &[&str], folder: &str, span: Span) {
        let plain: Vec<&str> = words.iter().copied().filter(|w| !w.starts_with('-')).collect();
        let task = match (name, plain.as_slice()) {
            ("poe" | "task", [task, ..]) | (_, ["run", task, ..]) => *task,
            ("pdm", [task, ..]) => *task,
            _ => return,
        };
        let task = task.rsplit(':').next().unwrap_or(task).to_owned();
        for file in ["pyproject.toml", "pixi.toml", "hatch.toml"] {
            let Some(path) = self.find_up(folder, &[file]) else { continue };
            let Some(text) = self.recipe_text(&path, Gate::Always, None, span) else { continue };
            let Ok(all) = text.parse::<toml::Table>() else { continue };
            let own = keys.iter().skip(2);
            let keys: Vec<&str> =
                if file == "pyproject.toml" { keys.to_vec() } else { own.copied().collect() };
            let mut at = Some(&toml::Value::Table(all)).cloned();
            for key in keys {
                at = at.and_then(|value| value.get(key).cloned());
            }
            let Some(found) = at else { continue };
            let mut commands = Vec::new();
            gather_tasks(&found, &task, 0, &mut commands);
            let place = parent(&path).to_owned();
            let key = format!("{path}#{task}");
            self.inside_recipe(&key, &path, &place, true, span, |w| w.recipe_commands(&commands, span));
        }
    }

    /// `turbo run build`: that script of every package of the workspace.
    fn workspace_members(&mut self, words: &[&str], folder: &str, span: Span) {
        let wanted: Vec<String> = words
            .iter()
            .filter(|w| !w.starts_with('-') && !matches!(**w, "run" | "exec"))
            .map(|w| (*w).to_owned())
            .collect();
        let mut manifests: Vec<String> = self.find_up(folder, &["package.json"]).into_iter().collect();
        for place in ["packages", "apps", "libs"] {
            let place = join(folder, place);
            let names = self.world.text(Question::List(&place)).unwrap_or_default();
            let inside = names.lines().take(MAX_PACKAGES).map(|n| join(&place, &format!("{n}/package.json")));
            manifests.extend(inside.collect::<Vec<_>>());
        }
        for path in manifests {
            if self.is_there(&path) {
                self.json_scripts(&path, &["scripts"], &wanted, span);
            }
        }
    }

    /// `nx build app`: what the project's own settings say, and the script of that name.
    fn nx(&mut self, words: &[&str], folder: &str, span: Span) {
        let plain: Vec<&str> = words.iter().copied().filter(|w| !w.starts_with('-')).collect();
        for place in ["", "apps/", "packages/", "libs/"] {
            for project in plain.iter().flat_map(|w| w.split(':')).chain([""]) {
                let path = join(&join(folder, &format!("{place}{project}")), "project.json");
                if self.is_there(&path) {
                    self.recipe_file(&path, How::Commands, Gate::Always, true, span);
                }
            }
        }
        self.workspace_members(words, folder, span);
    }

    /// The cells of a notebook that is run: Python, and lines for the shell.
    fn notebook(&mut self, path: &str, span: Span) {
        let Some(text) = self.recipe_text(path, Gate::Changed, None, span) else { return };
        let Ok(json) = serde_json::from_str::<serde_json::Value>(&text) else { return };
        let (mut shell, mut python) = (Vec::new(), String::new());
        for cell in json.get("cells").and_then(|c| c.as_array()).into_iter().flatten() {
            if cell.get("cell_type").and_then(|t| t.as_str()) != Some("code") {
                continue;
            }
            let source = match cell.get("source") {
                Some(serde_json::Value::String(text)) => text.clone(),
                Some(serde_json::Value::Array(lines)) => lines.iter().filter_map(|l| l.as_str()).collect(),
                _ => continue,
            };
            if let Some(script) =
                ["%%bash", "%%sh", "%%script bash"].iter().find_map(|m| source.strip_prefix(m))
            {
                shell.push(script.to_owned());
                continue;
            }
            for line in source.lines() {
                match line
                    .trim_start()
                    .strip_prefix('!')
                    .or_else(|| line.trim_start().strip_prefix("%system "))
                {
                    Some(command) => shell.push(command.to_owned()),
                    None if line.trim_start().starts_with('%') => {}
                    None => {
                        python.push_str(line);
                        python.push('\n');
                    }
                }
            }
        }
        let place = parent(path).to_owned();
        self.inside_recipe(path, path, &place, false, span, |w| {
            w.recipe_commands(&shell, span);
            w.run_code(Lang::Python, &Value::text(python), span);
        });
        self.drop_ordinary_network(path);
    }

    /// `m4_esyscmd([command])`: the shell runs it while the file is read.
    fn m4(&mut self, path: &str, span: Span) {
        if !self.is_there(path) {
            return;
        }
        let Some(text) = self.recipe_text(path, Gate::Always, None, span) else { return };
        let commands: Vec<String> = text
            .split("syscmd(")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
            .map(|c| c.trim_matches(['[', ']', ' ']).to_owned())
            .collect();
        let place = parent(path).to_owned();
        self.inside_recipe(path, path, &place, true, span, |w| w.recipe_commands(&commands, span));
    }

    /// Requirements that are more than names: another index, an address, a folder.
    pub(super) fn requirements(&mut self, words: &[&str], folder: &str, span: Span) {
        let named = words.iter().enumerate().filter_map(|(at, w)| match *w {
            "-r" | "--requirement" | "-c" | "--constraint" => words.get(at + 1).copied(),
            w => w.strip_prefix("--requirement=").or_else(|| w.strip_prefix("-r").filter(|w| !w.is_empty())),
        });
        for file in named.map(|f| join(folder, f)).collect::<Vec<_>>() {
            if !self.is_there(&file) {
                continue;
            }
            let Some(text) = self.recipe_text(&file, Gate::Changed, None, span) else { continue };
            let lines: Vec<String> = text
                .lines()
                .map(|l| l.split(" #").next().unwrap_or(l).trim())
                .filter(|l| l.starts_with('-') || l.contains("://") || l.starts_with('.'))
                .map(|l| format!("pip install {}", l.split(" ; ").next().unwrap_or(l)))
                .take(MAX_WORDS)
                .collect();
            let place = parent(&file).to_owned();
            self.inside_recipe(&file, &file, &place, true, span, |w| w.recipe_commands(&lines, span));
        }
    }

    /// Programs that the repository's own settings make git start.
    pub(super) fn git_settings(&mut self, words: &[&str], folder: &str, span: Span) {
        for (path, root, text) in self.git_settings_files(words, folder, span) {
            self.git_programs_in(words, &path, &root, &text, span);
        }
    }

    fn git_programs_in(&mut self, words: &[&str], path: &str, root: &str, text: &str, span: Span) {
        let verb = words.iter().copied().enumerate().find(|(at, w)| {
            !w.starts_with('-')
                && !at.checked_sub(1).is_some_and(|b| {
                    matches!(words.get(b), Some(&"-C" | &"-c" | &"--git-dir" | &"--work-tree"))
                })
        });
        let Some((at, verb)) = verb else { return };
        if verb == "config" {
            return;
        }
        let rest = words.get(at + 1..).unwrap_or(&[]);
        let mut commands = Vec::new();
        for (section, key, value) in git_entries(text) {
            if section == "alias" && key == verb.to_ascii_lowercase() {
                match value.strip_prefix('!') {
                    Some(command) => commands.push(command.to_owned()),
                    None => commands.push(format!("git {value} {}", rest.join(" "))),
                }
            } else if started_by_git(&section, &key, &value, verb) {
                commands.push(value.trim_start_matches('!').to_owned());
            }
        }
        if commands.is_empty() {
            return;
        }
        super::super::dependencies::note(&mut self.uses.files, path);
        self.inside_recipe(path, path, root, true, span, |w| w.recipe_commands(&commands, span));
    }

    /// `uv run x.py`: a script, not a program of that name.
    pub(super) fn uv_script(&mut self, words: &[&str], folder: &str, span: Span) {
        let Some(at) = words.iter().position(|w| *w == "run") else { return };
        if let Some(script) = words.iter().skip(at + 1).find(|w| w.ends_with(".py") && !w.starts_with('-')) {
            let fields = vec![Field::text("python3", span), Field::text(join(folder, script), span)];
            self.in_subshell(|w| w.exec(fields, Value::default()));
        }
    }
}

/// The commands of a task, wherever it stands below this value.
fn gather_tasks(value: &toml::Value, task: &str, depth: usize, out: &mut Vec<String>) {
    let Some(table) = value.as_table().filter(|_| depth < 4) else { return };
    for (key, value) in table {
        if key == task {
            gather_commands(value, out);
        } else if value.is_table() {
            gather_tasks(value, task, depth + 1, out);
        }
    }
}

fn gather_commands(value: &toml::Value, out: &mut Vec<String>) {
    match value {
        toml::Value::String(command) => out.push(command.clone()),
        toml::Value::Array(list) => list.iter().for_each(|v| gather_commands(v, out)),
        toml::Value::Table(table) => {
            for key in ["cmd", "command", "shell", "sequence", "composite", "expr"] {
                table.get(key).into_iter().for_each(|v| gather_commands(v, out));
            }
        }
        _ => {}
    }
}

/// Section, key and value of every line of a git settings file.
fn git_entries(text: &str) -> Vec<(String, String, String)> {
    let mut section = String::new();
    let mut out = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[') {
            section = head.split([']', ' ']).next().unwrap_or("").to_ascii_lowercase();
        } else if let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with(['#', ';'])) {
            let value = value.trim();
            let bare = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
            let value = bare.map_or_else(|| value.to_owned(), |v| v.replace("\\\"", "\""));
            out.push((section.clone(), key.trim().to_ascii_lowercase(), value));
        }
    }
    out
}

/// Whether this setting names a program that this command of git starts. What git and its usual helpers bring is no
/// program of the project's.
fn started_by_git(section: &str, key: &str, value: &str, verb: &str) -> bool {
    let first = value.split_whitespace().next().unwrap_or("");
    match (section, key) {
        ("core", "fsmonitor") => {
            !matches!(value.to_ascii_lowercase().as_str(), "true" | "false" | "1" | "0" | "")
        }
        ("core", "sshcommand") => {
            REACHES.contains(&verb) && (first != "ssh" || value.contains("Command") || value.contains("-F"))
        }
        ("core", "pager" | "editor") | ("sequence", "editor") | ("pager", _) => {
            value.contains(['/', ';', '|', '&', '$', '`', '(', ' '])
        }
        ("core", "gitproxy") | ("diff", "external" | "command" | "textconv") => true,
        ("interactive", "difffilter") | ("gpg", "program") => true,
        ("filter", "clean" | "smudge" | "process") => first != "git-lfs",
        ("merge" | "mergetool" | "difftool", "driver" | "cmd") => true,
        ("credential", "helper") => {
            value.starts_with('!') || value.starts_with('/') || value.starts_with('.')
        }
        ("remote", "uploadpack" | "receivepack" | "vcs") => REACHES.contains(&verb),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        assert!(super::LOADS_MODULE.is_sorted());
    }
}
