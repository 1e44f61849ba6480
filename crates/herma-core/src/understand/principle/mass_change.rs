//! A loss, or a change of mode or owner, that takes a whole place: the root, a system folder, a home, the guard.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::policy::ContainerRoot;
use crate::understand::effects::Ruling;
use crate::understand::field::Field;
use crate::understand::place::{PlaceKind, Placed};
use crate::understand::walk::Walker;

impl Walker<'_> {
    /// `foo /`, `foo --root /etc`: a program of which nobody knows what it does, and all of the system or a home to do it to.
    pub(super) fn whole_places(&mut self, name: &str, fields: &[Field]) {
        if self.in_file || self.speculating || self.run_place != RunPlace::Here || self.is_free_container() {
            return;
        }
        for field in fields.iter().skip(1) {
            let text = field.value.prefix();
            if !text.starts_with(['/', '~']) || text.contains("://") {
                continue;
            }
            let placed = self.place(&field.value);
            let whole =
                matches!(placed.kind, PlaceKind::Root | PlaceKind::SystemFolder | PlaceKind::HomeWhole);
            if whole && !placed.many {
                let text = format!("hands all of `{}` to `{name}`, which no table describes", placed.path);
                let target = Some(placed.path);
                self.effect(
                    Kind::Run,
                    target,
                    field.span,
                    "principle/whole-place",
                    &text,
                    Tier::Medium,
                    Reach::System,
                    Undo::Hard,
                );
                return;
            }
        }
    }

    /// The root, a system folder or a home, as a whole.
    pub(in crate::understand) fn is_whole(&self, path: &str) -> bool {
        matches!(self.kind_of(path), PlaceKind::Root | PlaceKind::SystemFolder | PlaceKind::HomeWhole)
    }

    pub(in crate::understand) fn rule_on_whole(&self, placed: &Placed) -> Option<Ruling> {
        let whole = matches!(placed.kind, PlaceKind::Root | PlaceKind::SystemFolder | PlaceKind::HomeWhole);
        if whole {
            if self.is_in_container() {
                return Some(match self.policy.place.container_root {
                    ContainerRoot::Ask => Ruling::new(Tier::Critical, Reach::System, Undo::None),
                    ContainerRoot::Allow => Ruling::new(Tier::Low, Reach::Scratch, Undo::Hard),
                });
            }
            return Some(Ruling::hard(if placed.kind == PlaceKind::HomeWhole {
                Reach::User
            } else {
                Reach::System
            }));
        }
        (placed.kind == PlaceKind::Guard || self.holds_guard(&placed.path)).then(|| Ruling::hard(Reach::User))
    }
}
