//! A plain sentence stands: what is said elsewhere in a message does not take it back.
//!
//! Weights add up, and enough harmless words outweigh anything. So where somebody says in so many words, and now, that they
//! want to die, or that somebody else does, only what stands right beside it counts against it.

use super::find::{Found, Mark, Places};
use super::signs::{COUNT, RISKS, sign};
use super::weigh::{Counted, quoted, software};
use super::weights::WEIGHTS;

/// How far away, in words, something may stand and still be about it.
const BESIDE: u32 = 4;

const SAYS: &[usize] =
    &[sign("intent"), sign("ideation"), sign("passive"), sign("burden"), sign("other"), sign("plan")];
const OTHER: usize = sign("other");
const BURDEN: usize = sign("burden");
const SELF: usize = sign("self");
const REFLEXIVE: usize = sign("reflexive");
const NEGATOR: usize = sign("negator");
/// What is said beside such a sentence and takes nothing back.
const IDLE: &[usize] = &[sign("practical"), sign("loss"), sign("humour"), sign("support")];
const TECHNICAL: &[usize] = &[sign("software"), sign("tech"), sign("game")];

/// Words for death.
const DEATH: &[&str] = &[
    "die",
    "dead",
    "dying",
    "kill",
    "killing",
    "kms",
    "suicide",
    "suicidal",
    "unalive",
    "hang",
    "hanging",
    "shoot",
    "drown",
    "morir",
    "morirme",
    "matarme",
    "suicidarme",
    "ahorcarme",
    "muerto",
    "muerta",
    "matar",
    "suicidar",
    "mourir",
    "tuer",
    "suicider",
    "crever",
    "pendre",
    "sterben",
    "umbringen",
    "umbringe",
    "erhangen",
    "aufhangen",
    "tot",
    "suizid",
    "selbstmord",
    "morrer",
    "matando",
    "enforcar",
    "suicidio",
    "morto",
    "morta",
];
/// Of them, what is said of a long day.
const DYING: &[&str] = &[
    "die", "dead", "dying", "kms", "morir", "morirme", "mourir", "crever", "sterben", "tot", "morrer",
    "muerto", "muerta", "morto", "morta",
];
/// Words for life: with a "not" they say the same.
const LIFE: &[&str] = &[
    "live",
    "alive",
    "living",
    "exist",
    "existing",
    "wake",
    "vivir",
    "viva",
    "vivre",
    "exister",
    "leben",
    "aufwachen",
    "viver",
    "existir",
    "acordar",
    "despertar",
    "here",
];
/// What says that it was so once. A wish is about now in any tense.
const PAST: &[&str] = &[
    "wanted",
    "was",
    "were",
    "felt",
    "tried",
    "attempted",
    "thought",
    "had",
    "planned",
    "did",
    "used",
    "wollte",
    "wollten",
    "voulais",
    "voulait",
    "voulu",
    "quise",
    "intente",
    "versucht",
    "tentei",
    "quis",
    "considered",
    "decided",
];
const WISH: &[&str] = &["wish", "wishing", "ojala", "wunschte", "rather", "better", "hope"];

/// Whether there is a plain sentence in it that nothing beside it takes back.
pub fn stands(found: &Found, counted: &[Counted]) -> bool {
    let of_machines = |one: &Counted| TECHNICAL.contains(&one.feature);
    let technical = software(counted, found) || found.code > 0 || counted.iter().any(of_machines);
    let counters = Places::of(counted.iter().filter(|one| counters(one.feature)).map(|one| one.mark));
    counted.iter().any(|one| says(found, one) && !taken_back(found, &counters, one, technical))
}

/// What takes a plain sentence back, if it stands beside it.
fn counters(feature: usize) -> bool {
    (RISKS..COUNT).contains(&feature)
        && !IDLE.contains(&feature)
        && WEIGHTS.get(feature).is_some_and(|weight| *weight < 0.0)
}

fn says(found: &Found, one: &Counted) -> bool {
    let has = |list: &[&str]| words(found, one).any(|word| list.contains(&word));
    let now = !has(PAST) || has(WISH);
    let denied_life = has(LIFE) && within(found, &one.mark, NEGATOR);
    let own = one.feature == OTHER
        || one.feature == BURDEN
        || within(found, &one.mark, SELF)
        || within(found, &one.mark, REFLEXIVE);
    SAYS.contains(&one.feature) && now && own && (one.feature == BURDEN || has(DEATH) || denied_life)
}

fn taken_back(found: &Found, counters: &Places, one: &Counted, technical: bool) -> bool {
    let clause = |mark: &Mark| found.tokens.get(mark.from as usize).map(|token| token.clause);
    let beside = |other: &Mark| {
        clause(other) == clause(&one.mark)
            && other.from <= one.mark.to + BESIDE
            && one.mark.from <= other.to + BESIDE
    };
    let near = counters.around(one.mark.from.saturating_sub(BESIDE + 1), one.mark.to + BESIDE + 1);
    // "I want to die" is what everybody says of machines, in whatever sentence; the rest is not.
    let idiom = one.feature != OTHER
        && !within(found, &one.mark, REFLEXIVE)
        && words(found, one).any(|w| DYING.contains(&w));
    quoted(found, &one.mark) || near.iter().any(beside) || (technical && idiom)
}

fn words<'a>(found: &'a Found, one: &Counted) -> impl Iterator<Item = &'a str> + use<'a> {
    (one.mark.from..one.mark.to).map(|at| found.word(at as usize))
}

/// Whether a mark of the kind lies over it.
fn within(found: &Found, mark: &Mark, sign: usize) -> bool {
    let mut near = found.places.around(mark.from, mark.to).iter();
    near.any(|m| usize::from(m.sign) == sign && m.from < mark.to && mark.from < m.to)
}
