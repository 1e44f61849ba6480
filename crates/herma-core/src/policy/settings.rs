//! The settings beside the rules: modes, what hooks do, where commands run, how long people have, what traces keep.
//!
//! Each section exists twice: as a file says it, where anything may be left out, and as it is in force.

use super::duration::{Days, KeptFor, Seconds};
use super::path::PathPattern;
use super::raw::Patterns;
use super::reviewer::ReviewerSection;
use crate::call::Surface;
use crate::effect::Tier;
use serde::Deserialize;

/// How strictly, per area.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Modes {
    pub shell: Mode,
    pub tools: Mode,
    /// In place of both, where nobody sits in front of the agent.
    pub headless: Option<Mode>,
    /// And where a clock has started it.
    pub cron: Option<Mode>,
    /// The administrator's are the weakest that a user may choose.
    pub pinned: bool,
}

impl Modes {
    /// How strictly, for an area on a surface. A clock is nobody too.
    pub fn on(&self, surface: Surface, area: Mode) -> Mode {
        match surface {
            Surface::Interactive => area,
            Surface::Headless => self.headless.unwrap_or(area),
            Surface::Cron => self.cron.or(self.headless).unwrap_or(area),
        }
    }
}

/// Weakest first: a project may only move up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Off,
    Observe,
    Smart,
    #[default]
    Enforce,
}

impl Mode {
    pub const ALL: &'static [Mode] = &[Mode::Off, Mode::Observe, Mode::Smart, Mode::Enforce];

    pub const fn as_str(self) -> &'static str {
        match self {
            Mode::Enforce => "enforce",
            Mode::Observe => "observe",
            Mode::Smart => "smart",
            Mode::Off => "off",
        }
    }

    pub fn named(name: &str) -> Option<Mode> {
        Mode::ALL.iter().copied().find(|mode| mode.as_str() == name)
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HookSettings {
    pub allow: HookAllow,
    pub ask: HookAsk,
    pub nobody: HookNobody,
}

/// What a hook answers when a call is allowed in enforce. Weakest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HookAllow {
    /// `allow` where the agent's dialect has it: replaces the agent's own prompt.
    #[default]
    Allow,
    /// Nothing: the agent's own rules stay in force.
    Silent,
}

/// What a hook does with a call that a person must see. Weakest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HookAsk {
    /// Hands the question to the agent's own prompt where that reaches somebody, and holds elsewhere.
    Agent,
    /// Waits for a person; past its deadline it denies with a ticket.
    #[default]
    Hold,
    /// Denies at once, with a ticket.
    Deny,
}

/// What a hook does with such a call where nobody sits in front of the agent. It never runs unseen. Weakest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HookNobody {
    /// It waits all the same, and has a ticket: somebody may come by.
    #[default]
    Wait,
    Deny,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlaceSettings {
    pub backend: Backend,
    pub container_root: ContainerRoot,
}

/// Where commands run. Only configuration says so; detection never does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    #[default]
    Host,
    Container,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContainerRoot {
    #[default]
    Ask,
    Allow,
}

/// Servers of tools whose word counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct McpSettings {
    /// Names of servers, as they stand in `mcp__NAME__tool`.
    pub trusted: Vec<String>,
}

impl McpSettings {
    pub(crate) fn trusts(&self, server: Option<&str>) -> bool {
        server.is_some_and(|server| self.trusted.iter().any(|name| name == server))
    }
}

/// How long each level of a waiting request lasts, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    pub medium: u32,
    pub high: u32,
    pub critical: u32,
    /// How long a request of a hook stays open.
    pub expires_after: u32,
    /// How long a yes may be used.
    pub good_for: u32,
    pub after_last: AfterLast,
}

/// What becomes of a request of a hook, proxy, API or A2A when its last level is over. For `herma run` that is the end.
/// Weakest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AfterLast {
    /// It stays open until `expires_after`.
    #[default]
    Keep,
    /// It is denied: nobody answered in time.
    Deny,
}

impl Default for Times {
    fn default() -> Self {
        Times {
            medium: 60,
            high: 30,
            critical: 10,
            expires_after: 3600,
            good_for: 900,
            after_last: AfterLast::Keep,
        }
    }
}

impl Times {
    /// What is asked about although it is mild has the time of the mildest.
    pub fn of(&self, tier: Tier) -> u32 {
        match tier {
            Tier::Safe | Tier::Low | Tier::Medium => self.medium,
            Tier::High => self.high,
            Tier::Critical => self.critical,
        }
    }
}

/// Keeping the way back of file changes in the workspace (pattern 2, `docs/undo.md`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewSettings {
    pub changes: ReviewChanges,
    pub deletes: ReviewDeletes,
    /// How long a way back is kept, in seconds.
    pub keep: u32,
    /// Files and folders of one call.
    pub files: u32,
    /// MiB of one call.
    pub mib: u32,
    /// MiB of all that is kept.
    pub total_mib: u32,
    /// Only below these; empty is everywhere in the workspace.
    pub(super) paths: Vec<PathPattern>,
}

impl Default for ReviewSettings {
    fn default() -> Self {
        ReviewSettings {
            changes: ReviewChanges::Off,
            deletes: ReviewDeletes::Ask,
            keep: 24 * 3600,
            files: 2000,
            mib: 64,
            total_mib: 2048,
            paths: Vec::new(),
        }
    }
}

/// What a trace keeps, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceSettings {
    /// In seconds.
    pub keep: u64,
    /// Beyond so many the oldest go.
    pub max_traces: u64,
    /// A command is kept up to here, any other argument up to there.
    pub command_bytes: u32,
    pub argument_bytes: u32,
}

impl Default for TraceSettings {
    fn default() -> Self {
        TraceSettings {
            keep: 30 * 24 * 3600,
            max_traces: 5_000_000,
            command_bytes: 16 << 10,
            argument_bytes: 1 << 10,
        }
    }
}

/// Who answers when a person is in crisis, and which card that person is shown (docs/crisis.md).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CrisisSettings {
    /// `en-US`: which built-in card. Without one, the environment's.
    pub locale: Option<String>,
    /// The public key that an operator's own card must be signed with.
    pub card_key: Option<String>,
    /// Accounts of those who are told first, and of those who are told when they do not answer.
    pub responders: Vec<String>,
    pub backup: Vec<String>,
}

/// What is done before a file of the workspace is changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewChanges {
    #[default]
    Off,
    /// The way back is kept.
    Keep,
}

/// Whether a deletion that can be undone is still asked about. Weakest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewDeletes {
    /// It runs, and stands in `herma review`.
    Allow,
    #[default]
    Ask,
}

/// The sections of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sections {
    pub(super) mode: ModeSection,
    pub(super) hook: HookSection,
    pub(super) place: PlaceSection,
    pub(super) times: TimeSection,
    pub(super) threshold: super::threshold::ThresholdSection,
    pub(super) crisis: CrisisSection,
    pub(super) review: ReviewSection,
    pub(super) trace: TraceSection,
    pub(super) mcp: McpSection,
    pub(super) reviewer: ReviewerSection,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CrisisSection {
    pub(super) locale: Option<String>,
    pub(super) card_key: Option<String>,
    pub(super) responders: Option<Vec<String>>,
    pub(super) backup: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ModeSection {
    pub(super) shell: Option<Mode>,
    pub(super) tools: Option<Mode>,
    pub(super) headless: Option<Mode>,
    pub(super) cron: Option<Mode>,
    pub(super) pinned: Option<bool>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct HookSection {
    pub(super) allow: Option<HookAllow>,
    pub(super) ask: Option<HookAsk>,
    pub(super) nobody: Option<HookNobody>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PlaceSection {
    pub(super) backend: Option<Backend>,
    pub(super) container_root: Option<ContainerRoot>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct TimeSection {
    pub(super) medium: Option<Seconds>,
    pub(super) high: Option<Seconds>,
    pub(super) critical: Option<Seconds>,
    pub(super) expires_after: Option<Seconds>,
    pub(super) good_for: Option<Seconds>,
    pub(super) after_last: Option<AfterLast>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct TraceSection {
    pub(super) keep: Option<Days>,
    pub(super) max_traces: Option<Count>,
    pub(super) command_bytes: Option<Bytes>,
    pub(super) argument_bytes: Option<Bytes>,
}

/// How many traces are kept at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Count(pub(super) u64);

impl TryFrom<i64> for Count {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        match u64::try_from(number) {
            Ok(number @ 1000..=100_000_000) => Ok(Count(number)),
            Ok(_) | Err(_) => Err(format!("`{number}` is not within 1000 and 100000000")),
        }
    }
}

/// How much of a text is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Bytes(pub(super) u32);

impl TryFrom<i64> for Bytes {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        match u32::try_from(number) {
            // Past this a line is cut down to its effects, and nothing of the text is left.
            Ok(number @ 64..=32_768) => Ok(Bytes(number)),
            Ok(_) | Err(_) => Err(format!("`{number}` is not within 64 and 32768")),
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ReviewSection {
    pub(super) changes: Option<ReviewChanges>,
    pub(super) deletes: Option<ReviewDeletes>,
    pub(super) keep: Option<KeptFor>,
    pub(super) files: Option<u32>,
    pub(super) mib: Option<u32>,
    pub(super) total_mib: Option<u32>,
    pub(super) paths: ReviewPaths,
}

/// Patterns that are read when the file is: a mistake in one is a mistake in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ReviewPaths(pub(super) Vec<PathPattern>);

impl<'de> Deserialize<'de> for ReviewPaths {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = Patterns::deserialize(deserializer)?.0;
        let paths = texts.iter().map(|text| PathPattern::parse(text)).collect::<Result<_, _>>();
        paths.map(ReviewPaths).map_err(serde::de::Error::custom)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct McpSection {
    pub(super) trusted: Option<Vec<String>>,
}
