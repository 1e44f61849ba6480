//! Server-sent events: a task as it goes on.

use super::body::Body;
use super::engine::Live;
use crate::protocol::{Event, Version, legacy};
use hyper::body::Bytes;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

/// Between two events something is said, so that nobody takes the line for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Everything that happens to a task from here on, up to its end.
pub(super) async fn follow(live: Arc<Live>, id: Value, version: Version) -> Body {
    let (send, events) = mpsc::channel(16);
    let (task, mut happens) = live.watch().await;
    tokio::spawn(async move {
        let mut next = Event::Task(task);
        loop {
            let ends = next.state().is_some_and(|state| state.is_terminal());
            if send.send(frame(&next, &live, &id, version)).await.is_err() || ends {
                return;
            }
            next = loop {
                match tokio::time::timeout(KEEP_ALIVE, happens.recv()).await {
                    Ok(Ok(event)) => break event,
                    // It read too slowly: the whole of it says what it missed.
                    Ok(Err(RecvError::Lagged(_))) => {
                        let (task, again) = live.watch().await;
                        happens = again;
                        break Event::Task(task);
                    }
                    Ok(Err(RecvError::Closed)) => return,
                    Err(_) => {
                        if send.send(Bytes::from_static(b": still here\n\n")).await.is_err() {
                            return;
                        }
                    }
                }
            };
        }
    });
    Body::Events(events)
}

fn frame(event: &Event, live: &Live, id: &Value, version: Version) -> Bytes {
    let result = match version {
        Version::V10 => event.to_json(&live.id, &live.context),
        Version::V03 => legacy::event(event, &live.id, &live.context),
    };
    let all = json!({"jsonrpc": "2.0", "id": id, "result": result});
    format!("data: {all}\n\n").into()
}
