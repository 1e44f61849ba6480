//! Times as people type and read them: `30m`, `2h`, `7d`.

use herma_store::Millis;

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
