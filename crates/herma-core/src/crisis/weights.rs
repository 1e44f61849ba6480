//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.91;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    6.09, // intent
    5.92, // ideation
    5.15, // plan
    5.56, // method
    4.56, // attempt
    5.24, // passive
    4.61, // burden
    4.14, // farewell
    5.61, // other
    2.82, // exit
    2.69, // veiled
    1.09, // death
    0.82, // means
    0.58, // urgency
    0.75, // goodbye
    0.88, // give_up
    0.59, // hopeless
    1.00, // load
    0.41, // self_hate
    0.91, // self_harm
    0.41, // pain
    0.22, // distress
    -0.63, // idiom
    -4.39, // software
    -4.00, // game
    -4.07, // fiction
    -4.58, // news
    -1.94, // humour
    -3.14, // past
    -4.06, // recovered
    -2.24, // loss
    -3.06, // practical
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    -1.56, // negated
    -2.48, // quoted
    0.71, // death_me
    0.50, // several
    1.48, // means_now
    1.65, // bye_now
    1.21, // strong_still
];
