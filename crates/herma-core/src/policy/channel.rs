//! `[channel.…]`: the chat services that people are told by, and answer on (`docs/channels.md`).

use super::error::PolicyError;
use super::hours::ChannelTimes;
use serde::Deserialize;
use toml::Spanned;

/// What is set up, each if it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChannelSettings {
    pub telegram: Option<Telegram>,
    pub slack: Option<Slack>,
    pub discord: Option<Discord>,
    pub webhook: Option<Webhook>,
}

impl ChannelSettings {
    /// The times of each service that is set up, by its name.
    pub fn times(&self) -> impl Iterator<Item = (&'static str, &ChannelTimes)> {
        let ChannelSettings { telegram, slack, discord, webhook } = self;
        let all = [
            ("telegram", telegram.as_ref().map(|one| &one.times)),
            ("slack", slack.as_ref().map(|one| &one.times)),
            ("discord", discord.as_ref().map(|one| &one.times)),
            ("webhook", webhook.as_ref().map(|one| &one.times)),
        ];
        all.into_iter().filter_map(|(name, times)| Some((name, times?)))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telegram {
    /// The bot's token, in a file that is nobody else's to read.
    pub token_file: String,
    #[serde(default = "Telegram::base")]
    pub base_url: String,
    /// Where Telegram is to send what people say: `https://herma.example.org`. Without it Herma fetches it.
    pub webhook_url: Option<String>,
    /// How long one look for news may take, in seconds.
    #[serde(default = "Telegram::poll")]
    pub poll: u32,
    /// A service that takes longer to answer is down, in seconds.
    #[serde(default = "timeout")]
    pub timeout: u32,
    #[serde(default)]
    pub times: ChannelTimes,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slack {
    pub token_file: String,
    pub signing_secret_file: String,
    #[serde(default = "Slack::base")]
    pub base_url: String,
    /// A service that takes longer to answer is down, in seconds.
    #[serde(default = "timeout")]
    pub timeout: u32,
    #[serde(default)]
    pub times: ChannelTimes,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    pub token_file: String,
    /// The application's, in hexadecimal, as its page shows it.
    pub public_key: String,
    #[serde(default = "Discord::base")]
    pub base_url: String,
    /// A service that takes longer to answer is down, in seconds.
    #[serde(default = "timeout")]
    pub timeout: u32,
    #[serde(default)]
    pub times: ChannelTimes,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    pub url: String,
    pub secret_file: String,
    /// A service that takes longer to answer is down, in seconds.
    #[serde(default = "timeout")]
    pub timeout: u32,
    #[serde(default)]
    pub times: ChannelTimes,
}

/// Services answer within one second; a busy one within a few.
fn timeout() -> u32 {
    15
}

impl Telegram {
    fn base() -> String {
        "https://api.telegram.org".to_owned()
    }

    fn poll() -> u32 {
        50
    }
}

impl Slack {
    fn base() -> String {
        "https://slack.com/api".to_owned()
    }
}

impl Discord {
    fn base() -> String {
        "https://discord.com/api/v10".to_owned()
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawChannels {
    telegram: Option<Spanned<Telegram>>,
    slack: Option<Spanned<Slack>>,
    discord: Option<Spanned<Discord>>,
    webhook: Option<Spanned<Webhook>>,
}

impl RawChannels {
    pub(super) fn read(self, text: &str) -> Result<ChannelSettings, PolicyError> {
        let RawChannels { telegram, slack, discord, webhook } = self;
        let checked = |at: usize, urls: &[&str]| {
            urls.iter().try_for_each(|url| check_url(url)).map_err(|why| PolicyError::at(text, at, why))
        };
        let timeouts = [
            telegram.as_ref().map(|one| (one.span().start, one.get_ref().timeout)),
            slack.as_ref().map(|one| (one.span().start, one.get_ref().timeout)),
            discord.as_ref().map(|one| (one.span().start, one.get_ref().timeout)),
            webhook.as_ref().map(|one| (one.span().start, one.get_ref().timeout)),
        ];
        if let Some((at, _)) = timeouts.into_iter().flatten().find(|(_, time)| !(1..=60).contains(time)) {
            return Err(PolicyError::at(text, at, "timeout is between 1 and 60 seconds"));
        }
        if let Some(one) = &telegram {
            let at = one.span().start;
            checked(at, &[&one.get_ref().base_url])?;
            if let Some(url) = &one.get_ref().webhook_url {
                checked(at, &[url])?;
            }
            if !(1..=300).contains(&one.get_ref().poll) {
                return Err(PolicyError::at(text, at, "poll is between 1 and 300 seconds"));
            }
        }
        if let Some(one) = &slack {
            checked(one.span().start, &[&one.get_ref().base_url])?;
        }
        if let Some(one) = &discord {
            checked(one.span().start, &[&one.get_ref().base_url])?;
            let key = &one.get_ref().public_key;
            if key.len() != 64 || !key.bytes().all(|b| b.is_ascii_hexdigit()) {
                return Err(PolicyError::at(text, one.span().start, "public_key has 64 hexadecimal digits"));
            }
        }
        if let Some(one) = &webhook {
            checked(one.span().start, &[&one.get_ref().url])?;
        }
        Ok(ChannelSettings {
            telegram: telegram.map(Spanned::into_inner),
            slack: slack.map(Spanned::into_inner),
            discord: discord.map(Spanned::into_inner),
            webhook: webhook.map(Spanned::into_inner),
        })
    }
}

/// Tokens and cards go over TLS, or do not leave the machine.
fn check_url(url: &str) -> Result<(), String> {
    if url.strip_prefix("https://").is_some_and(|rest| !rest.is_empty()) {
        return Ok(());
    }
    let rest = url.strip_prefix("http://").ok_or(format!("`{url}` is no https address"))?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // What stands before an @ is a name to log in with, not the host.
    let name = if host.contains('@') { "" } else { host.rsplit_once(':').map_or(host, |(name, _)| name) };
    match name {
        "127.0.0.1" | "localhost" | "[::1]" => Ok(()),
        _ => Err(format!("`{url}`: without TLS only this machine itself is talked to")),
    }
}

#[cfg(test)]
mod tests {
    use super::check_url;

    #[test]
    fn t56_a_token_does_not_leave_in_plain() {
        for good in
            ["https://api.telegram.org", "http://127.0.0.1:8080", "http://[::1]:80/x", "http://localhost"]
        {
            assert_eq!(check_url(good), Ok(()), "{good}");
        }
        for bad in [
            "http://api.telegram.org",
            "http://127.0.0.1@evil.example/",
            "http://127.0.0.1:80@evil.example/",
            "ftp://x",
            "https://",
            "",
        ] {
            assert!(check_url(bad).is_err(), "{bad}");
        }
    }
}
