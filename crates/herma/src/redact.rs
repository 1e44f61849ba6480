//! Secrets in what is kept: the value goes, that there was one stays (design, section 8).

use sha2::{Digest, Sha256};

/// How a token of a known service begins.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "ghp_", "gho_", "ghu_", "ghs_", "github_pat_", "glpat-", "sk-", "xoxb-", "xoxp-", "AKIA", "ASIA", "npm_", "pypi-", "hf_",
    "eyJ", "SG.", "AIza",
];

/// What stands before a plain secret: `--password=…`, `TOKEN=…`, `Authorization: Bearer …`.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "password=", "passwd=", "token=", "secret=", "api_key=", "apikey=", "access_key=", "bearer ", "basic ",
];

/// The shortest plain value that counts as a secret. Shorter ones are flags and examples.
const SHORTEST: usize = 8;

/// The text with each secret value replaced by what it is like. Commands, paths, hosts and options stay.
pub fn redacted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((start, end)) = next_secret(rest) {
        let (before, secret) = (rest.get(..start).unwrap_or(""), rest.get(start..end).unwrap_or(""));
        out.push_str(before);
        out.push_str(&mark(secret));
        rest = rest.get(end..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

/// Where the next secret value begins and ends.
fn next_secret(text: &str) -> Option<(usize, usize)> {
    let lower = text.to_ascii_lowercase();
    let named = BEFORE.iter().filter_map(|b| lower.find(b).map(|at| at + b.len()));
    let known = TOKENS.iter().filter_map(|t| text.find(t).filter(|at| opens(text, *at)));
    named
        .chain(known)
        .filter_map(|start| {
            let value = text.get(start..)?;
            let value = value.trim_start_matches(['"', '\'']);
            let start = text.len() - value.len();
            let start = start.min(text.len());
            let end = text.get(start..)?.find(|c: char| c.is_whitespace() || "\"'`;|&<>()".contains(c));
            let end = end.map_or(text.len(), |length| start + length);
            let plain = text.get(start..end)?;
            (plain.len() >= SHORTEST && !plain.starts_with(['$', '‹', '/'])).then_some((start, end))
        })
        .min()
}

/// A token begins where a word does.
fn opens(text: &str, at: usize) -> bool {
    text.get(..at)
        .is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-'))
}

fn mark(secret: &str) -> String {
    let hash = Sha256::digest(secret.as_bytes());
    let start: String = hash.iter().take(2).map(|byte| format!("{byte:02x}")).collect();
    format!("‹secret, {} chars, {start}…›", secret.chars().count())
}

#[cfg(test)]
mod tests {
    use super::redacted;

    #[test]
    fn values_go_and_everything_else_stays() {
        for (text, kept, gone) in [
            ("curl -H 'Authorization: Bearer abcdef0123456789' https://x", "https://x", "abcdef0123456789"),
            ("deploy --token=ghp_0123456789abcdef0123 prod", "prod", "ghp_0123456789abcdef0123"),
            ("PGPASSWORD=hunter2hunter2 psql -h db", "psql -h db", "hunter2hunter2"),
        ] {
            let out = redacted(text);
            assert!(out.contains(kept) && !out.contains(gone) && out.contains("‹secret, "), "{out}");
        }
        for text in [
            "rm -rf ~/photos",
            "curl -H \"Authorization: Bearer $TOKEN\" https://x",
            "git commit -m 'token=x'",
        ] {
            assert_eq!(redacted(text), text);
        }
    }
}
