//! What stands behind the name in `${name…}`: defaults, cut and replaced pieces, changed letters.

use super::command::quoted;
use super::field::{Part, Source, Value};
use super::state::Var;
use super::walk::Walker;
use super::{arith, glob};
use crate::shell::syntax::{ParameterOp, Segment, Word};
use crate::text::{Escapes, decode_escapes};

/// Texts longer than this are not cut and replaced character by character.
const MAX_PATTERN_TEXT: usize = 1024;

impl Walker<'_> {
    /// What an operator makes of each element of a list; `None` where that is not known.
    pub(super) fn operate_on_all(
        &mut self,
        name: &str,
        values: Vec<Value>,
        op: &ParameterOp,
    ) -> Option<Vec<Value>> {
        match op {
            ParameterOp::Default { .. } if values.is_empty() => Some(vec![self.operate(name, None, op)]),
            ParameterOp::Default { kind: b'+', .. } => {
                Some(vec![self.operate(name, values.into_iter().next(), op)])
            }
            ParameterOp::Default { word, .. } => {
                let _ = self.value_of(word);
                Some(values)
            }
            // Positions count from `$0` in one list and from the first element in another.
            ParameterOp::Slice(word) => {
                let spec = self.value_of(word);
                self.evaluates(&spec);
                self.arithmetic_sets(&spec);
                // What is unknown may be no element or several.
                if values.iter().any(|value| value.known().is_none()) {
                    return None;
                }
                let start: usize = spec.known()?.trim().parse().ok()?;
                let start = if matches!(name, "@" | "*") { start.checked_sub(1)? } else { start };
                Some(values.into_iter().skip(start).collect())
            }
            ParameterOp::Trim { .. } | ParameterOp::Replace { .. } | ParameterOp::Change(..) => {
                Some(values.into_iter().map(|value| self.operate(name, Some(value), op)).collect())
            }
        }
    }

    pub(super) fn operate(&mut self, name: &str, current: Option<Value>, op: &ParameterOp) -> Value {
        let unknown = || Value::unknown(Source::Variable(name.to_owned()));
        match op {
            ParameterOp::Default { kind, colon, word } => {
                let operand = self.value_of(word);
                if *kind == b'=' {
                    self.evaluates_assigned(name, &operand);
                }
                self.default(name, current, (*kind, *colon), operand)
            }
            ParameterOp::Trim { suffix, longest, pattern } => {
                let pattern = self.pattern(pattern);
                pattern.and_then(|pattern| trim(current, &pattern, *suffix, *longest)).unwrap_or_else(unknown)
            }
            ParameterOp::Replace { all, pattern, with } => {
                let (pattern, with) = (self.pattern(pattern), self.value_of(with));
                pattern.and_then(|pattern| replace(current, &pattern, &with, *all)).unwrap_or_else(unknown)
            }
            ParameterOp::Slice(word) => {
                let spec = self.value_of(word);
                self.evaluates(&spec);
                self.arithmetic_sets(&spec);
                if spec.prefix().starts_with(":=") {
                    // For zsh that sets it.
                    self.state.set(name, Var::Scalar(unknown()));
                    return unknown();
                }
                slice(current, &spec).unwrap_or_else(unknown)
            }
            ParameterOp::Change(kind, word) => {
                let operand = self.value_of(word);
                if *kind == b'@' && operand.known().is_none_or(|how| how.contains('P')) {
                    // A prompt: what is substituted in it is run.
                    self.evaluates_prompt(&current.unwrap_or_else(unknown));
                    return unknown();
                }
                let Some(value) = current else { return unknown() };
                let Some(text) = value.known() else { return value };
                operand.known().and_then(|how| change(*kind, how, text)).map_or_else(unknown, Value::text)
            }
        }
    }

    fn default(
        &mut self,
        name: &str,
        current: Option<Value>,
        (kind, colon): (u8, bool),
        operand: Value,
    ) -> Value {
        let unknown = || Value::unknown(Source::Variable(name.to_owned()));
        let known = current.is_some();
        let set = current.filter(|value| !colon || !value.is_empty());
        match (kind, set) {
            // Empty, and known to be.
            (b'+', None) if known => Value::default(),
            // Set by somebody else, or not at all: then it is nothing.
            (b'+', None) => unknown(),
            // Unknown, it may be empty.
            (b'+', Some(value))
                if !value.is_empty() && value.parts.iter().all(|p| matches!(p, Part::Unknown(_))) =>
            {
                unknown()
            }
            (b'+', Some(_)) => operand,
            (_, Some(value)) => value,
            // `${x:?message}`: with nothing in it the command is not run at all.
            (b'?', None) => unknown(),
            // The environment may hold it: then it is not the default that counts.
            (_, None) if !known && self.environment_has(name) => unknown(),
            (_, None) => {
                if kind == b'=' {
                    self.state.set(name, Var::Scalar(operand.clone()));
                }
                operand
            }
        }
    }

    /// A pattern, what is quoted in it made literal; `None` where it is not known, or matched otherwise here.
    fn pattern(&mut self, word: &Word) -> Option<String> {
        let mut out = Some(String::new());
        for segment in &word.segments {
            // Every piece is evaluated, for what it runs.
            let piece = self.value_of(&Word { segments: vec![segment.clone()], span: word.span });
            let quoted = matches!(segment, Segment::Quoted(_) | Segment::Double(_));
            out = match (out, piece.known()) {
                (Some(mut out), Some(text)) => {
                    for c in text.chars() {
                        if quoted && c.is_ascii_punctuation() {
                            out.push('\\');
                        }
                        out.push(c);
                    }
                    Some(out)
                }
                _ => None,
            };
        }
        let odd = |p: &String| {
            !p.is_ascii()
                || p.contains("[:")
                || p.contains('[') && p.contains('\\')
                || ["?(", "*(", "+(", "@(", "!("].iter().any(|open| p.contains(open))
        };
        out.filter(|pattern| !odd(pattern))
    }
}

/// Letters changed, or the whole text written another way.
fn change(kind: u8, how: &str, text: &str) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let first = |change: fn(char) -> char| {
        let mut chars = text.chars();
        chars.next().map_or(String::new(), |c| change(c).to_string() + chars.as_str())
    };
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    Some(match (kind, how) {
        (b'^', "^") | (b'@', "U") => text.to_ascii_uppercase(),
        (b',', ",") | (b'@', "L") => text.to_ascii_lowercase(),
        (b'~', "~") => text.chars().map(swap).collect(),
        (b'^', "") | (b'@', "u") => first(|c| c.to_ascii_uppercase()),
        (b',', "") => first(|c| c.to_ascii_lowercase()),
        (b'~', "") => first(swap),
        (b'@', "Q") if text.bytes().all(|b| matches!(b, b' '..=b'~')) => quoted(text),
        (b'@', "E") => decode_escapes(text, Escapes::AnsiC),
        _ => return None,
    })
}

fn trim(current: Option<Value>, pattern: &str, suffix: bool, longest: bool) -> Option<Value> {
    let mut value = current?;
    let Some(text) = value.known().filter(|t| t.len() <= MAX_PATTERN_TEXT) else {
        // A suffix taken from something partly known stays in the same folder; a prefix may change the root.
        if let (true, Some(Part::Text(last))) = (suffix, value.parts.last_mut()) {
            if let Some(kept) = last.strip_suffix(pattern.trim_start_matches('*')).map(str::len) {
                last.truncate(kept);
            }
            return Some(value).filter(Value::has_unknown);
        }
        return None;
    };
    if !text.is_ascii() && !glob_free(pattern) {
        return None;
    }
    let bounds: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
    let cut = |at: usize| {
        if suffix {
            text.split_at(at)
        } else {
            let (a, b) = text.split_at(at);
            (b, a)
        }
    };
    // (kept, removed): the shortest removal comes first for a suffix from the end, for a prefix from the start.
    let mut order: Vec<usize> = bounds;
    if suffix != longest {
        order.reverse();
    }
    let kept = order
        .into_iter()
        .map(cut)
        .find(|(_, removed)| glob::fits(pattern, removed))
        .map_or(text, |(kept, _)| kept);
    Some(Value::text(kept))
}

fn replace(current: Option<Value>, pattern: &str, with: &Value, all: bool) -> Option<Value> {
    let value = current?;
    let text = value.known()?;
    // Newer shells put what was found where an `&` stands.
    let with = with.known().filter(|with| !with.contains('&'))?;
    if text.len() > MAX_PATTERN_TEXT || !text.is_ascii() && !glob_free(pattern) {
        return None;
    }
    if pattern.is_empty() {
        return Some(value);
    }
    let ends = |text: &str| text.char_indices().map(|(i, c)| i + c.len_utf8()).collect::<Vec<_>>();
    // The longest that fits, from the start or up to the end.
    if let Some(ending) = pattern.strip_prefix('%').filter(|_| !all) {
        let starts = text.char_indices().map(|(i, _)| i).chain([text.len()]);
        let found = starts.map(|at| text.split_at(at)).find(|(_, end)| glob::fits(ending, end));
        return Some(found.map_or_else(|| value.clone(), |(kept, _)| Value::text(format!("{kept}{with}"))));
    }
    if let Some(beginning) = pattern.strip_prefix('#').filter(|_| !all) {
        let found = ends(text).into_iter().rev().chain([0]).map(|at| text.split_at(at));
        let found = found.into_iter().find(|(start, _)| glob::fits(beginning, start));
        return Some(found.map_or_else(|| value.clone(), |(_, kept)| Value::text(format!("{with}{kept}"))));
    }
    if glob_free(pattern) {
        return Some(Value::text(if all {
            text.replace(pattern, with)
        } else {
            text.replacen(pattern, with, 1)
        }));
    }
    let mut out = String::new();
    let mut at = 0;
    let mut done = false;
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        let ends = ends(rest);
        let hit = if done && !all {
            None
        } else {
            ends.iter().rev().find(|e| rest.get(..**e).is_some_and(|t| glob::fits(pattern, t)))
        };
        match hit {
            Some(end) => {
                out.push_str(with);
                at += end;
                done = true;
            }
            None => {
                let step = ends.first().copied().unwrap_or(rest.len());
                out.push_str(rest.get(..step).unwrap_or(""));
                at += step;
            }
        }
    }
    Some(Value::text(out))
}

fn glob_free(pattern: &str) -> bool {
    !pattern.contains(['*', '?', '[', '\\'])
}

fn slice(current: Option<Value>, spec: &Value) -> Option<Value> {
    let value = current?;
    let chars: Vec<char> = value.known()?.chars().collect();
    let spec = spec.known()?;
    let (offset, length) = match spec.split_once(':') {
        Some((o, l)) => (o, Some(l)),
        None => (spec, None),
    };
    let number = |s: &str| arith::evaluate(s, &|_| None);
    let total = i64::try_from(chars.len()).ok()?;
    let offset = number(offset)?;
    // Before the start there is nothing, as behind the end.
    let start = if offset < 0 { total.checked_add(offset)? } else { offset };
    if start < 0 || start > total {
        return Some(Value::default());
    }
    let end = match length {
        None => total,
        Some(l) => {
            let l = number(l)?;
            if l < 0 { total.checked_add(l)? } else { start.saturating_add(l).min(total) }
        }
    };
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
    Some(Value::text(chars.get(start..end)?.iter().collect::<String>()))
}
