//! What a spec says about a chat channel.

use crate::channel_dialect::{ChannelDialect, Key, KeyKind, Proof};

/// One chat channel.
#[derive(Debug, PartialEq, Eq)]
pub struct ChannelSpec {
    /// The name of its file in `knowledge/channels/`. Its accounts are `NAME:ID`, its settings `[channel.NAME]`, and its
    /// service sends to `/channels/NAME`.
    pub name: &'static str,
    /// `channel.NAME`.
    pub section: &'static str,
    /// As a person spells it.
    pub title: &'static str,
    pub dialect: ChannelDialect,
    /// Where the service is reached. Without one the policy has to say it.
    pub base_url: Option<&'static str>,
    /// The keys of `[channel.NAME]`.
    pub keys: &'static [&'static str],
    /// An id that is well formed.
    pub example: &'static str,
    /// `None`: an account is any name.
    pub ids: Option<Ids>,
    /// The first word of variables that hold the service's tokens, and a word of the hosts that they are meant for.
    pub owner: Option<(&'static str, &'static str)>,
    pub docs: ChannelDocs,
}

/// How the ids of accounts look.
#[derive(Debug, PartialEq, Eq)]
pub struct Ids {
    /// Ranges of characters.
    pub characters: &'static [(char, char)],
    pub least: usize,
    pub most: usize,
    /// What an account is, for whoever typed another: `its number, not its name`.
    pub is: &'static str,
}

/// The text about a channel in `docs/channels.md`, before and after its settings.
#[derive(Debug, PartialEq, Eq)]
pub struct ChannelDocs {
    pub setup: &'static str,
    pub notes: &'static str,
}

impl ChannelSpec {
    /// What a setting is when the policy leaves it out.
    #[must_use]
    pub fn default_of(&self, key: Key) -> Option<&'static str> {
        self.base_url.filter(|_| key == Key::BaseUrl)
    }

    /// A setting as somebody would write it who follows the documentation.
    #[must_use]
    pub fn example_of(&self, key: Key) -> String {
        match key.facts().kind {
            KeyKind::Secret(ending) => format!("{}.{ending}", self.name),
            KeyKind::Address { example } => self.default_of(key).unwrap_or(example).to_owned(),
            KeyKind::Seconds { default, .. } => default.to_string(),
            KeyKind::Hex(digits) => "0".repeat(digits),
        }
    }

    /// Whether all accounts are one voice, because one person's secret vouches for all of them.
    #[must_use]
    pub fn is_one_voice(&self) -> bool {
        self.dialect.facts().proof == Proof::OwnSecret
    }
}

impl Ids {
    #[must_use]
    pub fn fits(&self, id: &str) -> bool {
        let known = |c: char| self.characters.iter().any(|(from, to)| (*from..=*to).contains(&c));
        (self.least..=self.most).contains(&id.len()) && id.chars().all(known)
    }
}
