//! Judging: what a call would do, as `herma check` and `herma eval` see it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod batch;
mod budget;
mod cases;
mod check;
mod common;
mod corpus;
mod crisis_reader;
mod differential;
mod docs;
mod eval;
mod holes_places;
mod holes_show;
mod hostile;
mod properties;
mod reading;
mod recipe_chains;
mod regressions;

use herma_tests as support;
