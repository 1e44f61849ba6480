//! stub until the reader is merged
use super::CodeText;
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SqlAct {
    Read,
    WriteRows { table: String },
    UpdateRows { table: String, all: bool },
    DeleteRows { table: String, all: bool },
    Drop { what: String, name: String },
    ChangeSchema,
    ChangeRights,
    RunProgram { command: CodeText },
    ReadFile { path: CodeText },
    WriteFile { path: CodeText },
}
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SqlReading {
    pub acts: Vec<SqlAct>,
    pub complete: bool,
}
pub fn read_sql(_s: &str) -> SqlReading {
    SqlReading { acts: vec![SqlAct::Read], complete: true }
}
pub(super) fn begins_like_sql(text: &str) -> bool {
    let _ = text;
    true
}
