//! Traces: what was judged, what was decided, and what the world said (design, section 8; `docs/traces.md`).
//!
//! Leaving one is a single write to the end of a file, without a sync and without a store. Secrets are taken out before, and
//! what is long is cut: a trace says what happened, it is no copy of it.

mod context;
pub mod replay_world;
mod world;
mod write;

pub use world::Recorder;
pub use write::untraced;

use crate::assessors::Ran;
use crate::paths::Paths;
use crate::redact::Redactor;
use herma_core::call::Surface;
use herma_core::effect::{Class, Effect};
use herma_core::policy::TraceSettings;
use herma_core::text::Quoted;
use herma_core::{Decision, ToolCall, Verdict};
use herma_store::{LINE_VERSION, Millis};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write;
use std::io;
use std::time::Duration;

/// A text is looked at for secrets so far beyond where it is cut: the beginning of one must not stay.
const MARGIN: usize = 512;
/// Names, targets and sentences.
const WORDS_MAX: usize = 300;
/// Effects that are kept, the worst first.
pub const EFFECTS_MAX: usize = 12;
/// One write. Whatever would be longer is cut down to its effects.
const LINE_MAX: usize = 64 << 10;
/// Room for most lines.
const LINE_USUAL: usize = 2 << 10;
/// Arguments that are a command.
const COMMANDS: &[&str] = &["command", "cmd", "script", "code", "query", "sql"];

/// What runs although it could not be recorded: it only looks, and we are sure of that.
const SURE: f32 = 0.75;

/// Whose word lets a call run that would have been asked about.
#[derive(Debug, Clone, Copy)]
pub enum Yes<'a> {
    /// A standing yes of a person, by its id.
    Grant(&'a str),
    /// The reviewer of mode `smart`.
    Reviewer(&'a str),
    /// A person's yes to this call, which goes on.
    Request(&'a str),
}

/// A judged call, about to be recorded.
pub struct Trace<'a> {
    /// `None` where the disk hangs.
    pub paths: Option<&'a Paths>,
    pub call: &'a ToolCall,
    pub verdict: &'a Verdict,
    pub recorder: &'a Recorder<'a>,
    /// What the user's assessors said, and which of them failed.
    pub assessors: &'a [Ran],
    pub agent: &'a str,
    pub session: &'a str,
    pub surface: &'static str,
    pub elapsed: Duration,
    pub at: Millis,
    /// How much of a command and of any other argument is kept: of these the beginning says which.
    pub limits: TraceSettings,
}

impl Trace<'_> {
    /// Records a call that is to run. The error says why it may not: it could not be recorded, and does more than look (T58).
    pub fn permit(&self) -> Result<(), String> {
        self.permit_by(None)
    }

    /// The same for a call that a standing yes lets run. Nobody has seen this very call: without a trace there would be none.
    pub fn permit_by(&self, yes: Option<Yes<'_>>) -> Result<(), String> {
        let Err(error) = self.leave(None, yes) else { return Ok(()) };
        let assessment = &self.verdict.assessment;
        if assessment.class == Class::ReadOnly && assessment.confidence >= SURE {
            write::count_untraced(self.paths);
            return Ok(());
        }
        Err(format!("it could not be recorded ({error}), and then only what surely just looks may run"))
    }

    /// Records a call that somebody is asked about, or that is denied: whether that works changes nothing, since a request
    /// is on record by itself and a deny is a deny.
    pub fn note(&self, request: Option<&str>) {
        if self.leave(request, None).is_err() {
            write::count_untraced(self.paths);
        }
    }

    fn leave(&self, request: Option<&str>, granted: Option<Yes<'_>>) -> io::Result<()> {
        let paths = self.paths.ok_or_else(|| io::Error::other("the disk does not answer"))?;
        let mut line = self.line(request, granted, true);
        if line.len() > LINE_MAX {
            line = self.line(request, granted, false);
        }
        write::append(paths, &line)
    }

    /// Written by hand: a tree of JSON values costs more than the judgement itself, most of it in pages that a process that
    /// has just started has never touched.
    fn line(&self, request: Option<&str>, granted: Option<Yes<'_>>, whole: bool) -> String {
        let verdict = self.verdict;
        let (decision, by) = match granted {
            Some(Yes::Grant(id)) => (Decision::Allow, format!("grant:{id}")),
            Some(Yes::Reviewer(name)) => (Decision::Allow, format!("reviewer:{name}")),
            Some(Yes::Request(id)) => (Decision::Allow, format!("request:{id}")),
            None => (verdict.decision, verdict.decided_by.clone()),
        };
        let mut cut = false;
        let args = windowed(&self.call.args, "", &self.limits, &mut cut);
        let redactor = Redactor::of(&args);
        let session = short(&redactor, self.session);
        // A line before us may have been cut off by a full disk; the first character ends it.
        let mut out = String::with_capacity(LINE_USUAL);
        let _ = write!(
            out,
            "\n{{\"v\":{LINE_VERSION},\"at\":{},\"session\":{},\"surface\":{},\"decision\":\"{}\",\"by\":{},\"us\":{}",
            self.at,
            Quoted(&session),
            Quoted(self.surface),
            decision.as_str(),
            Quoted(&by),
            self.elapsed.as_micros(),
        );
        put(&mut out, "would", verdict.would.map(Decision::as_str));
        put(&mut out, "request", request);
        out.push_str(",\"call\":");
        self.call_part(&mut out, &args, &redactor, cut, whole);
        out.push_str("}\n");
        out
    }

    /// What is the same when the same call is judged again in the same world.
    fn call_part(&self, out: &mut String, args: &Value, redactor: &Redactor, mut cut: bool, whole: bool) {
        let (call, verdict) = (self.call, self.verdict);
        let assessment = &verdict.assessment;
        let factors = &assessment.factors;
        let some = |text: Option<&str>| text.map(|text| short(redactor, text));
        let _ = write!(
            out,
            "{{\"agent\":{},\"tool\":{},\"origin\":\"{}\",\"class\":\"{}\",\"tier\":\"{}\",\"risk\":{},\
             \"confidence\":{},\"pattern\":\"{}\",\"reversible\":{},\"crisis_sensitive\":{},\"requires_human\":{},\
             \"factors\":{{\"class\":{},\"target\":{},\"reversibility\":{},\"human_impact\":{},\"certainty\":{}}},\"digest\":{}",
            Quoted(self.agent),
            Quoted(&short(redactor, &call.tool)),
            origin(call.origin.surface),
            assessment.class,
            assessment.tier,
            rounded(assessment.risk),
            rounded(assessment.confidence),
            assessment.pattern.as_str(),
            assessment.reversible,
            assessment.crisis_sensitive,
            verdict.requires_human(),
            rounded(factors.class),
            rounded(factors.target),
            rounded(factors.reversibility),
            rounded(factors.human_impact),
            rounded(factors.certainty),
            Quoted(&verdict.digest),
        );
        put(out, "cwd", some(call.cwd.as_deref()).as_deref());
        put(out, "home", some(call.home.as_deref()).as_deref());
        put(out, "action", some(call.action.as_deref()).as_deref());
        put(out, "sub_agent", some(call.origin.sub_agent.as_deref()).as_deref());
        // What is said to a person in crisis is in the request, for who answers it, and nowhere else.
        let whole_call = whole && !assessment.crisis_sensitive;
        if whole_call {
            context::write(out, call, assessment, redactor);
        }
        context::write_assessors(out, self.assessors, redactor);
        if whole_call {
            out.push_str(",\"args\":");
            match redactor.is_idle() {
                true => write_kept(out, args, "", &self.limits),
                false => write_kept(out, &redactor.value(args), "", &self.limits),
            }
        }
        out.push_str(",\"effects\":[");
        for (at, effect) in assessment.effects.iter().take(EFFECTS_MAX).enumerate() {
            write_effect(out, at, effect, redactor);
        }
        out.push(']');
        let left: u32 = assessment.effects.iter().skip(EFFECTS_MAX).map(Effect::count).sum();
        if left + assessment.more > 0 {
            let _ = write!(out, ",\"effects_left_out\":{}", left + assessment.more);
        }
        let all = whole && {
            out.push_str(",\"world\":");
            self.recorder.write(out, redactor)
        };
        cut |= !all
            || assessment.crisis_sensitive
            || call.mangled
            || call.annotations.is_some()
            || call.description.is_some()
            || call.schema.is_some();
        for (name, is) in [
            ("hardline", verdict.hardline),
            // What replay has to know: this is not all that was judged.
            ("cut", cut),
            ("redacted", !redactor.is_idle()),
        ] {
            if is {
                let _ = write!(out, ",\"{name}\":true");
            }
        }
        out.push('}');
    }
}

/// Another member of an object, if there is something to say.
fn put(out: &mut String, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        let _ = write!(out, ",\"{name}\":{}", Quoted(text));
    }
}

fn short(redactor: &Redactor, text: &str) -> String {
    shortened(&redactor.text(text_window(text, WORDS_MAX)), WORDS_MAX).into_owned()
}

fn write_effect(out: &mut String, at: usize, effect: &Effect, redactor: &Redactor) {
    let _ = write!(
        out,
        "{}{{\"rule\":{},\"kind\":\"{}\",\"floor\":\"{}\",\"command\":{},\"text\":{}",
        if at > 0 { "," } else { "" },
        Quoted(&effect.rule),
        effect.kind,
        effect.floor,
        Quoted(&short(redactor, &effect.command)),
        Quoted(&short(redactor, &effect.text)),
    );
    if effect.count() > 1 {
        let _ = write!(out, ",\"count\":{}", effect.count());
    }
    put(out, "target", effect.target.as_deref().map(|target| short(redactor, target)).as_deref());
    out.push('}');
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
fn most(name: &str, limits: &TraceSettings) -> usize {
    let most = if COMMANDS.contains(&name) { limits.command_bytes } else { limits.argument_bytes };
    most as usize
}

/// The arguments, as far as they are looked at for secrets.
fn windowed(value: &Value, name: &str, limits: &TraceSettings, cut: &mut bool) -> Value {
    match value {
        Value::String(text) => {
            let most = most(name, limits);
            *cut |= text.len() > most;
            text_window(text, most).into()
        }
        Value::Array(items) => items.iter().map(|item| windowed(item, name, limits, cut)).collect(),
        Value::Object(map) => {
            map.iter().map(|(name, inner)| (name.clone(), windowed(inner, name, limits, cut))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn text_window(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most + MARGIN)).unwrap_or_default()
}

/// The redacted arguments, as they are kept.
fn write_kept(out: &mut String, value: &Value, name: &str, limits: &TraceSettings) {
    match value {
        Value::String(text) => {
            let _ = write!(out, "{}", Quoted(&shortened(text, most(name, limits))));
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                write_kept(out, item, name, limits);
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (at, (name, inner)) in map.iter().enumerate() {
                let _ = write!(out, "{}{}:", if at > 0 { "," } else { "" }, Quoted(name));
                write_kept(out, inner, name, limits);
            }
            out.push('}');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            let _ = write!(out, "{value}");
        }
    }
}

fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.len() <= most {
        true => Cow::Borrowed(text),
        false => Cow::Owned(format!("{}…", text.get(..text.floor_char_boundary(most)).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests;
