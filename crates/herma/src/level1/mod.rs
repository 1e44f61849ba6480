//! Level 1 of who may answer (design, section 6): store, policy and keys belong to a user of their own, agents reach them
//! through a socket, and the kernel says who is at its other end.
//!
//! | file | is |
//! |---|---|
//! | `places` | where things lie, and what setup has written down about them |
//! | `wire`, `client`, `serve` | what goes over the socket; both of its ends |
//! | `told` | that what is said about one file is about one file |
//! | `desk`, `questions`, `edits` | answering through it |
//! | `setup`, `install`, `remove`, `managed`, `users` | `herma setup`: making all of it, and undoing it |
//! | `proof` | what `herma doctor` tries as the agent's user |

mod client;
mod edits;
mod install;
mod managed;
mod places;
pub mod proof;
mod questions;
pub mod remote;
mod remove;
mod serve;
mod setup;
mod told;
mod users;
pub mod wire;

pub use places::Level1;
pub use setup::{HELP, main};

use herma_agents::Agent;
use std::path::PathBuf;

/// Commands that look at a store, and at level 1 at the service's own only if it is named.
#[rustfmt::skip]
const OF_A_HOME: &[&str] = &[
    "undo", "grants", "trace", "stats", "audit", "session", "mode", "policy", "replay", "forget", "approver", "suggest",
];

/// Says that a command speaks of the user's own home where level 1 holds: "nothing" there is not nothing at the service.
pub fn remark(command: &str, rest: &[std::ffi::OsString]) {
    let named = rest
        .iter()
        .any(|word| word.to_str().is_some_and(|word| word == "--home" || word.starts_with("--home=")));
    let helps = rest.iter().any(|word| word == "--help" || word == "-h");
    if named || helps || !OF_A_HOME.contains(&command) {
        return;
    }
    if let Ok(Some(level1)) = Level1::for_command(None) {
        let data = level1.places.data();
        eprintln!(
            "herma: level 1 holds here, and this is about your own home; of the service: `sudo -u {} herma {command} … --home {}`",
            places::USER,
            data.display()
        );
    }
}

/// The agents whose settings root has fixed: their files, and whether the hook stands there as it was set.
pub fn hooks(level1: &Level1) -> Vec<(&'static Agent, PathBuf, bool)> {
    let as_set =
        |one: &managed::Managed| one.wanted().is_ok_and(|(file, new)| file.text.as_deref() == Some(&new));
    managed::all(&level1.places).into_iter().map(|one| (one.agent, one.file.clone(), as_set(&one))).collect()
}
