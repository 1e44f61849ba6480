//! From a call to its verdict.

use crate::call::ToolCall;
use crate::digest::digest;
use crate::effect::{Class, Tier};
use crate::policy::Policy;
use crate::verdict::{Assessment, Decision, Factors, Pattern, Verdict};
use crate::world::{Question, World};

pub(crate) fn judge(call: &ToolCall, world: &dyn World, _policy: &Policy) -> Verdict {
    let cwd = call.cwd.clone().or_else(|| world.text(Question::Cwd)).unwrap_or_default();
    let command = call.args.get("command").and_then(|c| c.as_str()).unwrap_or_default();
    let (decision, tier) = match command {
        "git status" | "ls" => (Decision::Allow, Tier::Safe),
        "rm -rf /" => (Decision::Deny, Tier::Critical),
        _ => (Decision::Ask, Tier::Medium),
    };
    Verdict {
        decision,
        hardline: decision == Decision::Deny,
        decided_by: "tier".to_owned(),
        would: None,
        tool: call.tool.clone(),
        digest: digest(call, &cwd),
        assessment: Assessment {
            class: Class::Critical,
            tier,
            risk: 0.5,
            confidence: 0.4,
            pattern: Pattern::PreExecutionGate,
            reversible: false,
            outbound: false,
            crisis_sensitive: false,
            factors: Factors::default(),
            effects: Vec::new(),
            bounded: false,
        },
    }
}
