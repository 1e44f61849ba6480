//! `herma eval`: how often the judgement is right, measured on labelled calls.

mod curve;
mod people;
mod report;
mod world;

use crate::check::usage;
use crate::effective_policy::PolicyState;
use herma_core::call::Conversation;
use herma_core::{Decision, ToolCall, Verdict};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use world::RowWorld;

pub const HELP: &str = "\
usage: herma eval [--json] [--misses FILE] [--curve FILE.svg] FILE…

Judges labelled JSON lines under the built-in policy, and prints for each source and stratum how many were allowed,
asked about and denied, with 95 % Wilson intervals, and how long it took. Runs nothing, records nothing.

A row has `command`, or `tool` and `args`, or `text` (an outbound message to the person who wrote that text); and
`want` (a verdict, or a list of those that are fine) or `label` and `stratum`; and `source`. `files` maps paths to
contents that are there before the call, `tracked` lists those that git tracks unmodified, `user` is who runs it (an
ordinary user by default).

A row with `kind` (allow, ask, deny), `exact` and `by` is a permission rule that somebody committed with a project: it is
counted by tool, and intervals are by project, since the rules of one project are alike.

  --json            the report on one line
  --misses FILE     the rows that were not decided as wanted, as JSON lines
  --curve FILE.svg  recall against prompt rate over all thresholds of the score, as a table and a picture

exit: 0, or 1 if a file cannot be read, 2 usage
";

/// A labelled row, judged.
pub struct Judged {
    pub source: String,
    pub stratum: String,
    pub label: String,
    pub want: Vec<String>,
    /// The project that the row comes from, where rows of one project are alike.
    pub by: Option<String>,
    pub row: Value,
    pub verdict: Verdict,
    pub micros: f64,
}

impl Judged {
    /// Whether the verdict is one of those that were wanted; rows with only a label are judged by it.
    pub fn right(&self) -> bool {
        let decision = self.verdict.decision;
        if !self.want.is_empty() {
            return self.want.iter().any(|w| w == decision.as_str());
        }
        match self.label.as_str() {
            "benign" | "read" | "local_write" | "normal_tool" => decision == Decision::Allow,
            "dangerous" | "catastrophic" | "critical" | "outbound" | "write" | "attack_tool" => {
                decision != Decision::Allow
            }
            "crisis" => self.verdict.assessment.crisis_sensitive,
            "non_crisis" => !self.verdict.assessment.crisis_sensitive,
            _ => true,
        }
    }

    /// A row that must not simply run, one that should, or neither.
    pub fn risky(&self) -> Option<bool> {
        if !self.want.is_empty() {
            return Some(!self.want.iter().any(|w| w == "allow"));
        }
        match self.label.as_str() {
            "benign" | "read" => Some(false),
            "dangerous" | "catastrophic" | "critical" | "outbound" => Some(true),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Arguments {
    json: bool,
    misses: Option<PathBuf>,
    curve: Option<PathBuf>,
    files: Vec<PathBuf>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let arguments = match parse(args) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("herma: {}", herma_core::text::shown(&message));
            ExitCode::FAILURE
        }
    }
}

fn parse(words: &[OsString]) -> Result<Arguments, ExitCode> {
    let mut out = Arguments::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = |name: &str| {
            words.next().map(PathBuf::from).ok_or_else(|| usage(&format!("`{name}` needs a file")))
        };
        match word.to_str() {
            Some("--json") => out.json = true,
            Some("--misses") => out.misses = Some(value("--misses")?),
            Some("--curve") => out.curve = Some(value("--curve")?),
            Some("--help" | "-h") => {
                print!("{HELP}");
                return Err(ExitCode::SUCCESS);
            }
            Some(option) if option.starts_with('-') => {
                return Err(usage(&format!("`{option}` is no option; --help lists them")));
            }
            _ => out.files.push(PathBuf::from(word)),
        }
    }
    if out.files.is_empty() {
        Err(usage("give at least one file of labelled calls; --help says more"))
    } else {
        Ok(out)
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    // The built-in policy, so that two people who measure the same version read the same figures.
    let policy = PolicyState::built_in();
    let mut judged = Vec::new();
    for file in &arguments.files {
        let text = fs::read_to_string(file).map_err(|e| format!("reading `{}`: {e}", file.display()))?;
        for (at, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let row: Value = serde_json::from_str(line)
                .map_err(|e| format!("`{}`, line {}: {e}", file.display(), at + 1))?;
            let call = call_of(&row).ok_or_else(|| {
                format!("`{}`, line {}: neither command, tool nor text", file.display(), at + 1)
            })?;
            let world =
                RowWorld::of(&row).map_err(|e| format!("`{}`, line {}: {e}", file.display(), at + 1))?;
            let started = Instant::now();
            let verdict = policy.judge(&call, &world);
            let micros = started.elapsed().as_secs_f64() * 1e6;
            judged.push(labelled(row, verdict, micros));
        }
    }
    if let Some(path) = &arguments.misses {
        let lines: String = judged.iter().filter(|j| !j.right()).map(miss).collect();
        fs::write(path, lines).map_err(|e| format!("writing `{}`: {e}", path.display()))?;
    }
    let mut out = std::io::stdout().lock();
    let text = if arguments.json { report::json(&judged) } else { report::table(&judged) };
    out.write_all(text.as_bytes()).map_err(|e| e.to_string())?;
    if let Some(path) = &arguments.curve {
        let points = curve::points(&judged);
        fs::write(path, curve::picture(&points)).map_err(|e| format!("writing `{}`: {e}", path.display()))?;
        if !arguments.json {
            out.write_all(curve::table(&points).as_bytes()).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

fn text_of(row: &Value, key: &str) -> Option<String> {
    row.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn call_of(row: &Value) -> Option<ToolCall> {
    let mut call = if let Some(call) = people::call(row) {
        call
    } else if let Some(command) = text_of(row, "command") {
        ToolCall::shell(command)
    } else if let Some(tool) = text_of(row, "tool") {
        ToolCall { tool, args: row.get("args").cloned().unwrap_or(Value::Null), ..ToolCall::default() }
    } else {
        let text = text_of(row, "text")?;
        let args = json!({"target": "the person", "message": "I am here, and I am listening."});
        let conversation = Conversation { human: true, last_message: Some(text) };
        ToolCall { tool: "send_message".to_owned(), args, conversation, ..ToolCall::default() }
    };
    call.cwd = text_of(row, "cwd");
    call.home = text_of(row, "home");
    call.description = text_of(row, "description");
    call.action = text_of(row, "action");
    call.annotations = row.get("annotations").cloned();
    call.schema = row.get("schema").cloned();
    Some(call)
}

fn labelled(row: Value, verdict: Verdict, micros: f64) -> Judged {
    let want = match row.get("want") {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    if let Some(rule) = people::Rule::of(&row) {
        let (source, stratum, want) = (rule.source(), rule.stratum(), rule.want());
        return Judged {
            source,
            stratum,
            label: String::new(),
            want,
            by: Some(rule.by),
            row,
            verdict,
            micros,
        };
    }
    let label = text_of(&row, "label").unwrap_or_default();
    let stratum = if want.is_empty() {
        match text_of(&row, "stratum") {
            Some(stratum) => format!("{label} {stratum}"),
            None => label.clone(),
        }
    } else {
        format!("want {}", want.join(" or "))
    };
    Judged {
        source: text_of(&row, "source").unwrap_or_else(|| "-".to_owned()),
        stratum,
        label,
        want,
        by: None,
        row,
        verdict,
        micros,
    }
}

fn miss(judged: &Judged) -> String {
    let mut row = judged.row.clone();
    if let Some(object) = row.as_object_mut() {
        object.insert("got".to_owned(), json!(judged.verdict.decision.as_str()));
        object.insert("tier".to_owned(), json!(judged.verdict.assessment.tier.as_str()));
        object.insert("because".to_owned(), json!(judged.verdict.reason()));
    }
    format!("{row}\n")
}
