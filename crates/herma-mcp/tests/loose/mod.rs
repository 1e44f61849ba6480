//! A gate that writes down what it let run, and readers that take as much for a call as any reader might. Shared by the
//! tests of the pump and its fuzz target.

use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall, Verdict};
use herma_gate::{Caller, Edited, Enforcer, Ruling};
use herma_mcp::firewall::Firewall;
use herma_mcp::pin::Pins;
use herma_mcp::stdio::Pump;
use herma_store::{Outcome, Request, RequestId};
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

/// Lets `get_thing` run, and writes down what it let run.
#[derive(Default)]
pub struct Gate(pub Mutex<Vec<ToolCall>>);

fn verdict() -> Box<Verdict> {
    static VERDICT: OnceLock<Verdict> = OnceLock::new();
    let judge = || herma_core::judge(&ToolCall::shell("ls"), &TableWorld::developer(), &Policy::default());
    Box::new(VERDICT.get_or_init(judge).clone())
}

impl Enforcer for Gate {
    fn rule(&self, call: &ToolCall, _: &Caller, _: Instant, _: &mut dyn FnMut(&Request)) -> Ruling {
        let verdict = verdict();
        if call.tool != "mcp__s__get_thing" {
            return Ruling::Refused { reason: "no".to_owned(), verdict };
        }
        self.0.lock().unwrap().push(call.clone());
        Ruling::Run { why: String::new(), verdict, request: None }
    }

    fn resume(&self, call: &ToolCall, caller: &Caller, _: &RequestId) -> Ruling {
        self.rule(call, caller, Instant::now(), &mut |_| {})
    }

    fn rule_or_edited(
        &self,
        call: &ToolCall,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> (Ruling, Option<Value>) {
        (self.rule(call, caller, until, waiting), None)
    }

    fn edited(&self, _: &ToolCall, _: &RequestId) -> Option<Edited> {
        None
    }

    fn resume_edited(&self, call: &ToolCall, caller: &Caller, request: &RequestId) -> Ruling {
        self.resume(call, caller, request)
    }

    fn go_on(&self, call: &ToolCall, caller: &Caller, request: &RequestId) -> Ruling {
        self.resume(call, caller, request)
    }

    // Everything is heard, so that this is tried too.
    fn listens(&self, _: &ToolCall, _: &Caller) -> bool {
        true
    }

    fn heard(&self, _: &ToolCall, _: &Caller, _: &str) {}

    fn said(&self, _: &Caller, _: &str, _: &str) -> Option<String> {
        None
    }

    fn stands(&self, _: &Caller, _: &str) {}

    fn card(&self, _: &Request) -> Option<String> {
        None
    }

    fn report(&self, _: &RequestId, _: Outcome) {}

    fn withdraw(&self, _: &RequestId, _: &str) {}
}

#[derive(Clone, Default)]
pub struct Out(pub Arc<Mutex<Vec<u8>>>);

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
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

/// A pump, its gate, and what reaches client and server.
pub fn pump() -> (Arc<Pump>, Arc<Gate>, Out, Out) {
    let gate = Arc::new(Gate::default());
    // Where nobody can write, root neither: what is pinned is not what is looked at here.
    let pins = Pins::open(std::path::Path::new("/proc/no/herma"), "s", "s").unwrap();
    let enforcer: Arc<dyn Enforcer> = Arc::<Gate>::clone(&gate);
    let firewall = Arc::new(Firewall::new(enforcer, "s", "s", pins));
    let (client, server) = (Out::default(), Out::default());
    let caller = Caller { agent: "a".to_owned(), session: "s".to_owned(), surface: "mcp" };
    (Pump::new(firewall, caller, Box::new(client.clone()), Box::new(server.clone())), gate, client, server)
}

/// Every message that any reader could find in this line: it may take other line ends, and other capitals.
fn messages_in(line: &str) -> Vec<Map<String, Value>> {
    let parts = line.split(['\r', '\u{2028}', '\u{2029}', '\u{85}', '\u{b}', '\u{c}']);
    let values = parts.filter_map(|part| serde_json::from_str::<Value>(part).ok());
    let items = values.flat_map(|value| if let Value::Array(items) = value { items } else { vec![value] });
    items
        .filter_map(|item| match item {
            Value::Object(message) => Some(message),
            _ => None,
        })
        .collect()
}

fn named<'a>(object: &'a Map<String, Value>, name: &str) -> Vec<&'a Value> {
    let fits = |key: &str| key.to_uppercase().to_lowercase() == name;
    object.iter().filter(|(key, _)| fits(key)).map(|(_, value)| value).collect()
}

fn has_method(message: &Map<String, Value>, methods: &[&str]) -> bool {
    let is = |method: &str| methods.iter().any(|one| one.eq_ignore_ascii_case(method));
    named(message, "method").iter().any(|method| method.as_str().is_some_and(is))
}

/// The names of the tools that somebody could find called in this line.
pub fn calls_in(line: &str) -> Vec<String> {
    let calls = messages_in(line).into_iter().filter(|message| has_method(message, &["tools/call"]));
    calls
        .map(|message| {
            let params = named(&message, "params");
            let names = params.iter().filter_map(|params| params.as_object()).flat_map(|p| named(p, "name"));
            names.map(Value::to_string).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Whether a client could find a question of the server's in this line.
pub fn asks_in(line: &str) -> bool {
    messages_in(line)
        .iter()
        .any(|message| has_method(message, &["elicitation/create", "sampling/createmessage"]))
}
