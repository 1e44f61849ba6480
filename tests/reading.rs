//! Reading as the shell reads: every place where a command can hide, every way to spell one, and every text that
//! only looks like one.

pub mod carriers;
use crate::common;
mod hardline;
pub mod look_alikes;
pub mod places;
mod shadows;
pub mod spellings;
mod unsure;

use common::{all_are, judge};
use herma_core::Decision;

#[test]
fn t37_a_command_is_found_wherever_it_stands() {
    all_are(places::ALL, Decision::Deny);
}

#[test]
fn constants_are_evaluated() {
    all_are(spellings::ALL, Decision::Deny);
}

#[test]
fn t38_carriers_are_unwrapped() {
    all_are(carriers::ALL, Decision::Deny);
}

#[test]
fn what_must_never_happen_is_denied() {
    all_are(hardline::ALL, Decision::Deny);
}

#[test]
fn what_is_unsure_is_not_simply_allowed() {
    let ran: Vec<_> = unsure::ALL
        .iter()
        .chain(shadows::UNSURE)
        .filter(|text| judge(text).decision == Decision::Allow)
        .collect();
    assert!(ran.is_empty(), "would run: {ran:#?}");
}

#[test]
fn look_alikes_are_allowed() {
    all_are(look_alikes::ALL, Decision::Allow);
}

#[test]
fn t40_names_that_mean_something_else() {
    all_are(shadows::ALL, Decision::Deny);
}
