//! The store of one machine: a file, used by many processes.

mod busy;
mod errors;
mod open;
mod queue;
mod rows;
mod schema;
mod tables;
mod traces;

use crate::failpoint::may_crash;
use crate::ops::{Backend, Tables};
use crate::wake::Wake;
use crate::{Millis, RequestId, Result};
use errors::store_error;
use queue::Queue;
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tables::SqliteTables;

/// SQLite in WAL mode, every commit synced to the disk.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Mutex<Connection>,
    queue: Queue,
    wake: Wake,
}

impl SqliteStore {
    /// Opens the store in this file; makes it, readable for its owner only, if there is none. An older format is
    /// brought up to date.
    pub fn open(path: &Path) -> Result<Self> {
        let queue = Queue::beside(path)?;
        let connection = open::open(path, &queue)?;
        Ok(SqliteStore { connection: Mutex::new(connection), queue, wake: Wake::beside(path) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // Whoever panicked did so outside of a transaction, or it was rolled back.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backend for SqliteStore {
    fn write<T>(&self, mut work: impl FnMut(&mut dyn Tables) -> Result<T>) -> Result<T> {
        let mut connection = self.connection();
        let (result, changed) = busy::retry(|| {
            may_crash();
            let _turn = self.queue.wait();
            // Immediate: the lock is taken while there is nothing to lose yet, so two writers cannot deadlock.
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(store_error)?;
            let mut tables = SqliteTables::new(&transaction);
            let result = work(&mut tables)?;
            let changed = tables.into_changed();
            may_crash();
            transaction.commit().map_err(store_error)?;
            may_crash();
            Ok((result, changed))
        })?;
        drop(connection);
        if !changed.is_empty() {
            self.wake.wake(&changed);
        }
        may_crash();
        Ok(result)
    }

    fn read<T>(&self, mut work: impl FnMut(&mut dyn Tables) -> Result<T>) -> Result<T> {
        let mut connection = self.connection();
        busy::retry(|| {
            // One snapshot for all that this operation reads.
            let transaction = connection.transaction().map_err(store_error)?;
            work(&mut SqliteTables::new(&transaction))
        })
    }

    fn compact(&self) -> Result<()> {
        let connection = self.connection();
        busy::retry(|| {
            let _turn = self.queue.wait();
            connection.execute_batch("VACUUM").map_err(store_error)?;
            // The log holds the old pages until it is cut off. A reader may keep it for a moment: then it goes later.
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).map_err(store_error)
        })
    }

    fn watch(
        &self,
        id: Option<&RequestId>,
        timeout: Duration,
        done: &mut dyn FnMut() -> Result<bool>,
    ) -> Result<()> {
        self.wake.watch(id, timeout, done)
    }
}

/// How far the clock on the wall is ahead of UTC at a moment, in this machine's time zone.
pub fn local_offset(at: Millis) -> Millis {
    let sql = "SELECT CAST(strftime('%s', ?1, 'unixepoch', 'localtime') AS INTEGER) - ?1";
    let ask = |connection: rusqlite::Connection| {
        connection.query_row(sql, [at / 1000], |row| row.get::<_, Millis>(0))
    };
    // Without an answer it is UTC.
    rusqlite::Connection::open_in_memory().and_then(ask).map_or(0, |seconds| seconds * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No test can pull the plug; this is what decides what is left if somebody does.
    #[test]
    fn every_commit_is_synced() {
        let folder = std::env::temp_dir().join(format!("herma-synced-{}", std::process::id()));
        let store = SqliteStore::open(&folder.join("herma.db")).unwrap();
        let connection = store.connection();
        let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
        let journal: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        // Two is FULL.
        assert_eq!((number("synchronous"), number("fullfsync"), journal.as_str()), (2, 1, "wal"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
