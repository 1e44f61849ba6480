//! Loops: walked as often as their items are known, else until what they change may be anything.

use super::field::{Field, Source, Value};
use super::read::read_names;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Tier, Undo};
use crate::shell::syntax::{Script, Word};

/// Items of a loop that are walked one by one.
const MAX_LOOP: usize = 64;

impl Walker<'_> {
    /// Something that may run any number of times.
    pub(super) fn repeatedly(&mut self, mut f: impl FnMut(&mut Self) -> Value) -> Value {
        let before = self.effects.len();
        let out = self.maybe(|w| {
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
        });
        self.pictures_without_end(before);
        out
    }

    /// One picture of the screen is a look; pictures again and again watch the person.
    fn pictures_without_end(&mut self, before: usize) {
        for effect in self.effects.iter_mut().skip(before).filter(|e| e.rule.ends_with("/still")) {
            effect.kind = Kind::ReadSecret;
            effect.floor = Tier::Medium;
            effect.reach = Reach::User;
            effect.undo = Undo::Hard;
            effect.text = "takes pictures of the screen again and again".to_owned();
        }
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
                vec![
                    self.state
                        .positional
                        .as_deref()
                        .cloned()
                        .unwrap_or_else(|| vec![Value::unknown(Source::Input)]),
                ]
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
            for value in values.split_off(MAX_LOOP) {
                self.state.lose(name, &value);
            }
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
        // What is computed in the body may be any of the lines.
        if let Some(names) = &names {
            for (name, line) in names.iter().flat_map(|name| lines.iter().map(move |line| (name, line))) {
                if line.contains('[') {
                    self.state.lose(name, &Value::text(*line));
                }
            }
        }
        // Each round takes another line of it.
        let stdin = if lines.len() > 1 { &stdin.through("read") } else { stdin };
        self.repeatedly(|w| {
            w.list(test, stdin);
            w.list(body, stdin)
        })
    }
}
