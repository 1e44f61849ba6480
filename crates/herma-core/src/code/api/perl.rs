//! Not yet.

use super::Module;

pub(super) static MODULES: &[Module] = &[];
