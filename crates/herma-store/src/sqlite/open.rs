//! Opening the file, and making it if there is none.

use super::errors::store_error;
use super::queue::Queue;
use super::{busy, schema};
use crate::failpoint::may_crash;
use crate::{Result, StoreError};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

pub(super) fn open(path: &Path, queue: &Queue) -> Result<Connection> {
    if !path.try_exists()? {
        make(path)?;
    }
    busy::retry(|| {
        let mut connection = connect(path)?;
        if !schema::is_current(&connection)? {
            let _turn = queue.wait();
            schema::migrate(&mut connection)?;
        }
        Ok(connection)
    })
}

fn connect(path: &Path) -> Result<Connection> {
    // Never created here: SQLite would make it as the umask says.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|e| match store_error(e) {
        // SQLite cannot say why it cannot open a file; the system can.
        StoreError::Io(text) => match OpenOptions::new().append(true).open(path) {
            Ok(_) => StoreError::Io(text),
            Err(e) => e.into(),
        },
        other => other,
    })?;
    connection.busy_timeout(busy::TIMEOUT).map_err(store_error)?;
    if connection.is_readonly("main").map_err(store_error)? {
        return Err(StoreError::ReadOnly(format!("`{}` is read-only", path.display())));
    }
    // The last one out would otherwise fold the log into the file each time, while the next hook waits.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(store_error)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true).map_err(store_error)?;
    connection.execute_batch(SETTINGS).map_err(store_error)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// More than there are: a gateway parses each statement once.
const STATEMENTS: usize = 64;

/// `FULL`: in WAL mode a commit is synced before it returns. `fullfsync`: on macOS a sync is not one without it.
const SETTINGS: &str = "
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA checkpoint_fullfsync = ON;
    PRAGMA cell_size_check = ON;
    PRAGMA trusted_schema = OFF;
";

/// An empty file in its place, 0600, in a folder that is 0700 if it is new.
fn make(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let draft = folder.join(format!(".herma-{}-{}", std::process::id(), crate::id::name(8)?));
    // Made under another name and closed before it gets its own: SQLite's locks belong to the process, and closing a
    // file that another thread has just opened through SQLite would drop them.
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    let linked = fs::hard_link(&draft, path);
    fs::remove_file(&draft)?;
    match linked {
        Ok(()) => File::open(folder)?.sync_all()?,
        // Somebody else was faster.
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
        Err(e) => return Err(e.into()),
    }
    may_crash();
    Ok(())
}
