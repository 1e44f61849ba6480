//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.73;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    5.07, // intent
    5.12, // ideation
    4.29, // plan
    5.47, // method
    4.35, // attempt
    4.97, // passive
    4.34, // burden
    4.15, // farewell
    5.11, // other
    2.95, // exit
    2.23, // veiled
    0.87, // death
    0.43, // means
    0.36, // urgency
    0.56, // goodbye
    0.63, // give_up
    0.21, // hopeless
    0.58, // load
    0.12, // self_hate
    0.60, // self_harm
    0.31, // pain
    -0.22, // distress
    -0.66, // idiom
    -4.28, // software
    -0.45, // tech
    -3.92, // game
    -4.07, // fiction
    -4.39, // news
    -1.47, // humour
    -3.59, // past
    -4.11, // recovered
    -1.87, // loss
    -2.64, // practical
    -3.39, // support
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    0.00, // self
    0.00, // reflexive
    0.00, // you
    -1.13, // negated
    -2.48, // quoted
    0.75, // death_me
    -0.08, // several
    0.86, // means_now
    1.41, // bye_now
    0.24, // strong_still
    0.42, // repeated
    -2.51, // helping
    -2.75, // addressed
];
