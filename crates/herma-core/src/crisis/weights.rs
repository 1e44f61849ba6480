//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.89;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    6.07, // intent
    5.91, // ideation
    5.16, // plan
    5.56, // method
    4.56, // attempt
    5.30, // passive
    4.61, // burden
    4.13, // farewell
    5.61, // other
    3.04, // exit
    2.39, // veiled
    1.07, // death
    0.80, // means
    0.57, // urgency
    0.74, // goodbye
    0.92, // give_up
    0.58, // hopeless
    1.03, // load
    0.51, // self_hate
    0.90, // self_harm
    0.42, // pain
    0.27, // distress
    -0.60, // idiom
    -4.38, // software
    -4.00, // game
    -4.07, // fiction
    -4.58, // news
    -1.94, // humour
    -3.11, // past
    -4.06, // recovered
    -2.25, // loss
    -2.89, // practical
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    -1.58, // negated
    -2.48, // quoted
    0.69, // death_me
    0.57, // several
    1.40, // means_now
    1.65, // bye_now
    1.20, // strong_still
];
