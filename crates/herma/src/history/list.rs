//! `herma trace`: what was judged, one line or one page each.

use super::{Options, call_text, time};
use crate::check::usage;
use herma_core::text::shown;
use herma_store::{SqliteStore, Store, TraceFilter, TraceLine};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma trace list [--json] [--since TIME] [--agent NAME] [--decision allow|ask|deny] [--limit N]
       herma trace show ID
       herma trace export [--since TIME] [--agent NAME] [--decision WORD]      all with [--home DIR]

Every call that a hook or `herma run` judged: what it was (secrets taken out), what it amounts to, what was decided, by
whom, and what the world said. Kept for 30 days; `herma forget` forgets sooner. docs/traces.md says what is never kept.

  list          the newest first, 50 unless --limit says otherwise; --json: one array
  show ID       everything about one, as JSON
  export        all of it as JSON lines, the oldest first

  --since TIME  30d, 12h, 90m, or a day: 2026-11-16 (UTC)

exit: 0, 1 if there is none or the store cannot be read, 2 usage
";

const LIMIT: usize = 50;

pub fn main(args: &[OsString]) -> ExitCode {
    let own = ["--json", "--since", "--agent", "--decision", "--limit"];
    let options = match Options::parse(args, &own) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    let words: Vec<&str> = options.words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["list"] => list(&options),
        ["show", id] => match id.parse() {
            Ok(id) => show(&options, id),
            Err(_) => return usage("`show` takes the number that `herma trace list` prints"),
        },
        ["export"] => export(&options),
        _ => return usage("list, show ID or export? --help says more"),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("herma: {why}");
            ExitCode::FAILURE
        }
    }
}

fn list(options: &Options) -> Result<(), String> {
    let (paths, keeper) = options.open()?;
    let bodies = SqliteStore::open(&paths.store()).map_err(|e| e.to_string())?;
    let filter = TraceFilter { newest: Some(options.limit.unwrap_or(LIMIT)), ..options.filter() };
    let (mut lines, mut objects) = (String::new(), Vec::new());
    keeper
        .gate
        .store()
        .each_trace(&filter, &mut |trace| match options.json {
            true => objects.push(as_json(trace, &call_of(&bodies, trace.call))),
            false => {
                lines.push_str(&line(trace, &call_of(&bodies, trace.call)));
                lines.push('\n');
            }
        })
        .map_err(|e| e.to_string())?;
    let text = match options.json {
        true => format!("{}\n", Value::from(objects)),
        false if lines.is_empty() => "no traces\n".to_owned(),
        false => lines,
    };
    std::io::stdout().lock().write_all(text.as_bytes()).map_err(|e| e.to_string())
}

fn show(options: &Options, id: u64) -> Result<(), String> {
    let (paths, keeper) = options.open()?;
    let bodies = SqliteStore::open(&paths.store()).map_err(|e| e.to_string())?;
    let mut found = None;
    let filter = TraceFilter { id: Some(id), ..TraceFilter::default() };
    let mut look = |trace: &TraceLine<'_>| found = Some(as_json(trace, &call_of(&bodies, trace.call)));
    keeper.gate.store().each_trace(&filter, &mut look).map_err(|e| e.to_string())?;
    let found = found.ok_or_else(|| format!("there is no trace {id}; it may have been forgotten"))?;
    let text = serde_json::to_string_pretty(&found).map_err(|e| e.to_string())?;
    writeln!(std::io::stdout().lock(), "{text}").map_err(|e| e.to_string())
}

fn export(options: &Options) -> Result<(), String> {
    let (paths, keeper) = options.open()?;
    let bodies = SqliteStore::open(&paths.store()).map_err(|e| e.to_string())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut failed = None;
    keeper
        .gate
        .store()
        .each_trace(&options.filter(), &mut |trace| {
            if failed.is_none() {
                failed = writeln!(out, "{}", as_json(trace, &call_of(&bodies, trace.call))).err();
            }
        })
        .map_err(|e| e.to_string())?;
    failed.map_or_else(|| out.flush(), Err).map_err(|e| e.to_string())
}

/// The call behind a trace. One that is gone, or that nobody can read, is empty.
fn call_of(bodies: &SqliteStore, id: u64) -> Value {
    let found = bodies.traced_calls(id.saturating_sub(1), 1).ok().and_then(|calls| calls.into_iter().next());
    let body = found.filter(|(other, _)| *other == id).map(|(_, body)| body);
    body.and_then(|body| serde_json::from_str(&body).ok()).unwrap_or(Value::Null)
}

fn line(trace: &TraceLine<'_>, call: &Value) -> String {
    let what = match (&trace.answered, trace.would) {
        (Some(answered), _) => {
            let by = answered.by.map_or(String::new(), |by| format!(" by {}", shown(by)));
            format!("{}, {}{by}", trace.decision, answered.state)
        }
        (None, Some(would)) => format!("{} ({}, would {would})", trace.decision, trace.decided_by),
        (None, None) => format!("{} ({})", trace.decision, shown(trace.decided_by)),
    };
    let text: String = shown(&call_text(call)).replace('\n', "⏎").chars().take(100).collect();
    format!(
        "{:>7}  {}  {:<11}  {:<8}  {what:<28}  {text}",
        trace.id,
        time::shown(trace.at),
        shown(trace.agent),
        trace.tier
    )
}

fn as_json(trace: &TraceLine<'_>, call: &Value) -> Value {
    let answered = trace.answered.as_ref();
    json!({
        "id": trace.id, "at": trace.at, "time": time::shown(trace.at), "agent": trace.agent, "session": trace.session,
        "surface": trace.surface, "tool": trace.tool, "tier": trace.tier.as_str(), "decision": trace.decision,
        "decided_by": trace.decided_by, "would": trace.would, "elapsed_us": trace.elapsed_us,
        "request": trace.request,
        "state": answered.map(|answered| answered.state.to_string()),
        "answered_by": answered.and_then(|answered| answered.by),
        "answered_at": answered.and_then(|answered| answered.decided),
        "channel": answered.and_then(|answered| answered.how),
        "reason": answered.and_then(|answered| answered.reason),
        "outcome": answered.and_then(|answered| answered.outcome),
        "call": call,
    })
}
