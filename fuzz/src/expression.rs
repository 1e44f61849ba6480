//! Arithmetic made out of bytes, with its value computed beside it: bash's precedence, written down a second time.

/// An expression and its value; `None` where bash would refuse it.
#[derive(Debug)]
pub struct Expression {
    pub text: String,
    pub value: Option<i64>,
    /// How tightly it binds: what must be put into parentheses beside which operator.
    level: u8,
}

/// Binds as tightly as anything can.
const ATOM: u8 = 20;
const UNARY: u8 = 14;

/// Operators, and how tightly they bind (bash(1), "ARITHMETIC EVALUATION"); the second field: from right to left.
const BINARY: &[(&str, u8, bool)] = &[
    ("**", 13, true),
    ("*", 12, false),
    ("/", 12, false),
    ("%", 12, false),
    ("+", 11, false),
    ("-", 11, false),
    ("<<", 10, false),
    (">>", 10, false),
    ("<=", 9, false),
    (">=", 9, false),
    ("<", 9, false),
    (">", 9, false),
    ("==", 8, false),
    ("!=", 8, false),
    ("&", 7, false),
    ("^", 6, false),
    ("|", 5, false),
    ("&&", 4, false),
    ("||", 3, false),
    (",", 1, false),
];

impl Expression {
    pub fn from_bytes(data: &[u8]) -> Self {
        let mut bytes = data.iter().copied();
        make(&mut bytes, 0)
    }
}

fn make(bytes: &mut impl Iterator<Item = u8>, depth: u8) -> Expression {
    let kind = bytes.next().unwrap_or(0);
    if depth > 5 || kind < 64 {
        return number(kind, bytes);
    }
    if kind < 96 {
        return unary(kind, make(bytes, depth + 1));
    }
    if kind < 104 {
        return choice(make(bytes, depth + 1), make(bytes, depth + 1), make(bytes, depth + 1));
    }
    let (op, level, from_right) = BINARY[usize::from(kind) % BINARY.len()];
    let (left, right) = (make(bytes, depth + 1), make(bytes, depth + 1));
    let blank = if kind.is_multiple_of(2) { " " } else { "" };
    let text = format!(
        "{}{blank}{op} {}",
        left.beside(level + u8::from(from_right)),
        right.beside(level + u8::from(!from_right))
    );
    Expression { text, value: apply(op, left.value, right.value), level }
}

impl Expression {
    /// In parentheses where it binds more loosely than this.
    fn beside(&self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }
}

fn number(kind: u8, bytes: &mut impl Iterator<Item = u8>) -> Expression {
    let mut value = i64::from(bytes.next().unwrap_or(0));
    if kind % 8 == 7 {
        value = value << 56 | 0xff_ffff;
        value &= i64::MAX;
    }
    let text = match kind % 6 {
        0 => "x".to_owned(),
        1 => format!("{value:#x}"),
        2 => format!("0{value:o}"),
        3 => format!("16#{value:x}"),
        _ => value.to_string(),
    };
    let value = if kind.is_multiple_of(6) { 7 } else { value };
    Expression { text, value: Some(value), level: ATOM }
}

fn unary(kind: u8, inner: Expression) -> Expression {
    // With a blank: `--x` counts down.
    let text = |op: &str| format!("{op} {}", inner.beside(UNARY));
    let (text, value) = match kind % 4 {
        0 => (text("-"), inner.value.map(i64::wrapping_neg)),
        1 => (text("+"), inner.value),
        2 => (text("~"), inner.value.map(|v| !v)),
        _ => (text("!"), inner.value.map(|v| i64::from(v == 0))),
    };
    Expression { text, value, level: UNARY }
}

fn choice(test: Expression, yes: Expression, no: Expression) -> Expression {
    let value = test.value.and_then(|test| if test != 0 { yes.value } else { no.value });
    // `,` may stand in the middle; a choice may stand in the last place.
    let text = format!("{} ? {} : {}", test.beside(3), yes.beside(1), no.beside(2));
    Expression { text, value, level: 2 }
}

fn apply(op: &str, a: Option<i64>, b: Option<i64>) -> Option<i64> {
    let a = a?;
    // The right side is not looked at where the left one decides.
    match (op, a != 0) {
        ("&&", false) => return Some(0),
        ("||", true) => return Some(1),
        _ => {}
    }
    let b = b?;
    let truth = i64::from;
    Some(match op {
        "**" if b < 0 => return None,
        "**" => power(a, b),
        "*" => a.wrapping_mul(b),
        "/" | "%" if b == 0 => return None,
        "/" => a.wrapping_div(b),
        "%" => a.wrapping_rem(b),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "<<" => a.wrapping_shl(b as u32),
        ">>" => a.wrapping_shr(b as u32),
        "<=" => truth(a <= b),
        ">=" => truth(a >= b),
        "<" => truth(a < b),
        ">" => truth(a > b),
        "==" => truth(a == b),
        "!=" => truth(a != b),
        "&" => a & b,
        "^" => a ^ b,
        "|" => a | b,
        "&&" | "||" => truth(b != 0),
        _ => b,
    })
}

fn power(mut base: i64, mut exponent: i64) -> i64 {
    let mut out: i64 = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = out.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    out
}
