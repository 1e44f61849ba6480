//! `[[assessor]]`: a program of the user's own that sees what was judged, and may make it look worse (`docs/assessors.md`).

use super::error::PolicyError;
use super::raw::{Patterns, TierWord};
use super::rule::Layer;
use crate::call::ToolCall;
use crate::effect::Tier;
use crate::understand::glob;
use crate::verdict::Assessment;
use serde::Deserialize;
use toml::Spanned;

/// Whoever needs longer than this to look at a call is no assessor, but a person.
const DEADLINE_MAX_MS: u64 = 10_000;
const DEADLINE_MS: u64 = 1_000;
/// More than these slow every call down.
pub(super) const ASSESSORS_MAX: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assessor {
    pub name: String,
    pub layer: Layer,
    /// The program, by its absolute path, and its arguments.
    pub command: Vec<String>,
    pub deadline_ms: u64,
    pub on_failure: OnFailure,
    /// Which tools it looks at; empty is every one.
    tools: Vec<String>,
    /// From which tier on.
    min_tier: Tier,
}

/// What it counts as when an assessor comes to no answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    Ignore,
    /// As a raise to "ask".
    #[default]
    Close,
}

impl Assessor {
    pub fn looks_at(&self, call: &ToolCall, assessment: &Assessment) -> bool {
        let tool = self.tools.is_empty() || self.tools.iter().any(|one| glob::fits(one, &call.tool));
        tool && assessment.tier >= self.min_tier
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAssessor {
    name: Spanned<String>,
    command: Spanned<Vec<String>>,
    deadline_ms: Option<Spanned<u64>>,
    #[serde(default)]
    on_failure: OnFailure,
    #[serde(default)]
    tools: Patterns,
    min_tier: Option<TierWord>,
}

impl RawAssessor {
    pub(super) fn read(self, text: &str) -> Result<Assessor, PolicyError> {
        let RawAssessor { name, command, deadline_ms, on_failure, tools, min_tier } = self;
        let fail = |at: usize, message: String| PolicyError::at(text, at, message);
        let name_at = name.span().start;
        let name = name.into_inner();
        if name.is_empty()
            || name.len() > 64
            || !name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        {
            return Err(fail(
                name_at,
                format!("`{name}` is no name for an assessor: letters, digits, `-`, `_`, `.`"),
            ));
        }
        let at = command.span().start;
        let command = command.into_inner();
        // Another folder must not be able to bring its own.
        if !command.first().is_some_and(|program| program.starts_with('/')) {
            return Err(fail(at, "an assessor's program is named by its absolute path".to_owned()));
        }
        let deadline_ms = match deadline_ms {
            Some(given) if (1..=DEADLINE_MAX_MS).contains(given.get_ref()) => given.into_inner(),
            Some(given) => {
                let message = format!("deadline_ms is between 1 and {DEADLINE_MAX_MS}");
                return Err(fail(given.span().start, message));
            }
            None => DEADLINE_MS,
        };
        Ok(Assessor {
            name,
            layer: Layer::BuiltIn,
            command,
            deadline_ms,
            on_failure,
            tools: tools.0,
            min_tier: min_tier.map_or(Tier::Safe, Tier::from),
        })
    }
}
