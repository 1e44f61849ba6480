//! The gated lane: what a person in crisis makes of a call that would reach them, or be done for them.
//!
//! It only raises. The card, which is the immediate lane, hangs on the person alone and never on the call.

use super::speaks::would_speak;
use super::{About, Band, read};
use crate::call::ToolCall;
use crate::effect::{Class, Effect, Kind, Leads, Reach, Repeats, Scale, Span, Tier, Undo};
use crate::verdict::{Assessment, Pattern};

/// How long after a person's last sign of crisis everything that is sent stays gated. The hours after are when a careless
/// answer does most harm; a day has passed every night once.
pub const STANDS_MS: i64 = 24 * 60 * 60 * 1000;

/// The rule by which such requests are known, in store and traces.
pub const RULE: &str = "crisis/person";

/// Risk of what is said to a person in crisis, whatever it is.
const RISK: f32 = 0.95;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noticed {
    pub band: Band,
    pub about: About,
    /// In this very message; otherwise it stands from before.
    pub now: bool,
}

/// Whether the person in the conversation is in crisis. Without a person nothing is read at all.
pub fn notice(call: &ToolCall) -> Option<Noticed> {
    let words = call.conversation.last_message.as_deref().filter(|_| call.conversation.human);
    let reading = words.map(read).filter(|reading| reading.band.gates());
    match reading {
        Some(reading) => Some(Noticed { band: reading.band, about: reading.about, now: true }),
        None if call.context.crisis => {
            Some(Noticed { band: Band::Concern, about: About::Oneself, now: false })
        }
        None => None,
    }
}

/// What goes out, and what cannot be taken back, waits for a human.
pub(crate) fn raise(assessment: &mut Assessment, noticed: &Noticed, call: &ToolCall) {
    let lasting = |e: &Effect| e.undo == Undo::None && e.reach > Reach::Scratch;
    let asked = assessment.tier >= Tier::Medium;
    let would = || assessment.effects.iter().chain(&assessment.overflow_effects);
    if !(assessment.outbound || asked || would().any(lasting) || would_speak(call, assessment)) {
        return;
    }
    let text = match (noticed.now, noticed.about) {
        (true, About::Oneself) => "the person it is for may be in a suicidal crisis: a human reads it first",
        (true, About::Other) => {
            "the person it is for speaks of somebody who may be in a suicidal crisis: a human reads it first"
        }
        (false, _) => {
            "a person of this conversation has shown signs of a suicidal crisis: a human reads it first"
        }
    };
    assessment.effects.insert(
        0,
        Effect {
            kind: Kind::Message,
            target: None,
            scale: Scale::One,
            reach: Reach::Person,
            undo: Undo::None,
            span: Span::default(),
            rule: RULE.to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: text.to_owned(),
            floor: Tier::Critical,
            hardline: false,
            certainty: 1.0,
            instead: None,
        },
    );
    // A hardline stays the first reason: nobody lifts it.
    assessment.effects.sort_by_key(|e| std::cmp::Reverse(e.hardline));
    assessment.crisis_sensitive = true;
    assessment.tier = Tier::Critical;
    assessment.class = Class::Critical;
    assessment.pattern = Pattern::PreExecutionGate;
    assessment.risk = assessment.risk.max(RISK);
    assessment.reversible = false;
    assessment.factors.class = assessment.factors.class.max(0.9);
    assessment.factors.human_impact = 1.0;
}
