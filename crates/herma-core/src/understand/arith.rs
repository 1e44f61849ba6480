//! Arithmetic on what is known: enough to see through `$((0x72))` and the like.

/// The value of an expression over constants; `lookup` gives the number behind a name.
pub(super) fn evaluate(text: &str, lookup: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    let mut calc = Calc { rest: text.trim(), lookup, depth: 0 };
    let value = calc.level(0)?;
    calc.skip();
    calc.rest.is_empty().then_some(value)
}

/// Parentheses deeper than this are nobody's arithmetic.
const MAX_DEPTH: u32 = 16;

/// Binary operators, loosest first.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["**"],
    &["*", "/", "%"],
];

struct Calc<'a> {
    rest: &'a str,
    lookup: &'a dyn Fn(&str) -> Option<i64>,
    depth: u32,
}

impl Calc<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn level(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        loop {
            self.skip();
            let Some(op) = operators.iter().find(|op| self.takes(op)) else { return Some(left) };
            self.rest = self.rest.get(op.len()..)?;
            let right = self.level(level + 1)?;
            left = apply(op, left, right)?;
        }
    }

    /// Not every prefix is the operator: `&` must not eat half of `&&`, nor `<` half of `<<`.
    fn takes(&self, op: &str) -> bool {
        let Some(after) = self.rest.strip_prefix(op) else { return false };
        let next = after.bytes().next();
        match op {
            "|" | "&" | "*" => next != op.bytes().next(),
            "<" | ">" => next != op.bytes().next() && next != Some(b'='),
            _ => true,
        }
    }

    fn unary(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.skip();
        let value = match self.rest.bytes().next()? {
            b'-' => self.after(1)?.unary()?.checked_neg(),
            b'+' => self.after(1)?.unary(),
            b'~' => self.after(1)?.unary().map(|v| !v),
            b'!' => self.after(1)?.unary().map(|v| i64::from(v == 0)),
            b'(' => {
                let value = self.after(1)?.level(0)?;
                self.skip();
                self.rest = self.rest.strip_prefix(')')?;
                Some(value)
            }
            _ => self.atom(),
        };
        self.depth -= 1;
        value
    }

    fn after(&mut self, n: usize) -> Option<&mut Self> {
        self.rest = self.rest.get(n..)?;
        Some(self)
    }

    fn atom(&mut self) -> Option<i64> {
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '#'))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        if word.is_empty() {
            return None;
        }
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            return (self.lookup)(word);
        }
        if let Some((base, digits)) = word.split_once('#') {
            return i64::from_str_radix(digits, base.parse().ok().filter(|b| (2..=36).contains(b))?).ok();
        }
        if let Some(hex) = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
            return i64::from_str_radix(hex, 16).ok();
        }
        if word.len() > 1 && word.starts_with('0') {
            i64::from_str_radix(word, 8).ok()
        } else {
            word.parse().ok()
        }
    }
}

fn apply(op: &str, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        "||" => i64::from(a != 0 || b != 0),
        "&&" => i64::from(a != 0 && b != 0),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<=" => i64::from(a <= b),
        ">=" => i64::from(a >= b),
        "<" => i64::from(a < b),
        ">" => i64::from(a > b),
        "<<" => a.checked_shl(u32::try_from(b).ok()?)?,
        ">>" => a.checked_shr(u32::try_from(b).ok()?)?,
        "+" => a.checked_add(b)?,
        "-" => a.checked_sub(b)?,
        "**" => a.checked_pow(u32::try_from(b).ok()?)?,
        "*" => a.checked_mul(b)?,
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::evaluate;

    #[test]
    fn constants_are_computed() {
        let names = |n: &str| (n == "x").then_some(7);
        for (text, want) in [
            ("1+2*3", Some(7)),
            ("(1+2)*3", Some(9)),
            ("0x72", Some(114)),
            ("16#6d", Some(109)),
            ("x-1", Some(6)),
            ("1<<4", Some(16)),
            ("y", None),
            ("5/0", None),
            ("2**10", Some(1024)),
            ("-3 + 5", Some(2)),
            ("1 == 1 && 2 < 3", Some(1)),
            ("", None),
        ] {
            assert_eq!(evaluate(text, &names), want, "{text}");
        }
    }
}
