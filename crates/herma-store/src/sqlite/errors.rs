//! What SQLite's errors mean for the gate.

use crate::StoreError;
use rusqlite::ErrorCode;

pub(super) fn store_error(error: rusqlite::Error) -> StoreError {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(text),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::SchemaChanged) => {
            StoreError::Corrupt(text)
        }
        Some(_) => StoreError::Io(text),
        // Not from SQLite itself: a row that does not hold what we put there.
        None => StoreError::Corrupt(text),
    }
}
