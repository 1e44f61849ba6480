//! Arithmetic on what is known: enough to see through `$((0x72))` and the like.

use super::field::{Part, Source, Value};
use super::state::Var;
use super::walk::Walker;

impl Walker<'_> {
    /// The value of an expression whose expansions are done; what it runs and sets on the way is seen to.
    pub(super) fn arithmetic(&mut self, expression: &Value) -> Value {
        self.evaluates(expression);
        let unknown = || Value::unknown(Source::Variable("((…))".to_owned()));
        let number = expression.known().map(str::to_owned).and_then(|text| self.number(&text));
        self.arithmetic_sets(expression);
        number.map_or_else(unknown, |number| Value::text(number.to_string()))
    }

    /// The value of an expression over the variables as this round has them.
    pub(super) fn number(&mut self, text: &str) -> Option<i64> {
        let mut values: Vec<(&str, Option<i64>)> = Vec::new();
        for name in names(text) {
            if !values.iter().any(|(n, _)| *n == name) {
                let value = match self.pick(name) {
                    Some(Var::Scalar(value)) => Some(value),
                    Some(Var::Array(values)) => values.first().cloned(),
                    None => None,
                };
                let number = value.and_then(|value| match value.known()? {
                    "" => Some(0),
                    text => evaluate(text, &|_| None),
                });
                values.push((name, number));
            }
        }
        evaluate(text, &|name| values.iter().find(|(n, _)| *n == name).and_then(|(_, number)| *number))
    }

    /// What an expression sets is not followed: from here on it is unknown.
    pub(super) fn arithmetic_sets(&mut self, expression: &Value) {
        for part in &expression.parts {
            let Part::Text(text) = part else { continue };
            for name in names_set(text) {
                let unknown = Value::unknown(Source::Variable(name.to_owned()));
                // An element of a list may be meant.
                let list = matches!(self.state.get(name), Some([.., Var::Array(_)]));
                self.state.set(name, if list { Var::list(vec![unknown]) } else { Var::Scalar(unknown) });
            }
        }
    }
}

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
    &["*", "/", "%"],
    &["**"],
];
/// The level that goes from right to left: `2**3**2` is `2**9`.
const POWER: usize = LEVELS.len() - 1;

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
            let right = self.level(if level == POWER { level } else { level + 1 })?;
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
            // `x++ + 1` sets `x`; that is not computed here.
            "+" | "-" => next != op.bytes().next(),
            _ => true,
        }
    }

    fn unary(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.skip();
        // These set what follows (of a number they are two signs, which nobody writes).
        if self.rest.starts_with("--") || self.rest.starts_with("++") {
            return None;
        }
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

/// The names in an expression, and its numbers with them.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|name| !name.is_empty())
}

/// The names that an expression sets: `x = 1`, `x += 1`, `x++`, `--x`, `a[0] = 1`. Rather one too many than too few.
pub(super) fn names_set(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_name) {
        let (before, tail) = rest.split_at(start);
        let end = tail.find(|c| !is_name(c)).unwrap_or(tail.len());
        let (name, after) = tail.split_at(end);
        let before = before.trim_end();
        if before.ends_with("++") || before.ends_with("--") || is_set(after.trim_start()) {
            names.push(name);
        }
        rest = after;
    }
    names
}

/// Whether what follows a name sets it.
fn is_set(after: &str) -> bool {
    // Which element does not matter; a bracket within the brackets is set apart badly, and then it is set.
    let after = match after.strip_prefix('[') {
        Some(inside) => {
            inside.split_once(']').map_or("=", |(_, after)| after.trim_start_matches(']').trim_start())
        }
        None => after,
    };
    if after.starts_with("++") || after.starts_with("--") {
        return true;
    }
    let after = ["<<", ">>"]
        .iter()
        .find_map(|op| after.strip_prefix(op))
        .unwrap_or_else(|| after.strip_prefix(['+', '-', '*', '/', '%', '&', '^', '|']).unwrap_or(after));
    after.starts_with('=') && !after.starts_with("==")
}

#[cfg(test)]
mod tests {
    use super::{evaluate, names_set};

    #[test]
    fn what_is_set_is_named() {
        for (text, want) in [
            ("x", &[] as &[&str]),
            ("x == 1 && y != 2 && z <= 3 && a >= 4", &[]),
            ("x = 1", &["x"]),
            ("x+=1, y<<=2", &["x", "y"]),
            ("x++ + --y - z--", &["x", "y", "z"]),
            ("a[i] = 3", &["a"]),
            ("a[b[0]] = 3", &["a", "b"]),
            ("a[b[0]] == 3", &[]),
            ("i=0;i<3;i++", &["i", "i"]),
        ] {
            assert_eq!(names_set(text), want, "{text}");
        }
    }

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
            ("2*3**2", Some(18)),
            ("2**3**2", Some(512)),
            ("--x", None),
            ("x++", None),
            ("10-2-3", Some(5)),
            ("-3 + 5", Some(2)),
            ("1 == 1 && 2 < 3", Some(1)),
            ("", None),
        ] {
            assert_eq!(evaluate(text, &names), want, "{text}");
        }
    }
}
