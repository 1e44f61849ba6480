//! Real agents, offline, against a scripted model.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod done_when;
mod hermes;
mod real_agents;
mod support;
