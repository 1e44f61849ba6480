//! Streamable HTTP: the same firewall, in front of a server on the network or behind it.

mod body;
mod bridge;
mod check;
mod events;
mod post;
mod relay;
mod sessions;

use crate::firewall::Firewall;
use body::{Outgoing, plain};
use herma_gate::Caller;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use relay::Upstream;
use sessions::Sessions;
use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, Semaphore};

pub use bridge::Started;

/// Whoever opens more at once waits.
const CONNECTIONS_MAX: usize = 256;
/// Messages above 64 KiB that are read or under way at the same time: so many times 16 MiB.
const LARGE_MAX: usize = 8;
/// A request's head comes at once, or the connection is not worth keeping (T60).
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// The same for its body.
const BODY_WITHIN: Duration = Duration::from_secs(30);

/// What is behind the proxy.
pub enum Behind {
    /// A server on the network, by its URL.
    Url(String),
    /// A server that is started for each session, and talks over standard streams.
    Command(Box<dyn Fn() -> io::Result<Started> + Send + Sync>),
}

impl std::fmt::Debug for Behind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Behind::Url(url) => f.debug_tuple("Url").field(url).finish(),
            Behind::Command(_) => f.write_str("Command"),
        }
    }
}

#[derive(Debug)]
enum Target {
    Upstream(Upstream),
    Servers(bridge::Bridge),
}

#[derive(Debug)]
struct Proxy {
    firewall: Arc<Firewall>,
    target: Target,
    sessions: Sessions,
    held: post::HeldCalls,
    large: Arc<Semaphore>,
    /// There is a card for somebody's client.
    cards: Notify,
    port: u16,
}

/// Serves until the process ends.
pub fn serve(listener: TcpListener, firewall: Arc<Firewall>, behind: Behind) -> io::Result<()> {
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        return Err(io::Error::other("only a loopback address is listened on: 127.0.0.1 or [::1]"));
    }
    listener.set_nonblocking(true)?;
    let target = match behind {
        Behind::Url(url) => Target::Upstream(Upstream::new(&url)?),
        Behind::Command(start) => Target::Servers(bridge::Bridge::new(start)),
    };
    let held = post::HeldCalls::default();
    let (sessions, large) = (Sessions::default(), Arc::new(Semaphore::new(LARGE_MAX)));
    let proxy = Proxy { firewall, target, sessions, held, large, cards: Notify::new(), port: address.port() };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(herma_core::work::STACK)
        .enable_all()
        .build()?;
    runtime.block_on(listen(listener, Arc::new(proxy)))
}

async fn listen(listener: TcpListener, proxy: Arc<Proxy>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let free = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let Ok(permit) = Arc::clone(&free).acquire_owned().await else { return Ok(()) };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            // Too many files open, a connection that is gone: others may come.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let proxy = Arc::clone(&proxy);
        tokio::spawn(async move {
            let service = service_fn(move |request| answer(Arc::clone(&proxy), peer, request));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_WITHIN)
                .serve_connection(TokioIo::new(stream), service);
            let _ = connection.await;
            drop(permit);
        });
    }
}

async fn answer(
    proxy: Arc<Proxy>,
    _peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<Outgoing>, Infallible> {
    if let Err(text) = check::is_local(request.headers(), proxy.port) {
        return Ok(plain(StatusCode::FORBIDDEN, text));
    }
    Ok(match *request.method() {
        Method::POST => post::post(proxy, request).await,
        Method::GET | Method::DELETE | Method::OPTIONS => match &proxy.target {
            Target::Upstream(_) => {
                let (head, _) = request.into_parts();
                match proxy.sessions.allows(&head.headers) {
                    true => relay::relay(proxy, head, None).await,
                    false => plain(StatusCode::NOT_FOUND, "herma: this session is another client's"),
                }
            }
            Target::Servers(bridge) => bridge.other(&request),
        },
        _ => plain(StatusCode::METHOD_NOT_ALLOWED, "herma: only GET, POST and DELETE are spoken here"),
    })
}

impl Proxy {
    /// Who asks, as far as a request says so.
    fn caller(&self, headers: &hyper::HeaderMap) -> Caller {
        let (agent, session) = self.sessions.who(headers);
        Caller { agent, session: format!("{}-{session}", self.firewall.server), surface: "mcp" }
    }
}
