//! What a person is shown of many effects (design, invariant 9): repeats are counted, one of each sort comes before its
//! repeats, and nothing is left out without saying how much.
//!
//! Only what is shown changes. Every effect stays in the assessment, for rules, grants and undo plans.

use crate::effect::{Effect, Kind, Leads, Scale, Tier};
use crate::verdict::Assessment;
use std::collections::HashMap;

/// As many of one sort are listed one by one; more are counted, and as many are named.
const LISTED: usize = 3;
/// Past as many lines nobody reads each: then the same in different folders is one line.
const LINES: usize = 16;
/// Past as many lines what is no reason to ask is left out, and counted.
const LINES_MAX: usize = 48;

/// Up to as many are compared one by one: that is faster than making a hash of each.
const FEW: usize = 64;

/// How much two effects have to share to be one line. From fine to coarse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grain {
    /// One sentence about the same folder.
    Folder,
    /// One sentence, but for its target.
    Sentence,
    /// One entry of the tables.
    Entry,
}

impl Grain {
    /// From how many on they are one line.
    const fn from(self) -> usize {
        match self {
            Grain::Folder => LISTED + 1,
            Grain::Sentence | Grain::Entry => 2,
        }
    }
}

/// What the effects of one line share.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Sort<'a> {
    hardline: bool,
    floor: Tier,
    asks: bool,
    kind: Kind,
    rule: &'a str,
    command: &'a str,
    sentence: (&'a str, &'a str),
    folder: &'a str,
}

/// Makes one line of what is the same. The list is sorted, worst first, and stays so.
pub(crate) fn fold(assessment: &mut Assessment) {
    for effect in &mut assessment.effects {
        effect.settle_spans();
        if effect.target.is_none() {
            // What has no target is counted by the places that say it.
            let places = effect.repeats.spans.len() + effect.repeats.unmarked as usize;
            effect.repeats.more = u32::try_from(places).unwrap_or(u32::MAX);
            if places >= LISTED {
                effect.text = format!("{} ({} times)", effect.text, effect.count());
            }
        }
    }
    if repeats(&assessment.effects) {
        let all = std::mem::take(&mut assessment.effects);
        let mut grains = [Grain::Folder, Grain::Sentence].into_iter().map(|grain| lines(&all, grain));
        let lines = grains.find(|lines| lines.len() <= LINES).unwrap_or_else(|| lines(&all, Grain::Entry));
        (assessment.effects, assessment.overflow_effects) = put_together(all, &lines);
    }
    distinct_first(&mut assessment.effects);
    leave_out(assessment);
}

/// Whether there is anything to put together. Nearly every call has few effects, and these are compared one by one.
fn repeats(effects: &[Effect]) -> bool {
    let like = |one: &Effect| effects.iter().filter(|e| e.kind == one.kind && e.rule == one.rule).count();
    effects.len() > LISTED && (effects.len() > LINES || effects.iter().any(|one| like(one) > LISTED))
}

/// For each line the effects that are in it, in their order.
fn lines(effects: &[Effect], grain: Grain) -> Vec<Vec<usize>> {
    let mut places = Places::new(effects.len());
    let mut sorts: Vec<Vec<usize>> = Vec::new();
    for (at, effect) in effects.iter().enumerate() {
        match sorts.get_mut(places.of(sort_of(effect, grain))) {
            Some(sort) => sort.push(at),
            None => sorts.push(vec![at]),
        }
    }
    let few = |sort: &Vec<usize>| sort.len() < grain.from();
    let mut lines: Vec<Vec<usize>> = Vec::with_capacity(sorts.len());
    for sort in sorts {
        match few(&sort) {
            true => lines.extend(sort.into_iter().map(|at| vec![at])),
            false => lines.push(sort),
        }
    }
    lines.sort_by_key(|line| line.first().copied());
    lines
}

/// Numbers for what is different, in the order in which it comes.
enum Places<T> {
    Few(Vec<T>),
    Many(HashMap<T, usize>),
}

impl<T: Eq + std::hash::Hash> Places<T> {
    fn new(most: usize) -> Self {
        match most <= FEW {
            true => Places::Few(Vec::with_capacity(most)),
            false => Places::Many(HashMap::with_capacity(most)),
        }
    }

    fn len(&self) -> usize {
        match self {
            Places::Few(all) => all.len(),
            Places::Many(all) => all.len(),
        }
    }

    fn of(&mut self, one: T) -> usize {
        let next = self.len();
        match self {
            Places::Few(all) => all.iter().position(|known| *known == one).unwrap_or_else(|| {
                all.push(one);
                next
            }),
            Places::Many(all) => *all.entry(one).or_insert(next),
        }
    }
}

fn sort_of(effect: &Effect, grain: Grain) -> Sort<'_> {
    let target = effect.target.as_deref().unwrap_or_default();
    let (sentence, folder, command) = match grain {
        Grain::Folder => (around(&effect.text, target), folder_of(target), effect.command.as_str()),
        Grain::Sentence => (around(&effect.text, target), "", effect.command.as_str()),
        Grain::Entry => (("", ""), "", ""),
    };
    Sort {
        hardline: effect.hardline,
        floor: effect.floor,
        asks: effect.asks(),
        kind: effect.kind,
        rule: &effect.rule,
        command,
        sentence,
        folder,
    }
}

/// A sentence without the target that it names.
fn around<'a>(text: &'a str, target: &str) -> (&'a str, &'a str) {
    if target.is_empty() {
        return (text, "");
    }
    // The marks are looked for, not the target: nothing is put together for it, and there are few of them.
    let named = text.match_indices('`').find_map(|(at, _)| {
        let after = text.get(at + 1..)?.strip_prefix(target)?.strip_prefix('`')?;
        Some((text.get(..at)?, after))
    });
    named.unwrap_or((text, ""))
}

/// The folder of a path; of what is no path, none.
fn folder_of(target: &str) -> &str {
    if !target.starts_with('/') {
        return "";
    }
    target.rsplit_once('/').map_or("", |(folder, _)| if folder.is_empty() { "/" } else { folder })
}

/// The lines, and everything that only counts in them.
fn put_together(all: Vec<Effect>, lines: &[Vec<usize>]) -> (Vec<Effect>, Vec<Effect>) {
    let mut all: Vec<Option<Effect>> = all.into_iter().map(Some).collect();
    let (mut shown, mut counted) = (Vec::with_capacity(lines.len()), Vec::new());
    for line in lines {
        let mut members = line.iter().filter_map(|at| all.get_mut(*at)?.take());
        let Some(mut first) = members.next() else { continue };
        let others: Vec<Effect> = members.collect();
        if !others.is_empty() {
            first.text = sentence(&first, &others);
            for other in &others {
                first.repeats.more = first.repeats.more.saturating_add(other.count());
                first.repeats.unmarked = first.repeats.unmarked.saturating_add(other.repeats.unmarked);
                other.spans().for_each(|span| first.repeats.mark(span));
            }
            first.settle_spans();
        }
        shown.push(first);
        counted.extend(others);
    }
    (shown, counted)
}

/// `deletes 60 files in ./photos (a.jpg, b.jpg, c.jpg and 57 more)`: the sentence of one, about all of them.
fn sentence(first: &Effect, others: &[Effect]) -> String {
    let count = 1 + others.len();
    let target = first.target.as_deref().unwrap_or_default();
    let named = around(&first.text, target);
    let is_same = |other: &Effect| around(&other.text, other.target.as_deref().unwrap_or_default()) == named;
    // What its sentence does not name, or says in other words of another, is only counted.
    if named.0.len() == first.text.len() || !others.iter().all(is_same) {
        return format!("{} and {} more like it", first.text, others.len());
    }
    let folder = folder_of(target);
    let targets = || std::iter::once(first).chain(others).filter_map(|e| e.target.as_deref());
    let together = !folder.is_empty() && targets().all(|target| folder_of(target) == folder);
    let name = |target: &'_ str| match together {
        true => format!("`{}`", target.rsplit('/').next().unwrap_or(target)),
        false => format!("`{target}`"),
    };
    let mut names = targets().take(LISTED).map(name).collect::<Vec<_>>().join(", ");
    if count > LISTED {
        names.push_str(&format!(" and {} more", count - LISTED));
    }
    let files = matches!(first.kind, Kind::Delete | Kind::Overwrite | Kind::Write | Kind::Read)
        && first.scale == Scale::One
        && first.leads == Leads::Here;
    let what = match (folder.is_empty(), files) {
        (true, _) if first.kind == Kind::Run => "programs",
        (true, _) => "targets",
        (false, true) => "files",
        (false, false) => "paths",
    };
    match together {
        true => format!("{}{count} {what} in `{folder}` ({names}){}", named.0, named.1),
        false => format!("{}{count} {what} ({names}){}", named.0, named.1),
    }
}

/// Among what is equally grave, the first of each sort before anything of a sort that was there already.
fn distinct_first(effects: &mut Vec<Effect>) {
    if effects.len() <= 2 {
        return;
    }
    let mut seen = Places::new(effects.len());
    let mut repeated = Vec::with_capacity(effects.len());
    for effect in effects.iter() {
        let known = seen.len();
        repeated.push(seen.of((effect.kind, effect.rule.as_str(), effect.command.as_str())) < known);
    }
    if !repeated.contains(&true) {
        return;
    }
    // Only within what is equally grave: what an assessor, the reviewer or a crisis has put in front stays there.
    let (mut run, mut before) = (0, None);
    let mut keyed: Vec<((u32, bool), Effect)> = Vec::with_capacity(effects.len());
    for (effect, repeated) in effects.drain(..).zip(repeated) {
        let now = (effect.hardline, effect.floor);
        if before.is_some_and(|before| before != now) {
            run += 1;
        }
        before = Some(now);
        keyed.push(((run, repeated), effect));
    }
    keyed.sort_by_key(|(key, _)| *key);
    effects.extend(keyed.into_iter().map(|(_, effect)| effect));
}

/// What nobody is asked about need not be read: of very many lines the last ones are only counted.
fn leave_out(assessment: &mut Assessment) {
    if assessment.effects.len() <= LINES_MAX {
        return;
    }
    let mut kept = 0;
    let all = std::mem::take(&mut assessment.effects);
    for effect in all {
        if kept < LINES_MAX || effect.asks() {
            kept += 1;
            assessment.effects.push(effect);
        } else {
            assessment.more = assessment.more.saturating_add(effect.count());
            assessment.overflow_effects.push(effect);
        }
    }
}
