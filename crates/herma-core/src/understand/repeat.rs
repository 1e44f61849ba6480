//! Loops: walked as often as their items are known, else until what they change may be anything.

use super::field::{Field, Source, Value};
use super::walk::Walker;
use crate::shell::syntax::{AssignValue, Command, Script, Segment, Word};

/// Items of a loop that are walked one by one.
const MAX_LOOP: usize = 64;

impl Walker<'_> {
    /// Something that may run any number of times.
    pub(super) fn repeatedly(&mut self, mut f: impl FnMut(&mut Self) -> Value) -> Value {
        self.maybe(|w| {
            // Twice, so that what the body sets at its end is seen at its start.
            f(w);
            let once = w.state.clone();
            let mut out = f(w);
            // What changes from round to round may be anything in the end: `i=$((i+1))`.
            if w.state.blur_changed(&once) {
                out = f(w);
                w.state.blur_changed(&once);
            }
            out
        })
    }

    pub(super) fn for_loop(
        &mut self,
        name: &str,
        words: Option<&[Word]>,
        body: &Script,
        stdin: &Value,
    ) -> Value {
        let mut choices: Vec<Vec<Value>> = match words {
            Some(words) => self.for_every_value(|w| {
                words.iter().flat_map(|word| w.fields_of(word)).map(Field::into_value).collect()
            }),
            None => {
                vec![self.state.positional.clone().unwrap_or_else(|| vec![Value::unknown(Source::Input)])]
            }
        };
        // Whichever of its values a variable has, the body may run over them.
        let mut values = choices.swap_remove(0);
        let several = !choices.is_empty();
        for value in choices.into_iter().flatten() {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if values.len() > MAX_LOOP {
            values.truncate(MAX_LOOP);
            values.push(Value::unknown(Source::Variable(name.to_owned())));
        }
        let mut out = Value::default();
        // A pattern or something unknown stands for any number of rounds.
        let certain = !several && values.iter().all(|value| value.known().is_some());
        for value in values {
            self.set_named(name, value.clone());
            out.append(&self.list(body, stdin));
            if !certain {
                out.append(&self.repeatedly(|w| {
                    w.set_named(name, value.clone());
                    w.list(body, stdin)
                }));
            }
        }
        out
    }

    pub(super) fn while_loop(&mut self, test: &Script, body: &Script, stdin: &Value) -> Value {
        self.endless_start(test, body);
        let read = read_names(test);
        let lines: Vec<&str> = stdin.known().map_or(Vec::new(), |text| text.lines().collect());
        let as_they_are = |raw: bool| raw || !lines.iter().any(|line| line.contains('\\'));
        let names = read.filter(|(_, raw)| as_they_are(*raw)).map(|(names, _)| names);
        // More lines than are walked one by one: any of them may be any.
        if let (Some(names), false) = (&names, lines.is_empty() || lines.len() > MAX_LOOP) {
            return self.maybe(|w| {
                let mut out = Value::default();
                for line in &lines {
                    w.assign_line(names, &Value::text(*line));
                    out.append(&w.list(body, stdin));
                }
                out
            });
        }
        // Each round takes another line of it.
        let stdin = if lines.len() > 1 { &stdin.through("read") } else { stdin };
        self.repeatedly(|w| {
            w.list(test, stdin);
            w.list(body, stdin)
        })
    }

    /// What `read` does with a line.
    pub(super) fn assign_line(&mut self, names: &[String], line: &Value) {
        // Split at other characters it is not followed.
        let plain = self.scalar("IFS").is_none_or(|v| v.known() == Some(" \t\n"));
        let Some(text) = line.known().filter(|_| plain) else {
            for name in names {
                // A pattern of paths, as `find` prints them, stays one.
                let value = match line.words().as_slice() {
                    [word] if word.has_glob() => word.clone(),
                    _ => line.through("read"),
                };
                self.set_named(name, value);
            }
            return;
        };
        let mut rest = text.trim();
        for (i, name) in names.iter().enumerate() {
            let (word, tail) = if i + 1 == names.len() {
                (rest, "")
            } else {
                rest.split_once([' ', '\t']).unwrap_or((rest, ""))
            };
            self.set_named(name, Value::text(word));
            rest = tail.trim_start();
        }
    }
}

/// The names in `while read -r a b`, and whether backslashes are taken as they are.
fn read_names(test: &Script) -> Option<(Vec<String>, bool)> {
    let [item] = test.items.as_slice() else { return None };
    let ([Command::Simple(simple)], []) = (item.first.commands.as_slice(), item.rest.as_slice()) else {
        return None;
    };
    // `IFS=` alone leaves lines whole; any other value takes them apart elsewhere.
    let whole = simple.assigns.iter().all(
        |a| matches!(&a.value, AssignValue::Scalar(word) if a.name == "IFS" && word.segments.is_empty()),
    );
    let words: Option<Vec<String>> = simple
        .words
        .iter()
        .map(|w| match w.segments.as_slice() {
            [Segment::Text(t)] => Some(t.clone()),
            _ => None,
        })
        .collect();
    let mut words = words.filter(|_| whole)?.into_iter();
    if words.next()? != "read" {
        return None;
    }
    let mut names: Vec<String> = words.collect();
    let before = names.len();
    names.retain(|w| w != "-r");
    let raw = names.len() < before;
    (!names.is_empty() && !names.iter().any(|w| w.starts_with('-'))).then_some((names, raw))
}
