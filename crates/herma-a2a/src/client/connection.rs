//! One connection to one agent.

use super::{ClientError, Events};
use crate::protocol::{CARD_PATH, VERSION, VERSION_HEADER};
use crate::tls;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::SendRequest;
use hyper::{Method, Request, Response, Uri};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use serde_json::{Value, json};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// An answer is a page of tasks at most.
const ANSWER_MAX: usize = 64 * 1024 * 1024;
const CONNECT: Duration = Duration::from_secs(15);

/// An agent, by its address.
#[derive(Debug)]
pub struct Client {
    url: String,
    host: String,
    port: u16,
    path: String,
    config: Arc<ClientConfig>,
    open: Option<SendRequest<Full<Bytes>>>,
    number: u64,
    /// Whether this connection has ever answered.
    answered: bool,
    /// Who answers, as its certificate says.
    pub identity: Option<String>,
}

impl Client {
    pub fn new(url: &str, config: Arc<ClientConfig>) -> Result<Client, ClientError> {
        let bad = || ClientError::BadUrl(url.to_owned());
        let uri: Uri = url.parse().map_err(|_| bad())?;
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") => return Err(ClientError::Plain(url.to_owned())),
            _ => return Err(bad()),
        }
        let host = uri.host().ok_or_else(bad)?.trim_matches(['[', ']']).to_owned();
        // A card's address stands for the agent's.
        let path = uri.path();
        let path =
            [CARD_PATH, "/agent-card.json"].iter().find_map(|card| path.strip_suffix(card)).unwrap_or(path);
        let path = if path.is_empty() { "/" } else { path };
        Ok(Client {
            url: url.to_owned(),
            host,
            port: uri.port_u16().unwrap_or(443),
            path: path.to_owned(),
            config,
            open: None,
            number: 0,
            answered: false,
            identity: None,
        })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// The agent's card; from then on requests go where it says, as long as that is the same host.
    pub async fn card(&mut self) -> Result<Value, ClientError> {
        let path = format!("{}{CARD_PATH}", self.path.trim_end_matches('/'));
        let response = match self.exchange(Method::GET, &path, None, "application/json").await {
            // A kept connection may have been closed meanwhile.
            Err(ClientError::Gone { .. }) => {
                self.exchange(Method::GET, &path, None, "application/json").await?
            }
            other => other?,
        };
        let status = response.status();
        let body = self.body(response).await?;
        if !status.is_success() {
            return Err(self.no_a2a(format!("there is no card ({status})")));
        }
        let card: Value = serde_json::from_slice(&body).map_err(|error| self.no_a2a(error.to_string()))?;
        self.follow(&card)?;
        Ok(card)
    }

    fn follow(&mut self, card: &Value) -> Result<(), ClientError> {
        let interfaces = card.get("supportedInterfaces").and_then(Value::as_array);
        let fits = |one: &&Value| {
            let is = |name: &str, want: &str| one.get(name).and_then(Value::as_str) == Some(want);
            is("protocolBinding", "JSONRPC")
                && one.get("protocolVersion").and_then(Value::as_str).is_some_and(|v| v.starts_with("1."))
        };
        let Some(one) = interfaces.and_then(|all| all.iter().find(fits)) else {
            return Err(self.no_a2a("its card offers no JSON-RPC of A2A 1.0".to_owned()));
        };
        let uri: Option<Uri> = one.get("url").and_then(Value::as_str).and_then(|url| url.parse().ok());
        let path = uri.as_ref().map(Uri::path).filter(|path| !path.is_empty());
        if let Some(path) = path {
            // Only the path: a card may not send us to another host.
            self.path = path.to_owned();
        }
        Ok(())
    }

    pub async fn rpc(&mut self, method: &str, params: &Value) -> Result<Value, ClientError> {
        match self.rpc_once(method, params).await {
            // A kept connection may have been closed meanwhile; looking twice does no harm.
            Err(ClientError::Gone { .. }) if method.starts_with("Get") || method.starts_with("List") => {
                self.rpc_once(method, params).await
            }
            other => other,
        }
    }

    async fn rpc_once(&mut self, method: &str, params: &Value) -> Result<Value, ClientError> {
        let body = self.request(method, params);
        let path = self.path.clone();
        let response = self.exchange(Method::POST, &path, Some(body), "application/json").await?;
        let body = self.body(response).await?;
        let value = serde_json::from_slice(&body).map_err(|error| self.no_a2a(error.to_string()))?;
        result(value, &self.url)
    }

    /// A method that answers with events. The connection is theirs from then on.
    pub async fn stream(&mut self, method: &str, params: &Value) -> Result<Events, ClientError> {
        let body = self.request(method, params);
        let path = self.path.clone();
        let response = self.exchange(Method::POST, &path, Some(body), "text/event-stream").await?;
        let kind =
            response.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.starts_with("text/event-stream") {
            self.open = None;
            return Ok(Events::new(response.into_body(), &self.url));
        }
        let body = self.body(response).await?;
        let value = serde_json::from_slice(&body).map_err(|error| self.no_a2a(error.to_string()))?;
        let given = result(value, &self.url)?;
        Err(self.no_a2a(format!("no events but {given}")))
    }

    fn request(&mut self, method: &str, params: &Value) -> String {
        self.number += 1;
        json!({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).to_string()
    }

    async fn body(&mut self, response: Response<Incoming>) -> Result<Bytes, ClientError> {
        let collected = Limited::new(response.into_body(), ANSWER_MAX).collect().await;
        let body =
            collected.map_err(|error| ClientError::Gone { url: self.url.clone(), why: error.to_string() })?;
        Ok(body.to_bytes())
    }

    async fn exchange(
        &mut self,
        method: Method,
        path: &str,
        body: Option<String>,
        accept: &str,
    ) -> Result<Response<Incoming>, ClientError> {
        let usable = match &mut self.open {
            Some(sender) => sender.ready().await.is_ok(),
            None => false,
        };
        if !usable {
            self.open = Some(self.connect().await?);
            self.answered = false;
        }
        let authority = match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        };
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", authority)
            .header("accept", accept)
            .header(VERSION_HEADER, VERSION);
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        let request = request.body(Full::new(Bytes::from(body.unwrap_or_default())));
        let request = request.map_err(|_| ClientError::BadUrl(self.url.clone()))?;
        let Some(sender) = &mut self.open else {
            return Err(ClientError::Gone { url: self.url.clone(), why: "it is closed".to_owned() });
        };
        match sender.send_request(request).await {
            Ok(response) => {
                self.answered = true;
                Ok(response)
            }
            Err(error) => {
                self.open = None;
                Err(self.lost(&error))
            }
        }
    }

    async fn connect(&mut self) -> Result<SendRequest<Full<Bytes>>, ClientError> {
        let unreachable = |why: String| ClientError::Unreachable { url: self.url.clone(), why };
        let tcp = tokio::time::timeout(CONNECT, TcpStream::connect((self.host.as_str(), self.port))).await;
        let tcp = tcp.map_err(|_| unreachable("no answer in time".to_owned()))?;
        let tcp = tcp.map_err(|error| unreachable(error.to_string()))?;
        let _ = tcp.set_nodelay(true);
        let name =
            ServerName::try_from(self.host.clone()).map_err(|_| ClientError::BadUrl(self.url.clone()))?;
        let shaken = TlsConnector::from(Arc::clone(&self.config)).connect(name, tcp);
        let shaken = tokio::time::timeout(CONNECT, shaken).await;
        let tls = shaken.map_err(|_| unreachable("no handshake in time".to_owned()))?;
        let tls = tls.map_err(|error| self.handshake_error(&error))?;
        let leaf = tls.get_ref().1.peer_certificates().and_then(|all| all.first());
        self.identity =
            leaf.and_then(|leaf| crate::pki::peer_identity(leaf).ok()).map(|identity| identity.uri);
        let shaken = hyper::client::conn::http1::handshake(TokioIo::new(tls)).await;
        let (sender, connection) =
            shaken.map_err(|error| ClientError::Gone { url: self.url.clone(), why: error.to_string() })?;
        // Its errors reach whoever waits for an answer.
        tokio::spawn(connection);
        Ok(sender)
    }

    fn handshake_error(&self, error: &std::io::Error) -> ClientError {
        let url = self.url.clone();
        match tls::inside(error) {
            Some(rustls::Error::AlertReceived(alert)) => {
                ClientError::OurCertificate { url, detail: format!(": {}", words(*alert)) }
            }
            Some(inner) => match tls::reason(inner) {
                why if why == tls::CRL_EXPIRED => ClientError::StaleCrl,
                why => ClientError::TheirCertificate { url, why },
            },
            None => ClientError::Unreachable { url, why: error.to_string() },
        }
    }

    /// With TLS 1.3 a server looks at our certificate after we believe to be connected: a connection that ends before it
    /// has ever answered was refused.
    fn lost(&self, error: &hyper::Error) -> ClientError {
        let url = self.url.clone();
        let mut source = error.source();
        while let Some(inner) = source {
            if let Some(io) = inner.downcast_ref::<std::io::Error>()
                && let Some(rustls::Error::AlertReceived(alert)) = tls::inside(io)
            {
                return ClientError::OurCertificate { url, detail: format!(": {}", words(*alert)) };
            }
            source = inner.source();
        }
        match self.answered {
            false => ClientError::OurCertificate { url, detail: " (it hung up without a word)".to_owned() },
            true => ClientError::Gone { url, why: error.to_string() },
        }
    }

    fn no_a2a(&self, why: String) -> ClientError {
        ClientError::NoA2a { url: self.url.clone(), why }
    }
}

fn words(alert: rustls::AlertDescription) -> String {
    use rustls::AlertDescription as A;
    match alert {
        A::CertificateRevoked => "it was revoked".to_owned(),
        A::CertificateExpired => {
            "it has expired, or the server's list of revoked certificates has".to_owned()
        }
        A::UnknownCA => "it is not of the server's fleet".to_owned(),
        A::CertificateRequired => "none was shown".to_owned(),
        A::BadCertificate | A::UnsupportedCertificate | A::CertificateUnknown => {
            "it is not one that may do this".to_owned()
        }
        other => format!("{other:?}"),
    }
}

/// The result in an answer, or its error.
pub(super) fn result(mut value: Value, url: &str) -> Result<Value, ClientError> {
    if let Some(error) = value.get("error").filter(|error| !error.is_null()) {
        let code = error.get("code").and_then(Value::as_i64).unwrap_or(0);
        let message = error.get("message").and_then(Value::as_str).unwrap_or("an error without words");
        let message: String = message.chars().filter(|c| !c.is_control()).take(500).collect();
        return Err(ClientError::Rpc { code, message });
    }
    match value.get_mut("result") {
        Some(result) => Ok(result.take()),
        None => Err(ClientError::NoA2a { url: url.to_owned(), why: "neither result nor error".to_owned() }),
    }
}
