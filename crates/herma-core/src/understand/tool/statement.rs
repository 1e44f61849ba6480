//! Statements for databases, in whatever language: what they do to the data.

use super::does::Does;

/// Words that begin a statement of SQL, and one that must follow somewhere.
const OPENINGS: &[(&str, &str)] = &[
    ("select", "from"),
    ("insert", "into"),
    ("update", "set"),
    ("delete", "from"),
    ("drop", ""),
    ("truncate", ""),
    ("alter", ""),
    ("create", ""),
    ("grant", "to"),
    ("revoke", "from"),
    ("merge", "into"),
    ("replace", "into"),
    ("with", "as"),
];
/// What a data definition is about.
const DEFINED: &[&str] = &[
    "table", "database", "schema", "view", "index", "user", "role", "column", "function", "trigger", "policy",
];
/// Words without which a query only reads, in SQL and its relatives.
const WRITING: &[&str] = &[
    "insert", "update", "delete", "drop", "alter", "truncate", "grant", "revoke", "create", "merge", "call",
    "copy", "into", "set", "exec", "execute", "replace", "load", "attach", "vacuum", "lock", "do", "remove",
    "detach", "pragma",
];

/// A text that nobody calls a statement, and that is one all the same.
pub(super) fn looks_like_sql(text: &str) -> bool {
    let mut words = words(text);
    let Some(first) = words.next() else { return false };
    let Some((opening, needs)) = OPENINGS.iter().find(|(w, _)| w.eq_ignore_ascii_case(first)) else {
        return false;
    };
    match *needs {
        "" => words
            .next()
            .is_some_and(|w| DEFINED.iter().any(|d| d.eq_ignore_ascii_case(w)) || *opening == "truncate"),
        needs => words.any(|w| w.eq_ignore_ascii_case(needs)),
    }
}

/// Begins like a look, and holds no word that writes: no parser is needed, and dialects that ours does not know
/// (`SINCE 1 hour ago`) are no reason to ask.
pub(super) fn only_reads(text: &str) -> bool {
    let mut words = words(text);
    let opens = words.next().is_some_and(|w| {
        ["select", "show", "describe", "desc", "explain", "match", "with", "from", "values", "return"]
            .iter()
            .any(|o| o.eq_ignore_ascii_case(w))
    });
    opens && !words.any(|w| WRITING.iter().any(|o| o.eq_ignore_ascii_case(w)))
}

/// A graph query (`MATCH (n) DETACH DELETE n`), which our SQL parser does not read.
pub(super) fn graph_deed(text: &str) -> Option<Does> {
    let is = |w: &str, list: &[&str]| list.iter().any(|o| o.eq_ignore_ascii_case(w));
    let first = words(text).next()?;
    let arrow = text.contains("(") && is(first, &["match", "merge", "create", "optional", "unwind", "call"]);
    if !arrow || looks_like_sql(text) && !is(first, &["match", "merge"]) {
        return None;
    }
    if words(text).any(|w| is(w, &["delete", "remove", "drop", "detach"])) {
        Some(Does::Removes)
    } else if words(text).any(|w| is(w, &["set", "create", "merge", "call"])) {
        Some(Does::Changes)
    } else {
        Some(Does::Looks)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_told_from_a_search() {
        for text in
            ["select a from b", "DROP TABLE x", "delete from a where b", "with x as (select 1) select 2"]
        {
            assert!(looks_like_sql(text), "{text}");
        }
        for text in [
            "delete old files",
            "drop me a line",
            "update available?",
            "select shoes",
            "create an index card",
        ] {
            assert!(!looks_like_sql(text), "{text}");
        }
    }

    #[test]
    fn a_look_in_any_dialect() {
        assert!(only_reads("SELECT count(*) FROM Transaction SINCE 1 hour ago"));
        assert!(!only_reads("with x as (delete from a returning *) select * from x"));
        assert_eq!(graph_deed("MATCH (n) DETACH DELETE n"), Some(Does::Removes));
        assert_eq!(graph_deed("MATCH (n) RETURN n"), Some(Does::Looks));
    }
}
