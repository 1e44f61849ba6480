//! A program and its arguments as a text that is judged as what `execvp` does with them (T03, T05): the first word is a
//! program and nothing else, every word stays one word.

use crate::world::RealWorld;
use herma_core::{Answer, Question, World};

/// Words that a shell would not look for on the search path. As an argument vector they are programs of that name.
#[rustfmt::skip]
const OF_THE_SHELL: &[&str] = &[
    // Keywords.
    "!", "[[", "]]", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select",
    "then", "time", "until", "while", "{", "}",
    // Built-ins.
    ".", ":", "[", "alias", "bg", "bind", "break", "builtin", "caller", "cd", "command", "compgen", "complete", "compopt",
    "continue", "declare", "dirs", "disown", "echo", "enable", "eval", "exec", "exit", "export", "false", "fc", "fg",
    "getopts", "hash", "help", "history", "jobs", "kill", "let", "local", "logout", "mapfile", "popd", "printf", "pushd",
    "pwd", "read", "readarray", "readonly", "return", "set", "shift", "shopt", "source", "suspend", "test", "times", "trap",
    "true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "wait",
];

/// Bytes that mean themselves in any word.
const PLAIN: &[u8] = b"-_./:@%+,";

/// An argument vector, read.
pub struct Argv {
    /// What is judged, shown and bound.
    pub text: String,
    /// The program, where its name alone would be another thing to a shell: by its path. That one is to be started.
    pub program: Option<String>,
}

impl Argv {
    pub fn new<W: AsRef<str>>(words: &[W]) -> Argv {
        let mut program = None;
        let mut text = String::new();
        for (at, word) in words.iter().map(AsRef::as_ref).enumerate() {
            if at > 0 {
                text.push(' ');
                text.push_str(&argument(word));
                continue;
            }
            program = is_of_the_shell(word).then(|| found(word)).flatten();
            text.push_str(&name(program.as_deref().unwrap_or(word)));
        }
        Argv { text, program }
    }
}

/// Whether a shell has its own idea of this name.
pub fn is_of_the_shell(name: &str) -> bool {
    OF_THE_SHELL.contains(&name) || name.starts_with('%')
}

fn found(name: &str) -> Option<String> {
    match RealWorld.ask(Question::Which(name)) {
        Answer::Text(path) => Some(path),
        _ => None,
    }
}

/// The first word: with a bare `=` it would be an assignment.
fn name(word: &str) -> String {
    if is_plain(word, PLAIN) && !is_of_the_shell(word) { word.to_owned() } else { in_quotes(word) }
}

/// A word behind the first one.
pub fn argument(word: &str) -> String {
    if is_plain(word, &[PLAIN, b"="].concat()) { word.to_owned() } else { in_quotes(word) }
}

fn is_plain(word: &str, marks: &[u8]) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || marks.contains(&b))
}

fn in_quotes(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t03_the_first_word_is_a_program_and_nothing_else() {
        for (words, text) in [
            (vec!["X=./evil", "ls"], "'X=./evil' ls"),
            (
                vec!["ls", "--color=auto", "a b", "$x", "~", "", "it's"],
                r"ls --color=auto 'a b' '$x' '~' '' 'it'\''s'",
            ),
            (vec!["no such", "x"], "'no such' x"),
            (vec!["{a,b}", "x"], "'{a,b}' x"),
            (vec!["if", "true"], "'if' true"),
            (vec!["%1", "x"], "'%1' x"),
            (vec!["", "x"], "'' x"),
        ] {
            assert_eq!(Argv::new(&words).text, text);
        }
        let argv = Argv::new(&["echo", "x"]);
        assert!(argv.program.as_deref().is_some_and(|path| path.starts_with('/')), "{:?}", argv.program);
        assert_eq!(argv.text, format!("{} x", argv.program.unwrap()));
        // Nothing of that name can be started.
        assert_eq!(Argv::new(&["unset", "x"]).program, None);
    }
}
