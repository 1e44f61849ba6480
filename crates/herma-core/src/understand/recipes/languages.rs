//! Build and test tools of languages: which sources, modules and settings they run.

use super::table::How;
use super::{Gate, first_plain, join, text, value_of};
use crate::effect::Span;
use crate::knowledge::Lang;
use crate::understand::field::Value;
use crate::understand::walk::Walker;
use crate::world::Question;

/// Sources and tests of one folder that are looked at.
const MAX_SOURCES: usize = 16;

impl Walker<'_> {
    /// Names in a folder that this test holds for, those that the call writes included.
    fn listed(&self, folder: &str, holds: impl Fn(&str) -> bool) -> Vec<String> {
        let text = self.world.text(Question::List(folder)).unwrap_or_default();
        let mut found: Vec<String> =
            text.lines().filter(|n| holds(n)).take(MAX_SOURCES).map(|n| join(folder, n)).collect();
        for (path, _) in &self.written {
            if super::parent(path) == folder
                && path.rsplit('/').next().is_some_and(&holds)
                && !found.contains(path)
            {
                found.push(path.clone());
            }
        }
        found
    }

    pub(super) fn sources(&mut self, folder: &str, how: How, span: Span, holds: impl Fn(&str) -> bool) {
        for path in self.listed(folder, holds) {
            self.recipe_file(&path, how, Gate::Changed, false, span);
        }
    }

    pub(super) fn cargo(&mut self, words: &[&str], folder: &str, span: Span) {
        /// They look, or change only the manifest. Every other command builds, or starts a tool that does.
        #[rustfmt::skip]
        const LOOKS: &[&str] = &[
            "add", "audit", "clean", "config", "deny", "fetch", "fmt", "generate-lockfile", "help", "info", "init",
            "locate-project", "login", "logout", "metadata", "new", "outdated", "owner", "pkgid", "read-manifest", "remove",
            "report", "rm", "search", "sort", "tree", "uninstall", "update", "vendor", "verify-project", "version", "yank",
        ];
        /// They build, and run only build scripts and macros.
        #[rustfmt::skip]
        const BUILDS: &[&str] = &[
            "b", "build", "c", "check", "clippy", "d", "doc", "fix", "package", "publish", "rustc", "rustdoc", "zigbuild",
        ];
        let words: Vec<&str> = words.iter().copied().filter(|w| !w.starts_with('+')).collect();
        let Some((_, verb)) = first_plain(&words) else { return };
        if LOOKS.binary_search(&verb).is_ok() {
            return;
        }
        // `cargo make x`: what a tool of cargo's reads.
        self.settings_called_after(verb, folder, span);
        let manifest = match value_of(&words, &["--manifest-path"]) {
            Some(path) => join(folder, path),
            None => match self.find_up(folder, &["Cargo.toml"]) {
                Some(path) => path,
                None => join(folder, "Cargo.toml"),
            },
        };
        let root = super::parent(&manifest).to_owned();
        if let Some(path) = self.find_up(folder, &[".cargo/config.toml", ".cargo/config"])
            && let Some(text) = self.recipe_text(&path, Gate::Always, None, span)
        {
            // Paths in there start at the folder that holds `.cargo`.
            let place = super::parent(super::parent(&path)).to_owned();
            let commands = text::commands(&text);
            self.inside_recipe(&path, &path, &place, true, span, |w| w.recipe_commands(&commands, span));
        }
        // A patch may have changed it, as it may have changed any source.
        let known = !self.may_be_written(&manifest) && self.is_there(&manifest);
        let text = known
            .then(|| self.recipe_text(&manifest, Gate::Always, None, span))
            .flatten()
            .unwrap_or_default();
        let named = text.lines().find_map(|l| l.trim().strip_prefix("build")?.trim_start().strip_prefix('='));
        let named =
            named.map(|v| v.trim().trim_matches(['"', '\'']).to_owned()).filter(|v| v.ends_with(".rs"));
        let build = join(&root, named.as_deref().unwrap_or("build.rs"));
        if self.is_there(&build) {
            self.recipe_file(&build, How::Source, Gate::Always, true, span);
        }
        // A member of a workspace is built with the whole of it.
        let whole = self.world.text(Question::WorkTree(&root)).filter(|tree| {
            *tree != root && self.is_there(&join(tree, "Cargo.toml")) && !text.contains("[workspace]")
        });
        let root = whole.unwrap_or(root);
        let name = |path: &str| path.rsplit('/').next().unwrap_or("").to_owned();
        if BUILDS.binary_search(&verb).is_ok() {
            // Of what is only built, build scripts and macros run.
            let runs = |path: &str| {
                path != build
                    && (name(path) == "build.rs"
                        || path.ends_with(".rs") && (path.contains("macro") || path.contains("derive")))
            };
            return self.sources_below(&root, span, runs);
        }
        self.sources_below(&root, span, |path| path.ends_with(".rs") && path != build);
    }

    pub(super) fn go(&mut self, words: &[&str], folder: &str, span: Span) {
        let Some((at, verb)) = first_plain(words) else { return };
        let folder = value_of(words, &["-C"]).map_or_else(|| folder.to_owned(), |f| join(folder, f));
        let rest = words.get(at + 1..).unwrap_or(&[]);
        let named = first_plain(rest).map(|(_, n)| n).filter(|n| n.starts_with('.') || n.ends_with(".go"));
        let place = named
            .map(|n| join(&folder, n.trim_end_matches("/...").trim_end_matches("...")))
            .unwrap_or(folder);
        match verb {
            "run" | "test" if place.ends_with(".go") => {
                self.recipe_file(&place, How::Source, Gate::Changed, false, span);
            }
            "run" | "test" => self.go_sources(&place, verb == "test", span),
            "generate" => {
                let files = if place.ends_with(".go") {
                    vec![place]
                } else {
                    self.listed(&place, |n| n.ends_with(".go"))
                };
                for path in files {
                    let Some(text) = self.recipe_text(&path, Gate::Always, None, span) else { continue };
                    let commands: Vec<String> = text
                        .lines()
                        .filter_map(|l| l.strip_prefix("//go:generate "))
                        .map(str::to_owned)
                        .collect();
                    let folder = super::parent(&path).to_owned();
                    self.inside_recipe(&path, &path, &folder, true, span, |w| {
                        w.recipe_commands(&commands, span)
                    });
                }
            }
            _ => {}
        }
    }

    /// Sources of a package, and of the module around it.
    pub(super) fn go_sources(&mut self, place: &str, tests: bool, span: Span) {
        let module = self.found_up(place, &["go.mod"]);
        let root = module.map_or_else(|| place.to_owned(), |path| super::parent(&path).to_owned());
        // Of other packages, no test runs.
        let test = |path: &str| path.ends_with("_test.go");
        self.sources_below(&root, span, |p| {
            p.ends_with(".go") && (!test(p) || tests && p.starts_with(place))
        });
    }

    pub(super) fn cmake(&mut self, words: &[&str], folder: &str, span: Span) {
        let mut files: Vec<String> =
            ["-P", "-C"].iter().filter_map(|o| value_of(words, &[o])).map(|f| join(folder, f)).collect();
        let named = value_of(words, &["-S", "--build"]).or_else(|| {
            words
                .iter()
                .copied()
                .find(|w| *w == "." || *w == ".." || w.starts_with("./") || w.starts_with("../"))
        });
        let place = named.map_or_else(|| folder.to_owned(), |f| join(folder, f));
        files.extend(self.find_up(&place, &["CMakeLists.txt"]));
        for path in files {
            let Some(text) = self.recipe_text(&path, Gate::Always, None, span) else { continue };
            self.cmake_text(&path, &text, span);
        }
    }

    pub(super) fn cmake_text(&mut self, path: &str, text: &str, span: Span) {
        let folder = super::parent(path).to_owned();
        self.inside_recipe(path, path, &folder, true, span, |w| {
            w.recipe_commands(&text::cmake(text), span);
            w.speculate(false, |w| w.deletions(text, span));
        });
    }

    /// `python3 -m NAME`: a module of the folder, or a tool that has recipes of its own.
    pub(super) fn python_module(&mut self, words: &[&str], folder: &str, span: Span) {
        let Some(at) = words.iter().position(|w| *w == "-m") else { return };
        // Behind a script its own options follow.
        if words.iter().take(at).any(|w| !w.starts_with('-')) {
            return;
        }
        let Some(module) = words.get(at + 1) else { return };
        let rest = words.get(at + 2..).unwrap_or(&[]);
        let path = module.replace('.', "/");
        let mut folders = vec![folder.to_owned()];
        if let Some([crate::understand::state::Var::Scalar(value)]) = self.state.get("PYTHONPATH") {
            folders.extend(
                value.known().unwrap_or("").split(':').filter(|f| !f.is_empty()).map(|f| join(folder, f)),
            );
        }
        for place in folders {
            let first = path.split('/').next().unwrap_or("");
            let package = join(&place, &format!("{first}/__init__.py"));
            for file in
                [join(&place, &format!("{path}.py")), join(&place, &format!("{path}/__main__.py")), package]
            {
                if self.is_there(&file) {
                    self.recipe_file(&file, How::Code(Lang::Python), Gate::Always, true, span);
                }
            }
        }
        let is_test = |n: &str| n.ends_with(".py") && n.starts_with("test");
        match *module {
            "build" => self.python_setup(folder, span),
            "unittest" => {
                let named: Vec<&str> = rest.iter().copied().filter(|w| !w.starts_with('-')).collect();
                if named.is_empty() || named == ["discover"] {
                    for place in [folder.to_owned(), join(folder, "tests"), join(folder, "test")] {
                        self.sources(&place, How::Code(Lang::Python), span, is_test);
                    }
                    for name in ["test.py", "tests.py"] {
                        self.handed_source(&join(folder, name), Some(Lang::Python), span);
                    }
                }
                for name in named {
                    let path = format!("{}.py", name.trim_end_matches(".py").replace('.', "/"));
                    self.handed_source(&join(folder, &path), Some(Lang::Python), span);
                }
            }
            _ => {}
        }
        if super::table::is_runner(module) && !super::table::is_python(module) {
            self.recipes_of(module, rest, folder, span);
        }
    }

    pub(super) fn pytest(&mut self, words: &[&str], folder: &str, span: Span) {
        let mut options: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
        if let Some([crate::understand::state::Var::Scalar(value)]) = self.state.get("PYTEST_ADDOPTS") {
            options.extend(value.known().unwrap_or("").split_whitespace().map(str::to_owned));
        }
        for name in ["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"] {
            let path = join(folder, name);
            if !self.is_there(&path) {
                continue;
            }
            let text = self.recipe_text(&path, Gate::Always, None, span).unwrap_or_default();
            let added = text.lines().filter_map(|l| l.trim().strip_prefix("addopts"));
            options.extend(
                added
                    .flat_map(str::split_whitespace)
                    .map(|w| w.trim_matches(['"', '\'', '=', '[', ']', ',']).to_owned()),
            );
        }
        if let Some([crate::understand::state::Var::Scalar(value)]) = self.state.get("PYTEST_PLUGINS") {
            options
                .extend(value.known().unwrap_or("").split(',').map(|module| format!("-p{}", module.trim())));
        }
        for (at, option) in options.iter().enumerate() {
            let module = match option.strip_prefix("-p") {
                Some("") => options.get(at + 1).map_or("", String::as_str),
                Some(joined) => joined,
                None => continue,
            };
            let path = join(folder, &format!("{}.py", module.replace('.', "/")));
            if !module.is_empty() && self.is_there(&path) {
                self.recipe_file(&path, How::Code(Lang::Python), Gate::Always, true, span);
            }
        }
        let named: Vec<&str> =
            words.iter().copied().filter(|w| !w.starts_with('-') && !w.is_empty()).collect();
        for word in named {
            let path = join(folder, word.split("::").next().unwrap_or(word));
            if path.ends_with(".py") {
                if self.is_there(&path) {
                    self.recipe_file(&path, How::Code(Lang::Python), Gate::Changed, false, span);
                }
                let beside = join(super::parent(&path), "conftest.py");
                if self.is_there(&beside) {
                    self.recipe_file(&beside, How::Code(Lang::Python), Gate::Always, true, span);
                }
            }
        }
    }

    /// `pip install .`: the package's own set-up runs.
    pub(super) fn python_package(&mut self, words: &[&str], folder: &str, span: Span) {
        let builds = words.iter().any(|w| matches!(*w, "build" | "sync" | "wheel" | "lock"));
        for word in words {
            let path = word.split('[').next().unwrap_or(word);
            let place = match path {
                "." | "./" | "-e" | "--editable" => folder.to_owned(),
                path if path.starts_with("./") || path.starts_with("../") => join(folder, path),
                _ => continue,
            };
            self.python_setup(&place, span);
        }
        if builds {
            self.python_setup(folder, span);
        }
    }

    fn python_setup(&mut self, folder: &str, span: Span) {
        let setup = join(folder, "setup.py");
        if self.is_there(&setup) {
            self.recipe_file(&setup, How::Code(Lang::Python), Gate::Always, true, span);
        }
        let project = join(folder, "pyproject.toml");
        if !self.is_there(&project) {
            return;
        }
        let text = self.recipe_text(&project, Gate::Always, None, span).unwrap_or_default();
        let setting = |key: &str| {
            let line = text.lines().find_map(|l| l.trim().strip_prefix(key))?;
            Some(
                line.trim()
                    .trim_start_matches('=')
                    .trim()
                    .trim_matches(['"', '\'', '[', ']', ' '])
                    .to_owned(),
            )
        };
        if let (Some(backend), Some(place)) = (setting("build-backend"), setting("backend-path")) {
            let place = place.split(',').next().unwrap_or("").trim_matches(['"', '\'', ' ']).to_owned();
            let file = backend.split(':').next().unwrap_or("").replace('.', "/");
            let path = join(&join(folder, &place), &format!("{file}.py"));
            if self.is_there(&path) {
                self.recipe_file(&path, How::Code(Lang::Python), Gate::Always, true, span);
            }
        }
    }

    /// `node .`, `node folder`: what `main` names, or `index.js`.
    pub(super) fn node_folder(&mut self, words: &[&str], folder: &str, span: Span) {
        if let Some(script) = value_of(words, &["--run"]) {
            if let Some(path) = self.find_up(folder, &["package.json"]) {
                self.json_scripts(&path, &["scripts"], &[script.to_owned()], span);
            }
            return;
        }
        for file in ["--import", "--loader", "--experimental-loader", "--require", "-r"]
            .iter()
            .filter_map(|o| value_of(words, &[o]))
            .filter(|f| f.starts_with('.') || f.starts_with('/'))
        {
            let path = join(folder, file);
            if self.is_there(&path) {
                self.recipe_file(&path, How::Code(Lang::JavaScript), Gate::Always, true, span);
            }
        }
        if words.contains(&"--test") {
            self.javascript_tests(words, folder, span);
        }
        let Some((_, word)) = first_plain(words).filter(|(_, w)| !w.contains(' ')) else { return };
        let place = join(folder, word);
        if word.ends_with(".js") || self.is_there(&place) {
            return;
        }
        let manifest = join(&place, "package.json");
        let main = match self.is_there(&manifest) {
            true => self.recipe_text(&manifest, Gate::Always, None, span).and_then(|text| {
                let json = serde_json::from_str::<serde_json::Value>(&text).ok()?;
                json.get("main")?.as_str().map(str::to_owned)
            }),
            false => None,
        };
        let main = main.unwrap_or_else(|| "index.js".to_owned());
        for ending in ["", ".js", "/index.js"] {
            let path = join(&place, &format!("{main}{ending}"));
            if self.is_there(&path) {
                self.recipe_file(&path, How::Code(Lang::JavaScript), Gate::Always, true, span);
                break;
            }
        }
        let _ = Value::default();
    }
}
