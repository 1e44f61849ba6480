//! Where in a string something is filled in: `{x}`, `${x}`, `#{x}`, `$x`.

use super::lex::Fill;
use super::walk::Walker;
use crate::knowledge::Lang;

/// Longest index behind a variable in a string; one that never closes must not be looked for to the end each time.
pub(super) const MAX_VARIABLE: usize = 1024;

/// Where in `x!r:>10` the expression ends.
pub(super) fn format_start(text: &str) -> usize {
    let mut depth = 0i32;
    let mut quote = None;
    for (i, c) in text.char_indices() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ':') if depth == 0 => return i,
            (None, '!') if depth == 0 && !text.get(i + 1..).unwrap_or_default().starts_with('=') => return i,
            _ => {}
        }
    }
    text.len()
}

impl Walker<'_> {
    /// The next thing to be filled in between `from` and `to`: its start, its inside, its end.
    pub fn next_fill(&self, fill: Fill, from: usize, to: usize) -> Option<(usize, (usize, usize), usize)> {
        let bytes = self.src.as_bytes();
        let mut i = from;
        while i < to {
            let c = *bytes.get(i)?;
            let next = bytes.get(i + 1).copied().filter(|_| i + 1 < to).unwrap_or(0);
            match (fill, c) {
                (_, b'\\') => i += 1,
                (Fill::Brace, b'{') if next == b'{' => i += 1,
                (Fill::Brace, b'{') => return self.braced(i, i, to),
                (Fill::DollarBrace, b'$') if next == b'{' => return self.braced(i, i + 1, to),
                (Fill::HashBrace, b'#') if next == b'{' => return self.braced(i, i + 1, to),
                (Fill::Sigil, b'{') if next == b'$' && self.lang == Lang::Php => {
                    return self.braced(i, i, to);
                }
                (Fill::Sigil, b'$' | b'@') if c == b'$' || self.lang == Lang::Perl => {
                    if let Some(end) = self.variable_end(i, to) {
                        return Some((i, (i, end), end));
                    }
                }
                _ => {}
            }
            i += 1;
        }
        None
    }

    pub fn braced(&self, start: usize, open: usize, to: usize) -> Option<(usize, (usize, usize), usize)> {
        let end = super::lex::braced_end(self.src.as_bytes(), open, to)?;
        Some((start, (open + 1, end.saturating_sub(1)), end))
    }

    /// `$x`, `${x}`, `$x->{y}`, `$x[0]`, `$h{k}`, `@{[ … ]}`.
    pub fn variable_end(&self, at: usize, to: usize) -> Option<usize> {
        let to = to.min(at + MAX_VARIABLE);
        let bytes = self.src.as_bytes();
        let byte = |i: usize| if i < to { bytes.get(i).copied().unwrap_or(0) } else { 0 };
        let mut i = at + 1;
        match byte(i) {
            b'{' => i = super::lex::braced_end(bytes, i, to)?,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
                while matches!(byte(i), b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'0'..=b'9')
                    || (byte(i) == b':' && byte(i + 1) == b':' && byte(i + 2).is_ascii_alphabetic())
                    || (byte(i) == b':' && byte(i.wrapping_sub(1)) == b':')
                {
                    i += 1;
                }
            }
            b'$' if byte(at) == b'$' && !byte(i + 1).is_ascii_alphabetic() => i += 1,
            b'0'..=b'9' | b'!' | b'&' if byte(at) == b'$' => i += 1,
            _ => return None,
        }
        loop {
            let arrow = usize::from(byte(i) == b'-' && byte(i + 1) == b'>') * 2;
            match byte(i + arrow) {
                b'{' if self.lang == Lang::Perl => i = super::lex::braced_end(bytes, i + arrow, to)?,
                b'[' if byte(i + arrow + 1) != b'^' => {
                    let close = bytes.get(i + arrow..to)?.iter().position(|c| *c == b']')?;
                    i += arrow + close + 1;
                }
                b'a'..=b'z' | b'A'..=b'Z' if arrow > 0 && self.lang == Lang::Php => {
                    i += arrow;
                    while byte(i).is_ascii_alphanumeric() || byte(i) == b'_' {
                        i += 1;
                    }
                }
                _ => return Some(i),
            }
        }
    }
}
