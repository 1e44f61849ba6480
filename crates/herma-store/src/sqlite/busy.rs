//! When another process holds the store: again, a little later, until it is no longer funny.

use crate::{Result, StoreError};
use std::time::{Duration, Instant};

/// How long SQLite itself tries before we hear of it.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);
/// No write takes longer than a few syncs. Two hundred processes in a row are done long before.
const DEADLINE: Duration = Duration::from_secs(30);
/// Random up to this, so that those who collided do not collide again.
const PAUSE: Duration = Duration::from_millis(20);

pub(super) fn retry<T>(mut work: impl FnMut() -> Result<T>) -> Result<T> {
    let start = Instant::now();
    loop {
        match work() {
            Err(StoreError::Busy) if start.elapsed() < DEADLINE => std::thread::sleep(pause()),
            other => return other,
        }
    }
}

fn pause() -> Duration {
    let mut byte = [128];
    // Without randomness all wait alike; the deadline still holds.
    let _ = getrandom::fill(&mut byte);
    PAUSE.mul_f32(f32::from(byte[0]) / 256.0) + Duration::from_millis(1)
}
