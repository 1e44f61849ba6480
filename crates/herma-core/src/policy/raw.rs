//! The file as it is written, before anybody has thought about it.

use super::assessor::RawAssessor;
use super::channel::ChannelSettings;
use super::error::{Lines, PolicyError};
use super::people::RawApprover;
use super::reviewer::ReviewerSection;
use super::rule::{Example, ExampleCall};
use super::settings::{
    CrisisSection, HookSection, McpSection, ModeSection, PlaceSection, ReviewSection, TimeSection,
    TraceSection,
};
use super::threshold::ThresholdSection;
use crate::effect::Tier;
use crate::verdict::Decision;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;
use toml::Spanned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPolicy {
    pub(super) version: u32,
    #[serde(default)]
    pub(super) mode: ModeSection,
    #[serde(default)]
    pub(super) hook: HookSection,
    #[serde(default)]
    pub(super) place: PlaceSection,
    #[serde(default)]
    pub(super) times: TimeSection,
    #[serde(default)]
    pub(super) threshold: ThresholdSection,
    #[serde(default)]
    pub(super) crisis: CrisisSection,
    #[serde(default)]
    pub(super) trace: TraceSection,
    #[serde(default)]
    pub(super) review: ReviewSection,
    #[serde(default)]
    pub(super) mcp: McpSection,
    #[serde(default)]
    pub(super) channel: ChannelSettings,
    #[serde(default)]
    pub(super) approver: Vec<RawApprover>,
    #[serde(default)]
    pub(super) reviewer: ReviewerSection,
    #[serde(default)]
    pub(super) rule: Vec<Spanned<RawRule>>,
    #[serde(default)]
    pub(super) assessor: Vec<Spanned<RawAssessor>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRule {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) tool: Patterns,
    #[serde(default)]
    pub(super) program: Patterns,
    #[serde(default)]
    pub(super) effect: Patterns,
    #[serde(default)]
    pub(super) path: Patterns,
    #[serde(default)]
    pub(super) host: Patterns,
    #[serde(default)]
    pub(super) agent: Patterns,
    #[serde(default)]
    pub(super) session: Patterns,
    #[serde(default)]
    pub(super) surface: Patterns,
    pub(super) when: Option<Spanned<String>>,
    pub(super) decision: Word,
    pub(super) every_time: Option<bool>,
    pub(super) human: Option<bool>,
    pub(super) max_tier: Option<TierWord>,
    pub(super) level: Option<u8>,
    pub(super) quorum: Option<u8>,
    pub(super) self_approval: Option<bool>,
    pub(super) reason: Option<String>,
    #[serde(default)]
    pub(super) example: Vec<Spanned<RawExample>>,
}

/// A decision, as a file names it.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Word {
    Allow,
    Ask,
    Deny,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TierWord {
    Safe,
    Low,
    Medium,
    High,
    Critical,
}

impl From<TierWord> for Tier {
    fn from(word: TierWord) -> Tier {
        match word {
            TierWord::Safe => Tier::Safe,
            TierWord::Low => Tier::Low,
            TierWord::Medium => Tier::Medium,
            TierWord::High => Tier::High,
            TierWord::Critical => Tier::Critical,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawExample {
    run: Option<String>,
    tool: Option<String>,
    args: Option<Value>,
    agent: Option<String>,
    surface: Option<String>,
    want: Word,
}

impl RawExample {
    pub(super) fn read(
        spanned: Spanned<RawExample>,
        text: &str,
        lines: &Lines,
    ) -> Result<Example, PolicyError> {
        let start = spanned.span().start;
        let raw = spanned.into_inner();
        let call = match (raw.run, raw.tool, raw.args) {
            (Some(run), None, None) => ExampleCall::Run(run),
            (None, Some(tool), args) => ExampleCall::Tool(tool, args.unwrap_or_default()),
            _ => return Err(PolicyError::at(text, start, "an example has either run, or tool and args")),
        };
        let want = match raw.want {
            Word::Allow => Decision::Allow,
            Word::Ask => Decision::Ask,
            Word::Deny => Decision::Deny,
        };
        let line = lines.at(start);
        Ok(Example { call, agent: raw.agent, surface: raw.surface, want, line })
    }
}

/// One pattern, or a list of them. Left out is empty; an empty list in a file is a mistake.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Patterns(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for Patterns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMany;
        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Patterns;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a pattern, or a list of patterns")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Patterns, E> {
                patterns(vec![text.to_owned()])
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Patterns, A::Error> {
                let mut all = Vec::new();
                while let Some(one) = seq.next_element::<String>()? {
                    all.push(one);
                }
                patterns(all)
            }
        }
        deserializer.deserialize_any(OneOrMany)
    }
}

fn patterns<E: de::Error>(all: Vec<String>) -> Result<Patterns, E> {
    if all.is_empty() || all.iter().any(|one| one.trim().is_empty()) {
        return Err(E::custom("an empty pattern fits nothing; leave it out"));
    }
    Ok(Patterns(all))
}
