//! What looks like a secret wherever it stands.

use std::ops::Range;

/// How a token of a known service begins, and how long the rest is at least.
#[rustfmt::skip]
const TOKENS: &[(&str, usize)] = &[
    ("ghp_", 16), ("gho_", 16), ("ghu_", 16), ("ghs_", 16), ("ghr_", 16), ("github_pat_", 16), ("glpat-", 16), ("gldt-", 16),
    ("sk-", 16), ("sk_live_", 10), ("sk_test_", 10), ("rk_live_", 10), ("pk_live_", 10), ("whsec_", 16), ("xoxb-", 10),
    ("xoxp-", 10), ("xoxa-", 10), ("xoxe-", 10), ("xoxs-", 10), ("xoxr-", 10), ("xapp-", 10), ("AKIA", 16), ("ASIA", 16),
    ("npm_", 20), ("pypi-", 20), ("hf_", 20), ("eyJ", 17), ("SG.", 20), ("AIza", 20), ("ya29.", 16), ("dop_v1_", 20),
    ("shpat_", 16), ("shpss_", 16), ("dckr_pat_", 16), ("lin_api_", 16), ("figd_", 16), ("hvs.", 16), ("hvb.", 16),
    ("AGE-SECRET-KEY-", 16), ("tskey-", 10), ("gsk_", 20), ("xai-", 20), ("r8_", 20), ("nvapi-", 20), ("secret_", 24),
    ("PMAK-", 20), ("ATATT3", 20), ("glsa_", 20), ("rubygems_", 20), ("fo1_", 16), ("CCIPAT_", 16),
];
/// For each letter a token may begin with, a bit for each that may follow: most places need no further look.
const OPENS: [u128; 128] = opens();

#[allow(clippy::indexing_slicing, reason = "worked out by the compiler")]
const fn opens() -> [u128; 128] {
    let mut opens = [0; 128];
    let mut at = 0;
    while at < TOKENS.len() {
        let bytes = TOKENS[at].0.as_bytes();
        opens[bytes[0] as usize] |= 1 << bytes[1];
        at += 1;
    }
    opens
}

fn may_open(first: u8, second: u8) -> bool {
    second.is_ascii() && OPENS.get(usize::from(first)).is_some_and(|may| may >> second & 1 == 1)
}

/// So much of a word says whether it is a token; a text that is nothing but beginnings must not take forever.
const TOKEN_LOOK: usize = 200;
/// No token is shorter.
pub(super) const SHORTEST: usize = 12;
/// A shorter word may be anything.
const RANDOM_MIN: usize = 16;
/// Below this it has to look more random than a name can: `Sha256Aes128Gcm16`.
const SURELY_RANDOM: usize = 20;
/// In random letters and digits six neighbours of ten differ in kind; in words of a language two or three.
const CHANGES: f32 = 0.30;
/// Of the characters of a random word of twenty to sixty, more than this share are different ones.
const DIFFERENT: f32 = 0.40;

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    private_keys(text, found);
    for word in words(text) {
        let content = text.get(word.clone()).unwrap_or_default();
        match token(content) {
            Some(at) => found.push(word.start + at..word.end),
            None => {
                // `name=value`, `a:b`: each part stands for itself.
                let mut start = word.start;
                for part in content.split_inclusive(['=', ':', ',', '@']) {
                    let plain = part.trim_end_matches([':', ',', '@']);
                    let bare = plain.trim_end_matches('=');
                    if is_random(bare) {
                        found.push(start..start + plain.len());
                    }
                    start += part.len();
                }
            }
        }
    }
}

fn private_keys(text: &str, found: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("-----BEGIN ")) {
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        from = start + 1;
        let Some(title) = rest.get(11..).and_then(|rest| rest.find("-----").and_then(|end| rest.get(..end)))
        else {
            continue;
        };
        if !title.contains("PRIVATE KEY") && !title.contains("SECRET") {
            continue;
        }
        let body = start + 11 + title.len() + 5;
        let end = text.get(body..).and_then(|rest| rest.find("-----END ")).map_or(text.len(), |at| body + at);
        found.push(body..end);
        from = end;
    }
}

/// Runs of characters that a token can have.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let inside = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.+/=:,@".contains(byte);
        while bytes.get(at).is_some_and(|byte| !inside(byte)) {
            at += 1;
        }
        let start = at;
        while bytes.get(at).is_some_and(inside) {
            at += 1;
        }
        (at > start).then_some(start..at)
    })
}

/// Where a token of a known service begins in this word.
fn token(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    (0..bytes.len()).find(|&at| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        let opens = before.is_none_or(|byte| !byte.is_ascii_alphanumeric());
        let (Some(first), Some(second)) = (bytes.get(at), bytes.get(at + 1)) else { return false };
        opens
            && may_open(*first, *second)
            && TOKENS.iter().any(|(token, least)| {
                word.get(at..).and_then(|rest| rest.strip_prefix(token)).is_some_and(|rest| {
                    let rest = rest.get(..rest.floor_char_boundary(TOKEN_LOOK)).unwrap_or(rest);
                    let length = rest
                        .bytes()
                        .take_while(|b| b.is_ascii_alphanumeric() || b"_-.+/=".contains(b))
                        .count();
                    // `sk-learn-contrib-thing`, `hf_transformers_cache_folder`: words, not a token.
                    length >= *least && rest.bytes().any(|byte| byte.is_ascii_digit())
                })
            })
    })
}

/// Letters of both cases and digits in no order. Hashes and ids in hexadecimal, paths and names are none.
fn is_random(word: &str) -> bool {
    let bytes = word.as_bytes();
    if bytes.len() < RANDOM_MIN || word.contains('.') || looks_like_a_path(word) {
        return false;
    }
    let count = |is: fn(&u8) -> bool| bytes.iter().filter(|byte| is(byte)).count();
    let (upper, lower, digit) =
        (count(u8::is_ascii_uppercase), count(u8::is_ascii_lowercase), count(u8::is_ascii_digit));
    if upper < 2 || lower < 2 || digit < 1 {
        return false;
    }
    let kind = |byte: &u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let changes = bytes.windows(2).filter(|two| two.first().map(kind) != two.get(1).map(kind)).count();
    let mut seen = [false; 256];
    bytes.iter().for_each(|byte| {
        if let Some(slot) = seen.get_mut(usize::from(*byte)) {
            *slot = true;
        }
    });
    let different = seen.iter().filter(|seen| **seen).count();
    if bytes.len() < SURELY_RANDOM {
        let mixed = digit >= 2 && changes * 2 > bytes.len() && different * 3 > bytes.len() * 2;
        return mixed && bytes.iter().all(u8::is_ascii_alphanumeric);
    }
    let length = bytes.len() as f32;
    changes as f32 >= (length - 1.0) * CHANGES && different as f32 >= length.min(60.0) * DIFFERENT
}

/// Base64 has slashes too, but few of them, and no parts that are words.
fn looks_like_a_path(word: &str) -> bool {
    let slashes = word.matches('/').count();
    word.starts_with(['/', '-']) || slashes * 8 > word.len() || (slashes > 0 && word.contains(['-', '_']))
}
