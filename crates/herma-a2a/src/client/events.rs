//! Server-sent events, read.

use super::ClientError;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde_json::Value;

/// One event is a task at most.
const EVENT_MAX: usize = 16 * 1024 * 1024;

/// A stream of answers to one request.
#[derive(Debug)]
pub struct Events {
    body: Incoming,
    buffer: Vec<u8>,
    url: String,
}

impl Events {
    pub(super) fn new(body: Incoming, url: &str) -> Events {
        Events { body, buffer: Vec::new(), url: url.to_owned() }
    }

    /// The next result; `None` when the stream is over.
    pub async fn next(&mut self) -> Result<Option<Value>, ClientError> {
        loop {
            if let Some((event, rest)) = split(&self.buffer) {
                let data = data(event);
                self.buffer = rest;
                let Some(data) = data else { continue };
                let value: Value = serde_json::from_str(&data)
                    .map_err(|error| ClientError::NoA2a { url: self.url.clone(), why: error.to_string() })?;
                return super::connection::result(value, &self.url).map(Some);
            }
            match self.body.frame().await {
                None => return Ok(None),
                Some(Err(error)) => {
                    return Err(ClientError::Gone { url: self.url.clone(), why: error.to_string() });
                }
                Some(Ok(frame)) => {
                    if let Ok(bytes) = frame.into_data() {
                        self.buffer.extend_from_slice(&bytes);
                    }
                }
            }
            if self.buffer.len() > EVENT_MAX {
                let why = format!("an event is longer than {EVENT_MAX} bytes");
                return Err(ClientError::NoA2a { url: self.url.clone(), why });
            }
        }
    }
}

/// The first whole event, and what is behind it. Lines end with `\n` or `\r\n`.
fn split(buffer: &[u8]) -> Option<(&[u8], Vec<u8>)> {
    let ends: [&[u8]; 2] = [b"\n\n", b"\r\n\r\n"];
    let found = ends.iter().filter_map(|end| {
        let at = buffer.windows(end.len()).position(|window| window == *end)?;
        Some((at, end.len()))
    });
    let (at, length) = found.min()?;
    Some((buffer.get(..at)?, buffer.get(at + length..)?.to_vec()))
}

fn data(event: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(event);
    let lines = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_split_whatever_their_line_ends() {
        let (event, rest) = split(b"data: {\"a\":1}\n\ndata: 2\n\n").unwrap();
        assert_eq!(data(event).unwrap(), "{\"a\":1}");
        assert_eq!(data(split(&rest).unwrap().0).unwrap(), "2");
        let (event, _) = split(b"id: 7\r\ndata:x\r\ndata: y\r\n\r\n").unwrap();
        assert_eq!(data(event).unwrap(), "x\ny");
        assert_eq!(data(split(b": ping\n\n").unwrap().0), None);
        assert!(split(b"data: half").is_none());
    }
}
