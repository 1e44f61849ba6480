//! Herma's files and the agents' settings as an argument of a program that is no known reader.

use super::secret_argument::looks_like_a_path;
use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::field::Field;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// They look at settings without changing them, or are the agents whose settings they are.
const READERS: &[&str] =
    &["[", "claude", "code", "codex", "diff", "gemini", "git", "herma", "jq", "ls", "stat", "test", "yq"];

impl Walker<'_> {
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
