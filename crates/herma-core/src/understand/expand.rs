//! Expansion: from words of the text to the fields a program would receive.

use super::field::{Field, Part, Source, Value};
use super::state::Var;
use super::walk::Walker;
use super::{arith, brace, glob};
use crate::shell::syntax::{Parameter, ParameterOp, Segment, Word};
use crate::text::{Escapes, decode_escapes};
use crate::world::Question;
use std::rc::Rc;

/// Texts longer than this are not cut and replaced character by character.
const MAX_PATTERN_TEXT: usize = 1024;

/// Stand-ins for unknown pieces inside text that is parsed again. Plane 15 is nobody's alphabet.
const HOLE_BASE: u32 = 0xF_0000;
const HOLE_LAST: u32 = 0xF_0FFF;

pub(super) fn is_hole(c: char) -> bool {
    (HOLE_BASE..=HOLE_LAST).contains(&u32::from(c))
}

/// Fields while they are being put together.
#[derive(Default)]
struct Builder {
    fields: Vec<Value>,
    current: Value,
    started: bool,
}

impl Builder {
    fn end_field(&mut self) {
        if self.started || !self.current.is_empty() {
            self.fields.push(std::mem::take(&mut self.current));
        }
        self.started = false;
    }
}

/// What a parameter stands for: one value, or a list that makes fields of its own.
enum Parameterised {
    One(Value),
    Many(Vec<Value>),
}

impl Walker<'_> {
    /// All fields a word makes.
    pub(super) fn fields_of(&mut self, word: &Word) -> Vec<Field> {
        if let [Segment::Text(text)] = word.segments.as_slice()
            && !text.contains(['*', '?', '[', '{', '~', '\\'])
            && text.is_ascii()
        {
            return vec![Field::text(text.as_str(), word.span)];
        }
        let words = if brace::may_expand(word) {
            brace::expand(word).unwrap_or_else(|| {
                self.too_complex();
                Vec::new()
            })
        } else {
            vec![word.segments.clone()]
        };
        let mut out = Vec::new();
        for segments in &words {
            let mut builder = Builder::default();
            self.tilde_then_segments(segments, &mut builder);
            builder.end_field();
            out.extend(builder.fields.into_iter().map(|value| Field::new(value, word.span)));
        }
        out
    }

    /// One value, unsplit: assignments, redirections, here-strings, `case` subjects.
    pub(super) fn value_of(&mut self, word: &Word) -> Value {
        let mut builder = Builder { started: true, ..Builder::default() };
        let mut segments = word.segments.as_slice();
        if let Some((Segment::Text(text), rest)) = segments.split_first()
            && text.starts_with('~')
        {
            let text = self.tilde(text);
            builder.current.push_text(&text);
            segments = rest;
        }
        for segment in segments {
            self.segment(segment, true, &mut builder);
        }
        let mut value = Value::default();
        for (i, field) in builder.fields.iter().chain([&builder.current]).enumerate() {
            if i > 0 {
                value.push_text(" ");
            }
            value.append(field);
        }
        value
    }

    /// Text in which only expansions are live: here-documents.
    pub(super) fn body_of(&mut self, word: &Word) -> Value {
        let mut builder = Builder { started: true, ..Builder::default() };
        for segment in &word.segments {
            self.segment(segment, true, &mut builder);
        }
        builder.current
    }

    fn tilde_then_segments(&mut self, segments: &[Segment], builder: &mut Builder) {
        let mut rest = segments;
        if let Some((Segment::Text(text), tail)) = segments.split_first()
            && text.starts_with('~')
        {
            let text = self.tilde(text);
            self.push_live(&text, builder);
            rest = tail;
        }
        for segment in rest {
            self.segment(segment, false, builder);
        }
    }

    fn tilde(&self, text: &str) -> String {
        let (name, rest) = match text.find('/') {
            Some(at) => (text.get(1..at).unwrap_or(""), text.get(at..).unwrap_or("")),
            None => (text.get(1..).unwrap_or(""), ""),
        };
        match name {
            "" => format!("{}{rest}", self.home),
            "+" => format!("{}{rest}", self.cwd().unwrap_or_default()),
            // Where we were before: anywhere. The worst place stands for it.
            "-" => format!("/{}", rest.trim_start_matches('/')),
            "root" => format!("/root{rest}"),
            name if name.contains(['*', '?', '[', '=', ':']) => text.to_owned(),
            name if self.user.as_deref() == Some(name) => format!("{}{rest}", self.home),
            name => format!("/home/{name}{rest}"),
        }
    }

    fn segment(&mut self, segment: &Segment, quoted: bool, builder: &mut Builder) {
        match segment {
            Segment::Text(text) if quoted => {
                builder.started = true;
                self.push_plain(text, &mut builder.current);
            }
            Segment::Text(text) => self.push_live(text, builder),
            Segment::Quoted(text) => {
                builder.started = true;
                self.push_plain(text, &mut builder.current);
            }
            Segment::Double(inner) => {
                builder.started = true;
                for segment in inner {
                    self.segment(segment, true, builder);
                }
            }
            Segment::Parameter(parameter) => match self.parameter(parameter) {
                Parameterised::One(value) => self.push_value(&value, quoted, builder),
                Parameterised::Many(values) => {
                    for (i, value) in values.iter().enumerate() {
                        if i > 0 {
                            builder.end_field();
                            builder.started = quoted;
                        }
                        self.push_value(value, quoted, builder);
                    }
                }
            },
            Segment::Command(script) => {
                let value = self.capture(script);
                self.push_value(&value, quoted, builder);
            }
            Segment::Arith(segments) => {
                let value = self.arithmetic(segments);
                self.push_value(&value, true, builder);
            }
            Segment::Process { writes, script } => {
                let value = self.process_substitution(*writes, script);
                builder.current.push(Part::Unknown(Source::Pipe(Rc::new(value))));
                builder.started = true;
            }
        }
    }

    /// Text without live characters, holes put back.
    fn push_plain(&self, text: &str, out: &mut Value) {
        if !text.contains(is_hole) {
            out.push_text(text);
            return;
        }
        let mut run = String::new();
        for c in text.chars() {
            if is_hole(c) {
                out.push_text(&std::mem::take(&mut run));
                out.push(Part::Unknown(self.hole(c)));
            } else {
                run.push(c);
            }
        }
        out.push_text(&run);
    }

    /// Unquoted text: globs are live, nothing is split.
    fn push_live(&self, text: &str, builder: &mut Builder) {
        let mut run = String::new();
        let mut chars = text.char_indices();
        while let Some((at, c)) = chars.next() {
            let glob = match c {
                '*' | '?' => Some(c.to_string()),
                '[' => text.get(at..).and_then(bracket).map(str::to_owned),
                c if is_hole(c) => {
                    builder.current.push_text(&std::mem::take(&mut run));
                    builder.current.push(Part::Unknown(self.hole(c)));
                    continue;
                }
                _ => None,
            };
            match glob {
                Some(glob) => {
                    builder.current.push_text(&std::mem::take(&mut run));
                    for _ in 1..glob.chars().count() {
                        chars.next();
                    }
                    builder.current.push(Part::Glob(glob));
                }
                None => run.push(c),
            }
        }
        builder.current.push_text(&run);
    }

    fn push_value(&mut self, value: &Value, quoted: bool, builder: &mut Builder) {
        if !self.may_unfold(value) {
            builder.current.push(Part::Unknown(Source::Input));
            return;
        }
        if quoted {
            builder.started = true;
            builder.current.append(value);
            return;
        }
        let ifs = self
            .scalar("IFS")
            .and_then(|v| v.known().map(str::to_owned))
            .unwrap_or_else(|| " \t\n".to_owned());
        for part in &value.parts {
            let Part::Text(text) = part else {
                builder.current.push(part.clone());
                continue;
            };
            let mut first = true;
            for piece in text.split(|c| ifs.contains(c)) {
                if !first {
                    builder.end_field();
                }
                first = false;
                self.push_live(piece, builder);
            }
        }
    }

    // --- holes ---------------------------------------------------------------------------------------------

    /// The text of a value for parsing again; what is unknown becomes a hole.
    pub(super) fn text_with_holes(&mut self, value: &Value) -> String {
        let mut out = String::new();
        for part in &value.parts {
            match part {
                Part::Text(text) | Part::Glob(text) => out.push_str(text),
                Part::Unknown(source) => {
                    let index = u32::try_from(self.holes.len()).unwrap_or(u32::MAX);
                    let hole =
                        HOLE_BASE.checked_add(index).filter(|c| *c <= HOLE_LAST).and_then(char::from_u32);
                    match hole {
                        Some(hole) => {
                            self.holes.push(source.clone());
                            out.push(hole);
                        }
                        None => self.too_complex(),
                    }
                }
            }
        }
        out
    }

    fn hole(&self, c: char) -> Source {
        let index = u32::from(c).wrapping_sub(HOLE_BASE) as usize;
        self.holes.get(index).cloned().unwrap_or(Source::Input)
    }

    // --- parameters ------------------------------------------------------------------------------------------

    fn parameter(&mut self, p: &Parameter) -> Parameterised {
        if let Some(subscript) = &p.subscript {
            // Evaluated for what it runs: `${a[$(rm -rf /)]}`.
            let _ = self.value_of(subscript);
        }
        let name = if p.indirect {
            match self.scalar(&p.name).and_then(|v| v.known().map(str::to_owned)) {
                Some(name) => name,
                None => {
                    self.operand_effects(p.op.as_ref());
                    return Parameterised::One(Value::unknown(Source::Variable(p.name.clone())));
                }
            }
        } else {
            p.name.clone()
        };
        let all = p.subscript.as_ref().is_some_and(|s| matches!(s.segments.as_slice(), [Segment::Double(d)] if matches!(d.as_slice(), [Segment::Text(t)] if t == "@" || t == "*")));
        if (name == "@" || name == "*") && p.op.is_none() && !p.length {
            return match &self.state.positional {
                Some(values) => Parameterised::Many(values.clone()),
                None => Parameterised::One(Value::unknown(Source::Input)),
            };
        }
        if all
            && !p.length
            && let Some(Var::Array(values)) = self.pick(&name)
        {
            let values = values.clone();
            self.operand_effects(p.op.as_ref());
            return Parameterised::Many(values);
        }
        let index = match &p.subscript {
            None => None,
            Some(subscript) => match self.subscript(&name, subscript) {
                Some(index) => Some(index),
                None => {
                    self.operand_effects(p.op.as_ref());
                    return Parameterised::One(Value::unknown(Source::Variable(name)));
                }
            },
        };
        let current = self.variable(&name, index);
        if p.length {
            let length = current.as_ref().and_then(|v| v.known()).map(|t| t.chars().count().to_string());
            return Parameterised::One(
                length.map_or_else(|| Value::unknown(Source::Variable(name)), Value::text),
            );
        }
        Parameterised::One(match &p.op {
            None => current.unwrap_or_else(|| Value::unknown(Source::Variable(name))),
            Some(op) => self.operate(&name, current, op),
        })
    }

    /// Which element a subscript means; `None` where that cannot be known.
    fn subscript(&mut self, name: &str, subscript: &Word) -> Option<usize> {
        let value = self.value_of(subscript);
        let text = value.known()?;
        if text == "@" || text == "*" {
            return Some(0);
        }
        let number =
            arith::evaluate(text, &|n| self.scalar(n).and_then(|v| v.known().and_then(|t| t.parse().ok())))?;
        if number >= 0 {
            return usize::try_from(number).ok();
        }
        match self.pick(name)? {
            Var::Array(values) => values.len().checked_sub(usize::try_from(number.unsigned_abs()).ok()?),
            Var::Scalar(_) => None,
        }
    }

    fn operand_effects(&mut self, op: Option<&ParameterOp>) {
        if let Some(op) = op {
            let _ = self.operate("", None, op);
        }
    }

    fn operate(&mut self, name: &str, current: Option<Value>, op: &ParameterOp) -> Value {
        let unknown = || Value::unknown(Source::Variable(name.to_owned()));
        match op {
            ParameterOp::Default(kind, word) => {
                let operand = self.value_of(word);
                let set = current.filter(|v| !v.is_empty());
                match kind {
                    // Set by somebody else, or not at all: then it is nothing.
                    b'+' if set.is_none() => unknown(),
                    b'+' => operand,
                    _ => match set {
                        Some(value) => value,
                        // The environment may hold it: then it is not the default that counts.
                        None if self.environment_has(name) => unknown(),
                        None => {
                            if *kind == b'=' {
                                self.state.set(name, Var::Scalar(operand.clone()));
                            }
                            operand
                        }
                    },
                }
            }
            ParameterOp::Trim { suffix, longest, pattern } => {
                let pattern = self.value_of(pattern);
                trim(current, &pattern, *suffix, *longest).unwrap_or_else(unknown)
            }
            ParameterOp::Replace { all, pattern, with } => {
                let (pattern, with) = (self.value_of(pattern), self.value_of(with));
                replace(current, &pattern, &with, *all).unwrap_or_else(unknown)
            }
            ParameterOp::Slice(word) => {
                let spec = self.value_of(word);
                slice(current, &spec).unwrap_or_else(unknown)
            }
            ParameterOp::Change(kind, word) => {
                let operand = self.value_of(word);
                let Some(value) = current else { return unknown() };
                let Some(text) = value.known() else { return value };
                let first = |upper: bool| {
                    let mut chars = text.chars();
                    let head: String = chars.next().map_or(String::new(), |c| {
                        if upper { c.to_uppercase().collect() } else { c.to_lowercase().collect() }
                    });
                    head + chars.as_str()
                };
                Value::text(match (kind, operand.known()) {
                    (b'^', Some("^")) | (b'@', Some("U")) => text.to_uppercase(),
                    (b',', Some(",")) | (b'@', Some("L")) => text.to_lowercase(),
                    (b'^', _) | (b'@', Some("u")) => first(true),
                    (b',', _) => first(false),
                    (b'@', Some("E")) => decode_escapes(text, Escapes::AnsiC),
                    (b'@', Some("P")) => {
                        let code = format!(": \"{}\"", text.replace('"', ""));
                        let text = text.to_owned();
                        self.in_subshell(|w| w.run_text(&Value::text(code), w.span));
                        text
                    }
                    _ => text.to_owned(),
                })
            }
        }
    }

    /// A variable's value, where the text or the world says it.
    fn variable(&mut self, name: &str, index: Option<usize>) -> Option<Value> {
        if let Some(var) = self.pick(name) {
            return Some(match var {
                Var::Scalar(value) => value.clone(),
                Var::Array(values) => values.get(index.unwrap_or(0)).cloned().unwrap_or_default(),
            });
        }
        if let Ok(n) = name.parse::<usize>() {
            return match (&self.state.positional, n) {
                (_, 0) => Some(Value::text("bash")),
                (Some(values), n) => Some(values.get(n - 1).cloned().unwrap_or_default()),
                (None, _) => None,
            };
        }
        let home = &self.home;
        Some(match name {
            "HOME" => Value::text(home.as_str()),
            "PWD" => Value::text(self.cwd()?),
            "USER" | "LOGNAME" => Value::text(self.user.clone()?),
            "IFS" => Value::text(" \t\n"),
            "$" | "BASHPID" => Value::unknown(Source::OwnPid),
            "PPID" => Value::unknown(Source::ParentPid),
            "!" => Value::unknown(Source::ChildPid),
            "#" => Value::text(self.state.positional.as_ref()?.len().to_string()),
            "SHELL" | "BASH" => Value::text("/bin/bash"),
            // Unset, it is nothing: `rm -rf "$TMPDIR"/*` would be `/*`.
            "TMPDIR" | "XDG_CACHE_HOME" => {
                Value::text(self.world.text(Question::Env(name)).filter(|v| !v.is_empty())?)
            }
            "XDG_RUNTIME_DIR" => Value::text(
                self.world.text(Question::Env(name)).unwrap_or_else(|| "/run/user/1000".to_owned()),
            ),
            "XDG_CONFIG_HOME" => {
                Value::text(self.world.text(Question::Env(name)).unwrap_or_else(|| format!("{home}/.config")))
            }
            "XDG_DATA_HOME" => Value::text(
                self.world.text(Question::Env(name)).unwrap_or_else(|| format!("{home}/.local/share")),
            ),
            "HERMA_HOME" => Value::text(
                self.world.text(Question::Env(name)).unwrap_or_else(|| format!("{home}/.local/share/herma")),
            ),
            _ => return None,
        })
    }

    pub(super) fn scalar(&self, name: &str) -> Option<Value> {
        match self.state.get(name)?.last()? {
            Var::Scalar(value) => Some(value.clone()),
            Var::Array(values) => values.first().cloned(),
        }
    }

    fn environment_has(&self, name: &str) -> bool {
        !name.is_empty() && self.world.text(Question::Env(name)).is_some_and(|v| !v.is_empty())
    }

    // --- arithmetic -----------------------------------------------------------------------------------------

    pub(super) fn arithmetic(&mut self, segments: &[Segment]) -> Value {
        let mut builder = Builder { started: true, ..Builder::default() };
        for segment in segments {
            self.segment(segment, true, &mut builder);
        }
        let value = builder.current;
        self.nested_arithmetic(&value);
        let Some(text) = value.known() else { return Value::unknown(Source::Variable("((…))".to_owned())) };
        let lookup = |name: &str| match self.scalar(name)?.known()? {
            "" => Some(0),
            text => arith::evaluate(text, &|_| None),
        };
        match arith::evaluate(text, &lookup) {
            Some(number) => Value::text(number.to_string()),
            None => Value::unknown(Source::Variable("((…))".to_owned())),
        }
    }

    /// Bash evaluates the *value* of a name in arithmetic again, substitutions in subscripts included.
    fn nested_arithmetic(&mut self, value: &Value) {
        let Some(text) = value.literal() else { return };
        for name in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|n| !n.is_empty()) {
            if let Some(inner) = self.scalar(name)
                && let Some(inner) = inner.known()
                && (inner.contains("$(") || inner.contains('`'))
            {
                let inner = format!(": \"{}\"", inner.replace('"', ""));
                self.run_text(&Value::text(inner), self.span);
            }
        }
    }
}

/// The `[…]` at the start of the text, if it is closed.
fn bracket(text: &str) -> Option<&str> {
    let mut chars = text.char_indices().skip(1).peekable();
    if let Some((_, '!' | '^')) = chars.peek() {
        chars.next();
    }
    let mut first = true;
    for (at, c) in chars {
        if c == ']' && !first {
            return text.get(..=at);
        }
        if c == '/' {
            return None;
        }
        first = false;
    }
    None
}

fn trim(current: Option<Value>, pattern: &Value, suffix: bool, longest: bool) -> Option<Value> {
    let mut value = current?;
    let pattern = pattern.literal()?;
    let Some(text) = value.known().filter(|t| t.len() <= MAX_PATTERN_TEXT) else {
        // A suffix taken from something partly known stays in the same folder; a prefix may change the root.
        if let (true, Some(Part::Text(last))) = (suffix, value.parts.last_mut()) {
            if let Some(kept) = last.strip_suffix(pattern.trim_start_matches('*')).map(str::len) {
                last.truncate(kept);
            }
            return Some(value);
        }
        return None;
    };
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
        .find(|(_, removed)| glob::fits(&pattern, removed))
        .map_or(text, |(kept, _)| kept);
    Some(Value::text(kept))
}

fn replace(current: Option<Value>, pattern: &Value, with: &Value, all: bool) -> Option<Value> {
    let value = current?;
    let (text, pattern) = (value.known()?, pattern.literal()?);
    let with = with.known()?;
    if pattern.is_empty() || text.len() > MAX_PATTERN_TEXT {
        return Some(value);
    }
    if let Some(ending) = pattern.strip_prefix('%').filter(|_| !all) {
        return Some(match text.strip_suffix(ending) {
            Some(kept) => Value::text(format!("{kept}{with}")),
            None if glob_free(ending) => value,
            None => return None,
        });
    }
    if let Some(beginning) = pattern.strip_prefix('#').filter(|_| !all) {
        return Some(match text.strip_prefix(beginning) {
            Some(kept) => Value::text(format!("{with}{kept}")),
            None if glob_free(beginning) => value,
            None => return None,
        });
    }
    if !pattern.contains(['*', '?', '[', '\\']) {
        return Some(Value::text(if all {
            text.replace(&pattern, with)
        } else {
            text.replacen(&pattern, with, 1)
        }));
    }
    let mut out = String::new();
    let mut at = 0;
    let mut done = false;
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        let ends = rest.char_indices().map(|(i, c)| i + c.len_utf8()).collect::<Vec<_>>();
        let hit = if done && !all {
            None
        } else {
            ends.iter().rev().find(|e| rest.get(..**e).is_some_and(|t| glob::fits(&pattern, t)))
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
    let start = if offset < 0 { (total + offset).max(0) } else { offset.min(total) };
    let end = match length {
        None => total,
        Some(l) => {
            let l = number(l)?;
            if l < 0 { total + l } else { (start + l).min(total) }
        }
    };
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end.max(start)).ok()?);
    Some(Value::text(chars.get(start..end)?.iter().collect::<String>()))
}
