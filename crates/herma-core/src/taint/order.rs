//! What in a stranger's text speaks to an agent, and not to a reader.
//!
//! A tutorial is full of imperatives, and so is an issue; they are no orders to an agent. What makes an order is one of:
//! it sets earlier instructions aside, it addresses the machine, it poses as somebody with a say, it wants its doing kept
//! from the person, it was hidden from every reader, or it wants what nobody may have sent elsewhere. The words
//! are those of knowledge/orders.txt.

use super::lists::LISTS;
use super::names::names;
use super::segment::{Seen, Sentence, sentences};
use super::{NAMES_MAX, cut};

/// Sentences behind an order that still belong to it.
const BEHIND: usize = 6;

#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) order: Option<String>,
    pub(super) names: Vec<String>,
    /// An order with more names than are kept.
    pub(super) more: bool,
}

pub(super) fn find(text: &str) -> Found {
    let all = sentences(text);
    let marks: Vec<Marks> = all.iter().map(Marks::of).collect();
    let mut found = Found::default();
    let (mut mild, mut until) = (Vec::new(), 0);
    for (at, sentence) in all.iter().enumerate() {
        let acting = (at..all.len().min(at + BEHIND)).find(|i| marks.get(*i).is_some_and(|m| m.acts));
        if is_order(&marks, at, sentence) {
            if found.order.is_none() {
                let doing = acting.filter(|i| *i != at).and_then(|i| all.get(i));
                let said = match doing {
                    Some(doing) => format!("{} {}", sentence.text, doing.text),
                    None => sentence.text.clone(),
                };
                found.order = Some(cut(&said));
            }
            until = until.max(at + BEHIND);
        }
        if at < until || is_order(&marks, at, sentence) {
            names(&sentence.text, &mut found.names);
        } else if marks.get(at).is_some_and(|m| m.acts && m.sends) {
            names(&sentence.text, &mut mild);
        }
    }
    // With no order in it, what the text asks its readers for is worth a word to whoever approves just that.
    if found.order.is_none() {
        found.names = mild;
    }
    found.more = found.order.is_some() && found.names.len() > NAMES_MAX;
    found.names.truncate(NAMES_MAX);
    found
}

/// What one sentence does.
#[derive(Debug, Clone, Copy, Default)]
struct Marks {
    overrides: bool,
    addresses: bool,
    poses: bool,
    keeps_quiet: bool,
    /// Tells somebody to do something.
    acts: bool,
    /// … that takes something elsewhere, or destroys it.
    sends: bool,
    /// Speaks of keys, files of secrets, the conversation.
    secret: bool,
    secret_file: bool,
    /// Names a host or an address.
    elsewhere: bool,
}

impl Marks {
    fn of(sentence: &Sentence) -> Marks {
        let lower = sentence.lower.as_str();
        let words: Vec<&str> = lower
            .split(|c: char| {
                c.is_whitespace() || matches!(c, '/' | '(' | ')' | '[' | ']' | '*' | '_' | '"' | '“' | '”')
            })
            .filter(|word| !word.is_empty())
            .collect();
        let (acts, sends) = imperatives(&words);
        Marks {
            overrides: overrides(lower, &words),
            addresses: addresses(lower, &words),
            poses: LISTS.poses.is_in(lower),
            keeps_quiet: keeps_quiet(lower),
            acts,
            sends,
            secret: LISTS.secrets.is_in(lower),
            secret_file: LISTS.secret_files.is_in(lower),
            elsewhere: lower.contains("http://")
                || lower.contains("https://")
                || lower.contains('@') && lower.contains('.')
                || words.iter().any(|word| super::names::is_host(trim(word))),
        }
    }
}

fn is_order(marks: &[Marks], at: usize, sentence: &Sentence) -> bool {
    let near = |from: usize, to: usize, what: fn(&Marks) -> bool| {
        marks.get(from..to.min(marks.len())).unwrap_or_default().iter().any(what)
    };
    let Some(own) = marks.get(at) else { return false };
    let acts_near = near(at, at + 4, |m| m.acts);
    let takes = own.acts && own.sends && own.elsewhere;
    own.overrides
        || own.poses && acts_near
        || own.addresses && near(at, at + 3, |m| m.acts)
        || own.keeps_quiet && near(at.saturating_sub(2), at + 3, |m| m.acts)
        || takes && own.secret_file
        || match sentence.seen {
            Seen::ByAll => false,
            Seen::InSource => takes && own.secret || own.addresses || own.keeps_quiet,
            Seen::ByNoReader => own.acts || own.addresses || takes,
        }
}

fn trim(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-')
}

/// Setting aside what the agent was told.
fn overrides(lower: &str, words: &[&str]) -> bool {
    for (at, word) in words.iter().enumerate() {
        if !LISTS.aside.has(trim(word)) {
            continue;
        }
        let behind: Vec<&str> = words.iter().skip(at + 1).take(9).map(|word| trim(word)).collect();
        let told = behind.iter().position(|word| LISTS.told.has(word));
        let Some(told) = told else { continue };
        let before = behind.get(..told).unwrap_or_default();
        let whose = behind.get(..(told + 3).min(behind.len())).unwrap_or_default();
        let sure = behind.get(told).is_some_and(|word| LISTS.surely_told.has(word));
        if whose.iter().any(|word| LISTS.whose.has(word)) && !mild_aside(word, &behind)
            || sure && before.iter().any(|word| matches!(*word, "all" | "any" | "these" | "those"))
        {
            return true;
        }
    }
    LISTS.aside_whole.is_in(lower) || LISTS.aside_abroad.is_in(lower) && LISTS.earlier_abroad.is_in(lower)
}

/// `stop the current task`, `skip the above task`: menus and manuals say that.
fn mild_aside(word: &str, behind: &[&str]) -> bool {
    let mild = matches!(
        trim(word),
        "stop"
            | "skip"
            | "cancel"
            | "pause"
            | "suspend"
            | "drop"
            | "replace"
            | "replaces"
            | "void"
            | "override"
            | "overrides"
            | "bypass"
            | "discard"
    );
    let sure = behind
        .iter()
        .any(|word| matches!(*word, "instructions" | "prompt" | "directives" | "guardrails" | "programming"));
    mild && !sure
}

/// Speaking to a machine, not of one.
fn addresses(lower: &str, words: &[&str]) -> bool {
    if LISTS.addressed.is_in(lower) {
        return true;
    }
    words.iter().enumerate().any(|(at, word)| {
        let bare = trim(word);
        let (sure, perhaps) = (LISTS.machines.has(bare), LISTS.perhaps_machines.has(bare));
        if !sure && !perhaps {
            return false;
        }
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(|word| trim(word));
        let hailed = before.is_some_and(|word| LISTS.hail.has(word))
            || before.is_some_and(|word| LISTS.machines.has(word)) && at == 1;
        let called = word.ends_with([',', ':', '!', '—']) && (at == 0 || hailed);
        let told = words.iter().skip(at + 1).take(3).any(|word| LISTS.ought.has(trim(word)));
        let of_machines =
            before.is_some_and(|word| LISTS.machines.has(word) || matches!(word, "language" | "coding"));
        called || hailed && (sure || told) || (perhaps && of_machines || sure && at == 0) && tells(words, at)
    })
}

/// `AI agents must …`: what follows is an obligation, not a description.
fn tells(words: &[&str], at: usize) -> bool {
    words.iter().skip(at + 1).take(5).any(|word| matches!(trim(word), "must" | "should" | "please" | "shall"))
}

/// Wanting it kept from the person.
fn keeps_quiet(lower: &str) -> bool {
    LISTS.surely_quiet.is_in(lower)
        || LISTS.quiet.iter().any(|quiet| {
            lower.find(quiet).and_then(|at| lower.get(at..)).is_some_and(|rest| {
                let near = rest.get(..rest.floor_char_boundary(60)).unwrap_or(rest);
                LISTS.person.is_in(near)
            })
        })
}

/// Whether somebody is told to do something, and whether that takes something elsewhere.
fn imperatives(words: &[&str]) -> (bool, bool) {
    let (mut acts, mut sends) = (false, false);
    for (at, word) in words.iter().enumerate() {
        let bare = trim(word);
        let takes = LISTS.sends.has(bare);
        if !takes && !LISTS.does.has(bare) {
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied();
        let leads = match before {
            None => true,
            Some(before) if before.ends_with([',', ':', ';', '.', '!', '—', '>', '`', '-', '•']) => true,
            Some(before) if trim(before).is_empty() || trim(before).parse::<u8>().is_ok() => true,
            Some("to") => {
                let two = at.checked_sub(2).and_then(|at| words.get(at)).copied().unwrap_or_default();
                LISTS.leads_to.has(trim(two))
            }
            Some(before) => LISTS.leads.has(trim(before)),
        };
        acts |= leads;
        sends |= leads && takes;
    }
    (acts, sends)
}
