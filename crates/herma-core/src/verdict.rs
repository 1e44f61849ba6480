//! The verdict: assessment and decision together, as `herma check` prints it (design, section 10).

use crate::effect::{Class, Effect, Tier};
use serde_json::{Value, json};

/// What is to happen with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[must_use]
pub enum Decision {
    Allow,
    Ask,
    Deny,
}

impl Decision {
    pub const fn as_str(self) -> &'static str {
        match self {
            Decision::Allow => "allow",
            Decision::Ask => "ask",
            Decision::Deny => "deny",
        }
    }
}

/// How a person comes into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    PreExecutionGate,
    PostExecutionReview,
    ConfidenceThreshold,
}

impl Pattern {
    pub const fn as_str(self) -> &'static str {
        match self {
            Pattern::PreExecutionGate => "pre_execution_gate",
            Pattern::PostExecutionReview => "post_execution_review",
            Pattern::ConfidenceThreshold => "confidence_threshold",
        }
    }
}

/// The five factors, each 0 to 1 (design, section 4).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Factors {
    pub class: f32,
    pub target: f32,
    pub reversibility: f32,
    pub human_impact: f32,
    pub certainty: f32,
}

/// What a call amounts to.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Assessment {
    pub class: Class,
    pub tier: Tier,
    pub risk: f32,
    pub confidence: f32,
    pub pattern: Pattern,
    pub reversible: bool,
    pub outbound: bool,
    pub crisis_sensitive: bool,
    pub factors: Factors,
    /// Worst first.
    pub effects: Vec<Effect>,
    /// The text was past a bound, and was not read to its end.
    pub bounded: bool,
}

/// Assessment and decision of one call.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Verdict {
    pub decision: Decision,
    pub hardline: bool,
    /// `hardline`, `policy:RULE`, `crisis`, `grant:ID`, `tier`, `mode:NAME`, `bound`.
    pub decided_by: String,
    /// What would have been decided, where a mode let it pass.
    pub would: Option<Decision>,
    pub tool: String,
    pub digest: String,
    pub assessment: Assessment,
}

impl Verdict {
    pub fn exit_code(&self) -> u8 {
        match self.decision {
            Decision::Allow => 0,
            Decision::Ask => 10,
            Decision::Deny => 20,
        }
    }

    /// One sentence: why it was not simply allowed, for an agent or a person.
    pub fn reason(&self) -> String {
        match self.assessment.effects.first() {
            Some(effect) => effect.text.clone(),
            None => "nothing in it needs a person".to_owned(),
        }
    }

    pub fn approvers(&self) -> &'static [&'static str] {
        match self.assessment.tier {
            Tier::Safe => &[],
            Tier::Low => &["llm"],
            Tier::Medium | Tier::High | Tier::Critical if self.assessment.crisis_sensitive => &["human"],
            Tier::Medium | Tier::High | Tier::Critical => &["human", "llm"],
        }
    }

    /// Seconds a level waits, where a person is asked.
    pub fn timeout_s(&self) -> Option<u32> {
        match self.assessment.tier {
            Tier::Safe | Tier::Low => None,
            Tier::Medium => Some(60),
            Tier::High => Some(30),
            Tier::Critical => Some(10),
        }
    }

    /// The JSON object of the contract. `elapsed_us` is the caller's measurement.
    pub fn to_json(&self, id: &Value, elapsed_us: u64) -> Value {
        let a = &self.assessment;
        let reasons: Vec<Value> = a
            .effects
            .iter()
            .map(|e| {
                json!({"rule": e.rule, "text": e.text, "effect": e.kind.as_str(), "target": e.target,
                       "tier": e.floor.as_str(), "span": [e.span.start, e.span.end], "instead": e.instead})
            })
            .collect();
        let mut out = json!({
            "version": 1, "id": id, "decision": self.decision.as_str(), "hardline": self.hardline,
            "tool_name": self.tool, "class": a.class.as_str(), "tier": a.tier.as_str(),
            "risk_score": round(a.risk), "confidence": round(a.confidence), "pattern": a.pattern.as_str(),
            "requires_human": a.tier >= Tier::Medium, "approvers": self.approvers(), "timeout_s": self.timeout_s(),
            "request_id": null, "reversible": a.reversible, "crisis_sensitive": a.crisis_sensitive,
            "crisis_card": null, "outbound": a.outbound, "reasons": reasons,
            "factors": {"class": round(a.factors.class), "target": round(a.factors.target),
                        "reversibility": round(a.factors.reversibility),
                        "human_impact": round(a.factors.human_impact), "certainty": round(a.factors.certainty)},
            "decided_by": self.decided_by, "digest": self.digest, "elapsed_us": elapsed_us,
        });
        if let (Some(would), Some(object)) = (self.would, out.as_object_mut()) {
            object.insert("would".to_owned(), json!(would.as_str()));
        }
        out
    }
}

fn round(x: f32) -> f64 {
    (f64::from(x) * 100.0).round() / 100.0
}
