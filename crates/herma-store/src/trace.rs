//! Traces: what was judged, and what came of it. Kept for a while, and forgotten on demand; the audit chain is another
//! thing.
//!
//! Agents repeat themselves. So the call with its assessment and the world's answers is kept once ([`NewTrace::call`]), and a
//! trace is a short row that points at it.

use crate::{Millis, State};
use herma_core::effect::Tier;
use serde_json::Value;

/// A judged call, as a spool line brings it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTrace {
    pub at: Millis,
    pub agent: String,
    pub session: String,
    /// `hook`, `run`, …
    pub surface: String,
    pub tier: Tier,
    /// The entry behind the worst effect, and the tool: what is counted most often.
    pub rule: String,
    pub tool: String,
    /// `allow`, `ask`, `deny`.
    pub decision: String,
    pub decided_by: String,
    pub would: Option<String>,
    pub elapsed_us: u64,
    /// The question that was put to a person.
    pub request: Option<String>,
    /// Canonical JSON: the redacted call, its assessment, the world's answers.
    pub call: String,
}

/// The newest format of a spool line that this version reads.
pub const LINE_VERSION: u64 = 1;

impl NewTrace {
    /// Reads a line of the spool. `None` for what is none, or of a newer version.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let mut line: Value = serde_json::from_slice(line).ok()?;
        if line.get("v")?.as_u64()? > LINE_VERSION {
            return None;
        }
        let call = line.get_mut("call")?.take();
        let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
        let first = call.get("effects").and_then(|effects| effects.get(0));
        Some(NewTrace {
            at: line.get("at")?.as_i64()?,
            agent: text(&call, "agent")?,
            session: text(&line, "session").unwrap_or_default(),
            surface: text(&line, "surface")?,
            tier: Tier::ALL
                .iter()
                .copied()
                .find(|tier| call.get("tier").is_some_and(|t| t == tier.as_str()))?,
            rule: first.and_then(|effect| text(effect, "rule")).unwrap_or_default(),
            tool: text(&call, "tool")?,
            decision: text(&line, "decision")?,
            decided_by: text(&line, "by")?,
            would: text(&line, "would"),
            elapsed_us: line.get("us").and_then(Value::as_u64).unwrap_or(0),
            request: text(&line, "request"),
            // Keys are sorted: the same call is the same text.
            call: call.to_string(),
        })
    }
}

/// A trace as it is kept. The texts belong to the store: whoever counts a million of them copies nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceLine<'a> {
    pub id: u64,
    /// Which call: [`crate::Store::traced_calls`].
    pub call: u64,
    pub at: Millis,
    pub agent: &'a str,
    pub session: &'a str,
    pub surface: &'a str,
    pub tier: Tier,
    pub rule: &'a str,
    pub tool: &'a str,
    pub decision: &'a str,
    pub decided_by: &'a str,
    pub would: Option<&'a str>,
    pub elapsed_us: u64,
    pub request: Option<&'a str>,
    /// What became of the request, if it is still known.
    pub answered: Option<Answered<'a>>,
}

/// What became of the question behind a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered<'a> {
    pub state: State,
    pub asked: Millis,
    pub decided: Option<Millis>,
    pub by: Option<&'a str>,
    /// The channel; `None` or not a person's where nobody answered.
    pub how: Option<&'a str>,
    pub reason: Option<&'a str>,
    pub outcome: Option<&'a str>,
}

impl Answered<'_> {
    /// Whether a person said no.
    pub fn is_no(&self) -> bool {
        self.state == State::Denied
    }

    /// Whether a person said yes.
    pub fn is_yes(&self) -> bool {
        matches!(self.state, State::Approved | State::Executed | State::Unknown)
    }
}

/// Which traces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TraceFilter {
    pub since: Option<Millis>,
    pub id: Option<u64>,
    pub agent: Option<String>,
    pub decision: Option<String>,
    /// The newest first, and at most so many; otherwise all of them, the oldest first.
    pub newest: Option<usize>,
}

/// What is to be forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forget {
    Before(Millis),
    Session(String),
    All,
}

impl Forget {
    pub(crate) fn covers(&self, at: Millis, session: &str) -> bool {
        match self {
            Forget::Before(time) => at < *time,
            Forget::Session(name) => session == name,
            Forget::All => true,
        }
    }
}

/// What was forgotten: how many traces, and how many requests lost their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forgotten {
    pub traces: u64,
    pub requests: u64,
}

/// A request whose text may go: it is over.
pub(crate) fn is_over(state: State) -> bool {
    !matches!(state, State::Pending | State::Approved)
}
