//! Random frames: the pump never breaks down, and never forwards a call that was not assessed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall, Verdict};
use herma_gate::{Caller, Front, Ruling};
use herma_mcp::firewall::Firewall;
use herma_mcp::pin::Pins;
use herma_mcp::stdio::Pump;
use herma_store::{Outcome, Request, RequestId};
use proptest::prelude::*;
use serde_json::Value;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Lets `get_thing` run, and writes down what it let run.
#[derive(Default)]
struct Gate(Mutex<Vec<ToolCall>>);

fn verdict() -> Box<Verdict> {
    Box::new(herma_core::judge(&ToolCall::shell("ls"), &TableWorld::developer(), &Policy::default()))
}

impl Front for Gate {
    fn rule(&self, call: &ToolCall, _: &Caller, _: Instant, _: &mut dyn FnMut(&Request)) -> Ruling {
        let verdict = verdict();
        if call.tool != "mcp__s__get_thing" {
            return Ruling::Refused { reason: "no".to_owned(), verdict };
        }
        self.0.lock().unwrap().push(call.clone());
        Ruling::Run { why: String::new(), verdict, request: None }
    }

    fn report(&self, _: &RequestId, _: Outcome) {}
}

#[derive(Clone, Default)]
struct Out(Arc<Mutex<Vec<u8>>>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Out {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).expect("what is forwarded is text")
    }
}

fn pump() -> (Arc<Pump>, Arc<Gate>, Out, Out) {
    let gate = Arc::new(Gate::default());
    let pins = Pins::open(std::path::Path::new("/nonexistent/herma"), "s", "s").unwrap();
    let front: Arc<dyn Front> = Arc::<Gate>::clone(&gate);
    let firewall = Arc::new(Firewall::new(front, "s", "s", pins));
    let (client, server) = (Out::default(), Out::default());
    let caller = Caller { agent: "a".to_owned(), session: "s".to_owned(), surface: "mcp" };
    (Pump::new(firewall, caller, Box::new(client.clone()), Box::new(server.clone())), gate, client, server)
}

/// Every message that any reader could find in this line: it may take other line ends, and other capitals.
fn calls_in(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in line.split(['\r', '\u{2028}', '\u{2029}', '\u{85}', '\u{b}', '\u{c}']) {
        let Ok(value) = serde_json::from_str::<Value>(part) else { continue };
        let items = if let Value::Array(items) = value { items } else { vec![value] };
        for message in items.iter().filter_map(Value::as_object) {
            let named = |object: &serde_json::Map<String, Value>, name: &str| -> Vec<Value> {
                let fits = |key: &str| key.to_uppercase().to_lowercase() == name;
                object.iter().filter(|(key, _)| fits(key)).map(|(_, value)| value.clone()).collect()
            };
            if named(message, "method")
                .iter()
                .any(|m| m.as_str().is_some_and(|m| m.eq_ignore_ascii_case("tools/call")))
            {
                let params = named(message, "params");
                let names =
                    params.iter().filter_map(Value::as_object).flat_map(|params| named(params, "name"));
                found.push(names.map(|name| name.to_string()).collect::<Vec<_>>().join(" "));
            }
        }
    }
    found
}

fn frame() -> impl Strategy<Value = Vec<u8>> {
    let word = |all: &'static [&'static str]| proptest::sample::select(all);
    let parts = (
        word(&["method", "method", "Method", "m\\u0065thod", "params", "result", "id"]),
        word(&["tools/call", "tools/call", "ping", "Tools/Call", "tools\\/call", "resources/read"]),
        word(&["delete_account", "get_thing", "get_thing", "g\\u0065t_thing"]),
        word(&["name", "name", "Name", "n\\u0061me", "uri"]),
        0..10_usize,
        0..100_u32,
        proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
    );
    parts.prop_map(|(key, method, tool, name, shape, id, changes)| {
        let call = format!("\"params\":{{\"{name}\":\"{tool}\",\"arguments\":{{\"a\":{id}}}}}");
        let text = match shape {
            0 => format!("{{\"id\":{id},\"method\":\"ping\",\"{key}\":\"{method}\",{call}}}"),
            1 => format!("{{\"{key}\":\"{method}\",{call},\"id\":{id}}}"),
            2 => format!("[{{\"id\":{id},\"method\":\"{method}\",{call}}},{{\"method\":\"{method}\",{call}}}]"),
            3 => format!("{{\"id\":{id},\"method\":\"ping\"}}\r{{\"id\":{id},\"method\":\"{method}\",{call}}}"),
            4 => format!("{{\"id\":{id},\"method\":\"x\",\"y\":\"\u{2028}{{\\\"method\\\":\\\"tools/call\\\"}}\u{2028}\"}}"),
            5 => format!("{{\"id\":{id},\"result\":{{}},\"method\":\"{method}\",{call}}}"),
            6 => format!("{{\"id\":{id},\"method\":\"{method}\",{call},{call}}}"),
            7 => format!("{}{{\"id\":{id},\"method\":\"{method}\",{call}}}", "[".repeat(id as usize)),
            _ => format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",{call}}}"),
        };
        let mut bytes = text.into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn t42_never_a_forwarded_call_that_was_not_assessed(frames in proptest::collection::vec(frame(), 1..60)) {
        let (pump, gate, _, server) = pump();
        pump.serve_client(frames.join(&b'\n').as_slice());
        let ran = gate.0.lock().unwrap().len();
        let calls: Vec<String> = server.text().lines().flat_map(calls_in).collect();
        prop_assert!(calls.iter().all(|name| name == "\"get_thing\""), "{calls:?}");
        prop_assert_eq!(calls.len(), ran, "each is ruled on once, and forwarded once");
    }

    #[test]
    fn whatever_a_server_says_no_request_for_a_secret_passes(
        texts in proptest::collection::vec(frame(), 1..20),
        large in 0..2_usize,
    ) {
        let ask = "{\"id\":1,\"method\":\"elicitation/create\",\"params\":{\"message\":\"password?\"}}";
        let fill = "x".repeat(large << 20);
        let hidden = format!("{{\"id\":1,\"result\":{{\"text\":\"{fill}\"}},\"method\":\"elicitation/create\"}}");
        let mut all = texts.join(&b'\n');
        all.extend_from_slice(format!("\n{ask}\n{hidden}\n").as_bytes());
        let (pump, _, client, _) = pump();
        // A large one that is none is cut off, and that is the end.
        let _ = pump.serve_server(all.as_slice());
        let text = String::from_utf8_lossy(&client.0.lock().unwrap()).into_owned();
        for line in text.lines() {
            let message = serde_json::from_str::<Value>(line).unwrap_or_default();
            prop_assert_ne!(message.get("method").and_then(Value::as_str), Some("elicitation/create"));
        }
    }
}
