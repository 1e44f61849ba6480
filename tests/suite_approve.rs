//! Approving at the terminal: runs, prompts, grants, policy, undo, traces.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod answer;
mod binding;
mod events;
mod grants;
mod holes_policy;
mod inbox;
mod lookback;
mod photos;
mod policy;
mod prompt;
mod reviewer;
mod run;
mod suggest;
mod traces;
mod undo;
mod way;

use herma_tests as support;
