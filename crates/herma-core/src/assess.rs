//! Assessing: from effects to risk, confidence, class and tier (design, section 4).

use crate::effect::{Class, Effect, Kind, Reach, Scale, Tier, Undo};
use crate::policy::Thresholds;
use crate::verdict::{Assessment, Factors, Pattern};

/// How much each factor can contribute alone. Together: 1 - the product of what each leaves.
const WEIGHT_CLASS: f32 = 0.50;
const WEIGHT_TARGET: f32 = 0.40;
const WEIGHT_REVERSIBILITY: f32 = 0.40;
const WEIGHT_HUMAN: f32 = 0.40;

/// The reversibility that separates what can be put back from what cannot: `reversible` and the factor tell one story.
const GONE: f32 = 0.5;
const COMES_BACK: f32 = 0.49;

/// How sure a reading is at most, by what said so. All of it is above what makes a call medium.
const READ_WHOLE: f32 = 0.98;
/// A principle has spoken of a program that no table describes, or says more than the table.
const BY_PRINCIPLE: f32 = 0.9;
/// The program is known, and runs something that was not looked into.
const RUNS_OTHERS: f32 = 0.92;
/// A pattern: what it fits is known only when it runs.
const BY_PATTERN: f32 = 0.9;
/// It acts on something that is not known.
const NO_TARGET: f32 = 0.8;

/// What a list of effects amounts to. An effect more never makes it less.
pub(crate) fn assess(mut effects: Vec<Effect>, bounded: bool, threshold: Thresholds) -> Assessment {
    effects.sort_by_key(|e| std::cmp::Reverse((e.hardline, e.floor, e.kind)));
    let confidence = effects.iter().map(certainty_of).fold(0.99, f32::min);
    let whole = effects.iter().map(Weight::of).reduce(Weight::with).unwrap_or_default();
    let Weight { class, comes_back, floor, risk, factors } = whole;
    // A call without any effect is low: what is harmless, a table says.
    let floor = if effects.is_empty() { Tier::Low } else { floor };
    let tier = floor.max(band(risk, confidence, class, threshold));
    Assessment {
        class,
        tier,
        risk,
        confidence,
        pattern: pattern(tier, false),
        reversible: comes_back,
        outbound: effects
            .iter()
            .any(|e| matches!(e.kind, Kind::Send | Kind::Publish | Kind::Message | Kind::Pay)),
        crisis_sensitive: false,
        factors: Factors { certainty: confidence, ..factors },
        effects,
        overflow_effects: Vec::new(),
        more: 0,
        bounded,
        threshold,
    }
}

/// What one effect, or several, come to.
#[derive(Debug, Clone, Copy)]
struct Weight {
    class: Class,
    comes_back: bool,
    floor: Tier,
    risk: f32,
    factors: Factors,
}

impl Default for Weight {
    fn default() -> Self {
        Weight {
            class: Class::ReadOnly,
            comes_back: true,
            floor: Tier::Safe,
            risk: 0.0,
            factors: Factors::default(),
        }
    }
}

impl Weight {
    fn of(effect: &Effect) -> Weight {
        let (class, factors) = (class_of(effect), factors_of(effect));
        // What cannot be read is asked about; what is known to run unknown code, or to destroy, is more than that.
        let floor = match class {
            Class::Critical if effect.kind != Kind::Unreadable => effect.floor.max(Tier::High),
            _ => effect.floor,
        };
        Weight { class, comes_back: comes_back(effect, class), floor, risk: risk_of(&factors), factors }
    }

    /// Both together: the factors are those of the graver one, raised until they come to the risk of the riskier.
    fn with(self, other: Weight) -> Weight {
        let rank = |weight: &Weight| (weight.class, !weight.comes_back);
        let other_first = rank(&other) > rank(&self) || rank(&other) == rank(&self) && other.risk > self.risk;
        let (grave, light) = if other_first { (other, self) } else { (self, other) };
        let factors = match light.risk > grave.risk {
            true => raised(&grave.factors, &light.factors),
            false => grave.factors,
        };
        Weight {
            class: grave.class,
            comes_back: grave.comes_back && light.comes_back,
            floor: grave.floor.max(light.floor),
            risk: risk_of(&factors),
            factors,
        }
    }
}

fn raised(one: &Factors, other: &Factors) -> Factors {
    Factors {
        class: one.class.max(other.class),
        target: one.target.max(other.target),
        reversibility: one.reversibility.max(other.reversibility),
        human_impact: one.human_impact.max(other.human_impact),
        certainty: one.certainty.min(other.certainty),
    }
}

/// The same with one more thing about it. Nothing of it becomes less.
pub(crate) fn also(mut assessment: Assessment, effect: Effect) -> Assessment {
    let alone = assess(vec![effect], assessment.bounded, assessment.threshold);
    let confidence = assessment.confidence.min(alone.confidence);
    let weight = |one: &Assessment| Weight {
        class: one.class,
        comes_back: one.reversible,
        floor: one.tier,
        risk: one.risk,
        factors: one.factors,
    };
    let kept = assessment.pattern == Pattern::PostExecutionReview;
    let Weight { class, comes_back, floor, risk, factors } = weight(&assessment).with(weight(&alone));
    assessment.risk = risk;
    assessment.factors = Factors { certainty: confidence, ..factors };
    assessment.class = class;
    assessment.tier = floor.max(band(risk, confidence, class, assessment.threshold));
    assessment.pattern = pattern(assessment.tier, kept);
    assessment.confidence = confidence;
    assessment.reversible = comes_back;
    assessment.outbound |= alone.outbound;
    // Worst first, and among equals what is new: it is why somebody is asked.
    let rank = |e: &Effect| (e.hardline, e.floor);
    for effect in alone.effects {
        let at = assessment.effects.partition_point(|known| rank(known) > rank(&effect));
        assessment.effects.insert(at, effect);
    }
    assessment
}

fn band(risk: f32, confidence: f32, class: Class, threshold: Thresholds) -> Tier {
    let by_risk = if risk > threshold.risk_high.get() {
        Tier::High
    } else if risk >= threshold.risk_low.get() {
        if confidence >= threshold.confidence_low.get() { Tier::Low } else { Tier::Medium }
    } else if class == Class::ReadOnly {
        Tier::Safe
    } else {
        Tier::Low
    };
    if confidence < threshold.confidence_ask.get() { by_risk.max(Tier::Medium) } else { by_risk }
}

/// How a person comes into it. `kept`: a way back is really there for this call.
pub(crate) fn pattern(tier: Tier, kept: bool) -> Pattern {
    match tier {
        Tier::Medium | Tier::High | Tier::Critical => Pattern::PreExecutionGate,
        Tier::Safe | Tier::Low if kept => Pattern::PostExecutionReview,
        Tier::Safe | Tier::Low => Pattern::ConfidenceThreshold,
    }
}

/// The documented combination: monotone in each factor.
fn risk_of(f: &Factors) -> f32 {
    1.0 - (1.0 - WEIGHT_CLASS * f.class)
        * (1.0 - WEIGHT_TARGET * f.target)
        * (1.0 - WEIGHT_REVERSIBILITY * f.reversibility)
        * (1.0 - WEIGHT_HUMAN * f.human_impact)
}

fn factors_of(effect: &Effect) -> Factors {
    // The floor caps what the factors of an everyday act can add up to, so that score and tier tell one story.
    let side_effect = class_of(effect);
    let class = match side_effect {
        Class::ReadOnly => 0.0,
        Class::LocalReversible => 0.3,
        Class::External => 0.5,
        Class::Critical => 0.9,
    };
    let everyday = effect.floor <= Tier::Low;
    let target = match effect.reach {
        // What is not known has no target: that it is not known is its certainty.
        _ if effect.kind == Kind::Unreadable => 0.2,
        Reach::Scratch => 0.05,
        Reach::Workspace => 0.2,
        Reach::User => 0.5,
        Reach::System => 0.8,
        Reach::Remote => 0.5,
        Reach::Person => 0.6,
    };
    let reversibility: f32 = match effect.undo {
        Undo::Easy => 0.05,
        Undo::Hard => 0.4,
        Undo::None => 0.9,
    };
    let scale = match effect.scale {
        Scale::One => 1.0,
        Scale::Many => 1.1,
        Scale::Everything => 1.2,
    };
    let human_impact = match effect.kind {
        Kind::Message => 0.4,
        // People may come to harm.
        Kind::Endanger | Kind::Harm => 1.0,
        Kind::Pay => 0.9,
        // Administrative: somebody's access or record is another one afterwards.
        Kind::ChangePermission if effect.reach >= Reach::Remote => 0.5,
        Kind::Send | Kind::Publish => 0.3,
        Kind::ReadSecret => 0.6,
        Kind::AnswerForPerson => 0.9,
        _ => 0.0,
    };
    // A message, a comment, a request: medium by the design's table, unless something in it says more.
    let usual = effect.floor == Tier::Medium && side_effect == Class::External;
    let damp = match (everyday, usual) {
        (true, _) => 0.4,
        (_, true) => 0.7,
        _ => 1.0,
    };
    let reversibility = (reversibility * damp * scale).min(1.0);
    Factors {
        class,
        target: target * damp,
        reversibility: match comes_back(effect, side_effect) {
            true => reversibility.min(COMES_BACK),
            false => reversibility.max(GONE),
        },
        human_impact: human_impact * damp,
        certainty: effect.certainty,
    }
}

/// The side effect, by what is done to what. It agrees with [`comes_back`]: what is local and reversible comes back.
fn class_of(effect: &Effect) -> Class {
    let asks = effect.floor >= Tier::Medium;
    let gone = asks && effect.undo == Undo::None;
    match effect.kind {
        _ if effect.floor == Tier::Critical => Class::Critical,
        Kind::Pay | Kind::Endanger | Kind::Harm => Class::Critical,
        // Code that nobody has seen, with the rights of the user: it may do anything.
        Kind::RunUnknownCode | Kind::Unreadable if asks => Class::Critical,
        // Destroyed, wherever it was.
        Kind::Delete | Kind::DropData | Kind::Overwrite | Kind::WipeDisk | Kind::RewriteHistory if gone => {
            Class::Critical
        }
        // Data that was read elsewhere cannot be taken back.
        Kind::Read | Kind::ReadSecret if gone => Class::External,
        Kind::Read | Kind::ReadSecret => Class::ReadOnly,
        Kind::Send | Kind::Publish | Kind::Message | Kind::OpenNetwork if effect.reach >= Reach::Remote => {
            Class::External
        }
        _ if effect.reach >= Reach::Remote && asks => Class::External,
        _ if effect.floor == Tier::Safe => Class::ReadOnly,
        // What was stopped is started again.
        Kind::StopProcess | Kind::StopService => Class::LocalReversible,
        _ if gone => Class::Critical,
        _ => Class::LocalReversible,
    }
}

/// Whether it can be put back. Of scratch, build output and the session's own files nothing needs to be: they are low.
fn comes_back(effect: &Effect, class: Class) -> bool {
    let local = match class {
        Class::ReadOnly | Class::LocalReversible => true,
        Class::External | Class::Critical => false,
    };
    effect.undo == Undo::Easy || effect.floor <= Tier::Low || local
}

/// How sure it is that this is what would happen, by what was evaluated.
fn certainty_of(effect: &Effect) -> f32 {
    let acts = matches!(
        effect.kind,
        Kind::Delete
            | Kind::Overwrite
            | Kind::Write
            | Kind::Move
            | Kind::ChangePermission
            | Kind::StopProcess
    );
    let most = match &effect.target {
        _ if effect.hardline => READ_WHOLE,
        None if acts => NO_TARGET,
        Some(target) if acts && target.contains(['*', '?', '$']) => BY_PATTERN,
        _ if effect.rule.starts_with("principle/") => BY_PRINCIPLE,
        _ if effect.kind == Kind::Run && effect.rule != "shell/builtin" => RUNS_OTHERS,
        _ => 1.0,
    };
    effect.certainty.min(most)
}

#[cfg(test)]
#[path = "assess_tests.rs"]
pub(crate) mod tests;
