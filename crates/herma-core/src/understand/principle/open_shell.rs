//! A shell without a script: what is typed into it afterwards is never seen here.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::understand::walk::Walker;

impl Walker<'_> {
    /// `name` is opened with nothing to run. In a container it is that container's business; in a file that was there
    /// before, the author's.
    pub(in crate::understand) fn open_shell(&mut self, name: &str, span: Span) {
        if self.run_place == RunPlace::Container || self.in_file {
            return;
        }
        self.effect(
            Kind::RunUnknownCode,
            Some(name.to_owned()),
            span,
            "principle/open-shell",
            &format!("opens `{name}`: what is typed into it is not seen here"),
            Tier::High,
            Reach::User,
            Undo::None,
        );
    }
}
