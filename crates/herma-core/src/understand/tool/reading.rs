//! What a tool's name says it does. Names are short and terse: a verb, its object, a product in front.
//!
//! 1. The first word that can only be a verb decides, and what it is done to makes it worse (`create_refund`).
//! 2. Behind a verb that reads everything is an object (`list_deleted_items`), unless the name joins another verb to it
//!    (`search_and_replace`).
//! 3. Without such a verb the last word says what the tool is (`pod_logs`, `order_tracker`), or the first one is a verb
//!    that could be a noun (`order_pizza`).
//! 4. A word of harm counts wherever it stands, unless the tool is one against it (`fraud_detection`).

use super::does::Does;
use super::lexicon::{self, Form, Sense};
use super::senses::{
    ACCESS, BROAD, CHANGES, DATABASE, DEFENDS, DELETES, DISABLES, GUARD, HARMFUL, HARMS, JOINS, LIVE, MAKES,
    MAY_CHANGE, MAY_PAY, MAY_RUN, MAY_TELL, MESSAGE, MONEY, MOVES, PAYS, PERMITS, PLAIN, PUBLISHES, READS,
    RUNS, SAFETY, SECRET, SHOWN, STOPS, TELLS, THING,
};

/// Words that can only be verbs.
pub(super) const STRONG: u32 = READS
    | MAKES
    | MOVES
    | CHANGES
    | RUNS
    | TELLS
    | PUBLISHES
    | PAYS
    | PERMITS
    | DELETES
    | STOPS
    | DISABLES
    | HARMS;
/// Words that may be verbs.
const WEAK: u32 = MAY_CHANGE | MAY_TELL | MAY_PAY | MAY_RUN;

/// Last words that make the one before them a noun.
const ROLES: &[&str] =
    &["manager", "management", "checker", "monitor", "helper", "viewer", "tracker", "planner"];

/// Last words that make a noun of a first one that could be a verb.
#[rustfmt::skip]
const HEADS: &[&str] = &[
    "status", "history", "list", "info", "information", "details", "summary", "stats", "statistics", "metrics", "count", "search",
    "lookup", "analysis", "analytics", "forecast", "overview", "timeline", "tracking", "preview", "version", "health", "usage",
    "availability", "logs", "dashboard", "feed", "query", "check", "schema", "docs", "documentation",
];
/// Last words that are verbs and never what is done to something.
const READS_LAST: &[&str] = &["get", "read", "describe"];

/// What a name comes down to, and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reading {
    pub(super) does: Does,
    pub(super) certainty: f32,
    /// All of it, many at once.
    pub(super) broad: bool,
    /// The name speaks of a database: a `query` in its arguments is one.
    pub(super) database: bool,
}

/// Reads the words of a name.
pub(super) fn of_words(words: &[String]) -> Reading {
    let senses = senses_of(words);
    let has = |bits: u32| senses.iter().any(|s| s.has(bits));
    let role = words.last().is_some_and(|w| ROLES.contains(&w.as_str()));
    // `deploy_get`: nouns first, the verb last.
    let reads_last = words.len() > 1 && words.last().is_some_and(|w| READS_LAST.contains(&w.as_str()));
    // `mark_all_read` reads nothing.
    let adjective = words.last().is_some_and(|w| w == "read");
    let noun = |s: &Sense| !s.has(STRONG & !READS) || s.has(WEAK) && !adjective || s.form != Form::Base;
    let (does, certainty) = match deed(&senses, words) {
        (Does::Harms, certainty) => (Does::Harms, certainty),
        _ if reads_last && senses.iter().all(noun) && !has(SECRET) => (Does::Looks, 0.8),
        // `update_manager` is a manager of updates.
        (Does::Changes, _) if role && words.len() == 2 => (Does::Thing, 0.78),
        found => found,
    };
    Reading { does, certainty, broad: has(BROAD), database: has(DATABASE) }
}

/// Each word's senses; two words that mean something together count as one.
fn senses_of(words: &[String]) -> Vec<Sense> {
    let mut out = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let both = words.get(at + 1).and_then(|next| lexicon::pair(word, next));
        match both {
            Some(bits) => {
                out.push(Sense { bits, form: Form::Base });
                at += 2;
            }
            None => {
                out.push(lexicon::sense(word));
                at += 1;
            }
        }
    }
    out
}

fn deed(senses: &[Sense], words: &[String]) -> (Does, f32) {
    // A word for what one looks at (`status`, `search`) is a noun wherever another verb stands.
    let verb = senses.iter().position(|s| s.has(STRONG) && !s.has(SHOWN) && s.form == Form::Base);
    let harm = senses.iter().position(|s| s.has(HARMS | HARMFUL) && !s.has(PLAIN));
    // Whoever looks at harm does none: `list_threats`.
    let looked_at = verb.zip(harm).is_some_and(|(verb, harm)| {
        verb < harm && senses.get(verb).is_some_and(|s| s.has(READS)) && !senses.iter().any(|s| s.has(JOINS))
    });
    if harm.is_some() && !looked_at && !senses.iter().any(|s| s.has(DEFENDS)) {
        return (Does::Harms, 0.85);
    }
    match verb {
        Some(at) => strong(senses, at),
        None => weak(senses, words),
    }
}

/// A verb, and the words behind it.
fn strong(senses: &[Sense], at: usize) -> (Does, f32) {
    let Some(&verb) = senses.get(at) else { return (Does::Unknown, 0.6) };
    let behind = senses.get(at + 1..).unwrap_or(&[]);
    let object = |bits: u32| behind.iter().any(|s| s.has(bits));
    let all = |bits: u32| senses.iter().any(|s| s.has(bits));
    if verb.has(READS | MAKES) && !verb.has(CHANGES | TELLS | PAYS | DELETES | STOPS) {
        // `find_or_create`, `read_and_delete`
        let joined = behind.windows(2).enumerate().find_map(|(i, pair)| match pair {
            [and, next] if and.has(JOINS) && next.has(STRONG & !(READS | MAKES | MOVES)) => Some(i + 1),
            _ => None,
        });
        if let Some(next) = joined.or_else(|| stronger(behind)) {
            return strong(behind, next);
        }
        if all(SECRET) {
            return (Does::Reveals, 0.8);
        }
        // Whoever takes a query, or any request, may be told to change something.
        if verb.has(RUNS) {
            return (Does::Queries, 0.85);
        }
        return (if verb.has(READS) { Does::Looks } else { Does::Makes }, 0.85);
    }
    let money = object(MONEY | PAYS);
    let does = if verb.has(DELETES) {
        Does::Removes
    } else if verb.has(STOPS) {
        Does::Stops
    } else if verb.has(PAYS) {
        Does::Pays
    } else if verb.has(PERMITS) {
        Does::Permits
    } else if verb.has(DISABLES) && all(GUARD | SAFETY) {
        Does::Disarms
    } else if verb.has(TELLS) {
        if money { Does::Pays } else { Does::Messages }
    } else if verb.has(PUBLISHES) {
        if all(LIVE) || verb.has(MAY_RUN) { Does::Deploys } else { Does::Publishes }
    } else if verb.has(RUNS) {
        run(money, all(SAFETY), all(LIVE), behind)
    } else if verb.has(CHANGES | DISABLES) {
        change(behind, money, all(SAFETY), all(LIVE))
    } else if verb.has(MOVES) {
        // `take_screenshot` is a look although `take` is not.
        if object(READS) { Does::Looks } else { Does::Drives }
    } else {
        Does::Unknown
    };
    (does, if does == Does::Unknown { 0.6 } else { 0.85 })
}

/// A verb that closes the name, or deletes or stops what stands behind it, and that is no noun: `query_execute`,
/// `view_wipe`. Before a noun it says of what kind that is: `get_reset_status`.
fn stronger(behind: &[Sense]) -> Option<usize> {
    const DEEDS: u32 = RUNS | TELLS | PUBLISHES | PERMITS | DELETES | STOPS | CHANGES;
    const NOUNS: u32 =
        WEAK | READS | MAKES | SHOWN | THING | MONEY | MESSAGE | GUARD | PLAIN | ACCESS | SAFETY;
    let at = behind.len().checked_sub(1)?;
    let last = behind.get(at)?;
    (last.form == Form::Base && last.has(DEEDS) && !last.has(NOUNS)).then_some(at)
}

fn run(money: bool, safety: bool, live: bool, behind: &[Sense]) -> Does {
    let looked_for = behind.last().is_some_and(|s| s.has(READS | DATABASE));
    if money {
        Does::Pays
    } else if safety {
        Does::Endangers
    } else if live {
        Does::Deploys
    } else if looked_for {
        Does::Queries
    } else {
        Does::Runs
    }
}

fn change(behind: &[Sense], money: bool, safety: bool, live: bool) -> Does {
    let object = |bits: u32| behind.iter().any(|s| s.has(bits));
    if object(SECRET | ACCESS) {
        Does::Permits
    } else if safety {
        Does::Endangers
    } else if live {
        Does::Deploys
    } else if money {
        Does::Pays
    } else if object(MESSAGE) {
        Does::Messages
    } else {
        Does::Changes
    }
}

/// No word that can only be a verb: what the tool is called after, or a verb that could be a noun.
fn weak(senses: &[Sense], words: &[String]) -> (Does, f32) {
    let (Some(first), Some(last)) = (senses.first(), senses.last()) else { return (Does::Unknown, 0.6) };
    if senses.iter().any(|s| s.has(SECRET)) {
        return (Does::Reveals, 0.78);
    }
    // `tampering`, `deletion`, `sender`: the noun of a deed is the deed.
    let deed = senses.iter().find_map(|s| match s.form {
        Form::Agent | Form::Noun | Form::Ing if !s.has(THING | SHOWN | READS | MAKES) => noun_of(s.bits),
        _ => None,
    });
    // `order_status` is no order; `post_review` posts one.
    let imperative = senses.len() > 1 && first.has(WEAK) && first.form == Form::Base;
    let head = words.last().is_some_and(|w| HEADS.contains(&w.as_str()));
    let named = last.form != Form::Past && (last.has(THING) || head || last.has(SHOWN) && !imperative);
    let reads = last.has(READS) && matches!(last.form, Form::Agent | Form::Ing);
    if deed.is_none() && (named || reads) {
        // A first word that nobody knows may be a verb: then it is not called a look.
        let sure = head || reads || last.has(SHOWN) && (first.bits != 0 || senses.len() == 1);
        return if sure { (Does::Looks, 0.78) } else { (Does::Thing, 0.78) };
    }
    if let Some(does) = deed {
        return (does, 0.78);
    }
    if imperative {
        return (possible(first.bits, senses), 0.78);
    }
    // `review_code`, `tavily_search_documents`
    if senses.iter().any(|s| s.has(READS) && s.form == Form::Base) {
        return (Does::Looks, 0.78);
    }
    if last.has(READS) && last.form == Form::Noun {
        return (Does::Looks, 0.76);
    }
    // `payments`, `open_orders`: names what it gives.
    if last.form == Form::Plural && last.has(WEAK | MONEY | MESSAGE | PLAIN | STRONG) {
        return (Does::Looks, 0.76);
    }
    match senses.iter().find(|s| s.has(WEAK) && s.form == Form::Base) {
        Some(s) => (possible(s.bits, senses), 0.76),
        // Nouns, and nothing that could be a verb.
        None if last.has(PLAIN) && senses.iter().all(|s| s.bits != 0) => (Does::Looks, 0.76),
        None => (Does::Unknown, 0.6),
    }
}

/// What a verb does whose noun a tool is named after.
fn noun_of(bits: u32) -> Option<Does> {
    Some(match bits {
        b if b & DELETES != 0 => Does::Removes,
        b if b & STOPS != 0 => Does::Stops,
        b if b & PAYS != 0 => Does::Pays,
        b if b & PERMITS != 0 => Does::Permits,
        b if b & DISABLES != 0 => Does::Disarms,
        b if b & (TELLS | MAY_TELL) != 0 => Does::Messages,
        b if b & PUBLISHES != 0 => Does::Publishes,
        b if b & RUNS != 0 => Does::Runs,
        b if b & CHANGES != 0 => Does::Changes,
        _ => return None,
    })
}

pub(super) fn possible(bits: u32, senses: &[Sense]) -> Does {
    let all = |wanted: u32| senses.iter().any(|s| s.has(wanted));
    if bits & MAY_PAY != 0 && (bits & (MAY_CHANGE | MAY_TELL) == 0 || all(MONEY)) {
        Does::Pays
    } else if bits & MAY_TELL != 0 {
        Does::Messages
    } else if all(SAFETY) {
        Does::Endangers
    } else if bits & MAY_RUN != 0 {
        Does::Runs
    } else {
        Does::Changes
    }
}

#[cfg(test)]
mod tests {
    use super::super::name;
    use super::*;

    #[test]
    fn the_verb_decides() {
        for (name, want) in [
            ("create_refund", Does::Pays),
            ("get_payment", Does::Looks),
            ("batch_delete_emails", Does::Removes),
            ("HassTurnOn", Does::Changes),
            ("browser_take_screenshot", Does::Looks),
            ("browser_click", Does::Drives),
            ("list_deleted_items", Does::Looks),
            ("find_or_create_user", Does::Changes),
            ("readAndForward", Does::Messages),
            ("find_replace", Does::Changes),
            ("get_rid_of_user", Does::Removes),
            ("query_execute", Does::Runs),
            ("view_wipe", Does::Removes),
            ("go_forward", Does::Drives),
            ("run_tests", Does::Looks),
            ("healthcheck", Does::Looks),
            ("embed_text", Does::Looks),
            ("get_private_key", Does::Reveals),
            ("list_secret_scanning_alerts", Does::Looks),
            ("update_user_permissions", Does::Permits),
            ("unlock_front_door", Does::Endangers),
            ("disable_firewall", Does::Disarms),
            ("add_issue_comment", Does::Messages),
            ("send_money", Does::Pays),
            ("deploy_to_production", Does::Deploys),
            ("order_status", Does::Looks),
            ("order_pizza", Does::Changes),
            ("order_tracker", Does::Thing),
            ("log_verification", Does::Changes),
            ("pod_logs", Does::Looks),
            ("GradeManipulator", Does::Harms),
            ("fraud_detection_system", Does::Thing),
            ("konto_loeschen", Does::Removes),
            ("frobnicate", Does::Unknown),
        ] {
            assert_eq!(of_words(&name::words(name)).does, want, "{name}");
        }
    }
}
