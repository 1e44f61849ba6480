//! What a sed script does besides editing text.

use super::field::Value;
use super::walk::Walker;
use crate::effect::{Kind, Span};

impl Walker<'_> {
    /// `w file`, `r file` and the `e` command of sed.
    pub(super) fn sed_script(&mut self, value: &Value, span: Span) -> Value {
        let Some(text) = value.literal() else { return Value::default() };
        for command in text.split(['\n', ';']) {
            let command = command.trim();
            if let Some((_, rest)) = command
                .split_once("/e ")
                .or_else(|| command.split_once(" e "))
                .or_else(|| command.strip_prefix("e ").map(|r| ("", r)))
                .or_else(|| command.strip_prefix("1e ").map(|r| ("", r)))
            {
                self.in_subshell(|w| w.run_text(&Value::text(rest), span));
            }
            if let Some((head, file)) = command.split_once("r ")
                && head.chars().all(|c| c.is_ascii_digit() || matches!(c, '$' | ',' | '/'))
            {
                let file = Value::text(file.trim());
                self.path_effect(Kind::Read, &file, span, "sed/inserts", "reads {}", false);
            }
            let edits = substitution(command);
            if let Some((_, flags)) = &edits
                && let Some((_, file)) = flags.split_once('w')
            {
                self.path_effect(
                    Kind::Overwrite,
                    &Value::text(file.trim()),
                    span,
                    "sed/write",
                    "writes {}",
                    false,
                );
            }
            if let Some((replacement, flags)) = edits
                && flags.split('w').next().is_some_and(|f| f.contains('e'))
            {
                self.unreadable(span, "sed/execute", "lets sed run what it has edited");
                self.in_subshell(|w| w.run_text(&Value::text(replacement), span));
            }
            if let Some((head, file)) = command.split_once("w ")
                && (head.is_empty()
                    || head.ends_with('/')
                    || head.ends_with(['g', 'p'])
                    || head.chars().all(|c| c.is_ascii_digit() || c == '$' || c == ','))
            {
                self.path_effect(
                    Kind::Overwrite,
                    &Value::text(file.trim()),
                    span,
                    "sed/write",
                    "writes {}",
                    false,
                );
            }
        }
        Value::default()
    }
}

/// Replacement and flags of `s/a/b/flags`, for any delimiter.
fn substitution(command: &str) -> Option<(String, String)> {
    let at = command.find('s')?;
    let mut chars = command.get(at + 1..)?.chars();
    let delimiter = chars.next().filter(|c| !c.is_alphanumeric() && !c.is_whitespace())?;
    let mut pieces = vec![String::new()];
    while let Some(c) = chars.next() {
        let count = pieces.len();
        let last = pieces.last_mut()?;
        match c {
            '\\' => match chars.next() {
                Some(next) if next == delimiter => last.push(next),
                Some(next) => {
                    last.push('\\');
                    last.push(next);
                }
                None => {}
            },
            c if c == delimiter && count < 3 => pieces.push(String::new()),
            c => last.push(c),
        }
    }
    let [_, replacement, flags] = <[String; 3]>::try_from(pieces).ok()?;
    let marks = flags.split('w').next().unwrap_or("");
    marks.chars().all(|c| "gpiIeMm0123456789".contains(c)).then_some((replacement, flags))
}
