//! `/v1`: the gateway for programs. Each route stands beside its documentation, and the OpenAPI document is made of both.

mod calls;
mod events;
mod grants;
mod input;
pub(crate) mod openapi;
mod past;
pub(crate) mod questions;
mod requests;
pub(crate) mod shapes;
mod state;

pub(crate) use input::{Query, form, read_body};
pub(crate) use requests::Wish;

use crate::gateway::Gateway;
use crate::problem::Problem;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde_json::Value;
use std::sync::Arc;

type Routes = Router<Arc<Gateway>>;

/// A path, what serves it, and what is said about it.
pub(crate) struct Route {
    pub path: &'static str,
    pub serves: MethodRouter<Arc<Gateway>>,
    /// Each method with its OpenAPI operation.
    pub says: Vec<(&'static str, Value)>,
}

/// Everything under `/v1`, and the metrics.
pub(crate) fn table() -> Vec<Route> {
    let route = |path, serves, says| Route { path, serves, says };
    vec![
        route("/v1/health", get(state::health), vec![("get", state::health_doc())]),
        route("/v1/openapi.json", get(state::openapi), vec![("get", state::openapi_doc())]),
        route("/metrics", get(state::metrics), vec![("get", state::metrics_doc())]),
        route("/v1/calls", post(calls::submit), vec![("post", calls::submit_doc())]),
        route("/v1/requests", get(requests::list), vec![("get", requests::list_doc())]),
        route("/v1/requests/{id}", get(requests::one), vec![("get", requests::one_doc())]),
        route("/v1/requests/{id}/decision", post(requests::decide), vec![("post", requests::decide_doc())]),
        route("/v1/requests/{id}/edit", post(requests::edit), vec![("post", requests::edit_doc())]),
        route("/v1/requests/{id}/outcome", post(calls::report), vec![("post", calls::report_doc())]),
        route("/v1/grants", get(grants::list), vec![("get", grants::list_doc())]),
        route("/v1/grants/{id}/revoke", post(grants::revoke), vec![("post", grants::revoke_doc())]),
        route("/v1/traces", get(past::traces), vec![("get", past::traces_doc())]),
        route("/v1/stats", get(past::stats), vec![("get", past::stats_doc())]),
        route("/v1/ask", post(questions::ask), vec![("post", questions::ask_doc())]),
        route("/v1/ask/{id}", get(questions::look), vec![("get", questions::look_doc())]),
        route("/v1/questions", get(questions::list), vec![("get", questions::list_doc())]),
        route("/v1/questions/{id}/answer", post(questions::answer), vec![("post", questions::answer_doc())]),
        route("/v1/events", get(events::events), vec![("get", events::events_doc())]),
    ]
}

pub(crate) fn routes() -> Routes {
    let all = table().into_iter().fold(Router::new(), |router, route| router.route(route.path, route.serves));
    all.method_not_allowed_fallback(other_method)
}

async fn other_method() -> Problem {
    Problem {
        status: StatusCode::METHOD_NOT_ALLOWED,
        code: "method",
        text: "this address takes another method; `/v1/openapi.json` says which".to_owned(),
        crisis_card: None,
    }
}

/// A value as an answer.
pub(crate) struct Json(pub Value);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0.to_string()).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_documented() {
        let document = openapi::document();
        for route in table() {
            assert!(!route.says.is_empty(), "{}", route.path);
            for (method, _) in &route.says {
                let operation = &document["paths"][route.path][*method];
                assert!(operation["summary"].is_string(), "{method} {}", route.path);
                assert!(operation["responses"]["200"].is_object(), "{method} {}", route.path);
            }
        }
    }
}
