//! Frames of MCP clients and servers: no crash; no call reaches the server that was not judged, each once; and no question
//! of a server reaches the person that was not.
//!
//! The first byte says who speaks: an even one the client, an odd one the server.

#![no_main]

#[allow(dead_code, reason = "what the tests of the pump need beside")]
#[path = "../../crates/herma-mcp/tests/loose/mod.rs"]
mod loose;
// The events of streamable HTTP, which is no part of what is built here.
#[allow(dead_code, unused_imports, unreachable_pub, reason = "a part of another crate")]
#[path = "../../crates/herma-mcp/src/http/events.rs"]
mod events;

use herma_mcp::{message, sieve};
use libfuzzer_sys::fuzz_target;
use loose::{asks_in, calls_in, pump};
use std::io::Cursor;

fuzz_target!(|data: &[u8]| {
    let Some((who, frames)) = data.split_first() else { return };
    match who % 3 {
        0 => client(frames),
        1 => server(frames),
        _ => stream(frames),
    }
});

fn client(frames: &[u8]) {
    let (pump, gate, _, server) = pump();
    pump.serve_client(Cursor::new(frames.to_vec()));
    let calls: Vec<String> = server.text().lines().flat_map(calls_in).collect();
    assert!(calls.iter().all(|name| name == "\"get_thing\""), "{calls:?}");
    assert_eq!(calls.len(), gate.0.lock().unwrap().len(), "each is ruled on once, and forwarded once");
}

fn server(frames: &[u8]) {
    let (pump, _, client, _) = pump();
    // So that there is a call to answer.
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_thing"}}"#;
    pump.serve_client(Cursor::new(call.as_bytes().to_vec()));
    // A large answer that is none is cut off, and that is the end.
    let _ = pump.serve_server(frames);
    for line in client.text().lines() {
        assert!(!asks_in(line), "{line:?}");
    }
}

/// However the bytes arrive, what passes and what is read is the same, and what passes unread asks nobody anything.
fn stream(bytes: &[u8]) {
    let mut whole = events::Events::default();
    let parts = whole.feed(bytes);
    let mut single = events::Events::default();
    let singly: Vec<events::Part> = bytes.iter().flat_map(|byte| single.feed(&[*byte])).collect();
    let read = |parts: &[events::Part]| -> Vec<Vec<u8>> {
        parts
            .iter()
            .filter_map(|part| match part {
                events::Part::Read(event) => Some(event.data.clone()),
                events::Part::Pass(_) | events::Part::Cut => None,
            })
            .collect()
    };
    assert_eq!(read(&parts), read(&singly));
    for part in &parts {
        if let events::Part::Pass(raw) = part {
            let text = String::from_utf8_lossy(raw);
            let data: Vec<&str> =
                text.split(['\n', '\r']).filter_map(|line| line.strip_prefix("data:")).collect();
            assert!(!asks_in(&data.join("\n")), "{text:?}");
        }
    }
}
