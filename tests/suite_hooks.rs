//! Hooks and clients: every dialect, connecting agents, level 1, the Python and TypeScript clients. Real agents, offline, against
//! a scripted model.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod connect;
mod doctor;
mod done_when;
mod hermes;
mod hook;
mod hook_attacks;
mod hook_fuzz;
mod hook_hold;
mod level1;
mod plugins;
mod python;
mod real_agents;
mod typescript;

use herma_tests as support;
