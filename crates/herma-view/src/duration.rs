//! Times as people type and read them: `30m`, `2h`, `7d`; `friday`, `18:00`.

use crate::time::{date, days};
use herma_store::{Millis, local_offset};

const UNITS: &[(&str, Millis)] = &[("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)];
/// Longer is no time but an "always" that nobody meant.
const LONGEST: Millis = 366 * 86_400_000;

/// `90m`, `1h30m`, `7d`: one or more numbers, each with its unit.
pub fn parse(text: &str) -> Option<Millis> {
    let mut rest = text;
    let mut all: Millis = 0;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, tail) = rest.split_at_checked(digits)?;
        let (unit, time) = UNITS.iter().find(|(unit, _)| tail.starts_with(unit))?;
        all = all.checked_add(number.parse::<Millis>().ok()?.checked_mul(*time)?)?;
        rest = tail.get(unit.len()..)?;
    }
    Some(all).filter(|all| (1..=LONGEST).contains(all))
}

const DAY: Millis = 86_400_000;
const MINUTE: Millis = 60_000;
const WEEK: &[&str] = &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// How long a yes is good that was given `--for` or `--until` this. Either takes both: `--for "until friday"`.
pub fn lasting(option: &str, text: &str, now: Millis) -> Result<Millis, String> {
    let until = |text: &str| {
        // The clock on the wall, there: what is an hour away over a change of it is asked for at that moment.
        let moment = end(text, now + local_offset(now))?;
        Some(moment - local_offset(moment - local_offset(now)) - now)
    };
    let text = text.trim();
    let time = match (option, text.strip_prefix("until ")) {
        (_, Some(moment)) => until(moment),
        ("--until", None) => until(text),
        (_, None) => parse(text).or_else(|| until(text)),
    };
    time.filter(|time| (1..=LONGEST).contains(time)).ok_or_else(|| {
        format!(
            "`{option}` needs a time that is to come: 30m, 2h, 7d; or with --until friday, 18:00, 2026-11-20"
        )
    })
}

/// When that is, or when that day is over. Both by the clock on the wall.
fn end(text: &str, now: Millis) -> Option<Millis> {
    let text = text.trim().to_ascii_lowercase();
    let today = now.div_euclid(DAY);
    let clock = |text: &str| {
        let (hour, minute) = text.split_once(':')?;
        let (hour, minute) = (hour.parse::<Millis>().ok()?, minute.parse::<Millis>().ok()?);
        ((0..24).contains(&hour) && (0..60).contains(&minute)).then_some((hour * 60 + minute) * MINUTE)
    };
    if let Some(time) = clock(&text) {
        let there = today * DAY + time;
        return Some(if there > now { there } else { there + DAY });
    }
    // 1970 began on a Thursday.
    let weekday = (today + 3).rem_euclid(7);
    let named = WEEK.iter().position(|name| text.len() >= 3 && name.starts_with(&text));
    let (day, time) = match text.as_str() {
        "today" | "tonight" => (today, None),
        "tomorrow" => (today + 1, None),
        _ => match named {
            Some(named) => (today + (Millis::try_from(named).ok()? - weekday).rem_euclid(7), None),
            None => {
                let (day, time) =
                    text.split_once([' ', 't']).map_or((text.as_str(), None), |(d, t)| (d, Some(t)));
                let mut parts = day.splitn(3, '-').map(|part| part.parse::<i64>().ok());
                let (year, month, dated) = (parts.next()??, parts.next()??, parts.next()??);
                let number = days(year, month, dated);
                // The thirtieth of February is no day.
                let is_one = (1970..=9999).contains(&year) && date(number) == (year, month, dated);
                (is_one.then_some(number)?, time)
            }
        },
    };
    match time {
        Some(time) => Some(day * DAY + clock(time)?),
        None => Some((day + 1) * DAY),
    }
}

/// The two largest units of it: `1 h 30 m`.
pub fn text(time: Millis) -> String {
    let mut left = time.max(0);
    let mut parts = Vec::new();
    for (unit, size) in UNITS {
        if left >= *size && parts.len() < 2 {
            parts.push(format!("{} {unit}", left / size));
            left %= size;
        }
    }
    if parts.is_empty() { "0 s".to_owned() } else { parts.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_by_the_clock_on_the_wall() {
        // Monday, the 16th of November 2026, 12:30.
        let noon = days(2026, 11, 16) * DAY + 750 * MINUTE;
        let left = |text: &str| end(text, noon).map(|end| super::text(end - noon));
        for (typed, want) in [
            ("friday", "4 d 11 h"),
            ("Fri", "4 d 11 h"),
            ("monday", "11 h 30 m"),
            ("tomorrow", "1 d 11 h"),
            ("today", "11 h 30 m"),
            ("18:00", "5 h 30 m"),
            ("08:00", "19 h 30 m"),
            ("2026-11-20", "4 d 11 h"),
            ("2026-11-20 18:00", "4 d 5 h"),
        ] {
            assert_eq!(left(typed).as_deref(), Some(want), "{typed}");
        }
        for typed in ["", "fr", "someday", "25:00", "12:60", "2026-02-30", "2026-11", "2026-11-20 noon", ":"]
        {
            assert_eq!(end(typed, noon), None, "{typed}");
        }
        assert_eq!(lasting("--for", "2h", noon), Ok(120 * MINUTE));
        assert!(lasting("--for", "until friday", noon).is_ok() && lasting("--until", "friday", noon).is_ok());
        for (option, wrong) in
            [("--for", "soon"), ("--until", "2h"), ("--until", "2020-01-01"), ("--for", "until 2099-01-01")]
        {
            assert!(lasting(option, wrong, noon).is_err(), "{wrong}");
        }
    }

    #[test]
    fn as_people_type_them() {
        for (typed, want) in [
            ("30m", Some("30 m")),
            ("1h30m", Some("1 h 30 m")),
            ("7d", Some("7 d")),
            ("90s", Some("1 m 30 s")),
        ] {
            assert_eq!(parse(typed).map(text).as_deref(), want, "{typed}");
        }
        for typed in ["", "h", "1", "0m", "1x", "-1h", "1 h", "9999d", "99999999999999999999s", "1h2"] {
            assert_eq!(parse(typed), None, "{typed}");
        }
    }
}
