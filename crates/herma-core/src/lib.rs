//! What a tool call would do, and what is to be done about it.
//!
//! `call -> understand -> assess -> decide`, all of it a function of the call, the policy and a [`World`].
//! Nothing in here knows that a disk or a network exists.

#![forbid(unsafe_code)]

pub mod agents;
pub mod binding;
pub mod call;
pub mod crisis;
pub mod digest;
pub mod effect;
pub mod grant;
pub mod json;
pub mod policy;
pub mod review;
pub mod shell;
pub mod taint;
pub mod text;
pub mod verdict;
pub mod work;
pub mod world;

pub use call::ToolCall;
pub use judge::Grants;
pub use policy::Policy;
pub use understand::mcp;
pub use verdict::{Assessment, Decision, Verdict};
pub use world::{Answer, Question, World};

pub mod code;
pub mod knowledge;

/// Judges one call: understand, assess, decide.
pub fn judge(call: &ToolCall, world: &dyn World, policy: &Policy) -> Verdict {
    judge::judge(call, world, policy, &|_| None, None)
}

/// The decision and the tier alone: for whoever judges many calls and asks nobody.
pub fn decision(call: &ToolCall, world: &dyn World, policy: &Policy) -> (Decision, effect::Tier) {
    judge::decision(call, world, policy)
}

/// The same, where what it changes can be had back.
pub fn judge_with_undo(
    call: &ToolCall,
    world: &dyn World,
    policy: &Policy,
    way_back: &review::UndoPlan,
) -> Verdict {
    judge::judge(call, world, policy, &|_| None, Some(way_back))
}

/// The same, where there are grants: they are asked on their own line of section 5, and on no other.
pub fn judge_with(call: &ToolCall, world: &dyn World, policy: &Policy, grants: Grants<'_>) -> Verdict {
    judge::judge(call, world, policy, grants, None)
}

/// Each effect of this call with the policy rule that matches it and that rule's decision, for `herma explain`.
pub fn rules_of_effects(
    call: &ToolCall,
    world: &dyn World,
    policy: &Policy,
) -> Vec<(effect::Effect, Option<(verdict::Ruled, Decision)>)> {
    judge::rules_of_effects(call, world, policy)
}

mod assess;
mod blob;
mod fold;
mod judge;
mod link_target;
mod remotes;
pub mod understand;

// The builder of the tables, in its tests, finds these where `build.rs` has them.
#[cfg(test)]
use understand::tool::{does, name, senses};
