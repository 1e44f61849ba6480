//! How the gateway is: for whoever watches over it.

use super::Json;
use super::openapi::{self as doc, Access, object, operation};
use crate::channel::ChannelState;
use crate::credential;
use crate::gateway::{Gateway, now};
use crate::metrics::Gauges;
use crate::problem::Problem;
use crate::trouble::Ill;
use crate::who::brought;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use herma_store::Filter;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Counting further would take time, and says no more.
const COUNTED_MAX: usize = 10_000;

/// What `herma status` has read in a file of ours.
const WATCH: &str = "x-herma-watch";

/// Whether somebody may hear why something fails: it names files, addresses and services.
fn hears_why(gateway: &Gateway, headers: &HeaderMap) -> bool {
    let watches = !gateway.watch.is_empty() && credential::same(&gateway.watch, brought(headers, WATCH));
    watches || gateway.person(headers, &Method::GET).is_ok()
}

pub(super) async fn health(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Response {
    let why = hears_why(&gateway, &headers);
    let said = |ill: Ill| if why { ill.text() } else { ill.since() };
    let trouble = gateway.trouble.now();
    let state = |state: ChannelState| if why { state.text() } else { state.plain() };
    let channels: serde_json::Map<String, Value> = gateway
        .channels
        .iter()
        .map(|channel| (channel.name().to_owned(), state(channel.state()).into()))
        .collect();
    let status = if trouble.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let body = json!({
        "status": if trouble.is_some() { "closed" } else { "ok" },
        "store": trouble.map_or_else(|| "ok".to_owned(), said),
        "clock": gateway.clock.now(),
        "settings": gateway.settings.now().map(said),
        "version": env!("CARGO_PKG_VERSION"),
        "up_s": (now() - gateway.started).max(0) / 1000,
        "channels": channels,
    });
    (status, Json(body)).into_response()
}

pub(super) fn health_doc() -> Value {
    let schema = object(&[
        ("status", json!({"type": "string", "enum": ["ok", "closed"]})),
        ("store", json!({"type": "string", "description": "`ok`, or since when it fails, and why"})),
        (
            "clock",
            json!({"type": ["string", "null"], "description": "within an hour after the clock was set: by how much, and what came of it"}),
        ),
        (
            "settings",
            json!({"type": ["string", "null"], "description": "why settings that were changed are not in force"}),
        ),
        ("version", json!({"type": "string"})),
        ("up_s", json!({"type": "integer"})),
        ("channels", json!({"type": "object", "additionalProperties": {"type": "string"}})),
    ]);
    let about = "Whether calls can be judged and answered. 503: the store fails, and nothing that needs a person runs. Anybody hears what is \
                 wrong and since when; why, only a person.";
    let mut doc = operation("How it is", about, Access::Nobody, &[], None, schema.clone());
    doc["responses"]["503"] =
        json!({"description": "closed", "content": {"application/json": {"schema": schema}}});
    doc
}

pub(super) async fn openapi() -> Json {
    Json(doc::document())
}

pub(super) fn openapi_doc() -> Value {
    operation("This document", "", Access::Nobody, &[], None, json!({"type": "object"}))
}

pub(super) async fn metrics(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    gateway.person(&headers, &Method::GET)?;
    let text = gateway.blocking(|gateway| gateway.metrics.text(&gauges(gateway))).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}

fn gauges(gateway: &Gateway) -> Gauges {
    let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let pending =
        gateway.reader.list(&Filter::waiting(), None, COUNTED_MAX).map_or(0, |page| page.requests.len());
    Gauges {
        pending: number(pending),
        waiters: number(gateway.hub.waiters.load(Ordering::Relaxed)),
        listeners: number(gateway.hub.listeners()),
        store_ok: gateway.trouble.now().is_none(),
        untraced: gateway.house.untraced(),
        channels: gateway
            .channels
            .iter()
            .map(|channel| (channel.name().to_owned(), channel.state() == ChannelState::Up))
            .collect(),
    }
}

pub(super) fn metrics_doc() -> Value {
    let about = "For Prometheus, with a person's token.";
    let mut doc = operation("Metrics", about, Access::Person, &[], None, json!({"type": "string"}));
    doc["responses"]["200"]["content"] = json!({"text/plain": {"schema": {"type": "string"}}});
    doc
}
