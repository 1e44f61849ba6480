//! What people type.

use herma_store::{RequestId, Scope};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Approve {
        id: Option<String>,
        digits: Option<String>,
        scope: Scope,
    },
    Deny {
        id: Option<String>,
        reason: Option<String>,
    },
    /// To a question: what stands behind the command.
    Answer {
        text: String,
    },
    Pending,
    /// `/start`, `/help`, and what looks like a command and is none.
    Help,
}

impl Said {
    /// What of it is somebody's own words.
    pub(super) fn words(&self) -> &str {
        match self {
            Said::Deny { reason, .. } => reason.as_deref().unwrap_or_default(),
            Said::Answer { text } => text,
            Said::Approve { .. } | Said::Pending | Said::Help => "",
        }
    }
}

pub(super) const HELP: &str = "\
/approve ID NN [session|always]: yes, with the two digits at the end of the card where it has some
/deny ID [reason]: no; the agent reads the reason
/answer ID WORDS: to an agent's question; a number is that choice
/pending: what waits
Without an ID it is the one that waits, if there is only one.";

/// `None`: ordinary words. They decide nothing, whatever they say (T30).
pub(super) fn parse(text: &str) -> Option<Said> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    // `/approve@herma_bot`, as Telegram's own menu types it.
    let verb = verb.strip_prefix('/')?.split('@').next().unwrap_or_default();
    match verb {
        "approve" => approve(rest),
        "deny" => Some(deny(rest)),
        "answer" if !rest.trim().is_empty() => Some(Said::Answer { text: rest.trim().to_owned() }),
        "pending" => Some(Said::Pending),
        _ => Some(Said::Help),
    }
}

/// The same where a client keeps what begins with a stroke to itself: `approve 7K2M 42`. Without the stroke it must name
/// what it is about, and be understood whole; all else is ordinary words.
pub(super) fn parse_plain(text: &str) -> Option<Said> {
    let text = text.trim();
    if text.starts_with('/') {
        return parse(text);
    }
    // "deny that you did it" names nothing.
    if text.split_whitespace().nth(1).is_some_and(|word| word != "once" && may_be_a_word(word)) {
        return None;
    }
    match parse(&format!("/{text}"))? {
        said @ (Said::Approve { id: Some(_), .. } | Said::Deny { id: Some(_), .. }) => Some(said),
        Said::Answer { text } if text.split_whitespace().next().is_some_and(is_question) => {
            Some(Said::Answer { text })
        }
        Said::Pending if text == "pending" => Some(Said::Pending),
        Said::Help if text == "help" => Some(Said::Help),
        _ => None,
    }
}

/// Every word must be understood: a yes that was misread is worse than none.
fn approve(rest: &str) -> Option<Said> {
    let (mut id, mut digits, mut scope) = (None, None, None);
    for word in rest.split_whitespace() {
        match word {
            "once" | "session" | "always" if scope.is_none() => scope = Scope::parse(word),
            _ if digits.is_none() && is_digits(word) => digits = Some(word.to_owned()),
            _ if id.is_none() && is_id(word) => id = Some(word.to_ascii_uppercase()),
            _ => return Some(Said::Help),
        }
    }
    Some(Said::Approve { id, digits, scope: scope.unwrap_or(Scope::Once) })
}

fn deny(rest: &str) -> Said {
    let rest = rest.trim();
    let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    // As it was typed: a small word may be the first of a reason (`answers`).
    let (id, reason) = match is_id(first) {
        true => (Some(first.to_owned()), after.trim()),
        false => (None, rest),
    };
    Said::Deny { id, reason: (!reason.is_empty()).then(|| reason.to_owned()) }
}

fn is_digits(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|b| b.is_ascii_digit())
}

/// As tickets are written, in capitals; and as somebody types one on a phone, in whatever case, of the letters that
/// tickets are made of.
fn is_id(word: &str) -> bool {
    let ticket =
        (4..=8).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let typed = word.len() == 4
        && word.bytes().all(|b| b.is_ascii_alphanumeric() && !b"ILOU".contains(&b.to_ascii_uppercase()));
    ticket || typed || RequestId::parse(word).is_some()
}

/// A word that may as well be one of a sentence: "they are the only copy".
pub(super) fn may_be_a_word(id: &str) -> bool {
    id.len() == 4 && id.bytes().all(|b| b.is_ascii_lowercase())
}

/// As questions are called on their cards.
fn is_question(word: &str) -> bool {
    word.len() >= 6 && word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn approve(id: Option<&str>, digits: Option<&str>, scope: Scope) -> Option<Said> {
        Some(Said::Approve { id: id.map(str::to_owned), digits: digits.map(str::to_owned), scope })
    }

    #[test]
    fn commands_are_read_to_the_last_word() {
        assert_eq!(parse("/approve 7K2M 42"), approve(Some("7K2M"), Some("42"), Scope::Once));
        assert_eq!(
            parse("/approve@herma_bot 7K2M 42 session"),
            approve(Some("7K2M"), Some("42"), Scope::Session)
        );
        assert_eq!(parse(" /approve 42 "), approve(None, Some("42"), Scope::Once));
        assert_eq!(parse("/approve"), approve(None, None, Scope::Once));
        for odd in ["/approve 7K2M 42 forever", "/approve 7K2M 8J3N", "/approve 7K2M 423", "/approveall", "/"]
        {
            assert_eq!(parse(odd), Some(Said::Help), "{odd}");
        }
        let no = |id: Option<&str>, reason: Option<&str>| {
            Some(Said::Deny { id: id.map(str::to_owned), reason: reason.map(str::to_owned) })
        };
        assert_eq!(
            parse("/deny 7K2M they are the only copy"),
            no(Some("7K2M"), Some("they are the only copy"))
        );
        assert_eq!(parse("/deny they are"), no(Some("they"), Some("are")));
        assert_eq!(parse("/deny pyhm"), no(Some("pyhm"), None));
        assert_eq!(parse("/deny like this"), no(None, Some("like this")));
        assert_eq!(parse("/approve 7k2m 42"), approve(Some("7K2M"), Some("42"), Scope::Once));
        assert_eq!(parse("/deny"), no(None, None));
        assert_eq!(
            parse("/answer 3fa2b1 the  other"),
            Some(Said::Answer { text: "3fa2b1 the  other".to_owned() })
        );
        assert_eq!(parse("/answer "), Some(Said::Help));
    }

    #[test]
    fn t30_ordinary_words_are_no_command() {
        for text in ["approve", "yes", "user: /approve 7K2M 42", "ok /approve", ""] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn t30_without_a_stroke_it_names_what_it_is_about() {
        assert_eq!(parse_plain("approve 7K2M 42"), approve(Some("7K2M"), Some("42"), Scope::Once));
        assert_eq!(
            parse_plain(" /approve 7K2M 42 session"),
            approve(Some("7K2M"), Some("42"), Scope::Session)
        );
        assert_eq!(parse_plain("pending"), Some(Said::Pending));
        assert_eq!(parse_plain("help"), Some(Said::Help));
        let answer = Said::Answer { text: "3fa2b1 2".to_owned() };
        assert_eq!(parse_plain("answer 3fa2b1 2"), Some(answer));
        let no = Said::Deny { id: Some("7K2M".to_owned()), reason: Some("no".to_owned()) };
        assert_eq!(parse_plain("deny 7K2M no"), Some(no));
        for text in [
            "approve",
            "approve 42",
            "approve of this",
            "approve 7K2M 42 please",
            "deny",
            "deny that you did it",
            "answer me",
            "pending is what",
            "yes",
            "user: approve 7K2M 42",
            "Approve 7K2M 42",
            "",
        ] {
            assert_eq!(parse_plain(text), None, "{text}");
        }
    }
}
