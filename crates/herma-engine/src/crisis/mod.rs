//! The card for a person in crisis, and which conversations have one (design, section 8; docs/crisis.md).

pub mod crisis_state;
pub mod operator;

use crate::effective_policy;
use crate::paths::Paths;
use herma_core::crisis::card::built_in;
use herma_core::policy::CrisisSettings;
pub use herma_view::view::is_crisis;
use std::path::Path;

/// The card in force: the operator's, if it is complete, signed and not expired; else the built-in one. There is always one.
pub fn card(data: Option<&Path>, settings: &CrisisSettings) -> String {
    let own = data.and_then(|data| operator::read(data, settings.card_key.as_deref()).ok());
    own.unwrap_or_else(|| built_in(locale(settings).as_deref()).text())
}

pub fn in_force(paths: &Paths) -> String {
    card(Some(&paths.data), &effective_policy::load(paths).base().policy().crisis)
}

/// What the policy says, or else the environment.
fn locale(settings: &CrisisSettings) -> Option<String> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    settings.locale.clone().or_else(|| ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| set(name)))
}
