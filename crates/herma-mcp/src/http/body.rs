//! What is sent back: all at once, or as it comes.

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Pieces that wait for a slow reader: so much of a large answer is in memory.
const PIECES: usize = 4;

#[derive(Debug)]
pub enum Outgoing {
    Whole(Option<Bytes>),
    Stream(Receiver<Piece>),
}

/// The end of a stream that was cut off: its reader must not take it for whole.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("what the server sent is not passed on")]
pub struct Cut;

pub type Piece = Result<Bytes, Cut>;

impl Outgoing {
    pub fn stream() -> (Sender<Piece>, Outgoing) {
        let (send, receive) = channel(PIECES);
        (send, Outgoing::Stream(receive))
    }

    pub fn text(text: impl Into<Bytes>) -> Outgoing {
        Outgoing::Whole(Some(text.into()))
    }
}

impl Body for Outgoing {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        match &mut *self {
            Outgoing::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Outgoing::Stream(receiver) => {
                receiver.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Outgoing::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Outgoing::Stream(_) => SizeHint::default(),
        }
    }
}

fn typed(status: StatusCode, kind: &'static str, body: Outgoing) -> Response<Outgoing> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

pub fn plain(status: StatusCode, text: &'static str) -> Response<Outgoing> {
    typed(status, "text/plain; charset=utf-8", Outgoing::text(text))
}

pub fn json(status: StatusCode, line: String) -> Response<Outgoing> {
    typed(status, "application/json", Outgoing::text(line))
}

/// The same, as it comes.
pub fn json_stream(body: Outgoing) -> Response<Outgoing> {
    typed(StatusCode::OK, "application/json", body)
}

pub fn event_stream(body: Outgoing) -> Response<Outgoing> {
    let mut response = typed(StatusCode::OK, "text/event-stream", body);
    response.headers_mut().insert("cache-control", HeaderValue::from_static("no-cache"));
    response
}

pub fn empty(status: StatusCode) -> Response<Outgoing> {
    let mut response = Response::new(Outgoing::Whole(None));
    *response.status_mut() = status;
    response
}

/// A line as an event.
pub fn event(line: &str) -> Bytes {
    Bytes::from(format!("event: message\ndata: {line}\n\n"))
}
