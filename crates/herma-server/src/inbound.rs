//! What chat services send: each to its own address, and each proves by itself that it is the service.

use crate::api::read_body;
use crate::gateway::Gateway;
use crate::problem::Problem;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::Value;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Gateway>> {
    Router::new().route("/channels/{name}", post(receive))
}

async fn receive(
    State(gateway): State<Arc<Gateway>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let unknown = || Problem::unknown("no such channel is set up");
    let channel =
        gateway.channels.iter().find(|channel| channel.name() == name).cloned().ok_or_else(unknown)?;
    let body = read_body(body).await?;
    let own = Arc::clone(&gateway);
    let receipt =
        gateway.blocking(move |_| channel.receive(&own, &headers, &body)).await?.ok_or_else(unknown)?;
    let status = StatusCode::from_u16(receipt.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    Ok(match receipt.body {
        Value::Null => status.into_response(),
        body => (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response(),
    })
}
