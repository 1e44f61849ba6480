//! Asking a server that is reached by its URL which tools it has: streamable HTTP, as any client speaks it.

use super::scan::{PAGES_MAX, WITHIN};
use herma_core::text::shown;
use herma_mcp::message::MESSAGE_MAX;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::time::Instant;

const SESSION: &str = "mcp-session-id";
const REVISION: &str = "2025-11-25";

/// What it offers. `headers` are those of the client's settings.
pub fn tools_of(url: &str, headers: &[(String, String)]) -> Result<Vec<Value>, String> {
    let until = Instant::now() + WITHIN;
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        // Where it leads instead may be anybody, and would be shown the credentials.
        .max_redirects(0)
        .user_agent("herma-scan")
        .build()
        .into();
    let mut asking = Asking { agent, url, headers: sendable(url, headers), session: None, until };
    let who = json!({"protocolVersion": REVISION, "capabilities": {},
        "clientInfo": {"name": "herma-scan", "version": env!("CARGO_PKG_VERSION")}});
    asking.ask(1, "initialize", &who)?;
    asking.post(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
    let (mut tools, mut cursor) = (Vec::new(), json!({}));
    for page in 0..PAGES_MAX {
        let answer = asking.ask(2 + page as u64, "tools/list", &cursor)?;
        tools.extend(answer["result"]["tools"].as_array().cloned().unwrap_or_default());
        match answer["result"]["nextCursor"].as_str() {
            Some(next) => cursor = json!({"cursor": next}),
            None => break,
        }
    }
    asking.leave();
    Ok(tools)
}

/// Credentials go over an encrypted line, or nowhere.
fn sendable(url: &str, headers: &[(String, String)]) -> Vec<(String, String)> {
    let host =
        url.split("://").nth(1).and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let here = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
    match url.starts_with("https://") || here {
        true => headers.iter().filter_map(|(name, value)| Some((name.clone(), filled(value)?))).collect(),
        false => Vec::new(),
    }
}

/// `${NAME}` and `${env:NAME}` stand for what the environment holds. `None`: it does not.
fn filled(value: &str) -> Option<String> {
    let (mut out, mut rest) = (String::new(), value);
    while let Some((before, after)) = rest.split_once("${") {
        let (name, behind) = after.split_once('}')?;
        let name = name.strip_prefix("env:").unwrap_or(name);
        let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        out.push_str(before);
        out.push_str(&std::env::var(name).ok().filter(|_| plain)?);
        rest = behind;
    }
    out.push_str(rest);
    Some(out)
}

struct Asking<'a> {
    agent: ureq::Agent,
    url: &'a str,
    headers: Vec<(String, String)>,
    session: Option<String>,
    until: Instant,
}

impl Asking<'_> {
    fn post(&self, message: &Value) -> Result<ureq::http::Response<ureq::Body>, String> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err("it did not answer in time".to_owned());
        }
        let mut request = self
            .agent
            .post(self.url)
            .config()
            .timeout_global(Some(left))
            .build()
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", REVISION);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(session) = &self.session {
            request = request.header(SESSION, session);
        }
        let response = request.send(message.to_string().as_str());
        let response = response.map_err(|error| match error {
            ureq::Error::Timeout(_) => "it did not answer in time".to_owned(),
            other => format!("it cannot be reached: {}", shown(&other.to_string())),
        })?;
        match response.status().as_u16() {
            200..=299 => Ok(response),
            401 | 403 => Err("it wants a login that stands not in the settings".to_owned()),
            code => Err(format!("it answers with HTTP {code}")),
        }
    }

    fn ask(&mut self, id: u64, method: &str, params: &Value) -> Result<Value, String> {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let mut response = self.post(&message)?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        if let Some(session) = header(SESSION) {
            self.session = Some(session.to_owned());
        }
        let as_events = header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
        let mut body = BufReader::new(response.body_mut().as_reader().take(MESSAGE_MAX as u64));
        let unreadable = || "its answer cannot be read".to_owned();
        let is_it = |answer: &Value| answer["id"] == id && answer.get("method").is_none();
        if !as_events {
            let mut text = String::new();
            body.read_to_string(&mut text).map_err(|_| unreadable())?;
            return serde_json::from_str(&text).ok().filter(is_it).ok_or_else(unreadable);
        }
        // A line is an event's data here: no server splits a message over several.
        for line in body.lines() {
            let line = line.map_err(|_| unreadable())?;
            let data = line.strip_prefix("data:").and_then(|data| serde_json::from_str(data.trim()).ok());
            if let Some(answer) = data.filter(is_it) {
                return Ok(answer);
            }
        }
        Err(unreadable())
    }

    /// A session that nobody needs any more.
    fn leave(&self) {
        if let Some(session) = &self.session {
            let mut request = self.agent.delete(self.url).header(SESSION, session);
            for (name, value) in &self.headers {
                request = request.header(name, value);
            }
            // It forgets it by itself, later.
            let _ = request.call();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_go_over_an_encrypted_line_or_nowhere() {
        let headers = [("Authorization".to_owned(), "Bearer x".to_owned())];
        for (url, sent) in [
            ("https://e.example/mcp", true),
            ("http://127.0.0.1:8080/mcp", true),
            ("http://localhost/mcp", true),
            ("http://e.example/mcp", false),
            ("http://localhost.e.example/mcp", false),
            ("http://127.0.0.1@e.example/mcp", false),
        ] {
            assert_eq!(!sendable(url, &headers).is_empty(), sent, "{url}");
        }
        let unset = [("A".to_owned(), "${HERMA_NO_SUCH_VARIABLE}".to_owned())];
        assert!(sendable("https://e.example/", &unset).is_empty());
        assert_eq!(filled("a ${input:token} b"), None);
        assert_eq!(filled("plain").as_deref(), Some("plain"));
    }
}
