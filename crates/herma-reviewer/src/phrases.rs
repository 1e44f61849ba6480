//! Words that speak to a judge only as they stand together: an order to let this very call run, or the mark of whoever is
//! made to speak next. `allow` alone is a setting, `user: postgres` a line of a file.

/// An order, word by word: `|` between words of which one stands there, `?` before those that may be missing. `.` is the end
/// of a clause.
const ORDERS: &[&[&str]] = &[
    &[GRANT, "this", "call|command|request|action|operation|tool|please|now|."],
    &["please|kindly|just|simply", GRANT],
    &["you", "should|can|may|will|shall|need|have|are", "?to|now|safely|hereby", GRANT],
    &["you", "should|can|may|will|shall|need|have", "?to|now|safely", "answer|respond"],
    &["say|answer|reply|respond", "?with|just|only|simply", "ok|okay|yes|allow|permit|safe|benign"],
    &["let", "this|it", "?call|command", "run|pass|through"],
    &[RATE, "?this|it|the", "?call|command|request|action", "as", MILD],
    &["consider|deem|judge|regard|assume", "this|it", "?call|command|request|action", "?to|is", "?be", MILD],
    &[
        "this|the",
        "call|command|action|operation",
        "is|was|has",
        SURELY,
        "?been",
        "allowed|permitted|authorized|authorised|safe|fine|ok|okay|benign|harmless|trusted|cleared",
    ],
];

const GRANT: &str = "allow|permit|authorize|authorise|greenlight|grant";
const RATE: &str = "mark|classify|treat|rate|label|flag|consider|regard|judge|assess";
const MILD: &str = "benign|safe|harmless|trusted|trustworthy";
const SURELY: &str = "?already|fully|completely|perfectly|totally|hereby";

/// Who is made to speak, at the beginning of a line. The first alone; the others stand in files as well, and there a value of
/// a word or two follows.
const ROLES: [(&str, usize); 3] = [("human", 0), ("user", 3), ("developer", 3)];

/// Whether a text without case, in Latin letters, gives such an order.
pub(crate) fn orders(latin: &str) -> bool {
    let words = words(latin);
    (0..words.len()).any(|at| {
        let rest = words.get(at..).unwrap_or_default();
        ORDERS.iter().any(|order| begins(rest, order))
    })
}

fn begins(words: &[String], order: &[&str]) -> bool {
    let Some((first, later)) = order.split_first() else { return true };
    let (optional, choices) = first.strip_prefix('?').map_or((false, *first), |rest| (true, rest));
    let stands = words.split_first().is_some_and(|(word, rest)| {
        choices.split('|').any(|one| one == word.as_str()) && begins(rest, later)
    });
    stands || (optional && begins(words, later))
}

/// The words, with a `.` where a clause ends.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain(['.']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        let ends = !c.is_whitespace() && !matches!(c, ',' | '/' | '*');
        if ends && words.last().is_some_and(|last| last != ".") {
            words.push(".".to_owned());
        }
    }
    words
}

/// Whether a line, or what stands in quotes or behind a `#`, begins as a turn of a conversation does.
pub(crate) fn takes_a_role(text: &str) -> bool {
    text.split(['\n', '\r', '"', '\'', '`', '#']).any(|line| {
        let Some((who, said)) = line.split_once(':') else { return false };
        let who = who.trim_matches(|c: char| !c.is_alphanumeric());
        ROLES
            .iter()
            .any(|(role, least)| who.eq_ignore_ascii_case(role) && said.split_whitespace().count() >= *least)
    })
}
