//! Rules out of history: what people were asked about and never denied, put as narrowly as a rule can say it.
//!
//! A rule is made from effects, never from text, and only of what a grant could speak of too. What is critical is learned for
//! the very paths that were approved, and for nothing else.

use crate::policy_command::Wanted;
use crate::trace::EFFECTS_MAX;
use herma_core::effect::{Effect, Kind, Reach, Tier};
use herma_core::grant::{alone, is_path, only_exactly};
use herma_core::policy::host_of;
use herma_core::{Decision, ToolCall, Verdict};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Paths, hosts, names or folders of one rule: more is no longer read.
const LISTED: usize = 4;
/// A folder so few names below the root holds more than anybody was asked about.
const DEEP: usize = 4;
/// The same, below the person's home.
const DEEP_AT_HOME: usize = 2;
/// Learned for the paths, hosts and names that were approved, never for a folder around them or for all.
const NEVER_WIDE: &[Kind] = &[
    Kind::Delete,
    Kind::Overwrite,
    Kind::Move,
    Kind::ReadSecret,
    Kind::Message,
    Kind::ChangeConfig,
    Kind::DropData,
    Kind::RewriteHistory,
    Kind::StopProcess,
    Kind::StopService,
];

/// What a call was judged to need, so that no question would have to be put.
#[derive(Debug)]
pub(super) struct Needs {
    pub(super) decision: Decision,
    /// Not all that was judged then is known now.
    pub(super) lost: bool,
    /// What an allow would have to speak of; `None` if no rule may.
    each: Option<Vec<Need>>,
    /// Every command with its kind of effect: what a rule could touch at all.
    about: Vec<(String, Kind)>,
    /// There is more than is listed.
    more: bool,
}

/// One thing that an allow would have to cover.
#[derive(Debug, Clone)]
struct Need {
    subject: Subject,
    what: What,
    tier: Tier,
    cwd: String,
}

/// Whose doing, and which kind of effect.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject {
    /// Empty for a redirection or a tool.
    program: String,
    tool: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Path(String),
    Host(String),
    Name(String),
    Nothing,
}

impl Needs {
    pub(super) fn of(call: &ToolCall, verdict: &Verdict, lost: bool) -> Needs {
        let assessment = &verdict.assessment;
        let about = assessment.each().map(|effect| (effect.command.clone(), effect.kind)).collect();
        Needs {
            decision: verdict.decision,
            lost,
            each: needs(call, verdict).filter(|_| !lost),
            about,
            more: assessment.bounded,
        }
    }

    /// Of a call that cannot be judged any more. Without anything that was kept of it, in doubt every rule speaks of it.
    pub(super) fn unknown() -> Needs {
        Needs { decision: Decision::Ask, lost: true, each: None, about: Vec::new(), more: false }
    }

    /// Adds what a trace has kept of it: where something was lost since, that is closer to what was judged.
    pub(super) fn with_kept(mut self, body: Option<&str>) -> Needs {
        if !self.lost {
            return self;
        }
        let kept: Option<Value> = body.and_then(|body| serde_json::from_str(body).ok());
        let effects = kept.as_ref().and_then(|call| call.get("effects")?.as_array());
        let text = |effect: &Value, key: &str| effect.get(key)?.as_str().map(str::to_owned);
        let one = |effect: &Value| {
            let kind = text(effect, "kind")?;
            let kind = Kind::ALL.iter().copied().find(|known| known.as_str() == kind)?;
            Some((text(effect, "command")?, kind))
        };
        self.about.extend(effects.into_iter().flatten().filter_map(one));
        self.more |= effects.is_none_or(|effects| {
            let counted = effects.iter().any(|effect| effect.get("count").is_some());
            effects.is_empty() || effects.len() >= EFFECTS_MAX || counted
        });
        self
    }

    /// Whether a rule about this could change anything about the call.
    pub(super) fn may_concern(&self, subject: &Subject) -> bool {
        self.more
            || self.about.iter().any(|(command, kind)| {
                *kind == subject.kind && (subject.program.is_empty() || *command == subject.program)
            })
    }
}

fn needs(call: &ToolCall, verdict: &Verdict) -> Option<Vec<Need>> {
    let a = &verdict.assessment;
    // Only what is asked for its tier: an ask of a rule is somebody's wish, and no allow lifts it.
    let by_tier = verdict.decision == Decision::Ask && verdict.decided_by == "tier";
    if !by_tier || a.crisis_sensitive || a.bounded || call.mangled {
        return None;
    }
    let floor = a.each().map(|effect| effect.floor).max().unwrap_or(Tier::Safe);
    let from = if floor >= Tier::Medium { Tier::Medium } else { Tier::Safe };
    let matter: Vec<&Effect> = a.each().filter(|e| e.floor >= from || e.certainty < 0.5).collect();
    let single = matter.len() == 1;
    let one = |effect: &&Effect| {
        let tier = if single { a.tier } else { alone(effect, a.threshold).max(effect.floor) };
        need(call, effect, tier)
    };
    matter.iter().map(one).collect()
}

fn need(call: &ToolCall, effect: &Effect, tier: Tier) -> Option<Need> {
    if only_exactly(effect) {
        return None;
    }
    let target = effect.target.as_deref();
    let what = match target {
        None => What::Nothing,
        Some(path) if path.starts_with('/') => {
            What::Path(path.to_owned()).filter(is_path(path) && effect.reach < Reach::Remote)?
        }
        Some(url) if url.contains("://") || url.contains('@') => What::Host(host_of(url)?),
        Some(name) => What::Name(name.to_owned()).filter(is_plain(name))?,
    };
    let on_path = matches!(what, What::Path(_));
    let paths_only = matches!(effect.kind, Kind::Delete | Kind::Write | Kind::Overwrite | Kind::Move);
    if (tier == Tier::Critical || paths_only) && !on_path {
        return None;
    }
    // What is called by its path is a script, or might be one tomorrow.
    let named =
        effect.command.split(' ').all(|word| !word.is_empty() && is_plain(word) && !word.contains('/'));
    let tool = match (effect.command.is_empty(), is_shell(call)) {
        (false, _) if named => String::new(),
        (true, true) if on_path => String::new(),
        (true, false) if is_plain(&call.tool) => call.tool.clone(),
        (_, _) => return None,
    };
    let subject = Subject { program: effect.command.clone(), tool, kind: effect.kind };
    let cwd = call.cwd.clone().filter(|cwd| is_plain(cwd)).unwrap_or_default();
    Some(Need { subject, what, tier, cwd })
}

impl What {
    fn filter(self, keep: bool) -> Option<What> {
        keep.then_some(self)
    }

    fn text(&self) -> &str {
        match self {
            What::Path(text) | What::Host(text) | What::Name(text) => text,
            What::Nothing => "",
        }
    }
}

fn is_shell(call: &ToolCall) -> bool {
    ["command", "cmd"].iter().any(|name| call.args.get(name).is_some())
}

/// Nothing in it that a pattern or a condition would read as more than itself.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(|c| c.is_control() || "*?[]{}\\'\"‹›".contains(c))
}

/// What was approved again and again, and has the same subject.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) subject: Subject,
    members: Vec<(u64, Need)>,
    prompts: u64,
}

/// Groups of what was approved, those that were asked about most first. Each comes with how often it was approved.
pub(super) fn groups<'a>(approved: impl Iterator<Item = (u64, &'a Needs)>) -> Vec<Group> {
    let mut all: BTreeMap<(Subject, u8), Group> = BTreeMap::new();
    for (times, needs) in approved {
        for need in needs.each.iter().flatten() {
            let sort = match need.what {
                What::Path(_) => 0,
                What::Host(_) => 1,
                What::Name(_) => 2,
                What::Nothing => 3,
            };
            let subject = need.subject.clone();
            let group = all.entry((subject.clone(), sort)).or_insert(Group {
                subject,
                members: Vec::new(),
                prompts: 0,
            });
            group.members.push((times, need.clone()));
            group.prompts += times;
        }
    }
    let mut groups: Vec<Group> = all.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.prompts));
    groups
}

impl Group {
    /// How often people said yes to what is in it.
    pub(super) fn prompts(&self) -> u64 {
        self.prompts
    }

    /// The rules that could speak of it, the narrowest first. `name` makes one that is not taken yet.
    pub(super) fn rules(&self, home: Option<&Path>, name: &dyn Fn(&str) -> String) -> Vec<Wanted> {
        let most = |of: &dyn Fn(&Need) -> String| {
            let mut counts: BTreeMap<String, u64> = BTreeMap::new();
            for (times, need) in &self.members {
                *counts.entry(of(need)).or_default() += times;
            }
            let mut all: Vec<(String, u64)> = counts.into_iter().collect();
            all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let rest = all.split_off(all.len().min(LISTED));
            (all.into_iter().map(|(text, _)| text).collect::<Vec<_>>(), rest.is_empty())
        };
        let (targets, all_targets) = most(&|need| need.what.text().to_owned());
        let (folders, _) = most(&|need| need.cwd.clone());
        let wide = !NEVER_WIDE.contains(&self.subject.kind);
        let mut rules = Vec::new();
        match self.members.first().map(|(_, need)| &need.what) {
            Some(What::Path(_)) => {
                rules.push(self.rule(name, "path", &targets, home, None));
                let around = self.folder().filter(|folder| wide && is_deep(folder, home));
                rules.extend(around.map(|folder| self.rule(name, "path", &[folder], home, None)));
            }
            Some(What::Host(_)) => rules.push(self.rule(name, "host", &targets, home, None)),
            Some(What::Name(_)) => {
                let only = self.only(&targets);
                let here = format!("cwd in {} && {only}", listed(&folders));
                rules.push(self.rule(name, "", &[], home, Some(here)));
                if wide {
                    rules.push(self.rule(name, "", &[], home, Some(only).filter(|_| all_targets)));
                }
            }
            Some(What::Nothing) => {
                // With a target it would be another thing: `git push origin main` says where to, `git push` does not.
                let only = self.only(&targets);
                let here = format!("cwd in {} && {only}", listed(&folders));
                rules.push(self.rule(name, "", &[], home, Some(here)));
                if wide {
                    rules.push(self.rule(name, "", &[], home, Some(only)));
                }
            }
            None => {}
        }
        rules
    }

    /// The condition that nothing else is meant.
    fn only(&self, targets: &[String]) -> String {
        let Subject { program, kind, .. } = &self.subject;
        let other = match program.is_empty() {
            true => format!("e.kind != '{kind}'"),
            false => format!("e.command != '{program}' || e.kind != '{kind}'"),
        };
        format!("effects.all(e, {other} || e.target in {})", listed(targets))
    }

    /// The folder around all of its paths.
    fn folder(&self) -> Option<String> {
        let mut paths = self.members.iter().map(|(_, need)| Path::new(need.what.text()));
        let mut around = paths.next()?.parent()?;
        for path in paths {
            while !path.starts_with(around) {
                around = around.parent()?;
            }
        }
        around.to_str().map(str::to_owned)
    }

    fn rule(
        &self,
        name: &dyn Fn(&str) -> String,
        matcher: &'static str,
        patterns: &[String],
        home: Option<&Path>,
        when: Option<String>,
    ) -> Wanted {
        let Subject { program, tool, kind } = &self.subject;
        let mut about: Vec<(&'static str, String)> = Vec::new();
        if !tool.is_empty() {
            about.push(("tool", tool.clone()));
        }
        if !program.is_empty() {
            about.push(("program", program.clone()));
        }
        about.push(("effect", kind.as_str().to_owned()));
        let short = |path: &String| match home.and_then(|home| Path::new(path).strip_prefix(home).ok()) {
            Some(rest) if matcher == "path" => format!("~/{}", rest.display()),
            Some(_) | None => path.clone(),
        };
        about.extend(patterns.iter().map(|pattern| (matcher, short(pattern))));
        let tier = self.members.iter().map(|(_, need)| need.tier).max().unwrap_or(Tier::Medium);
        let subject = if program.is_empty() { tool } else { program };
        Wanted::allow(name(&format!("{subject} {kind}")), about, when, tier)
    }
}

fn listed(all: &[String]) -> String {
    format!("[{}]", all.iter().map(|one| format!("'{one}'")).collect::<Vec<_>>().join(", "))
}

fn is_deep(folder: &str, home: Option<&Path>) -> bool {
    let folder = Path::new(folder);
    match home.and_then(|home| folder.strip_prefix(home).ok()) {
        Some(rest) => rest.components().count() >= DEEP_AT_HOME,
        None => folder.components().count() > DEEP,
    }
}
