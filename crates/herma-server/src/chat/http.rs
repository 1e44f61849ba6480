//! Talking to a service: one place, with limits, that follows nobody elsewhere.

use serde_json::Value;
use std::time::Duration;
use ureq::Agent;

/// Answers above this are no answers.
const ANSWER_MAX: u64 = 4 << 20;

/// Why something was not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// It may be, later; the service may say when.
    Later(String, Option<Duration>),
    /// It never will be: this account has never spoken to the bot, or has blocked it.
    Never(String),
}

#[derive(Debug)]
pub(super) struct Client {
    agent: Agent,
    /// A service that takes longer is down.
    within: Duration,
    headers: Vec<(&'static str, String)>,
}

impl Client {
    pub(super) fn new(timeout: u32, headers: Vec<(&'static str, String)>) -> Client {
        // A redirect would carry the token to wherever it leads (T56).
        let config = Agent::config_builder()
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent("herma");
        Client { agent: config.build().new_agent(), within: Duration::from_secs(timeout.into()), headers }
    }

    pub(super) fn post(&self, url: &str, body: &Value) -> Result<Value, Failure> {
        self.send("POST", url, &[], body.to_string(), self.within)
    }

    pub(super) fn post_within(&self, url: &str, body: &Value, more: Duration) -> Result<Value, Failure> {
        self.send("POST", url, &[], body.to_string(), self.within + more)
    }

    pub(super) fn post_signed(
        &self,
        url: &str,
        headers: &[(&'static str, String)],
        body: String,
    ) -> Result<Value, Failure> {
        self.send("POST", url, headers, body, self.within)
    }

    pub(super) fn patch(&self, url: &str, body: &Value) -> Result<Value, Failure> {
        self.send("PATCH", url, &[], body.to_string(), self.within)
    }

    pub(super) fn put(&self, url: &str, body: &Value) -> Result<Value, Failure> {
        self.send("PUT", url, &[], body.to_string(), self.within)
    }

    pub(super) fn get(&self, url: &str) -> Result<Value, Failure> {
        self.send("GET", url, &[], String::new(), self.within)
    }

    fn send(
        &self,
        method: &str,
        url: &str,
        headers: &[(&'static str, String)],
        body: String,
        within: Duration,
    ) -> Result<Value, Failure> {
        let mut request = ureq::http::Request::builder().method(method).uri(url);
        if method != "GET" {
            request = request.header("content-type", "application/json; charset=utf-8");
        }
        for (name, value) in self.headers.iter().chain(headers) {
            request = request.header(*name, value);
        }
        let bad = |_| Failure::Later("its address, or the token, is none".to_owned(), None);
        if method == "GET" {
            let request = request.body(()).map_err(bad)?;
            return read(
                self.agent.run(self.agent.configure_request(request).timeout_global(Some(within)).build()),
            );
        }
        let request = request.body(body).map_err(bad)?;
        read(self.agent.run(self.agent.configure_request(request).timeout_global(Some(within)).build()))
    }
}

type Sent = Result<ureq::http::Response<ureq::Body>, ureq::Error>;

/// The address stays out of every sentence: Telegram's holds the token.
fn read(sent: Sent) -> Result<Value, Failure> {
    let later = |why: String| Failure::Later(why, None);
    let mut answer = sent.map_err(|error| later(reason(&error)))?;
    let status = answer.status();
    let after =
        answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
    let text = answer.body_mut().with_config().limit(ANSWER_MAX).read_to_string();
    let text = text.map_err(|error| later(reason(&error)))?;
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    if status.is_success() {
        return Ok(value);
    }
    let said = ["description", "message", "error"].iter().find_map(|name| value[*name].as_str());
    let said = herma_core::text::shown(said.unwrap_or_default().get(..200).or(said).unwrap_or_default());
    let why = format!("it answers {}{}{said}", status.as_u16(), if said.is_empty() { "" } else { ": " });
    let after = after.or(value["parameters"]["retry_after"].as_f64()).or(value["retry_after"].as_f64());
    let after =
        after.filter(|time| time.is_finite()).map(|time| Duration::from_secs_f64(time.clamp(0.0, 3600.0)));
    match status.as_u16() {
        // Not the card's fault: a wrong token is put right, a busy service rests.
        401 | 404 | 408 | 425 | 429 | 500.. => Err(Failure::Later(why, after)),
        _ => Err(Failure::Never(why)),
    }
}

fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => format!("it cannot be reached: {error}"),
        ureq::Error::HostNotFound => "its name leads nowhere".to_owned(),
        ureq::Error::Timeout(_) => "it does not answer in time".to_owned(),
        ureq::Error::Rustls(error) => format!("its certificate is not good: {error}"),
        ureq::Error::BadUri(_) => "its address is none".to_owned(),
        _ => "it cannot be talked to".to_owned(),
    }
}
