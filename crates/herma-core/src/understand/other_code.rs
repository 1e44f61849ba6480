//! Code that has no reader of its own: commands of editors and debuggers, and languages of which only the strings
//! are looked at.

use super::field::Value;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;

/// Lines of an editor's script that are looked at, and paths of a piece of code.
const MAX_LINES: usize = 256;
const MAX_PATHS: usize = 48;

/// Words of any language that are rid of files.
const DELETES: &[&str] = &[
    "unlink",
    "delete",
    "remove",
    "rmdir",
    "rm(",
    "rm_rf",
    "rm-rf",
    "rmtree",
    "deltree",
    "erase",
    "recursive_delete",
];

/// What stands in front of an editor's command and changes nothing about it.
const PREFIXES: &[&str] = &[
    "silent!",
    "silent",
    "sil!",
    "sil",
    "noautocmd",
    "keepalt",
    "keepjumps",
    "verbose",
    "argdo",
    "bufdo",
    "windo",
    "tabdo",
    "cdo",
    "cfdo",
    "normal",
    "norm",
    "exe",
    "execute",
];

impl Walker<'_> {
    /// `%s/a/b/g | w | !make`: what leaves for the shell or another file is followed.
    pub(super) fn editor_commands(&mut self, value: &Value, span: Span) -> Value {
        let text = value.literal().unwrap_or_default();
        for line in text.lines().take(MAX_LINES) {
            self.editor_line(line, span);
        }
        if text.lines().nth(MAX_LINES).is_some() {
            self.unreadable(span, "code/bound", "gives an editor more commands than are looked at");
        }
        self.effect(
            Kind::Run,
            None,
            span,
            "code/editor",
            "runs commands inside an editor",
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
        Value::default()
    }

    fn editor_line(&mut self, line: &str, span: Span) {
        let mut rest = line;
        loop {
            let command = without_range(rest);
            if let Some(code) = shell_of(command) {
                self.in_subshell(|w| w.run_text(&Value::text(code), span));
                return;
            }
            let (piece, after) = match command.split_once('|') {
                Some((piece, after)) => (piece.trim(), Some(after)),
                None => (command.trim(), None),
            };
            if opens_a_shell(piece) {
                self.open_shell("sh", span);
            }
            self.editor_command(piece, command, span);
            match after {
                Some(after) => rest = after,
                None => return,
            }
        }
    }

    /// One command: `piece` up to the bar, `whole` with what follows it.
    fn editor_command(&mut self, piece: &str, whole: &str, span: Span) {
        let (word, argument) = piece.split_once(' ').unwrap_or((piece, ""));
        let argument = argument.trim();
        let lang = match word {
            "lua" | "luado" => Some(Lang::Lua),
            "py" | "python" | "py3" | "python3" | "pyx" | "pydo" | "py3do" | "script" => Some(Lang::Python),
            "ruby" | "rub" | "rubydo" => Some(Lang::Ruby),
            "perl" | "pe" | "perldo" => Some(Lang::Perl),
            _ => None,
        };
        if let Some(lang) = lang.filter(|_| !argument.is_empty()) {
            let code = whole.split_once(' ').map_or("", |(_, code)| code);
            self.in_subshell(|w| w.run_code(lang, &Value::text(code), span));
        } else if matches!(
            word,
            "w" | "w!" | "write" | "write!" | "sav" | "saveas" | "saveas!" | "wq" | "wq!" | "x"
        ) && !argument.is_empty()
        {
            let target = self.home_path(argument.trim_start_matches(">> "));
            self.path_effect(Kind::Overwrite, &target, span, "editor/write", "writes {}", false);
        } else if piece.contains('(') {
            self.foreign_calls(whole, span, true);
            self.deletions(whole, span);
        }
    }

    /// A language that is not read: the processes that it starts and the files that it deletes, as far as names say.
    pub(super) fn other_code(&mut self, value: &Value, span: Span) -> Value {
        self.other_language(value, span, true);
        if let Some(text) = value.literal() {
            if !self.in_file {
                self.secrets_in_code(&text, span);
            }
            self.client_calls(&text, span);
            self.deletions(&text, span);
            for command in called_on_strings(&text) {
                self.in_subshell(|w| w.run_text(&Value::text(command), span));
            }
        }
        self.effect(
            Kind::Run,
            None,
            span,
            "code/other",
            "runs code in a language that is not read here",
            Tier::Low,
            Reach::Workspace,
            Undo::Hard,
        );
        Value::default()
    }

    /// Absolute paths beside a word such as `unlink`.
    pub(super) fn deletions(&mut self, text: &str, span: Span) {
        let deletes = |line: &str| {
            // In capitals it is a word of HTTP or SQL; CMake has its own.
            line.contains("file(REMOVE") || DELETES.iter().any(|w| contains_word(line, w))
        };
        let lines = text.lines().filter(|line| deletes(line));
        let paths = lines.flat_map(|line| {
            let home = line.contains("\"~\"") || line.contains("'~'");
            line.split([' ', '\t', ',', '(', ')', ';', '"', '\'', '`', '[', ']', '{', '}'])
                .filter(move |w| w.starts_with('/') || w.starts_with("~/") || home && *w == "~")
        });
        let paths: Vec<&str> = paths.take(MAX_PATHS + 1).collect();
        if paths.len() > MAX_PATHS {
            self.unreadable(span, "code/bound", "may delete more paths than are looked at");
        }
        for path in paths.into_iter().take(MAX_PATHS) {
            let value = self.home_path(path);
            self.path_effect(Kind::Delete, &value, span, "code/delete", "may delete {}", true);
        }
    }

    /// A text as a path; a leading `~` is the home.
    fn home_path(&self, text: &str) -> Value {
        match text.strip_prefix('~').filter(|r| r.is_empty() || r.starts_with('/')) {
            Some(rest) => Value::text(format!("{}{rest}", self.home)),
            None => Value::text(text),
        }
    }
}

/// `remove`, `Remove`, `rmDir`: as languages write it, but not `REMOVE`.
fn contains_word(line: &str, word: &str) -> bool {
    let bytes = line.as_bytes();
    bytes
        .windows(word.len())
        .any(|part| part.eq_ignore_ascii_case(word.as_bytes()) && part.iter().any(u8::is_ascii_lowercase))
}

/// `:`, `%`, `1,5`, `'<,'>` and words that only modify are not the command.
fn without_range(text: &str) -> &str {
    let mut rest = text.trim_start_matches([':', ' ', '\t']);
    loop {
        let before = rest;
        rest = rest.trim_start_matches([':', ' ', '%', '$', '.', ',', '\'', '"', '<', '>', '*', ';']);
        rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        for prefix in PREFIXES {
            if let Some(after) = rest.strip_prefix(prefix).and_then(|r| r.strip_prefix(' ')) {
                rest = after;
            }
        }
        if let Some(after) = rest.strip_prefix("g/").or_else(|| rest.strip_prefix("v/")) {
            rest = after.split_once('/').map_or("", |(_, command)| command);
        }
        if rest == before {
            return rest;
        }
    }
}

/// `!make`, `r !ls`, `w !sudo tee x`, `shell ls`, `term ls`: what goes to the shell, to the end of the line.
fn shell_of(command: &str) -> Option<&str> {
    for word in [
        "!",
        "r!",
        "r !",
        "read !",
        "w !",
        "write !",
        "e !",
        "e!",
        "pipe ",
        "shell ",
        "term ",
        "terminal ",
        "ter ",
        "te ",
        "platform shell ",
    ] {
        if let Some(code) = command.strip_prefix(word) {
            let code = code.trim_matches(['"', ' ']).trim_start_matches('!');
            // `:terminal ++curwin bash`: its own options stand before the command.
            let mut code = code;
            while code.starts_with("++") {
                code = code.split_once(' ').map_or("", |(_, rest)| rest);
            }
            return Some(code).filter(|c| !c.is_empty());
        }
    }
    None
}

/// `shell`, `sh`, `terminal ++curwin`: with nothing behind it, a shell waits for somebody to type.
fn opens_a_shell(piece: &str) -> bool {
    let mut words = piece.split_whitespace();
    matches!(words.next(), Some("shell" | "sh" | "she" | "shel" | "term" | "terminal" | "ter"))
        && words.all(|w| w.starts_with("++"))
}

/// `"rm -rf x".!` in Scala, `'rm -rf x'.execute()` in Groovy: a string that is told to run itself.
pub(super) fn called_on_strings(text: &str) -> Vec<&str> {
    let calls = ["\".!", "\".execute(", "'.execute("];
    let ends = calls.iter().flat_map(|call| text.match_indices(call));
    ends.filter_map(|(end, call)| {
        let before = text.get(..end)?;
        let quote = call.chars().next()?;
        before.rfind(quote).and_then(|start| before.get(start + 1..))
    })
    .take(MAX_PATHS)
    .collect()
}
