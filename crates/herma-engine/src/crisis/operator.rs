//! An operator's own card: signed, reviewed, and good until a date. Whatever is wrong with it, the built-in one is shown.

use crate::paths::{FILE_MODE, Paths, make_folder, write_atomically};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use toml::{Table, Value};

const FILE: &str = "crisis-card.toml";
/// A card is read by somebody in distress.
const TEXT_MAX: usize = 2000;
const FRESH: &str = "herma-crisis-card-1";

fn path(data: &Path) -> PathBuf {
    data.join(FILE)
}

/// The text of the operator's card, or why it is not in force.
pub fn read(data: &Path, key: Option<&str>) -> Result<String, String> {
    let key = key.ok_or("policy.toml names no `card_key` in `[crisis]`")?;
    let text = std::fs::read_to_string(path(data)).map_err(|e| format!("`{FILE}` cannot be read: {e}"))?;
    let card: Table = text.parse().map_err(|_| format!("`{FILE}` is no TOML"))?;
    let field = |name: &str| {
        card.get(name).and_then(Value::as_str).ok_or_else(|| format!("`{FILE}` has no `{name}`"))
    };
    let (words, reviewed, expires) = (field("text")?, field("reviewed")?, field("expires")?);
    let key = VerifyingKey::from_bytes(&bytes(key).ok_or("`card_key` is no key")?)
        .map_err(|_| "`card_key` is no key".to_owned())?;
    let signature = Signature::from_bytes(&bytes(field("signature")?).ok_or("its signature is broken")?);
    key.verify(message(words, reviewed, expires).as_bytes(), &signature)
        .map_err(|_| "it is not signed with the key of the policy, or was changed since".to_owned())?;
    let (reviewed, expires) =
        (day(reviewed).ok_or("`reviewed` is no date")?, day(expires).ok_or("`expires` is no date")?);
    match today() {
        today if today >= expires => Err("it has expired: have it reviewed and sign it again".to_owned()),
        today if reviewed > today => Err("its review lies in the future".to_owned()),
        _ => Ok(words.to_owned()),
    }
}

pub fn sign(paths: &Paths, options: &[(String, String)]) -> Result<String, String> {
    let option = |name: &str| {
        let found = options.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).ok_or_else(|| format!("`{name}` is needed; --help says more"))
    };
    let words = std::fs::read_to_string(option("--text")?).map_err(|e| format!("the text: {e}"))?;
    let words = words.trim_end();
    let plain = |c: char| c == '\n' || !c.is_control();
    if words.trim().is_empty() || words.len() > TEXT_MAX || !words.chars().all(plain) {
        return Err(format!("the text is empty, longer than {TEXT_MAX} bytes, or not plain"));
    }
    let (reviewed, expires) = (option("--reviewed")?, option("--expires")?);
    in_force_on(reviewed, expires, today())?;
    let key = signing_key(Path::new(option("--key")?))?;
    let signature = key.sign(message(words, reviewed, expires).as_bytes());
    let mut card = Table::new();
    for (name, value) in [
        ("text", words.to_owned()),
        ("reviewed", reviewed.to_owned()),
        ("expires", expires.to_owned()),
        ("signature", hex(&signature.to_bytes())),
    ] {
        card.insert(name.to_owned(), Value::String(value));
    }
    make_folder(&paths.data).map_err(|e| e.to_string())?;
    write_atomically(&path(&paths.data), card.to_string().as_bytes(), Some(FILE_MODE))
        .map_err(|e| format!("`{FILE}`: {e}"))?;
    Ok(format!("[crisis]\ncard_key = \"{}\"\n", hex(key.verifying_key().as_bytes())))
}

/// Whether a card with these dates would be shown today. One that would not is not signed: nobody would see that it is not.
fn in_force_on(reviewed: &str, expires: &str, today: i64) -> Result<(), String> {
    let (Some(from), Some(to)) = (day(reviewed), day(expires)) else {
        return Err("`--reviewed` and `--expires` are dates such as 2026-11-30".to_owned());
    };
    if to <= from {
        return Err(format!("it would expire on {expires}, before or when it was reviewed ({reviewed})"));
    }
    if to <= today {
        return Err(format!("it would be expired already: `--expires {expires}` must lie in the future"));
    }
    if from > today {
        return Err(format!(
            "`--reviewed {reviewed}` lies in the future: give the day on which somebody has reviewed it"
        ));
    }
    Ok(())
}

fn signing_key(path: &Path) -> Result<SigningKey, String> {
    match std::fs::read_to_string(path) {
        Ok(text) => bytes(text.trim())
            .map(|seed| SigningKey::from_bytes(&seed))
            .ok_or_else(|| format!("`{}` is no key that `herma crisis card sign` has made", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut seed = [0u8; 32];
            getrandom::fill(&mut seed).map_err(|e| e.to_string())?;
            write_atomically(path, format!("{}\n", hex(&seed)).as_bytes(), Some(FILE_MODE))
                .map_err(|e| format!("`{}`: {e}", path.display()))?;
            Ok(SigningKey::from_bytes(&seed))
        }
        Err(error) => Err(format!("`{}`: {error}", path.display())),
    }
}

fn message(words: &str, reviewed: &str, expires: &str) -> String {
    format!("{FRESH}\n{reviewed}\n{expires}\n{words}")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let mut out = [0u8; N];
    if hex.len() != 2 * N || !hex.is_ascii() {
        return None;
    }
    for (at, slot) in out.iter_mut().enumerate() {
        *slot = u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(out)
}

/// Days since 1970 of `2026-11-30`.
fn day(date: &str) -> Option<i64> {
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (Some(Some(y)), Some(Some(m)), Some(Some(d)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    let leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    let days = match m {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !((1970..=9999).contains(&y) && (1..=12).contains(&m) && (1..=days).contains(&d)) {
        return None;
    }
    let (y, m) = if m <= 2 { (y - 1, m + 9) } else { (y, m - 3) };
    let era = y.div_euclid(400);
    let of_era = y.rem_euclid(400);
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * m + 2) / 5 + d - 1 - 719_468)
}

fn today() -> i64 {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    i64::try_from(seconds / 86_400).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_calendars_do() {
        assert_eq!(day("1970-01-01"), Some(0));
        assert_eq!(day("2000-03-01"), Some(11_017));
        assert_eq!(day("2026-11-16"), Some(20_773));
        for wrong in ["", "2026", "2026-13-01", "2026-1-1-1", "x-y-z", "2026-00-10"] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_signed_card_is_in_force_until_a_byte_of_it_changes() {
        let data = std::env::temp_dir().join(format!("herma-card-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&data);
        let paths = Paths::resolve(Some(data.as_os_str())).unwrap();
        std::fs::create_dir_all(&data).unwrap();
        std::fs::write(data.join("text"), "Call us: 555 0100\n").unwrap();
        let option = |name: &str, value: String| (name.to_owned(), value);
        let signed = |expires: &str| {
            let options = [
                option("--text", data.join("text").display().to_string()),
                option("--key", data.join("key").display().to_string()),
                option("--reviewed", "2026-01-01".to_owned()),
                option("--expires", expires.to_owned()),
            ];
            let line = sign(&paths, &options).unwrap();
            line.split('"').nth(1).unwrap().to_owned()
        };
        let key = signed("9000-01-01");
        assert_eq!(read(&data, Some(&key)).unwrap(), "Call us: 555 0100");
        assert!(read(&data, None).is_err());
        let other = hex(SigningKey::from_bytes(&[7; 32]).verifying_key().as_bytes());
        assert!(read(&data, Some(&other)).unwrap_err().contains("not signed"));
        let whole = std::fs::read_to_string(path(&data)).unwrap();
        std::fs::write(path(&data), whole.replace("0100", "0199")).unwrap();
        assert!(read(&data, Some(&key)).unwrap_err().contains("changed"));
        std::fs::write(path(&data), whole.replace("9000", "9001")).unwrap();
        assert!(read(&data, Some(&key)).is_err());
        // One that was good once, signed with the same key.
        let signer = signing_key(&data.join("key")).unwrap();
        let old =
            hex(&signer.sign(message("Call us: 555 0100", "2026-01-01", "2026-01-02").as_bytes()).to_bytes());
        let text = format!(
            "text = \"Call us: 555 0100\"\nreviewed = \"2026-01-01\"\nexpires = \"2026-01-02\"\nsignature = \"{old}\"\n"
        );
        std::fs::write(path(&data), text).unwrap();
        assert!(read(&data, Some(&key)).unwrap_err().contains("expired"));
        let _ = std::fs::remove_dir_all(&data);
    }

    #[test]
    fn a_card_that_nobody_would_be_shown_is_not_signed() {
        let today = day("2026-11-16").unwrap();
        let wrong = |reviewed: &str, expires: &str| in_force_on(reviewed, expires, today).unwrap_err();
        assert_eq!(in_force_on("2026-11-16", "2026-11-17", today), Ok(()));
        assert!(wrong("2026-01-01", "2026-11-16").contains("expired already"));
        assert!(wrong("2026-11-17", "2027-01-01").contains("lies in the future"));
        assert!(wrong("2026-05-01", "2026-04-01").contains("before"));
        assert!(wrong("2026-05-01", "next year").contains("are dates"));
    }
}
