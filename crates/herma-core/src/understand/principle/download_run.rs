//! Download then run: code that comes over the network, in one step or several.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::walk::Walker;

impl Walker<'_> {
    /// Code from `from` is run. What it does is whatever that address says at that moment.
    pub(in crate::understand) fn runs_download(&mut self, from: Option<&str>, span: Span, text: &str) {
        self.effect(
            Kind::RunUnknownCode,
            from.map(str::to_owned),
            span,
            "principle/download-then-run",
            text,
            Tier::High,
            Reach::User,
            Undo::None,
        );
    }
}
