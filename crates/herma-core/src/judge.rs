//! From a call to its verdict: understand, assess, decide.

use crate::assess::also;
use crate::binding::bind;
use crate::call::{Finding, FindingSource, ToolCall};
use crate::crisis::card;
use crate::crisis::lane::{Noticed, notice, raise};
use crate::digest::digest;
use crate::effect::{Class, Effect, Kind, Leads, Reach, Repeats, Scale, Span, Tier, Undo};
use crate::fold::fold;
use crate::link_target;
use crate::policy::{Mode, Policy, ReviewerLook, Rule, Seen};
use crate::review::UndoPlan;
use crate::taint;
use crate::understand::{Area, Understood, assess_call};
use crate::verdict::{Assessment, Decision, Reviewer, Ruled, Verdict};
use crate::work::{self, Judgement};
use crate::world::{Metered, Question, World};

/// A remembered yes that fits what was assessed, by its id. Whoever keeps grants says so; its tier is theirs to mind.
pub type Grants<'a> = &'a dyn Fn(&Assessment) -> Option<String>;

pub(crate) fn judge(
    call: &ToolCall,
    world: &dyn World,
    policy: &Policy,
    grants: Grants<'_>,
    way_back: Option<&UndoPlan>,
) -> Verdict {
    let judgement = Judgement::begin();
    let machine = world;
    let world: &dyn World = &Metered::new(machine);
    let (understood, noticed) = assessed(call, world, policy, way_back);
    let Understood { mut assessment, area, uses, home, cwd, links } = understood;
    let mode = mode_of(area, call, policy);
    let seen = Seen::new(call, &assessment, (&home, cwd.as_deref().unwrap_or_default()), &links, world)
        .running(&uses.ran);
    let line = decide(&seen, policy, grants);
    let (decision, decided_by, would) = under(mode, &line);
    let demand = match decision {
        Decision::Ask => policy.rules.demand(&seen),
        Decision::Allow | Decision::Deny => Default::default(),
    };
    let crisis = matches!(line, Line::Crisis | Line::Question);
    let every_time = crisis || matches!(line, Line::EveryTime(_));
    let human = crisis || demand.human || demand.quorum > 1 || !demand.self_approval;
    let rule = line.rule().map(Ruled::by);
    let cwd = call.cwd.clone().or_else(|| world.text(Question::Cwd)).unwrap_or_default();
    let reviewer = match mode {
        Mode::Smart => worth(&line, &assessment, call, human, demand.level, policy),
        Mode::Off | Mode::Observe | Mode::Enforce => Reviewer::NotAsked,
    };
    let hardline = matches!(line, Line::Hardline);
    // Everything that decides has looked at each effect by itself. From here on people look.
    fold(&mut assessment);
    // Only a yes is bound, and only an ask gets one.
    let bound = match decision {
        // What a yes depends on is looked at even where the budget is spent; its own bounds hold.
        Decision::Ask => bind(&uses, area, &cwd, machine),
        Decision::Allow | Decision::Deny => Vec::new(),
    };
    drop(judgement);
    Verdict {
        decision,
        hardline,
        decided_by,
        would,
        rule,
        every_time,
        human,
        reviewer,
        level: demand.level,
        quorum: demand.quorum,
        self_approval: demand.self_approval,
        times: policy.times,
        tool: call.tool.clone(),
        digest: digest(call, &cwd, &bound),
        bound,
        crisis_card: noticed.is_some().then(|| card::built_in(policy.crisis.locale.as_deref()).text()),
        crisis_now: noticed.is_some_and(|noticed| noticed.now),
        crisis_first: noticed.is_some_and(|noticed| noticed.now) && !call.context.crisis,
        notice: None,
        assessment,
    }
}

/// The decision and the tier alone. For whoever judges many calls and asks nobody: nothing is bound and no digest made.
pub(crate) fn decision(call: &ToolCall, world: &dyn World, policy: &Policy) -> (Decision, Tier) {
    let _judgement = Judgement::begin();
    let world: &dyn World = &Metered::new(world);
    let (Understood { assessment, area, uses, home, cwd, links }, _) = assessed(call, world, policy, None);
    let seen = Seen::new(call, &assessment, (&home, cwd.as_deref().unwrap_or_default()), &links, world)
        .running(&uses.ran);
    let line = decide(&seen, policy, &|_| None);
    (under(mode_of(area, call, policy), &line).0, assessment.tier)
}

/// What was understood, with all that raises it.
fn assessed(
    call: &ToolCall,
    world: &dyn World,
    policy: &Policy,
    way_back: Option<&UndoPlan>,
) -> (Understood, Option<Noticed>) {
    let Understood { mut assessment, area, uses, home, cwd, links } = assess_call(call, world, policy);
    let links = link_target::by_all_names(links, world);
    if let Some(way_back) = way_back {
        assessment = way_back.applied(assessment, policy);
    }
    // Last: what raises is not softened by a way back.
    let mut assessment = raised(call, taint::mark(call, assessment));
    let noticed = notice(call);
    if let Some(noticed) = &noticed {
        raise(&mut assessment, noticed, call);
    }
    if work::is_past_a_bound() {
        assessment = too_complex(assessment);
    }
    // What runs whatever a rule or a grant says is spared the system calls.
    if assessment.tier >= Tier::Medium || !policy.rules.is_empty() {
        link_target::note(&mut assessment, cwd.as_deref(), &links, world);
    }
    (Understood { assessment, area, uses, home, cwd, links }, noticed)
}

/// The work budget was spent somewhere on the way: what was not read may be anything.
fn too_complex(assessment: Assessment) -> Assessment {
    let effect = Effect {
        kind: Kind::Unreadable,
        target: None,
        scale: Scale::One,
        reach: Reach::Workspace,
        undo: Undo::Hard,
        span: Span::default(),
        rule: "work/bound".to_owned(),
        command: String::new(),
        setting: None,
        leads: Leads::Here,
        repeats: Repeats::default(),
        text: "too complex to inspect".to_owned(),
        floor: Tier::High,
        hardline: false,
        certainty: 0.4,
        instead: None,
    };
    let told = assessment.effects.iter().any(|e| e.rule == "shell/bound");
    let mut assessment = if told { assessment } else { also(assessment, effect) };
    assessment.bounded = true;
    assessment
}

fn mode_of(area: Area, call: &ToolCall, policy: &Policy) -> Mode {
    let mode = match area {
        Area::Shell => policy.mode.shell,
        Area::Tools => policy.mode.tools,
    };
    policy.mode.on(call.origin.surface, mode)
}

/// Each effect of this call with the policy rule that matches it and that rule's decision, for `herma explain`. Deciding
/// stops at the first rule that decides.
pub(crate) fn rules_of_effects(
    call: &ToolCall,
    world: &dyn World,
    policy: &Policy,
) -> Vec<(Effect, Option<(Ruled, Decision)>)> {
    let _judgement = Judgement::begin();
    let world: &dyn World = &Metered::new(world);
    let Understood { assessment, uses, home, cwd, links, .. } = assess_call(call, world, policy);
    let links = link_target::by_all_names(links, world);
    let seen = Seen::new(call, &assessment, (&home, cwd.as_deref().unwrap_or_default()), &links, world)
        .running(&uses.ran);
    let rules = policy.rules.of_each(&seen).into_iter();
    let rules = rules.map(|rule| rule.map(|rule| (Ruled::by(rule), rule.decision)));
    assessment.effects.iter().cloned().zip(rules).collect()
}

/// From this confidence on a call counts as read.
const SURE: f32 = 0.75;

/// What a reviewer may do about a call. It clears what is mild and was read whole, and nothing that somebody wants a
/// person to see; of what would run it is shown what changes something, if the user wants that.
fn worth(
    line: &Line<'_>,
    assessment: &Assessment,
    call: &ToolCall,
    human: bool,
    level: u8,
    policy: &Policy,
) -> Reviewer {
    match line.decision() {
        Decision::Deny => return Reviewer::NotAsked,
        Decision::Allow => {
            let changes = assessment.class != Class::ReadOnly && !matches!(line, Line::Grant(_));
            let looks = changes && policy.reviewer.look == ReviewerLook::Changes;
            return if looks { Reviewer::Looks } else { Reviewer::NotAsked };
        }
        Decision::Ask => {}
    }
    // Help does not wait for a model, and what is written to a person in crisis is for no other eyes.
    if assessment.crisis_sensitive {
        return Reviewer::NotAsked;
    }
    // It was heard already, and that is why somebody is asked.
    if call.context.raised.iter().any(|raised| raised.by == FindingSource::Reviewer) {
        return Reviewer::NotAsked;
    }
    let wanted = assessment.effects.iter().chain(&assessment.overflow_effects);
    let wanted = wanted.into_iter().any(|e| e.rule.starts_with("taint/") || e.rule.starts_with("assessor/"));
    let mild = assessment.tier <= Tier::Medium && assessment.class != Class::Critical;
    let unread =
        |e: &Effect| matches!(e.kind, Kind::Unreadable | Kind::EscalatePrivilege) || e.certainty < SURE;
    let read = !assessment.effects.iter().chain(&assessment.overflow_effects).any(unread);
    let whole = !assessment.bounded && !call.mangled && read && assessment.confidence >= SURE;
    match line {
        Line::Ask(_) | Line::Tier(_) if mild && whole && !wanted && !human && level == 0 => {
            Reviewer::MayClear
        }
        _ => Reviewer::Advises,
    }
}

/// Section 5 of the design: the first line that matches decides.
#[derive(Debug, Clone, PartialEq)]
enum Line<'a> {
    Hardline,
    Deny(&'a Rule),
    /// An assessor of the user's says no.
    Refuse(&'a Finding),
    Crisis,
    EveryTime(&'a Rule),
    /// A question to a person: no mode, grant, rule or reviewer answers it.
    Question,
    Grant(String),
    Ask(&'a Rule),
    /// An assessor of the user's, or the reviewer, wants it seen.
    Show(&'a Finding),
    Allow(&'a Rule),
    Tier(Decision),
    /// Asked about because it could not be read to its end.
    Bound,
}

fn decide<'a>(seen: &Seen<'a>, policy: &'a Policy, grants: Grants<'_>) -> Line<'a> {
    let (a, rules) = (seen.assessment, &policy.rules);
    if a.effects.iter().any(|e| e.hardline) {
        return Line::Hardline;
    }
    if let Some(rule) = rules.deny(seen) {
        return Line::Deny(rule);
    }
    let raised = &seen.call.context.raised;
    let says = |what| raised.iter().find(|raised| raised.decision == what);
    if let Some(raised) = says(Decision::Deny) {
        return Line::Refuse(raised);
    }
    if a.crisis_sensitive {
        return Line::Crisis;
    }
    if let Some(rule) = rules.every_time(seen) {
        return Line::EveryTime(rule);
    }
    if seen.call.tool == crate::mcp::QUESTION {
        return Line::Question;
    }
    let ask = rules.ask(seen);
    let show = says(Decision::Ask);
    if ask.is_none() && show.is_none() && a.tier < Tier::Medium {
        // It runs whatever lines 5 and 7 say: no store is opened and no condition compiled for it.
        return Line::Tier(Decision::Allow);
    }
    if let Some(grant) = grants(a) {
        return Line::Grant(grant);
    }
    if let Some(rule) = ask {
        return Line::Ask(rule);
    }
    if let Some(raised) = show {
        return Line::Show(raised);
    }
    match rules.allow(seen) {
        Some(rule) => Line::Allow(rule),
        None if a.bounded => Line::Bound,
        None => Line::Tier(Decision::Ask),
    }
}

impl<'a> Line<'a> {
    fn decision(&self) -> Decision {
        match self {
            Line::Hardline | Line::Deny(_) | Line::Refuse(_) => Decision::Deny,
            Line::Crisis
            | Line::Question
            | Line::EveryTime(_)
            | Line::Ask(_)
            | Line::Show(_)
            | Line::Bound => Decision::Ask,
            Line::Grant(_) | Line::Allow(_) => Decision::Allow,
            Line::Tier(decision) => *decision,
        }
    }

    fn by(&self) -> String {
        match self {
            Line::Hardline => "hardline".to_owned(),
            Line::Crisis => "crisis".to_owned(),
            Line::Question => "question".to_owned(),
            Line::Grant(id) => format!("grant:{id}"),
            Line::Refuse(raised) | Line::Show(raised) => raised.by.decides(),
            Line::Tier(_) => "tier".to_owned(),
            Line::Bound => "bound".to_owned(),
            Line::Deny(rule) | Line::EveryTime(rule) | Line::Ask(rule) | Line::Allow(rule) => {
                format!("policy:{}", rule.name)
            }
        }
    }

    fn rule(&self) -> Option<&'a Rule> {
        match self {
            Line::Deny(rule) | Line::EveryTime(rule) | Line::Ask(rule) | Line::Allow(rule) => Some(rule),
            Line::Hardline
            | Line::Refuse(_)
            | Line::Crisis
            | Line::Question
            | Line::Grant(_)
            | Line::Show(_)
            | Line::Tier(_)
            | Line::Bound => None,
        }
    }

    /// Lines 6 and 8: the only ones that a mode may let pass.
    fn yields_to_mode(&self) -> bool {
        match self {
            Line::Ask(_) | Line::Show(_) | Line::Tier(_) | Line::Bound => true,
            Line::Hardline
            | Line::Deny(_)
            | Line::Refuse(_)
            | Line::Crisis
            | Line::Question
            | Line::EveryTime(_)
            | Line::Grant(_)
            | Line::Allow(_) => false,
        }
    }
}

/// What the user's assessors and the reviewer add. It is added to what the call amounts to by itself, and so can only raise it.
fn raised(call: &ToolCall, mut assessment: Assessment) -> Assessment {
    for Finding { by, decision, tier, reason } in &call.context.raised {
        let least = match decision {
            Decision::Allow => Tier::Safe,
            Decision::Ask | Decision::Deny => Tier::Medium,
        };
        let floor = least.max(tier.unwrap_or(Tier::Safe));
        let reason = crate::text::shown(reason);
        let text = match (by, decision) {
            (FindingSource::Assessor(name), Decision::Allow | Decision::Ask) => {
                format!("assessor `{name}`: {reason}")
            }
            (FindingSource::Assessor(name), Decision::Deny) => {
                format!("refused by assessor `{name}`: {reason}")
            }
            (FindingSource::Reviewer, _) => reason,
        };
        let effect = Effect {
            kind: Kind::Run,
            target: None,
            scale: Scale::One,
            reach: Reach::Workspace,
            undo: Undo::Easy,
            span: Span::default(),
            rule: by.rule(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text,
            floor,
            hardline: false,
            certainty: 0.99,
            instead: None,
        };
        assessment = also(assessment, effect);
    }
    assessment
}

/// What a mode makes of it. Without a reviewer, smart is enforce.
fn under(mode: Mode, line: &Line<'_>) -> (Decision, String, Option<Decision>) {
    let strict = line.decision();
    let lets_pass = match mode {
        Mode::Observe | Mode::Off => line.yields_to_mode() && strict == Decision::Ask,
        Mode::Smart | Mode::Enforce => false,
    };
    match lets_pass {
        true => (Decision::Allow, format!("mode:{}", mode.as_str()), Some(strict)),
        false => (strict, line.by(), None),
    }
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
