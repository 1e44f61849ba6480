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

pub use places::{Level1, Places};
pub use setup::{HELP, main};
