//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.45;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    4.77, // intent
    4.55, // ideation
    4.02, // plan
    5.46, // method
    4.03, // attempt
    4.63, // passive
    4.33, // burden
    4.08, // farewell
    4.71, // other
    2.78, // exit
    1.95, // veiled
    0.84, // death
    0.63, // means
    0.39, // urgency
    0.79, // goodbye
    0.53, // give_up
    0.34, // hopeless
    0.51, // load
    0.00, // self_hate
    0.84, // self_harm
    0.06, // pain
    0.07, // distress
    -0.65, // idiom
    -4.13, // software
    -0.53, // tech
    -3.60, // game
    -3.97, // fiction
    -4.24, // news
    -1.54, // humour
    -3.53, // past
    -4.05, // recovered
    -1.86, // loss
    -2.52, // practical
    -3.49, // support
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    0.00, // self
    0.00, // reflexive
    0.00, // you
    -0.94, // negated
    -2.37, // quoted
    0.81, // death_me
    -0.27, // several
    0.95, // means_now
    1.16, // bye_now
    0.19, // strong_still
    0.33, // repeated
    -2.52, // helping
    -2.62, // addressed
];
