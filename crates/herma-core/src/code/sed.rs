//! Sed: what a script does besides editing text. GNU's grammar, each command to its proper end.

use super::value::push;
use super::{CodePart, CodeText};

/// One thing that a script does outside of the text it edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SedAct {
    /// `e command`.
    Run(String),
    /// A bare `e`: each line that comes in is a command.
    RunInput,
    /// `s/…/…/e`: what the line has become is a command; this is what was put into it.
    RunEdited(CodeText),
    /// `r file`, `R file`.
    Read(String),
    /// `w file`, `W file`, `s/…/…/w file`.
    Write(String),
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SedReading {
    pub acts: Vec<SedAct>,
    /// False when some of it is no sed: what it does is unknown.
    pub complete: bool,
}

/// Most acts of one script. Nobody reads more of them.
const MAX_ACTS: usize = 256;

/// Reads a script. `is_hole` says which characters stand for something unknown.
pub fn read_sed(script: &str, is_hole: impl Fn(char) -> bool) -> SedReading {
    let mut reader =
        Reader { rest: script, is_hole, reading: SedReading { acts: Vec::new(), complete: true } };
    while !reader.rest.is_empty() {
        reader.command();
    }
    reader.reading
}

struct Reader<'a, F> {
    rest: &'a str,
    is_hole: F,
    reading: SedReading,
}

impl<F: Fn(char) -> bool> Reader<'_, F> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next();
        self.rest = chars.as_str();
        c
    }

    fn eat(&mut self, c: char) -> bool {
        let yes = self.rest.strip_prefix(c);
        self.rest = yes.unwrap_or(self.rest);
        yes.is_some()
    }

    fn skip(&mut self, f: impl Fn(char) -> bool) {
        self.rest = self.rest.trim_start_matches(f);
    }

    fn blanks(&mut self) {
        self.skip(|c| c != '\n' && c.is_whitespace());
    }

    /// Up to the end of the line, and past it.
    fn line(&mut self) -> String {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        line.to_owned()
    }

    fn act(&mut self, act: SedAct) {
        if self.reading.acts.len() < MAX_ACTS {
            self.reading.acts.push(act);
        } else {
            self.reading.complete = false;
        }
    }

    /// No sed: the rest may still be some.
    fn broken(&mut self) {
        self.reading.complete = false;
        self.skip(|c| c != '\n' && c != ';');
    }

    fn command(&mut self) {
        self.skip(|c| c.is_whitespace() || c == ';');
        let mut unknown = false;
        if self.address(&mut unknown) {
            self.blanks();
            if self.eat(',') {
                self.blanks();
                self.address(&mut unknown);
            }
        }
        self.skip(|c| c == '!' || c != '\n' && c.is_whitespace());
        let Some(command) = self.next() else { return };
        match command {
            '#' => {
                self.line();
            }
            '{' => {}
            '}' | '=' | 'd' | 'D' | 'F' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'z' | 'x' => {
                self.end()
            }
            'q' | 'Q' | 'l' | 'L' => {
                self.blanks();
                self.skip(|c| c.is_ascii_digit());
                self.end();
            }
            ':' | 'b' | 't' | 'T' | 'v' => {
                self.blanks();
                self.skip(|c| !c.is_whitespace() && c != ';' && c != '}');
                self.end();
            }
            'a' | 'i' | 'c' => {
                self.text();
            }
            'e' => {
                let text = self.text();
                self.act(if text.is_empty() { SedAct::RunInput } else { SedAct::Run(text) });
            }
            'r' | 'R' | 'w' | 'W' => {
                self.blanks();
                let file = self.line();
                self.file(file, matches!(command, 'w' | 'W'));
            }
            's' => self.substitute(),
            'y' => {
                let whole = self.next().is_some_and(|d| {
                    self.delimited(d, false).is_some() && self.delimited(d, false).is_some()
                });
                if whole { self.end() } else { self.broken() }
            }
            // `sed "$script"`: whatever it is, it was all of the command.
            '\n' | ';' if unknown => {}
            _ => self.broken(),
        }
    }

    fn file(&mut self, file: String, writes: bool) {
        if file.is_empty() {
            self.reading.complete = false;
        } else if writes {
            self.act(SedAct::Write(file));
        } else {
            self.act(SedAct::Read(file));
        }
    }

    /// Behind a command that takes nothing more.
    fn end(&mut self) {
        self.blanks();
        match self.peek() {
            None | Some('}' | '#' | ';' | '\n') => {}
            Some(c) if (self.is_hole)(c) => {}
            Some(_) => self.broken(),
        }
    }

    /// `2`, `$`, `0~3`, `+4`, `~4`, `/x/I`, `\,x,`: false when there is none.
    fn address(&mut self, unknown: &mut bool) -> bool {
        match self.peek() {
            Some('/') => {
                self.next();
                self.pattern('/')
            }
            Some('\\') => {
                self.next();
                match self.next() {
                    Some(delimiter) => self.pattern(delimiter),
                    None => false,
                }
            }
            Some('$') => {
                self.next();
                // `"$$x p"`, `"$x"`: an unknown piece right behind is part of it.
                self.number(unknown);
                true
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '~') || (self.is_hole)(c) => {
                if matches!(c, '+' | '~') {
                    self.next();
                }
                self.number(unknown);
                self.blanks();
                if self.eat('~') {
                    self.blanks();
                    self.number(unknown);
                }
                true
            }
            _ => false,
        }
    }

    fn number(&mut self, unknown: &mut bool) {
        while let Some(c) = self.peek() {
            let hole = (self.is_hole)(c);
            *unknown |= hole;
            if !hole && !c.is_ascii_digit() {
                break;
            }
            self.next();
        }
    }

    fn pattern(&mut self, delimiter: char) -> bool {
        if self.delimited(delimiter, true).is_none() {
            self.reading.complete = false;
        }
        self.skip(|c| matches!(c, 'I' | 'M') || c != '\n' && c.is_whitespace());
        true
    }

    /// Up to the delimiter and past it; the delimiter itself loses its backslash. In a pattern, one that stands in a
    /// class (`[/]`) closes nothing.
    fn delimited(&mut self, delimiter: char, pattern: bool) -> Option<String> {
        let mut out = String::new();
        while let Some(c) = self.next() {
            match c {
                c if c == delimiter => return Some(out),
                '\\' => match self.next()? {
                    c if c == delimiter => out.push(c),
                    c => {
                        out.push('\\');
                        out.push(c);
                    }
                },
                '[' if pattern => {
                    out.push(c);
                    self.class(&mut out)?;
                }
                c => out.push(c),
            }
        }
        None
    }

    /// `[^]abc[:alpha:]]`, behind the first bracket.
    fn class(&mut self, out: &mut String) -> Option<()> {
        for first in ['^', ']'] {
            if self.eat(first) {
                out.push(first);
            }
        }
        while let Some(c) = self.next() {
            out.push(c);
            match c {
                ']' => return Some(()),
                '[' => {
                    if let Some(kind) = self.peek().filter(|c| matches!(c, ':' | '.' | '=')) {
                        self.next();
                        out.push(kind);
                        let mut last = ' ';
                        while let Some(c) = self.next() {
                            out.push(c);
                            if c == ']' && last == kind {
                                break;
                            }
                            last = c;
                        }
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn substitute(&mut self) {
        let Some(delimiter) = self.next().filter(|c| !matches!(c, '\n' | '\\')) else {
            self.broken();
            return;
        };
        let pattern = self.delimited(delimiter, true);
        let replacement = self.delimited(delimiter, false);
        let (Some(_), Some(replacement)) = (pattern, replacement) else {
            self.reading.complete = false;
            return;
        };
        let mut runs = false;
        loop {
            self.blanks();
            match self.peek() {
                Some('e') => runs = true,
                Some('g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => {}
                Some(c) if (self.is_hole)(c) => {}
                Some('w') => {
                    self.next();
                    self.blanks();
                    let file = self.line();
                    self.file(file, true);
                    break;
                }
                None | Some('}' | '#' | ';' | '\n') => break,
                Some(_) => {
                    self.broken();
                    break;
                }
            }
            self.next();
        }
        if runs {
            self.act(SedAct::RunEdited(replaced(&replacement)));
        }
    }

    /// The text of `a`, `i`, `c` and `e`: to the end of the line; a line that ends in a backslash goes on.
    fn text(&mut self) -> String {
        self.blanks();
        if let Some(rest) = self.rest.strip_prefix('\\') {
            // `a\`, and the text on the next line, or right behind it.
            self.rest = rest;
            self.blanks();
            self.eat('\n');
        }
        let mut out = String::new();
        while let Some(c) = self.next() {
            match c {
                '\n' => break,
                '\\' => match self.next() {
                    Some('t') => out.push('\t'),
                    Some(kind @ ('x' | 'o' | 'd')) => out.push(self.coded(kind)),
                    Some(c) => out.push(c),
                    None => {}
                },
                c => out.push(c),
            }
        }
        out
    }

    /// `\x72`, `\o162`, `\d114`, behind the letter.
    fn coded(&mut self, kind: char) -> char {
        let (base, most) = match kind {
            'x' => (16, 2),
            'o' => (8, 3),
            _ => (10, 3),
        };
        let digits = self.rest.chars().take(most).take_while(|c| c.is_digit(base)).count();
        let code = self.rest.get(..digits).and_then(|d| u32::from_str_radix(d, base).ok());
        match code.and_then(char::from_u32) {
            Some(c) => {
                self.rest = self.rest.get(digits..).unwrap_or_default();
                c
            }
            None => kind,
        }
    }
}

/// What a replacement puts into the line: `&` and `\1` are whatever was there.
fn replaced(text: &str) -> CodeText {
    let mut out = CodeText::default();
    let mut chars = text.chars();
    let mut plain = String::new();
    while let Some(c) = chars.next() {
        let unknown = match c {
            '&' => true,
            '\\' => match chars.next() {
                Some('0'..='9') => true,
                // Changes of case.
                Some('l' | 'L' | 'u' | 'U' | 'E') | None => continue,
                Some(c) => {
                    plain.push(match c {
                        'n' => '\n',
                        't' => '\t',
                        c => c,
                    });
                    false
                }
            },
            c => {
                plain.push(c);
                false
            }
        };
        if unknown {
            push(&mut out, CodePart::Text(std::mem::take(&mut plain)));
            push(&mut out, CodePart::Unknown);
        }
    }
    push(&mut out, CodePart::Text(plain));
    out
}
