//! A server that talks over standard streams, behind HTTP: one for each session, with the same pump in front of it.

use super::Proxy;
use super::body::{Cut, Outgoing, Piece as Sent, empty, event, event_stream, json, json_stream, plain};
use super::sessions::SESSION;
use crate::hex;
use crate::message::{Kind, Message, Piece};
use crate::sieve::Sieve;
use crate::stdio::Pump;
use herma_gate::Caller;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, HeaderValue};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// Each is a process.
const SESSIONS_MAX: usize = 64;
/// An answer above this goes on while it comes, to whoever alone waits for one.
const PASSES_ABOVE: usize = 1 << 20;
/// Pieces of it that wait for a slow reader.
const PIECES: usize = 4;
/// Of an answer that cannot go on so, as much is held.
const HELD_MAX: usize = 64 << 20;
/// What a server says while nobody listens: so much is kept.
const KEPT_MAX: usize = 100;

/// A server that was started.
pub struct Started {
    pub to_server: Box<dyn Write + Send>,
    pub from_server: Box<dyn Read + Send>,
    /// Waits for its end.
    pub finish: Box<dyn FnOnce() + Send>,
}

impl std::fmt::Debug for Started {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Started")
    }
}

type Start = Box<dyn Fn() -> io::Result<Started> + Send + Sync>;

pub struct Bridge {
    start: Start,
    sessions: Mutex<HashMap<String, Arc<Session>>>,
}

impl std::fmt::Debug for Bridge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bridge")
    }
}

struct Session {
    pump: Arc<Pump>,
    /// One message after the other, but for those that wait.
    turn: Mutex<()>,
    router: Arc<Router>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bridge {
    pub fn new(start: Start) -> Bridge {
        Bridge { start, sessions: Mutex::new(HashMap::new()) }
    }

    fn session(&self, headers: &HeaderMap) -> Option<Arc<Session>> {
        let id = headers.get(SESSION)?.to_str().ok()?;
        locked(&self.sessions).get(id).cloned()
    }

    fn open(
        &self,
        proxy: &Proxy,
        headers: &HeaderMap,
        message: &Message,
    ) -> io::Result<(String, Arc<Session>)> {
        if locked(&self.sessions).len() >= SESSIONS_MAX {
            return Err(io::Error::other("too many sessions are open"));
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        let id = hex(&bytes);
        let Started { to_server, from_server, finish } = (self.start)()?;
        let router = Arc::new(Router::default());
        let agent = crate::firewall::agent_of(message).unwrap_or_else(|| "mcp".to_owned());
        let session = format!("{}-{}", proxy.firewall.server, id.get(..16).unwrap_or_default());
        let caller = Caller { agent: agent.clone(), session, surface: "mcp" };
        let to_client = Box::new(Lines::new(Arc::clone(&router)));
        let pump = Pump::new(Arc::clone(&proxy.firewall), caller, to_client, to_server);
        let (reader, ended) = (Arc::clone(&pump), Arc::clone(&router));
        std::thread::Builder::new().stack_size(herma_core::work::STACK).name("server".to_owned()).spawn(
            move || {
                if let Err(error) = reader.serve_server(from_server) {
                    eprintln!("herma: {error}; the server is ended");
                }
                reader.close_server();
                ended.end();
                finish();
            },
        )?;
        let session = Arc::new(Session { pump, turn: Mutex::default(), router });
        locked(&self.sessions).insert(id.clone(), Arc::clone(&session));
        proxy.sessions.opened(&id, headers, agent);
        Ok((id, session))
    }

    pub async fn post(
        &self,
        proxy: &Arc<Proxy>,
        headers: &HeaderMap,
        message: Message,
    ) -> Response<Outgoing> {
        let opens = message.method() == Some("initialize") && message.kind() == Kind::Request;
        let (id, session) = match (self.session(headers), opens) {
            (Some(session), _) => (None, session),
            (None, true) if !headers.contains_key(SESSION) => match self.open(proxy, headers, &message) {
                Ok((id, session)) => (Some(id), session),
                Err(error) => {
                    eprintln!("herma: no session can be opened: {error}");
                    return plain(StatusCode::SERVICE_UNAVAILABLE, "herma: the server could not be started");
                }
            },
            (None, _) if headers.contains_key(SESSION) => {
                return plain(StatusCode::NOT_FOUND, "herma: there is no such session");
            }
            (None, _) => return plain(StatusCode::BAD_REQUEST, "herma: a session begins with `initialize`"),
        };
        let takes_events = headers.get_all(ACCEPT).iter().any(|accept| {
            accept.to_str().is_ok_and(|accept| accept.contains("text/event-stream") || accept.contains("*/*"))
        });
        let waiter = match message.kind() {
            Kind::Request => match session.router.wait_for(message.id().unwrap_or(&Value::Null)) {
                Some(waiter) => Some(waiter),
                None => {
                    return plain(
                        StatusCode::BAD_REQUEST,
                        "herma: this id is in use, or the server has ended",
                    );
                }
            },
            Kind::Notification | Kind::Response => None,
        };
        let ours = Arc::clone(&session);
        let told = tokio::task::spawn_blocking(move || {
            let mut turn = Some(locked(&ours.turn));
            ours.pump.client_message(message, &mut || drop(turn.take()));
        });
        let mut response = match waiter {
            None => {
                let _ = told.await;
                empty(StatusCode::ACCEPTED)
            }
            Some(waiter) => answered(waiter, takes_events).await,
        };
        if let Some(id) = id.and_then(|id| HeaderValue::try_from(id).ok()) {
            response.headers_mut().insert(SESSION, id);
        }
        response
    }

    /// GET listens, DELETE ends.
    pub fn other(&self, request: &Request<Incoming>) -> Response<Outgoing> {
        let Some(session) = self.session(request.headers()) else {
            return plain(StatusCode::NOT_FOUND, "herma: there is no such session");
        };
        match *request.method() {
            Method::GET => event_stream(session.router.listen()),
            Method::DELETE => {
                session.pump.close_server();
                let id = request.headers().get(SESSION).and_then(|id| id.to_str().ok()).unwrap_or_default();
                locked(&self.sessions).remove(id);
                empty(StatusCode::OK)
            }
            _ => plain(StatusCode::METHOD_NOT_ALLOWED, "herma: only GET, POST and DELETE are spoken here"),
        }
    }
}

/// Waits for the answer; what the server says before it goes along, where the client takes events.
async fn answered(mut waiter: mpsc::UnboundedReceiver<Line>, takes_events: bool) -> Response<Outgoing> {
    loop {
        match waiter.recv().await {
            None => return plain(StatusCode::BAD_GATEWAY, "herma: the server has ended"),
            Some(Line::Answer(text)) => return json(StatusCode::OK, text),
            Some(Line::Large(pieces)) => return json_stream(Outgoing::Stream(pieces)),
            Some(line) if takes_events => {
                let (send, out) = Outgoing::stream();
                tokio::spawn(async move {
                    let mut next = Some(line);
                    while let Some(line) = next {
                        let is_last = !matches!(line, Line::Note(_));
                        if told(line, &send).await.is_err() || is_last {
                            return;
                        }
                        next = waiter.recv().await;
                    }
                });
                return event_stream(out);
            }
            Some(Line::Note(_)) => {}
        }
    }
}

/// One line as an event.
async fn told(line: Line, send: &mpsc::Sender<Sent>) -> Result<(), mpsc::error::SendError<Sent>> {
    match line {
        Line::Note(text) | Line::Answer(text) => send.send(Ok(event(&text))).await,
        Line::Large(mut pieces) => {
            send.send(Ok(Bytes::from_static(b"event: message\ndata: "))).await?;
            while let Some(piece) = pieces.recv().await {
                send.send(piece).await?;
            }
            send.send(Ok(Bytes::from_static(b"\n\n"))).await
        }
    }
}

#[derive(Debug)]
enum Line {
    /// Something else than the answer.
    Note(String),
    Answer(String),
    /// An answer that is too large to be held: its pieces, as they come.
    Large(mpsc::Receiver<Sent>),
}

/// Who gets which line of a server.
#[derive(Debug, Default)]
struct Router(Mutex<Routes>);

#[derive(Debug, Default)]
struct Routes {
    waiting: HashMap<String, mpsc::UnboundedSender<Line>>,
    listener: Option<mpsc::Sender<Sent>>,
    kept: VecDeque<String>,
    /// Where the pieces of a large answer go.
    large: Option<mpsc::Sender<Sent>>,
    ended: bool,
}

impl Router {
    fn wait_for(&self, id: &Value) -> Option<mpsc::UnboundedReceiver<Line>> {
        let mut routes = locked(&self.0);
        let id = id.to_string();
        if routes.ended || routes.waiting.contains_key(&id) {
            return None;
        }
        let (send, receive) = mpsc::unbounded_channel();
        routes.waiting.insert(id, send);
        Some(receive)
    }

    fn listen(&self) -> Outgoing {
        let (send, out) = Outgoing::stream();
        let mut routes = locked(&self.0);
        let kept: Vec<String> = routes.kept.drain(..).collect();
        let listener = send.clone();
        routes.listener = Some(send);
        tokio::spawn(async move {
            for line in kept {
                let _ = listener.send(Ok(event(&line))).await;
            }
        });
        out
    }

    fn end(&self) {
        let mut routes = locked(&self.0);
        routes.ended = true;
        routes.waiting.clear();
        routes.listener = None;
        let large = routes.large.take();
        drop(routes);
        if let Some(large) = large {
            // Half of it must not be taken for whole. From a thread of the pump, never from the runtime.
            let _ = large.blocking_send(Err(Cut));
        }
    }

    /// An answer that is not all there yet, and already large: it goes to whoever alone waits for one.
    fn begin_large(&self) -> bool {
        let mut routes = locked(&self.0);
        let id = match routes.waiting.len() {
            1 => routes.waiting.keys().next().cloned(),
            _ => None,
        };
        let Some(waiter) = id.and_then(|id| routes.waiting.remove(&id)) else { return false };
        let (send, receive) = mpsc::channel(PIECES);
        routes.large = Some(send);
        let _ = waiter.send(Line::Large(receive));
        true
    }

    fn more_of_large(&self, bytes: &[u8]) {
        let large = locked(&self.0).large.clone();
        if let Some(large) = large {
            // Nobody reads it any more: it is read to its end all the same.
            let _ = large.blocking_send(Ok(Bytes::copy_from_slice(bytes)));
        }
    }

    fn end_large(&self) {
        locked(&self.0).large = None;
    }

    fn route(&self, line: &[u8]) {
        let Ok(text) = String::from_utf8(line.to_vec()) else { return };
        // Our own pump has written it: it is one message.
        let Ok(Piece::One(message)) = Piece::read(line) else { return self.large(text) };
        let mut routes = locked(&self.0);
        if message.kind() == Kind::Response {
            let id = message.id().map(Value::to_string).unwrap_or_default();
            if let Some(waiter) = routes.waiting.remove(&id) {
                let _ = waiter.send(Line::Answer(text));
            }
            return;
        }
        if let Some(listener) = routes.listener.clone() {
            // From a thread of the pump, never from the runtime.
            drop(routes);
            if listener.blocking_send(Ok(event(&text))).is_ok() {
                return;
            }
            routes = locked(&self.0);
            routes.listener = None;
        }
        match routes.waiting.values().next() {
            Some(waiter) => drop(waiter.send(Line::Note(text))),
            None => {
                routes.kept.push_back(text);
                if routes.kept.len() > KEPT_MAX {
                    routes.kept.pop_front();
                }
            }
        }
    }

    /// Larger than a message may be: an answer that passed unread. Only its id is looked for.
    fn large(&self, text: String) {
        let id = crate::message::member(&text, "id").map(str::to_owned).unwrap_or_default();
        if let Some(waiter) = locked(&self.0).waiting.remove(&id) {
            let _ = waiter.send(Line::Answer(text));
        }
    }
}

/// What the pump writes to is a client: here it is whoever waits for the line.
struct Lines {
    router: Arc<Router>,
    line: Vec<u8>,
    /// What the line is, as far as it is there.
    sieve: Sieve,
    /// The beginning of it is out already.
    large: bool,
}

impl Lines {
    fn new(router: Arc<Router>) -> Lines {
        Lines { router, line: Vec::new(), sieve: Sieve::default(), large: false }
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.large {
            self.router.more_of_large(bytes);
            return Ok(());
        }
        self.sieve.feed(bytes);
        self.line.extend_from_slice(bytes);
        if self.line.len() > PASSES_ABOVE && self.sieve.facts().may_pass() && self.router.begin_large() {
            self.large = true;
            self.router.more_of_large(&std::mem::take(&mut self.line));
        }
        match self.line.len() > HELD_MAX {
            // While several calls are under way nobody can say whose it is before its end.
            true => Err(io::Error::other("an answer is too large to be held")),
            false => Ok(()),
        }
    }

    fn end(&mut self) {
        match std::mem::take(&mut self.large) {
            true => self.router.end_large(),
            false => self.router.route(&self.line),
        }
        self.line = Vec::new();
        self.sieve = Sieve::default();
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.add(part.strip_suffix(b"\n").unwrap_or(part))?;
            if part.ends_with(b"\n") {
                self.end();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
