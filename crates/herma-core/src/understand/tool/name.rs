//! The words of a tool's name, however it is spelled, and the server it says it is of.
//!
//! Shared with `build.rs`, so that the tables are looked up by the very words that they were stored by.

/// Longer names than this are cut: nobody calls a tool so, and each word costs a look into the lexicon.
const MAX_NAME: usize = 160;

/// `mcp__github__create_issue`, `github__create_issue`, `github.create_issue`, `github/create_issue`: server and tool.
pub fn split(name: &str) -> (Option<&str>, &str) {
    let bare = name.strip_prefix("mcp__").unwrap_or(name);
    if let Some((server, tool)) = bare.split_once("__").filter(|(s, t)| !s.is_empty() && !t.is_empty()) {
        return (Some(server), tool);
    }
    for mark in ['/', ':', '.'] {
        if let Some((server, tool)) = bare.rsplit_once(mark).filter(|(s, t)| !s.is_empty() && !t.is_empty()) {
            return (Some(server), tool);
        }
    }
    (None, bare)
}

/// `createRefund`, `create_refund`, `create-refund`, `CREATERefund`: the words of a name, lower case.
pub fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut current = String::new();
    let mut before = ' ';
    let mut rest = name.chars().take(MAX_NAME).peekable();
    while let Some(c) = rest.next() {
        let starts = c.is_uppercase()
            && (before.is_lowercase()
                || before.is_ascii_digit()
                || before.is_uppercase() && rest.peek().is_some_and(|n| n.is_lowercase()));
        if (!c.is_alphanumeric() || starts) && !current.is_empty() {
            out.push(std::mem::take(&mut current));
        }
        if c.is_alphanumeric() {
            current.extend(c.to_lowercase());
        }
        before = c;
    }
    if !current.is_empty() {
        out.push(current);
    }
    out
}

/// One spelling for all spellings: what tables are looked up by.
pub fn key(name: &str) -> String {
    words(name).join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_has_the_same_words() {
        for name in ["createRefund", "create_refund", "create-refund", "CreateRefund", "CREATE_REFUND"] {
            assert_eq!(words(name), ["create", "refund"], "{name}");
        }
        assert_eq!(words("EpicFHIRGetPatient"), ["epic", "fhir", "get", "patient"]);
        assert_eq!(words("s3ListBuckets"), ["s3", "list", "buckets"]);
    }

    #[test]
    fn the_server_is_what_stands_in_front() {
        assert_eq!(split("mcp__stripe__create_refund"), (Some("stripe"), "create_refund"));
        assert_eq!(split("stripe__create_refund"), (Some("stripe"), "create_refund"));
        assert_eq!(split("stripe.createRefund"), (Some("stripe"), "createRefund"));
        assert_eq!(split("create_refund"), (None, "create_refund"));
        assert_eq!(split("__x"), (None, "__x"));
    }
}
