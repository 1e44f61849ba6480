//! Connections: how many, how long, and how they end.

use crate::connection_slots::ConnectionSlots;
use crate::gateway::Gateway;
use crate::{api, guard, inbound, web};
use axum::Router;
use hyper::body::Incoming;
use hyper::header::CONTENT_TYPE;
use hyper::service::{Service, service_fn};
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Whoever takes longer to say what they want is let go (T60).
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// Five thousand waiting calls, five hundred listeners, and room.
const CONNECTIONS_MAX: usize = 8192;
/// After the end was asked for: what is in flight is done within this.
const LAST_ANSWERS: Duration = Duration::from_secs(5);
/// Headers above this are no browser's.
const HEADER_BYTES: usize = 32 << 10;

/// Serves until [`Gateway::stop`]: then nothing new is taken, what is in flight is finished, and what waits for a person
/// stays pending.
pub async fn serve(gateway: Arc<Gateway>, listener: TcpListener) -> io::Result<()> {
    let router = routes(&gateway);
    let seats = ConnectionSlots::new(CONNECTIONS_MAX);
    let stopped = gateway.stopped();
    tokio::pin!(stopped);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Out of files, most of the time.
                    eprintln!("herma: a connection could not be taken: {error}");
                    seats.make_room();
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            () = &mut stopped => break,
        };
        // The next ones wait in the kernel's queue until there is room.
        let taken = tokio::select! {
            taken = seats.take() => taken,
            () = &mut stopped => break,
        };
        let Some(taken) = taken else { break };
        let _ = stream.set_nodelay(true);
        let (router, seat) = (TowerToHyperService::new(router.clone()), Arc::clone(&taken.seat));
        let service = service_fn(move |request: Request<Incoming>| {
            Arc::clone(&seat).serve(router.call(request), |answer| answer.as_ref().is_ok_and(is_stream))
        });
        let gateway = Arc::clone(&gateway);
        tokio::spawn(async move {
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS_WITHIN)
                .max_buf_size(HEADER_BYTES)
                .serve_connection(TokioIo::new(stream), service);
            tokio::pin!(connection);
            tokio::select! {
                // Whoever hangs up has hung up.
                _ = connection.as_mut() => {}
                () = taken.seat.let_go() => {}
                () = gateway.stopped() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_ANSWERS, seats.empty(CONNECTIONS_MAX)).await;
    Ok(())
}

/// Whether more is sent behind this answer, for as long as somebody listens.
fn is_stream<B>(answer: &Response<B>) -> bool {
    answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream")
}

fn routes(gateway: &Arc<Gateway>) -> Router {
    Router::new()
        .merge(api::routes())
        .merge(web::routes())
        .merge(inbound::routes())
        .layer(axum::middleware::from_fn_with_state(Arc::clone(gateway), guard::guard))
        .with_state(Arc::clone(gateway))
}
