//! `[reviewer]`: the models that may be asked in mode `smart`, in their order.

use super::duration::Seconds;
use serde::Deserialize;

/// How long all of them together may take. Judging in a hook ends after 25 s.
const DEADLINE_S: u32 = 8;
const DEADLINE_MAX_S: u32 = 20;

/// The reviewer, as it is in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewerSettings {
    pub look: ReviewerLook,
    pub deadline_s: u32,
    pub providers: Vec<ProviderSettings>,
}

impl Default for ReviewerSettings {
    fn default() -> Self {
        ReviewerSettings { look: ReviewerLook::Asked, deadline_s: DEADLINE_S, providers: Vec::new() }
    }
}

/// What it is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewerLook {
    /// What a person would be asked about.
    #[default]
    Asked,
    /// And whatever would run and does more than look.
    Changes,
}

/// One model that may be asked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSettings {
    pub name: String,
    pub protocol: ProviderProtocol,
    pub url: String,
    pub model: String,
    /// The variable that holds the key.
    pub key_env: Option<String>,
    /// The file that holds the key: what a hook's environment may not have.
    pub key_file: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderProtocol {
    /// OpenAI's chat completions, and everybody who imitates them.
    Chat,
    /// OpenAI's responses.
    Responses,
    /// Anthropic's messages.
    Messages,
}

impl ProviderProtocol {
    pub const fn as_str(self) -> &'static str {
        match self {
            ProviderProtocol::Chat => "chat",
            ProviderProtocol::Responses => "responses",
            ProviderProtocol::Messages => "messages",
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ReviewerSection {
    pub(super) look: Option<ReviewerLook>,
    pub(super) deadline: Option<Deadline>,
    pub(super) provider: Option<Vec<ProviderSettings>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Seconds")]
pub(super) struct Deadline(pub(super) u32);

impl TryFrom<Seconds> for Deadline {
    type Error = String;

    fn try_from(time: Seconds) -> Result<Self, String> {
        match time.0 {
            seconds @ 1..=DEADLINE_MAX_S => Ok(Deadline(seconds)),
            _ => Err(format!("a reviewer may take {DEADLINE_MAX_S}s at most: somebody waits for it")),
        }
    }
}
