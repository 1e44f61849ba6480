//! Texts in base64. A model reads them as they are.

/// `approve` has ten letters there.
const RUN_MIN: usize = 10;

/// What stands in base64 somewhere in the text and reads as a text itself.
pub(crate) fn unwrapped(text: &str) -> Vec<String> {
    let runs = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_')));
    // It may begin behind other letters that look like it: a folder's name, a slash.
    let parts = |run: &'_ str| run.split(['+', '/', '-', '_']).map(str::to_owned).collect::<Vec<_>>();
    let runs = runs.flat_map(|run| std::iter::once(run.to_owned()).chain(parts(run)));
    let runs = runs.filter(|run| run.len() >= RUN_MIN);
    runs.flat_map(|run| {
        (0..4).filter_map(|skip| run.as_bytes().get(skip..).and_then(decoded)).collect::<Vec<_>>()
    })
    .collect()
}

fn decoded(run: &[u8]) -> Option<String> {
    let (mut bytes, mut bits, mut count) = (Vec::with_capacity(run.len()), 0_u32, 0);
    for c in run {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            _ => 63,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).unwrap_or_default());
        }
    }
    // Windows writes two bytes a letter, one of them nothing.
    bytes.retain(|byte| *byte != 0);
    let text = String::from_utf8_lossy(&bytes);
    let odd = text.chars().filter(|c| *c == '\u{fffd}' || (c.is_control() && !c.is_whitespace())).count();
    (odd * 10 <= text.chars().count()).then(|| text.into_owned())
}
