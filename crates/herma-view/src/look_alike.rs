//! Letters that look like others (T07): `раypal` with two letters of another alphabet is another name.
//!
//! A text in its own alphabet is left alone. A look-alike is reported where it stands beside plain letters, or where a
//! whole word is made of nothing else, since that word can be read as a plain one.

use super::visible::Unit;

/// A character, and the plain one it is taken for. Fullwidth forms and mathematical letters are computed.
const TABLE: &[(&str, &str)] = &[
    // Cyrillic
    ("аеорсухіјѕһԁԛԝѵӏᴦ", "aeopcyxijshdqwvlr"),
    ("АВЕЗКМНОРСТУХЅІЈҮԌԚԜ", "ABE3KMHOPCTYXSIJYGQW"),
    // Greek
    ("οανρυικτγηωχ", "oavpuiktynwx"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC"),
    // Armenian, and Latin letters from outside the plain ones
    ("օոսցհքզ", "onughpq"),
    ("ıɑɡℓɩȷꞌ", "iagliJ'"),
    // Roman numerals
    ("ⅰⅴⅹⅼⅽⅾⅿⅠⅤⅩⅬⅭⅮⅯ", "ivxlcdmIVXLCDM"),
];

/// Signs that a shell or an address would read otherwise.
const SIGNS: &[(&str, char)] =
    &[("⁄∕╱⧸⟋", '/'), ("∖⧵╲", '\\'), ("։׃∶꞉", ':'), ("\u{37e}", ';'), ("∣ǀ￨", '|'), ("․ꓸ", '.'), ("˜∼", '~')];

/// What an option could be thought to start with.
const DASHES: &str = "‐‑‒–—―−﹣";

/// For each unit, the plain character it would be taken for.
pub fn find(units: &[Unit]) -> Vec<Option<char>> {
    let chars: Vec<char> = units.iter().map(|unit| unit.char().unwrap_or('\0')).collect();
    let mut out = vec![None; chars.len()];
    if chars.iter().all(char::is_ascii) {
        return out;
    }
    let mut start = 0;
    while start < chars.len() {
        let length = chars.iter().skip(start).take_while(|c| c.is_alphanumeric()).count();
        if length == 0 {
            let before = start.checked_sub(1).and_then(|at| chars.get(at)).copied();
            if let (Some(slot), Some(c)) = (out.get_mut(start), chars.get(start)) {
                *slot = sign(*c, before, chars.get(start + 1).copied());
            }
            start += 1;
            continue;
        }
        let word = chars.get(start..start + length).unwrap_or_default();
        if is_misleading(word, &chars, start) {
            for (slot, c) in out.iter_mut().skip(start).zip(word) {
                *slot = letter(*c);
            }
        }
        start += length;
    }
    out
}

fn is_misleading(word: &[char], all: &[char], start: usize) -> bool {
    let doubles = word.iter().filter(|c| letter(**c).is_some()).count();
    let plain = word.iter().any(char::is_ascii_alphanumeric);
    if doubles == 0 || plain {
        return doubles > 0;
    }
    // One letter is a word of its own in many languages: only alone among plain words it is none.
    doubles == word.len() && (word.len() > 1 || !among_its_own(all, start))
}

/// Whether the words on both sides are of another alphabet too.
fn among_its_own(all: &[char], at: usize) -> bool {
    let foreign = |c: Option<&char>| c.is_none_or(|c| !c.is_ascii());
    let before = all.iter().take(at).rev().find(|c| c.is_alphanumeric());
    let after = all.iter().skip(at + 1).find(|c| c.is_alphanumeric());
    (before.is_some() || after.is_some()) && foreign(before) && foreign(after)
}

fn letter(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    let code = u32::from(c);
    match code {
        0xff01..=0xff5e => return char::from_u32(code - 0xfee0),
        0x1d400..=0x1d6a3 => {
            return nth(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", code - 0x1d400);
        }
        0x1d7ce..=0x1d7ff => return nth(b"0123456789", code - 0x1d7ce),
        _ => {}
    }
    TABLE.iter().find_map(|(from, to)| {
        let at = from.chars().position(|other| other == c)?;
        to.chars().nth(at)
    })
}

fn nth(of: &[u8], at: u32) -> Option<char> {
    of.iter().cycle().nth(at as usize).map(|b| char::from(*b))
}

fn sign(c: char, before: Option<char>, after: Option<char>) -> Option<char> {
    let plain = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || "./-_~*$".contains(c));
    if DASHES.contains(c) {
        let starts = before.is_none_or(|c| c.is_ascii_whitespace() || "'\"-".contains(c));
        return (starts && plain(after)).then_some('-');
    }
    let wide = matches!(u32::from(c), 0xff01..=0xff5e).then(|| letter(c)).flatten();
    let double = wide.or_else(|| SIGNS.iter().find(|(all, _)| all.contains(c)).map(|(_, plain)| *plain));
    double.filter(|_| plain(before) || plain(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_look_alike_has_its_double() {
        for (from, to) in TABLE {
            assert_eq!(from.chars().count(), to.chars().count(), "{from}");
            assert!(from.chars().all(|c| !c.is_ascii()) && to.is_ascii(), "{from}");
        }
        for text in SIGNS.iter().map(|(from, _)| *from).chain([DASHES]) {
            assert!(text.chars().all(|c| !c.is_ascii()), "{text}");
        }
    }
}
