//! A scripted model on loopback: it asks for one tool call, hears the result, and is done.
//!
//! Speaks as much of three APIs as the agents use: Anthropic's messages, OpenAI's responses, Gemini's
//! generateContent. Standard library only: what it answers must not depend on anybody's client.

use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// Whose API is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    Anthropic,
    OpenAi,
    Gemini,
}

/// The one tool call that the model asks for.
#[derive(Debug, Clone)]
pub struct Script {
    pub api: Api,
    pub tool: String,
    pub input: Value,
}

/// A server that lives as long as the test's process.
#[derive(Debug)]
pub struct ModelServer {
    pub port: u16,
    seen: Arc<Mutex<Seen>>,
}

/// What the agent told the model.
#[derive(Debug, Default)]
struct Seen {
    asked: bool,
    results: Vec<String>,
}

impl ModelServer {
    pub fn start(script: Script) -> ModelServer {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, seen) = (script.clone(), Arc::clone(&shared));
                // A client that hangs up early is its own affair.
                std::thread::spawn(move || drop(serve(stream, &script, &seen)));
            }
        });
        ModelServer { port, seen }
    }

    /// Whether the model got to ask for its tool call.
    pub fn asked(&self) -> bool {
        self.seen.lock().unwrap().asked
    }

    /// What the agent answered to the tool call: the last thing it said is enough.
    pub fn result(&self) -> Option<String> {
        self.seen.lock().unwrap().results.last().cloned()
    }
}

fn serve(stream: TcpStream, script: &Script, seen: &Mutex<Seen>) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut words = first.split_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
        if name.eq_ignore_ascii_case("expect") {
            (&stream).write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let request: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let (kind, answer) = match method {
        "POST" => answer(script, path, &request, seen),
        _ => ("application/json", json!({"data": [], "models": [], "object": "list"}).to_string()),
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        answer.len()
    );
    (&stream).write_all(head.as_bytes())?;
    if method != "HEAD" {
        (&stream).write_all(answer.as_bytes())?;
    }
    (&stream).flush()
}

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

fn answer(script: &Script, path: &str, request: &Value, seen: &Mutex<Seen>) -> (&'static str, String) {
    match script.api {
        Api::Anthropic if path.contains("count_tokens") => (JSON, json!({"input_tokens": 10}).to_string()),
        Api::Anthropic if path.contains("/v1/messages") => anthropic(script, request, seen),
        Api::OpenAi if path.contains("/responses") => (EVENTS, openai(script, request, seen)),
        Api::Gemini if path.contains("countTokens") => (JSON, json!({"totalTokens": 10}).to_string()),
        Api::Gemini if path.contains("enerateContent") => gemini(script, path, request, seen),
        Api::Anthropic | Api::OpenAi | Api::Gemini => (JSON, "{}".to_owned()),
    }
}

/// Decides whether it is time to ask: the tool is on offer, and no result has come yet.
fn turn(seen: &Mutex<Seen>, offered: bool, results: Vec<String>) -> bool {
    let mut seen = seen.lock().unwrap();
    let ask = offered && results.is_empty();
    seen.asked |= ask;
    seen.results.extend(results);
    ask
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

fn anthropic(script: &Script, request: &Value, seen: &Mutex<Seen>) -> (&'static str, String) {
    let results = items(request, "messages")
        .flat_map(|message| items(message, "content"))
        .filter(|block| block["type"] == "tool_result")
        .map(|block| block["content"].to_string())
        .collect();
    let offered = items(request, "tools").any(|tool| tool["name"] == script.tool.as_str());
    let ask = turn(seen, offered, results);
    let (block, start, delta, stop) = if ask {
        let call = json!({"type": "tool_use", "id": "toolu_01", "name": script.tool, "input": script.input});
        let empty = json!({"type": "tool_use", "id": "toolu_01", "name": script.tool, "input": {}});
        let delta = json!({"type": "input_json_delta", "partial_json": script.input.to_string()});
        (call, empty, delta, "tool_use")
    } else {
        let text = json!({"type": "text", "text": "done"});
        (text, json!({"type": "text", "text": ""}), json!({"type": "text_delta", "text": "done"}), "end_turn")
    };
    let mut message = json!({"id": "msg_01", "type": "message", "role": "assistant", "model": "scripted",
        "content": [], "stop_reason": null, "stop_sequence": null,
        "usage": {"input_tokens": 10, "output_tokens": 1}});
    if request["stream"] != true {
        message["content"] = json!([block]);
        message["stop_reason"] = stop.into();
        return (JSON, message.to_string());
    }
    let events = [
        json!({"type": "message_start", "message": message}),
        json!({"type": "content_block_start", "index": 0, "content_block": start}),
        json!({"type": "content_block_delta", "index": 0, "delta": delta}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": null},
            "usage": {"output_tokens": 5}}),
        json!({"type": "message_stop"}),
    ];
    (EVENTS, stream(&events))
}

fn openai(script: &Script, request: &Value, seen: &Mutex<Seen>) -> String {
    let results = items(request, "input")
        .filter(|item| item["type"].as_str().is_some_and(|kind| kind.ends_with("_call_output")))
        .map(|item| item["output"].to_string())
        .collect();
    let offered = items(request, "tools").any(|tool| tool["name"] == script.tool.as_str());
    let item = if turn(seen, offered, results) {
        json!({"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": script.tool,
            "arguments": script.input.to_string()})
    } else {
        json!({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": "done", "annotations": []}]})
    };
    stream(&[
        json!({"type": "response.created", "response":
            {"id": "resp_1", "object": "response", "status": "in_progress", "output": []}}),
        json!({"type": "response.output_item.added", "output_index": 0, "item": item}),
        json!({"type": "response.output_item.done", "output_index": 0, "item": item}),
        json!({"type": "response.completed", "response": {"id": "resp_1", "object": "response",
            "status": "completed", "output": [item], "usage": {"input_tokens": 10,
            "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 5,
            "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 15}}}),
    ])
}

fn gemini(script: &Script, path: &str, request: &Value, seen: &Mutex<Seen>) -> (&'static str, String) {
    let results = items(request, "contents")
        .flat_map(|content| items(content, "parts"))
        .filter_map(|part| part.get("functionResponse"))
        .map(|response| response["response"].to_string())
        .collect();
    let offered = items(request, "tools")
        .flat_map(|tool| items(tool, "functionDeclarations"))
        .any(|function| function["name"] == script.tool.as_str());
    let part = if turn(seen, offered, results) {
        json!({"functionCall": {"id": "call_1", "name": script.tool, "args": script.input}})
    } else if request["generationConfig"]["responseMimeType"] == JSON {
        // Side questions of the agent's own, such as which model to use.
        let text = json!({"model_choice": "flash", "reasoning": "x", "next_speaker": "user",
            "complexity_score": 1, "complexity_reasoning": "x"});
        json!({"text": text.to_string()})
    } else {
        json!({"text": "done"})
    };
    let answer = json!({
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
        "modelVersion": "scripted"});
    match path.contains("streamGenerateContent") {
        true => (EVENTS, format!("data: {answer}\r\n\r\n")),
        false => (JSON, answer.to_string()),
    }
}

fn stream(events: &[Value]) -> String {
    events
        .iter()
        .map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap_or_default()))
        .collect()
}
