//! The time.

use herma_store::Millis;
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since the epoch.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX).saturating_add(set_by_a_test())
}

/// Lets a test set the clock while we run. A release build has no such switch.
fn set_by_a_test() -> Millis {
    #[cfg(debug_assertions)]
    if let Some(file) = std::env::var_os("HERMA_TEST_CLOCK") {
        let seconds = std::fs::read_to_string(file).ok().and_then(|text| text.trim().parse::<Millis>().ok());
        return seconds.unwrap_or(0) * 1000;
    }
    0
}
