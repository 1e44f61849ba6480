//! SQL: what a text would do to rows, tables, rights and files.
//!
//! Statement by statement: the client's own commands (`\dt`, `.tables`) are read here, everything else by
//! `sqlparser`. What stands in quotes is data.

mod client;
mod split;
mod statement;

use sqlparser::dialect::{Dialect, GenericDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;

/// One thing that SQL would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SqlAct {
    Read,
    WriteRows {
        table: String,
    },
    /// `all`: no condition narrows it.
    DeleteRows {
        table: String,
        all: bool,
    },
    UpdateRows {
        table: String,
        all: bool,
    },
    /// `DROP` and `TRUNCATE`; `what` is `table`, `database`, `column`, …, or `rows` for a truncation.
    Drop {
        what: String,
        name: String,
    },
    ChangeSchema,
    ChangeRights,
    /// A program on the server or the client; the command if it is known.
    RunProgram {
        command: Option<String>,
    },
    ReadFile {
        path: String,
    },
    WriteFile {
        path: String,
    },
    /// More SQL, from a file (`\i`, `.read`, `source`).
    RunFile {
        path: String,
    },
    /// A stored procedure, which may do anything.
    Call {
        name: String,
    },
    /// Ends other people's sessions, or the server.
    StopSession,
}

/// What was found, and whether all of it could be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SqlReading {
    pub acts: Vec<SqlAct>,
    /// False when a statement could not be read: what it does is unknown.
    pub complete: bool,
}

impl SqlReading {
    fn add(&mut self, act: SqlAct) {
        if self.acts.contains(&act) {
            return;
        }
        if self.acts.len() < MAX_ACTS {
            self.acts.push(act);
        } else {
            self.complete = false;
        }
    }
}

/// Most acts that are kept; a dump has thousands of rows and one meaning.
const MAX_ACTS: usize = 256;
/// Longest text that is read. A longer one is not complete.
const MAX_SQL: usize = 256 * 1024;

pub fn read_sql(source: &str) -> SqlReading {
    let mut out = SqlReading { acts: Vec::new(), complete: source.len() <= MAX_SQL };
    if !out.complete {
        return out;
    }
    for piece in split::split(source) {
        match piece {
            split::Piece::Client(line) => client::read(line, &mut out),
            split::Piece::Sql { text, closed } => {
                out.complete &= closed;
                statement(text, closed, &mut out);
            }
        }
    }
    out
}

/// Words a statement begins with. Sorted.
const BEGINNINGS: &[&str] = &[
    "alter", "analyze", "attach", "begin", "call", "commit", "copy", "create", "delete", "desc", "describe",
    "do", "drop", "exec", "execute", "explain", "grant", "insert", "load", "merge", "pragma", "reindex",
    "rename", "replace", "revoke", "select", "set", "show", "truncate", "update", "use", "vacuum", "values",
    "with",
];

/// Does this text look like the beginning of a statement?
pub(crate) fn begins_like_sql(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '(');
    let text =
        if text.starts_with("--") { text.split_once('\n').map_or("", |(_, r)| r).trim_start() } else { text };
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let word = text.get(..end).unwrap_or_default().to_ascii_lowercase();
    BEGINNINGS.binary_search(&word.as_str()).is_ok()
}

fn statement(text: &str, closed: bool, out: &mut SqlReading) {
    let words = split::Words::of(text);
    if words.is_empty() {
        return;
    }
    statement::dangerous_functions(&words, out);
    if statement::by_words(&words, out) {
        return;
    }
    let dialects: [&dyn Dialect; 4] =
        [&GenericDialect {}, &PostgreSqlDialect {}, &MySqlDialect {}, &SQLiteDialect {}];
    for dialect in dialects {
        if let Ok(parsed) = Parser::parse_sql(dialect, text) {
            for one in &parsed {
                statement::acts(one, out);
            }
            return;
        }
    }
    // The parser does not know every dialect; the first words often say enough to warn by.
    if statement::by_first_words(&words, out) {
        return;
    }
    match closed && statement::only_reads(&words, text) {
        true => out.add(SqlAct::Read),
        false => out.complete = false,
    }
}

#[cfg(test)]
mod tests;
