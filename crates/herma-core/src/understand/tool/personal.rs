//! Secrets and personal data in the arguments of a call, by their shape.

use super::keys::Key;

/// How a token of a known service begins, and how many more characters of a token must follow.
#[rustfmt::skip]
const TOKENS: &[(&str, usize)] = &[
    ("ghp_", 16), ("gho_", 16), ("ghs_", 16), ("github_pat_", 16), ("glpat-", 16), ("sk-", 16), ("sk_live_", 10),
    ("sk_test_", 10), ("rk_live_", 10), ("xoxb-", 10), ("xoxp-", 10), ("xapp-", 10), ("AKIA", 16), ("ASIA", 16),
    ("npm_", 20), ("hf_", 20), ("eyJhbGci", 20), ("AIza", 20), ("ya29.", 16), ("SG.", 20), ("shpat_", 16), ("hvs.", 16),
    ("lin_api_", 16), ("AGE-SECRET-KEY-", 16),
];
/// Words that make a text one about somebody's health.
#[rustfmt::skip]
const HEALTH: &[&str] = &[
    "diagnosis", "diagnosed", "hiv", "cancer", "diabetes", "depression", "pregnant", "pregnancy", "therapy", "psychiatric",
    "prescription", "medication", "schizophrenia", "bipolar", "chemotherapy", "biopsy", "disability", "abortion",
];
/// So many addresses in one text are a list of people.
const LIST: usize = 3;
/// Characters of a text that are looked at for a shape.
const LOOK: usize = 16 << 10;

/// What was found in all arguments.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) secret: bool,
    /// Not in an argument that is made for one.
    pub(super) secret_in_text: bool,
    pub(super) account: bool,
    card: bool,
    social: bool,
    health: bool,
    addresses: usize,
}

impl Found {
    /// In words, if there is any in a text.
    pub(super) fn personal(&self) -> Option<&'static str> {
        if self.card {
            Some("a card number")
        } else if self.social {
            Some("a social security number")
        } else if self.health {
            Some("what is said about somebody's health")
        } else if self.account {
            Some("an account number")
        } else if self.addresses >= LIST {
            Some("a list of people's addresses")
        } else {
            None
        }
    }
}

pub(super) fn look(text: &str, key: Key, found: &mut Found) {
    let text = cut(text, LOOK);
    if text.len() < 9 {
        return;
    }
    if has_secret(text) {
        found.secret = true;
        found.secret_in_text |= key != Key::Login;
    }
    let bytes = text.as_bytes();
    if bytes.iter().any(u8::is_ascii_digit) {
        found.card |= has_card(bytes);
        found.social |= has_social(bytes);
        found.account |= has_account(text);
    }
    if key == Key::Prose {
        found.addresses +=
            text.split_whitespace().filter(|w| w.contains('@') && is_mail(w)).take(LIST).count();
        found.health |= text
            .split(|c: char| !c.is_alphanumeric())
            .any(|w| HEALTH.iter().any(|h| h.eq_ignore_ascii_case(w)));
    }
}

/// So much of a text, and no half character.
pub(super) fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

/// `a@b.example`, `+41 79 …`: somebody is addressed.
pub(super) fn is_address(text: &str) -> bool {
    is_mail(text)
        || text.starts_with('+') && text.bytes().filter(u8::is_ascii_digit).count() >= 8
        || text.starts_with(['@', '#']) && text.len() > 2
}

fn is_mail(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.split_once('@')
        .is_some_and(|(who, host)| !who.is_empty() && host.contains('.') && !host.contains('@'))
}

/// A token of a known service, or a private key.
pub(in crate::understand) fn has_secret(text: &str) -> bool {
    let text = cut(text, LOOK);
    text.contains("-----BEGIN ") && text.contains("PRIVATE KEY")
        || has_token(text)
        || text.contains('%') && has_token(&unescaped(text))
}

fn has_token(text: &str) -> bool {
    TOKENS.iter().any(|token| token_in(text, *token))
}

fn token_in(text: &str, (start, more): (&str, usize)) -> bool {
    let tokenish = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    text.match_indices(start).any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|i| text.as_bytes().get(i));
        let rest = text.as_bytes().get(at + start.len()..).unwrap_or(&[]);
        let run = rest.iter().take_while(|b| tokenish(b)).count();
        // `use-sk-learn-with-pandas` is a page's name.
        let word = start == "sk-" && !rest.iter().take(run).any(u8::is_ascii_digit);
        before.is_none_or(|b| !b.is_ascii_alphanumeric()) && run >= more && !word
    })
}

/// Hosts that hand out a kind of token: there it is at home.
const ISSUERS: &[(&str, &[&str])] = &[
    ("ghp_", &["github.com", "githubusercontent.com"]),
    ("gho_", &["github.com", "githubusercontent.com"]),
    ("ghs_", &["github.com", "githubusercontent.com"]),
    ("github_pat_", &["github.com", "githubusercontent.com"]),
    ("glpat-", &["gitlab.com"]),
    ("npm_", &["registry.npmjs.org"]),
    ("hf_", &["huggingface.co"]),
];
/// Parameters of an address that a secret stands in.
#[rustfmt::skip]
const LOGINS: &[&str] = &[
    "k", "key", "token", "secret", "password", "passwd", "pwd", "api_key", "apikey", "access_token", "auth", "auth_token",
    "private_key", "client_secret", "credential", "credentials",
];

/// An address that takes a secret along to somebody who did not hand it out.
pub(in crate::understand) fn in_address(url: &str, host: &str) -> bool {
    let text = unescaped(cut(url, LOOK));
    let at_home = |start: &str| {
        ISSUERS.iter().filter(|(token, _)| *token == start).any(|(_, hosts)| {
            hosts.iter().any(|h| host == *h || host.strip_suffix(h).is_some_and(|rest| rest.ends_with('.')))
        })
    };
    TOKENS.iter().any(|token| token_in(&text, *token) && !at_home(token.0))
        || text
            .split(['?', '&', '#', ';'])
            .skip(1)
            .filter_map(|pair| pair.split_once('='))
            .any(|(name, value)| LOGINS.iter().any(|l| l.eq_ignore_ascii_case(name)) && is_random(value))
}

/// Long, of all kinds of characters, and hardly any of them twice.
fn is_random(text: &str) -> bool {
    let bytes = text.as_bytes();
    let kinds = [u8::is_ascii_uppercase, u8::is_ascii_lowercase, u8::is_ascii_digit];
    let mut seen = [false; 256];
    bytes.iter().for_each(|b| seen[usize::from(*b)] = true);
    bytes.len() >= 24
        && kinds.iter().all(|kind| bytes.iter().any(kind))
        && seen.iter().filter(|s| **s).count() >= 16
}

/// `%67hp_` is `ghp_`.
fn unescaped(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.as_bytes();
    while let [first, rest @ ..] = bytes {
        let code = (*first == b'%')
            .then(|| text_of(rest.get(..2)?))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(code.unwrap_or(*first));
        bytes = if code.is_some() { rest.get(2..).unwrap_or(&[]) } else { rest };
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn text_of(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Thirteen to nineteen digits whose checksum is right, with blanks or dashes between them.
fn has_card(bytes: &[u8]) -> bool {
    let mut digits: Vec<u8> = Vec::with_capacity(20);
    let check = |digits: &mut Vec<u8>| {
        let hit = (13..=19).contains(&digits.len()) && matches!(digits.first(), Some(3..=6)) && luhn(digits);
        digits.clear();
        hit
    };
    for &byte in bytes {
        match byte {
            b'0'..=b'9' => digits.push(byte - b'0'),
            b' ' | b'-' if !digits.is_empty() => {}
            _ if digits.is_empty() => {}
            _ => {
                if check(&mut digits) {
                    return true;
                }
            }
        }
    }
    check(&mut digits)
}

fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(i, d)| {
            let d = u32::from(*d);
            match (i % 2, d * 2) {
                (0, _) => d,
                (_, twice) if twice > 9 => twice - 9,
                (_, twice) => twice,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

/// `123-45-6789`
fn has_social(bytes: &[u8]) -> bool {
    bytes.windows(11).enumerate().any(|(at, w)| {
        let shape =
            w.iter().enumerate().all(|(i, b)| if i == 3 || i == 6 { *b == b'-' } else { b.is_ascii_digit() });
        let before = at.checked_sub(1).and_then(|i| bytes.get(i));
        let free = |b: Option<&u8>| b.is_none_or(|b| !b.is_ascii_digit() && *b != b'-');
        shape && free(before) && free(bytes.get(at + 11))
    })
}

/// An IBAN whose checksum is right.
fn has_account(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        let bytes = word.as_bytes();
        (15..=34).contains(&bytes.len())
            && bytes.iter().take(2).all(u8::is_ascii_uppercase)
            && bytes.iter().skip(2).take(2).all(u8::is_ascii_digit)
            && mod97(bytes) == 1
    })
}

fn mod97(bytes: &[u8]) -> u32 {
    let (head, tail) = bytes.split_at_checked(4).unwrap_or((bytes, &[]));
    tail.iter().chain(head).fold(0, |rest, b| match b {
        b'0'..=b'9' => (rest * 10 + u32::from(b - b'0')) % 97,
        other => (rest * 100 + u32::from(other.to_ascii_uppercase().saturating_sub(b'A')) + 10) % 97,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Found {
        let mut found = Found::default();
        look(text, Key::Prose, &mut found);
        found
    }

    #[test]
    fn shapes_are_told_by_their_checksums() {
        assert!(found("pay with 4111 1111 1111 1111 please").card);
        assert!(!found("order 4111 1111 1111 1112").card);
        assert!(found("his number is 123-45-6789.").social);
        assert!(!found("2024-123-45-67890").social);
        assert!(found("to DE89370400440532013000 today").account);
        assert!(!found("build DE89370400440532013001").account);
        assert!(found("Her biopsy came back on Monday").health);
    }

    #[test]
    fn tokens_are_told_by_their_beginning() {
        let token = format!("ghp_{}", "a1B2".repeat(9));
        assert!(found(&format!("use {token} for it")).secret);
        assert!(found(&format!("https://x.example/?t={token}")).secret);
        assert!(!found("the ghp_ prefix is GitHub's").secret);
    }

    #[test]
    fn an_address_takes_a_secret_to_strangers() {
        let token = format!("ghp_{}", "a1B2".repeat(9));
        for (url, host, want) in [
            (format!("https://x.example/?k={token}"), "x.example", true),
            (format!("https://x.example/%67{}", &token[1..]), "x.example", true),
            (format!("https://{token}.x.example/"), "x.example", true),
            (format!("https://{token}@github.com/a/b"), "github.com", false),
            (format!("https://{token}@evilgithub.com/a/b"), "evilgithub.com", true),
            ("https://x.example/?token=Zk3vB9qLm2Xw7Rt5Yp8Nc4Hd".to_owned(), "x.example", true),
            ("https://x.example/how-to-use-sk-learn-with-pandas".to_owned(), "x.example", false),
            ("https://x.example/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74".to_owned(), "x.example", false),
            ("https://x.example/?q=token&page=2".to_owned(), "x.example", false),
        ] {
            assert_eq!(in_address(&url, host), want, "{url}");
        }
    }

    #[test]
    fn several_addresses_are_a_list() {
        assert_eq!(found("write to ann@x.example").personal(), None);
        assert!(found("ann@x.example bob@x.example cid@x.example").personal().is_some());
    }
}
