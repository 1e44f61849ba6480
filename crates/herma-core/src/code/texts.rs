//! Texts: escapes, what is filled into them, and the methods that languages have for them.

use super::api::Op;
use super::call::Args;
use super::decode;
use super::value::{Value, concat, join_texts, one_of, push};
use super::walk::Walker;
use super::{CodePart, CodeText};
use crate::knowledge::Lang;

/// Whole numbers as the languages write them.
pub(super) fn parse_number(text: &str) -> Option<i64> {
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (text.get(2..)?, 16),
        Some("0o" | "0O") => (text.get(2..)?, 8),
        Some("0b" | "0B") => (text.get(2..)?, 2),
        // `0755`; Python has no such number, so that nobody else means ten.
        _ if text.len() > 1 && text.starts_with('0') && text.bytes().all(|b| matches!(b, b'0'..=b'7')) => {
            (text, 8)
        }
        _ => (text, 10),
    };
    if digits.contains('_') {
        return i64::from_str_radix(&digits.replace('_', ""), radix).ok();
    }
    i64::from_str_radix(digits, radix).ok()
}

/// Resolves backslash escapes. Without `escapes` only the quote and the backslash itself are guarded.
pub(super) fn unescape(lang: Lang, text: &str, escapes: bool) -> String {
    if !text.contains('\\') || (lang == Lang::Python && !escapes) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(next) = chars.next() else { break };
        if !escapes {
            if !matches!(next, '\'' | '\\') {
                out.push('\\');
            }
            out.push(next);
            continue;
        }
        match next {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'e' => out.push('\u{1b}'),
            '\n' => {}
            'x' | 'u' | 'U' => {
                let braced = chars.peek() == Some(&'{');
                if braced {
                    chars.next();
                }
                let most = match (braced, next) {
                    (true, _) => 6,
                    (_, 'x') => 2,
                    (_, 'u') => 4,
                    _ => 8,
                };
                let mut code = 0u32;
                let mut n = 0;
                while n < most {
                    let Some(d) = chars.peek().and_then(|c| c.to_digit(16)) else { break };
                    code = code.wrapping_mul(16).wrapping_add(d);
                    chars.next();
                    n += 1;
                }
                if braced && chars.peek() == Some(&'}') {
                    chars.next();
                }
                out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
            }
            // Lua's `\ddd` is decimal, the others' octal.
            '0'..='9' => {
                let radix = if lang == Lang::Lua { 10 } else { 8 };
                let mut code = next.to_digit(radix).unwrap_or(0);
                for _ in 0..2 {
                    let Some(d) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
                    code = code * radix + d;
                    chars.next();
                }
                out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
            }
            '\'' | '"' | '\\' | '`' | '$' | '@' | '/' | '#' | '{' | '}' => out.push(next),
            c if lang == Lang::Python => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

impl Walker<'_> {
    /// The methods and functions that make one text out of another.
    pub fn text_call(&mut self, found: &Op, args: &Args) -> Value {
        let first = args.first();
        match found {
            Op::TextJoin => match (&first, args.at(1)) {
                (Value::Text(sep), list) => joined(&sep.clone(), &list),
                // `str.join("", […])`
                (Value::Module(_), _) => match args.at(1) {
                    Value::Text(sep) => joined(&sep, &args.at(2)),
                    _ => Value::of(CodeText::unknown()),
                },
                _ => Value::of(CodeText::unknown()),
            },
            Op::ListJoin => match args.at(1) {
                Value::Text(sep) => joined(&sep, &first),
                _ if self.lang == Lang::JavaScript => joined(&CodeText::new(","), &first),
                _ => joined(&CodeText::default(), &first),
            },
            Op::JoinFirst => match (&first, args.pos.get(1..)) {
                (Value::Text(sep), Some([list @ Value::List(_)])) => joined(sep, list),
                (Value::Text(sep), Some(rest)) => joined(sep, &Value::list(rest.to_vec())),
                (list @ Value::List(_), _) => joined(&args.at(1).to_text(), list),
                _ => Value::of(CodeText::unknown()),
            },
            Op::Format => formatted(&first.to_text(), args),
            Op::Sprintf => match &first {
                Value::Text(t) => percent(t, &Value::list(args.pos.get(1..).unwrap_or_default().to_vec())),
                _ => Value::Unknown,
            },
            Op::Replace => match (first.known(), args.at(1).known(), args.at(2).known()) {
                (Some(t), Some(a), Some(b)) if !a.is_empty() && t.len() < 4096 => {
                    Value::text(t.replace(a, b))
                }
                _ => Value::of(CodeText::unknown()),
            },
            Op::Upper => map_text(&first, |t| t.to_uppercase()),
            Op::Lower => map_text(&first, |t| t.to_lowercase()),
            Op::Strip => map_text(&first, |t| t.trim().to_owned()),
            Op::Split => split(&first, &args.at(1)),
            Op::SplitFirst => split(&args.at(1), &first),
            Op::Reverse(n) => reversed(&args.at(usize::from(*n))),
            Op::Concat => args.pos.iter().skip(1).fold(first, |a, b| concat(&a, b)),
            Op::Repeat => match (first.known(), args.at(1)) {
                (Some(t), Value::Num(n)) if (0..256).contains(&n) && t.len() < 64 => {
                    Value::text(t.repeat(n as usize))
                }
                _ => Value::of(CodeText::unknown()),
            },
            Op::Slice => {
                let number = |i: usize| match args.pos.get(i) {
                    Some(Value::Num(n)) => Some(*n),
                    _ => None,
                };
                sliced(&first, number(1), number(2), 1)
            }
            Op::Append => {
                self.grow(args);
                Value::Unknown
            }
            Op::Extend => {
                let mut all = vec![first];
                match args.at(1) {
                    Value::List(items) => all.extend(items.iter().cloned()),
                    v => all.push(v),
                }
                self.grow(&Args { pos: all, kw: Vec::new() });
                Value::Unknown
            }
            Op::ListOf if args.pos.is_empty() && !args.kw.is_empty() => Value::dict(args.kw.clone()),
            Op::ListOf => Value::list(args.pos.clone()),
            Op::Chr => characters(&Value::list(args.pos.clone())),
            Op::FromHex(n) => decoded(&args.at(usize::from(*n)), decode::hex),
            Op::FromBase64(n) => decoded(&args.at(usize::from(*n)), decode::base64),
            Op::FromUrl(n) => decoded(&args.at(usize::from(*n)), decode::percent),
            Op::Rot13(n) => decoded(&args.at(usize::from(*n)), |t| Some(decode::rot13(t))),
            Op::FromNamed(n) => {
                let n = usize::from(*n);
                let how = args.at(n + 1);
                self.named_decoding(&args.at(n), how.known())
            }
            Op::Pack => packed(args.first().known(), &args.at(1)),
            Op::PackSelf => packed(args.at(1).known(), &first),
            _ => Value::Unknown,
        }
    }

    pub fn named_decoding(&self, value: &Value, how: Option<&str>) -> Value {
        match how {
            Some("base64" | "base64url" | "base64_codec") => decoded(value, decode::base64),
            Some("hex" | "hex_codec") => decoded(value, decode::hex),
            Some("rot13" | "rot_13" | "rot-13") => decoded(value, |t| Some(decode::rot13(t))),
            _ => match value {
                Value::List(_) => characters(value),
                v => v.clone(),
            },
        }
    }
}

fn map_text(value: &Value, f: impl Fn(&str) -> String) -> Value {
    match value {
        Value::Text(t) => {
            let parts = t.parts.iter().map(|p| match p {
                CodePart::Text(t) => CodePart::Text(f(t)),
                p => p.clone(),
            });
            Value::of(CodeText { parts: parts.collect() })
        }
        v => v.clone(),
    }
}

fn decoded(value: &Value, f: fn(&str) -> Option<String>) -> Value {
    match value {
        v if v.is_remote() => v.clone(),
        Value::OneOf(items) => one_of(items.iter().map(|v| decoded(v, f))),
        v => match v.known().and_then(f) {
            Some(text) => Value::text(text),
            None => Value::of(CodeText::unknown()),
        },
    }
}

/// A list of character codes as the text they spell.
pub(super) fn characters(list: &Value) -> Value {
    let mut flat = Vec::new();
    list.each(&mut flat);
    let mut out = String::new();
    for item in &flat {
        match item {
            Value::Num(n) => match u32::try_from(*n).ok().and_then(char::from_u32) {
                Some(c) => out.push(c),
                None => return Value::of(CodeText::unknown()),
            },
            _ => return Value::of(CodeText::unknown()),
        }
    }
    // `chr(x for x in list)` is one character of several: kept in order by the list it came from.
    if matches!(list, Value::List(l) if l.len() == 1 && matches!(l.first(), Some(Value::OneOf(_)))) {
        return Value::list(out.chars().map(|c| Value::text(c.to_string())).collect());
    }
    Value::text(out)
}

fn packed(how: Option<&str>, value: &Value) -> Value {
    match how {
        Some(h) if h.starts_with(['H', 'h']) => decoded(&first_of(value), decode::hex),
        Some(h) if h.starts_with('m') => decoded(&first_of(value), decode::base64),
        Some(h) if h.starts_with(['C', 'c', 'U', 'W']) => characters(value),
        Some(h) if h.starts_with('u') => Value::of(CodeText::unknown()),
        _ => Value::of(CodeText::unknown()),
    }
}

fn first_of(value: &Value) -> Value {
    match value {
        Value::List(items) => items.first().cloned().unwrap_or(Value::Unknown),
        v => v.clone(),
    }
}

/// The elements of a list, with `sep` between them.
pub(super) fn joined(sep: &CodeText, list: &Value) -> Value {
    match list {
        Value::List(items) => {
            let flat: Vec<Value> = match &items[..] {
                [Value::OneOf(inner)] | [Value::List(inner)] => inner.to_vec(),
                items => items.to_vec(),
            };
            let mut out = CodeText::default();
            for (i, item) in flat.iter().enumerate() {
                if i > 0 {
                    out = join_texts(out, sep);
                }
                out = join_texts(out, &item.to_text());
            }
            Value::of(out)
        }
        // Joining a text goes letter by letter.
        Value::Text(t) if sep.parts.is_empty() || sep.known() == Some("") => Value::Text(t.clone()),
        Value::Obj("@paths" | "@names", t) => Value::Text(t.clone()),
        _ => Value::of(CodeText::unknown()),
    }
}

fn split(value: &Value, sep: &Value) -> Value {
    let Some(text) = value.known() else { return Value::Unknown };
    let items: Vec<Value> = match sep.known() {
        Some("") => text.chars().take(512).map(|c| Value::text(c.to_string())).collect(),
        Some(sep) => text.split(sep).take(256).map(Value::text).collect(),
        None => text.split_whitespace().take(256).map(Value::text).collect(),
    };
    Value::list(items)
}

pub(super) fn reversed(value: &Value) -> Value {
    match value {
        Value::Text(t) => match t.known() {
            Some(t) => Value::text(t.chars().rev().collect::<String>()),
            None => Value::of(CodeText::unknown()),
        },
        Value::List(items) => match &items[..] {
            [one @ Value::Text(_)] => reversed(one),
            items => Value::list(items.iter().rev().cloned().collect()),
        },
        v => v.clone(),
    }
}

/// `x[from:to:step]` of a text or list that is known.
pub(super) fn sliced(value: &Value, from: Option<i64>, to: Option<i64>, step: i64) -> Value {
    if (from, to, step) == (None, None, -1) {
        return reversed(value);
    }
    match value {
        Value::Text(t) => match t.known() {
            Some(t) => Value::text(
                slice(&t.chars().collect::<Vec<_>>(), from, to, step).into_iter().collect::<String>(),
            ),
            None => Value::of(CodeText::unknown()),
        },
        Value::List(items) => Value::list(slice(items, from, to, step)),
        v => v.clone(),
    }
}

fn slice<T: Clone>(items: &[T], from: Option<i64>, to: Option<i64>, step: i64) -> Vec<T> {
    let len = items.len() as i64;
    let place = |n: i64| if n < 0 { (len + n).max(0) } else { n.min(len) };
    let mut out = Vec::new();
    let (mut i, end) = if step > 0 {
        (from.map_or(0, place), to.map_or(len, place))
    } else {
        (from.map_or(len - 1, |n| place(n).min(len - 1)), to.map_or(-1, place))
    };
    while (step > 0 && i < end) || (step < 0 && i > end) {
        out.extend(usize::try_from(i).ok().and_then(|i| items.get(i)).cloned());
        i = i.saturating_add(step);
    }
    out
}

/// `"%s/%s" % (a, b)`.
pub(super) fn percent(text: &CodeText, values: &Value) -> Value {
    let Some(format) = text.known() else { return Value::of(CodeText::unknown()) };
    let list = match values {
        Value::List(items) => items.to_vec(),
        v => vec![v.clone()],
    };
    let mut next = list.iter();
    let mut out = CodeText::default();
    let mut rest = format;
    while let Some(i) = rest.find('%') {
        push(&mut out, CodePart::Text(rest.get(..i).unwrap_or_default().to_owned()));
        let spec = rest.get(i + 1..).unwrap_or_default();
        if let Some(after) = spec.strip_prefix('%') {
            push(&mut out, CodePart::Text("%".into()));
            rest = after;
            continue;
        }
        let len = spec.find(|c: char| c.is_ascii_alphabetic()).map_or(spec.len(), |n| n + 1);
        if spec.starts_with('(') {
            // `%(name)s` takes from a dictionary.
            push(&mut out, CodePart::Unknown);
            let end = spec.find(')').map_or(spec.len(), |n| (n + 2).min(spec.len()));
            rest = spec.get(end..).unwrap_or_default();
            continue;
        }
        let kind = spec.get(..len).unwrap_or_default();
        match next.next() {
            Some(v) if kind.ends_with('c') => out = join_texts(out, &characters(v).to_text()),
            Some(v) => out = join_texts(out, &v.to_text()),
            None => push(&mut out, CodePart::Unknown),
        }
        rest = spec.get(len..).unwrap_or_default();
    }
    push(&mut out, CodePart::Text(rest.to_owned()));
    Value::of(out)
}

/// `"{}/{name}".format(a, name=b)`.
fn formatted(text: &CodeText, args: &Args) -> Value {
    let Some(format) = text.known() else { return Value::of(CodeText::unknown()) };
    let mut out = CodeText::default();
    let mut next = 1;
    let mut rest = format;
    while let Some(i) = rest.find(['{', '}']) {
        push(&mut out, CodePart::Text(rest.get(..i).unwrap_or_default().to_owned()));
        let tail = rest.get(i..).unwrap_or_default();
        if tail.starts_with("{{") || tail.starts_with("}}") || tail.starts_with('}') {
            push(&mut out, CodePart::Text(tail.get(..1).unwrap_or_default().to_owned()));
            rest = tail
                .get(if tail.starts_with("{{") || tail.starts_with("}}") { 2 } else { 1 }..)
                .unwrap_or_default();
            continue;
        }
        let end = tail.find('}').unwrap_or(tail.len());
        let field = tail.get(1..end).unwrap_or_default();
        let name = field.split([':', '!']).next().unwrap_or_default();
        let value = match name.parse::<usize>() {
            Ok(n) => args.at(n + 1),
            Err(_) if name.is_empty() => {
                next += 1;
                args.at(next - 1)
            }
            Err(_) => args.named(name).unwrap_or(Value::Unknown),
        };
        out = join_texts(out, &value.to_text());
        rest = tail.get((end + 1).min(tail.len())..).unwrap_or_default();
    }
    push(&mut out, CodePart::Text(rest.to_owned()));
    Value::of(out)
}
