//! What a test may break in a hook. A release build has no such switches.

/// Lets a test see what a broken hook would say.
#[cfg(debug_assertions)]
pub(super) fn fault_injected_by_a_test() {
    match std::env::var("HERMA_TEST_FAULT").as_deref() {
        #[allow(clippy::panic)]
        Ok("panic") => panic!("a fault was asked for"),
        Ok("overflow") => {
            std::hint::black_box(overflow(1));
        }
        Ok("abort") => std::process::abort(),
        Ok("hang") => loop {
            std::thread::park();
        },
        _ => {}
    }
}

#[cfg(debug_assertions)]
pub(super) fn disk_hangs_in_a_test() {
    while std::env::var("HERMA_TEST_FAULT").is_ok_and(|fault| fault == "disk") {
        std::thread::park();
    }
}

#[cfg(debug_assertions)]
#[allow(unconditional_recursion)]
fn overflow(depth: u64) -> u64 {
    let room = std::hint::black_box([depth; 512]);
    overflow(depth + 1) + room.iter().sum::<u64>()
}

#[cfg(not(debug_assertions))]
pub(super) fn fault_injected_by_a_test() {}

#[cfg(not(debug_assertions))]
pub(super) fn disk_hangs_in_a_test() {}
