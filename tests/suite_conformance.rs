//! One suite for every surface: each scenario of `conformance/table.rs` runs against each surface.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod conformance;

use herma_tests as support;
