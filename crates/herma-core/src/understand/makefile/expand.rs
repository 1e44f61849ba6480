//! Variables and functions of make, put into the text of a recipe.

use crate::understand::command::quoted;

/// Values inside each other, and bytes that one recipe may become.
const MAX_DEPTH: usize = 12;
const MAX_TEXT: usize = 64 * 1024;

/// Shells of the system, which run a recipe as it is.
const SHELLS: &[&str] = &["ash", "bash", "dash", "ksh", "sh", "zsh"];

#[derive(Default)]
pub(super) struct Variables {
    /// In the order of their assignment; each with whether it adds to what was there.
    set: Vec<(String, String, bool)>,
    exported: Vec<String>,
    all_exported: bool,
}

/// Which assignment of several counts: make takes the last one, but conditions may leave it out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pick {
    First,
    Last,
}

impl Variables {
    pub(super) fn set(&mut self, name: &str, value: &str, adds: bool) {
        self.set.push((name.to_owned(), value.to_owned(), adds));
    }

    pub(super) fn export(&mut self, name: &str) {
        self.exported.push(name.to_owned());
    }

    pub(super) fn export_all(&mut self) {
        self.all_exported = true;
    }

    pub(super) fn holds(&self, name: &str) -> bool {
        self.set.iter().any(|(n, ..)| n == name)
    }

    fn value(&self, name: &str, pick: Pick) -> Option<String> {
        crate::work::charge(self.set.len() / 8 + 1);
        let mut found: Option<String> = None;
        for (_, value, adds) in self.set.iter().filter(|(n, ..)| n == name) {
            match found.as_mut() {
                Some(old) if *adds => {
                    old.push(' ');
                    old.push_str(value);
                }
                Some(_) if pick == Pick::First => {}
                _ => found = Some(value.clone()),
            }
        }
        found
    }

    /// What the shell gets for a recipe: with the last values, and with the first ones where those differ. `None` past a
    /// bound.
    pub(super) fn commands(&self, recipe: &str, in_shell: bool) -> Option<Vec<String>> {
        let mut out = Vec::new();
        for pick in [Pick::Last, Pick::First] {
            let mut expansion = Expansion { variables: self, pick, writes: String::new(), left: MAX_TEXT };
            let text = expansion.expand(recipe, &[], 0)?;
            let lines: Vec<&str> = text.lines().map(|l| l.trim_start_matches(['@', '-', '+', ' '])).collect();
            let mut text = expansion.writes.clone() + &lines.join("\n");
            if in_shell {
                text = self.in_environment(&text, &mut expansion)?;
            }
            if !out.contains(&text) {
                out.push(text);
            }
        }
        Some(out)
    }

    /// With the variables that are exported, by the shell that the file names.
    fn in_environment(&self, recipe: &str, expansion: &mut Expansion<'_>) -> Option<String> {
        let shell = self.value("SHELL", expansion.pick).unwrap_or_default();
        let flags = self.value(".SHELLFLAGS", expansion.pick).unwrap_or_default();
        let shell = expansion.expand(&shell, &[], 0)?;
        let flags = expansion.expand(&flags, &[], 0)?;
        let usual = shell.is_empty()
            || shell.split_whitespace().all(|w| {
                let base = w.rsplit('/').next().unwrap_or(w);
                SHELLS.contains(&base)
                    && (!w.contains('/') || w.starts_with("/bin/") || w.starts_with("/usr/"))
                    || matches!(w, "/usr/bin/env" | "env")
            });
        let plain = flags
            .split_whitespace()
            .all(|w| w.starts_with('-') || matches!(w, "pipefail" | "errexit" | "nounset"));
        let mut text = String::new();
        for (name, ..) in &self.set {
            let exported =
                self.all_exported && recipe.contains(&format!("${name}")) || self.exported.contains(name);
            if exported && !name.contains(['-', '.']) && !text.contains(&format!("export {name}=")) {
                let value = self.value(name, expansion.pick).unwrap_or_default();
                let value = expansion.expand(&value, &[], 0)?;
                text.push_str(&format!("export {name}={}\n", quoted(&value)));
            }
        }
        if usual && plain {
            text.push_str(recipe);
        } else {
            let shell = if shell.is_empty() { "sh" } else { shell.as_str() };
            let flags = if flags.is_empty() { "-c" } else { flags.as_str() };
            text.push_str(&format!("{shell} {flags} {}", quoted(recipe)));
        }
        Some(text)
    }
}

struct Expansion<'v> {
    variables: &'v Variables,
    pick: Pick,
    /// Files that `$(file …)` writes, as commands.
    writes: String,
    left: usize,
}

impl Expansion<'_> {
    /// `$$` is a dollar, `$(NAME)` what the file says, or a variable of the shell's that is not known.
    fn expand(&mut self, text: &str, arguments: &[String], depth: usize) -> Option<String> {
        crate::work::charge(text.len() / 8 + 1);
        if depth > MAX_DEPTH || crate::work::is_spent() {
            return None;
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            let open = after.chars().next();
            let (piece, behind) = match open {
                Some('$') => ("$".to_owned(), after.get(1..).unwrap_or("")),
                Some('(' | '{') => match balanced(after) {
                    Some((inside, behind)) => (self.reference(inside, arguments, depth)?, behind),
                    None => ("$".to_owned(), after),
                },
                Some(c) if c.is_ascii_alphanumeric() => {
                    let name = after.get(..1).unwrap_or("");
                    (self.reference(name, arguments, depth)?, after.get(1..).unwrap_or(""))
                }
                _ => ("$".to_owned(), after),
            };
            out.push_str(&piece);
            rest = behind;
            if out.len() > self.left {
                return None;
            }
        }
        out.push_str(rest);
        self.left = self.left.checked_sub(out.len() / 4)?;
        Some(out)
    }

    fn reference(&mut self, inside: &str, arguments: &[String], depth: usize) -> Option<String> {
        let next = depth + 1;
        if let Some((function, rest)) = inside.split_once([' ', '\t']) {
            let rest = rest.trim_start();
            let mut parts: Vec<String> = Vec::new();
            if is_function(function) {
                for part in split_arguments(rest) {
                    // What a loop repeats is put in below.
                    parts.push(match function {
                        "foreach" if parts.len() == 2 => part.to_owned(),
                        _ => self.expand(part, arguments, next)?,
                    });
                }
            }
            let part = |at: usize| parts.get(at).cloned().unwrap_or_default();
            match function {
                "call" => {
                    let body = self.variables.value(part(0).trim(), self.pick).unwrap_or_default();
                    return self.expand(&body, &parts, next);
                }
                "shell" => return Some(format!("$({})", self.expand(rest, arguments, next)?)),
                "file" => {
                    let target = part(0);
                    let text = parts.get(1..).unwrap_or(&[]).join(",");
                    if target.starts_with('>') {
                        self.writes.push_str(&format!("printf '%s\\n' {} {target}\n", quoted(&text)));
                    }
                    return Some(String::new());
                }
                "if" => return Some(if part(0).trim().is_empty() { part(2) } else { part(1) }),
                "foreach" => {
                    let name = part(0);
                    let body = part(2)
                        .replace(&format!("$({name})"), &part(1))
                        .replace(&format!("${{{name}}}"), &part(1));
                    return self.expand(&body, arguments, next);
                }
                "subst" => return Some(part(2).replace(part(0).as_str(), &part(1))),
                "or" | "and" => {
                    return Some(parts.into_iter().find(|p| !p.trim().is_empty()).unwrap_or_default());
                }
                "error" | "warning" | "info" => return Some(String::new()),
                "value" => return Some(self.variables.value(part(0).trim(), self.pick).unwrap_or_default()),
                function if is_function(function) => return Some(parts.pop().unwrap_or_default()),
                // A command of the shell's, written with one dollar.
                _ => return Some(format!("$({})", self.expand(inside, arguments, next)?)),
            }
        }
        // A name may be put together.
        let name =
            if inside.contains('$') { self.expand(inside, arguments, next)? } else { inside.to_owned() };
        if let Ok(at) = name.parse::<usize>() {
            return Some(arguments.get(at).cloned().unwrap_or_default());
        }
        if name == "MAKE" {
            return Some("make".to_owned());
        }
        let plain = name.split(':').next().unwrap_or("");
        match self.variables.value(plain, self.pick) {
            // One that names itself is made of nothing.
            Some(_) if depth == MAX_DEPTH => Some(String::new()),
            Some(value) => self.expand(&value, arguments, next),
            None if plain == name && plain.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => {
                Some(format!("${{{name}}}"))
            }
            None if plain.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => {
                Some(format!("${{{plain}}}"))
            }
            None => Some(format!("$({name})")),
        }
    }
}

fn is_function(name: &str) -> bool {
    #[rustfmt::skip]
    const FUNCTIONS: &[&str] = &[
        "abspath", "addprefix", "addsuffix", "and", "basename", "call", "dir", "error", "file", "filter", "filter-out",
        "findstring", "firstword", "flavor", "foreach", "if", "info", "join", "lastword", "notdir", "or", "origin", "patsubst",
        "realpath", "shell", "sort", "strip", "subst", "suffix", "value", "warning", "wildcard", "word", "wordlist", "words",
    ];
    FUNCTIONS.binary_search(&name).is_ok()
}

/// What stands inside the bracket that a text begins with, and what stands behind it.
pub(super) fn balanced(text: &str) -> Option<(&str, &str)> {
    let (open, close) = if text.starts_with('(') { ('(', ')') } else { ('{', '}') };
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Some((text.get(1..at)?, text.get(at + 1..)?));
            }
        }
    }
    None
}

/// The arguments of a function: commas inside brackets part nothing.
fn split_arguments(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                out.push(text.get(start..at).unwrap_or(""));
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(text.get(start..).unwrap_or(""));
    out
}
