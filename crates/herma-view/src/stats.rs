//! What is counted over traces, and how it is drawn: `herma stats` and the gateway's charts.

use crate::chart::{Bar, Chart};
use crate::time;
use herma_core::effect::Tier;
use herma_core::text::shown;
use herma_store::{Millis, State, TraceLine};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// Rules that are shown.
const TOP: usize = 10;
/// Bars over time.
const SLOTS: Millis = 24;
const HOUR: Millis = 3_600_000;
/// Upper ends of the classes of waiting, in seconds.
const WAITS: &[(Millis, &str)] = &[
    (5, "under 5 s"),
    (15, "under 15 s"),
    (60, "under 1 min"),
    (300, "under 5 min"),
    (900, "under 15 min"),
    (3600, "under 1 h"),
    (Millis::MAX, "longer"),
];

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Counts {
    pub calls: u64,
    pub first: Option<Millis>,
    pub last: Millis,
    pub decisions: HashMap<String, u64>,
    /// When each question was put.
    prompts: Vec<Millis>,
    seen: HashSet<String>,
    /// Milliseconds from a question to a person's answer.
    answers: Vec<Millis>,
    tiers: [Tally; 5],
    rules: HashMap<String, Tally>,
    agents: HashMap<String, Tally>,
    tools: HashMap<String, Tally>,
    pub judging: u64,
}

#[derive(Debug, Default, Clone, Copy)]
pub struct Tally {
    pub calls: u64,
    asked: u64,
    approved: u64,
    denied: u64,
    /// Nobody answered: expired, withdrawn, handed on or still waiting.
    open: u64,
    would: u64,
}

impl Counts {
    pub fn count(&mut self, trace: &TraceLine<'_>, only_would: bool) {
        if only_would && trace.would.is_none() {
            return;
        }
        self.calls += 1;
        self.judging += trace.elapsed_us;
        self.first = Some(self.first.map_or(trace.at, |first| first.min(trace.at)));
        self.last = self.last.max(trace.at);
        match self.decisions.get_mut(trace.decision) {
            Some(count) => *count += 1,
            None => drop(self.decisions.insert(trace.decision.to_owned(), 1)),
        }
        let mut one = Tally { calls: 1, would: u64::from(trace.would.is_some()), ..Tally::default() };
        // A call that was repeated while its question waited is one question.
        let asked = trace.request.filter(|request| !self.seen.contains(*request));
        if let Some(request) = asked {
            self.seen.insert(request.to_owned());
            self.prompts.push(trace.answered.as_ref().map_or(trace.at, |answered| answered.asked));
            one.asked = 1;
            match &trace.answered {
                Some(answered) if answered.is_yes() => one.approved = 1,
                Some(answered) if answered.is_no() => one.denied = 1,
                Some(_) | None => one.open = 1,
            }
            if let Some(answered) = &trace.answered
                && (answered.is_yes() || answered.state == State::Denied)
                && let Some(at) = answered.decided
            {
                self.answers.push((at - answered.asked).max(0));
            }
        }
        if let Some(tally) = self.tiers.get_mut(trace.tier as usize) {
            tally.add(one);
        }
        for (all, name) in [(&mut self.agents, trace.agent), (&mut self.tools, trace.tool)] {
            match all.get_mut(name) {
                Some(tally) => tally.add(one),
                None => drop(all.insert(name.to_owned(), one)),
            }
        }
        if one.asked + one.would > 0 {
            self.rules.entry(trace.rule.to_owned()).or_default().add(one);
        }
    }

    pub fn top_rules(&self) -> Vec<(&str, Tally)> {
        let mut rules: Vec<(&str, Tally)> =
            self.rules.iter().map(|(rule, tally)| (rule.as_str(), *tally)).collect();
        rules.sort_by_key(|(rule, tally)| (std::cmp::Reverse(tally.asked + tally.would), *rule));
        rules.truncate(TOP);
        rules
    }

    /// Who was asked about most, and with what: for the gateway's charts.
    pub fn decisions_by_agent_and_tool(&self) -> Vec<Chart> {
        let chart = |title: &str, all: &HashMap<String, Tally>| {
            let mut all: Vec<_> = all.iter().collect();
            all.sort_by_key(|(name, tally)| (std::cmp::Reverse((tally.asked, tally.calls)), name.as_str()));
            let bars = all.into_iter().take(TOP);
            let bars =
                bars.map(|(name, tally)| Bar { note: tally.words(), ..Bar::new(shown(name), tally.asked) });
            Chart { title: title.to_owned(), bars: bars.collect() }
        };
        vec![chart("asked about, by agent", &self.agents), chart("asked about, by tool", &self.tools)]
    }

    pub fn per_hour(&self) -> f64 {
        let span = self.last - self.first.unwrap_or(self.last);
        self.prompts.len() as f64 / (span.max(HOUR) as f64 / HOUR as f64)
    }

    pub fn median_wait(&self) -> Option<Millis> {
        let mut waits = self.answers.clone();
        waits.sort_unstable();
        waits.get(waits.len() / 2).copied()
    }

    /// When, and how many questions from there on.
    pub fn over_time(&self) -> Vec<(Millis, u64)> {
        let Some(first) = self.first else { return Vec::new() };
        let slot = ((self.last - first) / SLOTS + 1).max(HOUR / 60);
        let mut slots: Vec<(Millis, u64)> =
            (0..=(self.last - first) / slot).map(|n| (first + n * slot, 0)).collect();
        for at in &self.prompts {
            let index =
                usize::try_from((at - first).max(0) / slot).unwrap_or(0).min(slots.len().saturating_sub(1));
            if let Some((_, count)) = slots.get_mut(index) {
                *count += 1;
            }
        }
        slots
    }

    pub fn waits(&self) -> Vec<(&'static str, u64)> {
        let mut classes: Vec<(&'static str, u64)> = WAITS.iter().map(|(_, label)| (*label, 0)).collect();
        for wait in &self.answers {
            let class = WAITS.iter().position(|(end, _)| *wait < end.saturating_mul(1000));
            if let Some((_, count)) = class.and_then(|class| classes.get_mut(class)) {
                *count += 1;
            }
        }
        classes
    }
}

impl Tally {
    fn add(&mut self, one: Tally) {
        self.calls += one.calls;
        self.asked += one.asked;
        self.approved += one.approved;
        self.denied += one.denied;
        self.open += one.open;
        self.would += one.would;
    }

    fn as_json(self) -> Value {
        json!({"calls": self.calls, "asked": self.asked, "approved": self.approved, "denied": self.denied,
               "unanswered": self.open, "would": self.would})
    }

    fn words(self) -> String {
        format!("{} yes, {} no, {} unanswered", self.approved, self.denied, self.open)
    }
}

/// What is drawn of it.
pub fn charts(counts: &Counts, would: bool) -> Vec<Chart> {
    let tier = |tier: &Tier| counts.tiers.get(*tier as usize).copied().unwrap_or_default();
    let rules = counts.top_rules().into_iter().map(|(rule, tally)| match would {
        true => Bar::new(shown(rule), tally.would),
        false => Bar { note: tally.words(), ..Bar::new(shown(rule), tally.asked) },
    });
    if would {
        let tiers = Tier::ALL.iter().map(|one| Bar::new(one.as_str(), tier(one).would)).collect();
        return vec![
            Chart { title: "would have been asked, by tier".to_owned(), bars: tiers },
            Chart { title: "because of".to_owned(), bars: rules.collect() },
        ];
    }
    let over_time = counts.over_time().into_iter();
    let over_time =
        over_time.map(|(at, count)| Bar::new(time::shown(at).get(5..16).unwrap_or_default(), count));
    let tiers = Tier::ALL.iter().map(|one| {
        let tally = tier(one);
        let note =
            if tally.asked > 0 { format!("{} asked: {}", tally.asked, tally.words()) } else { String::new() };
        Bar { note, ..Bar::new(one.as_str(), tally.calls) }
    });
    vec![
        Chart { title: format!("prompts, {:.1} an hour", counts.per_hour()), bars: over_time.collect() },
        Chart {
            title: "time to answer".to_owned(),
            bars: counts.waits().into_iter().map(|(label, count)| Bar::new(label, count)).collect(),
        },
        Chart { title: "calls by tier".to_owned(), bars: tiers.collect() },
        Chart { title: "rules that ask most".to_owned(), bars: rules.collect() },
    ]
}

/// The numbers.
pub fn as_json(counts: &Counts, untraced: u64) -> Value {
    let tiers: serde_json::Map<String, Value> = Tier::ALL
        .iter()
        .map(|tier| {
            let tally = counts.tiers.get(*tier as usize).copied().unwrap_or_default();
            (tier.as_str().to_owned(), tally.as_json())
        })
        .collect();
    let rules: Vec<Value> = counts
        .top_rules()
        .into_iter()
        .map(|(rule, tally)| {
            let mut value = tally.as_json();
            if let Some(map) = value.as_object_mut() {
                map.insert("rule".to_owned(), rule.into());
            }
            value
        })
        .collect();
    json!({
        "calls": counts.calls, "from": counts.first, "to": counts.last, "decisions": counts.decisions,
        "prompts": counts.prompts.len(), "prompts_per_hour": (counts.per_hour() * 100.0).round() / 100.0,
        "answers": counts.answers.len(), "median_answer_ms": counts.median_wait(),
        "time_to_answer": counts.waits().into_iter().map(|(label, n)| json!({"class": label, "count": n})).collect::<Vec<_>>(),
        "tiers": tiers, "rules": rules, "untraced": untraced,
    })
}
