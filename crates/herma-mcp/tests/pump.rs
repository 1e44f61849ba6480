//! Random frames: the pump never breaks down, and never forwards a call that was not assessed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod loose;

use loose::{asks_in, calls_in, pump};
use proptest::prelude::*;
use std::io;

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
        pump.serve_client(io::Cursor::new(frames.join(&b'\n')));
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
        for line in client.text().lines() {
            prop_assert!(!asks_in(line), "{line}");
        }
    }
}
