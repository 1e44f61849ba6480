//! Settings by convention: `Brewfile`, `dvc.yaml`, `.latexmkrc`, `bacon.toml`, `.devcontainer/devcontainer.json`. A program
//! that nobody listed reads what is called after it; where git does not have that unchanged, it is read here too.

use super::table::How;
use super::{Gate, join, parent, strings, text};
use crate::effect::Span;
use crate::understand::field::Value;
use crate::understand::principle::language_of_file;
use crate::understand::walk::Walker;
use crate::world::Question;

/// Files of one program that are read.
const MAX_SETTINGS: usize = 4;

/// Names in a folder that are compared.
const MAX_NAMES: usize = 400;

/// Recipes of which a call runs some.
const TARGETS: &[&str] = &["justfile", "makefile", "rakefile", "taskfile"];

/// What a settings file is called beside its program's name.
const SUFFIXES: &[&str] =
    &["file", "rc", ".config", "-config", "_config", "config", ".conf", ".local", ".user", ".setup"];

/// Endings of what programs put out. Sorted.
const OUTPUTS: &[&str] = &[
    "bak", "csv", "db", "err", "html", "lock", "log", "md", "old", "out", "pdf", "pid", "png", "sock", "svg",
    "tmp", "txt",
];

/// The program that a file is called after, if it is settings: `.latexmkrc` is `latexmk`.
fn called_after(file: &str, program: &str) -> bool {
    let name = file.trim_start_matches('.').to_ascii_lowercase();
    // Of these only the targets that are asked for run, and they have readers of their own.
    if TARGETS.iter().any(|t| name.starts_with(t)) && !name.ends_with(".toml") {
        return false;
    }
    let program = program.to_ascii_lowercase();
    let Some(rest) = name.strip_prefix(&program) else { return false };
    // `cmake.log`: what a program has written down is nothing that it reads.
    if name.rsplit_once('.').is_some_and(|(_, ending)| OUTPUTS.binary_search(&ending).is_ok()) {
        return false;
    }
    let rest = match rest.rsplit_once('.') {
        Some((before, ending)) if ending.len() <= 6 && !SUFFIXES.contains(&rest) => before,
        _ => rest,
    };
    // Called like the program and nothing else, it is the program, unless it is hidden.
    (!rest.is_empty() || file.len() > program.len()) && (rest.is_empty() || SUFFIXES.contains(&rest))
}

impl Walker<'_> {
    /// Reads the settings that are called after a program, where git does not have them unchanged.
    pub(super) fn settings_called_after(&mut self, program: &str, folder: &str, span: Span) {
        if program.len() < 2 || program.contains(['/', '=', '.']) {
            return;
        }
        let names = self.world.text(Question::List(folder)).unwrap_or_default();
        crate::work::charge(names.len() / 32);
        let mut paths: Vec<String> = names
            .lines()
            .take(MAX_NAMES)
            .filter(|name| called_after(name, program))
            .map(|name| join(folder, name))
            .collect();
        let own = self.written.iter().map(|(path, _)| path);
        let own =
            own.filter(|p| parent(p) == folder && called_after(p.rsplit('/').next().unwrap_or(p), program));
        paths.extend(own.cloned());
        paths.dedup();
        paths.truncate(MAX_SETTINGS);
        for path in paths {
            if self.is_there(&path) {
                self.conventional_settings(&path, span);
            } else if self.is_folder(&path) {
                for name in [
                    format!("{program}.json"),
                    "config.yml".into(),
                    "config.yaml".into(),
                    "config.toml".into(),
                    "config.json".into(),
                ] {
                    let inside = join(&path, &name);
                    if self.is_there(&inside) {
                        self.conventional_settings(&inside, span);
                    }
                }
            }
        }
    }

    /// Settings of a kind that nobody names: commands below keys that say so, strings that are commands, code that is named.
    pub(super) fn conventional_settings(&mut self, path: &str, span: Span) {
        if let Some(lang) = language_of_file(path) {
            return self.recipe_file(path, How::Code(lang), Gate::Changed, false, span);
        }
        if self.files.is_open(path) {
            return;
        }
        let Some(content) = self.recipe_text(path, Gate::Changed, None, span) else { return };
        let folder = parent(path).to_owned();
        self.inside_recipe(path, path, &folder, false, span, |w| {
            w.recipe_commands(&text::commands(&content), span);
            w.recipe_commands(&text::handed_to_shells(&content), span);
            w.recipe_strings(&content, span);
            w.may_run_text(&Value::text(content.as_str()), span);
        });
        self.code_named_in(&content, &folder, span);
        self.drop_ordinary_network(path);
    }

    /// Strings and words of a text that name code of this folder which git does not have unchanged: read in its language.
    pub(super) fn code_named_in(&mut self, text: &str, folder: &str, span: Span) {
        for word in strings::file_words(text) {
            let path = join(folder, word);
            if let Some(lang) = language_of_file(&path)
                && self.is_there(&path)
                && !self.files.is_open(&path)
            {
                self.recipe_file(&path, How::Code(lang), Gate::Changed, false, span);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::called_after;

    #[test]
    fn settings_are_called_after_their_program() {
        for (file, program) in [
            ("Brewfile", "brew"),
            ("dvc.yaml", "dvc"),
            (".latexmkrc", "latexmk"),
            ("bacon.toml", "bacon"),
            (".yarnrc.yml", "yarn"),
            ("Makefile.toml", "make"),
            (".devcontainer", "devcontainer"),
            ("nextflow.config", "nextflow"),
            ("jest.config.js", "jest"),
        ] {
            assert!(called_after(file, program), "{file} {program}");
        }
        for (file, program) in [
            ("brew", "brew"),
            ("makefiles.md", "make"),
            ("cmake.log", "cmake"),
            ("dvcs.yaml", "dvc"),
            ("a.toml", "b"),
        ] {
            assert!(!called_after(file, program), "{file} {program}");
        }
    }
}
