//! Values: text that may be known only in parts, and where the unknown parts come from.

use crate::effect::Span;
use std::borrow::Cow;
use std::rc::Rc;

/// A part of a spelled value that is not known.
pub const UNKNOWN: char = '\u{fffc}';

/// A piece of a word after expansion.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    Text(String),
    /// A live glob: `*`, `?`, or a whole `[…]`.
    Glob(String),
    Unknown(Source),
}

/// Where an unknown text comes from. This is what taints it.
#[derive(Debug, Clone, PartialEq)]
pub enum Source {
    /// A variable that the text does not set.
    Variable(String),
    /// What a program prints.
    Output(String),
    /// Read from standard input, an argument, a line of a file.
    Input,
    /// Came over the network, from this address.
    Download(String),
    /// What is in a file.
    File(String),
    /// What is in a file, or printed, that is a secret.
    Secret(String),
    /// The name of a pipe, `<( )`, and what comes out of it.
    Pipe(Rc<Value>),
    OwnPid,
    ParentPid,
    /// `$!`: something the text itself started.
    ChildPid,
    /// Process ids found by name.
    Pids(Rc<Found>),
}

/// What a look into the process table found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// As the text spells it, for people.
    pub shown: String,
    /// The host that guards the agent, or Herma, is among them.
    pub host: Option<String>,
    pub whose: SessionKey,
}

/// Whose processes those are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKey {
    /// Every one was started by the agent.
    Own,
    /// Nothing that runs now is meant.
    Nobodys,
    /// One process of the user, which the agent did not start.
    Users,
    Others,
}

/// Text, known or not, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Value {
    pub parts: Vec<Part>,
}

/// One word as a program receives it.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Shared: a field is handed on far more often than it is changed.
    pub value: Rc<Value>,
    pub span: Span,
}

impl Value {
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() { Value::default() } else { Value { parts: vec![Part::Text(text)] } }
    }

    pub fn unknown(source: Source) -> Self {
        Value { parts: vec![Part::Unknown(source)] }
    }

    /// Bytes, roughly: what a copy costs.
    pub fn size(&self) -> usize {
        let size = |part: &Part| match part {
            Part::Text(text) | Part::Glob(text) => text.len() + 16,
            Part::Unknown(_) => 32,
        };
        self.parts.iter().map(size).sum()
    }

    /// Bytes of its text; an unknown part counts as one.
    pub fn length(&self) -> usize {
        let length = |part: &Part| match part {
            Part::Text(text) | Part::Glob(text) => text.len(),
            Part::Unknown(_) => 1,
        };
        self.parts.iter().map(length).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The whole text, if all of it is known and nothing is a glob.
    pub fn known(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// As [`Self::known`], with live globs taken as the characters they are.
    pub fn literal(&self) -> Option<String> {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) | Part::Glob(text) => out.push_str(text),
                Part::Unknown(_) => return None,
            }
        }
        Some(out)
    }

    /// The whole text, with [`UNKNOWN`] for each part that is not known.
    pub fn spelled(&self) -> Cow<'_, str> {
        if let Some(text) = self.known() {
            return Cow::Borrowed(text);
        }
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) | Part::Glob(text) => out.push_str(text),
                Part::Unknown(_) => out.push(UNKNOWN),
            }
        }
        Cow::Owned(out)
    }

    /// The same without a copy, where it is one text.
    pub fn literal_text(&self) -> Option<Cow<'_, str>> {
        match self.known() {
            Some(text) => Some(Cow::Borrowed(text)),
            None => self.literal().map(Cow::Owned),
        }
    }

    /// The text before anything unknown or globbed.
    pub fn prefix(&self) -> &str {
        match self.parts.first() {
            Some(Part::Text(text)) => text,
            _ => "",
        }
    }

    pub fn has_glob(&self) -> bool {
        self.parts.iter().any(|p| matches!(p, Part::Glob(_)))
    }

    pub fn has_unknown(&self) -> bool {
        self.parts.iter().any(|p| matches!(p, Part::Unknown(_)))
    }

    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.parts.iter().filter_map(|p| match p {
            Part::Unknown(source) => Some(source),
            Part::Text(_) | Part::Glob(_) => None,
        })
    }

    pub fn secret(&self) -> Option<&str> {
        self.sources().find_map(|s| match s {
            Source::Secret(what) => Some(what.as_str()),
            Source::Pipe(inner) => inner.secret(),
            _ => None,
        })
    }

    pub fn download(&self) -> Option<&str> {
        self.sources().find_map(|s| match s {
            Source::Download(from) => Some(from.as_str()),
            Source::Pipe(inner) => inner.download(),
            _ => None,
        })
    }

    pub fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Part::Text(last)) = self.parts.last_mut() {
            last.push_str(text);
        } else {
            self.parts.push(Part::Text(text.to_owned()));
        }
    }

    pub fn push(&mut self, part: Part) {
        match part {
            Part::Text(text) => self.push_text(&text),
            other => self.parts.push(other),
        }
    }

    pub fn append(&mut self, other: &Value) {
        for part in &other.parts {
            self.push(part.clone());
        }
    }

    /// For people: what is unknown is named.
    pub fn shown(&self) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) | Part::Glob(text) => out.push_str(text),
                Part::Unknown(source) => match source {
                    Source::Variable(name) => {
                        out.push('$');
                        out.push_str(name);
                    }
                    Source::OwnPid => out.push_str("$$"),
                    Source::ParentPid => out.push_str("$PPID"),
                    Source::ChildPid => out.push_str("$!"),
                    Source::Pids(found) => out.push_str(&found.shown),
                    Source::Output(program) => {
                        out.push_str("$(");
                        out.push_str(program);
                        out.push_str(" …)");
                    }
                    Source::Input
                    | Source::Download(_)
                    | Source::File(_)
                    | Source::Secret(_)
                    | Source::Pipe(_) => out.push('…'),
                },
            }
        }
        out
    }

    /// The pieces between blanks and line ends; what is unknown in it stays whole.
    pub fn words(&self) -> Vec<Value> {
        let mut words = vec![Value::default()];
        for part in &self.parts {
            let Part::Text(text) = part else {
                words.last_mut().into_iter().for_each(|word| word.push(part.clone()));
                continue;
            };
            for (i, piece) in text.split(|c: char| c.is_whitespace() || c == '\0').enumerate() {
                if i > 0 {
                    words.push(Value::default());
                }
                words.last_mut().into_iter().for_each(|word| word.push_text(piece));
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    /// Without the newlines at its end, as `$( )` gives it.
    pub fn trimmed(mut self) -> Value {
        for part in &mut self.parts {
            // Bash drops the NUL characters of what it captures: `$(printf 'r\0m')` is `rm`.
            if let Part::Text(text) = part {
                text.retain(|c| c != '\0');
            }
        }
        while let Some(Part::Text(last)) = self.parts.last_mut() {
            let kept = last.trim_end_matches('\n').len();
            last.truncate(kept);
            if !last.is_empty() {
                break;
            }
            self.parts.pop();
        }
        self
    }

    /// What a program makes of this that we cannot compute: unknown, but the taint stays.
    pub fn through(&self, program: &str) -> Value {
        if let Some(what) = self.secret() {
            return Value::unknown(Source::Secret(what.to_owned()));
        }
        // A count is a number, whatever is counted.
        if let Some(from) = self.download().filter(|_| program != "wc") {
            return Value::unknown(Source::Download(from.to_owned()));
        }
        for source in self.sources() {
            if matches!(source, Source::Output(made) if super::principle::is_environment(made)) {
                // Nobody encodes it to look at it.
                let encodes = matches!(program, "base64" | "base32" | "xxd" | "gzip" | "openssl" | "od");
                let secret = Source::Secret("the environment".to_owned());
                return Value::unknown(if encodes { secret } else { source.clone() });
            }
            if matches!(source, Source::Variable(_)) && is_text_filter(program) {
                return Value::unknown(source.clone());
            }
            if matches!(source, Source::Pids(_) | Source::ParentPid | Source::OwnPid) {
                return Value::unknown(source.clone());
            }
        }
        Value::unknown(Source::Output(program.to_owned()))
    }
}

/// Programs that only change how a text is written.
fn is_text_filter(program: &str) -> bool {
    const FILTERS: &[&str] = &[
        "awk",
        "base32",
        "base64",
        "cat",
        "column",
        "cut",
        "expand",
        "fmt",
        "fold",
        "grep",
        "gzip",
        "head",
        "hexdump",
        "iconv",
        "md5sum",
        "nl",
        "od",
        "paste",
        "rev",
        "sed",
        "sha1sum",
        "sha256sum",
        "sort",
        "tac",
        "tail",
        "tee",
        "tr",
        "uniq",
        "uuencode",
        "xargs",
        "xxd",
    ];
    FILTERS.binary_search(&program).is_ok()
}

impl Field {
    pub fn new(value: Value, span: Span) -> Self {
        Field { value: Rc::new(value), span }
    }

    pub fn text(text: impl Into<String>, span: Span) -> Self {
        Field { value: Rc::new(Value::text(text)), span }
    }

    /// The value on its own, to be changed or kept.
    pub fn into_value(self) -> Value {
        Rc::unwrap_or_clone(self.value)
    }

    pub fn to_value(&self) -> Value {
        self.value.as_ref().clone()
    }

    pub fn known(&self) -> Option<&str> {
        self.value.known()
    }

    pub fn is(&self, text: &str) -> bool {
        self.known() == Some(text)
    }
}
