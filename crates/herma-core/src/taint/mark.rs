//! A call, looked at with what the agent has read before it.

use crate::assess::also;
use crate::call::{Taint, ToolCall};
use crate::effect::{Effect, Kind, Leads, Reach, Repeats, Scale, Span, Tier, Undo};
use crate::verdict::Assessment;
use crate::work;
use serde_json::Value;

/// As much of the arguments as is looked through.
const LOOKED_MAX: usize = 64 << 10;
/// Bytes that are searched for a name in one unit of work.
const SEARCHED: usize = 128;
/// How much nearer to certain harm a call is because it comes after a stranger's words: a tenth of what is left.
const NEARER: f32 = 0.1;
/// Above this a score alone would be a question (`assess.rs`); what may run unasked stays below it.
const UNASKED_MAX: f32 = 0.6;

/// Marks a call that comes after strangers' words. Nothing about it becomes less.
pub(crate) fn mark(call: &ToolCall, assessment: Assessment) -> Assessment {
    let Some(newest) = call.context.taint.last() else { return assessment };
    let matters = outbound(&assessment) || destroys(&assessment);
    let said = Said::of(call, &assessment);
    let named = |ordered: bool| {
        call.context.taint.iter().rev().filter(move |taint| taint.order.is_some() == ordered).find_map(
            |taint| {
                let name = taint.names.iter().find(|name| said.has(name))?;
                Some((taint, name))
            },
        )
    };
    // An order first: a later page that only mentions the name must not cover it.
    let ordered = named(true).filter(|(_, name)| does_more_than_look(&assessment) || said.leaves_by(name));
    let mild = || named(false).filter(|_| matters && assessment.tier >= Tier::Medium);
    match ordered.or_else(mild) {
        Some((taint, name)) if taint.order.is_some() => {
            let floor = assessment.tier.max(Tier::High);
            let effect = effect("taint/obeys", asked_for(taint), Some(name), floor, &assessment);
            also(assessment, effect)
        }
        _ if (matters || installs(&assessment)) && unnamed(call).is_some() => {
            let source = unnamed(call).map_or("", |taint| taint.source.as_str());
            let text = format!(
                "comes after {source}, which named more than Herma could keep: that may have asked for this, not you"
            );
            let floor = assessment.tier.max(Tier::High);
            let effect = effect("taint/unnamed", text, None, floor, &assessment);
            also(assessment, effect)
        }
        Some((taint, name)) => {
            let text = format!(
                "`{name}` stands in {}, which strangers wrote: that may have asked for this, not you",
                taint.source
            );
            let effect = effect("taint/named", text, Some(name), assessment.tier, &assessment);
            nearer(also(assessment, effect))
        }
        _ if matters => {
            let source = call.context.taint.iter().rev().find(|taint| taint.order.is_some());
            let text = match source {
                Some(taint) => format!("comes after {}, which gives orders to agents", taint.source),
                None => format!("comes after {}, which strangers wrote", newest.source),
            };
            // A word to whoever is asked anyway; no reason to ask.
            let floor = assessment.tier.min(Tier::Low);
            let mut marked = assessment;
            marked.effects.push(note(text, floor));
            nearer(marked)
        }
        _ => assessment,
    }
}

/// What strangers wrote of which not all names are known.
fn unnamed(call: &ToolCall) -> Option<&Taint> {
    call.context.taint.iter().rev().find(|taint| taint.more)
}

fn installs(assessment: &Assessment) -> bool {
    assessment.effects.iter().any(|e| e.kind == Kind::Install)
}

fn asked_for(taint: &Taint) -> String {
    let order = taint.order.as_deref().unwrap_or_default();
    format!("{} asked for this, not you: “{order}”", taint.source)
}

fn nearer(mut assessment: Assessment) -> Assessment {
    let most = if assessment.tier < Tier::Medium { UNASKED_MAX } else { 1.0 };
    let nearer = assessment.risk + NEARER * (1.0 - assessment.risk);
    assessment.risk = assessment.risk.max(nearer.min(most));
    assessment
}

fn outbound(assessment: &Assessment) -> bool {
    assessment.outbound
        || assessment
            .effects
            .iter()
            .any(|e| matches!(e.kind, Kind::Send | Kind::Publish | Kind::Message | Kind::Pay))
}

fn destroys(assessment: &Assessment) -> bool {
    assessment.effects.iter().any(|e| {
        let kind = matches!(
            e.kind,
            Kind::Delete
                | Kind::StopProcess
                | Kind::StopService
                | Kind::DropData
                | Kind::RewriteHistory
                | Kind::WipeDisk
                | Kind::PowerOff
                | Kind::RunUnknownCode
                | Kind::DisableGuard
                | Kind::Persist
                | Kind::EscalatePrivilege
        );
        kind && e.reach > Reach::Scratch || e.kind == Kind::ReadSecret
    })
}

/// A file of one's own that is only looked at takes nothing anywhere.
fn does_more_than_look(assessment: &Assessment) -> bool {
    assessment.effects.is_empty()
        || assessment.effects.iter().any(|e| {
            let leaves =
                e.target.as_deref().is_some_and(|target| target.contains("://")) || e.reach >= Reach::Remote;
            e.kind != Kind::Read || leaves
        })
}

fn effect(rule: &str, text: String, name: Option<&String>, floor: Tier, assessment: &Assessment) -> Effect {
    let worst = assessment.effects.first();
    Effect {
        kind: worst.map_or(Kind::Run, |e| e.kind),
        target: name.cloned(),
        scale: Scale::One,
        reach: worst.map_or(Reach::User, |e| e.reach),
        undo: worst.map_or(Undo::Hard, |e| e.undo),
        span: Span::default(),
        rule: rule.to_owned(),
        // No rule and no grant speaks of it: only a yes to exactly this call does.
        command: String::new(),
        setting: None,
        leads: Leads::Here,
        repeats: Repeats::default(),
        text,
        floor,
        hardline: false,
        certainty: worst.map_or(0.99, |e| e.certainty),
        instead: None,
    }
}

fn note(text: String, floor: Tier) -> Effect {
    Effect {
        kind: Kind::Read,
        target: None,
        scale: Scale::One,
        reach: Reach::Workspace,
        undo: Undo::Easy,
        span: Span::default(),
        rule: "taint/after".to_owned(),
        command: String::new(),
        setting: None,
        leads: Leads::Here,
        repeats: Repeats::default(),
        text,
        floor,
        hardline: false,
        certainty: 0.99,
        instead: None,
    }
}

/// What a call says: its arguments, and what they come to.
struct Said {
    text: String,
    /// The words alone, for commands that were spelt with other blanks.
    packed: String,
    /// It is a tool with arguments of its own, not a command whose words are read.
    structured: bool,
    /// What it does stays here and is worth no question.
    stays: bool,
}

impl Said {
    fn of(call: &ToolCall, assessment: &Assessment) -> Said {
        let mut text = String::new();
        gather(&call.args, "", &mut text);
        for target in assessment.effects.iter().filter_map(|effect| effect.target.as_deref()) {
            push(target, &mut text);
        }
        let packed = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let structured = ["command", "cmd", "commands"].iter().all(|name| call.args.get(name).is_none());
        let stays = assessment.tier < Tier::Medium
            && !assessment.effects.iter().any(|e| {
                matches!(
                    e.kind,
                    Kind::OpenNetwork | Kind::Download | Kind::Send | Kind::Publish | Kind::Install
                ) || e.target.as_deref().is_some_and(|target| target.contains("://"))
            });
        work::charge((assessment.effects.len() + text.len()) / 32);
        Said { text, packed, structured, stays }
    }

    /// A tool that is handed a host or an address goes there, whatever it is called.
    fn leaves_by(&self, name: &str) -> bool {
        let host = name.rsplit('@').next().unwrap_or(name).split(['/', ':']).next().unwrap_or_default();
        self.structured && super::names::is_host(host)
    }

    /// Whether it says this name, as a word of its own. Past the work budget nobody looks: the call is asked about.
    fn has(&self, name: &str) -> bool {
        // What stays here is no obedience because a file has a name that is common.
        let distinct = name.contains(' ') || name.starts_with("~/") || name.matches('/').count() >= 2;
        if self.stays && !distinct && !self.leaves_by(name) {
            return false;
        }
        if !work::charge(1 + self.text.len() / SEARCHED) {
            return false;
        }
        // Blanks are all that the two texts differ in.
        let below_home = name.strip_prefix("~/").filter(|rest| rest.len() > 3);
        stands_in(name, &self.packed)
            || name.contains(char::is_whitespace) && stands_in(name, &self.text)
            || below_home.is_some_and(|rest| stands_in(rest, &self.text))
    }
}

fn stands_in(name: &str, text: &str) -> bool {
    let part = |c: char| c.is_alphanumeric();
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let behind = text.get(at + name.len()..).and_then(|text| text.chars().next());
        let opens = name.starts_with(|c: char| !part(c)) || before.is_none_or(|c| !part(c));
        opens && behind.is_none_or(|c| !part(c))
    })
}

fn gather(value: &Value, name: &str, out: &mut String) {
    match value {
        // The model's own words about the call.
        _ if name == "description" => {}
        Value::String(text) => push(text, out),
        Value::Array(items) => items.iter().for_each(|item| gather(item, name, out)),
        Value::Object(map) => map.iter().for_each(|(name, inner)| gather(inner, name, out)),
        Value::Number(number) => push(&number.to_string(), out),
        Value::Null | Value::Bool(_) => {}
    }
}

fn push(text: &str, out: &mut String) {
    let left = LOOKED_MAX.saturating_sub(out.len());
    let text = text.get(..text.floor_char_boundary(left)).unwrap_or_default();
    out.extend(
        text.chars()
            .filter(|c| !matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}'))
            .flat_map(char::to_lowercase),
    );
    out.push('\n');
}
