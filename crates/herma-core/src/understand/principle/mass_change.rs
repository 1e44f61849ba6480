//! A loss, or a change of mode or owner, that takes a whole place: the root, a system folder, a home, the guard.

use crate::effect::{Reach, Tier, Undo};
use crate::policy::ContainerRoot;
use crate::understand::effects::Ruling;
use crate::understand::place::{PlaceKind, Placed};
use crate::understand::walk::Walker;

impl Walker<'_> {
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
