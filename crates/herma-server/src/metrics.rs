//! What is counted, for Prometheus.

use axum::http::StatusCode;
use herma_core::Decision;
use herma_store::State;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper ends of the classes of time, in milliseconds.
const CLASSES_MS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 500, 5000];

#[derive(Debug, Default)]
pub struct Metrics {
    answers: Mutex<BTreeMap<u16, u64>>,
    decisions: Mutex<BTreeMap<(String, String), u64>>,
    calls: [AtomicU64; 3],
    refused: AtomicU64,
    judging: Histogram,
    answering: Histogram,
}

#[derive(Debug, Default)]
struct Histogram {
    classes: [AtomicU64; CLASSES_MS.len() + 1],
    sum_us: AtomicU64,
}

impl Histogram {
    fn add(&self, time: Duration) {
        let class = CLASSES_MS.iter().position(|end| time <= Duration::from_millis(*end));
        if let Some(count) = self.classes.get(class.unwrap_or(CLASSES_MS.len())) {
            count.fetch_add(1, Relaxed);
        }
        self.sum_us.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut all = 0;
        for (count, end) in self.classes.iter().zip(CLASSES_MS) {
            all += count.load(Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {all}", end as f64 / 1000.0);
        }
        all += self.classes.last().map_or(0, |count| count.load(Relaxed));
        let sum = self.sum_us.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {all}\n{name}_sum {sum}\n{name}_count {all}");
    }
}

/// What is so at the moment.
#[derive(Debug, Clone, Default)]
pub struct Gauges {
    pub pending: u64,
    pub waiters: u64,
    pub listeners: u64,
    pub store_ok: bool,
    pub untraced: u64,
    pub channels: Vec<(String, bool)>,
}

impl Metrics {
    pub(crate) fn answered(&self, status: StatusCode, time: Duration) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry(status.as_u16()).or_default() += 1;
        drop(answers);
        self.answering.add(time);
    }

    pub(crate) fn judged(&self, decision: Decision, time: Duration) {
        if let Some(count) = self.calls.get(decision as usize) {
            count.fetch_add(1, Relaxed);
        }
        self.judging.add(time);
    }

    pub(crate) fn decided(&self, state: State, channel: &str) {
        let mut decisions = self.decisions.lock().unwrap_or_else(PoisonError::into_inner);
        *decisions.entry((state.to_string(), channel.to_owned())).or_default() += 1;
    }

    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Relaxed);
    }

    /// As Prometheus reads it.
    pub fn text(&self, now: &Gauges) -> String {
        let mut out = String::new();
        let gauge = |out: &mut String, name: &str, help: &str, value: u64| {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        };
        gauge(&mut out, "herma_requests_pending", "Requests that wait for a person.", now.pending);
        gauge(&mut out, "herma_calls_waiting", "Calls that wait for an answer here.", now.waiters);
        gauge(&mut out, "herma_event_listeners", "Open event streams.", now.listeners);
        gauge(&mut out, "herma_store_up", "Whether the store can be read and written.", now.store_ok.into());
        gauge(&mut out, "herma_calls_untraced", "Calls that left no trace.", now.untraced);
        let _ = writeln!(
            out,
            "# HELP herma_channel_up Whether people can be reached there.\n# TYPE herma_channel_up gauge"
        );
        for (name, up) in &now.channels {
            let _ = writeln!(out, "herma_channel_up{{channel=\"{name}\"}} {}", u8::from(*up));
        }
        let _ = writeln!(out, "# HELP herma_calls_total Judged calls.\n# TYPE herma_calls_total counter");
        for decision in [Decision::Allow, Decision::Ask, Decision::Deny] {
            let count = self.calls.get(decision as usize).map_or(0, |count| count.load(Relaxed));
            let _ = writeln!(out, "herma_calls_total{{decision=\"{}\"}} {count}", decision.as_str());
        }
        let _ = writeln!(
            out,
            "# HELP herma_decisions_total Answers that counted.\n# TYPE herma_decisions_total counter"
        );
        for ((state, channel), count) in &*self.decisions.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = writeln!(out, "herma_decisions_total{{state=\"{state}\",channel=\"{channel}\"}} {count}");
        }
        let _ = writeln!(
            out,
            "# HELP herma_answers_refused_total Answers that did not count.\n# TYPE herma_answers_refused_total counter\nherma_answers_refused_total {}",
            self.refused.load(Relaxed)
        );
        let _ = writeln!(
            out,
            "# HELP herma_http_answers_total HTTP answers by status.\n# TYPE herma_http_answers_total counter"
        );
        for (status, count) in &*self.answers.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = writeln!(out, "herma_http_answers_total{{status=\"{status}\"}} {count}");
        }
        self.judging.write(&mut out, "herma_judge_seconds", "From a call to its first decision.");
        self.answering.write(
            &mut out,
            "herma_http_seconds",
            "From a request to its answer, waiting included.",
        );
        out
    }
}
