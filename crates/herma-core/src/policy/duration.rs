//! Spans of time as people write them: `90s`, `5m`, `1h`; `12h`, `30d` for what is kept.

use serde::{Deserialize, Deserializer, de};

/// Nobody waits longer than a day at one level.
const MAX: u32 = 24 * 3600;

/// What is kept longer is an archive.
const KEPT_MAX: u32 = 30 * 24 * 3600;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seconds(pub(super) u32);

/// The same for what is kept: up to `30d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KeptFor(pub(super) u32);

impl KeptFor {
    fn parse(text: &str) -> Option<KeptFor> {
        let seconds = match text.trim().strip_suffix('d') {
            Some(days) => days.trim().parse::<u32>().ok()?.checked_mul(24 * 3600)?,
            None => Seconds::parse(text)?.0,
        };
        (1..=KEPT_MAX).contains(&seconds).then_some(KeptFor(seconds))
    }
}

impl<'de> Deserialize<'de> for KeptFor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        KeptFor::parse(&text).ok_or_else(|| {
            de::Error::custom(format!(
                "`{text}` is no time to keep something; write it as \"2h\", \"24h\" or \"7d\", up to 30 days"
            ))
        })
    }
}

impl Seconds {
    fn parse(text: &str) -> Option<Seconds> {
        let (number, unit) = text.trim().split_at_checked(text.trim().len().checked_sub(1)?)?;
        let unit = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            _ => return None,
        };
        let seconds = number.trim().parse::<u32>().ok()?.checked_mul(unit)?;
        (1..=MAX).contains(&seconds).then_some(Seconds(seconds))
    }
}

/// How long something is kept, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Days(pub(super) u64);

/// Longer is for ever, which nobody should keep.
const MAX_DAYS: u64 = 3650;

impl Days {
    fn parse(text: &str) -> Option<Days> {
        let (number, unit) = text.trim().split_at_checked(text.trim().len().checked_sub(1)?)?;
        let unit = match unit {
            "h" => 3600,
            "d" => 24 * 3600,
            "w" => 7 * 24 * 3600,
            _ => return None,
        };
        let seconds = number.trim().parse::<u64>().ok()?.checked_mul(unit)?;
        (1..=MAX_DAYS * 24 * 3600).contains(&seconds).then_some(Days(seconds))
    }
}

impl<'de> Deserialize<'de> for Days {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Days::parse(&text).ok_or_else(|| {
            de::Error::custom(format!(
                "`{text}` is no time; write it as \"12h\", \"30d\" or \"8w\", up to ten years"
            ))
        })
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Seconds::parse(&text).ok_or_else(|| {
            de::Error::custom(format!(
                "`{text}` is no time; write it as \"90s\", \"5m\" or \"1h\", up to a day"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Days, KeptFor, Seconds};

    #[test]
    fn what_is_kept_is_counted_in_days() {
        assert_eq!(Days::parse("30d"), Some(Days(30 * 86_400)));
        assert_eq!(Days::parse("12h"), Some(Days(43_200)));
        for wrong in ["", "d", "0d", "30", "30s", "99999d", "-1d", "30 days"] {
            assert_eq!(Days::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn times_are_written_as_people_do() {
        assert_eq!(Seconds::parse("90s"), Some(Seconds(90)));
        assert_eq!(Seconds::parse("5m"), Some(Seconds(300)));
        assert_eq!(KeptFor::parse("7d"), Some(KeptFor(7 * 86_400)));
        assert_eq!(KeptFor::parse("24h"), Some(KeptFor(86_400)));
        assert_eq!(KeptFor::parse("31d"), None);
        for wrong in ["", "s", "0s", "9", "-1s", "99999999h", "1 day", "5µ"] {
            assert_eq!(Seconds::parse(wrong), None, "{wrong}");
        }
    }
}
