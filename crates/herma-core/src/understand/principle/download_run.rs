//! Download then run: code that comes over the network, in one step or several.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};

impl Walker<'_> {
    /// A script or program below a folder that this text fills from the network, unless it was there before.
    pub(in crate::understand) fn runs_fetched(&mut self, path: &str, span: Span) {
        let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let Some((_, from)) = self.fetched.iter().rev().find(|(folder, _)| below(folder)) else { return };
        if matches!(self.world.ask(Question::Look(path)), Answer::Entry(_)) {
            return;
        }
        let from = from.clone();
        self.runs_download(Some(&from), span, &format!("runs what it just downloaded from {from}"));
    }

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
