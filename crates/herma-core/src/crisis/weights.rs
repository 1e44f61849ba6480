//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.94;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    6.03, // intent
    5.91, // ideation
    5.11, // plan
    5.54, // method
    4.57, // attempt
    5.19, // passive
    4.53, // burden
    4.10, // farewell
    5.58, // other
    2.79, // exit
    1.17, // death
    0.75, // means
    0.64, // urgency
    0.73, // goodbye
    0.81, // give_up
    0.68, // hopeless
    1.04, // load
    0.40, // self_hate
    0.91, // self_harm
    0.50, // pain
    0.12, // distress
    -0.54, // idiom
    -4.43, // software
    -3.96, // game
    -4.06, // fiction
    -4.53, // news
    -2.00, // humour
    -3.06, // past
    -4.02, // recovered
    -2.23, // loss
    -2.90, // practical
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    -1.75, // negated
    -2.47, // quoted
    0.79, // death_me
    0.49, // several
    1.38, // means_now
    1.61, // bye_now
    1.17, // strong_still
];
