//! Expansion: from words of the text to the fields a program would receive.

use super::brace;
use super::dependencies::note;
use super::field::{Field, Part, Source, Value};
use super::placeholders::is_hole;
use super::state::Var;
use super::walk::Walker;
use crate::effect::Span;
use crate::shell::syntax::{Parameter, ParameterOp, Segment, Word};
use crate::world::Question;
use std::rc::Rc;

/// Units of work that an element of a list takes wherever the list is written.
const ELEMENT: usize = 4;

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

    /// All of it as one text, with blanks between.
    fn joined(self) -> Value {
        if self.fields.is_empty() {
            return self.current;
        }
        let mut value = Value::default();
        for (i, field) in self.fields.iter().chain([&self.current]).enumerate() {
            if i > 0 {
                value.push_text(" ");
            }
            value.append(field);
        }
        value
    }
}

/// What a parameter stands for: one value, or a list that makes fields of its own.
enum Parameterised {
    One(Value),
    Many(Rc<Vec<Value>>),
    /// As `Many`, but one field between double quotes: `"$*"`.
    Joined(Rc<Vec<Value>>),
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
        let mut out = Vec::new();
        if brace::may_expand(word) {
            let words = if self.braced < brace::MAX_IN_CALL { brace::expand(word) } else { None };
            let Some(words) = words.inspect(|words| self.braced += words.len()) else {
                // Which words it becomes is not known; what stands beside it is.
                self.too_complex();
                return vec![Field::new(Value::unknown(Source::Input), word.span)];
            };
            for segments in &words {
                self.fields_of_segments(segments, word.span, &mut out);
            }
        } else {
            self.fields_of_segments(&word.segments, word.span, &mut out);
        }
        if word.segments.iter().any(|s| matches!(s, Segment::Text(t) if t.contains('(') || t.contains("$~")))
        {
            out.iter().for_each(|field| self.glob_qualifiers(&field.value, word.span));
        }
        out
    }

    fn fields_of_segments(&mut self, segments: &[Segment], span: Span, out: &mut Vec<Field>) {
        let mut builder = Builder::default();
        self.tilde_then_segments(segments, &mut builder);
        builder.end_field();
        out.extend(builder.fields.into_iter().map(|value| Field::new(value, span)));
    }

    /// One value, unsplit: assignments, redirections, here-strings, `case` subjects.
    pub(super) fn value_of(&mut self, word: &Word) -> Value {
        let mut builder = Builder { started: true, ..Builder::default() };
        let mut segments = word.segments.as_slice();
        if let Some((Segment::Text(text), rest)) = segments.split_first()
            && text.starts_with('~')
        {
            let (home, below) = self.tilde(text);
            builder.current.append(&home);
            builder.current.push_text(&below);
            segments = rest;
        }
        for segment in segments {
            self.segment(segment, true, &mut builder);
        }
        builder.joined()
    }

    /// Text in which only expansions are live: here-documents.
    pub(super) fn body_of(&mut self, word: &Word) -> Value {
        self.body_of_segments(&word.segments)
    }

    fn body_of_segments(&mut self, segments: &[Segment]) -> Value {
        let mut builder = Builder { started: true, ..Builder::default() };
        for segment in segments {
            self.segment(segment, true, &mut builder);
        }
        builder.joined()
    }

    fn tilde_then_segments(&mut self, segments: &[Segment], builder: &mut Builder) {
        let mut rest = segments;
        if let Some((Segment::Text(text), tail)) = segments.split_first()
            && let Some(at) = text.find('~')
        {
            // At the start, and in what looks like an assignment.
            let (before, from) = text.split_at(at);
            let name = before.strip_suffix('=').unwrap_or("0");
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if at == 0 || name.chars().all(is_name) && !name.starts_with(|c: char| c.is_ascii_digit()) {
                self.push_live(before, builder);
                let (home, below) = self.tilde(from);
                builder.current.append(&home);
                self.push_live(&below, builder);
                rest = tail;
            }
        }
        for segment in rest {
            self.segment(segment, false, builder);
        }
    }

    /// Whose home a tilde means, and what stands behind it.
    pub(super) fn tilde(&mut self, text: &str) -> (Value, String) {
        let (name, rest) = match text.find('/') {
            Some(at) => (text.get(1..at).unwrap_or(""), text.get(at..).unwrap_or("")),
            None => (text.get(1..).unwrap_or(""), ""),
        };
        let home = match name {
            "" => {
                let mut home = self.home_now();
                // `/` and `/etc` are `/etc`.
                if home.known().is_some_and(|home| home.ends_with('/')) && !rest.is_empty() {
                    home = Value::text(home.known().unwrap_or_default().trim_end_matches('/'));
                }
                home
            }
            "+" => Value::text(self.cwd().unwrap_or_default()),
            // Where we were before: anywhere. The worst place stands for it.
            "-" => return (Value::text("/"), rest.trim_start_matches('/').to_owned()),
            "root" => Value::text("/root"),
            name if name.contains(['*', '?', '[', '=', ':']) => return (Value::default(), text.to_owned()),
            name if self.user.as_deref() == Some(name) => Value::text(self.home.as_str()),
            name => Value::text(format!("/home/{name}")),
        };
        (home, rest.to_owned())
    }

    /// What `~` stands for: `HOME`, which the text may have set.
    pub(super) fn home_now(&mut self) -> Value {
        match self.variable("HOME", None) {
            Some(home) => home,
            None => Value::text(self.home.as_str()),
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
                // `"$@"` without arguments is no field at all; everything else between quotes makes one.
                builder.started |= inner.is_empty();
                for segment in inner {
                    self.segment(segment, true, builder);
                }
            }
            Segment::Parameter(parameter) => match self.parameter(parameter) {
                Parameterised::One(value) => self.push_value(&value, quoted, builder),
                Parameterised::Joined(values) if quoted => {
                    builder.started = true;
                    let between: String = self.field_separators().chars().take(1).collect();
                    for (i, value) in values.iter().enumerate() {
                        if i > 0 {
                            builder.current.push_text(&between);
                        }
                        self.push_value(value, quoted, builder);
                    }
                }
                Parameterised::Many(values) | Parameterised::Joined(values) => {
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
                let expression = self.body_of_segments(segments);
                let value = self.arithmetic(&expression);
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
        // Before this no `[` is closed: looked for once, not again for each.
        let mut barren = 0;
        while let Some((at, c)) = chars.next() {
            let glob = match c {
                '*' | '?' => Some(c.to_string()),
                '[' if at >= barren => match text.get(at..).map(bracket) {
                    Some(Ok(glob)) => Some(glob.to_owned()),
                    Some(Err(looked)) => {
                        barren = at + looked;
                        None
                    }
                    None => None,
                },
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
        let separators = self.field_separators();
        for part in &value.parts {
            let Part::Text(text) = part else {
                builder.current.push(part.clone());
                continue;
            };
            let mut rest = text.as_str();
            while let Some(at) = rest.find(|c| separators.contains(c)) {
                let (piece, tail) = rest.split_at(at);
                self.push_live(piece, builder);
                // Blanks are taken together; anything else ends a field even where that is empty.
                let mut chars = tail.chars();
                builder.started |= chars.next().is_some_and(|c| !matches!(c, ' ' | '\t' | '\n'));
                builder.end_field();
                rest = chars.as_str();
            }
            self.push_live(rest, builder);
        }
    }

    fn field_separators(&self) -> String {
        self.scalar("IFS").and_then(|v| v.known().map(str::to_owned)).unwrap_or_else(|| " \t\n".to_owned())
    }

    // --- parameters ------------------------------------------------------------------------------------------

    fn parameter(&mut self, p: &Parameter) -> Parameterised {
        // Evaluated for what it runs and sets: `${a[$(rm -rf /)]}`, `${a[i=1]}`.
        let subscript = p.subscript.as_ref().map(|subscript| {
            let value = self.value_of(subscript);
            self.evaluates_subscript(&p.name, &value);
            value
        });
        let unknown = |name: &str| Parameterised::One(Value::unknown(Source::Variable(name.to_owned())));
        // `${!a[@]}` and `${!a*}` are lists of names, not what the names stand for.
        let names_only =
            matches!(&p.op, Some(ParameterOp::Change(b'*' | b'@', how)) if how.segments.is_empty());
        let listed = p.subscript.is_some() || names_only;
        if p.indirect
            && !listed
            && let Some(name) = self.variable(&p.name, None)
        {
            self.evaluates_name(&name);
        }
        let name = if p.indirect {
            match self.pick(&p.name) {
                Some(Var::Scalar(value)) if !listed && value.known().is_some() => {
                    value.known().unwrap_or_default().to_owned()
                }
                _ => {
                    self.operand_effects(&p.name, p.op.as_ref());
                    return unknown(&p.name);
                }
            }
        } else {
            p.name.clone()
        };
        if let Some((star, values)) = self.list_of(&name, p) {
            return match (p.length, &p.op) {
                // What is unknown may be no element or several.
                (true, _) if values.iter().any(|v| v.known().is_none()) => unknown(&name),
                (true, _) => Parameterised::One(Value::text(values.len().to_string())),
                (false, None) if star => Parameterised::Joined(values),
                (false, None) => Parameterised::Many(values),
                (false, Some(op)) => match self.operate_on_all(&name, Rc::unwrap_or_clone(values), op) {
                    Some(values) if star => Parameterised::Joined(Rc::new(values)),
                    Some(values) => Parameterised::Many(Rc::new(values)),
                    None => unknown(&name),
                },
            };
        }
        let index = match &subscript {
            None => None,
            Some(subscript) => match self.subscript(&name, subscript) {
                Some(index) => Some(index),
                None => {
                    self.operand_effects(&p.name, p.op.as_ref());
                    return unknown(&name);
                }
            },
        };
        let current = self.variable(&name, index);
        if p.length {
            let length = current.as_ref().and_then(|v| v.known()).map(|t| t.chars().count().to_string());
            return length.map_or_else(|| unknown(&name), |length| Parameterised::One(Value::text(length)));
        }
        Parameterised::One(match &p.op {
            None if current.is_none() && self.state.is_gone(&name) => Value::default(),
            None => current.unwrap_or_else(|| Value::unknown(Source::Variable(name))),
            Some(op) => {
                // Not given is not the same as given and empty: `${1-default}`.
                let missing = match (name.parse::<usize>(), &self.state.positional) {
                    (Ok(n), Some(values)) => n > values.len(),
                    _ => match self.pick(&name) {
                        Some(Var::Array(values)) => index.unwrap_or(0) >= values.len(),
                        _ => false,
                    },
                };
                self.operate(&name, current.filter(|_| !missing), op)
            }
        })
    }

    /// All elements, where the parameter means all of a list that is known: `$@`, `${a[*]}`. True for a star.
    fn list_of(&mut self, name: &str, p: &Parameter) -> Option<(bool, Rc<Vec<Value>>)> {
        let (star, values) = self.list_meant(name, p)?;
        // Each element becomes a field of its own.
        let work = values.iter().map(|value| ELEMENT + value.size() / 64).sum();
        self.works(work).then_some((star, values))
    }

    fn list_meant(&mut self, name: &str, p: &Parameter) -> Option<(bool, Rc<Vec<Value>>)> {
        if name == "@" || name == "*" {
            return self.state.positional.as_ref().map(|values| (name == "*", Rc::clone(values)));
        }
        let [Segment::Double(inner)] = p.subscript.as_ref()?.segments.as_slice() else { return None };
        let [Segment::Text(which)] = inner.as_slice() else { return None };
        if which != "@" && which != "*" {
            return None;
        }
        match self.pick(name)? {
            Var::Array(values) => Some((which == "*", values)),
            // Of what is no list, a slice is letters.
            Var::Scalar(_) if matches!(p.op, Some(ParameterOp::Slice(_))) => None,
            Var::Scalar(value) if value.known().is_some() => Some((which == "*", Rc::new(vec![value]))),
            Var::Scalar(_) => None,
        }
    }

    /// Which element a subscript means; `None` where that cannot be known.
    pub(super) fn subscript(&mut self, name: &str, subscript: &Value) -> Option<usize> {
        if self.attributes.keyed.iter().any(|n| n == name) {
            return None;
        }
        let text = subscript.known()?;
        if text == "@" || text == "*" {
            return Some(0);
        }
        let number = self.number(text)?;
        if number >= 0 {
            return usize::try_from(number).ok();
        }
        match self.pick(name)? {
            Var::Array(values) => values.len().checked_sub(usize::try_from(number.unsigned_abs()).ok()?),
            Var::Scalar(_) => None,
        }
    }

    fn operand_effects(&mut self, name: &str, op: Option<&ParameterOp>) {
        if let Some(op) = op {
            // Only a prompt hangs on what the elements hold.
            let name = if matches!(op, ParameterOp::Change(b'@', _)) { name } else { "" };
            let _ = self.operate(name, None, op);
        }
    }

    /// A variable's value, where the text or the world says it.
    fn variable(&mut self, name: &str, index: Option<usize>) -> Option<Value> {
        if let Some(var) = self.pick(name) {
            let index = index.unwrap_or(0);
            return Some(match var {
                Var::Scalar(value) if index == 0 || value.known().is_none() => value,
                Var::Scalar(_) => Value::default(),
                // What is unknown may be no element or several: which one comes next is unknown too.
                Var::Array(values) if values.iter().take(index + 1).any(|v| v.known().is_none()) => {
                    Value::unknown(Source::Variable(name.to_owned()))
                }
                Var::Array(values) => values.get(index).cloned().unwrap_or_default(),
            });
        }
        if let Ok(n) = name.parse::<usize>() {
            return match (&self.state.positional, n) {
                (_, 0) => Some(Value::text("bash")),
                (Some(values), n) => Some(values.get(n - 1).cloned().unwrap_or_default()),
                (None, _) => None,
            };
        }
        if self.state.is_gone(name) {
            return None;
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
            // Where agents keep the settings that guard them.
            name if herma_specs::lists::VARIABLES.contains(&name)
                && self.world.text(Question::Env(name)).is_some_and(|value| !value.is_empty()) =>
            {
                Value::text(self.world.text(Question::Env(name))?)
            }
            _ => {
                note(&mut self.uses.variables, name);
                return None;
            }
        })
    }

    pub(super) fn scalar(&self, name: &str) -> Option<Value> {
        match self.state.get(name)?.last()? {
            Var::Scalar(value) => Some(value.clone()),
            Var::Array(values) => values.first().cloned(),
        }
    }

    pub(super) fn environment_has(&self, name: &str) -> bool {
        !name.is_empty()
            && !self.state.is_gone(name)
            && self.world.text(Question::Env(name)).is_some_and(|v| !v.is_empty())
    }
}

/// The `[…]` at the start of the text; else how far there is none.
fn bracket(text: &str) -> Result<&str, usize> {
    let mut chars = text.char_indices().skip(1).peekable();
    if let Some((_, '!' | '^')) = chars.peek() {
        chars.next();
    }
    let mut first = true;
    for (at, c) in chars {
        if c == ']' && !first {
            return text.get(..=at).ok_or(at);
        }
        if c == '/' {
            return Err(at);
        }
        first = false;
    }
    Err(text.len())
}
