//! How a reviewer fails, and for how long that is remembered.

use serde_json::Value;
use std::time::Duration;

/// A failure, in words for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{by}: {text}")]
pub struct Fail {
    pub by: String,
    pub kind: Kind,
    pub text: String,
}

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nobody answered at that address.
    Unreachable,
    TimedOut,
    /// Too many questions; comes back by itself.
    RateLimited,
    /// No money left there.
    OutOfCredit,
    /// The key is not taken.
    Unauthorized,
    /// An error of theirs.
    Broken,
    /// It answered, but not what it was asked.
    Malformed,
    /// It did not want to.
    Refused,
    /// It was never asked: nothing is wrong with it.
    Unasked,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Unreachable => "unreachable",
            Kind::TimedOut => "timed_out",
            Kind::RateLimited => "rate_limited",
            Kind::OutOfCredit => "out_of_credit",
            Kind::Unauthorized => "unauthorized",
            Kind::Broken => "broken",
            Kind::Malformed => "malformed",
            Kind::Refused => "refused",
            Kind::Unasked => "unasked",
        }
    }

    /// How long the provider is left alone. `None`: the next question may go well, and another provider would not do
    /// better with this one.
    pub const fn remembered(self) -> Option<Duration> {
        match self {
            Kind::Unreachable | Kind::TimedOut | Kind::Broken => Some(Duration::from_secs(30)),
            Kind::RateLimited => Some(Duration::from_secs(60)),
            Kind::Unauthorized => Some(Duration::from_secs(300)),
            Kind::OutOfCredit => Some(Duration::from_secs(900)),
            Kind::Malformed | Kind::Refused | Kind::Unasked => None,
        }
    }
}

/// What providers write when money has run out; some of them with a status that says something else.
const CREDIT: &[&str] = &[
    "insufficient_quota",
    "exceeded your current quota",
    "credit balance is too low",
    "insufficient credits",
    "insufficient balance",
    "out of credits",
    "billing_hard_limit_reached",
    "billing hard limit",
    "payment required",
    "payment_required",
    "quota exceeded for",
];

/// What they write when a filter has stopped the question. That is no failure of the provider's.
const FILTERED: &[&str] = &["content_filter", "content_policy", "content filter", "content policy"];

/// What a status and its text mean. `None`: it is an answer.
pub(crate) fn of_status(status: u16, body: &str) -> Option<Kind> {
    let text = body.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|words| text.contains(words));
    match status {
        // Some say 200, and in it what is wrong.
        200..=299 => of_error(body),
        402 => Some(Kind::OutOfCredit),
        400 | 403 | 429 if has(CREDIT) => Some(Kind::OutOfCredit),
        400 | 403 if has(FILTERED) => Some(Kind::Refused),
        429 | 529 => Some(Kind::RateLimited),
        401 | 403 => Some(Kind::Unauthorized),
        408 | 504 => Some(Kind::TimedOut),
        _ => Some(Kind::Broken),
    }
}

/// The error that stands in place of an answer, if one does. Its words are the provider's, not the model's.
fn of_error(body: &str) -> Option<Kind> {
    let value: Value = serde_json::from_str(body).ok()?;
    let is_one = |error: &&Value| match error {
        Value::Object(members) => !members.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => false,
    };
    let error = ["/error", "/choices/0/error", "/response/error"].iter().find_map(|at| value.pointer(at));
    let error = error.filter(is_one)?;
    let code = error.get("code").or_else(|| error.get("status"));
    let code = code.and_then(|code| code.as_u64().or_else(|| code.as_str()?.parse().ok()));
    let text = error.to_string().to_lowercase();
    if let Some(status @ 400..=599) = code.and_then(|code| u16::try_from(code).ok()) {
        return of_status(status, &text);
    }
    let has = |words: &[&str]| words.iter().any(|words| text.contains(words));
    Some(match () {
        () if has(CREDIT) => Kind::OutOfCredit,
        () if has(FILTERED) => Kind::Refused,
        () if has(&["rate_limit", "rate limit", "too many requests", "overloaded"]) => Kind::RateLimited,
        () if has(&["authentication", "unauthorized", "permission", "api key", "api_key"]) => {
            Kind::Unauthorized
        }
        () if has(&["timeout", "timed out"]) => Kind::TimedOut,
        () => Kind::Broken,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_and_texts_mean_what_providers_mean() {
        for (status, body, kind) in [
            (200, "", None),
            (402, "", Some(Kind::OutOfCredit)),
            (429, r#"{"error":{"code":"insufficient_quota"}}"#, Some(Kind::OutOfCredit)),
            (429, "slow down", Some(Kind::RateLimited)),
            (400, "Your credit balance is too low to access the Anthropic API.", Some(Kind::OutOfCredit)),
            (400, "unknown field", Some(Kind::Broken)),
            (529, "overloaded_error", Some(Kind::RateLimited)),
            (401, "", Some(Kind::Unauthorized)),
            (500, "", Some(Kind::Broken)),
            (504, "", Some(Kind::TimedOut)),
            (400, r#"{"error":{"code":"content_filter"}}"#, Some(Kind::Refused)),
            (200, r#"{"error":{"code":402,"message":"Insufficient credits"}}"#, Some(Kind::OutOfCredit)),
            (200, r#"{"error":{"code":"429","message":"slow down"}}"#, Some(Kind::RateLimited)),
            (200, r#"{"type":"error","error":{"type":"overloaded_error"}}"#, Some(Kind::RateLimited)),
            (200, r#"{"error":{"type":"authentication_error"}}"#, Some(Kind::Unauthorized)),
            (200, r#"{"error":"out of credits"}"#, Some(Kind::OutOfCredit)),
            (200, r#"{"choices":[{"error":{"code":502,"message":"upstream"}}]}"#, Some(Kind::Broken)),
            (200, r#"{"error":{"code":"content_policy_violation"}}"#, Some(Kind::Refused)),
            (200, r#"{"error":null,"output":[]}"#, None),
            (200, r#"{"choices":[{"message":{"content":"{\"error\":{\"code\":402}}"}}]}"#, None),
        ] {
            assert_eq!(of_status(status, body), kind, "{status} {body}");
        }
    }
}
