//! The stores: one suite for both, then what only a disk and other processes can do to one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod conformance;
mod crash;
mod disk;
mod parallel;
mod support;
mod wake;
