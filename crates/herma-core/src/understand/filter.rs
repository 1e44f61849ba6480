//! Pure programs: what they print, where that can be computed. Only what is surely so: an option or an operand that we do
//! not know makes the output unknown, and then it is asked about before it is run.

use super::field::{Field, Source, Value};
use super::print;
use crate::text::{Escapes, decode_escapes};

/// Texts that are decoded and rewritten. A payload hidden in more is not computed, and then it is unknown.
const MAX_TEXT: usize = 32 * 1024;

/// The output of a pure program, if it can be computed.
pub(super) fn output(name: &str, args: &[Field], stdin: &Value) -> Option<Value> {
    match name {
        "echo" => Some(print::echo(args)),
        "printf" => print::printf(args),
        "cat" if only(args, &["-", "-u"]) => Some(stdin.clone()),
        "tee" => Some(stdin.clone()).filter(|v| v.known().is_some()),
        "base64" | "gbase64" if decodes(args, &["-i", "-di", "-id", "--ignore-garbage"]) => {
            decode(stdin, base64)
        }
        "base32" if decodes(args, &[]) => decode(stdin, base32),
        "openssl" if has(args, &["-d"]) && only(args, &["enc", "base64", "-base64", "-a", "-A", "-d"]) => {
            decode(stdin, base64)
        }
        "xxd" if has(args, &["-r", "-rp", "-pr"]) && only(args, &["-r", "-p", "-ps", "-rp", "-pr"]) => {
            decode(stdin, hex)
        }
        "rev" if args.is_empty() => map(stdin, |t| each_line_as_it_ends(t, |l| l.chars().rev().collect())),
        // A last line without an end runs into the one before it.
        "tac" if args.is_empty() => {
            map(stdin, |t| t.ends_with('\n').then(|| lines(t).rev().map(|l| format!("{l}\n")).collect()))
        }
        // Of several lines the order hangs on the language of the machine.
        "sort" if args.is_empty() => {
            map(stdin, |t| if lines(t).count() > 1 { None } else { each_line(t, str::to_owned) })
        }
        "uniq" if args.is_empty() => map(stdin, |t| {
            let mut kept: Vec<&str> = lines(t).collect();
            kept.dedup();
            Some(kept.iter().map(|l| format!("{l}\n")).collect())
        }),
        "tr" => translate(args, stdin),
        "cut" => cut(args, stdin),
        "sed" => sed(args, stdin),
        "head" | "tail" => ends(name, args, stdin),
        "awk" | "gawk" | "mawk" => awk(args, stdin),
        "basename" => base_name(args),
        "dirname" => dir_name(args),
        _ => None,
    }
}

fn has(args: &[Field], any: &[&str]) -> bool {
    args.iter().any(|a| a.known().is_some_and(|t| any.contains(&t)))
}

/// Whether there is nothing else: another word may be a file, and then standard input is not read.
fn only(args: &[Field], known: &[&str]) -> bool {
    args.iter().all(|a| a.known().is_some_and(|t| known.contains(&t)))
}

fn decodes(args: &[Field], more: &[&str]) -> bool {
    let flags = [&["-d", "-D", "--decode"], more].concat();
    has(args, &flags) && only(args, &flags)
}

/// Lines as these programs see them: only a line feed ends one.
fn lines(text: &str) -> std::str::SplitTerminator<'_, char> {
    text.split_terminator('\n')
}

fn each_line(text: &str, f: impl Fn(&str) -> String) -> Option<String> {
    Some(lines(text).map(|line| f(line) + "\n").collect())
}

/// As [`each_line`], but the last line is ended only if it was.
fn each_line_as_it_ends(text: &str, f: impl Fn(&str) -> String) -> Option<String> {
    let mut out = each_line(text, f)?;
    if !text.ends_with('\n') {
        out.pop();
    }
    Some(out)
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
    // Only a known text can be rewritten; what is unknown keeps its taint (`| tr -d ' '`).
    let Some(text) = stdin.known().filter(|t| t.len() <= MAX_TEXT) else { return Some(stdin.through("tr")) };
    let words: Vec<String> = args.iter().map(|a| a.value.literal()).collect::<Option<_>>()?;
    let sets_from = words.iter().position(|w| !w.starts_with('-') || w.len() == 1)?;
    let (flags, sets) = words.split_at(sets_from);
    let (mut delete, mut complement) = (false, false);
    for flag in flags {
        match flag.as_str() {
            "-d" | "--delete" => delete = true,
            "-c" | "-C" | "--complement" => complement = true,
            "-cd" | "-dc" | "-Cd" | "-dC" => (delete, complement) = (true, true),
            _ => return None,
        }
    }
    if complement && !text.is_ascii() {
        return None;
    }
    let sets: Vec<Vec<char>> = sets.iter().map(|set| character_set(set)).collect::<Option<_>>()?;
    match sets.as_slice() {
        [set] if delete => {
            Some(Value::text(text.chars().filter(|c| set.contains(c) == complement).collect::<String>()))
        }
        [first, second] if !delete => {
            // Everything else becomes one character; several would follow the order of the alphabet.
            let last = *second.last().filter(|_| !complement || second.len() == 1)?;
            let map = |c: char| match first.iter().rposition(|f| *f == c) {
                Some(at) if !complement => second.get(at).copied().unwrap_or(last),
                None if complement => last,
                _ => c,
            };
            Some(Value::text(text.chars().map(map).collect::<String>()))
        }
        _ => None,
    }
}

/// `a-z`, `\n`, `[:upper:]`, in order; `None` for what we do not know.
fn character_set(text: &str) -> Option<Vec<char>> {
    let known_escape = |rest: &str| {
        rest.starts_with(|c| matches!(c, 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '\\' | '0'..='7'))
    };
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once('\\') {
        if !known_escape(behind) {
            return None;
        }
        rest = behind.get(1..)?;
    }
    let text = decode_escapes(text, Escapes::Printf)
        .replace("[:upper:]", "A-Z")
        .replace("[:lower:]", "a-z")
        .replace("[:digit:]", "0-9")
        .replace("[:alpha:]", "A-Za-z")
        .replace("[:space:]", " \t\n\r\x0b\x0c")
        .replace("[:blank:]", " \t");
    // Other classes and repetitions; and bytes, where we see characters.
    if !text.is_ascii()
        || ["[:", "[=", "[.", "*]"].iter().any(|odd| text.contains(odd))
        || text.contains('*') && text.contains('[')
    {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        match (chars.get(at + 1), chars.get(at + 2)) {
            (Some('-'), Some(&end)) if end >= c => {
                out.extend(c..=end);
                at += 3;
            }
            (Some('-'), Some(_)) => return None,
            _ => {
                out.push(c);
                at += 1;
            }
        }
    }
    Some(out)
}

fn cut(args: &[Field], stdin: &Value) -> Option<Value> {
    let words: Vec<&str> = args.iter().map(|a| a.known()).collect::<Option<_>>()?;
    let mut words = words.into_iter();
    let (mut list, mut delimiter, mut fields) = (None, "\t", false);
    while let Some(word) = words.next() {
        let (option, joined) = word.split_at_checked(2)?;
        let value = if joined.is_empty() { words.next()? } else { joined };
        match option {
            "-d" => delimiter = value,
            "-f" | "-c" | "-b" if list.is_none() => (list, fields) = (Some(value), option == "-f"),
            _ => return None,
        }
    }
    let ranges: Vec<(usize, usize)> = list?.split(',').map(range).collect::<Option<_>>()?;
    let keep = |i: usize| ranges.iter().any(|(from, to)| (*from..=*to).contains(&(i + 1)));
    if delimiter.len() != 1 {
        return None;
    }
    map(stdin, |text| {
        if !fields && !text.is_ascii() {
            return None;
        }
        each_line(text, |line| {
            if !fields {
                return line.chars().enumerate().filter(|(i, _)| keep(*i)).map(|(_, c)| c).collect();
            }
            // A line without a delimiter passes whole.
            if !line.contains(delimiter) {
                return line.to_owned();
            }
            let pieces = line.split(delimiter).enumerate();
            pieces.filter(|(i, _)| keep(*i)).map(|(_, f)| f).collect::<Vec<_>>().join(delimiter)
        })
    })
}

/// `2`, `2-`, `-3`, `2-3`.
fn range(text: &str) -> Option<(usize, usize)> {
    let number = |digits: &str, otherwise: usize| match digits {
        "" => Some(otherwise),
        digits => digits.parse().ok().filter(|n| *n > 0 && !digits.starts_with('+')),
    };
    match text.split_once('-') {
        _ if text == "-" => None,
        Some((from, to)) => Some((number(from, 1)?, number(to, usize::MAX)?)),
        None => number(text, 0).filter(|n| *n > 0).map(|n| (n, n)),
    }
}

/// `s/a/b/`, with plain text only; anything else is not computed.
fn sed(args: &[Field], stdin: &Value) -> Option<Value> {
    let script = match args {
        [script] => script,
        [option, script] if option.is("-e") => script,
        _ => return None,
    };
    let rest = script.known()?.strip_prefix('s')?;
    let delimiter = rest.chars().next().filter(char::is_ascii_punctuation)?;
    let pieces: Vec<&str> = rest.split(delimiter).skip(1).collect();
    let [from, to, flags @ ("" | "g")] = pieces.as_slice() else { return None };
    if from.is_empty()
        || from.contains(['*', '.', '[', '^', '$', '\\', '\n'])
        || to.contains(['\\', '&', '\n'])
        || delimiter == '\\'
    {
        return None;
    }
    map(stdin, |text| {
        each_line_as_it_ends(
            text,
            |l| if *flags == "g" { l.replace(from, to) } else { l.replacen(from, to, 1) },
        )
    })
}

fn ends(name: &str, args: &[Field], stdin: &Value) -> Option<Value> {
    let words: Vec<&str> = args.iter().map(|a| a.known()).collect::<Option<_>>()?;
    let (unit, count) = match words.as_slice() {
        [] => ("-n", "10"),
        ["-n", count] => ("-n", *count),
        ["-c", count] => ("-c", *count),
        [word] => match word.strip_prefix('-')? {
            short if short.starts_with(|c: char| c.is_ascii_digit()) => ("-n", short),
            _ => word.split_at_checked(2).filter(|(option, _)| matches!(*option, "-n" | "-c"))?,
        },
        _ => return None,
    };
    // `+2` at the end: from the second on.
    let (from_start, digits) = match count.strip_prefix('+') {
        Some(digits) if name == "tail" => (true, digits),
        Some(_) => return None,
        None => (false, count),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let count: usize = digits.parse().ok()?;
    map(stdin, |text| {
        let pieces: Vec<&str> = match unit {
            "-c" if !text.is_ascii() => return None,
            "-c" => text.split("").filter(|c| !c.is_empty()).collect(),
            _ => text.split_inclusive('\n').collect(),
        };
        let (first, last) = match (name, from_start) {
            ("head", _) => (0, count.min(pieces.len())),
            (_, true) => (count.saturating_sub(1).min(pieces.len()), pieces.len()),
            (_, false) => (pieces.len().saturating_sub(count), pieces.len()),
        };
        pieces.get(first..last).map(|kept| kept.concat())
    })
}

/// `{print $2}` over known lines; a field of something unknown keeps its taint.
fn awk(args: &[Field], stdin: &Value) -> Option<Value> {
    let [program] = args else { return None };
    let column: usize = program
        .known()?
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
    if stdin.known().is_none() {
        return Some(stdin.through("awk"));
    }
    map(stdin, |text| {
        each_line(text, |l| match column {
            0 => l.to_owned(),
            column => l.split([' ', '\t']).filter(|f| !f.is_empty()).nth(column - 1).unwrap_or("").to_owned(),
        })
    })
}

fn base_name(args: &[Field]) -> Option<Value> {
    let (path, suffix) = match args {
        [path] => (path, ""),
        [path, suffix] => (path, suffix.known()?),
        _ => return None,
    };
    let Some(text) = path.known() else { return Some(Value::unknown(Source::Output("basename".to_owned()))) };
    if text.starts_with('-') {
        return None;
    }
    let name = match text.trim_end_matches('/') {
        "" if !text.is_empty() => "/",
        trimmed => trimmed.rsplit('/').next().unwrap_or(""),
    };
    let name = name.strip_suffix(suffix).filter(|kept| !kept.is_empty()).unwrap_or(name);
    Some(Value::text(format!("{name}\n")))
}

fn dir_name(args: &[Field]) -> Option<Value> {
    let [path] = args else { return None };
    let text = path.known().filter(|t| !t.starts_with('-'))?;
    Some(Value::text(match text.trim_end_matches('/').rsplit_once('/') {
        Some((folder, _)) if folder.trim_end_matches('/').is_empty() => "/\n".to_owned(),
        Some((folder, _)) => format!("{}\n", folder.trim_end_matches('/')),
        None if text.starts_with('/') => "/\n".to_owned(),
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
        assert_eq!(run("sed", &["s/X/m/"], "rX").as_deref(), Some("rm"));
        assert_eq!(run("awk", &["{print $2}"], "a rm b").as_deref(), Some("rm\n"));
    }
}
