//! `herma mcp wrap` and `herma mcp proxy` in front of a server that writes down each call (`mcp_server.py`).

use super::surface::{Call, EDITED, FIRST, InFlight, Outcome, Room, Setup, Surface, as_shell, ticket_in};
use crate::support::held::SHORT;
use crate::support::http::Open;
use crate::support::mcp::Client;
use crate::support::{HERMA, command};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

pub struct Mcp {
    room: Room,
    line: Line,
    next: AtomicU64,
}

#[derive(Clone)]
enum Line {
    Wrap(Arc<Mutex<Client>>),
    Proxy(Arc<Proxy>),
}

struct Proxy {
    child: Mutex<Child>,
    address: String,
    session: String,
}

/// How long a call is held.
fn hold(setup: &Setup) -> &'static str {
    if setup.impatient { SHORT } else { "50" }
}

impl Mcp {
    pub fn wrap(setup: &Setup) -> Box<dyn Surface> {
        let room = Room::new(setup);
        let mut wrap = Mcp::command(&room, hold(setup), &["wrap"]);
        let mut client = Client::start(&mut wrap);
        client.greet();
        Box::new(Mcp { room, line: Line::Wrap(Arc::new(Mutex::new(client))), next: AtomicU64::new(1) })
    }

    pub fn proxy(setup: &Setup) -> Box<dyn Surface> {
        let room = Room::new(setup);
        let mut proxy = Mcp::command(&room, hold(setup), &["proxy", "--listen", "127.0.0.1:0"]);
        let mut child = proxy.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let address = first.trim().strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap().to_owned();
        let mut proxy = Proxy { child: Mutex::new(child), address, session: String::new() };
        proxy.greet();
        Box::new(Mcp { room, line: Line::Proxy(Arc::new(proxy)), next: AtomicU64::new(10) })
    }

    fn command(room: &Room, hold: &str, words: &[&str]) -> std::process::Command {
        let server =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/mcp_server.py");
        let mut herma = command(HERMA, room.held().scratch.path());
        herma
            .arg("mcp")
            .args(words)
            .args(["--name", "test", "--hold", hold, "--home"])
            .arg(room.held().home());
        herma.args(["--", "python3"]).arg(server).arg(room.work().join("ran")).current_dir(room.work());
        herma
    }

    fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}

/// Tool and arguments.
fn tool(call: &Call) -> (&'static str, Value) {
    match call {
        Call::ReadOnly | Call::Low => ("get_thing", json!({"id": 1})),
        Call::Asked => ("run_command", json!({"command": as_shell(call), "note": FIRST})),
        Call::AskedEdited => ("run_command", json!({"command": as_shell(call), "note": EDITED})),
        Call::Critical => ("delete_account", json!({"id": 7})),
        Call::Hardline | Call::Shell(_) => ("run_command", json!({"command": as_shell(call)})),
    }
}

impl Line {
    fn ask(&self, id: u64, method: &str, params: Value) -> Value {
        match self {
            Line::Wrap(client) => client.lock().unwrap().ask(id, method, params),
            Line::Proxy(proxy) => proxy.ask(id, method, params).pop().unwrap(),
        }
    }

    fn call(&self, id: u64, call: &Call) -> Outcome {
        let (name, arguments) = tool(call);
        outcome(&self.ask(id, "tools/call", json!({"name": name, "arguments": arguments})))
    }
}

fn outcome(answer: &Value) -> Outcome {
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
    match answer["result"]["isError"].as_bool() {
        Some(true) => match ticket_in(text) {
            Some(ticket) => Outcome::Waiting { ticket },
            None => Outcome::Denied { reason: text.to_owned() },
        },
        _ => Outcome::Ran,
    }
}

impl Proxy {
    fn post(&self, message: &Value) -> (String, Vec<Value>) {
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("Mcp-Session-Id", self.session.as_str()),
        ];
        let headers = if self.session.is_empty() { &headers[..2] } else { &headers[..] };
        let body = message.to_string();
        let answer = Open::send(&self.address, "POST", "/mcp", headers, body.as_bytes()).finish();
        let session = answer.header("mcp-session-id").unwrap_or_default().to_owned();
        // A stream of events is chunked; each event is on one line.
        let events: Vec<&str> = answer.body.lines().filter_map(|line| line.strip_prefix("data:")).collect();
        let texts = if events.is_empty() { vec![answer.body.as_str()] } else { events };
        (session, texts.iter().filter_map(|text| serde_json::from_str(text.trim()).ok()).collect())
    }

    fn ask(&self, id: u64, method: &str, params: Value) -> Vec<Value> {
        self.post(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).1
    }

    fn greet(&mut self) {
        let who = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "tester", "version": "1"}});
        self.session =
            self.post(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": who})).0;
        self.post(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        self.ask(2, "tools/list", json!({}));
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let mut child = self.child.lock().unwrap();
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Surface for Mcp {
    fn room(&self) -> &Room {
        &self.room
    }

    fn start(&self, call: &Call) -> InFlight {
        let (line, id, call) = (self.line.clone(), self.number(), call.clone());
        InFlight::begin(move || line.call(id, &call))
    }

    fn send(&self, call: &Call) -> Outcome {
        self.line.call(self.number(), call)
    }

    fn resume(&self, call: &Call, _: &str) -> Outcome {
        self.send(call)
    }

    fn card_for(&self, said: &str, _: &Call) -> Option<String> {
        let prompt = json!({"name": "p", "arguments": {"said": said}});
        let (first, id) = (self.number(), self.number());
        let message = json!({"name": "send_message", "arguments": {"to": "them", "text": "hi"}});
        let card = |message: &Value| message["params"]["data"].as_str().map(str::to_owned);
        match &self.line {
            Line::Wrap(client) => {
                let mut client = client.lock().unwrap();
                client.ask(first, "prompts/get", prompt);
                client.start_call(id, "send_message", message["arguments"].clone());
                let first = client.next();
                card(&first)
            }
            Line::Proxy(proxy) => {
                let (proxy, before) = (Arc::clone(proxy), self.room.asked());
                let mut all = proxy.ask(first, "prompts/get", prompt);
                let waiting = std::thread::spawn(move || proxy.ask(id, "tools/call", message));
                self.room.deny(&self.room.wait_for_request(before).ticket, "no");
                all.extend(waiting.join().unwrap());
                // A card that comes with the answer has waited for the person who answers.
                all.iter().find_map(card)
            }
        }
    }

    fn reads_page(&self, text: &str) -> bool {
        let read = json!({"name": "get_issue", "arguments": {"text": text}});
        self.line.ask(self.number(), "tools/call", read);
        std::fs::remove_file(self.room.work().join("ran")).unwrap();
        true
    }

    fn under(&self, _: &str, _: &Call) -> Outcome {
        panic!("the caller is not a child of this program")
    }
}
