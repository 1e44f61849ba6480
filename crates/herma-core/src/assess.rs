//! Assessing: from effects to risk, confidence, class and tier (design, section 4).

use crate::effect::{Class, Effect, Kind, Reach, Scale, Tier, Undo};
use crate::policy::Thresholds;
use crate::verdict::{Assessment, Factors, Pattern};

/// How much each factor can contribute alone. Together: 1 - the product of what each leaves.
const WEIGHT_CLASS: f32 = 0.50;
const WEIGHT_TARGET: f32 = 0.40;
const WEIGHT_REVERSIBILITY: f32 = 0.40;
const WEIGHT_HUMAN: f32 = 0.40;

/// What a list of effects amounts to. An effect more never makes it less.
pub(crate) fn assess(mut effects: Vec<Effect>, bounded: bool, threshold: Thresholds) -> Assessment {
    effects.sort_by_key(|e| std::cmp::Reverse((e.hardline, e.floor, e.kind)));
    let confidence = effects.iter().map(|e| e.certainty).fold(0.99, f32::min);
    let (mut risk, mut factors) = (0.0, Factors { certainty: confidence, ..Factors::default() });
    for effect in &effects {
        let own = factors_of(effect);
        let own_risk = risk_of(&own);
        if own_risk > risk {
            risk = own_risk;
            factors = Factors { certainty: confidence, ..own };
        }
    }
    let class = effects.iter().map(class_of).max().unwrap_or(Class::ReadOnly);
    let floor = effects.iter().map(|e| e.floor).max().unwrap_or(Tier::Low);
    let tier = floor.max(band(risk, confidence, class, threshold));
    Assessment {
        class,
        tier,
        risk,
        confidence,
        pattern: pattern(tier, class),
        reversible: effects.iter().all(|e| e.undo == Undo::Easy),
        outbound: effects
            .iter()
            .any(|e| matches!(e.kind, Kind::Send | Kind::Publish | Kind::Message | Kind::Pay)),
        crisis_sensitive: false,
        factors,
        effects,
        unshown: Vec::new(),
        bounded,
        threshold,
    }
}

/// The same with one more thing about it. Nothing of it becomes less.
pub(crate) fn also(mut assessment: Assessment, effect: Effect) -> Assessment {
    let alone = assess(vec![effect], assessment.bounded, assessment.threshold);
    let confidence = assessment.confidence.min(alone.confidence);
    if alone.risk > assessment.risk {
        assessment.risk = alone.risk;
        assessment.factors = alone.factors;
    }
    assessment.factors.certainty = confidence;
    assessment.class = assessment.class.max(alone.class);
    assessment.tier = assessment.tier.max(alone.tier).max(band(
        assessment.risk,
        confidence,
        assessment.class,
        assessment.threshold,
    ));
    assessment.pattern = pattern(assessment.tier, assessment.class);
    assessment.confidence = confidence;
    assessment.reversible &= alone.reversible;
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

fn pattern(tier: Tier, class: Class) -> Pattern {
    match (tier, class) {
        (Tier::Medium | Tier::High | Tier::Critical, _) => Pattern::PreExecutionGate,
        (Tier::Safe, _) | (Tier::Low, Class::ReadOnly) => Pattern::ConfidenceThreshold,
        (Tier::Low, _) => Pattern::PostExecutionReview,
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
    let class = match class_of(effect) {
        Class::ReadOnly => 0.0,
        Class::LocalReversible => 0.3,
        Class::External => 0.5,
        Class::Critical => 0.9,
    };
    let everyday = effect.floor <= Tier::Low;
    let target = match effect.reach {
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
    let usual = effect.floor == Tier::Medium && class_of(effect) == Class::External;
    let damp = match (everyday, usual) {
        (true, _) => 0.4,
        (_, true) => 0.7,
        _ => 1.0,
    };
    Factors {
        class,
        target: target * damp,
        reversibility: (reversibility * damp * scale).min(1.0),
        human_impact: human_impact * damp,
        certainty: effect.certainty,
    }
}

fn class_of(effect: &Effect) -> Class {
    match effect.kind {
        _ if effect.floor == Tier::Critical => Class::Critical,
        Kind::Pay | Kind::Endanger | Kind::Harm => Class::Critical,
        Kind::Read | Kind::ReadSecret => Class::ReadOnly,
        Kind::Send | Kind::Publish | Kind::Message | Kind::OpenNetwork if effect.reach >= Reach::Remote => {
            Class::External
        }
        _ if effect.reach >= Reach::Remote && effect.floor >= Tier::Medium => Class::External,
        _ if effect.floor == Tier::Safe => Class::ReadOnly,
        _ => Class::LocalReversible,
    }
}
