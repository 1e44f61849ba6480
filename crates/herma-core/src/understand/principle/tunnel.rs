//! A way into this machine for whoever has the address: an unlisted program that is called a tunnel, or told to open one.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::field::Field;
use crate::understand::walk::Walker;

/// Verbs that open this machine to others. Sorted.
const OPENS: &[&str] = &["expose", "funnel", "tunnel"];

/// Words behind which nothing is opened. Sorted.
const LOOKS: &[&str] = &["delete", "help", "info", "list", "ls", "status", "stop", "version"];

impl Walker<'_> {
    pub(super) fn opens_tunnel(&mut self, name: &str, fields: &[Field]) {
        let words: Vec<&str> = fields.iter().skip(1).map(|f| f.value.prefix()).collect();
        let mut operands = words.iter().copied().filter(|w| !w.starts_with('-') && !w.is_empty());
        let first = operands.next().unwrap_or("");
        let second = operands.next().unwrap_or("");
        let looks = |word: &str| LOOKS.binary_search(&word).is_ok();
        let helps = words.iter().any(|w| matches!(*w, "--help" | "-h" | "--version"));
        let shares = matches!(first, "share" | "serve" | "publish")
            && words.contains(&"--public")
            && second.chars().all(|c| c.is_ascii_digit());
        let told = OPENS.binary_search(&first).is_ok() || shares;
        let called = name.contains("tunnel") || name.contains("ngrok");
        if helps || looks(second) || looks(first) || !(told || called) {
            return;
        }
        let span = self.span;
        self.effect(
            Kind::OpenNetwork,
            None,
            span,
            "principle/tunnel",
            "opens this machine to others, or a tunnel out of it",
            Tier::Medium,
            Reach::Remote,
            Undo::Hard,
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        assert!(super::OPENS.is_sorted());
        assert!(super::LOOKS.is_sorted());
    }
}
