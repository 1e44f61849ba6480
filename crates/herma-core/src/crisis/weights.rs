//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.69;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    5.59, // intent
    5.16, // ideation
    4.27, // plan
    5.47, // method
    4.42, // attempt
    5.18, // passive
    4.39, // burden
    4.19, // farewell
    5.24, // other
    2.96, // exit
    2.19, // veiled
    0.88, // death
    0.46, // means
    0.40, // urgency
    0.64, // goodbye
    0.66, // give_up
    0.28, // hopeless
    0.64, // load
    0.11, // self_hate
    0.63, // self_harm
    0.33, // pain
    -0.28, // distress
    -0.59, // idiom
    -4.31, // software
    -0.46, // tech
    -3.89, // game
    -4.06, // fiction
    -4.44, // news
    -1.45, // humour
    -3.71, // past
    -4.11, // recovered
    -1.89, // loss
    -2.58, // practical
    -3.42, // support
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    0.00, // self
    0.00, // reflexive
    0.00, // you
    -1.17, // negated
    -2.51, // quoted
    0.76, // death_me
    -0.10, // several
    0.84, // means_now
    1.42, // bye_now
    0.41, // strong_still
    0.35, // repeated
    -2.52, // helping
    -2.76, // addressed
];
