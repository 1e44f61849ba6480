//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.88;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    6.00, // intent
    5.63, // ideation
    5.17, // plan
    5.57, // method
    4.48, // attempt
    5.30, // passive
    4.56, // burden
    4.06, // farewell
    5.60, // other
    3.03, // exit
    2.38, // veiled
    0.84, // death
    0.71, // means
    0.60, // urgency
    0.80, // goodbye
    0.92, // give_up
    0.60, // hopeless
    1.01, // load
    0.51, // self_hate
    0.90, // self_harm
    0.47, // pain
    0.30, // distress
    -0.68, // idiom
    -4.23, // software
    -1.04, // tech
    -4.01, // game
    -4.06, // fiction
    -4.59, // news
    -1.86, // humour
    -3.46, // past
    -4.15, // recovered
    -2.26, // loss
    -2.86, // practical
    -3.63, // support
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    0.00, // self
    0.00, // reflexive
    0.00, // you
    -1.57, // negated
    -2.64, // quoted
    0.63, // death_me
    0.34, // several
    1.30, // means_now
    1.57, // bye_now
    0.92, // strong_still
    0.46, // repeated
    -2.54, // helping
    -2.91, // addressed
];
