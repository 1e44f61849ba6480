//! The gate: times and levels, attacks by their numbers, random histories.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod answers;
mod binding;
mod grants;
mod history;
mod levels;
mod model;
mod support;
