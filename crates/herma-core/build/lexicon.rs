//! Compiles `knowledge/crisis/*.lex` into the static tables of `herma_core::crisis`.
//!
//! ```text
//! @kin = friend|brother|sister      a class, only for this file
//! ~ suicide                         found in one misspelling too
//! [ideation]                        the sign that follows
//! want|wants to die                 words; `|` either; `?` optional; `_` a word or none; `__` up to three; `...` up to eight
//! (end it all|kill myself)          groups of several words; `suicid*` a beginning; `#` a comment
//! ```

use super::blob::{Blob, Compiled};
use super::fold::{fold, hash};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const OPTIONAL: u16 = 0x8000;
/// Above it, the number of words that may stand between.
const GAP: u16 = 0x7f00;
/// Patterns that one line may stand for.
const MAX_EXPANSION: usize = 512;

/// Too common to look a pattern up by, as long as it has another word.
const COMMON: &str = "i im ive id ill me my you he she they it is was be am are to the a an and of in on for with not dont \
    want wants wanted just like feel would if no so that this have has had been being do go get all any more anymore \
    que de no me mi la el en y a yo un una se lo por para con mas ya es si te tu o e os as um uma eu nao meu minha \
    je ne pas plus suis ai j n d l m s c le la les un une de du des et a en que qui est ce il elle mon ma mes me \
    ich bin ist das die der den dem ein eine und nicht mehr mich mir zu es er sie wir habe will mein meine wenn dass";

#[derive(Default)]
pub struct Lexicon {
    signs: Vec<String>,
    patterns: BTreeSet<(u16, Vec<Element>)>,
    fuzzy: BTreeSet<String>,
    problems: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Element {
    Set(Vec<String>, bool),
    Gap(u16),
}

impl Lexicon {
    /// The signs there are, in the order of their numbers.
    pub fn new(signs: &[&str]) -> Self {
        Lexicon { signs: signs.iter().map(|s| (*s).to_owned()).collect(), ..Lexicon::default() }
    }

    pub fn file(&mut self, name: &str, text: &str) {
        let mut classes: BTreeMap<String, String> = BTreeMap::new();
        let mut sign = None;
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let mut problem =
                |what: &str| self.problems.push(format!("knowledge/crisis/{name}:{}: {what}", number + 1));
            if line.is_empty() {
            } else if let Some(class) = line.strip_prefix('@').filter(|l| l.contains('=')) {
                let (key, value) = class.split_once('=').unwrap_or_default();
                classes.insert(key.trim().to_owned(), expand_classes(value.trim(), &classes));
            } else if let Some(words) = line.strip_prefix('~') {
                self.fuzzy.extend(words.split_whitespace().map(str::to_owned));
            } else if let Some(head) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                sign = self.signs.iter().position(|s| s == head).and_then(|n| u16::try_from(n).ok());
                if sign.is_none() {
                    problem(&format!("`{head}` is no sign"));
                }
            } else if let Some(sign) = sign {
                match sequences(&expand_classes(line, &classes)) {
                    Ok(all) => self.patterns.extend(all.into_iter().map(|elements| (sign, elements))),
                    Err(what) => problem(&what),
                }
            } else {
                problem("a phrase before any sign");
            }
        }
    }

    pub fn finish(self) -> Result<Compiled, Vec<String>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let mut words: BTreeSet<String> = self.fuzzy.iter().cloned().collect();
        for (_, elements) in &self.patterns {
            for element in elements {
                if let Element::Set(set, _) = element {
                    words.extend(set.iter().cloned());
                }
            }
        }
        let words: Vec<String> = words.into_iter().collect();
        let number = |word: &str| words.binary_search_by(|w| w.as_str().cmp(word)).unwrap_or(0) as u16;
        // A beginning stands for every word of the lexicon that has it, and for those the lexicon does not know.
        let widened = |set: &[String]| -> Vec<u16> {
            let mut out = BTreeSet::new();
            for word in set {
                out.insert(number(word));
                if let Some(start) = word.strip_suffix('*') {
                    out.extend(words.iter().filter(|w| w.starts_with(start)).map(|w| number(w)));
                }
            }
            out.into_iter().collect()
        };
        let common: BTreeSet<&str> = COMMON.split_whitespace().collect();
        let mut sets: Vec<Vec<u16>> = Vec::new();
        let mut set_numbers: BTreeMap<Vec<u16>, u16> = BTreeMap::new();
        let mut elements_out: Vec<u16> = Vec::new();
        let mut patterns_out: Vec<(u16, u32, u8, u8)> = Vec::new();
        let mut anchored: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for (sign, elements) in &self.patterns {
            let cost = |element: &Element| match element {
                Element::Gap(_) | Element::Set(_, true) => usize::MAX,
                Element::Set(set, false) => {
                    set.len() + 1000 * set.iter().filter(|w| common.contains(w.as_str())).count()
                }
            };
            let Some(anchor) = (0..elements.len()).min_by_key(|i| cost(&elements[*i])) else { continue };
            if cost(&elements[anchor]) == usize::MAX {
                return Err(vec![format!(
                    "knowledge/crisis: a phrase of {} has no word",
                    self.signs[*sign as usize]
                )]);
            }
            let id = patterns_out.len() as u16;
            patterns_out.push((*sign, elements_out.len() as u32, elements.len() as u8, anchor as u8));
            for (at, element) in elements.iter().enumerate() {
                let (code, optional) = match element {
                    Element::Gap(words) => (GAP + words, true),
                    Element::Set(set, optional) => {
                        let set = widened(set);
                        if at == anchor {
                            set.iter().for_each(|w| anchored.entry(*w).or_default().push(id));
                        }
                        let next = sets.len() as u16;
                        let code = *set_numbers.entry(set.clone()).or_insert_with(|| {
                            sets.push(set);
                            next
                        });
                        (code, *optional)
                    }
                };
                elements_out.push(if optional { code | OPTIONAL } else { code });
            }
        }
        Ok(self.write(&words, &sets, &elements_out, &patterns_out, &anchored))
    }

    fn write(
        &self,
        words: &[String],
        sets: &[Vec<u16>],
        elements: &[u16],
        patterns: &[(u16, u32, u8, u8)],
        anchored: &BTreeMap<u16, Vec<u16>>,
    ) -> Compiled {
        let plain = |w: &str| w.strip_suffix('*').map_or_else(|| w.to_owned(), |s| format!("{s}*"));
        let (mut blob, mut word_at) = (String::new(), vec![0u32]);
        for word in words {
            blob.push_str(&plain(word));
            word_at.push(blob.len() as u32);
        }
        // Misspellings: the word without one of its letters, whatever it is.
        let mut near: BTreeSet<(String, u16)> = BTreeSet::new();
        for word in &self.fuzzy {
            let id = words.binary_search(word).unwrap_or(0) as u16;
            for at in 0..word.len() {
                let mut less = word.clone();
                less.remove(at);
                near.insert((less, id));
            }
        }
        let (mut near_blob, mut near_at, mut near_id) = (String::new(), vec![0u32], Vec::new());
        for (less, id) in &near {
            near_blob.push_str(less);
            near_at.push(near_blob.len() as u32);
            near_id.push(*id);
        }
        let table = |keys: Vec<String>| {
            let size = (keys.len() * 2 + 1).next_power_of_two().max(16);
            let mut slots = vec![u16::MAX; size];
            for (id, key) in keys.iter().enumerate() {
                let mut at = hash(key.as_bytes()) as usize & (size - 1);
                while slots[at] != u16::MAX {
                    at = (at + 1) & (size - 1);
                }
                slots[at] = id as u16;
            }
            slots
        };
        let slots = table(words.iter().map(|w| plain(w)).collect());
        let near_slots = table(near.iter().map(|(less, _)| less.clone()).collect());
        let prefixes: BTreeSet<usize> =
            words.iter().filter_map(|w| w.strip_suffix('*')).map(str::len).collect();
        let prefixes: Vec<usize> = prefixes.into_iter().rev().collect();
        let (mut set_words, mut set_at) = (Vec::new(), vec![0u32]);
        for set in sets {
            set_words.extend_from_slice(set);
            set_at.push(set_words.len() as u32);
        }
        let (mut anchor_patterns, mut anchor_at) = (Vec::new(), vec![0u32]);
        for id in 0..words.len() as u16 {
            anchor_patterns.extend(anchored.get(&id).into_iter().flatten().copied());
            anchor_at.push(anchor_patterns.len() as u32);
        }
        let mut out = Blob::new("crisis.bin");
        out.u32s("WORD_AT", &word_at);
        out.u16s("SLOTS", &slots);
        out.u32s("NEAR_AT", &near_at);
        out.u16s("NEAR_ID", &near_id);
        out.u16s("NEAR_SLOTS", &near_slots);
        let _ = writeln!(out.rust, "pub static PREFIX_LENGTHS: [usize; {}] = {prefixes:?};", prefixes.len());
        out.u16s("SET_WORDS", &set_words);
        out.u32s("SET_AT", &set_at);
        out.u16s("ELEMENTS", elements);
        // What turns the meaning of what follows: a wide gap does not reach over it.
        let turning = |name: &str| self.signs.iter().position(|s| s == name);
        let mut stops: BTreeSet<u16> = BTreeSet::new();
        for (sign, phrase) in &self.patterns {
            if [turning("negator"), turning("turn")].contains(&Some(usize::from(*sign)))
                && let [Element::Set(set, _)] = phrase.as_slice()
            {
                stops.extend(set.iter().map(|w| words.binary_search(w).unwrap_or(0) as u16));
            }
        }
        let stops: Vec<u16> = stops.into_iter().collect();
        out.u16s("STOPS", &stops);
        let rows = patterns.iter().flat_map(|(sign, at, len, anchor)| {
            [&at.to_le_bytes()[..], &[*sign as u8, *len, *anchor]].concat()
        });
        out.table("PATTERNS", "Pattern", "patterns", patterns.len(), rows);
        out.u16s("ANCHOR_PATTERNS", &anchor_patterns);
        out.u32s("ANCHOR_AT", &anchor_at);
        let _ =
            writeln!(out.rust, "pub static WORDS: &str = {blob:?};\npub static NEAR: &str = {near_blob:?};");
        out.finish()
    }
}

fn expand_classes(line: &str, classes: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('@') {
        out.push_str(&rest[..at]);
        let name: String = rest[at + 1..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        match classes.get(&name) {
            Some(value) => out.push_str(value),
            None => out.push_str(&format!("UNKNOWNCLASS{name}")),
        }
        rest = &rest[at + 1 + name.len()..];
    }
    out + rest
}

/// All sequences that a line stands for.
fn sequences(line: &str) -> Result<Vec<Vec<Element>>, String> {
    if let Some(at) = line.find("UNKNOWNCLASS") {
        return Err(format!("no class `{}`", &line[at + 12..]));
    }
    let mut all: Vec<Vec<Element>> = vec![Vec::new()];
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (item, optional, after) = match rest.strip_prefix('(') {
            Some(group) => {
                let end = group.find(')').ok_or("a group without its end")?;
                let after = &group[end + 1..];
                let optional = after.starts_with('?');
                (group[..end].to_owned(), optional, after.trim_start_matches('?'))
            }
            None => {
                let end = rest.find(' ').unwrap_or(rest.len());
                let word = &rest[..end];
                (word.trim_end_matches('?').to_owned(), word.ends_with('?'), &rest[end..])
            }
        };
        rest = after.trim_start();
        let choices: Vec<Vec<Element>> = match item.as_str() {
            "_" => vec![vec![Element::Gap(1)]],
            "__" => vec![vec![Element::Gap(3)]],
            "..." => vec![vec![Element::Gap(8)]],
            _ => {
                let mut single: Vec<String> = Vec::new();
                let mut several: Vec<Vec<Element>> = Vec::new();
                for alternative in item.split('|') {
                    let words = folded(alternative)?;
                    match words.as_slice() {
                        [one] => single.push(one.clone()),
                        many => {
                            several.push(many.iter().map(|w| Element::Set(vec![w.clone()], false)).collect())
                        }
                    }
                }
                single.sort();
                single.dedup();
                let mut choices = Vec::new();
                let alone = several.is_empty() && optional;
                if !single.is_empty() {
                    choices.push(vec![Element::Set(single, alone)]);
                }
                choices.extend(several);
                if optional && !alone {
                    choices.push(Vec::new());
                }
                choices
            }
        };
        all = all
            .iter()
            .flat_map(|start| choices.iter().map(move |c| [start.as_slice(), c.as_slice()].concat()))
            .collect();
        if all.len() > MAX_EXPANSION {
            return Err("stands for too many phrases".to_owned());
        }
    }
    Ok(all)
}

fn folded(alternative: &str) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    for part in alternative.split_whitespace() {
        let (part, start) = match part.strip_suffix('*') {
            Some(part) => (part, "*"),
            None => (part, ""),
        };
        let folded = fold(part);
        for (at, token) in folded.tokens.iter().enumerate() {
            let last = at + 1 == folded.tokens.len();
            out.push(format!("{}{}", folded.word(token), if last { start } else { "" }));
        }
    }
    match out.is_empty() {
        true => Err(format!("`{alternative}` holds no word")),
        false => Ok(out),
    }
}
