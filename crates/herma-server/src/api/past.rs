//! Looking back: traces and what is counted over them.

use super::Json;
use super::input::Query;
use super::openapi::{Access, list_of, object, operation, parameter};
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use crate::who::{Agent, Who};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use herma_store::{Millis, TraceFilter, TraceLine};
use herma_view::stats::{Counts, as_json};
use serde_json::{Value, json};
use std::sync::Arc;

const PAGE: usize = 100;
const PAGE_MAX: u64 = 1000;
const HOUR: Millis = 3_600_000;
/// Traces are kept for thirty days.
const HOURS_MAX: u64 = 24 * 31;

pub(super) async fn traces(
    State(gateway): State<Arc<Gateway>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json, Problem> {
    let who = gateway.who(&headers)?;
    let query = Query::strict(&uri, &["agent", "decision", "hours", "limit"])?;
    let limit = query.number("limit", 1, PAGE_MAX)?.and_then(|n| usize::try_from(n).ok()).unwrap_or(PAGE);
    let decision = query.text("decision");
    if decision.is_some_and(|one| !["allow", "ask", "deny"].contains(&one)) {
        return Err(Problem::usage("`decision` is allow, ask or deny"));
    }
    let mut filter = TraceFilter {
        since: since(&query)?,
        agent: query.text("agent").map(str::to_owned),
        decision: decision.map(str::to_owned),
        newest: Some(limit),
        id: None,
    };
    if let Who::Agent(Agent { name, .. }) = &who {
        if filter.agent.as_ref().is_some_and(|agent| agent != name) {
            return Err(Problem::forbidden("an agent reads what is its own"));
        }
        filter.agent = Some(name.clone());
    }
    let found = gateway.work(&who, move |gateway| {
        let mut found = Vec::new();
        gateway.noted(gateway.reader.each_trace(&filter, &mut |line| found.push(trace(line))))?;
        Ok::<_, Problem>(found)
    });
    Ok(Json(json!({ "traces": found.await?? })))
}

fn since(query: &Query) -> Result<Option<Millis>, Problem> {
    let hours = query.number("hours", 1, HOURS_MAX)?;
    Ok(hours.map(|hours| now() - Millis::try_from(hours).unwrap_or(0) * HOUR))
}

fn trace(line: &TraceLine<'_>) -> Value {
    json!({
        "id": line.id, "at": line.at, "agent": line.agent, "session": line.session, "surface": line.surface,
        "tier": line.tier.as_str(), "rule": line.rule, "tool": line.tool, "decision": line.decision,
        "decided_by": line.decided_by, "would": line.would, "elapsed_us": line.elapsed_us, "request": line.request,
        "state": line.answered.as_ref().map(|answered| answered.state.as_str()),
    })
}

fn hours() -> Value {
    parameter(
        "hours",
        "only the last so many",
        json!({"type": "integer", "minimum": 1, "maximum": HOURS_MAX}),
    )
}

pub(super) fn traces_doc() -> Value {
    let parameters = [
        parameter("agent", "only of this agent", json!({"type": "string"})),
        parameter("decision", "only these", json!({"type": "string", "enum": ["allow", "ask", "deny"]})),
        hours(),
        parameter("limit", "how many", json!({"type": "integer", "minimum": 1, "maximum": PAGE_MAX})),
    ];
    let page = object(&[("traces", list_of("Trace"))]);
    operation(
        "List traces",
        "The newest first. An agent sees its own.",
        Access::Both,
        &parameters,
        None,
        page,
    )
}

pub(super) async fn stats(
    State(gateway): State<Arc<Gateway>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json, Problem> {
    gateway.person(&headers, &Method::GET)?;
    let query = Query::strict(&uri, &["hours", "agent"])?;
    let filter = TraceFilter {
        since: since(&query)?,
        agent: query.text("agent").map(str::to_owned),
        ..TraceFilter::default()
    };
    let value = gateway.blocking(move |gateway| {
        gateway.house.ingest();
        Ok::<_, Problem>(as_json(&gateway.counts(&filter)?, gateway.house.untraced()))
    });
    Ok(Json(value.await??))
}

pub(super) fn stats_doc() -> Value {
    let parameters = [hours(), parameter("agent", "only of this agent", json!({"type": "string"}))];
    let about = "From the traces: prompts per hour, how long answers take, who said yes and no by tier, which rules ask most.";
    operation("What is counted", about, Access::Person, &parameters, None, json!({"type": "object"}))
}

impl Gateway {
    pub(crate) fn counts(&self, filter: &TraceFilter) -> Result<Counts, Problem> {
        let mut counts = Counts::default();
        self.noted(self.reader.each_trace(filter, &mut |line| counts.count(line, false)))?;
        Ok(counts)
    }
}
