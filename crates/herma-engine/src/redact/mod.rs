//! Secrets in what is kept: the value goes, that there was one stays (design, section 8).
//!
//! Only a plain value is taken out, never a command, a path, a host or an option. What is taken out is replaced by how long
//! it was and four digits of its hash: enough to see that two of them are the same, and no help in guessing a long one.
//!
//! | file | finds |
//! |---|---|
//! | `named.rs` | values whose name says it: `TOKEN=…`, `"password": …`, `Authorization: …`, `?api_key=…`, `user:…@host` |
//! | `spoken.rs` | values that follow their name as a word: `PASSWORD 'x'`, `password is x`, `echo x | sudo -S` |
//! | `options.rs` | values of options: `--password x`, `mysql -px`, `curl -u name:x` |
//! | `shapes.rs` | what looks like a secret wherever it stands: tokens of known services, private keys, random strings |

mod named;
mod options;
mod shapes;
mod spoken;
#[cfg(test)]
mod tests;

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::ops::Range;

/// A value this long that was found to be a secret is taken out wherever else it stands. Shorter ones are words of the
/// language as well.
const REPEATED_MIN: usize = 6;

/// The text with each secret value replaced by what it is like.
pub fn redacted(text: &str) -> String {
    Redactor::default().text(text).into_owned()
}

/// The same for several texts about one call: a value that one of them shows to be a secret is one in all of them.
#[derive(Debug, Default, Clone)]
pub struct Redactor {
    known: Vec<String>,
    /// There was one, if only too short to be looked for elsewhere.
    found: bool,
}

impl Redactor {
    /// Knows the secrets of these arguments.
    pub fn of(args: &Value) -> Self {
        let mut known = Vec::new();
        collect(args, "", &mut known);
        let found = !known.is_empty();
        known.retain(|secret| secret.len() >= REPEATED_MIN);
        // The longest first: one may be a part of another.
        known.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        known.dedup();
        Redactor { known, found }
    }

    /// Whether there is nothing to take out of the arguments.
    pub fn is_idle(&self) -> bool {
        !self.found
    }

    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut found = secrets(text);
        for secret in &self.known {
            found.extend(text.match_indices(secret.as_str()).map(|(at, _)| at..at + secret.len()));
        }
        if found.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(replaced(text, found)) }
    }

    /// The secrets of a text. An address that stands where one would be expected is an address.
    pub fn secrets_of<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let found = secrets(text).into_iter().filter_map(|range| text.get(range));
        let address = |secret: &str| {
            secret.contains(['/', '@'])
                || secret.contains('.') && !secret.contains(|c: char| c.is_ascii_digit())
        };
        found.filter(|secret| secret.len() >= REPEATED_MIN && !address(secret)).collect()
    }

    /// Arguments, with what their names say taken into account.
    pub fn value(&self, value: &Value) -> Value {
        self.value_of(value, "")
    }

    fn value_of(&self, value: &Value, name: &str) -> Value {
        match value {
            Value::String(text) => match named::whole_value(name, text) {
                Some(range) => self.text(&replaced(text, vec![range])).into_owned().into(),
                None => self.text(text).into_owned().into(),
            },
            Value::Number(number) if named::is_password(name) => mark(&number.to_string()).into(),
            Value::Array(items) => {
                let argv = options::in_arguments(items);
                let kept = items.iter().enumerate().map(|(index, item)| {
                    let own: Vec<_> =
                        argv.iter().filter(|(at, _)| *at == index).map(|(_, range)| range.clone()).collect();
                    match item {
                        Value::String(text) if !own.is_empty() => {
                            self.text(&replaced(text, own)).into_owned().into()
                        }
                        item => self.value_of(item, name),
                    }
                });
                kept.collect()
            }
            // A name is the model's word as well.
            Value::Object(map) => map
                .iter()
                .map(|(name, inner)| {
                    (self.text(name).into_owned(), self.value_of(inner, named::label(map, name)))
                })
                .collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }
}

/// Every secret in these arguments.
fn collect(value: &Value, name: &str, known: &mut Vec<String>) {
    let part = |text: &str, range: Range<usize>| text.get(range).map(str::to_owned);
    match value {
        Value::String(text) => {
            let found = named::whole_value(name, text).into_iter().chain(secrets(text));
            known.extend(found.filter_map(|range| part(text, range)));
        }
        Value::Array(items) => {
            let text = |index: usize| items.get(index).and_then(Value::as_str).unwrap_or_default();
            let found = options::in_arguments(items).into_iter();
            known.extend(found.filter_map(|(index, range)| part(text(index), range)));
            items.iter().for_each(|item| collect(item, name, known));
        }
        Value::Object(map) => {
            for (name, inner) in map {
                known.extend(secrets(name).into_iter().filter_map(|range| part(name, range)));
                collect(inner, named::label(map, name), known);
            }
        }
        Value::Number(number) if named::is_password(name) => known.push(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Where the secrets of a text are.
fn secrets(text: &str) -> Vec<Range<usize>> {
    if !may_hold(text) {
        return Vec::new();
    }
    let mut found = named::find(text);
    spoken::find(text, &mut found);
    options::find(text, &mut found);
    shapes::find(text, &mut found);
    found
}

/// Whether it is worth a closer look: a name with a value, an address, an option, or a long word with a digit in it. Most
/// texts are none of these, and a hook counts microseconds.
fn may_hold(text: &str) -> bool {
    let (mut run, mut digit, mut before) = (0, false, b' ');
    for byte in text.bytes() {
        match byte {
            b'=' | b':' | b'@' => return true,
            b'/' if before == b'<' => return true,
            b'-' if !before.is_ascii_alphanumeric() => return true,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'+' | b'/' | b',' => {
                run += 1;
                digit |= byte.is_ascii_digit();
                if run >= shapes::SHORTEST && digit {
                    return true;
                }
            }
            _ => (run, digit) = (0, false),
        }
        before = byte;
    }
    // `password`, `chpasswd`, `identified by`.
    ["assw", "ASSW", "dentified", "DENTIFIED"].iter().any(|part| text.contains(part))
}

/// Each of these ranges replaced; overlapping ones count as one.
fn replaced(text: &str, mut found: Vec<Range<usize>>) -> String {
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut found = found.into_iter().peekable();
    while let Some(mut range) = found.next() {
        while let Some(next) = found.next_if(|next| next.start < range.end) {
            range.end = range.end.max(next.end);
        }
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(&mark(text.get(range.clone()).unwrap_or_default()));
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

fn mark(secret: &str) -> String {
    let hash = Sha256::digest(secret.as_bytes());
    let start: String = hash.iter().take(2).map(|byte| format!("{byte:02x}")).collect();
    format!("{OPEN}{} chars, {start}{CLOSE}", secret.chars().count())
}

const OPEN: &str = "‹secret, ";
const CLOSE: &str = "…›";

/// The text with a made-up word in the place of each secret, as long and as plain as it was: what was redacted can be
/// judged again only so. `None` if there is nothing to fill.
pub fn filled(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let (inside, after) = after.split_once(CLOSE)?;
        let (chars, hash) = inside.split_once(" chars, ")?;
        let length: usize = chars.parse().ok().filter(|length| *length <= FILLED_MAX)?;
        out.push_str(before);
        out.extend(format!("x{hash}").chars().cycle().take(length));
        rest = after;
    }
    if out.is_empty() && rest.len() == text.len() {
        return None;
    }
    out.push_str(rest);
    Some(out)
}

/// No secret that was kept is longer: a whole text past this was cut before.
const FILLED_MAX: usize = 1 << 16;

/// A value that can be a secret: not a variable, a path, a file to read from, a template or what was redacted before.
fn is_plain(value: &str) -> bool {
    let path = value.starts_with('/') && value.matches('/').count() > 1;
    let other = value.starts_with(['$', '`', '‹', '~', '<', '{', '@', '*', '%', '(', '!']);
    let relative = value.starts_with("./") || value.starts_with("../");
    !path && !other && !relative
}

/// The value of a variable, if its name says that it is a secret: redacted.
pub fn secret_value(name: &str, value: &str) -> Option<String> {
    named::whole_value(name, value).map(|range| replaced(value, vec![range]))
}
