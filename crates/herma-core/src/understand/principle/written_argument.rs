//! A file that the text itself writes, handed to a program that may run what is in it: settings with a command in them,
//! a plug-in, a build file.

use super::data::Data;
use crate::effect::Span;
use crate::knowledge::{Lang, RunPlace};
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::glob;
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};
use std::rc::Rc;

/// They keep, check, show or send files; none of them runs what is in one.
#[rustfmt::skip]
const DO_NOT_RUN: &[&str] = &[
    "ack", "ag", "ansible-lint", "bandit", "base32", "base64", "bat", "biome", "black", "buildah", "cat", "chmod",
    "chown", "clang-format", "cmp", "code", "column", "comm", "cp", "ctags", "curl", "cut", "diff", "docker", "egrep",
    "emacs", "eslint", "expand", "fgrep", "file", "flake8", "fmt", "fold", "gh", "git", "glab", "gofmt", "grep",
    "gzip", "hadolint", "head", "helm", "hexdump", "hg", "isort", "jq", "kubectl", "less", "ln", "ls", "md5sum",
    "mkdir", "more", "mv", "mypy", "nano", "nerdctl", "nl", "nvim", "od", "paste", "patch", "pbcopy", "podman",
    "prettier", "pyflakes", "pylint", "pyright", "rev", "rg", "rm", "rsync", "ruff", "rustfmt", "scp", "semgrep",
    "sha1sum", "sha256sum", "shellcheck", "shfmt", "shuf", "sort", "stat", "strings", "svn", "tac", "tail", "tar",
    "tee", "terraform", "touch", "tr", "tsc", "uniq", "vi", "vim", "vulture", "wc", "wl-copy", "xclip", "xsel", "xxd",
    "yamllint", "yq", "zip",
];

/// Endings of settings, build files and sources in languages without a reader. Texts are not read.
#[rustfmt::skip]
const SETTINGS: &[&str] = &[
    "R", "bazel", "build", "bzl", "c", "cc", "cfg", "cmake", "conf", "config", "cow", "cpp", "desktop", "el", "ex", "exs", "go",
    "gradle", "groovy", "hcl", "hs", "ini", "java", "jl", "json", "kt", "kts", "ml", "ninja", "plist", "properties", "r", "rc",
    "rs", "rules", "scala", "scm", "script", "sed", "service", "swift", "tcl", "tf", "timer", "toml", "vim", "xml", "yaml",
    "yml",
];

/// Endings of sources, which a program that is handed one compiles or runs. Sorted.
#[rustfmt::skip]
const SOURCES: &[&str] = &[
    "R", "bats", "c", "cc", "clj", "cljs", "cmake", "cpp", "cr", "cs", "d", "dart", "dc", "el", "erl", "ex", "exs", "fs",
    "fsx", "gemspec", "go", "gradle", "groovy", "hs", "java", "jl", "js", "kt", "kts", "lisp", "lua", "m", "m4", "mjs", "mk",
    "ml", "nf", "nim", "nims", "p6", "pas", "php", "pl", "py", "r", "raku", "rb", "rkt", "rs", "sc", "scala", "scm", "sh",
    "swift", "tcl", "ts", "v", "vb", "vbs", "vim", "wls", "zig",
];

/// A command with more words sorts, formats or checks files.
const MAX_WORDS: usize = 32;

/// Files of one command that are looked at.
const MAX_FILES: usize = 64;

/// Endings of programs, which somebody runs who is handed one.
const PROGRAMS: &[&str] = &["exe", "gem", "jar", "js", "lua", "php", "pl", "py", "rb", "run", "sh", "whl"];

pub(in crate::understand) fn does_not_run(name: &str) -> bool {
    DO_NOT_RUN.binary_search(&name).is_ok()
}

impl Walker<'_> {
    pub(super) fn written_arguments(&mut self, name: &str, fields: &[Field], words: &Data<'_>) {
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
        self.changed_sources(fields, words);
        if self.written.is_empty() {
            return;
        }
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
            if self.written.iter().filter(|(p, _)| own(p)).nth(MAX_FILES).is_some() {
                self.unreadable(
                    field.span,
                    "shell/bound",
                    "hands on more of its own files than are looked at",
                );
            }
            for (path, content) in files {
                self.may_run(&path, &content, field.span);
            }
        }
    }

    /// Sources that lie there and that git does not have unchanged, handed to a program that compiles or runs them.
    fn changed_sources(&mut self, fields: &[Field], words: &Data<'_>) {
        if self.run_place != RunPlace::Here || fields.len() > MAX_WORDS {
            return;
        }
        for (index, field) in fields.iter().enumerate().skip(1) {
            if field.value.has_glob() && !words.is_text(index) {
                self.sources_by_pattern(field);
                continue;
            }
            let Some(text) = field.known().filter(|_| !words.is_text(index)) else { continue };
            let word =
                text.split_once('=').filter(|_| text.starts_with('-')).map_or(text, |(_, value)| value);
            if word.contains(':') {
                self.named_module(word, field.span);
                continue;
            }
            let ending = word.rsplit('/').next().and_then(|n| n.rsplit_once('.')).map_or("", |(_, e)| e);
            if SOURCES.binary_search(&ending).is_err() {
                continue;
            }
            let path = self.place(&Value::text(word)).path;
            if !self.written.iter().any(|(p, _)| *p == path) {
                self.handed_source(&path, language(&path), field.span);
            }
        }
    }

    /// `gcc *.c -o app`: the sources that a pattern names in one folder.
    fn sources_by_pattern(&mut self, field: &Field) {
        let Some(text) = field.value.literal() else { return };
        let ending = text.rsplit('.').next().unwrap_or("");
        if SOURCES.binary_search(&ending).is_err() {
            return;
        }
        let path = self.place(&Value::text(text)).path;
        let Some((folder, pattern)) = path.rsplit_once('/') else { return };
        let Answer::Text(names) = self.world.ask(Question::List(folder)) else { return };
        let files: Vec<String> = names
            .lines()
            .filter(|name| glob::fits(pattern, name))
            .take(MAX_FILES)
            .map(|name| format!("{folder}/{name}"))
            .collect();
        for file in files.iter().filter(|file| !self.is_written(file)).collect::<Vec<_>>() {
            self.handed_source(file, language(file), field.span);
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
    pub(in crate::understand) fn may_run_text(&mut self, content: &Value, span: Span) {
        self.other_language(content, span, false);
        self.settings(content, span);
        if let Some(text) = content.known() {
            let text = text.to_owned();
            self.shells_by_path(&text, span);
            self.secrets_in_code(&text, span);
            self.speculate(false, |w| w.deletions(&text, span));
            self.loses_rows(&text, span);
            if text.contains(' ') && crate::code::sql::begins_like_sql(&text) {
                self.speculate(false, |w| {
                    w.sql(&Value::text(text), span);
                });
            }
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
        Some((_, ending)) => SETTINGS.contains(&ending) || SOURCES.binary_search(&ending).is_ok(),
        None => true,
    }
}

pub(in crate::understand) fn language(path: &str) -> Option<Lang> {
    Some(match path.rsplit('/').next()?.rsplit_once('.')?.1 {
        "py" | "pth" => Lang::Python,
        "js" | "mjs" | "cjs" | "ts" => Lang::JavaScript,
        "rb" | "gemspec" | "podspec" | "rake" | "cr" => Lang::Ruby,
        "pl" | "pm" => Lang::Perl,
        "php" => Lang::Php,
        "lua" => Lang::Lua,
        "sh" | "bash" | "bats" | "zsh" => Lang::Shell,
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
        assert!(super::SOURCES.is_sorted());
    }
}
