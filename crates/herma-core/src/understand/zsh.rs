//! What only zsh evaluates. In bash these texts are mistakes or mean nothing, so that looking at them costs nobody.

use super::evaluate::flat;
use super::field::{Field, Value};
use super::walk::Walker;
use crate::effect::Span;

/// Functions that a shell calls by itself.
#[rustfmt::skip]
const HOOKS: &[&str] = &[
    "chpwd", "command_not_found_handle", "command_not_found_handler", "periodic", "precmd", "preexec", "zshaddhistory",
    "zshexit",
];

/// Whether a function of this name runs without anybody naming it: hooks, and traps such as `TRAPEXIT`.
pub(super) fn is_called_by_the_shell(name: &str) -> bool {
    HOOKS.binary_search(&name).is_ok()
        || name.strip_prefix("TRAP").is_some_and(|signal| {
            !signal.is_empty() && signal.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        })
}

impl Walker<'_> {
    /// `ls *(e:'code':)`, `ls *(+function)`: a qualifier behind a pattern that runs code for every file.
    pub(super) fn glob_qualifiers(&mut self, value: &Value, span: Span) {
        let text = flat(value);
        if text.contains("$~") {
            self.unreadable(span, "shell/zsh", "a variable as a pattern: for zsh it may hold code");
            return;
        }
        for code in qualifier_codes(&text) {
            self.in_subshell(|w| w.run_text(&Value::text(code), span));
        }
    }

    /// `emulate sh -c 'code'`.
    pub(super) fn emulate(&mut self, args: &[Field]) {
        for pair in args.windows(2) {
            if let [option, code] = pair
                && option.known().is_some_and(|o| o.starts_with('-') && o.contains('c'))
            {
                self.run_text(&code.value, code.span);
            }
        }
    }

    /// Functions are loaded from the folders in `fpath`: the system's, unless the text says otherwise.
    pub(super) fn autoload(&mut self) {
        if self.state.get("fpath").is_some() || self.state.get("FPATH").is_some() {
            self.unreadable(self.span, "shell/zsh", "loads functions from folders that this text names");
        }
    }

    pub(super) fn setopt(&mut self, args: &[Field]) {
        let plain = |text: &str| text.replace('_', "").to_ascii_lowercase();
        if args.iter().any(|a| a.known().is_some_and(|t| plain(t) == "globsubst")) {
            self.unreadable(self.span, "shell/zsh", "variables become patterns, which may hold code in zsh");
        }
    }

    /// Functions of zsh whose words are expanded again.
    pub(super) fn zsh_expands(&mut self, name: &str, args: &[Field]) {
        if name == "add-zsh-hook" {
            self.unreadable(self.span, "shell/zsh", "has the shell run a function by itself");
            return;
        }
        let prompt = args.iter().any(|a| a.known().is_some_and(|t| t.starts_with('-') && t.contains('P')));
        for arg in args.iter().filter(|a| (name != "print" || prompt) && !a.value.has_unknown()) {
            if !self.deeper() {
                return;
            }
            self.in_subshell(|w| w.expand_again(&arg.value));
            self.depth -= 1;
        }
    }

    /// `functions=(name code …)`, `chpwd_functions=(name)`: lists that say what runs.
    pub(super) fn zsh_list(&mut self, list: &str, values: &[Value]) {
        if list.strip_suffix("_functions").is_some_and(|hook| HOOKS.contains(&hook)) {
            self.unreadable(self.span, "shell/zsh", "has the shell run functions by itself");
        }
        if matches!(list, "functions" | "commands" | "aliases") {
            for pair in values.chunks(2) {
                if let [key, value] = pair
                    && !value.has_unknown()
                {
                    self.element_set(list, key, value);
                }
            }
        }
    }
}

/// The code in the qualifiers at the end of a pattern.
fn qualifier_codes(text: &str) -> Vec<String> {
    let Some(inner) = text.strip_suffix(')').and_then(|t| t.find('(').and_then(|at| t.get(at + 1..))) else {
        return Vec::new();
    };
    let mut codes = Vec::new();
    let mut rest = inner.strip_prefix("#q").unwrap_or(inner);
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or("");
        let taken = match c {
            '+' => rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len()),
            'e' | 'P' => delimited(rest).unwrap_or(0),
            // Alternatives are a pattern of bash and ksh.
            '|' => return Vec::new(),
            _ => 0,
        };
        let (piece, after) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        if c == '+' {
            codes.push(piece.to_owned());
        } else if c == 'e' {
            let code = piece.get(1..piece.len().saturating_sub(1)).unwrap_or("");
            codes.push(code.trim_matches(['\'', '"']).to_owned());
        }
        rest = after;
    }
    codes.retain(|code| !code.is_empty());
    codes
}

/// How long a text between two marks is, with them.
fn delimited(rest: &str) -> Option<usize> {
    let open = rest.chars().next().filter(|c| c.is_ascii_punctuation())?;
    let close = match open {
        '[' => ']',
        '{' => '}',
        '<' => '>',
        '(' => ')',
        other => other,
    };
    rest.get(1..)?.find(close).map(|at| at + 2)
}

#[cfg(test)]
mod tests {
    use super::{HOOKS, is_called_by_the_shell, qualifier_codes};

    #[test]
    fn the_list_is_sorted() {
        assert!(HOOKS.is_sorted());
        assert!(is_called_by_the_shell("TRAPEXIT") && !is_called_by_the_shell("TRAP"));
    }

    #[test]
    fn code_in_qualifiers_is_found() {
        for (text, want) in [
            ("*(e:'id -u':)", &["id -u"] as &[&str]),
            ("*(.e[id])", &["id"]),
            ("**/*(N+check)", &["check"]),
            ("*(#qoe:id:)", &["id"]),
            ("*(P:x:e:id:)", &["id"]),
            ("*(foo|e:bar:)", &[]),
            ("+([0-9])", &[]),
            ("*(.om[1,3])", &[]),
            ("*", &[]),
            ("f(x)y", &[]),
        ] {
            assert_eq!(qualifier_codes(text), want, "{text}");
        }
    }
}
