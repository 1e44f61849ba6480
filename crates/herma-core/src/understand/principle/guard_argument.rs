//! Herma's files and the agents' settings as an argument of a program that is no known reader.

use super::secret_argument::looks_like_a_path;
use crate::effect::{Kind, Reach, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::understand::field::Field;
use crate::understand::options::rest_of;
use crate::understand::own_secret::shows_nothing;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// They look at settings without changing them, or are the agents whose settings they are.
const READERS: &[&str] =
    &["[", "claude", "code", "codex", "diff", "gemini", "git", "herma", "jq", "ls", "stat", "test", "yq"];

impl Walker<'_> {
    /// Herma's secrets in the hands of any program that may show them, and its gateway's address.
    pub(super) fn own_secret_arguments(&mut self, name: &str, fields: &[Field]) {
        for field in fields.iter().skip(1) {
            let text = field.value.prefix();
            self.speaks_to_gateway(text, field.span);
            if shows_nothing(name) || self.run_place != RunPlace::Here {
                continue;
            }
            let text = text.rsplit_once(['=', '@']).map_or(text, |(_, path)| path);
            let skipped = field.value.prefix().len() - text.len();
            let value = if skipped == 0 { field.value.clone() } else { rest_of(field, skipped).value };
            if looks_like_a_path(text) {
                let placed = self.place(&value);
                if self.is_own_secret(&placed.path) {
                    self.reads_own_secret(&placed.path, field.span, "principle/own-secret");
                }
            }
        }
    }

    pub(super) fn guard_arguments(&mut self, name: &str, fields: &[Field]) {
        // `git config -f` writes any file that is named.
        let writes = name == "git" && fields.iter().any(|f| matches!(f.value.prefix(), "-f" | "--file"));
        if READERS.binary_search(&name).is_ok() && !writes {
            return;
        }
        for field in fields.iter().skip(1).filter(|f| looks_like_a_path(f.value.prefix())) {
            let placed = self.place(&field.value);
            if (placed.kind == PlaceKind::Guard || self.is_moved_guard(&placed.path))
                && !self.effects.iter().any(|e| e.target.as_deref() == Some(&placed.path))
            {
                let text = format!("hands `{}`, which guards this agent, to `{name}`", placed.path);
                self.effect(
                    Kind::DisableGuard,
                    Some(placed.path),
                    field.span,
                    "principle/guard-argument",
                    &text,
                    Tier::High,
                    Reach::User,
                    Undo::Hard,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::READERS.is_sorted());
    }
}
