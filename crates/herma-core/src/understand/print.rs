//! What `echo` and `printf` print.

use super::field::{Field, Part, Source, Value};
use crate::text::{Escapes, decode_escapes};

/// Bytes that one command prints before that counts as unknown.
const MAX_PRINTED: usize = 64 * 1024;
/// Blanks and zeros put before a value. More is nobody's table.
const MAX_WIDTH: usize = 1024;

pub(super) fn echo(args: &[Field]) -> Value {
    let mut rest = args;
    let (mut newline, mut escapes) = (true, false);
    while let Some((first, tail)) = rest.split_first()
        && let Some(flags) = first
            .known()
            .and_then(|t| t.strip_prefix('-'))
            .filter(|f| !f.is_empty() && f.chars().all(|c| "neE".contains(c)))
    {
        newline &= !flags.contains('n');
        // The last one counts.
        escapes = flags.rfind(['e', 'E']).map_or(escapes, |at| flags[at..].starts_with('e'));
        rest = tail;
    }
    let mut out = Value::default();
    for (i, arg) in rest.iter().enumerate() {
        if i > 0 {
            out.push_text(" ");
        }
        for part in &arg.value.parts {
            match part {
                // `sh` and `zsh` decode escapes without being asked.
                Part::Text(text) if escapes => out.push_text(&decode_escapes(text, Escapes::Echo)),
                Part::Text(text) => out.push_text(text),
                // Names that fit a pattern stay one.
                Part::Glob(_) | Part::Unknown(_) => out.push(part.clone()),
            }
        }
    }
    if newline {
        out.push_text("\n");
    }
    out
}

pub(super) fn printf(args: &[Field]) -> Option<Value> {
    let mut args = args.iter();
    let mut format = args.next()?;
    if format.is("--") {
        format = args.next()?;
    }
    if format.is("-v") {
        return Some(Value::default());
    }
    let format = format.value.literal()?;
    let mut rest: Vec<&Field> = args.collect();
    rest.reverse();
    let mut out = Value::default();
    let had_args = !rest.is_empty();
    loop {
        let before = rest.len();
        print_once(&format, &mut rest, &mut out);
        let size: usize = out.parts.iter().map(|p| if let Part::Text(t) = p { t.len() } else { 1 }).sum();
        if size > MAX_PRINTED {
            return None;
        }
        // The format is used again while arguments are left.
        if rest.is_empty() || rest.len() == before || !had_args {
            return Some(out);
        }
    }
}

fn print_once(format: &str, rest: &mut Vec<&Field>, out: &mut Value) {
    let mut chars = format.chars().peekable();
    let mut run = String::new();
    while let Some(c) = chars.next() {
        match c {
            '%' if chars.peek() == Some(&'%') => {
                chars.next();
                run.push('%');
            }
            '%' => {
                let mut spec = String::new();
                let conversion = loop {
                    match chars.next() {
                        // How large the number is does not matter to a shell.
                        Some('h' | 'l' | 'j' | 'z' | 't' | 'L') => {}
                        Some(c) if "-+ 0#'.*123456789".contains(c) => spec.push(c),
                        other => break other,
                    }
                };
                out.push_text(&decode_escapes(&std::mem::take(&mut run), Escapes::Printf));
                for _ in 0..spec.matches('*').count() {
                    rest.pop();
                }
                let arg = rest.pop().map(|f| f.value.clone()).unwrap_or_default();
                let Some(text) = arg.known() else {
                    out.append(&arg);
                    continue;
                };
                match conversion.and_then(|conversion| converted(conversion, &spec, text)) {
                    Some(text) => out.push_text(&text),
                    None => out.push(Part::Unknown(Source::Output("printf".to_owned()))),
                }
            }
            '\\' => {
                run.push(c);
                run.extend(chars.next());
            }
            c => run.push(c),
        }
    }
    out.push_text(&decode_escapes(&run, Escapes::Printf));
}

/// One argument, printed as asked; `None` where we do not know how.
fn converted(conversion: char, spec: &str, text: &str) -> Option<String> {
    let left = spec.starts_with('-');
    let (width, precision) = match spec.trim_start_matches('-').split_once('.') {
        Some((width, precision)) => (width, Some(precision)),
        None => (spec.trim_start_matches('-'), None),
    };
    let zeros = width.starts_with('0') && !left;
    let number = |digits: &str| if digits.is_empty() { Some(0) } else { digits.parse::<usize>().ok() };
    let width = number(width).filter(|width| *width <= MAX_WIDTH)?;
    let precision = precision.map_or(Some(None), |digits| number(digits).map(Some))?;
    let printed = match conversion {
        's' | 'b' | 'c' => {
            let text = if conversion == 'b' { decode_escapes(text, Escapes::Echo) } else { text.to_owned() };
            let most = if conversion == 'c' { Some(1) } else { precision };
            // Bytes or characters: shells differ.
            if !text.is_ascii() && (most.is_some() || width > 0) {
                return None;
            }
            most.map_or(text.clone(), |most| text.chars().take(most).collect())
        }
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' if precision.is_none() => {
            let n = integer(text).filter(|n| *n >= 0 || conversion != 'u')?;
            let width = if zeros { width } else { 0 };
            match conversion {
                'o' => format!("{n:0width$o}"),
                'x' => format!("{n:0width$x}"),
                'X' => format!("{n:0width$X}"),
                _ => format!("{n:0width$}"),
            }
        }
        _ => return None,
    };
    Some(if left { format!("{printed:<width$}") } else { format!("{printed:>width$}") })
}

/// A number as `printf` reads it: `0x1f`, `017`, `'A` for the code of a letter; none is nought.
fn integer(text: &str) -> Option<i64> {
    if let Some(letter) = text.strip_prefix(['\'', '"']) {
        return letter.chars().next().filter(char::is_ascii).map(|c| i64::from(u32::from(c)));
    }
    let text = text.trim_start_matches([' ', '\t', '\n']);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.starts_with(['-', '+']) {
        return None;
    }
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None if text.is_empty() => 0,
        None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}
