//! Traces in and out.

use super::{Tables, audit};
use crate::spool::TRACES;
use crate::{Forget, Forgotten, Ingest, Millis, NewTrace, Result};
use serde_json::json;

/// A file that was taken in is removed at once. So long afterwards nobody needs to know that it was.
const REMEMBERED: Millis = 24 * 3600 * 1000;

pub(super) fn ingest(
    tables: &mut dyn Tables,
    file: &str,
    from: u64,
    to: u64,
    traces: &[NewTrace],
    keep_from: Millis,
) -> Result<Ingest> {
    let done = tables.spool_offset(file)?;
    if done != from {
        return Ok(Ingest::Elsewhere(done));
    }
    for trace in traces.iter().filter(|trace| trace.at >= keep_from) {
        tables.push_trace(trace)?;
    }
    tables.drop_traces_before(keep_from)?;
    tables.put_spool_offset(file, to)?;
    if let Some(at) = crate::spool::time_of(file) {
        tables.drop_spool_offsets(TRACES, &crate::spool::name_at(at - REMEMBERED, ""))?;
    }
    Ok(Ingest::Taken)
}

pub(super) fn forget(tables: &mut dyn Tables, what: &Forget, by: &str, now: Millis) -> Result<Forgotten> {
    let forgotten =
        Forgotten { traces: tables.forget_traces(what)?, requests: tables.forget_requests(what)? };
    let scope = match what {
        Forget::Before(time) => json!({"before": time}),
        Forget::Session(name) => json!({"session": name}),
        Forget::All => json!("all"),
    };
    let body = json!({"by": by, "what": scope, "traces": forgotten.traces, "requests": forgotten.requests});
    audit::push(tables, "forgot", body, now)?;
    Ok(forgotten)
}
