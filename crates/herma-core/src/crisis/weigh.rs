//! From signs to a score: the sentence that weighs most, and a share of what stands elsewhere.

use super::find::{Found, Mark};
use super::signs::{
    ADDRESSED, BYE_NOW, COUNT, DEATH_ME, FEATURES, HELPING, MEANS_NOW, NEGATED, QUOTED, REPEATED, RISKS,
    SEVERAL, STRONG, STRONG_STILL, sign,
};

pub type Features = [f32; FEATURES];

/// What a sign counts for in a sentence other than its own.
pub const ELSEWHERE: f32 = 0.4;
/// How far, in sentences, what speaks against a danger reaches. A long post tells of books, work and years ago as well,
/// and none of that takes back the one sentence that matters.
const COUNTER_REACH: u16 = 2;
/// How much all that speaks against it from elsewhere may count together.
const COUNTERS_MAX: f32 = 2.0;
/// How far, in sentences, weaker signs are taken together. In a long post everything is said somewhere.
const TOGETHER: u16 = 2;
/// A message of so many words is one breath: what it is about holds for all of it.
const BREATH: usize = 40;
/// In a message about software at least one word of so many is of it. A life's story may name a laptop twice, a code, a
/// service and a test.
const TECHNICAL: usize = 30;
/// The same for words that are said of life as well.
const MACHINES: usize = 20;
/// What software or a game counts in a breath, beside a wish to die of its own.
const SAME_BREATH: f32 = 0.8;
/// What one word about something else counts beside a strong sign. "I failed the study" is no news, nor is a leaflet.
const ASIDE: f32 = 0.35;
/// How far back the person is looked for, in words.
const PERSON_REACH: usize = 5;
/// Words that are quoted at a time.
const QUOTE_MAX: usize = 40;
/// Sentences with a strong sign beyond the first that count.
const REPEATS: usize = 3;
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
const ATTEMPT: usize = sign("attempt");
const PASSIVE: usize = sign("passive");
const SOFTWARE: usize = sign("software");
const TECH: usize = sign("tech");
const GAME: usize = sign("game");
const SUPPORT: usize = sign("support");
const SELF: usize = sign("self");
const REFLEXIVE: usize = sign("reflexive");
const YOU: usize = sign("you");
/// What one word can put beside a wish to die without meaning it.
const ASIDES: &[usize] =
    &[GAME, sign("fiction"), sign("news"), sign("past"), sign("loss"), sign("practical"), SUPPORT];
/// What a message can be about as a whole: said at its beginning, it holds to its end.
const FRAMES: &[usize] = &[SOFTWARE, GAME, sign("fiction"), sign("news")];
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
/// Who starts a sentence.
const SUBJECTS: &[&str] = &["i", "im", "ive", "id", "ill", "ich", "je", "j", "eu", "yo"];
/// Who starts anew without saying who.
const AGAIN: &[&str] = &["quiero", "quero"];
/// … unless this stands between: "no me quiero morir".
const BOUND: &[&str] = &["me", "le", "se", "te"];
/// What is not thought, said or meant is denied with its subject.
const THOUGHT: &[&str] = &[
    "think", "thinking", "believe", "feel", "feeling", "say", "saying", "said", "mean", "like", "that",
    "guess", "sure", "if", "because", "glaube", "denke", "pense", "crois", "creo", "pienso", "acho", "que",
    "dass", "where", "anymore", "when",
];
/// What answers a question and denies nothing that follows.
const ANSWERS: &[&str] = &["no", "nope", "nah", "non", "nein", "nao", "never"];
/// What one says of oneself.
const OWN: &[usize] =
    &[sign("intent"), sign("ideation"), sign("plan"), ATTEMPT, PASSIVE, sign("method"), sign("burden")];
/// What is said of people only.
const GRIEF: &[usize] =
    &[sign("load"), sign("self_hate"), sign("self_harm"), sign("distress"), sign("burden"), GOODBYE];
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
            None => {
                let mut features = [0.0; FEATURES];
                set(&mut features, one.feature);
                own.push(Sentence { number: one.sentence, features });
            }
        }
    }
    let strong_ones = own.iter().filter(|s| (0..STRONG).any(|at| has(&s.features, at))).count();
    let message = Message {
        counted: &counted,
        whole,
        breath: found.tokens.len() <= BREATH,
        technical: software(&counted, found),
        machines: machines(&counted, found),
        repeated: strong_ones.saturating_sub(1).min(REPEATS) as f32,
        helping: helping(&counted),
    };
    for sentence in &mut own {
        message.weigh(found, sentence);
    }
    (own, counted)
}

fn has(features: &Features, at: usize) -> bool {
    features.get(at).copied().unwrap_or_default() > 0.0
}

fn set(features: &mut Features, at: usize) {
    put(features, at, 1.0);
}

fn put(features: &mut Features, at: usize, value: f32) {
    if let Some(slot) = features.get_mut(at) {
        *slot = value;
    }
}

/// Whether somebody else is spoken to, more than oneself is spoken of, and comforted. A farewell speaks to others too.
fn helping(counted: &[Counted]) -> bool {
    let count = |feature: usize| counted.iter().filter(|one| one.feature == feature).count();
    count(SUPPORT) >= 1 && count(YOU) >= 2 && count(YOU) * 3 >= count(ME) * 2
}

/// Whether it is software that is talked about: in a breath one word says so, in more than that two.
pub fn software(counted: &[Counted], found: &Found) -> bool {
    let words = found.tokens.len();
    let count = counted.iter().filter(|one| one.feature == SOFTWARE).count() + found.code;
    count >= if words <= BREATH { 1 } else { 2 } && count * TECHNICAL >= words
}

fn counter(at: usize) -> bool {
    (RISKS..COUNT).contains(&at) || matches!(at, NEGATED | QUOTED)
}

/// Whether machines may be what it is about: a word in a breath, two and one in twenty otherwise.
fn machines(counted: &[Counted], found: &Found) -> bool {
    let (words, tech) = (found.tokens.len(), counted.iter().filter(|one| one.feature == TECH).count());
    if words <= BREATH { tech > 0 } else { tech > 1 && tech * MACHINES >= words }
}

/// What all sentences of a message share.
struct Message<'a> {
    counted: &'a [Counted],
    whole: Features,
    breath: bool,
    technical: bool,
    machines: bool,
    repeated: f32,
    helping: bool,
}

impl Message<'_> {
    fn weigh(&self, found: &Found, sentence: &mut Sentence) {
        let features = &mut sentence.features;
        let strong = (0..STRONG).any(|at| has(features, at));
        let plain = self.strong_with(found, sentence.number, SELF);
        let alone = self.strong_with(found, sentence.number, REFLEXIVE);
        let features = &mut sentence.features;
        // What is said of software is said of software. Who adds that this makes them want to die, without a word of grief,
        // says it as everybody does; but who says in a sentence of its own that they will kill themselves is believed.
        let here =
            has(features, SOFTWARE) && (self.breath || self.technical) && !(alone && has(features, ATTEMPT));
        let moved = GRIEF.iter().any(|at| has(&self.whole, *at));
        let about_software = (here || self.technical) && !((plain || alone) && moved) && (here || !alone);
        let about_machines = self.machines && !plain && !alone && !moved;
        // Two words of a story in one sentence: it is the story's.
        let framed = self.framed(sentence.number) && !plain && !alone;
        if about_software || about_machines || framed {
            for at in (0..RISKS).chain([ME, STILL, SELF, REFLEXIVE, YOU]) {
                put(features, at, 0.0);
            }
            return;
        }
        if strong && has(features, STILL) {
            set(features, STRONG_STILL);
        }
        if has(features, DEATH) && has(features, ME) {
            set(features, DEATH_ME);
        }
        // One sentence is one sign, however many ways it can be read: the rest of them only underline it.
        let mut seen = false;
        for slot in features.iter_mut().take(STRONG).filter(|slot| **slot > 0.0) {
            *slot = if std::mem::replace(&mut seen, true) { UNDERLINED } else { 1.0 };
        }
        // A hurry says something only beside what is hurried.
        let dark = (0..RISKS).any(|at| at != URGENCY && !WEAKEST.contains(&at) && has(features, at));
        for at in [ME, STILL, SELF, REFLEXIVE, YOU, URGENCY] {
            if at != URGENCY || !dark {
                put(features, at, 0.0);
            }
        }
        if strong && (plain || alone) && moved && has(&sentence.features, SOFTWARE) {
            put(&mut sentence.features, SOFTWARE, ASIDE);
        }
        if strong {
            for at in ASIDES.iter().copied().filter(|at| self.one_word(*at, sentence.number)) {
                if has(&sentence.features, at) {
                    put(&mut sentence.features, at, ASIDE);
                }
            }
        }
        self.elsewhere(sentence);
        if plain && self.breath {
            for at in [SOFTWARE, GAME] {
                if !moved && (here || !alone) && has(&self.whole, at) {
                    let now = sentence.features.get(at).copied().unwrap_or_default();
                    put(&mut sentence.features, at, now.max(SAME_BREATH));
                }
            }
        }
        for (at, value) in joined(&self.together(sentence.number)) {
            put(&mut sentence.features, at, value);
        }
        put(&mut sentence.features, REPEATED, if strong { self.repeated } else { 0.0 });
        put(&mut sentence.features, HELPING, if self.helping { 1.0 } else { 0.0 });
    }

    /// What counted in these sentences, the last one included.
    fn within(&self, first: u16, last: u16) -> &[Counted] {
        let start = self.counted.partition_point(|one| one.sentence < first);
        let end = self.counted.partition_point(|one| one.sentence <= last);
        self.counted.get(start..end).unwrap_or_default()
    }

    /// What stands in other sentences counts for its share: what speaks against it, and weaker signs, only from nearby.
    fn elsewhere(&self, sentence: &mut Sentence) {
        let number = sentence.number;
        let reaches = |at: usize, other: u16| match counter(at) {
            true => other.abs_diff(number) <= COUNTER_REACH || (other == 0 && FRAMES.contains(&at)),
            false => at < STRONG || other.abs_diff(number) <= TOGETHER,
        };
        let mut near = [false; FEATURES];
        for (slot, whole) in near.iter_mut().zip(&self.whole).take(STRONG) {
            *slot = *whole > 0.0;
        }
        let reach = COUNTER_REACH.max(TOGETHER);
        let around = self.within(number.saturating_sub(reach), number.saturating_add(reach));
        for one in around.iter().chain(self.within(0, 0)) {
            if let Some(slot) = near.get_mut(one.feature).filter(|_| reaches(one.feature, one.sentence)) {
                *slot = true;
            }
        }
        let missing = |at: usize, slot: f32| {
            slot == 0.0
                && !matches!(at, ME | STILL | SELF | REFLEXIVE | YOU | URGENCY)
                && near.get(at).copied().unwrap_or_default()
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
    }

    /// Whether a strong sign of the sentence has such words in it.
    fn strong_with(&self, found: &Found, number: u16, words: usize) -> bool {
        let strong = self.within(number, number).iter().filter(|one| one.feature < STRONG);
        let overlaps = |a: &Mark, b: &Mark| a.from < b.to && b.from < a.to;
        let mut strong = strong.map(|one| one.mark);
        strong.any(|mark| {
            let mut near = found.places.around(mark.from, mark.to).iter();
            near.any(|m| usize::from(m.sign) == words && overlaps(m, &mark))
        })
    }

    /// Whether a sentence has two places that say that it is told, reported or played.
    fn framed(&self, number: u16) -> bool {
        let mut own = self.within(number, number).iter().filter(|one| FRAMES.contains(&one.feature));
        own.next().is_some_and(|first| {
            own.any(|other| first.mark.to <= other.mark.from || other.mark.to <= first.mark.from)
        })
    }

    /// Whether a sentence has but one word of the kind.
    fn one_word(&self, at: usize, number: u16) -> bool {
        let mut own = self.within(number, number).iter().filter(|one| one.feature == at);
        own.next().is_some_and(|one| one.mark.to - one.mark.from == 1) && own.next().is_none()
    }

    /// The signs of the sentences around.
    fn together(&self, number: u16) -> Features {
        let mut out = [0.0; FEATURES];
        for one in self.within(number.saturating_sub(TOGETHER), number.saturating_add(TOGETHER)) {
            set(&mut out, one.feature);
        }
        out
    }
}

/// What only counts together, over some sentences.
fn joined(around: &Features) -> [(usize, f32); 3] {
    let has = |at: usize| has(around, at);
    let dark = has(GIVE_UP) || has(HOPELESS) || has(LOAD) || has(PAIN) || has(EXIT) || has(VEILED);
    // What everybody says counts once, however much of it is said.
    let counts = |at: &usize| !matches!(*at, URGENCY | GOODBYE | MEANS) && !WEAKEST.contains(at) && has(*at);
    let weak = (STRONG..RISKS).filter(counts).count() + usize::from(WEAKEST.iter().any(|at| has(*at)));
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
    let overlap = |a: &Mark, b: &Mark| a.from < b.to && b.from < a.to;
    let mut out: Vec<Counted> = Vec::with_capacity(found.marks.len());
    let people = people(found);
    for mark in &found.marks {
        let marks = found.places.around(mark.from, mark.to);
        let mut idioms = marks.iter().filter(|m| usize::from(m.sign) == IDIOM);
        let sign = usize::from(mark.sign);
        let Some(first) = found.tokens.get(mark.from as usize) else { continue };
        let count = |feature| Counted { mark: *mark, feature, sentence: first.sentence };
        if sign >= RISKS {
            // The code of a gun safe is none of a program.
            let dark = |m: &&Mark| usize::from(m.sign) < RISKS && m.from <= mark.from && mark.to < m.to + 1;
            if sign == SOFTWARE && mark.to - mark.from == 1 && marks.iter().find(dark).is_some() {
                continue;
            }
            if sign != NEGATOR && sign != NO_NEGATION && sign != TURN {
                out.push(count(sign));
            }
            continue;
        }
        // What says more than the manner of speaking inside it stands: "do not want to live in this world".
        let inside = |idiom: &Mark| {
            mark.from <= idiom.from && idiom.to <= mark.to && (mark.from, mark.to) != (idiom.from, idiom.to)
        };
        if idioms.any(|idiom| overlap(idiom, mark) && !inside(idiom)) {
            continue;
        }
        let under = |m: &&Mark| usize::from(m.sign) < STRONG && overlap(m, mark);
        if matches!(sign, DEATH | EXIT | VEILED) && marks.iter().find(under).is_some() {
            continue;
        }
        // One phrase is one sign: "no way out" is not hopelessness besides.
        let covers = |m: &&Mark| {
            (STRONG..sign).contains(&usize::from(m.sign)) && m.from <= mark.from && mark.to <= m.to
        };
        if sign > STRONG && marks.iter().find(covers).is_some() {
            continue;
        }
        // "Do not want to die" is no wish, however else it can be read; "not strong enough to live" carries its own.
        let wish =
            |m: &&Mark| DENIABLE.contains(&usize::from(m.sign)) && overlap(m, mark) && negated(found, m);
        let denied = match sign {
            PASSIVE | EXIT | VEILED => bare(found, mark) && marks.iter().find(wish).is_some(),
            _ => DENIABLE.contains(&sign) && negated(found, mark),
        };
        if denied {
            out.push(count(NEGATED));
            continue;
        }
        if OWN.contains(&sign) && said_of_you(found, &people, mark) {
            out.push(count(ADDRESSED));
            continue;
        }
        if sign < STRONG && quoted(found, mark) {
            out.push(count(QUOTED));
        }
        out.push(count(sign));
    }
    out
}

/// Of each word, whether it names the writer (`true`) or the one spoken to.
fn people(found: &Found) -> Vec<Option<bool>> {
    let mut out = vec![None; found.tokens.len()];
    for mark in &found.marks {
        let who = match usize::from(mark.sign) {
            ME => true,
            YOU => false,
            _ => continue,
        };
        for slot in out.iter_mut().take(mark.to as usize).skip(mark.from as usize) {
            *slot = Some(slot.unwrap_or_default() || who);
        }
    }
    out
}

/// Whether the nearest person named before it is the one spoken to: "you said you would be better off dead".
fn said_of_you(found: &Found, people: &[Option<bool>], mark: &Mark) -> bool {
    let (from, to) = (mark.from as usize, mark.to as usize);
    let own = people.get(from..to).is_some_and(|words| words.contains(&Some(true)));
    let sentence = |word: usize| found.tokens.get(word).map(|token| token.sentence);
    let mut near = (1..=PERSON_REACH)
        .filter_map(|back| from.checked_sub(back))
        .take_while(|word| sentence(*word) == sentence(from))
        .filter_map(|word| people.get(word).copied().flatten());
    !own && near.next() == Some(false)
}

/// Whether it stands in quotation marks. A stray mark quotes nothing, and what goes on and on is nobody else's words.
pub fn quoted(found: &Found, mark: &Mark) -> bool {
    let (from, to) = (mark.from as usize, mark.to as usize);
    let inside = found.tokens.get(from..to).is_some_and(|own| own.iter().all(|token| token.quoted));
    let before =
        found.tokens.iter().take(from).rev().take_while(|token| token.quoted).take(QUOTE_MAX).count();
    let after = found.tokens.iter().skip(to).take_while(|token| token.quoted).take(QUOTE_MAX).count();
    inside && before + after < QUOTE_MAX
}

/// Whether it has no "not" in itself.
fn bare(found: &Found, mark: &Mark) -> bool {
    let within = |m: &&Mark| usize::from(m.sign) == NEGATOR && mark.from <= m.from && m.to <= mark.to;
    found.places.around(mark.from, mark.to).iter().find(within).is_none()
}

/// Whether a "not" stands before it in the same clause, that is not about something else.
fn negated(found: &Found, mark: &Mark) -> bool {
    let Some(first) = found.tokens.get(mark.from as usize) else { return false };
    let at = |sign: usize, word: u32| {
        let mut near = found.places.around(word, word.saturating_add(1)).iter();
        near.any(|m| usize::from(m.sign) == sign && (m.from..m.to).contains(&word))
    };
    for back in 1..=NEGATION_REACH {
        let Some(word) = (mark.from as usize).checked_sub(back) else { return false };
        if found.tokens.get(word).is_none_or(|t| t.clause != first.clause) {
            return false;
        }
        let number = u32::try_from(word).unwrap_or(u32::MAX);
        if at(TURN, number) {
            return false;
        }
        if at(NEGATOR, number) && !at(NO_NEGATION, number) {
            // "No I want to die": an answer denies what was asked. "Don't want help I want to die": somebody starts anew, unless
            // it is what they do not think.
            let bound = |i: usize| i > 0 && BOUND.contains(&found.word(i - 1));
            let anew = |i: usize| {
                SUBJECTS.contains(&found.word(i))
                    || (i > word + 1 && AGAIN.contains(&found.word(i)) && !bound(i))
            };
            let thought = |i: usize| i > 0 && THOUGHT.contains(&found.word(i - 1));
            let answered = |i: usize| i > word + 1 || ANSWERS.contains(&found.word(word));
            let begins = (word + 1..=mark.from as usize).any(|i| anew(i) && !thought(i) && answered(i));
            return !begins;
        }
    }
    false
}

pub fn score(features: &Features, weights: &[f32; FEATURES], bias: f32) -> f32 {
    features.iter().zip(weights).map(|(f, w)| f * w).sum::<f32>() + bias
}
