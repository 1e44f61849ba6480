//! Here-documents of Perl, Ruby and PHP: named on one line, written on the next.

use super::{Fill, Kind, Lexer, Quote, RAW};
use crate::knowledge::Lang;

pub(super) struct Pending {
    /// The token whose inside is still to come.
    token: usize,
    mark: (usize, usize),
}

impl Lexer<'_, '_> {
    /// `<<EOT`, `<<~EOT`, `<<"EOT"`, `<<'EOT'`, `<<<EOT`; false when the arrows are something else.
    pub(super) fn heredoc(&mut self) -> bool {
        let arrows = if self.lang == Lang::Php { 3 } else { 2 };
        if self.after_operand() && self.lang != Lang::Php {
            return false;
        }
        let at = self.i;
        let mut i = at + arrows;
        while self.lang == Lang::Php && self.bytes.get(i) == Some(&b' ') {
            i += 1;
        }
        if self.lang != Lang::Php && matches!(self.bytes.get(i), Some(b'~' | b'-')) {
            i += 1;
        }
        let quote = self.bytes.get(i).copied().filter(|c| matches!(c, b'"' | b'\'' | b'`'));
        if quote.is_some() {
            i += 1;
        }
        let from = i;
        while self
            .bytes
            .get(i)
            .is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_' || (quote.is_some() && *c == b' '))
        {
            i += 1;
        }
        let first = self.bytes.get(from).copied().unwrap_or(0);
        if i == from || i >= self.limit || !(first.is_ascii_alphabetic() || first == b'_') {
            return false;
        }
        let mark = (from, i);
        if quote.is_some() {
            if self.bytes.get(i).copied() != quote {
                return false;
            }
            i += 1;
        }
        self.i = i;
        let fill = if self.lang == Lang::Ruby { Fill::HashBrace } else { Fill::Sigil };
        let filled = Quote { escapes: true, fill };
        let kind = match quote {
            Some(b'\'') => Kind::Str(RAW),
            Some(b'`') => Kind::Shell(filled),
            _ => Kind::Str(filled),
        };
        self.heredocs.push(Pending { token: self.out.len(), mark });
        self.push(kind, at, (i, i));
        true
    }

    /// At the start of the line after: takes the lines up to each mark.
    pub(super) fn heredoc_bodies(&mut self) {
        for pending in std::mem::take(&mut self.heredocs) {
            let mark = self.src.get(pending.mark.0..pending.mark.1).unwrap_or_default();
            let from = self.i.min(self.limit);
            let mut to = None;
            while self.i < self.limit {
                let start = self.i;
                self.skip_line();
                let line = self.src.get(start..self.i).unwrap_or_default().trim_start();
                let ends = match self.lang {
                    Lang::Php => line
                        .strip_prefix(mark)
                        .is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '_')),
                    _ => line.trim_end() == mark,
                };
                if ends {
                    to = Some(start);
                    // PHP may go on behind the mark.
                    if self.lang == Lang::Php {
                        self.i = self.i - line.len() + mark.len();
                    } else {
                        self.i += 1;
                    }
                    break;
                }
                self.i += 1;
            }
            let to = to.unwrap_or_else(|| {
                self.ok = false;
                self.limit
            });
            if let Some(token) = self.out.get_mut(pending.token) {
                token.body = (from as u32, to.max(from) as u32);
            }
        }
    }
}
