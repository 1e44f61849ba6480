//! Files below a folder that git does not have unchanged: tests that a test runner finds by itself, sources of a build.

use super::table::How;
use super::{Gate, join, parent};
use crate::effect::Span;
use crate::knowledge::Lang;
use crate::understand::files::Why;
use crate::understand::walk::Walker;
use crate::world::{Answer, Entry, Question};
use std::collections::VecDeque;

/// Folders of one search, the shallow ones first, and files that git is asked about. In a large project the rest is passed
/// over: each question costs a look through git's index, and a judgement has milliseconds.
const MAX_FOLDERS: usize = 64;
const MAX_ASKED: usize = 96;

/// Files of one search: one more than a call may read, so that what is beyond is said to be unknown.
const MAX_FOUND: usize = 48;

/// What tools put there: nobody writes it by hand, and it is fetched or built again. Sorted.
#[rustfmt::skip]
const NOT_SOURCES: &[&str] = &[
    ".bundle", ".cache", ".direnv", ".eggs", ".git", ".gradle", ".hg", ".idea", ".mypy_cache", ".next", ".nox", ".nuxt",
    ".pytest_cache", ".ruff_cache", ".svn", ".terraform", ".tox", ".venv", ".yarn", "__pycache__", "build", "coverage", "dist",
    "node_modules", "out", "site-packages", "target", "venv",
];

/// Endings of files, which are no folders. Sorted.
#[rustfmt::skip]
const FILES: &[&str] = &[
    "c", "cc", "cfg", "cjs", "cpp", "css", "csv", "go", "h", "html", "ini", "java", "jpg", "js", "json", "jsx", "lock", "md",
    "mjs", "php", "pl", "pm", "png", "py", "pyc", "rb", "rs", "scss", "sh", "snap", "sql", "svg", "toml", "ts", "tsx", "txt",
    "xml", "yaml", "yml",
];

/// Test runners, the language of their tests, and how tests are called there.
struct Tests {
    programs: &'static [&'static str],
    how: How,
    is_test: fn(&str) -> bool,
}

#[rustfmt::skip]
const TESTS: &[Tests] = &[
    Tests { programs: &["green", "nose2", "py.test", "pytest", "unittest", "ward"], how: How::Code(Lang::Python), is_test: python_test },
    Tests {
        programs: &["ava", "borp", "c8", "cypress", "jasmine", "jest", "karma", "lab", "mocha", "nyc", "playwright", "qunit", "tap", "tape", "uvu", "vitest", "wtr"],
        how: How::Code(Lang::JavaScript),
        is_test: javascript_test,
    },
    Tests { programs: &["cucumber", "minitest", "rails", "rspec"], how: How::Code(Lang::Ruby), is_test: ruby_test },
    Tests { programs: &["codecept", "paratest", "pest", "phpunit"], how: How::Code(Lang::Php), is_test: |p| p.ends_with("Test.php") || p.ends_with("bootstrap.php") },
    Tests { programs: &["busted"], how: How::Code(Lang::Lua), is_test: |p| p.ends_with("_spec.lua") },
    Tests { programs: &["prove"], how: How::Code(Lang::Perl), is_test: |p| p.ends_with(".t") },
    Tests { programs: &["bats", "shellspec"], how: How::Code(Lang::Shell), is_test: |p| p.ends_with(".bats") || p.ends_with("_spec.sh") || p.ends_with(".bash") },
];

/// Whether a program finds tests by itself.
pub(super) fn finds_tests(name: &str) -> bool {
    TESTS.iter().any(|tests| tests.programs.contains(&name))
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn python_test(path: &str) -> bool {
    let name = base(path);
    name.ends_with(".py") && (name.starts_with("test") || name.ends_with("_test.py") || name == "conftest.py")
}

fn javascript_test(path: &str) -> bool {
    let name = base(path);
    let code = name
        .rsplit_once('.')
        .is_some_and(|(_, e)| matches!(e, "js" | "cjs" | "mjs" | "ts" | "jsx" | "tsx" | "mts" | "cts"));
    let place = ["/test/", "/tests/", "/__tests__/", "/spec/", "/e2e/"].iter().any(|p| path.contains(p));
    code && (place
        || [".test.", ".spec.", ".cy.", "-test.", "_test.", "-spec.", "_spec."]
            .iter()
            .any(|m| name.contains(m))
        || name.starts_with("test.")
        || name.starts_with("test-"))
}

fn ruby_test(path: &str) -> bool {
    let name = base(path);
    let helper = matches!(name, "spec_helper.rb" | "rails_helper.rb" | "test_helper.rb" | "env.rb");
    name.ends_with(".rb")
        && (helper
            || name.ends_with("_spec.rb")
            || name.ends_with("_test.rb")
            || name.ends_with("_steps.rb")
            || name.starts_with("test_")
            || path.contains("/spec/support/"))
}

impl Walker<'_> {
    /// The tests that a runner finds in the folders that it is handed, or in its own.
    pub(super) fn tests_below(&mut self, name: &str, words: &[&str], folder: &str, span: Span) {
        let Some(tests) = TESTS.iter().find(|tests| tests.programs.contains(&name)) else { return };
        self.tests_of(tests.how, tests.is_test, words, folder, span);
    }

    /// The same for the runner of tests that an interpreter brings: `node --test`, `bun test`, `deno test`.
    pub(super) fn javascript_tests(&mut self, words: &[&str], folder: &str, span: Span) {
        self.tests_of(How::Code(Lang::JavaScript), javascript_test, words, folder, span);
    }

    fn tests_of(&mut self, how: How, is_test: fn(&str) -> bool, words: &[&str], folder: &str, span: Span) {
        let (mut places, mut files) = (Vec::new(), Vec::new());
        for word in words {
            let word = word.split("::").next().unwrap_or(word);
            let word =
                word.split_once('=').filter(|_| word.starts_with("--")).map_or(word, |(_, value)| value);
            if word.is_empty() || word.starts_with('-') {
                continue;
            }
            let path = join(folder, word);
            if self.is_there(&path) {
                files.push(path);
            } else if self.is_folder(&path) {
                places.push(path);
            }
        }
        if places.is_empty() && files.is_empty() {
            places.push(folder.to_owned());
        }
        let found: Vec<String> = places.iter().flat_map(|p| self.changed_below(p, span, is_test)).collect();
        for path in found {
            self.recipe_file(&path, how, Gate::Changed, false, span);
        }
        for path in files {
            // What lies beside a test that is named is loaded with it.
            if !path.ends_with(".py") || !python_test(&path) {
                self.recipe_file(&path, how, Gate::Changed, false, span);
            }
            let helpers = ["conftest.py", "spec_helper.rb", "test_helper.bash"];
            for beside in helpers.map(|name| join(parent(&path), name)) {
                if self.is_there(&beside) && beside != path {
                    self.recipe_file(&beside, how, Gate::Changed, false, span);
                }
            }
        }
    }

    /// Whether a folder lies there, as far as the world says.
    pub(super) fn is_folder(&self, path: &str) -> bool {
        match self.world.ask(Question::Look(path)) {
            Answer::Entry(entry) => entry == Entry::Directory,
            Answer::Missing => false,
            _ => matches!(self.world.ask(Question::List(path)), Answer::Text(_)),
        }
    }

    /// Files below a folder that this test holds for and that git does not have unchanged. More of these than a call may
    /// read are unknown code.
    pub(super) fn changed_below(
        &mut self,
        root: &str,
        span: Span,
        holds: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let mut found: Vec<String> = self
            .written
            .iter()
            .map(|(path, _)| path)
            .filter(|path| path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/')) && holds(path))
            .cloned()
            .collect();
        let mut open = VecDeque::from([root.to_owned()]);
        let (mut folders, mut asked) = (0, 0);
        while let Some(folder) = open.pop_front() {
            folders += 1;
            if found.len() >= MAX_FOUND {
                self.unknown_code_in(root, Why::Bound, span);
                break;
            }
            if folders > MAX_FOLDERS || asked > MAX_ASKED || !self.works(1) {
                break;
            }
            let names = self.world.text(Question::List(&folder)).unwrap_or_default();
            for name in names.lines() {
                if !self.works(1) {
                    break;
                }
                let path = join(&folder, name);
                if holds(&path) {
                    asked += 1;
                    if asked <= MAX_ASKED
                        && found.len() < MAX_FOUND
                        && !found.contains(&path)
                        && !self.is_committed(&path)
                    {
                        found.push(path);
                    }
                } else if open.len() < MAX_FOLDERS && may_be_folder(name) && self.is_folder(&path) {
                    open.push_back(path);
                }
            }
        }
        found
    }

    /// Sources of a compiled language below a folder, as far as they were changed.
    pub(super) fn sources_below(&mut self, root: &str, span: Span, holds: impl Fn(&str) -> bool) {
        for path in self.changed_below(root, span, holds) {
            self.recipe_file(&path, How::Source, Gate::Changed, false, span);
        }
    }
}

fn may_be_folder(name: &str) -> bool {
    let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or("", |(_, ending)| ending);
    NOT_SOURCES.binary_search(&name).is_err() && FILES.binary_search(&ending).is_err()
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        assert!(super::NOT_SOURCES.is_sorted());
        assert!(super::FILES.is_sorted());
    }
}
