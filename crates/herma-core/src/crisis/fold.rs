//! From a message to plain words: case, accents, look-alike letters, leetspeak, spacing and emoji are taken out.
//!
//! `build.rs` folds the lexicon with this very file, so that a phrase and what a person types meet in one spelling.

/// A word, as it is compared, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// In [`Folded::text`].
    pub at: (u32, u32),
    /// In the message.
    pub span: (u32, u32),
    pub sentence: u16,
    /// Counts commas and the like too: a "not" reaches no further.
    pub clause: u16,
    pub quoted: bool,
    /// Letters that stood apart, `d i e`: there are no word boundaries in it.
    pub spaced: bool,
}

#[derive(Debug, Default)]
pub struct Folded {
    pub text: String,
    pub tokens: Vec<Token>,
}

impl Folded {
    pub fn word(&self, token: &Token) -> &str {
        self.text.get(token.at.0 as usize..token.at.1 as usize).unwrap_or_default()
    }
}

/// Nobody writes more words to an agent by hand; what is beyond is not read, and says so nowhere: the rest is enough.
pub const MAX_TOKENS: usize = 20_000;

/// A line of so many bytes may have been broken because it was full.
const FULL: usize = 24;

/// Words that a French apostrophe joins to the next: `j'ai` is two words, `don't` is one.
const ELIDED: &[&str] = &["j", "l", "d", "m", "t", "s", "n", "c", "qu"];

pub fn fold(message: &str) -> Folded {
    let mut folder =
        Folder { out: Folded::default(), open: None, sentence: 0, clause: 0, quoted: false, line: 0 };
    folder.out.text.reserve(message.len() + 16);
    folder.out.tokens.reserve(message.len() / 4 + 4);
    let mut chars = message.char_indices().peekable();
    let mut previous = ' ';
    while let Some((at, c)) = chars.next() {
        if folder.out.tokens.len() >= MAX_TOKENS {
            break;
        }
        let next = chars.peek().map_or(' ', |(_, next)| *next);
        folder.take(at, c, previous, next);
        previous = c;
    }
    folder.close(message.len());
    join_spaced(&mut folder.out);
    folder.out
}

struct Folder {
    out: Folded,
    /// Where the word that is being read starts, in the text and in the message.
    open: Option<(usize, usize)>,
    sentence: u16,
    clause: u16,
    quoted: bool,
    /// Where the line starts.
    line: usize,
}

impl Folder {
    fn take(&mut self, at: usize, c: char, previous: char, next: char) {
        if c.is_ascii_alphanumeric() {
            self.push(at, c.to_ascii_lowercase());
            return;
        }
        if c == ' ' {
            return self.close(at);
        }
        match c {
            // Between letters these are letters, elsewhere they end a sentence or mean something else.
            '@' | '$' | '!' | '*' | '|' if previous.is_alphanumeric() && next.is_alphanumeric() => match c {
                '@' => self.push(at, 'a'),
                '$' => self.push(at, 's'),
                '!' | '|' => self.push(at, 'i'),
                _ => {}
            },
            '\'' | '\u{2019}' | '\u{2018}' | '\u{02bc}' | '`' | '\u{00b4}' => self.apostrophe(at),
            '.' | '!' | '?' | '\u{2026}' | '\n' | ';' => {
                self.close(at);
                let wrapped = c == '\n' && self.wrapped(at, previous, next);
                if c == '\n' {
                    self.line = at + 1;
                }
                // `k.i.l.l` and `3.5` are no sentences, nor is a line that was only full.
                if (c != '.' || !next.is_alphanumeric()) && !wrapped {
                    self.sentence = self.sentence.saturating_add(1);
                    self.clause = self.clause.saturating_add(1);
                    if c == '\n' {
                        self.quoted = false;
                    }
                }
            }
            ',' | ':' | '(' | ')' | '\u{2013}' | '\u{2014}' => {
                self.close(at);
                self.clause = self.clause.saturating_add(1);
            }
            '"' => {
                self.close(at);
                self.quoted = !self.quoted;
            }
            '\u{201c}' | '\u{00ab}' | '\u{201e}' => {
                self.close(at);
                self.quoted = true;
            }
            '\u{201d}' | '\u{00bb}' => {
                self.close(at);
                self.quoted = false;
            }
            // Invisible: joiners, soft hyphen, variation selectors, combining marks.
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{fe00}'..='\u{fe0f}' => {}
            '\u{0300}'..='\u{036f}' => {}
            _ => self.other(at, c),
        }
    }

    /// Whether a line ends because it was full, and the sentence goes on.
    fn wrapped(&self, at: usize, previous: char, next: char) -> bool {
        let goes_on = previous.is_alphanumeric() || matches!(previous, ',' | '\'' | '\u{2019}');
        goes_on && next.is_lowercase() && at.saturating_sub(self.line) >= FULL
    }

    fn other(&mut self, at: usize, c: char) {
        if let Some(word) = emoji(c) {
            self.close(at);
            let from = self.out.text.len();
            self.out.text.push_str(word);
            self.token(from, at, at + c.len_utf8());
        } else if let Some(plain) = plain(c) {
            plain.chars().for_each(|p| self.push(at, p));
        } else if matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}') {
            // Written without spaces: each sign is a word.
            self.close(at);
            let from = self.out.text.len();
            self.out.text.push(c);
            self.token(from, at, at + c.len_utf8());
        } else if c.is_alphanumeric() {
            c.to_lowercase().for_each(|l| self.push(at, l));
        } else {
            self.close(at);
        }
    }

    fn push(&mut self, at: usize, c: char) {
        self.open.get_or_insert((self.out.text.len(), at));
        self.out.text.push(c);
    }

    fn apostrophe(&mut self, at: usize) {
        let Some((from, _)) = self.open else { return };
        let elided = self.out.text.get(from..).is_some_and(|word| ELIDED.contains(&word));
        if elided {
            self.close(at);
        }
    }

    fn close(&mut self, at: usize) {
        let Some((from, start)) = self.open.take() else { return };
        tidy(&mut self.out.text, from);
        self.token(from, start, at);
    }

    fn token(&mut self, from: usize, start: usize, end: usize) {
        let (sentence, clause, quoted) = (self.sentence, self.clause, self.quoted);
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let at = (small(from), small(self.out.text.len()));
        let span = (small(start), small(end));
        self.out.tokens.push(Token { at, span, sentence, clause, quoted, spaced: false });
    }
}

/// Leetspeak, look-alikes and drawn-out letters of the word that starts at `from`.
fn tidy(text: &mut String, from: usize) {
    let word = text.get(from..).unwrap_or_default();
    let (mut latin, mut digit, mut foreign, mut drawn) = (0, false, false, false);
    let (mut last, mut run) = (' ', 0);
    for c in word.chars() {
        run = if c == last { run + 1 } else { 1 };
        last = c;
        drawn |= run > 2;
        latin += usize::from(c.is_ascii_alphabetic());
        digit |= c.is_ascii_digit();
        foreign |= !c.is_ascii();
    }
    // `t0 d1e` as well; `4k` and `v2` mean nothing to the lexicon either way.
    let leet = digit && latin >= 1;
    let mixed = foreign && latin >= 1;
    if !(leet || mixed || drawn) {
        return;
    }
    let word = word.to_owned();
    text.truncate(from);
    let (mut last, mut run) = (' ', 0);
    for c in word.chars() {
        let c = match c {
            '0'..='9' if leet => leet_letter(c),
            c if mixed && !c.is_ascii() => look_alike(c).unwrap_or(c),
            c => c,
        };
        run = if c == last { run + 1 } else { 1 };
        last = c;
        // Two are left: `too` is a word, and who looks it up tries one as well.
        if run <= 2 || c.is_ascii_digit() {
            text.push(c);
        }
    }
}

/// Single letters with nothing but a space, a dot or a dash between them are one word.
fn join_spaced(folded: &mut Folded) {
    let single = |t: &Token| t.at.1 - t.at.0 == 1;
    if !folded.tokens.windows(3).any(|three| three.iter().all(single)) {
        return;
    }
    let (mut out, mut i): (Vec<Token>, usize) = (Vec::with_capacity(folded.tokens.len()), 0);
    while let Some(&first) = folded.tokens.get(i) {
        let mut end = i;
        let mut last = first;
        while let Some(&next) = folded.tokens.get(end + 1) {
            let near = next.span.0 - last.span.1 <= 2 && next.sentence == first.sentence;
            if !single(&first) || !single(&next) || !near {
                break;
            }
            last = next;
            end += 1;
        }
        if end - i < 2 {
            out.push(first);
            i += 1;
            continue;
        }
        let from = folded.text.len();
        for token in i..=end {
            if let Some(t) = folded.tokens.get(token).copied() {
                let letter = folded.word(&t).to_owned();
                folded.text.push_str(&letter);
            }
        }
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let at = (small(from), small(folded.text.len()));
        out.push(Token { at, span: (first.span.0, last.span.1), spaced: true, ..first });
        i = end + 1;
    }
    folded.tokens = out;
}

fn leet_letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        c => c,
    }
}

/// Letters of other scripts that look like Latin ones. Only where a word mixes scripts: Russian stays Russian.
pub fn look_alike(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' | 'ɑ' => 'a',
        'е' | 'ε' | 'є' => 'e',
        'о' | 'ο' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'с' | 'ϲ' => 'c',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'і' | 'ι' | 'ı' => 'i',
        'ѕ' => 's',
        'ԁ' => 'd',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'т' | 'τ' => 't',
        'в' | 'β' => 'b',
        'н' => 'h',
        'ӏ' => 'l',
        'υ' => 'u',
        'ν' => 'v',
        _ => return None,
    })
}

/// A letter without its accent, or out of a decorative alphabet.
pub fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'À' | 'Á' | 'Â' | 'Ã' | 'Ä' | 'Å' | 'ą' | 'ă' => {
            "a"
        }
        'ç' | 'Ç' | 'ć' | 'č' | 'Č' => "c",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' | 'È' | 'É' | 'Ê' | 'Ë' => "e",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'Ì' | 'Í' | 'Î' | 'Ï' | 'İ' => "i",
        'ñ' | 'Ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' | 'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ö' | 'Ø' => {
            "o"
        }
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ű' | 'ů' | 'Ù' | 'Ú' | 'Û' | 'Ü' => "u",
        'ý' | 'ÿ' | 'Ý' => "y",
        'ß' => "ss",
        'œ' | 'Œ' => "oe",
        'æ' | 'Æ' => "ae",
        'ł' | 'Ł' => "l",
        'ś' | 'š' | 'ş' | 'Š' | 'Ş' | 'ș' => "s",
        'ź' | 'ż' | 'ž' | 'Ž' => "z",
        'ğ' => "g",
        'ř' => "r",
        'ť' | 'ț' => "t",
        _ => return decorative(c),
    })
}

fn decorative(c: char) -> Option<&'static str> {
    const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyz";
    let code = u32::from(c);
    let letter = match code {
        0xff21..=0xff3a => code - 0xff21,
        0xff41..=0xff5a => code - 0xff41,
        0x1d400..=0x1d6a3 => (code - 0x1d400) % 26,
        0x24b6..=0x24cf => code - 0x24b6,
        0x24d0..=0x24e9 => code - 0x24d0,
        _ => return None,
    } as usize;
    ALPHABET.get(letter..letter + 1)
}

/// Pictures that stand for a word in the lexicon.
fn emoji(c: char) -> Option<&'static str> {
    Some(match c {
        '🔫' => "emojigun",
        '🔪' | '🗡' => "emojiknife",
        '💊' => "emojipill",
        '🪦' | '⚰' => "emojigrave",
        '💀' | '☠' => "emojiskull",
        '🪢' => "emojirope",
        '😂' | '🤣' | '😆' | '😅' | '😹' => "emojilaugh",
        '🎮' | '🕹' => "emojigame",
        _ => return None,
    })
}

/// How a word is found in the tables (FNV-1a).
pub fn hash(word: &[u8]) -> u32 {
    word.iter().fold(0x811c_9dc5, |h, b| (h ^ u32::from(*b)).wrapping_mul(0x0100_0193))
}
