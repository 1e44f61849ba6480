//! The verdict: assessment and decision together, as `herma check` prints it (design, section 10).

use crate::binding::Bound;
use crate::call::FindingSource;
use crate::effect::{Class, Effect, Tier};
use crate::policy::{Layer, Rule, Thresholds, Times};
use crate::text::Quoted;
use serde_json::Value;
use std::fmt::{self, Write};

/// Characters for saying how many reasons there was no room for.
const ROOM_FOR_COUNT: usize = 24;

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
    /// What is shown: worst first, then one of each sort before its repeats; repeats are counted.
    pub effects: Vec<Effect>,
    /// What is counted there and not listed. Rules and grants look at each of it all the same (T42).
    pub overflow_effects: Vec<Effect>,
    /// How many effects are neither listed nor counted. None of them is a reason to ask.
    pub more: u32,
    /// The text was past a bound, and was not read to its end.
    pub bounded: bool,
    /// The bands that its tier was told by.
    pub threshold: Thresholds,
}

impl Assessment {
    /// Every effect by itself: what is shown, and what is only counted there.
    pub fn each(&self) -> impl Iterator<Item = &Effect> + Clone {
        self.effects.iter().chain(&self.overflow_effects)
    }
}

/// The rule that decided, or that would have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruled {
    pub name: String,
    pub layer: Layer,
    pub reason: Option<String>,
}

impl Ruled {
    pub(crate) fn by(rule: &Rule) -> Ruled {
        Ruled { name: rule.name.clone(), layer: rule.layer.clone(), reason: rule.reason.clone() }
    }

    /// One sentence for a person.
    pub fn text(&self) -> String {
        let Ruled { name, layer, reason } = self;
        match reason {
            Some(reason) => format!("rule `{name}`: {}", crate::text::shown(reason)),
            None => format!("rule `{name}` of the {} policy", layer.as_str()),
        }
    }
}

/// What the opinion of a reviewer is worth, in mode `smart` (design, section 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reviewer {
    NotAsked,
    /// It would run, and is shown to it all the same: what is not approved is a person's.
    Looks,
    /// A person decides, and reads it.
    Advises,
    /// A yes of the reviewer is enough.
    MayClear,
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
    pub rule: Option<Ruled>,
    /// No grant answers it, and no answer to it becomes one.
    pub every_time: bool,
    /// The reviewer is not enough.
    pub human: bool,
    pub reviewer: Reviewer,
    /// Who may answer: 0, 1 or 2 (design, section 6).
    pub level: u8,
    /// How many different people must say yes.
    pub quorum: u8,
    /// Whether whoever runs the agent may say yes.
    pub self_approval: bool,
    pub times: Times,
    pub tool: String,
    pub digest: String,
    /// What the digest covers beside the call, where somebody is asked.
    pub bound: Vec<Bound>,
    /// What the person in crisis is shown at once: fixed text, whatever becomes of the call.
    pub crisis_card: Option<String>,
    /// The person's last message was read as a crisis just now; otherwise it is an earlier one that still stands.
    pub crisis_now: bool,
    /// And none stood before: whoever this is has not been shown the card yet.
    pub crisis_first: bool,
    /// Something about the policy that whoever reads the verdict should know: an edit that is not in force.
    pub notice: Option<String>,
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

    /// Whether the yes of one person at a terminal, whoever it is, is enough.
    pub fn one_is_enough(&self) -> bool {
        self.level == 0 && self.quorum <= 1 && self.self_approval
    }

    /// One sentence: why it was not simply allowed, for an agent or a person.
    pub fn reason(&self) -> String {
        if let Some(rule) = self.rule.as_ref().filter(|_| self.decision != Decision::Allow) {
            return rule.text();
        }
        let raiser = match self.decided_by.strip_prefix("assessor:") {
            Some(by) => Some(FindingSource::Assessor(by.to_owned())),
            None => (self.decided_by == FindingSource::Reviewer.decides()).then_some(FindingSource::Reviewer),
        };
        let rule = raiser.map(|raiser| raiser.rule());
        let said = rule.and_then(|rule| self.assessment.effects.iter().find(|effect| effect.rule == rule));
        match said.or(self.assessment.effects.first()) {
            Some(effect) => effect.text.clone(),
            None => "nothing in it needs a person".to_owned(),
        }
    }

    /// Why, in at most about this many characters: every reason to ask that there is room for, and how many more there are.
    pub fn reasons(&self, room: usize) -> String {
        let mut text = self.reason();
        if self.decision == Decision::Allow {
            return text;
        }
        let effects = &self.assessment.effects;
        let (mut left, mut length) = (0, text.chars().count());
        let first = effects.iter().position(|effect| effect.text == text);
        for (at, effect) in effects.iter().enumerate().filter(|(_, effect)| effect.asks()) {
            if Some(at) == first {
                continue;
            }
            length += effect.text.chars().count() + 2;
            if length + ROOM_FOR_COUNT <= room {
                text.push_str("; ");
                text.push_str(&effect.text);
            } else {
                length = room;
                left += 1;
            }
        }
        if left > 0 {
            let kept = room.saturating_sub(ROOM_FOR_COUNT);
            if let Some((cut, _)) = text.char_indices().nth(kept) {
                text.truncate(cut);
                text.push('…');
            }
            let _ = write!(text, "; and {left} more reason{}", if left == 1 { "" } else { "s" });
        }
        text
    }

    pub fn approvers(&self) -> &'static [&'static str] {
        let alone = self.human || self.assessment.crisis_sensitive;
        match self.assessment.tier {
            _ if alone => &["human"],
            Tier::Safe | Tier::Low if self.decision == Decision::Ask => &["human", "llm"],
            Tier::Safe => &[],
            Tier::Low => &["llm"],
            Tier::Medium | Tier::High | Tier::Critical => &["human", "llm"],
        }
    }

    /// Whether a person has to see it before it runs.
    pub fn requires_human(&self) -> bool {
        self.decision == Decision::Ask || self.assessment.tier >= Tier::Medium
    }

    /// Seconds a level waits, where a person is asked.
    pub fn timeout_s(&self) -> Option<u32> {
        self.requires_human().then(|| self.times.of(self.assessment.tier))
    }

    /// The JSON object of the contract, on one line. `elapsed_us` is the caller's measurement.
    ///
    /// Written by hand: a tree of JSON values costs more than the judgement itself.
    pub fn to_json_line(&self, id: &Value, elapsed_us: u64) -> String {
        let a = &self.assessment;
        let mut out = String::with_capacity(1024);
        let _ = write!(
            out,
            "{{\"version\":1,\"id\":{id},\"decision\":\"{}\",\"hardline\":{},\"tool_name\":{},\"class\":\"{}\",\"tier\":\"{}\",\"risk_score\":{},\"confidence\":{},\"pattern\":\"{}\",\"requires_human\":{},\"approvers\":[",
            self.decision.as_str(),
            self.hardline,
            Quoted(&self.tool),
            a.class,
            a.tier,
            round(a.risk),
            round(a.confidence),
            a.pattern.as_str(),
            self.requires_human(),
        );
        for (i, approver) in self.approvers().iter().enumerate() {
            let _ = write!(out, "{}\"{approver}\"", if i > 0 { "," } else { "" });
        }
        let _ = write!(
            out,
            "],\"timeout_s\":{},\"request_id\":null,\"reversible\":{},\"crisis_sensitive\":{},\"crisis_card\":{},\"outbound\":{},\"reasons\":[",
            Optional(self.timeout_s()),
            a.reversible,
            a.crisis_sensitive,
            Optional(self.crisis_card.as_deref().map(Quoted)),
            a.outbound,
        );
        for (i, e) in a.effects.iter().enumerate() {
            let _ = write!(
                out,
                "{}{{\"rule\":{},\"text\":{},\"effect\":\"{}\",\"target\":{},\"tier\":\"{}\",\"span\":[{},{}],\"count\":{}",
                if i > 0 { "," } else { "" },
                Quoted(&e.rule),
                Quoted(&e.text),
                e.kind,
                Optional(e.target.as_deref().map(Quoted)),
                e.floor,
                e.span.start,
                e.span.end,
                e.count(),
            );
            write_spans(&mut out, e);
            let _ = write!(out, ",\"instead\":{}}}", Optional(e.instead.as_deref().map(Quoted)));
        }
        let f = &a.factors;
        let _ = write!(
            out,
            "],{}\"factors\":{{\"class\":{},\"target\":{},\"reversibility\":{},\"human_impact\":{},\"certainty\":{}}},\"decided_by\":{},",
            More(a.more),
            round(f.class),
            round(f.target),
            round(f.reversibility),
            round(f.human_impact),
            round(f.certainty),
            Quoted(&self.decided_by),
        );
        if let Some(rule) = &self.rule {
            let _ = write!(
                out,
                "\"policy\":{{\"rule\":{},\"layer\":\"{}\",\"reason\":{},\"every_time\":{},\"human\":{},\"level\":{},\"quorum\":{},\"self_approval\":{}}},",
                Quoted(&rule.name),
                rule.layer.as_str(),
                Optional(rule.reason.as_deref().map(Quoted)),
                self.every_time,
                self.human,
                self.level,
                self.quorum,
                self.self_approval,
            );
        }
        if let Some(would) = self.would {
            let _ = write!(out, "\"would\":\"{}\",", would.as_str());
        }
        if let Some(notice) = &self.notice {
            let _ = write!(out, "\"notice\":{},", Quoted(notice));
        }
        let _ = write!(out, "\"digest\":{},\"elapsed_us\":{elapsed_us}}}", Quoted(&self.digest));
        out
    }
}

/// All places of an effect, where there are several.
fn write_spans(out: &mut String, effect: &Effect) {
    if effect.repeats.spans.is_empty() {
        return;
    }
    out.push_str(",\"spans\":[");
    for (i, span) in effect.spans().enumerate() {
        let _ = write!(out, "{}[{},{}]", if i > 0 { "," } else { "" }, span.start, span.end);
    }
    out.push(']');
    if effect.repeats.unmarked > 0 {
        let _ = write!(out, ",\"spans_left_out\":{}", effect.repeats.unmarked);
    }
}

/// How many effects are not listed, if there are any.
struct More(u32);

impl fmt::Display for More {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            more => write!(f, "\"more\":{more},"),
        }
    }
}

/// The value, or `null`.
struct Optional<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for Optional<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("null"),
        }
    }
}

/// Hundredths, written without the machinery for floating point.
fn round(x: f32) -> Hundredths {
    Hundredths((x.clamp(0.0, 9.0) * 100.0).round() as u16)
}

struct Hundredths(u16);

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}
