//! What one statement does.

use sqlparser::ast::{
    AlterTableOperation, CopySource, CopyTarget, Expr, FromTable, ObjectType, Query, SetExpr, Statement,
    TableFactor, TableObject, TableWithJoins,
};

use super::split::{Word, Words};
use super::{SqlAct, SqlReading};

/// Functions that reach out of the database, and what they do. Sorted.
const FUNCTIONS: &[(&str, Reach)] = &[
    ("edit", Reach::Program),
    ("lo_export", Reach::WriteFile),
    ("lo_import", Reach::ReadFile),
    ("load_extension", Reach::Program),
    ("load_file", Reach::ReadFile),
    ("pg_cancel_backend", Reach::Stop),
    ("pg_ls_dir", Reach::ReadFile),
    ("pg_read_binary_file", Reach::ReadFile),
    ("pg_read_file", Reach::ReadFile),
    ("pg_terminate_backend", Reach::Stop),
    ("readfile", Reach::ReadFile),
    ("sys_eval", Reach::Program),
    ("sys_exec", Reach::Program),
    ("writefile", Reach::WriteFile),
];

#[derive(Debug, Clone, Copy)]
enum Reach {
    Program,
    ReadFile,
    WriteFile,
    Stop,
}

/// Calls that matter wherever they stand, and `INTO OUTFILE`.
pub(super) fn dangerous_functions(words: &Words<'_>, out: &mut SqlReading) {
    for (i, word) in words.all.iter().enumerate() {
        let Word::Name(name) = word else { continue };
        let short = name.rsplit('.').next().unwrap_or(name);
        if short == "xp_cmdshell" {
            out.add(SqlAct::RunProgram { command: words.text_after(i).map(str::to_owned) });
        }
        if matches!(short, "outfile" | "dumpfile") && words.name(i.wrapping_sub(1)) == "into" {
            let path = words.text_after(i).unwrap_or_default().to_owned();
            out.add(SqlAct::WriteFile { path });
        }
        if !matches!(words.all.get(i + 1), Some(Word::Sign(b'('))) {
            continue;
        }
        let Ok(n) = FUNCTIONS.binary_search_by(|f| f.0.cmp(short)) else { continue };
        let path = || words.text_after(i).unwrap_or_default().to_owned();
        match FUNCTIONS.get(n).map(|f| f.1) {
            Some(Reach::Program) => {
                out.add(SqlAct::RunProgram { command: words.text_after(i).map(str::to_owned) })
            }
            Some(Reach::ReadFile) => out.add(SqlAct::ReadFile { path: path() }),
            Some(Reach::WriteFile) => out.add(SqlAct::WriteFile { path: path() }),
            Some(Reach::Stop) => out.add(SqlAct::StopSession),
            None => {}
        }
    }
}

/// Statements whose first words say all: true when this was one.
pub(super) fn by_words(words: &Words<'_>, out: &mut SqlReading) -> bool {
    match (words.name(0), words.name(1)) {
        ("show" | "describe" | "desc" | "help" | "checkpoint" | "status", _) => out.add(SqlAct::Read),
        ("explain", _) if words.find("analyze").is_none() => out.add(SqlAct::Read),
        ("pragma", name) => {
            out.add(if name == "writable_schema" { SqlAct::ChangeSchema } else { SqlAct::Read })
        }
        (
            "begin" | "commit" | "rollback" | "start" | "end" | "savepoint" | "release" | "use" | "abort",
            _,
        ) if words.all.len() <= 4 => {}
        ("analyze" | "vacuum" | "reindex" | "optimize" | "discard" | "reset" | "cluster", next) => {
            match (words.name(0), words.find("into")) {
                ("vacuum", Some(n)) => {
                    out.add(SqlAct::WriteFile { path: words.text_after(n).unwrap_or_default().to_owned() });
                }
                _ if next == "master" => out.add(SqlAct::ChangeSchema),
                _ => out.add(SqlAct::Read),
            }
        }
        ("set", "password" | "global" | "persist") => out.add(SqlAct::ChangeRights),
        ("set", _) => {}
        ("flush", "privileges") | ("revoke" | "grant" | "deny" | "reassign", _) => {
            out.add(SqlAct::ChangeRights)
        }
        (
            "flush" | "listen" | "unlisten" | "notify" | "lock" | "unlock" | "deallocate" | "close" | "fetch",
            _,
        ) => {}
        ("shutdown" | "kill", _) => out.add(SqlAct::StopSession),
        ("alter", "system") => out.add(SqlAct::ChangeRights),
        ("create" | "alter" | "drop" | "rename", "user" | "role" | "login" | "group") => {
            out.add(SqlAct::ChangeRights)
        }
        ("alter", "default") => out.add(SqlAct::ChangeRights),
        ("attach", _) => {
            out.add(SqlAct::ReadFile { path: words.text_after(0).unwrap_or_default().to_owned() })
        }
        ("detach", _) => {}
        ("load", "data" | "xml") => {
            out.add(SqlAct::ReadFile { path: words.text_after(0).unwrap_or_default().to_owned() });
            let table = words.find("into").map(|n| words.name(n + 2).to_owned()).unwrap_or_default();
            out.add(SqlAct::WriteRows { table });
        }
        _ => return false,
    }
    true
}

/// For what the parser could not read: true when the first words tell what it is.
pub(super) fn by_first_words(words: &Words<'_>, out: &mut SqlReading) -> bool {
    match words.name(0) {
        "drop" => {
            let at = if words.name(2) == "if" { 4 } else { 2 };
            out.add(SqlAct::Drop { what: words.name(1).to_owned(), name: words.name(at).to_owned() });
        }
        "create" | "alter" | "comment" | "rename" => out.add(SqlAct::ChangeSchema),
        // The file was noted already.
        "select" | "table" if words.find("outfile").or(words.find("dumpfile")).is_some() => {
            out.add(SqlAct::Read)
        }
        "refresh" => out.add(SqlAct::WriteRows { table: words.name(3).to_owned() }),
        "truncate" => {
            let at = if words.name(1) == "table" { 2 } else { 1 };
            out.add(SqlAct::Drop { what: "rows".into(), name: words.name(at).to_owned() });
        }
        _ => return false,
    }
    true
}

/// Words by which a query changes something, or that turn text into statements. Sorted.
#[rustfmt::skip]
const CHANGES: &[&str] = &[
    "alter", "attach", "backup", "call", "commit", "copy", "create", "delete", "do", "drop", "dumpfile", "exec", "execute", "grant",
    "handler", "insert", "install", "into", "kill", "load", "lock", "merge", "outfile", "prepare", "program", "rename", "replace",
    "restore", "revoke", "set", "shutdown", "source", "system", "truncate", "update", "vacuum", "xp_cmdshell",
];

/// A query whose quotes do not match, as in `WHERE name = ''x''`, and that has no word, in quotes or not, by which it could
/// change anything.
pub(super) fn only_reads(words: &Words<'_>, text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let reaches = |word: &str| {
        CHANGES.binary_search(&word).is_ok() || FUNCTIONS.binary_search_by(|f| f.0.cmp(word)).is_ok()
    };
    words.name(0) == "select"
        && !lower.contains(['\\', '$'])
        && !lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(reaches)
}

pub(super) fn acts(statement: &Statement, out: &mut SqlReading) {
    match statement {
        Statement::Query(query) => self::query(query, out),
        Statement::Insert(insert) => {
            let table = match &insert.table {
                TableObject::TableName(name) => name.to_string(),
                other => other.to_string(),
            };
            out.add(SqlAct::WriteRows { table });
            if let Some(source) = &insert.source {
                with(source, out);
            }
        }
        Statement::Update(update) => {
            let all = update.limit.is_none() && covers_all(update.selection.as_ref());
            out.add(SqlAct::UpdateRows { table: table_name(&update.table), all });
        }
        Statement::Delete(delete) => {
            let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
            let all = delete.limit.is_none() && covers_all(delete.selection.as_ref());
            let table = match delete.tables.first() {
                Some(name) => name.to_string(),
                None => from.first().map(table_name).unwrap_or_default(),
            };
            out.add(SqlAct::DeleteRows { table, all });
        }
        Statement::Truncate(truncate) => {
            for target in &truncate.table_names {
                out.add(SqlAct::Drop { what: "rows".into(), name: target.name.to_string() });
            }
        }
        Statement::Drop { object_type, names, .. } => {
            if matches!(object_type, ObjectType::Role | ObjectType::User) {
                out.add(SqlAct::ChangeRights);
            }
            for name in names {
                out.add(SqlAct::Drop {
                    what: object_type.to_string().to_ascii_lowercase(),
                    name: name.to_string(),
                });
            }
        }
        Statement::AlterTable(alter) => {
            let mut drops = false;
            for operation in &alter.operations {
                match operation {
                    AlterTableOperation::DropColumn { column_names, .. } => {
                        drops = true;
                        for column in column_names {
                            let name = format!("{}.{column}", alter.name);
                            out.add(SqlAct::Drop { what: "column".into(), name });
                        }
                    }
                    AlterTableOperation::DropPartitions { .. } => {
                        drops = true;
                        out.add(SqlAct::Drop { what: "partition".into(), name: alter.name.to_string() });
                    }
                    _ => {}
                }
            }
            if !drops {
                out.add(SqlAct::ChangeSchema);
            }
        }
        Statement::Copy { source, to, target, .. } => copy(source, *to, target, out),
        Statement::Merge(merge) => out.add(SqlAct::UpdateRows { table: factor(&merge.table), all: false }),
        Statement::Explain { statement, .. } => acts(statement, out),
        Statement::CreateTable(create) => {
            if create.or_replace {
                out.add(SqlAct::Drop { what: "table".into(), name: create.name.to_string() });
            }
            out.add(SqlAct::ChangeSchema);
        }
        Statement::CreateFunction(create) => {
            // Untrusted languages run as the server does.
            let language = create.language.as_ref().map(|l| l.value.to_ascii_lowercase()).unwrap_or_default();
            if language == "c" || language.ends_with('u') {
                out.add(SqlAct::RunProgram { command: None });
            }
            out.add(SqlAct::ChangeSchema);
        }
        Statement::Call(function) => out.add(SqlAct::Call { name: function.name.to_string() }),
        Statement::Execute { name, .. } => {
            let name = name.as_ref().map(ToString::to_string).unwrap_or_default();
            out.add(SqlAct::Call { name });
        }
        Statement::Prepare { statement, .. } => acts(statement, out),
        Statement::Kill { .. } => out.add(SqlAct::StopSession),
        Statement::Grant(_)
        | Statement::Revoke(_)
        | Statement::Deny(_)
        | Statement::CreateRole(_)
        | Statement::AlterRole { .. }
        | Statement::CreateUser(_)
        | Statement::AlterUser(_)
        | Statement::CreatePolicy(_)
        | Statement::AlterPolicy(_)
        | Statement::DropPolicy(_) => {
            out.add(SqlAct::ChangeRights);
        }
        Statement::DropFunction(_)
        | Statement::DropProcedure { .. }
        | Statement::DropTrigger(_)
        | Statement::DropExtension(_)
        | Statement::DropDomain(_) => {
            let what = statement.to_string();
            let mut words = what.split_whitespace().skip(1);
            let kind = words.next().unwrap_or_default().to_ascii_lowercase();
            out.add(SqlAct::Drop { what: kind, name: words.last().unwrap_or_default().to_owned() });
        }
        Statement::ShowTables { .. }
        | Statement::ShowVariable { .. }
        | Statement::ExplainTable { .. }
        | Statement::Pragma { .. }
        | Statement::Fetch { .. } => out.add(SqlAct::Read),
        Statement::Commit { .. }
        | Statement::Rollback { .. }
        | Statement::Use(_)
        | Statement::Savepoint { .. }
        | Statement::Set(_) => {}
        // `BEGIN … END` may hold statements of its own.
        Statement::StartTransaction { statements, .. } => statements.iter().for_each(|s| acts(s, out)),
        _ => out.add(SqlAct::ChangeSchema),
    }
}

fn query(query: &Query, out: &mut SqlReading) {
    with(query, out);
    body(&query.body, out);
}

fn with(query: &Query, out: &mut SqlReading) {
    for cte in query.with.iter().flat_map(|w| &w.cte_tables) {
        if writes(&cte.query.body) {
            self::query(&cte.query, out);
        }
    }
}

fn writes(body: &SetExpr) -> bool {
    matches!(body, SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_))
}

fn body(expr: &SetExpr, out: &mut SqlReading) {
    match expr {
        SetExpr::Insert(s) | SetExpr::Update(s) | SetExpr::Delete(s) | SetExpr::Merge(s) => acts(s, out),
        SetExpr::Select(select) if select.into.is_some() => out.add(SqlAct::ChangeSchema),
        SetExpr::Query(query) => self::query(query, out),
        _ => out.add(SqlAct::Read),
    }
}

fn copy(source: &CopySource, to: bool, target: &CopyTarget, out: &mut SqlReading) {
    match target {
        CopyTarget::Program { command } => out.add(SqlAct::RunProgram { command: Some(command.clone()) }),
        CopyTarget::File { filename } if to => out.add(SqlAct::WriteFile { path: filename.clone() }),
        CopyTarget::File { filename } => out.add(SqlAct::ReadFile { path: filename.clone() }),
        CopyTarget::Stdin | CopyTarget::Stdout => out.add(SqlAct::Read),
    }
    match source {
        CopySource::Table { table_name, .. } if !to => {
            out.add(SqlAct::WriteRows { table: table_name.to_string() })
        }
        CopySource::Query(query) => self::query(query, out),
        CopySource::Table { .. } => {}
    }
}

fn table_name(table: &TableWithJoins) -> String {
    factor(&table.relation)
}

fn factor(factor: &TableFactor) -> String {
    match factor {
        TableFactor::Table { name, .. } => name.to_string(),
        other => other.to_string(),
    }
}

/// No condition, or one that is always true.
fn covers_all(condition: Option<&Expr>) -> bool {
    match condition {
        None => true,
        Some(Expr::Nested(inner)) => covers_all(Some(inner)),
        Some(Expr::Value(v)) => matches!(v.to_string().as_str(), "1" | "true" | "TRUE"),
        Some(Expr::BinaryOp { left, right, op }) => {
            let literal = matches!((&**left, &**right), (Expr::Value(_), Expr::Value(_)));
            literal && left == right && op.to_string() == "="
        }
        Some(_) => false,
    }
}
