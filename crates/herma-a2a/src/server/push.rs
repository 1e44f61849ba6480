//! Push notifications: a task's events to a webhook. Only to hosts that the operator named (T56: no request forgery), no
//! redirects, and a failure is logged and no more.

use crate::protocol::{Fault, member};
use crate::{Log, web};
use hyper::Uri;
use rustls::ClientConfig;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// One delivery.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Nobody reads what a webhook answers.
const ANSWER_MAX: usize = 64 * 1024;
/// A peer that waits for news in so many places wants something else.
pub(super) const PER_TASK: usize = 10;

/// A host that may be told, with its port if one was named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    pub host: String,
    pub port: Option<u16>,
}

impl Allowed {
    /// `HOST` or `HOST:PORT`.
    pub fn parse(text: &str) -> Option<Allowed> {
        let uri: Uri = format!("http://{text}/").parse().ok()?;
        let host = uri.host()?.to_ascii_lowercase();
        Some(Allowed { host, port: uri.port_u16() }).filter(|_| !text.contains(['/', '@', '?', '#']))
    }
}

#[derive(Debug, Clone, Default)]
pub struct PushRules {
    pub allowed: Vec<Allowed>,
    /// For `https`: the fleet's CA, with our certificate.
    pub tls: Option<Arc<ClientConfig>>,
}

impl PushRules {
    pub fn is_on(&self) -> bool {
        !self.allowed.is_empty()
    }

    /// A configuration that may be kept, with its id.
    pub(super) fn accept(&self, config: &Value, task: &str) -> Result<(String, Value), Fault> {
        let url = member(config, "url").and_then(Value::as_str).filter(|url| !url.is_empty());
        let url = url.ok_or_else(|| Fault::params("`url` is missing"))?;
        self.check(url).map_err(Fault::params)?;
        let id = match member(config, "id").and_then(Value::as_str).filter(|id| !id.is_empty()) {
            Some(id) if id.len() <= 128 => id.to_owned(),
            Some(_) => return Err(Fault::params("`id` is too long")),
            None => crate::random_id(),
        };
        let mut kept = json!({"id": id, "taskId": task, "url": url});
        let fine = |text: &str| text.len() <= 4096 && text.bytes().all(|b| (0x20..0x7f).contains(&b));
        if let Some(map) = kept.as_object_mut() {
            if let Some(token) = member(config, "token") {
                let token = token.as_str().filter(|token| fine(token));
                map.insert(
                    "token".to_owned(),
                    token.ok_or_else(|| Fault::params("`token` is no token"))?.into(),
                );
            }
            if let Some(authentication) = member(config, "authentication") {
                let of =
                    |name| member(authentication, name).and_then(Value::as_str).filter(|text| fine(text));
                let scheme =
                    of("scheme").ok_or_else(|| Fault::params("`authentication.scheme` is missing"))?;
                let mut out = json!({"scheme": scheme});
                if let (Some(credentials), Some(out)) = (of("credentials"), out.as_object_mut()) {
                    out.insert("credentials".to_owned(), credentials.into());
                }
                map.insert("authentication".to_owned(), out);
            }
        }
        Ok((id, kept))
    }

    fn check(&self, url: &str) -> Result<(), String> {
        let uri: Uri = url.parse().map_err(|_| "`url` is no address".to_owned())?;
        let tls = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err("`url` is neither http nor https".to_owned()),
        };
        if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            return Err("`url` names a user".to_owned());
        }
        let host = uri.host().unwrap_or_default().to_ascii_lowercase();
        let port = uri.port_u16().unwrap_or(if tls { 443 } else { 80 });
        let known =
            self.allowed.iter().any(|one| one.host == host && one.port.is_none_or(|allowed| allowed == port));
        if known {
            Ok(())
        } else {
            Err("the host of `url` is not one that may be told (--push-allow)".to_owned())
        }
    }

    /// Tells one webhook.
    pub(super) async fn tell(&self, config: &Value, event: Value, log: &Log) {
        let of = |pointer: &str| config.pointer(pointer).and_then(Value::as_str);
        let url = of("/url").unwrap_or_default();
        // What was allowed when it was made may not be any more.
        if let Err(why) = self.check(url) {
            log.line(&format!("push: {why}"));
            return;
        }
        let mut headers = vec![("content-type".to_owned(), "application/a2a+json".to_owned())];
        if let Some(token) = of("/token") {
            headers.push(("x-a2a-notification-token".to_owned(), token.to_owned()));
        }
        if let (Some(scheme), credentials) = (of("/authentication/scheme"), of("/authentication/credentials"))
        {
            let value = format!("{scheme} {}", credentials.unwrap_or_default());
            headers.push(("authorization".to_owned(), value.trim_end().to_owned()));
        }
        let roots = self.tls.clone().map_or(web::Roots::System, web::Roots::Given);
        let told = web::post(url, &headers, event.to_string(), roots, ANSWER_MAX);
        match tokio::time::timeout(TIMEOUT, told).await {
            Ok(Ok(answer)) if (200..300).contains(&answer.status) => {}
            Ok(Ok(answer)) => log.line(&format!("push: a webhook answered {}", answer.status)),
            Ok(Err(why)) => log.line(&format!("push: {why}")),
            Err(_) => log.line("push: a webhook did not answer in time"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t59_only_named_hosts_are_told() {
        let allowed = ["127.0.0.1", "hooks.example:8443"].map(|text| Allowed::parse(text).unwrap()).to_vec();
        let rules = PushRules { allowed, tls: None };
        for fine in ["http://127.0.0.1:9/x", "https://hooks.example:8443/a?b", "http://127.0.0.1/"] {
            assert_eq!(rules.check(fine), Ok(()), "{fine}");
        }
        for not in [
            "http://169.254.169.254/latest",
            "https://hooks.example/",
            "http://127.0.0.1@evil.example/",
            "http://u@127.0.0.1/",
            "http://127.0.0.1.evil.example/",
            "file:///etc/passwd",
            "http://localhost/",
            "",
        ] {
            assert!(rules.check(not).is_err(), "{not}");
        }
        assert_eq!(Allowed::parse("a/b"), None);
    }
}
