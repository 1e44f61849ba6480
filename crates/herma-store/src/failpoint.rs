//! Where a test may pull the plug. Nothing in a release build.

/// The n-th point that is passed ends the process, as a kill would.
#[cfg(debug_assertions)]
pub(crate) const CRASH_AT: &str = "HERMA_STORE_CRASH_AT";

/// A moment at which everything written so far may be everything that ever will be.
#[cfg(debug_assertions)]
pub(crate) fn may_crash() {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    static LEFT: LazyLock<Option<AtomicU64>> =
        LazyLock::new(|| std::env::var(CRASH_AT).ok().and_then(|n| n.parse().ok()).map(AtomicU64::new));
    if let Some(left) = &*LEFT {
        // No destructor runs and no buffer is flushed: what the disk has is what there is.
        if left.fetch_sub(1, Ordering::SeqCst) == 1 {
            std::process::abort();
        }
    }
}

#[cfg(not(debug_assertions))]
pub(crate) fn may_crash() {}
