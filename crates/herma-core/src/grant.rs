//! Grants: of which part of a call a remembered yes may speak, and which calls it covers. No clock, no disk.
//!
//! A call has [`Parts`]: one for each thing in it that somebody would be asked about. A [`Rule`] covers parts, and a call is
//! granted when every one of its parts is covered. What cannot be put into a rule leaves a call without parts: then only a
//! yes to exactly this call, by its digest, is remembered.

use crate::ToolCall;
use crate::assess::assess;
use crate::binding::{self, Bound, BoundKind};
use crate::call::FindingSource;
use crate::digest::{freely_varied, hex};
use crate::effect::{Effect, Kind, Leads, Reach, Tier};
use crate::policy::Thresholds;
use crate::remotes;
use crate::verdict::{Assessment, Verdict};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashSet;

/// Less sure of an effect than this, and a rule about it would speak of something else.
const CERTAIN: f32 = 0.75;
/// More rules than these are no longer read by whoever agrees to them.
const RULES_MAX: usize = 4;
/// A call of more parts can only be granted as it is.
const PARTS_MAX: usize = 48;
/// Arguments of a shell that change nothing about what its command does.
const OF_THE_COMMAND: &[&str] =
    &["command", "cmd", "timeout", "timeout_ms", "workdir", "dir_path", "cwd", "working_directory"];
/// Found on `PATH` or not, a program that is none of the system's is bound by its hash: the variable adds nothing.
const NOT_PINNED: &[&str] = &["PATH"];
/// Kinds of effects on a path that can be granted for a whole folder.
const ON_PATHS: &[Kind] = &[Kind::Write, Kind::Overwrite, Kind::Delete, Kind::Move, Kind::ChangePermission];
/// Kinds of effects that leave another content behind.
const WRITES: &[Kind] = &[
    Kind::Write,
    Kind::Overwrite,
    Kind::Delete,
    Kind::Move,
    Kind::Download,
    Kind::Persist,
    Kind::ChangeConfig,
];
/// Granted to nothing but exactly this call.
const NEVER: &[Kind] = &[
    Kind::Unreadable,
    Kind::RunUnknownCode,
    Kind::EscalatePrivilege,
    Kind::DisableGuard,
    Kind::Persist,
    Kind::AnswerForPerson,
    Kind::PowerOff,
    Kind::WipeDisk,
    Kind::Exhaust,
    Kind::Pay,
    Kind::Endanger,
    Kind::Harm,
];
/// In the words of a rule, in the place of what may differ.
const HOLE: &str = "…";

/// What a call is made of, for grants. Empty: only exactly this call can be granted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    kind: Kind,
    /// What it amounts to by itself.
    tier: Tier,
    /// A path, where it has one that is known and is this machine's.
    path: Option<String>,
    command: Option<Called>,
    /// `mcp__server__tool`.
    tool: Option<String>,
}

/// A command as a rule names it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Called {
    /// Its words, as a shell would have to be given them, with a hole where the path stands.
    text: String,
    folder: String,
    /// A hash of the variables and files that could make it mean something else: `DOCKER_HOST`, `compose.yaml`, a git
    /// hook (T17).
    around: String,
}

/// How wide a rule is. Ordered: the narrowest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// This digest.
    #[default]
    Exact,
    /// These commands on these paths; this tool.
    Command,
    /// The same effects in the folder around each path, by whatever command.
    Effect,
}

impl Width {
    pub const ALL: &'static [Width] = &[Width::Exact, Width::Command, Width::Effect];

    pub const fn as_str(self) -> &'static str {
        match self {
            Width::Exact => "exact",
            Width::Command => "command",
            Width::Effect => "effect",
        }
    }

    pub fn parse(text: &str) -> Option<Width> {
        Self::ALL.iter().copied().find(|width| width.as_str() == text)
    }
}

/// What a grant speaks of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Rule {
    /// The digest that stands beside it.
    #[default]
    Exact,
    /// This program and subcommand with these words, in this folder or below; on this path or below if it has one.
    Command { text: String, folder: String, below: Option<String>, around: String },
    /// This kind of effect on this path or below, by whatever command.
    Effect { kind: Kind, below: String },
    /// This tool of this MCP server, whatever its arguments.
    Tool { name: String },
}

/// The parts of a judged call that a grant would have to cover.
pub fn parts(call: &ToolCall, verdict: &Verdict) -> Parts {
    let assessment = &verdict.assessment;
    let whole = verdict.hardline || assessment.crisis_sensitive || assessment.bounded || call.mangled;
    if whole || !is_plain(call) || rewrites_what_it_runs(verdict) {
        return Parts::default();
    }
    // Asked for by a rule, and not by what it amounts to: nobody can tell from here which part the rule means.
    let every = verdict.decided_by.starts_with("policy:");
    let matters = |effect: &Effect| {
        alone(effect, assessment.threshold) >= Tier::Medium
            || every && effect.rule != "shell/builtin"
            || effect.hardline
    };
    let (asked, rest): (Vec<&Effect>, Vec<&Effect>) = assessment.each().partition(|e| matters(e));
    if asked.len() > PARTS_MAX
        || assess(rest.into_iter().cloned().collect(), false, assessment.threshold).tier >= Tier::Medium
    {
        return Parts::default();
    }
    // Where a push goes is part of what a push is, and of nothing else.
    let (around, pushes) =
        (around(&verdict.bound, assessment, false), around(&verdict.bound, assessment, true));
    let mut all: Vec<Part> = Vec::new();
    for effect in asked {
        let around = if effect.command.starts_with("git") { &pushes } else { &around };
        let Some(part) = part(call, effect, around, assessment.threshold) else { return Parts::default() };
        if !all.contains(&part) {
            all.push(part);
        }
    }
    Parts(all)
}

/// Whether the call says nothing beside its command that could matter (T49).
fn is_plain(call: &ToolCall) -> bool {
    let args = call.args.as_object();
    let is_shell = args.is_some_and(|args| ["command", "cmd"].iter().any(|name| args.contains_key(*name)));
    let varied = freely_varied(&call.tool);
    let known = |name: &String| OF_THE_COMMAND.contains(&name.as_str()) || varied.contains(&name.as_str());
    !is_shell || args.is_some_and(|args| args.keys().all(known))
}

/// Whether the call itself changes a file that it then hangs on: what was looked at is not what will be there (T17).
fn rewrites_what_it_runs(verdict: &Verdict) -> bool {
    let written: Vec<Option<&str>> = verdict
        .assessment
        .each()
        .filter(|effect| WRITES.contains(&effect.kind))
        .map(|effect| effect.target.as_deref())
        .collect();
    verdict
        .bound
        .iter()
        .filter(|one| one.kind == BoundKind::File)
        .any(|file| written.iter().any(|target| target.is_none_or(|target| within(&file.name, target))))
}

/// What an effect amounts to by itself.
pub fn alone(effect: &Effect, threshold: Thresholds) -> Tier {
    assess(vec![effect.clone()], false, threshold).tier
}

/// Whether no rule may speak of it: it is not known well enough, or too grave.
pub fn only_exactly(effect: &Effect) -> bool {
    effect.hardline
        || effect.certainty < CERTAIN
        || NEVER.contains(&effect.kind)
        // Of what a page asked for, or an assessor or the reviewer wants seen, no rule can speak either.
        || ["principle/", "taint/"].iter().any(|kind| effect.rule.starts_with(kind))
        || FindingSource::is_rule(&effect.rule)
}

fn part(call: &ToolCall, effect: &Effect, around: &str, threshold: Thresholds) -> Option<Part> {
    if only_exactly(effect) {
        return None;
    }
    let target = effect.target.as_deref().filter(|target| target.starts_with('/'));
    let target = target.filter(|_| effect.reach < Reach::Remote);
    // What is there is granted, not what it is called (T52).
    let real = match &effect.leads {
        Leads::Here => target,
        Leads::To(real) => target.map(|_| real.as_str()),
        Leads::Unsure => return None,
    };
    if [target, real].into_iter().flatten().any(|path| !is_path(path)) {
        return None;
    }
    let command = effect.setting.as_ref().and_then(|setting| {
        let words = setting.words.iter().enumerate().map(|(at, word)| {
            let is_target = at > 0 && target.is_some_and(|path| joined(&setting.folder, word) == path);
            if is_target { HOLE.to_owned() } else { quoted(word) }
        });
        let text = words.collect::<Vec<_>>().join(" ");
        // A hole that was typed is none; what is called by its path is a script, or might be one tomorrow.
        let typed = setting.words.iter().any(|word| word.contains(HOLE));
        let by_path = setting.words.first().is_none_or(|name| name.contains('/'));
        let folder = setting.real.clone().filter(|folder| is_path(folder) && !typed && !by_path)?;
        Some(Called { text, folder, around: around.to_owned() })
    });
    // What a table or its name says of a tool. A path or a statement among its arguments is another effect.
    let of_tool = matches!(effect.rule.as_str(), "tool/by-name" | "tool/known");
    let by_name = of_tool && !matches!(effect.kind, Kind::Delete | Kind::StopService);
    let tool = (by_name && call.tool.starts_with("mcp__")).then(|| call.tool.clone());
    // What another command carries may be done elsewhere, or by somebody else.
    let own = effect.setting.is_some() || effect.command.is_empty();
    let path = real.filter(|_| own && !of_tool).map(str::to_owned);
    let part =
        Part { kind: effect.kind, tier: alone(effect, threshold).max(effect.floor), path, command, tool };
    (part.command.is_some() || part.tool.is_some() || part.on_path().is_some()).then_some(part)
}

/// An absolute path, with nothing in it that could lead elsewhere.
pub fn is_path(target: &str) -> bool {
    target.starts_with('/')
        && !target.contains(['*', '?', '[', '\\'])
        && !target.split('/').any(|name| name == "." || name == "..")
}

fn joined(folder: &str, word: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let start = if word.starts_with('/') { "" } else { folder };
    for name in start.split('/').chain(word.split('/')) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    format!("/{}", names.join("/"))
}

fn quoted(word: &str) -> String {
    let plain =
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./:=@%+,".contains(&b));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

fn around(bound: &[Bound], assessment: &Assessment, pushes: bool) -> String {
    let targets: HashSet<&str> = assessment.each().filter_map(|effect| effect.target.as_deref()).collect();
    let mut hasher = Sha256::new();
    let pins = |one: &&Bound| match one.kind {
        BoundKind::Variable => !NOT_PINNED.contains(&one.name.as_str()),
        BoundKind::File if !pushes && remotes::is_settings(&one.name) => false,
        BoundKind::File => one.is != binding::MISSING,
        // What it acts on may differ, within the rule.
        BoundKind::Input => !targets.contains(one.name.as_str()),
        BoundKind::Folder | BoundKind::Target => false,
    };
    for one in bound.iter().filter(pins) {
        for text in [&one.name, &one.is] {
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
    }
    hex(&hasher.finalize())
}

impl Part {
    fn on_path(&self) -> Option<&str> {
        self.path.as_deref().filter(|_| ON_PATHS.contains(&self.kind))
    }

    /// The narrowest rule of this width, if there is one.
    fn rule(&self, width: Width) -> Option<Rule> {
        if let Some(name) = &self.tool {
            return Some(Rule::Tool { name: name.clone() });
        }
        match (width, &self.command, self.on_path()) {
            (Width::Exact, _, _) => None,
            (Width::Effect, _, Some(path)) => {
                Some(Rule::Effect { kind: self.kind, below: folder_of(path)?.to_owned() })
            }
            (Width::Effect, _, None) => None,
            (Width::Command, Some(called), _) => Some(Rule::Command {
                text: called.text.clone(),
                folder: called.folder.clone(),
                below: self.path.clone(),
                around: called.around.clone(),
            }),
            // No command: a redirection, a file tool. What it does to this very path.
            (Width::Command, None, Some(path)) => {
                Some(Rule::Effect { kind: self.kind, below: path.to_owned() })
            }
            (Width::Command, None, None) => None,
        }
    }
}

/// The folder around a path; none around what lies at the root or right below it.
fn folder_of(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(folder, _)| folder).filter(|folder| folder.matches('/').count() > 1)
}

fn within(path: &str, below: &str) -> bool {
    path.strip_prefix(below).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || below == "/")
}

impl Parts {
    /// Whether only exactly this call can be granted.
    pub fn is_exact(&self) -> bool {
        self.0.is_empty()
    }

    /// What a yes of this width would store, narrowest first. Nothing but [`Rule::Exact`] if there is no such rule.
    pub fn rules(&self, width: Width) -> Vec<Rule> {
        let mut rules: Vec<Rule> = Vec::new();
        for part in &self.0 {
            match part.rule(width) {
                Some(rule) if rules.contains(&rule) => {}
                Some(rule) if rules.len() < RULES_MAX => rules.push(rule),
                Some(_) | None => return vec![Rule::Exact],
            }
        }
        if rules.is_empty() { vec![Rule::Exact] } else { rules }
    }

    /// Which of these grants, each with the tier that it was given for, cover all of this call. `None` unless they do.
    pub fn covered_by(&self, tier: Tier, grants: &[(&Rule, Tier)]) -> Option<Vec<usize>> {
        let mut used: Vec<usize> = Vec::new();
        for part in &self.0 {
            let covers = |&(rule, given): &(&Rule, Tier)| given >= part.tier && rule.covers(part);
            let at = grants.iter().position(covers)?;
            if !used.contains(&at) {
                used.push(at);
            }
        }
        let widest = used.iter().filter_map(|at| grants.get(*at)).map(|(_, given)| *given).max();
        // A call of no parts is covered by nothing.
        widest.filter(|given| *given >= tier).map(|_| used)
    }

    /// For the store. No secret stands in it: see [`Parts::texts`].
    pub fn to_json(&self) -> Value {
        let parts = self.0.iter().map(|part| {
            let command = part
                .command
                .as_ref()
                .map(|called| json!({"text": called.text, "folder": called.folder, "around": called.around}));
            json!({"kind": part.kind.as_str(), "tier": part.tier.as_str(), "path": part.path,
                   "command": command, "tool": part.tool})
        });
        parts.collect::<Vec<_>>().into()
    }

    /// `None` if this is not what [`Parts::to_json`] has written.
    pub fn from_json(value: &Value) -> Option<Parts> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let part = |value: &Value| {
            let command = &value["command"];
            let called = || {
                let (words, folder) = (text(&command["text"])?, text(&command["folder"])?);
                Some(Called { text: words, folder, around: text(&command["around"])? })
            };
            Some(Part {
                kind: kind(value["kind"].as_str()?)?,
                tier: Tier::ALL.iter().copied().find(|t| Some(t.as_str()) == value["tier"].as_str())?,
                path: text(&value["path"]),
                command: if command.is_null() { None } else { Some(called()?) },
                tool: text(&value["tool"]),
            })
        };
        value.as_array()?.iter().map(part).collect::<Option<Vec<_>>>().map(Parts)
    }

    /// Every text of a command in it: whoever keeps it looks for secrets first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|part| {
            part.command.iter().map(|called| called.text.as_str()).chain(part.path.as_deref())
        })
    }
}

fn kind(text: &str) -> Option<Kind> {
    Kind::ALL.iter().copied().find(|kind| kind.as_str() == text)
}

impl Rule {
    fn covers(&self, part: &Part) -> bool {
        match self {
            Rule::Exact => false,
            Rule::Command { text, folder, below, around } => part.command.as_ref().is_some_and(|called| {
                let there = match (below, &part.path) {
                    (Some(below), Some(path)) => within(path, below),
                    (None, None) => true,
                    (Some(_), None) | (None, Some(_)) => false,
                };
                there && called.text == *text && called.around == *around && within(&called.folder, folder)
            }),
            Rule::Effect { kind, below } => {
                part.kind == *kind && part.on_path().is_some_and(|path| within(path, below))
            }
            Rule::Tool { name } => part.tool.as_ref() == Some(name),
        }
    }

    /// The rule for a person: all of it, and nothing else (T11).
    pub fn words(&self, home: Option<&str>) -> String {
        let path = |path: &str| match home.and_then(|home| path.strip_prefix(home)) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("`~{rest}`"),
            Some(_) | None => format!("`{path}`"),
        };
        match self {
            Rule::Exact => "exactly this command, in this folder".to_owned(),
            Rule::Command { text, folder, below: None, .. } => {
                format!("`{text}` in {} and below", path(folder))
            }
            Rule::Command { text, folder, below: Some(below), .. } => {
                format!("`{text}` on {} and what is in it, from {} and below", path(below), path(folder))
            }
            Rule::Effect { kind, below } => {
                format!("{kind} on {} and what is in it, by any command", path(below))
            }
            Rule::Tool { name } => match name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")) {
                Some((server, tool)) => {
                    format!("the tool `{tool}` of the MCP server `{server}`, whatever it is given")
                }
                None => format!("the tool `{name}`, whatever it is given"),
            },
        }
    }

    pub const fn scope(&self) -> &'static str {
        match self {
            Rule::Exact => "exact",
            Rule::Command { .. } => "command",
            Rule::Effect { .. } => "effect",
            Rule::Tool { .. } => "tool",
        }
    }

    pub fn to_json(&self) -> Value {
        match self {
            Rule::Exact => json!({"scope": "exact"}),
            Rule::Command { text, folder, below, around } => {
                json!({"scope": "command", "command": text, "folder": folder, "below": below, "around": around})
            }
            Rule::Effect { kind, below } => {
                json!({"scope": "effect", "effect": kind.as_str(), "below": below})
            }
            Rule::Tool { name } => json!({"scope": "tool", "tool": name}),
        }
    }

    pub fn from_json(value: &Value) -> Option<Rule> {
        let text = |name: &str| value[name].as_str().map(str::to_owned);
        match value["scope"].as_str()? {
            "exact" => Some(Rule::Exact),
            "command" => Some(Rule::Command {
                text: text("command")?,
                folder: text("folder")?,
                below: if value["below"].is_null() { None } else { Some(text("below")?) },
                around: text("around")?,
            }),
            "effect" => Some(Rule::Effect { kind: kind(value["effect"].as_str()?)?, below: text("below")? }),
            "tool" => Some(Rule::Tool { name: text("tool")? }),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "grant_tests.rs"]
mod tests;
