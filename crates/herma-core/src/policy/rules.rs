//! The rules that are in force, by the line of section 5 that they speak on.

use super::matcher::Seen;
use super::rule::Rule;
use crate::call::FindingSource;
use crate::effect::Tier;
use crate::verdict::Decision;

/// Within a line: admin, user, project, each in the order of its file. The first that matches gives its name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    deny: Vec<Rule>,
    every_time: Vec<Rule>,
    ask: Vec<Rule>,
    allow: Vec<Rule>,
}

/// What the asks that fit a call want of whoever answers: the most that one of them wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Demand {
    pub(crate) human: bool,
    pub(crate) level: u8,
    pub(crate) quorum: u8,
    pub(crate) self_approval: bool,
}

impl Default for Demand {
    fn default() -> Self {
        Demand { human: false, level: 0, quorum: 1, self_approval: true }
    }
}

impl Rules {
    pub(super) fn add(&mut self, rule: Rule) {
        match (rule.decision, rule.every_time) {
            (Decision::Deny, _) => self.deny.push(rule),
            (Decision::Ask, true) => self.every_time.push(rule),
            (Decision::Ask, false) => self.ask.push(rule),
            (Decision::Allow, _) => self.allow.push(rule),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        self.deny.len() + self.every_time.len() + self.ask.len() + self.allow.len()
    }

    /// All of them, in the order in which they are asked.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.deny.iter().chain(&self.every_time).chain(&self.ask).chain(&self.allow)
    }

    pub(crate) fn deny(&self, seen: &Seen<'_>) -> Option<&Rule> {
        self.deny.iter().find(|rule| rule.stops(seen))
    }

    pub(crate) fn every_time(&self, seen: &Seen<'_>) -> Option<&Rule> {
        self.every_time.iter().find(|rule| rule.stops(seen))
    }

    pub(crate) fn ask(&self, seen: &Seen<'_>) -> Option<&Rule> {
        self.ask.iter().find(|rule| rule.stops(seen))
    }

    pub(crate) fn demand(&self, seen: &Seen<'_>) -> Demand {
        let wants = |rule: &&Rule| rule.human || rule.level > 0 || rule.quorum > 1 || !rule.self_approval;
        let all = self.every_time.iter().chain(&self.ask).filter(wants).filter(|rule| rule.stops(seen));
        all.fold(Demand::default(), |demand, rule| Demand {
            human: demand.human || rule.human,
            level: demand.level.max(rule.level),
            quorum: demand.quorum.max(rule.quorum),
            self_approval: demand.self_approval && rule.self_approval,
        })
    }

    /// For each effect that is shown, in their order, the rule that speaks of it: the first of lines 2, 4, 6 and 7.
    pub(crate) fn of_each(&self, seen: &Seen<'_>) -> Vec<Option<&Rule>> {
        let stops = || self.deny.iter().chain(&self.every_time).chain(&self.ask);
        let shown = seen.effects.iter().take(seen.assessment.effects.len());
        shown
            .map(|effect| {
                let covers = |rule: &&Rule| rule.max_tier >= effect.effect.floor && rule.covers(effect, seen);
                let allow = || self.allow.iter().filter(covers).max_by_key(|rule| rule.max_tier);
                stops().find(|rule| rule.stops_part(effect, seen)).or_else(allow)
            })
            .collect()
    }

    /// The allow that covers the worst part, if all parts that need one are covered, each by a rule that goes so far.
    pub(crate) fn allow(&self, seen: &Seen<'_>) -> Option<&Rule> {
        let a = seen.assessment;
        // A text that was not read to its end may hold anything.
        if self.allow.is_empty() || a.bounded {
            return None;
        }
        // Whoever wrote the rule meant their own calls, not a page's; and asked for assessors and reviewer to be heard.
        let beyond =
            |rule: &str| matches!(rule, "taint/obeys" | "taint/unnamed") || FindingSource::is_rule(rule);
        if a.effects.iter().any(|effect| beyond(&effect.rule)) {
            return None;
        }
        // Where no part is grave by itself, all of them together are.
        let floor = a.effects.iter().map(|e| e.floor).max().unwrap_or(Tier::Safe);
        let from = if floor >= Tier::Medium { Tier::Medium } else { Tier::Safe };
        let (mut worst, mut reach) = (None, Tier::Safe);
        for effect in seen.effects.iter().filter(|e| e.effect.floor >= from || e.effect.certainty < 0.5) {
            let fits = |rule: &&Rule| rule.max_tier >= effect.effect.floor && rule.covers(effect, seen);
            // Of several the one that goes farthest.
            let rule = self.allow.iter().filter(fits).max_by_key(|rule| rule.max_tier)?;
            reach = reach.max(rule.max_tier);
            worst.get_or_insert(rule);
        }
        worst.filter(|_| reach >= a.tier)
    }
}
