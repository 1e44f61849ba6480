//! Signs of suicidal crisis in what a person says (design, section 7).
//!
//! Pure, and without a model to download: words are folded to plain tokens, phrases of a lexicon found among them, what was
//! found is weighed by a small table of weights, and the tone of all the words is added: tables that can be read. It only
//! ever raises.

pub mod card;
mod code;
mod find;
mod fold;
pub mod lane;
mod lexicon;
mod plain;
pub mod priors;
pub mod signs;
mod speaks;
pub use speaks::would_speak;
mod tone;
mod weigh;
mod weights;

pub use fold::{look_alike, plain};
pub use weigh::{Features, Sentence};

/// How serious it looks. From `Concern` on a human is asked before a machine speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    #[default]
    None,
    /// Death or suicide are spoken of, but not as somebody's own danger.
    Mention,
    Concern,
    Crisis,
}

impl Band {
    pub const fn as_str(self) -> &'static str {
        match self {
            Band::None => "none",
            Band::Mention => "mention",
            Band::Concern => "concern",
            Band::Crisis => "crisis",
        }
    }

    /// Whether a human is asked before anything is sent.
    pub const fn gates(self) -> bool {
        match self {
            Band::None | Band::Mention => false,
            Band::Concern | Band::Crisis => true,
        }
    }
}

/// Whose danger it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum About {
    #[default]
    Oneself,
    Other,
}

/// A piece of the text that counted, for better or worse.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Bytes of the text.
    pub span: std::ops::Range<usize>,
    /// What it is a sign of.
    pub sign: &'static str,
    pub weight: f32,
}

/// What was read out of a message.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use]
pub struct Reading {
    pub band: Band,
    /// 0 to 1.
    pub score: f32,
    pub words: Vec<Word>,
    pub about: About,
    /// What the lexicon's signs, and the tone of all words, come to.
    pub sums: (f32, f32),
    /// Whether a plain sentence stands by itself, whatever those come to.
    pub plain: bool,
}

/// From this score on a human is asked. It lies below the middle: a needless question costs one look, a miss may cost a life.
/// Lower still, more than one in ten who are in mere distress would be asked about (docs/crisis.md).
const CONCERN: f32 = 0.4;
/// From here on it is called a crisis; nothing but the word depends on it.
const CRISIS: f32 = 0.85;

/// What the lexicon says of a message at least, and at most, before its tone is added: beyond it nothing is said.
pub const SURE: f32 = 4.0;
/// What a plain sentence comes to at least, whatever else is said.
const PLAIN: f32 = 0.5;
/// A word that counts for so much by itself is shown.
const SHOWN: f32 = 0.4;

/// Between messages that are handed over as one: each is read by itself.
pub const APART: char = '\u{1e}';
/// Words that counted among which one is looked for that overlaps with the next.
const NEAR: usize = 64;
/// Units of work that weighing a sentence takes.
const WEIGHED: usize = 20;
/// Bytes that are read in one unit of work.
const READ: usize = 3;
/// Longer texts are read in pieces: what is pasted in front of a sentence does not hide it.
const PIECE: usize = 24 << 10;

/// Reads what a person said, and takes the worst of it.
pub fn read(text: &str) -> Reading {
    let mut worst = Reading::default();
    for (start, piece) in pieces(text) {
        // Past the work budget of a judgement the call is asked about in any case. The beginning is read even then: a costly
        // command must not hide a person in crisis.
        if !crate::work::charge(1 + piece.len() / READ) && start > PIECE {
            break;
        }
        let mut reading = read_one(piece);
        reading.words.iter_mut().for_each(|word| word.span = word.span.start + start..word.span.end + start);
        if reading.score > worst.score || worst.words.is_empty() {
            worst = reading;
        }
    }
    worst
}

/// The messages of a text, long ones cut where a line or a word ends.
fn pieces(text: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let mut start = 0;
    for message in text.split(APART) {
        let (mut rest, mut at) = (message, start);
        while rest.len() > PIECE {
            let limit = (0..=PIECE).rev().find(|cut| rest.is_char_boundary(*cut)).unwrap_or_default();
            let head = rest.get(..limit).unwrap_or_default();
            let end = |found: Option<usize>| found.filter(|cut| *cut > PIECE / 2).map(|cut| cut + 1);
            let cut = end(head.rfind('\n')).or(end(head.rfind(' '))).unwrap_or(limit).max(1);
            let Some((piece, left)) = rest.split_at_checked(cut) else { break };
            out.push((at, piece));
            (rest, at) = (left, at + cut);
        }
        out.push((at, rest));
        start += message.len() + APART.len_utf8();
    }
    out
}

fn read_one(text: &str) -> Reading {
    let found = find::find(text);
    let tone = tone::tone(&found);
    let signs = found.marks.iter().any(|mark| usize::from(mark.sign) < signs::RISKS);
    if !signs && odds(tone - SURE) < CONCERN {
        return Reading::default();
    }
    let (sentences, counted) = weigh::sentences(&found);
    crate::work::charge(found.marks.len() + sentences.len() * WEIGHED);
    let mut best: Option<(&Sentence, f32)> = None;
    for sentence in &sentences {
        let sum = weigh::score(&sentence.features, &weights::WEIGHTS, weights::BIAS);
        if best.is_none_or(|(_, now)| sum > now) {
            best = Some((sentence, sum));
        }
    }
    // How people talk about machines is no tone of theirs.
    let tone = if weigh::software(&counted, &found) { tone.min(0.0) } else { tone };
    let signs = best.map_or(-SURE, |(_, sum)| sum.clamp(-SURE, SURE));
    let plain = plain::stands(&found, &counted);
    let score = if plain { odds(signs + tone).max(PLAIN) } else { odds(signs + tone) };
    let feature =
        |name: usize| best.and_then(|(sentence, _)| sentence.features.get(name).copied()).unwrap_or_default();
    let spoken_of = counted.iter().any(|c| {
        c.feature < signs::STRONG || matches!(c.feature, signs::NEGATED) || c.feature == signs::sign("death")
    });
    let band = match score {
        s if s >= CRISIS => Band::Crisis,
        s if s >= CONCERN => Band::Concern,
        _ if spoken_of => Band::Mention,
        _ => Band::None,
    };
    let other = feature(signs::sign("other")) >= 1.0;
    let oneself = ["intent", "ideation", "plan", "passive", "attempt"];
    let about = match other && oneself.iter().all(|name| feature(named(name)) < 1.0) {
        true => About::Other,
        false => About::Oneself,
    };
    Reading { band, score, words: words(&found, &counted), about, sums: (signs, tone), plain }
}

fn odds(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

fn named(name: &str) -> usize {
    signs::SIGNS.iter().position(|(known, _)| *known == name).unwrap_or(usize::MAX)
}

/// What counted, in the order of the text; of several phrases of one sign that overlap, the longest.
fn words(found: &find::Found, counted: &[weigh::Counted]) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    for one in counted {
        let weight = weights::WEIGHTS.get(one.feature).copied().unwrap_or_default();
        let (Some(first), Some(last)) = (
            found.tokens.get(one.mark.from as usize),
            found.tokens.get((one.mark.to as usize).saturating_sub(1)),
        ) else {
            continue;
        };
        if weight == 0.0 {
            continue;
        }
        let name = signs::SIGNS.iter().chain(signs::EXTRA).nth(one.feature).map_or("", |(name, _)| *name);
        let span = first.span.0 as usize..last.span.1 as usize;
        // Those that overlap stand close together.
        match out
            .iter_mut()
            .rev()
            .take(NEAR)
            .find(|w| w.sign == name && w.span.start < span.end && span.start < w.span.end)
        {
            Some(known) => known.span = known.span.start.min(span.start)..known.span.end.max(span.end),
            None => out.push(Word { span, sign: name, weight }),
        }
    }
    for (from, to, weight) in tone::heavy(found, SHOWN) {
        if let (Some(first), Some(last)) = (found.tokens.get(from), found.tokens.get(to - 1)) {
            out.push(Word { span: first.span.0 as usize..last.span.1 as usize, sign: TONE, weight });
        }
    }
    out.sort_by_key(|word| word.span.start);
    out
}

/// What `herma explain` calls a word that counts by itself.
pub const TONE: &str = "tone";

/// The words of a message and its pairs of words, each once: for training.
pub fn parts(text: &str) -> std::collections::BTreeSet<String> {
    let found = find::find(text);
    let words: Vec<&str> = (0..found.tokens.len()).map(|at| found.word(at)).collect();
    let pairs = words.iter().zip(words.iter().skip(1)).map(|(a, b)| format!("{a} {b}"));
    words.iter().map(|word| (*word).to_owned()).chain(pairs).collect()
}

/// The sentences of a message as they are weighed: for training, and for whoever wants to see.
pub fn features(text: &str) -> Vec<Features> {
    let (sentences, _) = weigh::sentences(&find::find(text));
    sentences.into_iter().map(|sentence| sentence.features).collect()
}
