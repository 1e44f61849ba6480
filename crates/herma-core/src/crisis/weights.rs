//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis.jsonl and the first guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -3.0;
pub const WEIGHTS: [f32; FEATURES] = super::priors::WEIGHTS;
