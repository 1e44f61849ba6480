//! `[channel.NAME]`: the chat services that people are told by, and answer on (`docs/channels.md`). Which there are, and which
//! settings each has, is in their specs (`knowledge/channels/`).

use super::hours::ChannelTimes;
use herma_specs::{CHANNEL_NAMES, CHANNELS, ChannelSpec, Key, KeyKind};
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// What is set up, each if it is, in the order of the specs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChannelSettings([Option<ChannelSetup>; CHANNELS.len()]);

/// One service that is set up. It has every setting that its dialect reads, but for optional ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelSetup {
    pub spec: &'static ChannelSpec,
    values: Vec<(Key, SettingValue)>,
    pub times: ChannelTimes,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SettingValue {
    Text(String),
    Seconds(u32),
}

impl ChannelSettings {
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ChannelSetup> {
        self.iter().find(|one| one.spec.name == name)
    }

    pub fn iter(&self) -> impl Iterator<Item = &ChannelSetup> {
        self.0.iter().flatten()
    }

    /// The times of each service that is set up, by its name.
    pub fn times(&self) -> impl Iterator<Item = (&'static str, &ChannelTimes)> {
        self.iter().map(|one| (one.spec.name, &one.times))
    }

    /// Every channel there could be, and what is set up of it.
    pub(super) fn slots(&self) -> impl Iterator<Item = (&'static ChannelSpec, &Option<ChannelSetup>)> {
        CHANNELS.iter().zip(&self.0)
    }

    pub(super) fn slots_mut(
        &mut self,
    ) -> impl Iterator<Item = (&'static ChannelSpec, &mut Option<ChannelSetup>)> {
        CHANNELS.iter().zip(&mut self.0)
    }
}

impl ChannelSetup {
    fn value(&self, key: Key) -> Option<&SettingValue> {
        self.values.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// An optional setting, if the policy has it.
    #[must_use]
    pub fn optional(&self, key: Key) -> Option<&str> {
        match self.value(key)? {
            SettingValue::Text(text) => Some(text),
            SettingValue::Seconds(_) => None,
        }
    }

    /// A setting that the dialect of this channel reads and that is not optional.
    #[must_use]
    pub fn text(&self, key: Key) -> &str {
        self.optional(key).unwrap_or_default()
    }

    /// The same, in seconds.
    #[must_use]
    pub fn seconds(&self, key: Key) -> u32 {
        match self.value(key) {
            Some(SettingValue::Seconds(time)) => *time,
            Some(SettingValue::Text(_)) | None => 0,
        }
    }

    /// Where the service is reached.
    #[must_use]
    pub fn address(&self) -> &str {
        self.optional(Key::BaseUrl).unwrap_or_else(|| self.text(Key::Url))
    }

    /// The files that hold its secrets, as the policy spells them.
    pub fn secret_files(&self) -> impl Iterator<Item = (Key, &str)> {
        let is_secret = |key: &Key| matches!(key.facts().kind, KeyKind::Secret(_));
        self.values.iter().map(|(key, _)| *key).filter(is_secret).map(|key| (key, self.text(key)))
    }
}

impl<'de> Deserialize<'de> for ChannelSettings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Settings)
    }
}

/// One of these names, as its place among them.
struct OneOf(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for OneOf {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for OneOf {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let at = self.0.iter().position(|known| *known == name);
        at.ok_or_else(|| E::unknown_field(name, self.0))
    }
}

/// Reads `[channel]`.
struct Settings;

impl<'de> Visitor<'de> for Settings {
    type Value = ChannelSettings;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of channels")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ChannelSettings, A::Error> {
        let mut all = ChannelSettings::default();
        while let Some(at) = map.next_key_seed(OneOf(CHANNEL_NAMES))? {
            let Some((spec, slot)) = all.slots_mut().nth(at) else { continue };
            *slot = Some(map.next_value_seed(Setup(spec))?);
        }
        Ok(all)
    }
}

/// Reads `[channel.NAME]`.
struct Setup(&'static ChannelSpec);

impl<'de> DeserializeSeed<'de> for Setup {
    type Value = ChannelSetup;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ChannelSetup, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Setup {
    type Value = ChannelSetup;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the settings of `{}`", self.0.section)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ChannelSetup, A::Error> {
        let keys = self.0.dialect.facts().keys;
        let (mut given, mut times) = (Vec::new(), ChannelTimes::default());
        while let Some(at) = map.next_key_seed(OneOf(self.0.keys))? {
            let Some(key) = keys.get(at).copied() else {
                // `times` comes after the keys of the dialect.
                times = map.next_value()?;
                continue;
            };
            let value = match key.facts().kind {
                KeyKind::Seconds { .. } => SettingValue::Seconds(map.next_value()?),
                KeyKind::Secret(_) | KeyKind::Address { .. } | KeyKind::Hex(_) => {
                    SettingValue::Text(map.next_value()?)
                }
            };
            check(key, &value).map_err(A::Error::custom)?;
            given.push((key, value));
        }
        // In the order of the keys: the same settings are equal, however a file orders them.
        let mut values = Vec::with_capacity(keys.len());
        for key in keys {
            let facts = key.facts();
            let at = given.iter().position(|(known, _)| known == key);
            let value = match (at, self.0.default_of(*key), facts.kind) {
                (Some(at), _, _) => given.swap_remove(at).1,
                (None, Some(text), _) => SettingValue::Text(text.to_owned()),
                (None, None, KeyKind::Seconds { default, .. }) => SettingValue::Seconds(default),
                (None, None, _) if facts.optional => continue,
                (None, None, _) => return Err(A::Error::missing_field(facts.name)),
            };
            values.push((*key, value));
        }
        Ok(ChannelSetup { spec: self.0, values, times })
    }
}

fn check(key: Key, value: &SettingValue) -> Result<(), String> {
    let facts = key.facts();
    match (facts.kind, value) {
        (KeyKind::Address { .. }, SettingValue::Text(url)) => check_url(url),
        (KeyKind::Seconds { least, most, .. }, SettingValue::Seconds(time))
            if !(least..=most).contains(time) =>
        {
            Err(format!("{} is between {least} and {most} seconds", facts.name))
        }
        (KeyKind::Hex(digits), SettingValue::Text(text))
            if text.len() != digits || !text.bytes().all(|b| b.is_ascii_hexdigit()) =>
        {
            Err(format!("{} has {digits} hexadecimal digits", facts.name))
        }
        (KeyKind::Secret(_) | KeyKind::Seconds { .. } | KeyKind::Hex(_) | KeyKind::Address { .. }, _) => {
            Ok(())
        }
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
