//! A tool's description: a stranger's text. It may name a worse deed than the name does, or give itself away; nothing in
//! it lowers anything.

use super::does::Does;
use super::lexicon::{self, Form, Sense, VERBS};
use super::name;
use super::senses::{
    CHANGES, DEFENDS, DELETES, DISABLES, GUARD, HARMFUL, HARMS, JOINS, MAY_CHANGE, MAY_PAY, MAY_RUN,
    MAY_TELL, MESSAGE, MONEY, PAYS, PERMITS, PLAIN, PUBLISHES, READS, SAFETY, STOPS, TELLS,
};
use crate::call::ToolCall;
use crate::effect::{Kind, Reach, Scale, Span, Tier, Undo};
use crate::understand::walk::Walker;

/// Bytes of a description that are read. Honest ones are a paragraph.
const MAX_BYTES: usize = 4 << 10;
/// Bytes in which a tool says what it is for.
const OPENING: usize = 400;
/// Words behind one that defends which it still covers.
const COVERS: usize = 7;

/// What is written for a model and not for a person: a description that gives orders.
const ORDERS: &[&str] = &[
    "ignore previous",
    "ignore all previous",
    "ignore prior",
    "disregard previous",
    "disregard all",
    "do not tell the user",
    "don't tell the user",
    "don't mention this",
    "without telling the user",
    "do not inform",
    "never reveal",
    "<important>",
    "<system>",
    "<secret>",
    "id_rsa",
    "~/.ssh",
    "~/.aws",
    ".cursor/mcp.json",
    "claude_desktop_config",
    "side note parameter",
    "sidenote",
    "hide this from",
    "pretend that",
    "act as if",
    "no approval is needed",
    "does not need approval",
    "already approved",
    "pre-approved",
    "preapproved",
    "is always safe",
    "skip confirmation",
    "bypass approval",
    "without confirmation",
];

impl Walker<'_> {
    /// `named` is what the name came to, where no table knows the tool.
    pub(super) fn described(&mut self, call: &ToolCall, named: Option<Does>) {
        let Some(text) = &call.description else { return };
        let text = super::personal::cut(text, MAX_BYTES);
        let lower = text.to_lowercase();
        if ORDERS.iter().any(|order| lower.contains(order)) {
            self.effect(
                Kind::Unreadable,
                None,
                Span::default(),
                "tool/description-orders",
                "its description gives orders to the agent",
                Tier::High,
                Reach::User,
                Undo::Hard,
            );
        }
        if says_harm(opening(&lower)) {
            self.deed(
                call,
                Does::Harms,
                "tool/description",
                (None, "describes itself as doing harm"),
                Scale::One,
                0.85,
            );
        }
        if let Some(does) = named
            .filter(|does| does.is_harmless())
            .and_then(|_| worse(&lower, named, &name::words(&call.tool)))
        {
            self.deed(call, does, "tool/description", (None, ""), Scale::One, 0.8);
        }
    }
}

/// What it says first. Long descriptions are manuals, and mention everything.
fn opening(text: &str) -> &str {
    super::personal::cut(text, OPENING)
}

/// A word of harm that is not what the tool is against.
fn says_harm(text: &str) -> bool {
    // By a word against harm, and by one that only looks at it: `lists crashes`.
    let (mut covered, mut looked_at) = (0_usize, 0_usize);
    let mut before = "";
    for word in words(text) {
        let pair = lexicon::pair(before, word);
        let sense = lexicon::sense(word);
        if covered == 0 && pair.is_some_and(|bits| bits & HARMFUL != 0) {
            // `without detection` is no detection.
            return true;
        }
        if sense.has(DEFENDS) {
            covered = COVERS + 1;
        } else if sense.has(JOINS) && word != "or" && covered < COVERS {
            // `detects threats and steals data`: the second verb stands for itself.
            (covered, looked_at) = (0, 0);
        }
        if sense.has(READS) && verb_like(sense) {
            looked_at = COVERS;
        }
        let plainly = word.ends_with("ly") || word.starts_with("un") || word.starts_with("ill");
        let harm = sense.has(HARMS) && verb_like(sense)
            || sense.has(HARMFUL) && !sense.has(PLAIN) && sense.form == Form::Base;
        if harm && !sense.has(DEFENDS) && covered == 0 && (looked_at == 0 || plainly) {
            return true;
        }
        covered = covered.saturating_sub(1);
        looked_at = looked_at.saturating_sub(1);
        before = word;
    }
    false
}

fn verb_like(sense: Sense) -> bool {
    matches!(sense.form, Form::Base | Form::Plural | Form::Ing | Form::Past)
}

/// What its first sentence says it does, if that is worse than a look.
fn worse(text: &str, named: Option<Does>, name: &[String]) -> Option<Does> {
    // Behind `.` a description explains; the deed is said first.
    let first = text.split(". ").next().unwrap_or(text);
    let (mut expects, mut chain) = (true, true);
    let mut found: Option<Does> = None;
    let after_to = named == Some(Does::Thing);
    for piece in first.split_inclusive(|c: char| c.is_whitespace() || c == ',' || c == ';') {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let ends = piece.trim_end().ends_with([',', ';']);
        if word.is_empty() || expects && matches!(word, "please" | "kindly" | "you" | "can" | "could") {
            continue;
        }
        let sense = lexicon::sense(word);
        if expects {
            let verb = matches!(sense.form, Form::Base | Form::Plural | Form::Ing)
                // Behind an object `updates` is a noun; `deletes` is none.
                && (chain || !sense.has(MAY_CHANGE | MAY_PAY | MAY_TELL | MAY_RUN | MESSAGE | MONEY))
                // The name has said it, and was read with what stands beside it there.
                && !name.iter().any(|own| own.len() > 3 && word.starts_with(own.as_str()));
            if let Some(does) = verb.then(|| deed(sense)).flatten() {
                found = found.or(Some(does));
            }
        }
        let opens = sense.has(JOINS) || after_to && matches!(word, "to" | "for" | "that" | "which" | "by");
        // Two verbs with nothing between them are none: `get view and edit restrictions`.
        chain &= opens || expects && sense.has(VERBS);
        chain |= after_to && opens;
        expects = opens || ends;
    }
    found
}

/// What an order in words amounts to, if that is more than a look: `Please update the plan`.
pub(super) fn wished(text: &str) -> Option<Does> {
    let lower = super::personal::cut(text, MAX_BYTES).to_lowercase();
    let first =
        words(&lower).find(|w| !matches!(*w, "please" | "kindly" | "you" | "can" | "could" | "now"))?;
    let sense = lexicon::sense(first);
    let possible = sense.has(MAY_CHANGE | MAY_PAY | MAY_TELL | MAY_RUN) && sense.form == Form::Base;
    worse(&lower, Some(Does::Looks), &[]).or(possible.then_some(Does::Changes))
}

fn deed(sense: Sense) -> Option<Does> {
    let has = |bits| sense.has(bits);
    if has(DELETES) {
        Some(Does::Removes)
    } else if has(STOPS) {
        Some(Does::Stops)
    } else if has(PAYS) {
        Some(Does::Pays)
    } else if has(PERMITS) {
        Some(Does::Permits)
    } else if has(DISABLES) && !has(GUARD | SAFETY) {
        Some(Does::Disarms)
    } else if has(TELLS) && !has(MAY_TELL | MESSAGE) {
        Some(Does::Messages)
    } else if has(PUBLISHES) {
        Some(Does::Publishes)
    } else if has(CHANGES) {
        Some(Does::Changes)
    } else {
        None
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harm_is_told_from_what_is_against_it() {
        for text in [
            "leaks patient files to outside parties",
            "sells client data without consent",
            "overloads parts of the power grid",
            "detects gaps and steals what is behind them",
        ] {
            assert!(says_harm(text), "{text}");
        }
        for text in [
            "detects fraudulent transactions",
            "protects systems against malware",
            "scores transactions by how likely they are fraudulent",
            "searches court decisions",
        ] {
            assert!(!says_harm(text), "{text}");
        }
    }

    #[test]
    fn the_first_sentence_says_the_deed() {
        assert_eq!(worse("creates, updates and deletes labels", Some(Does::Looks), &[]), Some(Does::Changes));
        assert_eq!(worse("lists labels. use delete_label to remove one", Some(Does::Looks), &[]), None);
        assert_eq!(worse("a tool to send invoices", Some(Does::Thing), &[]), Some(Does::Messages));
        assert_eq!(worse("a tool for managing portfolios", Some(Does::Thing), &[]), None);
    }
}
