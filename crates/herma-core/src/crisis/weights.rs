//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.74;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    5.07, // intent
    5.09, // ideation
    4.29, // plan
    5.47, // method
    4.35, // attempt
    4.97, // passive
    4.34, // burden
    4.15, // farewell
    5.12, // other
    2.95, // exit
    2.24, // veiled
    0.87, // death
    0.43, // means
    0.39, // urgency
    0.56, // goodbye
    0.62, // give_up
    0.19, // hopeless
    0.57, // load
    0.11, // self_hate
    0.62, // self_harm
    0.31, // pain
    -0.20, // distress
    -0.73, // idiom
    -4.27, // software
    -0.45, // tech
    -3.92, // game
    -4.07, // fiction
    -4.39, // news
    -1.59, // humour
    -3.60, // past
    -4.13, // recovered
    -1.87, // loss
    -2.64, // practical
    -3.46, // support
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    0.00, // self
    0.00, // reflexive
    0.00, // you
    -1.30, // negated
    -2.48, // quoted
    0.75, // death_me
    -0.04, // several
    0.86, // means_now
    1.38, // bye_now
    0.26, // strong_still
    0.42, // repeated
    -2.50, // helping
    -2.75, // addressed
];
