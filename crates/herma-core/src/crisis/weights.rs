//! The weights. Written by `cargo xtask crisis train` out of tests/cases/tuned/crisis*.jsonl and the guesses in
//! `priors.rs`: see docs/crisis.md. A weight is what one sign adds to the log of the odds.

use super::signs::FEATURES;

pub const BIAS: f32 = -2.62;

#[rustfmt::skip]
pub const WEIGHTS: [f32; FEATURES] = [
    5.55, // intent
    4.89, // ideation
    4.22, // plan
    5.46, // method
    4.24, // attempt
    5.13, // passive
    4.39, // burden
    3.80, // farewell
    5.22, // other
    2.75, // exit
    2.12, // veiled
    0.98, // death
    0.43, // means
    0.35, // urgency
    0.57, // goodbye
    0.86, // give_up
    0.27, // hopeless
    0.60, // load
    0.12, // self_hate
    0.70, // self_harm
    0.36, // pain
    0.11, // distress
    -0.63, // idiom
    -4.22, // software
    -0.50, // tech
    -3.83, // game
    -4.02, // fiction
    -4.40, // news
    -1.38, // humour
    -3.61, // past
    -4.12, // recovered
    -1.91, // loss
    -2.75, // practical
    -3.40, // support
    0.00, // negator
    0.00, // no_negation
    0.00, // turn
    0.00, // me
    0.00, // still
    0.00, // self
    0.00, // reflexive
    0.00, // you
    -1.22, // negated
    -2.50, // quoted
    0.75, // death_me
    -0.06, // several
    0.82, // means_now
    1.28, // bye_now
    0.34, // strong_still
    0.13, // repeated
    -2.52, // helping
    -2.82, // addressed
];
