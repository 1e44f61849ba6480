//! Times as the protocol writes them: `2026-05-01T12:00:00.123Z`. Kept as milliseconds since the epoch.

use time::{Date, Month, OffsetDateTime, Time, UtcOffset};

pub fn text(millis: i64) -> String {
    let nanos = i128::from(millis) * 1_000_000;
    let at = OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = at.to_calendar_date();
    let (hour, minute, second, milli) = at.to_hms_milli();
    format!("{year:04}-{:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z", u8::from(month))
}

/// RFC 3339.
pub fn parse(text: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| -> Option<i32> {
        let part = text.get(range)?;
        part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten()
    };
    let mark = |at: usize, marks: &[u8]| text.as_bytes().get(at).is_some_and(|b| marks.contains(b));
    if ![(4, b"-" as &[u8]), (7, b"-"), (10, b"Tt "), (13, b":"), (16, b":")]
        .iter()
        .all(|(at, m)| mark(*at, m))
    {
        return None;
    }
    let small = |range| number(range).and_then(|n| u8::try_from(n).ok());
    let date =
        Date::from_calendar_date(number(0..4)?, Month::try_from(small(5..7)?).ok()?, small(8..10)?).ok()?;
    let rest = text.get(19..)?;
    let digits = rest.strip_prefix('.').map_or(0, |r| r.bytes().take_while(u8::is_ascii_digit).count());
    let (milli, zone) = match digits {
        0 => (0, rest),
        n => {
            let fraction = rest.get(1..=n)?;
            let three: String = fraction.chars().chain("00".chars()).take(3).collect();
            (three.parse::<u16>().ok()?, rest.get(n + 1..)?)
        }
    };
    let time = Time::from_hms_milli(small(11..13)?, small(14..16)?, small(17..19)?, milli).ok()?;
    let offset = match zone {
        "Z" | "z" => UtcOffset::UTC,
        _ => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            let (hours, minutes) = zone.strip_prefix(['+', '-'])?.split_once(':')?;
            UtcOffset::from_hms(sign * hours.parse::<i8>().ok()?, sign * minutes.parse::<i8>().ok()?, 0)
                .ok()?
        }
    };
    let at = date.with_time(time).assume_offset(offset);
    i64::try_from(at.unix_timestamp_nanos() / 1_000_000).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        assert_eq!(text(1_777_636_800_123), "2026-05-01T12:00:00.123Z");
        for millis in [0, 1, 1_777_636_800_123, 253_402_300_799_999] {
            assert_eq!(parse(&text(millis)), Some(millis));
        }
        assert_eq!(parse("2026-05-01T14:00:00+02:00"), Some(1_777_636_800_000));
        assert_eq!(parse("2026-05-01T12:00:00.5Z"), Some(1_777_636_800_500));
        for bad in [
            "",
            "yesterday",
            "2026-13-01T00:00:00Z",
            "2026-05-01",
            "2026-05-01T12:00:00",
            "20é6-05-01T12:00:00Z",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
