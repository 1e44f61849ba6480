//! Switching off what would tell: the shell's history here; logs, firewalls and audit in the tables and by their place.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::Value;
use crate::understand::walk::Walker;

impl Walker<'_> {
    /// A variable that keeps, or no longer keeps, the history.
    pub(super) fn history_variable(&mut self, name: &str, value: &Value, span: Span) {
        let off = match name {
            "HISTFILE" => value.known().is_some_and(|t| t.is_empty() || t == "/dev/null"),
            "HISTSIZE" | "HISTFILESIZE" | "SAVEHIST" => value.known() == Some("0"),
            "HISTIGNORE" => value.known() == Some("*"),
            _ => false,
        };
        if off {
            self.history_off(span);
        }
    }

    /// A program that runs under another name than its own, or out of a hidden place: who looks does not find it.
    pub(in crate::understand) fn other_name(&mut self, span: Span) {
        self.effect(
            Kind::DisableGuard,
            None,
            span,
            "principle/other-name",
            "runs a program where nobody would look, or under another name",
            Tier::Medium,
            Reach::User,
            Undo::Hard,
        );
    }

    pub(in crate::understand) fn history_off(&mut self, span: Span) {
        self.effect(
            Kind::DisableGuard,
            None,
            span,
            "principle/history-off",
            "switches the shell's history off",
            Tier::Medium,
            Reach::User,
            Undo::Hard,
        );
    }
}
