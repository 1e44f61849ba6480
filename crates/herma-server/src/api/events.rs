//! Server-sent events: each change of a request, with its number. Whoever comes back says the last number they saw, and gets
//! every request that has changed since, as it now stands.

use super::input::Query;
use super::openapi::{Access, operation, parameter};
use super::shapes;
use crate::gateway::Gateway;
use crate::hub::{Event, Kind};
use crate::problem::Problem;
use crate::who::{Agent, Who};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

/// A line now and then, so that both sides notice when the other is gone.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// How long whoever listens is believed: who has lost the credential hears nothing any more.
const BELIEVED: Duration = Duration::from_secs(1);
/// Requests that are read at a time.
const PAGE: usize = 200;
/// How soon a browser comes back, in milliseconds.
const RETRY_MS: u32 = 500;

pub(super) async fn events(
    State(gateway): State<Arc<Gateway>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let who = gateway.who(&headers)?;
    let query = Query::strict(&uri, &["after"])?;
    // What is no number of ours is another's.
    let number = |text: &str| text.trim().parse().unwrap_or(u64::MAX);
    let resumed = headers.get("last-event-id").map(|value| value.to_str().map_or(u64::MAX, number));
    let after = resumed.or(query.number("after", 0, u64::MAX >> 1)?);
    // Listening comes before looking: nothing falls in between.
    let live = gateway.hub.subscribe();
    let newest = gateway.work(&who, |gateway| gateway.noted(gateway.reader.wait_for_any(0, Duration::ZERO)));
    let newest = newest.await??;
    // A number that this store has not come to is another store's: nothing that they know is so any more.
    let after = after.filter(|after| *after <= newest).map_or(After::of(after.is_some()), After::Number);
    let seen = match after {
        After::Number(after) => after,
        After::Nothing | After::Another => newest,
    };
    let only = match who {
        Who::Agent(agent) => Some(agent),
        Who::Person => None,
    };
    let hello = format!("retry: {RETRY_MS}\nid: {seen}\nevent: hello\ndata: {{}}\n\n");
    let mut ready = VecDeque::from([hello]);
    if after == After::Another {
        ready.push_back(format!("id: {newest}\nevent: reset\ndata: {{\"newest\":{newest}}}\n\n"));
    }
    let behind = matches!(after, After::Number(_));
    let listener = Listener { gateway, headers, checked: Instant::now(), live, seen, behind, only, ready };
    let stream = unfold(listener, |mut listener| async move {
        let text = listener.next().await?;
        Some((Ok::<_, Infallible>(text), listener))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(stream)).into_response())
}

/// The last number that somebody says they saw.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Nothing,
    Number(u64),
    Another,
}

impl After {
    /// Without one that is good.
    fn of(said: bool) -> After {
        if said { After::Another } else { After::Nothing }
    }
}

struct Listener {
    gateway: Arc<Gateway>,
    /// Who listens, and when that was last looked at.
    headers: HeaderMap,
    checked: Instant,
    live: Receiver<Arc<Event>>,
    seen: u64,
    /// Something was missed: it is read from the store.
    behind: bool,
    /// The agent whose requests these are.
    only: Option<Agent>,
    ready: VecDeque<String>,
}

impl Listener {
    /// The next piece; `None` ends the stream.
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(text) = self.ready.pop_front() {
                if self.checked.elapsed() > BELIEVED {
                    self.gateway.holder(&self.headers).ok()?;
                    self.checked = Instant::now();
                }
                return Some(text);
            }
            if self.behind {
                self.catch_up().await?;
                continue;
            }
            tokio::select! {
                event = self.live.recv() => match event {
                    Ok(event) => self.take(&event),
                    Err(RecvError::Lagged(_)) => self.behind = true,
                    Err(RecvError::Closed) => return None,
                },
                () = tokio::time::sleep(HEARTBEAT) => self.ready.push_back(": still here\n\n".to_owned()),
                () = self.gateway.stopped() => return None,
            }
        }
    }

    async fn catch_up(&mut self) -> Option<()> {
        let seen = self.seen;
        let look = move |gateway: &Gateway| gateway.noted(gateway.reader.changed_since(seen, PAGE));
        // People do not stand behind agents.
        let page = match &self.only {
            Some(agent) => self.gateway.blocking_for(&agent.place, look).await,
            None => self.gateway.blocking(look).await,
        };
        // The store fails: the browser comes back, with the number it has.
        let page = page.ok()?.ok()?;
        self.behind = page.len() == PAGE;
        for request in &page {
            self.take(&Event {
                kind: Kind::Request,
                revision: request.revision,
                agent: request.agent.clone(),
                json: shapes::summary(request).to_string(),
            });
        }
        Some(())
    }

    fn take(&mut self, event: &Event) {
        if event.kind == Kind::Request && event.revision <= self.seen {
            return;
        }
        self.seen = self.seen.max(event.revision);
        if self.only.as_ref().is_some_and(|agent| agent.name != event.agent) {
            return;
        }
        self.ready.push_back(match event.kind {
            Kind::Request => format!("id: {}\nevent: request\ndata: {}\n\n", event.revision, event.json),
            Kind::Question => format!("event: question\ndata: {}\n\n", event.json),
            Kind::State => "event: state\ndata: {}\n\n".to_owned(),
        });
    }
}

pub(super) fn events_doc() -> Value {
    let parameters = [parameter(
        "after",
        "the last number that was seen; `Last-Event-ID` says the same",
        json!({"type": "integer", "minimum": 0}),
    )];
    let about = "`text/event-stream`. `request`: a request has changed, as `Summary`; `question`: look at the questions; `state`, \
                 for people: look at `/v1/health`. With the \
                 number of the last event every request that has changed since is sent first; a number that is not this store's gets \
                 `reset`, with the newest: forget what you know, and look again. An agent hears of its own.";
    let mut doc =
        operation("Follow what changes", about, Access::Both, &parameters, None, json!({"type": "string"}));
    doc["responses"]["200"]["content"] = json!({"text/event-stream": {"schema": {"type": "string"}}});
    doc
}
