//! The tables, and how an older store gets to them.

use super::errors::store_error;
use crate::document::ApprovalDocument;
use crate::failpoint::may_crash;
use crate::{Result, StoreError};
use rusqlite::{Connection, Row, Transaction, TransactionBehavior};

/// "herm": says that a file is ours.
const APPLICATION: i64 = 0x6865_726d;

/// Each step leads from the format of its number to the next one. Never changed once released; only added to.
const MIGRATIONS: &[Step] = &[
    Step::Sql(FIRST),
    Step::Sql(GRANTS_BY_RULE),
    Step::Sql(TRACES),
    Step::Sql(GATEWAY),
    Step::Sql(PEOPLE),
    Step::Sql(VOICES),
    Step::Code(documents),
];

enum Step {
    Sql(&'static str),
    Code(fn(&Transaction<'_>) -> Result<()>),
}

const FIRST: &str = "
    CREATE TABLE request (
        id TEXT NOT NULL PRIMARY KEY,
        ticket TEXT NOT NULL UNIQUE,
        digest TEXT NOT NULL,
        agent TEXT NOT NULL,
        session TEXT NOT NULL,
        requester TEXT,
        surface TEXT NOT NULL,
        tool TEXT NOT NULL,
        cwd TEXT NOT NULL,
        rendering TEXT NOT NULL,
        effects TEXT NOT NULL,
        tier TEXT NOT NULL,
        class TEXT NOT NULL,
        risk REAL NOT NULL,
        confidence REAL NOT NULL,
        needed INTEGER NOT NULL,
        widest TEXT NOT NULL,
        digits TEXT NOT NULL,
        created INTEGER NOT NULL,
        level INTEGER NOT NULL,
        level_since INTEGER NOT NULL,
        deadline INTEGER NOT NULL,
        backup_told INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        good_for INTEGER NOT NULL,
        state TEXT NOT NULL,
        decided_at INTEGER,
        decided_by TEXT,
        decided_how TEXT,
        reason TEXT,
        scope TEXT,
        entry INTEGER,
        claimed INTEGER,
        outcome TEXT,
        merged INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        -- A page starts behind a row: that comparison uses an index only if all its columns go the same way.
        calm INTEGER NOT NULL AS (-level) STORED
    ) STRICT;
    CREATE INDEX request_state ON request (state, id);
    CREATE INDEX request_urgent ON request (calm, deadline, id) WHERE state = 'pending';
    CREATE INDEX request_due ON request (expires) WHERE state = 'pending';
    CREATE INDEX request_silent ON request (claimed) WHERE state = 'executed' AND outcome IS NULL;
    CREATE INDEX request_agent ON request (agent, created);
    CREATE INDEX request_action ON request (digest, session, agent);
    CREATE UNIQUE INDEX request_asked_once ON request (digest, session, agent) WHERE state = 'pending';

    CREATE TABLE vote (
        request TEXT NOT NULL REFERENCES request (id),
        by TEXT NOT NULL,
        account TEXT NOT NULL,
        channel TEXT NOT NULL,
        answer TEXT NOT NULL,
        reason TEXT,
        grant_until INTEGER,
        at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX vote_request ON vote (request);

    CREATE TABLE agent_lock (
        agent TEXT NOT NULL PRIMARY KEY,
        since INTEGER NOT NULL,
        until INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE session (
        agent TEXT NOT NULL,
        id TEXT NOT NULL,
        pid INTEGER NOT NULL,
        started INTEGER NOT NULL,
        first_seen INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        ended INTEGER,
        resumed INTEGER NOT NULL,
        PRIMARY KEY (agent, id)
    ) STRICT;
    CREATE INDEX session_seen ON session (last_seen);

    CREATE TABLE permission (
        id TEXT NOT NULL PRIMARY KEY,
        scope TEXT NOT NULL,
        digest TEXT NOT NULL,
        agent TEXT NOT NULL,
        session TEXT NOT NULL,
        tier TEXT NOT NULL,
        by TEXT NOT NULL,
        given INTEGER NOT NULL,
        expires INTEGER,
        used INTEGER NOT NULL,
        last_used INTEGER,
        revoked_by TEXT,
        revoked_at INTEGER,
        reconfirm INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX permission_digest ON permission (digest);
    CREATE INDEX permission_session ON permission (agent, session);
    CREATE INDEX permission_given ON permission (given);

    CREATE TABLE audit (
        seq INTEGER NOT NULL PRIMARY KEY,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        prev TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT;
    CREATE TABLE checkpoint (
        seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (seq, hash)
    ) STRICT;
    CREATE TABLE spool (
        file TEXT NOT NULL PRIMARY KEY,
        taken INTEGER NOT NULL
    ) STRICT;
    -- What there is one of: the number of changes, and the newest link of the chain.
    CREATE TABLE state (
        one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
        revision INTEGER NOT NULL,
        head_seq INTEGER NOT NULL,
        head_hash TEXT NOT NULL
    ) STRICT;
";

/// Grants that speak of more than one digest. Empty is what was there before: exactly the call with this digest.
const GRANTS_BY_RULE: &str = "
    ALTER TABLE request ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE vote ADD COLUMN width TEXT NOT NULL DEFAULT 'exact';
    ALTER TABLE permission ADD COLUMN rule TEXT NOT NULL DEFAULT '';
    ALTER TABLE permission ADD COLUMN about TEXT NOT NULL DEFAULT '';
    CREATE INDEX permission_by_rule ON permission (given) WHERE rule != '' AND revoked_at IS NULL;
";

/// Every judged call, and what was decided about it.
const TRACES: &str = "
    -- What traces point at: agents repeat themselves. `hash` is of the body, `seen` when it was last judged.
    CREATE TABLE traced_call (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        hash BLOB NOT NULL UNIQUE,
        seen INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX traced_call_seen ON traced_call (seen);
    CREATE TABLE trace (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        call INTEGER NOT NULL,
        at INTEGER NOT NULL,
        agent TEXT NOT NULL,
        session TEXT NOT NULL,
        surface TEXT NOT NULL,
        tier TEXT NOT NULL,
        rule TEXT NOT NULL,
        tool TEXT NOT NULL,
        decision TEXT NOT NULL,
        decided_by TEXT NOT NULL,
        would TEXT,
        elapsed_us INTEGER NOT NULL,
        request TEXT
    ) STRICT;
    CREATE INDEX trace_at ON trace (at);
";

/// What a gateway follows, and what it keeps.
const GATEWAY: &str = "
    CREATE INDEX request_revision ON request (revision);
    CREATE TABLE note (
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        body TEXT NOT NULL,
        until INTEGER,
        PRIMARY KEY (kind, key)
    ) STRICT;
    CREATE INDEX note_ended ON note (until) WHERE until IS NOT NULL;
";

/// What a rule wants of an answer, and what an answer was worth.
const PEOPLE: &str = "
    ALTER TABLE request ADD COLUMN proof INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE vote ADD COLUMN level INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE vote ADD COLUMN proof TEXT;
";

/// Who else could have given an answer.
const VOICES: &str = "
    ALTER TABLE vote ADD COLUMN through TEXT;
";

/// What a request holds becomes one typed document. Rows that nobody can read stay, and say so.
fn documents(transaction: &Transaction<'_>) -> Result<()> {
    let batch = |sql| transaction.execute_batch(sql).map_err(store_error);
    batch("ALTER TABLE request ADD COLUMN document TEXT NOT NULL DEFAULT ''")?;
    let all = {
        let mut select =
            transaction.prepare("SELECT id, rendering, effects FROM request").map_err(store_error)?;
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let rows = select.query_map((), row).map_err(store_error)?;
        rows.collect::<rusqlite::Result<Vec<(String, String, String)>>>().map_err(store_error)?
    };
    let mut update =
        transaction.prepare("UPDATE request SET document = ?2 WHERE id = ?1").map_err(store_error)?;
    for (id, rendering, effects) in all {
        let document = ApprovalDocument::from_first_format(&rendering, &effects).to_text();
        update.execute([&id, &document]).map_err(store_error)?;
    }
    drop(update);
    // What a request was edited into stood in its reason alone, what a grant is about in a text like the first one.
    batch(
        "ALTER TABLE request DROP COLUMN rendering;
         ALTER TABLE request DROP COLUMN effects;
         ALTER TABLE request ADD COLUMN edited_into TEXT;
         UPDATE permission SET about = about ->> '$.command' WHERE json_valid(about) AND about ->> '$.command' IS NOT NULL;
         UPDATE request SET edited_into = substr(reason, 13) WHERE state = 'canceled' AND reason LIKE 'edited into %';",
    )
}

const KNOWN: i64 = MIGRATIONS.len() as i64;

/// Whether there is nothing to do. An error if the store is newer than we are, or not ours.
pub(super) fn is_current(connection: &Connection) -> Result<bool> {
    let version = pragma(connection, "user_version")?;
    let application = pragma(connection, "application_id")?;
    if version > KNOWN {
        return Err(StoreError::NewerStore { found: version, known: KNOWN });
    }
    // Not by its size: whoever was killed while making it may have left a page without a table.
    let tables = "SELECT count(*) FROM sqlite_schema";
    let empty =
        version == 0 && connection.query_row(tables, (), |row| row.get(0)).map_err(store_error) == Ok(0);
    // Looked at again: between one look and the next somebody else may have made it.
    if application != APPLICATION && !empty && pragma(connection, "application_id")? != APPLICATION {
        return Err(StoreError::Corrupt("this file is a database, but not one of herma".to_owned()));
    }
    let journal: String =
        connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).map_err(store_error)?;
    Ok(version == KNOWN && journal == "wal")
}

pub(super) fn migrate(connection: &mut Connection) -> Result<()> {
    let journal: String = connection
        .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))
        .map_err(store_error)?;
    if journal != "wal" {
        return Err(StoreError::Io(format!("the store's disk cannot keep a write-ahead log ({journal})")));
    }
    may_crash();
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(store_error)?;
    // Somebody else may have done it while we waited.
    let version = pragma(&transaction, "user_version")?;
    if version > KNOWN {
        return Err(StoreError::NewerStore { found: version, known: KNOWN });
    }
    let missing = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version..));
    for step in missing.unwrap_or_default() {
        match step {
            Step::Sql(sql) => transaction.execute_batch(sql).map_err(store_error)?,
            Step::Code(code) => code(&transaction)?,
        }
    }
    if version == 0 {
        let head = crate::audit::Head::default();
        let sql = "INSERT INTO state (one, revision, head_seq, head_hash) VALUES (1, 0, ?1, ?2)";
        transaction.execute(sql, (head.seq as i64, head.hash)).map_err(store_error)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(store_error)?;
    transaction.pragma_update(None, "user_version", KNOWN).map_err(store_error)?;
    may_crash();
    transaction.commit().map_err(store_error)?;
    may_crash();
    Ok(())
}

fn pragma(connection: &Connection, name: &str) -> Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0)).map_err(store_error)
}
