//! The surface conformance suite.
//!
//! A scenario ([`scenarios`]) is written once against the trait [`surface::Surface`]. The table ([`table`]) runs every scenario
//! against every surface, each pair as a test of its own with its own throw-away home. A pair that fails today has a `Known` entry
//! in the table: the test then asserts that it still fails, so that a fix has to remove the entry.

mod a2a;
mod api;
mod hook;
mod level1;
mod mcp;
mod run;
mod scenarios;
mod surface;
mod table;
