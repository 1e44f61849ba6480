//! Pattern 2, post-execution review: which changes of a call could be undone, and what that makes of it (`docs/undo.md`).
//!
//! Pure: says what has to be kept, not how. A caller that keeps it judges again with the [`UndoPlan`]; one that cannot, does not,
//! and the call is what it was.

use crate::assess::{assess, pattern};
use crate::call::{FindingSource, ToolCall};
use crate::effect::{Effect, Kind, Reach, Tier, Undo};
use crate::policy::{Policy, ReviewChanges, ReviewDeletes};
use crate::understand::place::{is_build_output, is_precious};
use crate::verdict::{Assessment, Decision, Verdict};
use crate::world::{Question, World};

/// Below this it is not sure what would be changed.
const SURE: f32 = 0.75;

/// Deletions that change what they name and nothing else. Others, a piece of code that deletes say, may be kept too, but stay
/// what they are.
const PLAIN_DELETES: &[&str] =
    &["rm/", "unlink/", "rmdir/", "tool/patch-deletes", "truncate/empties", "file/empties"];
/// Whoever shreds wants no copy.
const NO_COPY: &[&str] = &["shred/", "srm/", "wipe/"];

/// A path that a call changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Absolute; a folder is meant with all that is in it.
    pub path: String,
    /// The rest of it is a pattern: everything that it fits, or more.
    pub pattern: Option<String>,
    /// A link is followed by who writes, not by who deletes.
    pub writes: bool,
}

/// What the call would change in the workspace, if there may be a way back: review is on, and nothing in the call is of the
/// sort that nobody can take back.
pub fn plan(call: &ToolCall, verdict: &Verdict, world: &dyn World, policy: &Policy) -> Option<Vec<Change>> {
    let assessment = &verdict.assessment;
    let may = policy.review.changes == ReviewChanges::Keep
        && verdict.decision != Decision::Deny
        && !assessment.bounded
        && !assessment.crisis_sensitive
        && !assessment.outbound;
    if !may {
        return None;
    }
    let cwd = call.cwd.clone().or_else(|| world.text(Question::Cwd))?;
    let home = call.home.clone().or_else(|| world.text(Question::Home)).unwrap_or_default();
    let mut changes = Vec::new();
    for effect in assessment.effects.iter().chain(&assessment.overflow_effects) {
        match part(effect) {
            Part::Nothing => {}
            Part::NoWayBack => return None,
            Part::Change(change) => {
                let real = world.text(Question::RealPath(&change.path))?;
                if !policy.review.covers(effect, &real, (&home, &cwd), world) {
                    return None;
                }
                if !changes.contains(&change) {
                    changes.push(change);
                }
            }
        }
    }
    (!changes.is_empty()).then_some(changes)
}

enum Part {
    /// Changes no file of the workspace, or one that a build makes again.
    Nothing,
    Change(Change),
    /// Crisis, money, messages, configuration, processes, and what is not known.
    NoWayBack,
}

fn part(effect: &Effect) -> Part {
    // Somebody's word about the call changes no file. What it raises stays raised: a way back is applied before it.
    if FindingSource::is_rule(&effect.rule) {
        return Part::Nothing;
    }
    match effect.kind {
        Kind::Write | Kind::Overwrite | Kind::Delete | Kind::Move | Kind::ChangePermission => {
            match effect.reach {
                Reach::Scratch => Part::Nothing,
                Reach::Workspace => change(effect).map_or(Part::NoWayBack, Part::Change),
                Reach::User | Reach::System | Reach::Remote | Reach::Person => Part::NoWayBack,
            }
        }
        Kind::Read | Kind::Run | Kind::Download | Kind::OpenNetwork if effect.floor <= Tier::Low => {
            Part::Nothing
        }
        Kind::Read
        | Kind::ReadSecret
        | Kind::Run
        | Kind::ChangeConfig
        | Kind::Install
        | Kind::RunUnknownCode
        | Kind::OpenNetwork
        | Kind::Download
        | Kind::Send
        | Kind::Publish
        | Kind::Message
        | Kind::Pay
        | Kind::StopProcess
        | Kind::StopService
        | Kind::PowerOff
        | Kind::WipeDisk
        | Kind::RewriteHistory
        | Kind::DropData
        | Kind::EscalatePrivilege
        | Kind::DisableGuard
        | Kind::Persist
        | Kind::Exhaust
        | Kind::AnswerForPerson
        | Kind::Endanger
        | Kind::Harm
        | Kind::Unreadable => Part::NoWayBack,
    }
}

fn change(effect: &Effect) -> Option<Change> {
    let target = effect.target.as_deref()?;
    let named = |rules: &[&str]| rules.iter().any(|rule| effect.rule.starts_with(rule));
    // A target is what a person is shown: where that is not the name itself, it is not known here. And a link that the call
    // makes leads where only the call knows.
    let odd = !target.starts_with('/') || target.contains(['$', '`', '\\']);
    if odd || effect.hardline || effect.certainty < SURE || named(NO_COPY) || named(&["ln/"]) {
        return None;
    }
    let in_git = |path: &str| path.split('/').any(|name| name == ".git");
    if in_git(target) {
        return None;
    }
    let pattern_at = target.split('/').scan(0, |at, name| {
        let start = *at;
        *at += name.len() + 1;
        Some((start, name.contains(['*', '?', '[', '…'])))
    });
    let pattern_at = pattern_at.into_iter().find(|(_, pattern)| *pattern).map(|(start, _)| start);
    let (path, pattern) = match pattern_at {
        None => (target, None),
        Some(at) => (target.get(..at.saturating_sub(1))?, target.get(at..)),
    };
    // What only `rm` sees is the shell's pattern; others search deeper, and all of the folder is meant.
    let shells =
        effect.setting.is_some() && effect.rule == "rm/files" && pattern.is_some_and(|p| !p.contains('/'));
    Some(Change {
        path: if path.is_empty() { "/" } else { path }.to_owned(),
        pattern: pattern.filter(|_| shells).map(str::to_owned),
        writes: matches!(effect.kind, Kind::Write | Kind::Overwrite | Kind::ChangePermission)
            || effect.rule.ends_with("/empties"),
    })
}

impl Change {
    /// Made again by a build: nobody wants a copy of it. `below` is the path below the workspace.
    pub fn is_build_output(below: &str) -> bool {
        is_build_output(below)
    }

    /// A repository's history, a guard's file, a secret: what of a tree is asked about whatever can be undone.
    pub fn is_precious(below: &str) -> bool {
        is_precious(below)
    }
}

/// That everything which [`plan`] named is kept, or will be before the call runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoPlan {
    pub files: u64,
    /// `until tomorrow`, `for 2 h`.
    pub until: String,
    /// Paths of the plan that are not kept, since a build makes them again.
    pub without: Vec<String>,
    /// What lies in there that is asked about all the same, in words. The way back is kept, and makes nothing less.
    pub precious: Option<String>,
}

impl UndoPlan {
    /// How long it is kept, as people say it.
    pub fn until(keep_s: u32) -> String {
        match keep_s {
            86_400 => "until tomorrow".to_owned(),
            s if s % 86_400 == 0 => format!("for {} days", s / 86_400),
            s if s % 3600 == 0 => format!("for {} h", s / 3600),
            s if s >= 60 => format!("for {} min", s / 60),
            s => format!("for {s} s"),
        }
    }

    pub(crate) fn applied(&self, assessment: Assessment, policy: &Policy) -> Assessment {
        let Assessment { mut effects, mut overflow_effects, bounded, crisis_sensitive, threshold, .. } =
            assessment;
        let deletes = effects.iter().filter(|effect| effect.kind == Kind::Delete).count();
        let mut kept = false;
        for effect in effects.iter_mut().chain(&mut overflow_effects) {
            if let Part::Change(change) = part(effect)
                && !self.without.contains(&change.path)
            {
                self.apply(effect, deletes == 1, policy);
                kept = true;
            }
        }
        let assessed = assess(effects, bounded, threshold);
        Assessment { overflow_effects, crisis_sensitive, pattern: pattern(assessed.tier, kept), ..assessed }
    }

    fn apply(&self, effect: &mut Effect, alone: bool, policy: &Policy) {
        effect.undo = Undo::Easy;
        let loses = match effect.kind {
            Kind::Delete | Kind::Overwrite => true,
            _ => effect.floor >= Tier::Medium,
        };
        if !loses {
            return;
        }
        let counted = match effect.text.strip_prefix("deletes ") {
            Some(rest) if alone && self.files > 1 => format!("deletes {} files: {rest}", self.files),
            _ => effect.text.clone(),
        };
        let deletes = effect.kind == Kind::Delete;
        let with = self.precious.as_ref().filter(|_| deletes && alone).map(|what| format!(", {what}"));
        effect.text = format!("{counted}{} (can be undone {})", with.unwrap_or_default(), self.until);
        let plain = PLAIN_DELETES.iter().any(|rule| effect.rule.starts_with(rule));
        if plain && self.precious.is_none() && policy.review.deletes == ReviewDeletes::Allow {
            effect.floor = effect.floor.min(Tier::Low);
        }
    }
}

#[cfg(test)]
#[path = "review_tests.rs"]
mod tests;
