//! Connections: each with a certificate, each with an identity, none longer than it is welcome.

use super::engine::Engine;
use super::http::answer;
use crate::Log;
use crate::pki::{Identity, peer_identity};
use crate::tls::{self, Own, TlsError, Trust};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;

/// How often files are looked at: whoever is revoked is out after that.
const LOOK: Duration = Duration::from_secs(1);
/// Before a failing `accept` is tried again: out of descriptors passes.
const PAUSE: Duration = Duration::from_millis(200);

/// A connection on which nothing is asked.
const IDLE: Duration = Duration::from_secs(60);
/// Certificates and lists end by themselves, without any file changing.
const CHECK: Duration = Duration::from_secs(30);

/// Where identity and trust come from. They are read again when they change.
#[derive(Debug, Clone)]
pub struct Files {
    pub certificate: PathBuf,
    pub key: PathBuf,
    pub ca: PathBuf,
    pub crl: PathBuf,
}

impl Files {
    pub fn trust(&self) -> Result<Trust, TlsError> {
        Trust::read(&self.ca, &self.crl)
    }

    pub fn own(&self) -> Result<Own, TlsError> {
        Own::read(&self.certificate, &self.key)
    }

    fn load(&self) -> Result<Ready, TlsError> {
        let (trust, own) = (self.trust()?, self.own()?);
        let config = tls::server_config(&trust, &own)?;
        Ok(Ready { acceptor: TlsAcceptor::from(Arc::new(config)), trust })
    }

    /// When and how large each is: another one in its place looks different.
    fn stamp(&self) -> Vec<Option<(SystemTime, u64)>> {
        let look = |path: &Path| {
            let meta = std::fs::metadata(path).ok()?;
            Some((meta.modified().ok()?, meta.len()))
        };
        [&self.certificate, &self.key, &self.ca, &self.crl].map(|path| look(path)).to_vec()
    }
}

struct Ready {
    acceptor: TlsAcceptor,
    trust: Trust,
}

/// An open port, before anybody is let in.
#[derive(Debug)]
pub struct Listener {
    inner: TcpListener,
    pub address: SocketAddr,
}

impl Listener {
    pub async fn bind(host: &str, port: u16) -> std::io::Result<Listener> {
        let inner = TcpListener::bind((host, port)).await?;
        let address = inner.local_addr()?;
        Ok(Listener { inner, address })
    }
}

/// Serves until `stop` turns true.
pub async fn serve(
    engine: Arc<Engine>,
    listener: Listener,
    files: Files,
    mut stop: watch::Receiver<bool>,
) -> Result<(), TlsError> {
    let log = engine.log.clone();
    let (ready, latest) = watch::channel(Arc::new(files.load()?));
    let reloading = tokio::spawn(reload(files, ready, log.clone()));
    let places = Arc::new(Semaphore::new(engine.limits.connections));
    loop {
        let accepted = tokio::select! {
            accepted = listener.inner.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                log.line(&format!("no connection can be taken: {error}"));
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            // Nothing is said: a handshake is what it would cost.
            log.line(&format!("{from}: refused: too many connections"));
            continue;
        };
        let (engine, latest) = (Arc::clone(&engine), latest.clone());
        tokio::spawn(async move {
            one(engine, stream, from, latest).await;
            drop(place);
        });
    }
    reloading.abort();
    Ok(())
}

async fn reload(files: Files, ready: watch::Sender<Arc<Ready>>, log: Log) {
    let mut seen = files.stamp();
    loop {
        tokio::time::sleep(LOOK).await;
        let now = files.stamp();
        if now == seen {
            continue;
        }
        match files.load() {
            Ok(loaded) => {
                log.line("certificates read again");
                ready.send_replace(Arc::new(loaded));
                seen = now;
            }
            // Perhaps half of it is written; what was good stays until it is whole.
            Err(error) => log.line(&format!("certificates cannot be read again yet: {error}")),
        }
    }
}

async fn one(engine: Arc<Engine>, stream: TcpStream, from: SocketAddr, latest: watch::Receiver<Arc<Ready>>) {
    let log = engine.log.clone();
    let _ = stream.set_nodelay(true);
    let acceptor = latest.borrow().acceptor.clone();
    let shaken = tokio::time::timeout(engine.limits.patience, acceptor.accept(stream)).await;
    let stream = match shaken {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => {
            let why = tls::inside(&error).map_or_else(|| error.to_string(), tls::reason);
            log.line(&format!("{from}: refused: {why}"));
            return;
        }
        Err(_) => {
            log.line(&format!("{from}: refused: no handshake in time"));
            return;
        }
    };
    let identity =
        stream.get_ref().1.peer_certificates().and_then(|all| all.first()).map(|leaf| peer_identity(leaf));
    let Some(Ok(identity)) = identity else {
        log.line(&format!("{from}: refused: no identity"));
        return;
    };
    let peer: Arc<str> = identity.uri.as_str().into();
    let service = service_fn(|request| answer(Arc::clone(&engine), Arc::clone(&peer), request));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(Some(IDLE));
    let connection = http.serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // A peer that goes away in the middle of a word is nothing to log.
        _ = connection => {}
        why = unwelcome(&identity, latest) => log.line(&format!("{from}: {}: dropped: {why}", identity.uri)),
    }
}

/// Until a peer that was let in no longer would be.
async fn unwelcome(identity: &Identity, mut latest: watch::Receiver<Arc<Ready>>) -> &'static str {
    loop {
        let checked = latest.borrow_and_update().trust.still_welcome(identity, crate::now() / 1000);
        if let Err(why) = checked {
            return why;
        }
        if let Ok(Err(_)) = tokio::time::timeout(CHECK, latest.changed()).await {
            // Nobody reads the files any more: we are ending.
            tokio::time::sleep(CHECK).await;
        }
    }
}
