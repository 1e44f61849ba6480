//! A secret, or one of the machine's own files, in something that leaves.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Source, Value};
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// Parts of variable names that say "secret".
#[rustfmt::skip]
const MARKS: &[&str] = &[
    "TOKEN", "SECRET", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "CREDENTIAL",
];

/// A variable whose name says that it holds a secret.
pub(in crate::understand) fn secret_variable(value: &Value) -> Option<String> {
    value.sources().find_map(|s| match s {
        Source::Variable(name) if MARKS.iter().any(|m| name.to_ascii_uppercase().contains(m)) => {
            Some(format!("${name}"))
        }
        _ => None,
    })
}

impl Walker<'_> {
    /// A file that goes into a request: the secret that it holds, if it does. The machine's own files have no business
    /// in a request, wherever it goes.
    pub(in crate::understand) fn file_leaves(&mut self, file: &Field, span: Span) -> Option<String> {
        let placed = self.place(&file.value);
        match placed.kind {
            PlaceKind::Credential => return Some(placed.path),
            PlaceKind::System | PlaceKind::Startup | PlaceKind::OtherHome => {
                let text = format!("sends `{}`, which is not the project's", placed.path);
                self.effect(
                    Kind::Send,
                    Some(placed.path),
                    span,
                    "principle/system-file-leaves",
                    &text,
                    Tier::Medium,
                    Reach::Remote,
                    Undo::None,
                );
                return None;
            }
            _ => {}
        }
        self.written
            .iter()
            .rev()
            .find(|(p, _)| *p == placed.path)
            .and_then(|(_, c)| c.secret().map(str::to_owned))
    }
}
