//! What a yes for longer would be remembered as, in words, before anybody says it (T11).

use crate::view::preview_of;
use herma_core::effect::Tier;
use herma_core::grant::{Parts, Rule, Width};
use herma_core::text::shown;
use herma_store::{Filter, Millis, Request, State, Store};

/// Requests of the past that are looked at for what else a rule would have let pass.
const EARLIER: usize = 200;
/// As many of them are named; the rest is a number.
const NAMED: usize = 2;
/// What is named of one.
const NAME_MAX: usize = 40;

/// What the choices for longer stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    pub session: String,
    pub always: String,
    /// What `always` is called where it ends by itself.
    pub label: Option<String>,
}

/// The newest requests, of whichever session.
pub fn earlier(store: &dyn Store) -> Vec<Request> {
    // Without them the rule is said all the same; only what else it would admit is not.
    store.list(&Filter::default(), None, EARLIER).map(|page| page.requests).unwrap_or_default()
}

/// The rules that a yes of this width to this request stores, in words, and what else they would have admitted.
pub fn remembered(request: &Request, width: Width, lasts: Option<Millis>, earlier: &[Request]) -> Remembered {
    let rules = request.parts.rules(width);
    let words = in_words(&rules);
    let also = admitted(&rules, request.tier, &request.digest, earlier);
    let end = lasts.map(|time| format!(" for {}", crate::duration::text(time)));
    Remembered {
        session: "the same as 3, until this session ends".to_owned(),
        always: match &end {
            Some(end) => format!("allow {words},{end}{also}"),
            None => format!("always allow {words}{also}"),
        },
        label: end.map(|end| format!("Allow{end}")),
    }
}

/// Rules for a person, with the home directory as `~`.
pub fn in_words(rules: &[Rule]) -> String {
    let home = std::env::home_dir().and_then(|home| home.to_str().map(str::to_owned));
    let home = home.as_deref().filter(|home| home.len() > 1);
    rules.iter().map(|rule| rule.words(home)).collect::<Vec<_>>().join("; and ")
}

/// What else rules up to this tier would have admitted: `; it would also have allowed 3 earlier requests: …`
pub fn admitted(rules: &[Rule], tier: Tier, digest: &str, earlier: &[Request]) -> String {
    let given: Vec<(&Rule, Tier)> = rules.iter().map(|rule| (rule, tier)).collect();
    let covers = |parts: &Parts, tier| parts.covered_by(tier, &given).is_some();
    // What was withdrawn, nobody has judged; the same again may have come of it.
    let judged = |one: &&Request| one.digest != digest && one.state != State::Canceled;
    let others: Vec<&Request> =
        earlier.iter().filter(judged).filter(|one| covers(&one.parts, one.tier)).collect();
    let mut names: Vec<String> = others.iter().map(|one| name(one)).collect();
    names.sort();
    names.dedup();
    let more = if names.len() > NAMED { ", …" } else { "" };
    names.truncate(NAMED);
    let denied = match others.iter().filter(|one| one.state == State::Denied).count() {
        0 => String::new(),
        count => format!(" ({count} denied)"),
    };
    match others.len() {
        0 => String::new(),
        1 => format!("; it would also have allowed 1 earlier request{denied}: {}", names.join(", ")),
        n => format!("; it would also have allowed {n} earlier requests{denied}: {}{more}", names.join(", ")),
    }
}

fn name(request: &Request) -> String {
    let text = shown(&preview_of(request));
    match text.char_indices().nth(NAME_MAX) {
        Some((at, _)) => format!("`{}…`", text.get(..at).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}
