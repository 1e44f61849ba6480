//! What SQL does, as effects.

use super::field::{Source, Value};
use super::walk::Walker;
use crate::code::{self, SqlAct};
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;

impl Walker<'_> {
    pub(super) fn sql(&mut self, value: &Value, span: Span) -> Value {
        let text = self.text_with_holes(value);
        let reading = code::read_sql(&text);
        if !reading.complete {
            self.unreadable(span, "sql/unread", "runs SQL that could not be read");
        }
        let lower = text.to_ascii_lowercase();
        self.sql_secrets(&lower, span);
        for act in reading.acts {
            let kept = self.effects.len();
            self.sql_act(&act, span);
            if let SqlAct::Drop { name, .. }
            | SqlAct::DeleteRows { table: name, .. }
            | SqlAct::UpdateRows { table: name, .. } = &act
                && makes_table(&lower, name)
            {
                // What the text itself made a moment before is nobody's loss.
                for effect in self.effects.iter_mut().skip(kept) {
                    effect.floor = Tier::Low;
                    effect.undo = Undo::Hard;
                }
            }
        }
        Value::unknown(Source::Output("sql".to_owned()))
    }

    /// What people log in with, selected by SQL text in lower case.
    pub(super) fn sql_secrets(&mut self, lower: &str, span: Span) {
        if shows_passwords(lower) {
            self.effect(
                Kind::ReadSecret,
                None,
                span,
                "sql/passwords",
                "reads passwords or tokens out of a database",
                Tier::Medium,
                Reach::User,
                Undo::None,
            );
        }
    }

    fn sql_act(&mut self, act: &SqlAct, span: Span) {
        let mut say = |kind, target: Option<&str>, rule: &str, text: String, tier, undo| {
            self.effect(kind, target.map(str::to_owned), span, rule, &text, tier, Reach::User, undo);
        };
        match act {
            SqlAct::Read => {
                say(Kind::Read, None, "sql/read", "reads from a database".into(), Tier::Low, Undo::Easy)
            }
            SqlAct::WriteRows { table } => say(
                Kind::Write,
                Some(table),
                "sql/insert",
                format!("adds rows to `{table}`"),
                Tier::Low,
                Undo::Hard,
            ),
            SqlAct::UpdateRows { table, all: true } => say(
                Kind::Overwrite,
                Some(table),
                "sql/update-all",
                format!("changes every row of `{table}`"),
                Tier::Critical,
                Undo::None,
            ),
            SqlAct::UpdateRows { table, all: false } => say(
                Kind::Overwrite,
                Some(table),
                "sql/update",
                format!("changes rows of `{table}`"),
                Tier::Medium,
                Undo::Hard,
            ),
            SqlAct::DeleteRows { table, all: true } => say(
                Kind::DropData,
                Some(table),
                "sql/delete-all",
                format!("deletes every row of `{table}`"),
                Tier::Critical,
                Undo::None,
            ),
            SqlAct::DeleteRows { table, all: false } => say(
                Kind::DropData,
                Some(table),
                "sql/delete",
                format!("deletes rows of `{table}`"),
                Tier::Medium,
                Undo::None,
            ),
            SqlAct::Drop { what, name } => say(
                Kind::DropData,
                Some(name),
                "sql/drop",
                format!("drops the {what} `{name}`"),
                Tier::Critical,
                Undo::None,
            ),
            SqlAct::ChangeSchema => say(
                Kind::ChangeConfig,
                None,
                "sql/schema",
                "changes the database's schema".into(),
                Tier::Low,
                Undo::Hard,
            ),
            SqlAct::ChangeRights => say(
                Kind::ChangePermission,
                None,
                "sql/rights",
                "changes who may do what in the database".into(),
                Tier::High,
                Undo::Hard,
            ),
            SqlAct::RunProgram { command } => {
                if let Some(command) = command {
                    self.run_code(Lang::Shell, &Value::text(command.as_str()), span);
                }
                self.effect(
                    Kind::RunUnknownCode,
                    None,
                    span,
                    "sql/program",
                    "starts a program from SQL",
                    Tier::High,
                    Reach::User,
                    Undo::None,
                );
            }
            SqlAct::ReadFile { path } => self.path_effect(
                Kind::Read,
                &Value::text(path.as_str()),
                span,
                "sql/read-file",
                "reads {}",
                false,
            ),
            SqlAct::WriteFile { path } => self.path_effect(
                Kind::Overwrite,
                &Value::text(path.as_str()),
                span,
                "sql/write-file",
                "writes {}",
                false,
            ),
            SqlAct::RunFile { path } => {
                say(
                    Kind::Run,
                    Some(path),
                    "sql/file",
                    format!("runs the SQL in `{path}`"),
                    Tier::Low,
                    Undo::Hard,
                );
                self.included_sql(path, span);
            }
            SqlAct::Call { name } => say(
                Kind::Run,
                Some(name),
                "sql/call",
                format!("calls the procedure `{name}`"),
                Tier::Medium,
                Undo::Hard,
            ),
            SqlAct::StopSession => say(
                Kind::StopService,
                None,
                "sql/stop",
                "ends other sessions, or the server".into(),
                Tier::High,
                Undo::Hard,
            ),
        }
    }
}

impl Walker<'_> {
    /// `\i x.sql`, `.read x.sql`, `source x.sql`: the file is read as SQL, from the folder or from beside the file that names
    /// it.
    fn included_sql(&mut self, path: &str, span: Span) {
        if self.speculating || self.run_place != crate::knowledge::RunPlace::Here {
            return;
        }
        let path = path.trim().trim_matches(['"', '\'', ';', ' ']);
        let beside = self
            .files
            .innermost()
            .and_then(|file| file.rsplit_once('/'))
            .map(|(folder, _)| format!("{folder}/{path}"));
        let mut places = vec![self.place(&Value::text(path)).path];
        places.extend(
            beside.filter(|_| !path.starts_with('/')).map(|path| self.place(&Value::text(path)).path),
        );
        for path in places {
            let own = self.written.iter().rev().find(|(p, _)| *p == path).map(|(_, content)| content.clone());
            match own {
                Some(content) => {
                    self.run_code(Lang::Sql, &content, span);
                    return;
                }
                None if self.script_file(&path, Some(Lang::Sql), &[], span) => return,
                None => {}
            }
        }
    }
}

/// Whether SQL text, in lower case, makes a table of that name itself.
fn makes_table(lower: &str, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["create table ", "create table if not exists ", "create temp table ", "create temporary table "]
        .iter()
        .any(|start| {
            lower.split(start).skip(1).any(|rest| {
                rest.trim_start_matches(['"', '`', '[', ' ']).strip_prefix(&name).is_some_and(|after| {
                    after.starts_with([' ', '(', '"', '`', ']', '\n']) || after.is_empty()
                })
            })
        })
}

/// Whether SQL text, in lower case, selects what people log in with.
fn shows_passwords(lower: &str) -> bool {
    const TABLES: &[&str] = &["pg_shadow", "pg_authid", "mysql.user", "system.users"];
    const COLUMNS: &[&str] = &[
        "password",
        "passwd",
        "authentication_string",
        "rolpassword",
        "api_token",
        "api_key",
        "secret",
        "private_key",
    ];
    let selected = lower.split("select ").skip(1).filter_map(|rest| rest.split(" from ").next());
    TABLES.iter().any(|t| lower.contains(t) && lower.contains("select"))
        || selected.flat_map(|list| list.split([',', ' ', '.', '(', ')'])).any(|word| {
            COLUMNS.iter().any(|c| word == *c || word.strip_prefix(c).is_some_and(|r| r.starts_with("_hash")))
        })
}
