//! A scripted model on loopback: it asks for its tool calls, hears the results, and is done.
//!
//! Speaks as much of four APIs as the agents use: Anthropic's messages, OpenAI's responses and chat completions, Gemini's
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
    /// OpenAI's older one, which everybody imitates.
    Chat,
    Gemini,
}

/// The tool calls that the model asks for, one after the other.
#[derive(Debug, Clone)]
pub struct Script {
    pub api: Api,
    pub calls: Vec<Call>,
    pub before: Before,
}

/// What happens while the model thinks about a call, by its number; the agent waits for it.
#[derive(Clone)]
pub struct Before(pub Arc<dyn Fn(usize) + Send + Sync>);

impl Default for Before {
    fn default() -> Self {
        Before(Arc::new(|_| {}))
    }
}

impl std::fmt::Debug for Before {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Before")
    }
}

/// One tool call. The text `{session}` in its input becomes the number of the shell that an earlier call left
/// running, as the agent named it in that call's result.
#[derive(Debug, Clone)]
pub struct Call {
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
    /// All results of the longest conversation.
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

    /// What the agent answered to each tool call.
    pub fn results(&self) -> Vec<String> {
        self.seen.lock().unwrap().results.clone()
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
        _ => {
            let model = json!({"id": "scripted", "object": "model", "context_length": 200_000});
            ("application/json", json!({"data": [model], "models": [], "object": "list"}).to_string())
        }
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
        Api::Chat if path.contains("/chat/completions") => chat(script, request, seen),
        Api::Gemini if path.contains("countTokens") => (JSON, json!({"totalTokens": 10}).to_string()),
        Api::Gemini if path.contains("enerateContent") => gemini(script, path, request, seen),
        Api::Anthropic | Api::OpenAi | Api::Chat | Api::Gemini => (JSON, "{}".to_owned()),
    }
}

/// The call that is next, if its tool is on offer: as many have been made as there are results.
fn next_call(script: &Script, seen: &Mutex<Seen>, offered: &[&str], results: Vec<String>) -> Option<Call> {
    let call = script.calls.get(results.len()).filter(|call| offered.contains(&call.tool.as_str())).cloned();
    if call.is_some() {
        (script.before.0)(results.len());
    }
    let mut seen = seen.lock().unwrap();
    if results.len() > seen.results.len() {
        seen.results = results;
    }
    seen.asked |= call.is_some();
    call.map(|call| Call { input: with_session(&call.input, seen.results.last()), ..call })
}

fn with_session(input: &Value, last: Option<&String>) -> Value {
    let said = last.and_then(|text| text.split("session ID ").nth(1)).unwrap_or_default();
    let digits: String = said.chars().take_while(char::is_ascii_digit).collect();
    let filled = input.to_string().replace("\"{session}\"", if digits.is_empty() { "0" } else { &digits });
    serde_json::from_str(&filled).unwrap()
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

fn anthropic(script: &Script, request: &Value, seen: &Mutex<Seen>) -> (&'static str, String) {
    let results: Vec<String> = items(request, "messages")
        .flat_map(|message| items(message, "content"))
        .filter(|block| block["type"] == "tool_result")
        .map(|block| block["content"].to_string())
        .collect();
    let offered: Vec<&str> = items(request, "tools").filter_map(|tool| tool["name"].as_str()).collect();
    let id = format!("toolu_{}", results.len());
    let (block, start, delta, stop) = if let Some(call) = next_call(script, seen, &offered, results) {
        let whole = json!({"type": "tool_use", "id": id, "name": call.tool, "input": call.input});
        let empty = json!({"type": "tool_use", "id": id, "name": call.tool, "input": {}});
        let delta = json!({"type": "input_json_delta", "partial_json": call.input.to_string()});
        (whole, empty, delta, "tool_use")
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
    let results: Vec<String> = items(request, "input")
        .filter(|item| item["type"].as_str().is_some_and(|kind| kind.ends_with("_call_output")))
        .map(|item| item["output"].to_string())
        .collect();
    let offered: Vec<&str> = items(request, "tools").filter_map(|tool| tool["name"].as_str()).collect();
    let turn = results.len();
    let item = if let Some(call) = next_call(script, seen, &offered, results) {
        json!({"type": "function_call", "id": format!("fc_{turn}"), "call_id": format!("call_{turn}"),
            "name": call.tool, "arguments": call.input.to_string()})
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

fn chat(script: &Script, request: &Value, seen: &Mutex<Seen>) -> (&'static str, String) {
    let results: Vec<String> = items(request, "messages")
        .filter(|message| message["role"] == "tool")
        .map(|message| message["content"].to_string())
        .collect();
    let offered: Vec<&str> =
        items(request, "tools").filter_map(|tool| tool["function"]["name"].as_str()).collect();
    let id = format!("call_{}", results.len());
    let call = next_call(script, seen, &offered, results);
    let calls = call.map(|call| {
        json!([{"index": 0, "id": id, "type": "function",
            "function": {"name": call.tool, "arguments": call.input.to_string()}}])
    });
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15});
    let stop = if calls.is_some() { "tool_calls" } else { "stop" };
    let said = match &calls {
        Some(calls) => json!({"role": "assistant", "tool_calls": calls}),
        None => json!({"role": "assistant", "content": "done"}),
    };
    let about = |object: &str, choice: Value| {
        json!({"id": "chatcmpl-1", "created": 1, "model": "scripted", "object": object, "choices": [choice],
            "usage": usage})
    };
    if request["stream"] != true {
        let choice = json!({"index": 0, "message": said, "finish_reason": stop});
        return (JSON, about("chat.completion", choice).to_string());
    }
    let chunk = |delta: Value, finish: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
        format!("data: {}\n\n", about("chat.completion.chunk", choice))
    };
    (
        EVENTS,
        [chunk(said, Value::Null), chunk(json!({}), stop.into()), "data: [DONE]\n\n".to_owned()].concat(),
    )
}

fn gemini(script: &Script, path: &str, request: &Value, seen: &Mutex<Seen>) -> (&'static str, String) {
    let results: Vec<String> = items(request, "contents")
        .flat_map(|content| items(content, "parts"))
        .filter_map(|part| part.get("functionResponse"))
        .map(|response| response["response"].to_string())
        .collect();
    let offered: Vec<&str> = items(request, "tools")
        .flat_map(|tool| items(tool, "functionDeclarations"))
        .filter_map(|function| function["name"].as_str())
        .collect();
    let turn = results.len();
    let part = if let Some(call) = next_call(script, seen, &offered, results) {
        json!({"functionCall": {"id": format!("call_{turn}"), "name": call.tool, "args": call.input}})
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
