//! Task runners, version control, containers, infrastructure: which files of theirs hold commands.

use super::table::How;
use super::{Gate, first_plain, join, parent, text, value_of};
use crate::effect::Span;
use crate::knowledge::Lang;
use crate::understand::field::Value;
use crate::understand::files::Why;
use crate::understand::state::Var;
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};

const COMPOSE_FILES: &[&str] = &[
    "compose.yaml",
    "compose.yml",
    "docker-compose.yaml",
    "docker-compose.yml",
    "compose.override.yaml",
    "compose.override.yml",
    "docker-compose.override.yml",
];

/// Compose files of one call, those that are included among them.
const MAX_COMPOSE: usize = 12;

/// Folders of modules that one plan reads.
const MAX_MODULES: usize = 12;

/// Files that one makefile includes, and that are read.
const MAX_INCLUDES: usize = 8;

impl Walker<'_> {
    pub(super) fn just(&mut self, words: &[&str], folder: &str, span: Span) {
        let file = value_of(words, &["-f", "--justfile"]).map(|f| join(folder, f));
        let Some(path) = file.or_else(|| self.find_up(folder, &["justfile", "Justfile", ".justfile"])) else {
            return;
        };
        let Some(content) = self.recipe_text(&path, Gate::Always, None, span) else { return };
        let recipes = text::just(&content);
        let mut wanted: Vec<&str> =
            words.iter().copied().filter(|w| !w.starts_with('-') && !w.contains('=')).collect();
        wanted.retain(|w| recipes.iter().any(|r| r.name == *w));
        if wanted.is_empty() {
            wanted.extend(recipes.first().map(|r| r.name));
        }
        let mut seen: Vec<&str> = Vec::new();
        let place = parent(&path).to_owned();
        while let Some(name) = wanted.pop() {
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            for recipe in recipes.iter().filter(|r| r.name == name) {
                wanted.extend(recipe.needs.iter().copied());
                let body = recipe.body.clone();
                let lang = crate::understand::files::interpreter(&body).ok().flatten().unwrap_or(Lang::Shell);
                let key = format!("{path}#{name}");
                self.inside_recipe(&key, &path, &place, true, span, |w| {
                    w.run_code(lang, &Value::text(body), span);
                });
            }
        }
    }

    pub(super) fn taskfile(&mut self, words: &[&str], folder: &str, span: Span) {
        let names = ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml", "Taskfile.dist.yml"];
        let file = value_of(words, &["-t", "--taskfile"]).map(|f| join(folder, f));
        let Some(path) = file.or_else(|| self.find_up(folder, &names)) else { return };
        let Some(content) = self.recipe_text(&path, Gate::Always, None, span) else { return };
        let tasks = text::blocks(&content, "tasks");
        let mut wanted: Vec<String> = words
            .iter()
            .filter(|w| tasks.iter().any(|(name, _)| name == *w))
            .map(|w| (*w).to_owned())
            .collect();
        if wanted.is_empty() {
            wanted.push("default".to_owned());
        }
        let mut seen: Vec<String> = Vec::new();
        let place = parent(&path).to_owned();
        while let Some(name) = wanted.pop() {
            if seen.contains(&name) {
                continue;
            }
            seen.push(name.clone());
            for (_, body) in tasks.iter().filter(|(task, _)| *task == name) {
                let needed = tasks.iter().map(|(n, _)| *n).filter(|n| {
                    body.lines().any(|l| {
                        (l.contains("deps:") || l.contains("task:") || l.trim_start().starts_with("- "))
                            && l.split([' ', ',', '[', ']', '"', '\'']).any(|w| w == *n)
                    })
                });
                wanted.extend(needed.map(str::to_owned));
                let commands = text::commands(body);
                let key = format!("{path}#{name}");
                self.inside_recipe(&key, &path, &place, true, span, |w| w.recipe_commands(&commands, span));
            }
        }
    }

    /// A makefile that lies there, with what it includes.
    pub(in crate::understand) fn make_recipe(&mut self, path: &str, assigned: &[String], span: Span) -> bool {
        // A file that was found is read though its own name may look like a pattern.
        self.scripts_named(path, span, |w, file| w.one_makefile(file, assigned, span))
            .unwrap_or_else(|| self.one_makefile(path, assigned, span))
    }

    fn one_makefile(&mut self, path: &str, assigned: &[String], span: Span) -> bool {
        if !self.is_there(path) {
            return false;
        }
        let Some(content) = self.recipe_text(path, Gate::Always, Some(Lang::Make), span) else { return true };
        let place = parent(path).to_owned();
        let mut whole = String::new();
        let mut included = 0;
        for line in content.lines() {
            let names =
                ["include ", "-include ", "sinclude "].iter().find_map(|mark| line.strip_prefix(mark));
            let Some(names) = names else {
                whole.push_str(line);
                whole.push('\n');
                continue;
            };
            // `$(wildcard *.mk)` is that pattern.
            let names = names.replace("$(wildcard ", " ").replace("${wildcard ", " ");
            let names = names.split_whitespace().map(|n| n.trim_end_matches([')', '}']));
            for name in names.filter(|n| !n.is_empty() && !n.contains('$')) {
                let path = join(&place, name);
                for file in self.included_files(&path, span) {
                    included += 1;
                    if included > MAX_INCLUDES {
                        // What a compiler notes for make says which file needs which.
                        if file.ends_with(".d") {
                            continue;
                        }
                        self.unreadable_file(&file, Some(Lang::Make), Why::Bound, span);
                        continue;
                    }
                    let text =
                        self.recipe_text(&file, Gate::Always, Some(Lang::Make), span).unwrap_or_default();
                    whole.push_str(&text);
                    whole.push('\n');
                }
            }
        }
        for assignment in assigned {
            whole.push_str(assignment);
            whole.push('\n');
        }
        let targets = std::mem::take(&mut self.make_targets);
        let key = format!("{path}#{}", targets.join(" "));
        self.make_targets = targets;
        self.inside_recipe(&key, path, &place, true, span, |w| {
            w.run_code(Lang::Make, &Value::text(whole), span);
        });
        true
    }

    /// The files behind a name of `include`, which may be a pattern.
    fn included_files(&mut self, path: &str, span: Span) -> Vec<String> {
        let mut files = Vec::new();
        let pattern = self.scripts_named(path, span, |_, file| {
            files.push(file.to_owned());
            true
        });
        if pattern.is_none() && self.is_there(path) {
            files.push(path.to_owned());
        }
        files
    }

    pub(super) fn terraform(&mut self, words: &[&str], folder: &str, span: Span) {
        let changed = words.iter().find_map(|w| w.strip_prefix("-chdir=")).map(|f| join(folder, f));
        let folder = changed.unwrap_or_else(|| folder.to_owned());
        let runs = ["plan", "apply", "destroy", "refresh", "test", "import", "build", "run-all", "console"];
        if !words.iter().any(|w| runs.contains(w)) {
            return;
        }
        // A module of the project is configuration like the rest.
        let mut folders = vec![folder];
        let mut at = 0;
        while let Some(folder) = folders.get(at).cloned() {
            at += 1;
            for module in self.terraform_folder(&folder, span) {
                if folders.len() < MAX_MODULES && !folders.contains(&module) {
                    folders.push(module);
                }
            }
        }
    }

    /// Reads the configuration in a folder; gives the folders of the modules that it names.
    fn terraform_folder(&mut self, folder: &str, span: Span) -> Vec<String> {
        let mut modules = Vec::new();
        let names = self.world.text(Question::List(folder)).unwrap_or_default();
        let mut files: Vec<String> = names
            .lines()
            .filter(|n| {
                n.ends_with(".tf")
                    || n.ends_with(".tf.json")
                    || n.ends_with(".pkr.hcl")
                    || n.ends_with(".hcl")
            })
            .take(16)
            .map(|n| join(folder, n))
            .collect();
        let main = join(folder, "main.tf");
        if !files.contains(&main) && self.is_there(&main) {
            files.push(main);
        }
        let own = self.written.iter().map(|(p, _)| p).filter(|p| p.ends_with(".tf") && parent(p) == folder);
        files.extend(own.cloned().collect::<Vec<_>>());
        for path in files {
            let Some(text) = self.recipe_text(&path, Gate::Always, None, span) else { continue };
            let text = text.replace("{ ", "{\n").replace(" }", "\n}");
            let source = |line: &str| {
                let (key, value) = line.split_once('=')?;
                let value = value.trim().trim_matches('"');
                (key.trim() == "source" && value.starts_with(['.', '/'])).then(|| join(folder, value))
            };
            modules.extend(text.lines().filter_map(source));
            let commands = text::commands(&text);
            let place = parent(&path).to_owned();
            self.inside_recipe(&path, &path, &place, true, span, |w| w.recipe_commands(&commands, span));
        }
        modules
    }

    /// `script_location = db/migrations`: the folder whose `env.py` every command of alembic runs.
    pub(super) fn alembic(&mut self, words: &[&str], folder: &str, span: Span) {
        let named = value_of(words, &["-c", "--config"]).map(|file| join(folder, file));
        let Some(path) = named.or_else(|| self.find_up(folder, &["alembic.ini", "pyproject.toml"])) else {
            return;
        };
        let Some(text) = self.recipe_text(&path, Gate::Always, None, span) else { return };
        let place = |line: &str| {
            let (key, value) = line.split_once('=')?;
            let value = value.trim().trim_matches('"').replace("%(here)s/", "");
            (key.trim() == "script_location").then(|| join(parent(&path), &value))
        };
        if let Some(place) = text.lines().find_map(place) {
            self.recipe_file(&join(&place, "env.py"), How::Code(Lang::Python), Gate::Changed, true, span);
        }
    }

    pub(super) fn compose(&mut self, name: &str, words: &[&str], folder: &str, span: Span) {
        let composes = name.ends_with("-compose") || first_plain(words).is_some_and(|(_, w)| w == "compose");
        let starts = ["up", "run", "start", "create", "restart", "exec", "watch"];
        if !composes || !words.iter().any(|w| starts.contains(w)) {
            return;
        }
        let named: Vec<String> = words
            .iter()
            .enumerate()
            .filter_map(|(at, w)| match *w {
                "-f" | "--file" => words.get(at + 1).copied(),
                w => w.strip_prefix("--file="),
            })
            .map(|f| join(folder, f))
            .collect();
        let listed = match self.state.get("COMPOSE_FILE") {
            Some([Var::Scalar(value)]) => value.known().unwrap_or("").to_owned(),
            _ => String::new(),
        };
        let files = if !named.is_empty() {
            named
        } else if !listed.is_empty() {
            listed.split([':', ';']).filter(|f| !f.is_empty()).map(|f| join(folder, f)).collect()
        } else {
            COMPOSE_FILES.iter().map(|f| join(folder, f)).filter(|f| self.is_there(f)).collect()
        };
        self.compose_files(files, span);
    }

    /// Compose files, with those that they include or extend.
    fn compose_files(&mut self, mut files: Vec<String>, span: Span) {
        let mut at = 0;
        while let Some(path) = files.get(at).cloned() {
            at += 1;
            if at > MAX_COMPOSE {
                return self.unknown_code_in(&path, crate::understand::files::Why::Bound, span);
            }
            let Some(content) = self.recipe_text(&path, Gate::Always, None, span) else { continue };
            let place = parent(&path).to_owned();
            for name in text::compose_includes(&content) {
                let file = join(&place, &name);
                if !files.contains(&file) && self.is_there(&file) {
                    files.push(file);
                }
            }
            let options = text::compose(&content);
            if options.is_empty() {
                continue;
            }
            let command = format!("docker run {} image", options.join(" "));
            self.inside_recipe(&path, &path, &place, true, span, |w| w.recipe_commands(&[command], span));
        }
    }

    pub(super) fn ssh_settings(&mut self, words: &[&str], folder: &str, span: Span) {
        let joined = words.iter().find_map(|w| w.strip_prefix("-F").filter(|f| !f.is_empty()));
        let Some(file) = joined.or_else(|| value_of(words, &["-F"])).filter(|f| *f != "none") else { return };
        let path = join(folder, file);
        if !self.is_there(&path) {
            return;
        }
        let Some(content) = self.recipe_text(&path, Gate::Always, None, span) else { return };
        let place = folder.to_owned();
        self.inside_recipe(&path, &path, &place, true, span, |w| {
            w.recipe_commands(&text::ssh(&content), span)
        });
    }

    /// Hooks that a command of git starts.
    pub(super) fn git_hooks(&mut self, words: &[&str], folder: &str, span: Span) {
        let folder = value_of(words, &["-C"]).map_or_else(|| folder.to_owned(), |f| join(folder, f));
        let verb = words.iter().copied().enumerate().find(|(at, w)| {
            !w.starts_with('-')
                && !at.checked_sub(1).is_some_and(|b| matches!(words.get(b), Some(&"-C" | &"-c")))
        });
        let Some((_, verb)) = verb else { return };
        let unverified = words.iter().any(|w| *w == "--no-verify" || *w == "-n" && verb == "commit");
        let hooks: &[&str] = match verb {
            "commit" if unverified => &["prepare-commit-msg", "post-commit"],
            "commit" => &["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"],
            "push" if !unverified => &["pre-push"],
            "merge" | "pull" => &["pre-merge-commit", "post-merge"],
            "checkout" | "switch" => &["post-checkout"],
            "rebase" => &["pre-rebase", "post-rewrite"],
            "am" => &["applypatch-msg", "pre-applypatch", "post-applypatch"],
            _ => return,
        };
        let Some(root) = self.world.text(Question::WorkTree(&folder)) else { return };
        let settings = match self.world.ask(Question::Read(&join(&root, ".git/config"), 16 * 1024)) {
            Answer::Bytes(bytes) => String::from_utf8(bytes).unwrap_or_default(),
            _ => String::new(),
        };
        let set = settings.lines().find_map(|l| {
            let (key, value) = l.split_once('=')?;
            key.trim().eq_ignore_ascii_case("hookspath").then(|| value.trim().trim_matches('"').to_owned())
        });
        let mut places = vec![join(&root, set.as_deref().unwrap_or(".git/hooks"))];
        if set.as_deref().is_none_or(|s| s.contains("husky")) {
            places.push(join(&root, ".husky"));
        }
        for hook in hooks {
            for place in &places {
                let path = join(place, hook);
                if !self.is_there(&path) || self.files.is_open(&path) {
                    continue;
                }
                let Some(text) = self.recipe_text(&path, Gate::Always, None, span) else { continue };
                let lang = crate::understand::files::interpreter(&text).ok().flatten().unwrap_or(Lang::Shell);
                let tool = text.contains("pre-commit");
                self.inside_recipe(&path, &path, &root, true, span, |w| {
                    w.run_code(lang, &Value::text(text), span);
                });
                if tool {
                    self.recipes_of("pre-commit", &[], &root, span);
                }
            }
        }
    }
}
