//! Which requests are let in at all, and what every answer carries (T53, T54).

use crate::gateway::Gateway;
use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Instant;

/// Nothing inline, nothing from elsewhere, in nobody's frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    // To nobody else; with none at all a browser would not say where our own forms come from.
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

pub(crate) async fn guard(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let checked = checked(&gateway, request.headers(), request.uri(), request.method());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    gateway.metrics.answered(response.status(), started.elapsed());
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn checked(gateway: &Gateway, headers: &HeaderMap, uri: &Uri, method: &Method) -> Result<(), Problem> {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    // A name that leads to us without being ours was made to do so: DNS rebinding.
    let host = text(&header::HOST).or(uri.host()).unwrap_or_default();
    if headers.get_all(header::HOST).iter().count() > 1 || !gateway.is_ours(host) {
        return Err(Problem::elsewhere(
            "this gateway does not go by that name: `herma up --host NAME` adds one",
        ));
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let ours = origin.to_str().is_ok_and(|origin| gateway.is_own_origin(origin));
        if !ours {
            return Err(Problem::forbidden("another site's page may not talk to this gateway"));
        }
    }
    let from = text(&HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
    let led_here = method.is_safe() && text(&HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
    match from {
        "none" | "same-origin" => Ok(()),
        // A link somewhere else may lead to a page of ours; without the cookie, which is strict, it shows nothing.
        _ if led_here => Ok(()),
        _ => Err(Problem::forbidden("another site's page may not talk to this gateway")),
    }
}

impl Gateway {
    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().chain(&self.secure_hosts).any(|ours| ours.eq_ignore_ascii_case(host))
    }

    fn is_own_origin(&self, origin: &str) -> bool {
        let is = |scheme: &str, hosts: &[String]| {
            origin
                .strip_prefix(scheme)
                .is_some_and(|host| hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host)))
        };
        is("http://", &self.hosts) || is("https://", &self.secure_hosts)
    }

    /// Whether the browser came over TLS: then its cookie never goes without.
    pub(crate) fn is_secure(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
        self.secure_hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host))
    }
}
