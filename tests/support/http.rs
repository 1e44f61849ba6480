//! A client as small as can be: what is sent is written out, what comes back is read.

#![allow(dead_code, reason = "each test file takes what it needs")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Whoever takes longer fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// What went wrong, for a program.
pub fn error(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["error"]["code"].as_str().unwrap().to_owned())
}

/// A request on its way.
pub struct Open {
    reader: BufReader<TcpStream>,
}

impl Open {
    /// Sends it; the answer is read when somebody wants it.
    pub fn send(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Open {
        let stream = TcpStream::connect(address).unwrap_or_else(|e| panic!("{address}: {e}"));
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text.push_str(&format!("Host: {address}\r\n"));
        }
        if method != "GET" {
            text.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("\r\n");
        let mut writer = stream.try_clone().unwrap();
        writer.write_all(text.as_bytes()).unwrap();
        // Whoever is refused by its head need not read the rest.
        let _ = writer.write_all(body);
        Open { reader: BufReader::new(stream) }
    }

    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line.trim_end_matches(['\r', '\n']).to_owned()),
        }
    }

    pub fn finish(mut self) -> Answer {
        let mut head = String::new();
        while let Some(line) = self.line() {
            if line.is_empty() {
                break;
            }
            head.push_str(&line);
            head.push('\n');
        }
        let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
        let mut body = Vec::new();
        let fields = head.lines().filter_map(|line| line.split_once(':'));
        let mut lengths = fields.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        let length = lengths.next().and_then(|(_, value)| value.trim().parse().ok());
        // Some keep the connection although they were asked to close it.
        let _ = self.reader.take(length.unwrap_or(u64::MAX)).read_to_end(&mut body);
        Answer { status, head, body: String::from_utf8_lossy(&body).into_owned() }
    }

    /// The next event of a stream: its number, its name, its data.
    pub fn event(&mut self) -> Option<(Option<u64>, String, String)> {
        let (mut id, mut name, mut data) = (None, String::new(), None);
        loop {
            let line = self.line()?;
            if let Some(text) = line.strip_prefix("id: ") {
                id = text.parse().ok();
            } else if let Some(text) = line.strip_prefix("event: ") {
                name = text.to_owned();
            } else if let Some(text) = line.strip_prefix("data: ") {
                data = Some(text.to_owned());
            } else if line.is_empty()
                && let Some(data) = data.take()
            {
                return Some((id, name, data));
            }
        }
    }
}
