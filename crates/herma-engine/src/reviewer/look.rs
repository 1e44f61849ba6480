//! `reviewer.look = "changes"`: what would run and does more than look is shown to the reviewer too (design, sections 4
//! and 5: it may raise anything).
//!
//! Its word becomes part of the call's context, as an assessor's does, and the call is judged again with it: so it can
//! only raise, goes through the same lines, and what a person approves is bound as any other.

use super::{advice, failed, opinion_on};
use crate::effective_policy::EffectivePolicy;
use crate::paths::Paths;
use herma_core::call::{Finding, FindingSource, ToolCall};
use herma_core::policy::ReviewerLook;
use herma_core::verdict::Reviewer;
use herma_core::{Decision, Verdict, World};
use herma_reviewer::{Answer, Review};
use herma_store::{Request, Said};
use std::time::Duration;

/// Said where the disk hangs: without it there is neither a key nor a place to count what it costs.
const NO_DISK: &str = "the reviewer failed, so a person decides (the disk does not answer)";

/// How long it may take, if it may be asked about what would run.
pub fn longest(in_force: &EffectivePolicy) -> Option<Duration> {
    let settings = &in_force.policy().reviewer;
    let looks = settings.look == ReviewerLook::Changes && !settings.providers.is_empty();
    looks.then(|| Duration::from_secs(settings.deadline_s.into()))
}

/// Shows the reviewer a judged call that would run. `ahead` says what its opinion is worth where a way back is still to be
/// found: with one, a question may turn into a call that runs.
pub fn look(
    in_force: &EffectivePolicy,
    call: &mut ToolCall,
    world: &dyn World,
    paths: Option<&Paths>,
    plain: Verdict,
    ahead: impl FnOnce(&ToolCall, &Verdict) -> Reviewer,
) -> Verdict {
    let runs = |plain: &Verdict| match plain.decision {
        Decision::Allow => plain.reviewer == Reviewer::Looks,
        Decision::Ask => ahead(call, plain) == Reviewer::Looks,
        Decision::Deny => false,
    };
    if longest(in_force).is_none() || !runs(&plain) {
        return plain;
    }
    let reason = match paths.map(|paths| opinion_on(paths, &in_force.policy().reviewer, call, &plain)) {
        Some(Review::Opinion(opinion)) if opinion.answer == Answer::Approve => return plain,
        Some(Review::Opinion(opinion)) => advice(&opinion),
        Some(Review::Failed(fails)) => failed(&fails),
        None => NO_DISK.to_owned(),
    };
    call.context.raised.push(Finding {
        by: FindingSource::Reviewer,
        decision: Decision::Ask,
        tier: None,
        reason,
    });
    in_force.judge(call, world)
}

/// What was said about a call when it was first judged, for whoever judges it again when its request is answered: without
/// it, it would not be the question that was.
pub fn findings_of_request(request: &Request) -> Vec<Finding> {
    let raised = |said: &Said| Finding {
        by: FindingSource::named(&said.by),
        decision: Decision::Ask,
        tier: None,
        reason: said.reason.clone(),
    };
    request.document.raised.iter().map(raised).collect()
}
