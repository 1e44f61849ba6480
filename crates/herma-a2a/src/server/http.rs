//! One HTTP request of one peer.

use super::body::Body;
use super::card::Card;
use super::engine::Engine;
use super::rpc::{Asked, Given, call};
use crate::protocol::{CARD_PATH, Fault, VERSION_HEADER, Version, legacy};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, LAST_MODIFIED};
use hyper::{Method, Request, Response, StatusCode};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;

const JSON: &str = "application/json";

pub(super) async fn answer(
    engine: Arc<Engine>,
    peer: Arc<str>,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let path = request.uri().path();
    Ok(match (request.method(), path) {
        (&Method::GET | &Method::HEAD, CARD_PATH | "/agent-card.json" | "/.well-known/agent.json") => {
            card(&engine, &request)
        }
        (&Method::POST, "/") => rpc(&engine, &peer, request).await,
        (_, "/" | CARD_PATH) => plain(StatusCode::METHOD_NOT_ALLOWED, "JSON-RPC is posted to `/`\n"),
        _ => plain(
            StatusCode::NOT_FOUND,
            "there is nothing here; the card is at /.well-known/agent-card.json\n",
        ),
    })
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    with_type(status, "text/plain; charset=utf-8", Body::whole(text))
}

fn with_type(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn version_of(request: &Request<Incoming>) -> Result<Version, Fault> {
    let query = request.uri().query().unwrap_or_default();
    let asked = query.split('&').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.eq_ignore_ascii_case(VERSION_HEADER).then(|| value.to_owned())
    });
    let header = match request.headers().get(VERSION_HEADER) {
        None => None,
        Some(value) => Some(value.to_str().map_err(|_| Fault::version("?"))?.to_owned()),
    };
    Version::named(header.or(asked).as_deref())
}

fn card(engine: &Engine, request: &Request<Incoming>) -> Response<Body> {
    let old = request.uri().path() == "/.well-known/agent.json"
        || request.headers().get(VERSION_HEADER).is_some_and(|v| v.as_bytes().starts_with(b"0.3"));
    let card = engine.card.to_json();
    let text = if old { legacy::card(&card) } else { card }.to_string();
    let etag = Card::etag(&text);
    let known = request.headers().get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let known = known.flat_map(|all| all.split(',')).any(|one| {
        let one = one.trim();
        one == "*" || one.trim_start_matches("W/") == etag
    });
    let (status, body) = match known {
        true => (StatusCode::NOT_MODIFIED, Body::whole("")),
        false => (StatusCode::OK, Body::whole(text)),
    };
    let mut response = with_type(status, JSON, body);
    let headers = response.headers_mut();
    for (name, value) in
        [(ETAG, etag), (CACHE_CONTROL, Card::cache_control()), (LAST_MODIFIED, engine.card.last_modified())]
    {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
    response
}

fn fault(id: &Value, fault: &Fault, status: StatusCode) -> Response<Body> {
    let all = json!({"jsonrpc": "2.0", "id": id, "error": fault.to_json()});
    with_type(status, JSON, Body::whole(all.to_string()))
}

async fn rpc(engine: &Arc<Engine>, peer: &str, request: Request<Incoming>) -> Response<Body> {
    let none = Value::Null;
    let version = version_of(&request);
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let known = matches!(kind.as_str(), JSON | "application/a2a+json" | "application/json-rpc");
    let limit = engine.limits.body;
    let body = Limited::new(request.into_body(), limit).collect();
    let bytes = match tokio::time::timeout(engine.limits.patience, body).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let why = Fault::invalid_request(format!("the request is longer than {limit} bytes"));
            return fault(&none, &why, StatusCode::PAYLOAD_TOO_LARGE);
        }
        Ok(Err(_)) => return plain(StatusCode::BAD_REQUEST, "the request broke off\n"),
        Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "the request took too long\n"),
    };
    if !known {
        let why = Fault::content_type("a request is application/json");
        return fault(&none, &why, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    // What its executor reads is what was judged: no key twice.
    let value = match herma_core::json::value_of_bytes(&bytes) {
        Ok(value) => value,
        Err(error) => return fault(&none, &Fault::parse(&error.to_string()), StatusCode::OK),
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
    let Some(id) = id else {
        let why = Fault::invalid_request("`id` is missing, or neither a text nor a number");
        return fault(&none, &why, StatusCode::OK);
    };
    if value.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return fault(&id, &Fault::invalid_request("`jsonrpc` is not \"2.0\""), StatusCode::OK);
    }
    let Some(method) = value.get("method").and_then(Value::as_str) else {
        return fault(&id, &Fault::invalid_request("`method` is missing"), StatusCode::OK);
    };
    let version = match version {
        Ok(version) => version,
        Err(why) => return fault(&id, &why, StatusCode::OK),
    };
    let empty = json!({});
    let params = value.get("params").unwrap_or(&empty);
    let asked = Asked { peer, version, id };
    match call(engine, &asked, method, params).await {
        Ok(Given::Result(result)) => {
            let all = json!({"jsonrpc": "2.0", "id": asked.id, "result": result});
            with_type(StatusCode::OK, JSON, Body::whole(all.to_string()))
        }
        Ok(Given::Stream(body)) => {
            let mut response = with_type(StatusCode::OK, "text/event-stream", body);
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Err(why) => fault(&asked.id, &why, StatusCode::OK),
    }
}
