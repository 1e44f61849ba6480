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

/// Functions of a database that do more than compute: they end sessions, reach files, other machines or programs.
#[rustfmt::skip]
const ACTING: &[(&str, Does)] = &[
    ("pg_terminate_backend", Does::Stops), ("pg_cancel_backend", Does::Stops), ("pg_reload_conf", Does::Changes),
    ("pg_rotate_logfile", Does::Changes), ("pg_promote", Does::Stops), ("lo_export", Does::Changes),
    ("lo_import", Does::Changes), ("lo_unlink", Does::Removes), ("lo_put", Does::Changes), ("lo_from_bytea", Does::Changes),
    ("pg_file_write", Does::Changes), ("pg_file_unlink", Does::Removes), ("pg_read_file", Does::Runs),
    ("pg_read_binary_file", Does::Runs), ("pg_ls_dir", Does::Runs), ("dblink", Does::Runs), ("dblink_exec", Does::Runs),
    ("dblink_connect", Does::Runs), ("xp_cmdshell", Does::Runs), ("sp_oacreate", Does::Runs), ("sys_exec", Does::Runs),
    ("sys_eval", Does::Runs), ("load_extension", Does::Runs), ("load_file", Does::Runs), ("writefile", Does::Changes),
    ("query_to_xml", Does::Runs), ("openrowset", Does::Runs), ("set_config", Does::Changes), ("setval", Does::Changes),
    ("utl_http", Does::Runs), ("utl_file", Does::Changes), ("dbms_scheduler", Does::Runs),
];

/// A deed that a function does inside a statement which otherwise only reads.
pub(super) fn acting(text: &str) -> Option<Does> {
    words(text).find_map(|w| ACTING.iter().find(|(f, _)| f.eq_ignore_ascii_case(w)).map(|(_, does)| *does))
}

/// `ATTACH '/etc/cron.d/x' AS x`: a database that becomes a file of this machine.
pub(super) fn attached(text: &str) -> Option<&str> {
    let mut words = words(text);
    let first = words.next().filter(|w| w.eq_ignore_ascii_case("attach"))?;
    let rest = text.get(text.find(first)? + first.len()..)?;
    let quote = rest.find(['\'', '"'])?;
    let mark = rest.get(quote..=quote)?;
    rest.get(quote + 1..)?.split(mark).next()
}

/// Statements that stand one behind the other.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// One of them writes, whatever the first one does, and whatever the argument is called.
pub(super) fn writes(text: &str) -> bool {
    parts(text).any(|part| {
        (looks_like_sql(part) && !only_reads(part))
            || looks_like_sql(part) && acting(part).is_some()
            || words(part).next().is_some_and(|w| w.eq_ignore_ascii_case("select")) && acting(part).is_some()
            || matches!(graph_deed(part), Some(Does::Removes | Does::Changes))
            || attached(part).is_some_and(|path| path.contains(['/', '.', ':']))
    })
}

/// `mutation { deleteUser(id: 1) { id } }`: the fields that it calls.
pub(super) fn mutation(text: &str) -> Option<Vec<&str>> {
    // Comments and fragments may stand in front; `mutation` outside a string is one wherever it is.
    let at = text.match_indices("mutation").map(|(at, _)| at).find(|at| {
        let before = text.get(..*at).unwrap_or("").trim_end();
        let behind = text.get(at + 8..).unwrap_or("").trim_start();
        let starts = before.is_empty()
            || before.ends_with('}')
            || before.lines().last().is_some_and(|l| l.trim_start().starts_with('#'));
        starts
            && behind.starts_with(|c: char| c == '{' || c == '(' || c == '_' || c.is_alphabetic())
            && behind.contains('{')
    })?;
    let body = text.get(at..)?.split_once('{')?.1;
    let mut depth = 0_usize;
    let mut fields = Vec::new();
    for piece in body.split_inclusive(['{', '}', '(', ')', ',', '\n', ' ', ':']) {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
        if depth == 0 && !word.is_empty() {
            fields.push(word);
        }
        match piece.chars().last() {
            Some('{' | '(') => depth += 1,
            Some('}' | ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Some(fields)
}

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
    // `MERGE INTO a USING b` is SQL; `MATCH (n) SET …` is none.
    if !arrow || looks_like_sql(text) && !is(first, &["match"]) {
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
    fn what_writes_is_found_behind_what_reads() {
        for text in [
            "DELETE FROM users",
            "1=1; DROP TABLE users",
            "SELECT pg_terminate_backend(1)",
            "select lo_export(1, '/etc/cron.d/x')",
            "ATTACH '/etc/cron.d/x' AS x",
            "MATCH (n) DETACH DELETE n",
        ] {
            assert!(writes(text), "{text}");
        }
        for text in ["select a from b", "status = 'open'", "MATCH (n) RETURN n", "attach a file", "a; b"] {
            assert!(!writes(text), "{text}");
        }
        assert_eq!(mutation("mutation{deleteUser(id:1){id}}"), Some(vec!["deleteUser"]));
        assert_eq!(mutation("query { users { id } }"), None);
        assert_eq!(mutation("BRCA1 mutation carriers"), None);
    }

    #[test]
    fn a_look_in_any_dialect() {
        assert!(only_reads("SELECT count(*) FROM Transaction SINCE 1 hour ago"));
        assert!(!only_reads("with x as (delete from a returning *) select * from x"));
        assert_eq!(graph_deed("MATCH (n) DETACH DELETE n"), Some(Does::Removes));
        assert_eq!(graph_deed("MATCH (n) RETURN n"), Some(Does::Looks));
    }
}
