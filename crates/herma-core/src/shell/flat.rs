//! Salvage: what can still be seen in a text that does not parse.
//!
//! Bash refuses such a text, or runs only the lines before the mistake. Nothing found here ever lowers a verdict;
//! it only lets `if true; then rm -rf /` without its `fi` be refused for what it says.

use super::parser::Parser;
use super::syntax::{Command, Item, Pipeline, Script};

/// Simple commands salvaged from one text at most.
const MAX_SALVAGED: usize = 256;

impl Parser<'_> {
    /// Reads on from `start`, reserved words and operators as mere separators.
    pub fn salvage_from(&mut self, start: usize, script: &mut Script) {
        self.pos = start;
        self.pending.clear();
        let kept = script.items.len();
        while self.pos < self.end && script.items.len() - kept < MAX_SALVAGED && self.fuel > 0 {
            self.depth = 0;
            self.skip_separators();
            let before = self.pos;
            if self.pos >= self.end {
                break;
            }
            match self.simple() {
                Ok(simple) => {
                    let span = simple.span;
                    let pipeline = Pipeline { commands: vec![Command::Simple(simple)], span };
                    script.items.push(Item { first: pipeline, rest: Vec::new(), background: false, span });
                }
                Err(_) => self.pos = self.pos.max(before),
            }
            if self.pos == before {
                self.pos += 1;
                while self.pos < self.end && !self.text.is_char_boundary(self.pos) {
                    self.pos += 1;
                }
            }
        }
    }

    fn skip_separators(&mut self) {
        loop {
            let before = self.pos;
            self.skip_blanks();
            while matches!(self.peek(), Some(b'\n' | b';' | b'&' | b'|' | b'(' | b')')) {
                self.pos += 1;
            }
            if let Some(word) = self.peek_reserved() {
                self.pos += word.len();
            }
            if self.pos == before || self.burn().is_err() {
                return;
            }
        }
    }
}
