//! A rule: what it is about, and what it decides.

use super::error::{Lines, PolicyError};
use super::matcher::{Matcher, Seen, SeenEffect, bit};
use super::path::PathPattern;
use super::raw::{RawExample, RawRule, Word};
use super::when::When;
use crate::effect::{Kind, Tier};
use crate::understand::glob;
use crate::verdict::Decision;
use serde_json::Value;
use toml::Spanned;

/// Whose file it stands in. A project is named by its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layer {
    BuiltIn,
    Admin,
    User,
    Project(String),
}

impl Layer {
    pub const fn as_str(&self) -> &'static str {
        match self {
            Layer::BuiltIn => "built-in",
            Layer::Admin => "admin",
            Layer::User => "user",
            Layer::Project(_) => "project",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub name: String,
    pub layer: Layer,
    pub decision: Decision,
    /// Of an ask: no grant answers it. So it is wherever more than one person's word is wanted.
    pub every_time: bool,
    /// Of an ask: a person, not the reviewer.
    pub human: bool,
    /// Of an allow: what is graver is asked about all the same.
    pub max_tier: Tier,
    /// Of an ask: who may answer (design, section 6).
    pub level: u8,
    /// Of an ask: how many different people must say yes.
    pub quorum: u8,
    /// Of an ask: whether whoever runs the agent may say yes.
    pub self_approval: bool,
    pub reason: Option<String>,
    pub examples: Vec<Example>,
    /// The line of the file that it starts on.
    pub line: usize,
    /// What it matches, as it was written.
    about: Vec<(&'static str, Vec<String>)>,
    matcher: Matcher,
    when: Option<When>,
}

/// A call beside a rule, and what must be decided about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    pub call: ExampleCall,
    pub agent: Option<String>,
    pub surface: Option<String>,
    pub want: Decision,
    pub line: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExampleCall {
    Run(String),
    Tool(String, Value),
}

/// The highest level that a rule may demand.
const MAX_LEVEL: u8 = 2;
/// More people than this are a meeting.
const MAX_QUORUM: u8 = 9;

impl Rule {
    /// Whether a deny or an ask is about this call. In doubt it is.
    pub(crate) fn stops(&self, seen: &Seen<'_>) -> bool {
        self.matcher.fits_any(seen, &self.layer)
            && self.when.as_ref().is_none_or(|w| w.holds(seen).unwrap_or(true))
    }

    /// Whether a deny or an ask is about this part of a call. In doubt it is.
    pub(super) fn stops_part(&self, effect: &SeenEffect<'_>, seen: &Seen<'_>) -> bool {
        self.matcher.fits_part(effect, seen, &self.layer)
            && self.when.as_ref().is_none_or(|w| w.holds(seen).unwrap_or(true))
    }

    /// Whether an allow is about this part of a call. In doubt it is not.
    pub(super) fn covers(&self, effect: &SeenEffect<'_>, seen: &Seen<'_>) -> bool {
        self.matcher.covers(effect, seen, &self.layer)
            && self.when.as_ref().is_none_or(|w| w.holds(seen).unwrap_or(false))
    }

    pub(super) fn read(raw: Spanned<RawRule>, text: &str, lines: &Lines) -> Result<Rule, PolicyError> {
        let start = raw.span().start;
        let fail = |offset: usize, message: String| PolicyError::at(text, offset, message);
        let raw = raw.into_inner();
        let name_at = raw.name.span().start;
        let name = raw.name.into_inner();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
        if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
            return Err(fail(
                name_at,
                format!("`{name}` is no name for a rule: letters, digits, `-`, `_`, `.`, `/`"),
            ));
        }
        let decision = match raw.decision {
            Word::Allow => Decision::Allow,
            Word::Ask => Decision::Ask,
            Word::Deny => Decision::Deny,
        };
        for (key, given, of) in [
            ("every_time", raw.every_time.is_some(), Decision::Ask),
            ("human", raw.human.is_some(), Decision::Ask),
            ("level", raw.level.is_some(), Decision::Ask),
            ("quorum", raw.quorum.is_some(), Decision::Ask),
            ("self_approval", raw.self_approval.is_some(), Decision::Ask),
            ("max_tier", raw.max_tier.is_some(), Decision::Allow),
        ] {
            if given && decision != of {
                let of = of.as_str();
                return Err(fail(
                    name_at,
                    format!("rule `{name}`: {key} goes with decision = \"{of}\" only"),
                ));
            }
        }
        let level = raw.level.unwrap_or(0);
        if level > MAX_LEVEL {
            return Err(fail(name_at, format!("rule `{name}`: a level is 0, 1 or 2")));
        }
        let self_approval = raw.self_approval.unwrap_or(true);
        let quorum = raw.quorum.unwrap_or(1);
        if !(1..=MAX_QUORUM).contains(&quorum) {
            return Err(fail(name_at, format!("rule `{name}`: a quorum is from 1 to {MAX_QUORUM} people")));
        }
        let about = [
            ("tool", &raw.tool),
            ("program", &raw.program),
            ("effect", &raw.effect),
            ("path", &raw.path),
            ("host", &raw.host),
            ("agent", &raw.agent),
            ("session", &raw.session),
            ("surface", &raw.surface),
        ];
        let about = about
            .into_iter()
            .filter(|(_, said)| !said.0.is_empty())
            .map(|(n, said)| (n, said.0.clone()))
            .collect();
        let mut matcher = Matcher {
            tool: raw.tool.0,
            agent: raw.agent.0,
            session: raw.session.0,
            surface: raw.surface.0,
            host: raw.host.0.iter().map(|h| h.to_ascii_lowercase()).collect(),
            ..Matcher::default()
        };
        for program in &raw.program.0 {
            matcher.program.push(program.split_whitespace().map(str::to_owned).collect());
        }
        for pattern in &raw.effect.0 {
            let kinds = Kind::ALL.iter().filter(|kind| glob::fits(pattern, kind.as_str()));
            let bits = kinds.fold(0, |bits, kind| bits | bit(*kind));
            if bits == 0 {
                let known = Kind::ALL.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
                return Err(fail(name_at, format!("unknown effect `{pattern}`, expected one of {known}")));
            }
            matcher.kinds |= bits;
        }
        for path in &raw.path.0 {
            matcher.path.push(
                PathPattern::parse(path).map_err(|why| fail(name_at, format!("rule `{name}`: {why}")))?,
            );
        }
        let surfaces = ["interactive", "headless", "cron"];
        if let Some(wrong) = matcher.surface.iter().find(|p| !surfaces.iter().any(|s| glob::fits(p, s))) {
            let message =
                format!("unknown surface `{wrong}`, expected one of `interactive`, `headless`, `cron`");
            return Err(fail(name_at, message));
        }
        if decision == Decision::Allow && matcher.says_nothing() && raw.when.is_none() {
            return Err(fail(name_at, format!("rule `{name}` would allow everything: say what it is about")));
        }
        let examples = raw
            .example
            .into_iter()
            .map(|one| RawExample::read(one, text, lines))
            .collect::<Result<_, _>>()?;
        let line = lines.at(start);
        Ok(Rule {
            name,
            layer: Layer::User,
            decision,
            // One person's earlier yes is not what such a rule wants.
            every_time: raw.every_time.unwrap_or(false) || level > 0 || quorum > 1 || !self_approval,
            human: raw.human.unwrap_or(false),
            max_tier: raw.max_tier.map_or(Tier::Medium, Tier::from),
            level,
            quorum,
            self_approval,
            reason: raw.reason,
            examples,
            line,
            about,
            matcher,
            when: raw.when.map(|when| When::new(when.into_inner())),
        })
    }

    /// Whether it stops all that this deny or ask stops, and asks for no less. Reasons are words for people.
    pub(super) fn is_as_strict_as(&self, other: &Rule) -> bool {
        let strict = match (self.decision, other.decision) {
            (Decision::Deny, Decision::Deny | Decision::Ask) => true,
            (Decision::Ask, Decision::Ask) => {
                self.every_time >= other.every_time
                    && self.human >= other.human
                    && self.level >= other.level
                    && self.quorum >= other.quorum
                    && self.self_approval <= other.self_approval
            }
            (Decision::Allow, _) | (_, Decision::Allow) | (Decision::Ask, Decision::Deny) => false,
        };
        strict && (self.when.is_none() || self.when == other.when) && self.matcher.spans(&other.matcher)
    }

    /// Whether this allow covers all that another one covers.
    pub(super) fn allows_all_of(&self, other: &Rule) -> bool {
        let unreadable = |rule: &Rule| rule.matcher.kinds & bit(Kind::Unreadable) != 0;
        self.decision == Decision::Allow
            && self.max_tier >= other.max_tier
            && (self.when.is_none() || self.when == other.when)
            && self.matcher.spans(&other.matcher)
            // Silence about effects covers all of them but what could not be read.
            && (unreadable(self) || !unreadable(other))
    }

    /// What is wrong with its expression. Reading a file does not look at it: a hook has no time for that.
    pub(super) fn check(&self) -> Result<(), String> {
        self.when.as_ref().map_or(Ok(()), When::check)
    }

    pub(super) fn about(&self) -> &[(&'static str, Vec<String>)] {
        &self.about
    }

    pub(super) fn when(&self) -> Option<&str> {
        self.when.as_ref().map(|when| when.text.as_str())
    }
}
