//! Reading shell text as bash reads it.
//!
//! A hand-written recursive-descent parser: one pass over the bytes, substitutions parsed in place, so that
//! every piece of the tree knows where in the text it stands. Depth and work are bounded by construction; a text
//! past a bound, or one that bash would refuse, comes back marked incomplete with whatever could be salvaged.

pub mod syntax;

mod compound;
mod flat;
mod fragment;
mod heredoc;
mod parser;
#[cfg(test)]
mod tests;
mod word;

pub use fragment::complete;
use syntax::Script;

/// Longest text that is read. Agents' longest everyday commands are a tenth of this.
pub const MAX_TEXT: usize = 64 * 1024;

/// Deepest nesting that is followed. Hand-written commands stay below ten; a parser without this bound
/// overflows its stack at a few kilobytes of `{`.
pub const MAX_DEPTH: u32 = 32;

/// Why a text could not be read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    #[error("not valid shell: unexpected {0}")]
    Unexpected(&'static str),
    #[error("not complete: {0} is never closed")]
    Unterminated(&'static str),
    #[error("too deeply nested to inspect (more than {MAX_DEPTH} levels)")]
    TooDeep,
    #[error("too complex to inspect")]
    TooComplex,
    #[error("too long to inspect (more than {MAX_TEXT} bytes)")]
    TooLong,
}

impl ParseError {
    /// A bound was reached: what follows was not read.
    pub fn is_bound(self) -> bool {
        matches!(self, ParseError::TooDeep | ParseError::TooComplex | ParseError::TooLong)
    }
}

/// What was read, and what stopped the reading if something did.
#[derive(Debug)]
pub struct Parsed {
    pub script: Script,
    /// The first trouble. The script then holds what could be salvaged, for raising only.
    pub error: Option<ParseError>,
}

/// Parses a text strictly.
pub fn parse(text: &str) -> Result<Script, ParseError> {
    let parsed = read(text, None);
    match parsed.error {
        Some(error) => Err(error),
        None => Ok(parsed.script),
    }
}

/// Text in which only expansions are live, as between double quotes: what a shell expands a second time.
pub fn read_expandable(text: &str, fixed: crate::effect::Span) -> (syntax::Word, Option<ParseError>) {
    if text.len() > MAX_TEXT {
        return (syntax::Word::default(), Some(ParseError::TooLong));
    }
    // An expansion may hold another, and each is read twice: without the budget that doubles at every level.
    if !crate::work::charge(1 + text.len() / 8) {
        return (syntax::Word::default(), Some(ParseError::TooComplex));
    }
    let mut parser = parser::Parser::new(text, Some(fixed));
    let result = parser.expandable(None);
    let error = result.as_ref().err().copied().or_else(|| parser.trouble());
    (syntax::Word { segments: result.unwrap_or_default(), span: fixed }, error)
}

/// Parses a text as far as it goes. `fixed` is the span that everything gets when the text is not a part of the
/// original (a decoded or evaluated string).
pub fn read(text: &str, fixed: Option<crate::effect::Span>) -> Parsed {
    if !crate::work::charge(1 + text.len().min(MAX_TEXT) / 8) {
        return Parsed { script: Script::default(), error: Some(ParseError::TooComplex) };
    }
    if text.len() > MAX_TEXT {
        // What stands at the beginning counts all the same: a long tail must not soften it.
        let head = text.get(..text.floor_char_boundary(MAX_TEXT)).unwrap_or("");
        let script = parser::Parser::new(head, fixed).read_all().script;
        return Parsed { script, error: Some(ParseError::TooLong) };
    }
    parser::Parser::new(text, fixed).read_all()
}
