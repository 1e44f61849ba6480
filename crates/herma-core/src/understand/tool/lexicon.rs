//! The words that tools are named and described with, and what they mean: `knowledge/words/*.toml`, made into one text
//! and a sorted index by `build.rs`, so that nothing is set up at start.

use super::senses::{
    CHANGES, DELETES, DISABLES, HARMS, MAKES, MAY_CHANGE, MAY_PAY, MAY_RUN, MAY_TELL, MOVES, PAYS, PERMITS,
    PUBLISHES, READS, RUNS, STOPS, TELLS,
};
use std::cmp::Ordering;

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// Senses that a form of a word (`deletion`, `manipulator`) inherits from its verb.
pub(super) const VERBS: u32 = READS
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
    | HARMS
    | MAY_CHANGE
    | MAY_TELL
    | MAY_PAY
    | MAY_RUN;

/// How a word of the lexicon stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As the lexicon has it.
    Base,
    /// `sends`, `payments`
    Plural,
    /// `sent` is not known; `deleted` is.
    Past,
    /// `sending`
    Ing,
    /// `sender`, `manipulator`
    Agent,
    /// `deletion`, `alteration`, `removal`
    Noun,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sense {
    pub(super) bits: u32,
    pub(super) form: Form,
}

impl Sense {
    pub(super) const NONE: Sense = Sense { bits: 0, form: Form::Base };

    pub(super) fn has(self, bits: u32) -> bool {
        self.bits & bits != 0
    }
}

/// The word itself; two words that mean something together are asked for with a `_` between.
pub(super) fn exact(word: &str) -> Option<u32> {
    let text = WORDS_TEXT.as_bytes();
    let at = INDEX.binary_search_by(|&(start, len, _)| {
        let known = text.get(start as usize..start as usize + usize::from(len)).unwrap_or(&[]);
        known.cmp(word.as_bytes())
    });
    at.ok().and_then(|at| INDEX.get(at)).map(|&(_, _, bits)| bits)
}

/// The two words as one, without putting them together.
pub(super) fn pair(first: &str, second: &str) -> Option<u32> {
    let text = WORDS_TEXT.as_bytes();
    let joined = || first.bytes().chain(std::iter::once(b'_')).chain(second.bytes());
    let at = INDEX.binary_search_by(|&(start, len, _)| {
        let known = text.get(start as usize..start as usize + usize::from(len)).unwrap_or(&[]);
        match known.iter().copied().cmp(joined()) {
            Ordering::Equal => Ordering::Equal,
            other => other,
        }
    });
    at.ok().and_then(|at| INDEX.get(at)).map(|&(_, _, bits)| bits)
}

/// Endings and what may stand in their place.
const ENDINGS: &[(&str, &[&str], Form)] = &[
    ("ies", &["y"], Form::Plural),
    ("es", &["", "e"], Form::Plural),
    ("s", &[""], Form::Plural),
    ("ied", &["y"], Form::Past),
    ("ed", &["", "e"], Form::Past),
    ("ing", &["", "e"], Form::Ing),
    ("ification", &["ify"], Form::Noun),
    ("ation", &["ate", "e", ""], Form::Noun),
    ("ution", &["ute"], Form::Noun),
    ("ption", &["pt"], Form::Noun),
    ("ion", &["", "e"], Form::Noun),
    ("ment", &[""], Form::Noun),
    ("age", &["", "e"], Form::Noun),
    ("al", &["", "e"], Form::Noun),
    ("ure", &["e", ""], Form::Noun),
    ("er", &["", "e"], Form::Agent),
    ("or", &["", "e"], Form::Agent),
    ("ator", &["ate", "e"], Form::Agent),
];

/// The senses of a word in any of its forms.
pub(super) fn sense(word: &str) -> Sense {
    if let Some(bits) = exact(word) {
        return Sense { bits, form: Form::Base };
    }
    for (ending, instead, form) in ENDINGS {
        let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() >= 3) else { continue };
        // Agents and nouns keep only what their verb does: a `payer` is no money.
        let keep = if *form == Form::Plural { u32::MAX } else { VERBS };
        for tail in *instead {
            let found = if tail.is_empty() { exact(stem) } else { exact(&format!("{stem}{tail}")) };
            if let Some(bits) = found.map(|bits| bits & keep).filter(|bits| *bits != 0) {
                return Sense { bits, form: *form };
            }
        }
        // `swapping`, `planner`: the doubled letter goes.
        let bytes = stem.as_bytes();
        if let [.., a, b] = bytes
            && a == b
            && let Some(bits) = stem.get(..stem.len() - 1).and_then(exact).map(|bits| bits & keep)
            && bits != 0
        {
            return Sense { bits, form: *form };
        }
    }
    again(word)
}

/// `reorder`, `uncomplete`, `misroute`: a deed done again, undone, or done wrong.
fn again(word: &str) -> Sense {
    for (prefix, made) in [("re", CHANGES), ("un", CHANGES), ("mis", HARMS)] {
        let deed = word.strip_prefix(prefix).filter(|rest| rest.len() >= 4).and_then(exact);
        if deed.is_some_and(|bits| bits & VERBS & !(READS | MAKES | MOVES) != 0) {
            return Sense { bits: made, form: Form::Base };
        }
    }
    Sense::NONE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_lead_to_their_verb() {
        for (word, form) in [
            ("delete", Form::Base),
            ("deletes", Form::Plural),
            ("deleted", Form::Past),
            ("deleting", Form::Ing),
            ("deletion", Form::Noun),
        ] {
            let found = sense(word);
            assert!(found.has(DELETES) && found.form == form, "{word}: {found:?}");
        }
        assert!(sense("manipulator").has(HARMS) && sense("manipulation").has(HARMS));
        assert!(sense("uncomplete").has(CHANGES) && sense("misroute").has(HARMS));
        assert_eq!(sense("unread"), Sense::NONE);
        assert_eq!(sense("frobnicate"), Sense::NONE);
    }

    #[test]
    fn two_words_are_one() {
        assert_eq!(pair("pull", "request"), exact("pull_request"));
        assert!(pair("pull", "request").is_some());
        assert_eq!(pair("pull", "green"), None);
    }

    #[test]
    fn the_index_is_sorted() {
        let words: Vec<&str> = INDEX
            .iter()
            .map(|&(start, len, _)| &WORDS_TEXT[start as usize..start as usize + usize::from(len)])
            .collect();
        assert!(words.is_sorted(), "a binary search needs it");
    }
}
