//! From signs to a score: the sentence that weighs most, and a share of what stands elsewhere.

use super::find::{Found, Mark};
use super::signs::{
    BYE_NOW, COUNT, DEATH_ME, FEATURES, MEANS_NOW, NEGATED, QUOTED, RISKS, SEVERAL, STRONG, STRONG_STILL,
    sign,
};

pub type Features = [f32; FEATURES];

/// What a sign counts for in a sentence other than its own.
pub const ELSEWHERE: f32 = 0.4;
/// How far, in sentences, what speaks against a danger reaches. A long post tells of books, work and years ago as well,
/// and none of that takes back the one sentence that matters.
const COUNTER_REACH: u16 = 2;
/// How much all that speaks against it from elsewhere may count together.
const COUNTERS_MAX: f32 = 2.0;
/// What another strong sign in the same sentence adds.
const UNDERLINED: f32 = 0.25;
/// How far back a "not" reaches, in words.
const NEGATION_REACH: usize = 5;

const IDIOM: usize = sign("idiom");
const NEGATOR: usize = sign("negator");
const NO_NEGATION: usize = sign("no_negation");
const TURN: usize = sign("turn");
const ME: usize = sign("me");
const STILL: usize = sign("still");
const DEATH: usize = sign("death");
const MEANS: usize = sign("means");
const URGENCY: usize = sign("urgency");
const GOODBYE: usize = sign("goodbye");
const GIVE_UP: usize = sign("give_up");
const HOPELESS: usize = sign("hopeless");
const LOAD: usize = sign("load");
const PAIN: usize = sign("pain");
const EXIT: usize = sign("exit");
const VEILED: usize = sign("veiled");
/// What a message can be about as a whole: said at its beginning, it holds to its end.
const FRAMES: &[usize] = &[sign("software"), sign("game"), sign("fiction"), sign("news")];
/// What a "not" before it takes back. "No reason to live" and "do not want to wake up" carry their own.
const DENIABLE: &[usize] = &[
    sign("intent"),
    sign("ideation"),
    sign("plan"),
    sign("attempt"),
    sign("method"),
    DEATH,
    sign("self_harm"),
    sign("other"),
];
/// What everybody says.
const WEAKEST: &[usize] = &[sign("distress"), sign("pain"), sign("self_hate"), HOPELESS];

/// One sentence, as it is weighed.
#[derive(Debug, Clone)]
pub struct Sentence {
    pub number: u16,
    pub features: Features,
}

/// A mark that counts, with what it counts as.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    pub mark: Mark,
    pub feature: usize,
    pub sentence: u16,
}

/// Every sentence of a message with signs in it, each weighed with a share of the others; and what counted.
pub fn sentences(found: &Found) -> (Vec<Sentence>, Vec<Counted>) {
    let counted = counted(found);
    let mut own: Vec<Sentence> = Vec::new();
    let mut whole: Features = [0.0; FEATURES];
    for one in &counted {
        set(&mut whole, one.feature);
        match own.last_mut().filter(|s| s.number == one.sentence) {
            Some(sentence) => set(&mut sentence.features, one.feature),
            None => match own.iter_mut().find(|s| s.number == one.sentence) {
                Some(sentence) => set(&mut sentence.features, one.feature),
                None => {
                    let mut features = [0.0; FEATURES];
                    set(&mut features, one.feature);
                    own.push(Sentence { number: one.sentence, features });
                }
            },
        }
    }
    let joined = joined(&whole);
    for sentence in &mut own {
        let has = |features: &Features, at: usize| features.get(at).copied().unwrap_or_default() > 0.0;
        let strong = (0..STRONG).any(|at| has(&sentence.features, at));
        if strong && has(&sentence.features, STILL) {
            set(&mut sentence.features, STRONG_STILL);
        }
        if has(&sentence.features, DEATH) && has(&sentence.features, ME) {
            set(&mut sentence.features, DEATH_ME);
        }
        // One sentence is one sign, however many ways it can be read: the rest of them only underline it.
        let mut seen = false;
        for slot in sentence.features.iter_mut().take(STRONG).filter(|slot| **slot > 0.0) {
            *slot = if std::mem::replace(&mut seen, true) { UNDERLINED } else { 1.0 };
        }
        // A hurry says something only beside what is hurried.
        let dark =
            (0..RISKS).any(|at| at != URGENCY && !WEAKEST.contains(&at) && has(&sentence.features, at));
        for at in [ME, STILL, URGENCY] {
            if (at != URGENCY || !dark)
                && let Some(slot) = sentence.features.get_mut(at)
            {
                *slot = 0.0;
            }
        }
        let near = |at: usize| {
            let reaches = |other: u16| {
                other.abs_diff(sentence.number) <= COUNTER_REACH || (other == 0 && FRAMES.contains(&at))
            };
            counted.iter().any(|one| one.feature == at && reaches(one.sentence))
        };
        let counter = |at: usize| (RISKS..COUNT).contains(&at) || matches!(at, NEGATED | QUOTED);
        let missing = |at: usize, slot: f32| {
            slot == 0.0
                && !matches!(at, ME | STILL | URGENCY)
                && has(&whole, at)
                && (!counter(at) || near(at))
        };
        let against =
            sentence.features.iter().enumerate().filter(|(at, s)| counter(*at) && missing(*at, **s)).count()
                as f32;
        let damped = if against > COUNTERS_MAX { ELSEWHERE * COUNTERS_MAX / against } else { ELSEWHERE };
        for (at, slot) in sentence.features.iter_mut().enumerate() {
            if missing(at, *slot) {
                *slot = if counter(at) { damped } else { ELSEWHERE };
            }
        }
        for (at, value) in joined {
            if let Some(slot) = sentence.features.get_mut(at) {
                *slot = value;
            }
        }
    }
    (own, counted)
}

fn set(features: &mut Features, at: usize) {
    if let Some(slot) = features.get_mut(at) {
        *slot = 1.0;
    }
}

/// What only counts together, over the whole message.
fn joined(whole: &Features) -> [(usize, f32); 3] {
    let has = |at: usize| whole.get(at).copied().unwrap_or_default() > 0.0;
    let dark = has(GIVE_UP) || has(HOPELESS) || has(LOAD) || has(PAIN) || has(EXIT) || has(VEILED);
    let weak = (STRONG..RISKS).filter(|at| !matches!(*at, URGENCY | GOODBYE | MEANS) && has(*at)).count();
    let several = weak.saturating_sub(1).min(4) as f32;
    let yes = |b: bool| if b { 1.0 } else { 0.0 };
    [
        (SEVERAL, several),
        (MEANS_NOW, yes(has(MEANS) && (has(URGENCY) || dark))),
        (BYE_NOW, yes(has(GOODBYE) && (has(URGENCY) || dark))),
    ]
}

/// The marks without those that are only a manner of speaking, each as the feature it counts as.
fn counted(found: &Found) -> Vec<Counted> {
    let marks = &found.marks;
    let of = |sign: usize| marks.iter().filter(move |m| usize::from(m.sign) == sign);
    let overlap = |a: &Mark, b: &Mark| a.from < b.to && b.from < a.to;
    let mut out: Vec<Counted> = Vec::with_capacity(marks.len());
    for mark in marks {
        let sign = usize::from(mark.sign);
        let Some(first) = found.tokens.get(mark.from as usize) else { continue };
        let count = |feature| Counted { mark: *mark, feature, sentence: first.sentence };
        if sign >= RISKS {
            if sign != NEGATOR && sign != NO_NEGATION && sign != TURN {
                out.push(count(sign));
            }
            continue;
        }
        // What says more than the manner of speaking inside it stands: "do not want to live in this world".
        let inside = |idiom: &Mark| {
            mark.from <= idiom.from && idiom.to <= mark.to && (mark.from, mark.to) != (idiom.from, idiom.to)
        };
        if of(IDIOM).any(|idiom| overlap(idiom, mark) && !inside(idiom)) {
            continue;
        }
        let under = |m: &&Mark| usize::from(m.sign) < STRONG && overlap(m, mark);
        if sign == DEATH && marks.iter().find(under).is_some() {
            continue;
        }
        // One phrase is one sign: "no way out" is not hopelessness besides.
        let covers = |m: &&Mark| {
            (STRONG..sign).contains(&usize::from(m.sign)) && m.from <= mark.from && mark.to <= m.to
        };
        if sign > STRONG && marks.iter().find(covers).is_some() {
            continue;
        }
        if DENIABLE.contains(&sign) && negated(found, mark) {
            out.push(count(NEGATED));
            continue;
        }
        let last = found.tokens.get((mark.to as usize).saturating_sub(1));
        if first.quoted && last.is_some_and(|t| t.quoted) && sign < STRONG {
            out.push(count(QUOTED));
        }
        out.push(count(sign));
    }
    out
}

/// Whether a "not" stands before it in the same clause, that is not about something else.
fn negated(found: &Found, mark: &Mark) -> bool {
    let Some(first) = found.tokens.get(mark.from as usize) else { return false };
    let at = |sign: usize, word: u32| {
        found.marks.iter().any(|m| usize::from(m.sign) == sign && (m.from..m.to).contains(&word))
    };
    for back in 1..=NEGATION_REACH {
        let Some(word) = (mark.from as usize).checked_sub(back) else { return false };
        if found.tokens.get(word).is_none_or(|t| t.clause != first.clause) {
            return false;
        }
        let word = u32::try_from(word).unwrap_or(u32::MAX);
        if at(TURN, word) {
            return false;
        }
        if at(NEGATOR, word) && !at(NO_NEGATION, word) {
            return true;
        }
    }
    false
}

pub fn score(features: &Features, weights: &[f32; FEATURES], bias: f32) -> f32 {
    features.iter().zip(weights).map(|(f, w)| f * w).sum::<f32>() + bias
}
