//! To a server on the network, and back: what comes back is looked at while it passes.

use super::Proxy;
use super::body::{Cut, Outgoing, Piece as Sent, plain};
use super::events::{Event, Events, PASSES_ABOVE, Part};
use super::sessions::SESSION;
use super::{Target, body};
use crate::firewall::Step;
use crate::message::{self, INTERNAL_ERROR, MESSAGE_MAX, Message, Piece};
use crate::sieve::Sieve;
use herma_gate::Caller;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue,
};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::io;
use std::sync::{Arc, OnceLock};
use tokio::sync::mpsc::Sender;

/// What concerns one connection alone, or what we say ourselves.
const NOT_PASSED: &[&str] = &[
    "host",
    "origin",
    "connection",
    "keep-alive",
    "proxy-connection",
    "proxy-authenticate",
    "proxy-authorization",
    "transfer-encoding",
    "te",
    "trailer",
    "upgrade",
    "content-length",
    "accept-encoding",
    "expect",
];
/// Where clients look for a server that was given without a path.
const USUAL: &[&str] = &["/", "/mcp"];

type Http = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

#[derive(Debug)]
pub struct Upstream {
    origin: String,
    path: String,
    client: OnceLock<Option<Http>>,
}

impl Upstream {
    pub fn new(url: &str) -> io::Result<Upstream> {
        let wrong = || io::Error::other(format!("`{url}` is no URL of a server: http://… or https://…"));
        let uri: Uri = url.parse().map_err(|_| wrong())?;
        let (Some(scheme), Some(host)) = (uri.scheme_str(), uri.authority()) else { return Err(wrong()) };
        if !matches!(scheme, "http" | "https") || host.as_str().contains('@') {
            return Err(wrong());
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Ok(Upstream { origin: format!("{scheme}://{host}"), path, client: OnceLock::new() })
    }

    /// Made where it is first needed: it needs the runtime, and for https the system's certificates.
    fn client(&self) -> Option<&Http> {
        let make = || {
            let secure = self.origin.starts_with("https:");
            let tls = match secure {
                true => HttpsConnectorBuilder::new().with_native_roots().ok()?,
                false => HttpsConnectorBuilder::new().with_tls_config(no_roots()?),
            };
            let connector = tls.https_or_http().enable_http1().build();
            Some(Client::builder(TokioExecutor::new()).build(connector))
        };
        self.client.get_or_init(make).as_ref()
    }

    fn uri(&self, asked: &Uri) -> Option<Uri> {
        let path = match asked.path_and_query().map_or("/", |path| path.as_str()) {
            usual if USUAL.contains(&usual) => &self.path,
            other => other,
        };
        format!("{}{path}", self.origin).parse().ok()
    }
}

/// Where no https is spoken, nobody's certificates are read.
fn no_roots() -> Option<rustls::ClientConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Some(config.ok()?.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth())
}

/// Sends it on, and gives what the client is told.
pub async fn relay(proxy: Arc<Proxy>, head: Parts, message: Option<Arc<Message>>) -> Response<Outgoing> {
    let Target::Upstream(upstream) = &proxy.target else { return bad_gateway() };
    let body = message.as_ref().map(|message| Bytes::from(message.line.clone()));
    let Some(response) = send(upstream, &head, body.unwrap_or_default()).await else { return bad_gateway() };
    if let Some(message) = message.filter(|message| message.method() == Some("initialize"))
        && let Some(id) = response.headers().get(SESSION).and_then(|id| id.to_str().ok())
    {
        let agent = crate::firewall::agent_of(&message).unwrap_or_else(|| "mcp".to_owned());
        proxy.sessions.opened(id, &head.headers, agent);
    }
    screen(proxy, head, response).await
}

async fn send(upstream: &Upstream, head: &Parts, body: Bytes) -> Option<Response<Incoming>> {
    let mut request = Request::new(Full::new(body));
    *request.method_mut() = head.method.clone();
    *request.uri_mut() = upstream.uri(&head.uri)?;
    *request.headers_mut() = passed(&head.headers);
    // What is packed cannot be looked at.
    request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    upstream.client()?.request(request).await.ok()
}

fn passed(headers: &HeaderMap) -> HeaderMap {
    let keeps = |name: &HeaderName| !NOT_PASSED.contains(&name.as_str());
    headers
        .iter()
        .filter(|(name, _)| keeps(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn bad_gateway() -> Response<Outgoing> {
    plain(StatusCode::BAD_GATEWAY, "herma: the server behind this proxy cannot be reached")
}

/// Passes on what the server sends, and reads what somebody has to read.
async fn screen(proxy: Arc<Proxy>, head: Parts, response: Response<Incoming>) -> Response<Outgoing> {
    let (mut about, body) = response.into_parts();
    about.headers = passed(&about.headers);
    if about.headers.get(CONTENT_ENCODING).is_some_and(|coding| coding != "identity") {
        return plain(
            StatusCode::BAD_GATEWAY,
            "herma: the server packs its answers, although it was asked not to",
        );
    }
    let kind = about.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let screening = Screening { caller: proxy.caller(&head.headers), proxy, head };
    let body = match kind.as_str() {
        "text/event-stream" => screening.events(body),
        _ => match screening.whole(body).await {
            Ok(body) => body,
            Err(refused) => return *refused,
        },
    };
    about.headers.remove(CONTENT_LENGTH);
    Response::from_parts(about, body)
}

struct Screening {
    proxy: Arc<Proxy>,
    head: Parts,
    caller: Caller,
}

impl Screening {
    /// One message, or something else that is none: a page that says what went wrong.
    async fn whole(self, mut body: Incoming) -> Result<Outgoing, Box<Response<Outgoing>>> {
        let (mut kept, mut sieve) = (Vec::new(), Sieve::default());
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { return Err(Box::new(bad_gateway())) };
            let Ok(bytes) = frame.into_data() else { continue };
            sieve.feed(&bytes);
            kept.extend_from_slice(&bytes);
            // More is to come behind a whole message: some servers send notifications as lines, for as long as they like.
            if sieve.facts().is_complete && kept.ends_with(b"\n") && !body.is_end_stream() {
                let (send, out) = Outgoing::stream();
                tokio::spawn(async move {
                    if self.lines(kept, body, &send).await.is_err() {
                        let _ = send.send(Err(Cut)).await;
                    }
                });
                return Ok(out);
            }
            if kept.len() > PASSES_ABOVE && sieve.facts().may_pass() {
                self.hears(&kept).await;
                let (send, out) = Outgoing::stream();
                tokio::spawn(pass(kept, sieve, body, send));
                return Ok(out);
            }
            if kept.len() > MESSAGE_MAX {
                let text = "herma: a message of the server is too large to be read";
                return Err(Box::new(plain(StatusCode::BAD_GATEWAY, text)));
            }
        }
        let facts = sieve.facts();
        if kept.trim_ascii().is_empty() || facts.may_pass() && facts.is_complete {
            self.hears(&kept).await;
            return Ok(Outgoing::text(kept));
        }
        let Ok(piece) = Piece::read(&kept) else {
            // No message: whoever asked for one will not take it for one either, unless it looks like one.
            let looks_like_one =
                kept.contains(&b'{') && serde_json::from_slice::<serde_json::Value>(&kept).is_ok();
            return match looks_like_one && facts.has_method {
                true => Err(Box::new(bad_gateway())),
                false => Ok(Outgoing::text(kept)),
            };
        };
        let is_batch = matches!(piece, Piece::Batch(_));
        let lines = self.read(piece.into_messages()).await;
        Ok(Outgoing::text(match (is_batch, lines.as_slice()) {
            (false, [line]) => line.clone(),
            (false, _) => String::new(),
            (true, lines) => format!("[{}]", lines.join(",")),
        }))
    }

    /// One message a line, until the server has said all.
    async fn lines(self, mut kept: Vec<u8>, mut body: Incoming, send: &Sender<Sent>) -> Result<(), Cut> {
        loop {
            while let Some(end) = kept.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = kept.drain(..=end).collect();
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let piece = Piece::read(&line).map_err(|_| Cut)?;
                for line in self.read(piece.into_messages()).await {
                    if send.send(Ok(Bytes::from(format!("{line}\n")))).await.is_err() {
                        return Ok(());
                    }
                }
            }
            let frame = tokio::select! {
                frame = body.frame() => frame,
                () = send.closed() => return Ok(()),
            };
            let Some(frame) = frame else { break };
            let Ok(bytes) = frame.map_err(|_| Cut)?.into_data() else { continue };
            kept.extend_from_slice(&bytes);
            if kept.len() > MESSAGE_MAX {
                return Err(Cut);
            }
        }
        match kept.trim_ascii().is_empty() {
            true => Ok(()),
            false => Err(Cut),
        }
    }

    /// Before the client reads it: what it does next is judged with it.
    async fn hears(&self, answer: &[u8]) {
        if self.proxy.firewall.listens() && !answer.is_empty() {
            let (proxy, caller, answer) = (Arc::clone(&self.proxy), self.caller.clone(), answer.to_vec());
            // It decides nothing; what could not be noted is as if it had not been read.
            let _ = tokio::task::spawn_blocking(move || proxy.firewall.hears(&caller, &answer)).await;
        }
    }

    /// What of these the client is told, and in which words.
    async fn read(&self, messages: Vec<Message>) -> Vec<String> {
        let mut lines = Vec::new();
        for message in messages {
            let message = Arc::new(message);
            let (proxy, caller, ours) = (Arc::clone(&self.proxy), self.caller.clone(), Arc::clone(&message));
            let job = move || proxy.firewall.from_server(&ours, &caller, &mut |_| {});
            let broken = || {
                let id = message.id().cloned().unwrap_or_default();
                Step::Replace(message::error(&id, INTERNAL_ERROR, "herma: it could not be judged"))
            };
            match tokio::task::spawn_blocking(job).await.unwrap_or_else(|_| broken()) {
                Step::Forward => lines.push(message.line.clone()),
                Step::Replace(line) => lines.push(line),
                Step::Answer(line) => self.answer_server(line).await,
                Step::Drop => {}
            }
        }
        lines
    }

    /// In the client's place, and with its credentials.
    async fn answer_server(&self, line: String) {
        let Target::Upstream(upstream) = &self.proxy.target else { return };
        let mut head = Request::new(()).into_parts().0;
        head.method = Method::POST;
        head.uri = self.head.uri.clone();
        head.headers = self.head.headers.clone();
        head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        head.headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        for name in ["mcp-method", "mcp-name", "last-event-id"] {
            head.headers.remove(name);
        }
        if send(upstream, &head, Bytes::from(line)).await.is_none() {
            eprintln!("herma: the server could not be told that its question was refused");
        }
    }

    fn events(self, body: Incoming) -> Outgoing {
        let (send, out) = Outgoing::stream();
        tokio::spawn(async move {
            if self.pump(body, &send).await.is_err() {
                let _ = send.send(Err(Cut)).await;
            }
        });
        out
    }

    async fn pump(self, mut body: Incoming, send: &Sender<Sent>) -> Result<(), Cut> {
        let mut events = Events::default();
        loop {
            let mut card = std::pin::pin!(self.proxy.cards.notified());
            card.as_mut().enable();
            // Somebody in crisis is shown help before anything else comes.
            if events.is_between()
                && let Some(line) = self.proxy.firewall.take_card(&self.caller)
                && send.send(Ok(body::event(&line))).await.is_err()
            {
                return Ok(());
            }
            let frame = tokio::select! {
                frame = body.frame() => frame,
                () = card => continue,
                // Nobody reads any more: the server is told by the end of its connection.
                () = send.closed() => return Ok(()),
            };
            let Some(frame) = frame else { return Ok(()) };
            let Ok(bytes) = frame.map_err(|_| Cut)?.into_data() else { continue };
            for part in events.feed(&bytes) {
                let bytes = match part {
                    Part::Cut => return Err(Cut),
                    Part::Pass(bytes) => {
                        if self.proxy.firewall.listens() {
                            self.hears(&data_of(&bytes)).await;
                        }
                        bytes
                    }
                    Part::Read(event) => self.event(event).await,
                };
                if !bytes.is_empty() && send.send(Ok(Bytes::from(bytes))).await.is_err() {
                    return Ok(());
                }
            }
        }
    }

    async fn event(&self, event: Event) -> Vec<u8> {
        if event.name == b"endpoint" {
            return endpoint(&event);
        }
        let Ok(piece) = Piece::read(&event.data) else {
            eprintln!("herma: an event of the server was not passed on: it is no message");
            return Vec::new();
        };
        let (messages, mut out) = (piece.into_messages(), Vec::new());
        for line in self.read(messages).await {
            out.extend_from_slice(&event.head);
            out.extend_from_slice(b"data: ");
            out.extend_from_slice(line.as_bytes());
            out.extend_from_slice(b"\n\n");
        }
        out
    }
}

/// The data of an event that passes.
fn data_of(event: &[u8]) -> Vec<u8> {
    let lines = event.split(|byte| matches!(byte, b'\n' | b'\r'));
    let data: Vec<&[u8]> = lines.filter_map(|line| line.strip_prefix(b"data:")).collect();
    data.join(&b'\n')
}

/// The old transport says where to post to. That must not be the server itself, past us.
fn endpoint(event: &Event) -> Vec<u8> {
    let text = String::from_utf8_lossy(&event.data);
    let path = match text.trim().parse::<Uri>() {
        Ok(uri) => uri.path_and_query().map(|path| path.as_str().to_owned()),
        Err(_) => None,
    };
    path.map(|path| format!("event: endpoint\ndata: {path}\n\n").into_bytes()).unwrap_or_default()
}

/// The rest of a large answer.
async fn pass(kept: Vec<u8>, mut sieve: Sieve, mut body: Incoming, send: Sender<Sent>) {
    if send.send(Ok(Bytes::from(kept))).await.is_err() {
        return;
    }
    while let Some(frame) = body.frame().await {
        let bytes = frame.ok().and_then(|frame| frame.into_data().ok());
        let piece = match bytes {
            Some(bytes) => {
                sieve.feed(&bytes);
                if sieve.facts().may_pass() { Ok(bytes) } else { Err(Cut) }
            }
            None => Err(Cut),
        };
        let is_cut = piece.is_err();
        if send.send(piece).await.is_err() || is_cut {
            return;
        }
    }
    if !sieve.facts().is_complete {
        let _ = send.send(Err(Cut)).await;
    }
}

/// An answer as an event of a stream that is open already.
pub async fn into_events(response: Response<Outgoing>, id: &serde_json::Value, send: &Sender<Sent>) {
    let (about, mut body) = response.into_parts();
    let kind = about.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (is_events, is_json) = (kind.starts_with("text/event-stream"), kind.starts_with("application/json"));
    if !is_events && !is_json {
        let text = format!("herma: the server answered with {}", about.status);
        let _ = send.send(Ok(body::event(&message::error(id, INTERNAL_ERROR, &text)))).await;
        return;
    }
    let head = Bytes::from_static(b"event: message\ndata: ");
    if is_json && send.send(Ok(head)).await.is_err() {
        return;
    }
    while let Some(frame) = body.frame().await {
        let piece = match frame {
            Ok(frame) => match frame.into_data() {
                // Between the tokens of JSON a line's end is a blank; in an event it is not.
                Ok(bytes) if is_json => Ok(bytes
                    .iter()
                    .map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte })
                    .collect()),
                Ok(bytes) => Ok(bytes),
                Err(_) => continue,
            },
            Err(cut) => Err(cut),
        };
        let is_cut = piece.is_err();
        if send.send(piece).await.is_err() || is_cut {
            return;
        }
    }
    if is_json {
        let _ = send.send(Ok(Bytes::from_static(b"\n\n"))).await;
    }
}

/// The messages of an answer, for a batch.
pub async fn into_lines(response: Response<Outgoing>) -> Vec<String> {
    let (about, body) = response.into_parts();
    let kind =
        about.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
    let Ok(whole) = http_body_util::Limited::new(body, MESSAGE_MAX).collect().await else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&whole.to_bytes()).into_owned();
    match kind.starts_with("text/event-stream") {
        true => text
            .lines()
            .filter_map(|line| line.strip_prefix("data:"))
            .map(|data| data.trim().to_owned())
            .collect(),
        false => vec![text.trim().to_owned()],
    }
    .into_iter()
    .filter(|line| !line.is_empty())
    .collect()
}
