//! A file that the text itself writes, handed to a program that may run what is in it: settings with a command in them,
//! a plug-in, a build file.

use super::data::Data;
use crate::effect::Span;
use crate::knowledge::Lang;
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::walk::Walker;
use std::rc::Rc;

/// They keep, check, show or send files; none of them runs what is in one.
#[rustfmt::skip]
const DO_NOT_RUN: &[&str] = &[
    "ansible-lint", "biome", "black", "buildah", "cat", "chmod", "chown", "clang-format", "code", "cp", "curl",
    "diff", "docker", "eslint", "file", "flake8", "gh", "git", "glab", "gofmt", "gzip", "hadolint", "head", "helm",
    "hg", "isort", "jq", "kubectl", "less", "ln", "ls", "md5sum", "mkdir", "mv", "mypy", "nerdctl", "patch",
    "podman", "prettier", "pylint", "rm", "rsync", "ruff", "rustfmt", "scp", "sha256sum", "shellcheck", "shfmt",
    "sort", "stat", "svn", "tail", "tar", "tee", "terraform", "touch", "tsc", "wc", "yamllint", "yq", "zip",
];

/// Endings of settings, build files and sources in languages without a reader. Texts are not read.
#[rustfmt::skip]
const SETTINGS: &[&str] = &[
    "R", "bazel", "build", "bzl", "c", "cc", "cfg", "cmake", "conf", "config", "cow", "cpp", "desktop", "el", "ex", "exs", "go",
    "gradle", "groovy", "hcl", "hs", "ini", "java", "jl", "json", "kt", "kts", "ml", "ninja", "plist", "properties", "r", "rc",
    "rs", "rules", "scala", "scm", "script", "sed", "service", "swift", "tcl", "tf", "timer", "toml", "vim", "xml", "yaml",
    "yml",
];

/// Files of one command that are looked at.
const MAX_FILES: usize = 8;

/// Endings of programs, which somebody runs who is handed one.
const PROGRAMS: &[&str] = &["exe", "gem", "jar", "js", "lua", "php", "pl", "py", "rb", "run", "sh", "whl"];

pub(super) fn does_not_run(name: &str) -> bool {
    DO_NOT_RUN.binary_search(&name).is_ok()
}

impl Walker<'_> {
    pub(super) fn written_arguments(&mut self, name: &str, fields: &[Field]) {
        if self.speculating || does_not_run(name) {
            return;
        }
        for field in fields.iter().skip(1) {
            // `<(echo …)` is a file that the text writes, too.
            if let [Part::Unknown(Source::Pipe(content))] = field.value.parts.as_slice() {
                let content = Rc::clone(content);
                self.may_run_text(&content, field.span);
                self.secret_in_text(name, &content);
            }
        }
        if self.written.is_empty() {
            return;
        }
        self.conventional_files(name, fields);
        let words = Data::of(name, fields);
        for (index, field) in fields.iter().enumerate().skip(1) {
            let text = field.value.prefix();
            if text.is_empty() || words.is_text(index) {
                continue;
            }
            let word = match text.split_once('=') {
                Some((key, _)) => crate::understand::options::rest_of(field, key.len() + 1),
                None => field.clone(),
            };
            let path = self.place(&word.value).path;
            let own =
                |p: &str| p == path || p.strip_prefix(&path).is_some_and(|below| below.starts_with('/'));
            let files: Vec<(String, Value)> =
                self.written.iter().filter(|(p, _)| own(p)).take(MAX_FILES).cloned().collect();
            for (path, content) in files {
                self.may_run(&path, &content, field.span);
            }
        }
    }

    /// Files that a program finds by their name alone: `package.json`, `justfile`, `conftest.py`.
    fn conventional_files(&mut self, name: &str, fields: &[Field]) {
        let finds: &[&str] = match name {
            "npm" | "yarn" | "pnpm" | "bun" | "npx" => &["package.json"],
            "just" => &["justfile", "Justfile"],
            "task" | "go-task" => &["Taskfile.yml", "Taskfile.yaml"],
            "pytest" | "py.test" | "tox" | "nox" => &["conftest.py", "noxfile.py", "tox.ini"],
            "cargo" => &["build.rs"],
            "rake" => &["Rakefile"],
            "meson" => &["meson.build"],
            "scons" => &["SConstruct"],
            "waf" => &["wscript"],
            "gradle" => &["build.gradle", "build.gradle.kts"],
            "vagrant" => &["Vagrantfile"],
            "terraform" | "tofu" => &["main.tf"],
            "mvn" => &["pom.xml"],
            "mix" => &["mix.exs"],
            "rebar3" => &["rebar.config.script"],
            "docker-compose" => &["docker-compose.yml", "compose.yml"],
            _ => &[],
        };
        let span = fields.first().map_or(self.span, |f| f.span);
        let found: Vec<(String, Value)> = self
            .written
            .iter()
            .filter(|(p, _)| p.rsplit('/').next().is_some_and(|n| finds.contains(&n)))
            .take(MAX_FILES)
            .cloned()
            .collect();
        if name == "go" && fields.get(1).is_some_and(|f| f.is("generate")) {
            self.go_generate(span);
        }
        for (path, content) in found {
            if path.ends_with("package.json") {
                self.package_scripts(&content, span);
            } else if path.to_ascii_lowercase().ends_with("justfile") {
                self.indented_lines(&content, span);
            } else {
                self.may_run(&path, &content, span);
            }
        }
    }

    /// `//go:generate command` in sources that the text writes.
    fn go_generate(&mut self, span: Span) {
        let sources = self.written.iter().filter(|(p, _)| p.ends_with(".go")).take(MAX_FILES);
        let lines = sources.filter_map(|(_, content)| content.known());
        let commands: Vec<String> = lines
            .flat_map(|text| text.lines().filter_map(|line| line.strip_prefix("//go:generate ")))
            .map(str::to_owned)
            .collect();
        for command in commands {
            self.speculate(true, |w| {
                w.run_text(&Value::text(command), span);
            });
        }
    }

    fn package_scripts(&mut self, content: &Value, span: Span) {
        let Ok(json) = serde_json::from_str::<serde_json::Value>(content.known().unwrap_or_default()) else {
            return;
        };
        let Some(scripts) = json.get("scripts").and_then(|s| s.as_object()) else { return };
        for script in scripts.values().filter_map(|s| s.as_str()) {
            let script = Value::text(script);
            self.speculate(true, |w| {
                w.run_text(&script, span);
            });
        }
    }

    /// The recipes of a justfile.
    fn indented_lines(&mut self, content: &Value, span: Span) {
        for line in content.known().unwrap_or_default().lines().filter(|l| l.starts_with([' ', '\t'])) {
            let line = Value::text(line.trim().trim_start_matches(['@', '-']));
            self.speculate(true, |w| {
                w.run_text(&line, span);
            });
        }
    }

    /// Reads a written file as what its name says it is.
    fn may_run(&mut self, path: &str, content: &Value, span: Span) {
        let ending = path.rsplit('/').next().and_then(|n| n.rsplit_once('.')).map_or("", |(_, e)| e);
        if let Some(from) = content.download().filter(|_| PROGRAMS.binary_search(&ending).is_ok()) {
            let from = from.to_owned();
            self.runs_download(Some(&from), span, &format!("runs what it just downloaded from {from}"));
        }
        if content.known().is_none() {
            return;
        }
        match language(path) {
            Some(lang) => self.speculate(false, |w| {
                w.run_code(lang, content, span);
            }),
            None if !is_settings(path) => {}
            None => self.may_run_text(content, span),
        }
    }

    /// Text of a kind that nobody names: code of some language, or settings.
    pub(super) fn may_run_text(&mut self, content: &Value, span: Span) {
        self.other_language(content, span, false);
        self.settings(content, span);
        if let Some(text) = content.known() {
            let text = text.to_owned();
            self.shells_by_path(&text, span);
            self.secrets_in_code(&text, span);
            self.speculate(false, |w| w.deletions(&text, span));
        }
    }

    /// `command = …`, `ExecStart=…`, `include_shell "…"`: settings whose name says that their value is run.
    fn settings(&mut self, content: &Value, span: Span) {
        for line in content.known().unwrap_or_default().lines() {
            let line = line.trim();
            let parted = line.split_once('=').or_else(|| line.split_once([':', ' ', '\t']));
            let Some((key, value)) = parted else { continue };
            let key = key.trim().trim_matches(['"', '\'', '-', ' ']);
            if super::shell_argument::says_command(key) {
                let value = value.trim().trim_matches(['=', ':', ' ', '"', '\'', '[', ']', '|', '!']);
                let command = Value::text(value.replace("\", \"", " "));
                self.speculate(false, |w| {
                    w.run_text(&command, span);
                });
            }
        }
    }
}

fn is_settings(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.trim_start_matches('.').rsplit_once('.') {
        // `mktemp` makes names that say nothing.
        Some(("tmp", _)) => true,
        Some((_, ending)) => SETTINGS.contains(&ending),
        None => true,
    }
}

fn language(path: &str) -> Option<Lang> {
    Some(match path.rsplit('/').next()?.rsplit_once('.')?.1 {
        "py" | "pth" => Lang::Python,
        "js" | "mjs" | "cjs" | "ts" => Lang::JavaScript,
        "rb" => Lang::Ruby,
        "pl" | "pm" => Lang::Perl,
        "php" => Lang::Php,
        "lua" => Lang::Lua,
        "sh" | "bash" => Lang::Shell,
        "mk" => Lang::Make,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::DO_NOT_RUN.is_sorted());
        assert!(super::PROGRAMS.is_sorted());
    }
}
