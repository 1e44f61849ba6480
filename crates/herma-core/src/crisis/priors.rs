//! The weights as guessed before anything was measured: what training starts from, and is held close to.

use super::signs::{COUNT, FEATURES};

pub const BIAS: f32 = -3.0;

/// In the order of `signs::SIGNS`, then of `signs::EXTRA`.
pub const WEIGHTS: [f32; FEATURES] = [
    6.0,  // intent
    5.5,  // ideation
    4.5,  // plan
    5.5,  // method
    4.5,  // attempt
    4.5,  // passive
    4.2,  // burden
    4.0,  // farewell
    5.5,  // other
    2.0,  // exit
    1.8,  // veiled
    1.2,  // death
    0.6,  // means
    0.5,  // urgency
    0.6,  // goodbye
    0.9,  // give_up
    0.7,  // hopeless
    1.1,  // load
    0.6,  // self_hate
    0.9,  // self_harm
    0.6,  // pain
    0.1,  // distress
    -0.3, // idiom
    -4.5, // software
    -1.0, // tech
    -4.0, // game
    -4.0, // fiction
    -4.5, // news
    -2.0, // humour
    -3.2, // past
    -4.0, // recovered
    -2.5, // loss
    -2.5, // practical
    -3.5, // support
    0.0,  // negator
    0.0,  // no_negation
    0.0,  // turn
    0.0,  // me
    0.0,  // still
    0.0,  // self
    0.0,  // reflexive
    0.0,  // you
    -1.8, // negated
    -2.5, // quoted
    0.8,  // death_me
    0.5,  // several
    1.5,  // means_now
    1.5,  // bye_now
    1.0,  // strong_still
    0.6,  // repeated
    -2.5, // helping
    -3.0, // addressed
];

const _: () = assert!(COUNT + 10 == FEATURES);
