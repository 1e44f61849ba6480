//! Level 1 of who may answer (design, section 6): store, policy and keys belong to a user of their own, agents reach them
//! through a socket, and the kernel says who is at its other end.
//!
//! | file | is |
//! |---|---|
//! | `places` | where things lie, and what setup has written down about them |
//! | `wire`, `client`, `serve` | what goes over the socket; both of its ends |
//! | `desk` | answering through it |
//! | `setup`, `install`, `remove`, `managed`, `users` | `herma setup`: making all of it, and undoing it |
//! | `proof` | what `herma doctor` tries as the agent's user |

mod client;
pub mod desk;
mod install;
mod managed;
mod places;
pub mod proof;
mod remove;
mod serve;
mod setup;
mod users;
pub mod wire;

pub use places::Level1;
pub use setup::{HELP, main};

use herma_agents::Agent;
use std::path::PathBuf;

/// The agents whose settings root has fixed: their files, and whether the hook stands there as it was set.
pub fn hooks(level1: &Level1) -> Vec<(&'static Agent, PathBuf, bool)> {
    let as_set =
        |one: &managed::Managed| one.wanted().is_ok_and(|(file, new)| file.text.as_deref() == Some(&new));
    managed::all(&level1.places).into_iter().map(|one| (one.agent, one.file.clone(), as_set(&one))).collect()
}
