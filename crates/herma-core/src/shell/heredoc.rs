//! Here-documents: the lines below a command that are its input.

use super::ParseError;
use super::parser::{Parser, Pending};
use super::syntax::{Segment, Word};

/// The delimiter as plain text, and whether any of it was quoted (then the body is literal).
pub(super) fn delimiter(word: &Word) -> (String, bool) {
    let mut text = String::new();
    let mut quoted = false;
    collect(&word.segments, &mut text, &mut quoted);
    (text, quoted)
}

fn collect(segments: &[Segment], text: &mut String, quoted: &mut bool) {
    for segment in segments {
        match segment {
            Segment::Text(t) => text.push_str(t),
            Segment::Quoted(t) => {
                *quoted = true;
                text.push_str(t);
            }
            Segment::Double(inner) => {
                *quoted = true;
                collect(inner, text, quoted);
            }
            // Bash takes the characters of an expansion literally here; what it would be is nobody's guess.
            Segment::Parameter(p) => {
                text.push('$');
                text.push_str(&p.name);
            }
            Segment::Command(_) | Segment::Arith(_) | Segment::Process { .. } => {}
        }
    }
}

impl Parser<'_> {
    /// Called right after a newline: reads the bodies that start here.
    pub fn read_here_documents(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            self.read_one(&pending);
        }
    }

    fn read_one(&mut self, pending: &Pending) {
        let start = self.pos;
        let mut line_start = start;
        loop {
            if line_start >= self.end {
                self.read_past(ParseError::Unterminated("a here-document"));
                self.pos = self.end;
                self.fill(pending, start, self.end);
                return;
            }
            let line_end =
                self.src.get(line_start..self.end).and_then(|r| r.iter().position(|b| *b == b'\n'));
            let line_end = line_end.map_or(self.end, |n| line_start + n);
            let line = self.slice(line_start, line_end);
            let compared = if pending.strip_tabs { line.trim_start_matches('\t') } else { line };
            if compared == pending.delimiter {
                self.pos = (line_end + 1).min(self.end);
                self.fill(pending, start, line_start);
                return;
            }
            line_start = line_end + 1;
        }
    }

    fn fill(&mut self, pending: &Pending, start: usize, end: usize) {
        let raw = self.slice(start, end);
        let stripped: Option<String> = pending.strip_tabs.then(|| {
            raw.split_inclusive('\n').map(|l| l.trim_start_matches('\t')).collect::<Vec<_>>().concat()
        });
        let span = self.span(start, end);
        let segments = if pending.quoted {
            vec![Segment::Quoted(stripped.unwrap_or_else(|| raw.to_owned()))]
        } else if let Some(stripped) = stripped {
            self.body_of(&mut Parser::new(&stripped, Some(span)))
        } else {
            let mut inner = Parser::new(self.text, self.fixed);
            inner.pos = start;
            inner.end = end;
            self.body_of(&mut inner)
        };
        *pending.body.borrow_mut() = Word { segments, span };
    }

    /// An unquoted body: expansions are live, quotes are not.
    fn body_of(&mut self, inner: &mut Parser<'_>) -> Vec<Segment> {
        inner.depth = self.depth;
        inner.fuel = self.fuel;
        let result = inner.expandable(None);
        self.after(inner);
        result.unwrap_or_else(|error| {
            self.read_past(error);
            Vec::new()
        })
    }
}
