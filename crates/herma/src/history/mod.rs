//! Looking back: `herma trace`, `stats`, `replay`, `suggest`, `forget`.

mod again;
mod forget;
mod learn;
mod list;
mod replay;
mod stats;
mod suggest;

pub use forget::{HELP as FORGET_HELP, main as forget};
pub use list::{HELP as TRACE_HELP, main as trace};
pub use replay::{HELP as REPLAY_HELP, main as replay};
pub use stats::{HELP as STATS_HELP, main as stats};
pub use suggest::{HELP as SUGGEST_HELP, main as suggest};

use crate::approvals::{ApprovalService, now};
use crate::paths::Paths;
use herma_store::{Millis, Store, TraceFilter};
use herma_view::time;
use serde_json::Value;
use std::ffi::OsString;
use std::path::PathBuf;

/// As far back as is looked without a word about it.
const MONTH: Millis = 30 * 24 * 3600 * 1000;

/// What was typed, over all of these commands. Each says which options are its own.
#[derive(Debug, Default)]
struct Options {
    words: Vec<String>,
    json: bool,
    would: bool,
    tokens: bool,
    all: bool,
    diff: bool,
    since: Option<Millis>,
    before: Option<Millis>,
    agent: Option<String>,
    session: Option<String>,
    decision: Option<String>,
    limit: Option<usize>,
    policy: Option<PathBuf>,
    svg: Option<PathBuf>,
    home: Option<OsString>,
}

impl Options {
    /// `None` if help was asked for.
    fn parse(args: &[OsString], own: &[&str]) -> Result<Option<Options>, String> {
        let mut out = Options::default();
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            let (name, joined) = match text.split_once('=') {
                Some((name, value)) if name.starts_with("--") => {
                    (name.to_owned(), Some(OsString::from(value)))
                }
                _ => (text.clone().into_owned(), None),
            };
            if name == "--help" || name == "-h" {
                return Ok(None);
            }
            if !name.starts_with('-') {
                out.words.push(name);
                continue;
            }
            if name != "--home" && !own.contains(&name.as_str()) {
                return Err(format!("`{name}` is no option here; --help lists them"));
            }
            let mut value = || {
                joined
                    .clone()
                    .or_else(|| words.next().cloned())
                    .ok_or_else(|| format!("`{name}` needs a value"))
            };
            let mut text = || value().map(|value| value.to_string_lossy().into_owned());
            match name.as_str() {
                "--json" => out.json = true,
                "--would" => out.would = true,
                "--tokens" => out.tokens = true,
                "--all" => out.all = true,
                "--diff" => out.diff = true,
                "--since" => out.since = Some(time::moment(&text()?, now())?),
                "--before" => out.before = Some(time::moment(&text()?, now())?),
                "--agent" => out.agent = Some(text()?),
                "--session" => out.session = Some(text()?),
                "--decision" => {
                    let word = text()?;
                    if !["allow", "ask", "deny"].contains(&word.as_str()) {
                        return Err("`--decision` is allow, ask or deny".to_owned());
                    }
                    out.decision = Some(word);
                }
                "--limit" => {
                    let number = text()?.parse().ok().filter(|number| *number > 0);
                    out.limit = Some(number.ok_or("`--limit` needs a number above 0")?);
                }
                "--policy" => out.policy = Some(value()?.into()),
                "--svg" => out.svg = Some(value()?.into()),
                _ => out.home = Some(value()?),
            }
        }
        Ok(Some(out))
    }

    fn filter(&self) -> TraceFilter {
        TraceFilter {
            since: self.since,
            agent: self.agent.clone(),
            decision: self.decision.clone(),
            ..TraceFilter::default()
        }
    }

    /// The store with everything in it that was left in the spool.
    fn open(&self) -> Result<(Paths, ApprovalService), String> {
        let paths = Paths::resolve(self.home.as_deref()).map_err(|e| e.to_string())?;
        let keeper = ApprovalService::open(&paths).map_err(|e| e.to_string())?;
        let limits = crate::effective_policy::load(&paths).base().policy().trace;
        let store = keeper.gate.store();
        crate::spool::ingest(store, &paths, &limits, now(), u64::MAX);
        // Where nothing new comes in, the old goes all the same.
        let from = crate::spool::keep_from(&limits, now());
        let _ = store.ingest_traces(crate::spool::RETENTION, 0, 0, &[], from).map_err(|e| e.to_string())?;
        crate::spool::trim(store, limits.max_traces).map_err(|e| e.to_string())?;
        Ok((paths, keeper))
    }
}

/// What a call says, on one line: its command, or its arguments.
fn call_text(call: &Value) -> String {
    let args = call.get("args");
    let command = ["command", "cmd"].iter().find_map(|name| args?.get(name)?.as_str());
    match (command, args) {
        (Some(command), _) => command.to_owned(),
        (None, Some(args)) => args.to_string(),
        (None, None) => "‹too long to keep›".to_owned(),
    }
}

/// A second since the epoch, as people read it.
pub fn time_of(second: u64) -> String {
    time::shown(herma_store::Millis::try_from(second.saturating_mul(1000)).unwrap_or_default())
}
