//! From a call to its verdict: understand, assess, decide.

use crate::binding::bind;
use crate::call::ToolCall;
use crate::digest::digest;
use crate::effect::Tier;
use crate::policy::{Mode, Policy};
use crate::understand::{Area, Understood, assess_call};
use crate::verdict::{Decision, Verdict};
use crate::world::{Question, World};

pub(crate) fn judge(call: &ToolCall, world: &dyn World, policy: &Policy) -> Verdict {
    let understood = assess_call(call, world, policy);
    let mode = match understood.area {
        Area::Shell => policy.mode.shell,
        Area::Tools => policy.mode.tools,
    };
    decide(call, understood, mode, world)
}

/// Section 5 of the design, as far as there are no rules and grants yet: hardline, then tier, then mode.
fn decide(call: &ToolCall, understood: Understood, mode: Mode, world: &dyn World) -> Verdict {
    let Understood { assessment, area, uses } = understood;
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
    // Only a yes is bound, and only an ask gets one.
    let bound = match decision {
        Decision::Ask => bind(&uses, area, &cwd, world),
        Decision::Allow | Decision::Deny => Vec::new(),
    };
    Verdict {
        decision,
        hardline,
        decided_by,
        would,
        tool: call.tool.clone(),
        digest: digest(call, &cwd, &bound),
        bound,
        assessment,
    }
}
