//! Files that are named by a pattern, or by what a search finds: `sh ./*.sh`, `find . -name x.sh -exec sh {} \;`. The pattern is
//! expanded as the shell or the search would, within bounds. Code that is named by nothing known is unknown code.

use super::field::Value;
use super::files::Why;
use super::glob;
use super::place::Placed;
use super::walk::Walker;
use crate::effect::Span;
use crate::knowledge::Lang;
use crate::world::{Answer, Entry, Question};

/// Names in a folder from which on the list may not hold all of them.
const MAX_LISTED: usize = 256;

/// Folders that are listed for one pattern, and names that are compared. Most projects of one person stay below both.
const MAX_FOLDERS: usize = 128;
const MAX_COMPARED: usize = 2_048;

/// Files that a pattern may fit. More are not read anyway.
const MAX_FITTING: usize = 64;

/// What stands in a placed path for a part that is not known.
const UNKNOWN: &str = "…";

/// A pattern on its way through the folders.
struct Expansion {
    folders: usize,
    compared: usize,
    /// Below a search hidden names count like others.
    hidden: bool,
    found: Vec<String>,
}

/// Whether a placed path names files by a pattern or by something unknown.
pub(super) fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '[']) || path.contains(UNKNOWN)
}

/// The name itself is not known: it may be any file.
fn is_unknown_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name == UNKNOWN || !path.starts_with(['/', '~']) && (name.contains('$') || name.contains(UNKNOWN))
}

/// Where a value is placed whose files may be run later: what a search came upon lies at any depth.
pub(super) fn path_to_run(value: &Value, placed: &Placed) -> String {
    let searched = value.has_glob() && value.has_unknown();
    if searched { placed.path.replace("/…/", "/**/") } else { placed.path.clone() }
}

/// A name that is known in a folder that is not: `$DIR/build.sh`.
fn is_somewhere(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    !is_pattern(name) && !folder.contains(['*', '?', '['])
}

impl Walker<'_> {
    /// Runs every file that the path may name; `None` if it names one file, by its name.
    pub(super) fn scripts_named(
        &mut self,
        path: &str,
        span: Span,
        mut run: impl FnMut(&mut Self, &str) -> bool,
    ) -> Option<bool> {
        if is_unknown_name(path) {
            let text = format!("which script `{}` is cannot be known beforehand", crate::text::shown(path));
            self.unreadable(span, "shell/unknown-script", &text);
            return Some(true);
        }
        // Brackets are part of many a file's own name.
        if !path.starts_with('/')
            || !is_pattern(path)
            || is_somewhere(path)
            || matches!(self.world.ask(Question::Look(path)), Answer::Entry(_))
        {
            return None;
        }
        if self.placed_before_reading(&path.replace("/**/", "/…/"), span) {
            return Some(true);
        }
        let Some(files) = self.files_fitting(path) else {
            self.unlisted_files(path, span);
            return Some(true);
        };
        let mut any = false;
        for file in files {
            any |= run(self, &file);
        }
        Some(any)
    }

    /// The files that a pattern fits, those included that this call writes; `None` if that cannot be said.
    pub(super) fn files_fitting(&mut self, pattern: &str) -> Option<Vec<String>> {
        let deep = self.found_deep && pattern.ends_with("/*");
        let pattern = match pattern.strip_suffix("/*").filter(|_| deep) {
            Some(folder) => format!("{folder}/{UNKNOWN}/*"),
            None => pattern.to_owned(),
        };
        let components: Vec<&str> = pattern.split('/').filter(|c| !c.is_empty()).collect();
        if !self.works(self.written.len() + components.len()) || self.files.may_fill(&components) {
            return None;
        }
        let own = self.written.iter().map(|(path, _)| path).filter(|path| fits_path(&components, path));
        let hidden = components.iter().any(|c| is_any_depth(c));
        let mut expansion =
            Expansion { folders: 0, compared: 0, hidden, found: own.take(MAX_FITTING).cloned().collect() };
        self.expand_pattern(String::new(), &components, &mut expansion)?;
        expansion.found.sort_unstable();
        expansion.found.dedup();
        (expansion.found.len() <= MAX_FITTING).then_some(expansion.found)
    }

    fn expand_pattern(&mut self, folder: String, rest: &[&str], state: &mut Expansion) -> Option<()> {
        let Some((first, behind)) = rest.split_first() else {
            let directory = self.world.ask(Question::Look(&folder)) == Answer::Entry(Entry::Directory);
            if !directory {
                state.found.push(folder);
            }
            return (state.found.len() <= MAX_FITTING).then_some(());
        };
        if !is_pattern(first) {
            let next = format!("{folder}/{first}");
            // A name without a pattern behind it is only one if something is there.
            let there =
                !behind.is_empty() || matches!(self.world.ask(Question::Look(&next)), Answer::Entry(_));
            return if there { self.expand_pattern(next, behind, state) } else { Some(()) };
        }
        if is_any_depth(first) && !behind.is_empty() {
            // Any number of folders, none included.
            self.expand_pattern(folder.clone(), behind, state)?;
            for name in self.names_in(&folder, state)? {
                let next = format!("{folder}/{name}");
                if self.world.ask(Question::Look(&next)) == Answer::Entry(Entry::Directory) {
                    self.expand_pattern(next, rest, state)?;
                }
            }
            return Some(());
        }
        let pattern = first.replace(UNKNOWN, "*");
        for name in self.names_in(&folder, state)? {
            let hidden = name.starts_with('.') && !pattern.starts_with('.') && !state.hidden;
            if !hidden && glob::fits(&pattern, &name) {
                self.expand_pattern(format!("{folder}/{name}"), behind, state)?;
            }
        }
        Some(())
    }

    /// The names in a folder; `None` if there are more than are looked at, or nobody says.
    fn names_in(&mut self, folder: &str, state: &mut Expansion) -> Option<Vec<String>> {
        state.folders += 1;
        let folder = if folder.is_empty() { "/" } else { folder };
        let names: Vec<String> = match self.world.ask(Question::List(folder)) {
            Answer::Text(names) => names.lines().map(str::to_owned).collect(),
            Answer::Missing => Vec::new(),
            _ => return None,
        };
        state.compared += names.len();
        let all = names.len() < MAX_LISTED && state.folders <= MAX_FOLDERS && state.compared <= MAX_COMPARED;
        (all && self.works(names.len())).then_some(names)
    }

    /// Files are run, and which ones cannot be said.
    fn unlisted_files(&mut self, path: &str, span: Span) {
        let file = self.files.innermost().filter(|_| self.in_file).map(str::to_owned);
        if !file.is_some_and(|file| self.is_settled(&file)) {
            self.unknown_code_in(path, Why::Unlisted, span);
        }
    }

    /// As [`Self::script_file`], for a path that may be a pattern.
    pub(super) fn script_files(
        &mut self,
        path: &str,
        lang: Option<Lang>,
        fields: &[super::field::Field],
        span: Span,
        sourced: bool,
    ) -> Option<bool> {
        self.scripts_named(path, span, |w, file| {
            let own = w.written.iter().rev().find(|(p, _)| p == file).map(|(_, content)| content.clone());
            match own {
                // A copy of what the pattern fits, which it is one of itself.
                Some(_) if w.files.is_open(file) => {
                    w.unknown_code_in(file, Why::MaybeWritten, span);
                    true
                }
                Some(content) => {
                    let lang = lang.unwrap_or(Lang::Shell);
                    w.files.open.push(file.to_owned());
                    if sourced {
                        w.maybe(|w| w.as_sourced(fields, Some(file), |w| w.run_code(lang, &content, span)));
                    } else {
                        w.with_positional(fields, |w| w.run_code(lang, &content, span));
                    }
                    w.files.open.pop();
                    true
                }
                // The shell sources one of them.
                None if sourced => w.maybe(|w| w.run_file(file, lang, fields, span, true)),
                None => w.script_file(file, lang, fields, span),
            }
        })
    }
}

/// Whether a path fits a pattern, component by component.
pub(super) fn fits_path(pattern: &[&str], path: &str) -> bool {
    let names: Vec<&str> = path.split('/').filter(|c| !c.is_empty()).collect();
    fits_names(pattern, &names)
}

/// Any number of folders.
fn is_any_depth(component: &str) -> bool {
    matches!(component, UNKNOWN | "**")
}

fn fits_names(pattern: &[&str], names: &[&str]) -> bool {
    let (mut p, mut n) = (0, 0);
    // Only the last of those that stand for any depth ever needs another try.
    let mut resume: Option<(usize, usize)> = None;
    while let Some(name) = names.get(n) {
        match pattern.get(p) {
            Some(part) if is_any_depth(part) && p + 1 < pattern.len() => {
                resume = Some((p + 1, n));
                p += 1;
            }
            Some(part) if glob::fits(&part.replace(UNKNOWN, "*"), name) => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((part, at)) = resume else { return false };
                resume = Some((part, at + 1));
                (p, n) = (part, at + 1);
            }
        }
    }
    p == pattern.len()
}

#[cfg(test)]
#[path = "named_files_tests.rs"]
mod tests;
