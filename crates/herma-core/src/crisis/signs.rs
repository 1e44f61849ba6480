//! What a phrase of the lexicon can be a sign of, and the features that are weighed.
//!
//! `build.rs` reads the names out of this file.

/// A number of [`SIGNS`].
pub type Sign = u8;

/// Name and what it stands for; `herma explain` and docs/crisis.md use the names.
pub const SIGNS: &[(&str, &str)] = &[
    // Danger, strongest first.
    ("intent", "says that they will do it, or are doing it"),
    ("ideation", "wants to die, thinks of suicide"),
    ("plan", "a plan, a date, means laid ready, a note, affairs put in order for after"),
    ("method", "asks for a way to die"),
    ("attempt", "has tried"),
    ("passive", "wishes to be dead, not to wake up, not to exist, no reason to live"),
    ("burden", "others would be better off without them"),
    ("farewell", "last words to those who stay"),
    ("other", "somebody else is in danger"),
    // Weaker: they count together, or beside another.
    ("exit", "no other way out, an end to it all"),
    ("veiled", "said without its name: to do it, to be gone, where it stands ready"),
    ("death", "suicide or one's own death spoken of"),
    ("means", "something that could be used"),
    ("urgency", "tonight, right now, for the last time"),
    ("goodbye", "a goodbye that can be an ordinary one"),
    ("give_up", "cannot go on"),
    ("hopeless", "no hope, no future, no point"),
    ("load", "feels a burden, unwanted, not missed"),
    ("self_hate", "hates themselves, feels worthless"),
    ("self_harm", "hurts themselves"),
    ("pain", "unbearable, trapped, exhausted of it"),
    ("distress", "depressed, alone, afraid"),
    // What speaks against it.
    ("idiom", "a manner of speaking"),
    ("software", "software talk"),
    ("tech", "what is said of machines, and sometimes of life"),
    ("game", "a game"),
    ("fiction", "a story, a film, a song"),
    ("news", "news, research, law, teaching"),
    ("humour", "laughing"),
    ("past", "long ago"),
    ("recovered", "it is over, and life is good"),
    ("loss", "somebody who has died"),
    ("practical", "an everyday errand"),
    ("support", "comforts somebody else"),
    // Grammar.
    ("negator", "not"),
    ("no_negation", "a not that denies nothing"),
    ("turn", "but"),
    ("me", "first person"),
    ("still", "again, still, now"),
    ("self", "one's own life or death, and no manner of speaking of anything else"),
    ("reflexive", "kills oneself, ends one's own life, and nothing else"),
    ("you", "second person"),
];

pub const COUNT: usize = SIGNS.len();

/// The number of a sign, in constants.
pub const fn sign(name: &str) -> usize {
    let mut at = 0;
    while at < SIGNS.len() {
        if same(SIGNS[at].0.as_bytes(), name.as_bytes()) {
            return at;
        }
        at += 1;
    }
    // A constant that names no sign does not compile.
    SIGNS.len() + 1_000_000
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Signs of danger come first, then what speaks against it, then grammar.
pub const RISKS: usize = sign("idiom");
/// Of the risks, those that alone can be a crisis.
pub const STRONG: usize = sign("exit");

/// What is weighed: each sign, and these.
pub const EXTRA: &[(&str, &str)] = &[
    ("negated", "a sign that was denied"),
    ("quoted", "a sign inside quotation marks"),
    ("death_me", "death spoken of in the first person"),
    ("several", "several weaker signs together"),
    ("means_now", "means, with a hurry or with hopelessness"),
    ("bye_now", "a goodbye, with a hurry or with hopelessness"),
    ("strong_still", "a strong sign that is said to be back, or to be now"),
    ("repeated", "more than one sentence with a strong sign"),
    ("helping", "speaks to somebody else more than of oneself, to comfort them"),
    ("addressed", "a strong sign said of the person spoken to"),
];
pub const FEATURES: usize = COUNT + EXTRA.len();
pub const NEGATED: usize = COUNT;
pub const QUOTED: usize = COUNT + 1;
pub const DEATH_ME: usize = COUNT + 2;
pub const SEVERAL: usize = COUNT + 3;
pub const MEANS_NOW: usize = COUNT + 4;
pub const BYE_NOW: usize = COUNT + 5;
pub const STRONG_STILL: usize = COUNT + 6;
pub const REPEATED: usize = COUNT + 7;
pub const HELPING: usize = COUNT + 8;
pub const ADDRESSED: usize = COUNT + 9;
