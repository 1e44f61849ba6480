//! `[channel.NAME.times]`: how long people have who are told there, and when they are left alone.

use super::duration::Seconds;
use crate::effect::Tier;
use serde::{Deserialize, Deserializer, de};

const DAY: u32 = 24 * 60;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChannelTimes {
    medium: Option<Seconds>,
    high: Option<Seconds>,
    critical: Option<Seconds>,
    /// When nobody is told here, by the clock on the wall.
    pub quiet: Option<Quiet>,
    /// What is told all the same.
    pub wakes: Wakes,
}

/// What is grave enough to wake somebody. Whatever is for a person in crisis always is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wakes {
    High,
    #[default]
    Critical,
    Crisis,
}

/// A part of the day, in minutes from midnight; it may reach over midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quiet {
    from: u32,
    to: u32,
}

impl ChannelTimes {
    /// How long a level of this tier lasts at least where somebody is told of it here, in seconds.
    pub fn least(&self, tier: Tier) -> Option<u32> {
        let time = match tier {
            Tier::Safe | Tier::Low | Tier::Medium => self.medium,
            Tier::High => self.high,
            Tier::Critical => self.critical,
        };
        time.map(|time| time.0)
    }

    /// How many minutes it is still quiet for a request of this tier, at this minute of the day. `None`: tell it now.
    pub fn quiet_for(&self, tier: Tier, crisis: bool, minute: u32) -> Option<u32> {
        let wakes = crisis
            || match self.wakes {
                Wakes::High => tier >= Tier::High,
                Wakes::Critical => tier >= Tier::Critical,
                Wakes::Crisis => false,
            };
        self.quiet.filter(|_| !wakes)?.left(minute)
    }
}

impl Quiet {
    fn parse(text: &str) -> Option<Quiet> {
        let clock = |text: &str| {
            let (hour, minute) = text.trim().split_once(':')?;
            let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
            (hour < 24 && minute < 60).then_some(hour * 60 + minute)
        };
        let (from, to) = text.split_once('-')?;
        let (from, to) = (clock(from)?, clock(to)?);
        // The whole day would be a channel that is not set up.
        (from != to).then_some(Quiet { from, to })
    }

    fn left(self, minute: u32) -> Option<u32> {
        let length = (self.to + DAY - self.from) % DAY;
        let gone = (minute % DAY + DAY - self.from) % DAY;
        (gone < length).then(|| length - gone)
    }

    pub fn to_text(self) -> String {
        let clock = |minute: u32| format!("{:02}:{:02}", minute / 60, minute % 60);
        format!("{}-{}", clock(self.from), clock(self.to))
    }
}

impl<'de> Deserialize<'de> for Quiet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Quiet::parse(&text).ok_or_else(|| {
            de::Error::custom(format!("`{text}` is no part of a day; write it as \"22:00-07:00\""))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Policy;
    use super::*;

    fn times(text: &str) -> ChannelTimes {
        let file = format!(
            "version = 1\n[channel.webhook]\nurl = \"https://x.example\"\nsecret_file = \"x\"\n[channel.webhook.times]\n{text}"
        );
        Policy::parse(&file).unwrap().channel.get("webhook").unwrap().times
    }

    #[test]
    fn a_night_reaches_over_midnight() {
        let night = times("quiet = \"22:00-07:00\"");
        let left = |hour: u32, minute: u32| night.quiet_for(Tier::Medium, false, hour * 60 + minute);
        assert_eq!((left(21, 59), left(22, 0), left(23, 30)), (None, Some(540), Some(450)));
        assert_eq!((left(0, 0), left(6, 59), left(7, 0), left(12, 0)), (Some(420), Some(1), None, None));
        let lunch = times("quiet = \"12:00-13:00\"");
        assert_eq!(lunch.quiet_for(Tier::High, false, 12 * 60 + 15), Some(45));
        assert_eq!(lunch.quiet_for(Tier::High, false, 13 * 60), None);
        for wrong in ["22-7", "22:00", "24:00-07:00", "07:00-07:00", "22:60-07:00", ""] {
            assert_eq!(Quiet::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_grave_wakes() {
        let midnight = |text: &str, tier, crisis| {
            times(&format!("quiet = \"22:00-07:00\"\n{text}")).quiet_for(tier, crisis, 0).is_none()
        };
        assert!(midnight("", Tier::Critical, false) && !midnight("", Tier::High, false));
        assert!(
            midnight("wakes = \"high\"", Tier::High, false)
                && !midnight("wakes = \"high\"", Tier::Medium, false)
        );
        assert!(
            !midnight("wakes = \"crisis\"", Tier::Critical, false)
                && midnight("wakes = \"crisis\"", Tier::Critical, true)
        );
    }

    #[test]
    fn times_of_a_channel() {
        let times = times("medium = \"5m\"\ncritical = \"45s\"");
        assert_eq!(
            (times.least(Tier::Medium), times.least(Tier::High), times.least(Tier::Critical)),
            (Some(300), None, Some(45))
        );
    }
}
