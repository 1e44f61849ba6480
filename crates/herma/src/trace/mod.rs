//! Traces: what was judged, what was decided, and what the world said (design, section 8; `docs/traces.md`).
//!
//! Leaving one is a single write to the end of a file, without a sync and without a store. Secrets are taken out before, and
//! what is long is cut: a trace says what happened, it is no copy of it.

pub mod replay_world;
mod world;
mod write;

pub use world::Recorder;
pub use write::untraced;

use crate::paths::Paths;
use crate::redact::Redactor;
use herma_core::call::Surface;
use herma_core::effect::{Class, Effect};
use herma_core::{Decision, ToolCall, Verdict};
use herma_store::{LINE_VERSION, Millis};
use serde_json::{Map, Value, json};
use std::io;
use std::time::Duration;

/// A command this long is kept whole: nearly all are.
const COMMAND_MAX: usize = 16 << 10;
/// Other arguments are texts of files and messages: the beginning says which.
const ARGUMENT_MAX: usize = 1 << 10;
/// A text is looked at for secrets so far beyond where it is cut: the beginning of one must not stay.
const MARGIN: usize = 512;
/// Names, targets and sentences.
const WORDS_MAX: usize = 300;
/// Effects that are kept, the worst first.
const EFFECTS_MAX: usize = 12;
/// One write. Whatever would be longer is cut down to its effects.
const LINE_MAX: usize = 64 << 10;
/// Arguments that are a command.
const COMMANDS: &[&str] = &["command", "cmd", "script", "code", "query", "sql"];

/// What runs although it could not be recorded: it only looks, and we are sure of that.
const SURE: f32 = 0.75;

/// A judged call, about to be recorded.
pub struct Trace<'a> {
    /// `None` where the disk hangs.
    pub paths: Option<&'a Paths>,
    pub call: &'a ToolCall,
    pub verdict: &'a Verdict,
    pub recorder: &'a Recorder<'a>,
    pub agent: &'a str,
    pub session: &'a str,
    pub surface: &'static str,
    pub elapsed: Duration,
    pub at: Millis,
}

impl Trace<'_> {
    /// Records a call that is to run. The error says why it may not: it could not be recorded, and does more than look (T58).
    pub fn permit(&self) -> Result<(), String> {
        let Err(error) = self.leave(None, None) else { return Ok(()) };
        let assessment = &self.verdict.assessment;
        if assessment.class == Class::ReadOnly && assessment.confidence >= SURE {
            write::count_untraced(self.paths);
            return Ok(());
        }
        Err(format!("it could not be recorded ({error}), and then only what surely just looks may run"))
    }

    /// Records a call that somebody is asked about, or that is denied: whether that works changes nothing, since a request
    /// is on record by itself and a deny is a deny.
    pub fn note(&self, request: Option<&str>, granted: Option<&str>) {
        if self.leave(request, granted).is_err() {
            write::count_untraced(self.paths);
        }
    }

    fn leave(&self, request: Option<&str>, granted: Option<&str>) -> io::Result<()> {
        let paths = self.paths.ok_or_else(|| io::Error::other("the disk does not answer"))?;
        let mut line = self.line(request, granted, true);
        if line.len() > LINE_MAX {
            line = self.line(request, granted, false);
        }
        write::append(paths, &line)
    }

    fn line(&self, request: Option<&str>, granted: Option<&str>, whole: bool) -> String {
        let verdict = self.verdict;
        let (decision, by) = match granted {
            Some(grant) => (Decision::Allow, format!("grant:{grant}")),
            None => (verdict.decision, verdict.decided_by.clone()),
        };
        let mut cut = false;
        let args = windowed(&self.call.args, "", &mut cut);
        let redactor = Redactor::of(&args);
        let short = |text: &str| shortened(&redactor.text(&text_window(text, WORDS_MAX)), WORDS_MAX);
        let line = json!({
            "v": LINE_VERSION, "at": self.at, "session": short(self.session), "surface": self.surface,
            "decision": decision.as_str(), "by": by, "would": verdict.would.map(Decision::as_str),
            "us": u64::try_from(self.elapsed.as_micros()).unwrap_or(u64::MAX), "request": request,
            "call": self.call_part(&args, &redactor, cut, whole),
        });
        // A line before us may have been cut off by a full disk; the first character ends it.
        format!("\n{line}\n")
    }

    /// What is the same when the same call is judged again in the same world.
    fn call_part(&self, args: &Value, redactor: &Redactor, mut cut: bool, whole: bool) -> Value {
        let (call, verdict) = (self.call, self.verdict);
        let assessment = &verdict.assessment;
        let short = |text: &str| shortened(&redactor.text(&text_window(text, WORDS_MAX)), WORDS_MAX);
        let mut part = Map::new();
        let mut put = |name: &str, value: Value| {
            if !value.is_null() {
                part.insert(name.to_owned(), value);
            }
        };
        put("agent", self.agent.into());
        put("tool", short(&call.tool).into());
        put(
            "args",
            match whole {
                true => kept(&redactor.value(args), ""),
                false => Value::Null,
            },
        );
        put("cwd", call.cwd.as_deref().map(&short).into());
        put("home", call.home.as_deref().map(&short).into());
        put("action", call.action.as_deref().map(&short).into());
        put("sub_agent", call.origin.sub_agent.as_deref().map(&short).into());
        put("origin", origin(call.origin.surface).into());
        put("class", assessment.class.as_str().into());
        put("tier", assessment.tier.as_str().into());
        put("risk", rounded(assessment.risk).into());
        put("confidence", rounded(assessment.confidence).into());
        put("hardline", verdict.hardline.then_some(true).into());
        let effects = assessment.effects.iter().take(EFFECTS_MAX);
        put("effects", effects.map(|effect| effect_part(effect, &short)).collect());
        put("digest", verdict.digest.as_str().into());
        let (world, all) = if whole { self.recorder.kept(redactor) } else { (Value::Null, false) };
        put("world", world);
        cut |= !whole || !all || call.mangled || call.annotations.is_some() || call.description.is_some();
        // What replay has to know: this is not all that was judged.
        put("cut", cut.then_some(true).into());
        put("redacted", (!redactor.is_idle()).then_some(true).into());
        Value::Object(part)
    }
}

fn effect_part(effect: &Effect, short: &dyn Fn(&str) -> String) -> Value {
    json!({
        "rule": effect.rule, "kind": effect.kind.as_str(), "target": effect.target.as_deref().map(short),
        "command": short(&effect.command), "floor": effect.floor.as_str(), "text": short(&effect.text),
    })
}

pub fn origin(surface: Surface) -> &'static str {
    match surface {
        Surface::Interactive => "interactive",
        Surface::Headless => "headless",
        Surface::Cron => "cron",
    }
}

fn rounded(number: f32) -> f64 {
    (f64::from(number) * 100.0).round() / 100.0
}

/// How much of an argument of this name is kept.
fn most(name: &str) -> usize {
    if COMMANDS.contains(&name) { COMMAND_MAX } else { ARGUMENT_MAX }
}

/// The arguments, as far as they are looked at for secrets.
fn windowed(value: &Value, name: &str, cut: &mut bool) -> Value {
    match value {
        Value::String(text) => {
            *cut |= text.len() > most(name);
            text_window(text, most(name)).into()
        }
        Value::Array(items) => items.iter().map(|item| windowed(item, name, cut)).collect(),
        Value::Object(map) => {
            map.iter().map(|(name, inner)| (name.clone(), windowed(inner, name, cut))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn text_window(text: &str, most: usize) -> String {
    text.get(..text.floor_char_boundary(most + MARGIN)).unwrap_or_default().to_owned()
}

/// The arguments, as they are kept.
fn kept(value: &Value, name: &str) -> Value {
    match value {
        Value::String(text) => shortened(text, most(name)).into(),
        Value::Array(items) => items.iter().map(|item| kept(item, name)).collect(),
        Value::Object(map) => map.iter().map(|(name, inner)| (name.clone(), kept(inner, name))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    format!("{}…", text.get(..text.floor_char_boundary(most)).unwrap_or_default())
}

#[cfg(test)]
mod tests;
