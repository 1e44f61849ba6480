//! `read` and `mapfile`: what a line of input leaves in variables.

use super::field::{Field, Part, Source, Value};
use super::state::Var;
use super::walk::Walker;
use crate::shell::syntax::{AssignValue, Command, Script, Segment};

impl Walker<'_> {
    pub(super) fn read_builtin(&mut self, name: &str, args: &[Field], stdin: &Value) {
        let mut names = Vec::new();
        let mut at = 0;
        while let Some(text) = args.get(at).and_then(|a| a.known()) {
            at += 1;
            match text.strip_prefix('-') {
                Some(flags) if !flags.is_empty() => {
                    // `-t` is a time for `read`, and takes line ends away for `mapfile`.
                    let with_value: &[char] = if name == "read" {
                        &['d', 'i', 'n', 'N', 'p', 't', 'u']
                    } else {
                        &['d', 'n', 'O', 's', 'u', 'C', 'c']
                    };
                    at += usize::from(flags.ends_with(with_value));
                }
                _ => names.push(text.to_owned()),
            }
        }
        if at < args.len() {
            // What it is told is not known: it may set anything.
            self.state.blur();
        }
        if names.is_empty() {
            names.push(if name == "read" { "REPLY" } else { "MAPFILE" }.to_owned());
        }
        let given = |flags: &[char]| {
            args.iter().any(|a| a.known().is_some_and(|t| t.starts_with('-') && t.contains(flags)))
        };
        if name == "read" {
            let raw = given(&['r']);
            let line = match stdin.known() {
                // Only some of it is taken, or into a list.
                _ if given(&['a', 'd', 'n', 'N', 'u']) => Value::unknown(Source::Input),
                Some("") => Value::unknown(Source::Input),
                Some(text) if !raw && text.contains('\\') => Value::unknown(Source::Input),
                Some(text) => Value::text(text.split('\n').next().unwrap_or("")),
                None => stdin.clone(),
            };
            if line.known().is_none() && stdin.known().is_some() {
                for name in &names {
                    self.evaluates_assigned(name, stdin);
                    self.state.lose(name, stdin);
                }
            }
            self.assign_line(&names, &line);
        } else if let Some(array) = names.first() {
            let plain = args.iter().all(|a| a.known().is_some_and(|t| t == "-t" || !t.starts_with('-')));
            let end = if given(&['t']) { "" } else { "\n" };
            let var = match stdin.known() {
                Some(text) if !text.is_empty() && plain => {
                    Var::list(text.split_terminator('\n').map(|l| Value::text(format!("{l}{end}"))).collect())
                }
                _ => Var::Scalar(stdin.through(name)),
            };
            self.evaluates_assigned(array, stdin);
            self.state.lose(array, stdin);
            self.state.set(array, var);
        }
    }

    /// What `read` does with a line.
    pub(super) fn assign_line(&mut self, names: &[String], line: &Value) {
        // Split at other characters it is not followed.
        let plain = self.scalar("IFS").is_none_or(|v| v.known() == Some(" \t\n"));
        let Some(text) = line.known().filter(|_| plain) else {
            for name in names {
                // A pattern of paths, as `find` prints them, stays one.
                let value = match line.words().as_slice() {
                    [word] if word.has_glob() => word.clone(),
                    // A line of a file is still what is in that file.
                    _ if is_file(line) => line.clone(),
                    _ => line.through("read"),
                };
                self.set_named(name, value);
            }
            return;
        };
        let mut rest = text.trim();
        for (i, name) in names.iter().enumerate() {
            let (word, tail) = if i + 1 == names.len() {
                (rest, "")
            } else {
                rest.split_once([' ', '\t']).unwrap_or((rest, ""))
            };
            self.set_named(name, Value::text(word));
            rest = tail.trim_start();
        }
    }
}

fn is_file(value: &Value) -> bool {
    matches!(value.parts.as_slice(), [Part::Unknown(Source::File(_))])
}

/// The names in `while read -r a b`, and whether backslashes are taken as they are.
pub(super) fn read_names(test: &Script) -> Option<(Vec<String>, bool)> {
    let [item] = test.items.as_slice() else { return None };
    let ([Command::Simple(simple)], []) = (item.first.commands.as_slice(), item.rest.as_slice()) else {
        return None;
    };
    // `IFS=` alone leaves lines whole; any other value takes them apart elsewhere.
    let whole = simple.assigns.iter().all(
        |a| matches!(&a.value, AssignValue::Scalar(word) if a.name == "IFS" && word.segments.is_empty()),
    );
    let words: Option<Vec<String>> = simple
        .words
        .iter()
        .map(|w| match w.segments.as_slice() {
            [Segment::Text(t)] => Some(t.clone()),
            _ => None,
        })
        .collect();
    let mut words = words.filter(|_| whole)?.into_iter();
    if words.next()? != "read" {
        return None;
    }
    let mut names: Vec<String> = words.collect();
    let before = names.len();
    names.retain(|w| w != "-r");
    let raw = names.len() < before;
    (!names.is_empty() && !names.iter().any(|w| w.starts_with('-'))).then_some((names, raw))
}
