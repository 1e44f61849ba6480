//! How a reviewer fails, and for how long that is remembered.

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
            Kind::Malformed | Kind::Refused => None,
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

/// What a status and its text mean. `None`: it is an answer.
pub(crate) fn of_status(status: u16, body: &str) -> Option<Kind> {
    let text = body.to_lowercase();
    let no_money = CREDIT.iter().any(|words| text.contains(words));
    match status {
        200..=299 => None,
        402 => Some(Kind::OutOfCredit),
        400 | 403 | 429 if no_money => Some(Kind::OutOfCredit),
        429 | 529 => Some(Kind::RateLimited),
        401 | 403 => Some(Kind::Unauthorized),
        408 | 504 => Some(Kind::TimedOut),
        _ => Some(Kind::Broken),
    }
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
        ] {
            assert_eq!(of_status(status, body), kind, "{status} {body}");
        }
    }
}
