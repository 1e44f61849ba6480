//! One request and its answer, within a time.

use crate::fail::Kind;
use std::time::Duration;

/// More than any opinion.
const BODY_MAX: u64 = 1 << 20;

/// What is sent.
#[derive(Debug)]
pub struct Post<'a> {
    pub url: &'a str,
    pub headers: &'a [(&'static str, String)],
    pub body: String,
    pub within: Duration,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub status: u16,
    pub body: String,
}

/// Whoever carries it. Tests bring their own.
pub trait Carrier {
    fn post(&self, post: &Post<'_>) -> Result<Received, (Kind, String)>;
}

/// Over the network. Follows no redirect: a key goes where it was meant to go.
#[derive(Debug, Clone, Copy, Default)]
pub struct Http;

impl Carrier for Http {
    fn post(&self, post: &Post<'_>) -> Result<Received, (Kind, String)> {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .timeout_global(Some(post.within))
            .http_status_as_error(false)
            .max_redirects(0)
            .user_agent("herma")
            .build()
            .into();
        let mut request = agent.post(post.url).header("content-type", "application/json");
        for (name, value) in post.headers {
            request = request.header(*name, value);
        }
        let failed = |error: ureq::Error| match error {
            ureq::Error::Timeout(_) => (Kind::TimedOut, "it took too long".to_owned()),
            other => (Kind::Unreachable, other.to_string()),
        };
        let mut response = request.send(post.body.as_str()).map_err(failed)?;
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(BODY_MAX).lossy_utf8(true).read_to_string();
        Ok(Received { status, body: body.map_err(failed)? })
    }
}
