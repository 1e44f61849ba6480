//! From a call to its verdict: understand, assess, decide.

use crate::call::ToolCall;
use crate::digest::digest;
use crate::effect::Tier;
use crate::policy::{Mode, Policy};
use crate::understand::{Area, assess_call};
use crate::verdict::{Assessment, Decision, Verdict};
use crate::world::{Question, World};

pub(crate) fn judge(call: &ToolCall, world: &dyn World, policy: &Policy) -> Verdict {
    let (assessment, area) = assess_call(call, world, policy);
    let mode = match area {
        Area::Shell => policy.mode.shell,
        Area::Tools => policy.mode.tools,
    };
    decide(call, assessment, mode, world)
}

/// Section 5 of the design, as far as there are no rules and grants yet: hardline, then tier, then mode.
fn decide(call: &ToolCall, assessment: Assessment, mode: Mode, world: &dyn World) -> Verdict {
    let hardline = assessment.effects.iter().any(|e| e.hardline);
    let (strict, by) = if hardline {
        (Decision::Deny, "hardline")
    } else if assessment.tier >= Tier::Medium {
        (Decision::Ask, if assessment.bounded { "bound" } else { "tier" })
    } else {
        (Decision::Allow, "tier")
    };
    let lets_pass = matches!(mode, Mode::Observe | Mode::Off) && !hardline;
    let (decision, decided_by, would) = if lets_pass && strict == Decision::Ask {
        (Decision::Allow, format!("mode:{}", mode.as_str()), Some(strict))
    } else {
        (strict, by.to_owned(), None)
    };
    let cwd = call.cwd.clone().or_else(|| world.text(Question::Cwd)).unwrap_or_default();
    Verdict {
        decision,
        hardline,
        decided_by,
        would,
        tool: call.tool.clone(),
        digest: digest(call, &cwd),
        assessment,
    }
}
