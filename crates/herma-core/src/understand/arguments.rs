//! The arguments and the input of a script in another language, where the call says them: `python3 run.py 'rm -rf x'`.

use super::field::Value;
use super::place::PlaceKind;
use super::walk::Walker;
use crate::effect::Kind;
use crate::knowledge::{self, Lang};

/// Arguments of one script that are put into its text.
const MAX_ARGUMENTS: usize = 16;

/// Bytes of an argument, or of a line of input, that is put into it.
const MAX_ARGUMENT: usize = 4 * 1024;

impl Walker<'_> {
    /// Puts what the script was called with where it takes its arguments. A path of the workspace stays unknown: what a
    /// script does to the files that it is handed there is its work.
    pub(super) fn with_known_arguments(&mut self, lang: Lang, mut code: String) -> String {
        let arguments = std::rc::Rc::clone(&self.script_arguments);
        if arguments.is_empty() || !code.contains("argv") && !code.contains("ARGV") {
            return code;
        }
        let known: Vec<Option<String>> =
            arguments.iter().take(MAX_ARGUMENTS).map(|a| literal(a.known()?, lang)).collect();
        let away: Vec<bool> = arguments.iter().take(MAX_ARGUMENTS).map(|a| self.leads_away(a)).collect();
        // A command line: its first word is a program.
        let command = arguments.len() > 1
            && arguments
                .first()
                .and_then(Value::known)
                .is_some_and(|name| knowledge::program(name).is_some());
        let all: Option<Vec<String>> = known.iter().cloned().collect();
        if let Some(all) =
            all.filter(|_| arguments.len() <= MAX_ARGUMENTS && (command || away.contains(&true)))
        {
            let list = all.join(", ");
            let (spelled, put) = match lang {
                Lang::Python => ("sys.argv[1:]", format!("[{list}]")),
                Lang::JavaScript => ("process.argv.slice(2)", format!("[{list}]")),
                Lang::Ruby => ("*ARGV", list),
                Lang::Perl => ("@ARGV", format!("({list})")),
                _ => ("", String::new()),
            };
            if !spelled.is_empty() {
                code = code.replace(spelled, &put);
            }
        }
        for (index, text) in known.iter().enumerate() {
            let (Some(text), true) = (text, command || away.get(index) == Some(&true)) else { continue };
            let spelled = match lang {
                Lang::Python => format!("sys.argv[{}]", index + 1),
                Lang::JavaScript => format!("process.argv[{}]", index + 2),
                Lang::Ruby => format!("ARGV[{index}]"),
                Lang::Perl => format!("$ARGV[{index}]"),
                Lang::Php => format!("$argv[{}]", index + 1),
                _ => return code,
            };
            code = code.replace(&spelled, text);
        }
        code
    }

    /// Puts the first line of a known input where the code reads it.
    pub(super) fn with_known_input(&self, lang: Lang, code: String) -> String {
        if lang != Lang::Python || !code.contains("input()") && !code.contains("sys.stdin.read") {
            return code;
        }
        let input = self.input();
        let Some(text) = input.known().filter(|text| !text.is_empty()) else { return code };
        let line = literal(text.lines().next().unwrap_or(""), lang);
        let (Some(line), Some(whole)) = (line, literal(text, lang)) else { return code };
        let mut out = String::with_capacity(code.len());
        // `get_input()` is a function of its own.
        let mut rest = code.as_str();
        while let Some(at) = rest.find("input()") {
            let (before, after) = rest.split_at(at);
            let own = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
            out.push_str(before);
            out.push_str(if own { "input()" } else { &line });
            rest = after.get("input()".len()..).unwrap_or("");
        }
        out.push_str(rest);
        out.replace("sys.stdin.readline()", &line).replace("sys.stdin.read()", &whole)
    }

    /// A known argument that is a path elsewhere, or no path at all.
    fn leads_away(&mut self, argument: &Value) -> bool {
        let Some(text) = argument.known() else { return false };
        text.contains(char::is_whitespace) || {
            let kind = self.place(argument).kind;
            !matches!(
                kind,
                PlaceKind::Workspace | PlaceKind::WorkspaceRoot | PlaceKind::Build | PlaceKind::Scratch
            )
        }
    }

    /// What a script deletes is not known; it was handed this path, which lies elsewhere.
    pub(super) fn handed_path(&mut self, kind: Kind) -> Option<Value> {
        if kind != Kind::Delete || self.script_arguments.is_empty() {
            return None;
        }
        let file = self.file_being_read()?;
        if self.is_settled(&file) {
            return None;
        }
        let arguments = std::rc::Rc::clone(&self.script_arguments);
        arguments
            .iter()
            .take(MAX_ARGUMENTS)
            .find(|argument| {
                let path =
                    argument.prefix().starts_with('/') && argument.known().is_some_and(|t| !t.contains(' '));
                path && self.leads_away(argument)
            })
            .cloned()
    }
}

/// A text as a literal of the language; `None` if it is too long.
fn literal(text: &str, lang: Lang) -> Option<String> {
    if text.len() > MAX_ARGUMENT {
        return None;
    }
    let mut quoted = text.replace('\\', "\\\\").replace('\'', "\\'");
    if matches!(lang, Lang::Python | Lang::JavaScript) {
        quoted = quoted.replace('\n', "\\n").replace('\r', "\\r");
    }
    Some(format!("'{quoted}'"))
}

#[cfg(test)]
#[path = "arguments_tests.rs"]
mod tests;
