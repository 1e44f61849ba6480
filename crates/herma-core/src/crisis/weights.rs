//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.86;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    6.05, // intent
    5.65, // ideation
    5.14, // plan
    5.56, // method
    4.50, // attempt
    5.32, // passive
    4.58, // burden
    4.06, // farewell
    5.63, // other
    2.96, // exit
    2.36, // veiled
    0.90, // death
    0.66, // means
    0.61, // urgency
    0.87, // goodbye
    0.93, // give_up
    0.60, // hopeless
    1.05, // load
    0.55, // self_hate
    0.90, // self_harm
    0.45, // pain
    0.27, // distress
    -0.67, // idiom
    -4.36, // software
    -0.83, // tech
    -4.01, // game
    -4.05, // fiction
    -4.44, // news
    -1.84, // humour
    -3.46, // past
    -4.11, // recovered
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
    0.63, // death_me
    0.79, // several
    1.37, // means_now
    1.73, // bye_now
    0.96, // strong_still
    0.48, // repeated
    -2.54, // helping
    -3.00, // addressed
];
