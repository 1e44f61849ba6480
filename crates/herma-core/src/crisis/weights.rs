//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.63;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    4.85, // intent
    4.85, // ideation
    4.20, // plan
    5.49, // method
    4.07, // attempt
    4.76, // passive
    4.40, // burden
    4.16, // farewell
    4.99, // other
    2.82, // exit
    2.13, // veiled
    0.79, // death
    0.55, // means
    0.43, // urgency
    0.78, // goodbye
    0.46, // give_up
    0.29, // hopeless
    0.56, // load
    0.00, // self_hate
    0.83, // self_harm
    0.07, // pain
    -0.21, // distress
    -0.54, // idiom
    -4.29, // software
    -0.41, // tech
    -3.76, // game
    -4.07, // fiction
    -4.26, // news
    -1.56, // humour
    -3.48, // past
    -4.01, // recovered
    -1.92, // loss
    -2.56, // practical
    -3.44, // support
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    0.00, // self
    0.00, // reflexive
    0.00, // you
    -1.10, // negated
    -2.38, // quoted
    0.78, // death_me
    -0.15, // several
    0.99, // means_now
    1.17, // bye_now
    0.11, // strong_still
    0.43, // repeated
    -2.51, // helping
    -2.51, // addressed
];
