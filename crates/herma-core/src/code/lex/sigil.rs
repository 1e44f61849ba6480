//! Names with a sign in front: `$x`, `@x`, `:symbol`, and what only looks like one.

use super::{Kind, Lexer, RAW};
use crate::knowledge::Lang;

/// Longest `<…>`.
const MAX_ANGLE: usize = 256;

impl Lexer<'_, '_> {
    pub(super) fn sigil(&mut self, c: u8) -> bool {
        match (self.lang, c) {
            (Lang::JavaScript, b'$' | b'#') => self.plain_name(),
            (Lang::Php, b'$') => self.plain_name(),
            (Lang::Php, b'<') if self.starts("<<<") => self.heredoc(),
            (Lang::Ruby, b'<') if self.starts("<<") => self.heredoc(),
            (Lang::Ruby, b'@' | b'$') => self.plain_name(),
            (Lang::Ruby, b':') => self.symbol(),
            (Lang::Perl, b'<') => (self.starts("<<") && self.heredoc()) || self.angle(),
            (Lang::Perl, b'$') => self.scalar(),
            (Lang::Perl, b'@') => self.named(),
            (Lang::Perl, b'%' | b'&') if !self.after_operand() => self.named(),
            _ => false,
        }
    }

    fn word_tail(&mut self) {
        while matches!(self.peek(0), b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'0'..=b'9' | 0x80..)
            || (self.peek(0) == b'$' && self.lang == Lang::JavaScript)
        {
            self.i += 1;
        }
    }

    fn plain_name(&mut self) -> bool {
        let at = self.i;
        self.i += 1;
        while matches!(self.peek(0), b'@' | b'$') && self.lang != Lang::JavaScript {
            self.i += 1;
        }
        self.word_tail();
        if self.i == at + 1 {
            // `$(…)` of jQuery and `$` of zx are names; Ruby's `$?` and `$!` are two characters.
            match (self.lang, self.peek(0)) {
                (Lang::JavaScript, _) if self.bytes.get(at) == Some(&b'$') => {}
                (Lang::Ruby, b'?' | b'!' | b'~' | b'&' | b'/' | b',' | b';' | b'.' | b'<' | b'>' | b':') => {
                    self.i += 1
                }
                _ => {
                    self.i = at;
                    return false;
                }
            }
        }
        self.push(Kind::Word, at, (0, 0));
        true
    }

    /// Ruby's `:name` and `:"name"`; `a ? b : c` and `A::B` are neither.
    fn symbol(&mut self) -> bool {
        let at = self.i;
        let next = self.peek(1);
        let glued = at > 0 && self.bytes.get(at - 1).is_some_and(|c| c.is_ascii_alphanumeric() || *c == b':');
        if glued || next == b':' {
            return false;
        }
        if next.is_ascii_alphabetic() || next == b'_' {
            self.i += 1;
            self.word_tail();
            if matches!(self.peek(0), b'?' | b'!') && self.peek(1) != b'=' {
                self.i += 1;
            }
            self.push(Kind::Str(RAW), at, (at + 1, self.i));
            return true;
        }
        false
    }

    /// `<FH>`, `<$fh>`, `<*.c>`: no blank after the arrow, closed on the same line.
    fn angle(&mut self) -> bool {
        if self.after_operand() || matches!(self.peek(1), b' ' | b'=' | b'<') {
            return false;
        }
        let at = self.i;
        let line = self.bytes.get(at..self.limit.min(at + MAX_ANGLE)).unwrap_or_default();
        let line = line.split(|c| *c == b'\n').next().unwrap_or_default();
        let Some(n) = line.iter().position(|c| *c == b'>') else { return false };
        self.i = at + n + 1;
        self.push(Kind::Angle, at, (at + 1, at + n));
        true
    }

    /// `$x`, `${x}`, `$$`, `$_`, `$^X`, `$#x`, `$Foo::x`, and the one-character names.
    fn scalar(&mut self) -> bool {
        let at = self.i;
        self.i += 1;
        match self.peek(0) {
            b'{' => {
                // `${name}` is a name; `${ … }` dereferences.
                let mut n = 1;
                while matches!(self.peek(n), b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'0'..=b'9' | b'^' | b':') {
                    n += 1;
                }
                if n == 1 || self.peek(n) != b'}' {
                    return true;
                }
                self.i += n + 1;
            }
            b'#' if matches!(self.peek(1), b'{' | b'$') => {
                self.i += 1;
                return true;
            }
            b'$' if matches!(self.peek(1), b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'{') => return true,
            b'^' if self.peek(1).is_ascii_uppercase() => self.i += 2,
            b'#' => {
                self.i += 1;
                self.package_name();
            }
            b'A'..=b'Z' | b'a'..=b'z' | b'_' | b':' => self.package_name(),
            b'0'..=b'9' => self.word_tail(),
            // A lone sign: `($;$)` of a prototype.
            b' ' | b'\n' | b')' | b'}' | b';' | 0 => {}
            _ => self.i += 1,
        }
        self.push(Kind::Word, at, (0, 0));
        true
    }

    fn package_name(&mut self) {
        loop {
            self.word_tail();
            if self.starts("::") {
                self.i += 2;
            } else {
                break;
            }
        }
    }

    /// `@x`, `%h`, `&f`; `@{…}`, `@$x` and `%$x` leave only what is inside.
    fn named(&mut self) -> bool {
        let at = self.i;
        match self.peek(1) {
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
                self.i += 1;
                self.package_name();
                self.push(Kind::Word, at, (0, 0));
            }
            b'{' | b'$' if self.bytes.get(at) != Some(&b'&') || self.peek(1) == b'$' => self.i += 1,
            _ => return false,
        }
        true
    }
}
