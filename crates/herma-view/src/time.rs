//! Moments, as people write and read them. All of it in UTC: a trace may come from another place.

use herma_store::Millis;

const SECOND: Millis = 1000;
const DAY: Millis = 24 * 3600 * SECOND;

/// `30d`, `12h`, `90m` ago, or a day, `2026-11-16`.
pub fn moment(text: &str, now: Millis) -> Result<Millis, String> {
    let unit = match text.chars().last() {
        Some('m') => 60 * SECOND,
        Some('h') => 3600 * SECOND,
        Some('d') => DAY,
        Some('w') => 7 * DAY,
        _ => 0,
    };
    let number = text.get(..text.len().saturating_sub(1)).and_then(|number| number.parse::<Millis>().ok());
    let ago = number.filter(|_| unit > 0).and_then(|number| number.checked_mul(unit));
    let day = || {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let plausible = (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        plausible.then(|| days(year, month, day) * DAY)
    };
    ago.map(|ago| now.saturating_sub(ago))
        .or_else(day)
        .ok_or_else(|| format!("`{text}` is no time: 30d, 12h, 90m, or a day as 2026-11-16"))
}

/// `2026-11-16 09:55:12`.
pub fn shown(at: Millis) -> String {
    let (day, second) = (at.div_euclid(DAY), at.rem_euclid(DAY) / SECOND);
    let (year, month, date) = date(day);
    format!("{year:04}-{month:02}-{date:02} {:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

/// Days since 1970 (Hinnant, "chrono-compatible low-level date algorithms").
pub(crate) fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

pub(crate) fn date(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for (text, at) in
            [("1970-01-01", 0), ("2024-02-29", 1_709_164_800_000), ("2026-11-16", 1_794_787_200_000)]
        {
            assert_eq!(moment(text, 7), Ok(at));
            assert_eq!(shown(at + 3_723_000), format!("{text} 01:02:03"));
        }
        assert_eq!(moment("2d", 3 * DAY), Ok(DAY));
        assert_eq!(moment("90m", DAY), Ok(DAY - 5_400_000));
        for wrong in ["", "d", "tomorrow", "2026-13-01", "5", "99999999999999999d"] {
            assert!(moment(wrong, 0).is_err(), "{wrong}");
        }
    }
}
