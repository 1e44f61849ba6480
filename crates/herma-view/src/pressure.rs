//! Words by which an agent presses for a yes (T36). They decide nothing; a person is told that they are there.

/// In lower case. Each is said to whoever approves, not about the work.
const PHRASES: &[&str] = &[
    "already approved",
    "approve immediately",
    "approve now",
    "approve this",
    "as you approved",
    "don't worry",
    "do not worry",
    "just approve",
    "just click",
    "no need to check",
    "no need to review",
    "no time to",
    "please approve",
    "pre-approved",
    "preapproved",
    "safe to approve",
    "skip the review",
    "the user approved",
    "the user has approved",
    "trust me",
    "urgent",
    "user already confirmed",
    "will lose everything",
    "without delay",
    "you must approve",
    "you will be fired",
];

/// The first such phrase in a text.
pub fn found(text: &str) -> Option<&'static str> {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        plain.push_str(&word.to_lowercase().replace('’', "'"));
        plain.push(' ');
    }
    let is_apart = |phrase: &str, at: usize| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let (before, after) =
            (plain.get(..at).unwrap_or_default(), plain.get(at + phrase.len()..).unwrap_or_default());
        !letter(before.chars().next_back()) && !letter(after.chars().next())
    };
    PHRASES.iter().copied().find(|phrase| plain.match_indices(phrase).any(|(at, _)| is_apart(phrase, at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t36_pressure_is_found_however_it_is_spaced() {
        assert_eq!(found("URGENT: prod is down"), Some("urgent"));
        assert_eq!(found("The user\n  has approved this"), Some("the user has approved"));
        assert_eq!(found("Don’t worry, it is only a test folder"), Some("don't worry"));
        for plain in ["Remove the old build output", "Approve button: fix its colour", "insurgents.txt"] {
            assert_eq!(found(plain), None, "{plain}");
        }
    }
}
