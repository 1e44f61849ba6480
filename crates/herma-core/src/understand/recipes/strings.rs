//! Strings of a recipe in a language, or with functions, that no reader knows: `local("rm -rf x")`,
//! `run_command('rm', '-rf', 'x')`, `commandLine "rm", "-rf", "x"`.

use crate::effect::Span;
use crate::understand::field::{Field, Value};
use crate::understand::walk::Walker;

/// Strings of one text that are looked at, words of one list, and bytes of one string.
const MAX_STRINGS: usize = 512;
const MAX_LIST: usize = 24;
const MAX_STRING: usize = 4096;

/// Words of one text that are tried as names of files.
const MAX_WORDS: usize = 200;

/// Programs by which a string is taken for a command. Words of everyday English are left out. Sorted.
#[rustfmt::skip]
const PROGRAMS: &[&str] = &[
    "aws", "bash", "chmod", "chown", "curl", "dd", "docker", "env", "eval", "exec", "find", "gcloud", "git", "gsutil", "kubectl",
    "mkfs", "mv", "nc", "node", "perl", "psql", "python", "python3", "rm", "rmdir", "rsync", "ruby", "scp", "sh", "shred",
    "ssh", "sudo", "terraform", "truncate", "unlink", "wget", "xargs", "zsh",
];

fn is_program(word: &str) -> bool {
    PROGRAMS.binary_search(&word.rsplit('/').next().unwrap_or(word)).is_ok()
}

/// The string literals of a text; those with nothing but commas and brackets between them together.
fn lists(text: &str) -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = Vec::new();
    let mut rest = text;
    let mut joined = false;
    let mut count = 0;
    while let Some(at) = rest.find(['"', '\'', '`']) {
        let Some((before, from)) = rest.split_at_checked(at) else { break };
        let quote = from.get(..1).unwrap_or("\"");
        let triple = quote.repeat(3);
        let mark = if from.starts_with(&triple) { triple.as_str() } else { quote };
        let inside = from.get(mark.len()..).unwrap_or("");
        let Some(end) = end_of(inside, mark) else {
            rest = inside;
            joined = false;
            continue;
        };
        let word = inside.get(..end).unwrap_or("");
        rest = inside.get(end + mark.len()..).unwrap_or("");
        let goes_on = joined && before.chars().all(|c| c.is_whitespace() || matches!(c, ',' | '[' | ']'));
        joined = true;
        count += 1;
        if count > MAX_STRINGS {
            break;
        }
        let word = word.replace("\\\"", "\"").replace("\\n", "\n");
        match out.last_mut().filter(|list| goes_on && list.len() < MAX_LIST) {
            Some(list) => list.push(word),
            None => out.push(vec![word]),
        }
    }
    out
}

/// Where a literal ends that began before this text.
fn end_of(text: &str, mark: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().take(MAX_STRING) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == '\n' && mark == "'" {
            // An apostrophe.
            return None;
        } else if text.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
            return Some(at);
        }
    }
    None
}

/// Words and strings of a text that may name a file.
pub(super) fn file_words(text: &str) -> Vec<&str> {
    let parts = |c: char| {
        c.is_whitespace()
            || matches!(c, '"' | '\'' | '`' | ',' | '=' | '[' | ']' | '(' | ')' | '{' | '}' | ';' | '@')
    };
    let fits = |word: &&str| {
        word.len() > 2
            && word.len() < 200
            && !word.contains("://")
            && word
                .rsplit('/')
                .next()
                .and_then(|n| n.rsplit_once('.'))
                .is_some_and(|(stem, ending)| !stem.is_empty() && !ending.is_empty() && ending.len() <= 4)
    };
    crate::work::charge(text.len() / 32);
    text.split(parts).filter(fits).take(MAX_WORDS).collect()
}

impl Walker<'_> {
    /// Strings that begin with a program are read as if they were run.
    pub(super) fn recipe_strings(&mut self, text: &str, span: Span) {
        if !self.works(text.len() / 16) {
            return;
        }
        for list in lists(text) {
            let Some(first) = list.first() else { continue };
            if list.len() > 1 && is_program(first) {
                let fields: Vec<Field> = list.iter().map(|word| Field::text(word.as_str(), span)).collect();
                self.speculate(false, |w| {
                    w.exec(fields, Value::default());
                });
            }
            for command in &list {
                let mut lines = command.lines().map(str::trim_start);
                if lines.any(|l| l.split_once(' ').is_some_and(|(program, _)| is_program(program))) {
                    self.speculate(false, |w| {
                        w.run_text(&Value::text(command.as_str()), span);
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PROGRAMS, lists};

    #[test]
    fn strings_beside_each_other_are_one_list() {
        assert!(PROGRAMS.is_sorted());
        assert_eq!(lists("f('rm', '-rf',\n 'x') + \"b c\""), [vec!["rm", "-rf", "x"], vec!["b c"]]);
        assert_eq!(lists("x = \"\"\"rm\n-rf\"\"\""), [vec!["rm\n-rf"]]);
        assert_eq!(lists("don't\nf(\"a\")"), [vec!["a"]]);
    }
}
