//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.87;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    5.99, // intent
    5.63, // ideation
    5.18, // plan
    5.56, // method
    4.49, // attempt
    5.30, // passive
    4.58, // burden
    4.07, // farewell
    5.63, // other
    2.96, // exit
    2.37, // veiled
    0.85, // death
    0.71, // means
    0.64, // urgency
    0.90, // goodbye
    0.93, // give_up
    0.61, // hopeless
    1.08, // load
    0.55, // self_hate
    0.90, // self_harm
    0.45, // pain
    0.26, // distress
    -0.66, // idiom
    -4.36, // software
    -1.16, // tech
    -4.01, // game
    -4.10, // fiction
    -4.60, // news
    -1.86, // humour
    -3.44, // past
    -4.15, // recovered
    -2.28, // loss
    -2.87, // practical
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
    -2.61, // quoted
    0.56, // death_me
    0.77, // several
    1.37, // means_now
    1.73, // bye_now
    0.96, // strong_still
    0.48, // repeated
    -2.54, // helping
    -2.91, // addressed
];
