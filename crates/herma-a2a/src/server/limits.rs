//! How much a peer may ask for.

use crate::protocol::Fault;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Looking is cheaper than asking for work.
const LOOKS_PER_TASK: u32 = 20;
/// Buckets of peers that have not come for so long are full again, and forgotten.
const FORGET: Duration = Duration::from_secs(600);

#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of one request.
    pub body: usize,
    /// New tasks a second and peer; twice that at once.
    pub rate: u32,
    /// Tasks of one peer that are not over.
    pub open_per_peer: usize,
    /// Tasks of all peers that are not over.
    pub open: usize,
    /// Executors at once; what is beyond waits its turn.
    pub working: usize,
    /// One task's work.
    pub time: Duration,
    /// How long a task waits for what it asked its peer. Nobody's answer is no.
    pub answer: Duration,
    /// How long a task that is over can still be asked about.
    pub keep: Duration,
    pub connections: usize,
    /// A peer that says hello and nothing more.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 1024 * 1024,
            rate: 50,
            open_per_peer: 200,
            open: 5000,
            working: 8,
            time: Duration::from_secs(3600),
            answer: Duration::from_secs(24 * 3600),
            keep: Duration::from_secs(30 * 24 * 3600),
            connections: 1024,
            patience: Duration::from_secs(20),
        }
    }
}

/// What a request costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    Task,
    Look,
}

#[derive(Debug)]
struct Bucket {
    /// In looks.
    left: f64,
    at: Instant,
}

/// One bucket a peer; it fills with time.
#[derive(Debug, Default)]
pub struct Meter {
    buckets: Mutex<HashMap<String, Bucket>>,
}

impl Meter {
    /// Takes from the peer's bucket, or says when to come back.
    pub fn take(&self, peer: &str, cost: Cost, rate: u32, now: Instant) -> Result<(), Fault> {
        let per_second = f64::from(rate.saturating_mul(LOOKS_PER_TASK));
        let full = per_second * 2.0;
        let price = match cost {
            Cost::Task => f64::from(LOOKS_PER_TASK),
            Cost::Look => 1.0,
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if buckets.len() > 1000 {
            buckets.retain(|_, bucket| now.duration_since(bucket.at) < FORGET);
        }
        let bucket = buckets.entry(peer.to_owned()).or_insert(Bucket { left: full, at: now });
        let grown = now.duration_since(bucket.at).as_secs_f64() * per_second;
        bucket.left = (bucket.left + grown).min(full);
        bucket.at = now;
        if bucket.left < price {
            let why = format!("too many requests: at most {rate} new tasks a second");
            return Err(Fault::busy(why, 1));
        }
        bucket.left -= price;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_peer_cannot_use_up_anothers_share() {
        let meter = Meter::default();
        let start = Instant::now();
        let tasks =
            |peer: &str, at| (0..100).filter(|_| meter.take(peer, Cost::Task, 10, at).is_ok()).count();
        assert_eq!(tasks("a", start), 20);
        assert_eq!(tasks("b", start), 20);
        assert_eq!(tasks("a", start + Duration::from_secs(1)), 10);
        assert_eq!(tasks("a", start + Duration::from_secs(60)), 20);
    }
}
