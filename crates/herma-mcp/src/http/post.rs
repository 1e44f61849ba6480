//! A client posts: read, checked, ruled on, and only then sent on.

use super::body::{Outgoing, empty, event, event_stream, json, plain};
use super::check::{HEADER_MISMATCH, headers_match};
use super::relay::{into_events, into_lines, relay};
use super::{BODY_WITHIN, Proxy, Target};
use crate::firewall::{Firewall, Step, asked_text, tool_error};
use crate::message::{self, Kind, MESSAGE_MAX, Message, Piece, too_large};
use herma_gate::Caller;
use herma_store::RequestId;
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::header::{ACCEPT, CONTENT_TYPE};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Request, Response, StatusCode};
use serde_json::{Value, json as value};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::task::JoinHandle;

/// A larger message takes a place among the large ones.
const SMALL: usize = 64 << 10;
/// How often whoever waits hears that there is progress.
const PROGRESS: Duration = Duration::from_secs(5);

/// Calls that wait for a person, by session and id.
#[derive(Debug, Default)]
pub struct HeldCalls(Mutex<HashMap<String, Held>>);

#[derive(Debug)]
enum Held {
    Waits(RequestId),
    Cancelled,
}

impl HeldCalls {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn name(caller: &Caller, id: &Value) -> String {
        format!("{} {id}", caller.session)
    }

    /// The end of waiting. `false`: it was cancelled.
    fn let_go(&self, name: &str) -> bool {
        !matches!(self.all().remove(name), Some(Held::Cancelled))
    }

    fn cancel(&self, name: &str) -> Option<RequestId> {
        let mut all = self.all();
        let Some(Held::Waits(request)) = all.get(name) else { return None };
        let request = request.clone();
        all.insert(name.to_owned(), Held::Cancelled);
        Some(request)
    }
}

pub async fn post(proxy: Arc<Proxy>, request: Request<Incoming>) -> Response<Outgoing> {
    let (head, body) = request.into_parts();
    if !proxy.sessions.allows(&head.headers) {
        return plain(StatusCode::NOT_FOUND, "herma: this session is another client's");
    }
    if !says(&head.headers, CONTENT_TYPE.as_str(), "application/json") {
        return plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "herma: messages come as application/json");
    }
    let too_much = || json(StatusCode::PAYLOAD_TOO_LARGE, too_large().answer());
    if body.size_hint().lower() > MESSAGE_MAX as u64 {
        return too_much();
    }
    // Held until it is answered: of large messages there are only so many at once.
    let (bytes, _place) = match tokio::time::timeout(BODY_WITHIN, read(&proxy, body)).await {
        Ok(Some(read)) => read,
        Ok(None) => return too_much(),
        Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "herma: the message did not come in time"),
    };
    match Piece::read(&bytes) {
        Err(refusal) => json(StatusCode::BAD_REQUEST, refusal.answer()),
        Ok(Piece::One(message)) => one(proxy, head, message).await,
        Ok(Piece::Batch(messages)) => batch(proxy, head, messages).await,
    }
}

/// A body, and the place that a large one takes. `None`: it is too large, or broke off.
async fn read(proxy: &Arc<Proxy>, mut body: Incoming) -> Option<(Vec<u8>, Option<OwnedSemaphorePermit>)> {
    let (mut bytes, mut place) = (Vec::new(), None);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.ok()?.into_data() else { continue };
        if bytes.len() + data.len() > SMALL && place.is_none() {
            place = Some(Arc::clone(&proxy.large).acquire_owned().await.ok()?);
        }
        if bytes.len() + data.len() > MESSAGE_MAX {
            return None;
        }
        bytes.extend_from_slice(&data);
    }
    Some((bytes, place))
}

fn says(headers: &HeaderMap, name: &str, what: &str) -> bool {
    let texts = headers.get_all(name).iter().filter_map(|text| text.to_str().ok());
    texts.into_iter().any(|text| text.to_ascii_lowercase().contains(what))
}

/// Each for itself, in order; what comes back is put together again.
async fn batch(proxy: Arc<Proxy>, head: Parts, messages: Vec<Message>) -> Response<Outgoing> {
    let (mut lines, mut size) = (Vec::new(), 0);
    for message in messages {
        let response = one(Arc::clone(&proxy), head.clone(), message);
        // Boxed: it is the same future that is behind a single message.
        let response: Pin<Box<dyn Future<Output = Response<Outgoing>> + Send>> = Box::pin(response);
        for line in into_lines(response.await).await {
            size += line.len();
            if size > MESSAGE_MAX {
                let text = "herma: the answers are too much for one batch; ask one by one";
                return json(StatusCode::OK, message::error(&Value::Null, message::INTERNAL_ERROR, text));
            }
            lines.push(line);
        }
    }
    match lines.is_empty() {
        true => empty(StatusCode::ACCEPTED),
        false => json(StatusCode::OK, format!("[{}]", lines.join(","))),
    }
}

async fn one(proxy: Arc<Proxy>, head: Parts, message: Message) -> Response<Outgoing> {
    if let Err(text) = headers_match(&head.headers, &message) {
        let id = message.id().cloned().unwrap_or_default();
        let line = message::error(&id, HEADER_MISMATCH, &format!("herma: Header mismatch: {text}"));
        return json(StatusCode::BAD_REQUEST, line);
    }
    if let Target::Servers(bridge) = &proxy.target {
        return bridge.post(&proxy, &head.headers, message).await;
    }
    let caller = proxy.caller(&head.headers);
    if message.method() == Some("notifications/cancelled")
        && let Some(id) = message.param("requestId")
        && let Some(request) = proxy.held.cancel(&HeldCalls::name(&caller, id))
    {
        let withdraw =
            move || proxy.firewall.enforcer().withdraw(&request, "the agent has cancelled the call");
        let _ = tokio::task::spawn_blocking(withdraw).await;
        return empty(StatusCode::ACCEPTED);
    }
    let message = Arc::new(message);
    if crate::person::words(&message).is_some() {
        let (ours, said, caller) = (Arc::clone(&proxy), Arc::clone(&message), caller.clone());
        // It decides nothing: what could not be read is as if nobody had said it.
        let _ = tokio::task::spawn_blocking(move || ours.firewall.hears_person(&said, &caller)).await;
        proxy.cards.notify_waiters();
    }
    if !Firewall::assesses(&message) {
        return relay(proxy, head, Some(message)).await;
    }
    let (mut ruling, asked) = rule(&proxy, &message, caller);
    let wants_progress =
        message.progress_token().is_some() && says(&head.headers, ACCEPT.as_str(), "text/event-stream");
    if wants_progress {
        tokio::select! {
            // Most calls simply run.
            biased;
            step = &mut ruling => return settle(proxy, head, message, step.unwrap_or(None)).await,
            told = asked => if let Ok(text) = told {
                return while_waiting(proxy, head, message, ruling, text);
            },
        }
    }
    let step = ruling.await.unwrap_or(None);
    settle(proxy, head, message, step).await
}

type Ruling = JoinHandle<Option<Step>>;

/// In a thread that may wait. `None`: it was cancelled meanwhile.
fn rule(proxy: &Arc<Proxy>, message: &Arc<Message>, caller: Caller) -> (Ruling, oneshot::Receiver<String>) {
    let (tell, asked) = oneshot::channel();
    let (proxy, message) = (Arc::clone(proxy), Arc::clone(message));
    let job = move || {
        let name = HeldCalls::name(&caller, message.id().unwrap_or(&Value::Null));
        let mut tell = Some(tell);
        let step = proxy.firewall.from_client(&message, &caller, &mut |request| {
            proxy.held.all().insert(name.clone(), Held::Waits(request.id.clone()));
            if let Some(tell) = tell.take() {
                let _ = tell.send(asked_text(request));
            }
        });
        proxy.held.let_go(&name).then_some(step)
    };
    (tokio::task::spawn_blocking(job), asked)
}

async fn settle(
    proxy: Arc<Proxy>,
    head: Parts,
    message: Arc<Message>,
    step: Option<Step>,
) -> Response<Outgoing> {
    match step {
        Some(Step::Forward) => relay(proxy, head, Some(message)).await,
        // Our own text: what cannot be read of it goes nowhere.
        Some(Step::Replace(line)) => match Piece::read(line.as_bytes()) {
            Ok(Piece::One(edited)) => relay(proxy, without_arguments(head), Some(Arc::new(edited))).await,
            Ok(Piece::Batch(_)) | Err(_) => json(
                StatusCode::OK,
                tool_error(&message, "herma: not run: what was approved is too much to send."),
            ),
        },
        Some(Step::Answer(line)) => json(StatusCode::OK, line),
        Some(Step::Drop) => empty(StatusCode::ACCEPTED),
        None if message.kind() == Kind::Request => json(
            StatusCode::OK,
            tool_error(&message, "herma: not run: it was cancelled, or could not be judged."),
        ),
        None => empty(StatusCode::ACCEPTED),
    }
}

/// Clients may repeat arguments in headers: of a call that a person has changed these are not the ones that were approved.
fn without_arguments(mut head: Parts) -> Parts {
    let repeats: Vec<_> =
        head.headers.keys().filter(|name| name.as_str().starts_with("mcp-param-")).cloned().collect();
    repeats.iter().for_each(|name| drop(head.headers.remove(name)));
    head
}

/// The answer begins now, with progress, and ends when there is one.
fn while_waiting(
    proxy: Arc<Proxy>,
    head: Parts,
    message: Arc<Message>,
    mut ruling: Ruling,
    text: String,
) -> Response<Outgoing> {
    let (send, out) = Outgoing::stream();
    tokio::spawn(async move {
        // Somebody in crisis is shown help before anything else comes.
        let card = proxy.firewall.take_card(&proxy.caller(&head.headers));
        if let Some(line) = card
            && send.send(Ok(event(&line))).await.is_err()
        {
            return;
        }
        let mut every = tokio::time::interval(PROGRESS);
        let mut count = 0_u64;
        let step = loop {
            tokio::select! {
                step = &mut ruling => break step.unwrap_or(None),
                _ = every.tick() => {
                    count += 1;
                    let params = value!({"progressToken": message.progress_token(), "progress": count, "message": text});
                    let note = value!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
                    // Nobody reads it any more: the question stays, and a call of the same finds it.
                    if send.send(Ok(event(&note.to_string()))).await.is_err() {
                        return;
                    }
                }
            }
        };
        let id = message.id().cloned().unwrap_or_default();
        let response = settle(proxy, head, message, step).await;
        into_events(response, &id, &send).await;
    });
    event_stream(out)
}
