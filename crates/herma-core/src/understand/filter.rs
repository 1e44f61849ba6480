//! Pure programs: what they print, where that can be computed.

use super::field::{Field, Part, Source, Value};
use crate::text::{Escapes, decode_escapes};

/// Texts that are decoded and rewritten. A payload hidden in more is not computed, and then it is unknown.
const MAX_TEXT: usize = 32 * 1024;

/// The output of a pure program, if it can be computed.
pub(super) fn output(name: &str, args: &[Field], stdin: &Value) -> Option<Value> {
    match name {
        "echo" => Some(echo(args)),
        "printf" => printf(args),
        "cat"
            if args
                .iter()
                .all(|a| a.is("-") || a.known().is_some_and(|t| t.starts_with('-') && t.len() > 1)) =>
        {
            Some(stdin.clone())
        }
        "seq" | "yes" | "date" => None,
        "base64" | "gbase64" if has(args, &["-d", "-D", "--decode", "-di", "-id"]) => decode(stdin, base64),
        "base32" if has(args, &["-d", "--decode"]) => decode(stdin, base32),
        "openssl" if has(args, &["base64", "-base64", "-a"]) && has(args, &["-d"]) => decode(stdin, base64),
        "xxd" if has(args, &["-r", "-rp", "-pr", "-p -r"]) => decode(stdin, hex),
        "rev" => {
            map(stdin, |t| Some(t.lines().map(|l| l.chars().rev().collect::<String>() + "\n").collect()))
        }
        "tac" => map(stdin, |t| Some(t.lines().rev().map(|l| format!("{l}\n")).collect())),
        "tr" => translate(args, stdin),
        "cut" => cut(args, stdin),
        "sed" => sed(args, stdin),
        "head" | "tail" => ends(name, args, stdin),
        "awk" | "gawk" | "mawk" => awk(args, stdin),
        "sort" | "uniq" | "tee" | "column" | "expand" | "fmt" | "dos2unix" | "nl" | "strings" => {
            Some(stdin.clone()).filter(|v| v.known().is_some())
        }
        "basename" => base_name(args),
        "dirname" => dir_name(args),
        _ => None,
    }
}

fn has(args: &[Field], any: &[&str]) -> bool {
    args.iter().any(|a| a.known().is_some_and(|t| any.contains(&t)))
}

fn echo(args: &[Field]) -> Value {
    let mut rest = args;
    let (mut newline, mut escapes) = (true, false);
    while let Some((first, tail)) = rest.split_first()
        && let Some(flags) = first
            .known()
            .and_then(|t| t.strip_prefix('-'))
            .filter(|f| !f.is_empty() && f.chars().all(|c| "neE".contains(c)))
    {
        newline &= !flags.contains('n');
        escapes |= flags.contains('e');
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
                Part::Text(text) | Part::Glob(text) => out.push_text(text),
                Part::Unknown(_) => out.push(part.clone()),
            }
        }
    }
    if newline {
        out.push_text("\n");
    }
    out
}

fn printf(args: &[Field]) -> Option<Value> {
    let mut args = args.iter();
    let mut format = args.next()?;
    while format.known().is_some_and(|f| f == "--") {
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
            '%' => {
                if chars.peek() == Some(&'%') {
                    chars.next();
                    run.push('%');
                    continue;
                }
                let mut flags = String::new();
                let conversion = loop {
                    match chars.next() {
                        Some(f) if f.is_ascii_alphabetic() => break f,
                        Some(f) => flags.push(f),
                        None => break 's',
                    }
                };
                out.push_text(&decode_escapes(&std::mem::take(&mut run), Escapes::Printf));
                let arg = rest.pop().map(|f| f.value.clone()).unwrap_or_default();
                conversion_of(conversion, &flags, &arg, out);
            }
            '\\' => {
                run.push(c);
                if let Some(next) = chars.next() {
                    run.push(next);
                }
            }
            c => run.push(c),
        }
    }
    out.push_text(&decode_escapes(&run, Escapes::Printf));
}

fn conversion_of(conversion: char, flags: &str, arg: &Value, out: &mut Value) {
    let Some(text) = arg.literal() else {
        out.append(arg);
        return;
    };
    let number = text
        .strip_prefix("0x")
        .map_or_else(|| text.trim().parse::<i64>().ok(), |h| i64::from_str_radix(h, 16).ok());
    let width: usize = flags.trim_start_matches(['-', '+', ' ', '#']).parse().unwrap_or(0).min(64);
    let zero = flags.starts_with('0');
    match (conversion, number) {
        ('b', _) => out.push_text(&decode_escapes(&text, Escapes::Echo)),
        ('c', _) => out.push_text(&text.chars().take(1).collect::<String>()),
        ('o', Some(n)) if zero => out.push_text(&format!("{n:0width$o}")),
        ('o', Some(n)) => out.push_text(&format!("{n:o}")),
        ('x', Some(n)) if zero => out.push_text(&format!("{n:0width$x}")),
        ('x', Some(n)) => out.push_text(&format!("{n:x}")),
        ('X', Some(n)) => out.push_text(&format!("{n:X}")),
        ('d' | 'i' | 'u', Some(n)) if zero => out.push_text(&format!("{n:0width$}")),
        ('d' | 'i' | 'u', Some(n)) => out.push_text(&n.to_string()),
        _ => out.push_text(&text),
    }
}

fn map(stdin: &Value, f: impl FnOnce(&str) -> Option<String>) -> Option<Value> {
    let text = stdin.known().filter(|t| t.len() <= MAX_TEXT)?;
    f(text).map(Value::text)
}

fn decode(stdin: &Value, f: fn(&str) -> Option<Vec<u8>>) -> Option<Value> {
    map(stdin, |t| f(t).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
    bits(text, 6, |b| {
        Some(match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        })
    })
}

fn base32(text: &str) -> Option<Vec<u8>> {
    bits(text, 5, |b| {
        Some(match b {
            b'A'..=b'Z' => b - b'A',
            b'2'..=b'7' => b - b'2' + 26,
            _ => return None,
        })
    })
}

fn hex(text: &str) -> Option<Vec<u8>> {
    // Plain dumps carry an offset and a picture of the bytes; `-p` input is digits only.
    let digits: String = text
        .lines()
        .map(|line| match line.split_once(": ") {
            Some((_, rest)) => rest.split("  ").next().unwrap_or(""),
            None => line,
        })
        .collect();
    let clean: String = digits.replace("\\x", "").replace("0x", "");
    bits(&clean, 4, |b| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok()))
}

fn bits(text: &str, width: u32, value: impl Fn(u8) -> Option<u8>) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let (mut buffer, mut held) = (0u32, 0u32);
    for byte in text.bytes().filter(|b| !b.is_ascii_whitespace() && *b != b'=') {
        buffer = (buffer << width) | u32::from(value(byte)?);
        held += width;
        if held >= 8 {
            held -= 8;
            out.push((buffer >> held) as u8);
            buffer &= (1 << held) - 1;
        }
    }
    Some(out)
}

fn translate(args: &[Field], stdin: &Value) -> Option<Value> {
    let flags: String =
        args.iter().filter_map(|a| a.known()).take_while(|t| t.starts_with('-') && t.len() > 1).collect();
    let sets: Vec<Vec<char>> = args
        .iter()
        .filter_map(|a| a.value.literal())
        .skip_while(|t| t.starts_with('-') && t.len() > 1)
        .map(|t| character_set(&t))
        .collect();
    // Only a known text can be rewritten; what is unknown keeps its taint (`| tr -d ' '`).
    let Some(text) = stdin.known().filter(|t| t.len() <= MAX_TEXT) else { return Some(stdin.through("tr")) };
    let first = sets.first()?;
    let complement = flags.contains('c') || flags.contains('C');
    let inside = |c: char| first.contains(&c) != complement;
    if flags.contains('d') {
        return Some(Value::text(text.chars().filter(|c| !inside(*c)).collect::<String>()));
    }
    let Some(second) = sets.get(1) else { return Some(Value::text(text)) };
    let map = |c: char| match first.iter().position(|f| *f == c) {
        Some(at) if !complement => second.get(at).or(second.last()).copied().unwrap_or(c),
        None if complement => second.last().copied().unwrap_or(c),
        _ => c,
    };
    Some(Value::text(text.chars().map(map).collect::<String>()))
}

/// `a-z`, `\n`, `[:upper:]`, in order.
fn character_set(text: &str) -> Vec<char> {
    let text = decode_escapes(text, Escapes::Printf);
    let text = text
        .replace("[:upper:]", "A-Z")
        .replace("[:lower:]", "a-z")
        .replace("[:digit:]", "0-9")
        .replace("[:alpha:]", "A-Za-z")
        .replace("[:space:]", " \t\n\r")
        .replace("[:blank:]", " \t");
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        match (chars.get(at + 1), chars.get(at + 2)) {
            (Some('-'), Some(&end)) if end >= c && u32::from(end) - u32::from(c) < 256 => {
                out.extend((c..=end).take(256));
                at += 3;
            }
            _ => {
                out.push(c);
                at += 1;
            }
        }
    }
    out
}

fn option<'a>(args: &'a [Field], name: &str) -> Option<&'a str> {
    args.iter().enumerate().find_map(|(i, a)| {
        let text = a.known()?;
        match text.strip_prefix(name)? {
            "" => args.get(i + 1)?.known(),
            joined => Some(joined),
        }
    })
}

fn cut(args: &[Field], stdin: &Value) -> Option<Value> {
    let text = stdin.known()?;
    let list = option(args, "-f").or_else(|| option(args, "-c")).or_else(|| option(args, "-b"))?;
    let (from, to) = match list.split_once('-') {
        Some((a, b)) => (a.parse().unwrap_or(1), b.parse().unwrap_or(usize::MAX)),
        None => (list.parse().ok()?, list.parse().ok()?),
    };
    let keep = |i: usize| i + 1 >= from && i < to;
    let mut out = String::new();
    for line in text.lines() {
        if option(args, "-f").is_some() {
            let delimiter = option(args, "-d").unwrap_or("\t");
            let kept: Vec<&str> =
                line.split(delimiter).enumerate().filter(|(i, _)| keep(*i)).map(|(_, f)| f).collect();
            out.push_str(&kept.join(delimiter));
        } else {
            out.extend(line.chars().enumerate().filter(|(i, _)| keep(*i)).map(|(_, c)| c));
        }
        out.push('\n');
    }
    Some(Value::text(out))
}

/// `s/a/b/`, with plain text only; anything else is not computed.
fn sed(args: &[Field], stdin: &Value) -> Option<Value> {
    let text = stdin.known()?;
    let mut scripts = args.iter().filter_map(|a| a.known()).filter(|t| !t.starts_with('-'));
    let script = scripts.next()?;
    let mut chars = script.chars();
    if chars.next()? != 's' {
        return None;
    }
    let delimiter = chars.next()?;
    let mut pieces = chars.as_str().split(delimiter);
    let (from, to, flags) = (pieces.next()?, pieces.next()?, pieces.next()?);
    if from.is_empty()
        || from.contains(['*', '.', '[', '^', '$', '\\', '+', '(', ')'])
        || to.contains(['\\', '&'])
        || flags.contains('e')
    {
        return None;
    }
    Some(Value::text(
        text.lines()
            .map(|l| if flags.contains('g') { l.replace(from, to) } else { l.replacen(from, to, 1) } + "\n")
            .collect::<String>(),
    ))
}

fn ends(name: &str, args: &[Field], stdin: &Value) -> Option<Value> {
    let text = stdin.known()?;
    if args.iter().any(|a| a.known().is_some_and(|t| !t.starts_with('-') && t.parse::<i64>().is_err())) {
        return None;
    }
    if let Some(count) = option(args, "-c").and_then(|c| c.parse::<usize>().ok()) {
        let total = text.chars().count();
        let kept: String = if name == "head" {
            text.chars().take(count).collect()
        } else {
            text.chars().skip(total.saturating_sub(count)).collect()
        };
        return Some(Value::text(kept));
    }
    let count =
        option(args, "-n").or_else(|| option(args, "-")).map_or(Some(10), |c| c.parse::<usize>().ok())?;
    let lines: Vec<&str> = text.lines().collect();
    let kept: Vec<&str> = if name == "head" {
        lines.into_iter().take(count).collect()
    } else {
        let skip = lines.len().saturating_sub(count);
        lines.into_iter().skip(skip).collect()
    };
    Some(Value::text(kept.iter().map(|l| format!("{l}\n")).collect::<String>()))
}

/// `{print $2}` over known lines; a field of something unknown keeps its taint.
fn awk(args: &[Field], stdin: &Value) -> Option<Value> {
    let program = args.iter().filter_map(|a| a.known()).find(|t| !t.starts_with('-'))?;
    let column: usize = program
        .trim()
        .strip_prefix('{')?
        .strip_suffix('}')?
        .trim()
        .strip_prefix("print")?
        .trim()
        .trim_end_matches(';')
        .strip_prefix('$')?
        .parse()
        .ok()?;
    let Some(text) = stdin.known() else { return Some(stdin.through("awk")) };
    Some(Value::text(
        text.lines()
            .map(|l| {
                if column == 0 { l } else { l.split_whitespace().nth(column - 1).unwrap_or("") }.to_owned()
                    + "\n"
            })
            .collect::<String>(),
    ))
}

fn base_name(args: &[Field]) -> Option<Value> {
    let path = args.iter().rfind(|a| !a.known().is_some_and(|t| t.starts_with('-')))?;
    match path.known() {
        Some(text) => {
            Some(Value::text(text.trim_end_matches('/').rsplit('/').next().unwrap_or("/").to_owned() + "\n"))
        }
        None => Some(Value::unknown(Source::Output("basename".to_owned()))),
    }
}

fn dir_name(args: &[Field]) -> Option<Value> {
    let path = args.last()?.known()?;
    Some(Value::text(match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) => "/\n".to_owned(),
        Some((folder, _)) => format!("{folder}\n"),
        None => ".\n".to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Span;

    fn run(name: &str, args: &[&str], stdin: &str) -> Option<String> {
        let args: Vec<Field> = args.iter().map(|a| Field::text(*a, Span::default())).collect();
        output(name, &args, &Value::text(stdin)).and_then(|v| v.known().map(str::to_owned))
    }

    #[test]
    fn filters_compute_what_they_print() {
        assert_eq!(run("echo", &["-n", "rm", "x"], "").as_deref(), Some("rm x"));
        assert_eq!(run("echo", &["-e", r"\x72m"], "").as_deref(), Some("rm\n"));
        assert_eq!(run("printf", &["%s%s", "r", "m"], "").as_deref(), Some("rm"));
        assert_eq!(run("printf", &[r"\x72\x6d -rf /"], "").as_deref(), Some("rm -rf /"));
        assert_eq!(run("printf", &["%s\n", "a", "b"], "").as_deref(), Some("a\nb\n"));
        assert_eq!(run("printf", &["%03o", "114"], "").as_deref(), Some("162"));
        assert_eq!(run("base64", &["-d"], "cm0gLXJmIC8=").as_deref(), Some("rm -rf /"));
        assert_eq!(run("xxd", &["-r", "-p"], "726d").as_deref(), Some("rm"));
        assert_eq!(run("rev", &[], "mr\n").as_deref(), Some("rm\n"));
        assert_eq!(run("tr", &["a-z", "n-za-m"], "ez").as_deref(), Some("rm"));
        assert_eq!(run("tr", &["-d", "x"], "rxm").as_deref(), Some("rm"));
        assert_eq!(run("cut", &["-c1-2"], "rmx").as_deref(), Some("rm\n"));
        assert_eq!(run("sed", &["s/X/m/"], "rX").as_deref(), Some("rm\n"));
        assert_eq!(run("awk", &["{print $2}"], "a rm b").as_deref(), Some("rm\n"));
    }
}
