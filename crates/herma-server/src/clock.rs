//! A clock that is set while we run. Deadlines are moments of the wall clock, since they must outlive a process; the other
//! clock, which only ever runs, shows when the wall's was moved.
//!
//! Set forward: what is over by it is over, and stays so. Set back: nobody knows any more how long something has waited, so it
//! is canceled and asked anew (`herma_gate::next_step`). Either way nothing is allowed by it.

use herma_store::Millis;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Less is a correction. The same slack as the gate's and the store's.
const JUMP: Millis = 60_000;
/// People are told of it for so long.
const SAID_FOR: Duration = Duration::from_secs(3600);

/// Where both clocks stood at the last look.
#[derive(Debug)]
pub(crate) struct Watch {
    wall: Millis,
    runs: Instant,
}

impl Watch {
    pub(crate) fn new(wall: Millis, runs: Instant) -> Watch {
        Watch { wall, runs }
    }

    /// By how much the wall's was moved since the last look, if it was.
    pub(crate) fn moved(&mut self, wall: Millis, runs: Instant) -> Option<Millis> {
        let passed = runs.saturating_duration_since(self.runs).as_millis();
        let by = wall - self.wall - Millis::try_from(passed).unwrap_or(Millis::MAX);
        *self = Watch { wall, runs };
        (by.abs() > JUMP).then_some(by)
    }
}

/// The last time that it was moved, for as long as people may wonder about it.
#[derive(Debug, Default)]
pub(crate) struct Moved(Mutex<Option<(Instant, String)>>);

impl Moved {
    pub(crate) fn note(&self, by: Millis, wall: Millis) {
        // The two clocks are read one after the other: less than a second is that.
        let far = herma_view::duration::text((by.abs() + 500) / 1000 * 1000);
        let at = herma_view::time::shown(wall);
        let text = match by > 0 {
            true => format!(
                "went forward by {far} at {at} UTC, or this machine slept: what was over by then has expired"
            ),
            false => format!("was set back by {far} at {at} UTC: what waited is canceled, and is asked anew"),
        };
        eprintln!("herma: the clock {text}");
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), text));
    }

    /// `went forward by 2 h at …`.
    pub(crate) fn now(&self) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|(at, _)| at.elapsed() < SAID_FOR).map(|(_, text)| text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t21_a_jump_is_seen_once_and_a_correction_is_none() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(1_000_000, start);
        assert_eq!(watch.moved(1_005_000, after(5)), None, "time passes");
        assert_eq!(watch.moved(1_040_000, after(10)), None, "half a minute is a correction");
        assert_eq!(watch.moved(8_245_000, after(15)), Some(7_200_000));
        assert_eq!(watch.moved(8_250_000, after(20)), None, "once");
        assert_eq!(watch.moved(1_055_000, after(25)), Some(-7_200_000));
    }
}
