//! Values whose name says that they are secret.

use super::is_plain;
use std::ops::Range;

/// A shorter value is a flag or an example: `token=x`.
const SHORTEST: usize = 4;

/// No name is longer, so nobody has to look further: a text of nothing but signs must not take forever.
const NAME_MAX: usize = 80;
/// A password that is longer goes as far.
const VALUE_MAX: usize = 4096;

/// Parts of a name that say that its value is a secret.
#[rustfmt::skip]
const SECRET: &[&str] = &[
    "password", "passwd", "passphrase", "passwort", "pass", "pw", "pwd", "pin", "secret", "token", "apikey", "accesskey",
    "privatekey", "secretkey", "authtoken", "accesstoken", "credential", "credentials", "auth", "authorization", "bearer",
    "cookie", "pat", "jwt", "otp", "mnemonic", "seed", "signature", "sig", "webhook", "dsn", "totp", "csrf", "sessionid",
];
/// Joined to one word: `PGPASSWORD`, `mypassword`, `ghtoken`.
const ENDS: &[&str] = &["password", "passwd", "passphrase", "secret", "token", "apikey"];
/// What a key is the key to, where it is a secret one.
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "api", "access", "private", "secret", "signing", "encryption", "master", "account", "storage", "service", "auth", "client",
    "deploy", "license", "subscription", "shared", "session", "hmac", "webhook", "app", "admin",
];
/// The last part of a name, where it is about a secret and does not hold one.
#[rustfmt::skip]
const ABOUT: &[&str] = &[
    "file", "path", "dir", "name", "names", "id", "url", "uri", "count", "limit", "max", "min", "length", "len", "type", "ttl",
    "expires", "expiry", "policy", "env", "var", "header", "field", "size", "budget", "stdin", "helper", "command", "method",
    "mode", "required", "enabled", "prompt", "index", "usage", "manager", "store", "scope", "scopes", "provider", "key",
];
/// Numbers of tokens, not tokens.
const COUNTS: &[&str] =
    &["max", "min", "num", "n", "total", "input", "output", "completion", "budget", "next"];
/// Too short or too common to say anything but as a whole variable: `PASS=`, `PWD` is a folder.
const NEVER: &[&str] = &["pwd", "oldpwd", "seed", "pass_through", "auth_type", "signature", "webhook", "pin"];

/// Where the values of secret names are, in any text: `name=value`, `name: value`, `"name": "value"`, and a password in
/// the address of a host.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'=' | b':' => found.extend(after_name(text, at)),
            b'@' => found.extend(before_host(text, at)),
            b'>' => found.extend(in_element(text, at)),
            _ => {}
        }
    }
    found
}

/// The value of an argument, if its name says that it is secret.
pub(super) fn whole_value(name: &str, value: &str) -> Option<Range<usize>> {
    let start = scheme(value);
    if is_pin(name, value) {
        return Some(0..value.len());
    }
    (is_secret(name) && value.len() - start >= SHORTEST && is_plain(value)).then_some(start..value.len())
}

/// Four digits and more; a pin of a board has one or two.
fn is_pin(name: &str, value: &str) -> bool {
    name.eq_ignore_ascii_case("pin") && value.len() >= SHORTEST && value.bytes().all(|b| b.is_ascii_digit())
}

/// An option has a value of its own, where `PWD=` is a folder.
pub(super) fn is_secret_option(name: &str) -> bool {
    is_secret(name) || name == "pwd"
}

/// What the value of this name is called: `{"name": "API_TOKEN", "value": …}`, `{"selector": "#password", "text": …}`.
pub(super) fn label<'a>(map: &'a serde_json::Map<String, serde_json::Value>, name: &'a str) -> &'a str {
    const VALUES: &[&str] = &["value", "text", "content", "val"];
    const NAMES: &[&str] = &["name", "key", "header", "variable", "field"];
    const PLACES: &[&str] = &["selector", "element", "label", "placeholder", "locator", "id"];
    if !VALUES.contains(&name) {
        return name;
    }
    let said = |one: &&str| map.get(*one).and_then(serde_json::Value::as_str);
    if let Some(found) = NAMES.iter().filter_map(said).find(|label| is_secret(label)) {
        return found;
    }
    let asks = |label: &&str| {
        label.len() <= NAME_MAX && parts(label).iter().any(|part| part == "password" || part == "passwd")
    };
    // Where it is typed into is described in words: "the password field".
    match PLACES.iter().chain(NAMES).filter_map(said).any(|label| asks(&label)) {
        true => "password",
        false => name,
    }
}

/// A password may be a number.
pub(super) fn is_password(name: &str) -> bool {
    parts(name)
        .iter()
        .any(|part| matches!(part.as_str(), "password" | "passwd" | "pin" | "passphrase" | "otp"))
        && is_secret_or_pin(name)
}

fn is_secret_or_pin(name: &str) -> bool {
    is_secret(name) || parts(name).last().is_some_and(|last| last == "pin")
}

/// Whether a value of this name is a secret.
pub(super) fn is_secret(name: &str) -> bool {
    if name.len() > 64 || is_one(name, NEVER) {
        return false;
    }
    let (mut count, mut last, mut opens, mut counts, mut secret) = (0, "", false, false, false);
    for part in Parts::of(name) {
        count += 1;
        last = part;
        opens |= is_one(part, KEYS);
        counts |= is_one(part, COUNTS);
        secret |= is_one(part, SECRET) || ENDS.iter().any(|end| ends(part, end));
    }
    let key = count > 1 && opens && last.eq_ignore_ascii_case("key");
    key || secret && !counts && !is_one(last, ABOUT)
}

fn is_one(part: &str, list: &[&str]) -> bool {
    list.iter().any(|one| one.eq_ignore_ascii_case(part))
}

fn ends(part: &str, end: &str) -> bool {
    let from = part.len().checked_sub(end.len());
    from.and_then(|from| part.get(from..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

/// The parts of a name as they stand: nothing is copied, and most names are looked at to find out that they say nothing.
struct Parts<'n> {
    rest: &'n str,
}

impl<'n> Parts<'n> {
    fn of(name: &'n str) -> Self {
        Parts { rest: name }
    }
}

impl<'n> Iterator for Parts<'n> {
    type Item = &'n str;

    fn next(&mut self) -> Option<&'n str> {
        self.rest = self.rest.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let bytes = self.rest.as_bytes();
        let ends = |at: &usize| {
            let c = bytes.get(*at).copied().unwrap_or_default();
            let before = bytes.get(*at - 1).copied().unwrap_or_default();
            !c.is_ascii_alphanumeric() || c.is_ascii_uppercase() && before.is_ascii_lowercase()
        };
        let end = (1..bytes.len()).find(ends).unwrap_or(bytes.len());
        let (part, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        (!part.is_empty()).then_some(part)
    }
}

/// `xApiKey`, `X-Api-Key`, `X_API_KEY`: x, api, key.
fn parts(name: &str) -> Vec<String> {
    Parts::of(name).map(str::to_ascii_lowercase).collect()
}

/// The value behind the sign at `at`, if the name before it says that it is secret.
fn after_name(text: &str, at: usize) -> Option<Range<usize>> {
    let before = text.get(text.ceil_char_boundary(at.saturating_sub(NAME_MAX))..at)?;
    // `token = "x"`, as files of settings have it.
    let spaced = before.ends_with(' ');
    let before = if spaced { before.trim_end_matches(' ') } else { before };
    let before = before.strip_suffix(['"', '\'']).unwrap_or(before).trim_end_matches('\\');
    let from = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c))).map_or(0, |at| {
        before.get(at..).and_then(|rest| rest.chars().next()).map_or(before.len(), |c| at + c.len_utf8())
    });
    let name = before.get(from..)?.trim_start_matches('-');
    let pin = name.eq_ignore_ascii_case("pin");
    if name.is_empty() || !pin && !is_secret(name) {
        return None;
    }
    let rest = text.get(at + 1..)?;
    // `https://…`, `a::b`, `x == y` have no value here.
    if rest.starts_with("//") || rest.starts_with([':', '=']) {
        return None;
    }
    let value = rest.trim_start_matches([' ', '\t']);
    let start = text.len() - value.len();
    let header = text.as_bytes().get(at) == Some(&b':');
    let range = extent(text, start, header);
    let value = text.get(range.clone())?;
    // A value that stands far off is another word: `auth= x`.
    let apart = !header && start > at + 1;
    let quoted = text.get(start..).is_some_and(|value| value.starts_with(['"', '\'']));
    // Without quotes, and with blanks around the sign, it may be anybody's sentence, or code.
    let called = text.get(range.end..).is_some_and(|rest| rest.starts_with('('));
    let setting =
        quoted || value.bytes().any(|b| b.is_ascii_digit()) && !value.contains(['.', '_', '[']) && !called;
    if spaced && !(apart || header) || (spaced || pin) && !setting {
        return None;
    }
    let apart = apart && !spaced;
    if pin {
        return (!apart && is_pin(name, value)).then_some(range);
    }
    (!apart && value.len() >= SHORTEST && is_plain(value)).then_some(range)
}

/// From where to where a value goes: to its closing quote, or to the end of its word; a header's to the end of its line.
fn extent(text: &str, start: usize, header: bool) -> Range<usize> {
    let text = text.get(..text.floor_char_boundary(start.saturating_add(VALUE_MAX))).unwrap_or(text);
    let value = text.get(start..).unwrap_or_default();
    let opened = value.trim_start_matches('\\');
    if let Some(quote @ ('"' | '\'')) = opened.chars().next() {
        let start = text.len() - opened.len() + 1;
        let inner = text.get(start..).unwrap_or_default();
        let end = inner.find(quote).map_or(text.len(), |length| start + length);
        let inner = text.get(start..end).unwrap_or_default();
        let from = start + scheme(inner);
        return from..end - usize::from(inner.ends_with('\\'));
    }
    let start = start + scheme(value);
    let value = text.get(start..).unwrap_or_default();
    let ends = |c: char| match header {
        true => "\"'`\n\r,}".contains(c),
        false => c.is_whitespace() || "\"'`;|&<>(),}".contains(c),
    };
    let length = value.find(ends).unwrap_or(value.len());
    // In prose, what follows the first word is prose.
    let length = match header && !value.get(..length).is_some_and(|line| line.contains(';')) {
        true => value.get(..length).and_then(|line| line.find(char::is_whitespace)).unwrap_or(length),
        false => length,
    };
    start..start + length
}

/// How long `Bearer ` and the like are, at the start of a value.
fn scheme(value: &str) -> usize {
    const SCHEMES: &[&str] = &["bearer ", "basic ", "token ", "digest ", "apikey ", "bot "];
    let starts = |scheme: &&&str| value.get(..scheme.len()).is_some_and(|v| v.eq_ignore_ascii_case(scheme));
    SCHEMES.iter().find(starts).map_or(0, |scheme| scheme.len())
}

/// `scheme://user:password@host`, and a long word in the place of the user.
fn before_host(text: &str, at: usize) -> Option<Range<usize>> {
    let from = text.ceil_char_boundary(at.saturating_sub(VALUE_MAX));
    let start = from + text.get(from..at)?.rfind("://")? + 3;
    let user = text.get(start..at)?;
    if user.contains(|c: char| c.is_whitespace() || "/?#\"'".contains(c)) {
        return None;
    }
    let digit = user.bytes().any(|b| b.is_ascii_digit());
    let web =
        text.get(..start).is_some_and(|before| before.ends_with("http://") || before.ends_with("https://"));
    let (from, shortest) = match user.find(':') {
        Some(colon) => (start + colon + 1, 1),
        // People have short names, and seldom a number in them.
        None if web && digit => (start, 10),
        None => (start, 20),
    };
    let value = text.get(from..at)?;
    (value.len() >= shortest && is_plain(value)).then_some(from..at)
}

/// `<password>x</password>`: what stands behind the sign at `at`.
fn in_element(text: &str, at: usize) -> Option<Range<usize>> {
    let before = text.get(text.ceil_char_boundary(at.saturating_sub(NAME_MAX))..at)?;
    let name = before.rsplit_once('<')?.1;
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.:".contains(c);
    if name.is_empty() || !name.chars().all(plain) || !is_secret(name) {
        return None;
    }
    let rest = text.get(at + 1..text.floor_char_boundary(at.saturating_add(VALUE_MAX)))?;
    let value = rest.get(..rest.find('<')?)?;
    let closed = rest.get(value.len()..)?.strip_prefix("</")?.starts_with(name);
    let long = value.len() >= SHORTEST && !value.contains('\n');
    (closed && long && is_plain(value)).then(|| at + 1..at + 1 + value.len())
}
