//! One JSON-RPC message: read once, strictly, and kept as the bytes it came in.
//!
//! A server may read the same bytes with another parser. So whatever two parsers could disagree on is refused: a key that
//! stands twice, a key that differs from one we look at only in capitals, bytes that are no text, what is nested too deep.
//! And whatever another reader could take for the end of a line is written as an escape, which means the same.

use herma_core::json::{self, Read};
use serde_json::{Map, Value, json};

/// The largest message that is read: ten times the largest file an agent writes in one call.
pub const MESSAGE_MAX: usize = 16 << 20;
/// Schemas nest some ten levels; parsers end at 128 or at a stack overflow.
pub const DEPTH_MAX: usize = 64;
/// More messages in one batch than any client sends.
pub const BATCH_MAX: usize = 100;

/// JSON-RPC's own numbers.
pub const PARSE_ERROR: i64 = -32700;
pub const INVALID_REQUEST: i64 = -32600;
pub const INVALID_PARAMS: i64 = -32602;
pub const INTERNAL_ERROR: i64 = -32603;

/// Keys that decide what a message is and does.
const ENVELOPE: &[&str] = &["jsonrpc", "id", "method", "params", "result", "error"];
const PARAMS: &[&str] = &["name", "arguments", "uri", "_meta", "requestid"];

/// Methods that are looked at.
const ASSESSED: &[&str] =
    &["tools/call", "resources/read", "prompts/get", "sampling/createMessage", "elicitation/create"];

/// Why a message goes nowhere.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    pub code: i64,
    pub text: String,
}

impl Refusal {
    pub fn new(code: i64, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into() }
    }

    /// As an answer to a message whose id nobody can be sure of.
    pub fn answer(&self) -> String {
        error(&Value::Null, self.code, &format!("herma: {}", self.text))
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// One line, no matter what its reader takes for a line's end.
    pub line: String,
    pub body: Map<String, Value>,
    /// Some number in it may not be exactly what was read.
    pub inexact: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Request,
    Notification,
    Response,
}

/// What came in one piece: one message, or several that are dealt with one by one.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    One(Message),
    Batch(Vec<Message>),
}

impl Piece {
    pub fn read(bytes: &[u8]) -> Result<Piece, Refusal> {
        if bytes.len() > MESSAGE_MAX {
            return Err(too_large());
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Refusal::new(PARSE_ERROR, "the message is no valid text (UTF-8)"))?;
        let Read { value, inexact } = json::read(text, DEPTH_MAX).map_err(refused)?;
        match value {
            Value::Object(body) => Ok(Piece::One(Message::new(text, body, inexact)?)),
            Value::Array(items) => {
                if items.is_empty() || items.len() > BATCH_MAX {
                    let text = format!("a batch holds 1 to {BATCH_MAX} messages");
                    return Err(Refusal::new(INVALID_REQUEST, text));
                }
                let read = |(raw, item)| match item {
                    Value::Object(body) => Message::new(raw, body, inexact),
                    _ => Err(no_object()),
                };
                Ok(Piece::Batch(elements(text).into_iter().zip(items).map(read).collect::<Result<_, _>>()?))
            }
            _ => Err(no_object()),
        }
    }

    pub fn into_messages(self) -> Vec<Message> {
        match self {
            Piece::One(message) => vec![message],
            Piece::Batch(messages) => messages,
        }
    }
}

fn no_object() -> Refusal {
    Refusal::new(INVALID_REQUEST, "a message is a JSON object")
}

pub fn too_large() -> Refusal {
    Refusal::new(INVALID_REQUEST, format!("the message is larger than {} MiB", MESSAGE_MAX >> 20))
}

fn refused(error: serde_json::Error) -> Refusal {
    // What our own reader objects to is well-formed JSON.
    let code = if error.is_data() { INVALID_REQUEST } else { PARSE_ERROR };
    Refusal::new(code, format!("the message cannot be read: {error}"))
}

impl Message {
    fn new(raw: &str, body: Map<String, Value>, inexact: bool) -> Result<Message, Refusal> {
        only_as_written(&body, ENVELOPE)?;
        if let Some(Value::Object(params)) = body.get("params") {
            only_as_written(params, PARAMS)?;
        }
        let message = Message { line: one_line(raw), body, inexact };
        let id_fits = message.id().is_none_or(|id| id.is_string() || id.is_number() || id.is_null());
        let method_fits = message.body.get("method").is_none_or(Value::is_string);
        let answers = message.body.contains_key("result") || message.body.contains_key("error");
        match message.method() {
            _ if !id_fits || !method_fits => {
                Err(Refusal::new(INVALID_REQUEST, "`id` is a text or a number, and `method` is a text"))
            }
            // What is a request to one reader and an answer to another is neither.
            Some(_) if answers => {
                Err(Refusal::new(INVALID_REQUEST, "the message is a request and an answer"))
            }
            None if !answers => Err(Refusal::new(INVALID_REQUEST, "the message has no method and no result")),
            Some(method) if !is_plain(method) => {
                Err(Refusal::new(INVALID_REQUEST, "the name of the method is no plain text"))
            }
            Some(_) | None => Ok(message),
        }
    }

    pub fn kind(&self) -> Kind {
        match (self.body.contains_key("method"), self.body.get("id")) {
            (true, Some(id)) if !id.is_null() => Kind::Request,
            (true, _) => Kind::Notification,
            (false, _) => Kind::Response,
        }
    }

    pub fn id(&self) -> Option<&Value> {
        self.body.get("id")
    }

    pub fn method(&self) -> Option<&str> {
        self.body.get("method").and_then(Value::as_str)
    }

    pub fn params(&self) -> Option<&Map<String, Value>> {
        self.body.get("params").and_then(Value::as_object)
    }

    pub fn param(&self, name: &str) -> Option<&Value> {
        self.params()?.get(name)
    }

    /// By what the client wants to hear of progress.
    pub fn progress_token(&self) -> Option<&Value> {
        self.param("_meta")?.get("progressToken").filter(|token| token.is_string() || token.is_number())
    }

    /// Whether results carry `resultType`: the stateless revisions say so with each request.
    pub fn is_stateless(&self) -> bool {
        let version = self.param("_meta").and_then(|meta| {
            meta.get("io.modelcontextprotocol/protocolVersion").or_else(|| meta.get("protocolVersion"))
        });
        version.and_then(Value::as_str).is_some_and(|version| version >= "2026")
    }
}

/// A method that no other spelling could be meant by: not one of ours in other capitals either.
fn is_plain(method: &str) -> bool {
    let ours = ASSESSED.iter().find(|name| name.eq_ignore_ascii_case(method));
    !method.is_empty()
        && method.chars().all(|c| c.is_ascii_graphic())
        && ours.is_none_or(|name| *name == method)
}

/// A reader that does not care for capitals would take these for the ones that we look at.
fn only_as_written(object: &Map<String, Value>, known: &[&str]) -> Result<(), Refusal> {
    for key in object.keys() {
        let folded = fold(key);
        if known.contains(&folded.as_str()) && *key != folded && key != "requestId" {
            let text = format!("the key `{}` is `{folded}` in other letters", herma_core::text::shown(key));
            return Err(Refusal::new(INVALID_REQUEST, text));
        }
    }
    Ok(())
}

/// Twice, since the long s and the Kelvin sign become plain letters only one way round.
pub(crate) fn fold(text: &str) -> String {
    text.to_uppercase().to_lowercase()
}

/// What some reader takes for the end of a line stands in valid JSON either between the tokens, or raw in a text.
fn one_line(raw: &str) -> String {
    let mut line = String::with_capacity(raw.len());
    for c in raw.trim().chars() {
        match c {
            '\n' | '\r' => line.push(' '),
            '\u{85}' | '\u{2028}' | '\u{2029}' => {
                line.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => line.push(c),
        }
    }
    line
}

/// The texts of the elements of a valid JSON array.
fn elements(text: &str) -> Vec<&str> {
    let (mut depth, mut in_text, mut escaped, mut start) = (0_usize, false, false, 0);
    let mut found = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => {
                depth += 1;
                if depth == 1 {
                    start = at + 1;
                }
            }
            b',' if depth == 1 => {
                found.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            b']' | b'}' => {
                if depth == 1 {
                    found.push(text.get(start..at).unwrap_or_default());
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    found
}

/// The text of one member of a valid JSON object.
pub(crate) fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    elements(object).into_iter().find_map(|pair| {
        let pair = pair.trim_start();
        let mut reader = serde_json::Deserializer::from_str(pair).into_iter::<String>();
        let key = reader.next()?.ok()?;
        let value = pair.get(reader.byte_offset()..)?.trim_start().strip_prefix(':')?;
        (key == name).then(|| value.trim())
    })
}

/// A JSON-RPC error, as a line.
pub fn error(id: &Value, code: i64, text: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}}).to_string()
}

/// A JSON-RPC result, as a line.
pub fn result(id: &Value, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Message, Refusal> {
        Piece::read(text.as_bytes()).map(|piece| piece.into_messages().remove(0))
    }

    #[test]
    fn what_two_readers_could_disagree_on_is_refused() {
        for (text, code) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}"#, INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","m\u0065thod":"tools/call"}"#, INVALID_REQUEST),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}"#,
                INVALID_REQUEST,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"arguments":{"a":{"b":1,"b":2}}}}"#,
                INVALID_REQUEST,
            ),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}"#, INVALID_REQUEST),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"paramſ\":{}}", INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"b"}}"#, INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#, INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call\u0000"}"#, INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1,"method":"Tools/Call","params":{"name":"b"}}"#, INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1}"#, INVALID_REQUEST),
            ("[]", INVALID_REQUEST),
            ("3", INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"} {"a":1}"#, PARSE_ERROR),
            ("\u{feff}{}", PARSE_ERROR),
            (r#"{"a":"\ud800"}"#, PARSE_ERROR),
            ("{'a':1}", PARSE_ERROR),
        ] {
            assert_eq!(one(text).map_err(|refusal| refusal.code), Err(code), "{text}");
        }
        assert_eq!(Piece::read(b"{\"a\":\"\xff\"}").map_err(|refusal| refusal.code), Err(PARSE_ERROR));
    }

    #[test]
    fn t60_what_is_too_deep_or_too_large_is_refused() {
        let deep = |n: usize| {
            format!("{{\"id\":1,\"method\":\"x\",\"params\":{{\"a\":{}{}}}}}", "[".repeat(n), "]".repeat(n))
        };
        assert!(one(&deep(DEPTH_MAX - 3)).is_ok());
        assert!(one(&deep(DEPTH_MAX)).is_err());
        assert!(one(&deep(1_000_000)).is_err());
        let large = format!("{{\"id\":1,\"method\":\"{}\"}}", "x".repeat(MESSAGE_MAX));
        assert_eq!(one(&large).unwrap_err(), too_large());
    }

    #[test]
    fn t42_a_batch_is_dealt_with_one_by_one() {
        let text = r#" [ {"id":1,"method":"a","params":{"x":"],[\"{"}} ,{"method":"b"}]"#;
        let Piece::Batch(all) = Piece::read(text.as_bytes()).unwrap() else { panic!() };
        let lines: Vec<&str> = all.iter().map(|message| message.line.as_str()).collect();
        assert_eq!(lines, [r#"{"id":1,"method":"a","params":{"x":"],[\"{"}}"#, r#"{"method":"b"}"#]);
        let many = format!("[{}]", vec![r#"{"method":"b"}"#; BATCH_MAX + 1].join(","));
        assert!(Piece::read(many.as_bytes()).is_err());
    }

    #[test]
    fn no_reader_finds_a_second_line_in_it() {
        let message = one(
            "{\"id\":1,\r\n\"method\":\"x\",\"params\":{\"a\":\"\u{2028}{\\\"id\\\":2}\u{2029}\u{85}\"}}",
        )
        .unwrap();
        let ends = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
        assert!(!message.line.contains(ends), "{}", message.line);
        assert_eq!(serde_json::from_str::<Value>(&message.line).unwrap(), Value::Object(message.body));
    }

    #[test]
    fn a_member_is_found_as_it_was_written() {
        let text = r#"{"x":{"b":2},"\u0062" : [1, 100000000000000000001 ] ,"c":"}"}"#;
        assert_eq!(member(text, "b"), Some("[1, 100000000000000000001 ]"));
        assert_eq!(member(text, "c"), Some("\"}\""));
        assert_eq!(member(text, "d"), None);
    }

    #[test]
    fn what_is_not_known_passes_as_it_is() {
        let text =
            r#"{"zzz":1.50,"jsonrpc":"2.0","method":"vendor/new","params":[1,{"b":2,"a":1e3}],"id":"x"}"#;
        assert_eq!(one(text).unwrap().line, text);
        assert!(one(text).unwrap().inexact);
    }
}
