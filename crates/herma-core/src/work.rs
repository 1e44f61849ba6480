//! The work budget of one judgement.
//!
//! Judging is a function of its inputs, so its bound cannot be a clock: it counts units of work. Every loop whose length
//! the input decides charges what it does. When the budget is spent, readers stop where they are, the world is not asked
//! any more, and the call counts as too complex to inspect: asked about, whatever was found before is kept. A part of the
//! budget is held back for one last look at what was not reached, so that padding does not hide what must never happen.
//!
//! The meter belongs to the thread that judges, so that parsers, matchers and tables need no extra argument. It has no
//! effect outside [`Judgement`], and an inner judgement (a way back, a second look) counts on the outer one's meter.

use std::cell::Cell;

/// Units that one judgement may take. A unit is about 100 ns in a release build, so this is some 60 ms; an ordinary command
/// takes a few hundred, a script of 2 KB about ten thousand.
pub const BUDGET: u64 = 600_000;

/// The part of it that is kept for the last look.
const RESERVE: u64 = 60_000;

/// The longest path that the system takes (`PATH_MAX`). A longer folder, home or file name is nobody's.
pub const PATH_MAX: usize = 4096;

/// The stack of every thread that judges. Judging is recursive over what the agent sent; each reader bounds its depth, and
/// this holds all of them inside each other. Mapped, but only paid for when used.
pub const STACK: usize = 64 << 20;

/// The part of it that a judgement may use. A reader that goes round in a circle would end the process, and some agents take
/// a hook that died for a yes: past this, the budget counts as spent.
const DEPTH: usize = STACK / 4 * 3;

const IDLE: u64 = u64::MAX;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(IDLE) };
    static LAST: Cell<u64> = const { Cell::new(0) };
    static OVERDRAWN: Cell<u64> = const { Cell::new(0) };
    static RESERVED: Cell<u64> = const { Cell::new(0) };
    static PASSED: Cell<bool> = const { Cell::new(false) };
    static BOTTOM: Cell<usize> = const { Cell::new(0) };
}

/// One judgement on this thread, from its beginning to its drop.
#[must_use]
pub(crate) struct Judgement {
    outermost: bool,
}

impl Judgement {
    pub(crate) fn begin() -> Self {
        let outermost = LEFT.get() == IDLE;
        if outermost {
            LEFT.set(BUDGET - RESERVE);
            RESERVED.set(RESERVE);
            OVERDRAWN.set(0);
            PASSED.set(false);
            BOTTOM.set(stack_now());
        }
        Judgement { outermost }
    }
}

impl Drop for Judgement {
    fn drop(&mut self) {
        if self.outermost {
            LAST.set(BUDGET - (LEFT.get() + RESERVED.get()).min(BUDGET) + OVERDRAWN.get());
            LEFT.set(IDLE);
        }
    }
}

/// Charges so many units; false once the budget is spent.
pub(crate) fn charge(units: usize) -> bool {
    let left = LEFT.get();
    if left == IDLE {
        return true;
    }
    if BOTTOM.get().abs_diff(stack_now()) > DEPTH {
        LEFT.set(0);
        return false;
    }
    let units = units as u64;
    match left.checked_sub(units) {
        Some(rest) => {
            LEFT.set(rest);
            rest > 0
        }
        None => {
            // Whoever is refused first stops there; whoever goes on charging goes on working.
            if left == 0 {
                OVERDRAWN.set(OVERDRAWN.get().saturating_add(units));
            }
            LEFT.set(0);
            false
        }
    }
}

/// Roughly where the stack ends now.
#[inline(never)]
fn stack_now() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

/// Whether the budget of the judgement at hand is spent.
pub(crate) fn is_spent() -> bool {
    LEFT.get() == 0
}

/// The budget is spent: what was held back may be used, once.
pub(crate) fn take_reserve() {
    if LEFT.get() != IDLE {
        PASSED.set(true);
        LEFT.set(LEFT.get() + RESERVED.replace(0));
    }
}

/// Something is past a bound of its own: the call is too complex to inspect, but what stands beside it is read.
pub(crate) fn give_up() {
    PASSED.set(true);
}

/// Whether there is something that was not read.
pub(crate) fn is_past_a_bound() -> bool {
    is_spent() || PASSED.get()
}

/// Units that the last judgement on this thread took, what was done after its end included. For tests, fuzzers and benchmarks.
#[doc(hidden)]
pub fn last() -> u64 {
    LAST.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How deep it came: every level takes a kilobyte and a unit, and there are far more units than kilobytes.
    fn dive(level: u64) -> u64 {
        let ballast = std::hint::black_box([level; 128]);
        if charge(1) { dive(level + 1) } else { ballast[0] }
    }

    #[test]
    fn a_circle_ends_before_the_stack_does() {
        let judged = std::thread::Builder::new().stack_size(STACK).spawn(|| {
            let judgement = Judgement::begin();
            let depth = dive(0);
            let gave_up = is_past_a_bound();
            drop(judgement);
            (depth, gave_up)
        });
        let (depth, gave_up) = judged.unwrap().join().unwrap();
        assert!(gave_up);
        assert!((1_000..BUDGET - RESERVE).contains(&depth), "{depth}");
    }

    #[test]
    fn the_meter_runs_only_inside_a_judgement() {
        assert!(charge(usize::MAX));
        assert!(!is_spent());
        {
            let _outer = Judgement::begin();
            assert!(charge(5));
            {
                let _inner = Judgement::begin();
                assert!(charge(7));
            }
            assert!(!is_spent());
            assert!(!charge(usize::try_from(BUDGET).unwrap()));
            assert!(is_spent());
            assert!(!charge(3));
            take_reserve();
            assert!(!is_spent() && is_past_a_bound());
            assert!(!charge(usize::try_from(RESERVE).unwrap()));
            take_reserve();
            assert!(is_spent());
        }
        assert_eq!(last(), BUDGET + 3);
        assert!(!is_spent());
    }
}
