//! What the fuzz targets share: judging, and what must hold of every verdict.

pub mod encodings;
pub mod expression;
#[path = "../../tests/differential/tree.rs"]
pub mod tree;

use herma_core::effect::Span;
use herma_core::world::TableWorld;
use herma_core::{Decision, Policy, ToolCall, Verdict, shell};
use serde_json::Value;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Time on the processor that one text may take. The work budget ends a judgement within a tenth of a second; instrumented
/// and little optimised, on a machine that does two things at once, that is up to thirty times as long.
const PATIENCE: Duration = Duration::from_millis(4000);

/// The input as text: the judge takes nothing else.
pub fn text(data: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(data)
}

pub fn judge(text: &str) -> Verdict {
    judge_call(&ToolCall::shell(text))
}

pub fn judge_call(call: &ToolCall) -> Verdict {
    herma_core::judge(call, &TableWorld::developer(), &Policy::default())
}

/// A span that points into the text, at whole characters.
pub fn lies_within(span: Span, text: &str, what: &str) {
    let (start, end) = (span.start as usize, span.end as usize);
    assert!(text.get(start..end).is_some(), "{what} at {start}..{end} is not in {text:?}");
}

/// What holds of every verdict on a shell text.
pub fn holds_of_every_verdict(text: &str, verdict: &Verdict) {
    for effect in &verdict.assessment.effects {
        lies_within(effect.span, text, &effect.rule);
    }
    let a = &verdict.assessment;
    assert!((0.0..=1.0).contains(&a.risk) && (0.0..=1.0).contains(&a.confidence), "{text:?}");
    assert!(!a.bounded || verdict.decision != Decision::Allow, "allowed past a bound: {text:?}");
    // Half of a compound command is read as if it were whole.
    if let Err(error) = shell::parse(text)
        && shell::complete(text, error).is_none()
    {
        assert_ne!(verdict.decision, Decision::Allow, "allowed, though {error}: {text:?}");
    }
    assert_eq!(verdict.hardline, verdict.decision == Decision::Deny, "{text:?}");
    holds_of_every_line(verdict);
}

/// What `herma check --json` prints: JSON, on one line, with nothing in it that moves a cursor.
pub fn holds_of_every_line(verdict: &Verdict) {
    let line = verdict.to_json_line(&Value::Null, 0);
    assert!(!line.contains(char::is_control), "a control character in {line:?}");
    let json: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    assert_eq!(json["decision"], verdict.decision.as_str());
    assert_eq!(json["reasons"].as_array().map(Vec::len), Some(verdict.assessment.effects.len()));
    assert_eq!(json["tool_name"], verdict.tool.as_str());
}

/// Behind a text that can be read to its end, a hardline command is still seen.
pub fn nothing_hides_what_follows(text: &str) {
    // A backslash at the end takes the line break away.
    if shell::parse(text).is_err() || text.ends_with('\\') {
        return;
    }
    for tail in ["\nrm -rf /", "\n> /dev/sda"] {
        let longer = format!("{text}{tail}");
        let verdict = judge(&longer);
        assert_ne!(verdict.decision, Decision::Allow, "hidden: {longer:?}");
    }
}

/// Runs it, and fails if that took too much time on the processor.
pub fn in_time<T>(text: &str, f: impl FnOnce() -> T) -> T {
    let (clock, start) = (Instant::now(), cpu_time());
    let out = f();
    let used = match (start, cpu_time()) {
        (Some(start), Some(end)) => end.saturating_sub(start),
        _ => clock.elapsed(),
    };
    let beginning: String = text.chars().take(200).collect();
    assert!(used < PATIENCE, "{used:?} for {} bytes: {beginning:?}…", text.len());
    out
}

/// Time this thread spent on a processor: the machine may be busy with others.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
